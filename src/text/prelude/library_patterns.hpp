// Names of libraries that are written as constructors are, and are none: pattern synonyms.
//
//     x :<| rest     as a pattern: what `viewl` makes of the value is `x :< rest`
//                    as an expression: `x <| rest`
#pragma once

#include <string_view>

namespace deforest::text {

struct LibraryPattern {
  std::string_view name;
  std::string_view module;       ///< Of the library.
  std::string_view view;         ///< The library's function that a value is looked at with,
  std::string_view constructor;  ///< and the constructor of what that results in.
  std::string_view function;     ///< The library's function that it is as an expression.
};

/// Null if the library that is called by that module's name has none of that name.
[[nodiscard]] const LibraryPattern* findLibraryPattern(std::string_view module,
                                                       std::string_view name);

/// Those that a type of the library brings with it, separated by blanks: `Seq (..)`.
[[nodiscard]] std::string_view libraryPatternsOf(std::string_view module, std::string_view type);

}  // namespace deforest::text
