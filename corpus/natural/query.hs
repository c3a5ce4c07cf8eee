-- | A small optimiser for relational queries: pushes selections and
-- projections down, and evaluates queries on tables in memory.
module Main (main) where

import Data.List (foldl', nub, partition, sortOn)
import qualified Data.Map.Strict as Map
import System.Environment (getArgs)

-- Queries ------------------------------------------------------------------

data Table = Customers | Orders | Items
  deriving (Eq, Ord, Show)

data Column
  = CustomerId | Region | Credit
  | OrderId | OrderCustomer | Day
  | ItemOrder | Product | Quantity | Price
  deriving (Eq, Ord, Show)

data Op = Equal | Less | AtLeast
  deriving (Eq, Show)

data Operand
  = Col Column
  | Const Int
  deriving (Eq, Show)

data Cond
  = Compare Op Operand Operand
  | And Cond Cond
  | Or Cond Cond
  | Not Cond
  | Always
  deriving (Eq, Show)

data Query
  = Scan Table
  | Select Cond Query
  | Project [Column] Query
  | Join Column Column Query Query
  deriving (Eq, Show)

type Row = [(Column, Int)]

type Database = [(Table, [Row])]

columnsOf :: Table -> [Column]
columnsOf Customers = [CustomerId, Region, Credit]
columnsOf Orders = [OrderId, OrderCustomer, Day]
columnsOf Items = [ItemOrder, Product, Quantity, Price]

-- | The columns of a query's result.
schema :: Query -> [Column]
schema (Scan t) = columnsOf t
schema (Select _ q) = schema q
schema (Project cs _) = cs
schema (Join _ _ l r) = schema l ++ schema r

-- Conditions ---------------------------------------------------------------

condColumns :: Cond -> [Column]
condColumns (Compare _ a b) = operandColumns a ++ operandColumns b
condColumns (And a b) = condColumns a ++ condColumns b
condColumns (Or a b) = condColumns a ++ condColumns b
condColumns (Not a) = condColumns a
condColumns Always = []

operandColumns :: Operand -> [Column]
operandColumns (Col c) = [c]
operandColumns (Const _) = []

conjuncts :: Cond -> [Cond]
conjuncts Always = []
conjuncts (And a b) = conjuncts a ++ conjuncts b
conjuncts (Not (Or a b)) = conjuncts (Not a) ++ conjuncts (Not b)
conjuncts (Not (Not a)) = conjuncts a
conjuncts c = [c]

conjoin :: [Cond] -> Cond
conjoin [] = Always
conjoin cs = foldr1 And cs

holds :: Cond -> Row -> Bool
holds (Compare op a b) row = compareWith op (operand a row) (operand b row)
holds (And a b) row = holds a row && holds b row
holds (Or a b) row = holds a row || holds b row
holds (Not a) row = not (holds a row)
holds Always _ = True

compareWith :: Op -> Int -> Int -> Bool
compareWith Equal = (==)
compareWith Less = (<)
compareWith AtLeast = (>=)

operand :: Operand -> Row -> Int
operand (Const n) _ = n
operand (Col c) row = column c row

column :: Column -> Row -> Int
column c row = case lookup c row of
  Just v -> v
  Nothing -> error ("no column " ++ show c)

-- Rewriting ----------------------------------------------------------------

-- | Moves every conjunct of every selection down as far as it goes.
pushSelects :: Query -> Query
pushSelects = push []

push :: [Cond] -> Query -> Query
push cs (Scan t) = select cs (Scan t)
push cs (Select c q) = push (conjuncts c ++ cs) q
push cs (Project cols q) = Project cols (push cs q)
push cs (Join a b l r) = select here (Join a b (push left l) (push right r))
  where
    (left, others) = partition (within (schema l)) cs
    (right, here) = partition (within (schema r)) others

within :: [Column] -> Cond -> Bool
within cols c = all (`elem` cols) (condColumns c)

select :: [Cond] -> Query -> Query
select [] q = q
select cs q = Select (conjoin cs) q

-- | Drops columns as early as possible: keeps only the wanted ones.
pruneColumns :: Query -> Query
pruneColumns q = prune (schema q) q

prune :: [Column] -> Query -> Query
prune wanted (Scan t)
  | length kept == length (columnsOf t) = Scan t
  | otherwise = Project kept (Scan t)
  where
    kept = filter (`elem` wanted) (columnsOf t)
prune wanted (Select c q) = narrow wanted (Select c (prune (nub (wanted ++ condColumns c)) q))
prune wanted (Project cols q) = prune (filter (`elem` wanted) cols) q
prune wanted (Join a b l r) = narrow wanted (Join a b (prune need l) (prune need r))
  where
    need = nub (a : b : wanted)

narrow :: [Column] -> Query -> Query
narrow wanted q
  | all (`elem` wanted) cols = q
  | otherwise = Project (filter (`elem` wanted) cols) q
  where
    cols = schema q

-- | Puts the smaller side of each join on the left.
orderJoins :: (Table -> Int) -> Query -> Query
orderJoins card (Join a b l r)
  | estimate card l' <= estimate card r' = Join a b l' r'
  | otherwise = Join b a r' l'
  where
    l' = orderJoins card l
    r' = orderJoins card r
orderJoins card (Select c q) = Select c (orderJoins card q)
orderJoins card (Project cs q) = Project cs (orderJoins card q)
orderJoins _ (Scan t) = Scan t

optimise :: (Table -> Int) -> Query -> Query
optimise card = pruneColumns . orderJoins card . pushSelects

-- Costs --------------------------------------------------------------------

-- | The expected number of rows.
estimate :: (Table -> Int) -> Query -> Double
estimate card (Scan t) = fromIntegral (card t)
estimate card (Select c q) = selectivity c * estimate card q
estimate card (Project _ q) = estimate card q
estimate card (Join _ _ l r) = max el er * min 1 (min el er / 100)
  where
    el = estimate card l
    er = estimate card r

selectivity :: Cond -> Double
selectivity (Compare Equal _ _) = 0.1
selectivity (Compare _ _ _) = 0.4
selectivity (And a b) = selectivity a * selectivity b
selectivity (Or a b) = x + y - x * y
  where
    x = selectivity a
    y = selectivity b
selectivity (Not a) = 1 - selectivity a
selectivity Always = 1

-- | The cells made on the way.
cost :: (Table -> Int) -> Query -> Double
cost card q = estimate card q * fromIntegral (length (schema q)) + below
  where
    below = case q of
      Scan _ -> 0
      Select _ p -> cost card p
      Project _ p -> cost card p
      Join _ _ l r -> cost card l + cost card r

nodes :: Query -> Int
nodes (Scan _) = 1
nodes (Select _ q) = 1 + nodes q
nodes (Project _ q) = 1 + nodes q
nodes (Join _ _ l r) = 1 + nodes l + nodes r

-- Evaluation ---------------------------------------------------------------

eval :: Database -> Query -> [Row]
eval db (Scan t) = concat (lookup t db)
eval db (Select c q) = filter (holds c) (eval db q)
eval db (Project cs q) = map (\row -> [(c, column c row) | c <- cs]) (eval db q)
eval db (Join a b l r) = [x ++ y | y <- eval db r, x <- Map.findWithDefault [] (column b y) index]
  where
    index = foldl' add Map.empty (eval db l)
    add m row = Map.insertWith (++) (column a row) [row] m

-- | A checksum that depends neither on the order of rows nor of columns.
digest :: [Row] -> Int
digest rows = sum (map rowDigest rows) `mod` 1000000007
  where
    rowDigest row = foldl' (\h (_, v) -> (h * 31 + v) `mod` 1000003) 17 (sortOn fst row)

-- Sample data --------------------------------------------------------------

next :: Int -> Int
next s = (s * 1103515245 + 12345) `mod` 2147483648

draw :: Int -> Int -> Int -> Int
draw seed i n = (next (next (seed + i * 7919)) `div` 65536) `mod` n

database :: Int -> Database
database n =
  [ (Customers, [zip (columnsOf Customers) [i, draw 1 i 8, draw 2 i 5000] | i <- [1 .. n]])
  , (Orders, [zip (columnsOf Orders) [i, 1 + draw 3 i n, draw 4 i 365] | i <- [1 .. 3 * n]])
  , (Items, [zip (columnsOf Items) [1 + draw 5 i (3 * n), draw 6 i 40, 1 + draw 7 i 9, draw 8 i 1000] | i <- [1 .. 6 * n]])
  ]

cardinality :: Database -> Table -> Int
cardinality db t = maybe 0 length (lookup t db)

is :: Op -> Column -> Int -> Cond
is op c n = Compare op (Col c) (Const n)

queries :: [(String, Query)]
queries =
  [ ( "region"
    , Project [CustomerId, Day] (Select (And (is Equal Region 3) (is Less Day 100)) orders)
    )
  , ( "dear"
    , Project [Region, Product, Price] (Select (And (Not (Or (is Less Price 900) (is Equal Region 0))) (is AtLeast Credit 1000)) everything)
    )
  , ( "product"
    , Project [OrderId, Quantity] (Select (Or (is Equal Product 7) (Not (is AtLeast Product 2))) everything)
    )
  , ( "odd"
    , Select (Compare Less (Col Price) (Col Day)) (Select (is Less Credit 300) (Project [Credit, Price, Day, Product] everything))
    )
  ]
  where
    orders = Join CustomerId OrderCustomer (Scan Customers) (Scan Orders)
    everything = Join OrderId ItemOrder orders (Scan Items)

-- Main ---------------------------------------------------------------------

report :: Database -> (String, Query) -> String
report db (name, q) =
  name ++ ": " ++ show (nodes q) ++ " -> " ++ show (nodes better) ++ " nodes"
    ++ ", cost " ++ show (round (cost card q) :: Int) ++ " -> " ++ show (round (cost card better) :: Int)
    ++ ", rows " ++ show (length rows)
    ++ ", digest " ++ show (digest rows)
    ++ (if digest (eval db q) == digest rows then "" else " WRONG")
  where
    card = cardinality db
    better = optimise card q
    rows = eval db better

main :: IO ()
main = do
  args <- getArgs
  let n = case args of
        (a : _) -> read a
        [] -> 200
  mapM_ (putStrLn . report (database n)) queries
