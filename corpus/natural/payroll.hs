-- | An organisation chart: who reports to whom, what they earn, and what the departments cost.
module Main (main) where

import Data.List (intercalate, maximumBy, partition, sortBy)
import Data.Map (Map)
import qualified Data.Map as Map
import Data.Ord (comparing)
import System.Environment (getArgs)

data Department = Board | Engineering | Sales | Support | Finance | Legal
  deriving (Eq, Ord, Show, Enum, Bounded)

data Grade = Junior | Senior | Lead | Director
  deriving (Eq, Ord, Show, Enum, Bounded)

data Employee = Employee
  { ident :: Int
  , name :: String
  , department :: Department
  , grade :: Grade
  , salary :: Int
  , years :: Int
  }
  deriving (Eq, Show)

-- | An employee with those who report to him or her.
data Org = Org Employee [Org]

data Problem
  = TooManyReports Int Int -- whose, and how many
  | EarnsMoreThanBoss Int Int -- who, and by how much
  | JuniorInCharge Int
  | UnderPaid Int
  deriving (Eq, Show)

-- Building --------------------------------------------------------------------------------------

random :: Int -> Int
random x = (x * 1103515245 + 12345) `mod` 2147483648

pick :: Int -> Int -> Int
pick seed n = (seed `div` 65536) `mod` n

