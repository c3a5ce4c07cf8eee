-- | An editor's buffer as a rope: insertion, deletion, lines, balancing and
-- search, with a script of edits that exercises it.
module Main (main) where

import Data.Char (chr, isSpace, isUpper, ord, toUpper)
import Data.List (foldl', isPrefixOf)
import System.Environment (getArgs)

-- | A node knows the length and the number of newlines of all below it, and
-- its height.
data Rope
  = Leaf Int Int String
  | Node Int Int Int Rope Rope
  deriving (Show)

data Edit
  = Insert Int String
  | Delete Int Int
  | Replace Int Int String
  | MoveText Int Int Int -- ^ from, length, to
  | UpcaseLine Int
  deriving (Show)

leafSize :: Int
leafSize = 32

-- Basics ---------------------------------------------------------------

size :: Rope -> Int
size (Leaf n _ _) = n
size (Node n _ _ _ _) = n

newlines :: Rope -> Int
newlines (Leaf _ k _) = k
newlines (Node _ k _ _ _) = k

height :: Rope -> Int
height (Leaf _ _ _) = 0
height (Node _ _ h _ _) = h

empty :: Rope
empty = Leaf 0 0 ""

leaf :: String -> Rope
leaf s = Leaf (length s) (length (filter (== '\n') s)) s

node :: Rope -> Rope -> Rope
node l r = Node (size l + size r) (newlines l + newlines r) (1 + max (height l) (height r)) l r

-- | Joins two ropes; small leaves become one.
append :: Rope -> Rope -> Rope
append (Leaf 0 _ _) r = r
append l (Leaf 0 _ _) = l
append (Leaf n k s) (Leaf n' k' s') | n + n' <= leafSize = Leaf (n + n') (k + k') (s ++ s')
append (Node _ _ _ l (Leaf n k s)) (Leaf n' k' s')
  | n + n' <= leafSize = node l (Leaf (n + n') (k + k') (s ++ s'))
append l r = node l r

fromString :: String -> Rope
fromString s = build (map leaf (chunks leafSize s))

chunks :: Int -> [a] -> [[a]]
chunks _ [] = []
chunks n xs = let (a, rest) = splitAt n xs in a : chunks n rest

-- | A balanced rope of the leaves.
build :: [Rope] -> Rope
build [] = empty
build [r] = r
build rs = build (pairs rs)

pairs :: [Rope] -> [Rope]
pairs (a : b : rs) = node a b : pairs rs
pairs rs = rs

toString :: Rope -> String
toString r = go r ""
  where
    go (Leaf _ _ s) rest = s ++ rest
    go (Node _ _ _ a b) rest = go a (go b rest)

leaves :: Rope -> [Rope]
leaves (Node _ _ _ l r) = leaves l ++ leaves r
leaves l = [l | size l > 0]

-- Editing --------------------------------------------------------------

split :: Int -> Rope -> (Rope, Rope)
split i rope
  | i <= 0 = (empty, rope)
  | i >= size rope = (rope, empty)
split i (Leaf _ _ s) = (leaf a, leaf b)
  where
    (a, b) = splitAt i s
split i (Node _ _ _ l r)
  | i < size l = let (a, b) = split i l in (a, append b r)
  | otherwise = let (a, b) = split (i - size l) r in (append l a, b)

insert :: Int -> String -> Rope -> Rope
insert i s r = append (append a (fromString s)) b
  where
    (a, b) = split i r

delete :: Int -> Int -> Rope -> Rope
delete i n r = append a c
  where
    (a, rest) = split i r
    (_, c) = split n rest

slice :: Int -> Int -> Rope -> Rope
slice i n r = fst (split n (snd (split i r)))

mapText :: (Char -> Char) -> Rope -> Rope
mapText f (Leaf n k s) = Leaf n k (map f s)
mapText f (Node n k h l r) = Node n k h (mapText f l) (mapText f r)

applyEdit :: Rope -> Edit -> Rope
applyEdit r e = case e of
  Insert i s -> insert i s r
  Delete i n -> delete i n r
  Replace i n s -> insert i s (delete i n r)
  MoveText i n j -> insert j (toString (slice i n r)) (delete i n r)
  UpcaseLine l ->
    let from = lineStart l r
        to = lineStart (l + 1) r
        (a, rest) = split from r
        (b, c) = split (to - from) rest
     in append (append a (mapText toUpper b)) c

-- | An edit, and balancing where the rope has become too high.
step :: Rope -> Edit -> Rope
step r e
  | balanced r' = r'
  | otherwise = build (leaves r')
  where
    r' = applyEdit r e

balanced :: Rope -> Bool
balanced r = height r <= 12 + 2 * logBase2 (size r `div` leafSize + 1)

logBase2 :: Int -> Int
logBase2 n
  | n <= 1 = 0
  | otherwise = 1 + logBase2 (n `div` 2)

-- Lines ----------------------------------------------------------------

-- | Where a line starts; lines count from 0.
lineStart :: Int -> Rope -> Int
lineStart l r
  | l <= 0 = 0
  | l > newlines r = size r
lineStart l (Leaf _ _ s) = length s - length (dropLines l s)
lineStart l (Node _ _ _ a b)
  | l <= newlines a = lineStart l a
  | otherwise = size a + lineStart (l - newlines a) b

dropLines :: Int -> String -> String
dropLines 0 s = s
dropLines n s = dropLines (n - 1) (drop 1 (dropWhile (/= '\n') s))

line :: Int -> Rope -> String
line l r = takeWhile (/= '\n') (toString (slice from (lineStart (l + 1) r - from) r))
  where
    from = lineStart l r

longestLine :: Rope -> Int
longestLine r = maximum (0 : map length (lines (toString r)))

-- Search ---------------------------------------------------------------

-- | Where a text occurs.
search :: String -> Rope -> [Int]
search needle r = go 0 (toString r)
  where
    go _ [] = []
    go i s@(_ : rest)
      | needle `isPrefixOf` s = i : go (i + 1) rest
      | otherwise = go (i + 1) rest

countWhere :: (Char -> Bool) -> Rope -> Int
countWhere p (Leaf _ _ s) = length (filter p s)
countWhere p (Node _ _ _ l r) = countWhere p l + countWhere p r

-- | What a node says of itself is right.
valid :: Rope -> Bool
valid (Leaf n k s) = n == length s && k == length (filter (== '\n') s)
valid (Node n k h l r) =
  n == size l + size r && k == newlines l + newlines r
    && h == 1 + max (height l) (height r) && valid l && valid r

-- Input ----------------------------------------------------------------

next :: Int -> Int
next s = (s * 1103515245 + 12345) `mod` 2147483648

pick :: Int -> Int -> Int
pick s n = (s `div` 1024) `mod` n

sampleText :: Int -> Int -> String
sampleText 0 _ = ""
sampleText n s = sampleChar s : sampleText (n - 1) (next s)

sampleChar :: Int -> Char
sampleChar s
  | k < 26 = chr (ord 'a' + k)
  | k < 31 = ' '
  | otherwise = '\n'
  where
    k = pick s 32

-- | A script of n edits for a buffer of about the given size.
script :: Int -> Int -> Int -> [Edit]
script 0 _ _ = []
script n len s = edit : script (n - 1) len (next (next (next (next s))))
  where
    s1 = next s
    s2 = next s1
    s3 = next s2
    at = pick s1 len
    edit = case pick s 7 of
      0 -> Delete at (pick s2 20)
      1 -> Replace at (pick s2 10) (sampleText (pick s3 12) s2)
      2 -> MoveText at (pick s2 60) (pick s3 len)
      3 -> UpcaseLine (pick s2 (1 + len `div` 32))
      _ -> Insert at (sampleText (1 + pick s2 8) s3)

-- Report ---------------------------------------------------------------

checksum :: String -> Int
checksum = foldl' (\h c -> (h * 31 + ord c) `mod` 1000000007) 17

report :: Int -> [String]
report n =
  [ "before:    " ++ describe start
  , "after:     " ++ describe end
  , "balanced:  " ++ describe (build (leaves end))
  , "longest:   " ++ show (longestLine end)
  , "line:      " ++ show (line (newlines end `div` 2) end)
  , "found:     " ++ show (length found) ++ " " ++ show (sum found)
  , "letters:   " ++ show (countWhere isUpper end) ++ " upper, " ++ show (countWhere isSpace end) ++ " space"
  , "valid:     " ++ show (valid start && valid end)
  ]
  where
    start = fromString (sampleText (8 * n) 5)
    end = foldl' step start (script n (8 * n) 11)
    found = search "at" end
    describe r =
      show (size r) ++ " characters, " ++ show (1 + newlines r) ++ " lines, "
        ++ show (length (leaves r)) ++ " leaves, height " ++ show (height r)
        ++ ", checksum " ++ show (checksum (toString r))

main :: IO ()
main = do
  args <- getArgs
  let n = case args of
        [a] -> read a
        _ -> 100
  mapM_ putStrLn (report n)
