#include "eval/apply.hpp"

#include <vector>

namespace deforest::eval {
namespace {

template <class Machine>
std::vector<Value> make(Machine& machine, const Arguments& arguments,
                        const Correspondence* correspondence) {
  machine.clear();
  std::vector<Value> values;
  values.reserve(arguments.size());
  for (const Term& term : arguments) {
    values.push_back(build(machine.heap(), machine.program(), term, correspondence));
  }
  return values;
}

}  // namespace

Outcome apply(Machine& machine, ir::FunId function, const Arguments& arguments,
              const Correspondence* correspondence) {
  return machine.call(function, make(machine, arguments, correspondence));
}

Outcome apply(LazyMachine& machine, ir::FunId function, const Arguments& arguments,
              const Correspondence* correspondence) {
  const std::vector<Value> values = make(machine, arguments, correspondence);
  const LazyMachine::Observation seen = machine.observe(function, values, {}, enoughSightings);
  return {seen.kind(), {}, seen.message(), seen.counts};
}

}  // namespace deforest::eval
