// From inferred types to the types of the program: every instance of a parametric type is an
// entry of its own, made when it is first needed.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ir/program.hpp"
#include "text/types/types.hpp"

namespace deforest::text {

/// What the type variables of a function stand for in one instance of it.
using Substitution = std::unordered_map<TypeRef, ir::TypeId>;

/// A constructor of a type without variables. Of one with type variables of its own there is one
/// for all types that those stand for, in their order.
struct GroundConstructor {
  ConId con;
  std::vector<ir::TypeId> variables;
  bool isOneOfSeveral = false;
};

class GroundTypes {
 public:
  /// Enters the scalar types. `number`: what whole numbers are of which nothing says it.
  /// `functionsAreData`: functions may be values at run time (run_time_functions.hpp).
  GroundTypes(TypeTable& source, ir::Program& program, ir::TypeKind number,
              bool functionsAreData = false);

  /// The type without variables that `type` is under `substitution`; variables that nothing
  /// decides become numbers, or (). An unboxed tuple has no such type: see `results`.
  [[nodiscard]] ir::TypeId ground(TypeRef type, const Substitution& substitution);

  /// The types of the results of a term of this type: the elements of an unboxed tuple, or one.
  [[nodiscard]] std::vector<ir::TypeId> results(TypeRef type, const Substitution& substitution);

  /// Whether `type` is an unboxed tuple, or has one inside where none may be.
  [[nodiscard]] bool isUnboxed(TypeRef type) const;
  [[nodiscard]] bool hidesUnboxed(TypeRef type) const;

  /// Whether a value of the type is a function, or has functions inside. Such types have entries
  /// only until `finish`. Where functions are data, only whether it is a function; a newtype of
  /// functions becomes the type of those, then.
  [[nodiscard]] bool isHigher(ir::TypeId type);
  /// Whether it stands for a type constructor, as `Maybe` in what is made for all monads.
  [[nodiscard]] bool isConstructor(ir::TypeId type) const;
  [[nodiscard]] bool isFunction(ir::TypeId type) const { return functionOf(type).has_value(); }
  /// What functions of the type take and result in; of a newtype, what is inside. None of others.
  [[nodiscard]] std::optional<std::pair<ir::TypeId, ir::TypeId>> functionOf(ir::TypeId type) const;
  /// Whether values of the newtype are functions: it and its constructor are nothing at run time.
  [[nodiscard]] bool isFunctionNewtype(ir::TypeId type) const {
    return program_.type(type).isNewtype && isFunction(type);
  }

  /// The type itself, or what is inside of a newtype, and of that if it is one.
  [[nodiscard]] ir::TypeId insideNewtypes(ir::TypeId type) const;

  /// Of an instance of a class: the types that its head is applied to. A type constructor, for
  /// which a variable stands, is its type with a hole for each argument that is missing.
  [[nodiscard]] std::vector<ir::TypeId> headArguments(ir::TypeId type) const;

  [[nodiscard]] ir::TypeId apply(TypeConId con, std::vector<ir::TypeId> arguments);
  [[nodiscard]] ir::TypeId scalar(ir::TypeKind kind) const {
    return ir::TypeId{static_cast<std::uint32_t>(kind)};
  }
  [[nodiscard]] ir::CtorId constructor(ir::TypeId type, ConId con) const {
    return program_.type(type).constructors[source_.constructor(con).tag];
  }

  // ----------------------------------------------------------------------------- generalised.cpp

  /// The constructors of the type, in order, if some of its declaration are generalised; else null.
  [[nodiscard]] const std::vector<GroundConstructor>* generalised(ir::TypeId type) const;
  /// The constructor of that type at these types. Invalid: there is none yet, and there will be one
  /// when the program is made again, since `lacksConstructors`.
  [[nodiscard]] ir::CtorId constructor(ir::TypeId type, ConId con,
                                       const std::vector<ir::TypeId>& variables);
  [[nodiscard]] bool hasGeneralised() const { return !generalised_.empty(); }
  [[nodiscard]] bool lacksConstructors() const { return lacksConstructors_; }
  /// Gives the constructors of generalised types names of their own. Returns those types.
  std::vector<ir::TypeId> nameGeneralised();
  /// Whether `type` is what `pattern` becomes as `substitution` says, which is completed.
  [[nodiscard]] bool fits(TypeRef pattern, ir::TypeId type, Substitution& substitution) const;
  /// The declaration that a data type of the program is an instance of.
  [[nodiscard]] TypeConId declaration(ir::TypeId type) const { return origins_[type.value]; }
  [[nodiscard]] bool functionsAreData() const { return functionsAreData_; }

  /// A word for use in names: `Tree`, `List_Int`, `Tuple_Int_Tree`.
  [[nodiscard]] std::string word(ir::TypeId type) const;
  /// Of the type constructor alone: `Tree`, `List`.
  [[nodiscard]] std::string word(TypeConId con) const;

  /// The type has no entry after `finish`.
  void forget(ir::TypeId type) { higher_.insert_or_assign(type, true); }

  /// Puts the table into an order that does not depend on what was asked for first: scalars,
  /// `declared` types without parameters, the others by name.
  void finish(const std::vector<TypeConId>& declared);

 private:
  [[nodiscard]] ir::TypeId groundWithin(TypeRef type, const Substitution& substitution,
                                        std::size_t& fuel);
  [[nodiscard]] std::string nameOf(TypeConId con, const std::vector<ir::TypeId>& arguments) const;
  [[nodiscard]] std::string nameOfConstructor(TypeConId con,
                                              const std::vector<ir::TypeId>& arguments) const;
  [[nodiscard]] std::string nameOfFunctions() const;
  [[nodiscard]] bool isTypeName(const std::string& name) const;
  [[nodiscard]] std::string word(TypeConId con, const std::vector<ir::TypeId>& arguments) const;
  void fillConstructors(ir::TypeId id, TypeConId con);
  void addConstructor(ir::TypeId id, const SourceConstructor& source,
                      const Substitution& substitution);
  void addGeneralised(ir::TypeId id, ConId con, Substitution substitution);
  [[nodiscard]] bool isGeneralised(TypeConId con) const;
  [[nodiscard]] TypeRef written(ir::TypeId type);
  [[nodiscard]] std::string nameOfGeneralised(TypeConId con,
                                              const std::vector<ir::TypeId>& arguments) const;
  [[nodiscard]] ir::TypeId applied(ir::TypeId constructor, ir::TypeId argument);

  TypeTable& source_;
  ir::Program& program_;
  ir::TypeKind number_;
  bool functionsAreData_;
  std::map<std::pair<TypeConId, std::vector<ir::TypeId>>, ir::TypeId> known_;
  std::vector<TypeConId> origins_;
  std::map<ir::TypeId, bool> higher_;
  std::map<ir::TypeId, std::vector<GroundConstructor>> generalised_;
  bool lacksConstructors_ = false;
  TypeConId holeCon_;
  ir::TypeId hole_;
};

}  // namespace deforest::text
