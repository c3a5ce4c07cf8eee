-- A two-dimensional scene graph: nested transforms, bounding boxes,
-- view culling and various totals.
module Main where

import qualified Data.Map.Strict as Map
import           Data.List (foldl')
import           Data.Maybe (catMaybes, mapMaybe)
import           System.Environment (getArgs)
import           Text.Printf (printf)

data Vec = Vec !Double !Double
  deriving (Eq, Show)

-- | Affine map  (x, y) -> (a x + b y + tx, c x + d y + ty)
data Affine = Affine !Double !Double !Double !Double !Double !Double
  deriving (Eq, Show)

instance Semigroup Affine where
  Affine a b c d tx ty <> Affine a' b' c' d' tx' ty' =
    Affine (a * a' + b * c') (a * b' + b * d')
           (c * a' + d * c') (c * b' + d * d')
           (a * tx' + b * ty' + tx) (c * tx' + d * ty' + ty)

instance Monoid Affine where
  mempty = Affine 1 0 0 1 0 0

apply :: Affine -> Vec -> Vec
apply (Affine a b c d tx ty) (Vec x y) = Vec (a * x + b * y + tx) (c * x + d * y + ty)

translate :: Double -> Double -> Affine
translate = Affine 1 0 0 1

scale :: Double -> Affine
scale s = Affine s 0 0 s 0 0

quarterTurn :: Affine
quarterTurn = Affine 0 (-1) 1 0 0 0

determinant :: Affine -> Double
determinant (Affine a b c d _ _) = a * d - b * c

-- Boxes form a semigroup under union.
data Box = Box { lower :: !Vec, upper :: !Vec }
  deriving (Eq, Show)

instance Semigroup Box where
  Box (Vec a b) (Vec c d) <> Box (Vec a' b') (Vec c' d') =
    Box (Vec (min a a') (min b b')) (Vec (max c c') (max d d'))

hull :: [Vec] -> Maybe Box
hull = foldMap (\v -> Just (Box v v))

overlaps :: Box -> Box -> Bool
overlaps (Box (Vec a b) (Vec c d)) (Box (Vec a' b') (Vec c' d')) =
  a <= c' && a' <= c && b <= d' && b' <= d

data Shape
  = Circle Double
  | Rect Double Double
  | Poly [Vec]
  deriving Show

data Scene
  = Shape String Shape
  | Group [Scene]
  | Transform Affine Scene
  | Hidden Scene
  deriving Show

-- Building --------------------------------------------------------------

mkScene :: Int -> Int -> Scene
mkScene 0 seed = case seed `mod` 4 of
  0 -> Shape "circle" (Circle (1 + r / 5))
  1 -> Shape "square" (Rect (1 + r / 3) (1 + r / 3))
  2 -> Shape "plank" (Rect (2 + r) 0.5)
  _ -> Shape "triangle" (Poly [Vec 0 0, Vec (1 + r) 0, Vec 0 2])
  where r = fromIntegral (seed `mod` 7)
mkScene d seed = case seed `mod` 5 of
  0 -> Transform (translate (offset 1) (offset 2)) (Group (kids 3))
  1 -> Transform quarterTurn (Group (kids 4))
  2 -> Group (Hidden (mkScene 0 seed) : kids 3)
  3 -> Transform (scale 0.75) (Transform (translate 3 (-2)) (Group (kids 3)))
  _ -> Group [Transform mempty k | k <- kids 3]
  where
    kids m   = [mkScene (d - 1) ((seed * 17 + k * 29 + d) `mod` 30011) | k <- [1 .. m]]
    offset m = fromIntegral ((seed * m) `mod` 13) * fromIntegral d

-- Passes ----------------------------------------------------------------

-- | Merge nested transforms, flatten groups, drop hidden parts.
normalise :: Scene -> Maybe Scene
normalise (Hidden _)   = Nothing
normalise s@(Shape _ _) = Just s
normalise (Group ss)   = case concatMap flatten (mapMaybe normalise ss) of
  []  -> Nothing
  [s] -> Just s
  ss' -> Just (Group ss')
  where
    flatten (Group xs) = xs
    flatten x          = [x]
normalise (Transform t s)
  | t == mempty = normalise s
  | otherwise   = fmap merge (normalise s)
  where
    merge (Transform t' s') = Transform (t <> t') s'
    merge s'                = Transform t s'

-- | Push all the transforms to the leaves.
bake :: Scene -> [(Affine, String, Shape)]
bake = go mempty
  where
    go t (Shape name s)   = [(t, name, s)]
    go t (Group ss)       = concatMap (go t) ss
    go t (Transform t' s) = go (t <> t') s
    go _ (Hidden _)       = []

corners :: Shape -> [Vec]
corners (Circle r) = [Vec x y | x <- [-r, r], y <- [-r, r]]
corners (Rect w h) = [Vec x y | x <- [0, w], y <- [0, h]]
corners (Poly vs)  = vs

bounds :: Affine -> Scene -> Maybe Box
bounds t (Shape _ s)      = hull (map (apply t) (corners s))
bounds t (Group ss)       = foldMap (bounds t) ss
bounds t (Transform t' s) = bounds (t <> t') s
bounds _ (Hidden _)       = Nothing

-- | Remove every leaf outside the view.
cull :: Box -> Scene -> Maybe Scene
cull view = go mempty
  where
    go t s@(Shape _ _)
      | maybe False (overlaps view) (bounds t s) = Just s
      | otherwise = Nothing
    go t (Group ss) = case catMaybes (map (go t) ss) of
      []  -> Nothing
      ss' -> Just (Group ss')
    go t (Transform t' s) = Transform t' <$> go (t <> t') s
    go _ (Hidden _)       = Nothing

shapeArea :: Shape -> Double
shapeArea (Circle r) = pi * r * r
shapeArea (Rect w h) = w * h
shapeArea (Poly vs)  = abs (sum (zipWith cross vs (drop 1 vs ++ take 1 vs))) / 2
  where cross (Vec a b) (Vec c d) = a * d - b * c

totals :: [(Affine, String, Shape)] -> Map.Map String (Int, Double)
totals = foldl' add Map.empty
  where
    add m (t, name, s) = Map.insertWith plus name (1, abs (determinant t) * shapeArea s) m
    plus (a, x) (b, y) = let { c = a + b; z = x + y } in c `seq` z `seq` (c, z)

countNodes :: Scene -> Int
countNodes (Shape _ _)     = 1
countNodes (Group ss)      = 1 + sum (map countNodes ss)
countNodes (Transform _ s) = 1 + countNodes s
countNodes (Hidden s)      = 1 + countNodes s

showBox :: Maybe Box -> String
showBox Nothing = "(empty)"
showBox (Just (Box (Vec a b) (Vec c d))) = printf "(%.2f, %.2f) - (%.2f, %.2f)" a b c d

main :: IO ()
main = do
  args <- getArgs
  let depth = case args of
        [s] -> read s
        _   -> 4
      scene = mkScene depth 2021
      view  = Box (Vec 0 (-30)) (Vec 60 40)
      tidy  = maybe (Group []) id (normalise scene)
      seen  = maybe (Group []) id (cull view tidy)
  putStrLn ("nodes: " ++ show (map countNodes [scene, tidy, seen]))
  putStrLn ("bounds: " ++ showBox (bounds mempty tidy))
  putStrLn ("visible bounds: " ++ showBox (bounds mempty seen))
  let report title s = do
        putStrLn title
        mapM_ (\(k, (c, a)) -> printf "  %-10s %7d %14.2f\n" k c a) (Map.toList (totals (bake s)))
  report "all shapes:" tidy
  report "visible shapes:" seen
