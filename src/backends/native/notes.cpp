#include "backends/native/notes.hpp"

#include <map>
#include <optional>
#include <sstream>
#include <utility>

#include "ir/traverse.hpp"

namespace deforest::backends {
namespace {

using ir::FunId;
using ir::VarId;

// How the comment begins that is a note.
const std::string beginning = "-- [";

// `a`, `a and b`, `a, b and c`.
std::string listed(const std::vector<std::string>& parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool last = i + 1 == parts.size();
    text += (i == 0 ? "" : last ? " and " : ", ") + parts[i];
  }
  return text;
}

class Notes {
 public:
  Notes(const NativeCode& code, FunId id)
      : code_(code), id_(id), function_(code.program.function(id)) {
    ir::forEachBinding(function_.body, [&](const ir::Binding& binding) {
      if (!binding.results.empty()) bindings_[binding.results[0]] = &binding;
    });
  }

  std::vector<std::string> run() && {
    if (code_.loops[id_.value].loops()) noteLoop();
    if (const auto& spine = code_.spines[id_.value]) {
      add("hand-out-lists", "hands out the rest of " + parameter(spine->parameter));
    }
    for (const auto& [made, old] : code_.reuse[id_.value].taken) {
      add("reuse-cells", what(made) + " is written into the cell of " + name(old));
    }
    for (const VarId tree : code_.backwards[id_.value]) {
      add("prefetch", "reads " + name(tree) + " from its end");
    }
    if (code_.parallel[id_.value]) {
      add("side-by-side", "there is a variant that makes calls at the same time");
    }
    if (code_.absorbed[id_.value]) add("absorb-loops", "compiled as a part of its caller");
    noteScratch();
    noteSurvivors();
    return std::move(lines_);
  }

 private:
  void add(const std::string& pass, const std::string& what) {
    lines_.push_back("[" + pass + "] " + what);
  }

  [[nodiscard]] std::string name(VarId variable) const {
    return "`" + function_.variables[variable.value].name + "`";
  }

  // What a binding makes: variables have no names of their own before they are printed.
  [[nodiscard]] std::string what(VarId made) const {
    const ir::Binding& binding = *bindings_.at(made);
    std::string text = name(made);
    if (const auto* call = std::get_if<ir::Call>(&binding.operation)) {
      text = "what `" + code_.program.function(call->callee).name + "` makes";
    } else if (const auto* construct = std::get_if<ir::Construct>(&binding.operation)) {
      text = "`" + code_.program.constructor(construct->ctor).name + "`";
    }
    return text + where(binding);
  }

  static std::string where(const ir::Binding& binding) {
    if (!binding.position.known()) return "";
    return " (line " + std::to_string(binding.position.line) + ")";
  }

  [[nodiscard]] std::string parameter(std::size_t at) const {
    return name(function_.parameters[at]);
  }

  void noteLoop() {
    using Kind = LoopResult::Kind;
    const LoopPlan& loop = code_.loops[id_.value];
    std::string text = loop.jumps.size() == 1
                           ? "a call of itself is a jump"
                           : std::to_string(loop.jumps.size()) + " calls of itself are jumps";
    for (std::size_t i = 0; i < loop.results.size(); ++i) {
      const LoopResult& result = loop.results[i];
      if (result.kind == Kind::Same) continue;
      text += "; result " + std::to_string(i + 1) +
              (result.kind == Kind::Hole ? " fills a hole" : " is added up on the way");
    }
    add("loops", text);
  }

  void noteScratch() {
    const ScratchPlan& plan = code_.scratch.serial[id_.value];
    for (const VarId site : plan.sites) {
      const bool pocket = plan.pockets.contains(site);
      std::string text = what(site) + (pocket ? " has memory of its own" : " is on scratch");
      const auto end = plan.ends.find(site);
      if (end != plan.ends.end()) text += ", given back " + whenGivenBack(end->second);
      add(pocket ? "pockets" : "scratch", text);
    }
    for (const VarId site : plan.handedOn) {
      add("scratch", what(site) + " is among the results: the next round needs it");
    }
  }

  [[nodiscard]] std::string whenGivenBack(const std::optional<VarId>& call) const {
    if (call) {
      const ir::Binding& binding = *bindings_.at(*call);
      const FunId callee = std::get<ir::Call>(binding.operation).callee;
      return "before the call of `" + code_.program.function(callee).name + "`" + where(binding);
    }
    return code_.loops[id_.value].loops() ? "at the end of the round" : "at the end";
  }

  void noteSurvivors() {
    const SurvivorPlan& plan = code_.survivors[id_.value];
    if (plan.betweenRounds) {
      std::vector<std::string> carried;
      for (const std::size_t at : plan.carried) carried.push_back(parameter(at));
      add("survivors",
          (carried.empty() ? "what is built" : listed(carried)) + " may move between rounds");
    }
    if (plan.freesRounds) add("survivors", "what a round made is given back before the next");
    for (const VarId result : plan.calls) {
      add("survivors", what(result) + " may move when it is made");
    }
  }

  const NativeCode& code_;
  const FunId id_;
  const ir::Function& function_;
  std::map<VarId, const ir::Binding*> bindings_;  // by first result
  std::vector<std::string> lines_;
};

}  // namespace

std::vector<std::string> notesOf(const NativeCode& code, FunId id) {
  return Notes(code, id).run();
}

ir::Program withNotes(const NativeCode& code) {
  ir::Program program = code.program;
  for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
    if (!code.facts.emitted[i]) continue;
    std::string& comment = program.functions[i].documentation;
    for (const std::string& note : notesOf(code, FunId{i})) {
      comment += (comment.empty() ? "" : "\n") + beginning + note.substr(1);
    }
  }
  return program;
}

void removeNotes(ir::Program& program) {
  for (ir::Function& function : program.functions) {
    std::string kept;
    std::istringstream lines(function.documentation);
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with(beginning)) kept += (kept.empty() ? "" : "\n") + line;
    }
    function.documentation = kept;
  }
}

}  // namespace deforest::backends
