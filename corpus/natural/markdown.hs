-- | A small Markdown to HTML renderer, with an outline, word counts and a check of the links.
module Main (main) where

import Data.Char (isAlpha, isAlphaNum, isDigit, isSpace, ord, toLower)
import Data.List (group, isPrefixOf, isSuffixOf, nub, sort, sortBy)
import Data.Maybe (mapMaybe)
import Data.Ord (comparing)
import System.Environment (getArgs)

data Block
  = Heading Int [Inline]
  | Paragraph [Inline]
  | Bullets [[Inline]]
  | Numbered [[Inline]]
  | Quote [Block]
  | Code String [String]
  | Rule
  deriving (Eq, Show)

data Inline
  = Plain String
  | Emph [Inline]
  | Strong [Inline]
  | CodeSpan String
  | Link [Inline] String
  deriving (Eq, Show)

-- Blocks ----------------------------------------------------------------------------------------

parseBlocks :: [String] -> [Block]
parseBlocks [] = []
parseBlocks (l : ls)
  | isBlank l = parseBlocks ls
  | isRule l = Rule : parseBlocks ls
  | Just (level, title) <- heading l = Heading level (parseInline title) : parseBlocks ls
  | "```" `isPrefixOf` l =
      let (code, rest) = break ("```" `isPrefixOf`) ls
      in Code (drop 3 l) code : parseBlocks (drop 1 rest)
  | ">" `isPrefixOf` l =
      let (quoted, rest) = span (">" `isPrefixOf`) (l : ls)
      in Quote (parseBlocks (map unquote quoted)) : parseBlocks rest
  | Just _ <- bullet l =
      let (items, rest) = takeItems bullet (l : ls)
      in Bullets (map parseInline items) : parseBlocks rest
  | Just _ <- numbered l =
      let (items, rest) = takeItems numbered (l : ls)
      in Numbered (map parseInline items) : parseBlocks rest
  | otherwise =
      let (text, rest) = break startsBlock ls
      in Paragraph (parseInline (unwords (map trim (l : text)))) : parseBlocks rest

isBlank :: String -> Bool
isBlank = all isSpace

isRule :: String -> Bool
isRule l = length l >= 3 && all (== '-') l

-- | The level and the text of a heading.
heading :: String -> Maybe (Int, String)
heading l = case span (== '#') l of
  (hashes, ' ' : title) | not (null hashes) && length hashes <= 6 -> Just (length hashes, trim title)
  _ -> Nothing

bullet :: String -> Maybe String
bullet (c : ' ' : text) | c `elem` "-*+" = Just (trim text)
bullet _ = Nothing

numbered :: String -> Maybe String
numbered l = case span isDigit l of
  (_ : _, '.' : ' ' : text) -> Just (trim text)
  _ -> Nothing

takeItems :: (String -> Maybe String) -> [String] -> ([String], [String])
takeItems item (l : ls) | Just text <- item l = (text : texts, rest)
  where (texts, rest) = takeItems item ls
takeItems _ ls = ([], ls)

unquote :: String -> String
unquote l = case drop 1 l of
  ' ' : text -> text
  text -> text

startsBlock :: String -> Bool
startsBlock l =
  isBlank l || isRule l || "```" `isPrefixOf` l || ">" `isPrefixOf` l
    || has (heading l) || has (bullet l) || has (numbered l)
  where has = not . null

trim :: String -> String
trim = dropWhile isSpace . reverse . dropWhile isSpace . reverse

-- Spans -----------------------------------------------------------------------------------------

parseInline :: String -> [Inline]
parseInline = joinPlain . spans

