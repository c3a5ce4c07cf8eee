#include "eval/roots.hpp"

#include "eval/generate.hpp"
#include "ir/printing.hpp"

namespace deforest::eval {

std::vector<ir::TypeId> parameterTypes(const ir::Function& function) {
  std::vector<ir::TypeId> types;
  for (const ir::VarId parameter : function.parameters) {
    types.push_back(function.variables[parameter.value].type);
  }
  return types;
}

namespace {

std::string incomparable(const ir::Program& before, const ir::Function& function,
                         const ir::Program& after, const ir::Function& other,
                         const Correspondence& correspondence) {
  const auto same = [&](ir::TypeId x, ir::TypeId y) { return correspondence.types[x.value] == y; };
  if (!std::ranges::equal(parameterTypes(function), parameterTypes(other), same)) {
    return "`" + function.name + "` takes other parameters";
  }
  if (function.name == "main" && ir::writesOutput(after)) return "";
  if (!std::ranges::equal(function.resultTypes, other.resultTypes, same)) {
    return "`" + function.name + "` has results of other types";
  }
  if (function.name == "main" && before.outputs != after.outputs) {
    return "`main` prints its results in another way";
  }
  return "";
}

}  // namespace

RootReport beginReport(const ir::Program& before, ir::FunId function, const ir::Program& after,
                       ir::FunId other, const Correspondence& correspondence) {
  RootReport report;
  report.root = before.function(function).name;
  report.problem =
      incomparable(before, before.function(function), after, after.function(other), correspondence);
  return report;
}

std::string uninhabited(const ir::Program& program, const std::vector<ir::TypeId>& types) {
  for (const ir::TypeId type : types) {
    if (!smallestTerm(program, type)) return "no value has type `" + program.type(type).name + "`";
  }
  return "";
}

RootReport missing(const std::string& name) {
  RootReport report;
  report.root = name;
  report.problem = "`" + name + "` is missing";
  return report;
}

}  // namespace deforest::eval
