{-# LANGUAGE RecordWildCards, NamedFieldPuns, DeriveFunctor #-}
-- No header: names that mean several things, in all places where names stand.
import qualified Data.Option as Option
import Data.Option (Option (..), (??))
import qualified Data.Rose as R
import Data.Tree hiding (insert, Key, Node)
import qualified Data.Tree as Data.Tree (Tree (Node))
import Prelude hiding (Maybe (..), maybe)

data Pair a = Node { left :: a, right :: a } deriving (Show, Functor)

type Key = String

class R.Sized a => Weighed a where
  weigh :: a -> Int
  weigh x = 10 * R.size x

instance R.Sized (Pair a) where
  size Node {} = 2

instance Weighed (Pair a)

instance Weighed (Tree a) where
  weigh t = depth t + R.size t

-- Local names of what is imported.
local :: Int -> Int
local depth = Option.maybe depth (+ size) (if depth > 2 then Some depth else None)
  where size = depth * 100

qualified :: Tree Int -> Int
qualified t = let size = 1; f Data.Tree.Node {..} = label; f _ = 0 in R.size t + size + f t

insert :: Key -> [Key] -> [Key]
insert k ks = [k' ++ k | k' <- ks, R.size k' > 0]

puns :: Pair Int -> Int
puns Node { left, right = r } = left - r

wild :: Pair Int -> Pair Int
wild Node {..} = let left' = left + 1 in Node { left = left', right }

main :: IO ()
main = do
  let tree = fromList [3, 1, 2 :: Int]
      rose = R.Node 'a' [R.Node 'b' [], R.Node 'c' []]
  print (fmap (+ 1) (Node 1 2))
  print (toList tree, depth tree, Data.Tree.Node { label = 1, lower = Leaf, upper = Leaf })
  print (R.size rose, R.size "abc", fmap succ rose)
  print (weigh (Node 'x' 'y'), weigh tree)
  print (local 2, local 3, qualified tree)
  print (insert "k" ["a", "", "b"])
  print (puns (Node 9 4), wild (Node 1 5), (Node 1 2) { right = 7 })
  print (None ?? 2 + 3, (Some (Some 1) ?? None) ?? 4, map (?? 5) [None, Some 4], (None ??) 8)
  print (Option.Some 'x', None :: Option Int, [x | Some x <- [Some 1, None, Some 2]])
  print (left (Node 1 2) R.<+> 3 * 2)
  mapM_ (\R.Node { R.root = r } -> print r) (R.children rose)
