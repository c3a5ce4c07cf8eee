// The language's own sources as syntax trees.
//
// A tree is made when it is first asked for and serves every program that is read from then on.
// It is some twenty times as large as its text, and of no use once programs have been read, while
// what comes then takes the most memory: whoever knows that the last one was read says so.
#pragma once

#include <mutex>
#include <optional>
#include <string>

#include "text/parsing/ast.hpp"

namespace deforest::text {

/// One of these sources. Lives as long as the process.
class ParsedSource {
 public:
  explicit ParsedSource(std::string (*text)());
  ParsedSource(const ParsedSource&) = delete;
  ParsedSource& operator=(const ParsedSource&) = delete;
  ~ParsedSource() = default;

  /// Its tree, which stands until `forgetParsedSources`.
  [[nodiscard]] const ast::Module& module();

 private:
  friend void forgetParsedSources();

  std::string (*text_)();
  ParsedSource* next_;  // Of all that there are.
  std::mutex mutex_;
  std::optional<ast::Module> module_;
};

/// Frees all trees; what is asked for again is parsed again. Not while a program is being read.
void forgetParsedSources();

}  // namespace deforest::text
