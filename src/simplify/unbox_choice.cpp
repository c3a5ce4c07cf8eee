#include "simplify/unbox_choice.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "graph/facts.hpp"
#include "ir/library_calls.hpp"
#include "ir/traverse.hpp"

namespace deforest::simplify {
namespace {

/// GHC knows no unboxed tuple of more components.
constexpr std::size_t mostResults = 64;

bool isTuple(const ir::Type& type) {
  return type.kind == ir::TypeKind::Data && type.shape == ir::DataShape::Tuple;
}

/// The variable that holds one result of a call.
struct CallResult {
  ir::FunId caller;
  ir::VarId variable;
};

class Chooser {
 public:
  explicit Chooser(const ir::Program& program) : program_(program) {}

  UnboxChoice run() {
    findCandidates();
    if (chosen_.empty()) return result();
    for (const ir::Function& function : program_.functions) flows_.push_back(valueFlow(function));
    findCalls();
    dropUncalledRoots();
    dropUnless([&](Slot slot) { return isBuilt(slot); });
    for (bool fell = true; fell;) {
      findWanted();
      findPaying();
      fell = dropUnless([&](Slot slot) {
        if (!isBuilt(slot)) return false;
        const std::optional<std::string> objection = objectionTo(slot);
        if (objection) refused_[slot] = *objection;
        return !objection;
      });
    }
    return result();
  }

 private:
  void findCandidates() {
    const std::vector<bool> recursive = graph::recursiveTypes(program_);
    const std::vector<bool> fixed = ir::fixedInterfaces(program_);
    for (std::uint32_t f = 0; f < program_.functions.size(); ++f) {
      const auto& roots = program_.roots;
      const bool root = std::ranges::find(roots, ir::FunId{f}) != roots.end();
      if (fixed[f] && (!root || program_.functions[f].library)) continue;
      const auto& types = program_.functions[f].resultTypes;
      std::size_t results = types.size();
      for (std::uint32_t i = 0; i < types.size(); ++i) {
        const ir::Type& type = program_.type(types[i]);
        if (type.constructors.size() != 1) continue;
        const std::size_t fields = program_.constructor(type.constructors.front()).fields.size();
        // The tuples in the type of a tuple are smaller than it: they come to an end anyway.
        if (fields == 0 || (recursive[types[i].value] && !isTuple(type))) continue;
        if (results - 1 + fields > mostResults) continue;
        results += fields - 1;
        chosen_.insert({{f}, i});
      }
    }
  }

  void findCalls() {
    for (std::uint32_t f = 0; f < program_.functions.size(); ++f) {
      ir::forEachBinding(program_.functions[f].body, [&](const ir::Binding& binding) {
        const auto* call = std::get_if<ir::Call>(&binding.operation);
        if (call == nullptr) return;
        for (std::uint32_t i = 0; i < binding.results.size(); ++i) {
          calls_[{call->callee, i}].push_back({{f}, binding.results[i]});
        }
      });
    }
  }

  // A root keeps its type; one that nobody calls has no use for a second function.
  void dropUncalledRoots() {
    const auto& roots = program_.roots;
    dropUnless([&](Slot slot) {
      return std::find(roots.begin(), roots.end(), slot.function) == roots.end() ||
             calls_.contains(slot);
    });
  }

  // Drops what does not hold, until all that is left does; whether anything fell.
  template <class Holds>
  bool dropUnless(Holds holds) {
    bool news = false;
    for (bool fell = true; fell;) {
      fell = std::erase_if(chosen_, [&](const Slot& slot) { return !holds(slot); }) > 0;
      news |= fell;
    }
    return news;
  }

  bool isBuilt(Slot slot) const {
    const ReturnPath& path = pathOf(slot);
    return path.built && std::all_of(path.calls.begin(), path.calls.end(),
                                     [&](const Slot& callee) { return chosen_.contains(callee); });
  }

  std::optional<std::string> objectionTo(Slot slot) const {
    if (isTuple(typeOf(slot))) {
      const std::size_t places = placesKept(slot) + (wanted_.contains(slot) ? 1 : 0);
      if (places > 1) return "it would be built twice";
      return std::nullopt;
    }
    if (placesKept(slot) > 0) return "the function keeps it";
    for (const CallResult& call : callsOf(slot)) {
      if (isKept(call)) return program_.function(call.caller).name + " wants it whole";
    }
    if (!paying_.contains(slot)) return "no call takes it apart";
    return std::nullopt;
  }

  // How many of the variables that hold it on its way out the function does more with than to take
  // them apart and return them.
  std::size_t placesKept(Slot slot) const {
    const ReturnPath& path = pathOf(slot);
    const auto& holders = path.variables;
    const auto isKept = [&](ir::VarId variable) {
      const Uses& uses = flowOf(slot.function).usesOf(variable);
      const auto isOther = [&](std::uint32_t result) { return result != slot.result; };
      return uses.kept || std::any_of(uses.returnedAs.begin(), uses.returnedAs.end(), isOther) ||
             !std::includes(holders.begin(), holders.end(), uses.handedTo.begin(),
                            uses.handedTo.end());
    };
    return static_cast<std::size_t>(std::count_if(holders.begin(), holders.end(), isKept));
  }

