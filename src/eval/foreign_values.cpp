#include "eval/foreign_values.hpp"

#include <algorithm>

#include "ir/traverse.hpp"

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
