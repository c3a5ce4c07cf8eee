-- | A spreadsheet: formulas are parsed, evaluated in the order of their dependencies, and the
-- sheet is rendered with totals per row and per column.
module Main (main) where

import Data.Char (chr, isAlpha, isDigit, isSpace, ord)
import Data.List (intercalate)
import Data.Map.Strict (Map)
import qualified Data.Map.Strict as Map
import System.Environment (getArgs)

type Ref = (Int, Int) -- row and column, from 0

data Op = Plus | Minus | Times | Over
  deriving (Eq, Show)

data Fun = Sum | Average | Least | Greatest | Count
  deriving (Eq, Show, Enum, Bounded)

data Expr
  = Number Int
  | Cell Ref
  | Negate Expr
  | Binary Op Expr Expr
  | Call Fun Ref Ref
  deriving (Eq, Show)

data Content
  = Blank
  | Label String
  | Formula Expr
  | Malformed String
  deriving (Eq, Show)

data Error = DivZero | Cycle | NotANumber | Syntax
  deriving (Eq, Ord, Show)

data Value
  = Nought
  | Text String
  | Value Int
  | Failed Error
  deriving (Eq, Show)

type Sheet = Map Ref Content
type Values = Map Ref Value

-- Tokens ----------------------------------------------------------------------------------------

data Token
  = TNumber Int
  | TName String
  | TSymbol Char
  deriving (Eq, Show)

tokens :: String -> [Token]
tokens [] = []
tokens s@(c : rest)
  | isSpace c = tokens rest
  | isDigit c = let (ds, more) = span isDigit s in TNumber (number ds) : tokens more
  | isAlpha c = let (name, more) = span isAlpha s in TName name : tokens more
  | otherwise = TSymbol c : tokens rest

number :: String -> Int
number = foldl (\n d -> 10 * n + ord d - ord '0') 0

-- Parsing ---------------------------------------------------------------------------------------

parseContent :: String -> Content
parseContent "" = Blank
parseContent ('=' : s) = case expr (tokens s) of
  Just (e, []) -> Formula e
  _ -> Malformed s
parseContent s
  | all isDigit s = Formula (Number (number s))
  | otherwise = Label s

expr :: [Token] -> Maybe (Expr, [Token])
expr ts = term ts >>= uncurry sumTail

sumTail :: Expr -> [Token] -> Maybe (Expr, [Token])
sumTail e (TSymbol c : ts)
  | c == '+' = term ts >>= \(e', rest) -> sumTail (Binary Plus e e') rest
  | c == '-' = term ts >>= \(e', rest) -> sumTail (Binary Minus e e') rest
sumTail e ts = Just (e, ts)

term :: [Token] -> Maybe (Expr, [Token])
term ts = factor ts >>= uncurry productTail

productTail :: Expr -> [Token] -> Maybe (Expr, [Token])
productTail e (TSymbol c : ts)
  | c == '*' = factor ts >>= \(e', rest) -> productTail (Binary Times e e') rest
  | c == '/' = factor ts >>= \(e', rest) -> productTail (Binary Over e e') rest
productTail e ts = Just (e, ts)

factor :: [Token] -> Maybe (Expr, [Token])
factor (TNumber n : rest) = Just (Number n, rest)
factor (TSymbol '-' : ts) = do
  (e, rest) <- factor ts
  Just (Negate e, rest)
factor (TSymbol '(' : ts) = case expr ts of
  Just (e, TSymbol ')' : rest) -> Just (e, rest)
  _ -> Nothing
factor (TName name : TSymbol '(' : ts) = do
  f <- lookup name functions
  (from, rest) <- ref ts
  case rest of
    TSymbol ':' : rest' -> do
      (to, rest'') <- ref rest'
      case rest'' of
        TSymbol ')' : more -> Just (Call f from to, more)
        _ -> Nothing
    _ -> Nothing
