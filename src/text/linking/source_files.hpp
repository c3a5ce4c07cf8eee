// The files of which a program of several modules is read.
//
// Their texts stand one behind the other, so that a position says which of them it is in:
//
//     line 1    module Main where ...         src/Main.hs
//     line 41   {-# LINE 1 "src/Shapes.hs" #-}
//     line 42   module Shapes where ...       src/Shapes.hs, line 1
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ir/program.hpp"
#include "support/diagnostic.hpp"

namespace deforest::text {

class SourceFiles {
 public:
  /// Adds a file, and says how many lines stand before it.
  std::uint32_t add(std::string path, std::string_view text);

  /// All texts.
  [[nodiscard]] const std::string& text() const { return text_; }
  /// Whether there is more than one file.
  [[nodiscard]] bool several() const { return files_.size() > 1; }

  /// The files but the first, and the lines before each.
  [[nodiscard]] std::vector<ir::SourceFile> imported() const;

  /// The same, where those that are about another file than the first say so, and where in it.
  [[nodiscard]] support::Diagnostics located(support::Diagnostics diagnostics) const;
  [[nodiscard]] support::Diagnostic located(support::Diagnostic diagnostic) const;

 private:
  struct File {
    std::uint32_t before;  // lines
    std::shared_ptr<const support::SourceText> source;
  };
  std::vector<File> files_;  // in order
  std::string text_;
  std::uint32_t lines_ = 0;
};

}  // namespace deforest::text
