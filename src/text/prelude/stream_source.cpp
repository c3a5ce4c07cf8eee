// Lists without an end, as what makes them: a first state, if there is one, the element that a
// state stands for, and the next state, if there is one. A state is made when its element is asked
// for, and not before: `takeWhile (not . null) (iterate tail xs)` never takes the tail of [].
// Elements are made once, by what consumes the list, but for `filter`, which keeps those that it
// has looked at. (After G. Malcolm's unfolds, as in J. Svenningsson, "Shortcut fusion for
// accumulating parameters and zip-like functions", ICFP 2002. They are no data: the functions are
// known where they are used.)
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view streamSource() {
  return R"(
streamFrom :: Enum a => a -> a -> (Maybe a, a -> a, a -> Maybe a)
streamFrom x end = streamTo (fromEnum (lastFrom x end)) x

streamTo :: Enum a => Int -> a -> (Maybe a, a -> a, a -> Maybe a)
streamTo end x = (Just x, \s -> s, \s -> if fromEnum s == end then Nothing else Just (succ s))

streamFromThen :: Enum a => a -> a -> a -> a -> (Maybe a, a -> a, a -> Maybe a)
streamFromThen x y least greatest =
  (Just x, \s -> s, streamStep (fromEnum y - fromEnum x) (fromEnum least) (fromEnum greatest))

streamStep :: Enum a => Int -> Int -> Int -> a -> Maybe a
streamStep step least greatest s
  | step >= 0 = if fromEnum s > greatest - step then Nothing else Just (toEnum (fromEnum s + step))
  | otherwise = if fromEnum s < least - step then Nothing else Just (toEnum (fromEnum s + step))

-- Integers have no last one.
streamOfIntegers :: Integer -> Integer -> Integer -> Integer -> (Maybe Integer, Integer -> Integer, Integer -> Maybe Integer)
streamOfIntegers x y _ _ = (Just x, \s -> s, \s -> Just (s + (y - x)))

-- A fraction is as many steps as it takes away from the first one.
streamOfFractions :: Fractional a => a -> a -> (Maybe a, a -> a, a -> Maybe a)
streamOfFractions x _ = (Just 0, \k -> x + k, \k -> Just (k + 1))

streamOfSteps :: Fractional a => a -> a -> a -> a -> (Maybe a, a -> a, a -> Maybe a)
streamOfSteps x y _ _ = (Just 0, \k -> x + k * (y - x), \k -> Just (k + 1))

iterateStream :: (a -> a) -> a -> (Maybe a, a -> a, a -> Maybe a)
iterateStream f x = (Just x, \s -> s, \s -> Just (f s))

-- A state is what a step has made, so that no step is made twice.
unfoldrStream :: (s -> Maybe (a, s)) -> s -> (Maybe (a, s), (a, s) -> a, (a, s) -> Maybe (a, s))
unfoldrStream step seed = (step seed, \(x, _) -> x, \(_, s) -> step s)

-- What a step makes: an element, and where to go on.
nextOfStream :: a -> s -> Maybe (a, s)
nextOfStream x s = Just (x, s)

repeatStream :: a -> (Maybe a, a -> a, a -> Maybe a)
repeatStream x = (Just x, \s -> s, \s -> Just s)

cycleStream :: [a] -> (Maybe [a], [a] -> a, [a] -> Maybe [a])
cycleStream xs = (cycleStart xs, head, cycleRest xs)

cycleStart :: [a] -> Maybe [a]
cycleStart xs = case xs of
  [] -> error "Prelude.cycle: empty list"
  _ -> Just xs

cycleRest :: [a] -> [a] -> Maybe [a]
cycleRest xs rest = case tail rest of
  [] -> Just xs
  ys -> Just ys

mapStream :: (a -> b) -> (Maybe s, s -> a, s -> Maybe s) -> (Maybe s, s -> b, s -> Maybe s)
mapStream f (start, item, next) = (start, \s -> f (item s), next)

tailStream :: (Maybe s, s -> a, s -> Maybe s) -> (Maybe s, s -> a, s -> Maybe s)
tailStream (start, item, next) = (streamTail start next, item, next)

streamTail :: Maybe s -> (s -> Maybe s) -> Maybe s
streamTail start next = case start of
  Nothing -> error "Prelude.tail: empty list"
  Just s -> next s

dropStream :: Int -> (Maybe s, s -> a, s -> Maybe s) -> (Maybe s, s -> a, s -> Maybe s)
dropStream n (start, item, next) = (streamAfter n start next, item, next)

streamAfter :: Int -> Maybe s -> (s -> Maybe s) -> Maybe s
streamAfter n start next
  | n <= 0 = start
  | otherwise = case start of
      Nothing -> Nothing
      Just s -> streamAfter (n - 1) (next s) next

filterStream :: (a -> Bool) -> (Maybe s, s -> a, s -> Maybe s)
             -> (Maybe (a, s), (a, s) -> a, (a, s) -> Maybe (a, s))
filterStream p (start, item, next) =
  (streamSeek p start item next, \(x, _) -> x, \(_, s) -> streamSeek p (next s) item next)

streamSeek :: (a -> Bool) -> Maybe s -> (s -> a) -> (s -> Maybe s) -> Maybe (a, s)
streamSeek p start item next = case start of
  Nothing -> Nothing
  Just s -> let x = item s in if p x then Just (x, s) else streamSeek p (next s) item next

endingWhileStream :: (a -> Bool) -> (Maybe s, s -> a, s -> Maybe s)
                  -> (Maybe (a, s), (a, s) -> a, (a, s) -> Maybe (a, s))
endingWhileStream p (start, item, next) =
  (streamElement p start item, \(x, _) -> x, \(_, s) -> streamElement p (next s) item)

streamElement :: (a -> Bool) -> Maybe s -> (s -> a) -> Maybe (a, s)
streamElement p start item = case start of
  Nothing -> Nothing
  Just s -> let x = item s in if p x then Just (x, s) else Nothing

endingStream :: Int -> (Maybe s, s -> a, s -> Maybe s)
             -> (Maybe (Int, s), (Int, s) -> a, (Int, s) -> Maybe (Int, s))
endingStream n (start, item, next) =
  ( if n <= 0 then Nothing else streamCounted n start
  , \(_, s) -> item s
  , \(k, s) -> if k == 1 then Nothing else streamCounted (k - 1) (next s)
  )

streamCounted :: Int -> Maybe s -> Maybe (Int, s)
streamCounted n state = case state of
  Nothing -> Nothing
  Just s -> Just (n, s)

dropWhileStream :: (a -> Bool) -> (Maybe s, s -> a, s -> Maybe s) -> (Maybe s, s -> a, s -> Maybe s)
dropWhileStream p (start, item, next) = (streamSkip p start item next, item, next)

streamSkip :: (a -> Bool) -> Maybe s -> (s -> a) -> (s -> Maybe s) -> Maybe s
streamSkip p start item next = case start of
  Nothing -> Nothing
  Just s -> if p (item s) then streamSkip p (next s) item next else start

consStream :: a -> (Maybe s, s -> a, s -> Maybe s)
           -> (Maybe (Maybe s), Maybe s -> a, Maybe s -> Maybe (Maybe s))
consStream x (start, item, next) =
  (Just Nothing, maybe x item, \state -> streamWrapped (maybe start next state))

streamWrapped :: Maybe s -> Maybe (Maybe s)
streamWrapped state = case state of
  Nothing -> Nothing
  Just s -> Just (Just s)

appendStream :: [a] -> (Maybe s, s -> a, s -> Maybe s)
             -> (Maybe (Either [a] s), Either [a] s -> a, Either [a] s -> Maybe (Either [a] s))
appendStream xs (start, item, next) =
  (streamBehind xs start, either head item, either (\ys -> streamBehind (tail ys) start) (streamRight next))

streamBehind :: [a] -> Maybe s -> Maybe (Either [a] s)
streamBehind xs start = case xs of
  _ : _ -> Just (Left xs)
  [] -> case start of
    Nothing -> Nothing
    Just s -> Just (Right s)

streamRight :: (s -> Maybe s) -> s -> Maybe (Either [a] s)
streamRight next s = case next s of
  Nothing -> Nothing
  Just t -> Just (Right t)

scanlStream :: (b -> a -> b) -> b -> (Maybe s, s -> a, s -> Maybe s)
            -> (Maybe (b, Maybe s), (b, Maybe s) -> b, (b, Maybe s) -> Maybe (b, Maybe s))
scanlStream f z (start, item, next) =
  (Just (z, Nothing), \(x, _) -> x, \(x, state) -> streamScanned f x (maybe start next state) item)

streamScanned :: (b -> a -> b) -> b -> Maybe s -> (s -> a) -> Maybe (b, Maybe s)
streamScanned f x state item = case state of
  Nothing -> Nothing
  Just s -> Just (f x (item s), Just s)

zipStreams :: (Maybe s, s -> a, s -> Maybe s) -> (Maybe t, t -> b, t -> Maybe t)
           -> (Maybe (s, t), (s, t) -> (a, b), (s, t) -> Maybe (s, t))
zipStreams = zipWithStreams (\x y -> (x, y))

zipWithStreams :: (a -> b -> c) -> (Maybe s, s -> a, s -> Maybe s) -> (Maybe t, t -> b, t -> Maybe t)
               -> (Maybe (s, t), (s, t) -> c, (s, t) -> Maybe (s, t))
zipWithStreams f (start, item, next) (start', item', next') =
  (streamBoth start start', \(s, t) -> f (item s) (item' t), \(s, t) -> streamBoth (next s) (next' t))

zip3Streams :: (Maybe s, s -> a, s -> Maybe s) -> (Maybe t, t -> b, t -> Maybe t) -> (Maybe u, u -> c, u -> Maybe u)
            -> (Maybe ((s, t), u), ((s, t), u) -> (a, b, c), ((s, t), u) -> Maybe ((s, t), u))
zip3Streams = zipWith3Streams (\x y z -> (x, y, z))

zipWith3Streams :: (a -> b -> c -> d) -> (Maybe s, s -> a, s -> Maybe s)
                -> (Maybe t, t -> b, t -> Maybe t) -> (Maybe u, u -> c, u -> Maybe u)
                -> (Maybe ((s, t), u), ((s, t), u) -> d, ((s, t), u) -> Maybe ((s, t), u))
zipWith3Streams f one other third = zipWithStreams (\(x, y) z -> f x y z) (zipStreams one other) third

streamBoth :: Maybe s -> Maybe t -> Maybe (s, t)
streamBoth one other = case one of
  Nothing -> Nothing
  Just s -> case other of
    Nothing -> Nothing
    Just t -> Just (s, t)

concatMapStream :: (a -> [b]) -> (Maybe s, s -> a, s -> Maybe s)
                -> (Maybe ([b], s), ([b], s) -> b, ([b], s) -> Maybe ([b], s))
concatMapStream f (start, item, next) =
  ( streamPieces f start item next
  , \(xs, _) -> head xs
  , \(xs, s) -> case tail xs of
      [] -> streamPieces f (next s) item next
      rest -> Just (rest, s)
  )

streamPieces :: (a -> [b]) -> Maybe s -> (s -> a) -> (s -> Maybe s) -> Maybe ([b], s)
streamPieces f start item next = case start of
  Nothing -> Nothing
  Just s -> case f (item s) of
    [] -> streamPieces f (next s) item next
    xs -> Just (xs, s)

concatStream :: (Maybe s, s -> [a], s -> Maybe s)
             -> (Maybe ([a], s), ([a], s) -> a, ([a], s) -> Maybe ([a], s))
concatStream = concatMapStream (\xs -> xs)

unlinesStream :: (Maybe s, s -> [Char], s -> Maybe s)
              -> (Maybe ([Char], s), ([Char], s) -> Char, ([Char], s) -> Maybe ([Char], s))
unlinesStream = concatMapStream (\line -> line ++ "\n")

unwordsStream :: (Maybe s, s -> [Char], s -> Maybe s)
              -> (Maybe ([Char], s), ([Char], s) -> Char, ([Char], s) -> Maybe ([Char], s))
unwordsStream stream = tailStream (concatMapStream (\word -> ' ' : word) stream)

headStream :: (Maybe s, s -> a, s -> Maybe s) -> a
headStream (start, item, _) = case start of
  Nothing -> error "Prelude.head: empty list"
  Just s -> item s

indexStream :: (Maybe s, s -> a, s -> Maybe s) -> Int -> a
indexStream (start, item, next) n
  | n < 0 = error "Prelude.!!: negative index"
  | otherwise = case streamAfter n start next of
      Nothing -> error "Prelude.!!: index too large"
      Just s -> item s

takeStream :: Int -> (Maybe s, s -> a, s -> Maybe s) -> [a]
takeStream n (start, item, next)
  | n <= 0 = []
  | otherwise = case start of
      Nothing -> []
      Just s -> streamTaken n s item next

streamTaken :: Int -> s -> (s -> a) -> (s -> Maybe s) -> [a]
streamTaken n s item next =
  item s : (if n == 1 then [] else case next s of
    Nothing -> []
    Just t -> streamTaken (n - 1) t item next)

takeWhileStream :: (a -> Bool) -> (Maybe s, s -> a, s -> Maybe s) -> [a]
takeWhileStream p (start, item, next) = streamWhile p start item next

streamWhile :: (a -> Bool) -> Maybe s -> (s -> a) -> (s -> Maybe s) -> [a]
streamWhile p start item next = case start of
  Nothing -> []
  Just s -> let x = item s in if p x then x : streamWhile p (next s) item next else []

splitAtStream :: Int -> (Maybe s, s -> a, s -> Maybe s) -> ([a], (Maybe s, s -> a, s -> Maybe s))
splitAtStream n stream = (takeStream n stream, dropStream n stream)

spanStream :: (a -> Bool) -> (Maybe s, s -> a, s -> Maybe s) -> ([a], (Maybe s, s -> a, s -> Maybe s))
spanStream p stream = (takeWhileStream p stream, dropWhileStream p stream)

breakStream :: (a -> Bool) -> (Maybe s, s -> a, s -> Maybe s) -> ([a], (Maybe s, s -> a, s -> Maybe s))
breakStream p = spanStream (\x -> not (p x))

findStream :: (a -> Bool) -> (Maybe s, s -> a, s -> Maybe s) -> Maybe a
findStream p (start, item, next) = streamFound p start item next

streamFound :: (a -> Bool) -> Maybe s -> (s -> a) -> (s -> Maybe s) -> Maybe a
streamFound p start item next = case start of
  Nothing -> Nothing
  Just s -> let x = item s in if p x then Just x else streamFound p (next s) item next

lookupStream :: Eq k => k -> (Maybe s, s -> (k, a), s -> Maybe s) -> Maybe a
lookupStream k stream = fmap snd (findStream (\p -> fst p == k) stream)

elemStream :: Eq a => a -> (Maybe s, s -> a, s -> Maybe s) -> Bool
elemStream x = anyStream (\y -> x == y)

anyStream :: (a -> Bool) -> (Maybe s, s -> a, s -> Maybe s) -> Bool
anyStream p stream = isJust (findStream p stream)

allStream :: (a -> Bool) -> (Maybe s, s -> a, s -> Maybe s) -> Bool
allStream p stream = isNothing (findStream (\x -> not (p x)) stream)

orStream :: (Maybe s, s -> Bool, s -> Maybe s) -> Bool
orStream = anyStream id

andStream :: (Maybe s, s -> Bool, s -> Maybe s) -> Bool
andStream = allStream id

notElemStream :: Eq a => a -> (Maybe s, s -> a, s -> Maybe s) -> Bool
notElemStream x = allStream (\y -> x /= y)

elemIndexStream :: Eq a => a -> (Maybe s, s -> a, s -> Maybe s) -> Maybe Int
elemIndexStream x = findIndexStream (\y -> x == y)

findIndexStream :: (a -> Bool) -> (Maybe s, s -> a, s -> Maybe s) -> Maybe Int
findIndexStream p (start, item, next) = streamIndex p 0 start item next

streamIndex :: (a -> Bool) -> Int -> Maybe s -> (s -> a) -> (s -> Maybe s) -> Maybe Int
streamIndex p n start item next = case start of
  Nothing -> Nothing
  Just s -> if p (item s) then Just n else streamIndex p (n + 1) (next s) item next

-- One of two, as both are.
leftStream :: (Maybe s, s -> a, s -> Maybe s)
           -> (Maybe (Either s t), Either s t -> a, Either s t -> Maybe (Either s t))
leftStream (start, item, next) =
  (fmap Left start, either item streamOfOther, either (\s -> fmap Left (next s)) streamOfOther)

rightStream :: (Maybe t, t -> a, t -> Maybe t)
            -> (Maybe (Either s t), Either s t -> a, Either s t -> Maybe (Either s t))
rightStream (start, item, next) =
  (fmap Right start, either streamOfOther item, either streamOfOther (\t -> fmap Right (next t)))

streamOfOther :: s -> a
streamOfOther _ = error "a state of another list"

zipStreamList :: (Maybe s, s -> a, s -> Maybe s) -> [b] -> [(a, b)]
zipStreamList = zipWithStreamList (\x y -> (x, y))

zipListStream :: [b] -> (Maybe s, s -> a, s -> Maybe s) -> [(b, a)]
zipListStream = zipWithListStream (\y x -> (y, x))

zipWithStreamList :: (a -> b -> c) -> (Maybe s, s -> a, s -> Maybe s) -> [b] -> [c]
zipWithStreamList f (start, item, next) ys = case ys of
  [] -> []
  y : rest -> case start of
    Nothing -> []
    Just s -> f (item s) y : streamAlong f s rest item next

zipWithListStream :: (b -> a -> c) -> [b] -> (Maybe s, s -> a, s -> Maybe s) -> [c]
zipWithListStream f ys stream = zipWithStreamList (\x y -> f y x) stream ys

-- The first element has been used up.
streamAlong :: (a -> b -> c) -> s -> [b] -> (s -> a) -> (s -> Maybe s) -> [c]
streamAlong f s ys item next = case ys of
  [] -> []
  y : rest -> case next s of
    Nothing -> []
    Just t -> f (item t) y : streamAlong f t rest item next

zipWithActionStream :: Applicative m => (a -> b -> m c) -> (Maybe s, s -> a, s -> Maybe s) -> [b] -> m [c]
zipWithActionStream f stream ys = traverse (\p -> f (fst p) (snd p)) (zipStreamList stream ys)

zipWithUnitStream :: Applicative m => (a -> b -> m c) -> (Maybe s, s -> a, s -> Maybe s) -> [b] -> m ()
zipWithUnitStream f stream ys = traverseEach (\p -> f (fst p) (snd p)) (zipStreamList stream ys)

zip3StreamLists :: (Maybe s, s -> a, s -> Maybe s) -> [b] -> [c] -> [(a, b, c)]
zip3StreamLists stream ys zs = zipWithStreamList (\x (y, z) -> (x, y, z)) stream (zip ys zs)

zipWith3StreamLists :: (a -> b -> c -> d) -> (Maybe s, s -> a, s -> Maybe s) -> [b] -> [c] -> [d]
zipWith3StreamLists f stream ys zs = zipWithStreamList (\x (y, z) -> f x y z) stream (zip ys zs)

zipWith3ListStreamList :: (a -> b -> c -> d) -> [a] -> (Maybe s, s -> b, s -> Maybe s) -> [c] -> [d]
zipWith3ListStreamList f xs stream zs = zipWithStreamList (\y (x, z) -> f x y z) stream (zip xs zs)

zipWith3ListsStream :: (a -> b -> c -> d) -> [a] -> [b] -> (Maybe s, s -> c, s -> Maybe s) -> [d]
zipWith3ListsStream f xs ys stream = zipWithStreamList (\z (x, y) -> f x y z) stream (zip xs ys)

zipWith3StreamsList :: (a -> b -> c -> d) -> (Maybe s, s -> a, s -> Maybe s)
                    -> (Maybe t, t -> b, t -> Maybe t) -> [c] -> [d]
zipWith3StreamsList f one other zs = zipWithStreamList (\(x, y) z -> f x y z) (zipStreams one other) zs

zipWith3StreamListStream :: (a -> b -> c -> d) -> (Maybe s, s -> a, s -> Maybe s) -> [b]
                         -> (Maybe t, t -> c, t -> Maybe t) -> [d]
zipWith3StreamListStream f one ys other = zipWithStreamList (\(x, z) y -> f x y z) (zipStreams one other) ys

zipWith3ListStreams :: (a -> b -> c -> d) -> [a] -> (Maybe s, s -> b, s -> Maybe s)
                    -> (Maybe t, t -> c, t -> Maybe t) -> [d]
zipWith3ListStreams f xs one other = zipWithStreamList (\(y, z) x -> f x y z) (zipStreams one other) xs

zip3ListStreamList :: [a] -> (Maybe s, s -> b, s -> Maybe s) -> [c] -> [(a, b, c)]
zip3ListStreamList = zipWith3ListStreamList (\x y z -> (x, y, z))

zip3ListsStream :: [a] -> [b] -> (Maybe s, s -> c, s -> Maybe s) -> [(a, b, c)]
zip3ListsStream = zipWith3ListsStream (\x y z -> (x, y, z))

zip3StreamsList :: (Maybe s, s -> a, s -> Maybe s) -> (Maybe t, t -> b, t -> Maybe t) -> [c] -> [(a, b, c)]
zip3StreamsList = zipWith3StreamsList (\x y z -> (x, y, z))

zip3StreamListStream :: (Maybe s, s -> a, s -> Maybe s) -> [b] -> (Maybe t, t -> c, t -> Maybe t) -> [(a, b, c)]
zip3StreamListStream = zipWith3StreamListStream (\x y z -> (x, y, z))

zip3ListStreams :: [a] -> (Maybe s, s -> b, s -> Maybe s) -> (Maybe t, t -> c, t -> Maybe t) -> [(a, b, c)]
zip3ListStreams = zipWith3ListStreams (\x y z -> (x, y, z))
)";
}

}  // namespace deforest::text
