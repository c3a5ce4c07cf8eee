-- Labels of fields that are operators, as a derived `Show` writes them.
module Main where

data Point = Point { (<+>) :: Int, pointName' :: String } | Int :*: Int deriving (Show, Read, Eq, Ord)

main :: IO ()
main = do
  n <- length <$> getContents
  let points = [Point { (<+>) = n - 1, pointName' = "a" }, n :*: (-2)]
  print points
  print [p { (<+>) = 3 + (<+>) p } | p@Point {} <- points]
  print (read "Point {(<+>) = 4, pointName' = \"b\"}" < head points)
