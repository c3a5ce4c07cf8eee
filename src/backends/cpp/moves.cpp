#include "backends/cpp/moves.hpp"

#include <optional>
#include <set>

#include "ir/traverse.hpp"

namespace deforest::backends {
namespace {

using ir::CtorId;
using ir::TypeId;

class Moves {
 public:
  Moves(const ir::Program& program, const CppLayout& layout,
        const std::map<TypeId, std::string>& names, const std::string& prefix, CppText& out)
      : program_(program), layout_(layout), names_(names), prefix_(prefix), out_(out) {}

  void run() {
    bool any = false;
    for (const auto& [type, name] : names_) {
      if (isInteger(type)) continue;
      out_.line(head(type) + ";");
      any = true;
    }
    if (any) out_.blank();
    for (const auto& [type, name] : names_) {
      if (!isInteger(type)) write(type);
    }
  }

 private:
  [[nodiscard]] bool isInteger(TypeId type) const {
    return program_.type(type).kind == ir::TypeKind::Integer;
  }

  [[nodiscard]] std::string head(TypeId type) const {
    return prefix_ + "void " + names_.at(type) + "(deforest::Survivors& live, " +
           layout_[type].type + "& at)";
  }

  // ---------------------------------------------------------------------- what moves at once

  // All types whose values may be in one of the type.
  [[nodiscard]] const std::set<TypeId>& partsOf(TypeId id) {
    const auto [found, isNew] = parts_.emplace(id, std::set<TypeId>());
    if (!isNew) return found->second;
    std::vector<TypeId> open{id};
    while (!open.empty()) {
      const TypeId next = open.back();
      open.pop_back();
      for (const CtorId ctor : program_.type(next).constructors) {
        for (const auto& field : program_.constructor(ctor).fields) {
          if (!names_.contains(field.type)) continue;
          if (found->second.insert(field.type).second) open.push_back(field.type);
        }
      }
    }
    return found->second;
  }

  // Whether it moves at once: no part of it but its last field is of its own type.
  [[nodiscard]] bool movesAtOnce(TypeId id) {
    const auto known = atOnce_.find(id);
    if (known != atOnce_.end()) return known->second;
    bool all = true;
    for (const CtorId ctor : program_.type(id).constructors) {
      const auto& fields = program_.constructor(ctor).fields;
      const auto next = nextOf(id, ctor);
      for (std::size_t i = 0; i < fields.size(); ++i) {
        if (!names_.contains(fields[i].type) || i == next) continue;
        all = all && fields[i].type != id && !partsOf(fields[i].type).contains(id) &&
              movesAtOnce(fields[i].type);
      }
    }
    return atOnce_[id] = all;
  }

  // The last field that moves, if it is of the type itself.
  [[nodiscard]] std::optional<std::size_t> nextOf(TypeId id, CtorId ctor) const {
    const auto& fields = program_.constructor(ctor).fields;
    for (std::size_t i = fields.size(); i-- > 0;) {
      if (!names_.contains(fields[i].type)) continue;
      if (fields[i].type == id && layout_[id].form == CppForm::Pointer) return i;
      break;
    }
    return std::nullopt;
  }

  // ------------------------------------------------------------------------------------ text

  void write(TypeId id) {
    const CppType& type = layout_[id];
    const auto& ctors = program_.type(id).constructors;
    out_.open(head(id) + " {");
    if (type.form == CppForm::Value) {
      fields(ctors[0], "at.", std::nullopt);
    } else {
      loops_ = movesAtOnce(id) && partsOf(id).contains(id);
      place_ = loops_ ? "*place" : "at";
      if (loops_) {
        out_.open("for (" + type.type + "* place = &at; live.finds(*place);) {");
      } else {
        out_.line("if (!live.finds(at)) return;");
      }
      if (type.tagged) {
        byTag(id);
      } else {
        for (const CtorId ctor : ctors) {
          if (layout_.allocates(ctor)) copy(id, ctor);
        }
      }
      if (loops_) out_.close();
    }
    out_.close();
    out_.blank();
  }

  void byTag(TypeId id) {
    bool constants = false;
    out_.open("switch (" + (loops_ ? "(" + place_ + ")" : place_) + "->tag) {");
    for (const CtorId ctor : program_.type(id).constructors) {
      if (!layout_.allocates(ctor)) {
        constants = true;
        continue;
      }
      out_.open("case " + layout_[id].name + "::Tag::" + layout_[ctor].name + ": {");
      if (copy(id, ctor)) out_.line("break;");
      out_.close();
    }
    if (constants) {
      out_.line("default:");
      out_.indent();
      out_.line(loops_ ? "return;" : "break;");
      out_.outdent();
    }
    out_.close();
  }

