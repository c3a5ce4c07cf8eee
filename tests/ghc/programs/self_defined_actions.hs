-- Local actions and functions that are defined by themselves, without parameters: what they are is
-- known by their types alone.
module Main where

newtype Counter a = Counter { runCounter :: Int -> (a, Int) }

instance Functor Counter where
  fmap f m = Counter $ \n -> let (x, k) = runCounter m n in (f x, k)

instance Applicative Counter where
  pure x = Counter $ \n -> (x, n)
  m <*> k = Counter $ \n ->
    let (f, a) = runCounter m n
        (x, b) = runCounter k a
    in (f x, b)

instance Monad Counter where
  m >>= f = Counter $ \n -> let (x, k) = runCounter m n in runCounter (f x) k

tick :: Counter Int
tick = Counter $ \n -> (n, n + 1)

upTo :: Int -> Counter Int
upTo limit = do
  let loop = do
        n <- tick
        if n >= limit then return n else loop
  first <- loop
  second <- again
  return (first * 100 + second)
  where
    again = tick >>= \n -> if even (n + limit) then pure n else again

pingPong :: Int -> Counter String
pingPong limit = ping
  where
    ping = do
      n <- tick
      rest <- if n > limit then return "" else pong
      return ('i' : rest)
    pong = do
      n <- tick
      rest <- if n > limit then return "" else ping
      return ('o' : rest)

newtype Parser a = Parser { parse :: String -> Maybe (a, String) }

items :: Char -> Parser [Char]
items c = many'
  where
    many' = Parser $ \s -> case s of
      x : rest | x == c -> fmap (\(xs, r) -> (x : xs, r)) (parse many' rest)
      _ -> Just ([], s)

main :: IO ()
main = do
  print (runCounter (upTo 5) 0)
  print (fst (runCounter (pingPong 6) 0))
  print (parse (items 'a') "aaab")
