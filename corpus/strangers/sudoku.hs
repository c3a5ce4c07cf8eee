module Main where

import Data.Char (digitToInt, intToDigit)
import Data.List (minimumBy, transpose, intercalate, (\\), foldl')
import Data.Ord (comparing)
import Data.Maybe (listToMaybe, mapMaybe)
import qualified Data.Map as Map
import qualified Data.Set as Set
import Control.Monad (foldM, forM_, unless, guard)

type Cell = (Int, Int)
type Cands = Map.Map Cell [Int]

data Difficulty = Trivial | Easy | Medium | Hard
  deriving (Eq, Ord, Show, Enum, Bounded)

data Puzzle = Puzzle
  { pName :: String
  , pGrid :: String
  }

cells :: [Cell]
cells = [(r, c) | r <- [0 .. 8], c <- [0 .. 8]]

units :: [[Cell]]
units = rows ++ transpose rows ++ boxes
  where
    rows  = [[(r, c) | c <- [0 .. 8]] | r <- [0 .. 8]]
    boxes = [[(r + dr, c + dc) | dr <- [0 .. 2], dc <- [0 .. 2]] | r <- [0, 3, 6], c <- [0, 3, 6]]

peers :: Map.Map Cell (Set.Set Cell)
peers = Map.fromList
  [ (x, Set.delete x . Set.unions $ [Set.fromList u | u <- units, x `elem` u]) | x <- cells ]

unitsOf :: Map.Map Cell [[Cell]]
unitsOf = Map.fromList [(x, filter (x `elem`) units) | x <- cells]

assign :: Cands -> (Cell, Int) -> Maybe Cands
assign g (x, d) = do
  ds <- Map.lookup x g
  guard (d `elem` ds)
  foldM (eliminate x) g (ds \\ [d])

eliminate :: Cell -> Cands -> Int -> Maybe Cands
eliminate x g d
  | d `notElem` ds = Just g
  | otherwise = do
      let ds' = filter (/= d) ds
          g'  = Map.insert x ds' g
      g'' <- case ds' of
        []  -> Nothing
        [o] -> foldM (\acc p -> eliminate p acc o) g' (Set.toList (peers Map.! x))
        _   -> Just g'
      foldM hidden g'' (unitsOf Map.! x)
  where
    ds = g Map.! x
    hidden acc u = case [y | y <- u, d `elem` acc Map.! y] of
      []  -> Nothing
      [y] | length (acc Map.! y) > 1 -> assign acc (y, d)
      _   -> Just acc

blank :: Cands
blank = Map.fromList (zip cells (repeat [1 .. 9]))

parse :: String -> Either String [(Cell, Int)]
parse s
  | length s /= 81 = Left ("expected 81 characters, got " ++ show (length s))
  | otherwise      = concat <$> traverse one (zip cells s)
  where
    one (x, c)
      | c `elem` ".0"      = Right []
      | c `elem` ['1'..'9'] = Right [(x, digitToInt c)]
      | otherwise          = Left ("bad character " ++ show c ++ " at " ++ show x)

-- All solutions, with the number of guesses used on the way
search :: Int -> Cands -> [(Int, Cands)]
search n g
  | null open = [(n, g)]
  | otherwise = concatMap (search (n + 1)) (mapMaybe (\d -> assign g (x, d)) ds)
  where
    open    = [(x', ds') | (x', ds'@(_:_:_)) <- Map.toList g]
    (x, ds) = minimumBy (comparing (length . snd)) open

solve :: String -> Either String (Int, Cands)
solve s = do
  givens <- parse s
  start  <- maybe (Left "contradiction in givens") Right (foldM assign blank givens)
  maybe (Left "no solution") Right (listToMaybe (search 0 start))

render :: Cands -> String
render g = intercalate "\n------+-------+------\n" (map band [0, 3, 6])
  where
    band r   = intercalate "\n" [line (r + i) | i <- [0 .. 2]]
    line r   = intercalate " | " [unwords [[sh (g Map.! (r, c + j))] | j <- [0 .. 2]] | c <- [0, 3, 6]]
    sh [d]   = intToDigit d
    sh _     = '.'

valid :: Cands -> Bool
valid g = all ((== Set.fromList [1 .. 9]) . Set.fromList . concatMap (g Map.!)) units

grade :: Int -> Difficulty
grade n
  | n == 0    = Trivial
  | n < 3     = Easy
  | n < 8     = Medium
  | otherwise = Hard

puzzles :: [Puzzle]
puzzles =
  [ Puzzle "easy" "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
  , Puzzle { pName = "harder", pGrid = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......" }
  , Puzzle "broken" ("55" ++ replicate 79 '.')
  , Puzzle "short" "123"
  , Puzzle "typo" ('x' : replicate 80 '.')
  ]

main :: IO ()
main = do
  forM_ puzzles $ \p -> do
    putStrLn ("== " ++ pName p)
    case solve (pGrid p) of
      Left err -> putStrLn ("  error: " ++ err)
      Right (guesses, g) -> do
        putStrLn (render g)
        putStrLn ("guesses: " ++ show guesses ++ " " ++ show (grade guesses))
        unless (valid g) $ putStrLn "INVALID!"
  print (foldl' (\a ds -> a * 10 + head ds) 0 . take 9 . Map.elems . snd <$> solve (pGrid (head puzzles)))
