#include "eval/generate.hpp"

#include <algorithm>
#include <set>

#include "eval/enumerate.hpp"
#include "eval/inputs.hpp"
#include "eval/random.hpp"
#include "eval/samples.hpp"
#include "eval/type_sizes.hpp"

namespace deforest::eval {
namespace {

// Enumerated values have at most this cost.
constexpr std::size_t highestCost = 14;

}  // namespace

class Generator {
 public:
  Generator(const ir::Program& program, std::uint64_t seed)
      : program_(program),
        sizes_(smallestSizes(program)),
        growing_(growingTypes(program)),
        random_(seed) {}

  void restart(std::uint64_t seed) { random_ = Random(seed); }

  // A value of about `budget` nodes; nothing if its type has none.
  std::optional<Term> term(ir::TypeId type, std::size_t budget) {
    if (!sizes_[type.value]) return std::nullopt;
    Term made;
    append(made, type, budget);
    return made;
  }

  // A tuple of about `budget` nodes, if its types have values that large.
  Arguments tuple(const std::vector<ir::TypeId>& types, std::size_t budget) {
    const std::vector<std::size_t> shares = share(types, budget);
    Arguments arguments;
    for (std::size_t i = 0; i < types.size(); ++i) {
      const auto earlier =
          std::find(types.begin(), types.begin() + static_cast<std::ptrdiff_t>(i), types[i]);
      const bool repeat = earlier != types.begin() + static_cast<std::ptrdiff_t>(i);
      if (repeat && random_.oneIn(8)) {
        arguments.push_back(arguments[static_cast<std::size_t>(earlier - types.begin())]);
        continue;
      }
      arguments.emplace_back();
      append(arguments.back(), types[i], shares[i]);
    }
    return arguments;
  }

 private:
  void append(Term& out, ir::TypeId id, std::size_t budget) {
    const ir::Type& type = program_.type(id);
    if (type.kind != ir::TypeKind::Data) {
      out.push_back({id, {}, randomScalar(type.kind, random_), 1});
      return;
    }
    const ir::CtorId ctor = chooseConstructor(type, budget);
    const std::size_t start = out.size();
    out.push_back({id, ctor, 0, 1});
    std::vector<ir::TypeId> fields;
    for (const ir::Field& field : program_.constructor(ctor).fields) fields.push_back(field.type);
    const std::vector<std::size_t> shares =
        share(fields, budget - std::min<std::size_t>(budget, 1));
    for (std::size_t i = 0; i < fields.size(); ++i) append(out, fields[i], shares[i]);
    out[start].size = static_cast<std::uint32_t>(out.size() - start);
  }

  // Among the constructors that fit, preferably one that uses the budget up. If none fits, the
  // smallest one.
  ir::CtorId chooseConstructor(const ir::Type& type, std::size_t budget) {
    FittingConstructors fitting;
    fitting.find(program_, type, sizes_, growing_, budget);
    const auto& [all, growing, smallest] = fitting;
    if (all.empty()) return smallest;
    if (growing.empty() || random_.oneIn(4 + budget)) return all[random_.below(all.size())];
    return growing[random_.below(growing.size())];
  }

  // Divides a budget among values of these types: to each what it needs, the rest to those that can
  // use it, evenly or not.
  std::vector<std::size_t> share(const std::vector<ir::TypeId>& types, std::size_t budget) {
    std::vector<std::size_t> shares;
    std::vector<std::size_t> growing;
    std::size_t needed = 0;
    for (const ir::TypeId type : types) {
      if (growing_[type.value]) growing.push_back(shares.size());
      shares.push_back(sizes_[type.value].value_or(1));
      needed += shares.back();
    }
    if (growing.empty() || budget <= needed) return shares;
    std::size_t rest = budget - needed;
    const bool evenly = random_.oneIn(2);
    while (rest > 0) {
      const std::size_t given = evenly ? 1 : 1 + random_.below(rest);
      shares[growing[random_.below(growing.size())]] += given;
      rest -= given;
    }
    return shares;
  }

