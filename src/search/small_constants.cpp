#include "search/small_constants.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "eval/compare.hpp"
#include "eval/lazy/machine.hpp"
#include "ir/integer.hpp"
#include "ir/main_action.hpp"
#include "ir/traverse.hpp"

namespace deforest::search {
namespace {

// Calls of a function that is not what the program does again and again, but what it begins with.
constexpr std::uint64_t again = 20;

// Smaller numbers would be simplified away.
constexpr std::int64_t least = 3;

void shrink(ir::Atom& atom, unsigned bits) {
  auto* literal = std::get_if<ir::Literal>(&atom);
  if (literal == nullptr) return;
  // Small Integers have the bits of Ints; large ones are no sizes.
  const bool size = literal->kind == ir::TypeKind::Int ||
                    (literal->kind == ir::TypeKind::Integer && ir::integer::isSmall(literal->bits));
  if (!size) return;
  const auto value = static_cast<std::int64_t>(literal->bits);
  if (value > least) {
    literal->bits = static_cast<std::uint64_t>(std::max(least, value >> bits));
  }
}

// Whether the function has one input that is known: nothing, or to a `main` nothing to read.
bool isConstant(const ir::Program& program, const ir::Function& function) {
  return function.parameters.empty() || ir::isMainAction(program, function);
}

void shrink(ir::Block& block, unsigned bits) {
  for (ir::Binding& binding : block.bindings) {
    if (auto* call = std::get_if<ir::Call>(&binding.operation)) {
      for (ir::Atom& atom : call->arguments) shrink(atom, bits);
    } else if (auto* copy = std::get_if<ir::Copy>(&binding.operation)) {
      for (ir::Atom& atom : copy->atoms) shrink(atom, bits);
    }
    ir::forEachBlock(binding.operation, [&](ir::Block& inner) { shrink(inner, bits); });
  }
  for (ir::Atom& atom : block.results) shrink(atom, bits);
}

ir::Program shrunk(ir::Program program, const std::vector<bool>& rare, unsigned bits) {
  for (std::size_t i = 0; i < program.functions.size(); ++i) {
    ir::Function& function = program.functions[i];
    if (rare[i] || isConstant(program, function)) shrink(function.body, bits);
  }
  return program;
}

eval::Outcome::Kind kindOf(eval::Machine& machine, ir::FunId function,
                           const std::vector<eval::Value>& arguments) {
  return machine.call(function, arguments).kind;
}

// Of a result that may be without end as much as is counted.
eval::Outcome::Kind kindOf(eval::LazyMachine& machine, ir::FunId function,
                           const std::vector<eval::Value>& arguments) {
  return machine.observe(function, arguments, {}, eval::enoughSightings).kind();
}

// Adds up the calls of each function, where `calls` is given.
bool ends(const ir::Program& program, const std::vector<ir::FunId>& constants, std::uint64_t most,
          bool lazy, std::vector<std::uint64_t>* calls = nullptr) {
  eval::Limits limits = eval::CompareOptions{}.limits;
  limits.calls = most;
  const auto end = [&](auto machine) {
    return std::ranges::none_of(constants, [&](ir::FunId constant) {
      const std::vector<eval::Value> arguments = nothingFor(program.function(constant));
      const bool limit = kindOf(machine, constant, arguments) == eval::Outcome::Kind::Limit;
      for (std::size_t i = 0; calls != nullptr && i < calls->size(); ++i) {
        (*calls)[i] += machine.callsByFunction()[i];
      }
      return limit;
    });
  };
  return lazy ? end(eval::LazyMachine(program, limits)) : end(eval::Machine(program, limits));
}

}  // namespace

std::vector<eval::Value> nothingFor(const ir::Function& main) {
  return std::vector<eval::Value>(main.parameters.size(), eval::Value{eval::Heap::nullary(0)});
}

std::optional<ir::Program> withSmallConstants(const ir::Program& program, std::uint64_t few,
                                              std::uint64_t most, bool lazy) {
  std::vector<ir::FunId> constants;
  for (const ir::FunId root : program.roots) {
    if (isConstant(program, program.function(root))) constants.push_back(root);
  }
  if (constants.empty()) return std::nullopt;
  std::vector<std::uint64_t> called(program.functions.size(), 0);
  if (ends(program, constants, few, lazy, &called)) return std::nullopt;
  std::vector<bool> rare;
  for (const std::uint64_t times : called) rare.push_back(times > 0 && times <= again);
  // The smaller the numbers, the sooner it ends: what does not with the smallest is given up, and
  // of the others the largest that do are found by halving.
  constexpr std::array<unsigned, 9> bits = {1, 2, 4, 6, 8, 12, 16, 24, 40};
  for (const std::uint64_t calls : {few, most}) {
    std::optional<ir::Program> found;
    std::size_t first = 0;
    for (std::size_t last = bits.size(), tried = last - 1; first < last;
         tried = first + (last - first) / 2) {
      ir::Program smaller = shrunk(program, rare, bits[tried]);
      if (ends(smaller, constants, calls, lazy)) {
        found = std::move(smaller);
        last = tried;
      } else {
        first = tried + 1;
      }
    }
    if (found) return found;
  }
  return std::nullopt;
}

}  // namespace deforest::search
