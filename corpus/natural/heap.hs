-- | A scheduler: tasks with priorities and dependencies are run by a number of workers. What is
-- ready, and what is running, is kept in leftist heaps.
module Main (main) where

import Data.IntMap.Strict (IntMap)
import qualified Data.IntMap.Strict as IntMap
import Data.List (foldl', sort, unfoldr)
import System.Environment (getArgs)

-- Leftist heaps ---------------------------------------------------------------------------------

data Heap a
  = Empty
  | Heap Int a (Heap a) (Heap a)

rank :: Heap a -> Int
rank Empty = 0
rank (Heap r _ _ _) = r

heap :: a -> Heap a -> Heap a -> Heap a
heap x a b
  | rank a >= rank b = Heap (rank b + 1) x a b
  | otherwise = Heap (rank a + 1) x b a

merge :: Ord a => Heap a -> Heap a -> Heap a
merge Empty b = b
merge a Empty = a
merge a@(Heap _ x al ar) b@(Heap _ y bl br)
  | x <= y = heap x al (merge ar b)
  | otherwise = heap y bl (merge a br)

insert :: Ord a => a -> Heap a -> Heap a
insert x = merge (Heap 1 x Empty Empty)

fromList :: Ord a => [a] -> Heap a
fromList = foldr insert Empty

pop :: Ord a => Heap a -> Maybe (a, Heap a)
pop Empty = Nothing
pop (Heap _ x a b) = Just (x, merge a b)

ascending :: Ord a => [a] -> Bool
ascending xs = and (zipWith (<=) xs (drop 1 xs))

-- | All elements in ascending order.
drain :: Ord a => Heap a -> [a]
drain = unfoldr pop

size :: Heap a -> Int
size Empty = 0
size (Heap _ _ a b) = 1 + size a + size b

leftist :: Ord a => Heap a -> Bool
leftist Empty = True
leftist (Heap r x a b) =
  rank a >= rank b && r == rank b + 1 && above a && above b && leftist a && leftist b
  where
    above Empty = True
    above (Heap _ y _ _) = x <= y

-- Tasks -----------------------------------------------------------------------------------------

data Kind = Compile | Test | Link | Deploy
  deriving (Eq, Ord, Show, Enum, Bounded)

data Task = Task
  { ident :: Int
  , kind :: Kind
  , priority :: Int
  , duration :: Int
  , needs :: [Int]
  }
  deriving (Show)

-- | What waits for a worker, the most urgent first.
data Ready = Ready { urgency :: Int, readyTask :: Int }
  deriving (Eq, Ord, Show)

-- | What is being worked at, the first to end first.
data Running = Running { endsAt :: Int, runningTask :: Int, startedAt :: Int }
  deriving (Eq, Ord, Show)

data Event
  = Started Int Int
  | Finished Int Int
  deriving (Eq, Show)

data State = State
  { now :: Int
  , idle :: Int
  , queued :: Int
  , ready :: Heap Ready
  , running :: Heap Running
  , missing :: IntMap Int -- how many of a task's needs are not done yet
  }

data Result = Result
  { events :: [Event]
  , stuck :: [Int]
  , longestQueue :: Int
  }

-- Simulation ------------------------------------------------------------------------------------

simulate :: Int -> [Task] -> Result
simulate workers tasks = go start
  where
    table = IntMap.fromList [(ident t, t) | t <- tasks]
    dependents = IntMap.fromListWith (flip (++)) [(d, [ident t]) | t <- tasks, d <- needs t]
    atOnce = fromList [toReady t | t <- tasks, null (needs t)]
    start = State
      { now = 0
      , idle = workers
      , queued = size atOnce
      , ready = atOnce
      , running = Empty
      , missing = IntMap.fromList [(ident t, length (needs t)) | t <- tasks]
      }
    go s
      | idle s > 0, Just (r, ready') <- pop (ready s) =
          let t = table IntMap.! readyTask r
              job = Running (now s + duration t) (ident t) (now s)
              s' = s { idle = idle s - 1, queued = queued s - 1, ready = ready', running = insert job (running s) }
          in Started (now s) (ident t) `cons` go s'
      | Just (job, running') <- pop (running s) =
          let k = runningTask job
              released = IntMap.findWithDefault [] k dependents
              s' = s { now = endsAt job, idle = idle s + 1, running = running' }
              s'' = foldl' (release table) s' released
          in Finished (endsAt job) k `cons` note (queued s'') (go s'')
      | otherwise =
          Result { events = [], stuck = [k | (k, m) <- IntMap.toList (missing s), m > 0], longestQueue = 0 }

cons :: Event -> Result -> Result
cons e r = r { events = e : events r }

note :: Int -> Result -> Result
note k r = r { longestQueue = max k (longestQueue r) }

toReady :: Task -> Ready
toReady t = Ready { urgency = negate (priority t), readyTask = ident t }

-- | One of the needs of a task is done: it may be ready now.
release :: IntMap Task -> State -> Int -> State
release table s k = case IntMap.findWithDefault 0 k (missing s) of
  1 -> s' { queued = queued s + 1, ready = insert (toReady (table IntMap.! k)) (ready s) }
  _ -> s'
  where s' = s { missing = IntMap.adjust (subtract 1) k (missing s) }

-- Statistics ------------------------------------------------------------------------------------

makespan :: [Event] -> Int
makespan es = maximum (0 : [t | Finished t _ <- es])

busy :: [Event] -> Int
busy es = sum [t | Finished t _ <- es] - sum [t | Started t _ <- es]

-- | The times at which the tasks end, by task.
endTimes :: [Event] -> IntMap Int
endTimes es = IntMap.fromList [(k, t) | Finished t k <- es]

-- | Did every task start only after everything that it needs?
inOrder :: [Task] -> [Event] -> Bool
inOrder tasks es = and [t >= end d | Started t k <- es, d <- needsOf k]
  where
    ends = endTimes es
    end d = IntMap.findWithDefault maxBound d ends
    table = IntMap.fromList [(ident t, needs t) | t <- tasks]
    needsOf k = IntMap.findWithDefault [] k table

-- | The most jobs that ever ran at once.
peak :: [Event] -> Int
peak = maximum . scanl step 0
  where
    step n (Started _ _) = n + 1
    step n (Finished _ _) = n - 1 :: Int

-- | How long the tasks would take at least, were there workers enough.
criticalPath :: [Task] -> Int
criticalPath tasks = maximum (0 : IntMap.elems finish)
  where
    finish = foldl' add IntMap.empty tasks
    add m t = IntMap.insert (ident t) (duration t + maximum (0 : map (before m) (needs t))) m
    before m d = IntMap.findWithDefault 0 d m

perKind :: [Task] -> [(Kind, Int, Int)]
perKind tasks = [(k, length ds, sum ds) | k <- [minBound ..], let ds = map duration (filter ((== k) . kind) tasks)]

median :: [Int] -> Int
median [] = 0
median xs = sort xs !! (length xs `div` 2)

-- The job ---------------------------------------------------------------------------------------

randoms :: Int -> [Int]
randoms = map (`div` 65536) . tail . iterate (\x -> (x * 1103515245 + 12345) `mod` 2147483648)

-- | Every task needs at most three of those before it.
makeTasks :: Int -> [Int] -> [Task]
makeTasks n = go 1
  where
    go k (a : b : c : d : e : rest)
      | k <= n = Task
          { ident = k
          , kind = toEnum (a `mod` 4)
          , priority = b `mod` 50
          , duration = 1 + c `mod` 40
          , needs = take (d `mod` 4) (filter (> 0) [k - 1 - d `mod` 70, k - 101 - e `mod` 90, k - 300 - e `mod` 11])
          } : go (k + 1) rest
    go _ _ = []

-- | Two tasks that need each other, and one that needs them.
knot :: Int -> [Task]
knot n = [Task (n + 1) Link 9 5 [n + 2], Task (n + 2) Link 9 5 [n + 1], Task (n + 3) Test 1 5 [n + 1, 1]]

report :: [Task] -> Int -> String
report tasks workers =
  show workers ++ " workers: " ++ show (makespan es) ++ " long, " ++ show (busy es) ++ " busy, "
    ++ show (100 * busy es `div` max 1 (workers * makespan es)) ++ "% used, peak " ++ show (peak es)
    ++ ", queue " ++ show (longestQueue result) ++ ", stuck " ++ show (stuck result)
    ++ (if inOrder tasks es then "" else ", OUT OF ORDER")
  where
    result = simulate workers tasks
    es = events result

main :: IO ()
main = do
  args <- getArgs
  let n = case args of
        a : _ -> read a
        [] -> 500
      tasks = makeTasks n (randoms 99)
      waiting = fromList (map toReady tasks)
      urgent = map readyTask (take 5 (drain waiting))
  mapM_ (putStrLn . report (tasks ++ knot n)) [1, 4, 16, 64]
  putStrLn ("critical path: " ++ show (criticalPath tasks))
  putStrLn ("kinds: " ++ show (perKind tasks))
  putStrLn ("median duration: " ++ show (median (map duration tasks)))
  putStrLn ("most urgent: " ++ show urgent)
  putStrLn ("heap: " ++ show (size waiting) ++ ", rank " ++ show (rank waiting)
    ++ (if leftist waiting then ", leftist" else ", NOT LEFTIST"))
  putStrLn ("sorted: " ++ show (ascending (drain waiting)))
