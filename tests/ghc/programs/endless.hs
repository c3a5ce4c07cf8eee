-- Lists without an end that are functions of their own, and what takes of them what it needs.
module Main where

lcg :: Int -> Int
lcg s = (s * 1103515245 + 12345) `mod` 2147483648

mix :: Int -> Int
mix s = (s `div` 65536) `mod` 32768

randoms :: Int -> [Int]
randoms seed = map mix (tail (iterate lcg seed))

dice :: Int -> [Int]
dice = map (\r -> r `mod` 6 + 1) . randoms

multiples :: Integer -> [Integer]
multiples k = [k, 2 * k ..]

powers :: Num a => a -> [a]
powers x = iterate (* x) 1

collatz :: Int -> [Int]
collatz = iterate (\n -> if even n then n `div` 2 else 3 * n + 1)

polynomial :: [Double] -> Double -> Double
polynomial cs x = sum (zipWith (*) cs (powers x))

shuffle :: Int -> [a] -> [(Int, a)]
shuffle seed xs = zip (randoms seed) xs

-- Functions that go on with themselves.
coins :: Int -> [Bool]
coins seed
  | seed `mod` 5 == 0 = coins (lcg seed)
  | otherwise = odd (mix seed) : coins (lcg seed)

walk :: Int -> Int -> [Int]
walk width n = take n (go 0 1)
  where
    go at step
      | abs (at + step) > width = at : go at (negate step)
      | otherwise = at : (go (at + step) $ step + signum step)

estimate :: Int -> Double
estimate n = 4 * fromIntegral inside / fromIntegral n
  where
    inside = length (filter within (take n (zip (randoms 1) (randoms 99))))
    within (a, b) = unit a * unit a + unit b * unit b <= 1
    unit r = fromIntegral r / 32768 :: Double

main :: IO ()
main = do
  print (take 5 (randoms 42))
  print (take 10 (dice 7), dice 7 !! 3)
  print (takeWhile (< 30) (multiples 7), takeWhile (<= 1000) (powers (2 :: Int)))
  print (length (takeWhile (/= 1) (collatz 27)))
  print (polynomial [1, 2, 3] 2)
  print (shuffle 3 "abc")
  print (length (filter id (take 100 (coins 3))), zip (coins 8) "xy")
  print (walk 9 12)
  print (estimate 500)
  let squares = map (^ (2 :: Int)) [1 :: Int ..]
  print (take 4 squares, takeWhile (< 50) squares)
