#include "backends/native/cells/reuse.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "ir/measure.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::CtorId;
using ir::VarId;

struct Size {
  std::size_t bytes = 0;
  std::size_t alignment = 1;
  void add(const Size& field) {
    alignment = std::max(alignment, field.alignment);
    bytes = (bytes + field.alignment - 1) / field.alignment * field.alignment + field.bytes;
  }
  void close() { bytes = (bytes + alignment - 1) / alignment * alignment; }
};

// A cell that nobody needs any more.
struct Cell {
  VarId value;
  CtorId ctor;
  const std::vector<VarId>* fields = nullptr;
  std::size_t from = 0;  // the bindings of the block that may take it
};

// Where in the old value something comes from: the numbers of the fields that lead there.
using Place = std::vector<std::size_t>;

struct Range {
  Place first;
  Place last;
};

// What a part of a new cell is made from.
struct Origin {
  std::optional<Range> range;  // of the parts of the old value
  bool elsewhere = false;      // by a call that has none of them for itself
  std::set<VarId> seen;

  void add(const Place& place) {
    range = range ? Range{std::min(range->first, place), std::max(range->last, place)}
                  : Range{place, place};
  }
  void add(const Origin& other) {
    elsewhere = elsewhere || other.elsewhere;
    if (!other.range) return;
    add(other.range->first);
    add(other.range->last);
  }
};

class ReusePlanner {
 public:
  ReusePlanner(const ir::Program& program, const std::vector<OwningVersion>& versions,
               std::size_t at, const CppLayout& layout, const LoopPlan& loops,
               const std::optional<SpinePlan>& spine, std::vector<CellLeft>& left)
      : program_(program),
        versions_(versions),
        version_(versions[at]),
        function_(program.function(version_.function)),
        layout_(layout),
        loops_(loops),
        spine_(spine),
        left_(left),
        cells_(typesWithCells(program, layout)),
        reads_(ir::countUses(function_)),
        definition_(function_.variables.size()),
        fieldOf_(function_.variables.size()) {}

  CellReuse run(bool nothing) {
    enter(function_.body);
    std::size_t calls = 0;
    ir::forEachBinding(function_.body, [&](const Binding& binding) {
      if (!std::holds_alternative<ir::Call>(binding.operation)) return;
      callees_[binding.results[0]] = &versions_[version_.callees[calls++]];
    });
    if (!nothing) visit(function_.body, {});
    for (const VarId field : version_.lent) {
      if (reads_[field.value] != 0) plan_.early.insert(field);
    }
    for (const auto& [site, users] : users_) readInTime(site, users);
    return std::move(plan_);
  }

 private:
  struct Field {
    VarId value;
    std::size_t number = 0;
  };

  // A new cell that takes an old one.
  struct User {
    const Block* block = nullptr;
    const ir::Construct* construct = nullptr;
    Cell cell;
  };

  // ------------------------------------------------------------------------- what there is

  void enter(const Block& block) {
    for (const auto& binding : block.bindings) {
      for (const VarId result : binding.results) definition_[result.value] = &binding;
      if (const auto* unpack = std::get_if<ir::Unpack>(&binding.operation)) {
        enter(unpack->scrutinee, binding.results);
      } else if (const auto* match = std::get_if<ir::Case>(&binding.operation)) {
        for (const auto& alternative : match->alternatives) {
          enter(match->scrutinee, alternative.fields);
        }
      }
      ir::forEachBlock(binding.operation, [&](const Block& inner) { enter(inner); });
    }
  }

