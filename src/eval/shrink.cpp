// Greedy: the first simpler input that still fails takes the place of the input. An input is
// simpler if it has fewer nodes, or as many and scalars of less complexity, so this ends.
#include "eval/shrink.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "eval/samples.hpp"
#include "ir/integer.hpp"
#include "ir/scalar.hpp"

namespace deforest::eval {
namespace {

// Simple scalars by their order, then others by magnitude.
double complexity(ir::TypeKind kind, std::uint64_t bits) {
  const auto simple = simpleScalars(kind);
  const auto found = std::ranges::find(simple, bits);
  if (found != simple.end()) return static_cast<double>(found - simple.begin());
  if (kind == ir::TypeKind::Int) {
    return 10 + std::fabs(static_cast<double>(ir::scalar::decode<std::int64_t>(bits)));
  }
  if (kind == ir::TypeKind::Integer) return 10 + std::fabs(ir::integer::approximately(bits));
  if (kind == ir::TypeKind::Double || kind == ir::TypeKind::Float) {
    const auto value = ir::scalar::decode<double>(bits);
    const bool whole = value == std::floor(value) && std::fabs(value) < 1e6;
    return whole ? 10 + std::fabs(value) : 1e7;
  }
  return 10 + static_cast<double>(bits);
}

// Scalars to try instead of one; not all need be simpler.
std::vector<std::uint64_t> alternatives(ir::TypeKind kind, std::uint64_t bits) {
  const auto simple = simpleScalars(kind);
  std::vector<std::uint64_t> result(simple.begin(), simple.end());
  if (kind == ir::TypeKind::Int) {
    const auto value = ir::scalar::decode<std::int64_t>(bits);
    result.push_back(ir::scalar::encode(value / 2));
    result.push_back(ir::scalar::encode(value > 0 ? value - 1 : value + 1));
  } else if (kind == ir::TypeKind::Integer) {
    result.push_back(ir::integer::halved(bits));
    result.push_back(ir::integer::plus(bits, ir::integer::isNegative(bits) ? 1 : -1));
  } else if (kind == ir::TypeKind::Word || kind == ir::TypeKind::Char) {
    result.push_back(bits / 2);
    result.push_back(bits - 1);
  } else if (kind == ir::TypeKind::Double || kind == ir::TypeKind::Float) {
    const auto value = ir::scalar::decode<double>(bits);
    if (std::isfinite(value)) {
      result.push_back(ir::scalar::encode(std::trunc(value)));
      result.push_back(ir::scalar::encode(std::trunc(value / 2)));
    }
  }
  return result;
}

class Shrinker {
 public:
  Shrinker(const ir::Program& program, Arguments arguments,
           const std::function<bool(const Arguments&)>& fails, std::size_t attempts)
      : program_(program), arguments_(std::move(arguments)), fails_(fails), left_(attempts) {}

  Arguments run() {
    while (left_ > 0 && improve()) {
    }
    return std::move(arguments_);
  }

 private:
  // Whether some node could be simplified. Goes over all nodes once, from the roots down.
  bool improve() {
    bool improved = false;
    for (std::size_t argument = 0; argument < arguments_.size(); ++argument) {
      for (std::size_t node = 0; node < arguments_[argument].size(); ++node) {
        while (left_ > 0 && simplifyAt(argument, node)) improved = true;
      }
    }
    return improved;
  }

  bool simplifyAt(std::size_t argument, std::size_t index) {
    const Term& term = arguments_[argument];
    const TermNode& node = term[index];
    if (!node.ctor.valid()) return simplifyScalar(argument, index);
    const std::optional<Term> smallest = smallestTerm(program_, node.type);
    if (smallest && smallest->size() < node.size && tryReplacing(argument, index, *smallest)) {
      return true;
    }
    const std::size_t end = index + node.size;
    for (std::size_t below = index + 1; below < end; ++below) {
      if (arguments_[argument][below].type != arguments_[argument][index].type) continue;
      if (tryReplacing(argument, index, subterm(arguments_[argument], below))) return true;
    }
    return false;
  }

  bool simplifyScalar(std::size_t argument, std::size_t index) {
    const TermNode node = arguments_[argument][index];
    const ir::TypeKind kind = program_.type(node.type).kind;
    const double now = complexity(kind, node.bits);
    for (const std::uint64_t bits : alternatives(kind, node.bits)) {
      if (complexity(kind, bits) >= now) continue;
      if (tryReplacing(argument, index, {{node.type, {}, bits, 1}})) return true;
    }
    return false;
  }

  bool tryReplacing(std::size_t argument, std::size_t index, const Term& replacement) {
    if (left_ == 0) return false;
    --left_;
    Term candidate = withSubterm(arguments_[argument], index, replacement);
    std::swap(arguments_[argument], candidate);
    if (fails_(arguments_)) return true;
    std::swap(arguments_[argument], candidate);
    return false;
  }

  const ir::Program& program_;
  Arguments arguments_;
  const std::function<bool(const Arguments&)>& fails_;
  std::size_t left_;
};

}  // namespace

Arguments shrink(const ir::Program& program, Arguments arguments,
                 const std::function<bool(const Arguments&)>& fails, std::size_t attempts) {
  return Shrinker(program, std::move(arguments), fails, attempts).run();
}

}  // namespace deforest::eval
