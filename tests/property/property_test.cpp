// Tests of the hunt itself: the generator, the reduction, and whether a wrong compiler is caught.
#include <gmock/gmock.h>
#include <unistd.h>

#include <set>
#include <sstream>

#include "generate_program.hpp"
#include "graph/facts.hpp"
#include "hunt.hpp"
#include "ir/checker.hpp"
#include "ir/measure.hpp"
#include "ir/traverse.hpp"
#include "isolate.hpp"
#include "reduce_program.hpp"
#include "text/print.hpp"

namespace deforest::property {
namespace {

bool anyBinding(const ir::Program& program, const std::function<bool(const ir::Binding&)>& wanted) {
  bool found = false;
  for (const ir::Function& function : program.functions) {
    ir::forEachBinding(function.body,
                       [&](const ir::Binding& binding) { found = found || wanted(binding); });
  }
  return found;
}

bool isDivision(const ir::Binding& binding) {
  const auto* primitive = std::get_if<ir::Primitive>(&binding.operation);
  return primitive != nullptr && primitive->op == ir::PrimOp::Div;
}

bool divides(const ir::Program& program) {
  return anyBinding(program, isDivision);
}

std::uint64_t firstThat(const std::function<bool(const ir::Program&)>& wanted) {
  for (std::uint64_t seed = 1; seed < 1000; ++seed) {
    if (wanted(generateProgram(seed))) return seed;
  }
  ADD_FAILURE() << "no such program is generated";
  return 0;
}

TEST(GenerateProgram, IsWellFormed) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    EXPECT_THAT(ir::check(generateProgram(seed)), testing::IsEmpty()) << "seed " << seed;
  }
}

TEST(GenerateProgram, DependsOnNothingButTheSeed) {
  EXPECT_EQ(generateProgram(7), generateProgram(7));
  std::set<std::string> different;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    different.insert(text::print(generateProgram(seed)));
  }
  EXPECT_EQ(different.size(), 50U);
}

TEST(GenerateProgram, MakesEveryKindOfOperation) {
  std::set<std::size_t> kinds;
  bool several = false;
  bool newtype = false;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const ir::Program program = generateProgram(seed);
    (void)anyBinding(program, [&](const ir::Binding& binding) {
      kinds.insert(binding.operation.index());
      return false;
    });
    for (const ir::Function& function : program.functions) {
      several = several || function.resultTypes.size() > 1;
    }
    for (const ir::Type& type : program.types) newtype = newtype || type.isNewtype;
  }
  // All but calls of what is not understood, which printed programs cannot have.
  EXPECT_EQ(kinds.size(), std::variant_size_v<ir::Operation> - 1);
  EXPECT_TRUE(several);
  EXPECT_TRUE(newtype);
}

// What is reached from the roots of a program.
struct Ingredients {
  bool pass = false;    // A recursive function that makes a tree of its tree's type.
  bool fold = false;    // One that makes a scalar.
  bool getter = false;  // A function that takes its tree apart and calls nothing, for a scalar.
  bool setter = false;  // One that makes a tree of its tree's type.
  bool calledInBranch = false;  // A call under a conditional.
  bool types = false;           // Recursive functions over several types.
  bool chain = false;           // A call of what a call returns.
};

bool callsUnder(const ir::Block& block, bool branch) {
  for (const ir::Binding& binding : block.bindings) {
    if (branch && std::holds_alternative<ir::Call>(binding.operation)) return true;
    const bool inside = branch || std::holds_alternative<ir::Conditional>(binding.operation);
    bool found = false;
    ir::forEachBlock(binding.operation,
                     [&](const ir::Block& inner) { found = found || callsUnder(inner, inside); });
    if (found) return true;
  }
  return false;
}

