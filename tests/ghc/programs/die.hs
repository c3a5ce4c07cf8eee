-- A state monad of one's own, and actions that are done many times.
module Main where

import Control.Monad (forM_, replicateM, replicateM_, when)

newtype State s a = State { runState :: s -> (a, s) }

instance Functor (State s) where
  fmap f (State g) = State $ \s -> let (a, t) = g s in (f a, t)

instance Applicative (State s) where
  pure a = State $ \s -> (a, s)
  State f <*> State g = State $ \s -> let (h, t) = f s; (a, u) = g t in (h a, u)

instance Monad (State s) where
  State g >>= f = State $ \s -> let (a, t) = g s in runState (f a) t

get :: State s s
get = State $ \s -> (s, s)

put :: s -> State s ()
put s = State $ \_ -> ((), s)

modify :: (s -> s) -> State s ()
modify f = State $ \s -> ((), f s)

state :: (s -> (a, s)) -> State s a
state = State

evalState :: State s a -> s -> a
evalState m s = fst (runState m s)

step :: Int -> (Int, Int)
step s = let t = (s * 1103515245 + 12345) `mod` 2147483648 in (t `div` 65536 `mod` 6 + 1, t)

roll :: State Int Int
roll = state step

rolls :: Int -> State Int [Int]
rolls n = sequence (replicate n roll)

pair :: State Int (Int, Int)
pair = (,) <$> roll <*> roll

counted :: Int -> State (Int, Int) Int
counted n = do
  replicateM_ n (modify (\(a, b) -> (b, a + b)))
  (a, _) <- get
  when (a > 100) $ put (0, 1)
  return a

main :: IO ()
main = do
  print (evalState (rolls 10) 42)
  print (evalState (replicateM 5 pair) 7)
  print (runState (counted 10) (0, 1), runState (counted 20) (0, 1))
  forM_ [1 .. 3 :: Int] $ \n -> print (evalState (replicateM n (state step)) n)
  print (replicateM 2 "ab", sequence [Just 1, Just (2 :: Int)], replicateM 3 (Just 'x'))
