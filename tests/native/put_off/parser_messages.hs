module Main where

import Data.Char (isDigit, isSpace, isAlpha)
import System.Environment (getArgs)

newtype Parser a = Parser { runParser :: String -> Either String (a, String) }

instance Functor Parser where
  fmap f (Parser p) = Parser $ \s -> case p s of
    Left e -> Left e
    Right (a, r) -> Right (f a, r)

instance Applicative Parser where
  pure a = Parser $ \s -> Right (a, s)
  Parser pf <*> Parser pa = Parser $ \s -> case pf s of
    Left e -> Left e
    Right (f, r) -> case pa r of
      Left e -> Left e
      Right (a, r') -> Right (f a, r')

instance Monad Parser where
  Parser p >>= f = Parser $ \s -> case p s of
    Left e -> Left e
    Right (a, r) -> runParser (f a) r

data Expr = Num Int | Var String | BinOp Char Expr Expr deriving (Show, Eq)

failWith :: String -> Parser a
failWith msg = Parser $ \s -> Left (msg ++ " at '" ++ take 10 s ++ "'")

satisfy :: String -> (Char -> Bool) -> Parser Char
satisfy what ok = Parser $ \s -> case s of
  (c : cs) | ok c -> Right (c, cs)
  _ -> Left ("expected " ++ what ++ " at '" ++ take 10 s ++ "'")

(<|>) :: Parser a -> Parser a -> Parser a
Parser a <|> Parser b = Parser $ \s -> case a s of
  Left _ -> b s
  r -> r

many, some :: Parser a -> Parser [a]
many p = some p <|> pure []
some p = do { x <- p; xs <- many p; return (x : xs) }

spaces :: Parser ()
spaces = many (satisfy "space" isSpace) >> return ()

token :: Parser a -> Parser a
token p = do { x <- p; spaces; return x }

symbol :: Char -> Parser Char
symbol c = token (satisfy (show c) (== c))

number :: Parser Expr
number = token $ do
  ds <- some (satisfy "digit" isDigit)
  return (Num (read ds))

variable :: Parser Expr
variable = token (Var <$> some (satisfy "letter" isAlpha))

expr, term, factor :: Parser Expr
expr = term >>= rest
  where rest l = (do { o <- symbol '+' <|> symbol '-'; r <- term; rest (BinOp o l r) }) <|> pure l
term = factor >>= rest
  where rest l = (do { o <- symbol '*' <|> symbol '/'; r <- factor; rest (BinOp o l r) }) <|> pure l
factor = number <|> variable <|> (do { _ <- symbol '('; e <- expr; _ <- symbol ')'; return e }) <|> failWith "bad factor"

eval :: [(String, Int)] -> Expr -> Either String Int
eval _ (Num n) = Right n
eval env (Var v) = maybe (Left ("unbound " ++ v)) Right (lookup v env)
eval env (BinOp o a b) = do
  x <- eval env a
  y <- eval env b
  case o of
    '+' -> Right (x + y)
    '-' -> Right (x - y)
    '*' -> Right ((x * y) `mod` 1000003)
    _ -> if y == 0 then Left "division by zero" else Right (x `div` y)

input :: Int -> String
input n = concat [show i ++ " * (x + " ++ show (i * 7 `mod` 13) ++ ") - y / " ++ show (1 + i `mod` 5) ++ " + " | i <- [1 .. n]] ++ "1"

main :: IO ()
main = do
  args <- getArgs
  let n = case args of { (a : _) -> read a; _ -> 12000 }
  case runParser (spaces >> expr) (input n) of
    Left e -> putStrLn ("error: " ++ e)
    Right (e, r) -> do
      print (eval [("x", 3), ("y", 11)] e)
      putStrLn (take 20 r)
