module Main where

import Data.Maybe (fromMaybe)
import qualified Data.Map as Map
import Control.Monad (replicateM, forM, mapM_, zipWithM_)

newtype State s a = State { runState :: s -> (a, s) }

instance Functor (State s) where
  fmap f m = State $ \s -> let (a, s') = runState m s in (f a, s')

instance Applicative (State s) where
  pure a = State $ \s -> (a, s)
  mf <*> mx = State $ \s ->
    let (f, s1) = runState mf s
        (x, s2) = runState mx s1
    in (f x, s2)

instance Monad (State s) where
  return = pure
  m >>= k = State $ \s -> let (a, s') = runState m s in runState (k a) s'

get :: State s s
get = State $ \s -> (s, s)

put :: s -> State s ()
put s = State $ \_ -> ((), s)

modify :: (s -> s) -> State s ()
modify f = get >>= put . f

gets :: (s -> a) -> State s a
gets f = fmap f get

evalState :: State s a -> s -> a
evalState m s = fst (runState m s)

execState :: State s a -> s -> s
execState m s = snd (runState m s)

-- fresh labels for a tree
data Tree a = Leaf a | Branch (Tree a) (Tree a) deriving Show

relabel :: Tree a -> State Int (Tree (Int, a))
relabel (Leaf a) = do
  n <- get
  put (n + 1)
  return (Leaf (n, a))
relabel (Branch l r) = Branch <$> relabel l <*> relabel r

-- random numbers
type Gen = Int

roll :: Int -> State Gen Int
roll sides = do
  modify (\g -> (g * 1103515245 + 12345) `mod` 2147483648)
  g <- get
  return (1 + g `div` 65536 `mod` sides)

-- memoized fibonacci
fibM :: Int -> State (Map.Map Int Integer) Integer
fibM n
  | n < 2 = return (fromIntegral n)
  | otherwise = do
      memo <- gets (Map.lookup n)
      case memo of
        Just v -> return v
        Nothing -> do
          a <- fibM (n - 1)
          b <- fibM (n - 2)
          let v = a + b
          modify (Map.insert n v)
          return v

-- a stack machine
data Instr = Push Int | Add | Mul | Dup | Swap | Pop | JmpZ Int | Jmp Int
  deriving (Show, Eq)

data VM = VM { pc :: Int, stack :: [Int], trace :: [String] }

runVM :: [Instr] -> State VM Int
runVM prog = do
  vm <- get
  if pc vm >= length prog
    then return (head (stack vm ++ [0]))
    else do
      let i = prog !! pc vm
      put (execInstr i vm { pc = pc vm + 1, trace = show i : trace vm })
      runVM prog

execInstr :: Instr -> VM -> VM
execInstr (Push n) vm = vm { stack = n : stack vm }
execInstr Add vm@VM { stack = a : b : r } = vm { stack = a + b : r }
execInstr Mul vm@VM { stack = a : b : r } = vm { stack = a * b : r }
execInstr Dup vm@VM { stack = a : r } = vm { stack = a : a : r }
execInstr Swap vm@VM { stack = a : b : r } = vm { stack = b : a : r }
execInstr Pop vm = vm { stack = drop 1 (stack vm) }
execInstr (JmpZ t) vm@VM { stack = a : r }
  | a == 0 = vm { pc = t, stack = r }
  | otherwise = vm { stack = r }
execInstr (Jmp t) vm = vm { pc = t }
execInstr _ vm = vm

main :: IO ()
main = do
  print (evalState (relabel (Branch (Leaf 'x') (Branch (Leaf 'y') (Leaf 'z')))) 10)
  let (rolls, g) = runState (replicateM 10 (roll 6)) 42
  print rolls
  print g
  print (evalState (fibM 90) Map.empty)
  let (r, vm) = runState (runVM [Push 5, Push 1, Swap, Dup, JmpZ 11, Dup, Push (-1), Add, Swap, Pop, Jmp 3, Pop]) (VM 0 [] [])
  print r
  print (length (trace vm), take 3 (reverse (trace vm)))
  print (execState (mapM_ (\x -> modify (+ x)) [1 .. 100]) 0)
  zipWithM_ (\i s -> putStrLn (show i ++ ". " ++ s)) [1 :: Int ..] ["one", "two", "three"]
