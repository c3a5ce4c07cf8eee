// Where values are: frames, branches, and code that branches share.
#include <algorithm>

#include "ir/traverse.hpp"
#include "ir/variable_names.hpp"
#include "support/check.hpp"
#include "text/lowering/machine.hpp"

namespace deforest::text {
std::pair<const Frame*, ir::Atom> FunctionElaborator::locate(Key key, const Frame* from) const {
  for (const Frame* frame = from != nullptr ? from : frame_; frame != nullptr;
       frame = frame->outer) {
    const auto found = frame->values.find(key);
    if (found != frame->values.end()) return {frame, found->second};
  }
  return {nullptr, {}};
}

ir::Atom FunctionElaborator::lookupIn(Frame& frame, Key key) {
  if (const auto found = frame.values.find(key); found != frame.values.end()) return found->second;
  support::check(frame.outer != nullptr, "a value that has not been evaluated");
  const auto outside = locate(key, frame.outer);
  for (const Key captured : frame.captures) {
    if (locate(captured, frame.outer) != outside) continue;
    frame.aliases.emplace_back(key, captured);
    const ir::Atom parameter = frame.values.at(captured);
    frame.values.emplace(key, parameter);
    return parameter;
  }
  const ir::Atom atom = lookupIn(*frame.outer, key);
  const ir::TypeId type = typeOf(*frame.outer, atom);
  std::string name = temporaryName(type);
  if (const auto* variable = std::get_if<ir::VarId>(&atom)) {
    name = frame.outer->writer.function.variables[variable->value].name;
  }
  const ir::VarId parameter = frame.writer.addParameter(type, std::move(name));
  frame.captures.push_back(key);
  frame.values.emplace(key, parameter);
  return parameter;
}

void FunctionElaborator::set(Key key, ir::Atom atom) {
  frame_->values.insert_or_assign(key, atom);
  frame_->trail.push_back(key);
}

// The leaves have keys of their own, so that what goes on elsewhere captures those it needs.
void FunctionElaborator::set(Key key, const Value& value) {
  if (!value.shape.valid() || builder_.shapes.isPlain(value.shape)) {
    higher_.erase(key);  // the same code may be written for another type
    return set(key, value.atoms[0]);
  }
  const Key first = nextKey_;
  nextKey_ += static_cast<Key>(value.atoms.size());
  for (std::size_t i = 0; i < value.atoms.size(); ++i) {
    set(first + static_cast<Key>(i), value.atoms[i]);
  }
  higher_.insert_or_assign(key, std::pair(value.shape, first));
  set(key, ir::Atom{ir::Literal{ir::TypeKind::Bool, 1}});
}

Value FunctionElaborator::valueOf(Key key) {
  const auto higher = higher_.find(key);
  if (higher == higher_.end()) return {{lookup(key)}, {}};
  const auto [shape, first] = higher->second;
  frame_->known.emplace_back(key, shape);
  Value value{{}, shape};
  for (std::size_t i = 0; i < builder_.shapes.at(shape).leaves.size(); ++i) {
    value.atoms.push_back(lookup(first + static_cast<Key>(i)));
  }
  return value;
}

ir::TypeId FunctionElaborator::typeOf(Frame& frame, const ir::Atom& atom) const {
  if (const auto* literal = std::get_if<ir::Literal>(&atom)) {
    return builder_.types.scalar(literal->kind);
  }
  return frame.writer.function.variables[std::get<ir::VarId>(atom).value].type;
}

ir::Block FunctionElaborator::branch(const Write& write) {
  Frame& frame = *frame_;
  const std::size_t mark = frame.trail.size();
  ir::Block block = frame.writer.nested(write);
  while (frame.trail.size() > mark) {
    frame.values.erase(frame.trail.back());
    frame.trail.pop_back();
  }
  return block;
}

Atoms FunctionElaborator::use(Shared& shared, const Goal& goal) {
  if (shared.uses <= 1 || shared.size <= smallCode) return shared.write();
  for (const Shared::Variant& variant : shared.variants) {
    if (fits(variant)) return callVariant(variant, goal);
  }
  shared.variants.push_back(makeVariant(shared, goal));
  return callVariant(Shared::Variant(shared.variants.back()), goal);
}

Shared::Variant FunctionElaborator::makeVariant(const Shared& shared, const Goal& goal) {
  Frame inner;
  inner.outer = frame_;
  inner.writer.function.position = goal.position;
  frame_ = &inner;
  inner.writer.function.body.results = shared.write();
  frame_ = inner.outer;
  inner.writer.function.resultTypes = typesOf(goal);
  Shared::Variant variant;
  variant.function = builder_.addShared(target_, std::move(inner.writer.function));
  variant.captures = std::move(inner.captures);
  variant.aliases = std::move(inner.aliases);
  variant.forced = std::move(inner.forced);
  variant.known = std::move(inner.known);
  frame_->known.insert(frame_->known.end(), variant.known.begin(), variant.known.end());
  return variant;
}

// Whether the piece, made elsewhere, does the same here: what it takes has been evaluated, what it
// evaluates has not, and the functions are the same.
bool FunctionElaborator::fits(const Shared::Variant& variant) const {
  return std::ranges::all_of(variant.captures, [&](Key key) { return has(key); }) &&
         std::ranges::all_of(
             variant.aliases,
             [&](const auto& alias) { return locate(alias.first) == locate(alias.second); }) &&
         std::ranges::none_of(variant.forced, [&](Key key) { return has(key); }) &&
         std::ranges::all_of(variant.known, [&](const auto& known) {
           return higher_.at(known.first).first == known.second;
         });
}

Atoms FunctionElaborator::callVariant(const Shared::Variant& variant, const Goal& goal) {
  ir::Call call;
  call.callee = variant.function;
  frame_->known.insert(frame_->known.end(), variant.known.begin(), variant.known.end());
  for (const Key key : variant.captures) call.arguments.push_back(lookup(key));
  return bind(std::move(call), goal);
}

Atoms FunctionElaborator::conditional(const ir::Atom& condition, const Write& whenTrue,
                                      const Write& whenFalse, const Goal& goal) {
  ir::Conditional made;
  made.condition = condition;
  made.whenTrue = branch(whenTrue);
  made.whenFalse = branch(whenFalse);
  return bind(std::move(made), goal);
}

Atoms FunctionElaborator::fail(std::string message, const Goal& goal, Atoms computed, bool bare) {
  if (goal.join != nullptr && !goal.join->shape.valid()) {
    if (!module_.keepsOpaque) throw ChoiceNeeded{goal.join->origin};
    error({goal.position, goal.position}, "which function this results in is not known: it fails",
          "functions are values only as far as they are known where they are used: let the branch "
          "that fails stand last, or fail where the function is applied");
  }
  return bind(ir::Fail{std::move(message), std::move(computed), {}, bare}, goal);
}

// What evaluating the atom evaluates: of a newtype, what is inside. None of what has a value in any
// case.
std::optional<ir::Atom> FunctionElaborator::forcedOf(ir::Atom atom, ir::Position position) {
  if (ir::variableOf(atom) == nullptr) return std::nullopt;
  const ir::TypeId innermost = builder_.types.insideNewtypes(typeOf(*frame_, atom));
  const bool isFunction = builder_.types.isFunction(innermost);
  while (true) {
    const ir::Type& type = builder_.program.type(typeOf(*frame_, atom));
    if (!type.isNewtype) return atom;
    if (isFunction || builder_.program.type(innermost).isNewtype) return std::nullopt;
    const ir::CtorId ctor = type.constructors[0];
    const ir::TypeId inner = builder_.program.constructor(ctor).fields[0].type;
    atom = bindOne(ir::Unpack{ctor, atom}, inner, "", position);
  }
}

// What a bang stands before is evaluated in any case where evaluation is strict. That Haskell
// evaluates it, too, a `seq` says that nobody reads (backends/native/suspension/certain_fields).
void FunctionElaborator::markForced(const ir::Atom& atom, ir::Position position) {
  if (builder_.lazy || !module_.defaultsToInteger) return;
  const std::optional<ir::Atom> forced = forcedOf(atom, position);
  if (!forced) return;
  const ir::TypeId type = typeOf(*frame_, *forced);
  bindOne(ir::Primitive{ir::PrimOp::Seq, {*forced, *forced}}, type, "", position);
}

// Where evaluation is strict, what the program forces must not go though nobody reads it. Libraries
// force for the sake of memory, and to say in which order places are written; and in `.hs.ir` a
// bang stands before all that is evaluated where it stands.
bool FunctionElaborator::forces(bool byBang) const {
  if (builder_.lazy) return true;
  if (sourceId_ == module_.forcedBefore) return true;
  const bool ofLibrary = source_.fromPrelude || module_.isOfWrittenModule(sourceId_);
  return !ofLibrary && (!byBang || module_.defaultsToInteger);
}

Atoms FunctionElaborator::forcing(const ir::Atom& atom, Atoms results, const Goal& goal) {
  if (!forces(true) || results.empty()) return results;
  const std::optional<ir::Atom> forced = forcedOf(atom, goal.position);
  if (!forced) return results;
  for (ir::Atom& result : results) {
    result = bindOne(ir::Primitive{ir::PrimOp::Seq, {*forced, result}}, typeOf(*frame_, result), "",
                     goal.position);
  }
  return results;
}

Atoms FunctionElaborator::bind(ir::Operation operation, const Goal& goal) {
  const std::vector<ir::TypeId> types = typesOf(goal);
  if (types.empty() && goal.join != nullptr) return {};  // all of the value is known
  return frame_->writer.bind(std::move(operation), types, namesFor(types, goal.names),
                             goal.position);
}

ir::Atom FunctionElaborator::bindOne(ir::Operation operation, ir::TypeId type,
                                     const std::string& name, ir::Position position) {
  return bind(std::move(operation), Goal{{type}, {name}, position})[0];
}

Names FunctionElaborator::namesFor(const std::vector<ir::TypeId>& types,
                                   const Names& wanted) const {
  Names names;
  for (std::size_t i = 0; i < types.size(); ++i) {
    const bool given = i < wanted.size() && !wanted[i].empty();
    names.push_back(given ? wanted[i] : temporaryName(types[i]));
  }
  return names;
}

std::string FunctionElaborator::temporaryName(ir::TypeId type) const {
  return ir::nameByType(builder_.program.type(type));
}

// -------------------------------------------------------------------------------------- helpers

ir::TypeId FunctionElaborator::ground(TypeRef type, Span span) {
  if (builder_.types.isUnboxed(type) || builder_.types.hidesUnboxed(type)) refuseUnboxed(span);
  return builder_.types.ground(type, substitution_);
}

std::vector<ir::TypeId> FunctionElaborator::results(TypeRef type, Span span) {
  if (builder_.types.hidesUnboxed(type)) refuseUnboxed(span);
  return builder_.types.results(type, substitution_);
}

void FunctionElaborator::refuseUnboxed(Span span) {
  error(span, "an unboxed tuple is used as a value",
        "it can only be returned, and taken apart where it is returned: `let !(# a, b #) = ...`");
}

std::string FunctionElaborator::place(Span span) const {
  std::string file = builder_.program.file;
  const auto lineOf = [&](std::size_t line) {
    if (builder_.module.lines.empty()) return line;
    const LineOrigins::Place place = builder_.module.lines.placeOf(line);
    file = place.file;
    return place.line;
  };
  const auto number = [](std::size_t value) { return std::to_string(value); };
  const std::uint32_t last = std::max(span.end.column, 2U) - 1;
  const std::string end = number(lineOf(span.end.line));
  const std::string begin = number(lineOf(span.begin.line));
  std::string columns = begin + ":" + number(span.begin.column);
  if (span.end.line > span.begin.line) {
    columns =
        "(" + begin + "," + number(span.begin.column) + ")-(" + end + "," + number(last) + ")";
  } else if (last > span.begin.column) {
    columns += "-" + number(last);
  }
  return file + ":" + columns;
}

void FunctionElaborator::error(Span span, std::string message, std::string hint) {
  builder_.reporter.error(span, std::move(message), std::move(hint));
  throw ElaborationAbort{};
}

}  // namespace deforest::text