  const ir::Program& program_;
  const Sizes sizes_;
  const std::vector<bool> growing_;
  Random random_;
};

std::vector<std::optional<std::size_t>> smallestSizes(const ir::Program& program) {
  Sizes sizes(program.types.size());
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < program.types.size(); ++i) {
      const ir::Type& type = program.types[i];
      std::optional<std::size_t> best;
      if (type.kind != ir::TypeKind::Data) best = 1;
      for (const ir::CtorId ctor : type.constructors) {
        const std::optional<std::size_t> fields = sizeOfFields(program.constructor(ctor), sizes);
        if (fields && (!best || *fields + 1 < *best)) best = *fields + 1;
      }
      if (best == sizes[i]) continue;
      sizes[i] = best;
      changed = true;
    }
  }
  return sizes;
}

std::optional<Term> smallestTerm(const ir::Program& program, ir::TypeId type) {
  const Sizes sizes = smallestSizes(program);
  if (!sizes[type.value]) return std::nullopt;
  Term term;
  const auto append = [&](auto&& self, ir::TypeId id) -> void {
    const ir::Type& data = program.type(id);
    const std::size_t start = term.size();
    if (data.kind != ir::TypeKind::Data) {
      term.push_back({id, {}, simpleScalars(data.kind)[0], 1});
      return;
    }
    const auto ctor = std::ranges::find_if(data.constructors, [&](ir::CtorId each) {
      const std::optional<std::size_t> fields = sizeOfFields(program.constructor(each), sizes);
      return fields && *fields + 1 == *sizes[id.value];
    });
    term.push_back({id, *ctor, 0, 1});
    for (const ir::Field& field : program.constructor(*ctor).fields) self(self, field.type);
    term[start].size = static_cast<std::uint32_t>(term.size() - start);
  };
  append(append, type);
  return term;
}

RandomTerms::RandomTerms(const ir::Program& program)
    : generator_(std::make_unique<Generator>(program, 0)) {}
RandomTerms::~RandomTerms() = default;

std::optional<Term> RandomTerms::term(ir::TypeId type, std::size_t nodes, std::uint64_t seed) {
  generator_->restart(seed);
  return generator_->term(type, nodes);
}

std::vector<Arguments> generate(const ir::Program& program, const std::vector<ir::TypeId>& types,
                                const GenerateOptions& options) {
  const Sizes sizes = smallestSizes(program);
  const bool inhabited =
      std::ranges::all_of(types, [&](ir::TypeId type) { return sizes[type.value].has_value(); });
  if (!inhabited || options.count == 0) return {};
  std::vector<Arguments> result;
  std::set<std::vector<std::uint64_t>> seen;
  const auto add = [&](Arguments arguments) {
    if (seen.insert(keyOf(arguments)).second) result.push_back(std::move(arguments));
  };
  // Half of the inputs are the smallest; of the costs with too many tuples, evenly spread ones.
  const Enumeration enumeration(program, types, highestCost);
  const std::size_t enumerated = (options.count + 1) / 2;
  for (std::size_t cost = 0; cost <= highestCost && result.size() < enumerated; ++cost) {
    const std::uint64_t all = enumeration.count(cost);
    const std::uint64_t wanted = std::min<std::uint64_t>(all, enumerated - result.size());
    for (std::uint64_t i = 0; i < wanted; ++i) {
      const std::uint64_t step = all / wanted;
      add(enumeration.at(cost, i * step + (all % wanted) * i / wanted));
    }
  }
  Generator generator(program, options.seed);
  const std::size_t random = options.count - std::min(options.count, result.size());
  const std::size_t attempts = 4 * random;
  for (std::size_t i = 0; i < attempts && result.size() < options.count; ++i) {
    const std::size_t step = std::min(i, random) + 1;
    add(generator.tuple(types, types.size() + 1 + options.largest * step / random));
  }
  return result;
}

}  // namespace deforest::eval
