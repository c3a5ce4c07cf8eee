#include "backends/native/given_ends.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "backends/native/calls.hpp"
#include "backends/native/facts.hpp"
#include "backends/native/list_makers.hpp"
#include "ir/alpha.hpp"
#include "ir/measure.hpp"
#include "ir/tail.hpp"
#include "ir/traverse.hpp"
#include "simplify/names.hpp"
#include "simplify/reachable.hpp"
#include "simplify/simplify.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::Call;
using ir::Function;
using ir::FunId;
using ir::VarId;

// In bindings: a function that is put where it is called, one of which a copy is made, and one in
// which calls are moved at all.
constexpr std::size_t largestInPlace = 64;
constexpr std::size_t largestMaker = 600;
constexpr std::size_t largestFunction = 4000;

class GivenEnds {
 public:
  GivenEnds(ir::Program& program, const CppFacts& facts, bool serial, pipeline::Context& context)
      : program_(program),
        facts_(facts),
        context_(context),
        makers_(program, facts),
        names_(program),
        serial_(serial),
        mostMade_(program.functions.size() + 16) {
    for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
      heavy_.push_back(facts.heavy[i]);
      component_.push_back(facts.component[i]);
    }
    // Callers first.
    often_ = facts.recursive;
    for (std::size_t c = facts.components.size(); c-- > 0;) {
      for (const FunId id : facts.components[c]) {
        if (!often_[id.value] || !facts.emitted[id.value]) continue;
        for (const FunId callee : ir::callees(program.function(id).body)) {
          often_[callee.value] = true;
        }
      }
    }
  }

  void run() {
    for (const auto& component : facts_.components) {
      for (const FunId id : component) {
        if (facts_.emitted[id.value]) change(id);
      }
    }
  }

 private:
  void change(FunId id) {
    if (program_.function(id).library || ir::size(program_.function(id)) > largestFunction) return;
    // A copy: functions may be made of this one meanwhile, and others move when some are added.
    Function function = program_.function(id);
    // What is made meanwhile is changed at once: it may read lists, too.
    Function* const around = std::exchange(function_, &function);
    const bool kept = std::exchange(keepsOrder_, !often_[id.value]);
    const std::size_t before = std::exchange(moved_, 0);
    std::set<Atom> known;
    known.swap(empty_);
    changeBlock(function.body);
    empty_.swap(known);
    function_ = around;
    keepsOrder_ = kept;
    const bool moved = std::exchange(moved_, before) != 0;
    if (!moved) return;
    context_.add({pipeline::Decision::Kind::Native, true, function.name, "given end",
                  "lists are made in front of what follows them", function.position});
    simplify::simplifyFunction(program_, function, ir::Semantics::Strict);
    std::swap(program_.functions[id.value], function);
    before_.emplace(id, std::move(function));
  }

  // What lists are made by: as it was before it was changed. By then what two branches end in would
  // have become a variable of both, and a call that is moved could only go on into either.
  [[nodiscard]] const Function& maker(FunId id) const {
    const auto found = before_.find(id);
    return found == before_.end() ? program_.function(id) : found->second;
  }

  // From the end: of (s ++ t) ++ ys the outer call first, or t would have become a part of s.
  void changeBlock(Block& block) {
    for (std::size_t i = block.bindings.size(); i > 0;) {
      const std::size_t behind = block.bindings.size() - i;
      if (move(block, i - 1)) {
        ++moved_;
        i = block.bindings.size() - behind;
        continue;
      }
      ir::Operation& operation = block.bindings[--i].operation;
      if (auto* match = std::get_if<ir::Case>(&operation)) {
        for (ir::Alternative& alternative : match->alternatives) {
          const bool known = alternative.fields.empty() && empty_.insert(match->scrutinee).second;
          changeBlock(alternative.body);
          if (known) empty_.erase(match->scrutinee);
        }
      } else {
        ir::forEachBlock(operation, [&](Block& inner) { changeBlock(inner); });
      }
    }
  }

  // Moves the call of a reader, binding `place`, to where its list is made, if it can.
  bool move(Block& block, std::size_t place) {
    const auto* call = std::get_if<Call>(&block.bindings[place].operation);
    if (call == nullptr) return false;
    const auto reader = listReader(program_, call->callee);
    if (!reader) return false;
    const Atom list = call->arguments[reader->parameter];
    const VarId* variable = ir::variableOf(list);
    if (variable == nullptr) return false;
    const auto at = definedAt(block, place, *variable);
    if (!at) {
      const auto fields =
          empty_.contains(list) ? std::optional(std::vector<Atom>()) : fieldsOutside(*variable);
      if (fields) takeApart(block, place, *fields);
      return fields.has_value();
    }
    const Binding& made = block.bindings[*at];
    const bool texts =
        isOfNumbers(function_->variables[variable->value].type) || isOfTexts(block, *at);
    const bool inOrder = keepsOrder_ || (reader->append && !texts);
    if (inOrder && keepsLonger(block, *at, place)) return false;
    if (const auto* cell = std::get_if<ir::Construct>(&made.operation)) {
      const std::vector<Atom> fields = cell->fields;
      const bool last = ir::countUses(*function_)[variable->value] == 1;
      takeApart(block, place, fields);
      if (last) erase(block, *at);
      return true;
    }
    if (made.results.size() != 1 || ir::countUses(*function_)[variable->value] != 1) {
      return false;
    }
    if (const auto* copy = std::get_if<ir::Copy>(&made.operation)) {
      const Atom of = copy->atoms[0];
      std::get<Call>(block.bindings[place].operation).arguments[reader->parameter] = of;
      erase(block, *at);
      return true;
    }
    if (ir::branches(made.operation)) {
      if (!gains(block, list, *reader)) return false;
      intoBranches(block, place, *at, reader->parameter);
      return true;
    }
    return std::holds_alternative<Call>(made.operation) && toMaker(block, place, *at, *reader);
  }

  static void erase(Block& block, std::size_t place) {
    block.bindings.erase(block.bindings.begin() + static_cast<std::ptrdiff_t>(place));
  }

  static void insert(Block& block, std::size_t place, std::vector<Binding> bindings) {
    block.bindings.insert(block.bindings.begin() + static_cast<std::ptrdiff_t>(place),
                          std::make_move_iterator(bindings.begin()),
                          std::make_move_iterator(bindings.end()));
  }

  static std::optional<std::size_t> definedAt(const Block& block, std::size_t before,
                                              VarId variable) {
    for (std::size_t i = before; i-- > 0;) {
      if (std::ranges::find(block.bindings[i].results, variable) !=
          block.bindings[i].results.end()) {
        return i;
      }
    }
    return std::nullopt;
  }

  // The fields of a cell, or of the empty list, that is made before the branches.
  [[nodiscard]] std::optional<std::vector<Atom>> fieldsOutside(VarId variable) const {
    std::optional<std::vector<Atom>> fields;
    ir::forEachBinding(function_->body, [&](const Binding& binding) {
      const auto* cell = std::get_if<ir::Construct>(&binding.operation);
      if (cell != nullptr && binding.results[0] == variable) fields = cell->fields;
    });
    return fields;
  }

  // What the reader makes of a cell, or of the empty list.
  void takeApart(Block& block, std::size_t place, const std::vector<Atom>& fields) {
    const Binding binding = block.bindings[place];
    const auto& call = std::get<Call>(binding.operation);
    const Function& callee = program_.function(call.callee);
    const ir::Case* match = ir::soleCase(callee);
    const auto taken =
        std::ranges::find_if(match->alternatives, [&](const ir::Alternative& alternative) {
          return alternative.fields.size() == fields.size();
        });
    std::vector<Binding> instead;
    ir::splice(
        instead,
        ir::instantiate(callee, call.arguments, *taken, std::span<const Atom>(fields), *function_),
        binding.results);
    erase(block, place);
    insert(block, place, std::move(instead));
  }

  // The call is made on every way there.
  void intoBranches(Block& block, std::size_t place, std::size_t at, std::size_t parameter) {
    const Binding reading = std::move(block.bindings[place]);
    Binding& branches = block.bindings[at];
    const ir::TypeId type = function_->variables[reading.results[0].value].type;
    ir::forEachBlock(branches.operation, [&](Block& inner) {
      Call call = std::get<Call>(reading.operation);
      call.arguments[parameter] = inner.results[0];
      const VarId result =
          function_->fresh(type, function_->variables[reading.results[0].value].name);
      inner.bindings.push_back({{result}, std::move(call), reading.position});
      inner.results = {result};
    });
    branches.results = reading.results;
    Binding moved = std::move(branches);
    block.bindings[place] = std::move(moved);
    erase(block, at);
  }

  // The list is what a call results in.
  bool toMaker(Block& block, std::size_t place, std::size_t at, const ListReader& reader) {
    const Binding making = block.bindings[at];
    const auto& call = std::get<Call>(making.operation);
    const FunId id = call.callee;
    if (program_.function(id).library || mayRunBeside(id)) return false;
    const auto rest = makers_.rest(id);
    if (reader.append && rest) {
      // Both bindings in the place of the reader: first it, with what comes last, then the maker.
      const Binding reading = block.bindings[place];
      Call behind = std::get<Call>(reading.operation);
      Call front = call;
      const VarId name = making.results[0];
      behind.arguments[reader.parameter] = front.arguments[*rest];
      front.arguments[*rest] = name;
      block.bindings[place] = {{name}, std::move(behind), reading.position};
      insert(block, place + 1, {{reading.results, std::move(front), making.position}});
      erase(block, at);
      return true;
    }
    if (!(reader.append ? makers_.makesFront(id) : makers_.makesCells(id))) {
      return false;
    }
    if (!heavy_[id.value]) {
      if (ir::size(maker(id).body) > largestInPlace) return false;
      std::vector<Binding> body;
      ir::splice(body, ir::instantiate(maker(id), call.arguments, *function_), making.results);
      insert(block, place, std::move(body));
      erase(block, at);
      return true;
    }
    Binding& reading = block.bindings[place];
    auto& last = std::get<Call>(reading.operation);
    const auto made = composed(last.callee, id, reader);
    if (!made) return false;
    Call both{*made, call.arguments};
    for (std::size_t i = 0; i < last.arguments.size(); ++i) {
      if (i != reader.parameter) both.arguments.push_back(last.arguments[i]);
    }
    last = std::move(both);
    erase(block, at);
    return true;
  }

  // Whether some way through what makes the list makes a cell of it, or puts something in front.
  [[nodiscard]] bool gains(const Block& block, const Atom& list, const ListReader& reader) const {
    const VarId* variable = ir::variableOf(list);
    if (variable == nullptr) return false;
    const auto at = definedAt(block, block.bindings.size(), *variable);
    if (!at) return false;
    const ir::Operation& operation = block.bindings[*at].operation;
    if (const auto* copy = std::get_if<ir::Copy>(&operation)) {
      return gains(block, copy->atoms[0], reader);
    }
    if (const auto* cell = std::get_if<ir::Construct>(&operation)) return !cell->fields.empty();
    if (const auto* call = std::get_if<Call>(&operation)) {
      return reader.append
                 ? makers_.makesFront(call->callee) || makers_.rest(call->callee).has_value()
                 : makers_.makesCells(call->callee);
    }
    bool some = false;
    ir::forEachBlock(operation, [&](const Block& inner) {
      some = some || gains(inner, inner.results[0], reader);
    });
    return some;
  }

  // Whether what makes a list would be done later than something else that takes long, and what it
  // reads be kept until then. It matters in functions that are called once in a run, which have all
  // that is large, and where elements are large themselves.
  [[nodiscard]] bool keepsLonger(const Block& block, std::size_t at, std::size_t place) const {
    const auto takesLong = [&](const Binding& binding, bool ofCells) {
      const auto* call = std::get_if<Call>(&binding.operation);
      return call != nullptr && heavy_[call->callee.value] &&
             (ofCells ? std::ranges::any_of(call->arguments,
                                            [&](const Atom& atom) { return hasCells(atom); })
                      : !listReader(program_, call->callee));
    };
    const auto within = [&](const Binding& binding, bool ofCells) {
      bool found = takesLong(binding, ofCells);
      ir::forEachBlock(binding.operation, [&](const Block& inner) {
        ir::forEachBinding(inner,
                           [&](const Binding& each) { found = found || takesLong(each, ofCells); });
      });
      return found;
    };
    if (!within(block.bindings[at], true)) return false;
    for (std::size_t i = at + 1; i < place; ++i) {
      if (within(block.bindings[i], false)) return true;
    }
    return false;
  }

  [[nodiscard]] bool hasCells(const Atom& atom) const {
    const VarId* variable = ir::variableOf(atom);
    return variable != nullptr && hasCells(function_->variables[variable->value].type);
  }

  [[nodiscard]] bool hasCells(ir::TypeId id) const {
    const ir::Type& type = program_.type(id);
    return std::ranges::any_of(type.constructors, [&](ir::CtorId ctor) {
      return !program_.constructor(ctor).fields.empty();
    });
  }

  // Whether the function's recursion goes several ways.
  [[nodiscard]] bool divides(FunId id) const {
    const Component& component = facts_.components[component_[id.value]];
    return std::ranges::any_of(
        component, [&](FunId each) { return callsOnPath(maker(each).body, component) > 1; });
  }

  // In parallel code such calls may run at the same time.
  [[nodiscard]] bool mayRunBeside(FunId id) const {
    return !serial_ && heavy_[id.value] && divides(id);
  }

  // Whether a list of lists is made by a loop, each of them by calls that may take long, and should
  // stay one. With the reader at its end it would come back at every one, from the last on: a stack
  // as deep as the list, for lists that are copied once, or of which the elements are the most. In
  // a recursion that goes several ways texts are copied at every level.
  [[nodiscard]] bool losesLoop(FunId id, FunId reader) const {
    const bool often =
        divides(id) && (isOfNumbers(program_.function(reader).resultTypes[0]) || makesTexts(id));
    bool found = false;
    ir::forEachBinding(maker(id).body, [&](const Binding& binding) {
      const auto* call = std::get_if<Call>(&binding.operation);
      if (call == nullptr || !heavy_[call->callee.value] || call->callee == id) return;
      found = true;
    });
    return found && !often;
  }

  // Whether the list is made by a recursion that goes several ways and makes only texts besides.
  [[nodiscard]] bool isOfTexts(const Block& block, std::size_t at) const {
    const auto* call = std::get_if<Call>(&block.bindings[at].operation);
    if (call == nullptr) return false;
    if (const auto reader = listReader(program_, call->callee)) {
      const VarId* list = ir::variableOf(call->arguments[reader->parameter]);
      const auto made = list == nullptr ? std::nullopt : definedAt(block, at, *list);
      return made && isOfTexts(block, *made);
    }
    return divides(call->callee) && makesTexts(call->callee);
  }

  // Whether all that the function's recursion calls and may take long gives numbers and texts.
  [[nodiscard]] bool makesTexts(FunId id) const {
    const std::uint32_t component = component_[id.value];
    bool all = true;
    for (const FunId each : facts_.components[component]) {
      ir::forEachBinding(maker(each).body, [&](const Binding& binding) {
        const auto* call = std::get_if<Call>(&binding.operation);
        if (call == nullptr || !heavy_[call->callee.value] ||
            component_[call->callee.value] == component) {
          return;
        }
        for (const ir::TypeId type : program_.function(call->callee).resultTypes) {
          all = all && (!hasCells(type) || isOfNumbers(type) || listReader(program_, call->callee));
        }
      });
    }
    return all;
  }

  // Whether the elements of the list have no cells.
  [[nodiscard]] bool isOfNumbers(ir::TypeId list) const {
    const std::vector<ir::TypeId>& elements = program_.type(list).arguments;
    return elements.size() == 1 && !hasCells(elements[0]);
  }

  // The maker, with the reader at its end.
  std::optional<FunId> composed(FunId reader, FunId of, const ListReader& how) {
    const auto key = std::pair(reader, of);
    if (const auto found = compositions_.find(key); found != compositions_.end()) {
      return found->second;
    }
    if (made_ >= mostMade_ || ir::size(maker(of)) > largestMaker ||
        (!how.append && losesLoop(of, reader))) {
      return std::nullopt;
    }
    const FunId id{static_cast<std::uint32_t>(program_.functions.size())};
    const Function& last = program_.function(reader);
    Function made = maker(of);
    made.name = names_.unique(simplify::joinNames(made.name, last.name));
    made.documentation.clear();
    if (made.origin.empty()) made.origin = {program_.function(of).name};
    Call call{reader, {}};
    std::optional<std::size_t> rest;
    for (std::size_t i = 0; i < last.parameters.size(); ++i) {
      if (i == how.parameter) {
        call.arguments.push_back(made.body.results[0]);
        continue;
      }
      const ir::Variable& variable = last.variables[last.parameters[i].value];
      if (how.append && i == how.rest) rest = made.parameters.size();
      made.parameters.push_back(made.fresh(variable.type, variable.name));
      call.arguments.push_back(made.parameters.back());
    }
    made.resultTypes = last.resultTypes;
    const VarId result = made.fresh(made.resultTypes[0], "made");
    made.body.bindings.push_back({{result}, std::move(call), made.position});
    made.body.results = {result};
    compositions_[key] = id;
    program_.functions.push_back(std::move(made));
    makers_.add(rest, how.append && makers_.makesCells(of), true);
    heavy_.push_back(true);
    component_.push_back(component_[of.value]);
    often_.push_back(true);
    ++made_;
    change(id);
    return id;
  }

  ir::Program& program_;
  const CppFacts& facts_;
  pipeline::Context& context_;
  ListMakers makers_;
  simplify::Names names_;
  bool serial_;
  std::size_t mostMade_;
  std::vector<bool> heavy_;
  std::vector<bool> often_;               // Recursive, or called from within a recursion.
  std::vector<std::uint32_t> component_;  // Of what was made: that of what it was made of.
  std::map<FunId, Function> before_;
  std::map<std::pair<FunId, FunId>, FunId> compositions_;
  std::size_t made_ = 0;
  Function* function_ = nullptr;
  bool keepsOrder_ = false;
  std::size_t moved_ = 0;
  std::set<Atom> empty_;  // What is known to be empty here.
};

}  // namespace

pipeline::Pass givenEnds(const NativeOptions& options) {
  return {.name = "given-ends",
          .description = "make a list in front of what it is put in front of",
          .makes = pipeline::Form::Free,
          .run = [serial = options.serial](ir::Program program, pipeline::Context& context) {
            const CppFacts facts = cppFacts(program);
            GivenEnds(program, facts, serial, context).run();
            return simplify::dropUnreachable(std::move(program));
          }};
}

}  // namespace deforest::backends
