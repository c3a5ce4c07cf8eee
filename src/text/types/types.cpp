// The type table: built-in types, unification with classes, rendering.
#include "text/types/types.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <unordered_set>
#include <utility>

#include "support/check.hpp"
#include "text/types/instances.hpp"

namespace deforest::text {
namespace {

constexpr std::array<std::pair<Class, std::string_view>, 13> classTable = {{
    {Class::Eq, "Eq"},
    {Class::Ord, "Ord"},
    {Class::Num, "Num"},
    {Class::Integral, "Integral"},
    {Class::Fractional, "Fractional"},
    {Class::Bits, "Bits"},
    {Class::Enum, "Enum"},
    {Class::Bounded, "Bounded"},
    {Class::Show, "Show"},
    {Class::Real, "Real"},
    {Class::Floating, "Floating"},
    {Class::RealFrac, "RealFrac"},
    {Class::RealFloat, "RealFloat"},
}};

constexpr Classes all(std::initializer_list<Class> classes) {
  Classes set = noClasses;
  for (const Class c : classes) set |= classSet(c);
  return set;
}

constexpr Classes basic = all({Class::Eq, Class::Ord, Class::Show});
constexpr Classes unbounded =
    basic | all({Class::Num, Class::Real, Class::Integral, Class::Enum, Class::Bits});
constexpr Classes whole = unbounded | all({Class::Bounded});
constexpr Classes fractional =
    basic | all({Class::Num, Class::Real, Class::Enum}) | fractionClasses;

// Steps of one unification; types beyond that come from doubling, not from programs.
constexpr std::size_t unificationFuel = 1U << 20U;

void burn(std::size_t& fuel) {
  if (fuel == 0) throw support::LimitError("a type has more than a million parts");
  --fuel;
}

}  // namespace

std::vector<std::string_view> classNames(Classes classes) {
  std::vector<std::string_view> names;
  for (const auto& [c, name] : classTable) {
    if ((classes & classSet(c)) != 0) names.push_back(name);
  }
  return names;
}

std::optional<Class> classNamed(std::string_view name) {
  for (const auto& [c, known] : classTable) {
    if (known == name) return c;
  }
  return std::nullopt;
}

Classes TypeTable::addClass(std::string name, Classes superclasses) {
  const std::size_t place = classTable.size() + classes_.size();
  if (place >= std::numeric_limits<Classes>::digits) {
    throw support::LimitError("more than " + std::to_string(classes_.size()) + " classes");
  }
  classes_.push_back({std::move(name), superclasses});
  return Classes{1} << place;
}

Classes TypeTable::withSuperclasses(Classes classes) const {
  for (std::size_t i = classes_.size(); i-- > 0;) {
    if ((classes & (Classes{1} << (classTable.size() + i))) != 0) {
      classes |= classes_[i].superclasses;
    }
  }
  const auto has = [&](Class c) { return (classes & classSet(c)) != 0; };
  if (has(Class::RealFloat)) classes |= all({Class::RealFrac, Class::Floating});
  if (has(Class::RealFrac)) classes |= all({Class::Real, Class::Fractional});
  if (has(Class::Floating)) classes |= classSet(Class::Fractional);
  if (has(Class::Integral)) classes |= all({Class::Real, Class::Enum});
  if (has(Class::Real)) classes |= all({Class::Num, Class::Ord});
  if (has(Class::Fractional)) classes |= classSet(Class::Num);
  if (has(Class::Ord) || has(Class::Bits)) classes |= classSet(Class::Eq);
  return classes;
}

Classes TypeTable::withoutSuperclasses(Classes classes) const {
  Classes least = classes;
  for (Classes left = classes; left != noClasses; left &= left - 1) {
    const Classes one = left & ~(left - 1);
    least &= ~(withSuperclasses(one) & ~one);
  }
  return least;
}

Classes TypeTable::declaredOnly(Classes classes) {
  return classes >> classTable.size() << classTable.size();
}

std::string TypeTable::className(Classes classes) const {
  const std::vector<std::string_view> known = classNames(classes);
  if (!known.empty()) return std::string(known.front());
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    if ((classes & (Classes{1} << (classTable.size() + i))) != 0) return classes_[i].name;
  }
  return {};
}

