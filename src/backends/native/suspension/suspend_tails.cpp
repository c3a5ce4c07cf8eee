#include "backends/native/suspension/suspend_tails.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "backends/native/suspension/lazy_types.hpp"
#include "backends/native/suspension/list_facts.hpp"
#include "backends/native/suspension/rests.hpp"
#include "ir/measure.hpp"
#include "ir/tail.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::FunId;
using ir::TypeId;
using ir::VarId;

// What is known where a form of a function is made.
struct ListPlace {
  FunId function;
  bool lazyResult = false;
  std::vector<ListForm> forms;  ///< By variable.
};

// How each list of a function is made, where its parameters are given in these forms.
class FormChooser {
 public:
  FormChooser(const ir::Program& program, const ListFacts& facts, Suspended which, ListPlace& place)
      : facts_(facts),
        which_(which),
        place_(place),
        function_(program.function(place.function)),
        uses_(facts.uses(place.function)) {}

  // The lists that are not made as a whole though they might have been.
  std::vector<std::pair<VarId, FunId>> run() {
    for (const VarId parameter : function_.parameters) {
      const auto tail = uses_.tailOf(parameter);
      if (tail && form(parameter) != ListForm::Whole) form(*tail) = ListForm::Suspended;
    }
    visit(function_.body);
    return chosen_;
  }

 private:
  ListForm& form(VarId variable) { return place_.forms[variable.value]; }
  [[nodiscard]] ListForm formOf(VarId variable) const { return place_.forms[variable.value]; }

  // What stands last is looked at first: how a list is made depends on what becomes of it.
  void visit(const Block& block) {
    for (auto binding = block.bindings.rbegin(); binding != block.bindings.rend(); ++binding) {
      if (binding->results.size() == 1) choose(*binding, block);
      ir::forEachBlock(binding->operation, [&](const Block& inner) { visit(inner); });
    }
  }

  void choose(const Binding& binding, const Block& block) {
    const VarId list = binding.results[0];
    if (!facts_.isList(function_.variables[list.value].type)) return;
    if (ir::branches(binding.operation)) {
      const bool ends = place_.lazyResult && uses_.isResult(list) && uses_.of(list).size() == 1;
      if (ends) form(list) = ListForm::Cell;
      return;
    }
    if (std::holds_alternative<ir::Fail>(binding.operation)) {
      if (place_.lazyResult && uses_.isResult(list) && uses_.of(list).size() == 1) {
        form(list) = ListForm::Cell;
      }
      return;
    }
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    const bool makes = call != nullptr ? facts_.givesLazily(call->callee)
                                       : std::holds_alternative<ir::Construct>(binding.operation);
    if (!makes || uses_.of(list).empty() || !uses_.isLinear(list)) return;
    if (!std::ranges::all_of(uses_.of(list), [&](const ListUse& use) { return mayWait(use); })) {
      return;
    }
    const auto because =
        std::ranges::find_if(uses_.of(list), [&](const ListUse& use) { return pays(use, list); });
    if (because == uses_.of(list).end()) return;
    const bool now =
        call == nullptr || std::ranges::all_of(uses_.of(list), [&](const ListUse& use) {
          return isReadAtOnce(use, block);
        });
    form(list) = now ? ListForm::Cell : ListForm::Suspended;
    if (because->kind == ListUse::Kind::Argument) chosen_.emplace_back(list, because->callee);
  }

  // Whether the list need not be there as a whole for this.
  [[nodiscard]] bool mayWait(const ListUse& use) const {
    switch (use.kind) {
      case ListUse::Kind::Result:
        return place_.lazyResult;
      case ListUse::Kind::Tail:
        return use.made && formOf(*use.made) != ListForm::Whole;
      case ListUse::Kind::Argument:
        return facts_.takesLazily(use.callee, use.parameter);
      default:
        return false;
    }
  }

  [[nodiscard]] bool pays(const ListUse& use, VarId list) const {
    if (use.kind != ListUse::Kind::Argument) return true;
    if (!isHeavy(list)) return false;
    const bool lazily = use.made && formOf(*use.made) != ListForm::Whole;
    return facts_.drops(use.callee, use.parameter) ||
           (lazily && facts_.flows(use.callee, use.parameter));
  }

