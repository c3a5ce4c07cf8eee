// Arrays and maps that are defined by themselves, where evaluation is strict.
//
//     table = listArray (0, n) [cell i | i <- [0 .. n]]
//     cell i = ... table ! (i - 1) ...
//  =>
//     table = tiedListArray (0, n) [later (\table -> let cell i = ... table ! (i - 1) ...
//                                                    in cell i) | i <- [0 .. n]]
//
// and `table ! i` is `arrayElement table i`: an element is a function of the table, which is
// applied when the element is first read (prelude/table_source.cpp). Whatever else takes the table
// gets an array of all elements, `arrayWhole table`.
//
// It is done where the table is made of a list whose elements are written there (a comprehension,
// `[a, b]`, `x : xs`, `xs ++ ys`, `map f xs`), or of a function for each key: what it is made of is
// there at once, and must not need the table. What the table needs of its own group, and what needs
// it, is written a second time, within, and may only be functions.
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "text/scopes/components.hpp"
#include "text/scopes/free_names.hpp"
#include "text/scopes/resolver.hpp"

namespace deforest::text {
namespace {

// What makes a table.
struct TableMaker {
  enum class Of : std::uint8_t { Elements, Pairs, Function };
  std::string_view type;  // of the library
  std::string_view name;
  std::size_t operands;
  Of of;  // its last operand has the elements, or those beside their keys, or its first makes them
  std::string_view function;
};

constexpr std::array tableMakers = {
    TableMaker{"Array", "array", 2, TableMaker::Of::Pairs, "tiedArray"},
    TableMaker{"Array", "listArray", 2, TableMaker::Of::Elements, "tiedListArray"},
    TableMaker{"Map", "fromList", 1, TableMaker::Of::Pairs, "tiedMapFromList"},
    TableMaker{"Map", "fromSet", 2, TableMaker::Of::Function, "tiedMapFromSet"},
    TableMaker{"Map", "map", 2, TableMaker::Of::Function, "tiedMapMap"},
    TableMaker{"Map", "mapWithKey", 2, TableMaker::Of::Function, "tiedMapWithKey"},
    TableMaker{"IntMap", "fromList", 1, TableMaker::Of::Pairs, "tiedIntMapFromList"},
    TableMaker{"IntMap", "fromSet", 2, TableMaker::Of::Function, "tiedIntMapFromSet"},
    TableMaker{"IntMap", "map", 2, TableMaker::Of::Function, "tiedIntMapMap"},
    TableMaker{"IntMap", "mapWithKey", 2, TableMaker::Of::Function, "tiedIntMapWithKey"},
};

// What reads some of a table, which is the operand at `place`.
struct TableReader {
  std::string_view type;
  std::string_view name;
  std::size_t place;
  std::string_view function;
};

constexpr std::array tableReaders = {
    TableReader{"Array", "!", 0, "arrayElement"},
    TableReader{"Array", "bounds", 0, "arrayBounds"},
    TableReader{"Array", "indices", 0, "arrayIndices"},
    TableReader{"Map", "!", 0, "mapElement"},
    TableReader{"Map", "!?", 0, "mapPerhaps"},
    TableReader{"Map", "lookup", 1, "mapLookup"},
    TableReader{"Map", "findWithDefault", 2, "mapElementOr"},
    TableReader{"Map", "member", 1, "mapMember"},
    TableReader{"Map", "notMember", 1, "mapNotMember"},
    TableReader{"Map", "keys", 0, "mapKeys"},
    TableReader{"Map", "size", 0, "mapSize"},
    TableReader{"IntMap", "!", 0, "intMapElement"},
    TableReader{"IntMap", "!?", 0, "intMapPerhaps"},
    TableReader{"IntMap", "lookup", 1, "intMapLookup"},
    TableReader{"IntMap", "findWithDefault", 2, "intMapElementOr"},
    TableReader{"IntMap", "member", 1, "intMapMember"},
    TableReader{"IntMap", "notMember", 1, "intMapNotMember"},
    TableReader{"IntMap", "keys", 0, "intMapKeys"},
    TableReader{"IntMap", "size", 0, "intMapSize"},
};

// The type of tables of a library: what is given the table of all elements results in that.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> wholeTables = {
    {{"Array", "arrayWhole"}, {"Map", "mapWhole"}, {"IntMap", "intMapWhole"}}};

// The type of the library that the function is of; empty: it is of none.
std::string_view typeOfLibrary(const PreludeName& prelude) {
  const Library* library = std::holds_alternative<LibraryFunction>(prelude.meaning)
                               ? findLibrary(prelude.module)
                               : nullptr;
  return library == nullptr ? std::string_view() : library->type;
}

const TableMaker* tableMaker(std::string_view type, std::string_view name) {
  const auto found = std::ranges::find_if(tableMakers, [&](const TableMaker& maker) {
    return maker.type == type && maker.name == name;
  });
  return found == tableMakers.end() ? nullptr : &*found;
}

const ast::Rhs* rhsOfValue(const ast::Declaration& declaration) {
  const auto* clause = std::get_if<ast::Clause>(&declaration.node);
  return clause != nullptr && clause->patterns.empty() ? &clause->rhs : nullptr;
}

// By name: the declarations of a function or a value.
using Parts = std::map<std::string, std::vector<const ast::Declaration*>>;

Parts partsByName(const std::vector<const ast::Declaration*>& declarations) {
  Parts parts;
  for (const ast::Declaration* declaration : declarations) {
    if (const auto* clause = std::get_if<ast::Clause>(&declaration->node)) {
      parts[clause->name].push_back(declaration);
    }
  }
  return parts;
}

// The names of those that the value, which is that expression, needs and that need it.
std::set<std::string> cycleAround(const std::string& value, const ast::Expr& expression,
                                  const Parts& parts) {
  std::vector<std::string> order;
  std::set<std::string> names;
  std::map<std::string, std::size_t> places;
  for (const auto& [name, declarations] : parts) {
    places.emplace(name, order.size());
    order.push_back(name);
    names.insert(name);
  }
  std::vector<std::vector<std::size_t>> edges(order.size());
  const auto note = [&](std::size_t from, const std::set<std::string>& free) {
    for (const std::string& name : free) edges[from].push_back(places.at(name));
  };
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (order[i] == value) {
      note(i, freeNames(expression, names));
      continue;
    }
    for (const ast::Declaration* declaration : parts.at(order[i])) {
      note(i, freeNames(*declaration, names));
    }
  }
  const std::size_t at = places.at(value);
  for (const std::vector<std::size_t>& component : components(edges)) {
    if (std::ranges::find(component, at) == component.end()) continue;
    if (component.size() == 1 && std::ranges::find(edges[at], at) == edges[at].end()) break;
    std::set<std::string> found;
    for (const std::size_t i : component) found.insert(order[i]);
    return found;
  }
  return {};
}

}  // namespace

