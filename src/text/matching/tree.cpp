// Builds decision trees row by row: the first constraint of the first row is the next test.
#include "text/matching/tree.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "support/match.hpp"
#include "text/lowering/literals.hpp"

namespace deforest::text {
namespace {

using resolved::LocalId;
using resolved::Pattern;

struct TooLarge {};

// What is still to be tested for a row to match. Variables are bound, not tested.
struct Row {
  std::size_t index = 0;
  bool mayRefuse = false;
  std::vector<std::pair<Occurrence, const Pattern*>> constraints;
  std::vector<std::pair<LocalId, Occurrence>> bindings;
  std::vector<std::pair<const Pattern*, Occurrence>> deferred;
  auto operator<=>(const Row&) const = default;
};

class Builder {
 public:
  Builder(const resolved::Module& module, std::size_t rows, std::size_t scrutinees, bool lazy)
      : module_(module), types_(module.types), scrutinees_(scrutinees), lazy_(lazy) {
    result_.leaves.resize(rows);
    for (std::size_t i = 0; i < scrutinees; ++i) newOccurrence();
  }

  MatchTree build(const std::vector<TreeRow>& sources) {
    std::vector<Row> rows;
    for (std::size_t i = 0; i < sources.size(); ++i) {
      Row row;
      row.index = i;
      row.mayRefuse = sources[i].mayRefuse;
      for (std::size_t column = 0; column < scrutinees_; ++column) {
        constrain(row, column, *sources[i].patterns[column], sources[i].now);
      }
      rows.push_back(std::move(row));
    }
    result_.root = tree(std::move(rows));
    return std::move(result_);
  }

 private:
  Occurrence newOccurrence() {
    result_.names.emplace_back();
    return result_.names.size() - 1;
  }

  void bind(Row& row, LocalId local, Occurrence occurrence) {
    std::string& name = result_.names[occurrence];
    if (name.empty()) name = shownName(module_.local(local).name);
    row.bindings.emplace_back(local, occurrence);
  }

  // Whether all that the pattern tests is the bang in front of it.
  static bool onlyForces(const Pattern& pattern) {
    return pattern.bang && (std::holds_alternative<resolved::WildcardPattern>(pattern.node) ||
                            std::holds_alternative<resolved::VariablePattern>(pattern.node) ||
                            std::holds_alternative<resolved::AsPattern>(pattern.node));
  }

  void constrain(Row& row, Occurrence occurrence, const Pattern& pattern, bool now = false) {
    if (lazy_ && pattern.irrefutable && !now) {
      row.deferred.emplace_back(&pattern, occurrence);
      return;
    }
    if (lazy_ && onlyForces(pattern)) row.constraints.emplace_back(occurrence, &pattern);
    support::match(
        pattern.node, [&](const resolved::WildcardPattern&) {},
        [&](const resolved::VariablePattern& variable) { bind(row, variable.local, occurrence); },
        [&](const resolved::AsPattern& as) {
          bind(row, as.local, occurrence);
          constrain(row, occurrence, *as.pattern);
        },
        [&](const auto&) { row.constraints.emplace_back(occurrence, &pattern); });
  }

  void countNode() {
    if (++nodes_ > maxTreeNodes) throw TooLarge{};
  }

  // No row below one that matches whatever is still to be tested is reached.
  static bool matchesAlways(const Row& row) { return row.constraints.empty() && !row.mayRefuse; }

  // The same is left to be done in several branches: one tree does it.
  TreeRef tree(std::vector<Row> rows) {
    // What is done in the end is no test.
    if (rows.empty() || matchesAlways(rows[0]))
      return std::make_shared<Tree>(made(std::move(rows)));
    const auto [known, isNew] = known_.try_emplace(rows);
    Known& entry = known->second;
    if (!isNew) {
      ++entry.tree->uses;
      for (const std::size_t row : entry.leaves) ++result_.leaves[row];
      return entry.tree;
    }
    const std::vector<std::size_t> before = result_.leaves;
    entry.tree = std::make_shared<Tree>(made(std::move(rows)));
    for (std::size_t row = 0; row < before.size(); ++row) {
      if (result_.leaves[row] != before[row]) entry.leaves.push_back(row);
    }
    return entry.tree;
  }

