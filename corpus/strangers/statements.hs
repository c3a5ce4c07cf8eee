module Main where

import Control.Monad
import Data.Char
import Data.List (intercalate)
import qualified Data.Map as M

data Op = Add | Sub | Mul | Div | Mod
  deriving (Eq, Ord, Show, Enum, Bounded)

data Expr
  = Lit Int | Var String | Neg Expr | Bin Op Expr Expr
  deriving (Eq, Show)

data Stmt = String := Expr | Print Expr
  deriving (Eq, Show)

infix 1 :=

data Instr = Push Int | Load String | Store String | Op Op | Negate | Out
  deriving (Eq, Show)

data Error = Unbound String | DivByZero | Underflow Instr | Syntax String
  deriving (Eq, Show)

-- Lexer and parser ----------------------------------------------------

data Tok = TNum Int | TId String | TSym Char deriving (Eq, Show)

tokenize :: String -> Either Error [Tok]
tokenize [] = Right []
tokenize s@(c:cs)
  | isSpace c = tokenize cs
  | isDigit c, (ds, rest) <- span isDigit s = (TNum (read ds) :) <$> tokenize rest
  | isAlpha c, (v, rest) <- span isAlphaNum s = (TId v :) <$> tokenize rest
  | c `elem` "+-*/%()=" = (TSym c :) <$> tokenize cs
  | otherwise = Left (Syntax ("unexpected " ++ [c]))

opTable :: [[(Char, Op)]]
opTable = [[('+', Add), ('-', Sub)], [('*', Mul), ('/', Div), ('%', Mod)]]

stmt :: [Tok] -> Either Error Stmt
stmt toks = case toks of
  (TId "print" : ts)    -> Print <$> whole ts
  (TId v : TSym '=' : ts) -> (v :=) <$> whole ts
  _                     -> Left (Syntax "expected statement")
  where
    whole ts = do
      (e, rest) <- level opTable ts
      unless (null rest) . Left . Syntax $ "leftover " ++ show (head rest)
      return e

level :: [[(Char, Op)]] -> [Tok] -> Either Error (Expr, [Tok])
level [] ts = factor ts
level (ops:tighter) ts = level tighter ts >>= uncurry loop
  where
    loop l (TSym c : rest)
      | Just op <- lookup c ops = do
          (r, rest') <- level tighter rest
          loop (Bin op l r) rest'
    loop l rest = Right (l, rest)

factor :: [Tok] -> Either Error (Expr, [Tok])
factor (TNum n : ts)   = Right (Lit n, ts)
factor (TId v : ts)    = Right (Var v, ts)
factor (TSym '-' : ts) = do { (e, r) <- factor ts; Right (Neg e, r) }
factor (TSym '(' : ts) = do
  (e, rest) <- level opTable ts
  case rest of
    TSym ')' : rest' -> Right (e, rest')
    _                -> Left (Syntax "missing )")
factor _ = Left (Syntax "expected factor")

-- Optimiser and compiler ------------------------------------------------

simplify :: Expr -> Expr
simplify (Neg e) = case simplify e of
  Lit n  -> Lit (negate n)
  Neg e' -> e'
  e'     -> Neg e'
simplify (Bin op a b) = go op (simplify a) (simplify b)
  where
    go Add (Lit 0) e = e
    go Add e (Lit 0) = e
    go Mul (Lit 1) e = e
    go Mul e (Lit 1) = e
    go o (Lit x) (Lit y) | Right z <- arith o x y = Lit z
    go o x y = Bin o x y
simplify e = e

compile :: Stmt -> [Instr]
compile (v := e)  = expr e ++ [Store v]
compile (Print e) = expr e ++ [Out]

expr :: Expr -> [Instr]
expr (Lit n)      = [Push n]
expr (Var v)      = [Load v]
expr (Neg e)      = expr e ++ [Negate]
expr (Bin op a b) = expr a ++ expr b ++ [Op op]

-- Machine -----------------------------------------------------------------

data VM = VM { stack :: [Int], env :: M.Map String Int, output :: [Int] } deriving Show

arith :: Op -> Int -> Int -> Either Error Int
arith Div _ 0 = Left DivByZero
arith Mod _ 0 = Left DivByZero
arith op a b  = Right (f a b)
  where f = case op of { Add -> (+); Sub -> (-); Mul -> (*); Div -> div; Mod -> mod }

exec :: VM -> Instr -> Either Error VM
exec vm@VM { stack = st } ins = case (ins, st) of
  (Push n, _)        -> Right vm { stack = n : st }
  (Load v, _)        -> maybe (Left (Unbound v)) (\n -> Right vm { stack = n : st }) (M.lookup v (env vm))
  (Store v, n : ns)  -> Right vm { stack = ns, env = M.insert v n (env vm) }
  (Op o, b : a : ns) -> (\n -> vm { stack = n : ns }) <$> arith o a b
  (Negate, n : ns)   -> Right vm { stack = negate n : ns }
  (Out, n : ns)      -> Right vm { stack = ns, output = n : output vm }
  _                  -> Left (Underflow ins)

runSource :: [String] -> Either Error ([Instr], VM)
runSource ls = do
  stmts <- mapM (tokenize >=> stmt) ls
  let opt (v := e)  = v := simplify e
      opt (Print e) = Print (simplify e)
      code = concatMap (compile . opt) stmts
  vm <- foldM exec (VM [] M.empty []) code
  return (code, vm)

programs :: [[String]]
programs =
  [ ["x = 2 + 3 * 4", "y = (x - 1) * -x", "print y", "print y % 7 + 0"]
  , ["a = 10", "b = a * 1 + (2 * 3 - 6)", "a = a / 3", "print a - b - 1"]
  , ["print 1 / (3 - 3)"]
  , ["print q + 1"], ["z = 4 $ 4"], ["z = 4 4"]
  , ["z = (4", "print z"]
  ]

main :: IO ()
main = do
  forM_ (zip [1 :: Int ..] programs) $ \(i, p) -> do
    putStrLn (show i ++ ": " ++ intercalate "; " p)
    case runSource p of
      Left e -> putStrLn ("   failed: " ++ show e)
      Right (code, vm) -> do
        mapM_ (putStrLn . ("     " ++) . show) code
        putStrLn ("   out " ++ show (reverse (output vm)) ++ " env " ++ show (M.toList (env vm)))
  print $ exec (VM [1] M.empty []) (Op Add)
  print [(op, either (const Nothing) Just (arith op (-17) 5)) | op <- [minBound ..]]
  print (fmap simplify (Bin Add (Var "k") (Bin Mul (Lit 0) (Lit 9)) <$ Just ()))
