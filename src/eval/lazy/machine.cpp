#include "eval/lazy/machine.hpp"

#include <algorithm>

#include "eval/integer_effort.hpp"
#include "eval/lazy/raised.hpp"
#include "support/utf8.hpp"

namespace deforest::eval {
namespace {

using lazy::Action;
using lazy::BlockCode;
using lazy::GivenUp;
using lazy::Node;
using lazy::Operand;
using lazy::Raised;

// A message of more bytes than this is given up: one may be without end.
constexpr std::size_t longestMessage = std::size_t{1} << 26U;

// A call moves about so many values in most programs; and so many, on the average, at most.
constexpr std::uint64_t movesPerCall = 16;
constexpr std::uint64_t mostMovesPerCall = 512;

}  // namespace

LazyMachine::LazyMachine(const ir::Program& program, Limits limits)
    : program_(program),
      limits_(limits),
      code_(lazy::compile(program)),
      classes_(classify(program)),
      heap_(limits.bytes),
      cells_(limits.bytes),
      foreign_(program),
      hits_(code_.nodes.size(), 0),
      suspended_(program.functions.size(), 0) {}

void LazyMachine::update(const std::vector<ir::FunId>& changed) {
  lazy::update(code_, program_, changed);
  classes_.assign(program_.functions.size(), {});
  clear();
  hits_.assign(code_.nodes.size(), 0);
  suspended_.assign(program_.functions.size(), 0);
}

void LazyMachine::begin() {
  cells_.clear();
  cells_.setLimit(limits_.bytes - std::min(limits_.bytes, heap_.reserved()));
  stack_.clear();
  failures_.clear();
  kept_.clear();
  holes_.clear();
  exported_.clear();
  printed_.clear();
  errors_.clear();
  collects_ = false;
  observed_ = nullptr;
  imported_ = 0;
  if (calls_.size() != program_.functions.size()) {
    constants_.assign(program_.functions.size(), nullptr);
    calls_.assign(program_.functions.size(), 0);
    called_.clear();
  }
  for (const std::uint32_t function : called_) {
    constants_[function] = nullptr;
    calls_[function] = 0;
  }
  called_.clear();
  callsLeft_ = limits_.calls;
  foreignDepth_ = 0;
  counts_ = {};
  moves_ = 0;
}

LazyMachine::Slot* LazyMachine::slots(std::size_t count) {
  static_assert(sizeof(Slot) == 2 * sizeof(std::uint64_t));
  std::uint64_t* words = cells_.allocate(2 * std::max<std::size_t>(count, 1));
  if (words == nullptr) throw GivenUp{"out of memory for values"};
  return reinterpret_cast<Slot*>(words);
}

// What there is to write in a frame counts by its variables, wherever they stand.
LazyMachine::Slot* LazyMachine::frameOf(const lazy::FunctionCode& function) {
  moves_ += function.variables;
  return slots(function.places);
}

// What an operation on large Integers took, in calls.
void LazyMachine::charge(std::uint64_t calls) {
  if (calls > callsLeft_) throw GivenUp{"it makes too many calls"};
  callsLeft_ -= calls;
  counts_.integers += calls;
  moves_ += calls * movesPerCall;
}

Counts LazyMachine::total() const {
  Counts counts = counts_;
  if (countsHeld_) counts.held = mostHeld_;
  for (const std::uint32_t i : called_) {
    counts.calls += calls_[i];
    if (classes_[i].matches) counts.matches += calls_[i];
    if (classes_[i].visits()) counts.visits += calls_[i];
  }
  return counts;
}

std::uint64_t LazyMachine::effort(const Counts& counts) const {
  return std::max(counts.calls, moves_ / movesPerCall) + 1;
}

// ---------------------------------------------------------------------------- frames and blocks

// Counts a call. The frame is new, its parameters are given.
void LazyMachine::enter(std::uint32_t function, Slot* frame) {
  if (callsLeft_ == 0 || moves_ / mostMovesPerCall > limits_.calls)
    throw GivenUp{"it makes too many calls"};
  --callsLeft_;
  if (calls_[function]++ == 0) called_.push_back(function);
  open(code_.functions[function].body, frame);
}

void LazyMachine::open(const BlockCode& block, Slot* frame) {
  const auto bits = std::bit_cast<std::uint64_t>(frame);
  for (const lazy::Promise& promise : block.promises) {
    frame[promise.place] = {std::bit_cast<std::uint64_t>(promise.node), bits};
  }
}

// Gives a slot what outlives the evaluation at hand.
[[gnu::always_inline]] inline void LazyMachine::keep(Slot& slot, const Operand& operand,
                                                     Slot* frame) {
  if (operand.place != Operand::none) countSuspension(frame[operand.place]);
  give(slot, operand, frame);
}

// If nobody has kept the binding in the slot yet.
void LazyMachine::countSuspension(Slot& slot) {
  if (slot.state <= isFailure || (slot.state & isCounted) != 0) return;
  const Node& node = *std::bit_cast<const Node*>(slot.state);
  if (!node.suspends) return;
  std::uint64_t cells = 1;
  if (node.results.size() > 1) {
    const auto* frame = std::bit_cast<const Slot*>(slot.bits);
    const bool first = std::ranges::none_of(node.results, [&](std::uint32_t place) {
      return frame[place].state > isFailure && (frame[place].state & isCounted) != 0;
    });
    if (first && node.action != Action::Unpack) cells += 2;
  }
  slot.state |= isCounted;
  suspend(node.function, cells);
  auto* frame = std::bit_cast<Slot*>(slot.bits);
  for (const std::uint32_t place : node.captures) countSuspension(frame[place]);
}

// The results of a binding that are not wanted now, once it is known which block gives them. What
// gives the one that is wanted, too, is about to be carried out.
void LazyMachine::giveOthers(const Node& node, const BlockCode& block, Slot* frame, Slot* from,
                             std::size_t wanted) {
  const auto stateOf = [&](const Operand& operand) {
    return operand.place == Operand::none ? isValue : from[operand.place].state & ~isCounted;
  };
  for (std::size_t i = 0; i < node.results.size(); ++i) {
    if (i == wanted) continue;
    if (stateOf(block.results[i]) == stateOf(block.results[wanted])) {
      give(frame[node.results[i]], block.results[i], from);
    } else {
      keep(frame[node.results[i]], block.results[i], from);
    }
  }
}

std::size_t LazyMachine::wantedOf(const Node& node, const Slot* frame, const Slot* slot) {
  if (node.results.size() == 1) return 0;
  const auto place = static_cast<std::uint32_t>(slot - frame);
  return static_cast<std::size_t>(std::ranges::find(node.results, place) - node.results.begin());
}

struct LazyMachine::Run {
  LazyMachine& machine;
  std::size_t bottom;

