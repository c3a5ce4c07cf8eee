// Test files: a program, and in comments that start a line what is expected of it.
//
//     -- The first line says why the file exists.
//     -- run: dead-bindings
//     f :: Int -> Int
//     f x = let { a = x + 1; b = x * 2 } in b
//     -- expect:
//     f :: Int -> Int
//     ...
//
// The program is everything before `-- expect:`, directives included: they are comments to it, and
// positions are those of the file. docs/HACKING.md lists the directives.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace deforest::golden {

class TestFile {
 public:
  /// Reads a file; `known` are the directives it may have. Throws `std::runtime_error` for one
  /// that cannot be read, does not say first why it exists, or has a directive that looks like one
  /// of them misspelt.
  TestFile(std::filesystem::path path, const std::vector<std::string_view>& known);

  /// What stands before `-- expect:`.
  [[nodiscard]] const std::string& program() const { return program_; }
  /// What stands after it; empty if there is none.
  [[nodiscard]] const std::string& expected() const { return expected_; }
  [[nodiscard]] bool expects() const { return expects_; }

  /// The values of a directive, in order.
  [[nodiscard]] std::vector<std::string> all(std::string_view directive) const;
  [[nodiscard]] bool has(std::string_view directive) const { return !all(directive).empty(); }

  /// Rewrites what is expected, and the file.
  void blessExpected(std::string text);
  /// Replaces the values of a directive, where the first of them stood, or else at the end of the
  /// program, and rewrites the file.
  void blessAll(std::string_view directive, const std::vector<std::string>& values);

 private:
  void write() const;

  std::filesystem::path path_;
  std::string program_;
  std::string expected_;
  bool expects_ = false;
};

/// The test files of a directory and those below it, relative to it, in order.
std::vector<std::string> testFiles(const std::filesystem::path& directory);

/// The name of a file as GoogleTest accepts it.
std::string caseName(const std::string& file);

/// Are expectations to be rewritten (DEFOREST_BLESS=1)?
bool blessing();

/// The words of a line, split at blanks.
std::vector<std::string> words(const std::string& line);

}  // namespace deforest::golden
