// Types, constructors and functions that are added to a program, under names that it does not have.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "ir/program.hpp"
#include "simplify/names.hpp"

namespace deforest::backends {

/// Refers to the program.
class Additions {
 public:
  explicit Additions(ir::Program& program);

  ir::TypeId addType(const std::string& name);
  /// Behind the constructors that the type has.
  ir::CtorId addCtor(ir::TypeId type, const std::string& name,
                     const std::vector<ir::TypeId>& fields);
  /// Of one parameter; it has no body yet.
  ir::FunId addFunction(const std::string& name, ir::TypeId parameter, ir::TypeId result);
  /// A constructor for a call of the function that has not been made.
  ir::CtorId addCall(ir::TypeId type, const std::string& function,
                     const std::vector<ir::TypeId>& arguments);

  std::string uniqueFunction(const std::string& name) { return names_.unique(name); }
  std::string uniqueType(const std::string& name);
  std::string uniqueCtor(const std::string& name);

 private:
  ir::Program& program_;
  simplify::Names names_;
  std::set<std::string> typeNames_;
  std::set<std::string> ctorNames_;
};

/// The type Bool, which is added if the program has none.
[[nodiscard]] ir::TypeId booleanType(ir::Program& program);

/// One binding behind the others of the block.
ir::VarId bindIn(ir::Function& function, ir::Block& block, ir::TypeId type, const std::string& name,
                 ir::Operation operation);

/// In a match of the function, the alternative of a call that has not been made: it makes it.
[[nodiscard]] ir::Alternative callAlternative(const ir::Program& program, ir::Function& function,
                                              ir::CtorId ctor, ir::FunId callee);

/// Makes the function a match on its only parameter.
void makeMatch(ir::Function& function, std::vector<ir::Alternative> alternatives);

}  // namespace deforest::backends
