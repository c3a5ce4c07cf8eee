#include "eval/equal.hpp"

#include <set>
#include <tuple>
#include <vector>

#include "ir/integer.hpp"
#include "ir/scalar.hpp"

namespace deforest::eval {
namespace {

// Values larger than this may owe it to sharing: pairs already compared are remembered then.
constexpr std::size_t patience = 100'000;

bool equalScalars(ir::TypeKind kind, std::uint64_t a, std::uint64_t b) {
  if (a == b) return true;
  if (kind == ir::TypeKind::Integer) return ir::integer::compare(a, b) == 0;
  if (kind != ir::TypeKind::Double && kind != ir::TypeKind::Float) return false;
  const auto x = ir::scalar::decode<double>(a);
  const auto y = ir::scalar::decode<double>(b);
  return x != x && y != y;
}

}  // namespace

bool equalValues(const ir::Program& before, const ir::Program& after,
                 const Correspondence& correspondence, ir::TypeId type, Value a, Value b) {
  using Pair = std::tuple<std::uint32_t, std::uint64_t, std::uint64_t>;
  std::vector<Pair> pending = {{type.value, a.bits, b.bits}};
  std::set<Pair> compared;
  std::size_t steps = 0;
  while (!pending.empty()) {
    const Pair pair = pending.back();
    pending.pop_back();
    const auto [typeIndex, left, right] = pair;
    const ir::TypeId id{typeIndex};
    const ir::Type& data = before.type(id);
    if (data.kind != ir::TypeKind::Data) {
      if (!equalScalars(data.kind, left, right)) return false;
      continue;
    }
    if (++steps > patience && !compared.insert(pair).second) continue;
    const ir::CtorId ctor = constructorOf(before, id, Value{left});
    const ir::CtorId other = constructorOf(after, correspondence.types[typeIndex], Value{right});
    if (correspondence.constructors[ctor.value] != other) return false;
    const std::vector<ir::Field>& fields = before.constructor(ctor).fields;
    for (std::size_t i = fields.size(); i-- > 0;) {
      pending.emplace_back(fields[i].type.value, fieldOf(before, ctor, Value{left}, i).bits,
                           fieldOf(after, other, Value{right}, i).bits);
    }
  }
  return true;
}

}  // namespace deforest::eval
