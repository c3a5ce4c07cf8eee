{-# OPTIONS_GHC -F -pgmF deforest #-}
-- The trees are of types that another module declares: some of them are seen here with all their
-- constructors, under one name or another, some with a part of them, or none.
-- improved: covered, framed, tinted, boxed
-- known: paired, grow, scale, data Own
-- opaque: lowest, main
module Main (main) where

import Control.Exception (ErrorCall, evaluate, try)
import Imported.Scene (Frame (..), Half (..), Scene (..), Secret, Shape (..), secret)
import qualified Imported.Scene as S hiding (Scene (Blank))

-- It has the name that a constructor has elsewhere.
data Own = Light Int | Heavy Own Own

grow :: Int -> Scene
grow n
  | n <= 0 = Blank
  | even n = Disc n :+: grow (n - 1)
  | otherwise = Box { height = n, width = 2 } :+: grow (n - 1)

scale :: Int -> Scene -> Scene
scale _ Blank = Blank
scale k (Disc r :+: rest) = Disc (k * r) :+: scale k rest
scale k (box :+: rest) = box { width = k * width box, height = k * height box } :+: scale k rest

area :: Scene -> Int
area Blank = 0
area (Disc r :+: rest) = 3 * r * r + area rest
area (Box w h :+: rest) = w * h + area rest

covered :: Int -> Int
covered n = area (scale 3 (grow n))

deepen :: [Frame Scene] -> [Frame Scene]
deepen [] = []
deepen (frame : rest) = case depth frame of
  S.Depth d -> frame { depth = S.Depth (d + 1), content = scale 2 (content frame) } : deepen rest

framed :: [Frame Scene] -> Int
framed frames = sum [d + area scene | Frame { content = scene, depth = S.Depth d } <- deepen frames]

mix :: Int -> S.Tint
mix n = if n <= 0 then S.Light else S.Mixed S.Dark (S.Mixed (mix (n - 1)) S.Light)

lighten :: S.Tint -> S.Tint
lighten S.Dark = S.Light
lighten (S.Mixed a b) = S.Mixed (lighten a) (lighten b)
lighten t = t

count :: S.Tint -> Own -> Int
count (S.Mixed a b) own = count a own + count b own
count t (Light n) = if t == S.Light then n else 0
count t (Heavy a b) = count t a + count t b

tinted :: Int -> Int
tinted n = count (lighten (mix n)) (Heavy (Light 1) (Light n))

paired :: Int -> Int
paired n = case map (\x -> S.P x (secret x)) [n, n - 1 .. 1] of
  pairs -> sum (map (\p -> S.first p * 2) (map (\(S.P x s) -> S.P (x + S.reveal s) s) pairs))

-- Only the height is demanded; the width has no value.
boxed :: Int -> Scene
boxed n = scale n (Box (error "width") n :+: Blank)

-- Of `Half` one constructor is not seen.
lowest :: Int -> [Int]
lowest n = [k | Lower k <- S.halves n]

main :: IO ()
main = do
  print (map covered [0, 5, 100])
  print (framed [Frame "a" (grow 4) (S.Depth 1), Frame "b" (grow 7) (S.Depth 2)])
  print (map tinted [1, 4, 20])
  print (map paired [1, 10])
  print (scale 2 (grow 3), Frame "c" Blank (S.Depth (-1)))
  print (case boxed 7 of
           Box _ h :+: _ -> h
           _ -> 0)
  tried <- try (evaluate (case Box 1 (error "height") of Box w _ -> w))
  putStrLn (either (\failure -> takeWhile (/= '\n') (show (failure :: ErrorCall))) show tried)
  print (lowest 3)