  using Kind = Continuation::Kind;

  // What to do next: evaluate a slot, or hand a value to the last continuation.
  Slot* at = nullptr;
  std::uint64_t value = 0;
  bool returning = false;

  void push(Kind kind, const Node* node, Slot* slot, std::uint32_t index = 0,
            std::uint64_t bits = 0) {
    machine.stack_.push_back({kind, index, node, slot, bits});
    ++machine.moves_;
    if ((machine.stack_.size() & 0xFFFFU) == 0 &&
        machine.stack_.size() * sizeof(Continuation) + machine.cells_.reserved() >
            machine.limits_.bytes) {
      throw GivenUp{"out of memory for the stack"};
    }
  }

  void want(const Operand& operand, Slot* frame) {
    if (operand.place == Operand::none) {
      give(operand.bits);
    } else {
      want(frame + operand.place);
    }
  }

  void want(Slot* slot) {
    if (slot->state == isValue) {
      give(slot->bits);
    } else {
      at = slot;
      returning = false;
    }
  }

  // The value of an operand that has one.
  static bool isKnown(const Operand& operand, const Slot* frame, std::uint64_t& bits) {
    if (operand.place == Operand::none) {
      bits = operand.bits;
      return true;
    }
    const Slot* slot = frame + operand.place;
    if (slot->state == isReference) slot = std::bit_cast<const Slot*>(slot->bits);
    bits = slot->bits;
    return slot->state == isValue;
  }

