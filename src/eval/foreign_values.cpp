#include "eval/foreign_values.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <initializer_list>

#include "eval/show.hpp"
#include "ir/arrays.hpp"
#include "ir/printing.hpp"
#include "ir/reading.hpp"
#include "ir/slots.hpp"
#include "ir/traverse.hpp"
#include "support/check.hpp"
#include "support/utf8.hpp"

namespace deforest::eval {
namespace {

// Nodes of the smallest result that is asked for, where its type allows.
constexpr std::size_t leastNodes = 6;

// Nodes of results that are kept. Programs are evaluated on the same inputs again and again.
constexpr std::size_t mostKnownNodes = 500'000;

}  // namespace

ForeignCall foreignCall(const ir::Program& program, const ir::Function& function,
                        const ir::Binding& binding) {
  const auto& foreign = std::get<ir::Foreign>(binding.operation);
  ForeignCall found;
  found.name = foreign.name;
  for (const ir::Atom& argument : foreign.arguments) {
    found.arguments.push_back(ir::typeOf(program, function, argument));
  }
  found.result = function.variables[binding.results[0].value].type;
  return found;
}

const ir::Type& representation(const ir::Program& program, ir::TypeId type) {
  const ir::Type* found = &program.type(type);
  while (found->isNewtype) {
    found = &program.type(program.constructor(found->constructors[0]).fields[0].type);
  }
  return *found;
}

Digest::Digest(const std::string& name) : hash_(0xcbf29ce484222325) {
  for (const char c : name) add(static_cast<unsigned char>(c));
}

void Digest::add(std::uint64_t word) {
  hash_ ^= word + 0x9e3779b97f4a7c15 + (hash_ << 6U) + (hash_ >> 2U);
  hash_ *= 0x100000001b3;
  hash_ ^= hash_ >> 29U;
}

ForeignValues::ForeignValues(const ir::Program& program) : program_(program) {}

std::optional<Value> ForeignValues::call(const ForeignCall& called,
                                         std::span<const Value> arguments, Heap& heap) {
  if (ir::isOutput(program_, called.result)) return printedBy(called, arguments, heap);
  if (called.name == ir::unreadCall || called.name == ir::aheadCall ||
      called.name == ir::fileTextCall) {
    return arguments[1];
  }
  if (called.name == ir::writtenCall) {
    return textBefore(called.result, arguments[0], arguments[1], heap);
  }
  if (ir::isSlotCall(called.name)) return slotCall(called, arguments, heap);
  if (ir::isArrayCall(called.name)) return arrayCall(called, arguments, heap);
  std::deque<std::pair<ir::TypeId, Value>> waiting;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    waiting.emplace_back(called.arguments[i], arguments[i]);
  }
  Digest digest(called.name);
  addNodes(
      digest, program_, std::move(waiting),
      [&](ir::TypeId type, Value value) {
        const ir::TypeKind kind = representation(program_, type).kind;
        return std::optional<std::uint64_t>(
            kind == ir::TypeKind::Data ? *cellOf(value) : decidingBits(kind, value.bits));
      },
      [](Value value, std::size_t index) { return Value{cellOf(value)[1 + index]}; });
  return make(called.result, digest, heap);
}

// A slot is a word that says whether it has been filled, and its value.
Value ForeignValues::slotCall(const ForeignCall& called, std::span<const Value> arguments,
                              Heap& heap) {
  if (called.name == ir::slotCall) {
    std::uint64_t* made = heap.allocate(2);
    if (made == nullptr) throw support::LimitError("no room for a slot");
    made[0] = made[1] = 0;
    return Value{std::bit_cast<std::uint64_t>(made)};
  }
  auto* slot = std::bit_cast<std::uint64_t*>(arguments[0].bits);
  if (called.name == ir::isFilledCall) return Value{slot[0]};
  if (called.name == ir::slotValueCall) return Value{slot[1]};
  slot[0] = 1;
  slot[1] = arguments[1].bits;
  return arguments[1];
}

