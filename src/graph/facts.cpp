#include "graph/facts.hpp"

#include <algorithm>
#include <set>

#include "graph/demand.hpp"
#include "graph/failures.hpp"
#include "ir/measure.hpp"
#include "ir/primitives.hpp"
#include "ir/traverse.hpp"

namespace deforest::graph {
namespace {

std::optional<std::uint32_t> parameterIndex(const ir::Function& function, const ir::Atom& atom) {
  const auto* variable = ir::variableOf(atom);
  if (variable == nullptr) return std::nullopt;
  const auto& parameters = function.parameters;
  const auto found = std::find(parameters.begin(), parameters.end(), *variable);
  if (found == parameters.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - parameters.begin());
}

// The parameter of the first Case, else of the first Unpack, on a parameter.
std::optional<std::uint32_t> takenApart(const ir::Function& function) {
  std::optional<std::uint32_t> cased;
  std::optional<std::uint32_t> unpacked;
  ir::forEachBinding(function.body, [&](const ir::Binding& binding) {
    if (const auto* match = std::get_if<ir::Case>(&binding.operation)) {
      if (!cased) cased = parameterIndex(function, match->scrutinee);
    } else if (const auto* unpack = std::get_if<ir::Unpack>(&binding.operation)) {
      if (!unpacked) unpacked = parameterIndex(function, unpack->scrutinee);
    }
  });
  return cased ? cased : unpacked;
}

// Marks parameter `atom` of `function` in `marks`; whether that is news.
bool mark(const ir::Function& function, const ir::Atom& atom, std::vector<bool>& marks) {
  const auto index = parameterIndex(function, atom);
  if (!index || marks[*index]) return false;
  marks[*index] = true;
  return true;
}

bool findMatched(const ir::Function& function, const Facts& facts, std::vector<bool>& matched) {
  bool news = false;
  ir::forEachBinding(function.body, [&](const ir::Binding& binding) {
    if (const auto* match = std::get_if<ir::Case>(&binding.operation)) {
      news |= mark(function, match->scrutinee, matched);
    } else if (const auto* call = std::get_if<ir::Call>(&binding.operation)) {
      const auto& calleeMatched = facts[call->callee.value].matched;
      for (std::size_t i = 0; i < call->arguments.size(); ++i) {
        if (calleeMatched[i]) news |= mark(function, call->arguments[i], matched);
      }
    }
  });
  return news;
}

// Adds to `ends` every variable that the given results of `block` may be.
void followResults(const ir::Block& block, const Facts& facts, std::set<ir::VarId>& ends) {
  for (const ir::Atom& atom : block.results) {
    if (const auto* variable = ir::variableOf(atom)) ends.insert(*variable);
  }
  for (auto binding = block.bindings.rbegin(); binding != block.bindings.rend(); ++binding) {
    const bool wanted = std::any_of(binding->results.begin(), binding->results.end(),
                                    [&](ir::VarId result) { return ends.contains(result); });
    if (!wanted) continue;
    if (const auto* call = std::get_if<ir::Call>(&binding->operation)) {
      const auto& returned = facts[call->callee.value].returned;
      for (std::size_t i = 0; i < call->arguments.size(); ++i) {
        const auto* argument = ir::variableOf(call->arguments[i]);
        if (argument != nullptr && returned[i]) ends.insert(*argument);
      }
    } else if (const auto* copy = std::get_if<ir::Copy>(&binding->operation)) {
      for (const ir::Atom& atom : copy->atoms) {
        if (const auto* variable = ir::variableOf(atom)) ends.insert(*variable);
      }
    } else {
      ir::forEachBlock(binding->operation,
                       [&](const ir::Block& inner) { followResults(inner, facts, ends); });
    }
  }
}

bool findReturned(const ir::Function& function, const Facts& facts, std::vector<bool>& returned) {
  std::set<ir::VarId> ends;
  followResults(function.body, facts, ends);
  bool news = false;
  for (const ir::VarId variable : ends) news |= mark(function, variable, returned);
  return news;
}

// Whether the operation itself is one that a mere look may do, calls aside.
bool isLook(const ir::Operation& operation) {
  if (const auto* primitive = std::get_if<ir::Primitive>(&operation)) {
    return ir::isTotal(primitive->op, primitive->arguments);
  }
  if (const auto* construct = std::get_if<ir::Construct>(&operation)) {
    return construct->fields.empty();
  }
  return !std::holds_alternative<ir::Fail>(operation) &&
         !std::holds_alternative<ir::Foreign>(operation);
}

// Fills in which functions only look.
void findLooks(const ir::Program& program, Facts& facts) {
  for (std::size_t i = 0; i < facts.size(); ++i) facts[i].looks = !facts[i].recursive;
  for (bool news = true; news;) {
    news = false;
    for (std::size_t i = 0; i < facts.size(); ++i) {
      if (!facts[i].looks) continue;
      ir::forEachBinding(program.functions[i].body, [&](const ir::Binding& binding) {
        const auto* call = std::get_if<ir::Call>(&binding.operation);
        const bool look =
            call != nullptr ? facts[call->callee.value].looks : isLook(binding.operation);
        facts[i].looks = facts[i].looks && look;
      });
      news = news || !facts[i].looks;
    }
  }
}

// Bindings of functions, with those of what they call; functions that call themselves are not
// counted where they are called. More than a few are as many as any.
class UnfoldedSizes {
 public:
  static constexpr std::size_t few = 12;

