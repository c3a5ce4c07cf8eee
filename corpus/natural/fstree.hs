-- | Disk usage of a (generated) file tree: sizes, pruning, totals per
-- extension, duplicates and a listing.
module Main (main) where

import Data.Char (chr, ord, toLower)
import Data.List (foldl', groupBy, intercalate, sortBy, sortOn)
import qualified Data.Map.Strict as Map
import Data.Ord (Down (..), comparing)
import System.Environment (getArgs)

type Name = String

data Entry
  = File Name FileInfo
  | Dir Name [Entry]
  deriving (Show)

data FileInfo = FileInfo
  { fileSize :: Int
  , fileHash :: Int
  , fileAge :: Int
  }
  deriving (Eq, Show)

-- | A directory tree with the size of everything below each directory.
data Sized
  = SFile Name Int
  | SDir Name Int [Sized]
  deriving (Show)

entryName :: Entry -> Name
entryName (File n _) = n
entryName (Dir n _) = n

-- Sizes ----------------------------------------------------------------

totalSize :: Entry -> Int
totalSize (File _ info) = fileSize info
totalSize (Dir _ es) = sum (map totalSize es)

countFiles :: Entry -> Int
countFiles (File _ _) = 1
countFiles (Dir _ es) = sum (map countFiles es)

countDirs :: Entry -> Int
countDirs (File _ _) = 0
countDirs (Dir _ es) = 1 + sum (map countDirs es)

maxDepth :: Entry -> Int
maxDepth (File _ _) = 0
maxDepth (Dir _ es) = 1 + foldr (max . maxDepth) 0 es

sizedSize :: Sized -> Int
sizedSize (SFile _ n) = n
sizedSize (SDir _ n _) = n

measure :: Entry -> Sized
measure (File n info) = SFile n (fileSize info)
measure (Dir n es) = SDir n (sum (map sizedSize subs)) subs
  where
    subs = map measure es

-- | The directories of at least so many bytes, with their paths.
largeDirs :: Int -> Name -> Sized -> [(Name, Int)]
largeDirs _ _ (SFile _ _) = []
largeDirs limit path (SDir n size subs)
  | size < limit = []
  | otherwise = (here, size) : concatMap (largeDirs limit here) subs
  where
    here = path ++ "/" ++ n

-- Pruning --------------------------------------------------------------

-- | Removes the files that do not satisfy the predicate.
keepFiles :: (Name -> FileInfo -> Bool) -> Entry -> Entry
keepFiles p (Dir n es) = Dir n (map (keepFiles p) (filter keep es))
  where
    keep (File f info) = p f info
    keep (Dir _ _) = True
keepFiles _ e = e

-- | Removes the directories in which there is no file.
dropEmpty :: Entry -> Maybe Entry
dropEmpty e@(File _ _) = Just e
dropEmpty (Dir n es) = case [e' | e <- es, Just e' <- [dropEmpty e]] of
  [] -> Nothing
  es' -> Just (Dir n es')

sortEntries :: Entry -> Entry
sortEntries (Dir n es) = Dir n (sortOn entryName (map sortEntries es))
sortEntries e = e

-- Extensions -----------------------------------------------------------

extension :: Name -> String
extension n = case break (== '.') n of
  (_, '.' : ext) -> map toLower ext
  _ -> ""

type Totals = Map.Map String (Int, Int)

-- | Files and bytes per extension.
totals :: Entry -> Totals
totals = go Map.empty
  where
    go m (File n info) = Map.insertWith add (extension n) (1, fileSize info) m
    go m (Dir _ es) = foldl' go m es
    add (c, s) (c', s') = (c + c', s + s')

-- Duplicates -----------------------------------------------------------

allFiles :: Name -> Entry -> [(Name, FileInfo)]
allFiles path (File n info) = [(path ++ "/" ++ n, info)]
allFiles path (Dir n es) = concatMap (allFiles (path ++ "/" ++ n)) es

-- | Groups of files of the same size and hash.
duplicates :: Entry -> [[(Name, FileInfo)]]
duplicates root = filter several (groupBy same (sortBy (comparing key) (allFiles "" root)))
  where
    key (_, info) = (fileSize info, fileHash info)
    same a b = key a == key b
    several (_ : _ : _) = True
    several _ = False

