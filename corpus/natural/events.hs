-- | Reports on a web server's event log: sessions per user, response times,
-- errors and a histogram of the load.
module Main (main) where

import Data.Char (isDigit, ord)
import Data.List (foldl', groupBy, intercalate, sort, sortBy, sortOn)
import Data.Function (on)
import Data.Maybe (mapMaybe)
import Data.Ord (comparing)
import System.Environment (getArgs)

data Level = Debug | Info | Warning | Error
  deriving (Eq, Ord, Show, Enum, Bounded)

data Action
  = Login
  | Logout
  | View Int
  | Buy Int Int -- ^ article and quantity
  deriving (Eq, Show)

data Event = Event
  { time :: Int -- ^ seconds
  , level :: Level
  , user :: Int
  , action :: Action
  , millis :: Int
  }
  deriving (Eq, Show)

-- Parsing --------------------------------------------------------------

-- | Reads a line such as @12:03:59 INFO u17 buy 3 2 120ms@.
parseLine :: String -> Maybe Event
parseLine line = case words line of
  t : l : ('u' : u) : rest -> do
    t' <- parseTime t
    l' <- parseLevel l
    u' <- parseInt u
    (a, ms) <- parseAction rest
    Just (Event t' l' u' a ms)
  _ -> Nothing

parseTime :: String -> Maybe Int
parseTime t = case splitOn ':' t of
  [h, m, s] -> do
    h' <- parseInt h
    m' <- parseInt m
    s' <- parseInt s
    if m' < 60 && s' < 60 then Just (3600 * h' + 60 * m' + s') else Nothing
  _ -> Nothing

parseLevel :: String -> Maybe Level
parseLevel "DEBUG" = Just Debug
parseLevel "INFO" = Just Info
parseLevel "WARN" = Just Warning
parseLevel "ERROR" = Just Error
parseLevel _ = Nothing

parseAction :: [String] -> Maybe (Action, Int)
parseAction ["login", ms] = do
  n <- parseMillis ms
  Just (Login, n)
parseAction ["logout", ms] = do
  n <- parseMillis ms
  Just (Logout, n)
parseAction ["view", a, ms] = do
  a' <- parseInt a
  n <- parseMillis ms
  Just (View a', n)
parseAction ["buy", a, q, ms] = do
  a' <- parseInt a
  q' <- parseInt q
  n <- parseMillis ms
  Just (Buy a' q', n)
parseAction _ = Nothing

parseMillis :: String -> Maybe Int
parseMillis s = case span isDigit s of
  (ds@(_ : _), "ms") -> parseInt ds
  _ -> Nothing

parseInt :: String -> Maybe Int
parseInt s
  | not (null s) && all isDigit s = Just (foldl' (\n c -> 10 * n + ord c - ord '0') 0 s)
  | otherwise = Nothing

splitOn :: Char -> String -> [String]
splitOn c s = case break (== c) s of
  (a, _ : rest) -> a : splitOn c rest
  (a, []) -> [a]

-- Sessions -------------------------------------------------------------

data Session = Session
  { owner :: Int
  , start :: Int
  , end :: Int
  , events :: [Event]
  }
  deriving (Show)

-- | The sessions of every user: a gap of more than so many seconds or a
-- logout ends one.
sessions :: Int -> [Event] -> [Session]
sessions gap es = concatMap (userSessions gap) (groupBy ((==) `on` user) byUser)
  where
    byUser = sortBy (comparing user <> comparing time) es

userSessions :: Int -> [Event] -> [Session]
userSessions _ [] = []
userSessions gap (e : es) =
  Session (user e) (time e) (time (last mine)) mine : userSessions gap others
  where
    (more, others) = takeSession gap e es
    mine = e : more

takeSession :: Int -> Event -> [Event] -> ([Event], [Event])
takeSession gap e es = case es of
  e' : rest
    | action e /= Logout && time e' - time e <= gap ->
        let (mine, others) = takeSession gap e' rest
         in (e' : mine, others)
  _ -> ([], es)

duration :: Session -> Int
duration s = end s - start s

-- | What was sold in a session, unless the request failed.
revenue :: Session -> Int
revenue s = sum [price a * q | Event {level = l, action = Buy a q} <- events s, l < Error]

price :: Int -> Int
price a = 100 + 37 * a `mod` 900

-- | Whether an article was viewed, but not bought afterwards.
abandoned :: Session -> Bool
abandoned s = any isView (takeWhile (not . isBuy) (reverse (map action (events s))))
  where
    isView (View _) = True
    isView _ = False
    isBuy (Buy _ _) = True
    isBuy _ = False

-- Statistics -----------------------------------------------------------

-- | How many of the values fall into each bucket of the given width.
histogram :: Int -> [Int] -> [(Int, Int)]
histogram width = foldr count [] . sort . map (`div` width)
  where
    count b ((b', n) : rest) | b == b' = (b, n + 1) : rest
    count b rest = (b, 1) : rest

bar :: Int -> (Int, Int) -> String
bar most (b, n) = show b ++ " " ++ replicate (n * 40 `div` most) '#' ++ " " ++ show n

percentile :: Int -> [Int] -> Int
percentile _ [] = 0
percentile p sorted = sorted !! (p * (length sorted - 1) `div` 100)

mean :: [Int] -> Int
mean [] = 0
mean xs = sum xs `div` length xs

-- Input ----------------------------------------------------------------

next :: Int -> Int
next s = (s * 1103515245 + 12345) `mod` 2147483648

-- | The lines of a log; a few are broken.
logLines :: Int -> Int -> Int -> [String]
logLines 0 _ _ = []
logLines n t s = logLine t s : logLines (n - 1) (t + s `div` 65536 `mod` 50) (next (next s))

logLine :: Int -> Int -> String
logLine t s
  | s `div` 4096 `mod` 23 == 0 = "-- log rotated --"
  | otherwise = unwords ([clock t, lvl, "u" ++ show (s `div` 1024 `mod` 40)] ++ act ++ [ms])
  where
    s' = next s
    lvl = case s' `div` 2048 `mod` 8 of
      0 -> "DEBUG"
      1 -> "WARN"
      2 -> "ERROR"
      _ -> "INFO"
    article = show (s' `div` 128 `mod` 50)
    act = case s' `div` 16384 `mod` 7 of
      0 -> ["login"]
      1 -> ["logout"]
      2 -> ["buy", article, show (1 + s' `div` 512 `mod` 3)]
      3 -> ["ping"]
      _ -> ["view", article]
    ms = show (5 + s' `div` 256 `mod` 97 * (s `div` 256 `mod` 13)) ++ "ms"

clock :: Int -> String
clock t = intercalate ":" [two (t `div` 3600), two (t `div` 60 `mod` 60), two (t `mod` 60)]

two :: Int -> String
two n
  | n < 10 = '0' : show n
  | otherwise = show n

-- Report ---------------------------------------------------------------

report :: [String] -> [String]
report ls =
  [ "lines:     " ++ show (length ls) ++ ", understood " ++ show (length es)
  , "levels:    " ++ unwords [show l ++ "=" ++ show (countLevel l) | l <- [minBound .. maxBound]]
  , "response:  mean " ++ show (mean times) ++ ", median " ++ show (percentile 50 times)
      ++ ", 95% " ++ show (percentile 95 times)
  , "sessions:  " ++ show (length ss) ++ ", mean " ++ show (mean (map duration ss)) ++ "s"
  , "longest:   " ++ longest
  , "revenue:   " ++ show (sum (map revenue ss))
  , "abandoned: " ++ show (length (filter abandoned ss))
  ]
    ++ map (bar most) hours
  where
    es = mapMaybe parseLine ls
    important = filter ((> Debug) . level) es
    countLevel l = length (filter ((== l) . level) es)
    times = sort (map millis important)
    ss = sessions 900 important
    longest = case sortOn (negate . duration) ss of
      s : _ -> "u" ++ show (owner s) ++ " " ++ clock (start s) ++ "-" ++ clock (end s)
      [] -> "none"
    hours = histogram 7200 (map time es)
    most = maximum (1 : map snd hours)

main :: IO ()
main = do
  args <- getArgs
  let n = case args of
        [a] -> read a
        _ -> 200
  mapM_ putStrLn (report (logLines n 28800 7))
