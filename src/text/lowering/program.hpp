// The program while it is made: which instances of which functions are needed, and their names.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "text/lowering/types.hpp"
#include "text/original.hpp"
#include "text/scopes/report.hpp"
#include "text/scopes/tree.hpp"

namespace deforest::text {

/// Thrown after a report that only this phase could make; the function is given up.
struct ElaborationAbort {};

/// Structural functions that are made for data types when they are needed.
/// `FromEnum` gives the number of the constructor, of types with fields too.
enum class DerivedKind : std::uint8_t { Equal, Compare, FromEnum, ToEnum, Show, ShowsPrec };

class ProgramBuilder {
 public:
  ProgramBuilder(resolved::Module& module, ir::Program& program, Reporter& reporter);

  resolved::Module& module;
  ir::Program& program;
  Reporter& reporter;
  GroundTypes types;
  bool lazy = false;  ///< As in `ParseOptions`.

  /// The instance of a function at these types of its own and its enclosing functions' type
  /// variables, outermost first (see `typeVariables`); made later if it is new.
  ir::FunId instance(resolved::FunctionId function, std::vector<ir::TypeId> arguments);

  /// The function that a method is at these types: of the class's variable, and of those that the
  /// method has besides. None if the instance does not define it, and the class does not either.
  std::optional<ir::FunId> method(resolved::FunctionId method, std::vector<ir::TypeId> arguments);

  /// The method of an instance that the module declares of a class of the Prelude's; none if it
  /// declares none, or one without that method.
  std::optional<ir::FunId> ownMethod(Class c, std::string_view name, ir::TypeId type);

  /// What a declared instance defines; null if there is none.
  [[nodiscard]] const resolved::InstanceMethods* declaredInstance(Classes classes,
                                                                  ir::TypeId type) const;

  /// The type variables that an instance of the function fixes.
  [[nodiscard]] std::vector<TypeRef> typeVariables(resolved::FunctionId function) const;

  /// The structural function for a data type; made at once or, if recursive, by who asked first.
  ir::FunId derived(DerivedKind kind, ir::TypeId type);

  /// A function for code of `owner` that several branches share, named after it.
  ir::FunId addShared(ir::FunId owner, ir::Function function);

  /// Makes everything that the instances asked for so far need.
  void run();

  /// Gives the functions their names and their order, and the roots their place.
  void finish(const std::vector<ir::FunId>& roots, const std::vector<std::string>& reserved);

  /// What the functions are in the source, by the names that `finish` gave them.
  [[nodiscard]] std::map<std::string, Provenance> provenance() const;

  /// Number of the term at or after which no function has been called yet: see scope_tree.
  [[nodiscard]] bool callsBetween(std::uint32_t begin, std::uint32_t end) const {
    return callsBefore_[end] != callsBefore_[begin];
  }

 private:
  enum class Origin : std::uint8_t { Instance, Shared, Derived };
  struct Entry {
    Origin origin = Origin::Instance;
    resolved::FunctionId source;        // Instance
    std::vector<ir::TypeId> arguments;  // Instance
    ir::FunId owner;                    // Shared
    DerivedKind kind = DerivedKind::Equal;
    ir::TypeId type;  // Derived
  };

  ir::FunId add(Entry entry);
  void countCalls();
  [[nodiscard]] std::string baseName(const Entry& entry, bool sole) const;
  [[nodiscard]] std::pair<std::size_t, std::size_t> rank(std::size_t index) const;
  void assignNames(const std::vector<std::string>& reserved);
  [[nodiscard]] std::optional<Provenance> provenanceOf(const Entry& entry) const;
  [[nodiscard]] Provenance provenanceOfMethod(const resolved::Function& function) const;
  [[nodiscard]] OpenTypes openTypesOf(const resolved::Function& function) const;
  void dropForeignPositions();

  std::vector<Entry> entries_;      // by FunId, before `finish`
  std::vector<std::string> names_;  // the same
  std::map<std::pair<resolved::FunctionId, std::vector<ir::TypeId>>, ir::FunId> instances_;
  std::map<std::pair<DerivedKind, ir::TypeId>, ir::FunId> derived_;
  std::vector<ir::FunId> work_;
  std::vector<std::uint32_t> callsBefore_;
};

}  // namespace deforest::text
