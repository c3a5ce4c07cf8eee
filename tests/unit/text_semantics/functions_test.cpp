// Functions as values: what programs that use them mean, how often what they capture is evaluated,
// what is refused.
#include <gmock/gmock.h>

#include "ir/traverse.hpp"
#include "semantics.hpp"

namespace deforest::text {
namespace {

using testing::ElementsAre;

void expectValues(const std::string& source,
                  const std::vector<std::pair<std::string, std::string>>& table) {
  for (const auto& [expression, value] : table) {
    EXPECT_EQ(evaluated(source, expression), value) << expression;
  }
}

/// How many calls of functions of that name the program has as text.
std::size_t callsOf(const ir::Program& program, std::string_view name) {
  std::size_t count = 0;
  for (const ir::Function& function : program.functions) {
    ir::forEachBinding(function.body, [&](const ir::Binding& binding) {
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call != nullptr && program.function(call->callee).name == name) ++count;
    });
  }
  return count;
}

// The values are GHC's.
TEST(Functions, OfTheLibraries) {
  expectValues(
      "import Data.Char\nimport Data.Either\nimport Data.Function\nimport Data.List\n"
      "import Data.Maybe\nimport Data.Ord\n",
      {
          {"(map (+ 1) [1, 2], filter even [1 .. 5], concatMap (replicate 2) \"ab\")",
           "([2,3],[2,4],\"aabb\")"},
          {"(foldr (-) 10 [1, 2, 3], foldl (-) 10 [1, 2, 3], foldr1 (-) [1, 2, 3], foldl1 (-) [1, "
           "2, 3])",
           "(-8,4,2,-4)"},
          {"(foldl' (flip (:)) [] \"abc\", all even [2, 4], any odd [2, 4], all even [1 :: Int, "
           "2])",
           "(\"cba\",True,False,False)"},
          {"(takeWhile (< 3) [1 .. 5], dropWhile (< 3) [1 .. 5], dropWhileEnd isSpace \" a b  \")",
           "([1,2],[3,4,5],\" a b\")"},
          {"(span even [2, 4, 5, 6], break (> 3) [1 .. 5], partition odd [1 .. 6])",
           "(([2,4],[5,6]),([1,2,3],[4,5]),([1,3,5],[2,4,6]))"},
          {"(until (> 100) (* 2) 1, zipWith (,) [1, 2, 3] \"ab\", zipWith3 (\\a b c -> a + b * c) "
           "[1, 2] [3, 4] [5, 6])",
           "(128,[(1,'a'),(2,'b')],[16,26])"},
          {"(scanl (+) 0 [1, 2, 3], scanl1 (+) [1, 2, 3], scanr (+) 0 [1, 2, 3], scanr1 max [1, 3, "
           "2])",
           "([0,1,3,6],[1,3,6],[6,5,3,0],[3,3,2])"},
          {"(mapAccumL (\\s x -> (s + x, s * x)) 0 [1, 2, 3], mapAccumR (\\s x -> (s + x, s * x)) "
           "0 [1, 2, 3])",
           "((6,[0,2,9]),(6,[5,6,0]))"},
          {"(unfoldr (\\n -> if n > 3 then Nothing else Just (n, n + 1)) 1, unzip3 [(1, 'a', "
           "True), (2, 'b', False)])",
           "([1,2,3],([1,2],\"ab\",[True,False]))"},
          {"(sortBy (comparing snd) [(1, 'b'), (2, 'a'), (3, 'b')], sortOn negate [3, 1, 2], "
           "sortBy (flip compare) [1, 3, 2])",
           "([(2,'a'),(1,'b'),(3,'b')],[3,2,1],[3,2,1])"},
          {"(insertBy (comparing fst) (2, 'x') [(1, 'a'), (2, 'b'), (3, 'c')], deleteBy (\\a b -> "
           "a == b + 1) 3 [1, 2, 3])",
           "([(1,'a'),(2,'x'),(2,'b'),(3,'c')],[1,3])"},
          {"(nubBy (\\a b -> a `mod` 3 == b `mod` 3) [1 .. 6], group [1, 1, 2, 1], groupBy (\\a b "
           "-> a < b) [1, 3, 2, 2, 4])",
           "([1,2,3],[[1,1],[2],[1]],[[1,3,2,2,4]])"},
          {"(find (> 2) [1, 2, 3], find (> 9) [1, 2], findIndex (> 2) [1, 2, 3], findIndices even "
           "[1, 2, 4], elemIndex 3 [1, 3], elemIndices 1 [1, 2, 1])",
           "(Just 3,Nothing,Just 2,[1,2],Just 1,[0,2])"},
          {"(maximumBy (comparing snd) [(1, 'a'), (2, 'b'), (3, 'b')], minimumBy (comparing snd) "
           "[(1, 'b'), (2, 'a'), (3, 'a')])",
           "((3,'b'),(2,'a'))"},
          {"(unionBy (\\a b -> a == b) [1, 1, 2] [2, 3, 3], union \"ab\" \"bc\", intersect [1, 2, "
           "2, 3] [2, 3], [1, 2, 3, 2] \\\\ [2, 4])",
           "([1,1,2,3],\"abc\",[2,2,3],[1,3,2])"},
          {"(intersectBy (\\a b -> a == b * 2) [2, 4, 5] [1, 2])", "[2,4]"},
          {"(transpose [\"abc\", \"d\", \"ef\"], subsequences [1, 2, 3])",
           "([\"ade\",\"bf\",\"c\"],[[],[1],[2],[1,2],[3],[1,3],[2,3],[1,2,3]])"},
          {"permutations [1, 2, 3]", "[[1,2,3],[2,1,3],[3,2,1],[2,3,1],[3,1,2],[1,3,2]]"},
          {"(map length (permutations \"abcd\"), permutations \"\")",
           "([4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4],[\"\"])"},
          {"(stripPrefix \"ab\" \"abc\", stripPrefix \"b\" \"abc\", isSubsequenceOf \"ac\" "
           "\"abc\", uncons [1, 2])",
           "(Just \"c\",Nothing,True,Just (1,[2]))"},
          {"(maybe 0 (+ 1) (Just 2), maybe 0 (+ 1) Nothing, mapMaybe (\\x -> if x > 1 then Just (x "
           "* x) else Nothing) [1, 2, 3])",
           "(3,0,[4,9])"},
          {"(listToMaybe [1, 2], maybeToList (Just 'a'), either length negate (Left \"abc\"), "
           "either length negate (Right 4))",
           "(Just 1,\"a\",3,-4)"},
          {"(lefts [Left 1, Right 'a', Left 2], rights [Left 1, Right 'a'], partitionEithers [Left "
           "1, Right 'a', Left 2])",
           "([1,2],\"a\",([1,2],\"a\"))"},
          {"(isLeft (Left 1 :: Either Int Int), isRight (Left 1 :: Either Int Int), fromLeft 0 "
           "(Left 3 :: Either Int Char), fromRight 'x' (Left 3 :: Either Int Char))",
           "(True,False,3,'x')"},
          {"(((==) `on` fst) (1, 2) (1, 3), [1, 2] & map (* 2), comparing negate 1 2, curry fst 1 "
           "2, uncurry (+) (3, 4))",
           "(True,[2,4],GT,1,7)"},
          {"(words \" ab c  d \", words \"\", foldl1' max [1, 3, 2])",
           "([\"ab\",\"c\",\"d\"],[],3)"},
      });
}

TEST(Functions, LambdasSectionsAndPartialApplication) {
  expectValues(
      "add :: Int -> Int -> Int -> Int\nadd x y z = x + 10 * y + 100 * z\n"
      "data Pair = Pair Int Int deriving Show\n"
      "data Record = Record { left :: Int, right :: Int } deriving Show\n"
      "infixl 6 |-|\n(|-|) :: Int -> Int -> Int\na |-| b = a - b\n"
      "local :: Int -> [Int] -> [Int]\nlocal k xs = map go xs where { go x = step x * k; step x = "
      "x + k }\n",
      {
          {"map (\\x -> x * 2) [1, 2]", "[2,4]"},
          {"map (\\(a, _) -> a) [(1, 'a'), (2, 'b')]", "[1,2]"},
          {"map (add 1 2) [3, 4]", "[321,421]"},
          {"zipWith (add 1) [2, 3] [4, 5]", "[421,531]"},
          {"zipWith3 add [1] [2] [3]", "[321]"},
          {"map (subtract 1) [1] ++ map (2 -) [5] ++ map (`div` 2) [9] ++ map (10 `mod`) [4]",
           "[0,-3,4,2]"},
          {"map (1 |-|) [5] ++ map (|-| 1) [5]", "[-4,4]"},
          {"map Just [1, 2]", "[Just 1,Just 2]"},
          {"zipWith Pair [1] [2]", "[Pair 1 2]"},
          {"map (Pair 3) [4]", "[Pair 3 4]"},
          {"map left [Record 1 2, Record { right = 1, left = 7 }]", "[1,7]"},
          {"map (\\case { 0 -> 'z'; _ -> 'o' }) [0, 1 :: Int]", "\"zo\""},
          {"(map . map) (+ 1) [[1], [2, 3]]", "[[2],[3,4]]"},
          {"map (($ 3) . add 1) [2]", "[321]"},
          {"(\\x y -> x - y) 5 3", "2"},
          {"(\\x -> \\y -> x - y) 5 3", "2"},
          {"flip (-) 1 4", "3"},
          {"foldr (.) id [(+ 1), (* 2), subtract 3] 10", "15"},
          {"map (uncurry (flip const)) [(1, 'a')]", "\"a\""},
          {"local 3 [1, 2]", "[12,15]"},
          {"sum . map (* 2) . filter odd $ [1 .. 5]", "18"},
          {"let { f = (+ 1); g = f . f } in map g [1]", "[3]"},
          {"let (f, n) = ((* 2), 3) in f n", "6"},
      });
}

TEST(Functions, ChosenByABranch) {
  expectValues(
      "import Data.List\nimport Data.Ord\n"
      "data Op = Add | Sub | Neg deriving Eq\n"
      "apply :: Op -> Int -> Int -> Int\n"
      "apply op a b = f a b where f = case op of { Add -> (+); Sub -> (-); _ -> const }\n"
      "sorted :: Bool -> [Int] -> [Int]\n"
      "sorted up = sortBy (if up then compare else flip compare)\n"
      "pick :: Bool -> [(Int, Char)] -> (Int, Char)\n"
      "pick big = choose\n"
      "  where choose | big = maximumBy (comparing fst)\n"
      "               | otherwise = minimumBy (comparing fst)\n"
      "opOf :: Char -> Int -> Int -> Int\n"
      "opOf c = if c == '+' then (+) else if c == '-' then (-) else \\_ _ -> 0\n"
      "shadowed :: Maybe Int -> Int\n"
      "shadowed m = (case m of { Just div -> div; Nothing -> 0 }) + 1\n",
      {
          {"[apply o 7 3 | o <- [Add, Sub, Neg]]", "[10,4,7]"},
          {"(sorted True [3, 1, 2], sorted False [3, 1, 2])", "([1,2,3],[3,2,1])"},
          {"map (`pick` [(1, 'a'), (2, 'b')]) [True, False]", "[(2,'b'),(1,'a')]"},
          {"(foldr (opOf '-') 1 [10, 5], zipWith (opOf '+') [1] [2], opOf '*' 3 4)", "(6,[3],0)"},
          {"let n = 5 :: Int in map (if n > 3 then (* 2) else \\x -> x + n) [1, 2]", "[2,4]"},
          {"map shadowed [Just 2, Nothing]", "[3,1]"},
      });
}

TEST(Functions, ComposedWithListsWithoutAnEnd) {
  expectValues(
      "levels :: Int -> [Int]\n"
      "levels = map (* 2) . takeWhile (< 100) . iterate (* 3) . (+ 1)\n"
      "steps :: Int -> Int\n"
      "steps = length . takeWhile (/= 1) . iterate step\n"
      "  where step n = if even n then n `div` 2 else 3 * n + 1\n",
      {
          {"levels 1", "[4,12,36,108]"},
          {"map steps [1 .. 5]", "[0,1,7,2,5]"},
          {"map (sum . take 3 . iterate (+ 1)) [1, 2]", "[6,9]"},
          {"(head . dropWhile (< 50) . iterate (* 2)) 3", "96"},
          {"(zip \"ab\" . iterate succ) 'x'", "[('a','x'),('b','y')]"},
      });
}

// `unfoldr` makes a list that ends, or one that does not: that its steps never say so is seen of
// what they are written as.
TEST(Functions, UnfoldListsWithoutAnEnd) {
  expectValues(
      "import Data.List (unfoldr)\n"
      "randoms, powers, digits :: Int -> [Int]\n"
      "randoms = unfoldr step\n"
      "  where step s = let t = (s * 75 + 74) `mod` 65537 in Just (t `div` 8, t)\n"
      "powers b = unfoldr (Just . next) 1\n  where next p = (p, p * b)\n"
      "digits = unfoldr (\\n -> if n == 0 then Nothing else Just (n `mod` 10, n `div` 10))\n"
      "pairs :: Int -> [(Int, Int)]\n"
      "pairs n = take n (zip (map (`mod` 10) rs) (drop 1 rs))\n  where rs = randoms 42\n"
      "toggle :: Bool -> [Int]\n"
      "toggle = unfoldr flips\nflips :: Bool -> Maybe (Int, Bool)\n"
      "flips True = Just (1, False)\nflips False = Just (0, True)\n",
      {
          {"take 3 (randoms 42)", "[403,5657,6551]"},
          {"takeWhile (< 100) (powers 3)", "[1,3,9,27,81]"},
          {"digits 1234", "[4,3,2,1]"},
          {"take 2 (digits 1234)", "[4,3]"},
          {"pairs 2", "[(3,5657),(7,6551)]"},
          {"zip (toggle True) \"ab\"", "[(1,'a'),(0,'b')]"},
      });
}

TEST(Functions, ListComprehensionsWithoutAnEnd) {
  expectValues(
      "squares :: [Int]\nsquares = take 3 [x * x | x <- [1 ..], odd x]\n",
      {
          {"squares", "[1,9,25]"},
          {"zip [x * 2 | x <- [0 ..]] \"abc\"", "[(0,'a'),(2,'b'),(4,'c')]"},
          {"takeWhile (< 20) [x + y | x <- [1, 3 ..], y <- [x, 10 * x], let s = x + y, s < 30]",
           "[2,11,6,10,14,18]"},
          {"head [n | n <- [2 ..], all (\\d -> n `mod` d == 0) [2 .. 6]]", "60"},
      });
}

// Each way through them makes an element and goes on with the function itself, or goes on alone.
TEST(Functions, MakeListsWithoutAnEndByThemselves) {
  expectValues(
      "randoms :: Int -> [Int]\n"
      "randoms seed = next : randoms next\n  where next = (seed * 75 + 74) `mod` 65537\n"
      "evensFrom lo n\n"
      "  | odd lo = evensFrom (lo + 1) n\n"
      "  | n > 5 = lo : evensFrom (lo + 2) 0\n"
      "  | otherwise = lo * n : (evensFrom (lo + 2) $ n + 1)\n"
      "alternately :: a -> a -> [a]\n"
      "alternately x y = x : alternately y x\n"
      "powers :: Num a => a -> a -> [a]\n"
      "powers b p = p : powers b (p * b)\n"
      "data G = G Int Bool\n"
      "bits :: G -> [Bool]\n"
      "bits (G n True) = even n : bits (G (n * 7 + 3) (n `mod` 3 == 0))\n"
      "bits (G n False) = case n `mod` 5 of\n"
      "  0 -> True : bits (G (n + 1) True)\n"
      "  1 -> if n < 0 then error \"negative\" else bits (G (n + 2) True)\n"
      "  _ -> let m = n + 3 in (m > 20) : bits (G m (odd m))\n"
      "table :: Int -> Int -> [(Int, Int)]\n"
      "table k n = take n (go 1 0)\n  where go a b = (a + k, b) : go (a * 3 `mod` 101) (b + a)\n"
      "rows :: Int -> [[Int]]\n"
      "rows s = take 2 (randoms s) : rows (s + 1)\n"
      "shadowing :: Int -> [Int]\n"
      "shadowing n = case [n] of { shadows -> n : shadows }\n"
      "shadows :: Int -> [Int]\n"
      "shadows n = let shadows _ = [] in n : shadows (n + 1)\n",
      {
          {"take 3 (randoms 42)", "[3224,45263,52412]"},
          {"takeWhile (< 40) (evensFrom 1 1)", "[2,8,18,32]"},
          {"take 3 (drop 4 (evensFrom 1 1))", "[50,12,0]"},
          {"take 5 (alternately 'a' 'b')", R"("ababa")"},
          {"takeWhile (< 100) (powers 3 1)", "[1,3,9,27,81]"},
          {"powers 1.5 1 !! 3", "3.375"},
          {"take 6 (bits (G 3 False))", "[False,True,True,True,False,True]"},
          {"table 5 4", "[(6,0),(8,1),(14,4),(32,13)]"},
          {"zip (map (* 2) (filter even (randoms 1))) \"ab\"", "[(76088,'a'),(50944,'b')]"},
          {"take 1 (drop 1 (rows 1))", "[[224,16874]]"},
          {"(shadowing 3, take 2 (shadows 3))", "([3,3],[3])"},
      });
}

// A version of the function takes what makes the list.
TEST(Functions, AreGivenListsWithoutAnEnd) {
  expectValues(
      "randoms :: Int -> [Int]\n"
      "randoms x = let next = (x * 75 + 74) `mod` 65537 in next : randoms next\n"
      "firsts :: Int -> [a] -> [a]\n"
      "firsts 0 _ = []\n"
      "firsts n (x : rest) = x : firsts (n - 1) rest\n"
      "firsts _ [] = []\n"
      "pairs (x : (y, _) : rest) = (fst x, y) : pairs rest\n"
      "pairs _ = []\n"
      "alone :: [Int] -> Int -> Int\n"
      "alone = go\n  where\n"
      "    go (_ : xs) n | n > 0 = go xs (n - 1)\n"
      "    go (x : _) _ = x\n"
      "    go [] _ = 0\n"
      "blocks k n s\n"
      "  | n == 0 = []\n"
      "  | otherwise = sum now : blocks k (n - 1) later\n"
      "  where (now, later) = splitAt k s\n"
      "shadowed :: [Int] -> Int\n"
      "shadowed s = case s of\n"
      "  [] -> 0\n"
      "  x : s | x > 50000 -> x\n"
      "        | otherwise -> shadowed s\n"
      "twice :: [Int] -> Int\n"
      "twice s = inner s + inner [1, 2]\n"
      "  where inner (x : y : _) = x * y\n"
      "        inner _ = 0\n",
      {
          {"firsts 3 (randoms 42)", "[3224,45263,52412]"},
          {"(firsts 2 \"abc\", firsts 2 (cycle \"xyz\"))", R"(("ab","xy"))"},
          {"take 2 (pairs (zip [1 ..] (iterate (* 2) 1)))", "[(1,2),(3,4)]"},
          {"(alone (randoms 42) 2, alone [5, 6] 1)", "(52412,6)"},
          {"blocks 2 3 [1 ..]", "[3,7,11]"},
          {"(shadowed (randoms 42), shadowed [1])", "(52412,0)"},
          {"twice (randoms 42)", "145927914"},
          {"let { a : b : rest = randoms 42; (c : _) = rest } in [a, b, c]", "[3224,45263,52412]"},
          {"let (few, more) = span (< 50000) (randoms 42) in (few, head more)",
           "([3224,45263],52412)"},
      });
}

TEST(Functions, OfThreeListsOfWhichSomeHaveNoEnd) {
  expectValues(
      "f :: Int -> Int -> Int -> Int\nf a b c = 100 * a + 10 * b + c\n"
      "xs, ys :: [Int]\nxs = [1, 2]\nys = [5, 6, 7]\n",
      {
          {"zipWith3 f (cycle [1, 2]) ys [0 ..]", "[150,261,172]"},
          {"zipWith3 f xs (repeat 9) ys", "[195,296]"},
          {"zipWith3 f xs ys (iterate (+ 2) 1)", "[151,263]"},
          {"zipWith3 f [1 ..] (repeat 3) ys", "[135,236,337]"},
          {"zipWith3 f ys [1 ..] [4 ..]", "[514,625,736]"},
          {"zipWith3 f [1 ..] xs ys", "[115,226]"},
          {"zip3 xs (cycle \"ab\") ys", "[(1,'a',5),(2,'b',6)]"},
          {"zip3 xs \"ab\" [True, False] == zip3 xs \"ab\" (cycle [True, False])", "True"},
          {"zip3 [1 ..] (repeat 'x') \"ab\"", "[(1,'x','a'),(2,'x','b')]"},
          {"zip3 [1 ..] \"ab\" [3 ..]", "[(1,'a',3),(2,'b',4)]"},
          {"zip3 \"ab\" [1 ..] [3 ..]", "[('a',1,3),('b',2,4)]"},
      });
}

TEST(Functions, AndConstantsBoundByPatternsOfTheModule) {
  expectValues(
      "names :: [String]\nrules :: [Int]\n"
      "(names, rules) = unzip [(\"one\", total), (\"two\", 2 * first)]\n"
      "  where total = length letters\n"
      "letters :: String\nletters = \"letters\"\n"
      "first : second : _ = [3 ..  9] :: [Int]\n"
      "Just only = lookup 2 [(1, 'a'), (2, 'b')]\n"
      "double, triple :: Int -> Int\n(double, triple) = ((* 2), (* 3))\n",
      {{"names", "[\"one\",\"two\"]"},
       {"rules", "[7,6]"},
       {"(second, only)", "(4,'b')"},
       {"double (triple 2)", "12"}});
}

TEST(Functions, LocalOnesWithoutParametersHaveSeveralTypes) {
  expectValues(
      "import Data.Char (isDigit)\n"
      "data Problem = Problem Int String deriving Show\n"
      "parse :: Int -> String -> Either Problem Bool\n"
      "parse n s = case words s of\n"
      "    [a, b] -> number a >>= \\k -> flag k b\n"
      "    ws -> failWith (\"words: \" ++ show (length ws))\n"
      "  where failWith = Left . Problem n\n"
      "        number a = if all isDigit a then Right (length a) else failWith a\n"
      "        flag k b = maybe (failWith b) (Right . (== k)) (lookup b [(\"one\", 1), (\"two\", "
      "2)])\n",
      {{"map (parse 7) [\"12 two\", \"1 two\", \"x one\", \"3 ten\", \"4\"]",
        "[Right True,Right False,Left (Problem 7 \"x\"),Left (Problem 7 \"ten\"),Left (Problem 7 "
        "\"words: 1\")]"}});
}

TEST(Functions, BehindTypesOfTheProgram) {
  expectValues(
      "type Predicate a = a -> Bool\n"
      "newtype State a = State (Int -> (a, Int))\n"
      "data Shape = Shape { area :: Int -> Int, label :: Char }\n"
      "run :: State a -> Int -> (a, Int)\nrun (State f) s = f s\n"
      "tick :: State Int\ntick = State (\\s -> (s, s + 1))\n"
      "bind :: State a -> (a -> State b) -> State b\n"
      "bind m k = State (\\s -> case run m s of (x, s1) -> run (k x) s1)\n"
      "unit :: a -> State a\nunit x = State (\\s -> (x, s))\n"
      "type Counted = State\n"
      "twice :: Counted a -> Counted a\ntwice m = m `bind` const m\n"
      "square, wide :: Shape\nsquare = Shape (\\n -> n * n) 's'\n"
      "wide = square { area = \\n -> 2 * area square n }\n"
      "both :: Predicate a -> Predicate a -> Predicate a\nboth p q x = p x && q x\n",
      {
          {"filter (both even (> 2)) [1 .. 6]", "[4,6]"},
          {"fst (run (twice tick) 4)", "5"},
          {"run (tick `bind` (\\a -> tick `bind` (\\b -> unit (a * 10 + b)))) 4", "(45,6)"},
          {"(area wide 3, label wide)", "(18,'s')"},
          {"map (area square) [1, 2]", "[1,4]"},
      });
}

TEST(Functions, ThatResultInFunctions) {
  expectValues(
      "slow :: Int -> Int -> Int\nslow x = let t = x * x in \\y -> t + y\n"
      "pick :: Bool -> Int -> Int\npick b = if b then (+ 1) else subtract 1\n"
      "adders :: Int -> (Int -> Int, Int -> Int)\nadders n = ((+ n), subtract n)\n"
      "viaRight :: [Int] -> Int\nviaRight xs = foldr (\\x k a -> k (10 * a + x)) id xs 0\n"
      "pointFree :: [Int] -> Int\npointFree = sum . map (slow 2)\n",
      {
          {"(slow 3 4, map (slow 3) [1, 2])", "(13,[10,11])"},
          {"(pick True 5, pick False 5, map (pick True) [1])", "(6,4,[2])"},
          {"let (up, down) = adders 3 in (up 1, down 1)", "(4,-2)"},
          {"viaRight [1, 2, 3]", "123"},
          {"pointFree [1, 2]", "11"},
      });
}

// `big 3` stands outside of the recursion of `map`.
TEST(Functions, CapturedWorkIsDoneOnce) {
  const ir::Program program = accepted(
      "module M (f) where\n"
      "f :: [Int] -> [Int]\nf xs = map (slow 3) xs\n"
      "slow :: Int -> Int -> Int\nslow x = let t = big x in \\y -> t + y\n"
      "big :: Int -> Int\nbig n = if n == 0 then 1 else n * big (n - 1)\n");
  for (const ir::Function& function : program.functions) {
    if (!function.name.starts_with("map")) continue;
    ir::forEachBinding(function.body, [&](const ir::Binding& binding) {
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      EXPECT_FALSE(call != nullptr && program.function(call->callee).name == "big");
    });
  }
  EXPECT_EQ(callsOf(program, "big"), 2);  // its own, and the one of `slow`
}

// Equal functions make one instance; what is plain is shared with the first order.
TEST(Functions, InstancesAreShared) {
  const ir::Program program = accepted(
      "module M (f) where\n"
      "f :: [Int] -> [Int] -> ([Int], [Int])\n"
      "f xs ys = (map (add 1) xs, map (add 2) ys)\n"
      "add :: Int -> Int -> Int\nadd x y = x + y\n");
  EXPECT_THAT(functionNames(program), ElementsAre("f", "add", "map_add"));
}

TEST(Functions, WithoutParametersKeepTheirTypes) {
  const ir::Program program = accepted("module M (f) where\nf :: Int -> Int -> Int\nf = (-)\n");
  const ir::Function& f = program.function(program.roots[0]);
  EXPECT_EQ(f.name, "f");
  EXPECT_EQ(f.parameters.size(), 2);
}

TEST(Functions, AndClasses) {
  const std::string source =
      "import Data.List (sortBy)\nimport Data.Ord (comparing)\n"
      "class Shape a where\n"
      "  area :: a -> Int\n"
      "  scale :: (Int -> Int) -> a -> a\n"
      "  pretty :: Int -> a -> ShowS\n"
      "  prettyAll :: [a] -> ShowS\n"
      "  prettyAll xs = foldr (\\x k -> pretty 0 x . k) id xs\n"
      "data Square = Square Int deriving (Eq, Show)\n"
      "instance Shape Square where\n"
      "  area (Square n) = n * n\n"
      "  scale f (Square n) = Square (f n)\n"
      "  pretty d (Square n) = showParen (d > 9) $ showString \"S \" . shows n\n"
      "newtype Total = Total Int deriving (Eq, Show)\n"
      "instance Semigroup Total where\n  Total a <> Total b = Total (a + b)\n"
      "instance Monoid Total where\n  mempty = Total 0\n"
      "newtype Endo = Endo (Int -> Int)\n"
      "instance Semigroup Endo where\n  Endo f <> Endo g = Endo (f . g)\n"
      "run :: Endo -> Int -> Int\nrun (Endo f) = f\n"
      "squares :: [Square]\nsquares = map Square [3, 1, 2]\n"
      "by :: Shape a => (a -> Int) -> [a] -> [a]\nby f = sortBy (comparing (negate . f))\n";
  expectValues(
      source,
      {{"map area squares", "[9,1,4]"},
       {"map show squares", R"(["Square 3","Square 1","Square 2"])"},
       {"map (scale (+ 1)) squares", "[Square 4,Square 2,Square 3]"},
       {"sortBy (comparing area) squares", "[Square 1,Square 2,Square 3]"},
       {"sortBy (comparing (const 0) <> comparing area) squares", "[Square 1,Square 2,Square 3]"},
       {"by area squares", "[Square 3,Square 2,Square 1]"},
       {"foldr (<>) mempty (map Total [1, 2, 3])", "Total 6"},
       {"zipWith (==) squares (reverse squares)", "[False,True,False]"},
       {"map (uncurry max) [(1, 2), (4, 3)]", "[2,4]"},
       {"run (Endo (+ 1) <> Endo (* 2)) 5", "11"},
       {"prettyAll squares (pretty 10 (Square 4) \"\")", "\"S 3S 1S 2(S 4)\""},
       {"map (fmap (+ 1)) [Just 1, Nothing]", "[Just 2,Nothing]"},
       {"map (>>= \\x -> if x > 1 then Just x else Nothing) [Just 1, Just 2]", "[Nothing,Just 2]"},
       {"Just (* 2) <*> Just 4", "Just 8"}});
}

TEST(Functions, ThatEvaluationChooses) {
  const std::string source =
      "pick :: [Int] -> [Int]\npick xs = map (if sum xs > 3 then (+ 1) else (* length xs)) xs\n"
      "find1 :: Int -> [(Int, Int -> Int)] -> Maybe (Int -> Int)\n"
      "find1 _ [] = Nothing\n"
      "find1 n ((k, f) : rest) = if n == k then Just f else find1 n rest\n"
      "table :: Int -> [(Int, Int -> Int)]\n"
      "table n = if n == 0 then [(0, negate)] else (n, (+ n)) : table (n - 1)\n"
      "run :: Int -> Int -> Int\nrun n x = maybe 0 (\\f -> f x) (find1 n (table 3))\n"
      "fs :: Int -> [Int -> Int]\n"
      "fs n = if n == 0 then [] else (if even n then (+ n) else subtract n) : fs (n - 1)\n"
      "data Op = Op { name :: String, apply :: Int -> Int } | Stop { name :: String }\n"
      "op :: String -> Op\n"
      "op s | length s > 3 = Op s (+ length s)\n     | s == \"neg\" = Op { apply = negate, name = "
      "\"negate\" }\n     | otherwise = Stop s\n"
      "use :: Op -> Int -> Int\nuse (Op _ f) x = f x\nuse (Stop _) x = x\n"
      "both :: String -> Int -> (String, Int)\nboth s x = let o = op s in (name o, use o x)\n"
      "renamed :: String -> (String, Int)\n"
      "renamed s = let o = (op s) { name = \"new\" } in (name o, use o 1)\n"
      "fails :: Int -> Int\n"
      "fails n = (if n * n > 9 then error \"large\" else if odd (n * n) then (+ 1) else id) n\n";
  expectValues(source, {{"pick [1, 2]", "[2,4]"},
                        {"pick [1, 2, 3]", "[2,3,4]"},
                        {"map (\\n -> run n 10) [0, 1, 2, 3, 4]", "[-10,11,12,13,0]"},
                        {"map (\\f -> f 3) (fs 5)", "[-2,7,0,5,2]"},
                        {"foldr (.) id (fs 5) 1", "-2"},
                        {"map (\\s -> both s 5) [\"long\", \"neg\", \"no\"]",
                         "[(\"long\",9),(\"negate\",-5),(\"no\",5)]"},
                        {"map renamed [\"long\", \"neg\", \"no\"]",
                         "[(\"new\",5),(\"new\",-1),(\"new\",1)]"},
                        {"map fails [1, 2]", "[2,2]"}});
}

TEST(Functions, OfAGroupNeedNotWriteTheirParameters) {
  const std::string source =
      "data T = L Int | N [T]\n"
      "total, shown, scaled :: T -> Int\n"
      "total = tree\n"
      "  where trees = sum . map tree\n"
      "        tree (L n) = n\n        tree (N ts) = trees ts\n"
      "shown t = length (tree t)\n"
      "  where forest, wrapped :: [T] -> String\n"
      "        forest = concatMap tree\n"
      "        wrapped = ('<' :) . (++ \">\") . forest\n"
      "        tree (L n) = show n\n        tree (N ts) = wrapped ts\n"
      "scaled t = let { go = \\k -> trees k . tail; trees k = foldr (\\t s -> tree k t + s) 0;\n"
      "                 tree k (L n) = k * n; tree k (N ts) = go (k + 1) (L 0 : ts) }\n"
      "           in tree 1 t\n"
      "t :: T\n"
      "t = N [L 1, N [L 20, N []], L 300]\n"
      "collatz :: Int -> Int\n"
      "collatz = go\n  where go = step 0\n"
      "        step k n = if n == 1 then k else if even n then step (k + 1) (div n 2)\n"
      "                   else 1 + go (3 * n + 1)\n";
  expectValues(source, {{"total t", "321"},
                        {"shown t", "12"},
                        {"scaled t", "662"},
                        {"map collatz [1, 6, 7]", "[0,6,9]"}});
}

TEST(Functions, ThatAreNotKnownAreRefused) {
  std::vector<std::pair<std::string, std::string>> table = {
      {"f :: Int -> Int\nf n = cps n id\n"
       "cps :: Int -> (Int -> Int) -> Int\n"
       "cps n k = if n == 0 then k 1 else cps (n - 1) (\\r -> k (n * r))\n",
       "4:35: `cps` is given a larger function at each of its calls"},
      {"f :: Int -> Int\nf n = head (fs n) 1\n"
       "fs, gs :: Int -> [Int -> Int]\nfs n = if n == 0 then [] else (+ n) : gs (n - 1)\n"
       "gs n = if n == 0 then [] else (* n) : fs (n - 1)\n",
       "5:39: `fs` makes a function by calling itself"},
      {"f :: Int -> Int\nf n = even1 n id\n"
       "even1, odd1 :: Int -> (Int -> Int) -> Int\n"
       "even1 n k = if n == 0 then k 1 else odd1 (n - 1) (\\r -> k r + 1)\n"
       "odd1 n k = if n == 0 then k 0 else even1 (n - 1) (\\r -> k r * 2)\n",
       "5:36: `even1` is given a larger function at each of its calls"},
  };
  const std::vector<std::pair<std::string, std::string>> instances = {
      {"newtype F = F (Int -> Int)\n"
       "instance Num F where\n"
       "  F f + F g = F (\\x -> f x + g x)\n  F f * F g = F (\\x -> f x * g x)\n"
       "  abs f = f\n  signum f = f\n  negate (F f) = F (negate . f)\n"
       "  fromInteger n = F (const (fromInteger n))\n"
       "f :: Int -> Int\nf n = case F (+ 1) * F (* 2) of F g -> g n\n",
       "10:12: `*` results in a function here"},
      {"data Op = Op Int (Int -> Int)\n"
       "instance Show Op where\n  show (Op n _) = show n\n"
       "main :: IO ()\nmain = print (Op 1 (+ 1))\n",
       "5:15: a function stands where it would have to exist at run time"},
  };
  table.insert(table.end(), instances.begin(), instances.end());
  EXPECT_FALSE(parseCall("f :: Int -> Int\nf x = x\n", "a.hs.ir", "f").ok());
  for (const auto& [source, said] : table) {
    const std::vector<std::string> found = complaints(source);
    ASSERT_FALSE(found.empty()) << source;
    EXPECT_TRUE(found[0].starts_with(said)) << found[0];
  }
}

}  // namespace
}  // namespace deforest::text
