#include "ir/archive.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "builder.hpp"
#include "support/check.hpp"

namespace deforest::ir {
namespace {

using testing::TreeProgram;

std::string saved(const Program& program) {
  std::ostringstream out;
  save(out, program);
  return out.str();
}

support::Result<Program> loaded(const std::string& bytes) {
  std::istringstream in(bytes);
  return load(in);
}

// A program with something in every field.
Program everything() {
  TreeProgram p;
  p.program.file = "tree.hs.ir";
  p.program.module = {"Tree",
                      "sumFlip, Tree(..)",
                      {"{-# LANGUAGE X #-}"},
                      {"import Data.Bits"},
                      {"data Tree = ..."},
                      {"untouched = 1"}};
  p.program.types[p.tree.value].deriving = {"Show", "Eq"};
  p.program.types[p.tree.value].position = {3, 1};
  p.program.constructors[p.branch.value].fields[0] = {p.intType, "label", true};
  Function& function = p.function(p.sumFlip);
  function.documentation = "-- | Twice.";
  function.origin = {"sum", "flip"};
  function.position = {7, 1};
  function.library = LibraryName{"Data.Map", "f", {{"", {0}, 0, {}}}};
  const VarId a = function.fresh(p.doubleType, "a");
  const VarId b = function.fresh(p.doubleType, "b");
  const VarId c = function.fresh(p.intType, "c");
  const VarId x = function.fresh(p.intType, "x");
  const VarId y = function.fresh(p.intType, "y");
  const TypeId pair = p.tuple({p.intType, p.intType});
  const VarId q = function.fresh(pair, "q");
  const CtorId ctor = p.program.type(pair).constructors[0];
  const Block failing{{{{c}, Fail{"no"}, {}}}, {c, doubleLiteral(0)}};
  function.body.bindings.push_back(
      {{function.fresh(p.intType, "z"), a},
       Conditional{boolLiteral(true), Block{{}, {intLiteral(-1), doubleLiteral(-0.0)}}, failing},
       {9, 9}});
  function.body.bindings.push_back({{b}, Copy{{a}}, {}});
  function.body.bindings.push_back({{q}, Construct{ctor, {intLiteral(1), intLiteral(2)}}, {}});
  function.body.bindings.push_back({{x, y}, Unpack{ctor, q}, {}});
  function.body.bindings.push_back(
      {{function.fresh(p.tree, "u")}, Foreign{"M.f", {x, intLiteral(7)}}, {}});
  const FunId main = p.declare("main", {}, {p.intType});
  p.define(main, p.body(main).results({intLiteral(5)}));
  p.program.outputs = {Output::Print};
  return p.program;
}

TEST(Archive, KeepsEverything) {
  const Program program = everything();
  const support::Result<Program> back = loaded(saved(program));
  ASSERT_TRUE(back.ok()) << back.diagnostics()[0].message;
  EXPECT_EQ(*back, program);
  EXPECT_EQ(back->file, program.file);
  EXPECT_EQ(back->functions[2].documentation, "-- | Twice.");
  EXPECT_EQ(back->functions[2].origin, program.functions[2].origin);
  EXPECT_EQ(back->functions[2].variables[0].name, "t");
  EXPECT_EQ(back->functions[2].position, program.functions[2].position);
  EXPECT_EQ(back->functions[2].body.bindings[2].position, (Position{9, 9}));
  EXPECT_EQ(saved(*back), saved(program));
}

TEST(Archive, RejectsOtherFiles) {
  const auto result = loaded("module Main where\n");
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.diagnostics()[0].message, "this is not an archive of a program");
  EXPECT_FALSE(loaded("").ok());
}

TEST(Archive, RejectsOtherVersions) {
  std::string bytes = saved(everything());
  bytes[archiveMagic.size()] = 99;
  const auto result = loaded(bytes);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.diagnostics()[0].message, "the archive has version 99, not 19");
}

TEST(Archive, RejectsTruncationAnywhere) {
  const std::string bytes = saved(everything());
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(loaded(bytes.substr(0, length)).ok()) << length;
  }
  EXPECT_FALSE(loaded(bytes + "x").ok());
}

constexpr std::size_t headerSize = 8 + 3 * 8;

// Repairs the checksum, as somebody who wants the damage to be read would.
std::string resealed(std::string bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (std::size_t i = headerSize; i < bytes.size(); ++i) {
    hash = (hash ^ static_cast<unsigned char>(bytes[i])) * 0x100000001b3;
  }
  for (std::size_t i = 0; i < 8; ++i) bytes[24 + i] = static_cast<char>(hash >> (8 * i));
  return bytes;
}

TEST(Archive, DamageIsNoticedByTheChecksum) {
  std::string bytes = saved(everything());
  bytes[headerSize + 40] = static_cast<char>(bytes[headerSize + 40] ^ 1);
  const auto result = loaded(bytes);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.diagnostics()[0].message, "the archive is damaged: its checksum is wrong");
}

// Whatever a byte becomes, the result is a well-formed program or a diagnostic.
TEST(Archive, SurvivesHostileBytes) {
  const std::string bytes = saved(everything());
  std::size_t accepted = 0;
  for (std::size_t i = headerSize; i < bytes.size(); ++i) {
    for (const int value : {0, 1, 0x7f, 0xff}) {
      std::string hostile = bytes;
      hostile[i] = static_cast<char>(value);
      accepted += loaded(resealed(std::move(hostile))).ok() ? 1 : 0;
    }
  }
  EXPECT_GT(accepted, 0U);  // a name may be anything
}

TEST(Archive, RejectsIllFormedPrograms) {
  TreeProgram p;
  p.program.roots = {FunId{7}};
  const auto result = loaded(saved(p.program));
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.diagnostics()[0].message, "the archive is damaged: a root is out of range");
}

// `if True then (if True then ... else 1) else 1`, `depth` deep.
Program nested(int depth) {
  TreeProgram p;
  Function& function = p.function(p.sumFlip);
  Block block{{}, {intLiteral(0)}};
  for (int i = 0; i < depth; ++i) {
    const VarId result = function.fresh(p.intType, "r");
    Block outer;
    outer.bindings.push_back(
        {{result},
         Conditional{boolLiteral(true), std::move(block), Block{{}, {intLiteral(1)}}},
         {}});
    outer.results = {result};
    block = std::move(outer);
  }
  function.body = std::move(block);
  return p.program;
}

TEST(Archive, BoundsNesting) {
  EXPECT_TRUE(loaded(saved(nested(900))).ok());
  EXPECT_THROW((void)saved(nested(1500)), support::LimitError);
}

}  // namespace
}  // namespace deforest::ir
