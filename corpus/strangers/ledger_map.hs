module Main where

import Control.Monad (foldM, forM_, unless)
import qualified Data.Map.Strict as Map
import Data.List (sortBy, intercalate)
import Data.Ord (comparing, Down(..))

-- Amounts are kept in pennies so nothing gets lost to rounding.
newtype Amount = Amount { pennies :: Integer }
  deriving (Eq, Ord)

instance Show Amount where
  showsPrec d (Amount p)
    | p < 0     = showParen (d > 6) $ showChar '-' . body (abs p)
    | otherwise = body p
    where
      body n = let (q, r) = n `quotRem` 100
               in shows q . showChar '.' . showString (pad (show r))
      pad s = replicate (2 - length s) '0' ++ s

instance Semigroup Amount where
  Amount a <> Amount b = Amount (a + b)

instance Monoid Amount where
  mempty = Amount 0

type Name = String

data Account = Account
  { owner   :: Name
  , balance :: Amount
  , overdraft :: Amount
  , history :: [Entry]
  } deriving Show

data Entry
  = Credit { amount :: Amount, memo :: String }
  | Debit  { amount :: Amount, memo :: String }
  deriving (Show, Eq)

data Transaction
  = Open Name Amount
  | Deposit Name Amount
  | Withdraw Name Amount
  | Transfer { from, to :: Name, sum_ :: Amount }
  | Close Name
  deriving Show

data LedgerError
  = NoSuchAccount Name
  | AlreadyOpen Name
  | Insufficient { who :: Name, short :: Amount }
  | NotEmpty Name Amount
  | BadAmount Amount
  deriving (Show, Eq)

type Ledger = Map.Map Name Account

find :: Name -> Ledger -> Either LedgerError Account
find n = maybe (Left (NoSuchAccount n)) Right . Map.lookup n

positive :: Amount -> Either LedgerError Amount
positive a
  | a > mempty = Right a
  | otherwise  = Left (BadAmount a)

credit, debit :: String -> Amount -> Account -> Either LedgerError Account
credit why a acc = do
  a' <- positive a
  return acc { balance = balance acc <> a', history = Credit a' why : history acc }

debit why a acc@Account { balance = b, overdraft = od } = do
  Amount x <- positive a
  let left = Amount (pennies b - x)
      floor' = negate (pennies od)
  if pennies left < floor'
    then Left Insufficient { who = owner acc, short = Amount (floor' - pennies left) }
    else Right acc { balance = left, history = Debit a why : history acc }

apply :: Ledger -> Transaction -> Either LedgerError Ledger
apply l (Open n od)
  | n `Map.member` l = Left (AlreadyOpen n)
  | otherwise        = Right (Map.insert n (Account n mempty od []) l)
apply l (Deposit n a) = do
  acc <- find n l >>= credit "deposit" a
  pure (Map.insert n acc l)
apply l (Withdraw n a) = do
  acc <- find n l >>= debit "cash" a
  pure $ Map.insert n acc l
apply l Transfer { from = f, to = t, sum_ = a } = do
  src <- debit ("to " ++ t) a =<< find f l
  dst <- credit ("from " ++ f) a =<< find t l
  pure . Map.insert t dst . Map.insert f src $ l
apply l (Close n) = do
  acc <- find n l
  unless (balance acc == mempty) $ Left (NotEmpty n (balance acc))
  Right (Map.delete n l)

-- Carry on past errors, collecting them.
applyAll :: Ledger -> [Transaction] -> (Ledger, [(Int, LedgerError)])
applyAll l0 = fmap reverse . foldl step' (l0, []) . zip [1 ..]
  where
    step' (l, es) (i, t) = case apply l t of
      Left e   -> (l, (i, e) : es)
      Right l' -> (l', es)

transactions :: [Transaction]
transactions =
  [ Open "alice" (Amount 0)
  , Open "bob" (Amount 5000)
  , Deposit "alice" (Amount 123456)
  , Transfer "alice" "bob" (Amount 20005)
  , Withdraw "bob" (Amount 24000)
  , Withdraw "bob" (Amount 2000)
  , Open "alice" (Amount 100)
  , Deposit "carol" (Amount 1)
  , Deposit "bob" (Amount (-7))
  , Open "dave" mempty
  , Close "dave"
  , Close "alice"
  ]

report :: Account -> String
report acc = intercalate "\n" (header : map line (reverse (history acc)))
  where
    header = owner acc ++ ": " ++ show (balance acc)
    line e = "    " ++ sign e ++ show (amount e) ++ " (" ++ memo e ++ ")"
    sign Credit {} = "+"
    sign Debit {}  = "-"

main :: IO ()
main = do
  let (ledger, errs) = applyAll Map.empty transactions
  mapM_ (putStrLn . report) (sortBy (comparing (Down . balance)) (Map.elems ledger))
  putStrLn $ "Total held: " ++ show (foldMap balance ledger)
  putStrLn "Rejected:"
  forM_ errs $ \(i, e) -> putStrLn ("  #" ++ show i ++ " " ++ show e)
  putStrLn "Strict run:"
  either print (print . Map.keys) (foldM apply Map.empty transactions)
  either print (print . Map.map balance) (foldM apply Map.empty (take 5 transactions))
  print (Map.lookup "bob" ledger)
