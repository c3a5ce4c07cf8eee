#include "eval/inputs.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "eval/enumerate.hpp"
#include "eval/random.hpp"
#include "eval/samples.hpp"
#include "eval/type_sizes.hpp"
#include "ir/primitives.hpp"
#include "ir/scalar.hpp"

namespace deforest::eval {
namespace {

constexpr std::size_t highestEnumerated = 14;  // of enumerated values

// A number of its own for each of the ways to make an input.
enum class Way : std::uint8_t { Sizes, Along, At, Changed };

Random randomFor(std::uint64_t seed, Way way, std::uint64_t number, std::uint64_t magnitude) {
  Random random(seed);
  std::uint64_t state = random.next() ^ static_cast<std::uint64_t>(way);
  for (const std::uint64_t part : {number, magnitude}) state = Random(state ^ part).next();
  return Random(state);
}

// Of numbers that may say how large something is; small Integers have the bits of Ints.
bool isCounter(ir::TypeKind kind) {
  return kind == ir::TypeKind::Int || kind == ir::TypeKind::Integer;
}

// A whole number as a scalar.
std::uint64_t scalarOf(ir::TypeKind kind, std::int64_t value) {
  switch (kind) {
    case ir::TypeKind::Double:
    case ir::TypeKind::Float:
      return ir::scalar::encode(static_cast<double>(value));
    case ir::TypeKind::Word:
      return static_cast<std::uint64_t>(value < 0 ? -value : value);
    default:
      return static_cast<std::uint64_t>(value);
  }
}

}  // namespace

std::size_t nodesOf(const Arguments& arguments) {
  std::size_t nodes = 0;
  for (const Term& term : arguments) nodes += term.size();
  return nodes;
}

std::vector<std::uint64_t> keyOf(const Arguments& arguments) {
  std::vector<std::uint64_t> key;
  for (const Term& term : arguments) {
    for (const TermNode& node : term) {
      key.push_back(node.ctor.value);
      key.push_back(node.bits);
    }
  }
  return key;
}

// Makes the values of one input.
class Inputs::Maker {
 public:
  Maker(const Inputs& inputs, Random random, Shape shape, Numbers numbers, std::size_t magnitude)
      : inputs_(inputs),
        program_(inputs.program_),
        random_(random),
        shape_(shape),
        numbers_(numbers),
        magnitude_(magnitude) {
    counter_ = random_.between(-3, 20);
  }

  Arguments tuple(const Path* path) {
    const std::vector<ir::TypeId>& types = inputs_.types_;
    const std::vector<std::size_t> shares = divideEvenly(types, magnitude_);
    Arguments arguments;
    for (std::size_t i = 0; i < types.size(); ++i) {
      const auto earlier = std::ranges::find(types, types[i]) - types.begin();
      if (path == nullptr && earlier < static_cast<std::ptrdiff_t>(i) && random_.oneIn(8)) {
        arguments.push_back(arguments[static_cast<std::size_t>(earlier)]);
        continue;
      }
      arguments.push_back(value(types[i], shares[i], path == nullptr ? nullptr : &(*path)[i]));
    }
    return arguments;
  }

  // `pattern`, if given, says how it begins. Without machine stack, for values may be deep.
  Term value(ir::TypeId type, std::size_t budget, const Pattern* pattern) {
    Term out;
    work_.clear();
    work_.push_back({type, {}, budget, pattern, 0});
    while (!work_.empty()) {
      const Item item = work_.back();
      work_.pop_back();
      append(out, item);
    }
    setSizes(program_, out);
    if (numbers_ == Numbers::Ascending || numbers_ == Numbers::Descending) putInOrder(out);
    return out;
  }