TypeTable::TypeTable() {
  using ir::TypeKind;
  intCon = scalar("Int", TypeKind::Int, whole);
  wordCon = scalar("Word", TypeKind::Word, whole);
  doubleCon = scalar("Double", TypeKind::Double, fractional);
  floatCon = scalar("Float", TypeKind::Float, fractional);
  charCon = scalar("Char", TypeKind::Char, basic | all({Class::Enum, Class::Bounded}));
  boolCon = scalar("Bool", TypeKind::Bool, basic | all({Class::Enum, Class::Bounded}));
  integerCon = scalar("Integer", TypeKind::Integer, unbounded);
  falseCon = addConstructor({"False", boolCon, 0, {}, {}});
  trueCon = addConstructor({"True", boolCon, 0, {}, {}});

  const auto builtin = [&](std::string name, TypeShape shape, std::vector<std::string> parameters,
                           Classes instances) {
    TypeCon con;
    con.name = std::move(name);
    con.shape = shape;
    for (std::string& parameter : parameters) {
      con.parameters.push_back(rigid(std::move(parameter)));
    }
    con.instances = instances;
    for (const std::string_view instance : classNames(instances)) {
      con.deriving.emplace_back(instance);
    }
    return addCon(std::move(con));
  };
  listCon = builtin("[]", TypeShape::List, {"a"}, basic);
  const TypeRef element = con(listCon).parameters[0];
  nilCon = addConstructor({"[]", listCon, 0, {}, {}});
  consCon =
      addConstructor({":", listCon, 0, {{"", false, element}, {"", false, list(element)}}, {}});
  orderingCon =
      builtin("Ordering", TypeShape::Builtin, {}, basic | all({Class::Enum, Class::Bounded}));
  ltCon = addConstructor({"LT", orderingCon, 0, {}, {}});
  eqCon = addConstructor({"EQ", orderingCon, 0, {}, {}});
  gtCon = addConstructor({"GT", orderingCon, 0, {}, {}});
  maybeCon = builtin("Maybe", TypeShape::Builtin, {"a"}, basic);
  nothingCon = addConstructor({"Nothing", maybeCon, 0, {}, {}});
  justCon = addConstructor({"Just", maybeCon, 0, {{"", false, con(maybeCon).parameters[0]}}, {}});
  eitherCon = builtin("Either", TypeShape::Builtin, {"a", "b"}, basic);
  leftCon = addConstructor({"Left", eitherCon, 0, {{"", false, con(eitherCon).parameters[0]}}, {}});
  rightCon =
      addConstructor({"Right", eitherCon, 0, {{"", false, con(eitherCon).parameters[1]}}, {}});
  arrowCon = builtin("->", TypeShape::Function, {"a", "b"}, noClasses);
  applyCon = builtin("", TypeShape::Data, {"f", "a"}, noClasses);
}

TypeConId TypeTable::scalar(std::string name, ir::TypeKind kind, Classes instances) {
  TypeCon con;
  con.name = std::move(name);
  con.shape = TypeShape::Scalar;
  con.kind = kind;
  con.instances = instances;
  return addCon(std::move(con));
}

TypeConId TypeTable::addCon(TypeCon con) {
  cons_.push_back(std::move(con));
  return TypeConId{static_cast<std::uint32_t>(cons_.size() - 1)};
}

ConId TypeTable::addConstructor(SourceConstructor constructor) {
  const ConId id{static_cast<std::uint32_t>(constructors_.size())};
  TypeCon& type = con(constructor.type);
  constructor.tag = static_cast<std::uint32_t>(type.constructors.size());
  type.constructors.push_back(id);
  constructors_.push_back(std::move(constructor));
  return id;
}

TypeConId TypeTable::tupleCon(std::size_t arity) {
  if (const auto found = tuples_.find(arity); found != tuples_.end()) return found->second;
  TypeCon tuple;
  tuple.name = arity == 0 ? "()" : "(" + std::string(arity - 1, ',') + ")";
  tuple.shape = TypeShape::Tuple;
  tuple.instances = basic;
  std::vector<SourceField> fields;
  for (std::size_t i = 0; i < arity; ++i) {
    tuple.parameters.push_back(rigid("t" + std::to_string(i + 1)));
    fields.push_back({"", false, tuple.parameters.back()});
  }
  const std::string name = tuple.name;
  const TypeConId id = addCon(std::move(tuple));
  addConstructor({name, id, 0, std::move(fields), {}});
  tuples_.emplace(arity, id);
  return id;
}

