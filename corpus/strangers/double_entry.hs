{-# LANGUAGE TupleSections #-}
-- | A small double-entry ledger: postings are checked, balances added up, a trial balance printed.
module Main (main) where

import Data.Char (toUpper)
import Data.List (foldl', intercalate, sortOn)
import qualified Data.Map.Strict as Map
import Data.Maybe (fromMaybe)

-- | Amounts are in cents.
newtype Cents = Cents Int
  deriving (Eq, Ord)

instance Show Cents where
  show (Cents n)
    | n < 0 = '-' : show (Cents (negate n))
    | otherwise = show whole ++ "." ++ pad (show rest)
    where
      (whole, rest) = n `divMod` 100
      pad s = replicate (2 - length s) '0' ++ s

instance Semigroup Cents where
  Cents a <> Cents b = Cents (a + b)

instance Monoid Cents where
  mempty = Cents 0

data Account = Cash | Bank | Rent | Food | Salary | Opening
  deriving (Eq, Ord, Show, Enum, Bounded)

data Entry = Entry
  { day :: Int
  , memo :: String
  , debit :: [(Account, Cents)]
  , credit :: [(Account, Cents)]
  }

data Problem
  = Unbalanced Int Cents Cents
  | EmptyEntry Int
  | OutOfOrder Int Int
  deriving (Eq)

instance Show Problem where
  showsPrec _ p = case p of
    Unbalanced d a b ->
      showString "day " . shows d . showString ": debit " . shows a . showString " but credit " . shows b
    EmptyEntry d -> showString "day " . shows d . showString ": nothing posted"
    OutOfOrder d e -> showString "day " . shows e . showString " comes after day " . shows d

type Balances = Map.Map Account Cents

checkEntry :: Entry -> Either Problem Entry
checkEntry e
  | null (debit e) && null (credit e) = Left (EmptyEntry (day e))
  | total (debit e) /= total (credit e) =
      Left (Unbalanced (day e) (total (debit e)) (total (credit e)))
  | otherwise = Right e
  where
    total = mconcat . map snd

checkOrder :: [Entry] -> Either Problem [Entry]
checkOrder es = go es
  where
    go (a : b : rest)
      | day a > day b = Left (OutOfOrder (day a) (day b))
      | otherwise = (a :) <$> go (b : rest)
    go short = Right short

post :: Balances -> Entry -> Balances
post bs Entry { debit = ds, credit = cs } = foldl' add bs (ds ++ map (fmap neg) cs)
  where
    add m (a, c) = Map.insertWith (<>) a c m
    neg (Cents n) = Cents (negate n)

ledger :: [Entry] -> Either Problem Balances
ledger es = do
  ordered <- checkOrder es
  checked <- mapM checkEntry ordered
  pure (foldl' post Map.empty checked)

trial :: Balances -> [String]
trial bs = map line [minBound .. maxBound] ++ [replicate 24 '-', line' "sum" (mconcat (Map.elems bs))]
  where
    line a = line' (map toUpper (show a)) (fromMaybe mempty (Map.lookup a bs))
    line' name c = name ++ replicate (24 - length name - length (show c)) ' ' ++ show c

report :: Either Problem Balances -> String
report (Left p) = "error: " ++ show p ++ "\n"
report (Right bs) = unlines (trial bs)

entries :: [Entry]
entries =
  [ Entry 1 "opening" [(Cash, Cents 5000), (Bank, Cents 120000)] [(Opening, Cents 125000)]
  , Entry 3 "rent" [(Rent, Cents 65000)] [(Bank, Cents 65000)]
  , Entry 5 "groceries" (map (Food,) [Cents 1299, Cents 450]) [(Cash, Cents 1749)]
  , Entry 25 "wages" [(Bank, Cents 210050)] [(Salary, Cents 210050)]
  , Entry 28 "cash machine" [(Cash, Cents 10000)] [(Bank, Cents 10000)]
  ]

main :: IO ()
main = do
  putStr (report (ledger entries))
  putStr (report (ledger (entries ++ [Entry 30 "typo" [(Food, Cents 100)] [(Cash, Cents 10)]])))
  putStr (report (ledger (reverse entries)))
  putStr (report (ledger (entries ++ [Entry 31 "none" [] []])))
  putStrLn (intercalate ", " (map memo (sortOn (negate . length . memo) entries)))