  // What takes no evaluation of anything else is done where it stands: `value` is that of the slot.
  // What it counts as is what it would be if it waited for what is known, and was waited for.
  bool isDone(const Node& node, Slot* frame, const Slot* slot) {
    switch (node.action) {
      case Action::Copy:
        return isKnown(node.operands[wantedOf(node, frame, slot)], frame, value);
      case Action::Wrap:
        return isKnown(node.operands[0], frame, value);
      case Action::Strict: {
        std::uint64_t first = 0;
        if (!isKnown(node.operands[0], frame, first)) return false;
        value = first;
        if (node.operands.size() == 2 && !isKnown(node.operands[1], frame, value)) return false;
        std::uint64_t result = 0;
        // A failure is met again, with what waits for it.
        if (!apply(node, first, result)) return false;
        machine.moves_ += node.operands.size();
        value = result;
        return true;
      }
      case Action::Nullary:
        value = Heap::nullary(node.number);
        return true;
      case Action::Construct:
        if (!node.strict.empty()) return false;
        construct(node, frame, 0);
        return true;
      default:
        return false;
    }
  }

  void give(std::uint64_t bits) {
    value = bits;
    returning = true;
  }

  void run(Slot* wanted) {
    at = wanted;
    for (;;) {
      if (machine.cells_.isWorthCollecting() && machine.collects_ && machine.foreignDepth_ == 0) {
        machine.collect(returning ? nullptr : at, value);
      }
      if (machine.isLookDue_) machine.lookAtHeld(returning ? nullptr : at, value);
      if (!returning) {
        evaluate();
      } else if (machine.stack_.size() == bottom) {
        return;
      } else {
        resume();
      }
    }
  }

  // References to references are shortened on the way: a result that is handed on by many calls
  // would be that many away.
  void follow() {
    auto* next = std::bit_cast<Slot*>(at->bits);
    if (next->state == isReference) {
      at->bits = next->bits;
      next = std::bit_cast<Slot*>(next->bits);
    }
    at = next;
  }

  void evaluate() {
    switch (at->state) {
      case isValue:
        give(at->bits);
        return;
      case isReference:
        follow();
        return;
      case isHole:
        throw Raised{std::string(lazy::selfReference)};
      case isFailure:
        throw Raised{machine.failures_[at->bits]};
      default:
        break;
    }
    const Node* node = std::bit_cast<const Node*>(at->state & ~isCounted);
    auto* frame = std::bit_cast<Slot*>(at->bits);
    Slot* slot = at;
    const Continuation* last = machine.stack_.size() > bottom ? &machine.stack_.back() : nullptr;
    const bool handsOn = last != nullptr && last->kind == Kind::Update;
    if (isDone(*node, frame, slot)) {
      if (!handsOn) ++machine.moves_;
      *slot = {isValue, value};
      returning = true;
      return;
    }
    if (handsOn) {
      *slot = {isReference, std::bit_cast<std::uint64_t>(last->slot)};
    } else {
      slot->state = isHole;
      push(Kind::Update, node, slot, 0, std::bit_cast<std::uint64_t>(frame));
    }
    carryOut(*node, frame, slot);
  }

  void carryOut(const Node& node, Slot* frame, Slot* slot) {
    switch (node.action) {
      case Action::Copy:
        want(node.operands[wantedOf(node, frame, slot)], frame);
        return;
      case Action::Wrap:
        want(node.operands[0], frame);
        return;
      case Action::Strict:
      case Action::Print:
        push(Kind::Operands, &node, frame);
        want(node.operands[0], frame);
        return;
      case Action::And:
      case Action::Or:
        push(Kind::Junction, &node, frame);
        want(node.operands[0], frame);
        return;
      case Action::Seq:
        push(Kind::Seq, &node, frame);
        want(node.operands[0], frame);
        return;
      case Action::FailWith:
        push(Kind::Message, &node, frame);
        machine.message_.clear();
        want(node.operands[0], frame);
        return;
      case Action::Nullary:
        give(Heap::nullary(node.number));
        return;
      case Action::Construct:
        construct(node, frame, 0);
        return;
      case Action::Call:
        call(node, frame, wantedOf(node, frame, slot));
        return;
      case Action::Unpack:
        push(Kind::Unpack, &node, frame, static_cast<std::uint32_t>(wantedOf(node, frame, slot)));
        want(node.operands[0], frame);
        return;
      case Action::Fail:
        throw Raised{node.message};
      case Action::Foreign:
        give(machine.foreignValue(node, frame));
        return;
      case Action::Conditional:
      case Action::Case: {
        const auto wanted = static_cast<std::uint32_t>(wantedOf(node, frame, slot));
        if (isKnown(node.operands[0], frame, value)) {
          ++machine.moves_;
          branch({Kind::Branch, wanted, &node, frame, 0});
          return;
        }
        push(Kind::Branch, &node, frame, wanted);
        want(node.operands[0], frame);
        return;
      }
    }
  }

