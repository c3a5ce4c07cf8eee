#include "ir/alpha.hpp"

#include <algorithm>

#include "ir/traverse.hpp"
#include "support/check.hpp"

namespace deforest::ir {
namespace {

// Replaces every variable of a block, bound or read, by `rename(variable)`.
template <class Rename>
void renameAll(Block& block, const Rename& rename) {
  const auto renameAtom = [&](Atom& atom) {
    if (auto* variable = std::get_if<VarId>(&atom)) *variable = rename(*variable);
  };
  for (Binding& binding : block.bindings) {
    for (VarId& result : binding.results) result = rename(result);
    forEachAtom(binding.operation, renameAtom);
    if (auto* match = std::get_if<Case>(&binding.operation)) {
      for (Alternative& alternative : match->alternatives) {
        for (VarId& field : alternative.fields) field = rename(field);
      }
    }
    forEachBlock(binding.operation, [&](Block& inner) { renameAll(inner, rename); });
  }
  for (Atom& atom : block.results) renameAtom(atom);
}

// Calls `visit` on every variable that the block binds, in order.
template <class Visit>
void forEachBound(const Block& block, const Visit& visit) {
  for (const Binding& binding : block.bindings) {
    for (const VarId result : binding.results) visit(result);
    if (const auto* match = std::get_if<Case>(&binding.operation)) {
      for (const Alternative& alternative : match->alternatives) {
        for (const VarId field : alternative.fields) visit(field);
        forEachBound(alternative.body, visit);
      }
    } else {
      forEachBlock(binding.operation, [&](const Block& inner) { forEachBound(inner, visit); });
    }
  }
}

// Walks two functions or blocks in step, pairing the variables they bind.
class Comparison {
 public:
  // `partner`: by variable of `a` that is bound outside, its partner.
  Comparison(const Function& a, const Function& b, const CalleeEquality& sameCallee,
             std::vector<VarId>& partner, bool positions)
      : a_(a), b_(b), sameCallee_(sameCallee), partner_(partner), positions_(positions) {}

  bool functions() {
    if (a_.resultTypes != b_.resultTypes) return false;
    return pair(a_.parameters, b_.parameters) && blocks(a_.body, b_.body);
  }

  bool blocks(const Block& a, const Block& b) {
    if (a.bindings.size() != b.bindings.size()) return false;
    for (std::size_t i = 0; i < a.bindings.size(); ++i) {
      const Binding& x = a.bindings[i];
      const Binding& y = b.bindings[i];
      if (!operations(x.operation, y.operation) || !pair(x.results, y.results)) return false;
      if (positions_ && x.position != y.position) return false;
    }
    return atoms(a.results, b.results);
  }

 private:
  bool pair(const std::vector<VarId>& a, const std::vector<VarId>& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (a_.variables[a[i].value].type != b_.variables[b[i].value].type) return false;
      partner_[a[i].value] = b[i];
    }
    return true;
  }

  // Variables are bound once, so a variable of `b` is the partner of at most one of `a`.
  [[nodiscard]] bool atoms(const Atom& a, const Atom& b) const {
    const VarId* variable = variableOf(a);
    if (variable == nullptr) return a == b;
    const VarId* other = variableOf(b);
    return other != nullptr && *other == partner_[variable->value];
  }

  [[nodiscard]] bool atoms(const std::vector<Atom>& a, const std::vector<Atom>& b) const {
    return std::ranges::equal(a, b, [&](const Atom& x, const Atom& y) { return atoms(x, y); });
  }

  [[nodiscard]] bool callees(FunId a, FunId b) const {
    return sameCallee_ ? sameCallee_(a, b) : a == b;
  }

