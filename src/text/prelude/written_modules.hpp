// Modules of libraries that the compiler has as text, and links with programs that import them as
// if they were modules of the program (text/linking/link.hpp): the monad transformers of
// transformers and mtl, Data.Text, Data.Vector, Data.Tree and Data.Graph, Data.List.NonEmpty,
// ReadP, Data.Bifunctor, natural numbers, and Control.Arrow for functions. Where Haskell becomes
// Haskell they are not there: what uses them stays as it is written.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace deforest::text {

/// Where the class of overloaded literals of Strings is defined, with `fromString`.
/// Where natural numbers as types are.
inline constexpr std::string_view digitsModule = "GHC.TypeLits.Digits'";
inline constexpr std::string_view overloadedStrings = "Data.String.Overloaded'";

/// The text of the module; nothing if it is none of these. `withActions`: the program is one of
/// actions that are values, so that they can be lifted.
[[nodiscard]] std::optional<std::string> writtenModule(std::string_view name, bool withActions);

/// The modules of the language that such a module exports besides.
[[nodiscard]] std::span<const std::string_view> alsoExportedBy(std::string_view name);

/// Whether the name of a function, a constructor or a type is one that such a module exports.
[[nodiscard]] bool isOfWrittenModule(std::string_view module, std::string_view name);

/// Where the name is imported from that a module defines: the module, but for those that define
/// what others export and are nobody's to import.
[[nodiscard]] std::string_view moduleToImport(std::string_view definedIn, std::string_view name);

/// What their files are called in messages.
[[nodiscard]] std::string fileOfWrittenModule(std::string_view name);
[[nodiscard]] bool isFileOfWrittenModule(std::string_view file);

}  // namespace deforest::text
