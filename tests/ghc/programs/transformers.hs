{-# LANGUAGE FlexibleContexts, GeneralizedNewtypeDeriving #-}
-- Monad transformers of mtl: a stack with a state, a log and errors, and newtypes that derive.
module Main where

import Control.Arrow (first, (&&&))
import Control.Monad.Except
import Control.Monad.Reader
import Control.Monad.State
import Control.Monad.Writer
import qualified Data.Bifunctor as Bifunctor
import qualified Data.Map as Map

newtype Machine a = Machine { unMachine :: StateT [Int] (Either String) a }
  deriving (Functor, Applicative, Monad, MonadState [Int], MonadError String)

pop :: Machine Int
pop = do
  stack <- get
  case stack of
    [] -> throwError "empty"
    x : rest -> put rest >> return x

step :: String -> Machine ()
step "+" = (+) <$> pop <*> pop >>= \x -> modify (x :)
step "*" = (*) <$> pop <*> pop >>= \x -> modify (x :)
step s = modify (read s :)

runMachine :: [String] -> Either String Int
runMachine = fmap fst . (`runStateT` []) . unMachine . (\ss -> mapM_ step ss >> pop)

type Eval = ReaderT (Map.Map String Int) (ExceptT String (Writer [String]))

variable :: String -> Eval Int
variable x = do
  tell ["look for " ++ x]
  found <- asks (Map.lookup x)
  maybe (throwError ("no " ++ x)) return found

total :: [String] -> Eval Int
total xs = do
  ns <- mapM variable xs
  when (sum ns > 10) $ lift (lift (tell ["large"]))
  local (Map.insert "z" 100) ((+ sum ns) <$> variable "z")

evaluate :: Eval a -> (Either String a, [String])
evaluate m = runWriter (runExceptT (runReaderT m (Map.fromList [("x", 5), ("y", 7)])))

label :: [String] -> State (Int, Map.Map String Int) [Int]
label = mapM $ \s -> do
  (n, known) <- get
  case Map.lookup s known of
    Just k -> return k
    Nothing -> do
      put (n + 1, Map.insert s n known)
      return n

-- The context gives what its superclass says of the monad.
class MonadState [Int] m => Stacked m where
  title :: m String

instance Stacked Machine where
  title = return "machine"

titled :: Stacked m => Int -> m (String, Int)
titled x = do
  modify (x :)
  depth <- gets length
  t <- title
  return (t, depth)

main :: IO ()
main = do
  print (fst <$> runStateT (unMachine (mapM titled [7, 8])) [1])
  print (runMachine (words "2 3 + 4 *"))
  print (runMachine (words "2 +"))
  print (evaluate (total ["x", "y"]))
  print (evaluate (total ["x", "q"]))
  print (evalState (label (words "a b a c b")) (0, Map.empty))
  print (map (Bifunctor.bimap length show) [Left "abc", Right (3 :: Int)])
  print (Bifunctor.second (* 2) ('c', 4 :: Int), Bifunctor.first negate (1 :: Int, 'd'))
  print (Bifunctor.first show (Left 5 :: Either Int Bool))
  print (first (+ 1) ((length &&& sum) [1, 2, 3 :: Int]))
  print (execState (forM_ [1 .. 10 :: Int] (\n -> unless (odd n) (modify (+ n)))) 0)
