-- | Symbolic derivatives: simplification, evaluation and printing.
module Main (main) where

import Data.Char (ord)
import Data.List (foldl')
import System.Environment (getArgs)

data Var = X | Y
  deriving (Eq, Ord, Show)

data Expr
  = Const Int
  | Variable Var
  | Expr :+: Expr
  | Expr :-: Expr
  | Expr :*: Expr
  | Expr :/: Expr
  | Expr :^: Int
  | Call Function Expr
  deriving (Eq, Ord, Show)

infixl 6 :+:, :-:

infixl 7 :*:, :/:

infixr 8 :^:

data Function = Sin | Cos | Exp | Log
  deriving (Eq, Ord, Show)

-- Derivatives --------------------------------------------------------------

derive :: Var -> Expr -> Expr
derive _ (Const _) = Const 0
derive v (Variable w) = Const (if v == w then 1 else 0)
derive v (a :+: b) = derive v a :+: derive v b
derive v (a :-: b) = derive v a :-: derive v b
derive v (a :*: b) = derive v a :*: b :+: a :*: derive v b
derive v (a :/: b) = (derive v a :*: b :-: a :*: derive v b) :/: (b :^: 2)
derive v (a :^: n) = Const n :*: a :^: (n - 1) :*: derive v a
derive v (Call f a) = outer f a :*: derive v a

-- | The derivative of a function, at an expression.
outer :: Function -> Expr -> Expr
outer Sin a = Call Cos a
outer Cos a = Const 0 :-: Call Sin a
outer Exp a = Call Exp a
outer Log a = Const 1 :/: a

gradient :: Expr -> (Expr, Expr)
gradient e = (simplify (derive X e), simplify (derive Y e))

-- Simplification -----------------------------------------------------------

simplify :: Expr -> Expr
simplify (a :+: b) = add (simplify a) (simplify b)
simplify (a :-: b) = sub (simplify a) (simplify b)
simplify (a :*: b) = mul (simplify a) (simplify b)
simplify (a :/: b) = divide (simplify a) (simplify b)
simplify (a :^: n) = power (simplify a) n
simplify (Call f a) = call f (simplify a)
simplify e = e

add :: Expr -> Expr -> Expr
add (Const m) (Const n) = Const (m + n)
add (Const 0) e = e
add e (Const 0) = e
add e (Const n) = add (Const n) e
add (Const m) (Const n :+: e) = add (Const (m + n)) e
add (Const m :*: a) (Const n :*: b) | a == b = mul (Const (m + n)) a
add a b
  | a == b = mul (Const 2) a
  | otherwise = a :+: b

sub :: Expr -> Expr -> Expr
sub (Const m) (Const n) = Const (m - n)
sub e (Const 0) = e
sub a (Const m :*: b) | m < 0 = add a (mul (Const (negate m)) b)
sub a b
  | a == b = Const 0
  | otherwise = a :-: b

mul :: Expr -> Expr -> Expr
mul (Const m) (Const n) = Const (m * n)
mul (Const 0) _ = Const 0
mul _ (Const 0) = Const 0
mul (Const 1) e = e
mul e (Const n) = mul (Const n) e
mul (Const m) (Const n :*: e) = mul (Const (m * n)) e
mul a (Const n :*: b) = mul (Const n) (mul a b)
mul (Const n :*: a) b = mul (Const n) (mul a b)
mul (a :^: m) (b :^: n) | a == b = power a (m + n)
mul a b
  | a == b = power a 2
  | otherwise = a :*: b

divide :: Expr -> Expr -> Expr
divide (Const 0) _ = Const 0
divide e (Const 1) = e
divide a b
  | a == b = Const 1
  | otherwise = a :/: b

power :: Expr -> Int -> Expr
power _ 0 = Const 1
power e 1 = e
power (Const m) n | n > 0 = Const (m ^ n)
power (e :^: m) n = power e (m * n)
power e n = e :^: n

call :: Function -> Expr -> Expr
call Sin (Const 0) = Const 0
call Cos (Const 0) = Const 1
call Exp (Const 0) = Const 1
call Log (Const 1) = Const 0
call Log (Call Exp e) = e
call f e = Call f e

-- Evaluation ---------------------------------------------------------------

type Point = (Double, Double)

eval :: Point -> Expr -> Double
eval _ (Const n) = fromIntegral n
eval (x, _) (Variable X) = x
eval (_, y) (Variable Y) = y
eval p (a :+: b) = eval p a + eval p b
eval p (a :-: b) = eval p a - eval p b
eval p (a :*: b) = eval p a * eval p b
eval p (a :/: b) = eval p a / eval p b
eval p (a :^: n) = eval p a ^^ n
eval p (Call f a) = function f (eval p a)

function :: Function -> Double -> Double
function Sin = sin
function Cos = cos
function Exp = exp
function Log = log

-- | The derivative by x, from two values near by.
numeric :: Point -> Expr -> Double
numeric (x, y) e = (eval (x + h, y) e - eval (x - h, y) e) / (2 * h)
  where
    h = 1e-5

-- Measures -----------------------------------------------------------------

size :: Expr -> Int
size (a :+: b) = 1 + size a + size b
size (a :-: b) = 1 + size a + size b
size (a :*: b) = 1 + size a + size b
size (a :/: b) = 1 + size a + size b
size (a :^: _) = 1 + size a
size (Call _ a) = 1 + size a
size _ = 1

depth :: Expr -> Int
depth (a :+: b) = 1 + max (depth a) (depth b)
depth (a :-: b) = 1 + max (depth a) (depth b)
depth (a :*: b) = 1 + max (depth a) (depth b)
depth (a :/: b) = 1 + max (depth a) (depth b)
depth (a :^: _) = 1 + depth a
depth (Call _ a) = 1 + depth a
depth _ = 1

mentions :: Var -> Expr -> Bool
mentions _ (Const _) = False
mentions v (Variable w) = v == w
mentions v (a :+: b) = mentions v a || mentions v b
mentions v (a :-: b) = mentions v a || mentions v b
mentions v (a :*: b) = mentions v a || mentions v b
mentions v (a :/: b) = mentions v a || mentions v b
mentions v (a :^: _) = mentions v a
mentions v (Call _ a) = mentions v a

-- Printing -----------------------------------------------------------------

pretty :: Expr -> String
pretty e = prettyPrec 0 e ""

prettyPrec :: Int -> Expr -> ShowS
prettyPrec p e = case e of
  Const n -> showParen (n < 0) (shows n)
  Variable X -> showChar 'x'
  Variable Y -> showChar 'y'
  a :+: b -> showParen (p > 6) (prettyPrec 6 a . showString " + " . prettyPrec 7 b)
  a :-: b -> showParen (p > 6) (prettyPrec 6 a . showString " - " . prettyPrec 7 b)
  a :*: b -> showParen (p > 7) (prettyPrec 7 a . showChar '*' . prettyPrec 8 b)
  a :/: b -> showParen (p > 7) (prettyPrec 7 a . showChar '/' . prettyPrec 8 b)
  a :^: n -> prettyPrec 9 a . showChar '^' . shows n
  Call f a -> showString (functionName f) . showParen True (prettyPrec 0 a)

functionName :: Function -> String
functionName Sin = "sin"
functionName Cos = "cos"
functionName Exp = "exp"
functionName Log = "log"

-- Sample expressions -------------------------------------------------------

next :: Int -> Int
next s = (s * 1103515245 + 12345) `mod` 2147483648

pick :: Int -> Int -> Int
pick s n = (s `div` 4096) `mod` n

generate :: Int -> Int -> Expr
generate d s
  | d == 0 = leaf (pick s 5)
  | otherwise = case pick s 10 of
      0 -> l :-: r
      1 -> l :*: r
      2 -> l :*: r
      3 -> l :/: (Const 2 :+: r :^: 2)
      4 -> l :^: (2 + pick (next s) 3)
      5 -> Call Sin l
      6 -> Call Cos l
      7 -> Call Log (Const 1 :+: l :^: 2)
      8 -> Call Exp (Call Sin l) :+: r
      _ -> l :+: r
  where
    l = generate (d - 1) (next (s + 1))
    r = generate (d - 1) (next (s + 2))
    leaf :: Int -> Expr
    leaf 0 = Variable Y
    leaf 1 = Const (pick (next s) 10)
    leaf 2 = Const 1
    leaf _ = Variable X

-- Main ---------------------------------------------------------------------

-- | Do two numbers agree but for rounding?
close :: Double -> Double -> Bool
close a b = abs (a - b) <= 1e-3 * max 1 (max (abs a) (abs b))

checksum :: String -> Int
checksum = foldl' (\acc c -> (acc * 31 + ord c) `mod` 1000003) 1

main :: IO ()
main = do
  args <- getArgs
  let n = case args of
        [] -> 50
        (a : _) -> read a
      exprs = [generate (2 + i `mod` 5) (next (i * 104729)) | i <- [1 .. n]]
      raw = map (derive X) exprs
      gradients = map gradient exprs
      seconds = map (simplify . derive X . fst) gradients
      point = (0.7, 1.3)
      moderate = [m | (dx, dy) <- gradients, let m = eval point dx + eval point dy, abs m < 100]
      right = [close (numeric point e) (eval point dx) | (e, (dx, _)) <- zip exprs gradients]
      same = [close (eval point e) (eval point (simplify e)) | e <- exprs]
  putStrLn ("expressions: " ++ show (sum (map size exprs)) ++ " nodes, depth " ++ show (maximum (map depth exprs)))
  putStrLn ("derivatives: " ++ show (sum (map size raw)) ++ " nodes, simplified " ++ show (sum (map (size . fst) gradients)))
  putStrLn ("second derivatives: " ++ show (sum (map size seconds)) ++ " nodes, depth " ++ show (maximum (map depth seconds)))
  putStrLn ("without y: " ++ show (length (filter (not . mentions Y . fst) gradients)))
  putStrLn ("agree: " ++ show (length (filter id right)) ++ " numerically, " ++ show (length (filter id same)) ++ " simplified")
  putStrLn ("sum of slopes: " ++ show (round (1000 * sum moderate) :: Int) ++ "/1000 of " ++ show (length moderate))
  putStrLn ("checksum: " ++ show (checksum (concatMap (pretty . fst) gradients)))
  putStrLn ("last: " ++ take 60 (pretty (snd (last gradients))))
