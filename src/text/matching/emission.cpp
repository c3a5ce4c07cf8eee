// From decision trees to bindings.
#include <algorithm>
#include <set>

#include "ir/primitives.hpp"
#include "support/check.hpp"
#include "support/match.hpp"
#include "text/lowering/derived.hpp"
#include "text/lowering/literals.hpp"
#include "text/lowering/machine.hpp"

namespace deforest::text {

using resolved::Clause;
using resolved::Pattern;

namespace {

const Pattern& wildcard() {
  static const Pattern pattern;
  return pattern;
}

// Whether a pattern of one column matches everything, by its form.
bool matchesAll(const Pattern& pattern, const TypeTable& types) {
  return support::match(
      pattern.node, [](const resolved::WildcardPattern&) { return true; },
      [](const resolved::VariablePattern&) { return true; },
      [](const resolved::LiteralPattern&) { return false; },
      [](const resolved::ViewPattern&) { return false; },
      [&](const resolved::AsPattern& as) { return matchesAll(*as.pattern, types); },
      [&](const resolved::ConstructorPattern& constructor) {
        const TypeConId type = types.constructor(constructor.con).type;
        return types.con(type).constructors.size() == 1 &&
               std::ranges::all_of(constructor.arguments, [&](const Pattern& argument) {
                 return matchesAll(argument, types);
               });
      },
      [&](const resolved::UnboxedPattern& tuple) {
        return std::ranges::all_of(
            tuple.elements, [&](const Pattern& element) { return matchesAll(element, types); });
      });
}

// Whether something in the tree is one of these occurrences. `seen`: where it has been looked for.
bool looksAt(const Tree& tree, const std::vector<Occurrence>& wanted, std::set<const Tree*>& seen) {
  if (!seen.insert(&tree).second) return false;
  const auto is = [&](Occurrence it) { return std::ranges::find(wanted, it) != wanted.end(); };
  const auto binds = [&](const auto& bound) { return is(bound.second); };
  const auto inside = [&](const TreeRef& inner) {
    return inner != nullptr && looksAt(*inner, wanted, seen);
  };
  return support::match(
      tree.node, [](const TreeFail&) { return false; },
      [&](const TreeLeaf& leaf) {
        return std::ranges::any_of(leaf.bindings, binds) ||
               std::ranges::any_of(leaf.deferred, binds) || inside(leaf.next);
      },
      [&](const TreeSwitch& node) {
        const auto in = [&](const TreeArm& arm) { return inside(arm.body); };
        return is(node.occurrence) || std::ranges::any_of(node.arms, in);
      },
      [&](const TreeTest& node) {
        return is(node.occurrence) || inside(node.equal) || inside(node.different);
      },
      [&](const TreeView& node) { return is(node.occurrence) || inside(node.body); },
      [&](const TreeForce& node) { return is(node.occurrence) || inside(node.body); });
}

// Whether all guards of a right-hand side may fail.
bool mayRefuse(const resolved::Rhs& rhs, const TypeTable& types) {
  if (rhs.alternatives.empty()) return true;
  return std::ranges::any_of(rhs.alternatives.back().guards, [&](const resolved::Guard& guard) {
    if (const auto* condition = std::get_if<resolved::Term>(&guard.node)) {
      const auto* construct = std::get_if<resolved::ConstructTerm>(&condition->node);
      return construct == nullptr || construct->con != types.trueCon;
    }
    const auto* pattern = std::get_if<resolved::PatternGuard>(&guard.node);
    return pattern != nullptr && !matchesAll(pattern->pattern, types);
  });
}

// Whether a pattern finds a value of types that only it knows.
bool opensTypes(const Pattern& pattern, const TypeTable& types) {
  return support::match(
      pattern.node,
      [&](const resolved::ConstructorPattern& constructor) {
        return !types.constructor(constructor.con).variables.empty() ||
               std::ranges::any_of(constructor.arguments, [&](const Pattern& argument) {
                 return opensTypes(argument, types);
               });
      },
      [&](const resolved::AsPattern& as) { return opensTypes(*as.pattern, types); },
      [&](const resolved::ViewPattern& view) { return opensTypes(*view.pattern, types); },
      [&](const resolved::UnboxedPattern& tuple) {
        return std::ranges::any_of(
            tuple.elements, [&](const Pattern& element) { return opensTypes(element, types); });
      },
      [](const auto&) { return false; });
}

bool opensTypes(const Clause& clause, const TypeTable& types) {
  const auto opens = [&](const Pattern& pattern) { return opensTypes(pattern, types); };
  const auto inGuard = [&](const resolved::Guard& guard) {
    const auto* pattern = std::get_if<resolved::PatternGuard>(&guard.node);
    return pattern != nullptr && opens(pattern->pattern);
  };
  return std::ranges::any_of(clause.patterns, opens) ||
         std::ranges::any_of(clause.rhs.alternatives, [&](const resolved::GuardedTerm& each) {
           return std::ranges::any_of(each.guards, inGuard);
         });
}

// What a pattern says of the scrutinees, of which an unboxed tuple is several.
void addPattern(TreeRow& row, const Pattern& pattern) {
  if (const auto* tuple = std::get_if<resolved::UnboxedPattern>(&pattern.node)) {
    for (const Pattern& element : tuple->elements) row.patterns.push_back(&element);
  } else {
    row.patterns.push_back(&pattern);
  }
}

}  // namespace

std::vector<TreeRow> FunctionElaborator::rowsOf(const std::vector<Clause>& clauses,
                                                std::size_t scrutinees) const {
  std::vector<TreeRow> rows;
  for (const Clause& clause : clauses) {
    TreeRow row;
    row.mayRefuse = mayRefuse(clause.rhs, module_.types);
    for (const Pattern& pattern : clause.patterns) {
      addPattern(row, pattern);
    }
    while (row.patterns.size() < scrutinees) row.patterns.push_back(&wildcard());
    rows.push_back(std::move(row));
  }
  return rows;
}

MatchTree FunctionElaborator::treeOf(const std::vector<TreeRow>& rows, std::size_t scrutinees,
                                     Span span) const {
  std::optional<MatchTree> tree = buildMatchTree(module_, rows, scrutinees, builder_.lazy);
  if (!tree) {
    builder_.reporter.error(span,
                            "these patterns need a decision tree of more than " +
                                std::to_string(maxTreeNodes) + " nodes",
                            "match one argument at a time, in functions of their own");
    throw ElaborationAbort{};
  }
  return std::move(*tree);
}

void FunctionElaborator::startMatch(Match& match, const Values& values) {
  match.firstKey = nextKey_;
  match.scrutinees = values.size();
  nextKey_ += static_cast<Key>(match.tree.names.size());
  const std::size_t count = std::min(values.size(), match.tree.names.size());
  for (std::size_t i = 0; i < count; ++i) {
    set(match.firstKey + static_cast<Key>(i), values[i]);
  }
}

Atoms FunctionElaborator::matchClauses(const std::vector<Clause>& clauses, MatchTree tree,
                                       const Values& values, std::uint32_t end, std::string failure,
                                       const Goal& goal) {
  // What is matched first in any case, where a bang stands before it.
  const bool forces = !clauses.empty() && !clauses[0].patterns.empty() &&
                      clauses[0].patterns[0].bang && values.size() == clauses[0].patterns.size() &&
                      (!values[0].shape.valid() || builder_.isChoice(values[0].shape));
  // Where evaluation is lazy the tree says what the patterns force.
  const bool waits = goal.join != nullptr && goal.extra.empty();
  if (!forces || (builder_.lazy && !waits)) {
    return writeMatch(clauses, std::move(tree), values, end, std::move(failure), goal);
  }
  return forcedBefore(values[0].atoms[0], goal, [&](const Goal& inner) {
    return writeMatch(clauses, std::move(tree), values, end, std::move(failure), inner);
  });
}

Atoms FunctionElaborator::writeMatch(const std::vector<Clause>& clauses, MatchTree tree,
                                     const Values& values, std::uint32_t end, std::string failure,
                                     const Goal& goal) {
  Match match;
  match.clauses = &clauses;
  match.tree = std::move(tree);
  match.end = end;
  match.goal = &goal;
  Shared failed;
  failed.write = [this, failure = std::move(failure), &goal] { return fail(failure, goal); };
  match.failure = &failed;
  if (match.tree.branches && pendingCount_ != 0) {
    LocalSet certain;
    for (std::size_t i = 0; i < clauses.size(); ++i) {
      const LocalSet clause = certainOfRhs(clauses[i].rhs, i + 1 < clauses.size());
      LocalSet both;
      std::ranges::set_intersection(certain, clause, std::back_inserter(both));
      certain = i == 0 ? clause : std::move(both);
    }
    settle(clauses.empty() ? end : clauses[0].begin, end, certain);
  }
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    const bool opens = opensTypes(clauses[i], module_.types);
    match.bodies.push_back({match.tree.leaves[i], opens});
  }
  startMatch(match, values);
  for (const Clause& clause : clauses) {
    if (clause.patterns.size() != values.size())
      continue;  // Those of an unboxed tuple have no bang.
    for (std::size_t i = 0; i < values.size(); ++i) {
      const bool forces = clause.patterns[i].bang && !values[i].atoms.empty();
      if (forces) markForced(values[i].atoms[0], goal.position);
    }
  }
  return writeTree(match, *match.tree.root);
}

