-- | Reads INI files: sections, keys, comments, continuation lines; merges and prints them again.
module Main where

import Data.Char (isAlphaNum, isSpace, toLower)
import Data.List (dropWhileEnd, intercalate, isPrefixOf, sort)
import qualified Data.Map as M

type Section = M.Map String String
newtype Ini = Ini { sections :: M.Map String Section }

data ParseError = ParseError { errLine :: Int, errText :: String }

instance Show ParseError where
  show e = "line " ++ show (errLine e) ++ ": " ++ errText e

data Line
  = Blank
  | Header String
  | Pair String String
  | Continue String
  deriving (Show, Eq)

trim :: String -> String
trim = dropWhileEnd isSpace . dropWhile isSpace

stripComment :: String -> String
stripComment s = case break (`elem` ";#") s of
  (before, _) -> before

classify :: Int -> String -> Either ParseError Line
classify n raw
  | null body = Right Blank
  | isSpace (head raw) = Right (Continue body)
  | "[" `isPrefixOf` body =
      if last body == ']' then Right (Header (map toLower (trim (init (tail body)))))
      else failAt "missing ']'"
  | otherwise = case break (== '=') body of
      (_, "") -> failAt ("expected '=' after " ++ show body)
      (k, _ : v)
        | all okKey key && not (null key) -> Right (Pair (map toLower key) (trim v))
        | otherwise -> failAt ("bad key " ++ show key)
        where key = trim k
  where
    body = trim (stripComment raw)
    failAt = Left . ParseError n
    okKey c = isAlphaNum c || c `elem` "_-."

data State = State
  { current :: String
  , lastKey :: Maybe String
  , done :: M.Map String Section
  }

step :: State -> (Int, Line) -> Either ParseError State
step st (_, Blank) = Right st { lastKey = Nothing }
step st (_, Header h) = Right st { current = h, lastKey = Nothing, done = M.insertWith M.union h M.empty (done st) }
step st (_, Pair k v) = Right st { lastKey = Just k, done = M.insertWith M.union (current st) (M.singleton k v) (done st) }
step st (n, Continue v) = case lastKey st of
  Nothing -> Left (ParseError n "nothing to continue")
  Just k -> Right st { done = M.adjust (M.adjust (\old -> old ++ " " ++ v) k) (current st) (done st) }

parseIni :: String -> Either ParseError Ini
parseIni text = do
  let numbered = zip [1 ..] (lines text)
  ls <- traverse (\(n, l) -> (,) n <$> classify n l) numbered
  st <- foldlE step (State "global" Nothing M.empty) ls
  return (Ini (done st))

foldlE :: (s -> a -> Either e s) -> s -> [a] -> Either e s
foldlE _ s [] = Right s
foldlE f s (x : xs) = f s x >>= \s' -> foldlE f s' xs

render :: Ini -> String
render ini = intercalate "\n" (map section (M.toList (sections ini)))
  where
    section (name, kvs) = "[" ++ name ++ "]\n" ++ concatMap pair (M.toAscList kvs)
    pair (k, v) = k ++ " = " ++ v ++ "\n"

lookupIni :: String -> String -> Ini -> Maybe String
lookupIni s k (Ini m) = M.lookup s m >>= M.lookup k

sample :: String
sample = unlines
  [ "; settings of a server"
  , "Verbose = yes"
  , "[Server]"
  , "host = example.org   # the name"
  , "Port=8080"
  , "paths = /a"
  , "   /b"
  , "   /c"
  , ""
  , "[client]"
  , "retry-count = 3"
  , "[server]"
  , "port = 9090"
  ]

main :: IO ()
main = do
  case parseIni sample of
    Left e -> putStrLn ("error, " ++ show e)
    Right ini -> do
      putStr (render ini)
      print (lookupIni "server" "paths" ini)
      print (lookupIni "server" "nothing" ini)
      print (sort (M.keys (sections ini)))
  mapM_ (either print (putStr . render) . parseIni)
    ["[open\nx=1\n", "a = 1\nb\n", "  floating\n", "k y = 2\n", "x = 1\n"]
