#include "backends/haskell/refold.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

#include "backends/haskell/reach.hpp"
#include "ir/alpha.hpp"
#include "ir/measure.hpp"
#include "ir/traverse.hpp"
#include "support/match.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::Function;
using ir::FunId;
using ir::Program;
using ir::VarId;

// Whether a function is called alike in two programs made of one.
bool sameInterface(const Function& a, const Function& b) {
  const auto sameType = [&](VarId x, VarId y) {
    return a.variables[x.value].type == b.variables[y.value].type;
  };
  return a.name == b.name && !a.composed && !b.composed && a.resultTypes == b.resultTypes &&
         std::ranges::equal(a.parameters, b.parameters, sameType);
}

// By variable: the binding of one block, or of all, whose result it is.
using Definitions = std::vector<const Binding*>;

Definitions definitionsOf(const Function& function, const Block& block, bool inner) {
  Definitions found(function.variables.size());
  const auto note = [&](const Binding& binding) {
    for (const VarId result : binding.results) found[result.value] = &binding;
  };
  if (inner) {
    ir::forEachBinding(block, note);
  } else {
    std::ranges::for_each(block.bindings, note);
  }
  return found;
}

// What is unfolded, with what is known of it.
struct Wanted {
  const Function* function;
  Definitions definitions;
  std::vector<unsigned> uses;
};

// What it is unfolded in: one block.
struct Surroundings {
  const Function* function;
  Definitions here;  // In the block itself,
  Definitions all;   // and anywhere.
  std::vector<unsigned> uses;
};

// Whether bindings of a place, the last of which is given, are the body of what is wanted.
class Match {
 public:
  Match(const Program& unfused, const Program& result, const Wanted& wanted,
        const Surroundings& place)
      : unfused_(unfused),
        result_(result),
        wanted_(wanted),
        place_(place),
        atoms_(wanted.function->variables.size()) {}

  bool run(const Binding& last) {
    if (!isSame(wanted_.function->body.bindings.back(), last)) return false;
    const auto bound = [&](VarId parameter) { return atoms_[parameter.value].has_value(); };
    return std::ranges::all_of(wanted_.function->parameters, bound);
  }

  [[nodiscard]] std::vector<Atom> arguments() const {
    std::vector<Atom> arguments;
    for (const VarId parameter : wanted_.function->parameters) {
      arguments.push_back(*atoms_[parameter.value]);
    }
    return arguments;
  }

  // The bindings that go: all but the last.
  [[nodiscard]] const std::set<const Binding*>& used() const { return used_; }

 private:
  bool isSame(const Binding& wanted, const Binding& found) {
    if (wanted.results.size() != found.results.size()) return false;
    if (wanted.operation.index() != found.operation.index()) return false;
    for (std::size_t i = 0; i < wanted.results.size(); ++i) {
      atoms_[wanted.results[i].value] = Atom(found.results[i]);
    }
    return support::match(
        wanted.operation,
        [&](const ir::Primitive& op) {
          const auto& other = std::get<ir::Primitive>(found.operation);
          return op.op == other.op && areSame(op.arguments, other.arguments);
        },
        [&](const ir::Construct& op) {
          const auto& other = std::get<ir::Construct>(found.operation);
          return op.ctor == other.ctor && areSame(op.fields, other.fields);
        },
        [&](const ir::Call& op) {
          const auto& other = std::get<ir::Call>(found.operation);
          return sameInterface(unfused_.function(op.callee), result_.function(other.callee)) &&
                 areSame(op.arguments, other.arguments);
        },
        [&](const ir::Unpack& op) {
          const auto& other = std::get<ir::Unpack>(found.operation);
          return op.ctor == other.ctor && isSame(op.scrutinee, other.scrutinee);
        },
        [&](const ir::Conditional& op) {
          const auto& other = std::get<ir::Conditional>(found.operation);
          return isSame(op.condition, other.condition) && isSame(op.whenTrue, other.whenTrue) &&
                 isSame(op.whenFalse, other.whenFalse);
        },
        [](const auto&) { return false; });
  }

  bool isSame(const Block& wanted, const Block& found) {
    const auto same = [&](const Binding& a, const Binding& b) { return isSame(a, b); };
    return std::ranges::equal(wanted.bindings, found.bindings, same) &&
           areSame(wanted.results, found.results);
  }

  bool areSame(const std::vector<Atom>& wanted, const std::vector<Atom>& found) {
    return std::ranges::equal(wanted, found,
                              [&](const Atom& a, const Atom& b) { return isSame(a, b); });
  }

  bool isSame(const Atom& wanted, const Atom& found) {
    const VarId* variable = ir::variableOf(wanted);
    if (variable == nullptr) return wanted == found;
    if (const auto& known = atoms_[variable->value]) return *known == found;
    const VarId* other = ir::variableOf(found);
    const Binding* definition = wanted_.definitions[variable->value];
    if (definition == nullptr) {
      // A parameter.
      const ir::TypeId type = wanted_.function->variables[variable->value].type;
      if (ir::typeOf(result_, *place_.function, found) != type) return false;
      atoms_[variable->value] = found;
      return true;
    }
    if (other == nullptr) return false;
    if (const auto* made = std::get_if<ir::Construct>(&definition->operation);
        made != nullptr && made->fields.empty()) {
      const Binding* there = place_.all[other->value];
      const auto* same = there == nullptr ? nullptr : std::get_if<ir::Construct>(&there->operation);
      return same != nullptr && same->ctor == made->ctor;
    }
    const Binding* there = place_.here[other->value];
    const bool sole = there != nullptr && place_.uses[other->value] == 1 &&
                      wanted_.uses[variable->value] == 1 && there->results.size() == 1;
    if (!sole || !isSame(*definition, *there)) return false;
    used_.insert(there);
    return true;
  }