  Tree made(std::vector<Row> rows) {
    countNode();
    if (rows.empty()) return {TreeFail{}};
    if (rows[0].constraints.empty()) return leaf(std::move(rows));
    const auto [occurrence, pattern] = rows[0].constraints[0];
    if (onlyForces(*pattern)) return force(occurrence, std::move(rows));
    if (const auto* constructor = std::get_if<resolved::ConstructorPattern>(&pattern->node)) {
      return branch(occurrence, types_.constructor(constructor->con).type, std::move(rows));
    }
    if (const auto* viewed = std::get_if<resolved::ViewPattern>(&pattern->node)) {
      return view(occurrence, *viewed, std::move(rows));
    }
    return test(occurrence, std::move(rows));
  }

  // Once for all rows that look at the value by the same function.
  Tree view(Occurrence occurrence, const resolved::ViewPattern& first, std::vector<Row> rows) {
    const Occurrence viewed = newOccurrence();
    for (Row& row : rows) {
      const auto constraints = std::exchange(row.constraints, {});
      for (const auto& [place, pattern] : constraints) {
        const auto* same =
            place == occurrence ? std::get_if<resolved::ViewPattern>(&pattern->node) : nullptr;
        if (same != nullptr && same->function == first.function) {
          constrain(row, viewed, *same->pattern);
        } else {
          row.constraints.emplace_back(place, pattern);
        }
      }
    }
    return {TreeView{occurrence, &first, viewed, tree(std::move(rows))}};
  }

  // What is evaluated anyway need not be forced.
  static void dropForces(Occurrence occurrence, std::vector<Row>& rows) {
    for (Row& row : rows) {
      std::erase_if(row.constraints, [&](const auto& entry) {
        return entry.first == occurrence && onlyForces(*entry.second);
      });
    }
  }

  // Forced once, for all rows.
  Tree force(Occurrence occurrence, std::vector<Row> rows) {
    dropForces(occurrence, rows);
    return {TreeForce{occurrence, tree(std::move(rows))}};
  }

  Tree leaf(std::vector<Row> rows) {
    ++result_.leaves[rows[0].index];
    TreeLeaf node;
    node.row = rows[0].index;
    node.bindings = std::move(rows[0].bindings);
    node.deferred = std::move(rows[0].deferred);
    if (rows[0].mayRefuse) {
      rows.erase(rows.begin());
      node.next = tree(std::move(rows));
    }
    return {std::move(node)};
  }

  // The constraint of a row on an occurrence; null if it has none.
  static const Pattern* constraintOn(const Row& row, Occurrence occurrence) {
    const auto found = std::ranges::find_if(row.constraints, [&](const auto& entry) {
      return entry.first == occurrence && !onlyForces(*entry.second);
    });
    return found == row.constraints.end() ? nullptr : found->second;
  }

  // The row without its constraint on an occurrence, in whose place `fields` are constrained.
  Row specialise(const Row& row, Occurrence occurrence, const std::vector<Occurrence>& fields) {
    Row result;
    result.index = row.index;
    result.mayRefuse = row.mayRefuse;
    result.bindings = row.bindings;
    result.deferred = row.deferred;
    for (const auto& [place, pattern] : row.constraints) {
      if (place != occurrence) {
        result.constraints.emplace_back(place, pattern);
        continue;
      }
      const auto* constructor = std::get_if<resolved::ConstructorPattern>(&pattern->node);
      for (std::size_t i = 0; constructor != nullptr && i < fields.size(); ++i) {
        constrain(result, fields[i], constructor->arguments[i]);
      }
    }
    return result;
  }

