// Changes to a text that leave the rest of it as it is, byte for byte.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "text/line_origins.hpp"

namespace deforest::backends {

class TextEdit {
 public:
  /// Both must outlive the edit. Where lines were added or taken away, and before what begins a
  /// line in the place of something else, stand LINE pragmas that `origins` gives, if it gives any.
  TextEdit(const std::string& text, const text::LineOrigins& origins)
      : text_(text), origins_(origins) {}

  /// Puts something, with the line ends of the text, in the place of a range that overlaps no
  /// other. Of several insertions at one place the first comes first.
  void replace(std::size_t begin, std::size_t end, std::string by);

  /// Takes whole lines away: those that the range touches. Ranges may overlap. Of the blank lines
  /// around them one is left.
  void dropLines(std::size_t begin, std::size_t end);

  [[nodiscard]] std::string run();

 private:
  struct Change {
    std::size_t begin;
    std::size_t end;
    std::string by;
  };
  void mergeDropped();
  [[nodiscard]] bool isBlank(std::size_t begin, std::size_t end) const;
  [[nodiscard]] std::size_t lineBegin(std::size_t at) const;
  [[nodiscard]] std::size_t behindLine(std::size_t at) const;
  [[nodiscard]] std::size_t lineOf(std::size_t at) const;
  void mark(Change& change) const;

  const std::string& text_;
  const text::LineOrigins& origins_;
  std::vector<Change> changes_;
  std::vector<Change> dropped_;
};

}  // namespace deforest::backends
