// Functions that are chosen at run time.
//
//     case s of                                    the value is one of a type that is made for it:
//       '+' : r -> Just ((+), r)
//       '-' : r -> Just ((-), r)                   data Choice = Choice_1 String | Choice_2 String
//       _ -> Nothing                                           | Choice_3
//
// Where branches of different shapes meet, the value is passed at run time as a datum that says
// which of the shapes it has, with the leaves of that shape; what takes the value apart, or applies
// it, branches on the datum, and in each branch the function is known again. (Reynolds'
// defunctionalisation with its tag, which other shapes do without.)
#pragma once

#include <map>
#include <vector>

#include "ir/program.hpp"
#include "text/lowering/shapes.hpp"

namespace deforest::text {

/// What the values that meet in one place may be.
struct Choice {
  ir::TypeId type;
  std::vector<ShapeId> variants;  ///< By the tags of the constructors of the type.
  bool open = true;               ///< There may come to be more.
};

/// Thrown where shapes differ that meet, when it was not known beforehand that they would: what
/// they meet in is elaborated again.
struct ChoiceNeeded {
  const void* origin;
};

}  // namespace deforest::text
