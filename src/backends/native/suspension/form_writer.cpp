#include "backends/native/suspension/form_writer.hpp"

#include <algorithm>

#include "ir/integer.hpp"
#include "ir/measure.hpp"
#include "ir/primitives.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::FunId;
using ir::TypeId;
using ir::VarId;

FunId FormTable::formed(const Form& form) {
  const bool isPlain = !form.tries && std::ranges::count(form.tried, true) == 0;
  if (isPlain) return form.function;
  if (const auto known = forms.find(form); known != forms.end()) return known->second;
  const FunId made{static_cast<std::uint32_t>(program.functions.size())};
  const ir::Function& from = source.function(form.function);
  ir::Function stub;
  stub.name = additions.uniqueFunction(from.name + "_tried");
  program.functions.push_back(std::move(stub));
  forms.emplace(form, made);
  open.emplace_back(form, made);
  return made;
}

namespace {

ir::Literal zeroOf(ir::TypeKind kind) {
  return {kind, kind == ir::TypeKind::Integer ? ir::integer::constant(0) : 0};
}

// Writes the body of one form.
class FormWriter {
 public:
  FormWriter(FormTable& table, const ir::Function& from, ir::Function& to)
      : table_(table), to_(to), name_(from.name), uses_(ir::countUses(from)) {}

  void run(const ir::Function& from, const Form& form);

 private:
  void findReadAtOnce(const Block& block);

  // What a variable has become.
  struct Shape {
    Atom atom;
    bool tried = false;
  };
  using Shapes = std::map<VarId, Shape>;

  [[nodiscard]] TypeId typeOf(VarId variable) const { return types_[variable.value]; }
  [[nodiscard]] bool isTried(const Atom& atom) const {
    const VarId* variable = ir::variableOf(atom);
    const auto found = variable == nullptr ? shapes_.end() : shapes_.find(*variable);
    return found != shapes_.end() && found->second.tried;
  }
  [[nodiscard]] Atom shapeOf(const Atom& atom) const {
    const VarId* variable = ir::variableOf(atom);
    const auto found = variable == nullptr ? shapes_.end() : shapes_.find(*variable);
    return found == shapes_.end() ? atom : found->second.atom;
  }
  VarId bind(Block& out, TypeId type, ir::Operation operation) {
    return bindIn(to_, out, type, "x", std::move(operation));
  }

  Atom plain(const Atom& atom, Block& out);
  Atom tried(const Atom& atom, TypeId type, Block& out);
  Atom failed(TypeId type, const Atom& failure, Block& out);
  void noteTest(const Binding& binding);
  void noteFields(ir::CtorId ctor, const std::vector<VarId>& fields);

  [[nodiscard]] bool failsItself(const ir::Operation& operation) const;
  [[nodiscard]] bool failsInside(const ir::Call& call) const;
  [[nodiscard]] bool fails(const ir::Operation& operation) const;
  [[nodiscard]] bool fails(const Block& block) const;
  [[nodiscard]] std::optional<Atom> needed(const ir::Operation& operation) const;
  [[nodiscard]] bool canTry(const Binding& binding) const;
  [[nodiscard]] bool isKept(const Binding& binding) const;
  [[nodiscard]] Form formOf(const ir::Call& call, bool tries) const;

  Block plainBlock(const Block& block);
  Block triedBlock(const Block& block, TypeId type);
  void tryFrom(const Block& block, std::size_t first, TypeId type, Block& out);
  void emit(const Binding& binding, Block& out);
  void keep(const Binding& binding, Block& out);
  void keepFields(const Binding& binding, const ir::Unpack& unpack, Block& out);
  VarId attempt(const Binding& binding, Block& out);
  template <class Continue>
  VarId whereGot(const Atom& value, VarId variable, TypeId result, Block& out, Continue go);
  ir::Operation call(const ir::Call& call, bool tries, Block& out);
  template <class Inside>
  ir::Operation branches(const ir::Operation& operation, Block& out, Inside inside);