  // Whether what follows is reached.
  bool copy(TypeId id, CtorId ctor) {
    const std::string copied = "live.copy<" + layout_[ctor].cell + ">(" + place_ + ");";
    bool any = false;
    for (const auto& field : program_.constructor(ctor).fields) {
      any = any || names_.contains(field.type);
    }
    out_.line((any ? "auto* cell = " : "") + copied);
    const auto next = loops_ ? nextOf(id, ctor) : std::nullopt;
    fields(ctor, "cell->", next);
    if (!loops_) return true;
    out_.line(next ? "place = &cell->" + layout_[ctor].fields[*next] + ";" : "return;");
    return next.has_value();
  }

  void fields(CtorId ctor, const std::string& prefix, std::optional<std::size_t> next) {
    const auto& fields = program_.constructor(ctor).fields;
    std::vector<std::string> later;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const auto found = names_.find(fields[i].type);
      if (found == names_.end() || i == next) continue;
      const std::string place = prefix + layout_[ctor].fields[i];
      const std::string now = found->second + "(live, " + place + ");";
      if (found->first != program_.constructor(ctor).type && movesAtOnce(found->first)) {
        out_.line(now);
      } else if (layout_[found->first].form == CppForm::Value) {
        later.push_back(now);
      } else {
        later.push_back("live.later<" + found->second + ">(" + place + ");");
      }
    }
    for (std::size_t i = later.size(); i-- > 0;) out_.line(later[i]);
  }

  const ir::Program& program_;
  const CppLayout& layout_;
  const std::map<TypeId, std::string>& names_;
  const std::string& prefix_;
  CppText& out_;
  std::map<TypeId, std::set<TypeId>> parts_{};
  std::map<TypeId, bool> atOnce_{};
  bool loops_ = false;   // the function written now goes on to the next cell by itself
  std::string place_{};  // that refers to the cell there
};

// The types of what may move as it stands in variables.
std::set<TypeId> typesOfVariables(const ir::Program& program,
                                  const std::vector<SurvivorPlan>& plans) {
  std::set<TypeId> types;
  for (std::size_t i = 0; i < program.functions.size(); ++i) {
    const ir::Function& function = program.functions[i];
    const SurvivorPlan& plan = plans[i];
    const auto add = [&](ir::VarId variable) {
      types.insert(function.variables[variable.value].type);
    };
    if (plan.betweenRounds) {
      for (const std::size_t at : plan.carried) add(function.parameters[at]);
      types.insert(function.resultTypes.begin(), function.resultTypes.end());
    }
    ir::forEachBinding(function.body, [&](const ir::Binding& binding) {
      if (!plan.calls.contains(binding.results[0])) return;
      for (const ir::VarId result : binding.results) add(result);
    });
  }
  return types;
}

}  // namespace

std::map<TypeId, std::string> nameMoves(const ir::Program& program, CppLayout& layout,
                                        const std::vector<SurvivorPlan>& plans) {
  const std::set<TypeId> types = typesOfVariables(program, plans);
  const std::vector<bool> moves = typesThatMove(program, layout);
  std::map<TypeId, std::string> names;
  std::vector<TypeId> open(types.begin(), types.end());
  while (!open.empty()) {
    const TypeId type = open.back();
    open.pop_back();
    if (!moves[type.value] || names.contains(type)) continue;
    const bool integer = program.type(type).kind == ir::TypeKind::Integer;
    names[type] =
        integer ? "deforest::moveInteger" : layout.names().unique("move" + layout[type].name);
    for (const CtorId ctor : program.type(type).constructors) {
      for (const auto& field : program.constructor(ctor).fields) open.push_back(field.type);
    }
  }
  return names;
}

namespace {

// Whether the text has the name among the arguments of a template.
bool mentions(const std::string& text, const std::string& name) {
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const char before = at == 0 ? ' ' : text[at - 1];
    const char behind = at + name.size() < text.size() ? text[at + name.size()] : ' ';
    if ((before == '<' || before == ' ') && (behind == '>' || behind == ',')) return true;
  }
  return false;
}

}  // namespace

std::map<TypeId, std::string> movesCalledIn(const std::string& text, const ir::Program& program,
                                            const std::map<TypeId, std::string>& names) {
  std::map<TypeId, std::string> found;
  std::vector<TypeId> open;
  for (const auto& [type, name] : names) {
    if (mentions(text, name)) open.push_back(type);
  }
  while (!open.empty()) {
    const auto move = names.find(open.back());
    open.pop_back();
    if (move == names.end() || !found.insert(*move).second) continue;
    for (const CtorId ctor : program.type(move->first).constructors) {
      for (const auto& field : program.constructor(ctor).fields) open.push_back(field.type);
    }
  }
  return found;
}

void emitMoves(const ir::Program& program, const CppLayout& layout,
               const std::map<TypeId, std::string>& names, const std::string& prefix,
               CppText& out) {
  Moves(program, layout, names, prefix, out).run();
}

}  // namespace deforest::backends