factor ts = do
  (r, rest) <- ref ts
  Just (Cell r, rest)

functions :: [(String, Fun)]
functions = [("SUM", Sum), ("AVG", Average), ("MIN", Least), ("MAX", Greatest), ("COUNT", Count)]

ref :: [Token] -> Maybe (Ref, [Token])
ref (TName [c] : TNumber n : rest) | n > 0 = Just ((n - 1, ord c - ord 'A'), rest)
ref _ = Nothing

-- Evaluation ------------------------------------------------------------------------------------

-- | The values of all cells: every cell is evaluated once, after those that it needs.
evaluate :: Sheet -> Values
evaluate sheet = foldl (visit sheet []) Map.empty (Map.keys sheet)

visit :: Sheet -> [Ref] -> Values -> Ref -> Values
visit sheet path values r
  | Map.member r values = values
  | r `elem` path = Map.insert r (Failed Cycle) values
  | otherwise = case Map.findWithDefault Blank r sheet of
      Blank -> Map.insert r Nought values
      Label s -> Map.insert r (Text s) values
      Malformed _ -> Map.insert r (Failed Syntax) values
      Formula e ->
        let values' = foldl (visit sheet (r : path)) values (references e)
        in Map.insertWith (\_ old -> old) r (eval values' e) values'

references :: Expr -> [Ref]
references e = case e of
  Number _ -> []
  Cell r -> [r]
  Negate a -> references a
  Binary _ a b -> references a ++ references b
  Call _ from to -> area from to

area :: Ref -> Ref -> [Ref]
area (r1, c1) (r2, c2) = [(r, c) | r <- [r1 .. r2], c <- [c1 .. c2]]

eval :: Values -> Expr -> Value
eval values e = case e of
  Number n -> Value n
  Cell r -> fetch values r
  Negate a -> binary Minus (Value 0) (eval values a)
  Binary op a b -> binary op (eval values a) (eval values b)
  Call f from to -> aggregate f (map (fetch values) (area from to))

fetch :: Values -> Ref -> Value
fetch values r = Map.findWithDefault Nought r values

binary :: Op -> Value -> Value -> Value
binary _ (Failed err) _ = Failed err
binary _ _ (Failed err) = Failed err
binary op a b = case (numeric a, numeric b) of
  (Just x, Just y) -> arithmetic op x y
  _ -> Failed NotANumber

numeric :: Value -> Maybe Int
numeric Nought = Just 0
numeric (Value n) = Just n
numeric _ = Nothing

arithmetic :: Op -> Int -> Int -> Value
arithmetic Plus x y = Value ((x + y) `mod` 1000000)
arithmetic Minus x y = Value (x - y)
arithmetic Times x y = Value ((x * y) `mod` 1000000)
arithmetic Over _ 0 = Failed DivZero
arithmetic Over x y = Value (x `div` y)

aggregate :: Fun -> [Value] -> Value
aggregate f vs = case [err | Failed err <- vs] of
  err : _ -> Failed err
  [] -> case (f, [n | Value n <- vs]) of
    (Count, ns) -> Value (length ns)
    (Sum, ns) -> Value (sum ns `mod` 1000000)
    (_, []) -> Failed DivZero
    (Average, ns) -> Value (sum ns `div` length ns)
    (Least, ns) -> Value (minimum ns)
    (Greatest, ns) -> Value (maximum ns)

-- Totals and rendering --------------------------------------------------------------------------

columns :: Int
columns = 8

rowTotal :: Values -> Int -> Value
rowTotal values r = aggregate Sum [fetch values (r, c) | c <- [0 .. columns - 1]]

columnTotal :: Values -> Int -> Int -> Int
columnTotal values rows c = sum [n | r <- [0 .. rows - 1], Value n <- [fetch values (r, c)]]

render :: Value -> String
render Nought = ""
render (Text s) = s
render (Value n) = show n
render (Failed DivZero) = "#DIV/0"
render (Failed Cycle) = "#CYCLE"
render (Failed NotANumber) = "#VALUE"
render (Failed Syntax) = "#SYNTAX"

padLeft :: Int -> String -> String
padLeft width s = replicate (width - length s) ' ' ++ s

renderRow :: Values -> Int -> String
renderRow values r = intercalate " | " (map (padLeft 7) (cells ++ [render (rowTotal values r)]))
  where cells = [render (fetch values (r, c)) | c <- [0 .. columns - 1]]

showExpr :: Expr -> String
showExpr e = case e of
  Number n -> show n
  Cell r -> showRef r
  Negate a -> '-' : showExpr a
  Binary op a b -> "(" ++ showExpr a ++ [symbol op] ++ showExpr b ++ ")"
  Call f from to -> name f ++ "(" ++ showRef from ++ ":" ++ showRef to ++ ")"
  where name f = head [s | (s, g) <- functions, g == f]

symbol :: Op -> Char
symbol Plus = '+'
symbol Minus = '-'
symbol Times = '*'
symbol Over = '/'

showRef :: Ref -> String
showRef (r, c) = chr (ord 'A' + c) : show (r + 1)

-- The job ---------------------------------------------------------------------------------------

-- | What somebody may have typed into a cell.
typed :: Ref -> Int -> String
typed (row, col) x = case x `mod` 12 of
  0 -> ""
  1 -> "item " ++ show (x `mod` 100)
  2 | row > 3 -> "=SUM(" ++ cell 0 (row - 3) ++ ":" ++ cell col (row - 1) ++ ")"
  3 | row > 1 -> "=" ++ cell (x `mod` columns) (row - 1) ++ " * 3 - " ++ cell col (row - 2)
  4 | row > 1 -> "=-(" ++ cell col (row - 1) ++ " + 7) / " ++ cell (x `mod` columns) (row - 2)
  5 | row > 0 -> "=MAX(" ++ cell 0 (row - 1) ++ ":" ++ cell (col `div` 2) (row - 1) ++ ") + 1"
  6 | row > 1 -> "=AVG(" ++ cell col (row - 2) ++ ":" ++ cell col (row - 1) ++ ")+COUNT(A1:H1)"
  7 | x `mod` 5 == 0 -> "=" ++ cell col (row + 1) ++ "+ 1"
  8 | x `mod` 35 == 0 -> "=3 * (4 +"
  _ -> show (x `mod` 1000)
  where cell c r = showRef (r, c)

randoms :: Int -> [Int]
randoms = map (`div` 65536) . tail . iterate (\x -> (x * 1103515245 + 12345) `mod` 2147483648)

main :: IO ()
main = do
  args <- getArgs
  let rows = case args of
        a : _ -> read a
        [] -> 100
      refs = [(r, c) | r <- [0 .. rows - 1], c <- [0 .. columns - 1]]
      sheet = Map.fromList (zip refs (map parseContent (zipWith typed refs (randoms 11))))
      values = evaluate sheet
      formulas = [e | Formula e <- Map.elems sheet]
      errors err = length (filter (== Failed err) (Map.elems values))
  mapM_ (putStrLn . renderRow values) [0 .. min 9 (rows - 1)]
  putStrLn (intercalate " | " [padLeft 7 (show (columnTotal values rows c)) | c <- [0 .. columns - 1]])
  putStrLn ("rendered: " ++ show (sum (map (length . renderRow values) [0 .. rows - 1])))
  putStrLn ("formulas: " ++ show (length formulas) ++ ", references "
    ++ show (sum (map (length . references) formulas))
    ++ ", characters " ++ show (sum (map (length . showExpr) formulas)))
  putStrLn ("reparsed: " ++ show (length [e | e <- formulas, parseContent ('=' : showExpr e) == Formula e]))
  putStrLn ("errors: " ++ show [(err, errors err) | err <- [DivZero, Cycle, NotANumber, Syntax]])
