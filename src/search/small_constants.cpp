#include "search/small_constants.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "eval/apply.hpp"
#include "eval/compare.hpp"
#include "eval/evaluate.hpp"
#include "eval/lazy/machine.hpp"
#include "eval/readings.hpp"
#include "ir/integer.hpp"
#include "ir/main_action.hpp"
#include "ir/traverse.hpp"

namespace deforest::search {
namespace {

// Calls of a function that is not what the program does again and again, but what it begins with.
constexpr std::uint64_t again = 20;

// Smaller numbers would be simplified away.
constexpr std::int64_t least = 3;

// Whether it is smaller now.
bool shrink(ir::Atom& atom, unsigned bits) {
  auto* literal = std::get_if<ir::Literal>(&atom);
  if (literal == nullptr) return false;
  // Small Integers have the bits of Ints; large ones are no sizes.
  const bool size = literal->kind == ir::TypeKind::Int ||
                    (literal->kind == ir::TypeKind::Integer && ir::integer::isSmall(literal->bits));
  const auto value = static_cast<std::int64_t>(literal->bits);
  if (!size || value <= least) return false;
  literal->bits = static_cast<std::uint64_t>(std::max(least, value >> bits));
  return true;
}

// Whether the function has one input that is known: nothing, or to a `main` nothing to read.
bool isConstant(const ir::Program& program, const ir::Function& function) {
  return function.parameters.empty() || ir::isMainAction(program, function);
}

bool shrink(ir::Block& block, unsigned bits) {
  bool smaller = false;
  for (ir::Binding& binding : block.bindings) {
    if (auto* call = std::get_if<ir::Call>(&binding.operation)) {
      for (ir::Atom& atom : call->arguments) smaller |= shrink(atom, bits);
    } else if (auto* copy = std::get_if<ir::Copy>(&binding.operation)) {
      for (ir::Atom& atom : copy->atoms) smaller |= shrink(atom, bits);
    }
    ir::forEachBlock(binding.operation, [&](ir::Block& inner) { smaller |= shrink(inner, bits); });
  }
  for (ir::Atom& atom : block.results) smaller |= shrink(atom, bits);
  return smaller;
}

// Nothing, if nothing can be made smaller: the table of a thousand entries, say.
std::optional<ir::Program> shrunk(ir::Program program, const std::vector<bool>& rare,
                                  unsigned bits) {
  bool smaller = false;
  for (std::size_t i = 0; i < program.functions.size(); ++i) {
    ir::Function& function = program.functions[i];
    if (rare[i] || isConstant(program, function)) smaller |= shrink(function.body, bits);
  }
  if (!smaller) return std::nullopt;
  return program;
}

using Kind = eval::Outcome::Kind;

// A constant, or a `main` that is given nothing. One that fails then, because it reads a line or a
// number before anything else, is given what programs read until it does not.
template <class Machine>
Kind kindOf(Machine& machine, const ir::Program& program, ir::FunId constant, std::uint64_t most) {
  std::vector<eval::Arguments> all = eval::readings(program, program.function(constant));
  if (all.empty()) all.emplace_back();
  Kind kind = Kind::Error;
  std::uint64_t calls = 0;
  for (auto each = all.begin(); each != all.end() && kind == Kind::Error && calls < most; ++each) {
    const eval::Outcome outcome = eval::apply(machine, constant, *each);
    kind = outcome.kind;
    calls += outcome.counts.calls + 1;
  }
  return kind;
}

// Adds up the calls of each function, where `calls` is given.
bool ends(const ir::Program& program, const std::vector<ir::FunId>& constants, std::uint64_t most,
          bool lazy, std::vector<std::uint64_t>* calls = nullptr) {
  eval::Limits limits = eval::CompareOptions{}.limits;
  limits.calls = most;
  const auto end = [&](auto machine) {
    return std::ranges::none_of(constants, [&](ir::FunId constant) {
      const bool limit = kindOf(machine, program, constant, most) == Kind::Limit;
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
      std::optional<ir::Program> smaller = shrunk(program, rare, bits[tried]);
      if (!smaller) return std::nullopt;
      if (ends(*smaller, constants, calls, lazy)) {
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
