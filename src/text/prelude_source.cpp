// The part of the Prelude that is written in the language itself. Every definition is strict and
// gives what Haskell's gives, bit for bit, wherever that is a value: sums and products associate
// to the left, ranges stop before they wrap.
#include "text/prelude.hpp"

namespace deforest::text {

std::string_view preludeSource() {
  return R"(
append :: [a] -> [a] -> [a]
append [] ys = ys
append (x : xs) ys = x : append xs ys

index :: [a] -> Int -> a
index xs n
  | n < 0 = error "Prelude.!!: negative index"
  | otherwise = indexFrom xs n

indexFrom :: [a] -> Int -> a
indexFrom [] _ = error "Prelude.!!: index too large"
indexFrom (x : xs) n = if n == 0 then x else indexFrom xs (n - 1)

length :: [a] -> Int
length [] = 0
length (_ : xs) = 1 + length xs

null :: [a] -> Bool
null [] = True
null (_ : _) = False

head :: [a] -> a
head [] = error "Prelude.head: empty list"
head (x : _) = x

tail :: [a] -> [a]
tail [] = error "Prelude.tail: empty list"
tail (_ : xs) = xs

last :: [a] -> a
last [] = error "Prelude.last: empty list"
last (x : xs) = lastOf x xs

lastOf :: a -> [a] -> a
lastOf x [] = x
lastOf _ (y : ys) = lastOf y ys

init :: [a] -> [a]
init [] = error "Prelude.init: empty list"
init (x : xs) = initOf x xs

initOf :: a -> [a] -> [a]
initOf _ [] = []
initOf x (y : ys) = x : initOf y ys

reverse :: [a] -> [a]
reverse xs = reverseOnto xs []

reverseOnto :: [a] -> [a] -> [a]
reverseOnto [] ys = ys
reverseOnto (x : xs) ys = reverseOnto xs (x : ys)

sum :: Num a => [a] -> a
sum xs = sumFrom 0 xs

sumFrom :: Num a => a -> [a] -> a
sumFrom s [] = s
sumFrom s (x : xs) = sumFrom (s + x) xs

product :: Num a => [a] -> a
product xs = productFrom 1 xs

productFrom :: Num a => a -> [a] -> a
productFrom p [] = p
productFrom p (x : xs) = productFrom (p * x) xs

maximum :: Ord a => [a] -> a
maximum [] = error "Prelude.maximum: empty list"
maximum (x : xs) = maximumFrom x xs

maximumFrom :: Ord a => a -> [a] -> a
maximumFrom m [] = m
maximumFrom m (x : xs) = maximumFrom (max m x) xs

minimum :: Ord a => [a] -> a
minimum [] = error "Prelude.minimum: empty list"
minimum (x : xs) = minimumFrom x xs

minimumFrom :: Ord a => a -> [a] -> a
minimumFrom m [] = m
minimumFrom m (x : xs) = minimumFrom (min m x) xs

concat :: [[a]] -> [a]
concat [] = []
concat (xs : xss) = append xs (concat xss)

replicate :: Int -> a -> [a]
replicate n x = if n <= 0 then [] else x : replicate (n - 1) x

take :: Int -> [a] -> [a]
take n xs
  | n <= 0 = []
  | otherwise = case xs of
      [] -> []
      y : ys -> y : take (n - 1) ys

drop :: Int -> [a] -> [a]
drop n xs
  | n <= 0 = xs
  | otherwise = case xs of
      [] -> []
      _ : ys -> drop (n - 1) ys

splitAt :: Int -> [a] -> ([a], [a])
splitAt n xs = (take n xs, drop n xs)

elem :: Eq a => a -> [a] -> Bool
elem _ [] = False
elem x (y : ys) = if x == y then True else elem x ys

notElem :: Eq a => a -> [a] -> Bool
notElem _ [] = True
notElem x (y : ys) = if x == y then False else notElem x ys

lookup :: Eq a => a -> [(a, b)] -> Maybe b
lookup _ [] = Nothing
lookup k ((x, y) : rest) = if k == x then Just y else lookup k rest

zip :: [a] -> [b] -> [(a, b)]
zip [] _ = []
zip (_ : _) [] = []
zip (x : xs) (y : ys) = (x, y) : zip xs ys

zip3 :: [a] -> [b] -> [c] -> [(a, b, c)]
zip3 (x : xs) (y : ys) (z : zs) = (x, y, z) : zip3 xs ys zs
zip3 _ _ _ = []

unzip :: [(a, b)] -> ([a], [b])
unzip [] = ([], [])
unzip ((x, y) : rest) = case unzip rest of (xs, ys) -> (x : xs, y : ys)

andAll :: [Bool] -> Bool
andAll [] = True
andAll (x : xs) = if x then andAll xs else False

orAny :: [Bool] -> Bool
orAny [] = False
orAny (x : xs) = if x then True else orAny xs

first :: a -> b -> a
first x _ = x

identity :: a -> a
identity x = x

enumFromTo :: Enum a => a -> a -> [a]
enumFromTo x y
  | fromEnum x > fromEnum y = []
  | otherwise = enumUpTo (fromEnum x) (fromEnum y)

enumUpTo :: Enum a => Int -> Int -> [a]
enumUpTo i n = toEnum i : (if i == n then [] else enumUpTo (i + 1) n)

enumFromThenTo :: Enum a => a -> a -> a -> [a]
enumFromThenTo x y z
  | fromEnum y >= fromEnum x = enumUpBy (fromEnum x) (fromEnum y) (fromEnum z)
  | otherwise = enumDownBy (fromEnum x) (fromEnum y) (fromEnum z)

enumUpBy :: Enum a => Int -> Int -> Int -> [a]
enumUpBy i j n
  | n < j = if n < i then [] else [toEnum i]
  | otherwise = toEnum i : enumUpStep j (j - i) (n - (j - i))

enumUpStep :: Enum a => Int -> Int -> Int -> [a]
enumUpStep i step end = toEnum i : (if i > end then [] else enumUpStep (i + step) step end)

enumDownBy :: Enum a => Int -> Int -> Int -> [a]
enumDownBy i j n
  | n > j = if n > i then [] else [toEnum i]
  | otherwise = toEnum i : enumDownStep j (j - i) (n - (j - i))

enumDownStep :: Enum a => Int -> Int -> Int -> [a]
enumDownStep i step end = toEnum i : (if i < end then [] else enumDownStep (i + step) step end)

successor :: Enum a => a -> a
successor x = toEnum (fromEnum x + 1)

predecessor :: Enum a => a -> a
predecessor x = toEnum (fromEnum x - 1)

subtract :: Num a => a -> a -> a
subtract x y = y - x

gcd :: Integral a => a -> a -> a
gcd x y = gcdOf (abs x) (abs y)

gcdOf :: Integral a => a -> a -> a
gcdOf x y = if y == 0 then x else gcdOf y (rem x y)

lcm :: Integral a => a -> a -> a
lcm x y
  | x == 0 = 0
  | y == 0 = 0
  | otherwise = abs (quot x (gcd x y) * y)

catMaybes :: [Maybe a] -> [a]
catMaybes [] = []
catMaybes (Nothing : rest) = catMaybes rest
catMaybes (Just x : rest) = x : catMaybes rest

fromJust :: Maybe a -> a
fromJust Nothing = error "Maybe.fromJust: Nothing"
fromJust (Just x) = x

fromMaybe :: a -> Maybe a -> a
fromMaybe x Nothing = x
fromMaybe _ (Just y) = y

isJust :: Maybe a -> Bool
isJust Nothing = False
isJust (Just _) = True

isNothing :: Maybe a -> Bool
isNothing Nothing = True
isNothing (Just _) = False

swapPair :: (a, b) -> (b, a)
swapPair (x, y) = (y, x)

charIsDigit :: Char -> Bool
charIsDigit c = c >= '0' && c <= '9'

charDigit :: Char -> Int
charDigit c
  | c >= '0' && c <= '9' = ord c - 48
  | c >= 'a' && c <= 'f' = ord c - 87
  | c >= 'A' && c <= 'F' = ord c - 55
  | otherwise = error "Char.digitToInt: not a digit"

digitChar :: Int -> Char
digitChar n
  | n >= 0 && n <= 9 = chr (n + 48)
  | n >= 10 && n <= 15 = chr (n + 87)
  | otherwise = error "Char.intToDigit: not a digit"

showInt :: Int -> String
showInt n = if n < 0 then '-' : showDigits n [] else showDigits (negate n) []

showDigits :: Int -> String -> String
showDigits n cs
  | n > -10 = digit : cs
  | otherwise = showDigits (quot n 10) (digit : cs)
  where digit = chr (48 - rem n 10)

showWord :: Word -> String
showWord n = showWordDigits n []

showWordDigits :: Word -> String -> String
showWordDigits n cs
  | n < 10 = digit : cs
  | otherwise = showWordDigits (quot n 10) (digit : cs)
  where digit = chr (48 + fromIntegral (rem n 10))

showBool :: Bool -> String
showBool b = if b then "True" else "False"
)";
}

}  // namespace deforest::text