TypeConId TypeTable::unboxedCon(std::size_t arity) {
  if (const auto found = unboxed_.find(arity); found != unboxed_.end()) return found->second;
  TypeCon tuple;
  tuple.name = "(# #)";
  tuple.shape = TypeShape::Unboxed;
  for (std::size_t i = 0; i < arity; ++i) {
    tuple.parameters.push_back(rigid("t" + std::to_string(i + 1)));
  }
  const TypeConId id = addCon(std::move(tuple));
  unboxed_.emplace(arity, id);
  return id;
}

TypeRef TypeTable::fresh(unsigned level, Classes classes) {
  nodes_.emplace_back();
  nodes_.back().level = level;
  nodes_.back().classes = classes;
  return &nodes_.back();
}

TypeRef TypeTable::rigid(std::string name, bool anyClass) {
  nodes_.emplace_back();
  nodes_.back().rigid = true;
  nodes_.back().anyClass = anyClass;
  nodes_.back().name = std::move(name);
  return &nodes_.back();
}

TypeRef TypeTable::apply(TypeConId con, std::vector<TypeRef> arguments) {
  nodes_.emplace_back();
  nodes_.back().con = con;
  nodes_.back().arguments = std::move(arguments);
  return &nodes_.back();
}

TypeRef TypeTable::prune(TypeRef type) const {
  TypeRef target = type;
  while (target->link != nullptr) target = target->link;
  // Compress the path, but where it leads through what will be taken back.
  while (refined_.empty() && type->link != nullptr) {
    const TypeRef next = type->link;
    type->link = target;
    type = next;
  }
  if (target->con == applyCon) {
    const TypeRef head = prune(target->arguments[0]);
    const bool stays = refined_.empty() || !behindLinks(target->arguments[0])->rigid;
    if (stays && head->con.valid() && head->con != applyCon) {
      std::vector<TypeRef> arguments = head->arguments;
      arguments.push_back(target->arguments[1]);
      target->con = head->con;
      target->arguments = std::move(arguments);
    }
  }
  return target;
}

TypeRef TypeTable::behindLinks(TypeRef type) {
  while (type->link != nullptr && (!type->rigid || type->opened)) type = type->link;
  return type;
}

TypeRef TypeTable::applied(TypeRef constructor, const std::vector<TypeRef>& arguments) {
  for (const TypeRef argument : arguments) constructor = apply(applyCon, {constructor, argument});
  return constructor;
}

bool TypeTable::mayBeFunction(TypeRef type) const {
  constexpr int mostNewtypes = 50;  // one may be inside of itself
  for (int i = 0; i < mostNewtypes; ++i) {
    type = prune(type);
    if (!type->con.valid()) return false;
    if (type->con == arrowCon || type->con == applyCon) return true;
    if (!con(type->con).isNewtype) return false;
    type = constructor(onlyConstructor(type->con)).fields[0].type;
  }
  return false;
}

bool TypeTable::hasFunctions(TypeRef type) const {
  std::vector<TypeRef> waiting{type};
  std::unordered_set<std::uint32_t> seen;
  std::unordered_set<TypeRef> visited;  // parts may be shared
  while (!waiting.empty()) {
    const TypeRef next = prune(waiting.back());
    waiting.pop_back();
    if (!next->con.valid() || !visited.insert(next).second) continue;
    if (next->con == arrowCon) return true;
    waiting.insert(waiting.end(), next->arguments.begin(), next->arguments.end());
    if (!seen.insert(next->con.value).second) continue;
    for (const ConId id : con(next->con).constructors) {
      for (const SourceField& field : constructor(id).fields) waiting.push_back(field.type);
    }
  }
  return false;
}

TypeRef TypeTable::instantiate(TypeRef type, const std::unordered_map<TypeRef, TypeRef>& map) {
  if (map.empty()) return type;
  std::size_t fuel = unificationFuel;
  return instantiateWithin(type, map, fuel);
}

TypeRef TypeTable::instantiateWithin(TypeRef type, const std::unordered_map<TypeRef, TypeRef>& map,
                                     std::size_t& fuel) {
  burn(fuel);
  const TypeRef variable = behindLinks(type);
  if (!variable->con.valid()) {
    const auto found = map.find(variable);
    return found == map.end() ? variable : found->second;
  }
  type = prune(type);
  if (type->arguments.empty()) return type;
  std::vector<TypeRef> arguments;
  bool changed = false;
  for (const TypeRef argument : type->arguments) {
    arguments.push_back(instantiateWithin(argument, map, fuel));
    changed = changed || arguments.back() != argument;
  }
  return changed ? apply(type->con, std::move(arguments)) : type;
}

