-- | Lays out a document of sections, paragraphs and tables on pages of fixed
-- size, and makes its table of contents.
module Main (main) where

import Data.Char (chr, ord)
import Data.List (foldl', intercalate)
import System.Environment (getArgs)

-- The document -------------------------------------------------------------

data Block
  = Paragraph [String]
  | Table [[String]]
  | Section String [Block]
  | Figure Int String

type Document = [Block]

-- A document that has been laid out: lines are grouped into boxes, which are
-- not broken across pages.
data Box
  = Lines [String]
  | Heading Int String
  | Space Int
  | Grid [Int] [[String]]
  | Picture Int [String]

data Page = Page
  { pageNumber :: Int
  , pageBoxes :: [Box]
  }

-- | Level, title and page.
data TocEntry = TocEntry Int String Int

pageWidth, pageHeight :: Int
pageWidth = 64
pageHeight = 40

-- Breaking paragraphs ------------------------------------------------------

-- | Greedy line breaking.
breakLines :: Int -> [String] -> [String]
breakLines _ [] = []
breakLines width (w : ws) = go [w] (length w) ws
  where
    go acc _ [] = [unwords (reverse acc)]
    go acc n (v : vs)
      | n + 1 + len <= width = go (v : acc) (n + 1 + len) vs
      | otherwise = unwords (reverse acc) : go [v] len vs
      where
        len = length v

justify :: Int -> String -> String
justify width line
  | gaps <= 0 || slack <= 0 || slack > gaps * 2 = line
  | otherwise = spread slack line
  where
    gaps = length (filter (== ' ') line)
    slack = width - length line
    spread 0 s = s
    spread _ [] = []
    spread k (c : cs)
      | c == ' ' = ' ' : ' ' : spread (k - 1) cs
      | otherwise = c : spread k cs

-- Tables -------------------------------------------------------------------

columnWidths :: [[String]] -> [Int]
columnWidths = foldr (zipLongest . map length) []
  where
    zipLongest (a : as) (b : bs) = max a b : zipLongest as bs
    zipLongest as [] = as
    zipLongest [] bs = bs

padRight :: Int -> String -> String
padRight n s = s ++ replicate (n - length s) ' '

gridLine :: [Int] -> [String] -> String
gridLine widths cells = "| " ++ intercalate " | " (zipWith padRight widths cells) ++ " |"

-- Sections -----------------------------------------------------------------

-- | The boxes of a block, nested in so many sections.
layoutBlock :: Int -> Block -> [Box]
layoutBlock _ (Paragraph ws) = map Lines (chunks 8 body) ++ [Space 1]
  where
    body = map (justify pageWidth) (breakLines pageWidth ws)
layoutBlock _ (Table rows) = [Grid (columnWidths rows) rows, Space 1]
layoutBlock level (Section title blocks) =
  Heading level title : Space 1 : layoutBlocks (level + 1) blocks
layoutBlock _ (Figure h caption) = [Picture h (breakLines 40 (words caption)), Space 2]

layoutBlocks :: Int -> [Block] -> [Box]
layoutBlocks level = concatMap (layoutBlock level)

chunks :: Int -> [a] -> [[a]]
chunks _ [] = []
chunks n xs = take n xs : chunks n (drop n xs)

-- Measuring ----------------------------------------------------------------

boxHeight :: Box -> Int
boxHeight (Lines ls) = length ls
boxHeight (Heading level _) = if level == 0 then 3 else 2
boxHeight (Space n) = n
boxHeight (Grid _ rows) = length rows + 2
boxHeight (Picture h caption) = h + length caption

boxWidth :: Box -> Int
boxWidth (Lines ls) = maximum (0 : map length ls)
boxWidth (Heading level title) = 2 * level + length title
boxWidth (Space _) = 0
boxWidth (Grid widths _) = sum (map (+ 3) widths) + 1
boxWidth (Picture _ caption) = maximum (0 : map length caption)

isHeading :: Box -> Bool
isHeading (Heading _ _) = True
isHeading _ = False

-- Pages --------------------------------------------------------------------

-- | Fills pages one after the other. Space at the head of a page is dropped,
-- and a heading is not left alone at the foot of one.
paginate :: Int -> [Box] -> [Page]
paginate number boxes = case dropWhile isSpace boxes of
  [] -> []
  bs ->
    let (now, later) = fill pageHeight bs
     in Page number now : paginate (number + 1) later
  where
    isSpace (Space _) = True
    isSpace _ = False

fill :: Int -> [Box] -> ([Box], [Box])
fill _ [] = ([], [])
fill room (b : bs)
  | need > room && room < pageHeight = ([], b : bs)
  | otherwise = (b : now, later)
  where
    need = boxHeight b + (if isHeading b then 5 else 0)
    (now, later) = fill (room - boxHeight b) bs

toc :: [Page] -> [TocEntry]
toc pages =
  [ TocEntry level title (pageNumber page)
  | page <- pages
  , Heading level title <- pageBoxes page
  ]

-- Rendering ----------------------------------------------------------------

renderBox :: Box -> [String]
renderBox (Lines ls) = ls
renderBox (Heading level title)
  | level == 0 = ["", title, replicate (length title) '=']
  | otherwise = [replicate (2 * level) ' ' ++ title, ""]
renderBox (Space n) = replicate n ""
renderBox (Grid widths rows) = rule : map (gridLine widths) rows ++ [rule]
  where
    rule = '+' : concatMap (\w -> replicate (w + 2) '-' ++ "+") widths
renderBox (Picture h caption) = replicate h (replicate 20 '#') ++ caption

renderPage :: Page -> [String]
renderPage page = concatMap renderBox (pageBoxes page) ++ [footer]
  where
    footer = replicate 30 ' ' ++ "- " ++ show (pageNumber page) ++ " -"

renderEntry :: TocEntry -> String
renderEntry (TocEntry level title page) = left ++ replicate dots '.' ++ right
  where
    left = replicate (2 * level) ' ' ++ title ++ " "
    right = " " ++ show page
    dots = max 3 (pageWidth - length left - length right)

checksum :: [String] -> Int
checksum = foldl' line 7
  where
    line acc s = (foldl' step acc s * 31 + 10) `mod` 1000003
    step acc c = (acc * 17 + ord c) `mod` 1000003

-- Making up a document -----------------------------------------------------

next :: Int -> Int
next s = (s * 1103515245 + 12345) `mod` 2147483648

pick :: Int -> Int -> Int
pick s n = (s `div` 65536) `mod` n

makeWord :: Int -> String
makeWord seed = go (2 + pick seed 8) (next seed)
  where
    go :: Int -> Int -> String
    go 0 _ = []
    go n s = chr (ord 'a' + pick s 26) : go (n - 1) (next s)

makeWords :: Int -> Int -> [String]
makeWords n seed = map makeWord (take n (iterate next seed))

makeBlock :: Int -> Int -> Block
makeBlock depth seed
  | kind < 5 || depth == 0 && kind > 6 = Paragraph (makeWords (20 + pick (next seed) 120) (seed + 1))
  | kind == 5 = Table [makeWords 6 (seed + 17 * r) | r <- [1 .. 3 + pick (next seed) 6]]
  | kind == 6 = Figure (5 + pick (next seed) 12) (unwords (makeWords 12 (seed + 3)))
  | otherwise = Section (unwords (makeWords 3 seed)) (makeBlocks 5 (depth - 1) (next (seed + 5)))
  where
    kind = pick seed 10

makeBlocks :: Int -> Int -> Int -> [Block]
makeBlocks n depth seed = map (makeBlock depth) (take n (iterate (next . next) seed))

makeDocument :: Int -> Document
makeDocument n =
  [ Section (unwords (makeWords 4 (i * 7919))) (makeBlocks 6 2 (next (i * 104729 + 1)))
  | i <- [1 .. n]
  ]

-- Main ---------------------------------------------------------------------

main :: IO ()
main = do
  args <- getArgs
  let n = case args of
        (a : _) -> read a
        [] -> 20
      boxes = layoutBlocks 0 (makeDocument n)
      pages = paginate 1 boxes
      entries = toc pages
      tooWide = length (filter ((> pageWidth) . boxWidth) boxes)
      used = sum [boxHeight b | p <- pages, b <- pageBoxes p]
  putStrLn ("pages:        " ++ show (length pages))
  putStrLn ("toc entries:  " ++ show (length entries))
  putStrLn ("lines used:   " ++ show used)
  putStrLn ("boxes too wide: " ++ show tooWide)
  putStrLn ("toc checksum: " ++ show (checksum (map renderEntry entries)))
  putStrLn ("text checksum: " ++ show (checksum (concatMap renderPage pages)))
