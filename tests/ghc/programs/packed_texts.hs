{-# LANGUAGE OverloadedStrings #-}
-- Data.Text with its readers and actions; literals that are texts, in patterns too.
module Main (main) where

import Data.Char (isAlpha, toUpper)
import qualified Data.Map.Strict as M
import Data.Text (Text)
import qualified Data.Text as T
import qualified Data.Text.IO as TIO
import Data.Text.Read (decimal, signed, double)

data Command = Add Text Int | Remove Text | Show' deriving (Show, Eq)

parse :: Text -> Either Text Command
parse line = case T.words line of
  ["add", name, n] -> case decimal n of
    Right (k, "") -> Right (Add name k)
    Right (_, rest) -> Left ("trailing " <> rest)
    Left e -> Left (T.pack e)
  ["remove", name] -> Right (Remove name)
  ["show"] -> Right Show'
  [] -> Left "empty"
  _ -> Left (T.concat ["unknown: ", line])

greet :: Text -> Text
greet "" = "nobody"
greet "world" = "everybody"
greet name | T.length name > 5 = T.toUpper name <> "!"
           | otherwise = T.center 9 '*' name

step :: M.Map Text Int -> Command -> M.Map Text Int
step m (Add k n) = M.insertWith (+) k n m
step m (Remove k) = M.delete k m
step m Show' = m

main :: IO ()
main = do
  TIO.putStrLn "start"
  mapM_ (TIO.putStrLn . greet) ["", "world", "ann", "bernadette"]
  let rs = map parse ["add x 3", "add y 4z", "remove x", "show", "", "foo bar", "add x q"]
  mapM_ print rs
  print (foldl step M.empty [c | Right c <- rs])
  print (T.splitOn "," "a,b,,c", T.splitOn "ab" "xxabyyab", T.replace "an" "AN" "banana")
  print (T.breakOn "=" "key=value", T.breakOnEnd "/" "a/b/c", T.strip "  hi there ")
  print (T.justifyLeft 6 '.' "ab", T.justifyRight 6 '.' "ab", T.center 8 'x' "HS", T.center 7 'x' "HS")
  print (T.intercalate ", " ["a", "b"], T.words " a b  c ", T.lines "x\ny\n\nz", T.unlines ["p", "q"])
  print (T.chunksOf 3 "abcdefgh", T.count "ab" "ababxab", T.isInfixOf "cd" "abcde", T.stripPrefix "ab" "abc", T.stripSuffix "bc" "abc")
  print (signed decimal "-12abc" :: Either String (Int, Text))
  print (double "3.25e2x", double "x", double "-7")
  print (T.zip "abc" "xy", T.index "abc" 1, T.findIndex (== 'c') "abc", T.partition isAlpha "a1b2", T.transpose ["abc", "de"])
  print (read "\"quoted\"" :: Text, show ("x\"y" :: Text), T.unpack "str", compare ("a" :: Text) "b", mconcat ["a", "b" :: Text])
  print (T.breakOnAll "/" "a/b/c/", T.commonPrefixes "foobar" "fooquux", T.mapAccumL (\a c -> (a + 1, toUpper c)) (0 :: Int) "abc")
  print (T.takeEnd 2 "abc", T.dropEnd 2 "abc", T.takeWhileEnd isAlpha "1ab", T.dropAround (== '-') "--a-b--", T.group "aabccc", T.inits "ab", T.split (== ',') "a,,b")
  putStrLn (T.unpack (T.filter isAlpha "a1b2") ++ "end")
  TIO.putStr (T.unwords ["last", "line\n"])
