#include "eval/evaluate.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include "eval/integer_effort.hpp"
#include "eval/show.hpp"
#include "ir/scalar.hpp"
#include "support/check.hpp"

namespace deforest::eval {
namespace {

namespace scalar = ir::scalar;

constexpr std::size_t firstStack = std::size_t{1} << 12U;  // in words
// What of the stack is kept from one evaluation to the next, and of the heap: few need more.
constexpr std::size_t keptStack = std::size_t{1} << 16U;
constexpr std::size_t keptHeap = keptStack * sizeof(std::uint64_t);

// How many calls pass between two looks at the clock.
constexpr std::uint64_t callsPerSlice = std::uint64_t{1} << 16U;

std::int64_t asInt(std::uint64_t bits) {
  return scalar::decode<std::int64_t>(bits);
}
double asDouble(std::uint64_t bits) {
  return scalar::decode<double>(bits);
}

}  // namespace

// Divides the permitted calls into slices, with a look at the clock before each but the first.
class Machine::Watch {
 public:
  explicit Watch(const Limits& limits) : limits_(limits), callsLeft_(limits.calls) {}

  // The number of calls until the next look; 0 if none is permitted.
  std::uint64_t slice() {
    late_ = !isFirst_ && timeIsUp();
    isFirst_ = false;
    if (late_) return 0;
    const std::uint64_t calls = std::min(callsLeft_, callsPerSlice);
    callsLeft_ -= calls;
    return calls;
  }

  // Why no more calls are permitted.
  [[nodiscard]] std::string message() const {
    return late_ ? "the time limit of " + std::to_string(limits_.milliseconds) + " ms is reached"
                 : "the limit of " + std::to_string(limits_.calls) + " calls is reached";
  }

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] bool timeIsUp() const {
    return limits_.milliseconds > 0 &&
           Clock::now() - start_ >= std::chrono::milliseconds(limits_.milliseconds);
  }

  const Limits limits_;
  const Clock::time_point start_ = Clock::now();
  std::uint64_t callsLeft_;
  bool isFirst_ = true;
  bool late_ = false;
};

struct Machine::Made {
  std::uint64_t cases = 0;
  std::uint64_t allocations = 0;
  std::uint64_t words = 0;
  std::uint64_t integers = 0;
};

Counts& Counts::operator+=(const Counts& other) {
  visits += other.visits;
  matches += other.matches;
  cases += other.cases;
  calls += other.calls;
  allocations += other.allocations;
  suspensions += other.suspensions;
  words += other.words;
  held = std::max(held, other.held);
  integers += other.integers;
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
      foreign_(program),
      calls_(program.functions.size(), 0),
      seen_(program.functions.size(), false),
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
  entry_ = {};
  reached_.clear();
  seen_.assign(program_.functions.size(), false);
  hits_.assign(code().instructions.size(), 0);
  hit_.clear();
}

void Machine::clearHits() {
  for (const ir::FunId function : hit_) {
    const FunctionCode& cleared = code().functions[function.value];
    std::fill(hits_.begin() + cleared.entry, hits_.begin() + cleared.end, 0);
  }
  hit_.clear();
}

std::vector<ir::FunId> Machine::functionsHit() const {
  return {hit_.begin(), hit_.end()};
}

// What an evaluation of `function` may call is all that it counts in: of a program with a thousand
// roots each is evaluated without regard to the others.
void Machine::reach(ir::FunId function) {
  const bool other = entry_ != function;
  if (other) {
    for (const ir::FunId before : reached_) calls_[before.value] = 0;
    entry_ = function;
    reached_ = {function};
    seen_[function.value] = true;
    for (std::size_t next = 0; next < reached_.size(); ++next) {
      const FunctionCode& caller = code().functions[reached_[next].value];
      for (std::uint32_t i = caller.entry; i < caller.end; ++i) {
        const Instruction& at = code().instructions[i];
        if ((at.op != Opcode::Call && at.op != Opcode::TailCall) || seen_[at.a]) continue;
        seen_[at.a] = true;
        reached_.push_back(ir::FunId{at.a});
      }
    }
    std::ranges::sort(reached_);
    for (const ir::FunId reached : reached_) seen_[reached.value] = false;
  }
  for (const ir::FunId reached : reached_) calls_[reached.value] = 0;
  if (other || hit_.empty()) hit_.insert(reached_.begin(), reached_.end());
}

