#include "programs.hpp"

namespace deforest::testing {

const std::vector<LazyProgram>& lazyPrograms() {
  static const std::vector<LazyProgram> list = {
      {"infinite lists under take",
       R"(module InfiniteLists where

from :: Int -> [Int]
from n = n : from (n + 1)

squares :: [Int] -> [Int]
squares [] = []
squares (x : xs) = x * x : squares xs

firstSquares :: Int -> [Int]
firstSquares n = take n (squares (from 1))

total :: [Int] -> Int
total [] = 0
total (x : xs) = x + total xs

sumOfFirst :: Int -> Int
sumOfFirst n = total (take n (squares (squares (from 1))))

data Tree = Leaf | Node Int Tree Tree

forest :: Int -> Tree
forest n = Node n (forest (2 * n)) (forest (2 * n + 1))

mirror :: Tree -> Tree
mirror Leaf = Leaf
mirror (Node x l r) = Node x (mirror r) (mirror l)

spine :: Int -> Tree -> [Int]
spine 0 _ = []
spine _ Leaf = []
spine n (Node x l _) = x : spine (n - 1) l

mirrored :: Int -> [Int]
mirrored n = spine n (mirror (forest 1))
)",
       {{"firstSquares 5", "[1,4,9,16,25]"},
        {"sumOfFirst 4", "354"},
        {"mirrored 4", "[1,3,7,15]"},
        {"take 2 (squares (1 : 2 : undefined))", "[1,4]"}}},
      {"functions of the list library on lists without end",
       R"(module Library where

import Data.List

from :: Int -> [Int]
from n = n : from (n + 1)

text :: Char -> Char -> String
text a b = a : text b a

before :: Int -> [Int]
before n = take n (fst (span (> 0) (from 1)))

untilNegative :: Int -> [Int]
untilNegative n = take n (fst (break (< 0) (from 1)))

evens :: Int -> [Int]
evens n = take n (fst (partition even (from 1)))

firsts :: Int -> [Int]
firsts n = take n (fst (unzip (zip (from 1) (from 2))))

thirds :: Int -> [Int]
thirds n = let (_, _, zs) = unzip3 (zip3 (from 1) (from 2) (from 3)) in take n zs

grouped :: Int -> [Int]
grouped n = take n (head (groupBy (\x y -> x < y) (from 1)))

firstLine :: Int -> String
firstLine n = take n (head (lines (text 'a' 'b')))

firstWord :: Int -> String
firstWord n = take n (head (words (text 'a' 'b')))

trimmed :: Int -> [Int]
trimmed n = take n (dropWhileEnd even (from 1))

sums :: Int -> [Int]
sums n = take n (snd (mapAccumL (\s x -> (s + x, s)) 0 (from 1)))

fromTheRight :: Int -> [Int]
fromTheRight n = take n (scanr (\x _ -> x) 0 (from 1))
)",
       {{"before 3", "[1,2,3]"},
        {"untilNegative 3", "[1,2,3]"},
        {"evens 2", "[2,4]"},
        {"firsts 2", "[1,2]"},
        {"thirds 2", "[3,4]"},
        {"grouped 3", "[1,2,3]"},
        {"firstLine 3", "\"aba\""},
        {"firstWord 3", "\"aba\""},
        {"trimmed 2", "[1,2]"},
        {"sums 3", "[0,1,3]"},
        {"fromTheRight 2", "[1,2]"}}},
      {"what fails in an unused argument",
       R"(module UnusedArguments where

p :: Int -> Int -> (Int, Int)
p x k = (k, x)

f :: Int -> Int
f x = snd (p x (error "unused"))

choose :: Bool -> Int -> Int -> Int
choose b x y = if b then x else y

absolute :: Int -> Int
absolute x = choose (x >= 0) x (error "negative")

orElse :: Int -> Maybe Int -> Int
orElse d Nothing = d
orElse _ (Just x) = x

value :: Maybe Int -> Int
value m = orElse (error "nothing there") m

scale :: Int -> [Int] -> [Int]
scale _ [] = []
scale k (x : xs) = k * x : scale k xs

scaled :: [Int] -> Int -> [Int]
scaled xs n = scale (12 `div` n) (scale 2 xs)
)",
       {{"f 3", "3"},
        {"absolute 4", "4"},
        {"absolute (-4)", "error: negative"},
        {"value (Just 2)", "2"},
        {"value Nothing", "error: nothing there"},
        {"scaled [] 0", "[]"},
        {"scaled [1] 3", "[8]"},
        {"length (scaled [1, 2] 0)", "2"}}},
      {"what Maybe holds",
       R"(module Maybes where

import Data.Maybe (fromMaybe)

found :: Int -> [(Int, Int)] -> Maybe Int
found _ [] = Nothing
found k ((x, y) : rest) = if k == x then Just y else found k rest

value :: Int -> [(Int, Int)] -> Int
value k xs = fromMaybe (error "no such key") (found k xs)
)",
       {{"value 2 [(1, 10), (2, 20)]", "20"},
        {"value 3 [(1, 10)]", "error: no such key"},
        {"value 1 ((1, 5) : undefined)", "5"}}},
      {"knots",
       R"(module Knots where

data Lemma = Lemma Int [Lemma]

ones :: [Int]
ones = 1 : ones

fibonacci :: [Int]
fibonacci = 0 : 1 : sums fibonacci (rest fibonacci)

sums :: [Int] -> [Int] -> [Int]
sums (x : xs) (y : ys) = x + y : sums xs ys
sums _ _ = []

rest :: [Int] -> [Int]
rest [] = []
rest (_ : xs) = xs

double :: [Int] -> [Int]
double [] = []
double (x : xs) = 2 * x : double xs

firstDoubled :: Int -> [Int]
firstDoubled n = take n (double (double fibonacci))

onlyOnes :: Int -> [Int]
onlyOnes n = take n (double ones)

evenLemma :: Lemma
evenLemma = Lemma 2 [oddLemma, halfLemma]

oddLemma :: Lemma
oddLemma = Lemma 3 [evenLemma]

halfLemma :: Lemma
halfLemma = Lemma 5 table

table :: [Lemma]
table = [evenLemma, oddLemma, halfLemma]

used :: Int -> Lemma -> Int
used n (Lemma k others) = if n <= 0 then k else k + usedAll (n - 1) others

usedAll :: Int -> [Lemma] -> Int
usedAll _ [] = 0
usedAll n (l : ls) = used n l + usedAll n ls

proof :: Int -> Int
proof n = usedAll n table
)",
       {{"firstDoubled 6", "[0,4,4,8,12,20]"},
        {"onlyOnes 3", "[2,2,2]"},
        {"proof 0", "10"},
        {"proof 2", "70"}}},
      {"what fails in an unused field",
       R"(module UnusedFields where

data Pair = Pair Int Int
data Tree = Leaf | Node Int Tree Tree

swap :: Pair -> Pair
swap (Pair a b) = Pair b a

left :: Pair -> Int
left (Pair a _) = a

right :: Int -> Int
right x = left (swap (Pair (error "left") x))

size :: Tree -> Int
size Leaf = 0
size (Node _ l r) = 1 + size l + size r

label :: Int -> Tree -> Tree
label _ Leaf = Leaf
label n (Node x l r) = Node (x `div` n) (label n l) (label n r)

sizeOfLabelled :: Int -> Int
sizeOfLabelled n = size (label n (Node 1 (Node 2 Leaf Leaf) Leaf))

top :: Tree -> Int
top Leaf = 0
top (Node x _ _) = x

topOfLabelled :: Int -> Int
topOfLabelled x = top (label 1 (Node x (error "left") (error "right")))
)",
       {{"right 3", "3"},
        {"sizeOfLabelled 0", "2"},
        {"topOfLabelled 5", "5"},
        {"left (swap (Pair 1 undefined))", "error: Prelude.undefined"}}},
      {"what a pattern forces",
       R"(module Patterns where

data Pair = Pair Int Int
data Strict = Strict !Int Int
newtype Wrapped = Wrapped Int

constant :: Pair -> Int -> Int
constant (Pair _ _) y = y

unwrapped :: Wrapped -> Int -> Int
unwrapped (Wrapped _) y = y

second :: Strict -> Int
second (Strict _ b) = b

ofStrict :: Int -> Int
ofStrict x = second (Strict (error "strict") x)

viaCase :: Int -> Int
viaCase x = case Strict (error "strict") x of Strict _ b -> b

constantOfError :: Int -> Int
constantOfError y = constant (error "pair") y

wrappedError :: Int -> Int
wrappedError y = unwrapped (error "wrapped") y

late :: Int -> Int
late y = let (a, b) = error "never" :: (Int, Int) in if y > 0 then y else a + b

tilde :: (Int, Int) -> Int -> Int
tilde ~(a, b) y = if y > 0 then y else a + b

banged :: Int -> Int -> Int
banged !_ b = b

letBang :: Int -> Int -> Int
letBang a b = let !c = a `div` b in b

order :: Int -> Pair -> Int
order 0 _ = 0
order n (Pair a _) = n + a

negative :: Int -> (Int, Int)
negative n = if n < 0 then (n, n) else error "not negative"

forcesNegative :: Int -> Int
forcesNegative n = case negative n of (_, _) -> 5
)",
       {{"forcesNegative (-1)", "5"},
        {"forcesNegative 1", "error: not negative"},
        {"constantOfError 1", "error: pair"},
        {"wrappedError 1", "1"},
        {"ofStrict 1", "error: strict"},
        {"viaCase 1", "error: strict"},
        {"second (Strict 1 2)", "2"},
        {"late 1", "1"},
        {"late 0", "error: never"},
        {"tilde (error \"tuple\") 1", "1"},
        {"tilde (error \"tuple\") 0", "error: tuple"},
        {"banged (error \"bang\") 1", "error: bang"},
        {"letBang 1 0", "error: divide by zero"},
        {"letBang 6 3", "3"},
        {"order 0 (error \"pair\")", "0"}}},
      {"what stands behind $!",
       R"(module Forced where

forced :: Int -> Int -> Int
forced n d = const n $! n `div` d

applied :: Int -> Int -> Int
applied n d = const n $ n `div` d

ignore :: Int -> Int -> Int -> Int
ignore _ _ n = n

both :: Int -> Int -> Int
both n d = (ignore n $! n `div` d) $! n `mod` (d + 1)

nested :: Int -> Int
nested n = const 1 $! Just $! const 2 $! n `div` 0

head' :: Int -> Int
head' n = const 1 $! Just (n `div` 0)

section :: [Int] -> [Int]
section ds = map (const 7 $!) (map (div 9) ds)

given :: (Int -> Int) -> Int -> Int
given f d = f $! div 9 d

passed :: Int -> Int
passed d = given (const 7) d

each :: [Int] -> [Int]
each ds = zipWith ($!) (map const ds) (map (div 9) ds)

total :: Int -> Int
total n = sum $! takeWhile (< n) $! map (* 2) $! [1 ..]
)",
       {{"forced 6 3", "6"},
        {"forced 6 0", "error: divide by zero"},
        {"applied 6 0", "6"},
        {"both 6 0", "error: divide by zero"},
        {"both 6 (-1)", "error: divide by zero"},
        {"both 6 1", "0"},
        {"nested 1", "error: divide by zero"},
        {"head' 1", "1"},
        {"section [1, 3]", "[7,7]"},
        {"length (section [1, 0])", "2"},
        {"section [1, 0]", "error: divide by zero"},
        {"passed 0", "error: divide by zero"},
        {"passed 3", "7"},
        {"each [3]", "[3]"},
        {"each [0]", "error: divide by zero"},
        {"total 10", "20"}}},
      {"messages and their order",
       R"(module Messages where

check :: Int -> Int
check n = if n > 0 then n else error ("not positive: " ++ show n ++ "!")

insert :: Int -> [Int] -> [Int]
insert x [] = [x]
insert x (y : ys)
  | x < y = x : y : ys
  | x == y = error ("duplicate key " ++ show x)
  | otherwise = y : insert x ys

insertAll :: [Int] -> [Int]
insertAll [] = []
insertAll (x : xs) = insert x (insertAll xs)

count :: [Int] -> Int
count [] = 0
count (_ : xs) = 1 + count xs

keys :: [Int] -> Int
keys xs = count (insertAll xs)

unit :: [Int] -> ()
unit [] = ()
unit (_ : xs) = unit xs

joined :: [Int] -> ()
joined xs = unit (insertAll xs)
)",
       {{"check 5", "5"},
        {"check (-5)", "error: not positive: -5!"},
        {"keys [3, 1, 2]", "3"},
        {"keys [3, 1, 3]", "error: duplicate key 3"},
        {"joined [1, 2]", "()"},
        {"joined [7, 7]", "error: duplicate key 7"}}},
      {"conditions and logic",
       R"(module Logic where

both :: Bool -> Bool -> Bool
both a b = a && b

either' :: Bool -> Bool -> Bool
either' a b = a || b

safe :: Int -> Int -> Bool
safe n d = d /= 0 && n `div` d > 1

same :: Int -> Bool
same x = x == x

guarded :: Int -> Int -> Int
guarded n d
  | d == 0 = 0
  | q > 3 = q
  | otherwise = n
  where q = n `div` d

pick :: Bool -> [Int] -> [Int]
pick c xs = if c then 1 : xs else 2 : xs

heads :: [Int] -> Int
heads [] = 0
heads (x : _) = x

picked :: Bool -> Int
picked c = heads (pick c (error "tail"))

lengthOf :: [Int] -> Int
lengthOf [] = 0
lengthOf (_ : _) = 1

pickedLength :: Bool -> Int
pickedLength c = lengthOf (pick c [])
)",
       {{"both False (error \"right\")", "False"},
        {"both True (error \"right\")", "error: right"},
        {"either' True (error \"right\")", "True"},
        {"safe 1 0", "False"},
        {"same (error \"operand\")", "error: operand"},
        {"guarded 5 0", "0"},
        {"guarded 7 2", "7"},
        {"picked True", "1"},
        {"pickedLength (error \"condition\")", "error: condition"}}},
      {"local values that are defined by themselves",
       R"(module Tied where

import Data.Array

ones :: Int -> Int -> [Int]
ones n x = take n xs
  where xs = x : xs

fibonacci :: Int -> [Integer]
fibonacci n = take n fs
  where fs = 0 : 1 : zipWith (+) fs (tail fs)

collatz :: Int -> Array Int Int
collatz n = steps
  where
    steps = listArray (1, n) (map count [1 .. n])
    count 1 = 0
    count i = 1 + further (if even i then div i 2 else 3 * i + 1)
    further i
      | i <= n = steps ! i
      | even i = 1 + further (div i 2)
      | otherwise = 1 + further (3 * i + 1)

distance :: String -> String -> Int
distance s t = table ! (m, n)
  where
    m = length s
    n = length t
    x = listArray (1, m) s
    y = listArray (1, n) t
    table = array ((0, 0), (m, n)) [((i, j), cell i j) | i <- [0 .. m], j <- [0 .. n]]
    cell i 0 = i
    cell 0 j = j
    cell i j
      | x ! i == y ! j = table ! (i - 1, j - 1)
      | otherwise = 1 + minimum [table ! (i - 1, j), table ! (i, j - 1), table ! (i - 1, j - 1)]

data Tree a = Leaf | Node (Tree a) a (Tree a)

leastEverywhere :: Tree Int -> [Int]
leastEverywhere t = inOrder s
  where
    (s, m) = go t
    go Leaf = (Leaf, 1000)
    go (Node l x r) = (Node l' m r', minimum [x, a, b])
      where
        (l', a) = go l
        (r', b) = go r

inOrder :: Tree a -> [a]
inOrder Leaf = []
inOrder (Node l x r) = inOrder l ++ [x] ++ inOrder r

byLevels :: Tree Char -> [(Int, Char)]
byLevels t = inOrder s
  where
    (s, starts) = go t (1 : starts)
    go Leaf ns = (Leaf, ns)
    go (Node l x r) ~(n : ns) = (Node l' (n, x) r', (n + 1) : after)
      where
        (l', between) = go l ns
        (r', after) = go r between

alternating :: Int -> [Int]
alternating n = take n a
  where (a, b) = (0 : b, 1 : zipWith (+) a b)

turns :: Int -> (Int, Int)
turns n = (wins ! n, losses ! n)
  where
    wins = listArray (0, n) [if i == 0 then 0 else 1 + losses ! (i - 1) | i <- [0 .. n]]
    losses = listArray (0, n) [if i == 0 then 1 else 2 * wins ! (i - 1) | i <- [0 .. n]]

shadowed :: Int -> [Int]
shadowed n = xs
  where xs = map (\xs -> xs + n) (let xs = [1, 2] in xs)

memo :: Array Int Integer
memo = listArray (0, 60) [fib i | i <- [0 .. 60]]

fib :: Int -> Integer
fib i = if i < 2 then toInteger i else memo ! (i - 1) + memo ! (i - 2)

unread :: Int -> Int
unread i = listArray (0, 2) [1, error "not asked for", 3] ! i

kept :: Int -> Int
kept n = length (fmap (div n) (listArray (0, 2) [0, 0, 0]))
)",
       {{"ones 3 7", "[7,7,7]"},
        {"fibonacci 12", "[0,1,1,2,3,5,8,13,21,34,55,89]"},
        {"[collatz 30 ! i | i <- [1, 7, 27, 30]]", "[0,16,111,18]"},
        {"distance \"kitten\" \"sitting\"", "3"},
        {"distance \"\" \"abc\"", "3"},
        {"leastEverywhere (Node (Node Leaf 3 Leaf) 5 (Node Leaf 1 Leaf))", "[1,1,1]"},
        {"byLevels (Node (Node Leaf 'a' Leaf) 'b' (Node Leaf 'c' (Node Leaf 'd' Leaf)))",
         "[(2,'a'),(1,'b'),(3,'c'),(4,'d')]"},
        {"alternating 10", "[0,1,1,2,3,5,8,13,21,34]"},
        {"turns 6", "(7,22)"},
        {"shadowed 3", "[4,5]"},
        {"fib 60", "1548008755920"},
        {"unread 2", "3"},
        {"unread 1", "error: not asked for"},
        {"kept 5", "3"}}},
  };
  return list;
}

}  // namespace deforest::testing
