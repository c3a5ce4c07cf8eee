#include "simplify/knowledge.hpp"

#include "ir/primitives.hpp"
#include "ir/traverse.hpp"

namespace deforest::simplify {

ir::Atom Knowledge::resolve(const ir::Atom& atom) const {
  ir::Atom current = atom;
  while (const auto* variable = ir::variableOf(current)) {
    const ir::Atom* found = aliases_.find(*variable);
    if (found == nullptr) break;
    current = *found;
  }
  return current;
}

std::vector<ir::Atom> Knowledge::resolve(const std::vector<ir::Atom>& atoms) const {
  std::vector<ir::Atom> result;
  result.reserve(atoms.size());
  for (const ir::Atom& atom : atoms) result.push_back(resolve(atom));
  return result;
}

void Knowledge::assume(const ir::Atom& condition, bool holds) {
  const auto* variable = ir::variableOf(condition);
  if (variable == nullptr) return;
  if (const ir::Atom* other = negated(condition)) assume(ir::Atom(*other), !holds);
  alias(*variable, ir::boolLiteral(holds));
}

const ir::Atom* Knowledge::negated(const ir::Atom& atom) const {
  const auto* variable = ir::variableOf(atom);
  return variable == nullptr ? nullptr : negations_.find(*variable);
}

const Shape* Knowledge::shape(const ir::Atom& atom) const {
  const auto* variable = ir::variableOf(atom);
  return variable == nullptr ? nullptr : shapes_.find(*variable);
}

void Knowledge::learn(ir::VarId variable, Shape shape) {
  if (shape.state == Shape::State::Evaluated) {
    remember({OperationKey::Kind::Construct, shape.ctor.value, {}, shape.fields}, {variable});
  }
  shapes_.set(variable, std::move(shape));
}

const Knowledge::Seq* Knowledge::seqOf(const ir::Atom& atom) const {
  const auto* variable = ir::variableOf(atom);
  return variable == nullptr ? nullptr : seqs_.find(*variable);
}

std::optional<ir::Atom> Knowledge::forcing(const ir::Atom& atom) const {
  ir::Atom current = atom;
  while (const auto* variable = ir::variableOf(current)) {
    const Shape* known = shape(current);
    const bool evaluated = known != nullptr && known->state == Shape::State::Evaluated;
    if (evaluated && !known->byReading) return std::nullopt;
    const ir::Atom* other = forcing_.find(*variable);
    if (other == nullptr) return current;
    current = resolve(*other);
  }
  return std::nullopt;
}

const std::vector<ir::VarId>* Knowledge::earlier(const OperationKey& key) const {
  return results_.find(key);
}

void Knowledge::remember(OperationKey key, std::vector<ir::VarId> results) {
  if (key.kind == OperationKey::Kind::Call && results.size() == 1) {
    calls_.set(results.front(), key);
  }
  results_.set(std::move(key), std::move(results));
}

const OperationKey* Knowledge::callOf(const ir::Atom& atom) const {
  const auto* variable = ir::variableOf(atom);
  return variable == nullptr ? nullptr : calls_.find(*variable);
}

unsigned Knowledge::knownSize(const ir::Atom& atom, unsigned bound) const {
  unsigned size = 0;
  std::vector<ir::Atom> waiting{atom};
  while (!waiting.empty() && size < bound) {
    const Shape* known = shape(resolve(waiting.back()));
    waiting.pop_back();
    if (known == nullptr) continue;
    ++size;
    waiting.insert(waiting.end(), known->fields.begin(), known->fields.end());
  }
  return size;
}

}  // namespace deforest::simplify
