#include "eval/array_values.hpp"

#include <algorithm>
#include <limits>

#include "ir/integer.hpp"
#include "ir/scalar.hpp"

namespace deforest::eval {
namespace {

using ir::TypeId;
using ir::TypeKind;

// Of the constructor of arrays.
enum Field : std::size_t { low, high, number, cells };
// Of the constructors of cells, by tag.
enum Cell : std::uint32_t { none, one, four, parts };

// The types of indices that are in order as whole numbers are, or as tuples of such.
class Indices {
 public:
  Indices(Heap& heap, const ir::Program& program) : heap_(heap), program_(program) {}

  struct Bounds {
    Value low;
    Value high;
    std::size_t count = 0;
  };

  /// Bounds between which there are as many as `wanted`, if the type has so many; and from `from`
  /// on, if so many come after it.
  [[nodiscard]] std::optional<Bounds> bounds(TypeId type, Value from, std::size_t wanted) {
    const ir::Type& known = program_.type(type);
    if (known.isNewtype) return bounds(inner(known), from, wanted);
    if (const auto ends = endsOf(type)) {
      std::int64_t first = std::clamp(placeOf(type, from).value_or(0), ends->first, ends->second);
      if (wanted == 0 && ends->first < ends->second) {
        first = std::max(first, ends->first + 1);
        return Bounds{at(type, first), at(type, first - 1), 0};
      }
      const auto most =
          static_cast<std::uint64_t>(ends->second) - static_cast<std::uint64_t>(first);
      const std::uint64_t more =
          std::min<std::uint64_t>(std::max<std::size_t>(wanted, 1) - 1, most);
      return Bounds{at(type, first), at(type, first + static_cast<std::int64_t>(more)), more + 1};
    }
    if (!isProduct(known)) return std::nullopt;
    const ir::CtorId ctor = known.constructors[0];
    std::vector<Value> lows;
    std::vector<Value> highs;
    std::size_t count = 1;
    for (std::size_t i = 0; i < program_.constructor(ctor).fields.size(); ++i) {
      const TypeId field = program_.constructor(ctor).fields[i].type;
      const auto found = bounds(field, fieldOf(program_, ctor, from, i), i == 0 ? wanted : 1);
      if (!found) return std::nullopt;
      lows.push_back(found->low);
      highs.push_back(found->high);
      count *= found->count;
    }
    return Bounds{heap_.construct(program_, ctor, lows), heap_.construct(program_, ctor, highs),
                  count};
  }

  /// How many there are between two; nothing where their order is not known, or they are more than
  /// `most`.
  [[nodiscard]] std::optional<std::size_t> countBetween(TypeId type, Value from, Value to,
                                                        std::size_t most) const {
    const ir::Type& known = program_.type(type);
    if (known.isNewtype) return countBetween(inner(known), from, to, most);
    if (endsOf(type)) {
      const auto first = placeOf(type, from);
      const auto last = placeOf(type, to);
      if (!first || !last) return std::nullopt;
      if (*first > *last) return 0;
      const auto more = static_cast<std::uint64_t>(*last) - static_cast<std::uint64_t>(*first);
      return more < most ? std::optional(more + 1) : std::nullopt;
    }
    if (!isProduct(known)) return std::nullopt;
    const ir::CtorId ctor = known.constructors[0];
    std::size_t count = 1;
    for (std::size_t i = 0; i < program_.constructor(ctor).fields.size(); ++i) {
      const auto field =
          countBetween(program_.constructor(ctor).fields[i].type, fieldOf(program_, ctor, from, i),
                       fieldOf(program_, ctor, to, i), most);
      if (!field || *field * count > most) return std::nullopt;
      count *= *field;
    }
    return count;
  }

