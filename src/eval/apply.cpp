#include "eval/apply.hpp"

#include <vector>

namespace deforest::eval {

Outcome apply(Machine& machine, ir::FunId function, const Arguments& arguments,
              const Correspondence* correspondence) {
  machine.clear();
  std::vector<Value> values;
  values.reserve(arguments.size());
  for (const Term& term : arguments) {
    values.push_back(build(machine.heap(), machine.program(), term, correspondence));
  }
  return machine.call(function, values);
}

}  // namespace deforest::eval
