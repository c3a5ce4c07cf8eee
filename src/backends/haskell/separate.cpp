#include "backends/haskell/separate.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "ir/measure.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Function;
using ir::VarId;

// Numbers for values: equal ones are certainly equal, in whatever function of either program.
class Numbers {
 public:
  std::uint32_t of(const std::string& value) {
    return known_.emplace(value, static_cast<std::uint32_t>(known_.size())).first->second;
  }
  std::uint32_t another() { return of("another " + std::to_string(known_.size())); }

 private:
  std::map<std::string, std::uint32_t> known_;
};

// The values that a function computes in a row, by number.
class Row {
 public:
  Row(const ir::Program& program, const Function& function, Numbers& numbers)
      : program_(program), numbers_(numbers), values_(function.variables.size(), 0) {
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
      values_[function.parameters[i].value] = numbers.of("parameter " + std::to_string(i));
    }
    for (const Binding& binding : function.body.bindings) add(binding);
  }

  [[nodiscard]] std::uint32_t valueOf(VarId variable) const { return values_[variable.value]; }

  /// How many calls result in that.
  [[nodiscard]] std::size_t calls(std::uint32_t value) const {
    const auto found = calls_.find(value);
    return found == calls_.end() ? 0 : found->second;
  }

 private:
  void add(const Binding& binding) {
    if (const auto* copy = std::get_if<ir::Copy>(&binding.operation)) {
      for (std::size_t i = 0; i < copy->atoms.size(); ++i) {
        values_[binding.results[i].value] = numberOf(copy->atoms[i]);
      }
      return;
    }
    const std::string operation = nameOf(binding.operation);
    for (std::size_t i = 0; i < binding.results.size(); ++i) {
      std::uint32_t& value = values_[binding.results[i].value];
      if (operation.empty()) {
        value = numbers_.another();
        continue;
      }
      std::string text = operation + " " + std::to_string(i) + ":";
      ir::forEachAtom(binding.operation,
                      [&](const Atom& atom) { text += " " + std::to_string(numberOf(atom)); });
      value = numbers_.of(text);
    }
    if (std::holds_alternative<ir::Call>(binding.operation)) {
      ++calls_[valueOf(binding.results[0])];
    }
  }

  std::uint32_t numberOf(const Atom& atom) {
    if (const auto* variable = ir::variableOf(atom)) return valueOf(*variable);
    const auto& literal = std::get<ir::Literal>(atom);
    return numbers_.of("literal " + std::to_string(static_cast<int>(literal.kind)) + " " +
                       std::to_string(literal.bits));
  }

  // What is done to the operands; empty: nothing that is known to be done elsewhere.
  [[nodiscard]] std::string nameOf(const ir::Operation& operation) const {
    if (const auto* call = std::get_if<ir::Call>(&operation)) {
      return "call " + program_.function(call->callee).name;
    }
    if (const auto* construct = std::get_if<ir::Construct>(&operation)) {
      return "construct " + std::to_string(construct->ctor.value);
    }
    if (const auto* unpack = std::get_if<ir::Unpack>(&operation)) {
      return "unpack " + std::to_string(unpack->ctor.value);
    }
    if (const auto* primitive = std::get_if<ir::Primitive>(&operation)) {
      return "primitive " + std::to_string(static_cast<int>(primitive->op));
    }
    return "";
  }

  const ir::Program& program_;
  Numbers& numbers_;
  std::vector<std::uint32_t> values_;           // By variable.
  std::map<std::uint32_t, std::size_t> calls_;  // By value.
};

class Separation {
 public:
  Separation(const ir::Program& program, Function& function, const Row& inSource, const Row& row)
      : program_(program),
        function_(function),
        inSource_(inSource),
        row_(row),
        uses_(ir::countUses(function)),
        read_(function.variables.size(), 0) {
    for (const Binding& binding : function.body.bindings) {
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call == nullptr) continue;
      for (const Atom& atom : call->arguments) {
        if (const auto* variable = ir::variableOf(atom)) ++read_[variable->value];
      }
    }
  }

  void run() {
    std::vector<Binding> made = function_.body.bindings;
    std::erase_if(made, [&](const Binding& binding) { return !mayBeSeparate(binding); });
    for (const Binding& binding : made) separate(binding);
  }

 private:
  // Whether all that read what the call results in are calls in the same row, and the source made
  // it as often.
  [[nodiscard]] bool mayBeSeparate(const Binding& binding) const {
    if (!std::holds_alternative<ir::Call>(binding.operation)) return false;
    if (binding.results.size() != 1) return false;
    const VarId list = binding.results[0];
    const ir::Type& type = program_.type(function_.variables[list.value].type);
    if (type.kind != ir::TypeKind::Data || type.shape != ir::DataShape::List) return false;
    const unsigned readers = read_[list.value];
    if (readers < 2 || readers != uses_[list.value]) return false;
    const std::uint32_t value = row_.valueOf(list);
    return row_.calls(value) + readers - 1 <= inSource_.calls(value);
  }

  // The first reader keeps the call; each further one has another before it.
  void separate(const Binding& made) {
    const VarId list = made.results[0];
    const ir::Variable variable = function_.variables[list.value];
    std::vector<Binding> bindings;
    bool first = true;
    for (Binding& binding : function_.body.bindings) {
      if (auto* reader = std::get_if<ir::Call>(&binding.operation)) {
        for (Atom& argument : reader->arguments) {
          if (argument != Atom(list) || std::exchange(first, false)) continue;
          const VarId another = function_.fresh(variable.type, variable.name);
          bindings.push_back({{another}, made.operation, made.position});
          argument = another;
        }
      }
      bindings.push_back(std::move(binding));
    }
    function_.body.bindings = std::move(bindings);
  }

  const ir::Program& program_;
  Function& function_;
  const Row& inSource_;
  const Row& row_;
  std::vector<unsigned> uses_;
  std::vector<unsigned> read_;  // By variable: arguments of calls in the row.
};

}  // namespace

ir::Program separateLists(const ir::Program& source, ir::Program program) {
  Numbers numbers;
  for (Function& function : program.functions) {
    const std::optional<ir::FunId> known = source.find(function.name);
    if (!known || function.composed) continue;
    const Row inSource(source, source.function(*known), numbers);
    const Row row(program, function, numbers);
    Separation(program, function, inSource, row).run();
  }
  return program;
}

}  // namespace deforest::backends
