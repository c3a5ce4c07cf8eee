module Main (main) where

import Data.Function (on)
import Data.List (foldl', insertBy, sortBy, unfoldr)
import qualified Data.Map.Strict as Map
import Data.Map.Strict (Map)
import Data.Maybe (fromMaybe)
import Data.Ord (comparing)
import Text.Printf (printf)

data Bit = O | I deriving (Eq, Ord, Enum, Bounded)

instance Show Bit where
  show O = "0"
  show I = "1"
  showList bs = showString (concatMap show bs)

data Tree a
  = Leaf !Int a
  | Node !Int (Tree a) (Tree a)
  deriving Show

instance Functor Tree where
  fmap f (Leaf w a)   = Leaf w (f a)
  fmap f (Node w l r) = Node w (fmap f l) (fmap f r)

instance Foldable Tree where
  foldMap f (Leaf _ a)   = f a
  foldMap f (Node _ l r) = foldMap f l <> foldMap f r

weight :: Tree a -> Int
weight (Leaf w _)   = w
weight (Node w _ _) = w

type Code a = Map a [Bit]

frequencies :: Ord a => [a] -> [(a, Int)]
frequencies = Map.toList . foldl' bump Map.empty
  where bump m x = Map.insertWith (+) x 1 m

build :: Ord a => [a] -> Maybe (Tree a)
build xs = merge initial
  where
    initial = sortBy (compare `on` weight) [Leaf n a | (a, n) <- frequencies xs]
    merge []  = Nothing
    merge [t] = Just t
    merge (a:b:rest) =
      let n = Node (weight a + weight b) a b
      in  merge (insertBy (comparing weight) n rest)

codes :: Ord a => Tree a -> Code a
codes (Leaf _ a) = Map.singleton a [O]
codes t = Map.fromList (go [] t)
  where
    go acc (Leaf _ a)   = [(a, reverse acc)]
    go acc (Node _ l r) = go (O : acc) l ++ go (I : acc) r

encode :: Ord a => Code a -> [a] -> Maybe [Bit]
encode c = fmap concat . traverse (`Map.lookup` c)

decode :: Tree a -> [Bit] -> [a]
decode (Leaf w a) _ = replicate w a
decode root bits0 = unfoldr (step root) bits0
  where
    step (Leaf _ a) bs          = Just (a, bs)
    step _ []                   = Nothing
    step (Node _ l _) (O : bs) = step l bs
    step (Node _ _ r) (I : bs) = step r bs

pack :: [Bit] -> [Int]
pack [] = []
pack bs = toByte (take 8 (chunk ++ repeat O)) : pack rest
  where
    (chunk, rest) = splitAt 8 bs
    toByte = foldl' (\n b -> 2 * n + fromEnum b) 0

entropy :: Ord a => [a] -> Double
entropy xs = negate $ sum [p * logBase 2 p | (_, n) <- frequencies xs, let p = fromIntegral n / total]
  where total = fromIntegral (length xs)

report :: String -> IO ()
report txt = case build txt of
  Nothing -> putStrLn "(empty input)\n"
  Just t  -> do
    let table = codes t
        bits  = fromMaybe [] (encode table txt)
        back  = decode t bits
        n     = length txt
    printf "%-30s %4d chars, %d symbols\n" (show (take 20 txt)) n (length t)
    mapM_ row (sortBy (comparing (length . snd) <> comparing fst) (Map.toList table))
    printf "bits: %d (%.3f per char, entropy %.3f)\n" (length bits)
      (fromIntegral (length bits) / fromIntegral n :: Double) (entropy txt)
    putStrLn $ "head: " ++ show (take 40 bits)
    putStrLn $ "bytes: " ++ unwords (map (printf "%02x") (take 12 (pack bits)))
    putStrLn $ "round trip " ++ (if back == txt then "ok" else "FAILED")
    putStrLn ""
  where
    row (c, bs) = putStrLn $ "  " ++ show c ++ " -> " ++ show bs

main :: IO ()
main = do
  mapM_ report
    [ "abracadabra"
    , "she sells sea shells by the sea shore"
    , "zzzzzz"
    , ""
    ]
  let t = build (concatMap (\n -> replicate (n * n) n) [1 .. 6 :: Int])
  print (sum <$> t)
  print (fmap (maximum . fmap (* 10)) t)
  print (codes <$> t)
  print (t >>= \tr -> encode (codes tr) [6, 7])
  print [minBound .. maxBound :: Bit]
