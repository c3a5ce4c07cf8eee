// Text.ParserCombinators.ReadP of base: parsers that go through all alternatives in step.
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view readpSource() {
  return R"source(
module Text.ParserCombinators.ReadP
  (ReadP, ReadS, get, look, (+++), (<++), gather, pfail, eof, satisfy, char, string, munch, munch1,
   skipSpaces, choice, count, between, option, optional, many, many1, skipMany, skipMany1, sepBy,
   sepBy1, endBy, endBy1, chainr, chainl, chainl1, chainr1, manyTill, readP_to_S, readS_to_P) where

import Control.Applicative hiding (many, optional)
import Data.Char (isSpace)

infixr 5 +++, <++

type ReadS a = String -> [(a, String)]

data P a
  = Get (Char -> P a)
  | Look (String -> P a)
  | Fail
  | Result a (P a)
  | Final [(a, String)]

bindP :: P a -> (a -> P b) -> P b
bindP p k = case p of
  Get f -> Get (\c -> bindP (f c) k)
  Look f -> Look (\s -> bindP (f s) k)
  Fail -> Fail
  Result x q -> orP (k x) (bindP q k)
  Final rs -> final [ys | (x, s) <- rs, ys <- runP (k x) s]

orP :: P a -> P a -> P a
orP p q = case p of
  Get f1 -> case q of
    Get f2 -> Get (\c -> orP (f1 c) (f2 c))
    Result x r -> Result x (orP p r)
    Fail -> p
    Final r -> Look (\s -> Final (runP p s ++ r))
    Look f -> Look (\s -> orP p (f s))
  Result x r -> Result x (orP r q)
  Fail -> q
  Final r -> case q of
    Fail -> p
    Final t -> Final (r ++ t)
    Look f -> Look (\s -> Final (r ++ runP (f s) s))
    Result x t -> Result x (orP p t)
    Get _ -> Look (\s -> Final (r ++ runP q s))
  Look f -> case q of
    Look g -> Look (\s -> orP (f s) (g s))
    Result x r -> Result x (orP p r)
    Fail -> p
    Final r -> Look (\s -> Final (runP (f s) s ++ r))
    Get _ -> Look (\s -> orP (f s) q)

final :: [(a, String)] -> P a
final [] = Fail
final rs = Final rs

runP :: P a -> String -> [(a, String)]
runP p s = case p of
  Get f -> case s of
    c : rest -> runP (f c) rest
    [] -> []
  Look f -> runP (f s) s
  Result x q -> (x, s) : runP q s
  Final rs -> rs
  Fail -> []

resultP :: a -> P a
resultP x = Result x Fail

newtype ReadP a = R (forall b. (a -> P b) -> P b)

unR :: ReadP a -> (a -> P b) -> P b
unR (R m) = m

instance Functor ReadP where
  fmap h m = R (\k -> unR m (\x -> k (h x)))

instance Applicative ReadP where
  pure x = R (\k -> k x)
  m <*> n = R (\k -> unR m (\f -> unR n (\x -> k (f x))))
  liftA2 f m n = R (\k -> unR m (\x -> unR n (\y -> k (f x y))))
  m *> n = R (\k -> unR m (\_ -> unR n k))
  m <* n = R (\k -> unR m (\x -> unR n (\_ -> k x)))

instance Monad ReadP where
  m >>= f = R (\k -> unR m (\x -> unR (f x) k))
  m >> n = R (\k -> unR m (\_ -> unR n k))

instance MonadFail ReadP where
  fail _ = R (\_ -> Fail)

instance Alternative ReadP where
  empty = R (\_ -> Fail)
  m <|> n = R (\k -> orP (unR m k) (unR n k))

get :: ReadP Char
get = R Get

look :: ReadP String
look = R Look

pfail :: ReadP a
pfail = R (\_ -> Fail)

(+++) :: ReadP a -> ReadP a -> ReadP a
m +++ n = R (\k -> orP (unR m k) (unR n k))

(<++) :: ReadP a -> ReadP a -> ReadP a
m <++ q = look >>= \s -> probe (unR m resultP) s (0 :: Int)
  where
    probe r s n = case r of
      Get f -> case s of
        c : rest -> probe (f c) rest (n + 1)
        [] -> q
      Look f -> probe (f s) s n
      Result _ _ -> discard n >>= \_ -> R (bindP r)
      Final _ -> R (bindP r)
      Fail -> q
    discard n = if n == 0 then return () else get >>= \_ -> discard (n - 1)

gather :: ReadP a -> ReadP (String, a)
gather m = R (\k -> gathered id (unR m (\x -> resultP (\s -> k (s, x)))))

gathered :: (String -> String) -> P (String -> P b) -> P b
gathered l r = case r of
  Get f -> Get (\c -> gathered (l . (c :)) (f c))
  Look f -> Look (\s -> gathered l (f s))
  Fail -> Fail
  Result k q -> orP (k (l [])) (gathered l q)
  Final _ -> error "do not use readS_to_P in gather!"

satisfy :: (Char -> Bool) -> ReadP Char
satisfy f = get >>= \c -> if f c then return c else pfail

char :: Char -> ReadP Char
char c = satisfy (\d -> c == d)

eof :: ReadP ()
eof = look >>= \s -> if null s then return () else pfail

string :: String -> ReadP String
string this = look >>= \s -> scan this s
  where
    scan [] _ = return this
    scan (x : xs) (y : ys) | x == y = get >>= \_ -> scan xs ys
    scan _ _ = pfail

munch :: (Char -> Bool) -> ReadP String
munch f = look >>= scan
  where
    scan (c : cs) | f c = get >>= \_ -> scan cs >>= \s -> return (c : s)
    scan _ = return []

munch1 :: (Char -> Bool) -> ReadP String
munch1 f = get >>= \c -> if f c then munch f >>= \s -> return (c : s) else pfail

choice :: [ReadP a] -> ReadP a
choice [] = pfail
choice [p] = p
choice (p : ps) = p +++ choice ps

skipSpaces :: ReadP ()
skipSpaces = look >>= skip
  where
    skip (c : s) | isSpace c = get >>= \_ -> skip s
    skip _ = return ()

count :: Int -> ReadP a -> ReadP [a]
count n p = if n <= 0 then return [] else p >>= \x -> count (n - 1) p >>= \xs -> return (x : xs)

between :: ReadP open -> ReadP close -> ReadP a -> ReadP a
between open close p = open >>= \_ -> p >>= \x -> close >>= \_ -> return x

option :: a -> ReadP a -> ReadP a
option x p = p +++ return x

optional :: ReadP a -> ReadP ()
optional p = (p >>= \_ -> return ()) +++ return ()

many :: ReadP a -> ReadP [a]
many p = return [] +++ many1 p

many1 :: ReadP a -> ReadP [a]
many1 p = p >>= \x -> many p >>= \xs -> return (x : xs)

skipMany :: ReadP a -> ReadP ()
skipMany p = many p >>= \_ -> return ()

skipMany1 :: ReadP a -> ReadP ()
skipMany1 p = p >>= \_ -> skipMany p

sepBy :: ReadP a -> ReadP sep -> ReadP [a]
sepBy p sep = sepBy1 p sep +++ return []

sepBy1 :: ReadP a -> ReadP sep -> ReadP [a]
sepBy1 p sep = p >>= \x -> many (sep >>= \_ -> p) >>= \xs -> return (x : xs)

endBy :: ReadP a -> ReadP sep -> ReadP [a]
endBy p sep = many (p >>= \x -> sep >>= \_ -> return x)

endBy1 :: ReadP a -> ReadP sep -> ReadP [a]
endBy1 p sep = many1 (p >>= \x -> sep >>= \_ -> return x)

chainr :: ReadP a -> ReadP (a -> a -> a) -> a -> ReadP a
chainr p op x = chainr1 p op +++ return x

chainl :: ReadP a -> ReadP (a -> a -> a) -> a -> ReadP a
chainl p op x = chainl1 p op +++ return x

chainr1 :: ReadP a -> ReadP (a -> a -> a) -> ReadP a
chainr1 p op = p >>= \x ->
  (op >>= \f -> chainr1 p op >>= \y -> return (f x y)) +++ return x

chainl1 :: ReadP a -> ReadP (a -> a -> a) -> ReadP a
chainl1 p op = p >>= \x -> chainedl p op x

chainedl :: ReadP a -> ReadP (a -> a -> a) -> a -> ReadP a
chainedl p op x = (op >>= \f -> p >>= \y -> chainedl p op (f x y)) +++ return x

manyTill :: ReadP a -> ReadP end -> ReadP [a]
manyTill p end =
  (end >>= \_ -> return []) <++ (p >>= \x -> manyTill p end >>= \xs -> return (x : xs))

readP_to_S :: ReadP a -> String -> [(a, String)]
readP_to_S m = runP (unR m resultP)

readS_to_P :: (String -> [(a, String)]) -> ReadP a
readS_to_P r =
  R (\k -> Look (\s -> final [ys | (x, rest) <- r s, ys <- runP (k x) rest]))
)source";
}

}  // namespace deforest::text