  // Whether the caller does more with the result than to take it apart and return its fields.
  bool isKept(const CallResult& call) const {
    const Uses& uses = flowOf(call.caller).usesOf(call.variable);
    if (uses.kept) return true;
    return std::any_of(uses.handedTo.begin(), uses.handedTo.end(),
                       [&](ir::VarId next) { return chosenThrough(call.caller, next).empty(); }) ||
           std::any_of(uses.returnedAs.begin(), uses.returnedAs.end(), [&](std::uint32_t result) {
             return !chosen_.contains({call.caller, result});
           });
  }

  // The chosen results of the function that the variable may be on its way out as.
  std::vector<Slot> chosenThrough(ir::FunId function, ir::VarId variable) const {
    std::vector<Slot> slots;
    const auto& paths = flowOf(function).paths;
    for (std::uint32_t i = 0; i < paths.size(); ++i) {
      if (chosen_.contains({function, i}) && paths[i].variables.contains(variable)) {
        slots.push_back({function, i});
      }
    }
    return slots;
  }

  // The results that somebody who has called for them builds again.
  void findWanted() {
    wanted_.clear();
    for (const Slot& slot : chosen_) {
      const auto& roots = program_.roots;
      if (std::find(roots.begin(), roots.end(), slot.function) != roots.end()) wanted_.insert(slot);
    }
    spread(wanted_, [&](const CallResult& call) {
      if (isKept(call)) return true;
      const std::vector<Slot> next = chosenThrough(call.caller, call.variable);
      return std::any_of(next.begin(), next.end(), [&](const Slot& slot) {
        return wanted_.contains(slot) || placesKept(slot) > 0;
      });
    });
  }

  // The results that somebody who has called for them takes apart or ignores.
  void findPaying() {
    paying_.clear();
    spread(paying_, [&](const CallResult& call) {
      const ValueFlow& flow = flowOf(call.caller);
      if (flow.usesOf(call.variable).none()) return true;
      if (flow.usesOf(call.variable).unpacked) return true;
      const std::vector<Slot> next = chosenThrough(call.caller, call.variable);
      return std::any_of(next.begin(), next.end(), [&](const Slot& slot) {
        const auto& variables = pathOf(slot).variables;
        return paying_.contains(slot) ||
               std::any_of(variables.begin(), variables.end(),
                           [&](ir::VarId variable) { return flow.usesOf(variable).unpacked; });
      });
    });
  }

  // Adds to `marked` the chosen results for a call of which `marks` holds, until none is new.
  template <class Marks>
  void spread(std::set<Slot>& marked, Marks marks) const {
    for (bool news = true; news;) {
      news = false;
      for (const Slot& slot : chosen_) {
        if (marked.contains(slot)) continue;
        const auto& calls = callsOf(slot);
        if (std::none_of(calls.begin(), calls.end(), marks)) continue;
        marked.insert(slot);
        news = true;
      }
    }
  }

  UnboxChoice result() const {
    UnboxChoice choice;
    for (const ir::Function& function : program_.functions) {
      choice.unboxed.emplace_back(function.resultTypes.size());
    }
    for (const Slot& slot : chosen_) choice.unboxed[slot.function.value][slot.result] = true;
    for (const auto& [slot, reason] : refused_) choice.refused.push_back({slot, reason});
    return choice;
  }

  const ir::Type& typeOf(Slot slot) const {
    return program_.type(program_.function(slot.function).resultTypes[slot.result]);
  }
  const ValueFlow& flowOf(ir::FunId function) const { return flows_[function.value]; }
  const ReturnPath& pathOf(Slot slot) const { return flowOf(slot.function).paths[slot.result]; }
  const std::vector<CallResult>& callsOf(Slot slot) const {
    static const std::vector<CallResult> none;
    const auto found = calls_.find(slot);
    return found == calls_.end() ? none : found->second;
  }

  const ir::Program& program_;
  std::vector<ValueFlow> flows_;  // by function
  std::map<Slot, std::vector<CallResult>> calls_;
  std::set<Slot> chosen_;  // what is left of the candidates
  std::set<Slot> wanted_;
  std::set<Slot> paying_;
  std::map<Slot, std::string> refused_;
};

}  // namespace

bool UnboxChoice::any() const {
  return std::any_of(unboxed.begin(), unboxed.end(), [](const std::vector<bool>& results) {
    return std::find(results.begin(), results.end(), true) != results.end();
  });
}

UnboxChoice chooseUnboxed(const ir::Program& program) {
  return Chooser(program).run();
}

}  // namespace deforest::simplify