  FormTable& table_;
  ir::Function& to_;
  std::string name_;  // Of the function that there was.
  std::vector<unsigned> uses_;
  std::vector<bool> readAtOnce_;  // Read once, by something that needs it.
  std::vector<TypeId> types_;     // Of the variables there were.
  Shapes shapes_;
  std::map<VarId, std::pair<VarId, bool>> tests_;  // Conditions: what is nought where this holds.
  std::set<VarId> nonzero_;
};

void FormWriter::run(const ir::Function& from, const Form& form) {
  for (const ir::Variable& variable : from.variables) types_.push_back(variable.type);
  readAtOnce_.resize(types_.size());
  findReadAtOnce(from.body);
  for (std::size_t i = 0; i < form.tried.size(); ++i) {
    if (!form.tried[i]) continue;
    const VarId parameter = from.parameters[i];
    to_.variables[parameter.value].type = table_.failures.of(typeOf(parameter)).type;
    shapes_[parameter] = {parameter, true};
  }
  if (!form.tries) {
    to_.body = plainBlock(from.body);
    return;
  }
  to_.body = triedBlock(from.body, from.resultTypes[0]);
  to_.resultTypes = {table_.failures.of(from.resultTypes[0]).type};
}

void FormWriter::findReadAtOnce(const Block& block) {
  ir::forEachBinding(block, [&](const Binding& binding) {
    const auto note = [&](const Atom& atom) {
      const VarId* variable = ir::variableOf(atom);
      if (variable != nullptr && uses_[variable->value] == 1) readAtOnce_[variable->value] = true;
    };
    if (const auto* call = std::get_if<ir::Call>(&binding.operation)) {
      for (std::size_t i = 0; i < call->arguments.size(); ++i) {
        if (!table_.certain.mayBeDropped(call->callee, i)) note(call->arguments[i]);
      }
    } else if (!std::holds_alternative<ir::Construct>(binding.operation) &&
               !std::holds_alternative<ir::Copy>(binding.operation)) {
      ir::forEachAtom(binding.operation, note);
    }
  });
}

// What it is, if it is no failure.
Atom FormWriter::plain(const Atom& atom, Block& out) {
  if (!isTried(atom)) return shapeOf(atom);
  const TypeId type = typeOf(*ir::variableOf(atom));
  return bind(out, type, ir::Call{table_.failures.of(type).open, {shapeOf(atom)}});
}

Atom FormWriter::tried(const Atom& atom, TypeId type, Block& out) {
  if (isTried(atom)) return shapeOf(atom);
  const TriedType& made = table_.failures.of(type);
  return bind(out, made.type, ir::Construct{made.got, {shapeOf(atom)}});
}

Atom FormWriter::failed(TypeId type, const Atom& failure, Block& out) {
  const TriedType& made = table_.failures.of(type);
  return bind(out, made.type, ir::Construct{made.failed, {failure}});
}

// Variables that are read from fields that may hold failures.
void FormWriter::noteFields(ir::CtorId ctor, const std::vector<VarId>& fields) {
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (!table_.places.contains({ctor, i})) continue;
    to_.variables[fields[i].value].type = table_.failures.of(typeOf(fields[i])).type;
    shapes_[fields[i]] = {fields[i], true};
  }
}

// ------------------------------------------------------------------------------------ questions

// The first of what the operation reads itself, and must have the value of, that may be a failure.
std::optional<Atom> FormWriter::needed(const ir::Operation& operation) const {
  std::optional<Atom> found;
  const auto note = [&](const Atom& atom) {
    if (!found && isTried(atom)) found = atom;
  };
  if (const auto* construct = std::get_if<ir::Construct>(&operation)) {
    for (std::size_t i = 0; i < construct->fields.size(); ++i) {
      const FieldPlace place{construct->ctor, i};
      if (!table_.certain.mayBeDropped(place)) note(construct->fields[i]);
    }
  } else if (const auto* call = std::get_if<ir::Call>(&operation)) {
    const Form form = formOf(*call, false);
    for (std::size_t i = 0; i < call->arguments.size(); ++i) {
      if (!form.tried[i]) note(call->arguments[i]);
    }
  } else if (!std::holds_alternative<ir::Copy>(operation)) {
    ir::forEachAtom(operation, note);
  }
  return found;
}