  // Whether it takes long to make the list, or nobody knows.
  [[nodiscard]] bool isHeavy(const Atom& list) const {
    const VarId* variable = ir::variableOf(list);
    if (variable == nullptr) return false;
    if (formOf(*variable) != ListForm::Whole) return true;
    const ir::Operation* made = uses_.definition(*variable);
    if (made == nullptr) return false;
    if (const auto* call = std::get_if<ir::Call>(made)) {
      if (which_ == Suspended::Any || facts_.isHeavy(call->callee) ||
          facts_.isWithin(place_.function, call->callee)) {
        return true;
      }
      for (std::size_t i = 0; i < call->arguments.size(); ++i) {
        if (facts_.flows(call->callee, i) && isHeavy(call->arguments[i])) return true;
      }
      return false;
    }
    const auto* cell = std::get_if<ir::Construct>(made);
    return cell != nullptr && cell->fields.size() == 2 && isHeavy(cell->fields[1]);
  }

  // Whether the first cell is wanted as soon as it could be made.
  [[nodiscard]] bool isReadAtOnce(const ListUse& use, const Block& block) const {
    if (use.block != &block) return false;
    if (use.kind == ListUse::Kind::Result) return true;
    if (use.kind != ListUse::Kind::Argument) return false;
    const bool waits = use.made && formOf(*use.made) == ListForm::Suspended;
    return !waits && facts_.formOf(use.callee, use.parameter) == ListForm::Cell;
  }

  const ListFacts& facts_;
  Suspended which_;
  ListPlace& place_;
  const ir::Function& function_;
  const ListUses& uses_;
  std::vector<std::pair<VarId, FunId>> chosen_;
};

class Suspender {
 public:
  // `source` has the functions of `program` under the same numbers, and more.
  Suspender(const ir::Program& source, ir::Program program, Suspended which,
            pipeline::Context& context)
      : source_(source),
        facts_(source),
        which_(which),
        originals_(program.functions.size()),
        program_(std::move(program)),
        lists_(program_),
        context_(context) {}

  // The program, if something is made otherwise.
  std::optional<ir::Program> run() {
    const std::vector<bool> reached = ir::reachable(program_);
    for (std::uint32_t i = 0; i < originals_; ++i) {
      if (!reached[i] || program_.functions[i].library) continue;
      const ir::Function& function = source_.functions[i];
      ListVariant asItIs{FunId{i}, std::vector(function.parameters.size(), ListForm::Whole), false};
      ListPlace place = placeOf(asItIs);
      const auto chosen = FormChooser(source_, facts_, which_, place).run();
      if (chosen.empty()) continue;
      for (const auto& [list, consumer] : chosen) explain(function, list, consumer);
      define(FunId{i}, asItIs, std::move(place), function.name);
    }
    if (program_.functions.size() == originals_) return std::nullopt;
    while (!waiting_.empty()) {
      const auto [id, variant] = waiting_.back();
      waiting_.pop_back();
      ListPlace place = placeOf(variant);
      FormChooser(source_, facts_, which_, place).run();
      define(id, variant, std::move(place), program_.function(id).name);
    }
    lists_.finish();
    return std::move(program_);
  }

