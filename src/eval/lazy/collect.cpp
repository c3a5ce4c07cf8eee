// What of frames and cells is still in use.
//
// Known are the slots that are wanted: by what is being evaluated, by what waits on the stack for a
// value, by constants, as results. In use is what such a slot holds; of a binding that is not
// carried out yet, the places of its frame that it needs, those of nested blocks included, and no
// others. Its frame stays, since carrying it out writes there. The type of a value is not known, so
// a scalar that happens to be the address of a cell keeps that.
#include <algorithm>
#include <set>
#include <utility>

#include "eval/lazy/machine.hpp"

namespace deforest::eval {
namespace {

using lazy::BlockCode;
using lazy::Node;
using lazy::Operand;

// Places that nodes of the block need and do not give themselves.
void addNeeds(const BlockCode& block, const std::vector<std::uint32_t>& given,
              std::set<std::uint32_t>& needs) {
  std::set<std::uint32_t> used;
  std::set<std::uint32_t> bound(given.begin(), given.end());
  const auto use = [&](const Operand& operand) {
    if (operand.place != Operand::none) used.insert(operand.place);
  };
  for (const Operand& result : block.results) use(result);
  for (const Node* node : block.nodes) {
    bound.insert(node->results.begin(), node->results.end());
    for (const Operand& operand : node->operands) use(operand);
    for (std::size_t i = 0; i < node->blocks.size(); ++i) {
      addNeeds(node->blocks[i],
               i < node->fields.size() ? node->fields[i] : std::vector<std::uint32_t>(), used);
    }
  }
  for (const std::uint32_t place : used) {
    if (!bound.contains(place)) needs.insert(place);
  }
}

}  // namespace

// The places of the blocks of a node.
const std::vector<std::uint32_t>& LazyMachine::needsOf(const Node& node) {
  if (needs_.size() < code_.nodes.size()) needs_.resize(code_.nodes.size());
  std::vector<std::uint32_t>& known = needs_[node.index];
  if (!known.empty() || node.blocks.empty()) return known;
  std::set<std::uint32_t> found;
  for (std::size_t i = 0; i < node.blocks.size(); ++i) {
    addNeeds(node.blocks[i], i < node.fields.size() ? node.fields[i] : std::vector<std::uint32_t>(),
             found);
  }
  known.assign(found.begin(), found.end());
  return known;
}

void LazyMachine::markFrame(const Node& node, Slot* frame) {
  const std::size_t places = code_.functions[node.function].places;
  cells_.pin(frame, 2 * std::max<std::size_t>(places, 1));
}

void LazyMachine::markSlot(Slot* slot) {
  if (!cells_.mark(slot)) return;
  cells_.pin(slot, 2);
  unmarked_.push_back(slot);
}

void LazyMachine::markWord(std::uint64_t word) {
  if (cells_.isStart(word)) {
    const auto* cell = std::bit_cast<const std::uint64_t*>(word);
    if (!cells_.mark(cell)) return;
    const std::size_t fields = lazy::Cells::fieldsOf(cell);
    inUse_ += 1 + fields;
    auto* slots = std::bit_cast<Slot*>(word + sizeof(std::uint64_t));
    for (std::size_t i = 0; i < fields; ++i) markSlot(slots + i);
    return;
  }
  if (ir::integer::isSmall(word)) return;
  const std::uint64_t address = word - (std::uint64_t{1} << 62U);
  if (!cells_.isStart(address)) return;
  const auto* number = std::bit_cast<const std::uint64_t*>(address);
  if (cells_.mark(number)) cells_.pin(number, 1 + static_cast<std::size_t>(number[0] >> 1U));
}

void LazyMachine::markInside(Slot* slot) {
  switch (slot->state) {
    case isValue:
      return markWord(slot->bits);
    case isReference: {
      // It and those on the way refer to what it refers to in the end, or have its value: fields
      // that are handed on from one record to the next make long chains.
      Slot* target = slot;
      while (target->state == isReference) target = std::bit_cast<Slot*>(target->bits);
      const bool known = target->state == isValue;
      const Slot end = known ? *target : Slot{isReference, std::bit_cast<std::uint64_t>(target)};
      while (slot != target) slot = std::bit_cast<Slot*>(std::exchange(*slot, end).bits);
      return known ? markWord(end.bits) : markSlot(target);
    }
    case isHole:
    case isFailure:
      return;
    default:
      break;
  }
  const Node& node = *std::bit_cast<const Node*>(slot->state & ~isCounted);
  auto* frame = std::bit_cast<Slot*>(slot->bits);
  markFrame(node, frame);
  for (const Operand& operand : node.operands) {
    if (operand.place != Operand::none) markSlot(frame + operand.place);
  }
  for (const std::uint32_t place : needsOf(node)) markSlot(frame + place);
  if ((slot->state & isCounted) != 0) inUse_ += 2 + node.operands.size() + needsOf(node).size();
}

void LazyMachine::markAll(Slot* at, std::uint64_t value, lazy::Cells::Purpose purpose) {
  using Kind = Continuation::Kind;
  cells_.beginMarking(purpose);
  inUse_ = 0;
  if (at != nullptr) {
    markSlot(at);
  } else {
    markWord(value);
  }
  if (observed_ != nullptr) {
    for (const auto& [type, slot] : *observed_) markSlot(slot);
  } else {
    for (Slot* slot : kept_) markSlot(slot);
  }
  for (const Hole& hole : holes_) markSlot(hole.slot);
  for (std::size_t i = 0; i < constants_.size(); ++i) {
    if (constants_[i] == nullptr) continue;
    if (observed_ != nullptr && i == observedFunction_.value) continue;
    const lazy::FunctionCode& function = code_.functions[i];
    cells_.pin(constants_[i], 2 * std::max<std::size_t>(function.places, 1));
    for (const Operand& result : function.body.results) {
      if (result.place != Operand::none) markSlot(constants_[i] + result.place);
    }
  }
  for (const Continuation& waiting : stack_) {
    if (waiting.kind == Kind::Update) {
      inUse_ += 3;
      markSlot(waiting.slot);
      continue;
    }
    inUse_ += 2;
    const Node& node = *waiting.node;
    markFrame(node, waiting.slot);
    const auto from = [&](std::size_t first) {
      for (std::size_t i = first; i < node.operands.size(); ++i) {
        if (node.operands[i].place != Operand::none) {
          markSlot(waiting.slot + node.operands[i].place);
        }
      }
    };
    switch (waiting.kind) {
      case Kind::Operands:
        if (waiting.index > 0) markWord(waiting.bits);
        if (waiting.index == 0) from(1);
        break;
      case Kind::Junction:
      case Kind::Seq:
        from(1);
        break;
      case Kind::Fields:
        from(0);
        break;
      case Kind::Branch:
        for (const std::uint32_t place : needsOf(node)) markSlot(waiting.slot + place);
        break;
      case Kind::Character:
        markWord(waiting.bits);
        break;
      case Kind::Update:
      case Kind::Unpack:
      case Kind::Message:
        break;
    }
  }
  while (!unmarked_.empty()) {
    Slot* slot = unmarked_.back();
    unmarked_.pop_back();
    markInside(slot);
  }
}

void LazyMachine::collect(Slot* at, std::uint64_t value) {
  markAll(at, value, lazy::Cells::Purpose::Free);
  // What nothing else is in use for is never met again.
  std::erase_if(exported_, [&](const auto& entry) { return !cells_.isMarked(entry.first); });
  constexpr std::size_t words = sizeof(Continuation) / sizeof(std::uint64_t);
  cells_.endMarking(stack_.size() * words);
}

}  // namespace deforest::eval