std::optional<Mismatch> TypeTable::unify(TypeRef a, TypeRef b) {
  std::size_t fuel = unificationFuel;
  return unifyWithin(a, b, fuel);
}

std::optional<Mismatch> TypeTable::require(TypeRef type, Classes classes) {
  std::size_t fuel = unificationFuel;
  return requireWithin(type, classes, fuel);
}

std::optional<Mismatch> TypeTable::unifyWithin(TypeRef a, TypeRef b, std::size_t& fuel,
                                               bool refines) {
  if (fuel == 0) return Mismatch{Mismatch::Kind::TooLarge};
  --fuel;
  const TypeRef writtenA = behindLinks(a);
  const TypeRef writtenB = behindLinks(b);
  a = prune(a);
  b = prune(b);
  if (a == b) return std::nullopt;
  if (refines && b->rigid) return linkRigid(b, a, fuel);
  if (refines && a->rigid) return linkRigid(a, b, fuel);
  if (!a->con.valid() && !a->rigid) return link(a, writtenB, fuel);
  if (!b->con.valid() && !b->rigid) return link(b, writtenA, fuel);
  if (a->con == applyCon && b->con != applyCon) return unifyApplied(a, b, fuel, refines);
  if (b->con == applyCon && a->con != applyCon) return unifyApplied(b, a, fuel, refines);
  if (a->con != b->con || a->arguments.size() != b->arguments.size() || a->rigid || b->rigid) {
    return Mismatch{};
  }
  for (std::size_t i = 0; i < a->arguments.size(); ++i) {
    if (auto mismatch = unifyWithin(a->arguments[i], b->arguments[i], fuel, refines))
      return mismatch;
  }
  return std::nullopt;
}

// The variable of the pattern, `b`, is what is linked, if there is a choice, and a rigid variable
// rather than a flexible one, which stays what it is found to be.
std::optional<Mismatch> TypeTable::refine(TypeRef a, TypeRef b) {
  std::size_t fuel = unificationFuel;
  return unifyWithin(a, b, fuel, true);
}

std::optional<Mismatch> TypeTable::linkRigid(TypeRef variable, TypeRef type, std::size_t& fuel) {
  if (occurs(variable, type, fuel)) {
    return Mismatch{fuel == 0 ? Mismatch::Kind::TooLarge : Mismatch::Kind::Infinite};
  }
  variable->link = type;
  refined_.push_back(variable);
  return std::nullopt;
}

void TypeTable::keepRefinements(std::size_t count) {
  for (; refined_.size() > count; refined_.pop_back()) refined_.back()->link = nullptr;
}

// `f a` and `T b c`: f is `T b`, and a is c.
std::optional<Mismatch> TypeTable::unifyApplied(TypeRef applied, TypeRef type, std::size_t& fuel,
                                                bool refines) {
  if (!type->con.valid() || type->arguments.empty()) return Mismatch{};
  const TypeRef last = type->arguments.back();
  std::vector<TypeRef> others(type->arguments.begin(), type->arguments.end() - 1);
  const TypeRef constructor = apply(type->con, std::move(others));
  const TypeRef argument = applied->arguments[1];
  if (auto mismatch = unifyWithin(applied->arguments[0], constructor, fuel, refines))
    return mismatch;
  return unifyWithin(argument, last, fuel, refines);
}

std::optional<Mismatch> TypeTable::link(TypeRef variable, TypeRef type, std::size_t& fuel) {
  if (occurs(variable, type, fuel)) {
    return Mismatch{fuel == 0 ? Mismatch::Kind::TooLarge : Mismatch::Kind::Infinite};
  }
  if (auto mismatch = requireWithin(type, variable->classes, fuel)) return mismatch;
  variable->link = type;
  return std::nullopt;
}

// Adjusts levels on the way: what `variable` is linked to is as shallow as it.
bool TypeTable::occurs(TypeRef variable, TypeRef type, std::size_t& fuel) {
  if (fuel == 0) return true;
  --fuel;
  type = prune(type);
  if (type == variable) return true;
  if (!type->con.valid()) {
    type->level = std::min(type->level, variable->level);
    return false;
  }
  return std::ranges::any_of(type->arguments,
                             [&](TypeRef argument) { return occurs(variable, argument, fuel); });
}

