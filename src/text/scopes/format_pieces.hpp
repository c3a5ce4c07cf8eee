// The parts of a format of `printf`.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace deforest::text {

/// Text as it stands, or what becomes of an argument.
struct FormatPiece {
  std::u32string text;  ///< If there is no conversion.
  char conversion = 0;
  int fill = 0;  ///< 0: blanks before, 1: blanks behind, 2: zeros behind the sign.
  int width = 0;
  int precision = -1;           ///< -1: none is written.
  std::u32string sign;          ///< Of a number that is not negative.
  bool prefixed = false;        ///< `0x` and the like are wanted.
  bool widthGiven = false;      ///< As an argument before the others, `*`; a negative one is that
                                ///< width, with blanks behind.
  bool precisionGiven = false;  ///< As an argument behind that.

  /// As a format has it: `%-5.2f`.
  [[nodiscard]] std::string written() const;

  [[nodiscard]] bool isPlain() const {
    return fill == 0 && width == 0 && precision < 0 && sign.empty() && !prefixed && !widthGiven &&
           !precisionGiven;
  }
  /// How many arguments it takes.
  [[nodiscard]] std::size_t arguments() const {
    return conversion == 0 ? 0 : 1U + (widthGiven ? 1U : 0U) + (precisionGiven ? 1U : 0U);
  }
};

/// Why a format is none, or is not in the language.
struct FormatError {
  std::string what;
  std::string hint;
};

/// A definition of the function `name` that does a conversion, in the words of the Prelude.
[[nodiscard]] std::string conversionSource(const FormatPiece& piece, const std::string& name);

/// The pieces of a format; `error` is set if it has none.
[[nodiscard]] std::vector<FormatPiece> formatPieces(std::u32string_view format,
                                                    std::optional<FormatError>& error);

}  // namespace deforest::text
