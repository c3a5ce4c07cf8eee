module Main where

import Data.Foldable
import qualified Data.Map as M
import qualified Data.Set as S
data T a = L | N (T a) a (T a)
instance Foldable T where
  foldr _ z L = z
  foldr f z (N l x r) = foldr f (f x (foldr f z r)) l
main :: IO ()
main = do
  for_ (N (N L 1 L) 2 L) $ \n -> putStrLn ("n " ++ show (n :: Int))
  mapM_ print (M.fromList [(1 :: Int, 'a'), (2, 'b')])
  forM_ (Just 'x') print
  traverse_ print (S.fromList [3, 1 :: Int])
  mapM_ print [1 :: Int, 2]
  mapM_ print [5 ..  7]
