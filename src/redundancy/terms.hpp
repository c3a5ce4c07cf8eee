// Values of a function body as hash-consed terms: equal terms are equal values.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "ir/program.hpp"

namespace deforest::redundancy {

using TermId = std::uint32_t;

/// The operator of a term; `a` and `b` say which one exactly.
enum class TermKind : std::uint8_t {
  Parameter,  ///< a: index of the parameter
  Literal,    ///< a: kind, bits
  Construct,  ///< a: constructor
  Primitive,  ///< a: operation, b: result type
  Field,      ///< a: constructor, b: index; of the one argument
  Output,     ///< a: function, b: result; of the arguments
  Choice,     ///< condition or scrutinee, then the value in each branch
  Failure     ///< a: a number of its own: an error equals nothing else, nor does what is not known
};

struct Term {
  TermKind kind = TermKind::Parameter;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint64_t bits = 0;
  std::vector<TermId> arguments;
  auto operator<=>(const Term&) const = default;
};

class Terms {
 public:
  TermId intern(Term term) {
    const auto [place, added] = ids_.emplace(term, static_cast<TermId>(terms_.size()));
    if (added) terms_.push_back(std::move(term));
    return place->second;
  }
  [[nodiscard]] const Term& operator[](TermId id) const { return terms_[id]; }

 private:
  std::map<Term, TermId> ids_;
  std::vector<Term> terms_;
};

}  // namespace deforest::redundancy
