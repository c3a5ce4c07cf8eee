#include "backends/native/suspension/delay_lists.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "backends/native/suspension/additions.hpp"
#include "backends/native/suspension/changed_types.hpp"
#include "backends/native/suspension/list_classes.hpp"
#include "backends/native/suspension/lists.hpp"
#include "backends/native/suspension/own_copies.hpp"
#include "backends/native/suspension/single_use.hpp"
#include "backends/native/suspension/tie_constants.hpp"
#include "backends/native/write_slots.hpp"
#include "graph/call_graph.hpp"
#include "graph/eager_failures.hpp"
#include "ir/library_calls.hpp"
#include "ir/measure.hpp"
#include "ir/slots.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::CtorId;
using ir::FunId;
using ir::TypeId;
using ir::VarId;

// The lists of one type that are made as they are read: an end, an element and what follows, or a
// slot for what a call results in, beside the call.
struct LateList {
  ListCtors strict;
  TypeId type;
  TypeId wait;
  TypeId slot;
  CtorId end;
  CtorId item;
  CtorId waiting;
  FunId force;  // until it is one of the first two
  FunId run;    // the call
  std::vector<std::pair<FunId, CtorId>> calls;
  bool isTied = false;    // some call is given what it results in
  bool hasSlots = false;  // a list of the type may be taken apart more than once

  /// The constructor for one of lists.
  [[nodiscard]] CtorId instead(CtorId ctor) const { return ctor == strict.nil ? end : item; }
};

class Delaying {
 public:
  // `readOnce`: lists, by type, of which none is taken apart more than once.
  Delaying(ir::Program& program, const std::set<TypeId>& readOnce)
      : program_(program), classes_(program), additions_(program), readOnce_(readOnce) {}

  bool run() {
    findLate();
    if (late_.empty()) return false;
    for (const ir::Function& function : program_.functions) ties_.push_back(ir::tiesCall(function));
    calledOnce_ = findCalledOnce();
    addTypes();
    const std::size_t count = program_.functions.size() - 2 * lists_.size();
    for (std::uint32_t i = 0; i < count; ++i) rewrite(FunId{i});
    for (auto& [type, list] : lists_) {
      defineForce(list);
      defineRun(list);
    }
    renameChanged(program_, additions_, changed_);
    closeFunctions(program_);
    return true;
  }

  /// The types of those lists that could do without slots.
  [[nodiscard]] std::set<TypeId> untied() const {
    std::set<TypeId> found;
    for (const auto& [type, list] : lists_) {
      if (!list.isTied) found.insert(type);
    }
    return found;
  }

  /// Of lists without slots: the types of which none is taken apart more than once.
  [[nodiscard]] std::set<TypeId> readOnce() const {
    const std::vector<bool> carries = typesWithLists();
    std::vector<bool> again = takenApartAgain(
        program_, carries, [&](const FieldPlace& field) { return isWaiting(field.ctor); });
    // A constant is there for all who ask for it.
    const std::vector<bool> reached = ir::reachable(program_);
    for (std::uint32_t i = 0; i < calledOnce_.size(); ++i) {
      const ir::Function& function = program_.functions[i];
      if (!reached[i] || calledOnce_[i] || !function.parameters.empty()) continue;
      for (const TypeId type : function.resultTypes) again[type.value] = true;
    }
    for (const auto& [type, list] : lists_) {
      if (list.hasSlots) again[list.type.value] = true;
    }
    // What is in it can be had as often. But what there will be a slot for is computed once.
    forEachField([&](TypeId whole, CtorId ctor, TypeId part) {
      const bool may = again[whole.value] && !isWaiting(ctor) && !again[part.value];
      if (may) again[part.value] = true;
      return may;
    });
    std::set<TypeId> found;
    for (const auto& [type, list] : lists_) {
      if (!again[list.type.value]) found.insert(type);
    }
    return found;
  }

  /// How many functions make lists without an end as wholes, since those come to what is outside.
  [[nodiscard]] std::size_t refused() const { return refused_; }

