-- Functions that only evaluation chooses: out of Maybe and Either, by conditions, in records, as
-- results of a parser, captured with what they need.
module Main where

import Control.Applicative
import Data.Char (isDigit, isSpace)
import qualified Data.Map as Map

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

token :: Parser a -> Parser a
token p = p <* many (satisfy isSpace)

symbol :: Char -> Parser Char
symbol = token . satisfy . (==)

number :: Parser Int
number = read <$> token (some (satisfy isDigit))

chainl1 :: Parser a -> Parser (a -> a -> a) -> Parser a
chainl1 p op = p >>= rest
  where
    rest a = (do { f <- op; b <- p; rest (f a b) }) <|> pure a

expr, term, factor :: Parser Int
expr = chainl1 term ((+) <$ symbol '+' <|> (-) <$ symbol '-')
term = chainl1 factor ((*) <$ symbol '*' <|> safeDiv <$ symbol '/')
factor = number <|> symbol '(' *> expr <* symbol ')'

safeDiv :: Int -> Int -> Int
safeDiv a b = if b == 0 then 0 else div a b

-- Out of a table of names.
operation :: String -> Int -> Maybe (Int -> Int)
operation name n = case name of
  "add" -> Just (+ n)
  "scale" -> Just (* n)
  "clamp" -> Just (min n . max 0)
  "negate" -> Just negate
  _ -> Nothing

applyAll :: [(String, Int)] -> Int -> Either String Int
applyAll [] x = Right x
applyAll ((name, n) : more) x = case operation name n of
  Nothing -> Left ("no operation " ++ name)
  Just f -> applyAll more (f x)

-- By longer work.
data Rule = Rule { title :: String, rate :: Int -> Int, limit :: Int }

ruleOf :: [Int] -> Rule
ruleOf xs
  | sum xs > 100 = Rule { title = "high", rate = \x -> x * 2 + total, limit = 50 }
  | even total = Rule "even" (subtract total) 30
  | otherwise = Rule "odd" id 10
  where
    total = length xs

charge :: Rule -> Int -> Int
charge r x = min (limit r) (rate r x)

summary :: [Int] -> String
summary xs = title r ++ " " ++ show (map (charge r) [1, 20, 40]) ++ " " ++ show (charge r' 40)
  where
    r = ruleOf xs
    r' = r { limit = 1000 }

orders :: Map.Map String Int -> [Int] -> [Int]
orders settings xs = map (if Map.member "down" settings then negate else (+ offset)) xs
  where
    offset = Map.findWithDefault 0 "offset" settings

compose :: Either Int Char -> Int -> Int
compose e = either (\n -> (+ n)) (\c -> if c == 'd' then (* 2) else id) e

-- A result that comes out of a recursion.
firstRule :: [Int] -> Maybe (Int -> Int)
firstRule [] = Nothing
firstRule (n : ns)
  | n > 10 = Just (+ n)
  | n < 0 = Just (* n)
  | otherwise = firstRule ns

main :: IO ()
main = do
  print (map (fmap fst . runParser expr) ["1 + 2 * 3", "(1 + 2) * 3 - 4", "x", "8 / 0 + 20 / 3"])
  print (applyAll [("add", 3), ("scale", 10), ("clamp", 35), ("negate", 0)] 4)
  print (applyAll [("add", 3), ("root", 2)] 4)
  mapM_ (putStrLn . summary) [[1, 2], [1, 2, 3], [60, 70], []]
  print (orders (Map.fromList [("offset", 5)]) [1, 2], orders (Map.fromList [("down", 1)]) [1, 2])
  print (compose (Left 3) 4, compose (Right 'd') 4, compose (Right 'x') 4)
  print (map (maybe 0 ($ 7) . firstRule) [[], [3, 12], [1, -2, 50], [4]])