bool FormWriter::failsItself(const ir::Operation& operation) const {
  if (!mayFailLate(operation)) return false;
  const auto* primitive = std::get_if<ir::Primitive>(&operation);
  const VarId* divisor =
      primitive == nullptr ? nullptr : ir::variableOf(primitive->arguments.back());
  return divisor == nullptr || !nonzero_.contains(*divisor);
}

// `n == 0`, and the like.
void FormWriter::noteTest(const Binding& binding) {
  const auto* test = std::get_if<ir::Primitive>(&binding.operation);
  if (test == nullptr || (test->op != ir::PrimOp::Eq && test->op != ir::PrimOp::Ne)) return;
  const VarId* variable = ir::variableOf(test->arguments[0]);
  const auto* number = std::get_if<ir::Literal>(&test->arguments[1]);
  if (variable == nullptr) {
    variable = ir::variableOf(test->arguments[1]);
    number = std::get_if<ir::Literal>(&test->arguments[0]);
  }
  if (variable == nullptr || number == nullptr || !ir::isIntegral(number->kind)) return;
  if (*number == zeroOf(number->kind)) {
    tests_[binding.results[0]] = {*variable, test->op == ir::PrimOp::Eq};
  }
}

// Whether a call may fail, given what it may be given.
bool FormWriter::failsInside(const ir::Call& call) const {
  if (table_.facts.mayFail(call.callee)) return true;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    if (isTried(call.arguments[i]) && !table_.facts.stores(call.callee, i)) return true;
  }
  return false;
}

bool FormWriter::fails(const ir::Operation& operation) const {
  if (failsItself(operation) || needed(operation)) return true;
  if (const auto* call = std::get_if<ir::Call>(&operation)) return failsInside(*call);
  bool inside = false;
  ir::forEachBlock(operation, [&](const Block& inner) { inside = inside || fails(inner); });
  const auto* match = std::get_if<ir::Case>(&operation);
  if (inside || match == nullptr) return inside;
  // What is read of a field that may hold a failure may be needed inside.
  return std::ranges::any_of(match->alternatives, [&](const ir::Alternative& each) {
    for (std::size_t i = 0; i < each.fields.size(); ++i) {
      if (table_.places.contains({each.ctor, i}) && uses_[each.fields[i].value] > 0) return true;
    }
    return false;
  });
}

bool FormWriter::fails(const Block& block) const {
  return std::ranges::any_of(block.bindings,
                             [&](const Binding& each) { return fails(each.operation); }) ||
         std::ranges::any_of(block.results, [&](const Atom& atom) { return isTried(atom); });
}

// Whether it can be computed so that it results in its failure.
bool FormWriter::canTry(const Binding& binding) const {
  if (binding.results.size() != 1 || table_.facts.isPlace(typeOf(binding.results[0])) ||
      std::holds_alternative<ir::Foreign>(binding.operation)) {
    return false;
  }
  if (needed(binding.operation) || failsItself(binding.operation)) return true;
  const auto* call = std::get_if<ir::Call>(&binding.operation);
  return call == nullptr || table_.facts.canTry(call->callee);
}

// Whether its failure is kept, for what may not be needed.
bool FormWriter::isKept(const Binding& binding) const {
  if (table_.certain.isEvaluated(binding)) return false;
  if (std::holds_alternative<ir::Unpack>(binding.operation)) return true;
  if (!canTry(binding)) return false;
  const VarId result = binding.results[0];
  return std::holds_alternative<ir::Fail>(binding.operation) || readAtOnce_[result.value] ||
         !table_.facts.isRecursive(typeOf(result));
}