 private:
  // The classes of the lists that never end, and of those that a recursion along them makes.
  void findLate() {
    const graph::CallGraph graph = graph::callGraph(program_);
    const std::vector<bool> ends = graph::functionsWithValues(program_);
    for (bool changed = true; changed;) {
      changed = false;
      refused_ = 0;
      for (std::uint32_t i = 0; i < program_.functions.size(); ++i) {
        const ir::Function& function = program_.functions[i];
        const bool repeats = graph.recursive[i] || ir::tiesCall(function);
        if (!repeats || function.resultTypes.size() != 1) continue;
        if (!listCtors(program_, function.resultTypes[0])) continue;
        if (ends[i] && !goesAlongLate(FunId{i})) continue;
        const std::size_t found = classes_.ofResult(FunId{i}, 0);
        if (found == classes_.outside()) {
          ++refused_;
        } else {
          changed = late_.insert(found).second || changed;
        }
      }
    }
  }

  // By function: whether it is called at most once in a run.
  [[nodiscard]] std::vector<bool> findCalledOnce() const {
    const graph::CallGraph graph = graph::callGraph(program_);
    const std::vector<bool> reached = graph::reachable(graph, program_.roots);
    std::vector<std::size_t> places(program_.functions.size());
    for (std::uint32_t i = 0; i < places.size(); ++i) {
      if (!reached[i]) continue;
      for (const auto& [callee, count] : graph::callSites(program_.functions[i])) {
        places[callee.value] += count;
      }
    }
    std::vector<bool> once(places.size());
    for (const FunId root : program_.roots) once[root.value] = places[root.value] == 0;
    // Callers first.
    for (std::size_t c = graph.components.size(); c-- > 0;) {
      for (const FunId caller : graph.components[c]) {
        if (!once[caller.value]) continue;
        for (const FunId callee : graph.callees[caller.value]) {
          if (places[callee.value] == 1 && !graph.recursive[callee.value])
            once[callee.value] = true;
        }
      }
    }
    return once;
  }

  [[nodiscard]] bool goesAlongLate(FunId id) const {
    return std::ranges::any_of(program_.function(id).parameters, [&](VarId parameter) {
      return isLate(classes_.ofVariable(id, parameter));
    });
  }

  [[nodiscard]] bool isLate(std::size_t ofPlace) const { return late_.contains(ofPlace); }

  TypeId typeOf(TypeId type, std::size_t ofPlace) {
    return isLate(ofPlace) && listCtors(program_, type) ? lists_.at(type).type : type;
  }

  // ------------------------------------------------------------------------------------- types

  void noteType(TypeId type, std::size_t ofPlace) {
    const auto strict = listCtors(program_, type);
    if (!isLate(ofPlace) || !strict || lists_.contains(type)) return;
    LateList made;
    made.strict = *strict;
    made.type = additions_.addType("Late");
    made.wait = additions_.addType("Wait");
    made.hasSlots = !readOnce_.contains(type);
    if (made.hasSlots) {
      ir::Type slot;
      slot.shape = ir::DataShape::Library;
      slot.name = additions_.uniqueType("LateSlot");
      slot.module = ir::slotLibrary;
      slot.arguments = {made.type};
      made.slot = TypeId{static_cast<std::uint32_t>(program_.types.size())};
      program_.types.push_back(std::move(slot));
    }
    lists_.emplace(type, std::move(made));
  }

