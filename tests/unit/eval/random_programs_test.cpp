// The register code against an interpreter that walks the tree, on random programs.
#include "random_programs.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "eval/evaluate.hpp"
#include "ir/archive.hpp"
#include "ir/checker.hpp"

namespace deforest::eval {
namespace {

using testing::Node;
using testing::RandomProgram;
using testing::TreeWalker;

Value build(Machine& machine, const Node& node) {
  if (!node->ctor.valid()) return Value{node->bits};
  std::vector<Value> fields;
  for (const Node& field : node->fields) fields.push_back(build(machine, field));
  return machine.construct(node->ctor, fields);
}

bool same(const ir::Program& program, ir::TypeId type, const Node& node, Value value) {
  if (!node->ctor.valid()) return node->bits == value.bits;
  if (constructorOf(program, type, value) != node->ctor) return false;
  for (std::size_t i = 0; i < node->fields.size(); ++i) {
    const ir::TypeId field = program.constructor(node->ctor).fields[i].type;
    if (!same(program, field, node->fields[i], fieldOf(program, node->ctor, value, i)))
      return false;
  }
  return true;
}

TEST(RandomPrograms, MeanTheSameToBothInterpreters) {
  std::size_t values = 0;
  std::size_t errors = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    RandomProgram random(seed);
    const ir::Program& program = random.program;
    ASSERT_EQ(ir::check(program), std::vector<std::string>{}) << "seed " << seed;
    Machine machine(program);
    for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
      const ir::Function& function = program.functions[i];
      for (int round = 0; round < 5; ++round) {
        machine.clear();
        std::vector<Node> arguments;
        std::vector<Value> built;
        for (const ir::VarId parameter : function.parameters) {
          arguments.push_back(random.randomValue(function.variables[parameter.value].type));
          built.push_back(build(machine, arguments.back()));
        }
        TreeWalker walker(program);
        const auto expected = walker.call(ir::FunId{i}, arguments);
        const Outcome outcome = machine.call(ir::FunId{i}, built);
        const std::string where = "seed " + std::to_string(seed) + ", " + function.name;
        ASSERT_EQ(outcome.ok(), expected.has_value()) << where;
        EXPECT_EQ(outcome.counts.calls, walker.calls) << where;
        EXPECT_EQ(outcome.counts.allocations, walker.allocations) << where;
        if (!expected) {
          EXPECT_EQ(outcome.message, walker.error) << where;
          ++errors;
          continue;
        }
        ++values;
        for (std::size_t k = 0; k < expected->size(); ++k) {
          ASSERT_TRUE(same(program, function.resultTypes[k], (*expected)[k], outcome.values[k]))
              << where << ", result " << k;
        }
      }
    }
  }
  EXPECT_GT(values, 4000U);
  EXPECT_GT(errors, 100U);
}

TEST(RandomPrograms, SurviveTheArchive) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const RandomProgram random(seed);
    std::stringstream bytes;
    ir::save(bytes, random.program);
    const support::Result<ir::Program> back = ir::load(bytes);
    ASSERT_TRUE(back.ok()) << seed;
    EXPECT_EQ(*back, random.program);
  }
}

}  // namespace
}  // namespace deforest::eval