std::optional<Mismatch> TypeTable::requireWithin(TypeRef type, Classes classes, std::size_t& fuel) {
  if (classes == noClasses) return std::nullopt;
  if (fuel == 0) return Mismatch{Mismatch::Kind::TooLarge};
  --fuel;
  type = prune(type);
  if (!type->con.valid()) {
    if (type->rigid && !type->anyClass && (classes & ~type->classes) != 0) {
      return Mismatch{Mismatch::Kind::Class, type, classes & ~type->classes};
    }
    if ((classes & ~type->classes) != 0) ++classChanges_;
    type->classes |= classes;
    return std::nullopt;
  }
  if (type->con == applyCon) {
    const TypeRef constructor = prune(type->arguments[0]);
    if (constructor->rigid) return Mismatch{Mismatch::Kind::Class, type, classes};
    deferred_.emplace_back(type, classes);
    return std::nullopt;
  }
  const TypeCon& head = con(type->con);
  for (const auto& [ofClass, narrow] : head.narrow) {
    if ((classes & ofClass) == 0) continue;
    classes &= ~ofClass;
    if (auto mismatch = requireNarrow(type, ofClass, fuel)) return mismatch;
  }
  if (const Classes missing = classes & ~head.instances; missing != 0) {
    return Mismatch{Mismatch::Kind::Class, type, missing};
  }
  for (std::size_t i = 0; i < type->arguments.size(); ++i) {
    const Classes needed = neededOf(head, i, classes);
    if (auto mismatch = requireWithin(type->arguments[i], needed, fuel)) return mismatch;
  }
  return std::nullopt;
}

std::optional<Mismatch> TypeTable::requireNarrow(TypeRef type, Classes ofClass, std::size_t& fuel) {
  using Kind = InstanceChoice::Kind;
  const InstanceChoice choice = chooseInstance(*this, type, ofClass);
  const TypeCon& head = con(type->con);
  if (choice.kind == Kind::Open) {
    // base has `instance a ~ Char => IsString [a]`: it is the one, whatever the elements are.
    const std::vector<NarrowInstance>& instances = head.narrow.find(ofClass)->second;
    if (head.shape == TypeShape::List && className(ofClass) == "IsString") {
      return unifyWithin(type, instances[0].type, fuel);
    }
    deferred_.emplace_back(type, ofClass);
    return std::nullopt;
  }
  if (choice.kind == Kind::All) {
    for (std::size_t i = 0; i < type->arguments.size(); ++i) {
      const Classes needed = neededOf(head, i, ofClass);
      if (auto mismatch = requireWithin(type->arguments[i], needed, fuel)) return mismatch;
    }
    return std::nullopt;
  }
  if (choice.kind != Kind::Narrow) return Mismatch{Mismatch::Kind::Class, type, ofClass};
  for (const auto& [variable, part] : choice.variables) {
    if (auto mismatch = requireWithin(part, variable->classes, fuel)) return mismatch;
  }
  return std::nullopt;
}

std::vector<std::pair<TypeRef, Classes>> TypeTable::takeDeferred() {
  return std::exchange(deferred_, {});
}

// What an argument of the type must be of, so that the type is of `classes`.
Classes TypeTable::neededOf(const TypeCon& head, std::size_t argument, Classes classes) {
  Classes needed = classes;
  for (const auto& [declared, contexts] : head.contexts) {
    if ((classes & declared) != 0) needed &= ~declared;
  }
  for (const auto& [declared, contexts] : head.contexts) {
    if ((classes & declared) != 0) needed |= contexts[argument];
  }
  return needed;
}

void TypeTable::freeVariables(TypeRef type, unsigned level, std::vector<TypeRef>& found) const {
  std::size_t fuel = unificationFuel;
  freeWithin(type, level, found, fuel);
}

void TypeTable::freeWithin(TypeRef type, unsigned level, std::vector<TypeRef>& found,
                           std::size_t& fuel) const {
  burn(fuel);
  type = prune(type);
  if (!type->con.valid()) {
    if (!type->rigid && type->level > level && std::ranges::find(found, type) == found.end()) {
      found.push_back(type);
    }
    return;
  }
  for (const TypeRef argument : type->arguments) freeWithin(argument, level, found, fuel);
}

}  // namespace deforest::text