Value Machine::construct(ir::CtorId ctor, std::span<const Value> fields) {
  return heap_.construct(program_, ctor, fields);
}

bool Machine::growStack(std::size_t words) {
  const std::size_t used = heap_.reserved() + stackSize_ * sizeof(std::uint64_t);
  const std::size_t left =
      limits_.bytes > used ? (limits_.bytes - used) / sizeof(std::uint64_t) : 0;
  // By little, where much is there: all of it counts against the limit, and moving it costs
  // nothing.
  const std::size_t more = stackSize_ < keptStack ? stackSize_ : stackSize_ / 8;
  const std::size_t wanted = std::max({words, firstStack, stackSize_ + more});
  const std::size_t size = std::max(words, std::min(wanted, stackSize_ + left));
  if (size - stackSize_ > left) return false;
  void* moved = std::realloc(stack_.get(), size * sizeof(std::uint64_t));
  if (moved == nullptr) return false;
  (void)stack_.release();
  stack_.reset(static_cast<std::uint64_t*>(moved));
  stackSize_ = size;
  return true;
}

void Machine::clear() {
  heap_.clear();
  if (heap_.reserved() > keptHeap) heap_ = Heap(limits_.bytes);
  if (stackSize_ <= keptStack) return;
  stack_.reset();
  stackSize_ = 0;
}

