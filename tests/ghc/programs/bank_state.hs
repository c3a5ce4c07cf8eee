{-# LANGUAGE GeneralizedNewtypeDeriving #-}
module Main (main) where

import Control.Monad
import qualified Data.IntMap.Strict as IM
import Data.Bits (shiftL, shiftR, xor, (.&.))
import System.Environment (getArgs)
import Text.Printf (printf)

------------------------------------------------------------------------
-- A state monad

newtype State s a = State { runState :: s -> (a, s) }

instance Functor (State s) where
  fmap = liftM

instance Applicative (State s) where
  pure x = State $ \s -> (x, s)
  (<*>)  = ap

instance Monad (State s) where
  m >>= k = State $ \s -> let (a, s') = runState m s in s' `seq` runState (k a) s'

get :: State s s
get = State $ \s -> (s, s)

gets :: (s -> a) -> State s a
gets f = f <$> get

put :: s -> State s ()
put s = State (const ((), s))

modify' :: (s -> s) -> State s ()
modify' f = do { s <- get; put $! f s }

execState :: State s a -> s -> s
execState m = snd . runState m

------------------------------------------------------------------------
-- The bank

newtype Cents = Cents Int
  deriving (Eq, Ord, Num)

instance Show Cents where
  show (Cents c) = sign ++ show q ++ "." ++ pad (show r)
    where
      sign = if c < 0 then "-" else ""
      (q, r) = abs c `divMod` 100
      pad s = replicate (2 - length s) '0' ++ s

newtype AccountId = AccountId { unId :: Int } deriving (Eq, Ord)

instance Show AccountId where
  showsPrec _ (AccountId i) = showString "#" . shows i

data Account = Account
  { owner   :: String
  , balance :: !Cents
  , opCount :: !Int
  } deriving Show

data Failure = NoSuchAccount AccountId
             | Insufficient AccountId Cents
             deriving Show

data Bank = Bank
  { accounts :: !(IM.IntMap Account)
  , rng      :: !Int
  , failures :: [Failure]
  , nFailed  :: !Int
  , steps    :: !Int
  }

type Sim = State Bank

-- xorshift
nextRandom :: Int -> Sim Int
nextRandom bound = do
  x0 <- gets rng
  let x1 = x0 `xor` (x0 `shiftL` 13 .&. 0xFFFFFFFF)
      x2 = x1 `xor` (x1 `shiftR` 17)
      x3 = x2 `xor` (x2 `shiftL` 5 .&. 0xFFFFFFFF)
  modify' $ \b -> b { rng = x3 }
  return (x3 `mod` bound)

lookupAccount :: AccountId -> Sim (Either Failure Account)
lookupAccount i = gets (maybe (Left (NoSuchAccount i)) Right . IM.lookup (unId i) . accounts)

adjust :: AccountId -> Cents -> Sim ()
adjust (AccountId i) amount = modify' $ \b ->
  b { accounts = IM.adjust bump i (accounts b) }
  where bump a = a { balance = balance a + amount, opCount = opCount a + 1 }

deposit, withdraw :: AccountId -> Cents -> Sim (Either Failure ())
deposit i amount = lookupAccount i >>= either (return . Left) (\_ -> Right <$> adjust i amount)
withdraw i amount = do
  found <- lookupAccount i
  case found of
    Left e -> return (Left e)
    Right a
      | balance a < amount -> return (Left (Insufficient i (amount - balance a)))
      | otherwise          -> Right <$> adjust i (negate amount)

transfer :: AccountId -> AccountId -> Cents -> Sim (Either Failure ())
transfer from to amount = do
  dest <- lookupAccount to
  case dest of
    Left e  -> pure (Left e)
    Right _ -> withdraw from amount >>= \r -> case r of
      Right () -> deposit to amount
      failed   -> pure failed

record :: Either Failure () -> Sim ()
record (Right ()) = modify' (\b -> b { steps = steps b + 1 })
record (Left f)   = modify' (\b -> b { steps = steps b + 1
                                     , failures = f : failures b
                                     , nFailed = nFailed b + 1 })

step :: Int -> Sim ()
step nAccts = do
  [kind, a, b] <- mapM nextRandom [10, nAccts + 1, nAccts]
  amount <- Cents <$> nextRandom 50000
  record =<< case kind of
    k | k < 2     -> deposit (AccountId a) amount
      | k < 5     -> withdraw (AccountId a) amount
      | otherwise -> transfer (AccountId a) (AccountId b) amount
  day <- gets steps
  when (day `mod` 1000 == 0) interest
  where
    interest = modify' $ \b -> b { accounts = IM.map accrue (accounts b) }
    accrue acc | Cents c <- balance acc = acc { balance = Cents (c + c `div` 200) }

instance MonadFail (State s) where
  fail = error

main :: IO ()
main = do
  args <- getArgs
  let n = case args of
            [s] -> read s
            _   -> 2000
      names  = ["ada", "bob", "cyd", "dan", "eve", "fay", "gus", "hal"]
      nAccts = 40
      open i = (i, Account (cycle names !! i ++ show i) (Cents 100000) 0)
      bank0  = Bank (IM.fromList (map open [0 .. nAccts - 1])) 2463534242 [] 0 0
      bank   = execState (replicateM_ n (step nAccts)) bank0
  printf "%d steps, %d failed\n" (steps bank) (nFailed bank)
  forM_ (take 10 (IM.toList (accounts bank))) $ \(i, a) ->
    printf "%-4s %-8s %14s %7d\n" (show (AccountId i)) (owner a) (show (balance a)) (opCount a)
  putStrLn ("total " ++ show (sum (map balance (IM.elems (accounts bank)))))
  mapM_ print (take 5 (failures bank))
