-- Numbers of fixed width as patterns: how formats of bytes are decoded.
module Main where

import Data.Bits (shiftL, shiftR, (.&.), (.|.))
import Data.Int (Int8)
import Data.Word (Word16, Word8)

data Value = Nil | Flag Bool | Small Int | Text String | Items [Value] deriving (Show, Eq)

encode :: Value -> [Word8]
encode Nil = [0]
encode (Flag b) = [if b then 2 else 1]
encode (Small n) = 3 : [fromIntegral (n `shiftR` 8), fromIntegral n]
encode (Text s) = 4 : fromIntegral (length s) : map (fromIntegral . fromEnum) s
encode (Items vs) = 0xff : fromIntegral (length vs) : concatMap encode vs

decode :: [Word8] -> Either String (Value, [Word8])
decode [] = Left "no tag"
decode (tag : rest) = case tag of
  0 -> Right (Nil, rest)
  1 -> Right (Flag False, rest)
  2 -> Right (Flag True, rest)
  3 | a : b : more <- rest -> Right (Small (fromIntegral a `shiftL` 8 .|. fromIntegral b), more)
    | otherwise -> Left "a number is cut off"
  4 | n : more <- rest, let (s, behind) = splitAt (fromIntegral n) more, length s == fromIntegral n ->
        Right (Text (map (toEnum . fromIntegral) s), behind)
  0xff -> case rest of
    0 : more -> Right (Items [], more)
    n : more -> do
      (v, behind) <- decode more
      (others, end) <- decode (0xff : n - 1 : behind)
      case others of
        Items vs -> Right (Items (v : vs), end)
        _ -> Left "no items"
    [] -> Left "no length"
  _ -> Left ("tag " ++ show tag)

class Named a where
  name :: a -> String

instance Named Int8 where
  name (-1) = "minus one"
  name 0 = "zero"
  name n | n < 0 = "negative" | otherwise = "positive"

instance Named Word16 where
  name 65535 = "most"
  name _ = "less"

main :: IO ()
main = do
  let value = Items [Nil, Flag True, Small 513, Text "abc", Items []]
  print (encode value)
  print (fmap fst (decode (encode value)))
  print (map decode [[], [3, 1], [9], [4, 2, 97], [0xff]])
  putStrLn (unwords (map name [0 :: Int8, 127 + 1, 255, 5]))
  print (name (0 - 1 :: Word16), name (7 .&. 3 :: Word16))