Atoms FunctionElaborator::writeTree(Match& match, const Tree& tree) {
  if (tree.uses == 1 || match.leaf) return writeNode(match, tree);
  const auto [found, isNew] = match.shared.try_emplace(std::pair(&tree, opened_));
  Shared& shared = found->second;
  if (isNew) {
    shared.write = [this, &match, &tree] { return writeNode(match, tree); };
    shared.size = sizeOf(match, tree);
    shared.uses = tree.uses;
  }
  return use(shared, *match.goal);
}

Atoms FunctionElaborator::writeNode(Match& match, const Tree& tree) {
  return support::match(
      tree.node, [&](const TreeFail&) { return use(*match.failure, *match.goal); },
      [&](const TreeLeaf& leaf) { return writeLeaf(match, leaf); },
      [&](const TreeSwitch& node) { return writeSwitch(match, node); },
      [&](const TreeTest& node) { return writeTest(match, node); },
      [&](const TreeView& node) { return writeView(match, node); },
      [&](const TreeForce& node) {
        const Value value = valueOf(match.firstKey + static_cast<Key>(node.occurrence));
        const bool isDatum = !value.shape.valid() || builder_.isChoice(value.shape);
        const ir::Atom forced =
            isDatum ? value.atoms[0] : ir::Atom{ir::Literal{ir::TypeKind::Bool, 1}};
        return forcing(forced, writeTree(match, *node.body), *match.goal);
      });
}

