-- Lists without an end that are bound locally and defined by themselves.
module Main where

powers :: Int -> Int -> [Int]
powers b n = take n ps
  where
    ps = 1 : map (* b) ps

-- What the list needs is a function, which needs the list.
collected :: Int -> [Int]
collected n = takeWhile (< n) ks
  where
    ks = 1 : 2 : map next (tail ks)
    next k = k + head (dropWhile (< k `div` 3) ks)

main :: IO ()
main = do
  let fibs = 0 : 1 : zipWith (+) fibs (tail fibs) :: [Int]
      evens = filter even fibs
  print (sum (takeWhile (< 4000000) evens), fibs !! 80)
  print (map (\b -> sum (powers b 10)) [2 .. 5])
  print (collected 200)
  print (any (> 100) (take 8 fibs), all even (takeWhile (< 1) fibs), any odd (take 0 fibs))
