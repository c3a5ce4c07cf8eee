-- | A text adventure as a state machine, played from a script or from standard input.
module Main where

import Data.Char (toLower)
import Data.List (delete, intercalate, find)
import qualified Data.Map as Map
import Data.Maybe (fromMaybe)

data Direction = North | South | East | West
  deriving (Eq, Ord, Show, Enum, Bounded)

data Room = Hall | Kitchen | Cellar | Garden | Vault
  deriving (Eq, Ord, Show, Enum, Bounded)

data Item = Lamp | Key | Bread | Gold
  deriving (Eq, Ord, Show, Read, Enum, Bounded)

data Command
  = Go Direction
  | Take Item
  | Drop Item
  | Use Item
  | Look
  | Inventory
  | Quit
  deriving (Eq, Show)

data Game = Game
  { room :: Room
  , carrying :: [Item]
  , things :: Map.Map Room [Item]
  , lampLit, vaultOpen, over :: Bool
  , turns :: Int
  }

start :: Game
start = Game
  { room = Hall
  , carrying = []
  , things = Map.fromList [(Hall, [Lamp]), (Kitchen, [Bread]), (Cellar, [Key]), (Vault, [Gold])]
  , lampLit = False
  , vaultOpen = False
  , over = False
  , turns = 0
  }

exits :: Room -> [(Direction, Room)]
exits r = case r of
  Hall -> [(North, Kitchen), (East, Garden)]
  Kitchen -> [(South, Hall), (West, Cellar)]
  Cellar -> [(East, Kitchen), (North, Vault)]
  Garden -> [(West, Hall)]
  Vault -> [(South, Cellar)]

parse :: String -> Maybe Command
parse s = case words (map toLower s) of
  ["go", d] -> Go <$> byName d
  ["take", i] -> Take <$> byName i
  ["drop", i] -> Drop <$> byName i
  ["use", i] -> Use <$> byName i
  ["look"] -> Just Look
  [w] | w `elem` ["i", "inventory"] -> Just Inventory
      | w `elem` ["q", "quit"] -> Just Quit
      | otherwise -> Go <$> byName w
  _ -> Nothing

byName :: (Bounded a, Enum a, Show a) => String -> Maybe a
byName w = find ((== w) . map toLower . show) [minBound .. maxBound]

dark :: Game -> Bool
dark g = room g == Cellar && not (lampLit g && Lamp `elem` carrying g)

describe :: Game -> String
describe g
  | dark g = "It is pitch dark."
  | otherwise = "You are in the " ++ map toLower (show (room g)) ++ "." ++ seen ++ " Exits: " ++ ways ++ "."
  where
    here = Map.findWithDefault [] (room g) (things g)
    seen | null here = ""
         | otherwise = " You see: " ++ list here ++ "."
    ways = intercalate ", " [ map toLower (show d) | (d, _) <- exits (room g) ]

list :: [Item] -> String
list [] = "nothing"
list [x] = map toLower (show x)
list (x : xs) = list [x] ++ (if length xs == 1 then " and " else ", ") ++ list xs

step :: Game -> Command -> (Game, String)
step g0 cmd = case cmd of
  Look -> (g, describe g)
  Inventory -> (g, "You carry " ++ list (carrying g) ++ ".")
  Quit -> (g { over = True }, "Goodbye after " ++ show (turns g) ++ " turns.")
  Go d -> case lookup d (exits (room g)) of
    Nothing -> (g, "You cannot go " ++ map toLower (show d) ++ ".")
    Just Vault | not (vaultOpen g) -> (g, "The vault is locked.")
    Just r -> let g' = g { room = r } in (g', describe g')
  Take i
    | dark g -> (g, "You find nothing in the dark.")
    | i `elem` here -> (won i g { carrying = i : carrying g, things = Map.insert (room g) (delete i here) (things g) }, "Taken.")
    | otherwise -> (g, "There is no " ++ map toLower (show i) ++ ".")
  Drop i
    | i `elem` carrying g -> (g { carrying = delete i (carrying g), things = Map.insertWith (++) (room g) [i] (things g) }, "Dropped.")
    | otherwise -> (g, "You have none.")
  Use i | i `notElem` carrying g -> (g, "You have none.")
  Use Lamp -> (g { lampLit = not (lampLit g) }, if lampLit g then "Out." else "It shines.")
  Use Key | room g == Cellar -> (g { vaultOpen = True }, "Click.")
  Use Bread -> (g { carrying = delete Bread (carrying g) }, "Tasty.")
  Use _ -> (g, "Nothing happens.")
  where
    g = g0 { turns = turns g0 + 1 }
    here = fromMaybe [] (Map.lookup (room g) (things g))
    won Gold s = s { over = True }
    won _ s = s

play :: Game -> [String] -> [String]
play g _ | over g = ["*** The end, " ++ show (turns g) ++ " turns, carrying " ++ list (carrying g) ++ " ***"]
play _ [] = ["(the player fell asleep)"]
play g (l : ls) = ("> " ++ l) : case parse l of
  Nothing -> "What?" : play g ls
  Just c -> let (g', out) = step g c in out : play g' ls

main :: IO ()
main = do
  putStrLn (describe start)
  typed <- getContents
  let script = if null typed then demo else lines typed
  putStr (unlines (play start script))
  where
    demo = [ "take lamp", "go north", "take bread", "west", "take key", "use lamp", "take key", "north", "dance wildly"
           , "use key", "i", "use bread", "north", "drop bread", "look", "take gold", "look" ]