  // `evaluated` of the strict fields are.
  void construct(const Node& node, Slot* frame, std::uint32_t evaluated) {
    if (evaluated < node.strict.size()) {
      push(Kind::Fields, &node, frame, evaluated + 1);
      want(node.operands[node.strict[evaluated]], frame);
      return;
    }
    std::uint64_t* cell = machine.cells_.allocateCell(node.number, node.operands.size());
    if (cell == nullptr) throw GivenUp{"out of memory for values"};
    machine.moves_ += node.operands.size();
    auto* fields = reinterpret_cast<Slot*>(cell + 1);
    for (std::size_t i = 0; i < node.operands.size(); ++i) {
      machine.keep(fields[i], node.operands[i], frame);
    }
    ++machine.hits_[node.index];
    ++machine.counts_.allocations;
    machine.noteAllocated();
    machine.counts_.words += 1 + node.operands.size();
    if (node.boxes > 0) machine.suspend(node.function, node.boxes);
    give(std::bit_cast<std::uint64_t>(cell));
  }

  // Of several results those that are handed on before they are evaluated: a cell is made at once.
  void suspendResults(const BlockCode& block, std::uint32_t function, Slot* frame) {
    if (block.boxes > 0) machine.suspend(function, block.boxes);
    for (const std::uint32_t place : block.suspended) {
      Slot& slot = frame[place];
      if (slot.state <= isFailure) continue;
      const Node& node = *std::bit_cast<const Node*>(slot.state & ~isCounted);
      if (node.action == Action::Construct) {
        construct(node, frame, 0);
        slot = {isValue, value};
      } else {
        machine.countSuspension(slot);
      }
    }
  }

  void call(const Node& node, Slot* frame, std::size_t wanted) {
    const lazy::FunctionCode& callee = machine.code_.functions[node.number];
    Slot* inner = callee.parameters == 0 ? machine.constants_[node.number] : nullptr;
    if (inner == nullptr) {
      inner = machine.frameOf(callee);
      Slot* parameter = inner;
      for (const Operand& operand : node.operands) {
        if (operand.demanded) {
          machine.give(*parameter++, operand, frame);
        } else {
          machine.keep(*parameter++, operand, frame);
        }
      }
      ++machine.hits_[node.index];
      machine.enter(node.number, inner);
      if (callee.parameters == 0) machine.constants_[node.number] = inner;
    }
    if (node.results.size() > 1) {
      suspendResults(callee.body, node.number, inner);
      machine.giveOthers(node, callee.body, frame, inner, wanted);
    }
    want(callee.body.results[wanted], inner);
  }

  void resume() {
    const Continuation top = machine.stack_.back();
    machine.stack_.pop_back();
    switch (top.kind) {
      case Kind::Update:
        *top.slot = {isValue, value};
        return;
      case Kind::Operands:
        operands(top);
        return;
      case Kind::Junction: {
        const bool decided = (value != 0) == (top.node->action == Action::Or);
        if (!decided) want(top.node->operands[1], top.slot);
        return;
      }
      case Kind::Seq:
        want(top.node->operands[1], top.slot);
        return;
      case Kind::Fields:
        construct(*top.node, top.slot, top.index);
        return;
      case Kind::Unpack:
        unpack(top);
        return;
      case Kind::Branch:
        branch(top);
        return;
      case Kind::Message:
        message(top);
        return;
      case Kind::Character: {
        support::appendUtf8(machine.message_, value);
        if (machine.message_.size() > longestMessage) throw GivenUp{"a message without end"};
        push(Kind::Message, top.node, top.slot);
        at = reinterpret_cast<Slot*>(std::bit_cast<std::uint64_t*>(top.bits) + 1) + 1;
        returning = false;
        return;
      }
    }
  }

