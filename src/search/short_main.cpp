#include "search/short_main.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include "eval/apply.hpp"
#include "eval/compare.hpp"
#include "eval/evaluate.hpp"
#include "eval/lazy/machine.hpp"
#include "eval/readings.hpp"
#include "graph/call_graph.hpp"
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
  unsigned bits = 0;
  std::int64_t above = least;
  std::optional<std::int64_t> kept{};  // Numbers of this value stay.
  bool inData = false;                 // Those in trees that the program holds, too.
};

// Small Integers have the bits of Ints; large ones are no sizes.
std::optional<std::int64_t> sizeIn(const ir::Atom& atom) {
  const auto* literal = std::get_if<ir::Literal>(&atom);
  if (literal == nullptr) return std::nullopt;
  const bool size = literal->kind == ir::TypeKind::Int ||
                    (literal->kind == ir::TypeKind::Integer && ir::integer::isSmall(literal->bits));
  if (!size) return std::nullopt;
  return static_cast<std::int64_t>(literal->bits);
}

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
  const std::optional<std::int64_t> value = sizeIn(atom);
  if (!value || *value <= by.above || value == by.kept) return false;
  literal->bits = static_cast<std::uint64_t>(std::max(least, *value >> by.bits));
  return true;
}

bool shrink(ir::Block& block, Shrinking by) {
  bool smaller = false;
  for (ir::Binding& binding : block.bindings) {
    if (auto* call = std::get_if<ir::Call>(&binding.operation)) {
      for (ir::Atom& atom : call->arguments) smaller |= shrink(atom, by);
    } else if (auto* copy = std::get_if<ir::Copy>(&binding.operation)) {
      for (ir::Atom& atom : copy->atoms) smaller |= shrink(atom, by);
    } else if (auto* cell = std::get_if<ir::Construct>(&binding.operation)) {
      for (ir::Atom& atom : cell->fields) smaller |= by.inData && shrink(atom, by);
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

// How an evaluation ends, and how many calls it takes.
struct End {
  Kind kind;
  std::uint64_t calls = 0;
};

// A constant, or a `main` that is given nothing. One that fails then, because it reads a line or a
// number before anything else, is given what programs read until it does not.
template <class Machine>
End endOf(Machine& machine, const ir::Program& program, ir::FunId constant, std::uint64_t most) {
  std::vector<eval::Arguments> all = eval::readings(program, constant);
  if (all.empty()) all.emplace_back();
  End end{Kind::Error};
  for (auto each = all.begin(); each != all.end() && end.kind == Kind::Error && end.calls < most;
       ++each) {
    const eval::Outcome outcome = eval::apply(machine, constant, *each);
    end.kind = outcome.ended() ? Kind::Values : outcome.kind;
    end.calls += outcome.counts.inCalls() + 1;
  }
  return end;
}

// How the evaluation of constants ends: the worst of all. Adds up the calls of each function, where
// `calls` is given.
End endOf(const ir::Program& program, const std::vector<ir::FunId>& constants, std::uint64_t most,
          bool lazy, std::vector<std::uint64_t>* calls = nullptr) {
  eval::Limits limits = eval::CompareOptions{}.limits;
  limits.calls = most;
  const auto end = [&](auto machine) {
    End worst{Kind::Values};
    for (const ir::FunId constant : constants) {
      const End one = endOf(machine, program, constant, most);
      for (std::size_t i = 0; calls != nullptr && i < calls->size(); ++i) {
        (*calls)[i] += machine.callsByFunction()[i];
      }
      worst.calls += one.calls;
      if (one.kind != Kind::Values) worst.kind = one.kind;
      if (one.kind == Kind::Limit) break;
    }
    return worst;
  };
  return lazy ? end(eval::LazyMachine(program, limits)) : end(eval::Machine(program, limits));
}

// The program with numbers that are smaller in one way, and how it ends then.
struct Smaller {
  ir::Program program;
  End end;
  [[nodiscard]] bool works() const { return end.kind == Kind::Values; }
};

// By function: whether the constants call it once at most. What takes long hides what comes after
// it, as the rest of an action is a function that the action before it calls.
std::vector<bool> calledOnce(const ir::Program& program, const std::vector<ir::FunId>& constants) {
  const graph::CallGraph graph = graph::callGraph(program);
  std::vector<std::size_t> places(program.functions.size(), 0);
  for (const ir::Function& function : program.functions) {
    for (const auto& [callee, sites] : graph::callSites(function)) places[callee.value] += sites;
  }
  std::vector<bool> once(program.functions.size(), false);
  std::vector<ir::FunId> callers = constants;
  while (!callers.empty()) {
    const ir::FunId caller = callers.back();
    callers.pop_back();
    if (graph.recursive[caller.value]) continue;
    for (const ir::FunId callee : graph.callees[caller.value]) {
      if (places[callee.value] != 1 || graph.recursive[callee.value] || once[callee.value])
        continue;
      once[callee.value] = true;
      callers.push_back(callee);
    }
  }
  return once;
}

// Makes programs short, and tells which do what they should.
class Shortening {
 public:
  // `called`: by function, how often the constants called it.
  Shortening(const ir::Program& program, const std::vector<ir::FunId>& constants,
             const std::vector<std::uint64_t>& called, std::uint64_t few, std::uint64_t most,
             bool lazy)
      : program_(program),
        constants_(constants),
        none_(program.functions.size(), false),
        few_(few),
        most_(most),
        lazy_(lazy) {
    rare_ = calledOnce(program, constants);
    for (std::size_t i = 0; i < called.size(); ++i) {
      if (called[i] > 0) rare_[i] = called[i] <= again;
    }
  }

  std::optional<ir::Program> run() {
    // Less says little of what takes long; one with other numbers may say more.
    const std::uint64_t enough = few_ / 16;
    std::optional<Smaller> best;
    for (const std::vector<bool>* functions : {&rare_, &none_}) {
      // Numbers of letters and bytes may have to stay as they are, and those of a few thousand.
      // What does not end may do so with more numbers as they are, as `[3, 5 ..]` would not reach a
      // number with 3 for 5; if not, it takes longer still.
      for (const std::int64_t above : {least, std::int64_t{255}, std::int64_t{4095}}) {
        for (const std::uint64_t calls : {few_, most_}) {
          std::optional<Smaller> found = largestThatEnds(*functions, {.above = above}, calls);
          if (!found && above > least) break;
          if (!found || !found->works()) continue;
          if (!best || best->end.calls < found->end.calls) best = std::move(found);
          if (best->end.calls >= enough) return std::move(best->program);
          break;
        }
      }
    }
    if (best) return std::move(best->program);
    if (auto found = ofData()) return found;
    if (auto found = allButOneValue()) return found;
    return fewerOutputs();
  }

 private:
  // The smaller the numbers, the sooner it ends: what does not with the smallest is given up, and
  // of the others the largest that do are found by halving.
  [[nodiscard]] std::optional<Smaller> largestThatEnds(const std::vector<bool>& functions,
                                                       Shrinking by, std::uint64_t calls) const {
    std::optional<Smaller> found;
    std::size_t first = 0;
    for (std::size_t last = bits.size(), tried = last - 1; first < last;
         tried = first + (last - first) / 2) {
      by.bits = bits[tried];
      std::optional<ir::Program> smaller = shrunk(program_, functions, by);
      if (!smaller) return std::nullopt;
      const End end = endOf(*smaller, constants_, calls, lazy_);
      if (end.kind == Kind::Limit) {
        first = tried + 1;
      } else {
        found = Smaller{std::move(*smaller), end};
        last = tried;
      }
    }
    return found;
  }

  // A machine's program says in a tree how often it goes round. Small numbers in trees are more
  // often names than sizes.
  [[nodiscard]] std::optional<ir::Program> ofData() const {
    std::optional<Smaller> found = largestThatEnds(rare_, {.above = 255, .inData = true}, few_);
    if (!found || !found->works()) return std::nullopt;
    return std::move(found->program);
  }

  // A board has nine fields, and a smaller one fails.
  [[nodiscard]] std::optional<ir::Program> allButOneValue() const {
    constexpr std::size_t mostValues = 12;
    std::set<std::int64_t> values;
    for (const ir::FunId constant : constants_) addSizes(program_.function(constant).body, values);
    std::erase_if(values, [](std::int64_t value) { return value <= least; });
    if (values.size() > mostValues) return std::nullopt;
    for (const std::int64_t value : values) {
      std::optional<ir::Program> smaller = shrunk(program_, none_, {bits.back(), least, value});
      if (smaller && endOf(*smaller, constants_, few_, lazy_).kind == Kind::Values) return smaller;
    }
    return std::nullopt;
  }

  static void addSizes(const ir::Block& block, std::set<std::int64_t>& values) {
    for (const ir::Binding& binding : block.bindings) {
      ir::forEachAtom(binding.operation, [&](const ir::Atom& atom) {
        if (const auto size = sizeIn(atom)) values.insert(*size);
      });
      ir::forEachBlock(binding.operation, [&](const ir::Block& inner) { addSizes(inner, values); });
    }
  }

  // With those outputs of `main` that take no more than a few calls each.
  [[nodiscard]] std::optional<ir::Program> fewerOutputs() const {
    const auto main = std::ranges::find_if(constants_, [&](ir::FunId constant) {
      return ir::isMainAction(program_, program_.function(constant));
    });
    if (!lazy_ || main == constants_.end()) return std::nullopt;
    constexpr std::size_t mostTooDear = 8;
    std::size_t tooDear = 0;
    std::vector<bool> kept(program_.outputs.size(), false);
    for (std::size_t i = 0; i < kept.size() && tooDear < mostTooDear; ++i) {
      std::vector<bool> alone(kept.size(), false);
      alone[i] = true;
      const Kind end = endOf(withOutputs(*main, alone), {*main}, few_, lazy_).kind;
      kept[i] = end == Kind::Values;
      tooDear += end == Kind::Limit ? 1 : 0;
    }
    if (std::ranges::count(kept, true) == 0) return std::nullopt;
    ir::Program shorter = withOutputs(*main, kept);
    if (endOf(shorter, constants_, most_, lazy_).kind != Kind::Values) return std::nullopt;
    return shorter;
  }

  [[nodiscard]] ir::Program withOutputs(ir::FunId main, const std::vector<bool>& kept) const {
    ir::Program result = program_;
    ir::Function& function = result.functions[main.value];
    function.resultTypes.clear();
    function.body.results.clear();
    result.outputs.clear();
    for (std::size_t i = 0; i < kept.size(); ++i) {
      if (!kept[i]) continue;
      function.resultTypes.push_back(program_.function(main).resultTypes[i]);
      function.body.results.push_back(program_.function(main).body.results[i]);
      result.outputs.push_back(program_.outputs[i]);
    }
    return result;
  }

  static constexpr std::array<unsigned, 9> bits = {1, 2, 4, 6, 8, 12, 16, 24, 40};

  const ir::Program& program_;
  const std::vector<ir::FunId>& constants_;
  std::vector<bool> rare_;  // By function: what the constants begin with.
  std::vector<bool> none_;
  std::uint64_t few_;
  std::uint64_t most_;
  bool lazy_;
};

}  // namespace

bool isConstant(const ir::Program& program, const ir::Function& function) {
  return function.parameters.empty() || ir::isMainAction(program, function);
}

std::vector<eval::Value> nothingFor(const ir::Function& main) {
  return std::vector<eval::Value>(main.parameters.size(), eval::Value{eval::Heap::nullary(0)});
}

std::optional<ir::Program> withShortMain(const ir::Program& program, std::uint64_t few,
                                         std::uint64_t most, bool lazy) {
  std::vector<ir::FunId> constants;
  for (const ir::FunId root : program.roots) {
    if (isConstant(program, program.function(root))) constants.push_back(root);
  }
  if (constants.empty()) return std::nullopt;
  std::vector<std::uint64_t> called(program.functions.size(), 0);
  if (endOf(program, constants, few, lazy, &called).kind != Kind::Limit) return std::nullopt;
  return Shortening(program, constants, called, few, most, lazy).run();
}

}  // namespace deforest::search
