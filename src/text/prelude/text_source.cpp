// Data.Text and Data.Text.IO as modules of the language: a text is the list of its characters,
// which natively takes more memory than the package's array does. Not there: `toTitle`, and what
// works on the array.
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view stringsSource() {
  return R"source(
class IsString a where
  fromString :: String -> a

instance IsString [Char] where
  fromString s = s
)source";
}

std::string_view textSource() {
  return R"source(
module Data.Text
  (Text, pack, unpack, singleton, empty, cons, snoc, append, uncons, unsnoc, head, last, tail, init,
   null, length, compareLength, copy, map, intercalate, intersperse, transpose, reverse, replace,
   toCaseFold, toLower, toUpper, justifyLeft, justifyRight, center, foldl, foldl', foldl1, foldl1',
   foldr, foldr', foldr1, concat, concatMap, any, all, maximum, minimum, isAscii, scanl, scanl1, scanr,
   scanr1, mapAccumL, mapAccumR, replicate, unfoldr, unfoldrN, take, takeEnd, drop, dropEnd,
   takeWhile, takeWhileEnd, dropWhile, dropWhileEnd, dropAround, strip, stripStart, stripEnd,
   splitAt, breakOn, breakOnEnd, break, span, group, groupBy, inits, tails, splitOn, split, chunksOf,
   lines, words, unlines, unwords, isPrefixOf, isSuffixOf, isInfixOf, stripPrefix, stripSuffix,
   commonPrefixes, filter, breakOnAll, find, elem, partition, index, findIndex, count, zip, zipWith) where

import Prelude hiding
  (head, last, tail, init, null, length, map, reverse, foldl, foldl1, foldr, foldr1, concat,
   concatMap, any, all, maximum, minimum, scanl, scanl1, scanr, scanr1, replicate, take, drop,
   takeWhile, dropWhile, splitAt, break, span, lines, words, unlines, unwords, filter, elem, zip,
   zipWith)
import qualified Data.Char as Char
import qualified Data.List as List
import Data.String.Overloaded'

newtype Text = Text String deriving (Eq, Ord)

instance Show Text where
  showsPrec d (Text s) = showsPrec d s

instance Read Text where
  readsPrec d s = [(Text x, rest) | (x, rest) <- readsPrec d s]

instance Semigroup Text where
  Text s <> Text t = Text (s ++ t)

instance Monoid Text where
  mempty = Text []

instance IsString Text where
  fromString s = Text s

pack :: String -> Text
pack s = Text s

unpack :: Text -> String
unpack (Text s) = s

singleton :: Char -> Text
singleton c = Text [c]

empty :: Text
empty = Text []

cons :: Char -> Text -> Text
cons c (Text s) = Text (c : s)

snoc :: Text -> Char -> Text
snoc (Text s) c = Text (s ++ [c])

append :: Text -> Text -> Text
append (Text s) (Text t) = Text (s ++ t)

uncons :: Text -> Maybe (Char, Text)
uncons (Text s) = case s of
  [] -> Nothing
  c : rest -> Just (c, Text rest)

unsnoc :: Text -> Maybe (Text, Char)
unsnoc (Text s) = case s of
  [] -> Nothing
  _ -> Just (Text (List.init s), List.last s)

emptyError :: String -> a
emptyError name = errorWithoutStackTrace ("Data.Text." ++ name ++ ": empty input")

head :: Text -> Char
head (Text s) = case s of
  [] -> emptyError "head"
  c : _ -> c

last :: Text -> Char
last (Text s) = case s of
  [] -> emptyError "last"
  _ -> List.last s

tail :: Text -> Text
tail (Text s) = case s of
  [] -> emptyError "tail"
  _ : rest -> Text rest

init :: Text -> Text
init (Text s) = case s of
  [] -> emptyError "init"
  _ -> Text (List.init s)

null :: Text -> Bool
null (Text s) = List.null s

length :: Text -> Int
length (Text s) = List.length s

compareLength :: Text -> Int -> Ordering
compareLength (Text s) n = compare (List.length s) n

copy :: Text -> Text
copy t = t

map :: (Char -> Char) -> Text -> Text
map f (Text s) = Text (List.map f s)

intercalate :: Text -> [Text] -> Text
intercalate (Text s) ts = Text (List.intercalate s (List.map unpack ts))

intersperse :: Char -> Text -> Text
intersperse c (Text s) = Text (List.intersperse c s)

transpose :: [Text] -> [Text]
transpose ts = List.map pack (List.transpose (List.map unpack ts))

reverse :: Text -> Text
reverse (Text s) = Text (List.reverse s)

replace :: Text -> Text -> Text -> Text
replace (Text old) (Text new) (Text s)
  | List.null old = emptyError "replace"
  | otherwise = Text (replaced old (List.length old) new s)

replaced :: String -> Int -> String -> String -> String
replaced old n new s = case s of
  [] -> []
  c : rest
    | List.isPrefixOf old s -> new ++ replaced old n new (List.drop n s)
    | otherwise -> c : replaced old n new rest

toCaseFold :: Text -> Text
toCaseFold (Text s) = Text (List.concatMap (\c -> if c == '\223' then "ss" else [Char.toLower c]) s)

toLower :: Text -> Text
toLower (Text s) = Text (List.map Char.toLower s)

toUpper :: Text -> Text
toUpper (Text s) = Text (List.concatMap (\c -> if c == '\223' then "SS" else [Char.toUpper c]) s)

justifyLeft :: Int -> Char -> Text -> Text
justifyLeft n c (Text s) = Text (s ++ List.replicate (n - List.length s) c)

justifyRight :: Int -> Char -> Text -> Text
justifyRight n c (Text s) = Text (List.replicate (n - List.length s) c ++ s)

center :: Int -> Char -> Text -> Text
center n c (Text s) =
  let missing = n - List.length s
      behind = quot missing 2
  in if missing <= 0 then Text s
     else Text (List.replicate (missing - behind) c ++ s ++ List.replicate behind c)

foldl :: (a -> Char -> a) -> a -> Text -> a
foldl f z (Text s) = List.foldl f z s

foldl' :: (a -> Char -> a) -> a -> Text -> a
foldl' f z (Text s) = List.foldl' f z s

foldl1 :: (Char -> Char -> Char) -> Text -> Char
foldl1 f (Text s) = List.foldl1 f s

foldl1' :: (Char -> Char -> Char) -> Text -> Char
foldl1' f (Text s) = List.foldl1 f s

foldr :: (Char -> a -> a) -> a -> Text -> a
foldr f z (Text s) = List.foldr f z s

foldr' :: (Char -> a -> a) -> a -> Text -> a
foldr' f z (Text s) = List.foldr f z s

foldr1 :: (Char -> Char -> Char) -> Text -> Char
foldr1 f (Text s) = List.foldr1 f s

concat :: [Text] -> Text
concat ts = Text (List.concatMap unpack ts)

concatMap :: (Char -> Text) -> Text -> Text
concatMap f (Text s) = Text (List.concatMap (\c -> unpack (f c)) s)

any :: (Char -> Bool) -> Text -> Bool
any p (Text s) = List.any p s

all :: (Char -> Bool) -> Text -> Bool
all p (Text s) = List.all p s

isAscii :: Text -> Bool
isAscii (Text s) = List.all Char.isAscii s

maximum :: Text -> Char
maximum (Text s) = List.maximum s

minimum :: Text -> Char
minimum (Text s) = List.minimum s

scanl :: (Char -> Char -> Char) -> Char -> Text -> Text
scanl f z (Text s) = Text (List.scanl f z s)

scanl1 :: (Char -> Char -> Char) -> Text -> Text
scanl1 f (Text s) = Text (List.scanl1 f s)

scanr :: (Char -> Char -> Char) -> Char -> Text -> Text
scanr f z (Text s) = Text (List.scanr f z s)

scanr1 :: (Char -> Char -> Char) -> Text -> Text
scanr1 f (Text s) = Text (List.scanr1 f s)

mapAccumL :: (a -> Char -> (a, Char)) -> a -> Text -> (a, Text)
mapAccumL f z (Text s) = case List.mapAccumL f z s of (r, t) -> (r, Text t)

mapAccumR :: (a -> Char -> (a, Char)) -> a -> Text -> (a, Text)
mapAccumR f z (Text s) = case List.mapAccumR f z s of (r, t) -> (r, Text t)

replicate :: Int -> Text -> Text
replicate n (Text s) = Text (List.concat (List.replicate n s))

unfoldr :: (a -> Maybe (Char, a)) -> a -> Text
unfoldr f z = Text (List.unfoldr f z)

unfoldrN :: Int -> (a -> Maybe (Char, a)) -> a -> Text
unfoldrN n f z = Text (List.take n (List.unfoldr f z))

take :: Int -> Text -> Text
take n (Text s) = Text (List.take n s)

takeEnd :: Int -> Text -> Text
takeEnd n (Text s) = Text (List.drop (List.length s - max 0 n) s)

drop :: Int -> Text -> Text
drop n (Text s) = Text (List.drop n s)

dropEnd :: Int -> Text -> Text
dropEnd n (Text s) = Text (List.take (List.length s - max 0 n) s)

takeWhile :: (Char -> Bool) -> Text -> Text
takeWhile p (Text s) = Text (List.takeWhile p s)

takeWhileEnd :: (Char -> Bool) -> Text -> Text
takeWhileEnd p (Text s) = Text (List.reverse (List.takeWhile p (List.reverse s)))

dropWhile :: (Char -> Bool) -> Text -> Text
dropWhile p (Text s) = Text (List.dropWhile p s)

dropWhileEnd :: (Char -> Bool) -> Text -> Text
dropWhileEnd p (Text s) = Text (List.dropWhileEnd p s)

dropAround :: (Char -> Bool) -> Text -> Text
dropAround p (Text s) = Text (List.dropWhileEnd p (List.dropWhile p s))

strip :: Text -> Text
strip (Text s) = Text (List.dropWhileEnd Char.isSpace (List.dropWhile Char.isSpace s))

stripStart :: Text -> Text
stripStart (Text s) = Text (List.dropWhile Char.isSpace s)

stripEnd :: Text -> Text
stripEnd (Text s) = Text (List.dropWhileEnd Char.isSpace s)

splitAt :: Int -> Text -> (Text, Text)
splitAt n (Text s) = case List.splitAt n s of (a, b) -> (Text a, Text b)

span :: (Char -> Bool) -> Text -> (Text, Text)
span p (Text s) = case List.span p s of (a, b) -> (Text a, Text b)

break :: (Char -> Bool) -> Text -> (Text, Text)
break p (Text s) = case List.break p s of (a, b) -> (Text a, Text b)

partition :: (Char -> Bool) -> Text -> (Text, Text)
partition p (Text s) = case List.partition p s of (a, b) -> (Text a, Text b)

breakOn :: Text -> Text -> (Text, Text)
breakOn (Text needle) (Text s)
  | List.null needle = emptyError "breakOn"
  | otherwise = case brokenOn needle s of (a, b) -> (Text a, Text b)

brokenOn :: String -> String -> (String, String)
brokenOn needle s = case s of
  [] -> ([], [])
  c : rest
    | List.isPrefixOf needle s -> ([], s)
    | otherwise -> case brokenOn needle rest of (a, b) -> (c : a, b)

breakOnEnd :: Text -> Text -> (Text, Text)
breakOnEnd needle t = case breakOn (reverse needle) (reverse t) of
  (a, b) -> (reverse b, reverse a)

breakOnAll :: Text -> Text -> [(Text, Text)]
breakOnAll (Text needle) (Text s)
  | List.null needle = emptyError "breakOnAll"
  | otherwise = brokenOnAll needle (List.length needle) [] s

brokenOnAll :: String -> Int -> String -> String -> [(Text, Text)]
brokenOnAll needle n before s = case brokenOn needle s of
  (a, b)
    | List.null b -> []
    | otherwise ->
        let whole = before ++ a
        in (Text whole, Text b) : brokenOnAll needle n (whole ++ List.take n b) (List.drop n b)

group :: Text -> [Text]
group (Text s) = List.map pack (List.group s)

groupBy :: (Char -> Char -> Bool) -> Text -> [Text]
groupBy f (Text s) = List.map pack (List.groupBy f s)

inits :: Text -> [Text]
inits (Text s) = List.map pack (List.inits s)

tails :: Text -> [Text]
tails (Text s) = List.map pack (List.tails s)

splitOn :: Text -> Text -> [Text]
splitOn (Text needle) (Text s)
  | List.null needle = emptyError "splitOn"
  | otherwise = splitsOn needle (List.length needle) s

splitsOn :: String -> Int -> String -> [Text]
splitsOn needle n s = case brokenOn needle s of
  (a, b) -> Text a : (if List.null b then [] else splitsOn needle n (List.drop n b))

split :: (Char -> Bool) -> Text -> [Text]
split p (Text s) = splits p s

splits :: (Char -> Bool) -> String -> [Text]
splits p s = case List.break p s of
  (a, b) -> Text a : (case b of
    [] -> []
    _ : rest -> splits p rest)

chunksOf :: Int -> Text -> [Text]
chunksOf n (Text s) = if n <= 0 then [] else chunks n s

chunks :: Int -> String -> [Text]
chunks n s = case s of
  [] -> []
  _ -> Text (List.take n s) : chunks n (List.drop n s)

lines :: Text -> [Text]
lines (Text s) = List.map pack (List.lines s)

unlines :: [Text] -> Text
unlines ts = Text (List.concatMap (\t -> unpack t ++ "\n") ts)

words :: Text -> [Text]
words (Text s) = List.map pack (List.words s)

unwords :: [Text] -> Text
unwords ts = Text (List.intercalate " " (List.map unpack ts))

isPrefixOf :: Text -> Text -> Bool
isPrefixOf (Text s) (Text t) = List.isPrefixOf s t

isSuffixOf :: Text -> Text -> Bool
isSuffixOf (Text s) (Text t) = List.isSuffixOf s t

isInfixOf :: Text -> Text -> Bool
isInfixOf (Text s) (Text t) = List.isInfixOf s t

stripPrefix :: Text -> Text -> Maybe Text
stripPrefix (Text s) (Text t) = fmap pack (List.stripPrefix s t)

stripSuffix :: Text -> Text -> Maybe Text
stripSuffix s t = fmap reverse (stripPrefix (reverse s) (reverse t))

commonPrefixes :: Text -> Text -> Maybe (Text, Text, Text)
commonPrefixes (Text s) (Text t) = case commonOf s t of
  ([], _, _) -> Nothing
  (a, b, c) -> Just (Text a, Text b, Text c)

commonOf :: String -> String -> (String, String, String)
commonOf s t = case s of
  c : rest -> case t of
    d : others | c == d -> case commonOf rest others of (a, x, y) -> (c : a, x, y)
    _ -> ([], s, t)
  [] -> ([], s, t)

filter :: (Char -> Bool) -> Text -> Text
filter p (Text s) = Text (List.filter p s)

find :: (Char -> Bool) -> Text -> Maybe Char
find p (Text s) = List.find p s

elem :: Char -> Text -> Bool
elem c (Text s) = List.elem c s

index :: Text -> Int -> Char
index (Text s) n = s !! n

findIndex :: (Char -> Bool) -> Text -> Maybe Int
findIndex p (Text s) = List.findIndex p s

count :: Text -> Text -> Int
count (Text needle) (Text s)
  | List.null needle = emptyError "count"
  | otherwise = countOf needle (List.length needle) 0 s

countOf :: String -> Int -> Int -> String -> Int
countOf needle n k s = case s of
  [] -> k
  _ : rest
    | List.isPrefixOf needle s -> countOf needle n (k + 1) (List.drop n s)
    | otherwise -> countOf needle n k rest

zip :: Text -> Text -> [(Char, Char)]
zip (Text s) (Text t) = List.zip s t

zipWith :: (Char -> Char -> Char) -> Text -> Text -> Text
zipWith f (Text s) (Text t) = Text (List.zipWith f s t)
)source";
}

