-- | A small JSON tool: generates a document, parses it, normalises it, runs a
-- few queries over it and prints it again, compactly and indented.
module Main (main) where

import Data.Char (chr, isDigit, isSpace, ord)
import Data.List (foldl', intercalate, sortBy)
import Data.Maybe (fromMaybe, mapMaybe)
import Data.Ord (comparing)
import System.Environment (getArgs)

data Json
  = JNull
  | JBool Bool
  | JNum Int
  | JStr String
  | JArr [Json]
  | JObj [(String, Json)]
  deriving (Eq, Show)

-- | One step of a query path.
data Step
  = Key String
  | Index Int
  | Each
  deriving (Eq, Show)

-- Parsing --------------------------------------------------------------

type Parser a = String -> Maybe (a, String)

skipSpace :: String -> String
skipSpace = dropWhile isSpace

parseJson :: String -> Maybe Json
parseJson text = case parseValue (skipSpace text) of
  Just (v, rest) | null (skipSpace rest) -> Just v
  _ -> Nothing

parseValue :: Parser Json
parseValue ('n' : 'u' : 'l' : 'l' : rest) = Just (JNull, rest)
parseValue ('t' : 'r' : 'u' : 'e' : rest) = Just (JBool True, rest)
parseValue ('f' : 'a' : 'l' : 's' : 'e' : rest) = Just (JBool False, rest)
parseValue ('"' : rest) = do
  (s, rest') <- parseString rest
  Just (JStr s, rest')
parseValue ('[' : rest) = case skipSpace rest of
  ']' : rest' -> Just (JArr [], rest')
  rest' -> do
    (vs, rest'') <- parseElements rest'
    Just (JArr vs, rest'')
parseValue ('{' : rest) = case skipSpace rest of
  '}' : rest' -> Just (JObj [], rest')
  rest' -> do
    (ms, rest'') <- parseMembers rest'
    Just (JObj ms, rest'')
parseValue ('-' : rest) = do
  (n, rest') <- parseNumber rest
  Just (JNum (negate n), rest')
parseValue text = do
  (n, rest) <- parseNumber text
  Just (JNum n, rest)

parseNumber :: Parser Int
parseNumber text = case span isDigit text of
  ([], _) -> Nothing
  (digits, rest) -> Just (foldl' (\n c -> 10 * n + ord c - ord '0') 0 digits, rest)

-- | The characters up to the closing quote.
parseString :: Parser String
parseString ('"' : rest) = Just ([], rest)
parseString ('\\' : c : rest) = do
  (cs, rest') <- parseString rest
  Just (unescape c : cs, rest')
parseString (c : rest) = do
  (cs, rest') <- parseString rest
  Just (c : cs, rest')
parseString [] = Nothing

unescape :: Char -> Char
unescape 'n' = '\n'
unescape 't' = '\t'
unescape c = c

parseElements :: Parser [Json]
parseElements text = do
  (v, rest) <- parseValue text
  case skipSpace rest of
    ',' : rest' -> do
      (vs, rest'') <- parseElements (skipSpace rest')
      Just (v : vs, rest'')
    ']' : rest' -> Just ([v], rest')
    _ -> Nothing

parseMembers :: Parser [(String, Json)]
parseMembers ('"' : text) = do
  (k, rest) <- parseString text
  case skipSpace rest of
    ':' : rest' -> do
      (v, rest'') <- parseValue (skipSpace rest')
      case skipSpace rest'' of
        ',' : more -> do
          (ms, end) <- parseMembers (skipSpace more)
          Just ((k, v) : ms, end)
        '}' : end -> Just ([(k, v)], end)
        _ -> Nothing
    _ -> Nothing
parseMembers _ = Nothing

-- Normalising ----------------------------------------------------------

-- | Members that are null go, keys are sorted.
normalise :: Json -> Json
normalise (JArr vs) = JArr (map normalise vs)
normalise (JObj ms) =
  JObj (sortBy (comparing fst) [(k, normalise v) | (k, v) <- ms, v /= JNull])
normalise v = v

-- | Applies a function to every number.
mapNumbers :: (Int -> Int) -> Json -> Json
mapNumbers f (JNum n) = JNum (f n)
mapNumbers f (JArr vs) = JArr (map (mapNumbers f) vs)
mapNumbers f (JObj ms) = JObj [(k, mapNumbers f v) | (k, v) <- ms]
mapNumbers _ v = v

-- Queries --------------------------------------------------------------

query :: [Step] -> Json -> [Json]
query [] v = [v]
query (Key k : steps) (JObj ms) = maybe [] (query steps) (lookup k ms)
query (Index i : steps) (JArr vs)
  | v : _ <- drop i vs = query steps v
query (Each : steps) (JArr vs) = concatMap (query steps) vs
query (Each : steps) (JObj ms) = concatMap (query steps . snd) ms
query _ _ = []

toNumber :: Json -> Maybe Int
toNumber (JNum n) = Just n
toNumber _ = Nothing

depth :: Json -> Int
depth (JArr vs) = 1 + maximum (0 : map depth vs)
depth (JObj ms) = 1 + maximum (0 : map (depth . snd) ms)
depth _ = 0

countNodes :: Json -> Int
countNodes (JArr vs) = 1 + sum (map countNodes vs)
countNodes (JObj ms) = 1 + sum (map (countNodes . snd) ms)
countNodes _ = 1

-- Printing -------------------------------------------------------------

render :: Json -> String
render JNull = "null"
render (JBool b) = if b then "true" else "false"
render (JNum n) = show n
render (JStr s) = quote s
render (JArr vs) = "[" ++ intercalate "," (map render vs) ++ "]"
render (JObj ms) = "{" ++ intercalate "," (map member ms) ++ "}"
  where
    member (k, v) = quote k ++ ":" ++ render v

pretty :: Int -> Json -> String
pretty ind (JArr vs) | not (null vs) =
  "[\n" ++ intercalate ",\n" [indent (ind + 2) ++ pretty (ind + 2) v | v <- vs]
    ++ "\n" ++ indent ind ++ "]"
pretty ind (JObj ms) | not (null ms) =
  "{\n" ++ intercalate ",\n" (map member ms) ++ "\n" ++ indent ind ++ "}"
  where
    member (k, v) = indent (ind + 2) ++ quote k ++ ": " ++ pretty (ind + 2) v
pretty _ v = render v

indent :: Int -> String
indent n = replicate n ' '

quote :: String -> String
quote s = "\"" ++ concatMap escape s ++ "\""

escape :: Char -> String
escape '"' = "\\\""
escape '\\' = "\\\\"
escape '\n' = "\\n"
escape '\t' = "\\t"
escape c = [c]

-- Input ----------------------------------------------------------------

next :: Int -> Int
next s = (s * 1103515245 + 12345) `mod` 2147483648

-- | A document with n orders.
sampleText :: Int -> String
sampleText n =
  "{ \"version\": 3, \"orders\": [" ++ intercalate " ,\n" (orders n 42) ++ "], \"next\": null }"

orders :: Int -> Int -> [String]
orders 0 _ = []
orders n s = order n s : orders (n - 1) (next (next s))

order :: Int -> Int -> String
order n s =
  "{ \"id\": " ++ show n
    ++ ", \"customer\": \"" ++ name (s `div` 64)
    ++ "\", \"note\": " ++ note
    ++ ", \"paid\": " ++ (if even (s `div` 1024) then "true" else "false")
    ++ ", \"items\": [" ++ intercalate ", " (items (s `div` 4096 `mod` 5) (next s))
    ++ "] }"
  where
    note
      | s `div` 256 `mod` 3 == 0 = "null"
      | otherwise = "\"say \\\"hi\\\"\\n\""

items :: Int -> Int -> [String]
items 0 _ = []
items n s =
  ("{\"qty\": " ++ show (s `div` 512 `mod` 9 - 1) ++ ", \"price\": " ++ show (s `div` 2048 `mod` 1000) ++ "}")
    : items (n - 1) (next s)

name :: Int -> String
name s = [chr (ord 'a' + s `mod` 26), chr (ord 'a' + s `div` 26 `mod` 26), 'x']

-- Report ---------------------------------------------------------------

checksum :: String -> Int
checksum = foldl' (\h c -> (h * 31 + ord c) `mod` 1000000007) 7

report :: Json -> [String]
report doc =
  [ "nodes:    " ++ show (countNodes doc) ++ " -> " ++ show (countNodes tidy)
  , "depth:    " ++ show (depth tidy)
  , "quantity: " ++ show (sum quantities)
  , "dearest:  " ++ show (maximum (0 : prices))
  , "raised:   " ++ show (sum (numbersAt pricePath raised))
  , "first id: " ++ show (numbersAt [Key "orders", Index 0, Key "id"] tidy)
  , "compact:  " ++ show (length compact) ++ " " ++ show (checksum compact)
  , "pretty:   " ++ show (length indented) ++ " " ++ show (checksum indented)
  , "again:    " ++ show (parseJson indented == Just tidy)
  ]
  where
    tidy = normalise doc
    raised = mapNumbers (\n -> n + n `div` 10) tidy
    pricePath = [Key "orders", Each, Key "items", Each, Key "price"]
    numbersAt path v = mapMaybe toNumber (query path v)
    quantities = numbersAt [Key "orders", Each, Key "items", Each, Key "qty"] tidy
    prices = numbersAt pricePath tidy
    compact = render tidy
    indented = pretty 0 tidy

main :: IO ()
main = do
  args <- getArgs
  let n = case args of
        [a] -> read a
        _ -> 50
  mapM_ putStrLn (report (fromMaybe JNull (parseJson (sampleText n))))
