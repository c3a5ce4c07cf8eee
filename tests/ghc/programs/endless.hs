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

-- Functions that make lists without an end of those that they are given.
convergents :: [Integer] -> [(Integer, Integer)]
convergents = drop 1 . map fst . scanl step ((1, 0), (0, 1))
  where step ((h, k), (h', k')) a = ((a * h + h', a * k + k'), (h, k))

scaled :: Int -> [Int] -> [Int]
scaled k xs = map (* k) (drop 1 xs)

interleaved :: [a] -> [a] -> [a]
interleaved (x : xs) ys = x : concatMap (\(a, b) -> [b, a]) (zip ys xs)
interleaved [] ys = ys

thinned :: Int -> [Int] -> [Int]
thinned k
  | k > 3 = filter even
  | otherwise = filter odd . map (+ k)

below :: Int -> [Int] -> [Int]
below n = go . map (`div` 2)
  where
    go :: [Int] -> [Int]
    go xs = takeWhile (< n) (evens xs)
    evens = filter even . drop 1

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
  print (head [h | (h, k) <- convergents (1 : cycle [2, 3]), k > 100])
  print (take 3 (convergents [1, 2, 3]), takeWhile ((< 50) . fst) (convergents (repeat 1)))
  print (take 4 (scaled 3 (scaled 2 [1 ..])), scaled 2 [1, 2, 3])
  print (take 7 (interleaved (randoms 5) (iterate (+ 1) 0)), interleaved "abc" "xy")
  print (below 20 [0 ..], below 20 (scaled 5 (randoms 3)))
  print (thinned 1 [1 .. 6], thinned 4 [1 .. 6])
  let squares = map (^ (2 :: Int)) [1 :: Int ..]
  print (take 4 squares, takeWhile (< 50) squares)
