-- Reading: data that derive it, and data that say how they are read.
module Main (main) where

import Data.Char (isDigit, isSpace)
import Text.Read (readEither, readMaybe)

data Colour = Red | Green | Blue deriving (Eq, Show)

instance Read Colour where
  readsPrec _ s = [(Red, rest) | ("R", rest) <- lex s] ++ [(Green, rest) | ("G", rest) <- lex s]

newtype Celsius = Celsius Int deriving (Eq, Show)

instance Read Celsius where
  readsPrec d = readParen (d > 10) (\s -> [(Celsius n, u) | (n, t) <- readsPrec 11 s, ("C", u) <- lex t])

-- Of every beginning, what it may be.
newtype Digits = Digits String deriving (Eq, Show)

instance Read Digits where
  readsPrec _ s = case span isDigit (dropWhile isSpace s) of
    (ds, rest) -> [(Digits (take n ds), drop n ds ++ rest) | n <- [1 .. length ds]]

data Config = Config {name :: String, size :: Maybe Int, shade :: Shade, inner :: [Config]}
  deriving (Eq, Show, Read)

data Shade = Dark | Light Double deriving (Eq, Ord, Show, Read)

infixr 5 :+:
data Sum a = Zero | One a | Sum a :+: Sum a | a `Times` Int deriving (Eq, Show, Read)

data Pair a b = Pair a b deriving (Eq, Show, Read)
newtype Wrap = Wrap {unwrap :: (Int, Char, Bool)} deriving (Show, Read)
newtype Plain = Plain Integer deriving (Show, Read)

again :: (Eq a, Read a, Show a) => a -> String
again x = show x ++ (if read (show x) == x then " yes" else " NO")

main :: IO ()
main = do
  print (read "R" :: Colour)
  print (read "[R, G ,R]" :: [Colour])
  print (readMaybe "B" :: Maybe Colour)
  print (readEither "R G" :: Either String Colour)
  print (reads "G rest" :: [(Colour, String)])
  print (read "(R,5)" :: (Colour, Int))
  print (readMaybe "Just R" :: Maybe (Maybe Colour))
  print (readMaybe "21 C" :: Maybe Celsius)
  print (readMaybe "Just (21 C)" :: Maybe (Maybe Celsius))
  print (readMaybe "Just 21 C" :: Maybe (Maybe Celsius))
  print (readEither "12" :: Either String Digits)
  print (reads "123" :: [(Digits, String)])
  print (read "[1,2]" :: [Digits])
  putStrLn (again (Config "a \"quoted\"\tname\1234" (Just (-3)) Dark []))
  putStrLn (again (Config {name = "", size = Nothing, shade = Light (-2.5), inner = [Config "x" Nothing (Light 1) []]}))
  print (readMaybe "Config { name = \"n\\\n   \\x\\x41\\&1\\SOH\" , size=Just 1,shade = (Dark), inner = [ ] }" :: Maybe Config)
  print (readMaybe "Config {name = \"n\", size = Just -1, shade = Dark, inner = []}" :: Maybe Config)
  print (readMaybe "Config \"n\" Nothing Dark []" :: Maybe Config)
  putStrLn (again (One (1 :: Int) :+: Zero :+: (2 `Times` 3)))
  putStrLn (again [One (Left 'x' :: Either Char Bool), One (Right True)])
  print (readMaybe "One 1 :+: One 2 :+: Zero" :: Maybe (Sum Int))
  print (readMaybe "((One (1)) :+: (Zero))" :: Maybe (Sum Int))
  putStrLn (again (Pair (Just 'a') (Pair "b" LT)))
  print (read " ( Wrap {unwrap = (1,'\\n', False) } ) " :: Wrap)
  print (read "Plain (-7)" :: Plain)
  print (readMaybe "Plain -7" :: Maybe Plain)
  print (readMaybe "-7" :: Maybe Int, readMaybe "Just -7" :: Maybe (Maybe Int))
  print (readMaybe "[(1,\"a\"),(2,\"b\")]" :: Maybe [(Int, String)])
  print (readMaybe "['a','b']" :: Maybe String, read "\"ab\"" :: String)
  print (readMaybe "(1,2.5,True)" :: Maybe (Int, Double, Bool))
  print (map lex ["  ab' c", "12.5e3x", "0x1Fg", "\"a\\\"b\" c", "'\\n'x", "<= 3", "(a)", "", "_x1"])
  print (readsPrec 0 "7 8" :: [(Int, String)])
  print (readsPrec 7 "-7" :: [(Int, String)])
