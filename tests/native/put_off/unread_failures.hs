-- Much fails here that nobody needs: the amount in the head of a table, a port that is no number, the
-- mean of no numbers, a field that was left out, what stands for it in a default, a record in a map.
module Main (main) where

import qualified Data.Map as Map
import Data.Maybe (fromJust, fromMaybe)

data Row = Row { name :: String, amount :: Int }

row :: [String] -> Row
row ws = Row { name = ws !! 0, amount = read (ws !! 1) }

table :: String
table = "name amount\nbob 3\nal 4\ncy 12\n"

data Config = Config { host :: String, port :: Int, verbose :: Bool, user :: String }

config :: [(String, String)] -> Config
config given = Config { host = get "host", port = read (get "port"), verbose = get "verbose" == "yes" }
  where
    get key = fromJust (lookup key given)

describe :: Config -> String
describe c
  | verbose c = host c ++ ":" ++ show (port c)
  | otherwise = host c

data Stats = Stats { count :: Int, mean :: Int, most :: Int }

stats :: [Int] -> Stats
stats ns = Stats (length ns) (sum ns `div` length ns) (maximum ns)

shown :: Stats -> String
shown s
  | count s == 0 = "nothing"
  | otherwise = show (mean s) ++ " " ++ show (most s)

data Shape = Circle Int | Square Int | Unknown String

side :: Shape -> Int
side (Square n) = n
side (Unknown why) = error ("no side: " ++ why)

data Drawn = Drawn { shape :: Shape, width :: Int }

draw :: Shape -> Drawn
draw s = Drawn s (side s)

label :: Drawn -> String
label d = case shape d of
  Circle r -> "circle " ++ show r
  Square _ -> "square " ++ show (width d)
  Unknown why -> "unknown " ++ why

data Level = Level Int !Int

isGiven :: Maybe a -> Bool
isGiven (Just _) = True
isGiven Nothing = False

choose :: Bool -> Int -> Int -> Int
choose b x y = if b then x else y

prices :: Map.Map String Int
prices = Map.fromList [("tea", 3), ("milk", 2)]

price :: String -> Int
price what = fromMaybe (error ("no price of " ++ what)) (Map.lookup what prices)

accounts :: Map.Map String Row
accounts = Map.fromList [(k, row [k, v]) | (k, v) <- [("a", "7"), ("b", "none"), ("c", "8")]]

main :: IO ()
main = do
  let rows = map (row . words) (lines table)
      body = tail rows
  putStrLn (unwords (map name rows))
  print (sum (map amount body))
  putStrLn (describe (config [("host", "here"), ("port", "none"), ("verbose", "no")]))
  putStrLn (describe (config [("host", "there"), ("port", "80"), ("verbose", "yes")]))
  mapM_ (putStrLn . shown . stats) [[], [1, 2, 6]]
  mapM_ (putStrLn . label . draw) [Circle 1, Square 2, Unknown "thing"]
  print (choose (length rows > 3) (price "tea") (price "wine"))
  print (choose (length rows > 9) (price "coffee") (price "milk"))
  mapM_ (\(k, r) -> putStrLn (k ++ " " ++ name r)) (Map.toList accounts)
  print (sum [amount r | r <- Map.elems accounts, name r /= "b"])
  print (isGiven (Just (Level 1 (side (Unknown "level")))))
