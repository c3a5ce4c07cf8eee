// Builds decision trees row by row: the first constraint of the first row is the next test.
#include "text/match_tree.hpp"

#include <algorithm>

#include "support/match.hpp"
#include "text/elaborate_literals.hpp"

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
};

class Builder {
 public:
  Builder(const resolved::Module& module, std::size_t rows, std::size_t scrutinees)
      : module_(module), types_(module.types), scrutinees_(scrutinees) {
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
        constrain(row, column, *sources[i].patterns[column]);
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
    if (name.empty()) name = module_.local(local).name;
    row.bindings.emplace_back(local, occurrence);
  }

  void constrain(Row& row, Occurrence occurrence, const Pattern& pattern) {
    support::match(
        pattern.node, [&](const resolved::WildcardPattern&) {},
        [&](const resolved::VariablePattern& variable) { bind(row, variable.local, occurrence); },
        [&](const resolved::AsPattern& as) {
          bind(row, as.local, occurrence);
          constrain(row, occurrence, *as.pattern);
        },
        [&](const auto&) { row.constraints.emplace_back(occurrence, &pattern); });
  }

  Tree tree(std::vector<Row> rows) {
    if (++nodes_ > maxTreeNodes) throw TooLarge{};
    if (rows.empty()) return {TreeFail{}};
    if (rows[0].constraints.empty()) return leaf(std::move(rows));
    const auto [occurrence, pattern] = rows[0].constraints[0];
    if (const auto* constructor = std::get_if<resolved::ConstructorPattern>(&pattern->node)) {
      return branch(occurrence, types_.constructor(constructor->con).type, std::move(rows));
    }
    return test(occurrence, std::get<resolved::LiteralPattern>(pattern->node).literal,
                std::move(rows));
  }

  Tree leaf(std::vector<Row> rows) {
    ++result_.leaves[rows[0].index];
    TreeLeaf node;
    node.row = rows[0].index;
    node.bindings = std::move(rows[0].bindings);
    if (rows[0].mayRefuse) {
      rows.erase(rows.begin());
      node.next = std::make_unique<Tree>(tree(std::move(rows)));
    }
    return {std::move(node)};
  }

  // The constraint of a row on an occurrence; null if it has none.
  static const Pattern* constraintOn(const Row& row, Occurrence occurrence) {
    const auto found = std::ranges::find_if(
        row.constraints, [&](const auto& entry) { return entry.first == occurrence; });
    return found == row.constraints.end() ? nullptr : found->second;
  }

  // The row without its constraint on an occurrence, in whose place `fields` are constrained.
  Row specialise(const Row& row, Occurrence occurrence, const std::vector<Occurrence>& fields) {
    Row result;
    result.index = row.index;
    result.mayRefuse = row.mayRefuse;
    result.bindings = row.bindings;
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
      TreeArm arm{con, {}, nullptr};
      for (std::size_t i = 0; i < types_.constructor(con).fields.size(); ++i) {
        arm.fields.push_back(newOccurrence());
      }
      std::vector<Row> matching;
      for (const Row& row : rows) {
        const Pattern* pattern = constraintOn(row, occurrence);
        if (pattern != nullptr &&
            std::get<resolved::ConstructorPattern>(pattern->node).con != con) {
          continue;
        }
        matching.push_back(specialise(row, occurrence, arm.fields));
      }
      arm.body = std::make_unique<Tree>(tree(std::move(matching)));
      node.arms.push_back(std::move(arm));
    }
    return {std::move(node)};
  }

  Tree test(Occurrence occurrence, const resolved::Literal& literal, std::vector<Row> rows) {
    result_.branches = true;
    std::vector<Row> equal;
    std::vector<Row> different;
    for (Row& row : rows) {
      const Pattern* pattern = constraintOn(row, occurrence);
      const bool same =
          pattern != nullptr &&
          sameLiteral(std::get<resolved::LiteralPattern>(pattern->node).literal, literal);
      if (same || pattern == nullptr) equal.push_back(specialise(row, occurrence, {}));
      if (!same) different.push_back(std::move(row));
    }
    TreeTest node;
    node.occurrence = occurrence;
    node.literal = &literal;
    node.equal = std::make_unique<Tree>(tree(std::move(equal)));
    node.different = std::make_unique<Tree>(tree(std::move(different)));
    return {std::move(node)};
  }

  const resolved::Module& module_;
  const TypeTable& types_;
  std::size_t scrutinees_;
  MatchTree result_;
  std::size_t nodes_ = 0;
};

}  // namespace

std::optional<MatchTree> buildMatchTree(const resolved::Module& module,
                                        const std::vector<TreeRow>& rows, std::size_t scrutinees) {
  try {
    return Builder(module, rows.size(), scrutinees).build(rows);
  } catch (const TooLarge&) {
    return std::nullopt;
  }
}

}  // namespace deforest::text