std::size_t FunctionElaborator::sizeOf(Match& match, const Tree& tree) const {
  if (const auto known = match.sizes.find(&tree); known != match.sizes.end()) return known->second;
  const std::size_t size = support::match(
      tree.node, [](const TreeFail&) { return std::size_t{0}; },
      [&](const TreeLeaf& leaf) {
        std::size_t size = 0;
        if (match.clauses != nullptr) {
          const Clause& clause = (*match.clauses)[leaf.row];
          size = clause.end - clause.begin;
        }
        return leaf.next == nullptr ? size : size + sizeOf(match, *leaf.next);
      },
      [&](const TreeSwitch& node) {
        std::size_t size = 3;
        for (const TreeArm& arm : node.arms) size += sizeOf(match, *arm.body);
        return size;
      },
      [&](const TreeTest& node) {
        return 3 + sizeOf(match, *node.equal) + sizeOf(match, *node.different);
      },
      [&](const TreeView& node) { return 1 + sizeOf(match, *node.body); },
      [&](const TreeForce& node) { return 1 + sizeOf(match, *node.body); });
  match.sizes.emplace(&tree, size);
  return size;
}

Atoms FunctionElaborator::writeLeaf(Match& match, const TreeLeaf& leaf) {
  for (const auto& [id, occurrence] : leaf.bindings) {
    set(id.value, valueOf(match.firstKey + static_cast<Key>(occurrence)));
  }
  for (const auto& [deferred, occurrence] : leaf.deferred) {
    bindPattern(*deferred, valueOf(match.firstKey + static_cast<Key>(occurrence)));
  }
  if (match.leaf) return match.leaf();
  Shared refused;
  if (leaf.next != nullptr) {
    refused.write = [this, &match, &leaf] { return writeTree(match, *leaf.next); };
    refused.size = sizeOf(match, *leaf.next);
  } else {
    refused.write = [&match, this] { return use(*match.failure, *match.goal); };
  }
  RhsContext context;
  context.rhs = &(*match.clauses)[leaf.row].rhs;
  context.end = match.end;
  context.otherwise = &refused;
  context.mayGoOn = leaf.next != nullptr && !std::holds_alternative<TreeFail>(leaf.next->node);
  context.bodies = &match.bodies[leaf.row];
  context.goal = match.goal;
  return rhs(context);
}