std::string_view textActionsSource() {
  return R"source(
module Data.Text.IO
  (putStr, putStrLn, getLine, getContents, interact, readFile, writeFile, appendFile, hPutStr,
   hPutStrLn, hGetLine, hGetContents) where

import Prelude hiding
  (putStr, putStrLn, getLine, getContents, interact, readFile, writeFile, appendFile)
import qualified Prelude
import qualified System.IO as Handles
import Data.Text (Text, pack, unpack)

putStr :: Text -> IO ()
putStr t = Prelude.putStr (unpack t)

putStrLn :: Text -> IO ()
putStrLn t = Prelude.putStrLn (unpack t)

getLine :: IO Text
getLine = fmap pack Prelude.getLine

getContents :: IO Text
getContents = fmap pack Prelude.getContents

interact :: (Text -> Text) -> IO ()
interact f = Prelude.interact (\s -> unpack (f (pack s)))

readFile :: FilePath -> IO Text
readFile path = fmap pack (Prelude.readFile path)

writeFile :: FilePath -> Text -> IO ()
writeFile path t = Prelude.writeFile path (unpack t)

appendFile :: FilePath -> Text -> IO ()
appendFile path t = Prelude.appendFile path (unpack t)

hPutStr :: Handles.Handle -> Text -> IO ()
hPutStr h t = Handles.hPutStr h (unpack t)

hPutStrLn :: Handles.Handle -> Text -> IO ()
hPutStrLn h t = Handles.hPutStrLn h (unpack t)

hGetLine :: Handles.Handle -> IO Text
hGetLine h = fmap pack (Handles.hGetLine h)

hGetContents :: Handles.Handle -> IO Text
hGetContents h = fmap pack (Handles.hGetContents h)
)source";
}

