// What is printed for a module of which some functions were replaced, here by hand: the program
// that replaces it is written as a module with the same types.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "backends/haskell.hpp"
#include "backends/haskell/keep.hpp"
#include "ir/checker.hpp"
#include "text/parse.hpp"

namespace deforest::testing {

/// `change`, if given, is made to the program that replaces `source`.
inline std::string printedAfter(const std::string& source, const std::string& replaced,
                                const std::function<void(ir::Program&)>& change = {}) {
  text::Original original;
  const auto before = text::parse(source, "module.hs.ir", {}, nullptr, &original);
  const auto after = text::parse(replaced, "replaced.hs.ir");
  EXPECT_TRUE(before.ok() && after.ok());
  if (!before || !after) return "";
  EXPECT_EQ(before->types, after->types);
  ir::Program result = *after;
  if (change) change(result);
  const std::size_t roots = result.roots.size();
  const backends::Kept kept = backends::chooseKept(original, *before, *before, result);
  ir::require(result, "choosing what is kept");
  result.roots.resize(roots);
  const std::string text = backends::emitHaskell(result, original, kept);
  EXPECT_TRUE(text::parse(text, "emitted.hs.ir").ok()) << text;
  return text;
}

}  // namespace deforest::testing
