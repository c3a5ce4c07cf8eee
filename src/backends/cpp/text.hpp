// Lines of C++, broken where they are too long.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace deforest::backends {

class CppText {
 public:
  /// A statement, declaration or the like on a line of its own, or several where it must be broken.
  void line(const std::string& text);
  /// The declaration of a variable (`const auto* name`) as what a call of a template comes to.
  void declare(const std::string& variable, const std::string& callee,
               const std::string& arguments);
  void blank() { text_ += '\n'; }
  void open(const std::string& text) {
    line(text);
    ++depth_;
  }
  void close(const std::string& text = "}") {
    --depth_;
    line(text);
  }
  void indent() { ++depth_; }
  void outdent() { --depth_; }
  /// A comment of as many lines as it needs.
  void comment(std::string_view text, std::string_view mark = "//");
  [[nodiscard]] const std::string& str() const { return text_; }
  [[nodiscard]] std::size_t depth() const { return depth_; }
  /// Whether the text has room on one line.
  [[nodiscard]] bool fits(std::string_view text) const;
  void append(const std::string& raw) { text_ += raw; }

 private:
  std::string text_;
  std::size_t depth_ = 0;
};

/// The initialisers of an aggregate in braces; with the names of the fields if they are long.
[[nodiscard]] std::string cppAggregate(const std::vector<std::string>& names,
                                       const std::vector<std::string>& values);

}  // namespace deforest::backends
