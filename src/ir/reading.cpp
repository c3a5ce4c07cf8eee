#include "ir/reading.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "ir/traverse.hpp"

namespace deforest::ir {
namespace {

class Unread {
 public:
  explicit Unread(const Program& program) : program_(program) {}

  bool run(FunId id, std::size_t parameter) {
    if (!seen_.insert({id, parameter}).second) return true;
    const Function& function = program_.function(id);
    const Atom value(function.parameters[parameter]);
    unsigned harmless = 0;
    bool all = true;
    forEachBinding(function.body, [&](const Binding& binding) {
      if (const auto* foreign = std::get_if<Foreign>(&binding.operation)) {
        if (foreign->name == unreadCall && inputOf(*foreign) == value) ++harmless;
      } else if (const auto* call = std::get_if<Call>(&binding.operation)) {
        for (std::size_t i = 0; i < call->arguments.size(); ++i) {
          if (call->arguments[i] != value) continue;
          ++harmless;
          all = all && run(call->callee, i);
        }
      }
    });
    return all && harmless == countUses(function)[function.parameters[parameter].value];
  }

 private:
  const Program& program_;
  std::set<std::pair<FunId, std::size_t>> seen_;
};

}  // namespace

bool isUnread(const Program& program, FunId function, std::size_t parameter) {
  return Unread(program).run(function, parameter);
}

bool readsAhead(const Program& program) {
  return std::ranges::any_of(program.functions, [](const Function& function) {
    bool found = false;
    forEachBinding(function.body, [&](const Binding& binding) {
      const auto* foreign = std::get_if<Foreign>(&binding.operation);
      found = found || (foreign != nullptr && foreign->name == aheadCall);
    });
    return found;
  });
}

}  // namespace deforest::ir
