// Instances that a newtype has of its field, and `Bounded` of types of one constructor.
//
//     newtype Cents = Cents Int deriving (Num, Enum)
//
//     instance Num Cents where
//       (Cents x0) + (Cents x1) = Cents (x0 + x1)
//       ...
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "text/parsing/ast.hpp"
#include "text/types/types.hpp"

namespace deforest::text {

/// The text of the instance of that class; nothing if it is not derived so.
[[nodiscard]] std::optional<std::string> instanceOfField(const TypeTable& types, const TypeCon& con,
                                                         const std::string& className);

/// The text of the instance that a newtype has of any class, of its field: each method is that of
/// the field, between the constructor and its field as its signature says. `others` are the types
/// of a class of several; `missing` arguments of the newtype are; `qualifier` stands before the
/// methods. Nothing if some signature does not say it.
///
///     newtype Counter a = Counter (State Int a) deriving (Monad, MonadState Int)
///
///     instance Monad Counter where
///       (>>=) x0 x1 = Counter ((>>=) (case x0 of Counter y -> y) (\y -> case x1 y of ...))
[[nodiscard]] std::optional<std::string> instanceByField(const TypeTable& types, const TypeCon& con,
                                                         const ast::ClassDeclaration& declared,
                                                         const std::vector<ast::TypeExpr>& others,
                                                         std::size_t missing,
                                                         std::string_view qualifier,
                                                         const std::string& context);

}  // namespace deforest::text