Atoms FunctionElaborator::writeSwitch(Match& match, const TreeSwitch& node) {
  const Value value = valueOf(match.firstKey + static_cast<Key>(node.occurrence));
  if (value.shape.valid()) {
    if (match.binds && builder_.isChoice(value.shape)) {
      error({match.goal->position, match.goal->position},
            "which function is bound here depends on what is only known at run time",
            "take it apart by `case`, where it is used");
    }
    return choose(value, *match.goal,
                  [&](const Value& variant) { return writeKnown(match, node, variant); });
  }
  const ir::Atom scrutinee = value.atoms[0];
  if (builder_.types.isFunction(typeOf(*frame_, scrutinee))) return writeKnown(match, node, value);
  const TypeTable& types = module_.types;
  if (node.type == types.boolCon) {
    const auto arm = [&](ConId con) -> const Tree& {
      return *std::ranges::find(node.arms, con, &TreeArm::con)->body;
    };
    return conditional(
        scrutinee, [&] { return writeTree(match, arm(types.trueCon)); },
        [&] { return writeTree(match, arm(types.falseCon)); }, *match.goal);
  }
  const ir::TypeId type = typeOf(*frame_, scrutinee);
  const std::vector<WrittenArm> arms = armsOf(node, type);
  if (arms.empty()) return use(*match.failure, *match.goal);  // no such value is ever made
  const auto fieldsOf = [&](const WrittenArm& arm, std::vector<ir::TypeId>& fieldTypes,
                            Names& names) {
    for (const ir::Field& field : builder_.program.constructor(arm.ctor).fields) {
      fieldTypes.push_back(field.type);
    }
    for (const Occurrence field : arm.arm->fields) names.push_back(match.tree.names[field]);
  };
  if (arms.size() == 1) {
    const TreeArm& arm = *arms[0].arm;
    Goal fields;
    fields.position = match.goal->position;
    fieldsOf(arms[0], fields.types, fields.names);
    if (!arm.fields.empty()) {
      const Atoms values = bind(ir::Unpack{arms[0].ctor, scrutinee}, fields);
      for (std::size_t i = 0; i < values.size(); ++i) {
        set(match.firstKey + static_cast<Key>(arm.fields[i]), values[i]);
      }
    }
    Atoms results = writeArm(match, arms[0]);
    if (builder_.program.type(type).isNewtype) return results;
    // Where evaluation is strict, what is read of it says that it is evaluated; and fields such as
    // that of `Right ()` are not worth a `seq` in each match.
    std::set<const Tree*> seen;
    const bool isField = node.occurrence >= match.scrutinees;
    const bool isRead =
        !builder_.lazy && (isField || match.leaf || looksAt(*arm.body, arm.fields, seen));
    return isRead ? results : forcing(scrutinee, std::move(results), *match.goal);
  }
  ir::Case made;
  made.scrutinee = scrutinee;
  for (const WrittenArm& arm : arms) {
    ir::Alternative alternative;
    std::vector<ir::TypeId> fieldTypes;
    Names names;
    alternative.ctor = arm.ctor;
    fieldsOf(arm, fieldTypes, names);
    names = namesFor(fieldTypes, names);
    for (std::size_t i = 0; i < fieldTypes.size(); ++i) {
      alternative.fields.push_back(frame_->writer.function.fresh(fieldTypes[i], names[i]));
    }
    alternative.body = branch([&] {
      for (std::size_t i = 0; i < alternative.fields.size(); ++i) {
        set(match.firstKey + static_cast<Key>(arm.arm->fields[i]), alternative.fields[i]);
      }
      return writeArm(match, arm);
    });
    made.alternatives.push_back(std::move(alternative));
  }
  return bind(std::move(made), *match.goal);
}