void Resolver::noteTables(const std::vector<const ast::Declaration*>& declarations) {
  if (!module_.mayHaveTables || inPrelude_) return;
  for (const ast::Declaration* declaration : declarations) {
    const ast::Rhs* rhs = rhsOfValue(*declaration);
    if (rhs != nullptr && !module_.selfDefined.contains(declaration->span.begin)) {
      noteTable(*declaration, *rhs, declarations);
    }
  }
}

// The value, which is that expression, with what is on the way from it to itself; nothing if that
// are not functions alone.
std::optional<Resolver::Table> Resolver::cycleAt(
    const ast::Declaration& value, const ast::Expr& body,
    const std::vector<const ast::Declaration*>& around) {
  const auto& clause = std::get<ast::Clause>(value.node);
  std::vector<const ast::Declaration*> all;
  for (const ast::Declaration& declaration : clause.rhs.where) all.push_back(&declaration);
  const Parts ofValue = partsByName(all);
  // What its right side binds hides what stands around.
  for (const ast::Declaration* declaration : around) {
    const auto* other = std::get_if<ast::Clause>(&declaration->node);
    if (other == nullptr || !ofValue.contains(other->name)) all.push_back(declaration);
  }
  const Parts parts = partsByName(all);
  if (!parts.contains(clause.name) || ofValue.contains(clause.name)) return std::nullopt;
  const std::set<std::string> cycle = cycleAround(clause.name, body, parts);
  Table table{&value, {}, {}, {}, !cycle.empty()};
  for (const std::string& member : cycle) {
    if (member == clause.name) continue;
    for (const ast::Declaration* declaration : parts.at(member)) {
      if (rhsOfValue(*declaration) != nullptr) return std::nullopt;
      table.within.push_back(declaration);
    }
  }
  const auto isWithin = [&](const ast::Declaration& declaration) {
    if (const auto* other = std::get_if<ast::Clause>(&declaration.node)) {
      return cycle.contains(other->name);
    }
    const auto* signature = std::get_if<ast::Signature>(&declaration.node);
    return signature != nullptr && std::ranges::all_of(signature->names, [&](const auto& each) {
             return cycle.contains(each);
           });
  };
  for (const ast::Declaration* declaration : all) {
    const auto* signature = std::get_if<ast::Signature>(&declaration->node);
    const bool isOfOthers =
        signature != nullptr &&
        std::ranges::find(signature->names, clause.name) == signature->names.end();
    if (isOfOthers && isWithin(*declaration)) table.within.push_back(declaration);
  }
  for (const ast::Declaration& declaration : clause.rhs.where) {
    if (!isWithin(declaration)) table.before.push_back(&declaration);
  }
  return table;
}

