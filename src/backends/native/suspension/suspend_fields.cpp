#include "backends/native/suspension/suspend_fields.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "backends/native/suspension/additions.hpp"
#include "backends/native/suspension/changed_types.hpp"
#include "backends/native/suspension/known_types.hpp"
#include "backends/native/suspension/lists.hpp"
#include "backends/native/suspension/rests.hpp"
#include "backends/native/suspension/single_use.hpp"
#include "graph/dependence.hpp"
#include "ir/alpha.hpp"
#include "ir/measure.hpp"
#include "ir/tail.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::TypeId;
using ir::VarId;

// A call that waits is one cell: with more arguments it is as large as what it makes.
constexpr std::size_t mostCaptured = 8;
// Who needs what is asked anew for every binding: in a table, of which there are thousands, in vain.
constexpr std::size_t mostBindings = 2000;

bool mayMove(const Binding& binding) {
  bool moves = !std::holds_alternative<ir::Foreign>(binding.operation);
  ir::forEachBlock(binding.operation, [&](const Block& inner) {
    moves = moves && std::ranges::all_of(inner.bindings, mayMove);
  });
  return moves;
}

bool hasCall(const Binding& binding) {
  bool calls = std::holds_alternative<ir::Call>(binding.operation);
  ir::forEachBlock(binding.operation, [&](const Block& inner) {
    calls = calls || std::ranges::any_of(inner.bindings, hasCall);
  });
  return calls;
}

// What is computed for the field of a cell alone, and is more than cells and arithmetic: the
// indices of the bindings; none if there is no such thing.
std::vector<std::size_t> computedFor(const ir::Function& function, const Block& block,
                                     std::size_t cell, const Atom& field) {
  const VarId* variable = ir::variableOf(field);
  if (variable == nullptr || ir::size(function.body) > mostBindings) return {};
  std::size_t last = 0;
  while (last < cell && block.bindings[last].results != std::vector{*variable}) ++last;
  if (last == cell || countReads(function.body, {*variable}) != 1) return {};
  const std::vector<std::size_t> needed = neededBy(function, block, last);
  std::vector<Binding> bindings;
  for (const std::size_t each : needed) bindings.push_back(block.bindings[each]);
  if (!std::ranges::all_of(bindings, mayMove) || std::ranges::none_of(bindings, hasCall)) return {};
  if (graph::freeVariables(Block{std::move(bindings), {}}).size() > mostCaptured) return {};
  return needed;
}

// Which fields of a program are to wait.
class FieldChooser {
 public:
  explicit FieldChooser(const ir::Program& program)
      : program_(program),
        within_(program),
        // What a constant is made of is there for all who read it.
        outside_(typesOutside(program, within_, {.constants = true, .libraries = true})) {}

  std::set<FieldPlace> run() {
    const std::vector<bool> reached = ir::reachable(program_);
    const auto visitAll = [&](void (FieldChooser::*look)(const Block&, const ir::Function&)) {
      for (std::uint32_t i = 0; i < program_.functions.size(); ++i) {
        const ir::Function& function = program_.functions[i];
        if (reached[i] && !function.library) (this->*look)(function.body, function);
      }
    };
    visitAll(&FieldChooser::seeReaders);
    if (seen_.empty()) return {};
    visitAll(&FieldChooser::seeMakers);
    std::set<FieldPlace> candidates;
    for (const auto& [place, seen] : seen_) {
      if (seen.computed > 0 && seen.computed >= seen.given) candidates.insert(place);
    }
    return settled(std::move(candidates));
  }

 private:
  struct Seen {
    std::size_t computed = 0;  ///< Values are made with something that is computed for the field,
    std::size_t given = 0;     ///< or with what was there.
  };

  [[nodiscard]] TypeId ownerOf(const FieldPlace& place) const {
    return program_.constructor(place.ctor).type;
  }
  [[nodiscard]] TypeId typeOf(const FieldPlace& place) const {
    return program_.constructor(place.ctor).fields[place.index].type;
  }
  [[nodiscard]] bool mayWait(const FieldPlace& place) const {
    const ir::Type& owner = program_.type(ownerOf(place));
    const bool plain =
        owner.shape == ir::DataShape::Declared || owner.shape == ir::DataShape::Builtin;
    return plain && !owner.isNewtype && !outside_[ownerOf(place).value] &&
           !program_.constructor(place.ctor).fields[place.index].strict &&
           !within_.of(typeOf(place)).contains(ownerOf(place));
  }