  void addTypes() {
    for (std::uint32_t i = 0; i < program_.functions.size(); ++i) {
      const ir::Function& function = program_.functions[i];
      for (std::uint32_t v = 0; v < function.variables.size(); ++v) {
        noteType(function.variables[v].type, classes_.ofVariable(FunId{i}, VarId{v}));
      }
      for (std::size_t r = 0; r < function.resultTypes.size(); ++r) {
        noteType(function.resultTypes[r], classes_.ofResult(FunId{i}, r));
      }
    }
    for (std::uint32_t c = 0; c < program_.constructors.size(); ++c) changeFields(CtorId{c});
    for (auto& [type, list] : lists_) {
      const TypeId element = program_.constructor(list.strict.cons).fields[0].type;
      list.end = additions_.addCtor(list.type, "End", {});
      list.item = additions_.addCtor(list.type, "Item", {element, list.type});
      list.waiting = additions_.addCtor(
          list.type, "Waiting",
          list.hasSlots ? std::vector{list.slot, list.wait} : std::vector{list.wait});
      (void)additions_.addCtor(list.wait, "Done", {});
    }
    for (auto& [type, list] : lists_) {
      list.force = additions_.addFunction("force", list.type, list.type);
      list.run = additions_.addFunction("run", list.wait, list.type);
    }
  }

  void changeFields(CtorId id) {
    for (std::size_t i = 0; i < program_.constructor(id).fields.size(); ++i) {
      const TypeId before = program_.constructor(id).fields[i].type;
      const std::size_t place = classes_.ofField(id, i);
      noteType(before, place);
      const TypeId after = typeOf(before, place);
      if (after == before) continue;
      program_.constructors[id.value].fields[i].type = after;
      changed_.insert(program_.constructor(id).type);
    }
  }

  // --------------------------------------------------------------------------------- functions

  void rewrite(FunId id) {
    ir::Function function = std::move(program_.functions[id.value]);
    current_ = id;
    function_ = &function;
    types_.clear();
    for (const ir::Variable& variable : function.variables) types_.push_back(variable.type);
    for (std::uint32_t v = 0; v < types_.size(); ++v) {
      function.variables[v].type = typeOf(types_[v], classes_.ofVariable(id, VarId{v}));
    }
    for (std::size_t r = 0; r < function.resultTypes.size(); ++r) {
      function.resultTypes[r] = typeOf(function.resultTypes[r], classes_.ofResult(id, r));
    }
    if (ties(id)) {
      untie(function);
    } else {
      rewrite(function.body, true);
    }
    program_.functions[id.value] = std::move(function);
  }

  // Whether the function is given what it results in, and that is made as it is read.
  [[nodiscard]] bool ties(FunId id) const {
    return id.value < ties_.size() && ties_[id.value] && isLate(classes_.ofResult(id, 0));
  }

  // x = f x  =>  x = Waiting slot Done; f x, where the slot is that of the call that is made.
  void untie(ir::Function& function) {
    Binding& tied = function.body.bindings.back();
    LateList& list = *listOf(tied.results[0]);
    list.isTied = true;
    const VarId slot = function.fresh(list.slot, "slot");
    const VarId done = function.fresh(list.wait, "done");
    const VarId made = function.fresh(list.type, "xs");
    function.parameters.push_back(slot);
    function.library.reset();
    const CtorId nothing = program_.type(list.wait).constructors[0];
    const VarId whole = std::exchange(tied.results[0], made);
    const std::vector<Binding> self = {
        {{done}, ir::Construct{nothing, {}}, tied.position},
        {{whole}, ir::Construct{list.waiting, {slot, done}}, tied.position}};
    function.body.bindings.insert(function.body.bindings.end() - 1, self.begin(), self.end());
    function.body.results = {made};
  }

  // The list that a variable is in, if it is one that is made as it is read.
  [[nodiscard]] LateList* listOf(VarId variable) {
    if (variable.value >= types_.size()) return nullptr;
    if (!isLate(classes_.ofVariable(current_, variable))) return nullptr;
    const auto found = lists_.find(types_[variable.value]);
    return found == lists_.end() ? nullptr : &found->second;
  }

