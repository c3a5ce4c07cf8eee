-- Every kind of number that `read` takes, and the texts that it does not.
module Main where

import Text.Read (readMaybe)

ints :: [String]
ints = ["12", " -3 ", "(4)", "(-5)", " ( ( 6 ) ) ", "- 7", "0x1F", "0o17", "007", "--8", "1.5", "1e3", "", "9a", "( 1", "+1", "9223372036854775808"]

doubles :: [String]
doubles = ["1", "-2.5", "1e10", "1.25e-3", "(3.0)", "NaN", "-Infinity", "0.1", "123456789012345678901234567890", "4.9406564584124654e-324", "2.2250738585072011e-308", "1.7976931348623157e308", "1e400", "1e-400", "9007199254740993", "0.30000000000000004", "5e-324", "2.5e-324", "1.", ".5", "1e", "8.41e21", "0x10", "0.000001"]

main :: IO ()
main = do
  mapM_ (\s -> print (readMaybe s :: Maybe Int)) ints
  mapM_ (\s -> print (readMaybe s :: Maybe Double)) doubles
  mapM_ (\s -> print (readMaybe s :: Maybe Float)) doubles
  print (read "[1, 2,-3]" :: [Int])
  print (read " [ ] " :: [Int])
  print (read "([(1,2.5),(3,-4)])" :: [(Int, Double)])
  print (read "((True,[False]))" :: (Bool, [Bool]))
  print (readMaybe "[1,]" :: Maybe [Int])
  print (read "17" + (1 :: Word))