void Resolver::noteTable(const ast::Declaration& value, const ast::Rhs& rhs,
                         const std::vector<const ast::Declaration*>& around) {
  if (rhs.alternatives.size() != 1 || !rhs.alternatives[0].guards.empty()) return;
  const ast::Expr& body = ast::withoutType(rhs.alternatives[0].body);
  const Spine spine = spineOf(body, {});
  const auto [type, function] = libraryHead(spine);
  const TableMaker* maker = tableMaker(type, function);
  if (maker == nullptr || spine.operands.size() != maker->operands) return;
  const bool ofFunction = maker->of == TableMaker::Of::Function;
  const Operand& made = ofFunction ? spine.operands.front() : spine.operands.back();
  if (made.expr == nullptr || !made.arguments.empty()) return;
  std::optional<Table> table = cycleAt(value, body, around);
  if (!table || !table->isTied) return;
  table->type = type;
  tables_.known.push_back(std::move(*table));
  const Table& known = tables_.known.back();
  if (ofFunction) {
    tables_.elements.insert_or_assign(made.expr,
                                      LaterElement{&known, LaterElement::Kind::Function});
  } else if (!markElements(*made.expr, maker->of == TableMaker::Of::Pairs, known)) {
    std::erase_if(tables_.elements, [&](const auto& each) { return each.second.table == &known; });
    tables_.known.pop_back();
    return;
  }
  tables_.at.emplace(&value, &tables_.known.back());
}

// The type of the library whose function is applied, and its name; empty if it is none that makes
// tables.
std::pair<std::string_view, std::string> Resolver::libraryHead(const Spine& spine) {
  const auto* head =
      spine.head == nullptr ? nullptr : std::get_if<ast::Variable>(&spine.head->node);
  if (head == nullptr && spine.section.empty()) return {};
  const std::string& written = spine.section.empty() ? head->name : spine.section;
  const std::string plain = splitQualified(written).second;
  if (std::ranges::find(tableMakers, plain, &TableMaker::name) == tableMakers.end()) return {};
  const Meaning meaning = lookup(written, spine.head->span);
  const auto* prelude = std::get_if<const PreludeName*>(&meaning);
  if (prelude == nullptr) return {};
  return {typeOfLibrary(**prelude), plain};
}