  // Which fields may wait, and are dropped with their values somewhere.
  void seeReaders(const Block& block, const ir::Function& function) {
    for (const Binding& binding : block.bindings) {
      if (std::holds_alternative<ir::Unpack>(binding.operation)) {
        noteRead(function, binding.results);
      }
      if (const auto* match = std::get_if<ir::Case>(&binding.operation)) {
        const VarId* scrutinee = ir::variableOf(match->scrutinee);
        for (const ir::Alternative& alternative : match->alternatives) {
          noteRead(function, alternative.fields);
          if (scrutinee != nullptr && countReads(alternative.body, {*scrutinee}) != 0) continue;
          for (std::size_t field = 0; field < alternative.fields.size(); ++field) {
            const FieldPlace place{alternative.ctor, field};
            const bool dropped = countReads(alternative.body, {alternative.fields[field]}) == 0;
            if (dropped && mayWait(place)) seen_.try_emplace(place);
          }
        }
      }
      ir::forEachBlock(binding.operation, [&](const Block& inner) { seeReaders(inner, function); });
    }
  }
  void seeMakers(const Block& block, const ir::Function& function) {
    for (std::size_t i = 0; i < block.bindings.size(); ++i) {
      const ir::Operation& operation = block.bindings[i].operation;
      if (const auto* made = std::get_if<ir::Construct>(&operation)) {
        for (std::size_t field = 0; field < made->fields.size(); ++field) {
          const auto seen = seen_.find({made->ctor, field});
          if (seen == seen_.end() || isRead(function, made->fields[field])) continue;
          const bool computes = !computedFor(function, block, i, made->fields[field]).empty();
          ++(computes ? seen->second.computed : seen->second.given);
        }
      }
      ir::forEachBlock(operation, [&](const Block& inner) { seeMakers(inner, function); });
    }
  }
  // What was read of a value and is put into another one says nothing.
  void noteRead(const ir::Function& function, const std::vector<VarId>& fields) {
    for (const VarId field : fields) read_.insert({&function, field});
  }
  [[nodiscard]] bool isRead(const ir::Function& function, const Atom& atom) const {
    const VarId* variable = ir::variableOf(atom);
    return variable != nullptr && read_.contains({&function, *variable});
  }

  // Those that can wait together.
  std::set<FieldPlace> settled(std::set<FieldPlace> candidates) const {
    while (true) {
      std::set<FieldPlace> chosen;
      for (const FieldPlace& place : candidates) {
        const bool isHeld = std::ranges::any_of(candidates, [&](const FieldPlace& other) {
          return within_.of(typeOf(other)).contains(ownerOf(place));
        });
        if (!isHeld) chosen.insert(place);
      }
      if (chosen.empty()) return chosen;
      std::vector<bool> carries(program_.types.size());
      for (std::uint32_t i = 0; i < carries.size(); ++i) {
        carries[i] = std::ranges::any_of(chosen, [&](const FieldPlace& place) {
          return within_.of(TypeId{i}).contains(ownerOf(place));
        });
      }
      const std::vector<bool> again = takenApartAgain(
          program_, carries, [&](const FieldPlace& place) { return chosen.contains(place); });
      std::set<TypeId> barred;
      for (std::uint32_t i = 0; i < again.size(); ++i) {
        if (again[i]) barred.insert(within_.of(TypeId{i}).begin(), within_.of(TypeId{i}).end());
      }
      const auto refused = std::erase_if(candidates, [&](const FieldPlace& place) {
        return chosen.contains(place) && barred.contains(ownerOf(place));
      });
      if (refused == 0) return chosen;
    }
  }

  const ir::Program& program_;
  TypesWithin within_;
  std::vector<bool> outside_;
  std::map<FieldPlace, Seen> seen_;
  std::set<std::pair<const ir::Function*, VarId>> read_;
};

// A type of values that may wait.
struct WaitingType {
  TypeId type;
  ir::CtorId ready;
  ir::FunId force;
  std::vector<std::pair<ir::CtorId, ir::FunId>> calls = {};
};

class FieldSuspender {
 public:
  FieldSuspender(ir::Program program, const std::set<FieldPlace>& fields,
                 pipeline::Context& context)
      : program_(std::move(program)), additions_(program_), context_(context) {
    for (const FieldPlace& place : fields) {
      const ir::Constructor& ctor = program_.constructor(place.ctor);
      fields_.emplace(place, ctor.fields[place.index].type);
      names_.emplace(place.ctor, ctor.name);
    }
  }

