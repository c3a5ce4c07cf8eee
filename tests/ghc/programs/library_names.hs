-- Functions of the libraries by their names alone: `iterate'`, `zip5`, `readInt`, `ZipList`, `<**>` and the like.
import Control.Applicative
import Control.Monad (mapAndUnzipM)
import Data.Char (digitToInt, isDigit)
import Data.List
import qualified Data.Functor as F
import Data.Traversable
import Numeric

data T a = T a [a] deriving Show
instance Functor T where fmap = fmapDefault
instance Foldable T where foldMap = foldMapDefault
instance Traversable T where traverse f (T x xs) = T <$> f x <*> traverse f xs

main :: IO ()
main = do
  print (take 3 (iterate' (* 2) (1 :: Int)))
  print (zip5 [1 :: Int] "a" [True] [()] [2.5 :: Double], zipWith5 (\a b c d e -> a + b + c + d + e) [1 :: Int, 2] [3, 4] [5, 6] [7, 8] [9])
  print (readInt 2 (`elem` "01") digitToInt "1012x" :: [(Int, String)])
  print (readSigned readDec "-12 x" :: [(Int, String)])
  print (readSigned readDec " ( -12) x" :: [(Int, String)])
  print (lexDigits "12ab", lexDigits "ab")
  putStrLn (showInt (12 :: Int) "" ++ showSigned showInt 7 (-3 :: Int) "" ++ showSigned showHex 0 (-30 :: Integer) "!")
  print (getZipList ((,) <$> ZipList [1 :: Int, 2, 3] <*> ZipList "ab"), ZipList "ab", getZipList (max <$> ZipList [1, 5] <*> pure (3 :: Int)))
  print (getZipList (ZipList "ab" <|> ZipList "xyz"))
  print (Just 1 <**> Just (+ (1 :: Int)))
  r <- mapAndUnzipM (\x -> return (x, x * x)) [1 :: Int, 2]
  print r
  print (fmap (+ 1) (T 1 [2, 3 :: Int]), sum (T 1 [2, 3 :: Int]))
  print (mapAndUnzipM (\x -> if x > 1 then Nothing else Just (x, 'c')) [0, 2 :: Int])