// The frame at `base` with room for so many words, perhaps elsewhere; null if there is none.
std::uint64_t* Machine::withRoom(const std::uint64_t* base, std::uint32_t words) {
  const auto offset = static_cast<std::size_t>(base - stack_.get());
  if (!growStack(offset + words)) return nullptr;
  heap_.setLimit(limits_.bytes - std::min(limits_.bytes, stackSize_ * sizeof(std::uint64_t)));
  return stack_.get() + offset;
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

Counts Machine::total(const Made& made) const {
  Counts counts;
  counts.cases = made.cases;
  counts.allocations = made.allocations;
  counts.words = made.words;
  counts.integers = made.integers;
  if (held_) counts.held = held_->most();
  for (const ir::FunId function : reached_) {
    const std::uint64_t calls = calls_[function.value];
    counts.calls += calls;
    if (classes_[function.value].matches) counts.matches += calls;
    if (classes_[function.value].visits()) counts.visits += calls;
  }
  return counts;
}

Outcome Machine::call(ir::FunId function, std::span<const Value> arguments) {
  const FunctionCode& called = code().functions[function.value];
  support::check(arguments.size() == called.parameters, "an evaluation with a wrong arity");
  reach(function);
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
  outcome.effort = outcome.counts.inCalls();
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
  const TypedPrimitive* const primitives = code().primitives.data();
  const ir::Implementation* const implementations = code().implementations.data();
  const ir::IntegerImplementation* const onIntegers = code().onIntegers.data();
  const std::uint64_t firstNullary = Heap::nullary(0);
  std::uint64_t* const calls = calls_.data();
  std::uint64_t* const hits = hits_.data();
  std::uint64_t* base = stack_.get() + 1;
  std::uint64_t* end = stack_.get() + stackSize_;
  base[-1] = 0;  // Halt, with a distance of 0
  Made made;
  Watch watch(limits_);
  std::uint64_t slice = watch.slice();

  // Whatever is not inlined takes the state of the loop by value: a variable whose address is
  // handed out lives in memory.
  const auto give = [this, &outcome](Outcome::Kind kind, std::string message, Made soFar) {
    fail(outcome, kind, std::move(message));
    outcome.counts = total(soFar);
  };

  if (slice == 0) return give(Outcome::Kind::Limit, watch.message(), made);
  --slice;
  ++calls[function.value];
  const Instruction* pc = instructions + functions[function.value].entry;
  while (true) {
    const Instruction& at = *pc++;
    switch (at.op) {
      case Opcode::Halt:
        outcome.counts = total(made);
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
        if (cell == nullptr) return give(Outcome::Kind::Limit, "out of memory for values", made);
        ++hits[&at - instructions];
        ++made.allocations;
        made.words += at.n + std::uint64_t{1};
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
        ++made.cases;
        pc = instructions + targets[at.b + *cellOf(Value{base[at.a]})];
        break;
      case Opcode::JumpUnless:
        if (base[at.a] == 0) pc = instructions + at.b;
        break;
      case Opcode::Jump:
        pc = instructions + at.a;
        break;
      case Opcode::Call:
        base += at.c;
        base[-1] = static_cast<std::uint64_t>(pc - instructions) << 32U | at.c;
        [[fallthrough]];
      case Opcode::TailCall: {
        if (slice == 0) slice = watch.slice();
        if (slice == 0) return give(Outcome::Kind::Limit, watch.message(), made);
        --slice;
        ++calls[at.a];
        ++hits[&at - instructions];
        const FunctionCode& callee = functions[at.a];
        if (static_cast<std::size_t>(end - base) < callee.frame) {
          base = withRoom(base, callee.frame);
          if (base == nullptr) {
            return give(Outcome::Kind::Limit, "out of memory for the stack", made);
          }
          end = stack_.get() + stackSize_;
        }
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
        return give(Outcome::Kind::Error, code().messages[at.a], made);
      case Opcode::FailWith: {
        std::string message = stringOf(Value{base[at.b]});
        const Outcome::Kind kind = kindOfFailure(message);
        return give(kind, std::move(message), made);
      }
      case Opcode::Foreign: {
        const ForeignCall& called = code().foreign[at.b];
        std::vector<Value> arguments;
        for (std::uint32_t i = 0; i < at.n; ++i)
          arguments.push_back(Value{base[operands[at.c + i]]});
        std::optional<Value> result;
        try {
          result = foreign_.call(called, arguments, heap_);
        } catch (const support::LimitError&) {
          return give(Outcome::Kind::Limit, "out of memory for values", made);
        }
        if (!result) return give(Outcome::Kind::Error, ForeignValues::noValue(called), made);
        base[at.a] = result->bits;
        break;
      }
      case Opcode::Apply: {
        const std::uint64_t first = base[at.b];
        const std::uint64_t second = base[at.c];
        if (!implementations[at.n](first, second, base[at.a])) {
          return give(Outcome::Kind::Error, primitiveError(at.n, first, second), made);
        }
        break;
      }
      case Opcode::ApplyLarge: {
        using ir::integer::Status;
        const std::uint64_t first = base[at.b];
        const std::uint64_t second = base[at.c];
        const TypedPrimitive& typed = primitives[at.n];
        std::uint64_t due = callsWorth(typed.op, typed.first, first, typed.second, second);
        made.integers += due;
        while (due > 0) {
          if (slice == 0) slice = watch.slice();
          if (slice == 0) return give(Outcome::Kind::Limit, watch.message(), made);
          const std::uint64_t paid = std::min(due, slice);
          due -= paid;
          slice -= paid;
        }
        switch (onIntegers[at.n](first, second, heap_.room(), base[at.a])) {
          case Status::Value:
            break;
          case Status::Raised:
            return give(Outcome::Kind::Error, primitiveError(at.n, first, second), made);
          case Status::NoRoom:
            return give(Outcome::Kind::Limit, "out of memory for values", made);
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
