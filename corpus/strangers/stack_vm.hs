-- | A compiler from expressions to a stack machine, an optimiser of its code, and the machine.
module Main where

import Data.IORef ()
import Data.List (foldl', unfoldr)
import qualified Data.IntMap as IM

data Instr
  = Push Int
  | Pop
  | Dup
  | Swap
  | Add | Sub | Mul
  | Load Int
  | Store Int
  | Jump Int
  | JumpZero Int
  | Print
  | Halt
  deriving (Eq, Show)

data Expr
  = N Int
  | V String
  | Expr :+: Expr
  | Expr :-: Expr
  | Expr :*: Expr
infixl 6 :+:, :-:
infixl 7 :*:

data Stmt
  = String := Expr
  | Loop Expr [Stmt]
  | Show Expr
infix 1 :=

newtype Gen a = Gen { unGen :: (Int, [(String, Int)]) -> (a, (Int, [(String, Int)])) }

instance Functor Gen where
  fmap f g = g >>= return . f
instance Applicative Gen where
  pure x = Gen (\s -> (x, s))
  f <*> x = do { f' <- f; x' <- x; return (f' x') }
instance Monad Gen where
  m >>= k = Gen (\s -> case unGen m s of (a, s') -> unGen (k a) s')

slot :: String -> Gen Int
slot v = Gen $ \(n, vars) -> case lookup v vars of
  Just k -> (k, (n, vars))
  Nothing -> (n, (n + 1, (v, n) : vars))

compileE :: Expr -> Gen [Instr]
compileE (N n) = return [Push n]
compileE (V v) = fmap (\k -> [Load k]) (slot v)
compileE (a :+: b) = binary Add a b
compileE (a :-: b) = binary Sub a b
compileE (a :*: b) = binary Mul a b

binary :: Instr -> Expr -> Expr -> Gen [Instr]
binary op a b = do
  ca <- compileE a
  cb <- compileE b
  return (ca ++ cb ++ [op])

-- | Code at a known address.
compileS :: Int -> Stmt -> Gen [Instr]
compileS _ (v := e) = do
  c <- compileE e
  k <- slot v
  return (c ++ [Store k])
compileS _ (Show e) = (++ [Print]) <$> compileE e
compileS at (Loop e body) = do
  c <- compileE e
  let inside = at + length c + 1
  b <- compileB inside body
  let end = inside + length b + 1
  return (c ++ [JumpZero end] ++ b ++ [Jump at])

compileB :: Int -> [Stmt] -> Gen [Instr]
compileB _ [] = return []
compileB at (s : ss) = do
  c <- compileS at s
  cs <- compileB (at + length c) ss
  return (c ++ cs)

compile :: [Stmt] -> [Instr]
compile p = fst (unGen (compileB 0 p) (0, [])) ++ [Halt]

simplify :: Expr -> Expr
simplify (a :+: b) = case (simplify a, simplify b) of
  (N x, N y) -> N (x + y)
  (N 0, e) -> e
  (e, N 0) -> e
  (x, y) -> x :+: y
simplify (a :*: b) = case (simplify a, simplify b) of
  (N x, N y) -> N (x * y)
  (N 1, e) -> e
  (e, N 1) -> e
  (N 0, _) -> N 0
  (_, N 0) -> N 0
  (x, y) -> x :*: y
simplify (a :-: b) = case (simplify a, simplify b) of
  (N x, N y) -> N (x - y)
  (e, N 0) -> e
  (x, y) -> x :-: y
simplify e = e

simplifyS :: Stmt -> Stmt
simplifyS (v := e) = v := simplify e
simplifyS (Show e) = Show (simplify e)
simplifyS (Loop e b) = Loop (simplify e) (map simplifyS b)

data Machine = Machine
  { pc :: !Int
  , stack :: [Int]
  , memory :: IM.IntMap Int
  , output :: [Int]
  , count :: !Int
  }

data Outcome = Done Machine | Stuck String

run :: [Instr] -> Outcome
run code = go (Machine 0 [] IM.empty [] 0)
  where
    program = IM.fromList (zip [0 ..] code)
    go m
      | count m > 10000 = Stuck "too long"
      | otherwise = case IM.lookup (pc m) program of
          Nothing -> Stuck ("no instruction at " ++ show (pc m))
          Just Halt -> Done m
          Just i -> exec i m { pc = pc m + 1, count = count m + 1 }
    exec i m = case (i, stack m) of
      (Push n, s) -> go m { stack = n : s }
      (Pop, _ : s) -> go m { stack = s }
      (Dup, x : s) -> go m { stack = x : x : s }
      (Swap, x : y : s) -> go m { stack = y : x : s }
      (Add, y : x : s) -> go m { stack = x + y : s }
      (Sub, y : x : s) -> go m { stack = x - y : s }
      (Mul, y : x : s) -> go m { stack = x * y : s }
      (Load k, s) -> go m { stack = IM.findWithDefault 0 k (memory m) : s }
      (Store k, x : s) -> go m { stack = s, memory = IM.insert k x (memory m) }
      (Jump t, _) -> go m { pc = t }
      (JumpZero t, x : s) -> go (if x == 0 then m { pc = t, stack = s } else m { stack = s })
      (Print, x : s) -> go m { stack = s, output = x : output m }
      (_, s) -> Stuck (show i ++ " on a stack of " ++ show (length s))

factorial :: [Stmt]
factorial =
  [ "n" := N 10 :+: N 0
  , "f" := N 1
  , Loop (V "n") [ "f" := V "f" :*: V "n" :*: N 1, "n" := V "n" :-: N 1 ]
  , Show (V "f")
  ]

squares :: Int -> [Stmt]
squares k = [ "i" := N k, Loop (V "i") [ Show (V "i" :*: V "i"), "i" := V "i" :-: N 1, Loop (N 0) [] ] ]

describe :: String -> [Instr] -> IO ()
describe title code = do
  putStrLn (title ++ " (" ++ show (length code) ++ " instructions)")
  case run code of
    Stuck why -> putStrLn ("  stuck: " ++ why)
    Done m -> putStrLn ("  printed " ++ show (reverse (output m)) ++ " in " ++ show (count m) ++ " steps, memory " ++ show (IM.toList (memory m)))

main :: IO ()
main = do
  mapM_ print (zip [0 :: Int ..] (compile factorial))
  describe "factorial" (compile factorial)
  describe "factorial, simplified" (compile (map simplifyS factorial))
  describe "squares" (compile (squares 5))
  describe "forever" [Jump 0]
  describe "underflow" [Push 1, Add, Halt]
  describe "off the end" [Push 1, Dup, Swap, Pop]
  print (foldl' (+) 0 (unfoldr (\n -> if n == 0 then Nothing else Just (n `mod` 10, n `div` 10)) 98765))
