-- Types of every form there is in C++, built from types of a host, and written to them, by
-- host.cpp; of two modules. The functions make and compare values.
module Scene.Model
  ( Colour (..), Point (..), Tree (..), Rose (..), Expr (..), Shape (..), Token (..), Chain (..), Key (..)
  , Row (..), Bag (..), Wide (..), Branch (..), Corner (..), Crown (..)
  , sampleTree, sampleRose, sampleExpr, sampleShape, sampleTokens, sampleRow, sampleBag, sampleWide, chain
  , numbers, texts, pairs, sameTree, sameRose, sameExpr, sameShape, sameTokens, sameRow, sameBag, sameWide
  , chainLength, total, sumTree, sumBranch, lifted, crown, sameTexts, samePairs
  ) where

import Scene.Colour (Colour (..), Point (..))

-- | By std::unique_ptr, null is the leaf.
data Tree = Leaf | Node Int Tree Tree deriving Eq

-- | A struct with a vector of its own kind.
data Rose = Rose Int [Rose] deriving Eq

-- | A std::variant.
data Expr = Number Int | Add Expr Expr | Negate Expr | Named String | Unknown deriving Eq

-- | Classes.
data Shape = Circle Double | Box Point Point Colour | Group [Shape] (Maybe String) String | Hole (Maybe Shape)
  deriving Eq

-- | A struct with a tag.
data Token = Word String | Space | Count Int Bool deriving Eq

-- | A list of the program's own.
data Chain = End | Link Int Chain deriving Eq

newtype Key = Key Int deriving Eq

-- | Whatever can be a field.
data Row = Row
  { key :: Key
  , big :: Integer
  , flags :: [Bool]
  , grid :: [[Int]]
  , sign :: Char
  , size :: Word
  , maybeTree :: Maybe Tree
  , deep :: Maybe (Maybe Int)
  , both :: (Int, String)
  , three :: (Colour, Tree, [Point])
  , tokens :: [Token]
  } deriving Eq

-- | Lists of the program's own, as containers.
data Bag = Bag Ints Perhaps Colour deriving Eq

data Ints = Ints :+ Int | None deriving Eq

data Perhaps = Some Tree | Neither deriving Eq

-- | A cell although there is one constructor.
data Wide = Wide Int Int Int Int Int Int Int Int Int Tree deriving Eq

-- | In place: the host's structs are these.
data Branch = Twig | Branch Int Corner Branch Branch deriving Eq

data Corner = Corner Double Int deriving Eq

data Crown = Crown Branch [Corner] deriving Eq

sumBranch :: Branch -> Int
sumBranch Twig = 0
sumBranch (Branch n (Corner _ k) l r) = n * k + sumBranch l + sumBranch r

lifted :: Int -> Branch -> Branch
lifted _ Twig = Twig
lifted by (Branch n (Corner x k) l r) = Branch (n + by) (Corner x (k + 1)) (lifted by l) (lifted by r)

crown :: Branch -> Crown
crown b = Crown (lifted 1 b) (corners b)

corners :: Branch -> [Corner]
corners Twig = []
corners (Branch _ c l _) = c : corners l

sampleTree :: Int -> Int -> Tree
sampleTree n seed
  | n <= 0 = Leaf
  | seed `mod` 7 == 0 = Leaf
  | otherwise = Node (seed `mod` 1000) (sampleTree (n - 1) (next seed)) (sampleTree (n - 2) (next (seed + 1)))

next :: Int -> Int
next seed = (seed * 1103515245 + 12345) `mod` 2147483648

sampleRose :: Int -> Int -> Rose
sampleRose n seed = Rose seed (roses (seed `mod` 4) (n - 1) (next seed))

roses :: Int -> Int -> Int -> [Rose]
roses count n seed
  | count <= 0 = []
  | n <= 0 = []
  | otherwise = sampleRose n seed : roses (count - 1) n (next seed)

sampleExpr :: Int -> Int -> Expr
sampleExpr n seed
  | n <= 0 = Number (seed - 1000)
  | seed `mod` 5 == 0 = Unknown
  | seed `mod` 5 == 1 = Named (sampleText (seed `mod` 9) seed)
  | seed `mod` 5 == 2 = Negate (sampleExpr (n - 1) (next seed))
  | otherwise = Add (sampleExpr (n - 1) (next seed)) (sampleExpr (n - 2) (next (seed + 5)))

-- Of one to four bytes of UTF-8 each.
sampleText :: Int -> Int -> String
sampleText n seed
  | n <= 0 = ""
  | seed `mod` 4 == 0 = 'a' : sampleText (n - 1) (next seed)
  | seed `mod` 4 == 1 = '\233' : sampleText (n - 1) (next seed)
  | seed `mod` 4 == 2 = '\8364' : sampleText (n - 1) (next seed)
  | otherwise = '\128512' : sampleText (n - 1) (next seed)

