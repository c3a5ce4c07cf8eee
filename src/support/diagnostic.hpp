// What is wrong with the user's program, and where. Diagnostics are values: collected, sorted by
// position and rendered once, as `file:line:column: error: ...`, the source line and a caret.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "support/check.hpp"

namespace deforest::support {

/// A place in the source. Lines and columns count from 1; line 0 means "nowhere in the source".
struct Position {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  [[nodiscard]] bool known() const { return line != 0; }
  auto operator<=>(const Position&) const = default;
};

/// A piece of one source line or of several: from `begin` up to, not including, `end`.
struct Span {
  Position begin;
  Position end;
  auto operator<=>(const Span&) const = default;
};

/// An error leaves no program; a warning goes with one.
enum class Severity : std::uint8_t { Error, Warning };

/// A file of several that a program is read of.
struct SourceText {
  std::string file;
  std::string text;
  std::uint32_t order = 0;
};

struct Diagnostic {
  Span span;
  std::string message;  ///< What is wrong: one line, no full stop, lower case.
  std::string hint;     ///< What would be right; may be empty.
  Severity severity = Severity::Error;
  /// Where it is, if that is not the text that is read, but one that this imports.
  std::shared_ptr<const SourceText> source = nullptr;
  bool operator==(const Diagnostic&) const = default;
};

using Diagnostics = std::vector<Diagnostic>;

/// A limit that is met at a place in the source.
class LocatedLimit : public LimitError {
 public:
  explicit LocatedLimit(Diagnostic found)
      : LimitError(found.message), diagnostic(std::move(found)) {}
  Diagnostic diagnostic;
};

/// A value, or the reasons why there is none.
template <class T>
class Result {
 public:
  Result(T value) : state_(std::move(value)) {}  // NOLINT(google-explicit-constructor)
  Result(Diagnostics diagnostics)
      : state_(std::move(diagnostics)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }
  T& operator*() { return std::get<0>(state_); }
  const T& operator*() const { return std::get<0>(state_); }
  T* operator->() { return &std::get<0>(state_); }
  const T* operator->() const { return &std::get<0>(state_); }
  [[nodiscard]] const Diagnostics& diagnostics() const { return std::get<1>(state_); }

 private:
  std::variant<T, Diagnostics> state_;
};

/// Renders diagnostics in order of position, at most `limit` of them; a last line says how many
/// more there are. Warnings and errors are not mixed. `file` is printed as given, `text` is the
/// whole source.
std::string render(const Diagnostics& diagnostics, std::string_view file, std::string_view text,
                   std::size_t limit = 20);

}  // namespace deforest::support