  /// All between two of which `countBetween` knows how many they are.
  [[nodiscard]] std::vector<Value> between(TypeId type, Value from, Value to) {
    const ir::Type& known = program_.type(type);
    if (known.isNewtype) return between(inner(known), from, to);
    std::vector<Value> found;
    if (endsOf(type)) {
      const std::int64_t last = *placeOf(type, to);
      for (std::int64_t place = *placeOf(type, from); place <= last; ++place) {
        found.push_back(at(type, place));
        if (place == std::numeric_limits<std::int64_t>::max()) break;
      }
      return found;
    }
    const ir::CtorId ctor = known.constructors[0];
    std::vector<std::vector<Value>> tuples(1);
    for (std::size_t i = 0; i < program_.constructor(ctor).fields.size(); ++i) {
      const std::vector<Value> field =
          between(program_.constructor(ctor).fields[i].type, fieldOf(program_, ctor, from, i),
                  fieldOf(program_, ctor, to, i));
      std::vector<std::vector<Value>> longer;
      for (const std::vector<Value>& tuple : tuples) {
        for (const Value last : field) {
          longer.push_back(tuple);
          longer.back().push_back(last);
        }
      }
      tuples = std::move(longer);
    }
    for (const auto& tuple : tuples) found.push_back(heap_.construct(program_, ctor, tuple));
    return found;
  }

 private:
  [[nodiscard]] TypeId inner(const ir::Type& newtype) const {
    return program_.constructor(newtype.constructors[0]).fields[0].type;
  }
  [[nodiscard]] static bool isProduct(const ir::Type& type) {
    return type.kind == TypeKind::Data && type.shape != ir::DataShape::Library &&
           type.constructors.size() == 1;
  }

  // The first and the last value, as numbers; nothing if the values are no numbers.
  [[nodiscard]] std::optional<std::pair<std::int64_t, std::int64_t>> endsOf(TypeId id) const {
    using Limits = std::numeric_limits<std::int64_t>;
    const ir::Type& type = program_.type(id);
    switch (type.kind) {
      case TypeKind::Int:
        return std::pair(Limits::min(), Limits::max());
      case TypeKind::Word:
        return std::pair(std::int64_t{0}, Limits::max());
      case TypeKind::Integer:
        return std::pair(ir::integer::leastSmall, ir::integer::largestSmall);
      case TypeKind::Char:
        return std::pair(std::int64_t{0}, ir::scalar::maxChar);
      case TypeKind::Bool:
        return std::pair(std::int64_t{0}, std::int64_t{1});
      case TypeKind::Double:
      case TypeKind::Float:
        return std::nullopt;
      case TypeKind::Data:
        break;
    }
    const bool enumeration =
        !type.constructors.empty() && std::ranges::all_of(type.constructors, [&](ir::CtorId ctor) {
          return program_.constructor(ctor).fields.empty();
        });
    if (!enumeration) return std::nullopt;
    return std::pair(std::int64_t{0}, static_cast<std::int64_t>(type.constructors.size()) - 1);
  }

  [[nodiscard]] std::optional<std::int64_t> placeOf(TypeId type, Value value) const {
    const TypeKind kind = program_.type(type).kind;
    if (kind == TypeKind::Data) {
      return program_.constructor(constructorOf(program_, type, value)).tag;
    }
    if (kind == TypeKind::Integer && !ir::integer::isSmall(value.bits)) return std::nullopt;
    const auto place = static_cast<std::int64_t>(value.bits);
    if (kind == TypeKind::Word && place < 0) return std::nullopt;
    return place;
  }

  [[nodiscard]] Value at(TypeId type, std::int64_t place) {
    const ir::Type& known = program_.type(type);
    if (known.kind != TypeKind::Data) return Value{static_cast<std::uint64_t>(place)};
    return heap_.construct(program_, known.constructors[static_cast<std::size_t>(place)], {});
  }

