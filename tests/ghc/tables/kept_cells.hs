-- What is read from a table is still there, whatever is made of it.
module Main (main) where
-- one operation a line; wrong or hanging natively: t2 t3 t4 t5 t7 t8 t9 t10 t12 t13 t14 t15; right: t1 t6 t11
import Data.Array
import Data.List
import qualified Data.Map as M
data L = E | C Int L deriving Show
app :: L -> L -> L
app E b = b
app (C x a) b = C x (app a b)
snocL :: [Int] -> Int -> [Int]
snocL [] y = [y]
snocL (x:xs) y = x : snocL xs y
t1, t2, t3, t4, t5, t6 :: Array Int [Int]
t1 = listArray (0,4) [if i == 0 then [] else insert (5-i) (t1 ! (i-1)) | i <- [0..4]]
t2 = listArray (0,4) [if i == 0 then [9] else snocL (t2 ! (i-1)) i | i <- [0..4]]
t3 = listArray (0,4) [if i == 0 then [1] else init (t3 ! (i-1)) ++ [i, i] | i <- [0..4]]
t4 = listArray (0,4) [if i == 0 then [1] else map (+1) (t4 ! (i-1)) ++ reverse (t4 ! (i-1)) | i <- [0..4]]
t5 = listArray (0,4) [if i == 0 then [1] else sort (i : t5 ! (i-1)) | i <- [0..4]]
t6 = listArray (0,4) [if i == 0 then [1] else take 3 (t6 ! (i-1)) ++ drop 1 (t6 ! (i-1)) | i <- [0..4]]
t7 :: Array Int L
t7 = listArray (0,4) [if i == 0 then C 0 E else app (t7 ! (i-1)) (C i E) | i <- [0..4]]
t8 :: Array Int (Int, [Int])
t8 = listArray (0,4) [if i == 0 then (0,[]) else let (n, xs) = t8 ! (i-1) in (n + i, xs ++ [n]) | i <- [0..4]]
t9 :: Array Int (Maybe [Int])
t9 = listArray (0,4) [if i == 0 then Just [] else fmap (++ [i]) (t9 ! (i-1)) | i <- [0..4]]
t10 :: M.Map Int (M.Map Int [Int])
t10 = M.fromList [(i, if i == 0 then M.singleton 0 [0] else M.insertWith (++) 0 [i] (M.map (++ [i]) (t10 M.! (i-1)))) | i <- [0..4]]
t11 :: Array Int [[Int]]
t11 = listArray (0,3) [if i == 0 then [[]] else t11 ! (i-1) ++ map (i:) (t11 ! (i-1)) | i <- [0..3]]
t12 :: Array Int String
t12 = listArray (0,4) [if i == 0 then "" else showString (t12 ! (i-1)) (show i) | i <- [0..4]]
t13 :: Array Int String
t13 = listArray (0,4) [if i == 0 then "x" else "(" ++ t13 ! (i-1) ++ "," ++ t13 ! (i `div` 2) ++ ")" | i <- [0..4]]
t14 :: Array Int [Int]
t14 = listArray (0,4) [if i == 0 then [1] else do { a <- t14 ! (i-1); [a, a+1] } | i <- [0..4]]
t15 :: Array Int [String]
t15 = listArray (0,3) [if i == 0 then [""] else [ c : s | c <- "ab", s <- t15 ! (i-1) ] | i <- [0..3]]
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
  print (elems t9)
  print (M.elems t10)
  print (elems t11)
  print (elems t12)
  print (elems t13)
  print (elems t14)
  print (elems t15)