wasted :: [(Name, FileInfo)] -> Int
wasted group = sum (map (fileSize . snd) (drop 1 group))

-- Listing --------------------------------------------------------------

listing :: Sized -> [String]
listing = go 0
  where
    go ind (SFile n size) = [line ind n size]
    go ind (SDir n size subs) = line ind (n ++ "/") size : concatMap (go (ind + 1)) subs
    line ind n size = padLeft 10 (human size) ++ replicate (2 * ind + 1) ' ' ++ n

human :: Int -> String
human n
  | n < 1024 = show n ++ "B"
  | n < 1024 * 1024 = show (n `div` 1024) ++ "K"
  | otherwise = show (n `div` (1024 * 1024)) ++ "M"

padLeft :: Int -> String -> String
padLeft w s = replicate (w - length s) ' ' ++ s

-- Input ----------------------------------------------------------------

next :: Int -> Int
next s = (s * 1103515245 + 12345) `mod` 2147483648

pick :: Int -> Int -> Int
pick s n = (s `div` 1024) `mod` n

-- | A tree of about n files, and the generator's next state.
genDir :: Name -> Int -> Int -> (Entry, Int)
genDir n budget s = (Dir n es, s')
  where
    (es, s') = genEntries budget s

genEntries :: Int -> Int -> ([Entry], Int)
genEntries budget s
  | budget <= 0 = ([], s)
  | budget > 4 && pick s 4 == 0 =
      let share = 1 + pick (next s) budget
          (d, s1) = genDir ("d" ++ genName s) (share - 1) (next (next s))
          (rest, s2) = genEntries (budget - share) s1
       in (d : rest, s2)
  | otherwise =
      let (rest, s1) = genEntries (budget - 1) (next (next s))
       in (genFile s : rest, s1)

genFile :: Int -> Entry
genFile s = File (genName s ++ ext) (FileInfo size (size * 7 + pick t 3) (pick t 365))
  where
    t = next s
    size = pick t 40 * pick s 5000
    ext = case pick t 6 of
      0 -> ".hs"
      1 -> ".o"
      2 -> ".HS"
      3 -> ".txt"
      4 -> ".log"
      _ -> ""

genName :: Int -> Name
genName s = [letter (pick s 26), letter (pick s 17), letter (pick s 23), letter (pick s 11)]
  where
    letter i = chr (ord 'a' + i)

-- Report ---------------------------------------------------------------

checksum :: String -> Int
checksum = foldl' (\h c -> (h * 33 + ord c) `mod` 998244353) 5381

summary :: Entry -> String
summary e =
  intercalate ", " [show (totalSize e) ++ " bytes", show (countFiles e) ++ " files",
                    show (countDirs e) ++ " directories", "depth " ++ show (maxDepth e)]

report :: Entry -> [String]
report root =
  [ "all:        " ++ summary root
  , "recent:     " ++ maybe "none" summary recent
  , "extensions: " ++ intercalate ", " (map showTotal (Map.toList (totals root)))
  , "duplicates: " ++ show (length dups) ++ " groups, " ++ show (sum (map wasted dups)) ++ " bytes"
  , "worst:      " ++ worst
  , "large:      " ++ show (length large) ++ " " ++ show (checksum (concatMap fst large))
  , "listing:    " ++ show (length list) ++ " lines, " ++ show (checksum (unlines list))
  ]
  where
    recent = dropEmpty (keepFiles (\n info -> fileAge info < 60 && extension n /= "o") root)
    showTotal (ext, (c, s)) = "*." ++ ext ++ " " ++ show c ++ "/" ++ show s
    dups = duplicates root
    worst = case sortOn (Down . wasted) dups of
      (group : _) -> show (wasted group) ++ " in " ++ intercalate " " (take 2 (map fst group))
      [] -> "none"
    sized = measure (sortEntries root)
    large = largeDirs (sizedSize sized `div` 10) "" sized
    list = listing sized

main :: IO ()
main = do
  args <- getArgs
  let n = case args of
        [a] -> read a
        _ -> 100
  mapM_ putStrLn (report (fst (genDir "root" n 2024)))
