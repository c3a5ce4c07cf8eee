#include "backends/native/write_accumulations.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "backends/native/suspension/additions.hpp"
#include "backends/native/write_arrays.hpp"
#include "ir/alpha.hpp"
#include "ir/arrays.hpp"
#include "ir/measure.hpp"
#include "ir/primitives.hpp"
#include "ir/traverse.hpp"
#include "simplify/names.hpp"
#include "support/check.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::Call;
using ir::Foreign;
using ir::Function;
using ir::FunId;
using ir::TypeId;
using ir::VarId;

// `changeAll` as it works on an array in memory.
struct InPlace {
  FunId function;
  std::size_t cells = 0;  // which parameter of `changeAll` is the tree
  TypeId number;
};

// Whether it is an instance of that function of the library of arrays: `array_changeAll_lambda`.
bool isOfArrays(const Function& function, std::string_view name) {
  const std::string_view called = function.name;
  const std::size_t start = called.find('_') + 1;
  const std::string_view own = called.substr(start);
  return function.library && function.library->module.starts_with("Data.Array") && start != 0 &&
         own.starts_with(name) && (own.size() == name.size() || own[name.size()] == '_');
}

class AccumulationWriting {
 public:
  explicit AccumulationWriting(ir::Program& program) : program_(program), names_(program) {}

