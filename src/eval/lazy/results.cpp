// The way of values into the lazy machine and out of it.
#include <algorithm>
#include <deque>
#include <unordered_map>

#include "eval/foreign_values.hpp"
#include "eval/lazy/machine.hpp"
#include "eval/lazy/raised.hpp"
#include "support/utf8.hpp"

namespace deforest::eval {
namespace {

// Large numbers are compared as text. Decimal digits take the square of their number, so that
// longer ones are written in limbs, the lowest first.
std::string textOf(std::uint64_t number) {
  constexpr std::size_t longest = 32;
  const std::span<const std::uint64_t> limbs = ir::integer::limbs(number);
  if (limbs.size() <= longest) return ir::integer::decimal(number);
  std::string text = ir::integer::isNegative(number) ? "-limbs" : "limbs";
  for (const std::uint64_t limb : limbs) text += " " + std::to_string(limb);
  return text;
}

// Values that arguments are made of were built before.
constexpr std::uint64_t movesPerPart = 4;

}  // namespace

using lazy::BlockCode;
using lazy::GivenUp;
using lazy::Raised;

// The frame of a call, with the arguments in it.
LazyMachine::Slot* LazyMachine::import(const ir::Function& function,
                                       std::span<const Value> arguments,
                                       const std::set<std::size_t>& undefined) {
  const auto id = static_cast<std::size_t>(&function - program_.functions.data());
  Slot* frame = frameOf(code_.functions[id]);
  std::vector<Part> left;
  for (std::size_t i = arguments.size(); i-- > 0;) {
    const ir::TypeId type = function.variables[function.parameters[i].value].type;
    left.push_back({type, arguments[i], frame + i, false});
  }
  import(std::move(left), undefined);
  return frame;
}

// Copies values to where they belong; the last part comes first.
void LazyMachine::import(std::vector<Part> left, const std::set<std::size_t>& undefined) {
  for (std::size_t number = 0; !left.empty();) {
    Part part = left.back();
    left.pop_back();
    moves_ += movesPerPart;
    const ir::Type* type = &program_.type(part.type);
    while (type->isNewtype) {
      type = &program_.type(program_.constructor(type->constructors[0]).fields[0].type);
    }
    if (undefined.contains(number++) && !part.strict) {
      *part.slot = {isFailure, failures_.size()};
      failures_.emplace_back("an undefined part of the argument");
      continue;
    }
    *part.slot = {isValue, part.value.bits};
    if (type->kind != ir::TypeKind::Data) continue;
    const std::uint64_t* cell = cellOf(part.value);
    const ir::Constructor& ctor = program_.constructor(type->constructors[cell[0]]);
    if (ctor.fields.empty()) continue;
    std::uint64_t* made =
        cells_.allocateCell(static_cast<std::uint32_t>(cell[0]), ctor.fields.size());
    if (made == nullptr) throw GivenUp{"out of memory for values"};
    imported_ += 1 + ctor.fields.size();
    part.slot->bits = std::bit_cast<std::uint64_t>(made);
    auto* fields = reinterpret_cast<Slot*>(made + 1);
    for (std::size_t i = ctor.fields.size(); i-- > 0;) {
      left.push_back({ctor.fields[i].type, Value{cell[1 + i]}, fields + i, ctor.fields[i].strict});
    }
  }
}

// What a call of an unknown function results in. The parts of the arguments that decide it are
// evaluated; one that fails is a value like others.
std::uint64_t LazyMachine::foreignValue(const lazy::Node& node, Slot* frame) {
  constexpr std::size_t deepest = 200;
  if (++foreignDepth_ > deepest) throw GivenUp{"unknown functions are given one another's results"};
  Slot* given = slots(node.operands.size() + 1);
  moves_ += node.operands.size() + 1;
  std::deque<std::pair<ir::TypeId, Slot*>> waiting;
  for (std::size_t i = 0; i < node.operands.size(); ++i) {
    give(given[i], node.operands[i], frame);
    waiting.emplace_back(node.foreign.arguments[i], given + i);
  }
  const auto source = [](Slot* slot) {
    while (slot->state == isReference) slot = std::bit_cast<Slot*>(slot->bits);
    return slot;
  };
  const auto look = [&](ir::TypeId type, Slot* slot) -> std::optional<std::uint64_t> {
    try {
      force(slot);
    } catch (const Raised&) {
      return std::nullopt;
    }
    const std::uint64_t bits = source(slot)->bits;
    const ir::TypeKind kind = representation(program_, type).kind;
    if (kind == ir::TypeKind::Data) return lazy::Cells::tagOf(std::bit_cast<std::uint64_t*>(bits));
    return decidingBits(kind, bits);
  };
  const auto field = [&](Slot* slot, std::size_t index) {
    auto* cell = std::bit_cast<std::uint64_t*>(source(slot)->bits);
    return reinterpret_cast<Slot*>(cell + 1) + index;
  };
  Digest digest(node.foreign.name);
  addNodes(digest, program_, std::move(waiting), look, field);
  --foreignDepth_;
  moves_ += digest.nodes();
  const std::optional<Value> value = foreign_.make(node.foreign.result, digest, heap_);
  if (!value) throw Raised{ForeignValues::noValue(node.foreign)};
  Slot& result = given[node.operands.size()];
  import({{ node.foreign.result, *value, &result, true }}, {});
  return result.bits;
}

std::vector<LazyMachine::Slot*> LazyMachine::resultsOf(ir::FunId function, Slot* frame) {
  const BlockCode& body = code_.functions[function.value].body;
  Slot* given = slots(body.results.size());
  moves_ += body.results.size();
  std::vector<Slot*> results;
  for (std::size_t i = 0; i < body.results.size(); ++i) {
    give(given[i], body.results[i], frame);
    results.push_back(given + i);
    kept_.push_back(given + i);
  }
  return results;
}

Outcome LazyMachine::call(ir::FunId function, std::span<const Value> arguments) {
  begin();
  Outcome outcome;
  const ir::Function& called = program_.function(function);
  std::vector<Slot*> results;
  try {
    Slot* frame = import(called, arguments, {});
    if (called.parameters.empty()) constants_[function.value] = frame;
    enter(function.value, frame);
    results = resultsOf(function, frame);
    collects_ = true;
    for (std::size_t i = 0; i < results.size(); ++i) {
      outcome.values.push_back(exportValue(called.resultTypes[i], results[i]));
    }
  } catch (const Raised& raised) {
    outcome.kind = kindOfFailure(raised.message);
    outcome.message = raised.message;
    const std::size_t failed = outcome.values.size();
    if (failed < results.size()) {
      outcome.begun = textSoFar(called.resultTypes[failed], results[failed]);
    }
  } catch (const GivenUp& given) {
    outcome.kind = Outcome::Kind::Limit;
    outcome.message = given.message;
  }
  outcome.counts = total();
  outcome.effort = effort(outcome.counts);
  return outcome;
}

// The beginning of a String that has been evaluated; empty for other types.
std::string LazyMachine::textSoFar(ir::TypeId type, const Slot* slot) const {
  const ir::Type& list = program_.type(type);
  std::string text;
  if (list.shape != ir::DataShape::List ||
      program_.type(list.arguments[0]).kind != ir::TypeKind::Char) {
    return text;
  }
  const auto valueOf = [](const Slot* at) -> const std::uint64_t* {
    while (at->state == isReference) at = std::bit_cast<const Slot*>(at->bits);
    return at->state == isValue ? &at->bits : nullptr;
  };
  for (const std::uint64_t* bits = valueOf(slot); bits != nullptr;) {
    const auto* cell = std::bit_cast<const std::uint64_t*>(*bits);
    const ir::CtorId ctor = list.constructors[lazy::Cells::tagOf(cell)];
    if (program_.constructor(ctor).fields.empty()) break;
    const auto* fields = reinterpret_cast<const Slot*>(cell + 1);
    const std::uint64_t* letter = valueOf(fields);
    if (letter == nullptr) break;
    support::appendUtf8(text, *letter);
    bits = valueOf(fields + 1);
  }
  return text;
}

// Evaluates and copies everything, from the outside inwards and from the left. What is shared stays
// shared.
Value LazyMachine::exportValue(ir::TypeId type, Slot* slot) {
  std::uint64_t result = 0;
  exported_.clear();
  holes_ = {{type, slot, &result}};
  while (!holes_.empty()) {
    const Hole hole = holes_.back();
    holes_.pop_back();
    ++moves_;
    const ir::Type* at = &program_.type(hole.type);
    while (at->isNewtype) {
      at = &program_.type(program_.constructor(at->constructors[0]).fields[0].type);
    }
    kept_.push_back(hole.slot);
    force(hole.slot);
    kept_.pop_back();
    Slot* source = hole.slot;
    while (source->state == isReference) source = std::bit_cast<Slot*>(source->bits);
    *hole.word = source->bits;
    if (at->kind == ir::TypeKind::Integer &&
        !ir::integer::copy(source->bits, heap_.room(), *hole.word)) {
      throw GivenUp{"out of memory for values"};
    }
    if (at->kind != ir::TypeKind::Data) continue;
    auto* cell = std::bit_cast<std::uint64_t*>(source->bits);
    const std::uint32_t tag = lazy::Cells::tagOf(cell);
    const ir::Constructor& ctor = program_.constructor(at->constructors[tag]);
    if (ctor.fields.empty()) continue;
    if (const auto found = exported_.find(cell); found != exported_.end()) {
      *hole.word = found->second;
      continue;
    }
    std::uint64_t* made = heap_.allocate(1 + ctor.fields.size());
    if (made == nullptr) throw GivenUp{"out of memory for values"};
    made[0] = tag;
    *hole.word = std::bit_cast<std::uint64_t>(made);
    exported_.emplace(cell, *hole.word);
    auto* fields = reinterpret_cast<Slot*>(cell + 1);
    for (std::size_t i = ctor.fields.size(); i-- > 0;) {
      holes_.push_back({ctor.fields[i].type, fields + i, made + 1 + i});
    }
  }
  return Value{result};
}

Outcome::Kind LazyMachine::Observation::kind() const {
  if (sightings.empty()) return Outcome::Kind::Values;
  if (sightings.back().kind == Sighting::Kind::Limit) return Outcome::Kind::Limit;
  const Sighting& first = sightings.front();
  if (first.kind == Sighting::Kind::Failure) return kindOfFailure(first.text);
  return printsNothing ? Outcome::Kind::Error : Outcome::Kind::Values;
}

std::string LazyMachine::Observation::message() const {
  switch (kind()) {
    case Outcome::Kind::Limit:
      return sightings.back().text;
    case Outcome::Kind::End:
      return sightings.front().text;
    case Outcome::Kind::Error:
      return printsNothing ? sightings.back().text : sightings.front().text;
    default:
      return "";
  }
}

LazyMachine::Observation LazyMachine::observe(ir::FunId function, std::span<const Value> arguments,
                                              const std::set<std::size_t>& undefined,
                                              std::size_t most) {
  begin();
  Observation seen;
  try {
    const ir::Function& called = program_.function(function);
    const bool isMain = !program_.outputs.empty() && program_.find("main") == function;
    Slot* frame = import(called, arguments, undefined);
    if (called.parameters.empty()) constants_[function.value] = frame;
    enter(function.value, frame);
    std::deque<std::pair<ir::TypeId, Slot*>> left;
    observed_ = &left;
    observedFunction_ = function;
    beginHeld();
    const std::vector<Slot*> results = resultsOf(function, frame);
    for (std::size_t i = 0; i < results.size(); ++i) {
      left.emplace_back(called.resultTypes[i], results[i]);
    }
    while (!left.empty() && seen.sightings.size() < most) {
      const auto [named, slot] = left.front();
      left.pop_front();
      ++moves_;
      const ir::Type* type = &program_.type(named);
      while (type->isNewtype) {
        type = &program_.type(program_.constructor(type->constructors[0]).fields[0].type);
      }
      Sighting sighting;
      sighting.type = named;
      try {
        force(slot);
      } catch (const Raised& raised) {
        sighting.kind = Sighting::Kind::Failure;
        sighting.text = raised.message;
        const auto isPrinted = [](const Sighting& each) {
          return each.kind == Sighting::Kind::Scalar;
        };
        seen.printsNothing =
            isMain && !ir::isEnd(raised.message) && std::ranges::none_of(seen.sightings, isPrinted);
        seen.sightings.push_back(std::move(sighting));
        if (isMain) break;  // What it would print after that nobody sees.
        continue;
      }
      Slot* source = slot;
      while (source->state == isReference) source = std::bit_cast<Slot*>(source->bits);
      sighting.bits = source->bits;
      if (type->kind == ir::TypeKind::Integer && !ir::integer::isSmall(source->bits)) {
        sighting.bits = 0;
        sighting.text = textOf(source->bits);
      }
      if (type->kind == ir::TypeKind::Data) {
        auto* cell = std::bit_cast<std::uint64_t*>(source->bits);
        sighting.kind = Sighting::Kind::Datum;
        sighting.bits = lazy::Cells::tagOf(cell);
        const ir::Constructor& ctor = program_.constructor(type->constructors[sighting.bits]);
        auto* fields = reinterpret_cast<Slot*>(cell + 1);
        for (std::size_t i = 0; i < ctor.fields.size(); ++i) {
          left.emplace_back(ctor.fields[i].type, fields + i);
        }
      }
      seen.sightings.push_back(std::move(sighting));
    }
  } catch (const GivenUp& given) {
    Sighting sighting;
    sighting.kind = Sighting::Kind::Limit;
    sighting.text = given.message;
    seen.sightings.push_back(std::move(sighting));
  }
  observed_ = nullptr;
  seen.counts = total();
  seen.effort = effort(seen.counts);
  return seen;
}

}  // namespace deforest::eval