  const Program& unfused_;
  const Program& result_;
  const Wanted& wanted_;
  const Surroundings& place_;
  std::vector<std::optional<Atom>> atoms_;  // By variable of what is wanted.
  std::set<const Binding*> used_;
};

class Refolder {
 public:
  Refolder(const text::Original& original, const Program& source, const Program& unfused,
           Program& result)
      : original_(original), unfused_(unfused), result_(result), index_(indexOf(result)) {
    const FunctionIndex sources = indexOf(source);
    for (const Function& function : unfused.functions) {
      const std::optional<FunId> read = find(sources, function.name);
      if (!read || !isOfLibrary(function.name) || !isUnfolded(function)) continue;
      if (!sameInterface(function, source.function(*read))) continue;
      // Another one may have its name.
      const std::optional<FunId> there = find(index_, function.name);
      if (there && !sameInterface(function, result.function(*there))) continue;
      wanted_.push_back(
          {&function, definitionsOf(function, function.body, true), ir::countUses(function)});
    }
    std::ranges::stable_sort(wanted_, std::greater<>{},
                             [](const Wanted& wanted) { return ir::size(*wanted.function); });
  }

  void run() {
    if (wanted_.empty()) return;
    const FunctionIndex unfused = indexOf(unfused_);
    const std::size_t count = result_.functions.size();
    for (std::uint32_t i = 0; i < count; ++i) {
      const Function& function = result_.functions[i];
      if (function.library || (!function.composed && isOfLibrary(function.name))) continue;
      const std::optional<FunId> before = find(unfused, function.name);
      const auto same = [&](FunId a, FunId b) {
        return sameInterface(result_.function(a), unfused_.function(b));
      };
      const bool changed = !before || function.composed ||
                           !ir::alphaEquivalent(function, unfused_.function(*before), same);
      if (!changed) continue;
      Function improved = function;
      while (foldOne(improved, improved.body)) {
      }
      result_.functions[i] = std::move(improved);
    }
  }

 private:
  // A function that a library has under a name.
  [[nodiscard]] bool isOfLibrary(const std::string& name) const {
    const text::Provenance* known = provenanceOf(original_, name);
    return original_.callable.contains(name) ||
           (known != nullptr && known->kind == text::Provenance::Kind::Library);
  }

  // Whether its calls are unfolded, and are to be seen where they are.
  static bool isUnfolded(const Function& function) {
    const auto& bindings = function.body.bindings;
    if (function.library || bindings.empty() || function.body.results.size() != 1) return false;
    const Binding& last = bindings.back();
    if (last.results.size() != 1 || function.body.results[0] != Atom(last.results[0])) return false;
    bool matches = false;
    bool calls = false;
    ir::forEachBinding(function.body, [&](const Binding& binding) {
      matches = matches || std::holds_alternative<ir::Case>(binding.operation);
      calls = calls || std::holds_alternative<ir::Call>(binding.operation);
    });
    return calls && !matches;
  }

  bool foldOne(Function& function, Block& block) {
    for (Binding& binding : block.bindings) {
      bool found = false;
      ir::forEachBlock(binding.operation,
                       [&](Block& inner) { found = found || foldOne(function, inner); });
      if (found) return true;
    }
    const Surroundings place{&function, definitionsOf(function, block, false),
                             definitionsOf(function, function.body, true), ir::countUses(function)};
    for (std::size_t last = block.bindings.size(); last-- > 0;) {
      for (const Wanted& wanted : wanted_) {
        Match match(unfused_, result_, wanted, place);
        if (!match.run(block.bindings[last])) continue;
        const std::set<const Binding*> used = match.used();
        block.bindings[last].operation = ir::Call{idOf(*wanted.function), match.arguments()};
        std::vector<Binding> kept;
        for (Binding& binding : block.bindings) {
          if (!used.contains(&binding)) kept.push_back(std::move(binding));
        }
        block.bindings = std::move(kept);
        return true;
      }
    }
    return false;
  }

  // The function in the result; all that it calls was found there.
  FunId idOf(const Function& wanted) {
    if (const std::optional<FunId> there = find(index_, wanted.name)) return *there;
    Function added = wanted;
    ir::forEachBinding(added.body, [&](Binding& binding) {
      auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call != nullptr) call->callee = index_.at(unfused_.function(call->callee).name);
    });
    const FunId id{static_cast<std::uint32_t>(result_.functions.size())};
    index_[wanted.name] = id;
    result_.functions.push_back(std::move(added));
    return id;
  }

  const text::Original& original_;
  const Program& unfused_;
  Program& result_;
  FunctionIndex index_;
  std::vector<Wanted> wanted_;
};

}  // namespace

void callUnfoldedLibraries(const text::Original& original, const Program& source,
                           const Program& unfused, Program& result) {
  Refolder(original, source, unfused, result).run();
}

}  // namespace deforest::backends
