-- | Regular expressions: parsing, printing, simplifying, and matching with derivatives
-- (Brzozowski's for a deterministic match, Antimirov's for a nondeterministic one).
module Main (main) where

import Data.Char (chr, isAlphaNum, ord)
import Data.List (foldl', nub, sort)
import Data.Maybe (catMaybes, isNothing, mapMaybe)
import System.Environment (getArgs)

data Regex
  = Never
  | Empty
  | AnyChar
  | Lit Char
  | Range Char Char
  | Seq Regex Regex
  | Alt Regex Regex
  | Star Regex
  deriving (Eq, Ord, Show)

-- Parsing ---------------------------------------------------------------------------------------

type Parser a = String -> Maybe (a, String)

parseRegex :: String -> Maybe Regex
parseRegex s = case alternatives s of
  Just (r, "") -> Just r
  _ -> Nothing

alternatives :: Parser Regex
alternatives s = do
  (r, rest) <- sequenceOf s
  case rest of
    '|' : more -> do
      (r', rest') <- alternatives more
      Just (Alt r r', rest')
    _ -> Just (r, rest)

sequenceOf :: Parser Regex
sequenceOf s
  | startsAtom s = do
      (r, rest) <- postfixed s
      (r', rest') <- sequenceOf rest
      Just (Seq r r', rest')
  | otherwise = Just (Empty, s)

startsAtom :: String -> Bool
startsAtom [] = False
startsAtom (c : _) = isAlphaNum c || c `elem` "(.["

postfixed :: Parser Regex
postfixed s = do
  (r, rest) <- atom s
  Just (suffixes r rest)

suffixes :: Regex -> String -> (Regex, String)
suffixes r ('*' : rest) = suffixes (Star r) rest
suffixes r ('+' : rest) = suffixes (Seq r (Star r)) rest
suffixes r ('?' : rest) = suffixes (Alt Empty r) rest
suffixes r rest = (r, rest)

atom :: Parser Regex
atom ('(' : rest) = case alternatives rest of
  Just (r, ')' : rest') -> Just (r, rest')
  _ -> Nothing
atom ('.' : rest) = Just (AnyChar, rest)
atom ('[' : lo : '-' : hi : ']' : rest) | lo <= hi = Just (Range lo hi, rest)
atom (c : rest) | isAlphaNum c = Just (Lit c, rest)
atom _ = Nothing

-- Printing --------------------------------------------------------------------------------------

pretty :: Regex -> String
pretty = prettyAt 0

prettyAt :: Int -> Regex -> String
prettyAt level regex = case regex of
  Never -> "{}"
  Empty -> "()"
  AnyChar -> "."
  Lit c -> [c]
  Range lo hi -> "[" ++ [lo] ++ "-" ++ [hi] ++ "]"
  Alt r s -> parens (level > 0) (prettyAt 0 r ++ "|" ++ prettyAt 0 s)
  Seq r s -> parens (level > 1) (prettyAt 1 r ++ prettyAt 1 s)
  Star r -> prettyAt 2 r ++ "*"

parens :: Bool -> String -> String
parens True s = "(" ++ s ++ ")"
parens False s = s

-- Simplifying -----------------------------------------------------------------------------------

simplify :: Regex -> Regex
simplify (Seq r s) = simplify r `andThen` simplify s
simplify (Alt r s) = simplify r `orElse` simplify s
simplify (Star r) = starOf (simplify r)
simplify (Range lo hi) | lo == hi = Lit lo
simplify r = r

andThen :: Regex -> Regex -> Regex
andThen Never _ = Never
andThen _ Never = Never
andThen Empty r = r
andThen r Empty = r
andThen (Seq a b) r = Seq a (andThen b r)
andThen r s = Seq r s

orElse :: Regex -> Regex -> Regex
orElse r s = case nub (sort (summands r ++ summands s)) of
  [] -> Never
  rs -> foldr1 Alt rs

summands :: Regex -> [Regex]
summands Never = []
summands (Alt r s) = summands r ++ summands s
summands r = [r]

starOf :: Regex -> Regex
starOf Never = Empty
starOf Empty = Empty
starOf (Star r) = Star r
starOf (Alt Empty r) = starOf r
starOf r = Star r

-- Measures --------------------------------------------------------------------------------------

size :: Regex -> Int
size (Seq r s) = 1 + size r + size s
size (Alt r s) = 1 + size r + size s
size (Star r) = 1 + size r
size _ = 1

starHeight :: Regex -> Int
starHeight (Seq r s) = max (starHeight r) (starHeight s)
starHeight (Alt r s) = max (starHeight r) (starHeight s)
starHeight (Star r) = 1 + starHeight r
starHeight _ = 0

-- | The length of a shortest word, if there is any word at all.
shortest :: Regex -> Maybe Int
shortest Never = Nothing
shortest Empty = Just 0
shortest (Star _) = Just 0
shortest (Seq r s) = (+) <$> shortest r <*> shortest s
shortest (Alt r s) = case catMaybes [shortest r, shortest s] of
  [] -> Nothing
  ls -> Just (minimum ls)
shortest _ = Just 1

-- Matching --------------------------------------------------------------------------------------

nullable :: Regex -> Bool
nullable Empty = True
nullable (Star _) = True
nullable (Seq r s) = nullable r && nullable s
nullable (Alt r s) = nullable r || nullable s
nullable _ = False

accepts :: Regex -> Char -> Bool
accepts AnyChar _ = True
accepts (Lit c) x = c == x
accepts (Range lo hi) x = lo <= x && x <= hi
accepts _ _ = False

derivative :: Char -> Regex -> Regex
derivative c regex = case regex of
  Seq r s
    | nullable r -> (derivative c r `andThen` s) `orElse` derivative c s
    | otherwise -> derivative c r `andThen` s
  Alt r s -> derivative c r `orElse` derivative c s
  Star r -> derivative c r `andThen` Star r
  _ -> if accepts regex c then Empty else Never

matches :: Regex -> String -> Bool
matches r = nullable . foldl' (flip derivative) r

-- | Antimirov's partial derivatives: the states that a nondeterministic automaton goes to.
partials :: Char -> Regex -> [Regex]
partials c regex = case regex of
  Seq r s
    | nullable r -> here ++ partials c s
    | otherwise -> here
    where here = map (`andThen` s) (partials c r)
  Alt r s -> partials c r ++ partials c s
  Star r -> map (`andThen` Star r) (partials c r)
  _ -> [Empty | accepts regex c]

matchesNfa :: Regex -> String -> Bool
matchesNfa r = any nullable . foldl' step [r]
  where step states c = nub (concatMap (partials c) states)

-- | The length of the longest prefix that matches.
longestPrefix :: Regex -> String -> Maybe Int
longestPrefix = go 0 Nothing
  where
    go n best r s = case s of
      c : rest | r /= Never -> go (n + 1) best' (derivative c r) rest
      _ -> best'
      where best' = if nullable r then Just n else best

-- | All leftmost-longest matches in a text, none of them empty or overlapping.
findAll :: Regex -> String -> [String]
findAll _ [] = []
findAll r s@(_ : rest) = case longestPrefix r s of
  Just n | n > 0 -> take n s : findAll r (drop n s)
  _ -> findAll r rest

-- The job ---------------------------------------------------------------------------------------

patterns :: [String]
patterns =
  [ "a*b+", "(a|b)*abb", "(ab|ba)*(c|d)?", "[a-c]*d", "(a?b?c?d?)*", "a.c.*", "((a*)*)*b", "a(b"
  , "(a|ab)(c|bcd)(d*)", "(.|a)(.|b)[c-d]", "*a", "(a*b*)*|[b-b]+" ]

randoms :: Int -> [Int]
randoms = map (`div` 65536) . tail . iterate (\x -> (x * 1103515245 + 12345) `mod` 2147483648)

makeWords :: Int -> [Int] -> [String]
makeWords 0 _ = []
makeWords n (r : rs) = map letter now : makeWords (n - 1) later
  where
    (now, later) = splitAt (1 + r `mod` 9) rs
    letter x = chr (ord 'a' + x `mod` 4)
makeWords _ [] = []

describe :: [String] -> Regex -> String
describe ws r =
  pretty r' ++ ": size " ++ show (size r) ++ " -> " ++ show (size r') ++ ", star height "
    ++ show (starHeight r') ++ ", shortest " ++ maybe "-" show (shortest r')
    ++ ", matches " ++ show (length (filter (matches r') ws))
  where r' = simplify r

main :: IO ()
main = do
  args <- getArgs
  let n = case args of
        a : _ -> read a
        [] -> 200
      ws = makeWords n (randoms 42)
      regexes = mapMaybe parseRegex patterns
      simple = map simplify regexes
      hits = concat [findAll r w | r <- simple, w <- ws]
      disagreements = [() | r <- simple, w <- ws, matches r w /= matchesNfa r w]
  putStrLn ("malformed: " ++ show (length (filter (isNothing . parseRegex) patterns)))
  mapM_ (putStrLn . describe ws) regexes
  putStrLn ("reparsed: " ++ show (length (mapMaybe (parseRegex . pretty) regexes)))
  putStrLn ("found: " ++ show (length hits) ++ ", characters " ++ show (sum (map length hits)))
  putStrLn ("disagreements: " ++ show (length disagreements))