  bool operations(const Operation& a, const Operation& b) {
    if (a.index() != b.index()) return false;
    return support::match(
        a, [&](const Copy& x) { return atoms(x.atoms, std::get<Copy>(b).atoms); },
        [&](const Primitive& x) {
          const auto& y = std::get<Primitive>(b);
          return x.op == y.op && atoms(x.arguments, y.arguments);
        },
        [&](const Construct& x) {
          const auto& y = std::get<Construct>(b);
          return x.ctor == y.ctor && atoms(x.fields, y.fields);
        },
        [&](const Call& x) {
          const auto& y = std::get<Call>(b);
          return callees(x.callee, y.callee) && atoms(x.arguments, y.arguments);
        },
        [&](const Unpack& x) {
          const auto& y = std::get<Unpack>(b);
          return x.ctor == y.ctor && atoms(x.scrutinee, y.scrutinee);
        },
        [&](const Fail& x) {
          const auto& y = std::get<Fail>(b);
          // What is known of a message beforehand follows from what computes it.
          return (!x.arguments.empty() || x.message == y.message) && x.bare == y.bare &&
                 atoms(x.arguments, y.arguments) && atoms(x.printed, y.printed);
        },
        [&](const Foreign& x) {
          const auto& y = std::get<Foreign>(b);
          return x.name == y.name && atoms(x.arguments, y.arguments);
        },
        [&](const Conditional& x) {
          const auto& y = std::get<Conditional>(b);
          return atoms(x.condition, y.condition) && blocks(x.whenTrue, y.whenTrue) &&
                 blocks(x.whenFalse, y.whenFalse);
        },
        [&](const Case& x) {
          const auto& y = std::get<Case>(b);
          return atoms(x.scrutinee, y.scrutinee) &&
                 std::ranges::equal(x.alternatives, y.alternatives,
                                    [&](const Alternative& p, const Alternative& q) {
                                      return p.ctor == q.ctor && pair(p.fields, q.fields) &&
                                             blocks(p.body, q.body);
                                    });
        });
  }

  const Function& a_;
  const Function& b_;
  const CalleeEquality& sameCallee_;
  std::vector<VarId>& partner_;
  bool positions_;
};

// A hash of what `Comparison` compares. Variables count by their order of binding.
class Hash {
 public:
  Hash(const Function& function, const std::function<std::uint64_t(FunId)>& calleeHash)
      : function_(function), calleeHash_(calleeHash), number_(function.variables.size()) {}

  std::uint64_t function() {
    add(function_.resultTypes.size());
    for (const TypeId type : function_.resultTypes) add(type.value);
    bind(function_.parameters);
    block(function_.body);
    return state_;
  }

 private:
  void add(std::uint64_t value) {
    state_ = (state_ ^ value) * 0x9e3779b97f4a7c15;
    state_ ^= state_ >> 29;
  }

  void bind(const std::vector<VarId>& variables) {
    add(variables.size());
    for (const VarId variable : variables) {
      number_[variable.value] = bound_++;
      add(function_.variables[variable.value].type.value);
    }
  }

  void atom(const Atom& atom) {
    if (const auto* literal = std::get_if<Literal>(&atom)) {
      add(static_cast<std::uint64_t>(literal->kind) + 1);
      add(literal->bits);
    } else {
      add(0);
      add(number_[std::get<VarId>(atom).value]);
    }
  }

  void operation(const Operation& operation) {
    add(operation.index());
    if (const auto* primitive = std::get_if<Primitive>(&operation)) {
      add(static_cast<std::uint64_t>(primitive->op));
    } else if (const auto* construct = std::get_if<Construct>(&operation)) {
      add(construct->ctor.value);
    } else if (const auto* call = std::get_if<Call>(&operation)) {
      add(calleeHash_ ? calleeHash_(call->callee) : call->callee.value);
    } else if (const auto* unpack = std::get_if<Unpack>(&operation)) {
      add(unpack->ctor.value);
    } else if (const auto* failure = std::get_if<Fail>(&operation)) {
      if (failure->arguments.empty()) {
        for (const char c : failure->message) add(static_cast<unsigned char>(c));
      }
    } else if (const auto* foreign = std::get_if<Foreign>(&operation)) {
      for (const char c : foreign->name) add(static_cast<unsigned char>(c));
    }
    forEachAtom(operation, [&](const Atom& each) { atom(each); });
    if (const auto* match = std::get_if<Case>(&operation)) {
      for (const Alternative& alternative : match->alternatives) {
        add(alternative.ctor.value);
        bind(alternative.fields);
        block(alternative.body);
      }
    } else {
      forEachBlock(operation, [&](const Block& inner) { block(inner); });
    }
  }