spans :: String -> [Inline]
spans [] = []
spans ('`' : s) | Just (code, rest) <- upTo "`" s = CodeSpan code : spans rest
spans ('*' : '*' : s) | Just (inner, rest) <- upTo "**" s = Strong (parseInline inner) : spans rest
spans ('*' : s) | Just (inner, rest) <- upTo "*" s = Emph (parseInline inner) : spans rest
spans ('[' : s)
  | Just (label, '(' : rest) <- upTo "]" s
  , Just (target, rest') <- upTo ")" rest = Link (parseInline label) target : spans rest'
spans ('\\' : c : s) = Plain [c] : spans s
spans (c : s) = Plain [c] : spans s

joinPlain :: [Inline] -> [Inline]
joinPlain (Plain s : Plain t : rest) = joinPlain (Plain (s ++ t) : rest)
joinPlain (x : rest) = x : joinPlain rest
joinPlain [] = []

-- | What stands before the given mark, which must not be empty, and what follows it.
upTo :: String -> String -> Maybe (String, String)
upTo mark = go ""
  where
    go _ [] = Nothing
    go before s@(c : rest)
      | mark `isPrefixOf` s && not (null before) = Just (reverse before, drop (length mark) s)
      | otherwise = go (c : before) rest

-- HTML ------------------------------------------------------------------------------------------

tag :: String -> String -> String
tag name body = "<" ++ name ++ ">" ++ body ++ "</" ++ name ++ ">"

renderBlock :: Block -> String
renderBlock block = case block of
  Heading n is -> "<h" ++ show n ++ " id=\"" ++ slug (plainText is) ++ "\">" ++ renderInlines is
    ++ "</h" ++ show n ++ ">\n"
  Paragraph is -> tag "p" (renderInlines is) ++ "\n"
  Bullets items -> tag "ul" (concatMap (tag "li" . renderInlines) items) ++ "\n"
  Numbered items -> tag "ol" (concatMap (tag "li" . renderInlines) items) ++ "\n"
  Quote blocks -> tag "blockquote" (render blocks) ++ "\n"
  Code "" ls -> "<pre>" ++ concatMap escape (unlines ls) ++ "</pre>\n"
  Code language ls ->
    "<pre class=\"" ++ language ++ "\">" ++ concatMap escape (unlines ls) ++ "</pre>\n"
  Rule -> "<hr/>\n"

render :: [Block] -> String
render = concatMap renderBlock

renderInlines :: [Inline] -> String
renderInlines = concatMap renderInline

renderInline :: Inline -> String
renderInline (Plain s) = concatMap escape s
renderInline (Emph is) = tag "em" (renderInlines is)
renderInline (Strong is) = tag "strong" (renderInlines is)
renderInline (CodeSpan s) = tag "code" (concatMap escape s)
renderInline (Link is target) = "<a href=\"" ++ target ++ "\">" ++ renderInlines is ++ "</a>"

escape :: Char -> String
escape '<' = "&lt;"
escape '>' = "&gt;"
escape '&' = "&amp;"
escape c = [c]

-- Outline, words, links -------------------------------------------------------------------------

plainText :: [Inline] -> String
plainText = concatMap text
  where
    text (Plain s) = s
    text (CodeSpan s) = s
    text (Emph is) = plainText is
    text (Strong is) = plainText is
    text (Link is _) = plainText is

slug :: String -> String
slug = map dash . filter (\c -> isAlphaNum c || c == ' ') . map toLower
  where dash c = if c == ' ' then '-' else c

-- | All spans of a block and of those within it, the paragraphs' and the items'.
inlines :: Block -> [[Inline]]
inlines (Heading _ is) = [is]
inlines (Paragraph is) = [is]
inlines (Bullets items) = items
inlines (Numbered items) = items
inlines (Quote blocks) = concatMap inlines blocks
inlines _ = []

data Section = Section String [Section]

-- | The headings as a forest: a section holds those of a greater level that follow it.
outline :: [Block] -> [Section]
outline blocks = build [(n, plainText is) | Heading n is <- blocks]
  where
    build [] = []
    build ((n, title) : rest) =
      let (inner, outer) = span ((> n) . fst) rest
      in Section title (build inner) : build outer

renderOutline :: Int -> [Section] -> [String]
renderOutline indent = concatMap line
  where
    line (Section title inner) =
      (replicate indent ' ' ++ "- " ++ title) : renderOutline (indent + 2) inner

outlineDepth :: [Section] -> Int
outlineDepth sections = maximum (0 : [1 + outlineDepth inner | Section _ inner <- sections])

wordCounts :: [Block] -> [(String, Int)]
wordCounts blocks = map count (group (sort allWords))
  where
    allWords = [map toLower w | is <- concatMap inlines blocks, w <- splitWords (plainText is)]
    count ws = (head ws, length ws)

splitWords :: String -> [String]
splitWords s = case dropWhile (not . isAlpha) s of
  "" -> []
  s' -> let (w, rest) = span isAlpha s' in w : splitWords rest

links :: Inline -> [String]
links (Link is target) = target : concatMap links is
links (Emph is) = concatMap links is
links (Strong is) = concatMap links is
links _ = []

-- | The links that lead nowhere: to no heading, or to no page.
brokenLinks :: [Block] -> [String]
brokenLinks blocks = mapMaybe broken (concatMap (concatMap links) (concatMap inlines blocks))
  where
    anchors = nub [slug (plainText is) | Heading _ is <- blocks]
    broken target = case target of
      '#' : anchor | anchor `elem` anchors -> Nothing
      _ | "http" `isPrefixOf` target || ".html" `isSuffixOf` target -> Nothing
      _ -> Just target

-- The job ---------------------------------------------------------------------------------------

randoms :: Int -> [Int]
randoms = map (`div` 65536) . tail . iterate (\x -> (x * 1103515245 + 12345) `mod` 2147483648)

vocabulary :: [String]
vocabulary =
  [ "the", "tree", "*leaf*", "**root**", "node", "of", "a & b", "`x < y`", "[see](#the-tree)"
  , "[page *two*](two.html)", "walks", "to", "[lost](#nowhere)", "**all *of* them**", "2 * 3"
  , "[home](http://home.org)", "is", "[", "\\*", "and", "forest", "[gone](gone.txt)", "fuse", "map" ]

sentence :: [Int] -> String
sentence = unwords . map (\r -> vocabulary !! (r `mod` length vocabulary))

-- | The lines of a document with so many blocks.
document :: Int -> [Int] -> [String]
document n (r : rs) | n > 0 = body ++ [""] ++ document (n - 1) later
  where
    (now, later) = splitAt (4 + r `div` 10 `mod` 12) rs
    (some, others) = splitAt (length now `div` 2) now
    body = case r `mod` 10 of
      0 -> [replicate (1 + r `mod` 3) '#' ++ " The " ++ sentence (take 2 now)]
      1 -> map (("- " ++) . sentence) [some, others]
      2 -> zipWith (\i xs -> show i ++ ". " ++ sentence xs) [1 :: Int ..] [some, others, [r]]
      3 -> ["```haskell", "f x = x && y < 3", sentence some, "```"]
      4 -> ["> " ++ sentence some, "> - " ++ sentence others]
      5 -> ["---"]
      6 -> ["## Part " ++ sentence (take 1 now)]
      _ -> [sentence some, "  " ++ sentence others]
document _ _ = []

checksum :: String -> Int
checksum = foldl (\h c -> (h * 31 + ord c) `mod` 1000000007) 7

main :: IO ()
main = do
  args <- getArgs
  let n = case args of
        a : _ -> read a
        [] -> 200
      blocks = parseBlocks (document n (randoms 5))
      html = render blocks
      sections = outline blocks
      counts = wordCounts blocks
      lost = brokenLinks blocks
      frequent = take 5 (sortBy (comparing (negate . snd)) counts)
  putStrLn (takeWhile (/= '\n') html)
  putStrLn ("html: " ++ show (length html) ++ " characters, checksum " ++ show (checksum html))
  putStrLn ("blocks: " ++ show (length blocks) ++ ", sections: " ++ show (length sections)
    ++ ", depth " ++ show (outlineDepth sections))
  mapM_ putStrLn (take 5 (renderOutline 0 sections))
  putStrLn ("outline checksum: " ++ show (checksum (unlines (renderOutline 0 sections))))
  putStrLn ("words: " ++ show (sum (map snd counts)) ++ ", different " ++ show (length counts))
  putStrLn (unwords [w ++ ":" ++ show k | (w, k) <- frequent])
  putStrLn ("broken links: " ++ show (length lost) ++ ", different " ++ show (length (nub lost)))
