// Functions as C++.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "backends/cpp.hpp"
#include "backends/cpp/cells/reuse.hpp"
#include "backends/cpp/plan/layout.hpp"
#include "backends/cpp/plan/lifetimes.hpp"
#include "backends/cpp/plan/loops.hpp"
#include "backends/cpp/plan/spines.hpp"
#include "backends/cpp/plan/survivors.hpp"
#include "backends/cpp/text/text.hpp"
#include "backends/native/facts.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

/// A function may be emitted several times over.
enum class CppVariant : std::uint8_t {
  Serial,
  Ticking,   ///< Serial, and has beats although it allocates nothing.
  Parallel,  ///< Forks for a number of levels, then serial.
};

/// What is known of a whole program that is being emitted.
struct CppContext {
  const ir::Program& program;
  const CppLayout& layout;
  const CppFacts& facts;
  const std::vector<CellReuse>& reuse;     ///< By function.
  const std::vector<bool>& writesInPlace;  ///< By function: it or something that it calls.
  std::vector<bool> cells{};               ///< By type: whether values of it hold cells.
  CppErrors errors = CppErrors::Exit;
  std::vector<std::string> names{};          ///< Of functions.
  std::vector<std::string> parallelNames{};  ///< Empty for those without such a variant.
  std::vector<std::string> tickingNames{};   ///< The same.
  std::vector<bool> ticks{};    ///< By function: it counts its calls in these variants.
  std::vector<bool> mayFail{};  ///< By function: it or something that it calls.
  std::vector<LoopPlan> loops{};
  ScratchPlans scratch{};
  std::vector<SurvivorPlan> survivors{};      ///< By function.
  std::map<ir::TypeId, std::string> moves{};  ///< What moves values of a type.
  /// Of functions whose parallel variant is a loop.
  std::vector<std::optional<SpinePlan>> spines{};
  std::vector<bool> deep{};            ///< Recursion of it may need much stack.
  std::vector<ir::Function> forked{};  ///< With forks gathered.
  /// By function: parameters read from their end.
  std::vector<std::vector<ir::VarId>> backwards{};
  std::vector<bool> absorbed{};      ///< Is to be compiled as a part of its caller.
  std::set<std::string> reserved{};  ///< Names no local variable may have.
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