  ir::Program run() {
    const std::vector<bool> reached = ir::reachable(program_);
    const std::size_t given = program_.functions.size();
    for (const auto& [place, type] : fields_) waiting(type);
    renewTypes();
    for (std::uint32_t i = 0; i < given; ++i) {
      if (program_.functions[i].library) continue;
      function_ = program_.functions[i];
      waits_.clear();
      suspended_.clear();
      rewrite(function_.body);
      if (reached[i]) explain();
      program_.functions[i] = std::move(function_);
    }
    for (const auto& [type, waits] : waiting_) defineForce(type, waits);
    return std::move(program_);
  }

 private:
  void explain() {
    for (const FieldPlace& place : suspended_) {
      context_.add({pipeline::Decision::Kind::Native, true, function_.name,
                    "suspend a field of `" + names_.at(place.ctor) + "`", "it may not be read",
                    function_.position});
    }
  }

  WaitingType& waiting(TypeId type) {
    if (const auto known = waiting_.find(type); known != waiting_.end()) return known->second;
    WaitingType made{additions_.addType("Waiting"), {}, {}};
    made.ready = additions_.addCtor(made.type, "Ready", {type});
    made.force = additions_.addFunction("force", made.type, type);
    return waiting_.emplace(type, std::move(made)).first->second;
  }

  void renewTypes() {
    std::set<TypeId> changed;
    for (const auto& [place, type] : fields_) {
      ir::Constructor& ctor = program_.constructors[place.ctor.value];
      ctor.fields[place.index].type = waiting(type).type;
      changed.insert(ctor.type);
    }
    renameChanged(program_, additions_, changed);
  }

  // Where fields are read first, then what is made: calls that wait are made of what is done.
  void rewrite(Block& block) {
    for (std::size_t i = 0; i < block.bindings.size(); ++i) {
      if (const auto* unpack = std::get_if<ir::Unpack>(&block.bindings[i].operation)) {
        readResults(block, i, unpack->ctor);
      } else if (auto* match = std::get_if<ir::Case>(&block.bindings[i].operation)) {
        for (ir::Alternative& alternative : match->alternatives) {
          readFields(alternative.ctor, alternative.fields, alternative.body);
        }
      }
      ir::forEachBlock(block.bindings[i].operation, [&](Block& inner) { rewrite(inner); });
    }
    for (std::size_t i = 0; i < block.bindings.size(); ++i) {
      if (std::holds_alternative<ir::Construct>(block.bindings[i].operation)) {
        i = suspend(block, i);
      }
    }
  }

  void readResults(Block& block, std::size_t unpack, ir::CtorId ctor) {
    const auto behind = block.bindings.begin() + static_cast<std::ptrdiff_t>(unpack) + 1;
    Block rest{{std::make_move_iterator(behind), std::make_move_iterator(block.bindings.end())},
               std::move(block.results)};
    block.bindings.erase(behind, block.bindings.end());
    readFields(ctor, block.bindings[unpack].results, rest);
    std::ranges::move(rest.bindings, std::back_inserter(block.bindings));
    block.results = std::move(rest.results);
  }

  // Of the cell at `index` all fields that are to wait do; where it then stands.
  std::size_t suspend(Block& block, std::size_t index) {
    auto made = std::get<ir::Construct>(block.bindings[index].operation);
    for (std::size_t field = 0; field < made.fields.size(); ++field) {
      const auto known = fields_.find({made.ctor, field});
      if (known == fields_.end()) continue;
      Atom& atom = made.fields[field];
      WaitingType& waits = waiting(known->second);
      const VarId* variable = ir::variableOf(atom);
      if (variable != nullptr && waits_.contains(*variable)) continue;
      const ir::Position position = block.bindings[index].position;
      const std::vector<std::size_t> computed = computedFor(function_, block, index, atom);
      ir::Construct later{waits.ready, {atom}};
      if (!computed.empty()) {
        suspended_.insert(known->first);
        later = call(waits, block, computed);
        for (std::size_t i = computed.size(); i-- > 0;) {
          block.bindings.erase(block.bindings.begin() + static_cast<std::ptrdiff_t>(computed[i]));
        }
        index -= computed.size();
      }
      const VarId result = function_.fresh(waits.type, "w");
      waits_.insert(result);
      block.bindings.insert(block.bindings.begin() + static_cast<std::ptrdiff_t>(index),
                            {{result}, std::move(later), position});
      ++index;
      atom = result;
      block.bindings[index].operation = made;
    }
    return index;
  }

