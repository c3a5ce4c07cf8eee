#include "search/price.hpp"

#include <algorithm>
#include <utility>

#include "ir/alpha.hpp"
#include "ir/measure.hpp"
#include "support/match.hpp"

namespace deforest::search {
namespace {

std::size_t tokens(const ir::Block& block);

// The next cell of a text that stands in the program, `'a' : 'b' : rest`.
const ir::VarId* restOfText(const ir::Binding& binding) {
  const auto* cell = std::get_if<ir::Construct>(&binding.operation);
  if (cell == nullptr || cell->fields.size() != 2) return nullptr;
  const auto* letter = std::get_if<ir::Literal>(&cell->fields[0]);
  if (letter == nullptr || letter->kind != ir::TypeKind::Char) return nullptr;
  return std::get_if<ir::VarId>(&cell->fields[1]);
}

std::size_t tokens(const ir::Binding& binding) {
  const std::size_t named = binding.results.size() + 1;  // x =
  return support::match(
      binding.operation, [&](const ir::Copy&) { return std::size_t{0}; },
      [&](const ir::Primitive& op) { return op.arguments.size() + 1; },
      [&](const ir::Construct& op) { return op.fields.size() + 1; },
      [&](const ir::Call& op) { return named + op.arguments.size() + 1; },
      [&](const ir::Foreign& op) { return named + op.arguments.size() + 1; },
      [&](const ir::Unpack&) { return named + 1; }, [&](const ir::Fail&) { return std::size_t{2}; },
      [&](const ir::Conditional& op) { return 4 + tokens(op.whenTrue) + tokens(op.whenFalse); },
      [&](const ir::Case& op) {
        std::size_t sum = 3;
        for (std::size_t i = 0; i < op.alternatives.size(); ++i) {
          const ir::Alternative& alternative = op.alternatives[i];
          sum += 2 + alternative.fields.size() + tokens(alternative.body);
        }
        return sum;
      });
}

std::size_t tokens(const ir::Block& block) {
  std::size_t sum = block.results.size();
  const ir::VarId* text = nullptr;  // The cell made last, of letters.
  for (const ir::Binding& binding : block.bindings) {
    const ir::VarId* rest = restOfText(binding);
    // A whole text is written in one, and has a name or is appended.
    const bool sameText = rest != nullptr && text != nullptr && *rest == *text;
    if (!sameText) sum += rest != nullptr ? 4 : tokens(binding);
    text = rest != nullptr ? &binding.results[0] : nullptr;
  }
  return sum;
}

// Which functions are printed: those that are changed, or have a part that is.
class Printing {
 public:
  Printing(const ir::Program& program, const graph::CallGraph& calls, const Written& written,
           const std::function<bool(ir::FunId)>& isChanged)
      : program_(program), written_(written), calls_(calls) {
    for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
      changed_.push_back(isChanged(ir::FunId{i}));
    }
    spread();
  }

  Size size() {
    for (const ir::FunId root : program_.roots) reach(root, true);
    while (!waiting_.empty()) {
      const auto [function, printed] = waiting_.back();
      waiting_.pop_back();
      for (const ir::FunId callee : calls_.callees[function.value]) reach(callee, printed);
    }
    for (const std::string& declaration : replaced_) {
      result_.replaced += written_.tokens.at(declaration);
    }
    return result_;
  }

 private:
  [[nodiscard]] const std::string* declaration(ir::FunId function) const {
    if (program_.function(function).composed) return nullptr;
    const auto found = written_.declarations.find(program_.function(function).name);
    return found == written_.declarations.end() ? nullptr : &found->second;
  }

  [[nodiscard]] bool isPart(ir::FunId function) const {
    return declaration(function) == nullptr &&
           (program_.function(function).composed ||
            !written_.outside.contains(program_.function(function).name));
  }

  // Whether text that calls the function calls what it has become: a new instance, and what takes
  // the place of a library's function, have names of their own.
  [[nodiscard]] bool keepsName(ir::FunId function) const {
    return declaration(function) != nullptr &&
           !written_.instances.contains(program_.function(function).name);
  }

  // Whoever has a part that is changed is changed.
  void spread() {
    for (bool again = true; again;) {
      again = false;
      for (std::uint32_t i = 0; i < changed_.size(); ++i) {
        if (changed_[i]) continue;
        changed_[i] = std::ranges::any_of(calls_.callees[i], [&](ir::FunId callee) {
          return changed_[callee.value] && !keepsName(callee);
        });
        again = again || changed_[i];
      }
    }
  }

  // `printed`: the caller is. Parts are if their callers are.
  void reach(ir::FunId function, bool printed) {
    const std::string* const name = declaration(function);
    const bool prints = changed_[function.value] || (isPart(function) && printed);
    if (!seen_.emplace(function, prints).second) return;
    if (prints) {
      result_.tokens += search::tokens(program_.function(function));
      if (name != nullptr) replaced_.insert(*name);
    } else if (name != nullptr && kept_.insert(*name).second) {
      result_.tokens += written_.tokens.at(*name);
    }
    waiting_.emplace_back(function, prints);
  }

  const ir::Program& program_;
  const Written& written_;
  const graph::CallGraph& calls_;
  std::vector<bool> changed_;
  std::set<std::pair<ir::FunId, bool>> seen_;
  std::vector<std::pair<ir::FunId, bool>> waiting_;
  std::set<std::string> replaced_;  // Declarations of which some instance is printed,
  std::set<std::string> kept_;      // and of which some is not.
  Size result_;
};

}  // namespace

Size sizeOf(const ir::Program& program, const Written& written,
            const std::function<bool(ir::FunId)>& isChanged) {
  return sizeOf(program, graph::callGraph(program), written, isChanged);
}

Size sizeOf(const ir::Program& program, const graph::CallGraph& calls, const Written& written,
            const std::function<bool(ir::FunId)>& isChanged) {
  return Printing(program, calls, written, isChanged).size();
}

Size sizeOf(const ir::Program& program, const Written& written, const ir::Program& unchanged) {
  std::map<std::string, ir::FunId> before;
  for (std::uint32_t i = 0; i < unchanged.functions.size(); ++i) {
    before.emplace(unchanged.functions[i].name, ir::FunId{i});
  }
  return sizeOf(program, written, [&](ir::FunId function) {
    const ir::Function& now = program.function(function);
    const auto found = before.find(now.name);
    return found == before.end() || now.composed ||
           !ir::alphaEquivalent(now, unchanged.function(found->second),
                                [&](ir::FunId a, ir::FunId b) {
                                  return program.function(a).name == unchanged.function(b).name;
                                });
  });
}

std::size_t tokens(const ir::Function& function) {
  // Signature and head.
  return 2 * (function.parameters.size() + 2) + tokens(function.body);
}

std::size_t tokens(const ir::Program& program) {
  const std::vector<bool> reached = ir::reachable(program);
  std::size_t sum = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    if (reached[i]) sum += tokens(program.functions[i]);
  }
  return sum;
}

}  // namespace deforest::search
