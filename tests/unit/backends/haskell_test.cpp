// The Haskell backend on programs built by hand.
#include "backends/haskell.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/haskell/keep.hpp"
#include "build.hpp"
#include "ir/checker.hpp"
#include "text/parse.hpp"

namespace deforest::testing {
namespace {

using ir::Atom;
using ir::Block;
using ir::PrimOp;

std::string strict(const ir::Program& program) {
  return backends::emitHaskell(program);
}
std::string lazy(const ir::Program& program) {
  return backends::emitHaskell(program, {ir::Semantics::Haskell});
}

// Sum and mirror image of a tree in one pass, and a caller.
struct SumFlip : Builder {
  SumFlip() {
    tree = data("Tree");
    e = ctor(tree, "E", {});
    node = ctor(tree, "B", {intType, tree, tree});
    id = function("sumFlip", {{"t", tree}, {"k", intType}}, {intType, tree});
    auto& f = at(id);
    Block leaf;
    const auto r = bind(f, leaf, {{"r", tree}}, ir::Construct{e, {}});
    leaf.results = {ir::intLiteral(0), r[0]};
    const auto x = f.fresh(intType, "x");
    const auto l = f.fresh(tree, "l");
    const auto rr = f.fresh(tree, "r");
    Block inner;
    const auto k = bind(f, inner, {{"k", intType}},
                        ir::Primitive{PrimOp::Mul, {f.parameters[1], ir::intLiteral(-2)}});
    const auto c1 = bind(f, inner, {{"a", intType}, {"l", tree}}, ir::Call{id, {l, k[0]}});
    const auto c2 =
        bind(f, inner, {{"b", intType}, {"r", tree}}, ir::Call{id, {rr, f.parameters[1]}});
    const auto s = bind(f, inner, {{"s", intType}}, ir::Primitive{PrimOp::Add, {x, c1[0]}});
    const auto s2 = bind(f, inner, {{"s", intType}}, ir::Primitive{PrimOp::Add, {s[0], c2[0]}});
    const auto t = bind(f, inner, {{"t", tree}}, ir::Construct{node, {x, c2[1], c1[1]}});
    inner.results = {s2[0], t[0]};
    const auto res = std::vector<ir::VarId>{f.fresh(intType, ""), f.fresh(tree, "")};
    f.body.bindings.push_back(
        {res, ir::Case{f.parameters[0], {{e, {}, leaf}, {node, {x, l, rr}, inner}}}, {}});
    f.body.results = {res[0], res[1]};
    ir::require(program, "building");
  }
  ir::TypeId tree;
  ir::CtorId e, node;
  ir::FunId id;
};

TEST(Haskell, StrictTreeFunction) {
  EXPECT_EQ(strict(SumFlip().program), R"({-# LANGUAGE BangPatterns, UnboxedTuples #-}

data Tree = E | B Int Tree Tree

sumFlip :: Tree -> Int -> (# Int, Tree #)
sumFlip E !_ = (# 0, E #)
sumFlip (B x l r) k =
  let !(# a, l1 #) = sumFlip l (k * (-2))
      !(# b, r1 #) = sumFlip r k
      !s = x + a + b
      !t = B x r1 l1
  in (# s, t #)
)");
}

TEST(Haskell, LazyTreeFunction) {
  EXPECT_EQ(lazy(SumFlip().program), R"(data Tree = E | B Int Tree Tree

sumFlip :: Tree -> Int -> (Int, Tree)
sumFlip E _ = (0, E)
sumFlip (B x l r) k =
  let (a, l1) = sumFlip l (k * (-2))
      (b, r1) = sumFlip r k
  in (x + a + b, B x r1 l1)
)");
}

// `mean` evaluates both, so whoever makes them may.
TEST(Haskell, LazyResultsThatAreWantedTogetherAreComputedAtOnce) {
  text::ParseOptions options;
  options.lazy = true;
  const auto program = text::parse(
      "module M (mean) where\n\n"
      "data Tree = Leaf | Node Tree Int Tree\n\n"
      "mean :: Tree -> Int\n"
      "mean t = let (# s, n #) = both t in s `div` n\n\n"
      "both :: Tree -> (# Int, Int #)\n"
      "both Leaf = (# 0, 0 #)\n"
      "both (Node l x r) =\n"
      "  let (# s, n #) = both l\n"
      "      (# s1, n1 #) = both r\n"
      "  in (# s + x + s1, n + 1 + n1 #)\n",
      "test.hs", options);
  ASSERT_TRUE(static_cast<bool>(program));
  const std::string text = lazy(*program);
  EXPECT_EQ(text.substr(text.find("mean ::")), R"(mean :: Tree -> Int
mean t =
  let !(s, n) = both t
  in s `div` n

both :: Tree -> (Int, Int)
both Leaf = (0, 0)
both (Node l x r) =
  let !(s, n) = both l
      !(s1, n1) = both r
      !n2 = s + x + s1
      !n3 = n + 1 + n1
  in (n2, n3)
)");
}

// One function `f` of these parameters and results; `fill` adds to its body.
template <class Fill>
ir::Program single(Builder b, const std::vector<std::pair<std::string, ir::TypeId>>& parameters,
                   std::vector<ir::TypeId> results, Fill fill) {
  const auto id = b.function("f", parameters, std::move(results));
  fill(b, b.at(id));
  ir::require(b.program, "building");
  return b.program;
}

// Appends a primitive to the body.
ir::VarId prim(ir::Function& f, const std::string& name, ir::TypeId type, PrimOp op,
               std::vector<Atom> arguments) {
  return bind(f, f.body, {{name, type}}, ir::Primitive{op, std::move(arguments)})[0];
}

// The text after the signature of `f`.
std::string bodyOf(const std::string& module) {
  return module.substr(module.find('\n', module.find("\nf :: ") + 1) + 1);
}

TEST(Haskell, ParenthesesAsNeeded) {
  const auto program = single(
      {}, {{"a", intType}, {"b", intType}, {"c", intType}}, {boolType},
      [](Builder&, ir::Function& f) {
        const Atom a = f.parameters[0], b = f.parameters[1], c = f.parameters[2];
        const auto sum = prim(f, "s", intType, PrimOp::Add, {a, b});
        const auto difference = prim(f, "d", intType, PrimOp::Sub, {c, sum});
        const auto product = prim(f, "p", intType, PrimOp::Mul, {difference, ir::intLiteral(-1)});
        const auto chain = prim(f, "q", intType, PrimOp::Sub, {product, a});
        const auto chain2 = prim(f, "q", intType, PrimOp::Add, {chain, b});
        const auto mod = prim(f, "m", intType, PrimOp::Mod, {chain2, ir::intLiteral(7)});
        const auto more = prim(f, "m", intType, PrimOp::Add, {a, mod});
        const auto less = prim(f, "l", boolType, PrimOp::Lt, {more, c});
        const auto negation = prim(f, "n", boolType, PrimOp::Not, {less});
        const auto equal = prim(f, "e", boolType, PrimOp::Eq, {a, b});
        const auto r = prim(f, "r", boolType, PrimOp::And, {negation, equal});
        f.body.results = {r};
      });
  EXPECT_EQ(bodyOf(strict(program)),
            "f a b c = not (a + (((c - (a + b)) * (-1) - a + b) `mod` 7) < c) && a == b\n");
}

TEST(Haskell, LargeExpressionsAreSplit) {
  const auto program = single({}, {{"x", intType}}, {intType}, [](Builder&, ir::Function& f) {
    Atom sum = f.parameters[0];
    for (int i = 0; i < 30; ++i) sum = prim(f, "s", intType, PrimOp::Add, {sum, ir::intLiteral(i)});
    f.body.results = {sum};
  });
  EXPECT_EQ(bodyOf(strict(program)), R"(f x =
  let !s = x + 0 + 1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10 + 11 + 12
      !s1 = s + 13 + 14 + 15 + 16 + 17 + 18 + 19 + 20 + 21 + 22 + 23 + 24 + 25
  in s1 + 26 + 27 + 28 + 29
)");
}

TEST(Haskell, ListsAndStrings) {
  Builder b;
  const auto ints = b.list(intType);
  const auto chars = b.list(charType);
  const auto program = single(
      b, {{"x", intType}, {"ys", ints}}, {ints, chars, ints}, [&](Builder&, ir::Function& f) {
        const auto cons = [&](ir::TypeId type, unsigned ctor, Atom head, Atom tail) {
          return Atom(
              bind(f, f.body, {{"l", type}}, ir::Construct{ir::CtorId{ctor}, {head, tail}})[0]);
        };
        const Atom nil = bind(f, f.body, {{"n", ints}}, ir::Construct{ir::CtorId{0}, {}})[0];
        Atom text = bind(f, f.body, {{"n", chars}}, ir::Construct{ir::CtorId{2}, {}})[0];
        for (const char32_t c : std::u32string(U"\"!\u03bb 1\n")) {
          text = cons(chars, 3, ir::charLiteral(c), text);
        }
        const Atom list = cons(ints, 1, f.parameters[0], cons(ints, 1, ir::intLiteral(2), nil));
        const Atom front =
            cons(ints, 1, ir::intLiteral(-1), cons(ints, 1, f.parameters[0], f.parameters[1]));
        f.body.results = {list, text, front};
      });
  EXPECT_EQ(bodyOf(strict(program)),
            "f !x !ys = (# [x, 2], \"\\n1 \\955!\\\"\", (-1) : x : ys #)\n");
}

// data D = D Int Int; data Box = Box !Int Int
struct Products : Builder {
  Products() {
    d = data("D");
    dd = ctor(d, "D", {intType, intType});
    box = data("Box");
    bb = ctor(box, "Box", {intType, intType});
    program.constructors.back().fields[0].strict = true;
  }
  ir::TypeId d, box;
  ir::CtorId dd, bb;
};

TEST(Haskell, MatchesBecomePatterns) {
  const Products b;
  const auto program =
      single(b, {{"p", b.d}, {"q", b.d}}, {b.d, intType}, [&](Builder&, ir::Function& f) {
        const auto xy =
            bind(f, f.body, {{"x", intType}, {"y", intType}}, ir::Unpack{b.dd, f.parameters[0]});
        const auto uv =
            bind(f, f.body, {{"u", intType}, {"v", intType}}, ir::Unpack{b.dd, f.parameters[1]});
        const auto s = prim(f, "s", intType, PrimOp::Add, {xy[0], uv[1]});
        f.body.results = {f.parameters[1], s};
      });
  EXPECT_EQ(bodyOf(strict(program)), R"(f (D x _) q@(D _ v) =
  let !s = x + v
  in (# q, s #)
)");
  EXPECT_EQ(bodyOf(lazy(program)), "f p q@(D _ v) =\n  let D x _ = p\n  in (q, x + v)\n");
}

TEST(Haskell, ComputedMatchesAreLazyUnderLazySemantics) {
  const Products b;
  auto program = single(b, {{"p", b.d}}, {intType}, [&](Builder&, ir::Function& f) {
    const auto d = bind(f, f.body, {{"d", b.d}}, ir::Call{ir::FunId{0}, {f.parameters[0]}})[0];
    const auto xy = bind(f, f.body, {{"x", intType}, {"y", intType}}, ir::Unpack{b.dd, d});
    const auto c = prim(f, "c", boolType, PrimOp::Eq, {xy[0], ir::intLiteral(0)});
    Block yes, no;
    yes.results = {ir::intLiteral(1)};
    const auto uv =
        bind(f, no, {{"u", intType}, {"v", intType}}, ir::Unpack{b.dd, f.parameters[0]});
    const auto t = bind(f, no, {{"t", intType}}, ir::Primitive{PrimOp::Mul, {uv[0], xy[1]}});
    no.results = {t[0]};
    const auto r = bind(f, f.body, {{"r", intType}}, ir::Conditional{c, yes, no});
    f.body.results = {r[0]};
    f.resultTypes = {b.d};
    bind(f, f.body, {{"z", b.d}}, ir::Construct{b.dd, {r[0], r[0]}});
    f.body.results = {f.body.bindings.back().results[0]};
  });
  EXPECT_EQ(bodyOf(lazy(program)), R"(f p =
  let D x y = f p
      r =
        if x == 0 then 1 else
        let !(D u _) = p
        in u * y
  in D r r
)");
  EXPECT_EQ(bodyOf(strict(program)), R"(f p =
  let !(D x y) = f p
      !r =
        if x == 0 then 1 else
        let !(D u _) = p
        in u * y
  in D r r
)");
}

// g p t = case t of { E -> 0; L -> case p of D x _ -> x; M -> 0 }
TEST(Haskell, MatchesLeftOfTheScrutineeAreNotForcedBeforeIt) {
  Products b;
  const auto kind = b.data("Kind");
  std::vector<ir::CtorId> ctors;
  for (const auto* name : {"E", "L", "M"}) ctors.push_back(b.ctor(kind, name, {}));
  const auto program =
      single(b, {{"p", b.d}, {"t", kind}, {"q", b.d}}, {intType}, [&](Builder&, ir::Function& f) {
        ir::Case match{f.parameters[1], {}};
        for (const auto ctor : ctors) match.alternatives.push_back({ctor, {}, {}});
        for (auto& alternative : match.alternatives) {
          alternative.body.results = {ir::intLiteral(0)};
        }
        Block& inner = match.alternatives[1].body;
        const auto xy =
            bind(f, inner, {{"x", intType}, {"y", intType}}, ir::Unpack{b.dd, f.parameters[0]});
        const auto uv =
            bind(f, inner, {{"u", intType}, {"v", intType}}, ir::Unpack{b.dd, f.parameters[2]});
        const auto s = bind(f, inner, {{"s", intType}}, ir::Primitive{PrimOp::Add, {xy[0], uv[1]}});
        inner.results = {s[0]};
        const auto r = f.fresh(intType, "r");
        f.body.bindings.push_back({{r}, std::move(match), {}});
        f.body.results = {r};
      });
  EXPECT_EQ(bodyOf(lazy(program)), R"(f p L (D _ v) =
  let !(D x _) = p
  in x + v
f _ _ _ = 0
)");
  EXPECT_EQ(bodyOf(strict(program)), R"(f (D x _) L (D _ v) = x + v
f !_ _ !_ = 0
)");
}

TEST(Haskell, NothingIsSuspendedUnderStrictSemantics) {
  const Products b;
  const auto make = [&](ir::CtorId ctor, ir::TypeId type) {
    return single(b, {{"x", intType}}, {type}, [&](Builder&, ir::Function& f) {
      const auto s = prim(f, "s", intType, PrimOp::Add, {f.parameters[0], ir::intLiteral(1)});
      const auto t = prim(f, "t", intType, PrimOp::Sub, {f.parameters[0], ir::intLiteral(1)});
      f.body.results = {bind(f, f.body, {{"r", type}}, ir::Construct{ctor, {s, t}})[0]};
    });
  };
  EXPECT_EQ(bodyOf(strict(make(b.dd, b.d))), R"(f x =
  let !s = x + 1
      !t = x - 1
  in D s t
)");
  EXPECT_EQ(bodyOf(strict(make(b.bb, b.box))), R"(f x =
  let !t = x - 1
  in Box (x + 1) t
)");
  EXPECT_EQ(bodyOf(lazy(make(b.dd, b.d))), "f x = D (x + 1) (x - 1)\n");
}

// What coming to the head of the result does not need stays unevaluated, as in the source; but not
// a number that is stored, or that a recursion needs.
TEST(Haskell, CallsWaitThatTheHeadOfTheResultDoesNotNeed) {
  const std::string source = R"(module M (report, numbers, both) where

report :: [Int] -> [[Int]]
report xs = [length xs] : small : short small
  where small = [x | x <- xs, x < 3]

numbers :: Int -> [[Int]]
numbers n = line : numbers (n - 1)
  where line = if even n then [1 .. n] else []

both :: [Int] -> ([Int], Int, Int)
both xs = if m > 9 then (s, m, k) else (s, k, length s)
  where
    s = reverse xs
    m = maximum xs
    k = minimum xs

short :: [Int] -> [[Int]]
short xs = if length xs > 5 then [take 5 xs, xs] else []
)";
  const auto program = text::parse(source, "m");
  ASSERT_TRUE(program);
  const std::string text = strict(*program);
  EXPECT_NE(text.find(R"(
report xs =
  let small = report_each1 xs
      !n = length_Int xs
  in [n] : small : short small
)"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find(R"(
numbers !n =
  let line = if even n then enumFromTo_Int 1 n else []
  in line : numbers (n - 1)
)"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find(R"(
both xs =
  let s = reverse_Int xs
      !m = maximum_Int xs
      !k = minimum_Int xs
  in
)"),
            std::string::npos)
      << text;
}

TEST(Haskell, UnusedBindingsGo) {
  const auto program =
      single({}, {{"x", intType}, {"y", intType}}, {intType}, [](Builder&, ir::Function& f) {
        const auto s = prim(f, "s", intType, PrimOp::Add, {f.parameters[0], f.parameters[1]});
        prim(f, "t", intType, PrimOp::Mul, {s, s});
        f.body.results = {f.parameters[0]};
      });
  EXPECT_EQ(bodyOf(strict(program)), "f x _ = x\n");
}

TEST(Haskell, FailuresStayUnderStrictSemantics) {
  const auto program = single({}, {{"x", intType}}, {intType}, [](Builder&, ir::Function& f) {
    bind(f, f.body, {{"t", intType}}, ir::Fail{"no \"t\""});
    f.body.results = {f.parameters[0]};
  });
  EXPECT_EQ(bodyOf(strict(program)), R"(f x =
  let !_t = error "no \"t\"" :: Int
  in x
)");
  EXPECT_EQ(bodyOf(lazy(program)), "f x = x\n");
}

TEST(Haskell, ConstantsAreBoxed) {
  Builder b;
  const auto g = b.function("g", {}, {intType, intType});
  b.at(g).body.results = {ir::intLiteral(1), ir::intLiteral(2)};
  const auto program = single(b, {{"x", intType}}, {intType, intType}, [&](Builder&, auto& f) {
    const auto r = bind(f, f.body, {{"a", intType}, {"b", intType}}, ir::Call{g, {}});
    f.body.results = {r[0], r[1]};
  });
  EXPECT_EQ(strict(program), R"({-# LANGUAGE BangPatterns, UnboxedTuples #-}

g :: (Int, Int)
g = (1, 2)

f :: Int -> (# Int, Int #)
f _ =
  let !(a, b) = g
  in (# a, b #)
)");
}

TEST(Haskell, MainPrintsExpressions) {
  Builder b;
  const auto id = b.function("main", {}, {intType, doubleType});
  auto& f = b.at(id);
  const auto n = prim(f, "n", intType, PrimOp::Add, {ir::intLiteral(1), ir::intLiteral(2)});
  const auto m = prim(f, "m", intType, PrimOp::Mul, {n, n});
  const auto d = prim(f, "d", doubleType, PrimOp::FromIntegral, {n});
  f.body.results = {m, d};
  b.program.outputs = {ir::Output::Print, ir::Output::Print};
  EXPECT_EQ(strict(b.program), R"({-# LANGUAGE BangPatterns #-}

main :: IO ()
main = do
  let !n = (1 :: Int) + 2
  print (n * n)
  print (fromIntegral n :: Double)
)");
}

// The types of a tuple's components are told by themselves only, and a list in brackets can be
// told.
TEST(Haskell, StatesTypesThatPrintedValuesLeaveOpen) {
  const auto program = text::parse(
      "f :: Int -> [Int]\n"
      "f n = [n]\n"
      "main = do { print (f 1, [5 .. 1 :: Int]); print [0.5 :: Float, 1] }\n",
      "test");
  ASSERT_TRUE(program.ok());
  ir::Program folded = *program;
  const std::string text = strict(folded);
  EXPECT_NE(text.find("[0.5, 1.0] :: [Float]"), std::string::npos) << text;

  Builder b;
  const auto ints = b.list(intType);
  const auto pair = b.data("([Int], [Int])", ir::DataShape::Tuple, {ints, ints});
  const auto both = b.ctor(pair, "(,)", {ints, ints});
  const auto id = b.function("f", {{"x", intType}}, {ints});
  const auto xs = bind(b.at(id), b.at(id).body, {{"xs", ints}}, ir::Construct{ir::CtorId{0}, {}});
  b.at(id).body.results = {xs[0]};
  const auto main = b.function("main", {}, {pair});
  auto& m = b.at(main);
  const auto known = bind(m, m.body, {{"xs", ints}}, ir::Call{id, {ir::intLiteral(1)}});
  const auto open = bind(m, m.body, {{"ys", ints}}, ir::Construct{ir::CtorId{0}, {}});
  const auto p = bind(m, m.body, {{"p", pair}}, ir::Construct{both, {known[0], open[0]}});
  m.body.results = {p[0]};
  b.program.outputs = {ir::Output::Print};
  b.program.roots = {main};
  EXPECT_NE(strict(b.program).find("(f 1, [] :: [Int])"), std::string::npos) << strict(b.program);
}

// That a call is given the same empty list says nothing where it is printed.
TEST(Haskell, StatesTheTypeOfAnEmptyListThatIsPrintedAndGivenToACall) {
  Builder b;
  const auto ints = b.list(intType);
  const auto id = b.function("f", {{"xs", ints}}, {ints});
  b.at(id).body.results = {b.at(id).parameters[0]};
  const auto main = b.function("main", {}, {ints, ints});
  auto& m = b.at(main);
  const auto none = bind(m, m.body, {{"none", ints}}, ir::Construct{ir::CtorId{0}, {}});
  const auto made = bind(m, m.body, {{"made", ints}}, ir::Call{id, {none[0]}});
  m.body.results = {made[0], none[0]};
  b.program.outputs = {ir::Output::Print, ir::Output::Print};
  b.program.roots = {main};
  EXPECT_NE(strict(b.program).find("print ([] :: [Int])"), std::string::npos) << strict(b.program);
}

// What fails may be any container.
TEST(Haskell, StatesTheTypeOfAFailingListThatIsGivenToACall) {
  const auto read = [](int most, text::Original* original) {
    text::ParseOptions options;
    options.lazy = true;
    const auto program =
        text::parse("module M (f) where\nf :: Int -> Int\nf n = if n > " + std::to_string(most) +
                        " then sum [n] else sum (error \"no\")\n",
                    "m.hs", options, nullptr, original);
    EXPECT_TRUE(program);
    return *program;
  };
  text::Original original;
  const ir::Program program = read(1, &original);
  ir::Program result = read(2, nullptr);
  const backends::Kept kept = backends::chooseKept(original, program, program, result);
  EXPECT_THAT(backends::emitHaskell(result, original, kept, {ir::Semantics::Haskell}),
              ::testing::HasSubstr("sum (error \"no\" :: [Int])"));
}

TEST(Haskell, DropsGibbonImports) {
  Builder b;
  b.program.module.imports = {"import Gibbon.Prim", "import Data.List"};
  EXPECT_EQ(strict(b.program), "import Data.List\n");
  b.program.module.untouched = {"g x = x .+. 1.0\n"};
  EXPECT_EQ(strict(b.program), R"(import Gibbon.Prim
import Data.List

-- deforest: off
g x = x .+. 1.0
-- deforest: on
)");
}

}  // namespace
}  // namespace deforest::testing