// Notes the elements of the list, or of its pairs the second parts. Whether all of them are found.
bool Resolver::markElements(const ast::Expr& list, bool pairs, const Table& table) {
  const auto markElement = [&](const ast::Expr& element) {
    if (!pairs) {
      tables_.elements.insert_or_assign(&element,
                                        LaterElement{&table, LaterElement::Kind::Element});
      return true;
    }
    const auto* pair = std::get_if<ast::Tuple>(&element.node);
    if (pair == nullptr || pair->elements.size() != 2) return false;
    tables_.elements.insert_or_assign(&pair->elements[1],
                                      LaterElement{&table, LaterElement::Kind::Element});
    return true;
  };
  const auto markRhs = [&](const ast::Rhs& rhs) {
    return std::ranges::all_of(rhs.alternatives, [&](const ast::GuardedExpr& alternative) {
      return markElements(alternative.body, pairs, table);
    });
  };
  if (const auto* elements = std::get_if<ast::List>(&list.node)) {
    return std::ranges::all_of(elements->elements, markElement);
  }
  if (const auto* branch = std::get_if<ast::If>(&list.node)) {
    return markElements(*branch->whenTrue, pairs, table) &&
           markElements(*branch->whenFalse, pairs, table);
  }
  // `let each1 [] = []; each1 (p : rest1) = e : each1 rest1 in each1 xs`
  // (parsing/comprehension.cpp).
  if (const auto* let = std::get_if<ast::Let>(&list.node)) {
    const auto* walk = std::get_if<ast::Apply>(&let->body->node);
    const auto* each =
        walk == nullptr ? nullptr : std::get_if<ast::Variable>(&walk->function->node);
    bool isWalk = false;
    for (const ast::Declaration& declaration : let->declarations) {
      const auto* clause = std::get_if<ast::Clause>(&declaration.node);
      if (clause == nullptr || each == nullptr || clause->name != each->name) continue;
      isWalk = true;
      if (!markRhs(clause->rhs)) return false;
    }
    return isWalk || markElements(*let->body, pairs, table);
  }
  const Spine spine = spineOf(list, {});
  if (const auto* con = std::get_if<ast::ConstructorName>(&spine.head->node)) {
    if (con->name == "[]") return true;
    return con->name == ":" && spine.operands.size() == 2 && spine.operands[0].expr != nullptr &&
           spine.operands[1].expr != nullptr && markElement(*spine.operands[0].expr) &&
           markElements(*spine.operands[1].expr, pairs, table);
  }
  const auto* head = std::get_if<ast::Variable>(&spine.head->node);
  if (head == nullptr) return false;
  // What a comprehension goes on with.
  if (head->name.starts_with("each") && spine.operands.size() == 1) return true;
  const std::string plain = splitQualified(head->name).second;
  if (spine.operands.size() != 2) return false;
  if (plain == "++") {
    return std::ranges::all_of(spine.operands, [&](const Operand& operand) {
      return operand.expr != nullptr && markElements(*operand.expr, pairs, table);
    });
  }
  const bool maps = plain == "map" || plain == "fmap" || plain == "<$>";
  if (!maps || spine.operands[0].expr == nullptr) return false;
  const Meaning meaning = lookup(head->name, spine.head->span);
  if (!std::holds_alternative<const PreludeName*>(meaning)) return false;
  if (!pairs) {
    tables_.elements.insert_or_assign(&list, LaterElement{&table, LaterElement::Kind::List});
    return true;
  }
  const auto* lambda = std::get_if<ast::Lambda>(&spine.operands[0].expr->node);
  return lambda != nullptr && lambda->parameters.size() == 1 && markElement(*lambda->body);
}

