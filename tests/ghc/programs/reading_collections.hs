-- Reading what maps and sets are shown as, by themselves and within data that derive it; and lists
-- whose rest is computed by a `let` behind their first element.
module Main (main) where

import qualified Data.IntMap as IM
import qualified Data.IntSet as IS
import qualified Data.Map as M
import qualified Data.Set as S
import Text.Read (readMaybe)

data Game = Game { bag :: S.Set Int, rooms :: M.Map String (Maybe Int), place :: Int }
  deriving (Show, Read, Eq)

again :: (Show a, Read a, Eq a) => a -> String
again x = show (read (show x) == x)

-- The rest is none of the element's business.
generations :: Int -> String -> [String]
generations g s = s : let (t, h) = step g s in generations h t

step :: Int -> String -> (String, Int)
step g s = (concatMap (\c -> if c == 'A' && even g then "AB" else "A") s, g * 31 + 8)

counted :: Int -> [Int]
counted n = n : let m = n * 2
                    k = m + 1
                in counted (k + n)

-- A name that the element has from outside.
shadowed :: Int -> [Int]
shadowed n = n + 1 : let n = 5 in [n, n * 2]

main :: IO ()
main = do
  putStrLn (again (Game (S.fromList [3, -1, 2]) (M.fromList [("a", Just 1), ("b", Nothing)]) 4))
  print (readMaybe "Game {bag = fromList [2,1,2], rooms = fromList [], place = -3}" :: Maybe Game)
  print (readMaybe "Game {bag = fromList [x], rooms = fromList [], place = 3}" :: Maybe Game)
  print (read " ( fromList [ (1,\"x\") , (0,\"y\") ] ) " :: M.Map Int String)
  print (readMaybe "Just (fromList \"hello\")" :: Maybe (Maybe (S.Set Char)))
  print (readMaybe "Just fromList \"hello\"" :: Maybe (Maybe (S.Set Char)))
  print (read "fromList [(2,'b'),(1,'a')]" :: IM.IntMap Char, read "fromList [2,1]" :: IS.IntSet)
  print (read "fromList [(fromList [1],fromList [(1,2)])]" :: M.Map (S.Set Int) (M.Map Int Int))
  print (reads "fromList [1] rest" :: [(S.Set Int, String)])
  mapM_ putStrLn (take 6 (generations 1 "A"))
  putStrLn (generations 2 "AB" !! 4)
  print (take 7 (counted 3), shadowed 1)
