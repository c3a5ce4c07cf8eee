#include "backends/native/plan/layout.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "ir/printing.hpp"
#include "ir/slots.hpp"
#include "support/check.hpp"

namespace deforest::backends {
namespace {

using ir::CtorId;
using ir::TypeId;
using ir::TypeKind;

// Values up to so many bytes are passed around and held in cells; larger ones have cells.
constexpr std::size_t largestFlat = 64;
// The same for values that hold pointers.
constexpr std::size_t largestWithPointers = 16;

std::pair<std::string, std::size_t> scalar(TypeKind kind) {
  switch (kind) {
    case TypeKind::Int:
      return {"std::int64_t", 8};
    case TypeKind::Word:
      return {"std::uint64_t", 8};
    case TypeKind::Double:
      return {"double", 8};
    case TypeKind::Float:
      return {"float", 4};
    case TypeKind::Char:
      return {"char32_t", 4};
    case TypeKind::Bool:
      return {"bool", 1};
    case TypeKind::Integer:
      return {"deforest::Integer", 8};
    case TypeKind::Data:
      break;
  }
  support::fail("a scalar of a data type");
}

std::string lowerFirst(std::string text) {
  if (text[0] >= 'A' && text[0] <= 'Z') text[0] = static_cast<char>(text[0] - 'A' + 'a');
  return cppIdentifier(text);
}

void markTypes(const ir::Program& program, TypeId id, std::vector<bool>& used) {
  if (used[id.value]) return;
  used[id.value] = true;
  if (ir::isSlot(program, id)) markTypes(program, program.type(id).arguments[0], used);
  for (const CtorId ctor : program.type(id).constructors) {
    for (const auto& field : program.constructor(ctor).fields) markTypes(program, field.type, used);
  }
}

}  // namespace

CppLayout::CppLayout(const ir::Program& program, const std::vector<bool>& used,
                     const CppHosts& hosts)
    : program_(program),
      used_(program.types.size()),
      state_(program.types.size()),
      types_(program.types.size()),
      ctors_(program.constructors.size()) {
  for (std::size_t i = 0; i < program.functions.size(); ++i) {
    if (!used[i]) continue;
    const ir::Function& function = program.functions[i];
    for (const auto& variable : function.variables) markTypes(program, variable.type, used_);
    for (const TypeId type : function.resultTypes) markTypes(program, type, used_);
  }
  // Types that the source declares keep their names; instances and lists come after.
  for (const bool declared : {true, false}) {
    for (std::uint32_t i = 0; i < program.types.size(); ++i) {
      const ir::Type& type = program.types[i];
      const bool simple = type.shape == ir::DataShape::Declared && type.arguments.empty();
      if (!used_[i] || simple != declared || type.kind != TypeKind::Data) continue;
      types_[i].name = names_.unique(cppTypeName(type.name));
    }
  }
  for (std::uint32_t i = 0; i < program.types.size(); ++i) {
    if (used_[i]) choose(TypeId{i});
  }
  takeFromHosts(hosts);
  std::vector<bool> done(program.types.size());
  for (std::uint32_t i = 0; i < program.types.size(); ++i) {
    if (used_[i]) declare(TypeId{i}, done);
  }
  for (std::size_t i = 0; i < program.functions.size(); ++i) {
    if (used[i]) nameResults(program.functions[i].resultTypes);
  }
}

void CppLayout::choose(TypeId id) {
  CppType& mine = types_[id.value];
  const ir::Type& type = program_.type(id);
  if (state_[id.value] != 0) return;
  state_[id.value] = 1;
  if (type.kind != TypeKind::Data) {
    std::tie(mine.name, mine.bytes) = scalar(type.kind);
    mine.type = mine.name;
    state_[id.value] = 2;
    return;
  }
  if (ir::isOutput(program_, id)) {
    mine.name = "Output";
    mine.type = "deforest::Output";
    mine.bytes = 1;
    state_[id.value] = 2;
    return;
  }
  if (ir::isSlot(program_, id)) {
    choose(type.arguments[0]);
    mine.name = "Slot";
    mine.type = "deforest::Slot<" + types_[type.arguments[0].value].type + ">*";
    state_[id.value] = 2;
    return;
  }
  std::size_t withFields = 0;
  for (const CtorId ctor : type.constructors) {
    withFields += program_.constructor(ctor).fields.empty() ? 0 : 1;
  }
  mine.form = CppForm::Pointer;
  if (withFields == 0) {
    mine.form = CppForm::Enumeration;
    mine.bytes = type.constructors.size() > 256 ? 4 : 1;
  } else if (type.constructors.size() == 1) {
    // A value, unless it is large or would contain itself.
    std::size_t bytes = 0;
    bool pointers = false;
    bool cyclic = false;
    for (const auto& field : program_.constructor(type.constructors[0]).fields) {
      cyclic = cyclic || state_[field.type.value] == 1;
      choose(field.type);
      bytes += types_[field.type.value].bytes;
      pointers = pointers || types_[field.type.value].form == CppForm::Pointer;
    }
    const bool always = type.shape == ir::DataShape::Tuple || type.isNewtype;
    const bool small = bytes <= (pointers && !always ? largestWithPointers : largestFlat);
    if (small && !cyclic) {
      mine.form = CppForm::Value;
      mine.bytes = bytes > 8 ? (bytes + 7) / 8 * 8 : bytes;
    }
  } else if (type.constructors.size() == 2 && withFields == 1) {
    const bool first = program_.constructor(type.constructors[0]).fields.empty();
    mine.null = type.constructors[first ? 0 : 1];
  } else {
    mine.tagged = true;
  }
  mine.type = mine.form == CppForm::Pointer ? "const " + mine.name + "*" : mine.name;
  state_[id.value] = 2;
  CppNames local;
  local.reserve(mine.name);
  local.reserve("Tag");
  local.reserve("tag");
  for (const CtorId ctor : type.constructors) {
    for (const auto& field : program_.constructor(ctor).fields) choose(field.type);
    CppCtor& layout = ctors_[ctor.value];
    const ir::Constructor& source = program_.constructor(ctor);
    std::string name = cppIdentifier(source.name);
    if (type.shape == ir::DataShape::List) name = source.fields.empty() ? "Nil" : "Cons";
    if (source.name == "()") name = "Unit";
    if (type.shape == ir::DataShape::Tuple && !source.fields.empty()) name = "Tuple";
    // The cell of a constructor lies within its type, where it would hide another type of its name.
    do {
      layout.name = local.unique(name);
    } while (mine.tagged && names_.taken(layout.name));
    layout.cell = mine.tagged ? mine.name + "::" + layout.name : mine.name;
    if (mine.tagged && source.fields.empty()) {
      layout.constant = names_.unique(lowerFirst(mine.name) + layout.name);
    }
    nameFields(ctor);
  }
}

void CppLayout::nameFields(CtorId id) {
  const ir::Constructor& ctor = program_.constructor(id);
  CppCtor& layout = ctors_[id.value];
  const ir::DataShape shape = program_.type(ctor.type).shape;
  CppNames local;
  local.reserve("tag");
  if (shape == ir::DataShape::List && ctor.fields.size() == 2) {
    layout.fields = {"head", "tail"};
  } else {
    std::map<std::string, unsigned> counts;
    std::vector<std::string> bases;
    for (const auto& field : ctor.fields) {
      std::string base = field.label;
      if (base.empty()) {
        const TypeKind kind = program_.type(field.type).kind;
        base = kind == TypeKind::Data   ? lowerFirst(types_[field.type.value].name)
               : kind == TypeKind::Bool ? "flag"
               : kind == TypeKind::Char ? "character"
                                        : "value";
      }
      if (shape == ir::DataShape::Tuple) base = "item";
      bases.push_back(base);
      ++counts[base];
    }
    std::map<std::string, unsigned> next;
    for (const auto& base : bases) {
      std::string name = base;
      if (counts[base] > 1) name += std::to_string(++next[base]);
      layout.fields.push_back(local.unique(cppIdentifier(name)));
    }
  }
  for (const std::size_t size : {1, 4, 8}) {
    for (std::size_t i = 0; i < ctor.fields.size(); ++i) {
      const std::size_t bytes = types_[ctor.fields[i].type.value].bytes;
      const std::size_t unit = bytes >= 8 ? 8 : bytes >= 2 ? 4 : 1;
      if (unit == size) layout.order.push_back(i);
    }
  }
}

// The structs of the host, and what it calls their members.
void CppLayout::takeFromHosts(const CppHosts& hosts) {
  for (std::size_t i = 0; i < types_.size(); ++i) {
    const CppHostType* const host = hosts.inPlace(program_.types[i].name);
    CppType& mine = types_[i];
    if (host == nullptr || mine.tagged || mine.name.empty()) continue;
    mine.host = "deforest::Pointee<" + host->cpp + ">";
    for (const CtorId ctor : program_.types[i].constructors) {
      for (const CppHostCtor& described : host->constructors) {
        if (described.name != program_.constructor(ctor).name) continue;
        for (std::size_t field = 0; field < described.fields.size(); ++field) {
          ctors_[ctor.value].fields[field] = described.fields[field].get;
        }
      }
    }
  }
}

void CppLayout::nameResults(const std::vector<TypeId>& types) {
  if (types.size() < 2) return;
  for (const auto& [name, known] : results_) {
    if (known == types) return;
  }
  std::string name;
  for (const TypeId type : types) {
    const TypeKind kind = program_.type(type).kind;
    if (!name.empty()) name += "And";
    name += kind == TypeKind::Data ? types_[type.value].name : program_.type(type).name;
    if (name.size() > 48) break;
  }
  results_.emplace_back(names_.unique(name), types);
}

const std::string& CppLayout::results(const std::vector<TypeId>& types) const {
  if (types.size() == 1) return types_[types[0].value].type;
  for (const auto& [name, known] : results_) {
    if (known == types) return name;
  }
  support::fail("results without a struct");
}

void CppLayout::declare(TypeId id, std::vector<bool>& done) {
  if (done[id.value] || types_[id.value].form == CppForm::Scalar) return;
  done[id.value] = true;
  for (const CtorId ctor : program_.type(id).constructors) {
    for (const auto& field : program_.constructor(ctor).fields) {
      if (types_[field.type.value].form != CppForm::Pointer) declare(field.type, done);
    }
  }
  order_.push_back(id);
}

bool CppLayout::allocates(CtorId ctor) const {
  return types_[program_.constructor(ctor).type.value].form == CppForm::Pointer &&
         !program_.constructor(ctor).fields.empty();
}

std::vector<bool> typesWithCells(const ir::Program& program, const CppLayout& layout) {
  std::vector<bool> found(program.types.size());
  bool changed = true;
  while (changed) {
    changed = false;
    for (std::uint32_t i = 0; i < program.types.size(); ++i) {
      bool has = layout[TypeId{i}].form == CppForm::Pointer;
      for (const CtorId ctor : program.types[i].constructors) {
        for (const auto& field : program.constructor(ctor).fields) {
          has = has || (layout[TypeId{i}].form == CppForm::Value && found[field.type.value]);
        }
      }
      changed = changed || (has && !found[i]);
      found[i] = has || found[i];
    }
  }
  return found;
}

}  // namespace deforest::backends
