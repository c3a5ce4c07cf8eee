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
#include "backends/native/maker_costs.hpp"
#include "backends/native/suspension/lists.hpp"
#include "backends/native/written_output.hpp"
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
        costs_(program, facts, makers_, serial),
        names_(program),
        mostMade_(program.functions.size() + 16) {
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
    joinPuts(function);
    std::swap(program_.functions[id.value], function);
    costs_.keep(id, std::move(function));
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
    if (reader->output && moveUp(block, place)) return true;
    const auto at = definedAt(block, place, *variable);
    if (!at) {
      const auto fields =
          empty_.contains(list) ? std::optional(std::vector<Atom>()) : fieldsOutside(*variable);
      if (fields) takeApart(block, place, *fields);
      return fields.has_value();
    }
    const Binding& made = block.bindings[*at];
    const bool texts = costs_.isOfNumbers(function_->variables[variable->value].type) ||
                       costs_.isOfTexts(block, *at);
    const bool inOrder = keepsOrder_ || (reader->append && !texts);
    if (inOrder && !reader->output && costs_.keepsLonger(*function_, block, *at, place))
      return false;
    if (const auto* cell = std::get_if<ir::Construct>(&made.operation)) {
      const std::vector<Atom> fields = cell->fields;
      if (reader->output && !reader->plain && hasSecond(block, at.value(), fields)) {
        return false;
      }
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
      if (reader->output && splitBranches(block, place, *at, *reader)) return true;
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

  // Whether another cell follows the one that is made there: a list of known length stays one where
  // more is done with its elements than to print them.
  [[nodiscard]] static bool hasSecond(const Block& block, std::size_t at,
                                      const std::vector<Atom>& fields) {
    const VarId* tail = fields.empty() ? nullptr : ir::variableOf(fields[1]);
    const auto made = tail == nullptr ? std::nullopt : definedAt(block, at, *tail);
    if (!made) return false;
    const auto* cell = std::get_if<ir::Construct>(&block.bindings[*made].operation);
    return cell != nullptr && !cell->fields.empty();
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
    if (program_.function(id).library || costs_.mayRunBeside(id)) return false;
    if (reader.output && costs_.losesThreads(id)) return false;
    const auto rest = makers_.rest(id);
    if (reader.output && rest) return toPrintingMaker(block, place, at, reader, *rest);
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
    if (!costs_.isHeavy(id)) {
      if (ir::size(costs_.maker(id).body) > largestInPlace) return false;
      std::vector<Binding> body;
      ir::splice(body, ir::instantiate(costs_.maker(id), call.arguments, *function_),
                 making.results);
      insert(block, place, std::move(body));
      erase(block, at);
      return true;
    }
    Binding& reading = block.bindings[place];
    auto& last = std::get<Call>(reading.operation);
    const auto made = composed(last.callee, id, reader);
    if (!made) return false;
    last = both(*made, call, std::nullopt, last, reader);
    erase(block, at);
    return true;
  }

  // Prints what is made before the end of the list, and then the end.
  bool toPrintingMaker(Block& block, std::size_t place, std::size_t at, const ListReader& reader,
                       std::size_t rest) {
    const Binding making = block.bindings[at];
    const Binding reading = block.bindings[place];
    Call front = std::get<Call>(making.operation);
    Call behind = std::get<Call>(reading.operation);
    const FunId id = front.callee;
    const Atom end = front.arguments[rest];
    const VarId printed = freshOutput(reading);
    std::vector<Binding> instead;
    if (const auto append = listReader(program_, id); append && append->append) {
      Call call = behind;
      call.arguments[reader.parameter] = front.arguments[append->parameter];
      instead.push_back({{printed}, std::move(call), making.position});
    } else if (!costs_.isHeavy(id)) {
      if (ir::size(costs_.maker(id).body) > largestInPlace) return false;
      instead.push_back(freshEmptyList(making));
      front.arguments[rest] = instead[0].results[0];
      ir::splice(instead, ir::instantiate(costs_.maker(id), front.arguments, *function_),
                 making.results);
      Call call = behind;
      instead.push_back({{printed}, std::move(call), reading.position});
    } else {
      const auto made = composed(behind.callee, id, reader);
      if (!made) return false;
      instead.push_back({{printed}, both(*made, front, rest, behind, reader), making.position});
    }
    behind.arguments[reader.parameter] = end;
    behind.arguments[*reader.output] = printed;
    instead.push_back({reading.results, std::move(behind), reading.position});
    erase(block, place);
    insert(block, place, std::move(instead));
    erase(block, at);
    return true;
  }

  // Branches that all end in the same list, which is made before them, print what is in front of
  // it; then that list is printed.
  bool splitBranches(Block& block, std::size_t place, std::size_t at, const ListReader& reader) {
    const auto end = commonEnd(*function_, makers_, block.bindings[at]);
    if (!end) return false;
    const auto cell = fieldsOutside(*end);
    if (cell && cell->empty()) return false;
    Binding empty = freshEmptyList(block.bindings[at]);
    ir::Substitution instead(*function_);
    instead.set(*end, empty.results[0]);
    ir::forEachBlock(block.bindings[at].operation,
                     [&](Block& inner) { ir::substitute(inner, instead); });
    Binding behind = block.bindings[place];
    const VarId printed = freshOutput(behind);
    block.bindings[place].results = {printed};
    auto& call = std::get<Call>(behind.operation);
    call.arguments[reader.parameter] = *end;
    call.arguments[*reader.output] = printed;
    insert(block, place + 1, {std::move(behind)});
    insert(block, at, {std::move(empty)});
    return true;
  }

  // What prints is done as soon as it can be: what comes then need not keep what it reads.
  static bool moveUp(Block& block, std::size_t place) {
    std::size_t first = 0;
    for (const Atom& argument : std::get<Call>(block.bindings[place].operation).arguments) {
      const VarId* variable = ir::variableOf(argument);
      const auto at = variable == nullptr ? std::nullopt : definedAt(block, place, *variable);
      if (at) first = std::max(first, *at + 1);
    }
    const auto begin = block.bindings.begin();
    std::rotate(begin + static_cast<std::ptrdiff_t>(first),
                begin + static_cast<std::ptrdiff_t>(place),
                begin + static_cast<std::ptrdiff_t>(place) + 1);
    return first != place;
  }

  [[nodiscard]] VarId freshOutput(const Binding& reading) {
    const ir::Variable variable = function_->variables[reading.results[0].value];
    return function_->fresh(variable.type, variable.name);
  }

  // An empty list of the type of what is made.
  [[nodiscard]] Binding freshEmptyList(const Binding& making) {
    const ir::TypeId type = function_->variables[making.results[0].value].type;
    return emptyList(function_->fresh(type, "none"), type, making.position);
  }

  [[nodiscard]] Binding emptyList(VarId name, ir::TypeId type, ir::Position position) const {
    return {{name}, ir::Construct{listCtors(program_, type)->nil, {}}, position};
  }

  // The arguments of a maker, but for the end of the list, and of the reader, but for the list.
  static Call both(FunId made, const Call& maker, std::optional<std::size_t> rest,
                   const Call& reading, const ListReader& reader) {
    Call call{made, {}};
    for (std::size_t i = 0; i < maker.arguments.size(); ++i) {
      if (i != rest) call.arguments.push_back(maker.arguments[i]);
    }
    for (std::size_t i = 0; i < reading.arguments.size(); ++i) {
      if (i != reader.parameter) call.arguments.push_back(reading.arguments[i]);
    }
    return call;
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

  // The maker, with the reader at its end.
  std::optional<FunId> composed(FunId reader, FunId of, const ListReader& how) {
    const auto key = std::pair(reader, of);
    if (const auto found = compositions_.find(key); found != compositions_.end()) {
      return found->second;
    }
    if (made_ >= mostMade_ || ir::size(costs_.maker(of)) > largestMaker ||
        (!how.append && !how.output && costs_.losesLoop(of, reader))) {
      return std::nullopt;
    }
    const FunId id{static_cast<std::uint32_t>(program_.functions.size())};
    const Function& last = program_.function(reader);
    Function made = costs_.maker(of);
    made.name = names_.unique(simplify::joinNames(made.name, last.name));
    made.documentation.clear();
    if (made.origin.empty()) made.origin = {program_.function(of).name};
    if (how.output) {
      if (const auto end = makers_.rest(of)) {
        const auto at = made.parameters.begin() + static_cast<std::ptrdiff_t>(*end);
        const VarId none = *at;
        made.parameters.erase(at);
        insert(made.body, 0, {emptyList(none, made.variables[none.value].type, made.position)});
      }
    }
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
    costs_.add(of);
    often_.push_back(true);
    ++made_;
    change(id);
    return id;
  }

  ir::Program& program_;
  const CppFacts& facts_;
  pipeline::Context& context_;
  ListMakers makers_;
  MakerCosts costs_;
  simplify::Names names_;
  std::size_t mostMade_;
  std::vector<bool> often_;  // Recursive, or called from within a recursion.
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
