{-# LANGUAGE LambdaCase #-}
module Main where

import Data.List (maximumBy, minimumBy, intercalate, foldl', unfoldr)
import Data.Maybe (isNothing, catMaybes, listToMaybe)
import Data.Ord (comparing)
import qualified Data.Map as Map

data Player = X | O deriving (Eq, Ord, Show, Enum, Bounded)

newtype Board = Board [Maybe Player] deriving (Eq, Ord)

data Outcome = Win Player | Draw | Unfinished deriving (Eq, Show)

instance Show Board where
  show (Board cs) = intercalate "\n-+-+-\n" . map (intercalate "|") . chunks 3 $ zipWith cell [1 :: Int ..] cs
    where cell n = maybe (show n) show

chunks :: Int -> [a] -> [[a]]
chunks n = unfoldr $ \case
  [] -> Nothing
  xs -> Just (splitAt n xs)

other :: Player -> Player
other X = O
other O = X

empty :: Board
empty = Board (replicate 9 Nothing)

winLines :: [[Int]]
winLines = rows ++ cols ++ [[0, 4, 8], [2, 4, 6]]
  where
    rows = chunks 3 [0 .. 8]
    cols = [[c, c + 3, c + 6] | c <- [0 .. 2]]

winner :: Board -> Maybe Player
winner (Board cs) = listToMaybe (catMaybes (map owner winLines))
  where
    owner l = case map (cs !!) l of
      (Just p : rest) | all (== Just p) rest -> Just p
      _ -> Nothing

moves :: Board -> [Int]
moves (Board cs) = [i | (i, c) <- zip [0 ..] cs, isNothing c]

place :: Player -> Board -> Int -> Board
place p (Board cs) i = case splitAt i cs of
  (before, Nothing : after) -> Board (before ++ Just p : after)
  _ -> error ("square taken: " ++ show i)

toMove :: Board -> Player
toMove b
  | odd (length (moves b)) = X
  | otherwise = O

outcome :: Board -> Outcome
outcome b
  | Just p <- winner b = Win p
  | null (moves b) = Draw
  | otherwise = Unfinished

-- Alpha-beta; score is from X's point of view and prefers quick wins.
score :: Int -> Int -> Board -> Int
score alpha beta b = case outcome b of
  Win X -> 1 + left
  Win O -> negate (1 + left)
  Draw  -> 0
  Unfinished
    | me == X   -> goMax alpha kids
    | otherwise -> goMin beta kids
  where
    left = length (moves b)
    me = toMove b
    kids = map (place me b) (moves b)
    goMax a [] = a
    goMax a (k : ks)
      | a' >= beta = a'
      | otherwise  = goMax a' ks
      where a' = max a (score a beta k)
    goMin bt [] = bt
    goMin bt (k : ks)
      | bt' <= alpha = bt'
      | otherwise    = goMin bt' ks
      where bt' = min bt (score alpha bt k)

bestMove :: Board -> Maybe Int
bestMove b
  | outcome b /= Unfinished = Nothing
  | otherwise = Just (fst (choose scored))
  where
    me = toMove b
    scored = [(m, score (-100) 100 (place me b m)) | m <- moves b]
    choose = case me of
      X -> maximumBy (comparing snd)
      O -> minimumBy (comparing snd)

playOut :: Board -> [Board]
playOut b = b : case bestMove b of
  Nothing -> []
  Just m  -> playOut (place (toMove b) b m)

parseBoard :: String -> Board
parseBoard = Board . map toCell . filter (`elem` "XO.")
  where
    toCell = \case
      'X' -> Just X
      'O' -> Just O
      _   -> Nothing

-- Count distinct reachable boards below a position, level by level.
levels :: Board -> [Int]
levels = map Map.size . takeWhile (not . Map.null) . iterate next . (`Map.singleton` (1 :: Integer))
  where
    next m = Map.fromListWith (+)
      [ (place (toMove b) b i, n) | (b, n) <- Map.toList m, outcome b == Unfinished, i <- moves b ]

main :: IO ()
main = do
  let opening = foldl' (\b (p, i) -> place p b i) empty [(X, 0), (O, 4), (X, 8)]
      game = playOut opening
  mapM_ (\b -> print b >> putStrLn "") game
  print (outcome (last game))
  mapM_ puzzle ["XX. OO. ...", "X.. .O. ..X", "O.X .X. ..O", "XOX XOO OX.", "XXX OO. ..."]
  print (levels opening)
  print [(p, other p) | p <- [minBound ..]]
  where
    puzzle s = putStrLn (s ++ ": " ++ describe (parseBoard s))
    describe b = maybe ("over, " ++ show (outcome b)) (\m -> show (toMove b) ++ " plays " ++ show (m + 1)) (bestMove b)