  Tree branch(Occurrence occurrence, TypeConId type, std::vector<Row> rows) {
    const std::vector<ConId>& constructors = types_.con(type).constructors;
    result_.branches = result_.branches || constructors.size() > 1;
    TreeSwitch node{occurrence, type, {}};
    for (const ConId con : constructors) {
      TreeArm arm{con, {}, nullptr, {}};
      for (std::size_t i = 0; i < types_.constructor(con).fields.size(); ++i) {
        arm.fields.push_back(newOccurrence());
      }
      std::vector<Row> matching;
      for (const Row& row : rows) {
        const Pattern* pattern = constraintOn(row, occurrence);
        if (pattern != nullptr) {
          const auto& constructor = std::get<resolved::ConstructorPattern>(pattern->node);
          if (constructor.con != con) continue;
          if (!constructor.variables.empty()) arm.patterns.push_back(&constructor);
        }
        matching.push_back(specialise(row, occurrence, arm.fields));
      }
      arm.body = tree(std::move(matching));
      node.arms.push_back(std::move(arm));
    }
    return {std::move(node)};
  }

  static const resolved::Literal& literalOf(const Pattern& pattern) {
    return std::get<resolved::LiteralPattern>(pattern.node).literal;
  }

  static bool isFraction(const Pattern& pattern) {
    const auto* number = std::get_if<resolved::NumberLiteral>(&literalOf(pattern));
    return number != nullptr && number->fractional;
  }

  // The chain of tests of one occurrence: as long as the first row that is left has its first
  // constraint there, that is the next test.
  Tree test(Occurrence occurrence, std::vector<Row> rows) {
    result_.branches = true;
    dropForces(occurrence, rows);
    std::vector<const Pattern*> patterns;
    for (const Row& row : rows) patterns.push_back(constraintOn(row, occurrence));
    const bool fractional = std::ranges::any_of(patterns, [](const Pattern* pattern) {
      return pattern != nullptr && isFraction(*pattern);
    });
    std::map<LiteralKey, std::vector<std::size_t>> equal;
    std::vector<std::size_t> always;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (patterns[i] == nullptr) {
        always.push_back(i);
      } else {
        equal[literalKey(literalOf(*patterns[i]), fractional)].push_back(i);
      }
    }
    std::vector<TreeTest> chain;
    std::vector<bool> tested(rows.size());
    std::size_t first = 0;
    for (; first < rows.size(); ++first) {
      if (tested[first]) continue;
      const Row& row = rows[first];
      if (row.constraints.empty() || row.constraints[0].first != occurrence) break;
      if (first > 0) countNode();
      const resolved::Literal& literal = literalOf(*row.constraints[0].second);
      const std::vector<std::size_t>& same = equal.at(literalKey(literal, fractional));
      for (const std::size_t i : same) tested[i] = true;
      std::vector<std::size_t> both;
      std::ranges::merge(same, always, std::back_inserter(both));
      std::vector<Row> matching;
      for (const std::size_t i : both) {
        matching.push_back(specialise(rows[i], occurrence, {}));
        if (matchesAlways(matching.back())) break;
      }
      chain.push_back({occurrence, &literal, tree(std::move(matching)), nullptr});
    }
    std::vector<Row> different;
    for (std::size_t i = first; i < rows.size(); ++i) {
      if (!tested[i]) different.push_back(std::move(rows[i]));
    }
    TreeRef next = tree(std::move(different));
    for (std::size_t i = chain.size(); i-- > 1;) {
      chain[i].different = std::move(next);
      next = std::make_shared<Tree>(Tree{std::move(chain[i])});
    }
    chain[0].different = std::move(next);
    return {std::move(chain[0])};
  }

  const resolved::Module& module_;
  const TypeTable& types_;
  std::size_t scrutinees_;
  bool lazy_;
  MatchTree result_;
  std::size_t nodes_ = 0;
  struct Known {
    TreeRef tree;
    std::vector<std::size_t> leaves;  // the rows that stand there
  };
  std::map<std::vector<Row>, Known> known_;
};

}  // namespace

std::optional<MatchTree> buildMatchTree(const resolved::Module& module,
                                        const std::vector<TreeRow>& rows, std::size_t scrutinees,
                                        bool lazy) {
  try {
    return Builder(module, rows.size(), scrutinees, lazy).build(rows);
  } catch (const TooLarge&) {
    return std::nullopt;
  }
}

}  // namespace deforest::text
