module Main (main) where
import Data.Array
import Data.List (intercalate)

data Edit = Keep Char | Insert Char | Delete Char | Replace Char Char deriving (Show, Eq)

edits :: String -> String -> (Int, [Edit])
edits xs ys = fmap reverse (table ! (m, n))
  where
    m = length xs
    n = length ys
    x = listArray (1, m) xs
    y = listArray (1, n) ys
    table :: Array (Int, Int) (Int, [Edit])
    table = listArray ((0, 0), (m, n)) [step i j | (i, j) <- range ((0, 0), (m, n))]
    step 0 0 = (0, [])
    step i 0 = add 1 (Delete (x ! i)) (table ! (i - 1, 0))
    step 0 j = add 1 (Insert (y ! j)) (table ! (0, j - 1))
    step i j
      | x ! i == y ! j = add 0 (Keep (x ! i)) (table ! (i - 1, j - 1))
      | otherwise = foldr1 smaller
          [ add 1 (Replace (x ! i) (y ! j)) (table ! (i - 1, j - 1))
          , add 1 (Delete (x ! i)) (table ! (i - 1, j))
          , add 1 (Insert (y ! j)) (table ! (i, j - 1)) ]
    smaller a b = if fst a <= fst b then a else b
    add c e (k, es) = (k + c, e : es)

main :: IO ()
main = do
  let (k, es) = edits "intention of the author" "execution by another"
  putStrLn (show k ++ ": " ++ intercalate ", " (map show es))
  mapM_ (\w -> print (fst (edits w "kitten"))) (words "sitting mitten kitchen smitten written bitten")
