-- Parsers that are put together by recursion, so that their functions are values at run time.
module Main where

import Data.Char
newtype Parser a = Parser { runParser :: String -> Maybe (a, String) }
instance Functor Parser where fmap f (Parser p) = Parser $ \s -> case p s of { Nothing -> Nothing; Just (a, r) -> Just (f a, r) }
instance Applicative Parser where
  pure x = Parser $ \s -> Just (x, s)
  Parser pf <*> Parser pa = Parser $ \s -> case pf s of { Nothing -> Nothing; Just (f, r) -> case pa r of { Nothing -> Nothing; Just (a, r') -> Just (f a, r') } }
instance Monad Parser where
  p >>= f = Parser $ \s -> case runParser p s of { Nothing -> Nothing; Just (a, r) -> runParser (f a) r }
(<||>) :: Parser a -> Parser a -> Parser a
Parser a <||> Parser b = Parser $ \s -> case a s of { Nothing -> b s; r -> r }
satisfy :: (Char -> Bool) -> Parser Char
satisfy ok = Parser f where { f (c : cs) | ok c = Just (c, cs); f _ = Nothing }
char :: Char -> Parser Char
char = satisfy . (==)
many1, many0 :: Parser a -> Parser [a]
many1 p = (:) <$> p <*> many0 p
many0 p = many1 p <||> pure []
spaces :: Parser ()
spaces = () <$ many0 (satisfy isSpace)
token :: Parser a -> Parser a
token p = p <* spaces
data E = N Int | Add E E | Mul E E | Neg E deriving (Show, Eq)
number, factor, term, expr :: Parser E
number = N . read <$> token (many1 (satisfy isDigit))
factor = number <||> (Neg <$> (sym '-' *> factor)) <||> (sym '(' *> expr <* sym ')')
sym :: Char -> Parser Char
sym = token . char
term = chainl1 factor (Mul <$ sym '*')
expr = chainl1 term (Add <$ sym '+')
chainl1 :: Parser a -> Parser (a -> a -> a) -> Parser a
chainl1 p op = p >>= rest where rest x = (do { f <- op; y <- p; rest (f x y) }) <||> pure x
eval :: E -> Int
eval (N n) = n
eval (Add a b) = eval a + eval b
eval (Mul a b) = eval a * eval b
eval (Neg a) = negate (eval a)
choice :: [Parser a] -> Parser a
choice = foldr (<||>) (Parser (const Nothing))
main :: IO ()
main = do
  print (runParser expr "1 + 2 * (3 + 4) * -5")
  print (fmap (eval . fst) (runParser expr (concat (replicate 200 "(1 + 2 * 3) + ") ++ "7")))
  print (fmap fst (runParser (choice (map char "abc")) "cab"))
  print (fmap fst (runParser (sequence [char 'a', char 'b', satisfy isDigit]) "ab7"))
