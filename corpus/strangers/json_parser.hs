module Main where

import Control.Applicative
import Data.Char
import Data.Functor (($>), void)
import Data.List (intercalate)

-- JSON by parser combinators.

newtype Parser a = Parser { runParser :: String -> Maybe (a, String) }

instance Functor Parser where
  fmap f (Parser p) = Parser $ \s -> case p s of
    Nothing -> Nothing
    Just (a, rest) -> Just (f a, rest)

instance Applicative Parser where
  pure x = Parser $ \s -> Just (x, s)
  Parser pf <*> Parser pa = Parser $ \s -> case pf s of
    Nothing -> Nothing
    Just (f, rest) -> case pa rest of
      Nothing -> Nothing
      Just (a, rest') -> Just (f a, rest')

instance Monad Parser where
  Parser p >>= f = Parser $ \s -> case p s of
    Nothing -> Nothing
    Just (a, rest) -> runParser (f a) rest

instance Alternative Parser where
  empty = Parser (const Nothing)
  Parser p <|> Parser q = Parser $ \s -> case p s of
    Nothing -> q s
    r -> r

satisfy :: (Char -> Bool) -> Parser Char
satisfy ok = Parser f
  where
    f (c : cs) | ok c = Just (c, cs)
    f _ = Nothing

char :: Char -> Parser Char
char = satisfy . (==)

string :: String -> Parser String
string = traverse char

spaces :: Parser ()
spaces = void (many (satisfy isSpace))

token :: Parser a -> Parser a
token p = p <* spaces

symbol :: Char -> Parser Char
symbol = token . char

sepBy :: Parser a -> Parser b -> Parser [a]
sepBy p s = sepBy1 p s <|> pure []

sepBy1 :: Parser a -> Parser b -> Parser [a]
sepBy1 p s = (:) <$> p <*> many (s *> p)

between :: Parser a -> Parser b -> Parser c -> Parser c
between l r p = l *> p <* r

data Json
  = Null
  | Bool Bool
  | Number Int
  | Str String
  | Array [Json]
  | Object [(String, Json)]
  deriving (Show, Eq)

json :: Parser Json
json = token value
  where
    value = Null <$ string "null"
      <|> Bool True <$ string "true"
      <|> Bool False <$ string "false"
      <|> Number <$> number
      <|> Str <$> stringLit
      <|> Array <$> between (symbol '[') (char ']') (sepBy json (symbol ','))
      <|> Object <$> between (symbol '{') (char '}') (sepBy pair (symbol ','))
    pair = do
      k <- token stringLit
      _ <- symbol ':'
      v <- json
      return (k, v)

number :: Parser Int
number = do
  sign <- optional (char '-')
  ds <- some (satisfy isDigit)
  let n = read ds
  pure (maybe n (const (negate n)) sign)

stringLit :: Parser String
stringLit = char '"' *> many chr' <* char '"'
  where
    chr' = (char '\\' *> escape) <|> satisfy (\c -> c /= '"' && c /= '\\')
    escape = ('\n' <$ char 'n') <|> char '"' <|> char '\\'

render :: Json -> String
render Null = "null"
render (Bool b) = map toLower (show b)
render (Number n) = show n
render (Str s) = show s
render (Array js) = "[" ++ intercalate "," (map render js) ++ "]"
render (Object kvs) = "{" ++ intercalate "," [show k ++ ":" ++ render v | (k, v) <- kvs] ++ "}"

depth :: Json -> Int
depth (Array js) = 1 + maximum (0 : map depth js)
depth (Object kvs) = 1 + maximum (0 : map (depth . snd) kvs)
depth _ = 0

parseJson :: String -> Maybe Json
parseJson s = case runParser (spaces *> json) s of
  Just (j, "") -> Just j
  _ -> Nothing

-- arithmetic with chainl1
expr, termP, factor :: Parser Int
expr = chainl1 termP ((+) <$ symbol '+' <|> (-) <$ symbol '-')
termP = chainl1 factor ((*) <$ symbol '*')
factor = token number <|> between (symbol '(') (symbol ')') expr

chainl1 :: Parser a -> Parser (a -> a -> a) -> Parser a
chainl1 p op = p >>= rest
  where
    rest a = (do f <- op; b <- p; rest (f a b)) <|> pure a

main :: IO ()
main = do
  mapM_ (putStrLn . maybe "no parse" (\j -> render j ++ " depth " ++ show (depth j)) . parseJson)
    [ "{ \"a\" : [1, 2, -3], \"b\": {\"c\": null, \"d\": true } }"
    , "[]"
    , "[[[\"x\\n\\\"y\"]]] "
    , "{\"a\": }"
    , "  false"
    ]
  print (map (fmap fst . runParser expr) ["1 + 2 * 3", "(1 + 2) * 3 - 4", "x", "2 * (3 + 4) * 5"])