bool chains(const ir::Function& function) {
  std::set<ir::VarId> made;
  bool found = false;
  ir::forEachBinding(function.body, [&](const ir::Binding& binding) {
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    if (call == nullptr) return;
    for (const ir::Atom& argument : call->arguments) {
      const auto* variable = ir::variableOf(argument);
      found = found || (variable != nullptr && made.contains(*variable));
    }
    made.insert(binding.results.begin(), binding.results.end());
  });
  return found;
}

Ingredients ingredientsOf(const ir::Program& generated) {
  const ir::Program program = Subject(generated, 1).normal();
  const graph::Facts facts = graph::factsOf(program, false);
  const std::vector<bool> reached = ir::reachable(program);
  Ingredients found;
  std::set<std::uint32_t> types;
  for (std::size_t i = 0; i < facts.size(); ++i) {
    const ir::Function& function = program.functions[i];
    if (!reached[i]) continue;
    found.calledInBranch = found.calledInBranch || callsUnder(function.body, false);
    found.chain = found.chain || chains(function);
    if (!facts[i].traversed) continue;
    const ir::TypeId tree = function.variables[function.parameters[*facts[i].traversed].value].type;
    const bool same = function.resultTypes.front() == tree;
    if (facts[i].recursive) {
      types.insert(tree.value);
      found.pass = found.pass || same;
      found.fold = found.fold || !graph::isTree(program, function.resultTypes.front());
    } else if (ir::callees(function.body).empty()) {
      found.setter = found.setter || same;
      found.getter = found.getter || !graph::isTree(program, function.resultTypes.front());
    }
  }
  found.types = types.size() > 1;
  return found;
}

TEST(GenerateProgram, MakesWhatTheEngineIsFor) {
  constexpr unsigned programs = 400;
  unsigned passes = 0;
  unsigned folds = 0;
  unsigned getters = 0;
  unsigned setters = 0;
  unsigned inBranches = 0;
  unsigned types = 0;
  unsigned chained = 0;
  for (std::uint64_t seed = 1; seed <= programs; ++seed) {
    const Ingredients found = ingredientsOf(generateProgram(seed));
    passes += found.pass ? 1 : 0;
    folds += found.fold ? 1 : 0;
    getters += found.getter ? 1 : 0;
    setters += found.setter ? 1 : 0;
    inBranches += found.calledInBranch ? 1 : 0;
    types += found.types ? 1 : 0;
    chained += found.chain ? 1 : 0;
  }
  EXPECT_GT(passes, programs / 4);
  EXPECT_GT(folds, programs / 6);
  EXPECT_GT(getters, programs / 5);
  EXPECT_GT(setters, programs / 6);
  EXPECT_GT(inBranches, programs / 6);
  EXPECT_GT(types, programs / 10);
  EXPECT_GT(chained, programs / 2);
}

TEST(GenerateProgram, MostlyHasValues) {
  std::size_t inputs = 0;
  std::size_t undefined = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const ir::Program program = generateProgram(seed);
    for (const eval::RootReport& root : compare(program, program, 10).roots) {
      inputs += root.inputs;
      undefined += root.undefined;
    }
  }
  EXPECT_GT(inputs, 200U);
  EXPECT_LT(undefined, inputs / 4);
}

TEST(Reduce, LeavesLittleMoreThanTheCause) {
  const std::uint64_t seed = firstThat(
      [](const ir::Program& program) { return divides(program) && ir::size(program) > 60; });
  const ir::Program program = generateProgram(seed);
  const ir::Program reduced = reduce(program, divides);
  EXPECT_TRUE(divides(reduced));
  EXPECT_THAT(ir::check(reduced), testing::IsEmpty());
  EXPECT_LT(ir::size(reduced), 15U) << text::print(reduced);
}

TEST(Reduce, KeepsWhatFailsInNoOtherForm) {
  const ir::Program program = generateProgram(3);
  EXPECT_EQ(reduce(program, [](const ir::Program&) { return false; }), program);
}

TEST(Reduce, AsksNoMoreOftenThanAllowed) {
  std::size_t asked = 0;
  (void)reduce(
      generateProgram(3),
      [&](const ir::Program&) {
        ++asked;
        return true;
      },
      5);
  EXPECT_EQ(asked, 5U);
}

