// Constructors that nothing makes, and what is left of matches on their types.
#include "backends/native/drop_unmade.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ir/checker.hpp"
#include "text/parse.hpp"

namespace deforest::testing {
namespace {

constexpr std::string_view handles = R"(module M (size) where

data Handle = In | Out | File Handle Int

f :: Handle -> Int -> Int
f h n = case h of
  In -> n
  Out -> n + 1
  File inner k -> f inner (k + n)

size :: Int -> Int
)";

ir::Program after(const std::string& text) {
  ir::Program program = *text::parse(text, "test.hs.ir", {});
  pipeline::Context context;
  program = backends::dropUnmade().run(std::move(program), context);
  EXPECT_EQ(ir::check(program), std::vector<std::string>());
  return program;
}

std::vector<std::string> constructorsOf(const ir::Program& program, std::string_view type) {
  std::vector<std::string> names;
  for (const ir::Type& each : program.types) {
    if (each.name != type) continue;
    for (const ir::CtorId ctor : each.constructors) {
      names.push_back(program.constructor(ctor).name);
    }
  }
  return names;
}

using Names = std::vector<std::string>;

TEST(DropUnmade, WhatOnlyItsOwnAlternativeMakes) {
  const ir::Program program =
      after(std::string(handles) + "size n = f (if n > 0 then In else Out) n\n");
  EXPECT_EQ(constructorsOf(program, "Handle"), (Names{"In", "Out"}));
}

TEST(DropUnmade, OneThatIsLeftIsTakenApart) {
  const ir::Program program = after(std::string(handles) + "size n = f Out n\n");
  EXPECT_EQ(constructorsOf(program, "Handle"), Names{"Out"});
}

TEST(DropUnmade, NotWhatIsMadeBehindAnother) {
  const ir::Program program = after(std::string(handles) + "size n = f (File In 2) n\n");
  EXPECT_EQ(constructorsOf(program, "Handle"), (Names{"In", "File"}));
}

TEST(DropUnmade, NotWhatComesFromOutside) {
  std::string text(handles);
  text.replace(text.find("size :: Int -> Int"), 18, "size :: Handle -> Int");
  const ir::Program program = after(text + "size h = f h 1\n");
  EXPECT_EQ(constructorsOf(program, "Handle"), (Names{"In", "Out", "File"}));
}

TEST(DropUnmade, NotOfATypeWithoutValues) {
  const ir::Program program = after(R"(module M (size) where

data Never = Never Never
data Choice = Left' | Right'

f :: Never -> Choice -> Int
f (Never inner) c = case c of
  Left' -> f inner Right'
  Right' -> 2

size :: Int -> Int
size n = if n < 0 then f (error "none") Left' else n
)");
  EXPECT_EQ(constructorsOf(program, "Never"), Names{"Never"});
  EXPECT_EQ(constructorsOf(program, "Choice"), (Names{"Left'", "Right'"}));
}

}  // namespace
}  // namespace deforest::testing
