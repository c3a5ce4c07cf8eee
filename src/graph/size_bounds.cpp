#include "graph/size_bounds.hpp"

#include <algorithm>
#include <set>

#include "ir/tail.hpp"
#include "ir/traverse.hpp"

namespace deforest::graph {
namespace {

// Ways to make one value that are told apart.
constexpr std::size_t mostBounds = 16;

Bound grown(Bound bound) {
  bound.grown = true;
  return bound;
}

// All ways as one: too many to be told apart.
Bounds merged(const Bounds& bounds) {
  Bound all;
  for (const Bound& bound : bounds) {
    all.built = std::max(all.built, bound.built);
    all.recursions = std::max(all.recursions, bound.recursions);
    for (const auto& [part, use] : bound.uses) all.uses[part] = {1, true};
  }
  return {grown(std::move(all))};
}

void addWays(Bounds& to, const Bounds& more) {
  for (const Bound& bound : more) {
    if (std::find(to.begin(), to.end(), bound) == to.end()) to.push_back(bound);
  }
  if (to.size() > mostBounds) to = merged(to);
}

Bound plus(Bound a, const Bound& b) {
  a.built += b.built;
  a.grown = a.grown || b.grown;
  a.recursions += b.recursions;
  for (const auto& [part, use] : b.uses) {
    Bound::Use& mine = a.uses[part];
    mine.times += use.times;
    mine.moved = mine.moved || use.moved;
  }
  return a;
}

// Every way of the one together with every way of the other.
Bounds plus(const Bounds& a, const Bounds& b) {
  Bounds sums;
  for (const Bound& first : a) {
    for (const Bound& second : b) addWays(sums, {plus(first, second)});
  }
  return sums;
}

Bounds moved(Bounds bounds) {
  for (Bound& bound : bounds) {
    for (auto& [part, use] : bound.uses) use.moved = true;
  }
  return bounds;
}

bool startsWith(const std::vector<std::uint32_t>& path, const std::vector<std::uint32_t>& start) {
  return path.size() >= start.size() && std::equal(start.begin(), start.end(), path.begin());
}

class SizeWalk {
 public:
  SizeWalk(const ir::Program& program, ir::FunId function, const ResultSizes& sizes,
           const CallGraph& calls)
      : program_(program),
        id_(function),
        function_(program.function(function)),
        sizes_(sizes),
        calls_(calls),
        bounds_(function_.variables.size()) {
    for (std::uint32_t i = 0; i < function_.parameters.size(); ++i) {
      const ir::VarId parameter = function_.parameters[i];
      if (treeful(parameter)) bounds_[parameter.value] = {whole({i, {}})};
    }
  }

  std::vector<ResultSize> run() {
    results_.assign(function_.resultTypes.size(), {});
    block(function_.body, &results_);
    return std::move(results_);
  }

  std::vector<Bounds> takeBounds() { return std::move(bounds_); }

 private:
  bool treeful(ir::VarId variable) const {
    return isTree(program_, function_.variables[variable.value].type);
  }

  static Bound whole(Part part) {
    Bound bound;
    bound.uses[std::move(part)] = {1, false};
    return bound;
  }

  const Bounds& of(const ir::Atom& atom) const {
    static const Bounds scalar;
    const auto* variable = ir::variableOf(atom);
    return variable == nullptr ? scalar : bounds_[variable->value];
  }

  void field(ir::VarId variable, const ir::Atom& scrutinee, std::uint32_t index) {
    if (!treeful(variable)) return;
    Bounds ways;
    for (const Bound& tree : of(scrutinee)) {
      Bound part;
      part.grown = tree.grown;
      for (const auto& [from, use] : tree.uses) {
        Part below = from;
        below.path.push_back(index);
        part.uses[std::move(below)] = {use.times, use.moved};
      }
      addWays(ways, {part});
    }
    bounds_[variable.value] = std::move(ways);
  }

  // The constructors of parameters that are known where the walk stands.
  std::set<Part> opened_;

  void open(const ir::Atom& scrutinee) {
    const Bounds& ways = of(scrutinee);
    if (ways.size() != 1 || ways.front().built != 0 || ways.front().uses.size() != 1) return;
    const auto& [part, use] = *ways.front().uses.begin();
    if (!use.moved) opened_.insert(part);
  }

