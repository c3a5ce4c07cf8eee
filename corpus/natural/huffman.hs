-- | Huffman codes: frequencies, the tree, encoding and decoding, canonical
-- codes, and checks that all of it fits together.
module Main (main) where

import Data.Bits (shiftL)
import Data.Char (chr, ord)
import Data.List (foldl', group, insertBy, sort, sortBy, sortOn)
import qualified Data.Map as Map
import Data.Maybe (fromMaybe)
import Data.Ord (comparing)
import System.Environment (getArgs)

data Tree
  = Leaf Int Char
  | Fork Int Tree Tree
  deriving (Eq, Show)

data Bit = O | I
  deriving (Eq, Ord, Show)

type Code = [Bit]

type CodeTable = Map.Map Char Code

weight :: Tree -> Int
weight (Leaf w _) = w
weight (Fork w _ _) = w

-- Frequencies and the tree ---------------------------------------------

frequencies :: String -> [(Char, Int)]
frequencies = Map.toList . foldl' (\m c -> Map.insertWith (+) c 1 m) Map.empty

-- | The tree for the given frequencies, if there are any.
huffman :: [(Char, Int)] -> Maybe Tree
huffman freqs = merge (sortBy (comparing weight) [Leaf w c | (c, w) <- freqs])

merge :: [Tree] -> Maybe Tree
merge [] = Nothing
merge [t] = Just t
merge (a : b : ts) = merge (insertBy (comparing weight) (fork a b) ts)

fork :: Tree -> Tree -> Tree
fork a b = Fork (weight a + weight b) a b

symbols :: Tree -> [Char]
symbols (Leaf _ c) = [c]
symbols (Fork _ l r) = symbols l ++ symbols r

depth :: Tree -> Int
depth (Leaf _ _) = 0
depth (Fork _ l r) = 1 + max (depth l) (depth r)

-- | How many bits the text takes that the tree was made for.
cost :: Tree -> Int
cost (Leaf _ _) = 0
cost (Fork w l r) = w + cost l + cost r

-- Codes ----------------------------------------------------------------

codes :: Tree -> [(Char, Code)]
codes (Leaf _ c) = [(c, [O])]
codes tree = go [] tree
  where
    go path (Leaf _ c) = [(c, reverse path)]
    go path (Fork _ l r) = go (O : path) l ++ go (I : path) r

-- | Codes of the same lengths that count upwards.
canonical :: [(Char, Code)] -> [(Char, Code)]
canonical cs = assign 0 0 (sortOn swap [(c, length code) | (c, code) <- cs])
  where
    swap (c, n) = (n, c)

assign :: Int -> Int -> [(Char, Int)] -> [(Char, Code)]
assign _ _ [] = []
assign value len ((c, n) : rest) = (c, toBits n value') : assign (value' + 1) n rest
  where
    value' = value `shiftL` (n - len)

toBits :: Int -> Int -> Code
toBits n value = reverse (take n (go value))
  where
    go v = (if even v then O else I) : go (v `div` 2)

-- | The tree that decodes the given codes; its weights are 0.
rebuild :: [(Char, Code)] -> Maybe Tree
rebuild [] = Nothing
rebuild [(c, [])] = Just (Leaf 0 c)
rebuild cs = case (rebuild zeros, rebuild ones) of
  (Just l, Just r) -> Just (Fork 0 l r)
  (Just l, Nothing) -> Just l
  (Nothing, r) -> r
  where
    zeros = [(c, bs) | (c, O : bs) <- cs]
    ones = [(c, bs) | (c, I : bs) <- cs]

-- Encoding and decoding ------------------------------------------------

encode :: CodeTable -> String -> [Bit]
encode table = concatMap (\c -> fromMaybe [] (Map.lookup c table))

decode :: Tree -> [Bit] -> String
decode (Leaf _ c) bits = map (const c) bits
decode tree bits = walk tree bits
  where
    walk (Leaf _ c) [] = [c]
    walk (Leaf _ c) bs = c : walk tree bs
    walk (Fork _ _ _) [] = []
    walk (Fork _ l r) (b : bs) = walk (if b == O then l else r) bs

-- | Eight bits to a byte; the last one is filled up.
pack :: [Bit] -> [Int]
pack [] = []
pack bits = byte 0 (take 8 (now ++ repeat O)) : pack later
  where
    (now, later) = splitAt 8 bits

byte :: Int -> [Bit] -> Int
byte n [] = n
byte n (O : bs) = byte (2 * n) bs
byte n (I : bs) = byte (2 * n + 1) bs

unpack :: Int -> [Int] -> [Bit]
unpack n = take n . concatMap (toBits 8)

-- Checks ---------------------------------------------------------------

-- | No code begins with another one.
prefixFree :: [(Char, Code)] -> Bool
prefixFree cs = and (zipWith differ sorted (drop 1 sorted))
  where
    sorted = sort (map snd cs)
    differ (a : as) (b : bs) = a /= b || differ as bs
    differ _ _ = False

-- | The sum of 2^-length over all codes, in units of 2^-32.
kraft :: [(Char, Code)] -> Int
kraft cs = sum [1 `shiftL` (32 - length code) | (_, code) <- cs]

-- | The weights in the tree are sums.
consistent :: Tree -> Bool
consistent (Leaf w _) = w > 0
consistent (Fork w l r) = w == weight l + weight r && consistent l && consistent r

-- Input ----------------------------------------------------------------

next :: Int -> Int
next s = (s * 1103515245 + 12345) `mod` 2147483648

-- | A text of n characters, with small letters more frequent than others.
sampleText :: Int -> Int -> String
sampleText 0 _ = ""
sampleText n s = sampleChar (s `div` 4096 `mod` 64) (s' `div` 4096) : sampleText (n - 1) (next s')
  where
    s' = next s

sampleChar :: Int -> Int -> Char
sampleChar k s
  | k < 12 = ' '
  | k < 40 = chr (ord 'a' + (s `mod` 26) * (s `div` 32 `mod` 26) `div` 26)
  | k < 60 = chr (ord 'e' + s `mod` 3)
  | otherwise = chr (ord '0' + s `mod` 48)

-- Report ---------------------------------------------------------------

checksum :: [Int] -> Int
checksum = foldl' (\h b -> (h * 257 + b) `mod` 1000000007) 1

showCode :: Code -> String
showCode = concatMap (\b -> if b == O then "0" else "1")

runs :: String -> Int
runs = maximum . (0 :) . map length . group

report :: String -> Tree -> [String]
report text tree =
  [ "text:      " ++ show (length text) ++ " characters, longest run " ++ show (runs text)
  , "tree:      " ++ show (length (symbols tree)) ++ " symbols, depth " ++ show (depth tree)
      ++ ", cost " ++ show (cost tree)
  , "codes:     " ++ unwords [c : '=' : showCode code | (c, code) <- take 6 canon]
  , "bits:      " ++ show (length bits) ++ " plain, " ++ show (length bits') ++ " canonical"
  , "bytes:     " ++ show (length bytes) ++ ", checksum " ++ show (checksum bytes)
  , "round:     " ++ show (decode tree bits == text) ++ " " ++ show again
  , "codes ok:  " ++ show (prefixFree plain) ++ " " ++ show (prefixFree canon)
      ++ " " ++ show (kraft plain == kraft canon)
  , "tree ok:   " ++ show (consistent tree) ++ " " ++ show (cost tree == length bits)
  ]
  where
    plain = codes tree
    canon = canonical plain
    bits = encode (Map.fromList plain) text
    bits' = encode (Map.fromList canon) text
    bytes = pack bits'
    again = case rebuild canon of
      Just t -> decode t (unpack (length bits') bytes) == text
      Nothing -> null text

main :: IO ()
main = do
  args <- getArgs
  let n = case args of
        [a] -> read a
        _ -> 200
      text = sampleText n 31
  mapM_ putStrLn (maybe ["nothing to encode"] (report text) (huffman (frequencies text)))