std::string_view textReadersSource() {
  return R"source(
module Data.Text.Read (Reader, decimal, signed, hexadecimal, double, rational) where

import qualified Data.Char as Char
import Data.Text (Text, pack, unpack)

type Reader a = Text -> Either String (a, Text)

decimal :: Integral a => Text -> Either String (a, Text)
decimal t = case span Char.isDigit (unpack t) of
  ([], _) -> Left "input does not start with a digit"
  (digits, rest) -> Right (numberOf 10 digits, pack rest)

hexadecimal :: Integral a => Text -> Either String (a, Text)
hexadecimal t = case span Char.isHexDigit (withoutMark (unpack t)) of
  ([], _) -> Left "input does not start with a hexadecimal digit"
  (digits, rest) -> Right (numberOf 16 digits, pack rest)

withoutMark :: String -> String
withoutMark s = case s of
  '0' : x : rest | x == 'x' || x == 'X' -> rest
  _ -> s

numberOf :: Integral a => a -> String -> a
numberOf base digits = foldl (\n c -> n * base + fromIntegral (Char.digitToInt c)) 0 digits

signed :: Num a => (Text -> Either String (a, Text)) -> Text -> Either String (a, Text)
signed read t = case unpack t of
  '-' : rest -> case read (pack rest) of
    Right (n, left) -> Right (negate n, left)
    Left e -> Left e
  '+' : rest -> read (pack rest)
  _ -> read t

double :: Text -> Either String (Double, Text)
double t = rational t

rational :: Fractional a => Text -> Either String (a, Text)
rational t = case unpack t of
  '-' : rest -> fmap (\(n, left) -> (negate n, left)) (fraction rest)
  '+' : rest -> fraction rest
  s -> fraction s

fraction :: Fractional a => String -> Either String (a, Text)
fraction s = case span Char.isDigit s of
  ([], _) -> Left "input does not start with a digit"
  (whole, rest) -> case rest of
    '.' : more -> case span Char.isDigit more of
      ([], _) -> Right (scaled whole 0, pack rest)
      (part, left) -> exponentOf (whole ++ part) (negate (length part)) left
    _ -> exponentOf whole 0 rest

exponentOf :: Fractional a => String -> Int -> String -> Either String (a, Text)
exponentOf digits e s = case s of
  x : rest | x == 'e' || x == 'E' -> case signedDigits rest of
    Just (n, left) -> Right (scaled digits (e + n), pack left)
    Nothing -> Right (scaled digits e, pack s)
  _ -> Right (scaled digits e, pack s)

signedDigits :: String -> Maybe (Int, String)
signedDigits s = case s of
  '-' : rest -> fmap (\(n, left) -> (negate n, left)) (digitsOf rest)
  '+' : rest -> digitsOf rest
  _ -> digitsOf s

digitsOf :: String -> Maybe (Int, String)
digitsOf s = case span Char.isDigit s of
  ([], _) -> Nothing
  (digits, rest) -> Just (numberOf 10 digits, rest)

scaled :: Fractional a => String -> Int -> a
scaled digits e =
  let n = numberOf 10 digits :: Integer
  in fromRational (if e >= 0 then toRational (n * 10 ^ e) else toRational n / toRational (10 ^ negate e :: Integer))
)source";
}

}  // namespace deforest::text
