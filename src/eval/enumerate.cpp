#include "eval/enumerate.hpp"

#include <algorithm>

#include "eval/samples.hpp"
#include "support/check.hpp"

namespace deforest::eval {
namespace {

constexpr std::uint64_t most = std::uint64_t{1} << 60U;

std::uint64_t plus(std::uint64_t a, std::uint64_t b) {
  return std::min(most, a + b);
}

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  return b != 0 && a > most / b ? most : a * b;
}

}  // namespace

Enumeration::Enumeration(const ir::Program& program, const std::vector<ir::TypeId>& types,
                         std::size_t highestCost)
    : program_(program), types_(types) {
  for (const ir::Constructor& constructor : program.constructors) {
    std::vector<ir::TypeId>& fields = fieldTypes_.emplace_back();
    for (const ir::Field& field : constructor.fields) fields.push_back(field.type);
  }
  fieldTypes_.push_back(types);
  counts_.resize(program.types.size());
  for (const std::vector<ir::TypeId>& fields : fieldTypes_) ways_.emplace_back(fields.size() + 1);
  for (std::size_t cost = 0; cost <= highestCost; ++cost) {
    for (std::uint32_t i = 0; i < program.types.size(); ++i) {
      counts_[i].push_back(countOf(ir::TypeId{i}, cost));
    }
    for (std::size_t sequence = 0; sequence < fieldTypes_.size(); ++sequence) {
      std::vector<Row>& rows = ways_[sequence];
      rows.back().push_back(cost == 0 ? 1 : 0);
      for (std::size_t i = fieldTypes_[sequence].size(); i-- > 0;) {
        std::uint64_t sum = 0;
        const Row& first = counts_[fieldTypes_[sequence][i].value];
        for (std::size_t k = 0; k <= cost; ++k) {
          sum = plus(sum, times(first[k], rows[i + 1][cost - k]));
        }
        rows[i].push_back(sum);
      }
    }
  }
}

std::uint64_t Enumeration::countOf(ir::TypeId id, std::size_t cost) const {
  const ir::Type& type = program_.type(id);
  if (type.kind != ir::TypeKind::Data) return cost < simpleScalars(type.kind).size() ? 1 : 0;
  if (cost == 0) return 0;
  std::uint64_t sum = 0;
  for (const ir::CtorId ctor : type.constructors) {
    sum = plus(sum, ways_[ctor.value][0][cost - 1]);
  }
  return sum;
}

std::vector<Term> Enumeration::at(std::size_t cost, std::uint64_t rank) const {
  std::vector<Term> terms;
  fields(fieldTypes_.size() - 1, types_, cost, rank, terms);
  return terms;
}

void Enumeration::fields(std::size_t sequence, const std::vector<ir::TypeId>& types,
                         std::size_t cost, std::uint64_t rank, std::vector<Term>& out) const {
  for (std::size_t i = 0; i < types.size(); ++i) {
    const Row& first = counts_[types[i].value];
    const Row& rest = ways_[sequence][i + 1];
    std::size_t k = 0;
    for (; k <= cost; ++k) {
      const std::uint64_t here = times(first[k], rest[cost - k]);
      if (rank < here) break;
      rank -= here;
    }
    support::check(k <= cost, "a tuple number out of range");
    cost -= k;
    out.push_back(term(types[i], k, rank / rest[cost]));
    rank %= rest[cost];
  }
}

Term Enumeration::term(ir::TypeId id, std::size_t cost, std::uint64_t rank) const {
  const ir::Type& type = program_.type(id);
  if (type.kind != ir::TypeKind::Data) {
    return {TermNode{id, {}, simpleScalars(type.kind)[cost], 1}};
  }
  for (const ir::CtorId ctor : type.constructors) {
    const std::uint64_t here = ways_[ctor.value][0][cost - 1];
    if (rank >= here) {
      rank -= here;
      continue;
    }
    std::vector<Term> parts;
    fields(ctor.value, fieldTypes_[ctor.value], cost - 1, rank, parts);
    Term result = {TermNode{id, ctor, 0, 1}};
    for (const Term& part : parts) result.insert(result.end(), part.begin(), part.end());
    result[0].size = static_cast<std::uint32_t>(result.size());
    return result;
  }
  support::fail("a value number out of range");
}

}  // namespace deforest::eval
