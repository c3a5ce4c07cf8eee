#include "eval/vocabulary.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "eval/samples.hpp"
#include "ir/primitives.hpp"
#include "ir/traverse.hpp"

namespace deforest::eval {
namespace {

// Scalars that a generator comes upon anyway.
bool isCommon(ir::TypeKind kind, std::uint64_t bits) {
  if (kind == ir::TypeKind::Bool) return true;
  if (!ir::isIntegral(kind)) return false;
  const auto value = static_cast<std::int64_t>(bits);
  return value >= -3 && value <= 9;
}

constexpr std::size_t mostScalars = 4096;
constexpr std::size_t mostPatterns = 64;      // per type
constexpr std::size_t largestConstant = 200;  // in nodes
constexpr std::size_t pathsOfEach = 12;       // per function

class Collector {
 public:
  explicit Collector(const ir::Program& program) : program_(program) {
    result_.patterns.resize(program.types.size());
  }

  Vocabulary run() {
    for (const ir::Function& function : program_.functions) {
      constants_.assign(function.variables.size(), std::nullopt);
      ir::forEachBinding(function.body, [&](const ir::Binding& binding) { visit(binding); });
    }
    for (std::uint32_t i = 0; i < program_.functions.size(); ++i) {
      for (const Path& path : pathsOf(program_, ir::FunId{i}, pathsOfEach)) {
        for (const Pattern& pattern : path) add(pattern);
      }
    }
    return std::move(result_);
  }

 private:
  void visit(const ir::Binding& binding) {
    ir::forEachAtom(binding.operation, [&](const ir::Atom& atom) {
      if (const auto* literal = std::get_if<ir::Literal>(&atom)) add(*literal);
    });
    if (const auto* construct = std::get_if<ir::Construct>(&binding.operation)) {
      constants_[binding.results[0].value] = constant(*construct);
    } else if (const auto* call = std::get_if<ir::Call>(&binding.operation)) {
      for (const ir::Atom& atom : call->arguments) {
        const ir::VarId* variable = ir::variableOf(atom);
        if (variable != nullptr && constants_[variable->value]) add(*constants_[variable->value]);
      }
    }
  }

  std::optional<Pattern> constant(const ir::Construct& construct) const {
    const ir::Constructor& constructor = program_.constructor(construct.ctor);
    Pattern pattern = {{constructor.type, construct.ctor, 0, 1, false, 0}};
    for (std::size_t i = 0; i < construct.fields.size(); ++i) {
      if (const auto* literal = std::get_if<ir::Literal>(&construct.fields[i])) {
        pattern.push_back({constructor.fields[i].type, {}, literal->bits, 1, false, 0});
        continue;
      }
      const auto& field = constants_[std::get<ir::VarId>(construct.fields[i]).value];
      if (!field || pattern.size() + field->size() > largestConstant) return std::nullopt;
      pattern.insert(pattern.end(), field->begin(), field->end());
    }
    pattern[0].size = static_cast<std::uint32_t>(pattern.size());
    return pattern;
  }

  void add(const ir::Literal& literal) {
    std::vector<std::uint64_t>& known = result_.scalars[static_cast<std::size_t>(literal.kind)];
    for (const std::uint64_t bits : {literal.bits, neighbour(literal.kind, literal.bits, 1),
                                     neighbour(literal.kind, literal.bits, -1)}) {
      if (isCommon(literal.kind, bits) || known.size() >= mostScalars) continue;
      if (seen_.emplace(literal.kind, bits).second) known.push_back(bits);
    }
  }

  void add(const Pattern& pattern) {
    std::vector<Pattern>& known = result_.patterns[pattern[0].type.value];
    const auto says = [](const PatternNode& node) { return !node.hole; };
    const auto isScalar = [](const PatternNode& node) { return !node.hole && !node.ctor.valid(); };
    const bool telling = pattern[0].ctor.valid() && (std::ranges::count_if(pattern, says) > 1 ||
                                                     std::ranges::any_of(pattern, isScalar));
    if (!telling || known.size() >= mostPatterns) return;
    if (std::ranges::find(known, pattern) == known.end()) known.push_back(pattern);
  }

  const ir::Program& program_;
  Vocabulary result_;
  std::vector<std::optional<Pattern>> constants_;  // by variable of the function at hand
  std::set<std::pair<ir::TypeKind, std::uint64_t>> seen_;
};

}  // namespace

Vocabulary vocabularyOf(const ir::Program& program) {
  return Collector(program).run();
}

}  // namespace deforest::eval
