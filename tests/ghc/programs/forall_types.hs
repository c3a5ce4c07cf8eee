{-# LANGUAGE RankNTypes #-}
-- `forall` within types: lenses by a synonym, a parser by continuations, arguments.
module Main where

import Data.Char (isDigit)
import Data.Functor.Const
import Data.Functor.Identity

type Lens s a = forall f. Functor f => (a -> f a) -> s -> f s

lens :: (s -> a) -> (s -> a -> s) -> Lens s a
lens found changed f s = changed s <$> f (found s)

view :: Lens s a -> s -> a
view l = getConst . l Const

over :: Lens s a -> (a -> a) -> s -> s
over l f = runIdentity . l (Identity . f)

set :: Lens s a -> a -> s -> s
set l x = over l (const x)

data Address = Address { _street :: String, _number :: Int } deriving Show
data Person = Person { _name :: String, _address :: Address } deriving Show

name :: Lens Person String
name = lens _name (\p n -> p { _name = n })

address :: Lens Person Address
address f p = (\a -> p { _address = a }) <$> f (_address p)

number :: Lens Address Int
number f a = fmap (\n -> a { _number = n }) (f (_number a))

newtype Parser a = Parser
  { run :: forall r. String -> (a -> String -> r) -> (String -> r) -> r }

instance Functor Parser where
  fmap f p = Parser (\s ok no -> run p s (ok . f) no)

instance Applicative Parser where
  pure x = Parser (\s ok _ -> ok x s)
  p <*> q = Parser (\s ok no -> run p s (\f r -> run q r (ok . f) no) no)

instance Monad Parser where
  p >>= k = Parser (\s ok no -> run p s (\x r -> run (k x) r ok no) no)

satisfy :: (Char -> Bool) -> Parser Char
satisfy f = Parser (\s ok no -> case s of
  c : r | f c -> ok c r
  _ -> no s)

orElse :: Parser a -> Parser a -> Parser a
orElse p q = Parser (\s ok no -> run p s ok (\_ -> run q s ok no))

some', many' :: Parser a -> Parser [a]
some' p = (:) <$> p <*> many' p
many' p = some' p `orElse` pure []

term :: Parser Int
term = (read <$> some' (satisfy isDigit)) `orElse` (satisfy (== '(') *> sum' <* satisfy (== ')'))

sum' :: Parser Int
sum' = do
  first <- term
  rest <- many' (satisfy (== '+') *> term)
  return (first + sum rest)

result :: Parser a -> String -> Either String a
result p s = run p s (\x r -> if null r then Right x else Left r) Left

twice :: (forall a. [a] -> [a]) -> [Int] -> [Int]
twice f = f . f

main :: IO ()
main = do
  let p = Person "Ann" (Address "Main" 12)
  putStrLn (view name p)
  print (view (address . number) p)
  print (over (address . number) (* 2) (set name "Bob" p))
  print (map (result sum') ["1+2+3", "(1+20)+(3)", "1+", ""])
  print (twice (drop 1) [1, 2, 3, 4])