  void block(const Block& block) {
    add(block.bindings.size());
    for (const Binding& binding : block.bindings) {
      operation(binding.operation);
      bind(binding.results);
    }
    for (const Atom& result : block.results) atom(result);
  }

  const Function& function_;
  const std::function<std::uint64_t(FunId)>& calleeHash_;
  std::vector<std::uint32_t> number_;
  std::uint32_t bound_ = 0;
  std::uint64_t state_ = 0x243f6a8885a308d3;
};

}  // namespace

void Substitution::set(VarId variable, Atom atom) {
  if (variable.value < first_.size()) {
    first_[variable.value] = atom;
    return;
  }
  if (others_.empty()) offset_ = variable.value;
  if (variable.value < offset_) {
    others_.insert(others_.begin(), offset_ - variable.value, Atom{});
    offset_ = variable.value;
  }
  const std::size_t place = variable.value - offset_;
  if (place >= others_.size()) others_.resize(place + 1);
  others_[place] = atom;
}

const Atom* Substitution::at(std::uint32_t variable) const {
  if (variable < first_.size()) return &first_[variable];
  if (variable < offset_ || variable - offset_ >= others_.size()) return nullptr;
  return &others_[variable - offset_];
}

const Atom* Substitution::find(VarId variable) const {
  const Atom* atom = at(variable.value);
  if (atom == nullptr) return nullptr;
  const VarId* other = variableOf(*atom);
  return other != nullptr && !other->valid() ? nullptr : atom;
}

Atom Substitution::operator()(const Atom& atom) const {
  const VarId* variable = variableOf(atom);
  const Atom* found = variable == nullptr ? nullptr : find(*variable);
  return found == nullptr ? atom : *found;
}

void renumber(Function& function) {
  std::vector<VarId> renamed(function.variables.size());
  std::vector<Variable> variables;
  const auto bind = [&](VarId variable) {
    renamed[variable.value] = VarId{static_cast<std::uint32_t>(variables.size())};
    variables.push_back(std::move(function.variables[variable.value]));
  };
  for (const VarId parameter : function.parameters) bind(parameter);
  forEachBound(function.body, bind);
  const auto rename = [&](VarId variable) { return renamed[variable.value]; };
  for (VarId& parameter : function.parameters) parameter = rename(parameter);
  renameAll(function.body, rename);
  function.variables = std::move(variables);
}

void renumber(Program& program) {
  for (Function& function : program.functions) renumber(function);
}

bool alphaEquivalent(const Function& a, const Function& b, const CalleeEquality& sameCallee) {
  std::vector<VarId> partner(a.variables.size());
  return Comparison(a, b, sameCallee, partner, false).functions();
}

BlockEquality::BlockEquality(const Function& function, bool positions)
    : function_(function), positions_(positions) {
  for (std::uint32_t i = 0; i < function.variables.size(); ++i) partner_.push_back(VarId{i});
}

bool BlockEquality::operator()(const Block& a, const Block& b) {
  const bool equal = Comparison(function_, function_, {}, partner_, positions_).blocks(a, b);
  forEachBound(a, [&](VarId variable) { partner_[variable.value] = variable; });
  return equal;
}