  UnfoldedSizes(const ir::Program& program, const CallGraph& calls)
      : program_(program), calls_(calls), sizes_(program.functions.size()) {}

  // Callees first, this goes no deeper than a cycle is long.
  std::size_t of(ir::FunId function) {
    if (const auto& known = sizes_[function.value]) return *known;
    sizes_[function.value] = few + 1;  // Of one that it is in the midst of: there is no end to it.
    const ir::Block& body = program_.function(function).body;
    std::size_t size = ir::size(body);
    ir::forEachBinding(body, [&](const ir::Binding& binding) {
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call == nullptr || size > few || callsItself(call->callee)) return;
      size += of(call->callee);
    });
    size = std::min(size, few + 1);
    sizes_[function.value] = size;
    return size;
  }

 private:
  [[nodiscard]] bool callsItself(ir::FunId function) const {
    const std::vector<ir::FunId>& callees = calls_.callees[function.value];
    return std::ranges::binary_search(callees, function);
  }

  const ir::Program& program_;
  const CallGraph& calls_;
  std::vector<std::optional<std::size_t>> sizes_;  // By FunId.
};

void findSmall(const ir::Program& program, const CallGraph& calls, Facts& facts) {
  UnfoldedSizes sizes(program, calls);
  for (const auto& component : calls.components) {
    for (const ir::FunId function : component) {
      facts[function.value].small = sizes.of(function) <= UnfoldedSizes::few;
    }
  }
}

}  // namespace

bool isTree(const ir::Program& program, ir::TypeId type) {
  const auto& constructors = program.type(type).constructors;
  return std::any_of(constructors.begin(), constructors.end(),
                     [&](ir::CtorId ctor) { return !program.constructor(ctor).fields.empty(); });
}

std::vector<bool> recursiveTypes(const ir::Program& program) {
  std::vector<bool> result;
  for (std::uint32_t start = 0; start < program.types.size(); ++start) {
    std::vector<bool> seen(program.types.size());
    std::vector<std::uint32_t> waiting{start};
    while (!waiting.empty()) {
      const ir::Type& type = program.types[waiting.back()];
      waiting.pop_back();
      for (const ir::CtorId ctor : type.constructors) {
        for (const ir::Field& field : program.constructor(ctor).fields) {
          if (seen[field.type.value]) continue;
          seen[field.type.value] = true;
          waiting.push_back(field.type.value);
        }
      }
    }
    result.push_back(seen[start]);
  }
  return result;
}

Facts factsOf(const ir::Program& program, bool lazy) {
  const CallGraph calls = callGraph(program);
  const std::vector<bool> recursiveType = recursiveTypes(program);
  Facts facts(program.functions.size());
  for (std::size_t i = 0; i < facts.size(); ++i) {
    const ir::Function& function = program.functions[i];
    facts[i].recursive = calls.recursive[i];
    facts[i].matched.resize(function.parameters.size());
    facts[i].returned.resize(function.parameters.size());
    facts[i].returnsTree = std::any_of(function.resultTypes.begin(), function.resultTypes.end(),
                                       [&](ir::TypeId type) { return isTree(program, type); });
    facts[i].weighs = facts[i].recursive ||
                      std::any_of(function.resultTypes.begin(), function.resultTypes.end(),
                                  [&](ir::TypeId type) { return recursiveType[type.value]; });
  }
  for (std::size_t i = 0; i < facts.size(); ++i)
    facts[i].reaches = reachable(calls, calls.callees[i]);
  const std::vector<bool> failing = failingIn(program, calls);
  for (std::size_t i = 0; i < facts.size(); ++i) facts[i].fails = failing[i];
  findLooks(program, facts);
  findSmall(program, calls, facts);
  const Demands demands = lazy ? demandsOf(program) : Demands();
  const auto isLibrary = [&](std::size_t i) { return program.functions[i].library.has_value(); };
  for (const auto& component : calls.components) {
    for (bool news = true; news;) {
      news = false;
      for (const ir::FunId id : component) {
        if (isLibrary(id.value)) continue;
        const ir::Function& function = program.function(id);
        news |= findMatched(function, facts, facts[id.value].matched);
        news |= findReturned(function, facts, facts[id.value].returned);
      }
    }
  }
  for (std::size_t i = 0; i < facts.size(); ++i) {
    const ir::Function& function = program.functions[i];
    FunctionFacts& fact = facts[i];
    if (isLibrary(i)) {
      // It is called, and that is all that is known of it.
      fact.recursive = fact.weighs = true;
      fact.looks = false;
      fact.weights[function.name] = 1;
      continue;
    }
    const auto certain = [&](std::size_t parameter) {
      return !lazy || demandedByAll(demands, ir::FunId{static_cast<std::uint32_t>(i)}, parameter);
    };
    fact.traversed = takenApart(function);
    if (fact.traversed && !certain(*fact.traversed)) fact.traversed.reset();
    if (!fact.traversed && fact.recursive) {
      for (std::uint32_t p = 0; p < fact.matched.size() && !fact.traversed; ++p) {
        if (fact.matched[p] && certain(p)) fact.traversed = p;
      }
    }
    if (fact.traversed) {
      const ir::VarId parameter = function.parameters[*fact.traversed];
      fact.single = program.type(function.variables[parameter.value].type).constructors.size() == 1;
    }
    if (!function.origin.empty()) {
      for (const std::string& name : function.origin) ++fact.weights[name];
    } else if (fact.weighs) {
      fact.weights[function.name] = 1;
    }
  }
  return facts;
}

}  // namespace deforest::graph