-- | A chart of n people, who are numbered from the given number on.
build :: Int -> Int -> Int -> Department -> Int -> Org
build seed level first dept n = Org boss (buildTeams seed' (level + 1) (first + 1) dept sizes)
  where
    seed' = random (seed + first)
    sizes = split (random seed') (if dept == Board then 7 else 2 + pick seed' 5) (n - 1)
    boss = Employee
      { ident = first
      , name = makeName seed'
      , department = dept
      , grade = gradeFor level (length sizes) seed'
      , salary = max 1500 (9000 - 900 * level + pick (random seed') 1700)
      , years = pick (random (random seed')) 30
      }

buildTeams :: Int -> Int -> Int -> Department -> [Int] -> [Org]
buildTeams _ _ _ _ [] = []
buildTeams seed level first dept (n : ns) =
  build seed level first team n : buildTeams (random seed) level (first + n) dept ns
  where
    team
      | dept == Board = toEnum (1 + pick seed 5)
      | otherwise = dept

-- | The sizes of at most k teams of n people altogether.
split :: Int -> Int -> Int -> [Int]
split seed k n
  | n <= 0 = []
  | k <= 1 = [n]
  | otherwise = m : split (random seed) (k - 1) (n - m)
  where m = 1 + pick seed (max 1 (min n (2 * n `div` k)))

gradeFor :: Int -> Int -> Int -> Grade
gradeFor level reports seed
  | level <= 1 = Director
  | reports > 2 = Lead
  | pick seed 3 == 0 = Junior
  | otherwise = Senior

makeName :: Int -> String
makeName seed = given !! pick seed (length given) ++ " " ++ family !! pick (random seed) (length family)
  where
    given = ["Ada", "Alan", "Barbara", "Edsger", "Grace", "John", "Kurt", "Niklaus"]
    family = ["Church", "Dijkstra", "Hopper", "Liskov", "Lovelace", "McCarthy", "Turing", "Wirth"]

-- Folds -----------------------------------------------------------------------------------------

-- | Everybody, bosses before those who report to them.
staff :: Org -> [Employee]
staff (Org e reports) = e : concatMap staff reports

headCount :: Org -> Int
headCount (Org _ reports) = 1 + sum (map headCount reports)

totalSalary :: Org -> Int
totalSalary (Org e reports) = salary e + sum (map totalSalary reports)

levels :: Org -> Int
levels (Org _ reports) = 1 + maximum (0 : map levels reports)

managers :: Org -> Int
managers (Org _ []) = 0
managers (Org _ reports) = 1 + sum (map managers reports)

widestSpan :: Org -> Int
widestSpan (Org _ reports) = maximum (length reports : map widestSpan reports)

-- | How many people there are on each level, from the top down.
perLevel :: Org -> [Int]
perLevel (Org _ reports) = 1 : foldr (zipLong . perLevel) [] reports

zipLong :: [Int] -> [Int] -> [Int]
zipLong (x : xs) (y : ys) = x + y : zipLong xs ys
zipLong xs [] = xs
zipLong [] ys = ys

-- | The names on a longest chain of command.
longestChain :: Org -> [String]
longestChain (Org e []) = [name e]
longestChain (Org e reports) = name e : maximumBy (comparing length) (map longestChain reports)

findById :: Int -> Org -> Maybe Employee
findById k (Org e reports)
  | ident e == k = Just e
  | otherwise = firstJust (map (findById k) reports)

firstJust :: [Maybe a] -> Maybe a
firstJust [] = Nothing
firstJust (Just x : _) = Just x
firstJust (Nothing : rest) = firstJust rest

-- | The chain of command above somebody, himself or herself last.
pathTo :: Int -> Org -> [Int]
pathTo k (Org e reports)
  | ident e == k = [k]
  | otherwise = case filter (not . null) (map (pathTo k) reports) of
      path : _ -> ident e : path
      [] -> []

-- Changes ---------------------------------------------------------------------------------------

mapOrg :: (Employee -> Employee) -> Org -> Org
mapOrg f (Org e reports) = Org (f e) (map (mapOrg f) reports)

percent :: Int -> Int -> Int
percent p x = x * p `div` 100

raise :: Employee -> Employee
raise e = e { salary = salary e + percent rate (salary e), years = years e + 1 }
  where
    rate = case grade e of
      Junior -> 5
      Senior | years e > 10 -> 4
             | otherwise -> 3
      Lead -> 3
      Director -> 1

promote :: Employee -> Employee
promote e
  | grade e == Junior && years e >= 5 = e { grade = Senior, salary = salary e + 300 }
  | otherwise = e

-- | Nobody earns more than his or her boss.
capSalaries :: Org -> Org
capSalaries (Org boss reports) = Org boss (map (capSalaries . cap) reports)
  where cap (Org e rs) = Org e { salary = min (salary e) (salary boss) } rs

-- | Without a department's people; who reported to them reports to their boss.
dissolve :: Department -> Org -> Org
dissolve d (Org e reports) = Org e (kept ++ concatMap orphans gone)
  where
    (gone, kept) = partition inDepartment (map (dissolve d) reports)
    inDepartment (Org x _) = department x == d && grade x < Director
    orphans (Org _ rs) = rs

-- Budgets and problems --------------------------------------------------------------------------

budgets :: Org -> Map Department (Int, Int)
budgets org = Map.fromListWith plus [(department e, (1, salary e)) | e <- staff org]
  where plus (a, b) (c, d) = (a + c, b + d)

problems :: Org -> [Problem]
problems (Org boss reports) = own ++ concatMap ofReport reports ++ concatMap problems reports
  where
    own =
      [TooManyReports (ident boss) (length reports) | length reports > 5]
        ++ [JuniorInCharge (ident boss) | grade boss == Junior, not (null reports)]
        ++ [UnderPaid (ident boss) | salary boss < 2000, years boss > 20]
    ofReport (Org e _) =
      [EarnsMoreThanBoss (ident e) (salary e - salary boss) | salary e > salary boss]

weight :: Problem -> Int
weight (TooManyReports _ k) = k - 5
weight (EarnsMoreThanBoss _ d) = d `div` 100
weight (JuniorInCharge _) = 3
weight (UnderPaid _) = 10

-- Report ----------------------------------------------------------------------------------------

chart :: Int -> Org -> [String]
chart indent (Org e reports) =
  (replicate (2 * indent) ' ' ++ name e ++ ", " ++ show (grade e) ++ " (" ++ show (salary e) ++ ")")
    : concatMap (chart (indent + 1)) reports

budgetLine :: (Department, (Int, Int)) -> String
budgetLine (d, (people, cost)) =
  show d ++ ": " ++ show people ++ " people, " ++ show cost ++ ", mean " ++ show (cost `div` people)

summary :: String -> Org -> String
summary title org = intercalate ", "
  [ title ++ ": " ++ show (headCount org) ++ " people"
  , show (managers org) ++ " managers"
  , show (levels org) ++ " levels"
  , "span " ++ show (widestSpan org)
  , "salaries " ++ show (totalSalary org) ]

main :: IO ()
main = do
  args <- getArgs
  let n = case args of
        a : _ -> read a
        [] -> 300
      org = build 2024 0 1 Board n
      later = mapOrg (promote . raise) org
      capped = capSalaries later
      smaller = dissolve Support capped
      best = take 3 (sortBy (comparing (negate . salary)) (staff org))
      troubles = problems later
  putStrLn (summary "now" org)
  putStrLn (summary "next year" later)
  putStrLn (summary "capped" capped)
  putStrLn (summary "without support" smaller)
  mapM_ (putStrLn . budgetLine) (Map.toList (budgets capped))
  putStrLn ("levels: " ++ unwords (map show (perLevel smaller)))
  putStrLn ("chain: " ++ intercalate " > " (longestChain smaller))
  putStrLn ("best paid: " ++ unwords [show (ident e) ++ "=" ++ show (salary e) | e <- best])
  putStrLn ("problems: " ++ show (length troubles) ++ ", weight " ++ show (sum (map weight troubles))
    ++ ", left " ++ show (length (problems smaller)))
  putStrLn ("above the last: " ++ show (pathTo n org) ++ maybe "" ((" " ++) . name) (findById n org))
  putStrLn ("chart: " ++ show (sum (map length (chart 0 smaller))) ++ " characters")
  mapM_ putStrLn (take 4 (chart 0 smaller))