  std::uint64_t scalar(ir::TypeKind kind) {
    const std::vector<std::uint64_t>& known = inputs_.vocabulary_.of(kind);
    // Of all characters, those that the program knows are by far the most telling.
    const std::uint64_t rarity = kind == ir::TypeKind::Char ? 2 : 4;
    const bool fromProgram =
        !known.empty() && (numbers_ == Numbers::Literals || random_.oneIn(rarity));
    if (!ir::isNumeric(kind) || numbers_ == Numbers::Usual || numbers_ == Numbers::Literals) {
      return fromProgram ? known[random_.below(known.size())] : randomScalar(kind, random_);
    }
    switch (numbers_) {
      case Numbers::Ascending:
        counter_ += random_.between(0, 3);
        break;
      case Numbers::Descending:
        counter_ -= random_.between(0, 3);
        break;
      case Numbers::Distinct:
        // Multiples of a number without a common divisor with the modulus: none comes again soon.
        counter_ = (counter_ + 48'271 + 1000) % 99'991;
        break;
      case Numbers::Large:
        counter_ = random_.between(-1'000'000'000'000, 1'000'000'000'000);
        break;
      default:
        break;
    }
    return scalarOf(kind, counter_);
  }

 private:
  struct Item {
    ir::TypeId type;
    ir::TypeId parent;  // not valid for a parameter
    std::size_t budget = 0;
    const Pattern* pattern = nullptr;
    std::size_t node = 0;  // of the pattern
  };

  // The numbers of a term are in order as its nodes come; of a search tree they are in order when
  // those of a node with several subtrees come after its first subtree.
  void putInOrder(Term& term) const {
    std::vector<std::size_t> places;
    std::vector<std::uint64_t> numbers;
    std::vector<std::size_t> pending = {0};
    while (!pending.empty()) {
      const std::size_t at = pending.back();
      pending.pop_back();
      if (!term[at].ctor.valid()) {
        if (ir::isNumeric(program_.type(term[at].type).kind)) places.push_back(at);
        continue;
      }
      std::vector<std::size_t> scalars;
      std::vector<std::size_t> others;
      for (const std::size_t child : childrenOf(term, at)) {
        (term[child].ctor.valid() ? others : scalars).push_back(child);
      }
      const std::size_t before = others.size() > 1 ? 1 : 0;
      for (std::size_t i = others.size(); i-- > before;) pending.push_back(others[i]);
      for (std::size_t i = scalars.size(); i-- > 0;) pending.push_back(scalars[i]);
      if (before > 0) pending.push_back(others[0]);
    }
    for (const TermNode& node : term) {
      if (!node.ctor.valid() && ir::isNumeric(program_.type(node.type).kind)) {
        numbers.push_back(node.bits);
      }
    }
    for (std::size_t i = 0; i < places.size(); ++i) term[places[i]].bits = numbers[i];
  }

  void append(Term& out, Item item) {
    const ir::Type& type = program_.type(item.type);
    if (item.pattern != nullptr && (*item.pattern)[item.node].hole) item.pattern = nullptr;
    if (type.kind != ir::TypeKind::Data) {
      const std::uint64_t bits = item.pattern != nullptr
                                     ? near(type.kind, (*item.pattern)[item.node])
                                 : item.parent.valid() ? scalar(type.kind)
                                                       : parameter(type.kind);
      out.push_back({item.type, {}, bits, 1});
      return;
    }
    if (item.pattern == nullptr && out.size() < mostWithPatterns()) choosePattern(item);
    if (item.pattern != nullptr) return appendPattern(out, item);
    const ir::CtorId ctor = chooseConstructor(type, item.budget);
    out.push_back({item.type, ctor, 0, 1});
    std::vector<ir::TypeId> fields;
    for (const ir::Field& field : program_.constructor(ctor).fields) fields.push_back(field.type);
    const std::vector<std::size_t> shares =
        divide(item.type, fields, item.budget - std::min<std::size_t>(item.budget, 1));
    for (std::size_t i = fields.size(); i-- > 0;) {
      work_.push_back({fields[i], item.type, shares[i], nullptr, 0});
    }
  }

  // Patterns may hold the beginnings of others, for ever: a value that has become this large is
  // finished without.
  [[nodiscard]] std::size_t mostWithPatterns() const { return 4 * magnitude_ + 200; }

  // Now and then a value begins as the program expects it somewhere: an element, or in a value of
  // no particular shape any part.
  void choosePattern(Item& item) {
    const std::vector<Pattern>& known = inputs_.vocabulary_.patterns[item.type.value];
    if (known.empty()) return;
    const bool inside = !item.parent.valid() || item.parent == item.type;
    if (inside && shape_ != Shape::Random) return;
    if (!random_.oneIn(item.parent == item.type ? 24 : 4)) return;
    const Pattern& pattern = known[random_.below(known.size())];
    if (pattern.size() > 4 * item.budget + 40) return;
    item.pattern = &pattern;
    item.node = 0;
  }

  // A node of a pattern; what is not needed for the pattern is shared by its holes.
  void appendPattern(Term& out, const Item& item) {
    const PatternNode& node = (*item.pattern)[item.node];
    out.push_back({item.type, node.ctor, 0, 1});
    const std::vector<ir::Field>& fields = program_.constructor(node.ctor).fields;
    std::vector<std::size_t> starts;
    std::size_t holes = 0;
    for (std::size_t at = item.node + 1; starts.size() < fields.size();) {
      starts.push_back(at);
      if (growingHole(item, at)) ++holes;
      at += (*item.pattern)[at].size;
    }
    const std::size_t rest = item.budget - std::min<std::size_t>(item.budget, fields.size() + 1);
    for (std::size_t i = fields.size(); i-- > 0;) {
      const bool grows = growingHole(item, starts[i]);
      const std::size_t share = grows ? rest / holes : 1;
      work_.push_back({fields[i].type, item.type, share, item.pattern, starts[i]});
    }
  }

  // Whether what begins at a node of the pattern has a hole that can grow.
  [[nodiscard]] bool growingHole(const Item& item, std::size_t at) const {
    const auto begin = item.pattern->begin() + static_cast<std::ptrdiff_t>(at);
    return std::any_of(begin, begin + begin->size, [&](const PatternNode& node) {
      return node.hole && inputs_.growing_[node.type.value];
    });
  }

  // The number of a pattern, or one beyond where that will do.
  std::uint64_t near(ir::TypeKind kind, const PatternNode& node) {
    const auto value = static_cast<std::int64_t>(node.bits);
    constexpr std::int64_t far = std::int64_t{1} << 60U;
    const bool room = isCounter(kind) && value > -far && value < far;
    if (!room || node.direction == 0 || random_.oneIn(3)) return node.bits;
    return static_cast<std::uint64_t>(
        value + node.direction * random_.between(0, static_cast<std::int64_t>(magnitude_)));
  }

  // A scalar parameter may be a size, or be compared with a literal.
  std::uint64_t parameter(ir::TypeKind kind) {
    if (isCounter(kind) && random_.oneIn(3)) {
      return static_cast<std::uint64_t>(random_.between(0, static_cast<std::int64_t>(magnitude_)));
    }
    return scalar(kind);
  }

  // Among the constructors that fit one that uses the budget up, if there is one. If none fits, the
  // smallest one.
  ir::CtorId chooseConstructor(const ir::Type& type, std::size_t budget) {
    fitting_.find(program_, type, inputs_.smallestSizes_, inputs_.growing_, budget);
    const auto& [all, growing, smallest] = fitting_;
    if (all.empty()) return smallest;
    const bool endEarly = shape_ == Shape::Random && random_.oneIn(4 + budget);
    if (growing.empty() || endEarly) return all[random_.below(all.size())];
    return growing[random_.below(growing.size())];
  }

  // Divides a budget among the fields of a value of type `owner`: to each what it needs, the rest
  // by the shape to those that can use it.
  std::vector<std::size_t> divide(ir::TypeId owner, const std::vector<ir::TypeId>& types,
                                  std::size_t budget) {
    std::vector<std::size_t> shares;
    std::vector<std::size_t> growing;
    std::size_t rest = reserve(types, budget, shares, growing);
    if (growing.empty() || rest == 0) return shares;
    const auto give = [&](std::size_t which, std::size_t amount) {
      shares[growing[which]] += amount;
      rest -= amount;
    };
    switch (shape_) {
      case Shape::Left:
        give(0, rest);
        break;
      case Shape::Right:
        give(growing.size() - 1, rest);
        break;
      case Shape::Deep:
        give(random_.below(growing.size()), rest);
        break;
      case Shape::Wide:
        for (std::size_t i = 0; i < growing.size() && growing.size() > 1; ++i) {
          const auto root = static_cast<std::size_t>(std::sqrt(static_cast<double>(magnitude_)));
          if (types[growing[i]] != owner) give(i, std::min(rest, root));
        }
        [[fallthrough]];
      case Shape::Balanced:
        giveEqually(owner, types, growing, rest, give);
        break;
      case Shape::Random:
        giveRandomly(growing.size(), rest, give);
        break;
    }
    return shares;
  }

  // In equal parts; of a wide list, all to what follows.
  template <class Give>
  void giveEqually(ir::TypeId owner, const std::vector<ir::TypeId>& types,
                   const std::vector<std::size_t>& growing, const std::size_t& rest, Give give) {
    std::vector<std::size_t> takers;
    for (std::size_t i = 0; i < growing.size(); ++i) {
      if (shape_ == Shape::Balanced || types[growing[i]] == owner) takers.push_back(i);
    }
    if (takers.empty()) {
      for (std::size_t i = 0; i < growing.size(); ++i) takers.push_back(i);
    }
    for (std::size_t i = 0; i < takers.size(); ++i) give(takers[i], rest / (takers.size() - i));
  }

  template <class Give>
  void giveRandomly(std::size_t takers, const std::size_t& rest, Give give) {
    const bool evenly = rest < 200 && random_.oneIn(2);
    while (rest > 0) {
      // One after the other, for arguments are evaluated in any order.
      const std::size_t amount = evenly ? 1 : 1 + random_.below(rest);
      give(random_.below(takers), amount);
    }
  }

  // Parameters share evenly, whatever the shape.
  std::vector<std::size_t> divideEvenly(const std::vector<ir::TypeId>& types, std::size_t budget) {
    std::vector<std::size_t> shares;
    std::vector<std::size_t> growing;
    std::size_t rest = reserve(types, budget, shares, growing);
    // One of several parameters is sometimes much larger than the others.
    if (growing.size() > 1 && random_.oneIn(2)) {
      const std::size_t favoured = growing[random_.below(growing.size())];
      shares[favoured] += rest - rest / 4;
      rest /= 4;
    }
    for (std::size_t i = 0; i < growing.size(); ++i) {
      const std::size_t amount = rest / (growing.size() - i);
      shares[growing[i]] += amount;
      rest -= amount;
    }
    return shares;
  }

  // What each value needs at least, and which can use more; the rest of the budget.
  std::size_t reserve(const std::vector<ir::TypeId>& types, std::size_t budget,
                      std::vector<std::size_t>& shares, std::vector<std::size_t>& growing) const {
    std::size_t needed = 0;
    for (const ir::TypeId type : types) {
      if (inputs_.growing_[type.value]) growing.push_back(shares.size());
      shares.push_back(inputs_.smallestSizes_[type.value].value_or(1));
      needed += shares.back();
    }
    return budget - std::min(budget, needed);
  }

  const Inputs& inputs_;
  const ir::Program& program_;
  Random random_;
  const Shape shape_;
  const Numbers numbers_;
  const std::size_t magnitude_;
  std::int64_t counter_ = 0;
  std::vector<Item> work_;
  FittingConstructors fitting_;
};

Inputs::Inputs(const ir::Program& program, const Vocabulary& vocabulary, ir::FunId function,
               std::uint64_t seed)
    : program_(program),
      vocabulary_(vocabulary),
      smallestSizes_(eval::smallestSizes(program)),
      growing_(growingTypes(program)),
      paths_(pathsOf(program, function)),
      seed_(seed) {
  const ir::Function& source = program.function(function);
  for (const ir::VarId parameter : source.parameters) {
    types_.push_back(source.variables[parameter.value].type);
  }
  inhabited_ = std::ranges::all_of(
      types_, [&](ir::TypeId type) { return smallestSizes_[type.value].has_value(); });
  // A path may want a value of a type that has none.
  std::erase_if(paths_, [&](const Path& path) {
    return std::ranges::any_of(path, [&](const Pattern& pattern) {
      return std::ranges::any_of(pattern, [&](const PatternNode& node) {
        return node.hole && !smallestSizes_[node.type.value];
      });
    });
  });
}

std::vector<Arguments> Inputs::smallest(std::size_t count) const {
  std::vector<Arguments> result;
  if (!inhabited_) return result;
  const Enumeration enumeration(program_, types_, highestEnumerated);
  for (std::size_t cost = 0; cost <= highestEnumerated && result.size() < count; ++cost) {
    const std::uint64_t all = enumeration.count(cost);
    const std::uint64_t wanted = std::min<std::uint64_t>(all, count - result.size());
    for (std::uint64_t i = 0; i < wanted; ++i) {
      const std::uint64_t step = all / wanted;
      result.push_back(enumeration.at(cost, i * step + (all % wanted) * i / wanted));
    }
  }
  return result;
}

std::vector<Arguments> Inputs::sizes(std::int64_t largest) const {
  std::vector<std::size_t> integers;
  for (std::size_t i = 0; i < types_.size(); ++i) {
    if (isCounter(program_.type(types_[i]).kind)) integers.push_back(i);
  }
  std::vector<Arguments> result;
  if (!inhabited_ || integers.empty()) return result;
  std::uint64_t number = 0;
  for (const std::int64_t size : growingSizes) {
    if (size > largest) break;
    const auto grow = [&](Arguments& arguments, std::size_t parameter) {
      arguments[parameter][0].bits = static_cast<std::uint64_t>(size);
    };
    const auto others = [&] {
      Random random = randomFor(seed_, Way::Sizes, number++, 0);
      return Maker(*this, random, Shape::Random, Numbers::Usual, 10).tuple(nullptr);
    };
    for (const std::size_t parameter : integers) {
      result.push_back(others());
      grow(result.back(), parameter);
    }
    if (integers.size() < 2) continue;
    result.push_back(others());
    for (const std::size_t parameter : integers) grow(result.back(), parameter);
  }
  return result;
}

Arguments Inputs::along(std::size_t path, std::uint64_t number, std::size_t magnitude) const {
  const Random random = randomFor(seed_, Way::Along, number * paths_.size() + path, magnitude);
  const auto shape = static_cast<Shape>(number % shapes);
  const auto numbers = number % 2 == 0 ? Numbers::Usual : Numbers::Literals;
  return Maker(*this, random, shape, numbers, magnitude).tuple(&paths_[path]);
}

Arguments Inputs::at(std::uint64_t number, std::size_t magnitude) const {
  // Both have no common divisor, so that all pairs come.
  return at(number, magnitude, static_cast<Shape>(number % shapes),
            static_cast<Numbers>(number % numberings));
}

Arguments Inputs::at(std::uint64_t number, std::size_t magnitude, Shape shape,
                     Numbers numbers) const {
  const Random random = randomFor(seed_, Way::At, number, magnitude);
  return Maker(*this, random, shape, numbers, magnitude).tuple(nullptr);
}

Arguments Inputs::changed(const Arguments& arguments, std::uint64_t number) const {
  Random random = randomFor(seed_, Way::Changed, number, nodesOf(arguments));
  Arguments result = arguments;
  if (result.empty()) return result;
  const std::uint64_t changes = 1 + random.below(3);
  for (std::uint64_t i = 0; i < changes; ++i) {
    Term& term = result[random.below(result.size())];
    const std::size_t at = random.below(term.size());
    const TermNode node = term[at];
    const auto shape = static_cast<Shape>(random.below(shapes));
    const auto numbers = random.oneIn(2) ? Numbers::Usual : Numbers::Literals;
    const std::size_t magnitude = std::max<std::size_t>(node.size, 1 + random.below(12));
    Maker maker(*this, Random(random.next()), shape, numbers, magnitude);
    if (!node.ctor.valid()) {
      term[at].bits = maker.scalar(program_.type(node.type).kind);
      continue;
    }
    // A value of this type from elsewhere, or a new one.
    std::vector<std::pair<std::size_t, std::size_t>> others;
    for (std::size_t k = 0; k < result.size(); ++k) {
      for (std::size_t j = 0; j < result[k].size(); ++j) {
        if (result[k][j].type == node.type) others.emplace_back(k, j);
      }
    }
    const auto [from, index] = others[random.below(others.size())];
    Term replacement =
        random.oneIn(3) ? subterm(result[from], index) : maker.value(node.type, magnitude, nullptr);
    term = withSubterm(term, at, replacement);
  }
  return result;
}

}  // namespace deforest::eval
