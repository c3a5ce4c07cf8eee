-- | A least-recently-used cache driven by a trace, with a State monad written by hand.
module Main (main) where

import Control.Monad
import qualified Data.Map as Map

newtype State s a = State { runState :: s -> (a, s) }

instance Functor (State s) where
  fmap f (State g) = State $ \s -> let (a, s') = g s in (f a, s')

instance Applicative (State s) where
  pure a = State $ \s -> (a, s)
  State f <*> State g = State $ \s ->
    let (h, s1) = f s
        (a, s2) = g s1
    in (h a, s2)

instance Monad (State s) where
  return = pure
  State g >>= f = State $ \s -> let (a, s') = g s in runState (f a) s'

get :: State s s
get = State $ \s -> (s, s)

put :: s -> State s ()
put s = State $ \_ -> ((), s)

modify :: (s -> s) -> State s ()
modify f = get >>= put . f

evalState :: State s a -> s -> a
evalState m s = fst (runState m s)

data Cache k v = Cache
  { capacity :: Int
  , clock :: Int
  , entries :: Map.Map k (Int, v)
  , byAge :: Map.Map Int k
  , hits, misses :: Int
  }

emptyCache :: Int -> Cache k v
emptyCache n = Cache { capacity = n, clock = 0, entries = Map.empty, byAge = Map.empty, hits = 0, misses = 0 }

tick :: State (Cache k v) Int
tick = do
  c <- get
  put c { clock = clock c + 1 }
  return (clock c)

touch :: Ord k => k -> v -> State (Cache k v) ()
touch k v = do
  now <- tick
  modify $ \c ->
    let ages = case Map.lookup k (entries c) of
          Just (t, _) -> Map.delete t (byAge c)
          Nothing -> byAge c
    in c { entries = Map.insert k (now, v) (entries c), byAge = Map.insert now k ages }

evict :: Ord k => State (Cache k v) (Maybe k)
evict = do
  c <- get
  if Map.size (entries c) <= capacity c
    then return Nothing
    else do
      let (t, k) = Map.findMin (byAge c)
      put c { entries = Map.delete k (entries c), byAge = Map.delete t (byAge c) }
      return (Just k)

fetch :: Ord k => (k -> v) -> k -> State (Cache k v) (v, Maybe k)
fetch compute k = do
  c <- get
  case Map.lookup k (entries c) of
    Just (_, v) -> do
      modify (\s -> s { hits = hits s + 1 })
      touch k v
      return (v, Nothing)
    Nothing -> do
      let v = compute k
      modify (\s -> s { misses = misses s + 1 })
      touch k v
      gone <- evict
      return (v, gone)

collatz :: Int -> Int
collatz 1 = 0
collatz n
  | even n = 1 + collatz (n `div` 2)
  | otherwise = 1 + collatz (3 * n + 1)

simulate :: Int -> [Int] -> ([(Int, Maybe Int)], (Int, Int))
simulate n ks = flip evalState (emptyCache n) $ do
  rs <- forM ks (fetch collatz)
  c <- get
  return (rs, (hits c, misses c))

workload :: [Int]
workload = take 60 (map (\x -> x `mod` 17 + 1) (iterate (\x -> (x * 1103515245 + 12345) `mod` 2147483648) 42))

main :: IO ()
main = do
  forM_ [2, 4, 8, 16] $ \n -> do
    let (rs, (h, m)) = simulate n workload
    putStrLn ("capacity " ++ show n ++ ": " ++ show h ++ " hits, " ++ show m ++ " misses")
    when (n == 4) $ forM_ (take 8 rs) $ \(v, gone) ->
      putStrLn ("  value " ++ show v ++ maybe "" (\k -> ", evicted " ++ show k) gone)
    unless (h + m == length workload) $ putStrLn "lost requests!"