  // `isLast`: the function results in what the block does.
  void rewrite(Block& block, bool isLast) {
    std::vector<Binding> bindings;
    for (std::size_t i = 0; i < block.bindings.size(); ++i) {
      Binding& binding = block.bindings[i];
      const bool isResult = isLast && i + 1 == block.bindings.size() && results(binding, block);
      if (auto* match = std::get_if<ir::Case>(&binding.operation)) {
        openScrutinee(*match, binding, bindings);
      }
      ir::forEachBlock(binding.operation, [&](Block& inner) { rewrite(inner, isResult); });
      if (auto* call = std::get_if<ir::Call>(&binding.operation);
          call != nullptr && (!isResult || ties(call->callee))) {
        suspend(*call, binding, bindings);
      } else if (auto* made = std::get_if<ir::Construct>(&binding.operation)) {
        const LateList* list = listOf(binding.results[0]);
        if (list != nullptr) made->ctor = list->instead(made->ctor);
      } else if (auto* primitive = std::get_if<ir::Primitive>(&binding.operation);
                 primitive != nullptr && primitive->op == ir::PrimOp::Seq) {
        forceOperand(primitive->arguments[0], binding, bindings);
      }
      bindings.push_back(std::move(binding));
    }
    block.bindings = std::move(bindings);
  }

  static bool results(const Binding& binding, const Block& block) {
    if (binding.results.size() != block.results.size()) return false;
    for (std::size_t i = 0; i < block.results.size(); ++i) {
      const VarId* variable = ir::variableOf(block.results[i]);
      if (variable == nullptr || *variable != binding.results[i]) return false;
    }
    return true;
  }

  // The list that the operand is in; null: none that is made as it is read.
  const LateList* forceOperand(Atom& atom, const Binding& at, std::vector<Binding>& bindings) {
    const VarId* variable = ir::variableOf(atom);
    const LateList* list = variable == nullptr ? nullptr : listOf(*variable);
    if (list == nullptr) return nullptr;
    const VarId forced = function_->fresh(list->type, "xs");
    bindings.push_back({{forced}, ir::Call{list->force, {*variable}}, at.position});
    atom = forced;
    return list;
  }

  void openScrutinee(ir::Case& match, const Binding& binding, std::vector<Binding>& bindings) {
    const LateList* list = forceOperand(match.scrutinee, binding, bindings);
    if (list == nullptr) return;
    for (ir::Alternative& each : match.alternatives) each.ctor = list->instead(each.ctor);
    if (match.alternatives[0].ctor != list->end) {
      std::swap(match.alternatives[0], match.alternatives[1]);
    }
    ir::Alternative never = waitingAlternative(*function_, *list);
    std::vector<VarId> nothing;
    for (const VarId result : binding.results) {
      const ir::Variable known = function_->variables[result.value];
      nothing.push_back(function_->fresh(known.type, known.name));
      never.body.results.emplace_back(nothing.back());
    }
    never.body.bindings.push_back({nothing, ir::Fail{unmade}, binding.position});
    match.alternatives.push_back(std::move(never));
  }

  void suspend(const ir::Call& call, Binding& binding, std::vector<Binding>& bindings) {
    LateList* list = binding.results.size() == 1 ? listOf(binding.results[0]) : nullptr;
    if (list == nullptr) return;
    const VarId wait = function_->fresh(list->wait, "wait");
    bindings.push_back(
        {{wait},
         ir::Construct{ctorOf(*list, call.callee, call.arguments.size()), call.arguments},
         binding.position});
    if (!list->hasSlots) {
      binding.operation = ir::Construct{list->waiting, {wait}};
      return;
    }
    const VarId slot = function_->fresh(list->slot, "slot");
    bindings.push_back({{slot}, ir::Foreign{std::string(ir::slotCall), {wait}}, binding.position});
    binding.operation = ir::Construct{list->waiting, {slot, wait}};
  }

  CtorId ctorOf(LateList& list, FunId callee, std::size_t count) {
    const auto known = std::ranges::find(list.calls, callee, &std::pair<FunId, CtorId>::first);
    if (known != list.calls.end()) return known->second;
    const ir::Function& called = callee == current_ ? *function_ : program_.function(callee);
    std::vector<TypeId> fields;
    // One that is tied may have got its slot as a parameter.
    for (std::size_t i = 0; i < count; ++i) {
      const VarId parameter = called.parameters[i];
      fields.push_back(
          typeOf(typeBefore(callee, called, parameter), classes_.ofVariable(callee, parameter)));
    }
    const CtorId made = additions_.addCall(list.wait, called.name, fields);
    list.calls.emplace_back(callee, made);
    return made;
  }