Form FormWriter::formOf(const ir::Call& call, bool tries) const {
  Form form{call.callee, std::vector<bool>(call.arguments.size()), tries};
  const ir::Function& callee = table_.source.function(call.callee);
  if (callee.library && !tries) return form;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    form.tried[i] = isTried(call.arguments[i]) && table_.certain.mayBeDropped(call.callee, i);
  }
  return form;
}

// -------------------------------------------------------------------------------------- writing

Block FormWriter::plainBlock(const Block& block) {
  const Shapes outside = shapes_;
  Block out;
  for (const Binding& binding : block.bindings) {
    if (fails(binding.operation) && isKept(binding)) {
      keep(binding, out);
    } else {
      emit(binding, out);
    }
  }
  for (const Atom& atom : block.results) out.results.push_back(plain(atom, out));
  shapes_ = outside;
  return out;
}

Block FormWriter::triedBlock(const Block& block, TypeId type) {
  const Shapes outside = shapes_;
  Block out;
  tryFrom(block, 0, type, out);
  shapes_ = outside;
  return out;
}

// The bindings from the first on, and the block's result, which is of that type. What follows a
// failure that is needed stands in the branch in which it has not happened.
void FormWriter::tryFrom(const Block& block, std::size_t first, TypeId type, Block& out) {
  for (std::size_t i = first; i < block.bindings.size(); ++i) {
    const Binding& binding = block.bindings[i];
    if (!fails(binding.operation)) {
      emit(binding, out);
      continue;
    }
    if (isKept(binding)) {
      keep(binding, out);
      continue;
    }
    if (const auto value = needed(binding.operation)) {
      out.results = {whereGot(shapeOf(*value), *ir::variableOf(*value), type, out,
                              [&](Block& inner) { tryFrom(block, i, type, inner); })};
      return;
    }
    if (canTry(binding)) {
      const VarId made = attempt(binding, out);
      const VarId variable = binding.results[0];
      const bool isLast = i + 1 == block.bindings.size();
      if (isLast && block.results == std::vector<Atom>{variable}) {
        out.results = {made};
        return;
      }
      out.results = {whereGot(made, variable, type, out,
                              [&](Block& inner) { tryFrom(block, i + 1, type, inner); })};
      return;
    }
    emit(binding, out);
  }
  out.results = {tried(block.results[0], type, out)};
}

// What is computed with what the variable has become, if it is no failure: `go` writes it.
template <class Continue>
VarId FormWriter::whereGot(const Atom& value, VarId variable, TypeId result, Block& out,
                           Continue go) {
  const TriedType given = table_.failures.of(typeOf(variable));
  ir::Alternative got{given.got, {to_.fresh(typeOf(variable), "x")}, {}};
  const Shapes outside = shapes_;
  shapes_[variable] = {got.fields[0], false};
  go(got.body);
  shapes_ = outside;
  ir::Alternative failure{given.failed, {to_.fresh(table_.failures.type(), "failure")}, {}};
  failure.body.results = {failed(result, failure.fields[0], failure.body)};
  return bind(out, table_.failures.of(result).type,
              ir::Case{value, {std::move(got), std::move(failure)}});
}

