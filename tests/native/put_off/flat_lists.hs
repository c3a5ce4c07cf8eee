-- Lists that fusion might do away with, and does not: `take` of what is put together one behind the
-- other from lists that are long. As a whole they would hold gigabytes.
import System.IO (isEOF)

-- All the triples, those of the least numbers first.
triples :: Int -> [(Int, Int, Int)]
triples n = do
  c <- [1 .. n]
  b <- takeWhile (< c) (iterate (+ 1) 1)
  a <- [1 .. b]
  if a * a + b * b == c * c then return (a, b, c) else []

main :: IO ()
main = do
  end <- isEOF
  n <- if end then return 10 else readLn
  print (take 3 (triples n))
  print (sum (take 10 (concatMap (\x -> [x .. x + 5]) [1 .. n * 1000])))