// The right side of a table, or of a list whose cells are kept; nothing if it is neither.
std::optional<resolved::Rhs> Resolver::selfDefinedRhs(const ast::Declaration& value) {
  if (const auto table = tables_.at.find(&value); table != tables_.at.end()) {
    return tableRhs(*table->second);
  }
  const auto list = keptLists_.at.find(&value);
  return list == keptLists_.at.end() ? std::nullopt : std::optional(keptRhs(list->second));
}

// `tiedArray bounds elements` for `array bounds elements`, and so on.
resolved::Rhs Resolver::tableRhs(const Table& table) {
  const ast::Rhs& source = std::get<ast::Clause>(table.value->node).rhs;
  resolved::Rhs result;
  const std::size_t mark = scopeMark();
  if (!table.before.empty()) result.where = group(table.before);
  const ast::Expr& written = source.alternatives[0].body;
  const ast::Expr& body = ast::withoutType(written);
  const Spine spine = spineOf(body, {});
  resolved::GuardedTerm made;
  made.span = body.span;
  Term typed = open(body.span);
  made.body = open(body.span);
  const auto [type, function] = libraryHead(spine);
  callFunction(preludeFunction(tableMaker(type, function)->function), body.span, spine.operands,
               made.body);
  made.body = close(std::move(made.body));
  const auto* annotated = std::get_if<ast::Typed>(&written.node);
  TypeRef annotation = annotated == nullptr ? nullptr : flexibleType(annotated->type);
  if (annotation != nullptr) {
    tieType(annotation);
    typed.node = resolved::TypedTerm{std::make_unique<Term>(std::move(made.body)), annotation};
    made.body = close(std::move(typed));
  }
  leaveScope(mark);
  result.alternatives.push_back(std::move(made));
  return result;
}

// Whether a variable that is bound on the way to the elements hides the table, or a function
// within.
bool Resolver::isHidden(const Table& table) const {
  const auto variableNamed = [&](const std::string& name) -> std::optional<LocalId> {
    const auto found = names_.find(name);
    if (found == names_.end()) return std::nullopt;
    const auto* local = std::get_if<LocalId>(&found->second.back());
    return local == nullptr ? std::nullopt : std::optional(*local);
  };
  const auto own = variableNamed(std::get<ast::Clause>(table.value->node).name);
  if (own && !tables_.locals.contains(own->value)) return true;
  return std::ranges::any_of(table.within, [&](const ast::Declaration* declaration) {
    const auto* clause = std::get_if<ast::Clause>(&declaration->node);
    return clause != nullptr && variableNamed(clause->name).has_value();
  });
}

// `later (\table -> let within in e)` for the element e; `laterOfEach (\table -> let within in f)
// xs` for `map f xs`, the elements of a list; `\table -> let within in f` for a function that makes
// them.
Term Resolver::laterTerm(const ast::Expr& source, LaterElement& element) {
  const Table& table = *std::exchange(element.table, nullptr);
  const std::string& name = std::get<ast::Clause>(table.value->node).name;
  const Span span = source.span;
  if (isHidden(table)) {
    reporter_.error(table.value->span, quoted(name) + " is defined by itself",
                    hintAtCycle(module_));
  }
  const bool ofEach = element.kind == LaterElement::Kind::List;
  const Spine spine = ofEach ? spineOf(source, {}) : Spine();
  const auto parameter = [&](Bound& bound) {
    resolved::Pattern made;
    made.span = table.value->span;
    const LocalId local = bindLocal(name, table.value->span, bound);
    tables_.locals.emplace(local.value, table.type);
    tables_.within.insert(local.value);
    made.node = resolved::VariablePattern{local};
    return made;
  };
  Term result = open(span);
  const FunctionId callee = element.kind == LaterElement::Kind::Function
                                ? FunctionId{}
                                : preludeFunction(ofEach ? "laterOfEach" : "later");
  if (callee.valid()) noteFunction(callee, result.begin);
  const FunctionId function = lambda(span, parameter, [&] {
    resolved::Rhs inner;
    if (!table.within.empty()) inner.where = group(table.within);
    resolved::GuardedTerm alternative;
    alternative.span = span;
    alternative.body = ofEach ? operand(spine.operands[0]) : term(source);
    inner.alternatives.push_back(std::move(alternative));
    return inner;
  });
  if (callee.valid()) {
    std::vector<Term> arguments;
    Term made = open(span);
    callLambda(function, {}, made);
    arguments.push_back(close(std::move(made)));
    if (ofEach) arguments.push_back(operand(spine.operands[1]));
    result.node = resolved::FunctionCall{callee, std::move(arguments), {}};
  } else {
    callLambda(function, {}, result);
  }
  element.table = &table;
  return close(std::move(result));
}

