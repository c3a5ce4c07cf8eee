module Main where
data K = A | B | C deriving (Show, Eq, Enum, Bounded)
report :: Int -> K -> IO ()
report n k = putStrLn (show n ++ show k)
main :: IO ()
main = do
  sequence_ [ report n k | n <- [1, 2], k <- [minBound .. maxBound], n > 1 || k /= B ]
  sequence_ $ [ print (x + length rest) | (x : rest) <- [[1, 2], [], [5]], let y = x, odd y ]
  sequence_ [putStrLn "a", print 3, report 7 A]
  sequence_ (map print "xy")
  print (sequence [ if x > 0 then Just (x * k) else Nothing | x <- [1, 2, 3], let k = 2 ])
