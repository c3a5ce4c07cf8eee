#include "eval/evaluate.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include "ir/scalar.hpp"
#include "support/check.hpp"

namespace deforest::eval {
namespace {

namespace scalar = ir::scalar;

constexpr std::size_t firstStack = std::size_t{1} << 12U;  // in words

// How many calls pass between two looks at the clock.
constexpr std::uint64_t callsPerSlice = std::uint64_t{1} << 16U;

std::int64_t asInt(std::uint64_t bits) {
  return scalar::decode<std::int64_t>(bits);
}
double asDouble(std::uint64_t bits) {
  return scalar::decode<double>(bits);
}

}  // namespace

// Divides the permitted calls into slices, with a look at the clock after each.
struct Machine::Watch {
  std::uint64_t callsLeft;
  std::uint64_t milliseconds;
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();

  [[nodiscard]] bool timeIsUp() const {
    if (milliseconds == 0) return false;
    return std::chrono::steady_clock::now() - start >= std::chrono::milliseconds(milliseconds);
  }
  // The number of calls until the next look; 0 if none is left.
  std::uint64_t slice() {
    const std::uint64_t calls = std::min(callsLeft, callsPerSlice);
    callsLeft -= calls;
    return calls;
  }
};

Counts& Counts::operator+=(const Counts& other) {
  visits += other.visits;
  matches += other.matches;
  cases += other.cases;
  calls += other.calls;
  allocations += other.allocations;
  words += other.words;
  held = std::max(held, other.held);
  return *this;
}

void Machine::Free::operator()(std::uint64_t* block) const {
  std::free(block);
}

Machine::Machine(const ir::Program& program, Limits limits)
    : program_(program),
      limits_(limits),
      translator_(program),
      classes_(classify(program)),
      heap_(limits.bytes),
      calls_(program.functions.size(), 0),
      hits_(code().instructions.size(), 0) {}

void Machine::setLimits(Limits limits) {
  limits_ = limits;
}

void Machine::countHeld() {
  if (!held_) held_ = std::make_unique<HeldCells>(program_, code());
}

void Machine::update(const std::vector<ir::FunId>& changed) {
  support::check(!held_, "a program that changes while what is held is counted");
  translator_.translate(changed);
  classes_.assign(program_.functions.size(), {});
  calls_.assign(program_.functions.size(), 0);
  hits_.assign(code().instructions.size(), 0);
}

Value Machine::construct(ir::CtorId ctor, std::span<const Value> fields) {
  return heap_.construct(program_, ctor, fields);
}

bool Machine::growStack(std::size_t words) {
  const std::size_t used = heap_.reserved() + stackSize_ * sizeof(std::uint64_t);
  const std::size_t left =
      limits_.bytes > used ? (limits_.bytes - used) / sizeof(std::uint64_t) : 0;
  const std::size_t wanted = std::max({words, firstStack, stackSize_ * 2});
  const std::size_t size = std::max(words, std::min(wanted, stackSize_ + left));
  if (size - stackSize_ > left) return false;
  void* moved = std::realloc(stack_.get(), size * sizeof(std::uint64_t));
  if (moved == nullptr) return false;
  (void)stack_.release();
  stack_.reset(static_cast<std::uint64_t*>(moved));
  stackSize_ = size;
  return true;
}

void Machine::fail(Outcome& outcome, Outcome::Kind kind, std::string message) const {
  outcome.kind = kind;
  outcome.message = std::move(message);
}

std::string Machine::primitiveError(std::uint16_t primitive, std::uint64_t first,
                                    std::uint64_t second) const {
  const TypedPrimitive& typed = code().primitives[primitive];
  std::vector<ir::Literal> operands = {{typed.first, first}};
  if (ir::info(typed.op).arity == 2) operands.push_back({typed.second, second});
  return ir::errorMessage(typed.op, operands);
}

Counts Machine::total(std::uint64_t cases, std::uint64_t allocations, std::uint64_t words) const {
  Counts counts;
  counts.cases = cases;
  counts.allocations = allocations;
  counts.words = words;
  if (held_) counts.held = held_->most();
  for (std::size_t i = 0; i < calls_.size(); ++i) {
    counts.calls += calls_[i];
    if (classes_[i].matches) counts.matches += calls_[i];
    if (classes_[i].visits()) counts.visits += calls_[i];
  }
  return counts;
}

Outcome Machine::call(ir::FunId function, std::span<const Value> arguments) {
  const FunctionCode& called = code().functions[function.value];
  support::check(arguments.size() == called.parameters, "an evaluation with a wrong arity");
  std::fill(calls_.begin(), calls_.end(), 0);
  Outcome outcome;
  heap_.setLimit(limits_.bytes - std::min(limits_.bytes, stackSize_ * sizeof(std::uint64_t)));
  if (stackSize_ < called.frame + std::size_t{1} && !growStack(called.frame + std::size_t{1})) {
    fail(outcome, Outcome::Kind::Limit, "out of memory for the stack");
    return outcome;
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) stack_.get()[1 + i] = arguments[i].bits;
  if (held_) {
    held_->begin(stack_.get() + 1, function);
    run<true>(function, outcome);
  } else {
    run<false>(function, outcome);
  }
  if (outcome.ok()) {
    for (std::size_t i = 0; i < called.results; ++i) {
      outcome.values.push_back(Value{stack_.get()[1 + i]});
    }
  }
  return outcome;
}

// The arguments lie above the first word of the stack, and so do the results when it returns.
template <bool CountsHeld>
void Machine::run(ir::FunId function, Outcome& outcome) {
  const Instruction* const instructions = code().instructions.data();
  const FunctionCode* const functions = code().functions.data();
  const std::uint64_t* const words = code().words.data();
  const std::uint32_t* const operands = code().operands.data();
  const std::uint32_t* const targets = code().targets.data();
  const ir::Implementation* const implementations = code().implementations.data();
  const std::uint64_t firstNullary = Heap::nullary(0);
  std::uint64_t* const calls = calls_.data();
  std::uint64_t* const hits = hits_.data();
  std::uint64_t* base = stack_.get() + 1;
  std::uint64_t* end = stack_.get() + stackSize_;
  base[-1] = 0;  // Halt, with a distance of 0
  std::uint64_t cases = 0;
  std::uint64_t allocations = 0;
  std::uint64_t allocatedWords = 0;
  Watch watch{limits_.calls, limits_.milliseconds};
  std::uint64_t slice = watch.slice();
  const Instruction* pc = instructions;

  const auto give = [&](Outcome::Kind kind, std::string message) {
    fail(outcome, kind, std::move(message));
    outcome.counts = total(cases, allocations, allocatedWords);
  };
  // Counts a call; false if no more are permitted.
  const auto permit = [&](std::uint32_t callee) {
    if (slice == 0) {
      if (watch.timeIsUp()) {
        give(Outcome::Kind::Limit,
             "the time limit of " + std::to_string(limits_.milliseconds) + " ms is reached");
        return false;
      }
      slice = watch.slice();
      if (slice == 0) {
        give(Outcome::Kind::Limit,
             "the limit of " + std::to_string(limits_.calls) + " calls is reached");
        return false;
      }
    }
    --slice;
    ++calls[callee];
    return true;
  };
  // Room for a frame at `base`; false if there is none.
  const auto ensure = [&](std::uint32_t frame) {
    if (static_cast<std::size_t>(end - base) >= frame) return true;
    const auto offset = static_cast<std::size_t>(base - stack_.get());
    if (!growStack(offset + frame)) {
      give(Outcome::Kind::Limit, "out of memory for the stack");
      return false;
    }
    heap_.setLimit(limits_.bytes - std::min(limits_.bytes, stackSize_ * sizeof(std::uint64_t)));
    base = stack_.get() + offset;
    end = stack_.get() + stackSize_;
    return true;
  };

  if (!permit(function.value)) return;
  pc = instructions + functions[function.value].entry;
  while (true) {
    const Instruction& at = *pc++;
    switch (at.op) {
      case Opcode::Halt:
        outcome.counts = total(cases, allocations, allocatedWords);
        return;
      case Opcode::Move:
        base[at.a] = base[at.b];
        break;
      case Opcode::Load:
        base[at.a] = words[at.b];
        break;
      case Opcode::Nullary:
        base[at.a] = firstNullary + at.b * sizeof(std::uint64_t);
        break;
      case Opcode::Field:
        base[at.a] = cellOf(Value{base[at.b]})[1 + at.c];
        break;
      case Opcode::Construct: {
        std::uint64_t* cell = heap_.allocate(at.n + std::size_t{1});
        if (cell == nullptr) {
          give(Outcome::Kind::Limit, "out of memory for values");
          return;
        }
        ++hits[&at - instructions];
        ++allocations;
        allocatedWords += at.n + std::uint64_t{1};
        cell[0] = at.b;
        for (std::uint32_t i = 0; i < at.n; ++i) cell[1 + i] = base[operands[at.c + i]];
        base[at.a] = std::bit_cast<std::uint64_t>(cell);
        if constexpr (CountsHeld) {
          if (held_->allocated()) {
            held_->look(base, static_cast<std::uint32_t>(&at - instructions));
          }
        }
        break;
      }
      case Opcode::Switch:
        ++hits[&at - instructions];
        ++cases;
        pc = instructions + targets[at.b + *cellOf(Value{base[at.a]})];
        break;
      case Opcode::JumpUnless:
        if (base[at.a] == 0) pc = instructions + at.b;
        break;
      case Opcode::Jump:
        pc = instructions + at.a;
        break;
      case Opcode::Call: {
        if (!permit(at.a)) return;
        ++hits[&at - instructions];
        const FunctionCode& callee = functions[at.a];
        const auto back = static_cast<std::uint64_t>(pc - instructions);
        base += at.c;
        base[-1] = back << 32U | at.c;
        if (!ensure(callee.frame)) return;
        pc = instructions + callee.entry;
        break;
      }
      case Opcode::TailCall: {
        if (!permit(at.a)) return;
        ++hits[&at - instructions];
        const FunctionCode& callee = functions[at.a];
        if (!ensure(callee.frame)) return;
        pc = instructions + callee.entry;
        break;
      }
      case Opcode::ReturnWith:
        base[0] = base[at.a];
        [[fallthrough]];
      case Opcode::Return: {
        const std::uint64_t link = base[-1];
        pc = instructions + (link >> 32U);
        base -= static_cast<std::uint32_t>(link);
        break;
      }
      case Opcode::Fail:
        give(Outcome::Kind::Error, code().messages[at.a]);
        return;
      case Opcode::Apply: {
        const std::uint64_t first = base[at.b];
        const std::uint64_t second = base[at.c];
        if (!implementations[at.n](first, second, base[at.a])) {
          give(Outcome::Kind::Error, primitiveError(at.n, first, second));
          return;
        }
        break;
      }
      case Opcode::IntAdd:
        base[at.a] = base[at.b] + base[at.c];
        break;
      case Opcode::IntSub:
        base[at.a] = base[at.b] - base[at.c];
        break;
      case Opcode::IntMul:
        base[at.a] = base[at.b] * base[at.c];
        break;
      case Opcode::IntEq:
        base[at.a] = base[at.b] == base[at.c] ? 1 : 0;
        break;
      case Opcode::IntNe:
        base[at.a] = base[at.b] != base[at.c] ? 1 : 0;
        break;
      case Opcode::IntLt:
        base[at.a] = asInt(base[at.b]) < asInt(base[at.c]) ? 1 : 0;
        break;
      case Opcode::IntLe:
        base[at.a] = asInt(base[at.b]) <= asInt(base[at.c]) ? 1 : 0;
        break;
      case Opcode::IntGt:
        base[at.a] = asInt(base[at.b]) > asInt(base[at.c]) ? 1 : 0;
        break;
      case Opcode::IntGe:
        base[at.a] = asInt(base[at.b]) >= asInt(base[at.c]) ? 1 : 0;
        break;
      case Opcode::IntAddConstant:
        base[at.a] = base[at.b] + words[at.c];
        break;
      case Opcode::DoubleAdd:
        base[at.a] = scalar::encode(asDouble(base[at.b]) + asDouble(base[at.c]));
        break;
      case Opcode::DoubleSub:
        base[at.a] = scalar::encode(asDouble(base[at.b]) - asDouble(base[at.c]));
        break;
      case Opcode::DoubleMul:
        base[at.a] = scalar::encode(asDouble(base[at.b]) * asDouble(base[at.c]));
        break;
      case Opcode::DoubleDiv:
        base[at.a] = scalar::encode(asDouble(base[at.b]) / asDouble(base[at.c]));
        break;
      case Opcode::DoubleLt:
        base[at.a] = asDouble(base[at.b]) < asDouble(base[at.c]) ? 1 : 0;
        break;
      case Opcode::DoubleLe:
        base[at.a] = asDouble(base[at.b]) <= asDouble(base[at.c]) ? 1 : 0;
        break;
    }
  }
}

}  // namespace deforest::eval