  Heap& heap_;
  const ir::Program& program_;
};

// How many of so many elements are in the part.
std::size_t partOf(std::size_t count, std::size_t part) {
  const std::size_t most = count <= 4 ? 1 : (count + 15) / 16 * 4;
  return std::min(most, count - std::min(count, part * most));
}

void collect(const ir::Program& program, TypeId type, Value tree, std::size_t count,
             std::vector<std::optional<Value>>& found) {
  const ir::CtorId ctor = constructorOf(program, type, tree);
  switch (program.constructor(ctor).tag) {
    case none:
      found.resize(found.size() + count);
      break;
    case one:
      found.emplace_back(fieldOf(program, ctor, tree, 0));
      break;
    case four:
      for (std::size_t i = 0; i < 4; ++i) found.emplace_back(fieldOf(program, ctor, tree, i));
      break;
    default:
      for (std::size_t i = 0; i < 4; ++i) {
        collect(program, type, fieldOf(program, ctor, tree, i), partOf(count, i), found);
      }
  }
}

Value cellsOf(Heap& heap, const ir::Program& program, TypeId type,
              std::span<const std::optional<Value>> elements) {
  const std::vector<ir::CtorId>& ctors = program.type(type).constructors;
  if (elements.empty()) return heap.construct(program, ctors[none], {});
  if (elements.size() == 1) {
    if (!elements[0]) return heap.construct(program, ctors[none], {});
    return heap.construct(program, ctors[one], std::span(&*elements[0], 1));
  }
  const auto isThere = [](const std::optional<Value>& element) { return element.has_value(); };
  std::vector<Value> fields;
  if (elements.size() == 4 && std::ranges::all_of(elements, isThere)) {
    for (const std::optional<Value>& element : elements) fields.push_back(*element);
    return heap.construct(program, ctors[four], fields);
  }
  std::size_t from = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t count = partOf(elements.size(), i);
    fields.push_back(cellsOf(heap, program, type, elements.subspan(from, count)));
    from += count;
  }
  return heap.construct(program, ctors[parts], fields);
}

ir::CtorId arrayOf(const ir::Program& program, TypeId type) {
  return program.type(type).constructors.front();
}

}  // namespace

std::vector<std::optional<Value>> elementsOf(const ir::Program& program, TypeId type, Value array) {
  const ir::CtorId ctor = arrayOf(program, type);
  std::vector<std::optional<Value>> found;
  collect(program, program.constructor(ctor).fields[cells].type,
          fieldOf(program, ctor, array, cells), fieldOf(program, ctor, array, number).bits, found);
  return found;
}

std::optional<std::vector<Value>> indicesOf(Heap& heap, const ir::Program& program, TypeId type,
                                            Value array) {
  const ir::CtorId ctor = arrayOf(program, type);
  const std::size_t count = fieldOf(program, ctor, array, number).bits;
  const TypeId index = program.constructor(ctor).fields[low].type;
  const Value from = fieldOf(program, ctor, array, low);
  const Value to = fieldOf(program, ctor, array, high);
  Indices indices(heap, program);
  if (indices.countBetween(index, from, to, count) != count) return std::nullopt;
  return indices.between(index, from, to);
}

Value constructArray(Heap& heap, const ir::Program& program, ir::CtorId ctor,
                     std::span<const Value> fields) {
  const TypeId type = program.constructor(ctor).type;
  // Numbers that were thought of one by one may be of any size: nothing is made before they agree.
  constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max();
  const auto count = Indices(heap, program)
                         .countBetween(program.constructor(ctor).fields[low].type, fields[low],
                                       fields[high], most);
  if (count == fields[number].bits) {
    const Value as = heap.construct(program, ctor, fields);
    if (elementsOf(program, type, as).size() == *count) return as;
  }
  const TypeId tree = program.constructor(ctor).fields[cells].type;
  std::vector<std::optional<Value>> elements;
  collect(program, tree, fields[cells], 0, elements);
  std::erase(elements, std::nullopt);
  std::vector<Value> made(fields.begin(), fields.end());
  const auto bounds =
      Indices(heap, program)
          .bounds(program.constructor(ctor).fields[low].type, fields[low], elements.size());
  if (bounds) {
    made[low] = bounds->low;
    made[high] = bounds->high;
    elements.resize(bounds->count);
  }
  made[number] = Value{elements.size()};
  made[cells] = cellsOf(heap, program, tree, elements);
  return heap.construct(program, ctor, made);
}

}  // namespace deforest::eval