  bool run() {
    const auto count = static_cast<std::uint32_t>(program_.functions.size());
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!isOfArrays(program_.functions[i], "changeAll")) continue;
      if (const auto made = inPlace(FunId{i})) changers_.emplace(FunId{i}, *made);
    }
    bool any = false;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::vector<unsigned> uses = ir::countUses(program_.functions[i]);
      Block body = std::move(program_.functions[i].body);
      any = accumulate(FunId{i}, body, uses) || any;
      program_.functions[i].body = std::move(body);
    }
    return any;
  }

 private:
  // `OneCell` of the trees of that type, if their elements are scalars.
  [[nodiscard]] std::optional<ir::CtorId> oneCellOf(TypeId type) const {
    static constexpr std::string_view names[] = {"NoCell", "OneCell", "FourCells", "Parts"};
    const std::vector<ir::CtorId>& ctors = program_.type(type).constructors;
    const auto nameOf = [&](ir::CtorId ctor) -> std::string_view {
      return program_.constructor(ctor).name;
    };
    if (!std::ranges::equal(ctors, names, {}, nameOf)) return std::nullopt;
    const ir::Constructor& one = program_.constructor(ctors[1]);
    if (one.fields.size() != 1) return std::nullopt;
    return mayBeWritten(program_, one.fields[0].type) ? std::optional(ctors[1]) : std::nullopt;
  }

  [[nodiscard]] const Call* callOf(const Binding& binding, std::string_view name) const {
    const auto* call = std::get_if<Call>(&binding.operation);
    const bool is = call != nullptr && isOfArrays(program_.function(call->callee), name);
    return is ? call : nullptr;
  }

  // ----------------------------------------------------------------------------- changing in place

  // One of those while it is made.
  struct Changing {
    FunId changeAll;
    ir::CtorId oneCell;
    TypeId type;    // of trees
    TypeId number;  // Int
    std::size_t cells;
    FunId self;
    VarId array;
    std::map<VarId, VarId> done;  // by tree: what has been done when the array is that
    bool failed = false;
  };

  std::optional<InPlace> inPlace(FunId id) {
    const Function& source = program_.function(id);
    if (source.resultTypes.size() != 1) return std::nullopt;
    const TypeId type = source.resultTypes[0];
    const auto oneCell = oneCellOf(type);
    const auto isTree = [&](VarId parameter) {
      return source.variables[parameter.value].type == type;
    };
    if (!oneCell || std::ranges::count_if(source.parameters, isTree) != 1) return std::nullopt;
    Changing state{id, *oneCell, type, {}, 0, {}, {}, {}};
    const auto cells = std::ranges::find_if(source.parameters, isTree);
    state.cells = static_cast<std::size_t>(cells - source.parameters.begin());
    state.array = *cells;
    ir::forEachBinding(source.body, [&](const Binding& binding) {
      if (callOf(binding, "placeOf") == nullptr) return;
      state.number = source.variables[binding.results[0].value].type;
    });
    if (!state.number.valid()) return std::nullopt;
    state.self = FunId{static_cast<std::uint32_t>(program_.functions.size())};
    Function made = source;
    made.name = names_.unique(simplify::joinNames("changeInPlace", source.name));
    made.variables[state.array.value] = {state.number, "array"};
    made.resultTypes = {state.number};
    made.library.reset();
    const VarId done = made.fresh(state.number, "done");
    made.parameters.push_back(done);
    state.done.emplace(state.array, done);
    change(state, made, made.body, {});
    if (state.failed) return std::nullopt;
    program_.functions.push_back(std::move(made));
    return InPlace{state.self, state.cells, state.number};
  }

  // `place` is where the entry that is looked at belongs.
  void change(Changing& state, Function& made, Block& block, VarId place) {
    std::vector<Binding> bindings;
    for (Binding& binding : block.bindings) {
      if (callOf(binding, "placeOf") != nullptr) place = binding.results[0];
      auto* call = std::get_if<Call>(&binding.operation);
      if (const Call* one = callOf(binding, "change")) {
        changeOne(state, made, binding, *one, place, bindings);
        continue;
      }
      if (call != nullptr && call->callee == state.changeAll) {
        const auto done = doneWith(state, call->arguments[state.cells]);
        if (!done) return fail(state);
        call->callee = state.self;
        call->arguments[state.cells] = state.array;
        call->arguments.emplace_back(*done);
      } else {
        ir::forEachAtom(binding.operation, [&](const Atom& atom) {
          if (doneWith(state, atom)) fail(state);
        });
        ir::forEachBlock(binding.operation,
                         [&](Block& inner) { change(state, made, inner, place); });
      }
      for (const VarId result : binding.results) {
        ir::Variable& variable = made.variables[result.value];
        if (variable.type == state.type) variable = {state.number, "done"};
      }
      bindings.push_back(std::move(binding));
    }
    block.bindings = std::move(bindings);
    for (Atom& result : block.results) {
      if (const auto done = doneWith(state, result)) result = *done;
    }
  }

  // What has been done when the tree is the array; nothing: it is another tree, or none.
  static std::optional<VarId> doneWith(const Changing& state, const Atom& tree) {
    const VarId* variable = ir::variableOf(tree);
    const auto found = variable == nullptr ? state.done.end() : state.done.find(*variable);
    return found == state.done.end() ? std::nullopt : std::optional(found->second);
  }

  static void fail(Changing& state) { state.failed = true; }

  // `change f n k y cells`: reads the element, and writes what it comes to with `y`.
  void changeOne(Changing& state, Function& made, const Binding& binding, const Call& call,
                 VarId place, std::vector<Binding>& bindings) {
    const Function& callee = program_.function(call.callee);
    const auto* match = callee.body.bindings.size() == 1
                            ? std::get_if<ir::Case>(&callee.body.bindings[0].operation)
                            : nullptr;
    const VarId* cells = match == nullptr ? nullptr : ir::variableOf(match->scrutinee);
    const auto at =
        cells == nullptr ? callee.parameters.end() : std::ranges::find(callee.parameters, *cells);
    if (!place.valid() || at == callee.parameters.end()) return fail(state);
    const auto done =
        doneWith(state, call.arguments[static_cast<std::size_t>(at - callee.parameters.begin())]);
    const auto one = std::ranges::find(match->alternatives, state.oneCell, &ir::Alternative::ctor);
    if (!done || one == match->alternatives.end() || one->body.bindings.empty()) {
      return fail(state);
    }
    Block body = one->body;
    const auto* cell = std::get_if<ir::Construct>(&body.bindings.back().operation);
    const bool makesIt = cell != nullptr && cell->ctor == state.oneCell &&
                         body.results[0] == Atom(body.bindings.back().results[0]);
    if (!makesIt) return fail(state);
    body.results = {cell->fields[0]};
    body.bindings.pop_back();
    const TypeId element = program_.constructor(state.oneCell).fields[0].type;
    const auto foreign = [&](TypeId type, std::string_view name, std::vector<Atom> arguments,
                             const char* called) {
      const VarId result = made.fresh(type, called);
      bindings.push_back(
          {{result}, Foreign{std::string(name), std::move(arguments)}, binding.position});
      return result;
    };
    const VarId x = foreign(element, ir::elementCall, {state.array, place, *done}, "x");
    const VarId read = foreign(state.number, ir::afterCall, {*done, x}, "done");
    ir::Substitution given(callee);
    for (std::size_t i = 0; i < callee.parameters.size(); ++i) {
      given.set(callee.parameters[i], call.arguments[i]);
    }
    given.set(one->fields[0], x);
    Block computed = ir::freshCopy(body, given, callee, made);
    std::ranges::move(computed.bindings, std::back_inserter(bindings));
    const VarId written =
        foreign(state.number, ir::putElementCall,
                {state.array, place, std::move(computed.results[0]), read}, "done");
    state.done.emplace(binding.results[0], written);
  }

  // -------------------------------------------------------------------------------- the whole array

  // In a block of the function: whether a tree that is filled with one value was changed there.
  bool accumulate(FunId id, Block& block, const std::vector<unsigned>& uses) {
    bool any = false;
    std::map<VarId, Call> filled;
    std::vector<Binding> bindings;
    for (Binding& binding : block.bindings) {
      ir::forEachBlock(binding.operation,
                       [&](Block& inner) { any = accumulate(id, inner, uses) || any; });
      if (const Call* call = callOf(binding, "filled")) {
        if (uses[binding.results[0].value] == 1) filled.emplace(binding.results[0], *call);
      }
      const auto* call = std::get_if<Call>(&binding.operation);
      const auto changer = call == nullptr ? changers_.end() : changers_.find(call->callee);
      const VarId* tree = changer == changers_.end()
                              ? nullptr
                              : ir::variableOf(call->arguments[changer->second.cells]);
      const auto made = tree == nullptr ? filled.end() : filled.find(*tree);
      if (made == filled.end()) {
        bindings.push_back(std::move(binding));
        continue;
      }
      std::erase_if(bindings, [&](const Binding& each) { return each.results[0] == made->first; });
      writeInPlace(id, binding, made->second, changer->second, bindings);
      any = true;
    }
    block.bindings = std::move(bindings);
    return any;
  }

  void writeInPlace(FunId id, const Binding& binding, const Call& filling, const InPlace& changer,
                    std::vector<Binding>& bindings) {
    const FunId gathered = gatheredLike(filling.callee, changer.number);
    Function& function = program_.functions[id.value];
    function.library.reset();
    const auto add = [&](ir::Operation operation, const char* called) {
      const VarId result = function.fresh(changer.number, called);
      bindings.push_back({{result}, std::move(operation), binding.position});
      return result;
    };
    const Atom count = filling.arguments[0];
    const VarId first = add(Foreign{std::string(ir::arraysCall), {ir::intLiteral(0)}}, "done");
    const VarId array =
        add(Foreign{std::string(ir::newArrayCall), {count, filling.arguments[2], first}}, "array");
    const VarId made = add(Foreign{std::string(ir::afterCall), {first, array}}, "done");
    Call changing = std::get<Call>(binding.operation);
    changing.callee = changer.function;
    changing.arguments[changer.cells] = array;
    changing.arguments.emplace_back(made);
    const VarId done = add(std::move(changing), "done");
    bindings.push_back({binding.results, Call{gathered, {count, ir::intLiteral(0), array, done}},
                        binding.position});
  }

  // `filled n k z` of the elements of an array instead of one value: the last parameter is the array
  // and what has been done to it.
  FunId gatheredLike(FunId filled, TypeId number) {
    if (const auto found = gathered_.find(filled); found != gathered_.end()) return found->second;
    const FunId id{static_cast<std::uint32_t>(program_.functions.size())};
    Function made = program_.function(filled);
    made.name = names_.unique(simplify::joinNames("gathered", made.name));
    const VarId value = made.parameters.back();
    const VarId array = made.fresh(number, "array");
    const VarId done = made.fresh(number, "done");
    made.parameters.back() = array;
    made.parameters.push_back(done);
    Block body = std::move(made.body);
    ir::forEachBinding(body, [&](Binding& binding) {
      auto* call = std::get_if<Call>(&binding.operation);
      if (call == nullptr || call->arguments.empty() || call->arguments.back() != Atom(value)) {
        return;
      }
      if (call->callee == filled) {
        call->callee = id;
        call->arguments.back() = array;
        call->arguments.emplace_back(done);
      } else if (callOf(binding, "elementFor") != nullptr) {
        binding.operation =
            Foreign{std::string(ir::elementCall), {array, call->arguments[0], done}};
      }
    });
    made.body = std::move(body);
    support::check(ir::countUses(made)[value.value] == 0, "an array is filled in another way");
    program_.functions.push_back(std::move(made));
    return gathered_.emplace(filled, id).first->second;
  }

  ir::Program& program_;
  simplify::Names names_;
  std::map<FunId, InPlace> changers_;  // by `changeAll`
  std::map<FunId, FunId> gathered_;    // by `filled`
};

}  // namespace

pipeline::Pass writeAccumulations() {
  return {.name = "write-accumulations",
          .description = "what `accumArray` makes of numbers is added up in memory",
          .run = [](ir::Program program, pipeline::Context& context) {
            if (AccumulationWriting(program).run()) {
              ir::renumber(program);
              context.add({pipeline::Decision::Kind::Native,
                           true,
                           "main",
                           "write-accumulations",
                           "arrays that `accumArray` makes of numbers are written in memory until "
                           "all entries are there",
                           {}});
            }
            return program;
          }};
}

}  // namespace deforest::backends