std::vector<FunctionElaborator::WrittenArm> FunctionElaborator::armsOf(const TreeSwitch& node,
                                                                       ir::TypeId type) const {
  std::vector<WrittenArm> arms;
  const std::vector<GroundConstructor>* generalised = builder_.types.generalised(type);
  for (const TreeArm& arm : node.arms) {
    if (generalised == nullptr) {
      arms.push_back({&arm, builder_.types.constructor(type, arm.con), nullptr});
      continue;
    }
    for (std::size_t i = 0; i < generalised->size(); ++i) {
      const GroundConstructor& made = (*generalised)[i];
      if (made.con != arm.con) continue;
      arms.push_back({&arm, builder_.program.type(type).constructors[i], &made});
    }
  }
  return arms;
}

Atoms FunctionElaborator::writeArm(Match& match, const WrittenArm& arm) {
  if (arm.own == nullptr || arm.own->variables.empty()) return writeTree(match, *arm.arm->body);
  // What is entered may move what is known of the type.
  const GroundConstructor own = *arm.own;
  return writeOpened(match, *arm.arm, own.variables, own.isOneOfSeveral);
}

// In the branch it is known what the patterns there call the constructor's own types.
Atoms FunctionElaborator::writeOpened(Match& match, const TreeArm& arm,
                                      const std::vector<ir::TypeId>& own, bool isOneOfSeveral) {
  for (const resolved::ConstructorPattern* pattern : arm.patterns) {
    for (std::size_t i = 0; i < own.size(); ++i) {
      substitution_.insert_or_assign(pattern->variables[i], own[i]);
    }
  }
  const std::size_t before = opened_.size();
  if (isOneOfSeveral) opened_.insert(opened_.end(), own.begin(), own.end());
  Atoms results = writeTree(match, *arm.body);
  opened_.resize(before);
  return results;
}

// Which constructor made the value is known.
Atoms FunctionElaborator::writeKnown(Match& match, const TreeSwitch& node, const Value& scrutinee) {
  if (!scrutinee.shape.valid() ||
      builder_.shapes.at(scrutinee.shape).kind == Shape::Kind::Function) {
    // Of a newtype of functions.
    const TreeArm& only = node.arms.front();
    if (!only.fields.empty()) set(match.firstKey + static_cast<Key>(only.fields[0]), scrutinee);
    return writeTree(match, *only.body);
  }
  const ConId con = builder_.shapes.at(scrutinee.shape).con;
  const Values fields = partsOf(scrutinee);
  const auto arm = std::ranges::find(node.arms, con, &TreeArm::con);
  support::check(arm != node.arms.end(), "a constructor of another type");
  for (std::size_t i = 0; i < fields.size(); ++i) {
    set(match.firstKey + static_cast<Key>(arm->fields[i]), fields[i]);
  }
  const std::vector<ir::TypeId> own = builder_.shapes.at(scrutinee.shape).instance;
  return writeOpened(match, *arm, own, !own.empty());
}

// Whether the type is Natural, or of Data.Word or Data.Int (prelude/number_modules_source.cpp,
// prelude/fixed_width_source.cpp), of which numbers
// that are written differently differ.
bool FunctionElaborator::hasFixedWidth(const ir::Type& type) const {
  return type.isNewtype &&
         builder_.program.constructor(type.constructors[0]).name.ends_with("Make" + type.name);
}

