// Libraries that are called by name: what their functions give, under which names they are seen,
// and that nothing looks into them.
#include "text/prelude/libraries.hpp"

#include <gmock/gmock.h>

#include "ir/library_calls.hpp"
#include "semantics.hpp"
#include "text/print.hpp"

namespace deforest::text {
namespace {

using testing::HasSubstr;

const std::string collections =
    "import qualified Data.IntMap.Strict as IntMap\n"
    "import qualified Data.IntSet as IntSet\n"
    "import qualified Data.Map.Strict as Map\n"
    "import Data.Map.Strict (Map)\n"
    "import qualified Data.Set as Set\n"
    "m :: Map Int Char\n"
    "m = Map.fromList [(7, 'g'), (1, 'a'), (3, 'c'), (4, 'd')]\n"
    "s :: Set.Set Int\n"
    "s = Set.fromList [8, 1, 4, 4, 12]\n";

// The values are GHC's, of its package containers.
TEST(Libraries, Collections) {
  const std::pair<std::string, std::string> table[] = {
      {"(m, Map.size m, Map.null m, Map.keys m, Map.elems m)",
       "(fromList [(1,'a'),(3,'c'),(4,'d'),(7,'g')],4,False,[1,3,4,7],\"acdg\")"},
      {"(Map.insert 4 'z' m, Map.insert 9 'q' m, Map.delete 7 m, Map.delete 8 m)",
       "(fromList [(1,'a'),(3,'c'),(4,'z'),(7,'g')],fromList "
       "[(1,'a'),(3,'c'),(4,'d'),(7,'g'),(9,'q')],fromList [(1,'a'),(3,'c'),(4,'d')],fromList "
       "[(1,'a'),(3,'c'),(4,'d'),(7,'g')])"},
      {"(Map.lookup 3 m, m Map.!? 5, m Map.! 7, Map.findWithDefault '-' 0 m, Map.member 3 m, "
       "Map.notMember 3 m)",
       "(Just 'c',Nothing,'g','-',True,False)"},
      {"Map.foldrWithKey (\\k x rest -> show k ++ x : rest) \"\" m", "\"1a3c4d7g\""},
      {"Map.insertWith (++) 'b' \"new\" (Map.fromListWith (++) [(c, [c]) | c <- \"abcab\"])",
       "fromList [('a',\"aa\"),('b',\"newbb\"),('c',\"c\")]"},
      {"(Map.lookupLT 4 m, Map.lookupLE 4 m, Map.lookupGT 4 m, Map.lookupGE 5 m, Map.lookupGT 9 m)",
       "(Just (3,'c'),Just (4,'d'),Just (7,'g'),Just (7,'g'),Nothing)"},
      {"(Map.split 4 m, Map.partition (> 'c') m, Map.minViewWithKey m, Map.maxView m)",
       "((fromList [(1,'a'),(3,'c')],fromList [(7,'g')]),(fromList [(4,'d'),(7,'g')],fromList "
       "[(1,'a'),(3,'c')]),Just ((1,'a'),fromList [(3,'c'),(4,'d'),(7,'g')]),Just ('g',fromList "
       "[(1,'a'),(3,'c'),(4,'d')]))"},
      {"(Map.alter (fmap succ) 3 m, Map.alter (const (Just 'n')) 5 m, Map.alter (const Nothing) 3 "
       "m)",
       "(fromList [(1,'a'),(3,'d'),(4,'d'),(7,'g')],fromList "
       "[(1,'a'),(3,'c'),(4,'d'),(5,'n'),(7,'g')],fromList [(1,'a'),(4,'d'),(7,'g')])"},
      {"(Map.unionWith max m (Map.fromList [(3, 'x'), (5, 'y')]), Map.intersectionWith (,) m m, "
       "Map.difference m (Map.fromList [(3, ())]))",
       "(fromList [(1,'a'),(3,'x'),(4,'d'),(5,'y'),(7,'g')],fromList "
       "[(1,('a','a')),(3,('c','c')),(4,('d','d')),(7,('g','g'))],fromList "
       "[(1,'a'),(4,'d'),(7,'g')])"},
      {"(Map.mapMaybe (\\c -> if c > 'c' then Just [c] else Nothing) m, Map.keysSet m, Map.elemAt "
       "1 m)",
       "(fromList [(4,\"d\"),(7,\"g\")],fromList [1,3,4,7],(3,'c'))"},
      {"(m == Map.fromList (reverse (Map.toList m)), compare m (Map.delete 1 m), m <> "
       "Map.singleton 0 'o', showsPrec 11 m \"\")",
       "(True,LT,fromList [(0,'o'),(1,'a'),(3,'c'),(4,'d'),(7,'g')],\"(fromList "
       "[(1,'a'),(3,'c'),(4,'d'),(7,'g')])\")"},
      {"(IntMap.fromListWith (+) [(3, 1), (-2, 5), (3, 10)], IntMap.adjust (* 2) 3 "
       "(IntMap.fromList [(3, 4)]))",
       "(fromList [(-2,5),(3,11)],fromList [(3,8)])"},
      {"(Set.toList (Set.map (`mod` 3) s), Set.union s (Set.fromList [100]), Set.partition even s, "
       "Set.member 4 s)",
       "([0,1,2],fromList [1,4,8,12,100],(fromList [4,8,12],fromList [1]),True)"},
      {"(Set.unions [s, Set.fromList [0, 9]], s Set.\\\\ Set.fromList [1 .. 8], Set.isSubsetOf "
       "(Set.fromList [4]) s)",
       "(fromList [0,1,4,8,9,12],fromList [12],True)"},
      {"(IntSet.toList (IntSet.fromList [3, 1, 2, 3]), IntSet.size (IntSet.fromList [5, 5]), "
       "Set.findMin s, Set.deleteMax s)",
       "([1,2,3],1,1,fromList [1,4,8])"},
      {"Map.foldr (+) 0 (Map.map length (Map.fromListWith (++) [(mod x 5, [x]) | x <- [1 .. 200 :: "
       "Int]]))",
       "200"},
  };
  for (const auto& [expression, value] : table) {
    EXPECT_EQ(evaluated(collections, expression), value) << expression;
  }
}

// The values are GHC's, of its package array.
TEST(Libraries, Arrays) {
  const std::string arrays =
      "import Data.Array\n"
      "import qualified Data.Array.Unboxed as U\n"
      "data Day = Mon | Tue | Wed deriving (Eq, Ord, Show, Ix)\n"
      "data At = At Int Day deriving (Eq, Ord, Show, Ix)\n"
      "a :: Array Int Char\n"
      "a = listArray (-1, 3) \"abcde\"\n";
  expectValues(
      arrays,
      {{"(a, bounds a, a ! 2, elems a)",
        "(array (-1,3) [(-1,'a'),(0,'b'),(1,'c'),(2,'d'),(3,'e')],(-1,3),'d',\"abcde\")"},
       {"elems (a // [(0, 'x'), (3, 'y'), (0, 'z')])", "\"azcdy\""},
       {"accumArray (flip (:)) [] (Mon, Wed) [(Wed, 1), (Mon, 2), (Wed, 3)]",
        "array (Mon,Wed) [(Mon,[2]),(Tue,[]),(Wed,[3,1])]"},
       {"accum (+) (listArray ((0, 0), (1, 1)) [1, 2, 3, 4]) [((0, 1), 10), ((1, 1), 20)]",
        "array ((0,0),(1,1)) [((0,0),1),((0,1),12),((1,0),3),((1,1),24)]"},
       {"ixmap ('a', 'c') (\\c -> if c == 'a' then 3 else -1) a",
        "array ('a','c') [('a','e'),('b','a'),('c','a')]"},
       {"(sum (listArray (0, 2) [1, 2, 3]), fmap not (listArray (False, True) [True, False]))",
        "(6,array (False,True) [(False,False),(True,True)])"},
       {"(range (At 0 Tue, At 1 Wed), index (At 0 Mon, At 3 Wed) (At 1 Tue))",
        "([At 0 Tue,At 0 Wed,At 1 Tue,At 1 Wed],4)"},
       {"(inRange (Mon, Tue) Wed, rangeSize ((0, 'a', Mon), (2, 'c', Tue)), rangeSize (3, 1))",
        "(False,18,0)"},
       {"(array (1, 0) [] == a, a < a // [(3, 'z')], showsPrec 11 (listArray (0, 0) [1]) \"\")",
        "(False,True,\"(array (0,0) [(0,1)])\")"},
       {"(U.listArray (0, 3) [7, 8] :: U.UArray Int Int)", "array (0,3) [(0,7),(1,8),(2,0),(3,0)]"},
       {"U.amap (> 1) (U.accumArray (+) 0 (0, 2) [(1, 1), (1, 1)] :: U.UArray Int Int)",
        "array (0,2) [(0,False),(1,True),(2,False)]"},
       {"listArray (0, 2) (cycle [1, 2])", "array (0,2) [(0,1),(1,2),(2,1)]"},
       {"a ! 4", "error: Ix{Int}.index: Index (4) out of range ((-1,3))"},
       {"listArray (Mon, Tue) [1, 2] ! Wed", "error: Error in array index"},
       {"array (0, 2) [(1, 'x')] ! 2", "error: (Array.!): undefined array element"}});
}

const std::string sequences =
    "import qualified Data.Sequence as Seq\n"
    "import Data.Sequence (Seq (..), ViewL (..), (<|), (|>))\n"
    "import Data.Foldable (toList)\n"
    "s :: Seq Int\n"
    "s = Seq.fromList [5, 3, 8, 1]\n";

TEST(Libraries, Sequences) {
  expectValues(sequences,
               {{"show ((9 <| s) |> 4, Seq.viewl s, Seq.viewr s)",
                 "\"(fromList [9,5,3,8,1,4],5 :< fromList [3,8,1],fromList [5,3,8] :> 1)\""},
                {"(Seq.index s 2, Seq.lookup 4 s, s Seq.!? 0, length s, sum s, maximum s)",
                 "(8,Nothing,Just 5,4,17,8)"},
                {"(s <> Seq.reverse s, Seq.update 1 0 s, Seq.deleteAt 9 s)",
                 "(fromList [5,3,8,1,1,8,3,5],fromList [5,0,8,1],fromList [5,3,8,1])"},
                {"(Seq.splitAt 1 s, Seq.spanl (> 2) s, Seq.findIndexL (> 5) s)",
                 "((fromList [5],fromList [3,8,1]),(fromList [5,3,8],fromList [1]),Just 2)"},
                {"(Seq.sort s, Seq.mapWithIndex (,) s, Seq.zip s (fmap odd s))",
                 "(fromList [1,3,5,8],fromList [(0,5),(1,3),(2,8),(3,1)],fromList "
                 "[(5,True),(3,True),(8,False),(1,True)])"},
                {"(traverse (\\x -> if x > 0 then Just (2 * x) else Nothing) s, s >>= \\x -> "
                 "Seq.replicate (mod x 3) x)",
                 "(Just (fromList [10,6,16,2]),fromList [5,5,8,8,1])"},
                {"(s == Seq.fromList (toList s), compare s (Seq.drop 1 s), mempty :: Seq Int)",
                 "(True,GT,fromList [])"},
                {"Seq.index s 4", "error: index out of bounds in call to: Data.Sequence.index 4"}});
}

TEST(Libraries, PatternSynonyms) {
  const std::string source = sequences +
                             "total :: Seq Int -> Int\n"
                             "total Empty = 0\n"
                             "total (x :<| Empty) = x\n"
                             "total (x :<| (rest :|> y)) = x * y + total rest\n"
                             "final :: a -> Seq a -> a\n"
                             "final _ (_ :|> x) = x\n"
                             "final z Seq.Empty = z\n";
  expectValues(source,
               {{"(total s, total (Seq.take 3 s), total Empty)", "(29,43,0)"},
                {"(final 0 s, final 'z' Empty)", "(1,'z')"},
                {"(1 :<| s, foldl (:|>) Seq.Empty [4, 2], map (:<| Empty) [True])",
                 "(fromList [1,5,3,8,1],fromList [4,2],[fromList [True]])"},
                {"[x | x :<| _ <- [s, Empty, Seq.drop 2 s]]", "[5,8]"},
                {"let { (x :<| rest) = s; ~(y :|> _) = rest } in (x, y)", "(5,fromList [3,8])"}});
  // They are looked for where a module's own constructors are not.
  EXPECT_EQ(evaluated("import qualified Data.Sequence as Seq\n"
                      "data Box = Empty | Full (Seq.Seq Int)\n"
                      "f :: Box -> Int\nf Empty = 0\nf (Full Seq.Empty) = 1\nf (Full _) = 2\n",
                      "map f [Empty, Full Seq.empty, Full (Seq.singleton 3)]"),
            "[0,1,2]");
  EXPECT_EQ(complaints("import Data.Sequence (Seq)\nf :: Seq Int -> Int\nf Empty = 0\n"),
            std::vector<std::string>{
                "3:3: constructor `Empty` is not declared (add it to a `data` declaration)"});
  EXPECT_EQ(complaints("import Data.Sequence\nf :: Seq Int -> Int\nf (x :<| _ :<| _) = 'x'\n"),
            std::vector<std::string>{"3:21: type mismatch: expected Int, found Char (asked for by "
                                     "the signature of `f`, line 2)"});
}

// Whatever the order of insertions and deletions, a path is at most a few times as long as the
// best.
TEST(Libraries, TreesStayBalanced) {
  const std::string source =
      "import qualified Data.Set as Set\n"
      "up, down :: Int -> Set.Set Int\n"
      "up n = foldr Set.insert Set.empty [1 .. n]\n"
      "down n = foldr Set.delete (up (2 * n)) [n + 1 .. 2 * n]\n";
  EXPECT_EQ(evaluated(source, "Set.toList (down 500) == [1 .. 500]"), "True");
  EXPECT_EQ(evaluated(source, "Set.size (Set.union (up 1000) (Set.map (+ 500) (down 1000)))"),
            "1500");
}

TEST(Libraries, EveryNameThatIsExportedIsDefined) {
  for (const Library& library : libraries()) {
    for (const PreludeName& name : library.names) {
      const bool defined = std::ranges::any_of(
          library.source().declarations, [&](const ast::Declaration& declaration) {
            const auto* clause = std::get_if<ast::Clause>(&declaration.node);
            return clause != nullptr && clause->name == name.name;
          });
      EXPECT_TRUE(defined) << library.module << "." << name.name;
    }
  }
}

TEST(Libraries, NamesAreThoseOfTheImports) {
  EXPECT_EQ(
      evaluated("import Data.Map (Map, fromList, (!))\nf :: Map Int Int -> Int\nf m = m ! 3\n",
                "f (fromList [(3, 4)])"),
      "4");
  EXPECT_EQ(evaluated("import Data.Set hiding (map, filter, foldr, null, take, drop, splitAt)\n",
                      "map (+ 1) (toList (insert 3 (fromList [1, 5])))"),
            "[2,4,6]");
  EXPECT_EQ(evaluated("import qualified Data.Map\n", "Data.Map.size (Data.Map.singleton 1 'a')"),
            "1");
}

TEST(Libraries, AreCalledByTheirNames) {
  const support::Result<ir::Program> program = parse(
      "import qualified Data.Map.Strict as M\n"
      "f :: Int -> M.Map Int Int -> M.Map Int Int\n"
      "f n m = M.insertWith (\\x y -> x + y * n) 3 n (M.map negate m)\n",
      "f.hs.ir");
  ASSERT_TRUE(program.ok());
  const std::string text = print(*program);
  EXPECT_THAT(text, HasSubstr("M.insertWith (\\y1' y2' -> f_lambda"));
  EXPECT_THAT(text, HasSubstr("M.map f_lambda"));
  EXPECT_THAT(text, HasSubstr("f :: Int -> M.Map Int Int -> M.Map Int Int"));
  EXPECT_THAT(text, Not(HasSubstr("balance")));
  EXPECT_TRUE(parse(text, "again.hs.ir").ok()) << text;
}

TEST(Libraries, Refusals) {
  const auto said = [](const std::string& source) {
    const support::Result<ir::Program> program = parse(source, "f.hs.ir");
    return program.ok() ? std::string() : program.diagnostics().front().message;
  };
  EXPECT_THAT(said("import Data.Map\nf :: Int -> Int\nf x = sum (filter even [x])\n"),
              HasSubstr("`filter` is ambiguous"));
  EXPECT_THAT(said("import qualified Data.Map as M\nf x = M.frobnicate x\n"),
              HasSubstr("`M.frobnicate` is not in scope"));
  EXPECT_THAT(said("f :: Map Int Int -> Int\nf _ = 1\n"),
              HasSubstr("`Map` is not in the language"));
  EXPECT_THAT(said("import qualified Data.Map as M\nf :: Int -> Int\n"
                   "f x = (M.fromList [(1, (+ 1))] M.! 1) x\n"),
              HasSubstr("functions"));
}

}  // namespace
}  // namespace deforest::text
