#include "backends/native/suspension/keep_failures.hpp"

#include <set>
#include <utility>
#include <vector>

#include "backends/native/suspension/certain_fields.hpp"
#include "backends/native/suspension/changed_types.hpp"
#include "backends/native/suspension/form_writer.hpp"
#include "backends/native/suspension/known_types.hpp"
#include "ir/printing.hpp"
#include "simplify/reachable.hpp"

namespace deforest::backends {
namespace {

using ir::FunId;
using ir::TypeId;

// Forms beyond that are not worth their code.
constexpr std::size_t mostForms = 400;

// Fields that may hold failures.
std::set<FieldPlace> openFields(const ir::Program& program) {
  const TypesWithin within(program);
  const std::vector<bool> outside = typesOutside(program, within, {});
  const auto isPlain = [&](TypeId type) {
    const ir::Type& known = program.type(type);
    return known.kind != ir::TypeKind::Data || known.shape == ir::DataShape::List;
  };
  std::set<FieldPlace> open;
  for (std::uint32_t i = 0; i < program.constructors.size(); ++i) {
    const ir::Constructor& ctor = program.constructors[i];
    const ir::Type& owner = program.type(ctor.type);
    if (owner.shape == ir::DataShape::Library || owner.isNewtype || outside[ctor.type.value]) {
      continue;
    }
    for (std::size_t field = 0; field < ctor.fields.size(); ++field) {
      const TypeId type = ctor.fields[field].type;
      const bool isElement = owner.shape == ir::DataShape::List && isPlain(type);
      const bool isRest = within.of(type).contains(ctor.type);
      if (!ctor.fields[field].strict && !isElement && !isRest && !ir::holdsOutput(program, type)) {
        open.insert({ir::CtorId{i}, field});
      }
    }
  }
  return open;
}

// Fields of which it is known that failures come to be in them have other types.
void retype(FormTable& table) {
  std::set<TypeId> changed;
  for (const FieldPlace& place : table.places) {
    ir::Constructor& ctor = table.program.constructors[place.ctor.value];
    TypeId& type = ctor.fields[place.index].type;
    type = table.failures.of(type).type;
    changed.insert(ctor.type);
  }
  renameChanged(table.program, table.additions, changed);
}

void writeAll(FormTable& table) {
  for (std::uint32_t i = 0; i < table.source.functions.size(); ++i) {
    const ir::Function& function = table.source.functions[i];
    if (function.library) continue;
    writeForm(table, {FunId{i}, std::vector<bool>(function.parameters.size()), false}, FunId{i});
  }
  while (!table.open.empty() && table.forms.size() <= mostForms) {
    const auto [form, made] = table.open.back();
    table.open.pop_back();
    writeForm(table, form, made);
  }
  retype(table);
  table.failures.finish();
}

ir::Program kept(ir::Program given, Failing which, pipeline::Context& context) {
  const ir::Program program = simplify::dropUnreachable(given);
  const CertainFields certain(program, openFields(program));
  std::set<FieldPlace> places;
  while (true) {
    const FailureFacts facts(program, certain, places, which);
    FormTable table{program, certain, facts, places, program};
    writeAll(table);
    if (table.forms.size() > mostForms || !table.failures.areThere()) return given;
    if (!table.asked.empty()) {
      places.merge(table.asked);
      continue;
    }
    for (const auto& [position, function] : table.kept) {
      context.add({pipeline::Decision::Kind::Native, true, function, "keep a failure",
                   "it may not be needed", position});
    }
    return std::move(table.program);
  }
}

}  // namespace

pipeline::Pass keepFailures(Failing which) {
  return {.name = "keep-failures",
          .description = "what may fail and is perhaps not needed fails where it is",
          .makes = pipeline::Form::Free,
          .run = [which](ir::Program program, pipeline::Context& context) {
            return kept(std::move(program), which, context);
          }};
}

}  // namespace deforest::backends
