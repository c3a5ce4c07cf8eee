-- | A small imperative language: constant folding, removal of dead code, and
-- an interpreter that counts its steps.
module Main (main) where

import qualified Data.Map.Strict as Map
import Data.Map.Strict (Map)
import qualified Data.Set as Set
import Data.Set (Set)
import System.Environment (getArgs)

type Name = Char

data BinOp = Add | Sub | Mul | Div | Lt | Eq
  deriving (Eq, Show)

data Expr
  = Num Int
  | Var Name
  | Bin BinOp Expr Expr
  | Neg Expr
  deriving (Eq, Show)

data Stmt
  = Name := Expr
  | If Expr [Stmt] [Stmt]
  | While Expr [Stmt]
  | Print Expr
  | Skip
  deriving (Eq, Show)

type Program = [Stmt]

-- Size ---------------------------------------------------------------------

exprSize :: Expr -> Int
exprSize (Num _) = 1
exprSize (Var _) = 1
exprSize (Bin _ a b) = 1 + exprSize a + exprSize b
exprSize (Neg a) = 1 + exprSize a

stmtSize :: Stmt -> Int
stmtSize (_ := e) = 1 + exprSize e
stmtSize (If c t e) = 1 + exprSize c + programSize t + programSize e
stmtSize (While c b) = 1 + exprSize c + programSize b
stmtSize (Print e) = 1 + exprSize e
stmtSize Skip = 1

programSize :: Program -> Int
programSize = sum . map stmtSize

-- Constant folding ---------------------------------------------------------

foldExpr :: Expr -> Expr
foldExpr (Bin op a b) = simplify op (foldExpr a) (foldExpr b)
foldExpr (Neg a) = case foldExpr a of
  Num n -> Num (negate n)
  Neg b -> b
  b -> Neg b
foldExpr e = e

simplify :: BinOp -> Expr -> Expr -> Expr
simplify op (Num m) (Num n)
  | Just r <- apply op m n = Num r
simplify Add (Num 0) e = e
simplify Add e (Num 0) = e
simplify Sub e (Num 0) = e
simplify Mul (Num 1) e = e
simplify Mul e (Num 1) = e
simplify Div e (Num 1) = e
simplify Add (Bin Add e (Num m)) (Num n) = Bin Add e (Num (m + n))
simplify Add (Num m) e = simplify Add e (Num m)
simplify op a b = Bin op a b

apply :: BinOp -> Int -> Int -> Maybe Int
apply Add m n = Just (m + n)
apply Sub m n = Just (m - n)
apply Mul m n = Just (m * n)
apply Div _ 0 = Nothing
apply Div m n = Just (m `div` n)
apply Lt m n = Just (fromEnum (m < n))
apply Eq m n = Just (fromEnum (m == n))

foldStmt :: Stmt -> Stmt
foldStmt (x := e) = x := foldExpr e
foldStmt (If c t e) = If (foldExpr c) (map foldStmt t) (map foldStmt e)
foldStmt (While c b) = While (foldExpr c) (map foldStmt b)
foldStmt (Print e) = Print (foldExpr e)
foldStmt Skip = Skip

-- | Takes branches whose condition is known, and drops what does nothing.
prune :: Program -> Program
prune = concatMap pruneStmt

pruneStmt :: Stmt -> [Stmt]
pruneStmt Skip = []
pruneStmt (x := Var y) | x == y = []
pruneStmt (If (Num 0) _ e) = prune e
pruneStmt (If (Num _) t _) = prune t
pruneStmt (If c t e) = [If c (prune t) (prune e)]
pruneStmt (While (Num 0) _) = []
pruneStmt (While c b) = [While c (prune b)]
pruneStmt s = [s]

-- Dead code ----------------------------------------------------------------

type Live = Set Name

exprVars :: Expr -> Live
exprVars (Num _) = Set.empty
exprVars (Var x) = Set.singleton x
exprVars (Bin _ a b) = Set.union (exprVars a) (exprVars b)
exprVars (Neg a) = exprVars a

-- | May evaluating it go wrong?
risky :: Expr -> Bool
risky (Bin Div _ (Num n)) | n /= 0 = False
risky (Bin Div _ _) = True
risky (Bin _ a b) = risky a || risky b
risky (Neg a) = risky a
risky _ = False

