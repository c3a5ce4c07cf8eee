// Functions as C++.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "backends/cpp.hpp"
#include "backends/cpp/text.hpp"
#include "backends/native/code.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

/// A function may be emitted several times over.
enum class CppVariant : std::uint8_t {
  Serial,
  Ticking,   ///< Serial, and has beats although it allocates nothing.
  Parallel,  ///< Forks for a number of levels, then serial.
};

/// What is known of a whole program that is being emitted: its code, and what everything is called.
struct CppContext {
  const NativeCode& code;
  const CppLayout& layout;
  CppErrors errors = CppErrors::Exit;
  std::vector<std::string> names{};          ///< Of functions.
  std::vector<std::string> parallelNames{};  ///< Empty for those without such a variant.
  std::vector<std::string> tickingNames{};   ///< The same.
  std::vector<bool> ticks{};    ///< By function: it counts its calls in these variants.
  std::vector<bool> mayFail{};  ///< By function: it or something that it calls.
  std::vector<bool> deep{};     ///< By function: its recursion may need much stack.
  std::map<ir::TypeId, std::string> moves{};  ///< What moves values of a type.
  std::set<std::string> reserved{};           ///< Names no local variable may have.
  /// Of a program that keeps a profile, by function: its name there, as a place in `profileNames`.
  std::vector<std::size_t> profiled{};
  std::vector<std::string> profileNames{};

  [[nodiscard]] bool keepsProfile() const { return !profiled.empty(); }

  /// The name of the best variant of a callee, seen from a variant of its caller.
  [[nodiscard]] CppVariant variantOf(ir::FunId callee, CppVariant caller) const;
  [[nodiscard]] const std::string& nameOf(ir::FunId id, CppVariant variant) const;
  [[nodiscard]] bool takesWorker(ir::FunId id, CppVariant variant) const;
};

/// The head of a function, without what follows the parameters; `prefix` stands before it.
[[nodiscard]] std::string cppPrototype(const CppContext& context, ir::FunId id, CppVariant variant,
                                       const std::string& prefix);

void emitFunction(const CppContext& context, ir::FunId id, CppVariant variant,
                  const std::string& prefix, CppText& out);

/// `file:line:column` as it stands behind the arguments of what may fail, after a comma; empty if
/// it is not known, or nobody is told.
[[nodiscard]] std::string cppPosition(const CppContext& context, ir::Position position);

/// Whether the function would go on for long without a beat if it did not count its visits.
[[nodiscard]] bool mustTick(const CppContext& context, ir::FunId id);

/// How a parameter of the type is passed: by value, or by reference if it is large.
[[nodiscard]] std::string cppParameter(const CppType& type);

}  // namespace deforest::backends
