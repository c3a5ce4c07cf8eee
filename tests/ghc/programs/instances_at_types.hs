-- Instances of some of a constructor's types, beside the one of all of them or alone.
{-# LANGUAGE FlexibleInstances #-}
module Main (main) where

import qualified Data.Map as Map
import Data.List (intercalate)

data JSON = JString String | JNumber Int | JBool Bool | JArray [JSON] | JObject [(String, JSON)]

class ToJSON a where
  toJSON :: a -> JSON
  listToJSON :: [a] -> JSON
  listToJSON = JArray . map toJSON

instance ToJSON Bool where
  toJSON = JBool

instance ToJSON Int where
  toJSON = JNumber

instance {-# OVERLAPPING #-} ToJSON [Char] where
  toJSON = JString

instance ToJSON a => ToJSON [a] where
  toJSON = listToJSON

instance ToJSON v => ToJSON (Map.Map String v) where
  toJSON m = JObject [(k, toJSON v) | (k, v) <- Map.toList m]

instance ToJSON (Maybe Int) where
  toJSON Nothing = JString "no number"
  toJSON (Just n) = JNumber n

instance ToJSON a => ToJSON (Either String a) where
  toJSON (Left e) = JObject [("error", toJSON e)]
  toJSON (Right x) = toJSON x

instance (ToJSON a, ToJSON b) => ToJSON (a, b) where
  toJSON (x, y) = JArray [toJSON x, toJSON y]

render :: JSON -> String
render (JString s) = show s
render (JNumber n) = show n
render (JBool b) = if b then "true" else "false"
render (JArray xs) = "[" ++ intercalate "," (map render xs) ++ "]"
render (JObject fs) = "{" ++ intercalate "," [show k ++ ":" ++ render v | (k, v) <- fs] ++ "}"

newtype Vec a = Vec [a]

instance Show (Vec Int) where
  show (Vec xs) = "ints " ++ show xs

instance Show (Vec Bool) where
  show (Vec xs) = "bools " ++ show (length xs)

data Holder = Holder (Vec Int) (Maybe (Vec Bool)) deriving Show

instance Semigroup (Vec Int) where
  Vec a <> Vec b = Vec (zipWith (+) a b)

encode :: ToJSON a => a -> String
encode = render . toJSON

class Describe a where
  describe :: a -> String
  describe _ = "something"

instance {-# OVERLAPPABLE #-} Describe (Maybe a)
instance Describe (Maybe Bool) where
  describe (Just True) = "yes"
  describe _ = "no"
instance {-# OVERLAPS #-} Describe (a, b) where
  describe _ = "a pair"
instance {-# OVERLAPS #-} Describe a => Describe (a, Int) where
  describe (x, n) = describe x ++ " and " ++ show n
instance {-# OVERLAPPING #-} Describe (Maybe Bool, Int) where
  describe (_, n) = "special " ++ show n
instance Describe (a -> b) where
  describe _ = "a function"
instance {-# OVERLAPPING #-} Describe (Int -> Int) where
  describe f = "maps 1 to " ++ show (f 1)

main :: IO ()
main = do
  putStrLn (encode ("abc", [True, False]))
  putStrLn (encode [(1 :: Int, "x"), (2, "y")])
  putStrLn (encode (Map.fromList [("k", ["p", "q"]), ("l", [])]))
  putStrLn (encode [Just (3 :: Int), Nothing])
  putStrLn (encode (Left "bad" :: Either String [Int]))
  putStrLn (encode [Right [[1 :: Int]], Left "worse"])
  print (Holder (Vec [1, 2]) (Just (Vec [True])))
  print (Vec [1, 2 :: Int] <> Vec [10, 20])
  putStrLn (describe (Just 'x'))
  putStrLn (describe (Just True))
  putStrLn (describe ('a', 'b'))
  putStrLn (describe (Just 'c', 5 :: Int))
  putStrLn (describe (Just True, 5 :: Int))
  putStrLn (describe ((+ 1) :: Int -> Int))
  putStrLn (describe not)
