// Functions of the Prelude's source that its text says no more than the type of.
//
// `programName` is the name of the source. `cellOf` and `contentOf` put something into a cell, and
// find it there (prelude/cell_source.cpp):
//
//     newIORef 0, newIORef "a"         data AnyCell = EmptyCell | AnyCell_2 Int | AnyCell_3 String
//
// The type of all cells has a constructor for each type that something is put into a cell at:
// `cellOf` at that type makes it, and `contentOf` takes it apart. Which constructors there are is
// known when all instances have been made; what takes them apart is written last.
//
// `unsetElement` stands for an element of an array that nobody has written yet. It is zero of the
// types that an unboxed array may have, as GHC makes those. Of data it fails where it is read; but
// native code has no value that fails where it is read, and takes one that is made of constructors
// alone, so that only a program that GHC ends with an error can see it.
#include <algorithm>
#include <optional>

#include "ir/primitives.hpp"
#include "text/lowering/program.hpp"

namespace deforest::text {

bool ProgramBuilder::isBuiltIn(const Instance& instance) const {
  const resolved::Function& function = module.function(instance.function);
  if (!function.fromPrelude || function.parent.valid() || function.library != nullptr) return false;
  static constexpr std::string_view names[] = {"cellOf", "contentOf", "programName",
                                               "unsetElement"};
  return std::ranges::find(names, function.name) != std::end(names);
}

void ProgramBuilder::makeBuiltIn(const Instance& instance, ir::FunId id) {
  const resolved::Function& source = module.function(instance.function);
  const Substitution substitution = substitutionOf(instance);
  const ir::TypeId result = types.ground(source.resultType, substitution);
  if (source.name == "cellOf") {
    const ir::TypeId content = types.ground(source.parameterTypes[0], substitution);
    return makeCell(instance, id, content, result);
  }
  if (source.name == "contentOf") {
    contents_.push_back({id, types.ground(source.parameterTypes[0], substitution), result});
    if (!types.functionsAreData() && types.isHigher(result)) refuseCell(id);
    return;
  }
  BodyWriter writer;
  if (source.name == "unsetElement") {
    std::vector<ir::TypeId> within;
    std::optional<ir::Atom> element = unsetOf(writer, result, within);
    writer.function.body.results =
        element ? Atoms{*element}
                : writer.bind(ir::Fail{"undefined array element"}, {result}, {}, {});
    writer.function.resultTypes = {result};
    program.functions[id.value] = std::move(writer.function);
    return;
  }
  const auto slash = program.file.find_last_of('/');
  const std::string file =
      slash == std::string::npos ? program.file : program.file.substr(slash + 1);
  const std::vector<ir::CtorId> list = program.type(result).constructors;
  ir::Atom text = writer.bindOne(ir::Construct{list[0], {}}, result, "", {});
  const std::string name = file.substr(0, file.find('.'));
  for (auto c = name.rbegin(); c != name.rend(); ++c) {
    const ir::Atom first = ir::charLiteral(static_cast<unsigned char>(*c));
    text = writer.bindOne(ir::Construct{list[1], {first, text}}, result, "", {});
  }
  writer.function.body.results = {text};
  writer.function.resultTypes = {result};
  program.functions[id.value] = std::move(writer.function);
}

// A value of the type, if there is a finite one; `within` are the types around it.
std::optional<ir::Atom> ProgramBuilder::unsetOf(BodyWriter& writer, ir::TypeId type,
                                                std::vector<ir::TypeId>& within) {
  const ir::TypeKind kind = program.type(type).kind;
  if (kind != ir::TypeKind::Data) return ir::Literal{kind, 0};
  if (lazy || types.isHigher(type)) return std::nullopt;
  if (std::ranges::find(within, type) != within.end()) return std::nullopt;
  within.push_back(type);
  std::optional<ir::Atom> found;
  for (const ir::CtorId ctor : std::vector<ir::CtorId>(program.type(type).constructors)) {
    ir::Construct made{ctor, {}};
    const std::vector<ir::Field> fields = program.constructor(ctor).fields;
    for (const ir::Field& field : fields) {
      const std::optional<ir::Atom> part = unsetOf(writer, field.type, within);
      if (!part) break;
      made.fields.push_back(*part);
    }
    if (made.fields.size() != fields.size()) continue;
    found = writer.bindOne(std::move(made), type, "", {});
    break;
  }
  within.pop_back();
  return found;
}

ir::CtorId ProgramBuilder::cellCtor(ir::TypeId cell, ir::TypeId content) {
  const auto known = cells_.find(content);
  if (known != cells_.end()) return known->second;
  cellType_ = cell;
  return cells_.emplace(content, addVariant(cell, {content})).first->second;
}

void ProgramBuilder::makeCell(const Instance& instance, ir::FunId id, ir::TypeId parameter,
                              ir::TypeId result) {
  if (!types.functionsAreData() && types.isHigher(parameter)) refuseCell(id);
  BodyWriter writer;
  const ShapeId shape = instance.parts.empty() ? shapes.plain(parameter) : instance.parts[0];
  Atoms leaves;
  for (const ir::TypeId leaf : std::vector<ir::TypeId>(shapes.at(shape).leaves)) {
    leaves.emplace_back(writer.addParameter(leaf, "x"));
  }
  ir::Atom content =
      shapes.isPlain(shape) ? leaves[0] : asDatum(writer, shape, leaves, parameter, {});
  ir::Construct made{cellCtor(result, parameter), {std::move(content)}};
  writer.function.body.results = {writer.bindOne(std::move(made), result, "c", {})};
  writer.function.resultTypes = {result};
  program.functions[id.value] = std::move(writer.function);
}

void ProgramBuilder::refuseCell(ir::FunId id) {
  const resolved::Function* user = userOf(id);
  reporter.error(user == nullptr ? Span{} : user->span,
                 "what a reference holds is a function, or has one inside",
                 "let it hold data that says what to do, and a function that does it");
  throw ElaborationAbort{};
}

void ProgramBuilder::writeContents() {
  for (const CellContent& stored : contents_) {
    const ir::FunId id = stored.id;
    const ir::TypeId cell = stored.cell;
    const ir::TypeId result = stored.result;
    BodyWriter writer;
    const ir::Atom scrutinee = writer.addParameter(cell, "c");
    const ir::CtorId ctor = program.type(result).constructors[0];
    const ir::TypeId content = program.constructor(ctor).fields[0].type;
    const auto nothing = [&] {
      return writer.bind(ir::Fail{"a cell holds something else"}, {result}, {}, {});
    };
    const std::vector<ir::CtorId> all = program.type(cell).constructors;
    if (all.size() == 1) {
      writer.function.body.results = nothing();
    } else {
      ir::Case made;
      made.scrutinee = scrutinee;
      for (const ir::CtorId each : all) {
        ir::Alternative& alternative = made.alternatives.emplace_back();
        alternative.ctor = each;
        for (const ir::Field& field : program.constructor(each).fields) {
          alternative.fields.push_back(writer.function.fresh(field.type, "x"));
        }
        const auto held = [&]() -> Atoms {
          return {writer.bindOne(ir::Construct{ctor, {alternative.fields[0]}}, result, "", {})};
        };
        const std::vector<ir::Field>& fields = program.constructor(each).fields;
        const bool found = !fields.empty() && fields[0].type == content;
        alternative.body = found ? writer.nested(held) : writer.nested(nothing);
      }
      writer.function.body.results = writer.bind(std::move(made), {result}, {}, {});
    }
    writer.function.resultTypes = {result};
    program.functions[id.value] = std::move(writer.function);
  }
}

void ProgramBuilder::declareCells() {
  program.module.types.emplace_back("data CellHeap = CellHeap !Int !CellTree !Int");
  program.module.types.emplace_back(
      "data CellTree = CellLeaf | CellFork AnyCell !CellTree !CellTree");
  if (cellType_.valid()) {
    program.module.types.emplace_back("data CellContent a = CellContent a");
    program.module.types.emplace_back("data CellRead a = CellRead a !CellHeap");
    declare(cellType_);
  } else {
    program.module.types.emplace_back("data AnyCell = EmptyCell");
  }
}

}  // namespace deforest::text