 private:
  [[nodiscard]] ListPlace placeOf(const ListVariant& variant) const {
    const ir::Function& function = source_.function(variant.function);
    ListPlace place{variant.function, variant.lazyResult,
                    std::vector(function.variables.size(), ListForm::Whole)};
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
      place.forms[function.parameters[i].value] = variant.parameters[i];
    }
    return place;
  }

  void explain(const ir::Function& function, VarId list, FunId consumer) {
    const auto* call = std::get_if<ir::Call>(facts_.uses(FunId{idOf(function)}).definition(list));
    const std::string producer =
        call == nullptr ? function.variables[list.value].name : source_.function(call->callee).name;
    context_.add({pipeline::Decision::Kind::Native, true, function.name,
                  "suspend the rest of the list of `" + producer + "`",
                  "`" + source_.function(consumer).name + "` may not read all of it",
                  function.position});
  }
  [[nodiscard]] std::uint32_t idOf(const ir::Function& function) const {
    return static_cast<std::uint32_t>(&function - source_.functions.data());
  }

  // The function that is that form of one of the source.
  FunId variant(const ListVariant& wanted) {
    const bool whole = std::ranges::all_of(wanted.parameters,
                                           [](ListForm form) { return form == ListForm::Whole; });
    const bool given = wanted.function.value < originals_;
    if (whole && !wanted.lazyResult && given) return wanted.function;
    const auto [known, isNew] = variants_.emplace(wanted, FunId{});
    if (!isNew) return known->second;
    ir::Function made;
    made.name = lists_.uniqueName(source_.function(wanted.function).name + "_lazy");
    known->second = FunId{static_cast<std::uint32_t>(program_.functions.size())};
    program_.functions.push_back(std::move(made));
    waiting_.emplace_back(known->second, wanted);
    return known->second;
  }

  void define(FunId id, const ListVariant& variant, ListPlace place, const std::string& name) {
    const ir::Function& source = source_.function(variant.function);
    function_ = source;
    function_.name = name;
    if (name != source.name && function_.origin.empty()) function_.origin = {source.name};
    place_ = std::move(place);
    for (std::uint32_t i = 0; i < place_.forms.size(); ++i) {
      ir::Variable& variable = function_.variables[i];
      variable.type = lists_.typeOf(variable.type, place_.forms[i]);
    }
    if (place_.lazyResult) {
      function_.resultTypes = {lists_.typeOf(source.resultTypes[0], ListForm::Cell)};
    }
    const bool single = source.resultTypes.size() == 1;
    function_.body = rewrite(source.body, single);
    program_.functions[id.value] = std::move(function_);
  }

  [[nodiscard]] ListForm formOf(const Atom& atom) const {
    const VarId* variable = ir::variableOf(atom);
    return variable == nullptr || variable->value >= place_.forms.size()
               ? ListForm::Whole
               : place_.forms[variable->value];
  }
  // The type of the list, whatever its form.
  [[nodiscard]] TypeId listOf(const Atom& atom) const {
    const ir::Function& source = source_.function(place_.function);
    return source.variables[ir::variableOf(atom)->value].type;
  }

  VarId bind(Block& block, TypeId type, const std::string& name, ir::Operation operation,
             ir::Position position) {
    const VarId result = function_.fresh(type, name);
    block.bindings.push_back({{result}, std::move(operation), position});
    return result;
  }

  Atom toRest(Block& block, const Atom& atom, ir::Position position) {
    const ListForm form = formOf(atom);
    if (form == ListForm::Suspended) return atom;
    const LazyList& list = lists_.of(listOf(atom));
    const ir::CtorId ctor = form == ListForm::Cell ? list.ready : list.made;
    return bind(block, list.rest, "rest", ir::Construct{ctor, {atom}}, position);
  }
  Atom toCell(Block& block, const Atom& atom, ir::Position position) {
    const ListForm form = formOf(atom);
    if (form == ListForm::Cell) return atom;
    const LazyList& list = lists_.of(listOf(atom));
    const FunId callee = form == ListForm::Suspended ? list.force : list.open;
    return bind(block, list.cells, "cells", ir::Call{callee, {atom}}, position);
  }
  Atom toWhole(Block& block, const Atom& atom, ir::Position position) {
    if (formOf(atom) == ListForm::Whole) return atom;
    const TypeId type = listOf(atom);
    const FunId callee = lists_.of(type).whole;
    return bind(block, type, "xs", ir::Call{callee, {toCell(block, atom, position)}}, position);
  }

  // `results`: the function results in what the block does.
  Block rewrite(const Block& block, bool results) {
    Block out;
    for (const Binding& binding : block.bindings) {
      const bool ends = results && binding.results.size() == 1 && block.results.size() == 1 &&
                        block.results[0] == Atom(binding.results[0]) &&
                        &binding == &block.bindings.back();
      rewrite(binding, ends, out);
    }
    for (const Atom& atom : block.results) {
      const bool cell = results && place_.lazyResult;
      const ir::Position position = function_.position;
      out.results.push_back(cell ? toCell(out, atom, position) : toWhole(out, atom, position));
    }
    return out;
  }

  void rewrite(const Binding& binding, bool ends, Block& out) {
    if (const auto* call = std::get_if<ir::Call>(&binding.operation)) {
      out.bindings.push_back({binding.results, rewrite(*call, binding, out), binding.position});
      return;
    }
    if (const auto* made = std::get_if<ir::Construct>(&binding.operation)) {
      out.bindings.push_back({binding.results, rewrite(*made, binding, out), binding.position});
      return;
    }
    if (const auto* conditional = std::get_if<ir::Conditional>(&binding.operation)) {
      out.bindings.push_back(
          {binding.results,
           ir::Conditional{conditional->condition, rewrite(conditional->whenTrue, ends),
                           rewrite(conditional->whenFalse, ends)},
           binding.position});
      return;
    }
    if (const auto* match = std::get_if<ir::Case>(&binding.operation)) {
      ir::Case made{match->scrutinee, {}};
      const bool lazy = formOf(match->scrutinee) == ListForm::Cell;
      for (const ir::Alternative& alternative : match->alternatives) {
        ir::CtorId ctor = alternative.ctor;
        if (lazy) {
          const LazyList& list = lists_.of(listOf(match->scrutinee));
          ctor = alternative.fields.empty() ? list.end : list.item;
        }
        made.alternatives.push_back({ctor, alternative.fields, rewrite(alternative.body, ends)});
      }
      if (lazy && !made.alternatives[0].fields.empty()) std::ranges::reverse(made.alternatives);
      out.bindings.push_back({binding.results, std::move(made), binding.position});
      return;
    }
    out.bindings.push_back(binding);
  }

  ir::Operation rewrite(const ir::Call& call, const Binding& binding, Block& out) {
    const ListForm result =
        binding.results.size() == 1 ? formOf(binding.results[0]) : ListForm::Whole;
    ListVariant wanted{call.callee, {}, result != ListForm::Whole};
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      const bool lazy = formOf(call.arguments[i]) != ListForm::Whole;
      wanted.parameters.push_back(lazy ? facts_.formOf(call.callee, i) : ListForm::Whole);
    }
    std::vector<Atom> arguments = call.arguments;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (wanted.parameters[i] == ListForm::Whole) continue;
      const bool cell = wanted.parameters[i] == ListForm::Cell && result != ListForm::Suspended;
      arguments[i] = cell ? toCell(out, arguments[i], binding.position)
                          : toRest(out, arguments[i], binding.position);
    }
    const FunId callee = variant(wanted);
    if (result != ListForm::Suspended) return ir::Call{callee, std::move(arguments)};
    return ir::Construct{lists_.suspend(wanted, callee, source_.function(call.callee)),
                         std::move(arguments)};
  }

  ir::Operation rewrite(const ir::Construct& made, const Binding& binding, Block& out) {
    if (formOf(binding.results[0]) == ListForm::Whole) {
      ir::Construct construct = made;
      for (Atom& field : construct.fields) field = toWhole(out, field, binding.position);
      return construct;
    }
    const LazyList& list = lists_.of(listOf(binding.results[0]));
    if (made.fields.empty()) return ir::Construct{list.end, {}};
    return ir::Construct{list.item,
                         {made.fields[0], toRest(out, made.fields[1], binding.position)}};
  }

  const ir::Program& source_;
  ListFacts facts_;
  Suspended which_;
  std::size_t originals_;
  ir::Program program_;
  LazyLists lists_;
  pipeline::Context& context_;
  std::map<ListVariant, FunId> variants_;
  std::vector<std::pair<FunId, ListVariant>> waiting_;
  ir::Function function_;
  ListPlace place_;
};

}  // namespace

pipeline::Pass suspendTails(Suspended which) {
  return {.name = "suspend-tails",
          .description = "lists that are perhaps not read to their end are made as they are read",
          .needs = pipeline::Form::Normal,
          .run = [which](ir::Program program, pipeline::Context& context) {
            const ir::Program source = restsAsCalls(program);
            if (auto suspended = Suspender(source, program, which, context).run()) {
              return *suspended;
            }
            return program;
          }};
}

}  // namespace deforest::backends
