// The printer of the language on programs built by hand.
#include "text/print.hpp"

#include <gtest/gtest.h>

#include "build.hpp"
#include "ir/checker.hpp"

namespace deforest::testing {
namespace {

using ir::Atom;
using ir::Block;
using ir::PrimOp;

TEST(Print, TreeFunction) {
  Builder b;
  const auto tree = b.data("Tree");
  const auto e = b.ctor(tree, "E", {});
  const auto node = b.ctor(tree, "B", {intType, tree, tree});
  const auto id = b.function("sumFlip", {{"t", tree}, {"k", intType}}, {intType, tree});
  auto& f = b.at(id);
  Block leaf;
  const auto r = bind(f, leaf, {{"r", tree}}, ir::Construct{e, {}});
  leaf.results = {ir::intLiteral(-1), r[0]};
  const auto x = f.fresh(intType, "x");
  const auto l = f.fresh(tree, "l");
  const auto rr = f.fresh(tree, "r");
  Block inner;
  const auto c1 = bind(f, inner, {{"a", intType}, {"l", tree}}, ir::Call{id, {l, f.parameters[1]}});
  const auto c = bind(f, inner, {{"c", boolType}}, ir::Primitive{PrimOp::Lt, {x, c1[0]}});
  Block yes, no;
  const auto s = bind(f, yes, {{"", intType}}, ir::Primitive{PrimOp::Div, {x, c1[0]}});
  yes.results = {s[0], rr};
  no = yes;
  no.bindings.clear();
  no.results = {ir::intLiteral(3), l};
  const auto both = bind(f, inner, {{"div", intType}, {"t", tree}}, ir::Conditional{c[0], yes, no});
  const auto t = bind(f, inner, {{"t", tree}}, ir::Construct{node, {both[0], c1[1], both[1]}});
  inner.results = {both[0], t[0]};
  const auto res = std::vector<ir::VarId>{f.fresh(intType, ""), f.fresh(tree, "")};
  f.body.bindings.push_back(
      {res, ir::Case{f.parameters[0], {{e, {}, leaf}, {node, {x, l, rr}, inner}}}, {}});
  f.body.results = {res[0], res[1]};
  ir::require(b.program, "building");
  EXPECT_EQ(text::print(b.program), R"({-# LANGUAGE BangPatterns, UnboxedTuples #-}

data Tree = E | B Int Tree Tree

sumFlip :: Tree -> Int -> (# Int, Tree #)
sumFlip E _ =
  let !r = E
  in (# (-1), r #)
sumFlip (B x l r) k =
  let !(# a, l1 #) = sumFlip l k
      !c = x < a
      !(# div1, t #) =
        if c then
          let !n = x `div` a
          in (# n, r #)
        else (# 3, l #)
      !t1 = B div1 l1 t
  in (# div1, t1 #)
)");
}

// A function of Ints whose body adds up its parameters one by one.
ir::FunId addFunction(Builder& b, const std::string& name, const std::vector<std::string>& hints) {
  std::vector<std::pair<std::string, ir::TypeId>> parameters;
  for (const auto& hint : hints) parameters.emplace_back(hint, intType);
  const auto id = b.function(name, parameters, {intType});
  auto& f = b.at(id);
  Atom sum = ir::intLiteral(0);
  for (const auto parameter : f.parameters) {
    sum = bind(f, f.body, {{"s", intType}}, ir::Primitive{PrimOp::Add, {sum, parameter}})[0];
  }
  f.body.results = {sum};
  return id;
}

TEST(Print, VariablesGetLegalNamesOfTheirOwn) {
  Builder b;
  addFunction(b, "f", {"x", "x", "x2", "f", "case", "X y", "", "_z", "max", "x1"});
  EXPECT_EQ(text::print(b.program), R"({-# LANGUAGE BangPatterns #-}

f :: Int -> Int -> Int -> Int -> Int -> Int -> Int -> Int -> Int -> Int -> Int
f x x1 x2 f1 case1 x_y n z max1 x3 =
  let !s = 0 + x
      !s1 = s + x1
      !s2 = s1 + x2
      !s3 = s2 + f1
      !s4 = s3 + case1
      !s5 = s4 + x_y
      !s6 = s5 + n
      !s7 = s6 + z
      !s8 = s7 + max1
  in s8 + x3
)");
}

TEST(Print, OwnNamesHideThePrelude) {
  Builder b;
  addFunction(b, "sum", {"x"});
  addFunction(b, "+", {"x", "y"});
  b.program.module.name = "M";
  b.program.module.exports = "sum, (+)";
  EXPECT_EQ(text::print(b.program), R"({-# LANGUAGE BangPatterns #-}
module M (sum, (+)) where

import Prelude hiding ((+), sum)
import qualified Prelude as P

sum :: Int -> Int
sum x = 0 P.+ x

(+) :: Int -> Int -> Int
(+) x y =
  let !s = 0 P.+ x
  in s P.+ y
)");
}

TEST(Print, HidesInTheImportsThereAre) {
  Builder b;
  addFunction(b, "sum", {"x"});
  addFunction(b, "length", {});
  b.program.module.imports = {"import Prelude hiding (sum, (+))", "import qualified Prelude as Q",
                              "import Data.List (foldl')"};
  b.program.module.pragmas = {"{-# LANGUAGE BangPatterns #-}"};
  EXPECT_EQ(text::print(b.program), R"({-# LANGUAGE BangPatterns #-}

import Prelude hiding (sum, (+), length)
import qualified Prelude as Q
import Data.List (foldl')

sum :: Int -> Int
sum x = 0 Q.+ x

length :: Int
length = 0
)");
}

TEST(Print, ImportsBitOperations) {
  Builder b;
  const auto id = b.function("f", {{"x", intType}}, {intType});
  auto& f = b.at(id);
  const auto y = bind(f, f.body, {{"y", intType}},
                      ir::Primitive{PrimOp::BitAnd, {f.parameters[0], ir::intLiteral(7)}});
  const auto z = bind(f, f.body, {{"z", intType}}, ir::Primitive{PrimOp::ShiftL, {y[0], y[0]}});
  f.body.results = {z[0]};
  b.program.module.imports = {"import Data.Bits (shiftL)"};
  EXPECT_EQ(text::print(b.program), R"({-# LANGUAGE BangPatterns #-}

import Data.Bits (shiftL)
import Data.Bits ((.&.))

f :: Int -> Int
f x =
  let !y = x .&. 7
  in y `shiftL` y
)");
}

TEST(Print, MainIsAnAction) {
  Builder b;
  const auto chars = b.list(charType);
  const auto id = b.function("main", {}, {intType, chars, intType});
  auto& f = b.at(id);
  const auto n = bind(f, f.body, {{"n", intType}},
                      ir::Primitive{PrimOp::Add, {ir::intLiteral(1), ir::intLiteral(-2)}});
  const auto s = bind(f, f.body, {{"s", chars}}, ir::Construct{ir::CtorId{0}, {}});
  f.body.results = {n[0], s[0], ir::intLiteral(5)};
  b.program.outputs = {ir::Output::Print, ir::Output::PutStrLn, ir::Output::Print};
  ir::require(b.program, "building");
  EXPECT_EQ(text::print(b.program), R"({-# LANGUAGE BangPatterns #-}

main :: IO ()
main = do
  let !n = (1 :: Int) + (-2)
      !s = []
  print n
  putStrLn s
  print (5 :: Int)
)");
}

TEST(Print, AscribesWhatUsesLeaveOpen) {
  Builder b;
  const auto ints = b.list(intType);
  const auto id = b.function("f", {{"x", intType}, {"xs", ints}}, {boolType, doubleType, ints});
  auto& f = b.at(id);
  const auto y =
      bind(f, f.body, {{"y", doubleType}}, ir::Primitive{PrimOp::FromIntegral, {f.parameters[0]}});
  const auto w =
      bind(f, f.body, {{"w", wordType}}, ir::Primitive{PrimOp::FromIntegral, {f.parameters[0]}});
  const auto e = bind(f, f.body, {{"e", ints}}, ir::Construct{ir::CtorId{0}, {}});
  const auto u = bind(f, f.body, {{"u", ints}}, ir::Construct{ir::CtorId{0}, {}});
  const auto c =
      bind(f, f.body, {{"c", boolType}}, ir::Primitive{PrimOp::Eq, {w[0], ir::wordLiteral(3)}});
  const auto d = bind(f, f.body, {{"d", boolType}},
                      ir::Primitive{PrimOp::Lt, {ir::wordLiteral(2), ir::wordLiteral(3)}});
  const auto v = bind(f, f.body, {{"v", boolType}}, ir::Primitive{PrimOp::And, {c[0], d[0]}});
  bind(f, f.body, {{"g", boolType}}, ir::Primitive{PrimOp::Seq, {u[0], v[0]}});
  const auto p = bind(f, f.body, {{"p", intType}},
                      ir::Primitive{PrimOp::IntPow, {f.parameters[0], ir::intLiteral(2)}});
  const auto r = bind(f, f.body, {{"r", ints}}, ir::Construct{ir::CtorId{1}, {p[0], e[0]}});
  f.body.results = {v[0], y[0], r[0]};
  ir::require(b.program, "building");
  EXPECT_EQ(text::print(b.program), R"({-# LANGUAGE BangPatterns, UnboxedTuples #-}

f :: Int -> [Int] -> (# Bool, Double, [Int] #)
f x _ =
  let !y = fromIntegral x
      !w = fromIntegral x :: Word
      !e = []
      !u = [] :: [Int]
      !c = w == 3
      !d = (2 :: Word) < 3
      !v = c && d
      !_g = seq u v
      !p = x ^ (2 :: Int)
      !r = p : e
  in (# v, y, r #)
)");
}

// GHC refuses unboxed tuples as bindings at top level.
TEST(Print, ConstantsOfSeveralResultsAreTuples) {
  Builder b;
  const auto pair = b.function("limits", {}, {intType, boolType});
  auto& limits = b.at(pair);
  Block yes, no;
  yes.results = {ir::intLiteral(1), ir::boolLiteral(true)};
  no.results = {ir::intLiteral(2), ir::boolLiteral(false)};
  const auto chosen = bind(limits, limits.body, {{"n", intType}, {"b", boolType}},
                           ir::Conditional{ir::boolLiteral(true), yes, no});
  limits.body.results = {chosen[0], chosen[1]};
  const auto again = b.function("again", {}, {intType, boolType});
  auto& same = b.at(again);
  const auto copied = bind(same, same.body, {{"n", intType}, {"b", boolType}}, ir::Call{pair, {}});
  same.body.results = {copied[0], copied[1]};
  const auto use = b.function("use", {{"x", intType}}, {intType, boolType});
  auto& f = b.at(use);
  const auto both = bind(f, f.body, {{"n", intType}, {"b", boolType}}, ir::Call{again, {}});
  f.body.results = {both[0], both[1]};
  ir::require(b.program, "building");
  EXPECT_EQ(text::print(b.program), R"({-# LANGUAGE BangPatterns, UnboxedTuples #-}

limits :: (Int, Bool)
limits =
  let !(# n, b #) = if True then (# 1, True #) else (# 2, False #)
  in (n, b)

again :: (Int, Bool)
again =
  let !(n, b) = limits
  in (n, b)

use :: Int -> (# Int, Bool #)
use _ =
  let !(n, b) = again
  in (# n, b #)
)");
}

TEST(Print, DeclaresTypesFromTheTable) {
  Builder b;
  const auto pair = b.data("Pair Int Bool", ir::DataShape::Declared, {intType, boolType});
  const auto ints = b.list(intType);
  b.ctor(pair, "P", {intType, boolType, ints});
  const auto pair2 = b.data("Pair Int Int", ir::DataShape::Declared, {intType, intType});
  b.ctor(pair2, "P", {intType, intType, ints});
  const auto record = b.data("R");
  b.ctor(record, ":+:", {pair, record});
  const auto box = b.data("Box Int", ir::DataShape::Declared, {intType});
  b.ctor(box, "Box", {intType, box});
  b.program.types[record.value].deriving = {"Show", "Eq"};
  auto& fields = b.program.constructors.back().fields;
  fields[0].label = "unBox";
  fields[1].label = "next";
  fields[0].strict = true;
  b.program.module.types = {"-- | data\ndata R =\n  (:+:) (Pair Int Bool) R", "infixr 5 :+:, <+>",
                            "infixl 6 `gone`", "infix 4 `f`"};
  addFunction(b, "f", {"x"});
  EXPECT_EQ(text::print(b.program), R"(-- | data
data R =
  (:+:) (Pair Int Bool) R

infixr 5 :+:

infix 4 `f`

data Pair a b = P a b [a]

data Box a = Box { unBox :: !a, next :: Box a }

f :: Int -> Int
f x = 0 + x
)");
}

// f x = if x == 0 then 0 else let y = x - 1 in if y == ... , that many deep, in the `else` branch
// or in the `then` branch.
ir::Program chain(unsigned depth, bool inElse) {
  Builder b;
  const auto id = b.function("f", {{"x", intType}}, {intType});
  auto& f = b.at(id);
  Block inner;
  inner.results = {ir::intLiteral(1)};
  for (unsigned i = 0; i < depth; ++i) {
    Block leaf;
    leaf.results = {ir::intLiteral(static_cast<std::int64_t>(i))};
    Block outer;
    const auto c = bind(f, outer, {{"c", boolType}},
                        ir::Primitive{PrimOp::Eq, {f.parameters[0], ir::intLiteral(i)}});
    ir::Conditional branch{c[0], std::move(leaf), std::move(inner)};
    if (!inElse) std::swap(branch.whenTrue, branch.whenFalse);
    const auto r = bind(f, outer, {{"r", intType}}, std::move(branch));
    outer.results = {r[0]};
    inner = std::move(outer);
  }
  f.body = std::move(inner);
  return b.program;
}

TEST(Print, ChainsOfConditionalsAreNotIndented) {
  EXPECT_EQ(text::print(chain(3, true)), R"({-# LANGUAGE BangPatterns #-}

f :: Int -> Int
f x =
  let !c = x == 2 in
  if c then 2 else
  let !c1 = x == 1 in
  if c1 then 1 else
  let !c2 = x == 0
  in if c2 then 0 else 1
)");
  EXPECT_LT(text::print(chain(2000, true)).size(), 2000U * 60);
}

TEST(Print, DeepNestingIsNotIndentedFurther) {
  EXPECT_LT(text::print(chain(1500, false)).size(), 1500U * 350);
}

}  // namespace
}  // namespace deforest::testing