  // Functions may have been rewritten.
  [[nodiscard]] TypeId typeBefore(FunId id, const ir::Function& function, VarId variable) const {
    return id == current_ ? types_[variable.value] : function.variables[variable.value].type;
  }

  static ir::Alternative waitingAlternative(ir::Function& function, const LateList& list) {
    ir::Alternative waiting{list.waiting, {}, {}};
    if (list.hasSlots) waiting.fields.push_back(function.fresh(list.slot, "slot"));
    waiting.fields.push_back(function.fresh(list.wait, "wait"));
    return waiting;
  }

  // force l = case l of
  //   End -> l
  //   Item _ _ -> l
  //   Waiting slot wait -> if filled slot then its value else fill slot (force (run wait))
  //
  // Without slots: Waiting wait -> force (run wait)
  void defineForce(const LateList& list) {
    ir::Function& force = program_.functions[list.force.value];
    const VarId whole = force.parameters[0];
    const TypeId element = program_.constructor(list.item).fields[0].type;
    ir::Alternative end{list.end, {}, {{}, {whole}}};
    ir::Alternative item{
        list.item, {force.fresh(element, "x"), force.fresh(list.type, "rest")}, {{}, {whole}}};
    ir::Alternative waiting = waitingAlternative(force, list);
    if (!list.hasSlots) {
      const VarId made =
          bindIn(force, waiting.body, list.type, "xs", ir::Call{list.run, {waiting.fields[0]}});
      waiting.body.results = {
          bindIn(force, waiting.body, list.type, "xs", ir::Call{list.force, {made}})};
      makeMatch(force, {std::move(end), std::move(item), std::move(waiting)});
      return;
    }
    const VarId slot = waiting.fields[0];
    const VarId filled = bindIn(force, waiting.body, booleanType(program_), "filled",
                                ir::Foreign{std::string(ir::isFilledCall), {slot}});
    ir::Conditional choice;
    choice.condition = filled;
    choice.whenTrue.results = {bindIn(force, choice.whenTrue, list.type, "xs",
                                      ir::Foreign{std::string(ir::slotValueCall), {slot}})};
    ir::Call run{list.run, {waiting.fields[1]}};
    if (list.isTied) run.arguments.emplace_back(slot);
    const VarId made = bindIn(force, choice.whenFalse, list.type, "xs", std::move(run));
    const VarId first =
        bindIn(force, choice.whenFalse, list.type, "xs", ir::Call{list.force, {made}});
    choice.whenFalse.results = {bindIn(force, choice.whenFalse, list.type, "xs",
                                       ir::Foreign{std::string(ir::fillCall), {slot, first}})};
    waiting.body.results = {bindIn(force, waiting.body, list.type, "xs", std::move(choice))};
    makeMatch(force, {std::move(end), std::move(item), std::move(waiting)});
  }

  void defineRun(const LateList& list) {
    ir::Function& run = program_.functions[list.run.value];
    VarId slot;
    if (list.isTied) {
      slot = run.fresh(list.slot, "slot");
      run.parameters.push_back(slot);
    }
    const CtorId done = program_.type(list.wait).constructors[0];
    ir::Alternative nothing{done, {}, {}};
    nothing.body.results = {
        bindIn(run, nothing.body, list.type, "xs", ir::Fail{list.isTied ? needsItself : unmade})};
    if (list.calls.empty()) {
      run.body = std::move(nothing.body);
      return;
    }
    std::vector<ir::Alternative> alternatives = {std::move(nothing)};
    for (const auto& [callee, ctor] : list.calls) {
      alternatives.push_back(callAlternative(program_, run, ctor, callee));
      if (!ties(callee)) continue;
      Binding& call = alternatives.back().body.bindings.back();
      std::get<ir::Call>(call.operation).arguments.emplace_back(slot);
    }
    makeMatch(run, std::move(alternatives));
  }

