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

LazyMachine::Observation observe(LazyMachine& machine, ir::FunId function,
                                 const Arguments& arguments, const std::set<std::size_t>& undefined,
                                 std::size_t most, const Correspondence* correspondence) {
  return machine.observe(function, make(machine, arguments, correspondence), undefined, most);
}

Outcome apply(LazyMachine& machine, ir::FunId function, const Arguments& arguments,
              const Correspondence* correspondence) {
  const LazyMachine::Observation seen =
      observe(machine, function, arguments, {}, enoughSightings, correspondence);
  return {seen.kind(), {}, seen.message(), seen.counts, seen.effort};
}

}  // namespace deforest::eval
