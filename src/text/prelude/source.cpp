// The functions of the Prelude and of the list library that are written in the language itself.
// Every definition is strict and gives what Haskell's gives, bit for bit, wherever that is a value:
// sums and products associate to the left, ranges stop before they wrap.
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view listSource() {
  return R"(
sizeParam :: Int
sizeParam = 1

append :: [a] -> [a] -> [a]
append [] ys = ys
append (x : xs) ys = x : append xs ys

elementAt :: [a] -> Int -> a
elementAt xs n
  | n < 0 = error "Prelude.!!: negative index"
  | otherwise = indexFrom xs n

indexFrom :: [a] -> Int -> a
indexFrom [] _ = error "Prelude.!!: index too large"
indexFrom (x : xs) n = if n == 0 then x else indexFrom xs (n - 1)

length :: [a] -> Int
length [] = 0
length (_ : xs) = 1 + length xs

genericLength :: Num b => [a] -> b
genericLength xs = fromIntegral (length xs)

bit :: (Bits a, Num a) => Int -> a
bit i = shiftL 1 i

setBit :: (Bits a, Num a) => a -> Int -> a
setBit x i = x .|. shiftL 1 i

clearBit :: (Bits a, Num a) => a -> Int -> a
clearBit x i = x .&. complement (shiftL 1 i)

complementBit :: (Bits a, Num a) => a -> Int -> a
complementBit x i = xor x (shiftL 1 i)

zeroBits :: (Bits a, Num a) => a
zeroBits = 0

shift :: Bits a => a -> Int -> a
shift x n = if n >= 0 then shiftL x n else shiftR x (negate n)

finiteBitSize :: Bits a => a -> Int
finiteBitSize _ = 64

rotate :: (Bits a, Integral a) => a -> Int -> a
rotate x n = fromIntegral (rotatedWord (fromIntegral x) (n .&. 63))

rotatedWord :: Word -> Int -> Word
rotatedWord w n = shiftL w n .|. shiftR w (64 - n)

rotateL :: (Bits a, Integral a) => a -> Int -> a
rotateL x n = rotate x n

rotateR :: (Bits a, Integral a) => a -> Int -> a
rotateR x n = rotate x (negate n)

countLeadingZeros :: (Bits a, Integral a) => a -> Int
countLeadingZeros x = 64 - popCount (spreadDown (fromIntegral x) 1)

-- Every bit below one that is set.
spreadDown :: Word -> Int -> Word
spreadDown w n = if n > 32 then w else spreadDown (w .|. shiftR w n) (2 * n)

countTrailingZeros :: (Bits a, Integral a) => a -> Int
countTrailingZeros x = popCount (complement x .&. (x - 1))

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
unzip ((x, y) : rest) = let (xs, ys) = unzip rest in (x : xs, y : ys)

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

integerRotate :: Integer -> Int -> Integer
integerRotate x n = if n >= 0 then shiftL x n else shiftR x (negate n)

integersFromTo :: Integer -> Integer -> [Integer]
integersFromTo x y = if x > y then [] else x : integersFromTo (x + 1) y

integersFromThenTo :: Integer -> Integer -> Integer -> [Integer]
integersFromThenTo x y z
  | y >= x = integersUpBy (y - x) x z
  | otherwise = integersDownBy (y - x) x z

integersUpBy :: Integer -> Integer -> Integer -> [Integer]
integersUpBy step x z = if x > z then [] else x : integersUpBy step (x + step) z

integersDownBy :: Integer -> Integer -> Integer -> [Integer]
integersDownBy step x z = if x < z then [] else x : integersDownBy step (x + step) z

enumFromLast :: Enum a => a -> a -> [a]
enumFromLast x end = enumFromTo x end

intsFrom :: (Bounded a, Num a) => a -> a -> [a]
intsFrom x end =
  seq x (x : intsFrom (if x == end then error "Prelude.Enum: a range beyond its type" else x + 1) end)

integersFrom :: Integer -> Integer -> [Integer]
integersFrom x end = seq x (x : integersFrom (x + 1) end)

fractionsFrom :: Fractional a => a -> a -> [a]
fractionsFrom x _ = fractionsBy 1 0 x

intsFromThen :: (Bounded a, Num a) => a -> a -> a -> a -> [a]
intsFromThen x y least greatest =
  seq x (x : intsFromThen y (beyond x y least greatest) least greatest)

beyond :: (Bounded a, Num a) => a -> a -> a -> a -> a
beyond x y least greatest
  | y >= x = if y - x > greatest - y then error "Prelude.Enum: a range beyond its type" else y + (y - x)
  | otherwise = if x - y > y - least then error "Prelude.Enum: a range beyond its type" else y - (x - y)

integersFromThen :: Integer -> Integer -> Integer -> Integer -> [Integer]
integersFromThen x y least greatest =
  seq x (x : integersFromThen y (y + (y - x)) least greatest)

fractionsFromThen :: Fractional a => a -> a -> a -> a -> [a]
fractionsFromThen x y _ _ = fractionsBy (y - x) 0 x

fractionsBy :: Fractional a => a -> a -> a -> [a]
fractionsBy step k x = seq k ((x + k * step) : fractionsBy step (k + 1) x)

iterateForever :: (a -> a) -> a -> [a]
iterateForever f x = x : iterateForever f (f x)

repeatForever :: a -> [a]
repeatForever x = x : repeatForever x

cycleForever :: [a] -> [a]
cycleForever [] = error "Prelude.cycle: empty list"
cycleForever (x : xs) = x : cycleOnto (x : xs) xs

cycleOnto :: [a] -> [a] -> [a]
cycleOnto xs [] = cycleForever xs
cycleOnto xs (y : ys) = y : cycleOnto xs ys

enumFromThenLast :: Enum a => a -> a -> a -> a -> [a]
enumFromThenLast x y least greatest
  | fromEnum y >= fromEnum x = enumFromThenTo x y greatest
  | otherwise = enumFromThenTo x y least

fractionsFromTo :: Fractional a => a -> a -> [a]
fractionsFromTo x y = fractionsUpBy 1 0 x (y + 1 / 2)

fractionsFromThenTo :: Fractional a => a -> a -> a -> [a]
fractionsFromThenTo x y z
  | y >= x = fractionsUpBy (y - x) 0 x (z + (y - x) / 2)
  | otherwise = fractionsDownBy (y - x) 0 x (z + (y - x) / 2)

fractionsUpBy :: Fractional a => a -> a -> a -> a -> [a]
fractionsUpBy step k x end =
  let y = x + k * step in if y <= end then y : fractionsUpBy step (k + 1) x end else []

fractionsDownBy :: Fractional a => a -> a -> a -> a -> [a]
fractionsDownBy step k x end =
  let y = x + k * step in if y >= end then y : fractionsDownBy step (k + 1) x end else []

fractionAfter :: Fractional a => a -> a
fractionAfter x = x + 1

fractionBefore :: Fractional a => a -> a
fractionBefore x = x - 1

intAfter :: Int -> Int
intAfter x = if x == 9223372036854775807
  then error "Prelude.Enum.succ{Int}: tried to take `succ' of maxBound" else x + 1

intBefore :: Int -> Int
intBefore x = if x == (-9223372036854775808)
  then error "Prelude.Enum.pred{Int}: tried to take `pred' of minBound" else x - 1

integerAfter :: Integer -> Integer
integerAfter x = x + 1

integerBefore :: Integer -> Integer
integerBefore x = x - 1

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

asTypeOf :: a -> a -> a
asTypeOf x _ = x

singleton :: a -> [a]
singleton x = [x]

genericTake :: Integral i => i -> [a] -> [a]
genericTake _ [] = []
genericTake n (x : xs) = if n <= 0 then [] else x : genericTake (n - 1) xs

genericDrop :: Integral i => i -> [a] -> [a]
genericDrop _ [] = []
genericDrop n (x : xs) = if n <= 0 then x : xs else genericDrop (n - 1) xs

genericSplitAt :: Integral i => i -> [a] -> ([a], [a])
genericSplitAt n xs = (genericTake n xs, genericDrop n xs)

genericReplicate :: Integral i => i -> a -> [a]
genericReplicate n x = if n <= 0 then [] else x : genericReplicate (n - 1) x

genericIndex :: Integral i => [a] -> i -> a
genericIndex [] _ = error "List.genericIndex: index too large."
genericIndex (x : xs) n
  | n == 0 = x
  | n > 0 = genericIndex xs (n - 1)
  | otherwise = error "List.genericIndex: negative index."

swapPair :: (a, b) -> (b, a)
swapPair (x, y) = (y, x)

linesOf :: String -> [String]
linesOf [] = []
linesOf (c : cs) = let (line, rest) = breakAt charIsNewline (c : cs) in line : linesAfter rest

linesAfter :: String -> [String]
linesAfter [] = []
linesAfter (_ : cs) = linesOf cs

charIsNewline :: Char -> Bool
charIsNewline c = c == '\n'

unlinesOf :: [String] -> String
unlinesOf [] = []
unlinesOf (l : ls) = append l ('\n' : unlinesOf ls)

wordsOf :: String -> [String]
wordsOf [] = []
wordsOf (c : cs)
  | charIsSpace c = wordsOf cs
  | otherwise = let (word, rest) = breakAt charIsSpace cs in (c : word) : wordsOf rest

unwordsOf :: [String] -> String
unwordsOf ws = intercalate " " ws

intersperse :: a -> [a] -> [a]
intersperse _ [] = []
intersperse separator (x : xs) = x : intersperseAfter separator xs

intersperseAfter :: a -> [a] -> [a]
intersperseAfter _ [] = []
intersperseAfter separator (x : xs) = separator : x : intersperseAfter separator xs

intercalate :: [a] -> [[a]] -> [a]
intercalate separator xss = concat (intersperse separator xss)

isPrefixOf :: Eq a => [a] -> [a] -> Bool
isPrefixOf [] _ = True
isPrefixOf (_ : _) [] = False
isPrefixOf (x : xs) (y : ys) = if x == y then isPrefixOf xs ys else False

isSuffixOf :: Eq a => [a] -> [a] -> Bool
isSuffixOf xs ys = isPrefixOf (reverse xs) (reverse ys)

isInfixOf :: Eq a => [a] -> [a] -> Bool
isInfixOf xs ys
  | isPrefixOf xs ys = True
  | otherwise = case ys of
      [] -> False
      _ : rest -> isInfixOf xs rest

tails :: [a] -> [[a]]
tails [] = [[]]
tails (x : xs) = (x : xs) : tails xs

inits :: [a] -> [[a]]
inits xs = [] : initsOf xs

initsOf :: [a] -> [[a]]
initsOf [] = []
initsOf (x : xs) = consEach x (inits xs)

consEach :: a -> [[a]] -> [[a]]
consEach _ [] = []
consEach x (ys : yss) = (x : ys) : consEach x yss

nub :: Eq a => [a] -> [a]
nub xs = nubBeside xs []

nubBeside :: Eq a => [a] -> [a] -> [a]
nubBeside [] _ = []
nubBeside (x : xs) seen
  | elem x seen = nubBeside xs seen
  | otherwise = x : nubBeside xs (x : seen)

delete :: Eq a => a -> [a] -> [a]
delete _ [] = []
delete x (y : ys) = if x == y then ys else y : delete x ys

insert :: Ord a => a -> [a] -> [a]
insert x [] = [x]
insert x (y : ys) = case compare x y of
  GT -> y : insert x ys
  _ -> x : y : ys

sort :: Ord a => [a] -> [a]
sort xs = mergeAll (singletons xs)

singletons :: [a] -> [[a]]
singletons [] = []
singletons (x : xs) = [x] : singletons xs

mergeAll :: Ord a => [[a]] -> [a]
mergeAll [] = []
mergeAll (xs : xss) = case xss of
  [] -> xs
  ys : yss -> mergeAll (mergeTwo xs ys : mergePairs yss)

mergePairs :: Ord a => [[a]] -> [[a]]
mergePairs [] = []
mergePairs (xs : xss) = case xss of
  [] -> [xs]
  ys : yss -> mergeTwo xs ys : mergePairs yss

mergeTwo :: Ord a => [a] -> [a] -> [a]
mergeTwo [] ys = ys
mergeTwo (x : xs) [] = x : xs
mergeTwo (x : xs) (y : ys) = case compare x y of
  GT -> y : mergeTwo (x : xs) ys
  _ -> x : mergeTwo xs (y : ys)
)";
}

}  // namespace deforest::text