bool alphaEquivalent(const Program& a, const Program& b) {
  const auto sameFunction = [](const Function& x, const Function& y) {
    return x.name == y.name && alphaEquivalent(x, y);
  };
  return a.module == b.module && a.types == b.types && a.constructors == b.constructors &&
         a.roots == b.roots && a.outputs == b.outputs &&
         std::ranges::equal(a.functions, b.functions, sameFunction);
}

std::uint64_t alphaHash(const Function& function,
                        const std::function<std::uint64_t(FunId)>& calleeHash) {
  return Hash(function, calleeHash).function();
}

void substitute(Block& block, const Substitution& substitution) {
  const auto replace = [&](Atom& atom) { atom = substitution(atom); };
  for (Binding& binding : block.bindings) {
    forEachAtom(binding.operation, replace);
    forEachBlock(binding.operation, [&](Block& inner) { substitute(inner, substitution); });
  }
  for (Atom& atom : block.results) replace(atom);
}

Block freshCopy(const Block& block, Substitution& substitution, const Function& source,
                Function& target) {
  Block copy = block;
  const bool sameFunction = &source == &target;
  forEachBound(copy, [&](VarId variable) {
    const Variable original = source.variables[variable.value];
    substitution.set(variable, target.fresh(original.type, original.name));
  });
  const auto rewrite = [&](auto&& self, Block& inner) -> void {
    const auto replace = [&](Atom& atom) {
      const VarId* variable = variableOf(atom);
      if (variable == nullptr) return;
      const Atom* substitute = substitution.find(*variable);
      support::check(substitute != nullptr || sameFunction,
                     "a free variable without a substitute in a copied block");
      if (substitute != nullptr) atom = *substitute;
    };
    const auto rename = [&](VarId& variable) {
      variable = std::get<VarId>(*substitution.find(variable));
    };
    for (Binding& binding : inner.bindings) {
      forEachAtom(binding.operation, replace);
      if (auto* match = std::get_if<Case>(&binding.operation)) {
        for (Alternative& alternative : match->alternatives) {
          for (VarId& field : alternative.fields) rename(field);
        }
      }
      forEachBlock(binding.operation, [&](Block& nested) { self(self, nested); });
      for (VarId& result : binding.results) rename(result);
    }
    for (Atom& atom : inner.results) replace(atom);
  };
  rewrite(rewrite, copy);
  return copy;
}

namespace {

Substitution passing(const Function& callee, std::span<const Atom> arguments) {
  support::check(arguments.size() == callee.parameters.size(), "a call with a wrong arity");
  Substitution substitution(callee);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    substitution.set(callee.parameters[i], arguments[i]);
  }
  return substitution;
}

}  // namespace

Block instantiate(const Function& callee, std::span<const Atom> arguments, Function& target) {
  Substitution substitution = passing(callee, arguments);
  return freshCopy(callee.body, substitution, callee, target);
}

Block instantiate(const Function& callee, std::span<const Atom> arguments, const Alternative& taken,
                  std::span<const Atom> fields, Function& target) {
  support::check(fields.size() == taken.fields.size(), "a constructor with a wrong arity");
  Substitution substitution = passing(callee, arguments);
  for (std::size_t i = 0; i < fields.size(); ++i) substitution.set(taken.fields[i], fields[i]);
  Block body = freshCopy(taken.body, substitution, callee, target);
  // What the match results in is what the alternative does.
  const std::vector<VarId>& matched = callee.body.bindings.front().results;
  for (std::size_t i = 0; i < matched.size(); ++i) substitution.set(matched[i], body.results[i]);
  body.results.clear();
  for (const Atom& atom : callee.body.results) body.results.push_back(substitution(atom));
  return body;
}

void splice(std::vector<Binding>& bindings, Block inlined, std::vector<VarId> results) {
  for (Binding& binding : inlined.bindings) bindings.push_back(std::move(binding));
  bindings.push_back({std::move(results), Copy{std::move(inlined.results)}, {}});
}

}  // namespace deforest::ir
