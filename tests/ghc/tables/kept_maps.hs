module Main (main) where
import Data.Array
import qualified Data.Map as M
import qualified Data.IntMap as IM
t1, t2, t3, t4 :: Array Int (M.Map Int Int)
t1 = listArray (0,3) [if i == 0 then M.singleton 0 0 else M.insert 0 i (t1 ! (i-1)) | i <- [0..3]]
t2 = listArray (0,3) [if i == 0 then M.singleton 0 0 else M.insertWith (+) 0 i (t2 ! (i-1)) | i <- [0..3]]
t3 = listArray (0,3) [if i == 0 then M.singleton 0 0 else M.adjust (+ i) 0 (t3 ! (i-1)) | i <- [0..3]]
t4 = listArray (0,3) [if i == 0 then M.singleton 0 0 else M.delete (i - 1) (M.insert i i (t4 ! (i-1))) | i <- [0..3]]
t5, t6, t7 :: Array Int (IM.IntMap Int)
t5 = listArray (0,3) [if i == 0 then IM.singleton 0 0 else IM.insert 0 i (t5 ! (i-1)) | i <- [0..3]]
t6 = listArray (0,3) [if i == 0 then IM.singleton 0 0 else IM.adjust (+ i) 0 (t6 ! (i-1)) | i <- [0..3]]
t7 = listArray (0,3) [if i == 0 then IM.singleton 0 0 else IM.alter (fmap (+ i)) 0 (t7 ! (i-1)) | i <- [0..3]]
t8 :: Array Int (Array Int Int)
t8 = listArray (0,3) [if i == 0 then listArray (0,1) [0,0] else t8 ! (i-1) // [(0,i)] | i <- [0..3]]
main :: IO ()
main = do
  print (elems t1)
  print (elems t2)
  print (elems t3)
  print (elems t4)
  print (elems t5)
  print (elems t6)
  print (elems t7)
  print (elems t8)
