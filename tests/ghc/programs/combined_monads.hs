-- A reader, a writer and a state in one, natural numbers, remainders of fractions, and formats that
-- are given their widths.
import Control.Monad.RWS
import Data.Fixed (mod')
import Numeric.Natural
import Text.Printf
import Control.Monad

data Config = Config { width :: Int, name :: String }

type App = RWS Config [String] (Int, Double)

step :: Int -> App Int
step x = do
  w <- asks width
  (n, d) <- get
  put (n + x, d * 1.5)
  when (n `mod` w == 0) $ tell ["at " ++ show n]
  local (\c -> c { width = 2 }) (asks ((* x) . width))

fact :: Natural -> Natural
fact 0 = 1
fact n = n * fact (n - 1)

io :: RWST Int [Int] Int IO ()
io = do
  r <- ask
  modify (+ r)
  s <- get
  tell [s, s * 2]
  lift (print s)
  liftIO (putStrLn "lifted")

main :: IO ()
main = do
  let (rs, (n, d), w) = runRWS (mapM step [1 .. 20]) (Config 3 "x") (0, 1)
  print rs
  print (n, d)
  mapM_ putStrLn w
  print (7.5 `mod'` 2 :: Double, (-1) `mod'` 3 :: Double)
  print (fact 25, fromIntegral (fact 5) + (1 :: Int))
  (s, ws) <- execRWST (replicateM_ 3 io) 5 100
  print (s, ws)
  let w = 10 :: Int
  printf "%-*s|%*d|%0*d|%.*f|\n" w "abc" w (42 :: Int) (8 :: Int) (-77 :: Int) (3 :: Int) (3.14159 :: Double)
  printf "%*s|%-8.*f|\n" (-6 :: Int) "xy" (1 :: Int) (2.25 :: Double)