Atoms FunctionElaborator::writeTest(Match& match, const TreeTest& node) {
  const ir::Atom scrutinee = lookup(match.firstKey + static_cast<Key>(node.occurrence));
  const ir::TypeId type = typeOf(*frame_, scrutinee);
  const bool own = builder_.hasOwnInstance(classSet(Class::Num), type);
  // What an instance of the module takes for equal may be written differently.
  const ir::Type& known = builder_.program.type(type);
  if (own && known.shape == ir::DataShape::Declared && !hasFixedWidth(known)) {
    error({match.goal->position, match.goal->position},
          "a number is a pattern of type " + quoted(builder_.program.type(type).name) +
              ", whose instance of `Num` is the module's",
          "compare it in a guard: `| x == 0`");
  }
  const support::Span span{match.goal->position, match.goal->position};
  const ir::Atom constant = support::match(
      *node.literal,
      [&](const resolved::NumberLiteral& number) -> ir::Atom {
        if (own) return *ownNumber(number, type, span, {});
        return numberLiteral(number, builder_.program.type(type).kind);
      },
      [](const resolved::CharLiteral& c) -> ir::Atom { return ir::charLiteral(c.value); },
      [](const resolved::StringLiteral&) -> ir::Atom {
        support::fail("a string in a decision tree");
      });
  const ir::Atom same = writeComparison(builder_, frame_->writer, ir::PrimOp::Eq, type, scrutinee,
                                        constant, "same", match.goal->position);
  return conditional(
      same, [&] { return writeTree(match, *node.equal); },
      [&] { return writeTree(match, *node.different); }, *match.goal);
}

Atoms FunctionElaborator::writeView(Match& match, const TreeView& node) {
  const support::Span span{match.goal->position, match.goal->position};
  const ir::Atom scrutinee = lookup(match.firstKey + static_cast<Key>(node.occurrence));
  const ir::TypeId element = ground(node.view->element, span);
  const ir::TypeId made = ground(node.view->pattern->type, span);
  const ir::FunId view = *builder_.instance({node.view->function, {element}, {}});
  set(match.firstKey + static_cast<Key>(node.viewed),
      bindOne(ir::Call{view, {scrutinee}}, made, temporaryName(made), match.goal->position));
  return writeTree(match, *node.body);
}

Atoms FunctionElaborator::matchTerm(const Term& source, const resolved::MatchTerm& node,
                                    const Goal& goal) {
  const Term& scrutinee = *node.scrutinee;
  const std::size_t count =
      builder_.types.isUnboxed(scrutinee.type) ? results(scrutinee.type, scrutinee.span).size() : 1;
  for (const Clause& clause : node.clauses) {
    const Pattern& pattern = clause.patterns[0];
    const bool fits = std::holds_alternative<resolved::UnboxedPattern>(pattern.node) ||
                      std::holds_alternative<resolved::WildcardPattern>(pattern.node);
    if (builder_.types.isUnboxed(scrutinee.type) && !fits) refuseUnboxed(pattern.span);
  }
  MatchTree tree = treeOf(rowsOf(node.clauses, count), count, source.span);
  Names names(tree.names.begin(), tree.names.begin() + static_cast<std::ptrdiff_t>(count));
  const Values values =
      before(scrutinee.end, source.end, [&] { return scrutinees(scrutinee, names); });
  const std::string failure = node.ofAction
                                  ? "user error (Pattern match failure in do expression at " +
                                        place(node.clauses[0].patterns[0].span) + ")"
                                  : at(source.span) + "Non-exhaustive patterns in case";
  return matchClauses(node.clauses, std::move(tree), values, source.end, failure, goal);
}

MatchTree FunctionElaborator::treeOfOne(const Pattern& pattern, bool now) const {
  TreeRow row;
  addPattern(row, pattern);
  const std::size_t count = row.patterns.size();
  row.now = now;
  std::vector<TreeRow> rows;
  rows.push_back(std::move(row));
  return treeOf(rows, count, pattern.span);
}

Atoms FunctionElaborator::patternGuard(const resolved::PatternGuard& guard, const Values& values,
                                       const Write& matched, Shared& refused, const Goal& goal) {
  Match match;
  match.tree = treeOfOne(guard.pattern);
  match.goal = &goal;
  match.failure = &refused;
  match.leaf = matched;
  startMatch(match, values);
  return writeTree(match, *match.tree.root);
}

}  // namespace deforest::text
