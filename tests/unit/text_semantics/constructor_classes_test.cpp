// Classes of type constructors: the Prelude's and the module's own, derived instances, monads that
// are newtypes of functions, and what cannot be.
#include "semantics.hpp"

namespace deforest::text {
namespace {

const char* const trees =
    "data Tree a = Leaf | Node (Tree a) a (Tree a) deriving (Show, Functor, Foldable, "
    "Traversable)\n"
    "data Rose a = Rose a [Rose a] deriving (Show, Functor, Foldable, Traversable)\n"
    "data Pair b a = Pair b (a, Maybe a) deriving (Show, Functor, Foldable, Traversable)\n"
    "t :: Tree Int\nt = Node (Node Leaf 1 Leaf) 2 (Node Leaf 3 Leaf)\n"
    "r :: Rose Int\nr = Rose 1 [Rose 2 [Rose 4 []], Rose 3 []]\n"
    "safe :: Int -> Maybe Int\nsafe x = if x > 2 then Nothing else Just (x * 2)\n";

TEST(ConstructorClasses, InstancesAreDerived) {
  expectValues(trees, {
                          {"fmap (+ 1) t", "Node (Node Leaf 2 Leaf) 3 (Node Leaf 4 Leaf)"},
                          {"(sum t, product t, length t, maximum t, elem 3 t, null t)",
                           "(6,6,3,3,True,False)"},
                          {"foldr (:) [] r", "[1,2,4,3]"},
                          {"(sum r, fmap (* 2) r)", "(10,Rose 2 [Rose 4 [Rose 8 []],Rose 6 []])"},
                          {"foldMap (\\x -> [x, x]) t", "[1,1,2,2,3,3]"},
                          {"traverse safe t", "Nothing"},
                          {"traverse (\\x -> safe (x - 1)) t",
                           "Just (Node (Node Leaf 0 Leaf) 2 (Node Leaf 4 Leaf))"},
                          {"fmap not (Pair 'x' (True, Just False))", "Pair 'x' (False,Just True)"},
                          {"(sum (Pair 'x' (3, Just 4)), traverse safe (Pair 'x' (1, Nothing)))",
                           "(7,Just (Pair 'x' (2,Nothing)))"},
                      });
}

TEST(ConstructorClasses, TypesOfThePreludeHaveThem) {
  expectValues("import Data.Foldable (toList, for_)\nimport Data.Functor ((<&>), ($>))\n",
               {
                   {"(sum (Just 3), length (Just 'x'), toList (Nothing :: Maybe Int))", "(3,1,[])"},
                   {"fmap (+ 1) (Right 3 :: Either Bool Int)", "Right 4"},
                   {"(fmap not ('x', True), sum ('x', 4))", "(('x',False),4)"},
                   {"(Just 3 <&> (+ 1), Just 'a' $> 2, 5 <$ [1, 2])", "(Just 4,Just 2,[5,5])"},
                   {"traverse (\\x -> if x > 0 then Right x else Left x) [1, 2, -3]", "Left (-3)"},
                   {"mapM (\\x -> [x, x + 10]) [1, 2]", "[[1,2],[1,12],[11,2],[11,12]]"},
                   {"sequence [Just 1, Nothing]", "Nothing"},
                   {"do { x <- [1, 2, 3]; y <- [x .. 3]; if x + y == 4 then [(x, y)] else [] }",
                    "[(1,3),(2,2)]"},
                   {"do { Just x <- [Just 1, Nothing, Just 3]; return (x * 2) }", "[2,6]"},
                   {"(+) <$> [1, 2] <*> [10, 20]", "[11,21,12,22]"},
                   {"((+) <$> (* 2) <*> (+ 10)) 3", "19"},
                   {"for_ [1, 2] Just", "Just ()"},
               });
  expectValues(
      "import Control.Monad\nimport qualified Data.Map as M\n",
      {
          {"foldM (\\s x -> if x > 3 then Nothing else Just (s + x)) 0 [1, 2, 3]", "Just 6"},
          {"replicateM 2 \"ab\"", "[\"aa\",\"ab\",\"ba\",\"bb\"]"},
          {"filterM (\\_ -> [True, False]) [1, 2]", "[[1,2],[1],[2],[]]"},
          {"zipWithM (\\x y -> if y == 0 then Nothing else Just (div x y)) [6, 9] [2, 3]",
           "Just [3,3]"},
          {"(join [[1], [2]], void (Just 'x'), (guard True :: Maybe ()))",
           "([1,2],Just (),Just ())"},
          {"(sum (M.fromList [(1, 2), (3, 4)]), fmap (+ 1) (M.fromList [(1, 2)]))",
           "(6,fromList [(1,3)])"},
      });
}

TEST(ConstructorClasses, Monoids) {
  expectValues(
      "import Data.Monoid\nimport Data.Semigroup (Max (..), Min (..))\nimport Data.Ord (Down "
      "(..))\n"
      "import Data.List (sortOn)\n",
      {
          {"(getSum (foldMap Sum [1, 2, 3]), getProduct (foldMap Product [2, 3]))", "(6,6)"},
          {"(getAny (foldMap (Any . even) [1, 3]), getAll (foldMap (All . odd) [1, 3]))",
           "(False,True)"},
          {"(Sum 3 <> Sum 4, First (Just 1) <> First Nothing)",
           "(Sum {getSum = 7},First {getFirst = Just 1})"},
          {"(getMax (Max 3 <> Max 5), getMin (Min 3 <> Min 5), show (Down 3))", "(5,3,\"Down 3\")"},
          {"(sortOn Down [1, 3, 2], compare (Down 1) (Down 2))", "([3,2,1],GT)"},
          {"appEndo (foldMap (\\x -> Endo (\\y -> 10 * y + x)) [1, 2, 3]) 0", "321"},
      });
}

const char* const state =
    "import Control.Monad (when)\n"
    "newtype State s a = State { runState :: s -> (a, s) }\n"
    "instance Functor (State s) where\n"
    "  fmap f (State g) = State $ \\s -> let (a, s') = g s in (f a, s')\n"
    "instance Applicative (State s) where\n"
    "  pure x = State $ \\s -> (x, s)\n"
    "  State f <*> State g = State $ \\s ->\n"
    "    let { (h, s1) = f s; (x, s2) = g s1 } in (h x, s2)\n"
    "instance Monad (State s) where\n"
    "  m >>= k = State $ \\s -> let (a, s') = runState m s in runState (k a) s'\n"
    "tick :: State Int Int\n"
    "tick = State (\\s -> (s, s + 1))\n"
    "data Tree a = Leaf a | Node (Tree a) (Tree a) deriving Show\n"
    "label :: Tree a -> State Int (Tree (Int, a))\n"
    "label (Leaf x) = do { n <- tick; pure (Leaf (n, x)) }\n"
    "label (Node l r) = Node <$> label l <*> label r\n"
    "count :: Int -> State Int ()\n"
    "count n\n"
    "  | n == 0 = return ()\n"
    "  | otherwise = do\n"
    "      k <- tick\n"
    "      when (even k) (() <$ tick)\n"
    "      if k > 3 then return () else () <$ tick\n"
    "      count (n - 1)\n";

// Collections are not folded into functions, as other data are.
TEST(ConstructorClasses, DerivedFoldsOfWhatHoldsCollections) {
  expectValues(
      "import qualified Data.Map as Map\nimport qualified Data.Sequence as Seq\n"
      "data Queue a = Queue (Seq.Seq a) [a] deriving (Show, Functor, Foldable, Traversable)\n"
      "newtype Named a = Named (Map.Map Char (Queue a)) deriving (Show, Functor, Foldable)\n"
      "q :: Queue Int\nq = Queue (Seq.fromList [1, 2]) [4, 3]\n",
      {
          {"(sum q, length q, foldr (:) [] q, maximum q, elem 4 q)", "(10,4,[1,2,4,3],4,True)"},
          {"(product (Named (Map.singleton 'q' q)), foldl (-) 0 q)", "(24,-10)"},
          {"fmap (+ 1) q", "Queue (fromList [2,3]) [5,4]"},
          {"traverse (\\x -> if x > 0 then Just (x - 1) else Nothing) q",
           "Just (Queue (fromList [0,1]) [3,2])"},
      });
}

TEST(ConstructorClasses, IdentityAndConst) {
  expectValues("import Control.Applicative (Const (..))\nimport Data.Functor.Identity\n",
               {
                   {"show (Just (Identity (-2)), fmap (+ 1) (Identity 4))",
                    "\"(Just (Identity (-2)),Identity 5)\""},
                   {"runIdentity (Identity 3 >>= \\n -> pure (n, n))", "(3,3)"},
                   {"(runIdentity (mapM pure \"ab\"), sum (Identity 5))", "(\"ab\",5)"},
                   {"runIdentity (Identity \"a\" <> Identity \"b\")", "\"ab\""},
                   {"map runIdentity (traverse (\\n -> [n, n + 1]) (Identity 1))", "[1,2]"},
                   {"show (Just (Const 3 :: Const Int Bool))", "\"Just (Const 3)\""},
                   {"getConst (traverse (\\x -> Const [x, x]) (Just 'c'))", "\"cc\""},
                   {"(getConst (fmap not (Const 2)), length (Const 'x'))", "(2,0)"},
                   {"Const 1 < (Const 2 :: Const Int Int)", "True"},
               });
}

TEST(ConstructorClasses, NewtypesOfFunctions) {
  expectValues(state,
               {
                   {"fst (runState (label (Node (Leaf 'a') (Node (Leaf 'b') (Leaf 'c')))) 0)",
                    "Node (Leaf (0,'a')) (Node (Leaf (1,'b')) (Leaf (2,'c')))"},
                   {"runState (count 3) 0", "((),6)"},
                   {"runState (mapM (\\x -> do { n <- tick; return (n * x) }) [1, 2, 3]) 10",
                    "([10,22,36],13)"},
                   {"runState (mapM_ (\\x -> tick) [1 .. 10]) 0", "((),10)"},
               });
}

TEST(ConstructorClasses, TupleSections) {
  expectValues("f x = (, x, )\n", {
                                      {"map (, True) [1, 2]", "[(1,True),(2,True)]"},
                                      {"map (3, ) \"ab\"", "[(3,'a'),(3,'b')]"},
                                      {"f 'x' 1 2", "(1,'x',2)"},
                                  });
}

TEST(ConstructorClasses, OnesOwnClasses) {
  expectValues(
      "class Container f where\n"
      "  empty :: f a\n  insert :: a -> f a -> f a\n  items :: f a -> [a]\n"
      "newtype Stack a = Stack [a]\nnewtype Queue a = Queue ([a], [a])\n"
      "instance Container Stack where\n"
      "  empty = Stack []\n  insert x (Stack xs) = Stack (x : xs)\n  items (Stack xs) = xs\n"
      "instance Container Queue where\n"
      "  empty = Queue ([], [])\n  insert x (Queue (f, b)) = Queue (f, x : b)\n"
      "  items (Queue (f, b)) = f ++ reverse b\n"
      "fill :: Container f => [a] -> f a\n"
      "fill = foldr insert empty\n",
      {
          {"items (fill [1, 2, 3] :: Stack Int)", "[1,2,3]"},
          {"items (fill [1, 2, 3] :: Queue Int)", "[3,2,1]"},
      });
}

TEST(ConstructorClasses, WhatIsWrongIsSaid) {
  EXPECT_EQ(complaints("data T = A deriving Functor\nf :: T -> T\nf x = x\n"),
            (std::vector<std::string>{"1:1: cannot derive `Functor` for `T`: it has no type "
                                      "parameter (leave the class out)"}));
  EXPECT_EQ(complaints("data T a = A (a -> Int) deriving Functor\nf :: Int -> Int\nf x = x\n"),
            (std::vector<std::string>{
                "1:1: cannot derive `Functor` for `T`: of a field of type `a -> Int` it is not "
                "clear what would change (write the instance)"}));
  EXPECT_EQ(complaints("instance Functor Int where\n  fmap f x = x\n").at(0),
            "1:18: type `Int` has no parameter (a type constructor is meant here, as in `Functor "
            "Maybe`)");
  EXPECT_EQ(complaints("data B a = B a\ninstance Functor (B a) where\n  fmap f x = x\n").at(0),
            "2:18: here a type constructor is meant, not a type (leave the last parameter of `B` "
            "out)");
  EXPECT_EQ(complaints("data B a = B a\nf :: B Int -> Int\nf b = sum b\n"),
            (std::vector<std::string>{"3:11: type `B` is not in class `Foldable` (write `instance "
                                      "Foldable B where ...`)"}));
}

}  // namespace
}  // namespace deforest::text
