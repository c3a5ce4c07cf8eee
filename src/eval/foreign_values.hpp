// What calls of unknown functions (`ir::Foreign`) result in while a program is interpreted: a value
// of the right type that is arbitrary, but the same whenever the arguments are the same.
//
//     lookupUser 3 users      whatever it is, it is that again where it is called again
//
// So programs that make the same calls can be compared, and what they do with the results can be
// counted. The name and the first nodes of the arguments, breadth first, are hashed to a seed, from
// which a value is generated. It is the larger, the larger the arguments are. In Haskell's
// evaluation these nodes are evaluated for it, and one that fails counts as another value: a
// function of the program might evaluate them as well. Private to src/eval.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "eval/generate.hpp"
#include "eval/value.hpp"
#include "ir/program.hpp"

namespace deforest::eval {

/// A place where an unknown function is called.
struct ForeignCall {
  std::string name;
  std::vector<ir::TypeId> arguments;
  ir::TypeId result;
};

/// The one that the binding of a function is.
[[nodiscard]] ForeignCall foreignCall(const ir::Program& program, const ir::Function& function,
                                      const ir::Binding& binding);

/// As many nodes of the arguments decide the result.
inline constexpr std::size_t decidingNodes = 64;

/// The type that values of `type` are represented as: behind newtypes.
[[nodiscard]] const ir::Type& representation(const ir::Program& program, ir::TypeId type);

/// A hash of values, and how many nodes were looked at.
class Digest {
 public:
  explicit Digest(const std::string& name);
  void add(std::uint64_t word);
  void addNode(std::uint64_t word) {
    add(word);
    ++nodes_;
  }
  [[nodiscard]] std::uint64_t seed() const { return hash_; }
  [[nodiscard]] std::size_t nodes() const { return nodes_; }

 private:
  std::uint64_t hash_;
  std::size_t nodes_ = 0;
};

/// What of a scalar decides: of an Integer what is the same wherever it lies.
[[nodiscard]] inline std::uint64_t decidingBits(ir::TypeKind kind, std::uint64_t bits) {
  return kind == ir::TypeKind::Integer ? ir::integer::hash(bits) : bits;
}

/// Adds the first nodes of values. `look` gives the bits of a scalar or the tag of a datum, or
/// nothing if it fails; `field` the field of a datum.
template <class Ref, class Look, class Field>
void addNodes(Digest& digest, const ir::Program& program,
              std::deque<std::pair<ir::TypeId, Ref>> waiting, Look look, Field field) {
  while (!waiting.empty() && digest.nodes() < decidingNodes) {
    const auto [type, ref] = waiting.front();
    waiting.pop_front();
    const std::optional<std::uint64_t> bits = look(type, ref);
    digest.add(bits ? 1 : 0);
    digest.addNode(bits.value_or(0));
    const ir::Type& shown = representation(program, type);
    if (!bits || shown.kind != ir::TypeKind::Data) continue;
    const ir::Constructor& ctor = program.constructor(shown.constructors[*bits]);
    for (std::size_t i = 0; i < ctor.fields.size(); ++i) {
      waiting.emplace_back(ctor.fields[i].type, field(ref, i));
    }
  }
}

class ForeignValues {
 public:
  /// `program` must outlive this.
  explicit ForeignValues(const ir::Program& program);

  /// What the call results in; nothing if its type has no values. Throws LimitError if the heap is
  /// full.
  [[nodiscard]] std::optional<Value> call(const ForeignCall& called,
                                          std::span<const Value> arguments, Heap& heap);

  /// What has been printed when one of the calls of ir/printing.hpp is done.
  [[nodiscard]] Value printedBy(const ForeignCall& called, std::span<const Value> arguments,
                                Heap& heap) const;

  /// The same with the arguments given by their digest.
  [[nodiscard]] std::optional<Value> make(ir::TypeId type, const Digest& digest, Heap& heap);

  /// The failure of a call that has no value.
  [[nodiscard]] static std::string noValue(const ForeignCall& called);

 private:
  [[nodiscard]] static Value slotCall(const ForeignCall& called, std::span<const Value> arguments,
                                      Heap& heap);
  [[nodiscard]] static Value arrayCall(const ForeignCall& called, std::span<const Value> arguments,
                                       Heap& heap);
  [[nodiscard]] Value textBefore(ir::TypeId type, Value output, Value rest, Heap& heap) const;

  const ir::Program& program_;
  std::unique_ptr<RandomTerms> terms_;  // made when the first value is
  // Results by type, nodes and seed of the digest.
  std::map<std::tuple<std::uint32_t, std::size_t, std::uint64_t>, Term> known_;
  std::size_t knownNodes_ = 0;
};

}  // namespace deforest::eval
