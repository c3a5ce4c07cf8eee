module Main where

import Data.List
import Data.Maybe (fromMaybe, mapMaybe)
import qualified Data.Map as M
import qualified Data.Set as Set

data Letter = C | D | E | F | G | A | B
  deriving (Show, Read, Eq, Ord, Enum, Bounded)

data Note = Note { letter :: Letter, accidental :: Int }
  deriving (Eq, Ord)

instance Show Note where
  show (Note l a)
    | a >= 0    = show l ++ replicate a '#'
    | otherwise = show l ++ replicate (negate a) 'b'

data Mode = Ionian | Dorian | Phrygian | Lydian | Mixolydian | Aeolian | Locrian
  deriving (Show, Eq, Ord, Enum, Bounded)

data Quality = Major | Minor | Diminished | Augmented | Dom7 | Maj7 | Min7
  deriving (Show, Eq, Ord, Enum, Bounded)

data Chord = Chord { root :: Note, quality :: Quality, inversion :: Int }
  deriving (Show, Eq)

data Scale = Scale { tonic :: Note, mode :: Mode } deriving Eq
instance Show Scale where
  showsPrec d (Scale t m) = showParen (d > 10) $ shows t . showChar ' ' . shows m

-- Things which are made of notes.
class Notated a where
  notes :: a -> [Note]
  pitches :: a -> [Int]
  pitches = map pitch . notes
  label :: a -> String
  label x = unwords (map show (notes x))

cyc :: (Eq a, Enum a, Bounded a) => Int -> a -> a
cyc n x = toEnum ((fromEnum x + n) `mod` size)
  where size = fromEnum (maxBound `asTypeOf` x) + 1

natural :: Letter -> Int
natural l = [0, 2, 4, 5, 7, 9, 11] !! fromEnum l

pitch :: Note -> Int
pitch Note { letter = l, accidental = a } = (natural l + a) `mod` 12

-- Move up some letters and semitones, spelling the result properly.
up :: (Int, Int) -> Note -> Note
up (steps, semis) n = Note l' (wrap (pitch n + semis - natural l'))
  where
    l' = cyc steps (letter n)
    wrap k = (k + 6) `mod` 12 - 6

intervals :: Mode -> [Int]
intervals m = init . scanl (+) 0 . take 7 . drop (fromEnum m) . cycle $ [2, 2, 1, 2, 2, 2, 1]

instance Notated Scale where
  notes (Scale t m) = [up (i, s) t | (i, s) <- zip [0 ..] (intervals m)]

shape :: Quality -> [(Int, Int)]
shape q = case q of
  Major      -> triad 4 7
  Minor      -> triad 3 7
  Diminished -> triad 3 6
  Augmented  -> triad 4 8
  Dom7       -> triad 4 7 ++ [(6, 10)]
  Maj7       -> triad 4 7 ++ [(6, 11)]
  Min7       -> triad 3 7 ++ [(6, 10)]
  where triad a b = [(0, 0), (2, a), (4, b)]

instance Notated Chord where
  notes c = rotate (inversion c) (map (`up` root c) (shape (quality c)))
  label c = show (root c) ++ suffix (quality c) ++ bass
    where bass | inversion c == 0 = ""
               | otherwise = '/' : show (head (notes c))

suffix :: Quality -> String
suffix = fromMaybe "?" . (`M.lookup` table)
  where table = M.fromList (zip [minBound ..] ["", "m", "dim", "aug", "7", "maj7", "m7"])

rotate :: Int -> [a] -> [a]
rotate n xs = zipWith const (drop n (cycle xs)) xs

parseNote :: String -> Maybe Note
parseNote (c : rest) = do
  (l, _) <- find ((== [c]) . show . fst) [(x, ()) | x <- [minBound ..]]
  acc <- case rest of
    "" -> Just 0
    _ | all (== '#') rest -> Just (length rest)
      | all (== 'b') rest -> Just (-(length rest))
      | otherwise -> Nothing
  return (Note l acc)
parseNote [] = Nothing

parseChord :: String -> Maybe Chord
parseChord s = do
  let (r, q) = span (`elem` "ABCDEFG#b") s
  n <- parseNote r
  k <- lookup q [(suffix x, x) | x <- [minBound .. maxBound]]
  pure Chord { root = n, quality = k, inversion = 0 }

diatonic :: Scale -> [Chord]
diatonic s = mapMaybe name [[ns !! i, ns !! (i + 2), ns !! (i + 4)] | i <- [0 .. 6]]
  where
    ns = cycle (notes s)
    name t@(r : _) = find ((== t) . notes) [Chord r q 0 | q <- [Major .. Augmented]]
    name [] = Nothing

identify :: [Note] -> [String]
identify ns = [ label c | r <- ns, q <- [minBound ..], let c = Chord r q 0
              , sort (pitches c) == sort (map pitch ns) ]

freq :: Int -> Note -> Int
freq octave n = round (440 * 2 ** (fromIntegral (pitch n - 9 + 12 * (octave - 4)) / 12 :: Double))

main :: IO ()
main = do
  let c = Note C 0
  mapM_ (\m -> putStrLn (show (Scale c m) ++ ": " ++ label (Scale c m))) [minBound .. maxBound]
  let fifths = take 13 (iterate (up (4, 7)) (Note G (-1)))
  mapM_ (\t -> putStrLn (show t ++ " major: " ++ label (Scale t Ionian))) fifths
  putStrLn . intercalate " " . map label . diatonic $ Scale (Note F 1) Aeolian
  let progression = traverse parseChord (words "Dm7 G7 Cmaj7 Bbaug F#dim")
  mapM_ (mapM_ (\ch -> putStrLn (label ch ++ ": " ++ unwords (map show (notes ch))))) progression
  print (traverse parseChord ["C", "Hm"])
  print (Just . (\ch -> ch { inversion = 1 }) =<< parseChord "Ebm")
  putStrLn (maybe "-" (label . \ch -> ch { inversion = 2 }) (parseChord "G7"))
  print (identify =<< mapM parseNote (words "E G C") `orElse` [])
  print (identify [Note C 0, Note E 0, Note G 1])
  print (map (freq 4) (notes (Scale (Note A 0) Aeolian)))
  let common a b = Set.toList (Set.intersection (Set.fromList (pitches a)) (Set.fromList (pitches b)))
  print (common (Scale c Ionian) (Scale (Note E (-1)) Ionian))
  print (Just (Scale c Lydian))
  print (read "[C,E,G]" :: [Letter])
  where orElse m d = maybe [d] pure m