// The type of tables that the variable is; empty: it is none.
std::string_view Resolver::tableType(const Meaning& meaning) const {
  if (const auto* local = std::get_if<LocalId>(&meaning)) {
    const auto found = tables_.locals.find(local->value);
    return found == tables_.locals.end() ? std::string_view() : found->second;
  }
  const auto* function = std::get_if<FunctionId>(&meaning);
  if (function == nullptr) return {};
  const auto found = tables_.functions.find(function->value);
  return found == tables_.functions.end() ? std::string_view() : found->second;
}

// `table ! i`, `bounds table`, ...
bool Resolver::readsTable(const PreludeName& prelude, Span span, const Operands& operands,
                          Term& shell) {
  if (inPrelude_ || (tables_.locals.empty() && tables_.functions.empty())) return false;
  const auto reader = std::ranges::find_if(tableReaders, [&](const TableReader& each) {
    return each.name == prelude.name && each.type == typeOfLibrary(prelude);
  });
  if (reader == tableReaders.end() || operands.size() <= reader->place) return false;
  const Operand& table = operands[reader->place];
  const auto* variable =
      table.expr == nullptr ? nullptr : std::get_if<ast::Variable>(&table.expr->node);
  if (variable == nullptr || !table.arguments.empty()) return false;
  if (tableType(lookup(variable->name, table.expr->span)) != reader->type) return false;
  tables_.read = table.expr;
  callFunction(preludeFunction(reader->function), span, operands, shell);
  return true;
}

// All of it, with all elements; none of them needs that.
void Resolver::wholeTable(const Meaning& table, const std::string& name, Span span,
                          const Operands& operands, Term& shell) {
  const auto* local = std::get_if<LocalId>(&table);
  if (local != nullptr && tables_.within.contains(local->value)) {
    reporter_.error(span,
                    quoted(name) + " is defined by itself, and read as a whole by its elements",
                    hintAtCycle(module_));
    resolveOperands(operands);
    return;
  }
  const auto* const whole = std::ranges::find(
      wholeTables, tableType(table), &std::pair<std::string_view, std::string_view>::first);
  const FunctionId callee = preludeFunction(whole->second);
  applyRest(
      operands, 0, span,
      [&](Term& inner) {
        noteFunction(callee, inner.begin);
        Term read = open(span);
        tables_.asTable = true;
        applyMeaning(table, name, span, {}, read);
        std::vector<Term> arguments;
        arguments.push_back(close(std::move(read)));
        inner.node = resolved::FunctionCall{callee, std::move(arguments), {}};
      },
      shell);
}

// Of the signature of a table.
void Resolver::tieType(TypeRef& type) {
  if (type == nullptr) return;
  const TypeRef whole = module_.types.prune(type);
  if (!whole->con.valid()) return;
  const std::string_view name = module_.types.con(whole->con).name;
  for (const auto& [known, reader] : wholeTables) {
    if (known != name) continue;
    const resolved::Function& function = module_.function(preludeFunction(reader));
    type = module_.types.apply(function.parameterTypes[0]->con, whole->arguments);
  }
}

}  // namespace deforest::text
