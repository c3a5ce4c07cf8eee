-- | A two-dimensional scene graph: transforms, bounding boxes, culling,
-- flattening to a draw list and a few ways to look at that list.
module Main (main) where

import Data.List (foldl', sortBy)
import Data.Maybe (catMaybes, mapMaybe)
import Data.Ord (comparing)
import System.Environment (getArgs)

data Vec = Vec Double Double
  deriving (Eq, Show)

-- | An affine map: the rows of its matrix, each with a translation.
data Transform = Transform Double Double Double Double Double Double
  deriving (Eq, Show)

data Box = Box Vec Vec
  deriving (Eq, Show)

data Colour = Colour Int Int Int
  deriving (Eq, Show)

data Shape
  = Circle Double
  | Rect Double Double
  | Polygon [Vec]
  deriving (Eq, Show)

data Node
  = Shape Colour Shape
  | Group [Node]
  | Move Vec Node
  | Rotate Double Node
  | Scale Double Node
  | Layer Int Node
  | Hidden Node
  deriving (Eq, Show)

data Command = Command
  { layer :: Int
  , colour :: Colour
  , outline :: [Vec]
  }
  deriving (Eq, Show)

-- Transforms -----------------------------------------------------------

identity :: Transform
identity = Transform 1 0 0 0 1 0

translation :: Vec -> Transform
translation (Vec x y) = Transform 1 0 x 0 1 y

rotation :: Double -> Transform
rotation a = Transform (cos a) (negate (sin a)) 0 (sin a) (cos a) 0

scaling :: Double -> Transform
scaling k = Transform k 0 0 0 k 0

compose :: Transform -> Transform -> Transform
compose (Transform a b c d e f) (Transform a' b' c' d' e' f') =
  Transform
    (a * a' + b * d') (a * b' + b * e') (a * c' + b * f' + c)
    (d * a' + e * d') (d * b' + e * e') (d * c' + e * f' + f)

apply :: Transform -> Vec -> Vec
apply (Transform a b c d e f) (Vec x y) = Vec (a * x + b * y + c) (d * x + e * y + f)

-- Boxes ----------------------------------------------------------------

union :: Box -> Box -> Box
union (Box (Vec x0 y0) (Vec x1 y1)) (Box (Vec x0' y0') (Vec x1' y1')) =
  Box (Vec (min x0 x0') (min y0 y0')) (Vec (max x1 x1') (max y1 y1'))

overlap :: Box -> Box -> Bool
overlap (Box (Vec x0 y0) (Vec x1 y1)) (Box (Vec x0' y0') (Vec x1' y1')) =
  x0 <= x1' && x0' <= x1 && y0 <= y1' && y0' <= y1

boxArea :: Box -> Double
boxArea (Box (Vec x0 y0) (Vec x1 y1)) = (x1 - x0) * (y1 - y0)

boxOf :: [Vec] -> Maybe Box
boxOf [] = Nothing
boxOf (v : vs) = Just (foldl' (\b p -> union b (Box p p)) (Box v v) vs)

unions :: [Box] -> Maybe Box
unions [] = Nothing
unions (b : bs) = Just (foldl' union b bs)

bounds :: Transform -> Node -> Maybe Box
bounds t (Shape _ s) = boxOf (map (apply t) (points s))
bounds t (Group ns) = unions (mapMaybe (bounds t) ns)
bounds t (Move v n) = bounds (compose t (translation v)) n
bounds t (Rotate a n) = bounds (compose t (rotation a)) n
bounds t (Scale k n) = bounds (compose t (scaling k)) n
bounds t (Layer _ n) = bounds t n
bounds _ (Hidden _) = Nothing

points :: Shape -> [Vec]
points (Circle r) = [Vec (r * cos a) (r * sin a) | i <- [0 .. 7 :: Int], let a = fromIntegral i * pi / 4]
points (Rect w h) = [Vec 0 0, Vec w 0, Vec w h, Vec 0 h]
points (Polygon vs) = vs

-- Simplifying ----------------------------------------------------------

-- | No hidden nodes, no empty groups, no groups of one and no moves of moves.
simplify :: Node -> Maybe Node
simplify (Group ns) = case catMaybes (map simplify ns) of
  [] -> Nothing
  [n] -> Just n
  ns' -> Just (Group ns')
simplify (Move v n) = fmap (move v) (simplify n)
simplify (Rotate a n) = fmap (Rotate a) (simplify n)
simplify (Scale k n) = if k == 0 then Nothing else fmap (Scale k) (simplify n)
simplify (Layer l n) = fmap (Layer l) (simplify n)
simplify (Hidden _) = Nothing
simplify n = Just n

move :: Vec -> Node -> Node
move (Vec x y) (Move (Vec x' y') n) = Move (Vec (x + x') (y + y')) n
move v n = Move v n

-- | What lies outside of the window goes.
cull :: Box -> Transform -> Node -> Maybe Node
cull window t node = case bounds t node of
  Just b | overlap window b -> inside node
  _ -> Nothing
  where
    inside (Group ns) = Just (Group (mapMaybe (cull window t) ns))
    inside (Move v n) = Move v <$> cull window (compose t (translation v)) n
    inside (Rotate a n) = Rotate a <$> cull window (compose t (rotation a)) n
    inside (Scale k n) = Scale k <$> cull window (compose t (scaling k)) n
    inside (Layer l n) = Layer l <$> cull window t n
    inside n = Just n

countShapes :: Node -> Int
countShapes (Shape _ _) = 1
countShapes (Group ns) = sum (map countShapes ns)
countShapes (Move _ n) = countShapes n
countShapes (Rotate _ n) = countShapes n
countShapes (Scale _ n) = countShapes n
countShapes (Layer _ n) = countShapes n
countShapes (Hidden n) = countShapes n

-- Drawing --------------------------------------------------------------

-- | The commands in the order of the layers.
drawList :: Node -> [Command]
drawList = sortBy (comparing layer) . flatten 0 identity

flatten :: Int -> Transform -> Node -> [Command]
flatten l t (Shape c s) = [Command l c (map (apply t) (points s))]
flatten l t (Group ns) = concatMap (flatten l t) ns
flatten l t (Move v n) = flatten l (compose t (translation v)) n
flatten l t (Rotate a n) = flatten l (compose t (rotation a)) n
flatten l t (Scale k n) = flatten l (compose t (scaling k)) n
flatten l t (Layer d n) = flatten (l + d) t n
flatten _ _ (Hidden _) = []

-- | Grey instead of colours.
desaturate :: Command -> Command
desaturate cmd = cmd {colour = Colour m m m}
  where
    Colour r g b = colour cmd
    m = (r + g + b) `div` 3

area :: [Vec] -> Double
area [] = 0
area vs@(v : rest) = abs (sum (zipWith cross vs (rest ++ [v]))) / 2
  where
    cross (Vec x y) (Vec x' y') = x * y' - x' * y

brightness :: Command -> Double
brightness (Command _ (Colour r g b) vs) = fromIntegral (r + g + b) * area vs / 765

-- | How many commands come on which layer.
layers :: [Command] -> [(Int, Int)]
layers [] = []
layers cmds@(c : _) = (layer c, length same) : layers others
  where
    (same, others) = span ((== layer c) . layer) cmds

-- Input ----------------------------------------------------------------

next :: Int -> Int
next s = (s * 1103515245 + 12345) `mod` 2147483648

pick :: Int -> Int -> Int
pick s n = (s `div` 2048) `mod` n

coordinate :: Int -> Double
coordinate s = fromIntegral (pick s 2000 - 1000) / 10

-- | A scene of n shapes.
sample :: Int -> Int -> Node
sample n s
  | n <= 1 = Move (Vec (coordinate s) (coordinate (next s))) (Shape (sampleColour s) (sampleShape (next s)))
  | otherwise = case pick s 9 of
      0 -> Rotate (fromIntegral (pick s 628) / 100) rest
      1 -> Scale (fromIntegral (50 + pick s 70) / 100) rest
      2 -> Layer (pick s 5 - 2) rest
      3 -> Group [sample (n - 1) (next s), Hidden (sample 1 (next (next s)))]
      4 -> Move (Vec (coordinate s) (coordinate (next s))) rest
      _ -> Group (samples k (n `div` k) (n `mod` k) (next s))
  where
    k = 2 + pick s 4
    rest = sample n (next (next s))

samples :: Int -> Int -> Int -> Int -> [Node]
samples 0 _ _ _ = []
samples k m r s = sample (if k <= r then m + 1 else m) s : samples (k - 1) m r (next (s + 97 * k))

sampleColour :: Int -> Colour
sampleColour s = Colour (pick s 256) (pick (next s) 256) (pick (s + 71) 256)

sampleShape :: Int -> Shape
sampleShape s = case pick s 3 of
  0 -> Circle size
  1 -> Rect size (size / 2)
  _ -> Polygon [Vec 0 0, Vec size 1, Vec (size / 3) size]
  where
    size = fromIntegral (1 + pick (next s) 30)

-- Report ---------------------------------------------------------------

report :: Node -> [String]
report scene =
  [ "shapes:  " ++ show (countShapes scene) ++ ", drawn " ++ show (length cmds)
      ++ ", visible " ++ show (length seen)
  , "bounds:  " ++ maybe "none" (show . boxArea) (bounds identity scene)
  , "area:    " ++ show (sum (map (area . outline) seen))
  , "light:   " ++ show (sum (map brightness cmds)) ++ ", grey "
      ++ show (sum (map (brightness . desaturate) cmds))
  , "layers:  " ++ show (layers cmds)
  , "window:  " ++ show (boxOf (concatMap outline seen))
  ]
  where
    window = Box (Vec (-120) (-80)) (Vec 120 80)
    cmds = drawList scene
    seen = maybe [] drawList (simplify scene >>= cull window identity)

main :: IO ()
main = do
  args <- getArgs
  let n = case args of
        [a] -> read a
        _ -> 60
  mapM_ putStrLn (report (sample n 99))