// Computed where it stands, and what of it is needed fails there.
void FormWriter::emit(const Binding& binding, Block& out) {
  noteTest(binding);
  if (const auto* copy = std::get_if<ir::Copy>(&binding.operation)) {
    for (std::size_t i = 0; i < copy->atoms.size(); ++i) {
      shapes_[binding.results[i]] = {shapeOf(copy->atoms[i]), isTried(copy->atoms[i])};
    }
    return;
  }
  ir::Operation made;
  if (const auto* construct = std::get_if<ir::Construct>(&binding.operation)) {
    ir::Construct cell{construct->ctor, {}};
    const ir::Constructor& ctor = table_.source.constructor(construct->ctor);
    for (std::size_t i = 0; i < construct->fields.size(); ++i) {
      const FieldPlace place{construct->ctor, i};
      const Atom& field = construct->fields[i];
      if (table_.places.contains(place)) {
        cell.fields.push_back(tried(field, ctor.fields[i].type, out));
        continue;
      }
      if (isTried(field) && table_.certain.mayBeDropped(place)) table_.asked.insert(place);
      cell.fields.push_back(plain(field, out));
    }
    made = std::move(cell);
  } else if (const auto* called = std::get_if<ir::Call>(&binding.operation)) {
    made = call(*called, false, out);
  } else if (std::holds_alternative<ir::Conditional>(binding.operation) ||
             std::holds_alternative<ir::Case>(binding.operation)) {
    made = branches(binding.operation, out, [&](const Block& inner) { return plainBlock(inner); });
  } else {
    made = binding.operation;
    ir::forEachAtom(made, [&](Atom& atom) { atom = plain(atom, out); });
  }
  if (const auto* unpack = std::get_if<ir::Unpack>(&binding.operation)) {
    noteFields(unpack->ctor, binding.results);
  }
  out.bindings.push_back({binding.results, std::move(made), binding.position});
}

ir::Operation FormWriter::call(const ir::Call& call, bool tries, Block& out) {
  const Form form = formOf(call, tries);
  ir::Call made{table_.formed(form), {}};
  const ir::Function& callee = table_.source.function(call.callee);
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const TypeId type = callee.variables[callee.parameters[i].value].type;
    made.arguments.push_back(form.tried[i] ? tried(call.arguments[i], type, out)
                                           : plain(call.arguments[i], out));
  }
  return made;
}

template <class Inside>
ir::Operation FormWriter::branches(const ir::Operation& operation, Block& out, Inside inside) {
  if (const auto* conditional = std::get_if<ir::Conditional>(&operation)) {
    ir::Conditional made{plain(conditional->condition, out), {}, {}};
    const VarId* condition = ir::variableOf(conditional->condition);
    const auto test = condition == nullptr ? tests_.end() : tests_.find(*condition);
    const std::set<VarId> known = nonzero_;
    if (test != tests_.end() && !test->second.second) nonzero_.insert(test->second.first);
    made.whenTrue = inside(conditional->whenTrue);
    nonzero_ = known;
    if (test != tests_.end() && test->second.second) nonzero_.insert(test->second.first);
    made.whenFalse = inside(conditional->whenFalse);
    nonzero_ = known;
    return made;
  }
  const auto& match = std::get<ir::Case>(operation);
  ir::Case made{plain(match.scrutinee, out), {}};
  for (const ir::Alternative& each : match.alternatives) {
    noteFields(each.ctor, each.fields);
    made.alternatives.push_back({each.ctor, each.fields, inside(each.body)});
  }
  return made;
}

// Computed where it stands, and fails where it is needed.
void FormWriter::keep(const Binding& binding, Block& out) {
  table_.kept.emplace(binding.position, name_);
  if (const auto* unpack = std::get_if<ir::Unpack>(&binding.operation)) {
    keepFields(binding, *unpack, out);
    return;
  }
  shapes_[binding.results[0]] = {attempt(binding, out), true};
}

