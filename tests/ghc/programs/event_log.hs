-- An event log: generate the lines, parse them, group them into sessions
-- and compute some statistics.
module Main where

import           Data.Char (isDigit)
import           Data.Either (partitionEithers)
import qualified Data.IntMap.Strict as IntMap
import           Data.List (foldl', intercalate, sortBy)
import qualified Data.Map.Strict as Map
import           Data.Map.Strict (Map)
import           Data.Maybe (mapMaybe)
import           Data.Ord (Down (..), comparing)
import           System.Environment (getArgs)
import           Text.Printf (printf)

data Level = Debug | Info | Warning | Failure
  deriving (Eq, Ord, Show, Enum, Bounded)

data Action
  = Login
  | Logout
  | View String
  | Purchase Int
  deriving (Eq, Show)

data Event = Event
  { time   :: !Int
  , level  :: !Level
  , user   :: String
  , action :: Action
  } deriving (Eq, Show)

data ParseError = ParseError { lineNo :: Int, reason :: String }

instance Show ParseError where
  show (ParseError n r) = "line " ++ show n ++ ": " ++ r

-- Generating ------------------------------------------------------------

generate :: Int -> [String]
generate n = zipWith line [1 .. n] (iterate next 2024)
  where next s = (s * 48271 + 11) `mod` 2147483647

line :: Int -> Int -> String
line k s
  | s `mod` 97 == 0 = "corrupt " ++ show s
  | s `mod` 89 == 0 = intercalate ";" [show (k * 20), "LOUD", who, "login"]
  | otherwise       = intercalate ";" [show (k * 20 + s `mod` 19), lvl, who, act]
  where
    who = "user" ++ show (s `div` 128 `mod` 200)
    lvl = ["debug", "info", "info", "info", "warning", "failure"] !! (s `div` 16 `mod` 6)
    act = case s `div` 1024 `mod` 9 of
      0 -> "login"
      1 -> "logout"
      2 -> "purchase " ++ show (s `mod` 500)
      m -> "view /page/" ++ show (m * (s `div` 4096 `mod` 5))

-- Parsing ---------------------------------------------------------------

splitOn :: Char -> String -> [String]
splitOn c s = case break (== c) s of
  (a, [])       -> [a]
  (a, _ : rest) -> a : splitOn c rest

parseLine :: Int -> String -> Either ParseError Event
parseLine n s = case splitOn ';' s of
  [t, l, u, a] -> Event <$> number t <*> parseLevel l <*> pure u <*> parseAction a
  fields       -> failWith ("expected 4 fields, found " ++ show (length fields))
  where
    failWith = Left . ParseError n

    number ds
      | not (null ds) && all isDigit ds = Right (read' ds)
      | otherwise = failWith ("not a number: " ++ ds)
    read' = foldl' (\acc d -> acc * 10 + fromEnum d - fromEnum '0') 0

    parseLevel l = maybe (failWith ("unknown level " ++ l)) Right (lookup l levels)
    levels = [("debug", Debug), ("info", Info), ("warning", Warning), ("failure", Failure)]

    parseAction a = case words a of
      ["login"]       -> Right Login
      ["logout"]      -> Right Logout
      ["view", p]     -> Right (View p)
      ["purchase", m] -> Purchase <$> number m
      _               -> failWith ("unknown action " ++ a)

-- Grouping --------------------------------------------------------------

groupOn :: Ord k => (a -> k) -> [a] -> Map k [a]
groupOn f = foldr (\x -> Map.insertWith (++) (f x) [x]) Map.empty

data Session = Session
  { owner  :: String
  , start  :: Int
  , end    :: Int
  , steps  :: [Event]
  }

instance Show Session where
  show s = owner s ++ "@" ++ show (start s) ++ "+" ++ show (duration s)
           ++ "[" ++ show (length (steps s)) ++ "]"

duration :: Session -> Int
duration s = end s - start s

-- | A session ends with a logout or after a long gap.
sessions :: Int -> [Event] -> [Session]
sessions gap = mapMaybe mk . chunks
  where
    chunks [] = []
    chunks (e : es) = let (xs, rest) = go e es in (e : xs) : chunks rest
    go prev es
      | action prev == Logout = ([], es)
    go _ [] = ([], [])
    go prev (e : es)
      | time e - time prev > gap = ([], e : es)
      | otherwise                = let (xs, rest) = go e es in (e : xs, rest)
    mk []         = Nothing
    mk es@(e : _) = Just (Session (user e) (time e) (time (last es)) es)

-- Statistics ------------------------------------------------------------

data Stats = Stats { count :: !Int, total :: !Int, biggest :: !Int }

instance Semigroup Stats where
  Stats a b c <> Stats a' b' c' = Stats (a + a') (b + b') (max c c')

instance Monoid Stats where
  mempty = Stats 0 0 0

stat :: Int -> Stats
stat x = Stats 1 x x

mean :: Stats -> Double
mean (Stats 0 _ _) = 0
mean (Stats c t _) = fromIntegral t / fromIntegral c

instance Show Stats where
  show s = printf "count %d, mean %.2f, max %d" (count s) (mean s) (biggest s)

revenue :: [Event] -> Int
revenue es = sum [m | Purchase m <- map action es]

pageViews :: [Event] -> Map String Int
pageViews es = Map.fromListWith (+) [(p, 1) | View p <- map action es]

top :: Int -> Map k Int -> [(k, Int)]
top k = take k . sortBy (comparing (Down . snd)) . Map.toList

histogram :: Int -> [Int] -> [String]
histogram width xs = [pad (show (k * width)) ++ " " ++ bar c | (k, c) <- IntMap.toList buckets]
  where
    buckets = IntMap.fromListWith (+) [(min 9 (x `div` width), 1) | x <- xs]
    most    = maximum (IntMap.elems buckets)
    bar c   = replicate ((c * 40 + most - 1) `div` most) '#'
    pad s   = replicate (6 - length s) ' ' ++ s

main :: IO ()
main = do
  args <- getArgs
  let n = case args of
        [s] -> read s
        _   -> 200
      (errors, events) = partitionEithers (zipWith parseLine [1 ..] (generate n))
      relevant = filter ((/= Debug) . level) events
      byUser   = groupOn user relevant
      visits   = concatMap (sessions 5000) (Map.elems byUser)
      lengths  = map (length . steps) visits
  putStrLn (show (length events) ++ " events, " ++ show (length errors) ++ " errors")
  mapM_ print (take 3 errors)
  mapM_ (\(l, es) -> putStrLn (show l ++ ": " ++ show (length es))) (Map.toList (groupOn level events))
  putStrLn ("revenue: " ++ show (revenue relevant))
  print (top 3 (Map.map revenue byUser))
  print (top 4 (pageViews relevant))
  putStrLn ("sessions: " ++ show (length visits))
  print (take 3 visits)
  putStrLn ("durations: " ++ show (foldMap (stat . duration) visits))
  putStrLn ("lengths:   " ++ show (foldMap stat lengths))
  mapM_ putStrLn (histogram 2 lengths)