  // `last`: the function's results, if the block ends the function.
  void block(const ir::Block& block, std::vector<ResultSize>* last) {
    const std::set<Part> before = opened_;
    for (const ir::Binding& binding : block.bindings) {
      const bool tail =
          last != nullptr && &binding == &block.bindings.back() && ir::endsInLast(block);
      operation(binding, tail ? last : nullptr);
      if (tail && ir::branches(binding.operation)) {
        opened_ = before;
        return;
      }
    }
    if (last != nullptr) {
      for (std::size_t i = 0; i < block.results.size(); ++i) conclude(block.results[i], (*last)[i]);
    }
    opened_ = before;
  }

  void operation(const ir::Binding& binding, std::vector<ResultSize>* last) {
    if (const auto* copy = std::get_if<ir::Copy>(&binding.operation)) {
      for (std::size_t i = 0; i < copy->atoms.size(); ++i)
        set(binding.results[i], of(copy->atoms[i]));
    } else if (const auto* construct = std::get_if<ir::Construct>(&binding.operation)) {
      set(binding.results.front(), built(*construct));
    } else if (const auto* call = std::get_if<ir::Call>(&binding.operation)) {
      for (std::uint32_t i = 0; i < binding.results.size(); ++i) {
        if (treeful(binding.results[i])) set(binding.results[i], returned(*call, i));
      }
    } else if (const auto* unpack = std::get_if<ir::Unpack>(&binding.operation)) {
      open(unpack->scrutinee);
      for (std::uint32_t i = 0; i < binding.results.size(); ++i) {
        field(binding.results[i], unpack->scrutinee, i);
      }
    } else if (const auto* match = std::get_if<ir::Case>(&binding.operation)) {
      for (const ir::Alternative& alternative : match->alternatives) {
        const std::set<Part> before = opened_;
        open(match->scrutinee);
        for (std::uint32_t i = 0; i < alternative.fields.size(); ++i) {
          field(alternative.fields[i], match->scrutinee, i);
        }
        block(alternative.body, last);
        opened_ = before;
        join(binding, alternative.body);
      }
    } else if (const auto* conditional = std::get_if<ir::Conditional>(&binding.operation)) {
      for (const ir::Block* branch : {&conditional->whenTrue, &conditional->whenFalse}) {
        block(*branch, last);
        join(binding, *branch);
      }
    } else if (std::holds_alternative<ir::Primitive>(binding.operation) &&
               treeful(binding.results.front())) {
      set(binding.results.front(), of(std::get<ir::Primitive>(binding.operation).arguments.back()));
    }
  }

  void set(ir::VarId variable, Bounds bounds) {
    if (treeful(variable)) bounds_[variable.value] = std::move(bounds);
  }

  void join(const ir::Binding& binding, const ir::Block& branch) {
    for (std::size_t i = 0; i < binding.results.size(); ++i) {
      if (treeful(binding.results[i]))
        addWays(bounds_[binding.results[i].value], of(branch.results[i]));
    }
  }

  // The same constructor around the same parts, each in its place, is the tree they are from.
  std::optional<Part> inPlace(const ir::Construct& construct) const {
    std::optional<Part> tree;
    for (std::uint32_t i = 0; i < construct.fields.size(); ++i) {
      const Bounds& ways = of(construct.fields[i]);
      const auto* variable = ir::variableOf(construct.fields[i]);
      if (variable == nullptr || !treeful(*variable)) continue;
      if (ways.size() != 1 || ways.front().grown || ways.front().built != 0 ||
          ways.front().uses.size() != 1) {
        return std::nullopt;
      }
      const auto& [part, use] = *ways.front().uses.begin();
      if (use.moved || use.times != 1 || part.path.empty() || part.path.back() != i) {
        return std::nullopt;
      }
      Part parent = part;
      parent.path.pop_back();
      if (tree && *tree != parent) return std::nullopt;
      tree = std::move(parent);
    }
    return tree;
  }

  unsigned recursionsIn(const ir::Construct& construct) const {
    unsigned most = 0;
    for (const ir::Atom& atom : construct.fields) {
      for (const Bound& bound : of(atom)) most += bound.recursions;
    }
    return most;
  }

  Bounds built(const ir::Construct& construct) const {
    if (const auto tree = inPlace(construct)) {
      Bound same = whole(*tree);
      same.recursions = recursionsIn(construct);
      return {same};
    }
    Bound node;
    node.built = 1;
    Bounds ways{node};
    for (const ir::Atom& atom : construct.fields) {
      const Bounds& field = of(atom);
      if (!field.empty()) ways = plus(ways, moved(field));
    }
    return ways;
  }

