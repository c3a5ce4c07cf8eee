#include "backends/cpp/text/moves.hpp"

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

  void write(TypeId id) {
    const CppType& type = layout_[id];
    const auto& ctors = program_.type(id).constructors;
    out_.open(head(id) + " {");
    if (type.form == CppForm::Value) {
      fields(ctors[0], "at.");
    } else {
      out_.line("if (!live.finds(at)) return;");
      if (type.tagged) {
        byTag(id);
      } else {
        for (const CtorId ctor : ctors) {
          if (layout_.allocates(ctor)) copy(ctor);
        }
      }
    }
    out_.close();
    out_.blank();
  }

  void byTag(TypeId id) {
    bool constants = false;
    out_.open("switch (at->tag) {");
    for (const CtorId ctor : program_.type(id).constructors) {
      if (!layout_.allocates(ctor)) {
        constants = true;
        continue;
      }
      out_.open("case " + layout_[id].name + "::Tag::" + layout_[ctor].name + ": {");
      copy(ctor);
      out_.line("break;");
      out_.close();
    }
    if (constants) {
      out_.line("default:");
      out_.indent();
      out_.line("break;");
      out_.outdent();
    }
    out_.close();
  }

  void copy(CtorId ctor) {
    const std::string copied = "live.copy<" + layout_[ctor].cell + ">(at);";
    bool any = false;
    for (const auto& field : program_.constructor(ctor).fields) {
      any = any || names_.contains(field.type);
    }
    out_.line((any ? "auto* cell = " : "") + copied);
    fields(ctor, "cell->");
  }

  void fields(CtorId ctor, const std::string& prefix) {
    const auto& fields = program_.constructor(ctor).fields;
    for (std::size_t i = fields.size(); i-- > 0;) {
      const auto found = names_.find(fields[i].type);
      if (found == names_.end()) continue;
      const std::string place = prefix + layout_[ctor].fields[i];
      if (layout_[found->first].form == CppForm::Value) {
        out_.line(found->second + "(live, " + place + ");");
      } else {
        out_.line("live.later<" + found->second + ">(" + place + ");");
      }
    }
  }

  const ir::Program& program_;
  const CppLayout& layout_;
  const std::map<TypeId, std::string>& names_;
  const std::string& prefix_;
  CppText& out_;
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

std::map<TypeId, std::string> movesCalledIn(const std::string& text, const ir::Program& program,
                                            const std::map<TypeId, std::string>& names) {
  std::map<TypeId, std::string> found;
  std::vector<TypeId> open;
  for (const auto& [type, name] : names) {
    const bool isCalled = text.find("moved<" + name + ">") != std::string::npos ||
                          text.find("chained<" + name + ">") != std::string::npos;
    if (isCalled) open.push_back(type);
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
