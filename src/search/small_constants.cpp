#include "search/small_constants.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "eval/apply.hpp"
#include "eval/compare.hpp"
#include "eval/evaluate.hpp"
#include "eval/lazy/machine.hpp"
#include "eval/readings.hpp"
#include "ir/integer.hpp"
#include "ir/main_action.hpp"
#include "ir/scalar.hpp"
#include "ir/traverse.hpp"

namespace deforest::search {
namespace {

// Calls of a function that is not what the program does again and again, but what it begins with.
constexpr std::uint64_t again = 20;

// Smaller numbers would be simplified away.
constexpr std::int64_t least = 3;

// Which numbers become smaller, and by how much.
struct Shrinking {
  unsigned bits;
  std::int64_t above;
};

// Whether it is smaller now.
bool shrink(ir::Atom& atom, Shrinking by) {
  auto* literal = std::get_if<ir::Literal>(&atom);
  if (literal == nullptr) return false;
  if (literal->kind == ir::TypeKind::Double) {
    const double value = ir::scalar::decode<double>(literal->bits);
    // Whole ones: others are no sizes, and no times.
    if (!(value > static_cast<double>(by.above)) || value != std::floor(value)) return false;
    const double smaller = std::floor(std::ldexp(value, -static_cast<int>(by.bits)));
    literal->bits = ir::scalar::encode(std::max(static_cast<double>(least), smaller));
    return true;
  }
  // Small Integers have the bits of Ints; large ones are no sizes.
  const bool size = literal->kind == ir::TypeKind::Int ||
                    (literal->kind == ir::TypeKind::Integer && ir::integer::isSmall(literal->bits));
  const auto value = static_cast<std::int64_t>(literal->bits);
  if (!size || value <= by.above) return false;
  literal->bits = static_cast<std::uint64_t>(std::max(least, value >> by.bits));
  return true;
}

bool shrink(ir::Block& block, Shrinking by) {
  bool smaller = false;
  for (ir::Binding& binding : block.bindings) {
    if (auto* call = std::get_if<ir::Call>(&binding.operation)) {
      for (ir::Atom& atom : call->arguments) smaller |= shrink(atom, by);
    } else if (auto* copy = std::get_if<ir::Copy>(&binding.operation)) {
      for (ir::Atom& atom : copy->atoms) smaller |= shrink(atom, by);
    } else if (auto* primitive = std::get_if<ir::Primitive>(&binding.operation)) {
      // How long a number is.
      if (primitive->op == ir::PrimOp::IntPow || primitive->op == ir::PrimOp::ShiftL) {
        smaller |= shrink(primitive->arguments[1], by);
      }
    }
    ir::forEachBlock(binding.operation, [&](ir::Block& inner) { smaller |= shrink(inner, by); });
  }
  for (ir::Atom& atom : block.results) smaller |= shrink(atom, by);
  return smaller;
}

// Nothing, if nothing can be made smaller: the table of a thousand entries, say.
std::optional<ir::Program> shrunk(ir::Program program, const std::vector<bool>& rare,
                                  Shrinking by) {
  bool smaller = false;
  for (std::size_t i = 0; i < program.functions.size(); ++i) {
    ir::Function& function = program.functions[i];
    if (rare[i] || isConstant(program, function)) smaller |= shrink(function.body, by);
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
    calls += outcome.counts.inCalls() + 1;
  }
  return kind;
}

// How the evaluation of constants ends: the worst of all. Adds up the calls of each function, where
// `calls` is given.
Kind endOf(const ir::Program& program, const std::vector<ir::FunId>& constants, std::uint64_t most,
           bool lazy, std::vector<std::uint64_t>* calls = nullptr) {
  eval::Limits limits = eval::CompareOptions{}.limits;
  limits.calls = most;
  const auto end = [&](auto machine) {
    Kind worst = Kind::Values;
    for (const ir::FunId constant : constants) {
      const Kind kind = kindOf(machine, program, constant, most);
      for (std::size_t i = 0; calls != nullptr && i < calls->size(); ++i) {
        (*calls)[i] += machine.callsByFunction()[i];
      }
      if (kind == Kind::Limit) return kind;
      if (kind != Kind::Values) worst = kind;
    }
    return worst;
  };
  return lazy ? end(eval::LazyMachine(program, limits)) : end(eval::Machine(program, limits));
}

// The program with numbers that are smaller in one way, and whether it does not fail then.
struct Smaller {
  ir::Program program;
  bool works;
};

// The smaller the numbers, the sooner it ends: what does not with the smallest is given up, and of
// the others the largest that do are found by halving.
std::optional<Smaller> largestThatEnds(const ir::Program& program,
                                       const std::vector<ir::FunId>& constants,
                                       const std::vector<bool>& rare, std::int64_t above,
                                       std::uint64_t calls, bool lazy) {
  constexpr std::array<unsigned, 9> bits = {1, 2, 4, 6, 8, 12, 16, 24, 40};
  std::optional<Smaller> found;
  std::size_t first = 0;
  for (std::size_t last = bits.size(), tried = last - 1; first < last;
       tried = first + (last - first) / 2) {
    std::optional<ir::Program> smaller = shrunk(program, rare, {bits[tried], above});
    if (!smaller) return std::nullopt;
    const Kind end = endOf(*smaller, constants, calls, lazy);
    if (end == Kind::Limit) {
      first = tried + 1;
    } else {
      found = Smaller{std::move(*smaller), end == Kind::Values};
      last = tried;
    }
  }
  return found;
}

}  // namespace

bool isConstant(const ir::Program& program, const ir::Function& function) {
  return function.parameters.empty() || ir::isMainAction(program, function);
}

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
  if (endOf(program, constants, few, lazy, &called) != Kind::Limit) return std::nullopt;
  std::vector<bool> rare;
  for (const std::uint64_t times : called) rare.push_back(times > 0 && times <= again);
  // Where it fails with all numbers smaller, or goes on for ever, those of letters and bytes may
  // have to stay as they are, and those of a few thousand.
  for (const std::int64_t above : {least, std::int64_t{255}, std::int64_t{4095}}) {
    for (const std::uint64_t calls : {few, most}) {
      std::optional<Smaller> found = largestThatEnds(program, constants, rare, above, calls, lazy);
      if (found && found->works) return std::move(found->program);
    }
  }
  return std::nullopt;
}

}  // namespace deforest::search