  Bounds returned(const ir::Call& call, std::uint32_t result) const {
    const ResultSize& size = sizes_[call.callee.value][result];
    const bool recursive = calls_.componentOf[call.callee.value] == calls_.componentOf[id_.value];
    Bound start;
    // What a base case adds comes once to a run, not with every call on the way.
    start.built = recursive ? 0 : size.extra;
    start.grown = size.grown;
    start.recursions = recursive ? 1 : 0;
    Bounds ways{start};
    for (const auto& [parameter, isMoved] : size.made) {
      const Bounds& argument = of(call.arguments[parameter]);
      if (argument.empty()) continue;
      ways = plus(ways, isMoved || size.made.size() > 1 ? moved(argument) : argument);
    }
    return ways;
  }

  // Adds one way for the function to end with one of its results.
  void conclude(const ir::Atom& atom, ResultSize& result) {
    for (const Bound& bound : of(atom)) {
      for (const auto& [part, use] : bound.uses) {
        result.made[part.parameter] =
            result.made[part.parameter] || use.moved || !part.path.empty();
      }
      const int extra = bound.built - consumed(bound);
      const bool recursive = calls_.recursive[id_.value];
      if (bound.grown || overlapping(bound) || (recursive && bound.recursions > 0 && extra > 0) ||
          (recursive && bound.recursions > 1 && result.extra > 0)) {
        result.grown = true;
      } else if (bound.recursions == 0) {
        result.extra = std::max(result.extra, extra);
      }
      branching_ = branching_ || bound.recursions > 1;
      if (branching_ && result.extra > 0) result.grown = true;
    }
  }

  static bool overlapping(const Bound& bound) {
    const Part* previous = nullptr;
    for (const auto& [part, use] : bound.uses) {
      if (use.times > 1) return true;
      // In order, a part stands right after the ones that hold it.
      if (previous != nullptr && previous->parameter == part.parameter &&
          startsWith(part.path, previous->path)) {
        return true;
      }
      previous = &part;
    }
    return false;
  }

  // Constructors taken apart of which no part holds anything.
  int consumed(const Bound& bound) const {
    return static_cast<int>(std::ranges::count_if(opened_, [&](const Part& node) {
      return std::ranges::none_of(bound.uses, [&](const auto& entry) {
        return entry.first.parameter == node.parameter && startsWith(node.path, entry.first.path);
      });
    }));
  }

  const ir::Program& program_;
  ir::FunId id_;
  const ir::Function& function_;
  const ResultSizes& sizes_;
  const CallGraph& calls_;
  std::vector<Bounds> bounds_;
  std::vector<ResultSize> results_;
  bool branching_ = false;
};

}  // namespace

ResultSizes resultSizes(const ir::Program& program, const CallGraph& calls, const Facts& facts) {
  ResultSizes sizes;
  for (std::size_t i = 0; i < program.functions.size(); ++i) {
    sizes.emplace_back(program.functions[i].resultTypes.size());
    // What is built on the way is paid for by what is taken apart.
    if (!calls.recursive[i] || !facts[i].traversed) continue;
    for (ResultSize& size : sizes.back()) size.made[*facts[i].traversed] = false;
  }
  for (const auto& component : calls.components) {
    // From "made of what is traversed, in place" upwards; what has grown once stays so.
    for (bool news = true; news;) {
      news = false;
      for (const ir::FunId id : component) {
        std::vector<ResultSize> found = SizeWalk(program, id, sizes, calls).run();
        std::vector<ResultSize>& known = sizes[id.value];
        for (std::size_t i = 0; i < found.size(); ++i) {
          for (const auto& [parameter, isMoved] : known[i].made) {
            found[i].made[parameter] = found[i].made[parameter] || isMoved;
          }
          // A constant that keeps growing is none.
          const bool recursive = calls.recursive[id.value];
          found[i].grown = found[i].grown || known[i].grown ||
                           (recursive && known[i].extra > 0 && found[i].extra > known[i].extra);
          found[i].extra = std::max(found[i].extra, known[i].extra);
          if (found[i].grown) found[i].extra = 0;
        }
        news = news || found != known;
        known = std::move(found);
      }
    }
  }
  return sizes;
}

std::vector<Bounds> boundsOf(const ir::Program& program, ir::FunId function,
                             const ResultSizes& sizes, const CallGraph& calls) {
  SizeWalk walk(program, function, sizes, calls);
  walk.run();
  return walk.takeBounds();
}

}  // namespace deforest::graph