colour :: Int -> Colour
colour n = if n `mod` 3 == 0 then Red else if n `mod` 3 == 1 then Green else Blue

sampleShape :: Int -> Int -> Shape
sampleShape n seed
  | seed `mod` 5 == 0 = Circle (fromIntegral (seed `mod` 100) / 3)
  | seed `mod` 5 == 1 = Box (Point 1.5 (fromIntegral (seed `mod` 10))) (Point 0.1 2.5) (colour seed)
  | n <= 0 = Hole Nothing
  | seed `mod` 5 == 2 = Hole (Just (sampleShape (n - 1) (next seed)))
  | otherwise =
      Group (shapes (seed `mod` 4) (n - 1) (next seed)) (if even n then Just (sampleText 3 seed) else Nothing)
        (sampleText 2 seed)

shapes :: Int -> Int -> Int -> [Shape]
shapes count n seed = if count <= 0 then [] else sampleShape n seed : shapes (count - 1) n (next seed)

sampleTokens :: Int -> Int -> [Token]
sampleTokens n seed
  | n <= 0 = []
  | seed `mod` 3 == 0 = Word (sampleText 4 seed) : sampleTokens (n - 1) (next seed)
  | seed `mod` 3 == 1 = Space : sampleTokens (n - 1) (next seed)
  | otherwise = Count (seed `mod` 1000) (even n) : sampleTokens (n - 1) (next seed)

sampleRow :: Int -> Row
sampleRow seed = Row
  { key = Key seed
  , big = fromIntegral seed * 2147483648 - 5
  , flags = [even seed, True, False]
  , grid = [[seed, 1], [], [2]]
  , sign = '\955'
  , size = 18446744073709551615
  , maybeTree = if even seed then Just (Node 1 Leaf (sampleTree 5 (next seed))) else Nothing
  , deep = if seed `mod` 3 == 0 then Nothing else if seed `mod` 3 == 1 then Just Nothing else Just (Just seed)
  , both = (seed, sampleText 5 seed)
  , three = (colour seed, sampleTree 6 seed, [Point 1 2, Point (fromIntegral seed) 4])
  , tokens = sampleTokens (seed `mod` 6) seed
  }

sampleBag :: Int -> Bag
sampleBag n = Bag (ints n) (if even n then Some (Node n Leaf (sampleTree (n `mod` 12) (next n))) else Neither) (colour n)

ints :: Int -> Ints
ints n = if n <= 0 then None else ints (n - 1) :+ n

sampleWide :: Int -> Wide
sampleWide n = Wide n 2 3 4 5 6 7 8 9 (sampleTree n (next n))

chain :: Int -> Chain
chain n = chainOnto n End

chainOnto :: Int -> Chain -> Chain
chainOnto n rest = if n <= 0 then rest else chainOnto (n - 1) (Link n rest)

chainLength :: Chain -> Int
chainLength c = chainCount c 0

chainCount :: Chain -> Int -> Int
chainCount End n = n
chainCount (Link _ rest) n = chainCount rest (n + 1)

numbers :: Int -> [Int]
numbers n = if n <= 0 then [] else n : numbers (n - 1)

total :: [Int] -> Int
total [] = 0
total (x : xs) = x + total xs

sumTree :: Tree -> Int
sumTree Leaf = 0
sumTree (Node x l r) = x + sumTree l + sumTree r

texts :: Int -> [String]
texts n = if n <= 0 then [] else sampleText (n `mod` 7) n : texts (n - 1)

pairs :: Int -> [(Int, Maybe Int)]
pairs n = if n <= 0 then [] else (n, if even n then Just n else Nothing) : pairs (n - 1)

sameTree :: Tree -> Tree -> Bool
sameTree a b = a == b

sameRose :: Rose -> Rose -> Bool
sameRose a b = a == b

sameExpr :: Expr -> Expr -> Bool
sameExpr a b = a == b

sameShape :: Shape -> Shape -> Bool
sameShape a b = a == b

sameTokens :: [Token] -> [Token] -> Bool
sameTokens a b = a == b

sameRow :: Row -> Row -> Bool
sameRow a b = a == b

sameBag :: Bag -> Bag -> Bool
sameBag a b = a == b

sameWide :: Wide -> Wide -> Bool
sameWide a b = a == b

sameTexts :: [String] -> [String] -> Bool
sameTexts a b = a == b

samePairs :: [(Int, Maybe Int)] -> [(Int, Maybe Int)] -> Bool
samePairs a b = a == b