  // These bindings as a call that has not been made.
  ir::Construct call(WaitingType& waits, const Block& block,
                     const std::vector<std::size_t>& computed) {
    std::vector<Binding> bindings;
    for (const std::size_t each : computed) bindings.push_back(block.bindings[each]);
    Outlined made =
        outlined(function_, bindings, additions_.uniqueFunction(function_.name + "_field"));
    std::vector<TypeId> types;
    for (const VarId variable : made.captured) {
      types.push_back(function_.variables[variable.value].type);
    }
    const ir::CtorId ctor = additions_.addCall(waits.type, made.function.name, types);
    waits.calls.emplace_back(ctor,
                             ir::FunId{static_cast<std::uint32_t>(program_.functions.size())});
    program_.functions.push_back(std::move(made.function));
    return {ctor, {made.captured.begin(), made.captured.end()}};
  }

  // The fields of a value wait; where they are read in `body`, they are forced.
  void readFields(ir::CtorId ctor, std::vector<VarId>& fields, Block& body) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const auto known = fields_.find({ctor, i});
      if (known == fields_.end()) continue;
      const VarId field = fields[i];
      fields[i] =
          function_.fresh(waiting(known->second).type, function_.variables[field.value].name);
      waits_.insert(fields[i]);
      force(body, field, fields[i], waiting(known->second).force);
    }
  }

  // Whether the operation does nothing with the variable but put it where it may wait, once.
  [[nodiscard]] bool putsAside(const ir::Operation& operation, VarId variable) const {
    const auto* made = std::get_if<ir::Construct>(&operation);
    if (made == nullptr || readsItself(operation, {variable}) != 1) return false;
    for (std::size_t i = 0; i < made->fields.size(); ++i) {
      if (made->fields[i] == Atom(variable)) return fields_.contains({made->ctor, i});
    }
    return false;
  }

  // Reads `waits` in place of `variable` in the block: as it is where it may go on waiting, else
  // forced before the first who reads it.
  void force(Block& block, VarId variable, VarId waits, ir::FunId callee) {
    callWhereRead(block, function_, variable, {callee, {waits}}, [&](ir::Operation& reader) {
      if (!putsAside(reader, variable)) return false;
      std::ranges::replace(std::get<ir::Construct>(reader).fields, Atom(variable), Atom(waits));
      return true;
    });
  }

  void defineForce(TypeId type, const WaitingType& waits) {
    ir::Function& force = program_.functions[waits.force.value];
    if (waits.calls.empty()) {
      const VarId made = force.fresh(type, "x");
      const Atom waiting = force.parameters[0];
      force.body = {{{{made}, ir::Unpack{waits.ready, waiting}, force.position}}, {made}};
      return;
    }
    std::vector<ir::Alternative> alternatives;
    ir::Alternative ready{waits.ready, {force.fresh(type, "x")}, {}};
    ready.body.results = {ready.fields[0]};
    alternatives.push_back(std::move(ready));
    for (const auto& [ctor, callee] : waits.calls) {
      alternatives.push_back(callAlternative(program_, force, ctor, callee));
    }
    makeMatch(force, std::move(alternatives));
  }

  ir::Program program_;
  Additions additions_;
  pipeline::Context& context_;
  std::map<FieldPlace, TypeId> fields_;      // Their types before,
  std::map<ir::CtorId, std::string> names_;  // and the names of their constructors.
  std::map<TypeId, WaitingType> waiting_;
  ir::Function function_;
  std::set<VarId> waits_;
  std::set<FieldPlace> suspended_;  // Of which the function computes some.
};

ir::Program withFieldsSuspended(ir::Program program, pipeline::Context& context) {
  ir::Program source = program;
  for (ir::Function& function : source.functions) {
    if (function.library) continue;
    resolveCopies(function);
    sinkIntoReaders(function, mayMove);
  }
  const std::set<FieldPlace> fields = FieldChooser(source).run();
  if (fields.empty()) return program;
  return FieldSuspender(std::move(source), fields, context).run();
}

}  // namespace

pipeline::Pass suspendFields() {
  return {.name = "suspend-fields",
          .description = "what is computed for a field is computed where the field is read",
          .run = withFieldsSuspended};
}

}  // namespace deforest::backends
