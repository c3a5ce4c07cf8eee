// `deriving Read`: instances, written as text.
//
//     data Shape = Dot | Box {side :: Int, inner :: Maybe Shape} deriving Read
//
//     instance Read Shape where
//       readsPrec d s = readOperand (\p t ->
//         [(Dot, r0) | r0 <- readWord "Dot" t] ++
//         (if p > 11 then [] else
//           [(Box x0 x1, r8) | r0 <- readWord "Box" t, r1 <- readMark '{' r0, ...])) d s
//
// What binds weaker than its surroundings is read within parentheses only, as Haskell's report has
// it (section 11.4).
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "text/types/types.hpp"

namespace deforest::text {

/// Those of the types that derive `Read` and whose fields can be read: in the class `reads`, or of
/// such types.
[[nodiscard]] std::set<TypeConId> readableTypes(const TypeTable& types,
                                                const std::vector<TypeConId>& declared,
                                                Classes reads);

/// The instance. `precedences`: of constructors between their fields, where they are declared.
[[nodiscard]] std::string readInstance(const TypeTable& types, const TypeCon& con,
                                       const std::map<std::string, int>& precedences);

}  // namespace deforest::text