  void enter(const Atom& value, const std::vector<VarId>& fields) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
      fieldOf_[fields[i].value] = Field{std::get<VarId>(value), i};
    }
  }

  [[nodiscard]] bool hasCells(VarId variable) const {
    return cells_[function_.variables[variable.value].type.value];
  }

  // ------------------------------------------------------------------------------- the walk

  // Whether the value is taken apart into these fields for the last time.
  [[nodiscard]] bool isConsumed(const std::vector<VarId>& fields) const {
    return !fields.empty() && version_.consumed.contains(fields[0]);
  }

  // Gives the cells to what is made in the block; the values whose cells were taken.
  std::set<VarId> visit(const Block& block, std::vector<Cell> cells) {
    std::set<VarId> gone;
    for (auto& cell : cells) cell.from = 0;
    for (std::size_t i = 0; i < block.bindings.size(); ++i) {
      const Binding& binding = block.bindings[i];
      const auto* unpack = std::get_if<ir::Unpack>(&binding.operation);
      if (unpack == nullptr || !isConsumed(binding.results)) continue;
      const VarId value = std::get<VarId>(unpack->scrutinee);
      if (!layout_.allocates(unpack->ctor) || readElsewhere(block, i, value)) continue;
      cells.push_back({value, unpack->ctor, &binding.results, i + 1});
    }
    const auto remove = [&](VarId value) {
      gone.insert(value);
      std::erase_if(cells, [&](const Cell& cell) { return cell.value == value; });
    };
    // What is made last is what the rest becomes a part of.
    for (std::size_t i = block.bindings.size(); i-- > 0;) {
      const Binding& binding = block.bindings[i];
      const auto* construct = std::get_if<ir::Construct>(&binding.operation);
      if (construct == nullptr || !layout_.allocates(construct->ctor)) continue;
      const Cell* cell = choose(binding, *construct, i, cells);
      if (cell == nullptr) continue;
      plan_.taken[binding.results[0]] = cell->value;
      users_[cell->fields].push_back({&block, construct, *cell});
      remove(cell->value);
    }
    for (std::size_t i = block.bindings.size(); i-- > 0;) {
      std::vector<Cell> here;
      std::copy_if(cells.begin(), cells.end(), std::back_inserter(here),
                   [&](const Cell& cell) { return cell.from <= i; });
      std::set<VarId> taken;
      const ir::Operation& operation = block.bindings[i].operation;
      if (const auto* match = std::get_if<ir::Case>(&operation)) {
        for (const auto& alternative : match->alternatives) {
          std::vector<Cell> inside = here;
          if (isConsumed(alternative.fields) && layout_.allocates(alternative.ctor)) {
            inside.push_back(
                {std::get<VarId>(match->scrutinee), alternative.ctor, &alternative.fields, 0});
          }
          taken.merge(visit(alternative.body, std::move(inside)));
        }
      } else {
        ir::forEachBlock(operation, [&](const Block& inner) { taken.merge(visit(inner, here)); });
      }
      for (const VarId value : taken) remove(value);
    }
    return gone;
  }

  // Whether something else than the binding at `at` reads the value in the block.
  static bool readElsewhere(const Block& block, std::size_t at, VarId value) {
    for (std::size_t i = 0; i < block.bindings.size(); ++i) {
      if (i == at) continue;
      const auto read = variablesRead(block.bindings[i].operation);
      if (std::find(read.begin(), read.end(), value) != read.end()) return true;
    }
    return false;
  }

  // The cell for a new value: of the same constructor if there is one, else the smallest.
  const Cell* choose(const Binding& binding, const ir::Construct& construct, std::size_t at,
                     const std::vector<Cell>& cells) {
    const Cell* best = nullptr;
    std::string why;
    bool moves = false;
    const auto rank = [&](const Cell& cell) {
      return cell.ctor == construct.ctor ? 0 : sizeOf(cell.ctor);
    };
    for (const auto& cell : cells) {
      if (cell.from > at) continue;
      std::string reason;
      if (sizeOf(cell.ctor) < sizeOf(construct.ctor)) {
        reason = "it is larger than the cell of " + nameOf(cell);
      } else if (const std::string where = misplaced(construct, cell); !where.empty()) {
        reason = where + nameOf(cell);
        moves = true;
      } else if (!staysOnSpine(construct, cell)) {
        reason = "other threads find the rest of the list through " + nameOf(cell);
      }
      if (!reason.empty()) {
        why = reason;
      } else if (best == nullptr || rank(cell) < rank(*best)) {
        best = &cell;
      }
    }
    if (best == nullptr && !why.empty()) {
      left_.push_back({binding.position, construct.ctor, why, moves});
    }
    return best;
  }

  [[nodiscard]] std::string nameOf(const Cell& cell) const {
    return "'" + function_.variables[cell.value.value].name + "'";
  }

  // ---------------------------------------------------------------------------------- sizes

  // As the compiler lays structs out; a mistake here does not compile (deforest/reuse.hpp).
  [[nodiscard]] std::size_t sizeOf(CtorId ctor) const {
    const ir::Constructor& source = program_.constructor(ctor);
    Size size;
    if (layout_[source.type].tagged) {
      const std::size_t tag = program_.type(source.type).constructors.size() > 256 ? 4 : 1;
      size.add({tag, tag});
    }
    addFields(ctor, size);
    size.add({0, 8});
    size.close();
    return size.bytes;
  }

  void addFields(CtorId ctor, Size& size) const {
    for (const std::size_t i : layout_[ctor].order) {
      size.add(sizeOf(program_.constructor(ctor).fields[i].type));
    }
  }

  [[nodiscard]] Size sizeOf(ir::TypeId type) const {
    const CppType& layout = layout_[type];
    if (layout.form == CppForm::Pointer) return {8, 8};
    if (layout.form != CppForm::Value) return {layout.bytes, layout.bytes};
    Size size;
    addFields(program_.type(type).constructors[0], size);
    size.bytes = std::max<std::size_t>(size.bytes, 1);
    size.close();
    return size;
  }

  // --------------------------------------------------------------------------------- places

  // Why the parts of the new cell would not lie where they should; empty if they do.
  [[nodiscard]] std::string misplaced(const ir::Construct& construct, const Cell& cell) const {
    std::optional<Place> last;
    for (const auto& atom : construct.fields) {
      const VarId* variable = ir::variableOf(atom);
      if (variable == nullptr || !hasCells(*variable)) continue;
      Origin origin;
      trace(*variable, cell.value, origin);
      if (origin.elsewhere) return "a part of it does not come from those of ";
      if (!origin.range) continue;
      if (last && origin.range->first < *last) return "it changes the places of the parts of ";
      last = origin.range->last;
    }
    return "";
  }

  // Adds the parts of `value` that a variable is made from.
  void trace(VarId variable, VarId value, Origin& origin) const {
    if (!origin.seen.insert(variable).second) return;
    if (const auto& field = fieldOf_[variable.value]) {
      if (const auto place = placeIn(variable, value)) {
        origin.add(*place);
      } else {
        trace(field->value, value, origin);
      }
      return;
    }
    const Binding* binding = definition_[variable.value];
    if (binding == nullptr) return;
    if (const auto* call = std::get_if<ir::Call>(&binding->operation)) {
      Origin consumed;
      consumed.seen = origin.seen;
      const OwningVersion& callee = *callees_.at(binding->results[0]);
      for (std::size_t i = 0; i < call->arguments.size(); ++i) {
        const VarId* argument = ir::variableOf(call->arguments[i]);
        if (argument != nullptr && callee.owned[i]) trace(*argument, value, consumed);
      }
      if (!consumed.range) origin.elsewhere = true;
      origin.add(consumed);
      return;
    }
    const auto& results = binding->results;
    const auto at = static_cast<std::size_t>(std::find(results.begin(), results.end(), variable) -
                                             results.begin());
    bool branches = false;
    ir::forEachBlock(binding->operation, [&](const Block& block) {
      branches = true;
      // A block that fails has no results.
      if (at < block.results.size()) trace(block.results[at], value, origin);
    });
    if (branches) return;
    for (const VarId read : variablesRead(binding->operation)) {
      if (hasCells(read)) trace(read, value, origin);
    }
  }

  void trace(const Atom& atom, VarId value, Origin& origin) const {
    if (const VarId* variable = ir::variableOf(atom)) trace(*variable, value, origin);
  }

  // Where a variable that was taken out of `value` was in it.
  [[nodiscard]] std::optional<Place> placeIn(VarId variable, VarId value) const {
    const auto& field = fieldOf_[variable.value];
    if (!field) return std::nullopt;
    auto place = field->value == value ? Place{} : placeIn(field->value, value);
    if (place) place->push_back(field->number);
    return place;
  }

  // --------------------------------------------------------------------------------- spines

  // Looking ahead (deforest/spine.hpp) begins at the element that the loop is doing, and reads its
  // tag and the field that leads on. So its cell may become only one of the same constructor, and
  // that field is written by what the loop jumps with: after it has moved on.
  [[nodiscard]] bool staysOnSpine(const ir::Construct& construct, const Cell& cell) const {
    if (!spine_ || cell.value != function_.parameters[spine_->parameter]) return true;
    const auto step = spine_->steps.find(cell.ctor);
    if (step == spine_->steps.end()) return true;
    if (construct.ctor != cell.ctor) return false;
    const VarId* next = ir::variableOf(construct.fields[step->second]);
    const Binding* call = next == nullptr ? nullptr : definition_[next->value];
    return call != nullptr && loops_.jumps.contains(call->results[0]);
  }

  // ----------------------------------------------------------------------------- reading

  // Says how the fields of a cell that is taken are read.
  void readInTime(const std::vector<VarId>* fields, const std::vector<User>& users) {
    for (const User& user : users) {
      if (user.construct->ctor != user.cell.ctor) continue;
      for (std::size_t i = 0; i < fields->size(); ++i) {
        if (user.construct->fields[i] == Atom((*fields)[i])) ++plan_.unchanged[(*fields)[i]];
      }
    }
    for (std::size_t i = 0; i < fields->size(); ++i) {
      const VarId field = (*fields)[i];
      const auto unchanged = plan_.unchanged.find(field);
      const unsigned kept = unchanged == plan_.unchanged.end() ? 0 : unchanged->second;
      if (reads_[field.value] == kept) continue;
      if (users.size() != 1 || !readBeforeWritten(users[0], i)) plan_.early.insert(field);
    }
  }

  // Whether the field is used once, to make what is written over it.
  [[nodiscard]] bool readBeforeWritten(const User& user, std::size_t at) const {
    const VarId field = (*user.cell.fields)[at];
    if (user.construct->ctor != user.cell.ctor || reads_[field.value] != 1) return false;
    const VarId* replaced = ir::variableOf(user.construct->fields[at]);
    if (replaced == nullptr) return false;
    for (const auto& binding : user.block->bindings) {
      const bool call = std::holds_alternative<ir::Call>(binding.operation);
      if (!call && !std::holds_alternative<ir::Primitive>(binding.operation)) continue;
      bool reads = false;
      ir::forEachAtom(binding.operation,
                      [&](const Atom& atom) { reads = reads || atom == Atom(field); });
      if (reads) return needs(*replaced, field);
    }
    return false;
  }

  // Whether `variable` is not known before `from` has been read. That it points to a cell with
  // something made from it does not say so: cells are made before what they hold.
  [[nodiscard]] bool needs(VarId variable, VarId from) const {
    std::set<VarId> seen;
    std::vector<VarId> open{variable};
    while (!open.empty()) {
      const VarId next = open.back();
      open.pop_back();
      if (next == from) return true;
      if (!seen.insert(next).second) continue;
      if (fieldOf_[next.value]) open.push_back(fieldOf_[next.value]->value);
      if (definition_[next.value] == nullptr) continue;
      const auto* construct = std::get_if<ir::Construct>(&definition_[next.value]->operation);
      if (construct != nullptr && layout_.allocates(construct->ctor)) continue;
      const auto read = variablesRead(definition_[next.value]->operation);
      open.insert(open.end(), read.begin(), read.end());
    }
    return false;
  }

  const ir::Program& program_;
  const std::vector<OwningVersion>& versions_;
  const OwningVersion& version_;
  const ir::Function& function_;
  const CppLayout& layout_;
  const LoopPlan& loops_;
  const std::optional<SpinePlan>& spine_;
  std::vector<CellLeft>& left_;
  std::vector<bool> cells_;
  std::vector<unsigned> reads_;
  std::vector<const Binding*> definition_;
  std::map<VarId, const OwningVersion*> callees_;  // by first result of a call
  std::vector<std::optional<Field>> fieldOf_;
  std::map<const std::vector<VarId>*, std::vector<User>> users_;
  CellReuse plan_;
};

}  // namespace

CellReuse planReuse(const ir::Program& program, const std::vector<OwningVersion>& versions,
                    std::size_t at, const CppLayout& layout, const LoopPlan& loops,
                    const std::optional<SpinePlan>& spine, std::vector<CellLeft>& left,
                    bool nothing) {
  return ReusePlanner(program, versions, at, layout, loops, spine, left).run(nothing);
}

}  // namespace deforest::backends
