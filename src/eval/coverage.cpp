#include "eval/coverage.hpp"

#include <algorithm>

#include "eval/apply.hpp"
#include "ir/primitives.hpp"
#include "ir/tail.hpp"
#include "ir/traverse.hpp"

namespace deforest::eval {
namespace {

// What the calls at branches may take at most, per call of the program itself.
constexpr std::uint64_t branchesPerCall = 3;

// What an evaluation may hold, stack and values: it does not make an input typical that nothing is
// given back while it runs, and the memory of the compiler is that of its dearest one.
constexpr std::size_t bytesPerCall = 48;
constexpr std::size_t bytesPerLazyCall = 120;  // What is put off is held, too.
constexpr std::size_t leastBytes = std::size_t{1} << 20U;

// Puts the calls in.
class Prober {
 public:
  Prober(ir::Program& program, std::vector<Point>& points, bool lazy)
      : program_(program), points_(points), lazy_(lazy) {}

  void run() {
    const std::size_t functions = program_.functions.size();
    for (std::uint32_t i = 0; i < functions; ++i) {
      const ir::Function& function = program_.functions[i];
      points_.push_back({ir::FunId{i}, function.position, true, ir::fails(function.body)});
    }
    type_ = intType();
    for (std::uint32_t i = 0; i < functions; ++i) {
      function_ = ir::FunId{i};
      // Adding functions moves those there are.
      ir::Block body = std::move(program_.functions[i].body);
      enter(body);
      program_.functions[i].body = std::move(body);
    }
  }

 private:
  ir::TypeId intType() {
    const auto found = std::ranges::find(program_.types, ir::TypeKind::Int, &ir::Type::kind);
    if (found == program_.types.end()) {
      ir::Type type;
      type.kind = ir::TypeKind::Int;
      type.name = "Int";
      program_.types.push_back(std::move(type));
      return ir::TypeId{static_cast<std::uint32_t>(program_.types.size() - 1)};
    }
    return ir::TypeId{static_cast<std::uint32_t>(found - program_.types.begin())};
  }

  void enter(ir::Block& block) {
    for (ir::Binding& binding : block.bindings) {
      ir::forEachBlock(binding.operation, [&](ir::Block& inner) {
        enter(inner);
        mark(inner, binding.position);
      });
    }
  }

  void mark(ir::Block& block, ir::Position position) {
    // What begins the branch tells more about its place than what chose it.
    const auto placed = std::ranges::find_if(
        block.bindings, [](const ir::Binding& binding) { return binding.position.known(); });
    if (placed != block.bindings.end()) position = placed->position;
    points_.push_back({function_, position, false, fails(block)});
    ir::Function probe;
    probe.name = "#" + std::to_string(points_.size());
    probe.resultTypes = {type_};
    probe.body.results = {ir::intLiteral(0)};
    const ir::FunId id{static_cast<std::uint32_t>(program_.functions.size())};
    program_.functions.push_back(std::move(probe));
    const ir::VarId unused = program_.functions[function_.value].fresh(type_, "branch");
    block.bindings.insert(block.bindings.begin(), {{unused}, ir::Call{id, {}}, position});
    if (lazy_) forceWithResults(block, unused);
  }

  void forceWithResults(ir::Block& block, ir::VarId forced) {
    for (ir::Atom& result : block.results) {
      ir::Function& function = program_.functions[function_.value];
      const ir::VarId made = function.fresh(ir::typeOf(program_, function, result), "r");
      block.bindings.push_back({{made}, ir::Primitive{ir::PrimOp::Seq, {forced, result}}, {}});
      result = made;
    }
  }

  ir::Program& program_;
  std::vector<Point>& points_;
  bool lazy_;
  ir::TypeId type_;
  ir::FunId function_;
};

}  // namespace

Coverage::Probed Coverage::probed(const ir::Program& program, bool lazy) {
  Probed result{program, {}};
  Prober(result.program, result.points, lazy).run();
  return result;
}

Coverage::Coverage(const ir::Program& program, bool lazy)
    : probed_(probed(program, lazy)), functions_(program.functions.size()) {
  if (lazy) {
    byNeed_.emplace(probed_.program);
  } else {
    strict_.emplace(probed_.program);
  }
}

Visit Coverage::evaluate(ir::FunId function, const Arguments& arguments, std::uint64_t calls) {
  const Limits limits{.calls = (1 + branchesPerCall) * calls,
                      .bytes = leastBytes + (byNeed_ ? bytesPerLazyCall : bytesPerCall) * calls,
                      .milliseconds = 0};
  const auto by = [&](auto& machine) {
    machine.setLimits(limits);
    return apply(machine, function, arguments);
  };
  Outcome outcome = byNeed_ ? by(*byNeed_) : by(*strict_);
  Visit visit{outcome.kind, std::move(outcome.message), outcome.counts, outcome.effort, {}, {}};
  const auto take = [&](std::uint32_t i, std::uint64_t count) {
    if (count == 0) return;
    visit.points.push_back(i);
    visit.times.push_back(count);
    if (i < functions_) return;
    visit.counts.calls -= count;
    visit.effort -= count;
  };
  if (byNeed_) {
    std::vector<std::uint32_t> called = byNeed_->called();
    std::ranges::sort(called);
    for (const std::uint32_t i : called) take(i, byNeed_->callsByFunction()[i]);
  } else {
    for (const ir::FunId reached : strict_->reached()) {
      take(reached.value, strict_->callsByFunction()[reached.value]);
    }
  }
  if (visit.ok() && visit.counts.inCalls() > calls) visit.kind = Outcome::Kind::Limit;
  if (visit.kind == Outcome::Kind::Limit && visit.counts.inCalls() > calls) {
    visit.message = "the limit of " + std::to_string(calls) + " calls is reached";
  }
  return visit;
}

}  // namespace deforest::eval