void FormWriter::keepFields(const Binding& binding, const ir::Unpack& unpack, Block& out) {
  const Atom value = shapeOf(unpack.scrutinee);
  const VarId scrutinee = *ir::variableOf(unpack.scrutinee);
  for (std::size_t i = 0; i < binding.results.size(); ++i) {
    const VarId field = binding.results[i];
    if (uses_[field.value] == 0) continue;
    const bool isPlace = table_.places.contains({unpack.ctor, i});
    const VarId made = whereGot(value, scrutinee, typeOf(field), out, [&](Block& inner) {
      std::vector<VarId> fields;
      for (std::size_t k = 0; k < binding.results.size(); ++k) {
        const TypeId each = typeOf(binding.results[k]);
        const bool holds = table_.places.contains({unpack.ctor, k});
        fields.push_back(to_.fresh(holds ? table_.failures.of(each).type : each, "x"));
      }
      inner.bindings.push_back(
          {fields, ir::Unpack{unpack.ctor, shapeOf(scrutinee)}, binding.position});
      inner.results = {isPlace ? Atom(fields[i]) : tried(fields[i], typeOf(field), inner)};
    });
    shapes_[field] = {made, true};
  }
}

// What the binding results in, or its failure.
VarId FormWriter::attempt(const Binding& binding, Block& out) {
  const TypeId type = typeOf(binding.results[0]);
  const TriedType made = table_.failures.of(type);
  if (const auto value = needed(binding.operation)) {
    return whereGot(shapeOf(*value), *ir::variableOf(*value), type, out,
                    [&](Block& inner) { inner.results = {attempt(binding, inner)}; });
  }
  if (const auto* fail = std::get_if<ir::Fail>(&binding.operation)) {
    std::vector<Atom> arguments;
    std::optional<TypeId> text;
    for (const Atom& argument : fail->arguments) {
      arguments.push_back(shapeOf(argument));
      text = typeOf(*ir::variableOf(argument));
    }
    const ir::CtorId ctor = table_.failures.failure(text ? "" : fail->message, fail->bare, text);
    const Atom failure = bind(out, table_.failures.type(), ir::Construct{ctor, arguments});
    return *ir::variableOf(failed(type, failure, out));
  }
  const auto* called = std::get_if<ir::Call>(&binding.operation);
  if (called != nullptr && failsInside(*called) && table_.facts.canTry(called->callee)) {
    return bind(out, made.type, call(*called, true, out));
  }
  const auto* primitive = std::get_if<ir::Primitive>(&binding.operation);
  if (primitive != nullptr && failsItself(binding.operation)) {
    const Atom divisor = shapeOf(primitive->arguments[1]);
    const ir::Literal zero = zeroOf(table_.source.type(type).kind);
    ir::Conditional divided;
    divided.condition =
        bind(out, booleanType(table_.program), ir::Primitive{ir::PrimOp::Eq, {divisor, zero}});
    const ir::CtorId ctor = table_.failures.failure("divide by zero", true, std::nullopt);
    const Atom failure = bind(divided.whenTrue, table_.failures.type(), ir::Construct{ctor, {}});
    divided.whenTrue.results = {failed(type, failure, divided.whenTrue)};
    ir::Primitive division{primitive->op, {shapeOf(primitive->arguments[0]), divisor}};
    const Atom quotient = bind(divided.whenFalse, type, std::move(division));
    divided.whenFalse.results = {
        bind(divided.whenFalse, made.type, ir::Construct{made.got, {quotient}})};
    return bind(out, made.type, std::move(divided));
  }
  if (std::holds_alternative<ir::Conditional>(binding.operation) ||
      std::holds_alternative<ir::Case>(binding.operation)) {
    ir::Operation operation = branches(binding.operation, out,
                                       [&](const Block& inner) { return triedBlock(inner, type); });
    return bind(out, made.type, std::move(operation));
  }
  emit(binding, out);
  return *ir::variableOf(tried(binding.results[0], type, out));
}

}  // namespace

void writeForm(FormTable& table, const Form& form, FunId made) {
  const ir::Function& from = table.source.function(form.function);
  ir::Function to = from;
  to.name = table.program.function(made).name;
  to.body = {};
  if (made != form.function) {
    to.library.reset();
    to.composed = true;
    if (to.origin.empty()) to.origin = {from.name};
  }
  FormWriter(table, from, to).run(from, form);
  table.program.functions[made.value] = std::move(to);
}

}  // namespace deforest::backends