// An array is its elements, a word each. What has been done with arrays is a number that is not
// looked at.
Value ForeignValues::arrayCall(const ForeignCall& called, std::span<const Value> arguments,
                               Heap& heap) {
  if (called.name == ir::newArrayCall) {
    const auto count = std::bit_cast<std::int64_t>(arguments[0].bits);
    const auto words = static_cast<std::size_t>(std::max<std::int64_t>(count, 1));
    std::uint64_t* made = heap.allocate(words);
    if (made == nullptr) throw support::LimitError("no room for an array");
    std::fill_n(made, words, arguments[1].bits);
    return Value{std::bit_cast<std::uint64_t>(made)};
  }
  const auto element = [&]() -> std::uint64_t& {
    return std::bit_cast<std::uint64_t*>(arguments[0].bits)[arguments[1].bits];
  };
  if (called.name == ir::elementCall) return Value{element()};
  if (called.name != ir::putElementCall) return arguments[0];
  element() = arguments[2].bits;
  return arguments[3];
}

// A list of the bytes that have been printed, or written to files of their names, the last one
// first: cells of the tag 1, and one of 0.
Value ForeignValues::printedBy(const ForeignCall& called, std::span<const Value> arguments,
                               Heap& heap) const {
  const auto cell = [&](std::initializer_list<std::uint64_t> words) {
    std::uint64_t* made = heap.allocate(words.size());
    if (made == nullptr) throw support::LimitError("no room for what is printed");
    std::ranges::copy(words, made);
    return Value{std::bit_cast<std::uint64_t>(made)};
  };
  if (arguments.empty()) return cell({0});
  if (called.name == ir::putErrorCall || called.name == ir::openFileCall ||
      called.name == ir::closeFileCall || called.name == ir::afterReadingCall) {
    return arguments[0];
  }
  std::string text;
  if (ir::takesCharacters(called.name)) {
    for (const Value each : arguments.subspan(1)) support::appendUtf8(text, each.bits);
  } else {
    text = show(program_, called.arguments[1], arguments[1]);
  }
  Value output = arguments[0];
  for (const char byte : text) {
    output = cell({1, output.bits, static_cast<unsigned char>(byte)});
  }
  return output;
}

// The characters of what has been printed in front of `rest`.
Value ForeignValues::textBefore(ir::TypeId type, Value output, Value rest, Heap& heap) const {
  const ir::Type& list = program_.type(type);
  const bool consFirst = !program_.constructor(list.constructors[0]).fields.empty();
  const ir::CtorId cons = list.constructors[consFirst ? 0 : 1];
  std::uint64_t code = 0;
  unsigned shift = 0;
  for (const std::uint64_t* cell = cellOf(output); cell[0] != 0; cell = cellOf(Value{cell[1]})) {
    const std::uint64_t byte = cell[2];
    if ((byte & 0xc0U) == 0x80) {  // not the first byte of its character
      code |= (byte & 0x3fU) << shift;
      shift += 6;
      continue;
    }
    code |= (shift == 0 ? byte : byte & (0x3fU >> (shift / 6))) << shift;
    rest = heap.construct(program_, cons, std::array{Value{code}, rest});
    code = shift = 0;
  }
  return rest;
}

std::optional<Value> ForeignValues::make(ir::TypeId type, const Digest& digest, Heap& heap) {
  if (terms_ == nullptr) terms_ = std::make_unique<RandomTerms>(program_);
  const std::tuple key(type.value, digest.nodes(), digest.seed());
  const auto known = known_.find(key);
  if (known != known_.end()) return build(heap, program_, known->second);
  std::optional<Term> term = terms_->term(type, leastNodes + digest.nodes(), digest.seed());
  if (!term) return std::nullopt;
  const Value value = build(heap, program_, *term);
  if (knownNodes_ + term->size() <= mostKnownNodes) {
    knownNodes_ += term->size();
    known_.emplace(key, std::move(*term));
  }
  return value;
}

std::string ForeignValues::noValue(const ForeignCall& called) {
  return "`" + called.name + "` results in a type that has no values";
}

}  // namespace deforest::eval
