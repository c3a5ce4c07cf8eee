// Which instance of a class a type has, where there are instances of some of a constructor's types
// beside the one of all of them, or instead of it:
//
//     instance Pretty a => Pretty [a]                       of all lists
//     instance {-# OVERLAPPING #-} Pretty [Char]            of those of characters
//     instance Pretty v => Pretty (Map String v)            of some maps, and no others
//
// An instance fits a type that its head becomes when its variables are replaced. Of several that
// fit the most specific one is meant, if a pragma at one of the two says so. While a type is not
// known well enough, an instance may come to fit it later; then nothing is chosen.
//
// The GHC User's Guide, "Overlapping instances".
#pragma once

#include <map>

#include "text/types/types.hpp"

namespace deforest::text {

enum class Fit : std::uint8_t { Never, Perhaps, Always };

/// What the variables of an instance's head stand for in a type that it fits.
using HeadVariables = std::map<TypeRef, TypeRef>;

/// Whether `type` is what `head` becomes when its variables are replaced.
[[nodiscard]] Fit fitOf(const TypeTable& types, TypeRef head, TypeRef type,
                        HeadVariables& variables);

/// The instance of the class at a type whose constructor has several.
struct InstanceChoice {
  enum class Kind : std::uint8_t {
    None,     ///< No instance fits.
    All,      ///< The one of all types of the constructor.
    Narrow,   ///< The one of some of them, at `place` in `TypeCon::narrow`.
    Open,     ///< That depends on what is not known of the type.
    Several,  ///< None is the most specific one, or no pragma says that it is meant.
  };
  Kind kind = Kind::None;
  std::size_t place = 0;
  HeadVariables variables;
};
[[nodiscard]] InstanceChoice chooseInstance(const TypeTable& types, TypeRef type, Classes ofClass);

/// The variables of a type, in order of occurrence.
[[nodiscard]] std::vector<TypeRef> variablesOf(const TypeTable& types, TypeRef type);

}  // namespace deforest::text