-- | Removes the assignments whose variable is not live, from the end to the
-- beginning; also gives what is live before.
dead :: Program -> Live -> (Program, Live)
dead [] live = ([], live)
dead (s : ss) live = (s' ++ ss', before)
  where
    (ss', after) = dead ss live
    (s', before) = deadStmt s after

deadStmt :: Stmt -> Live -> (Program, Live)
deadStmt (x := e) live
  | x `Set.member` live || risky e = ([x := e], Set.union (exprVars e) (Set.delete x live))
  | otherwise = ([], live)
deadStmt (If c t e) live = ([If c t' e'], Set.unions [exprVars c, lt, le])
  where
    (t', lt) = dead t live
    (e', le) = dead e live
deadStmt (While c b) live = ([While c b'], around)
  where
    around = Set.unions [live, exprVars c, programVars b]
    (b', _) = dead b around
deadStmt (Print e) live = ([Print e], Set.union (exprVars e) live)
deadStmt Skip live = ([], live)

-- | The variables that are read.
programVars :: Program -> Live
programVars = Set.unions . map stmtVars

stmtVars :: Stmt -> Live
stmtVars (_ := e) = exprVars e
stmtVars (If c t e) = Set.unions [exprVars c, programVars t, programVars e]
stmtVars (While c b) = Set.union (exprVars c) (programVars b)
stmtVars (Print e) = exprVars e
stmtVars Skip = Set.empty

optimise :: Program -> Program
optimise p = fst (dead (prune (map foldStmt p)) Set.empty)

-- The interpreter ----------------------------------------------------------

data State = State
  { vars :: Map Name Int
  , steps :: !Int
  , output :: [Int]
  }

eval :: State -> Expr -> Int
eval _ (Num n) = n
eval st (Var x) = Map.findWithDefault 0 x (vars st)
eval st (Bin op a b) = maybe 0 id (apply op (eval st a) (eval st b))
eval st (Neg a) = negate (eval st a)

exec :: State -> Stmt -> State
exec st s = case s of
  x := e -> st' {vars = Map.insert x (eval st e) (vars st)}
  If c t e
    | eval st c /= 0 -> execAll st' t
    | otherwise -> execAll st' e
  While c b
    | eval st c /= 0 -> exec (execAll st' b) s
    | otherwise -> st'
  Print e -> st' {output = eval st e : output st}
  Skip -> st'
  where
    st' = st {steps = steps st + 1}

execAll :: State -> Program -> State
execAll = foldl exec

run :: Program -> State
run = execAll (State Map.empty 0 [])

-- Sample programs ----------------------------------------------------------

next :: Int -> Int
next s = (s * 1103515245 + 12345) `mod` 2147483648

pick :: Int -> Int -> Int
pick s n = (s `div` 4096) `mod` n

genExpr :: Int -> Int -> Expr
genExpr depth s
  | depth == 0 || k == 0 = if even (pick (next s) 64) then Num (pick (next s) 10) else Var (genVar (next s))
  | k == 1 = Neg (genExpr (depth - 1) (next s))
  | otherwise = Bin (op (pick (s + 5) 8)) (genExpr (depth - 1) (next (s + 1))) (genExpr (depth - 1) (next (s + 2)))
  where
    k = pick s 7
    op n = case n of
      0 -> Sub
      1 -> Mul
      2 -> Div
      3 -> Lt
      4 -> Eq
      _ -> Add

genVar :: Int -> Name
genVar s = toEnum (fromEnum 'a' + pick s 8)

-- | The counters of loops are not assigned to elsewhere: they are the
-- variables from p on.
genStmt :: Int -> Int -> [Stmt]
genStmt depth s
  | k < 5 || depth == 0 = [genVar (next s) := genExpr 3 (next (s + 3))]
  | k == 5 = [Print (genExpr 2 (next (s + 4))), Skip]
  | k < 8 = [If (genExpr 2 (next (s + 5))) (genProgram 3 (depth - 1) (s + 6)) (genProgram 2 (depth - 1) (s + 7))]
  | otherwise = [i := Num 0, While (Bin Lt (Var i) (Num (1 + pick (next s) 6))) (genProgram 4 (depth - 1) (s + 8) ++ [i := Bin Add (Var i) (Num 1)])]
  where
    k = pick s 10
    i = toEnum (fromEnum 'p' + depth)

genProgram :: Int -> Int -> Int -> Program
genProgram n depth s = concatMap (genStmt depth) (take n (iterate (next . (+ 11)) (next s)))

-- Main ---------------------------------------------------------------------

checksum :: [Int] -> Int
checksum = foldr (\x acc -> (acc * 31 + x) `mod` 1000003) 1

main :: IO ()
main = do
  args <- getArgs
  let n = if null args then 50 else read (head args)
      program = genProgram n 3 42
      better = optimise program
      before = run program
      after = run better
  putStrLn ("size:   " ++ show (programSize program) ++ " -> " ++ show (programSize better))
  putStrLn ("steps:  " ++ show (steps before) ++ " -> " ++ show (steps after))
  putStrLn ("output: " ++ show (length (output before)) ++ " numbers, checksum " ++ show (checksum (output before)))
  putStrLn ("live at the start: " ++ show (Set.toList (snd (dead better Set.empty))))
  putStrLn (if output before == output after then "same output" else "DIFFERENT OUTPUT")
