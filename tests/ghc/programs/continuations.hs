module Main (main) where

import Data.Char (isDigit, isSpace, ord)
import Data.List (intercalate)

-- Readers that are told how to go on, each of which hands a larger continuation to the next.
data Value = Null | Flag Bool | Number Int | Text String | Row [Value] | Record [(String, Value)]
  deriving (Eq, Show)

type Next a b = a -> String -> Either String b

value :: String -> Next Value b -> Either String b
value s k = case skip s of
  'n' : 'u' : 'l' : 'l' : r -> k Null r
  't' : 'r' : 'u' : 'e' : r -> k (Flag True) r
  'f' : 'a' : 'l' : 's' : 'e' : r -> k (Flag False) r
  '"' : r -> text r (\t -> k (Text t))
  '[' : r -> case skip r of
    ']' : u -> k (Row []) u
    u -> elements u (\vs -> k (Row vs))
  '{' : r -> case skip r of
    '}' : u -> k (Record []) u
    u -> members u (\ms -> k (Record ms))
  '-' : r -> number r (\n -> k (Number (negate n)))
  r@(c : _)
    | isDigit c -> number r (\n -> k (Number n))
    | otherwise -> Left ("unexpected " ++ [c])
  [] -> Left "unexpected end"

elements :: String -> Next [Value] b -> Either String b
elements s k = value s (\v r -> case skip r of
  ',' : u -> elements u (\vs -> k (v : vs))
  ']' : u -> k [v] u
  u -> Left ("expected , or ] at " ++ take 5 u))

members :: String -> Next [(String, Value)] b -> Either String b
members s k = case skip s of
  '"' : r -> text r (\name u -> case skip u of
    ':' : w -> value w (\v x -> case skip x of
      ',' : y -> members y (\ms -> k ((name, v) : ms))
      '}' : y -> k [(name, v)] y
      y -> Left ("expected , or } at " ++ take 5 y))
    w -> Left ("expected : at " ++ take 5 w))
  u -> Left ("expected a name at " ++ take 5 u)

text :: String -> Next String b -> Either String b
text s k = case s of
  '"' : r -> k [] r
  '\\' : 'n' : r -> text r (\t -> k ('\n' : t))
  '\\' : c : r -> text r (\t -> k (c : t))
  c : r -> text r (\t -> k (c : t))
  [] -> Left "open string"

number :: String -> Next Int b -> Either String b
number s k = go 0 s
  where
    go n (c : r) | isDigit c = go (10 * n + ord c - ord '0') r
    go n r = k n r

skip :: String -> String
skip = dropWhile isSpace

-- What is to be shown of it, read in the same way.
data Path = Here | Field String Path | Each Path | Only String Value Path

path :: String -> Next Path b -> Either String b
path s k = case s of
  '.' : r -> text (takeWhile (`notElem` ".[?") r ++ "\"") (\name _ ->
    path (dropWhile (`notElem` ".[?") r) (\p -> k (Field name p)))
  '[' : ']' : r -> path r (\p -> k (Each p))
  '?' : r -> case break (== '=') r of
    (name, '=' : w) -> value w (\v x -> path x (\p -> k (Only name v p)))
    _ -> Left "expected ="
  r -> k Here r

parsed :: (String -> Next a a -> Either String a) -> String -> Either String a
parsed reader s = reader s (\v r -> if all isSpace r then Right v else Left ("rest " ++ take 5 r))

select :: Path -> Value -> [Value]
select Here v = [v]
select (Field name p) (Record ms) = maybe [] (select p) (lookup name ms)
select (Each p) (Row vs) = concatMap (select p) vs
select (Each p) (Record ms) = concatMap (select p . snd) ms
select (Only name v p) (Record ms) | lookup name ms == Just v = select p (Record ms)
select _ _ = []

render :: Value -> String
render Null = "null"
render (Flag b) = if b then "true" else "false"
render (Number n) = show n
render (Text s) = show s
render (Row vs) = "[" ++ intercalate "," (map render vs) ++ "]"
render (Record ms) = "{" ++ intercalate "," [show k ++ ":" ++ render v | (k, v) <- ms] ++ "}"

answer :: String -> String -> String
answer question source = case parsed path question of
  Left e -> "path: " ++ e
  Right p -> case parsed value source of
    Left e -> "value: " ++ e
    Right v -> unwords (map render (select p v))

stock :: String
stock =
  "{ \"items\": [ {\"name\": \"plum\", \"count\": 3, \"fresh\": true},\n"
    ++ "  {\"name\": \"say \\\"pear\\\"\", \"count\": -4, \"fresh\": false},\n"
    ++ "  {\"name\": \"fig\", \"count\": 3, \"tags\": [null, [], {}, [1, [2, [3]]]]} ] }"

main :: IO ()
main = do
  mapM_ (\q -> putStrLn (q ++ " => " ++ answer q stock))
    ["", ".items[].name", ".items[]?count=3.name", ".items[].tags[]", ".items[][]", "?x", "!"]
  mapM_ (putStrLn . answer "") ["[1, 2", "{\"a\" 1}", "[tru]", "\"open", "[1] 2", "{1}", ""]