  void operands(const Continuation& top) {
    const Node& node = *top.node;
    if (top.index + 1 < node.operands.size()) {
      push(Kind::Operands, &node, top.slot, 1, value);
      want(node.operands[1], top.slot);
      return;
    }
    if (node.action != Action::Strict) {
      give(machine.print(node, value));
      return;
    }
    const std::uint64_t first = top.index == 0 ? value : top.bits;
    std::uint64_t result = 0;
    if (!apply(node, first, result)) {
      std::vector<ir::Literal> literals = {{node.kinds[0], first}};
      if (node.operands.size() == 2) literals.push_back({node.kinds[1], value});
      throw Raised{ir::errorMessage(node.op, literals)};
    }
    give(result);
  }

  // The primitive of a first operand and of the value at hand; false if it raises an exception.
  bool apply(const Node& node, std::uint64_t first, std::uint64_t& result) {
    if (node.onIntegers == nullptr) return node.implementation(first, value, result);
    const std::size_t last = node.operands.size() - 1;
    machine.charge(callsWorth(node.op, node.kinds[0], first, node.kinds[last], value));
    const auto status = node.onIntegers(first, value, machine.cells_.room(), result);
    if (status == ir::integer::Status::NoRoom) throw GivenUp{"out of memory for values"};
    if (status == ir::integer::Status::Raised) return false;
    return true;
  }

  void unpack(const Continuation& top) {
    auto* fields = reinterpret_cast<Slot*>(std::bit_cast<std::uint64_t*>(value) + 1);
    const Node& node = *top.node;
    for (std::size_t i = 0; i < node.results.size(); ++i) {
      if (i != top.index) give(top.slot[node.results[i]], fields[i]);
    }
    want(fields + top.index);
  }

  static void give(Slot& slot, Slot& source) {
    if (source.state == isValue || source.state == isReference) {
      slot = source;
    } else {
      slot = {isReference, std::bit_cast<std::uint64_t>(&source)};
    }
  }

  void branch(const Continuation& top) {
    const Node& node = *top.node;
    Slot* frame = top.slot;
    std::size_t chosen = value != 0 ? 0 : 1;
    if (node.action == Action::Case) {
      auto* cell = std::bit_cast<std::uint64_t*>(value);
      chosen = lazy::Cells::tagOf(cell);
      ++machine.hits_[node.index];
      ++machine.counts_.cases;
      auto* fields = reinterpret_cast<Slot*>(cell + 1);
      const std::vector<std::uint32_t>& places = node.fields[chosen];
      for (std::size_t i = 0; i < places.size(); ++i) give(frame[places[i]], fields[i]);
    }
    const BlockCode& block = node.blocks[chosen];
    machine.open(block, frame);
    if (node.results.size() > 1) {
      suspendResults(block, node.function, frame);
      machine.giveOthers(node, block, frame, frame, top.index);
    }
    want(block.results[top.index], frame);
  }

  void message(const Continuation& top) {
    constexpr std::uint64_t cons = 1;
    auto* cell = std::bit_cast<std::uint64_t*>(value);
    if (lazy::Cells::tagOf(cell) != cons) throw Raised{machine.message_};
    push(Kind::Character, top.node, top.slot, 0, value);
    at = reinterpret_cast<Slot*>(cell + 1);
    returning = false;
  }
};

// What was being evaluated when a failure was met fails whenever it is wanted again.
void LazyMachine::force(Slot* wanted) {
  Run run{*this, stack_.size()};
  try {
    run.run(wanted);
  } catch (const Raised& raised) {
    // What needs what is being evaluated further out fails only as long as that lasts.
    const bool passes = foreignDepth_ > 0 && raised.message == lazy::selfReference;
    const std::uint64_t number = failures_.size();
    failures_.push_back(raised.message);
    for (; stack_.size() > run.bottom; stack_.pop_back()) {
      const Continuation& left = stack_.back();
      if (left.kind != Continuation::Kind::Update) continue;
      *left.slot = passes ? Slot{std::bit_cast<std::uint64_t>(left.node), left.bits}
                          : Slot{isFailure, number};
    }
    throw;
  }
}

}  // namespace deforest::eval