TEST(Isolated, ReturnsWhatTheTaskReturns) {
  const std::string large(100'000, 'x');
  const Isolated outcome = isolated([&] { return large; }, 10);
  EXPECT_EQ(outcome.output, large);
  EXPECT_EQ(outcome.failure, "");
}

TEST(Isolated, SurvivesCrashes) {
  EXPECT_EQ(isolated([]() -> std::string { std::abort(); }, 10).failure, "killed by signal 6");
}

TEST(Isolated, EndsWhatDoesNotEnd) {
  const auto forever = []() -> std::string {
    for (;;) pause();
  };
  EXPECT_EQ(isolated(forever, 1).failure, "took too long");
}

// A property that a compiler breaks which takes subtraction for addition.
std::optional<Violation> subtractsForAdding(Subject& subject) {
  ir::Program wrong = subject.program();
  for (ir::Function& function : wrong.functions) {
    ir::forEachBinding(function.body, [](ir::Binding& binding) {
      auto* primitive = std::get_if<ir::Primitive>(&binding.operation);
      if (primitive != nullptr && primitive->op == ir::PrimOp::Add) {
        primitive->op = ir::PrimOp::Sub;
      }
    });
  }
  const eval::Comparison comparison = compare(subject.program(), wrong);
  if (comparison.equal()) return std::nullopt;
  return Violation{differenceOf(comparison), comparison.describe()};
}

TEST(Hunt, FindsAndReducesAWrongCompiler) {
  HuntOptions options;
  options.programs = 200;
  options.properties = {{"wrong", "", subtractsForAdding}};
  std::ostringstream progress;
  const HuntResult result = hunt(options, progress);
  ASSERT_THAT(result.found, testing::Not(testing::IsEmpty()));
  const Found& found = result.found[0];
  EXPECT_EQ(found.property, "wrong");
  EXPECT_THAT(found.report, testing::HasSubstr(" + "));
  EXPECT_THAT(found.report, testing::HasSubstr("--seed " + std::to_string(found.seed)));
  EXPECT_LT(std::count(found.report.begin(), found.report.end(), '\n'), 40) << found.report;
  std::uint64_t total = 0;
  for (const auto& [kind, count] : result.tally.violations) total += count;
  EXPECT_GT(total, 10U);
}

TEST(Hunt, CountsCrashes) {
  HuntOptions options;
  options.programs = 2;
  options.properties = {{"crash", "", [](Subject&) -> std::optional<Violation> { std::abort(); }}};
  options.reduceSeconds = 0.2;
  std::ostringstream progress;
  const HuntResult result = hunt(options, progress);
  EXPECT_EQ(result.tally.violations.at("crash: killed by signal 6"), 2U);
  EXPECT_THAT(describe(result.tally), testing::HasSubstr("2 x crash: killed by signal 6"));
}

TEST(Hunt, IsSilentAboutAPropertyThatHolds) {
  HuntOptions options;
  options.programs = 5;
  options.properties = {{"fine", "", [](Subject&) { return std::optional<Violation>(); }}};
  std::ostringstream progress;
  const HuntResult result = hunt(options, progress);
  EXPECT_EQ(result.tally.programs, 5U);
  EXPECT_THAT(result.found, testing::IsEmpty());
}

TEST(ViolationOf, TakesErrorsForFailuresAndLimitsForNone) {
  Subject subject(generateProgram(1), 1);
  const auto throwing = [](auto error) {
    return Property{"throws", "", [error](Subject&) -> std::optional<Violation> { throw error; }};
  };
  const auto failure =
      violationOf(throwing(support::InternalError("a `name` at 12 is wrong")), subject);
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->kind, "error: a ` at  is wrong");
  EXPECT_FALSE(violationOf(throwing(support::LimitError("too deep")), subject).has_value());
}

}  // namespace
}  // namespace deforest::property