  [[nodiscard]] bool isWaiting(CtorId ctor) const {
    return std::ranges::any_of(lists_,
                               [&](const auto& each) { return each.second.waiting == ctor; });
  }

  // For a type, a constructor of it and the type of a field, again and again until `visit` has
  // changed nothing.
  template <class Visit>
  void forEachField(const Visit& visit) const {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::uint32_t t = 0; t < program_.types.size(); ++t) {
        for (const CtorId ctor : program_.types[t].constructors) {
          for (const ir::Field& field : program_.constructor(ctor).fields) {
            changed = visit(TypeId{t}, ctor, field.type) || changed;
          }
        }
      }
    }
  }

  // By type: whether such lists are in it, or waits for them.
  [[nodiscard]] std::vector<bool> typesWithLists() const {
    std::vector<bool> found(program_.types.size());
    for (const auto& [type, list] : lists_) {
      found[list.type.value] = found[list.wait.value] = true;
    }
    forEachField([&](TypeId whole, CtorId, TypeId part) {
      const bool has = found[part.value] && !found[whole.value];
      if (has) found[whole.value] = true;
      return has;
    });
    return found;
  }

  static constexpr const char* unmade = "what has not been made is taken apart";

  ir::Program& program_;
  const ListClasses classes_;
  Additions additions_;
  std::set<std::size_t> late_;  // classes
  std::vector<bool> ties_;      // by function: it is given what it results in
  std::vector<bool> calledOnce_;
  std::map<TypeId, LateList> lists_;
  const std::set<TypeId>& readOnce_;
  std::set<TypeId> changed_;
  std::size_t refused_ = 0;  // functions of which the lists come to what is outside
  FunId current_;
  ir::Function* function_ = nullptr;  // that one
  std::vector<TypeId> types_;         // by variable of it: before
};

// Whether less is without a value afterwards. With a copy of each function for each call of it if
// there is something yet, or a list without an end is made as a whole.
bool delayed(ir::Program& program) {
  using Left = std::pair<std::size_t, std::size_t>;
  if (!makesEndless(program)) return false;
  const std::size_t without = graph::eagerFailures(program).size();
  Left least{without, 0};
  const auto tryOn = [&](const ir::Program& original) {
    ir::Program made = original;
    const std::set<TypeId> none;
    Delaying delaying(made, none);
    if (!delaying.run()) return;
    const Left left{graph::eagerFailures(made).size(), delaying.refused()};
    if (left >= least) return;
    least = left;
    program = std::move(made);
    std::set<TypeId> readOnce = delaying.untied();
    for (bool changed = true; changed && !readOnce.empty();) {
      ir::Program without = original;
      Delaying again(without, readOnce);
      again.run();
      const std::set<TypeId> right = again.readOnce();
      changed = right != readOnce;
      readOnce = right;
      if (!changed) program = std::move(without);
    }
  };
  ir::Program original = program;
  tieConstants(original);
  tryOn(original);
  if (least != Left{0, 0}) {
    constexpr std::size_t leastCopies = 300;
    tryOn(withOwnCopies(original, 2 * original.functions.size() + leastCopies));
  }
  return least.first < without;
}

}  // namespace

bool makesEndless(const ir::Program& program) {
  const std::vector<bool> ends = graph::functionsWithValues(program);
  return std::ranges::find(ends, false) != ends.end();
}

pipeline::Pass delayLists() {
  return {.name = "delay-lists",
          .description = "make lists that never end as they are read",
          .run = [](ir::Program program, pipeline::Context& context) {
            if (delayed(program)) {
              context.add({pipeline::Decision::Kind::Native,
                           true,
                           "main",
                           "delay-lists",
                           "a list never ends: each of its cells is made when it is first read",
                           {}});
            }
            return program;
          }};
}

}  // namespace deforest::backends
