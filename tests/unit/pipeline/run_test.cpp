// The runner: order, rounds, fuel, what observers see, and who is blamed for what.
#include "pipeline/run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/parallel.hpp"
#include "sample.hpp"

namespace deforest::pipeline {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

struct Outcome {
  ir::Program program;
  RunReport report;
  Context context;
  std::vector<std::string> seen;  // index, pass, `!` if it changed something
};

Outcome runOn(const Pipeline& pipeline, RunOptions options = {}) {
  Outcome outcome;
  options.print = sample::printSizes;
  options.observers.push_back([&](const Event& event) {
    outcome.seen.push_back(std::to_string(event.index) + " " +
                           (event.pass != nullptr ? std::string(event.pass->name) : "input") +
                           (event.changed ? "!" : ""));
  });
  outcome.program = run(pipeline, sample::identity(), outcome.context, options, outcome.report);
  return outcome;
}

// Negates until the function has `size` bindings.
Pass growTo(std::size_t size) {
  return {.name = "grow",
          .description = "Grows up to a size.",
          .run = [size](ir::Program program, Context& context) {
            if (program.functions[0].body.bindings.size() >= size) return program;
            context.add({});
            return sample::negateOnce(std::move(program), context);
          }};
}

TEST(Run, RunsPassesInOrderAndReportsThem) {
  const Outcome outcome = runOn({{{sample::negatePass(), sample::nothingPass()}}});
  EXPECT_THAT(outcome.seen, ElementsAre("0 input", "1 negate!", "2 nothing"));
  ASSERT_EQ(outcome.report.passes.size(), 2u);
  EXPECT_EQ(outcome.report.passes[0].sizeBefore, 1u);
  EXPECT_EQ(outcome.report.passes[0].sizeAfter, 2u);
  EXPECT_TRUE(outcome.report.passes[0].changed);
  EXPECT_FALSE(outcome.report.passes[1].changed);
  EXPECT_EQ(outcome.report.sizeBefore, 1u);
  EXPECT_EQ(outcome.report.sizeAfter, 2u);
  EXPECT_EQ(outcome.report.functionsAfter, 1u);
  EXPECT_TRUE(outcome.context.decisions.empty());
}

TEST(Run, AReportIsContinued) {
  Outcome outcome = runOn({{{sample::negatePass()}}});
  RunOptions options;
  options.fuel = 2;
  options.observers.push_back([&](const Event& event) {
    outcome.seen.push_back(std::to_string(event.index) + " " + std::string(event.pass->name));
  });
  outcome.program = run({{{sample::nothingPass(), sample::negatePass()}}}, outcome.program,
                        outcome.context, options, outcome.report);
  EXPECT_THAT(outcome.seen, ElementsAre("0 input", "1 negate!", "2 nothing"));
  EXPECT_EQ(outcome.report.passes.size(), 2u);
  EXPECT_EQ(outcome.report.sizeBefore, 1u);
  EXPECT_EQ(outcome.report.sizeAfter, 2u);
}

TEST(Run, NativeFormIsKeptByPassesThatNeedIt) {
  Pass makes = sample::nothingPass();
  makes.makes = Form::Native;
  Pass needs = sample::nothingPass();
  needs.name = "native";
  needs.needs = Form::Native;
  EXPECT_EQ(formAfter({{{makes, needs}}}, Form::Normal), Form::Native);
  EXPECT_EQ(formAfter({{{makes, sample::nothingPass()}}}, Form::Normal), Form::Free);
  EXPECT_EQ(formAfter({{{sample::nothingPass()}}}, Form::Normal), Form::Normal);
  EXPECT_EQ(misplaced({{{makes, needs, needs}}}), std::nullopt);
  EXPECT_EQ(misplaced({{{makes, sample::nothingPass(), needs}}}), "native");
  EXPECT_EQ(misplaced({{{needs}}}, Form::Normal), "native");
}

// Without it nothing could be written.
TEST(Run, NativeFormIsMadeWithoutFuel) {
  Pass makes = sample::nothingPass();
  makes.makes = Form::Native;
  RunOptions options;
  options.fuel = 0;
  const Outcome outcome = runOn({{{sample::negatePass(), makes}}}, options);
  EXPECT_THAT(outcome.seen, ElementsAre("0 input", "1 nothing"));
}

TEST(Run, NoPassesLeaveTheProgramAlone) {
  const Outcome outcome = runOn({});
  EXPECT_EQ(outcome.program, sample::identity());
  EXPECT_THAT(outcome.seen, ElementsAre("0 input"));
}

TEST(Run, ARepeatedPhaseEndsWithARoundThatChangesNothing) {
  const Outcome outcome = runOn({{{growTo(2), sample::nothingPass()}, 4}});
  EXPECT_THAT(outcome.seen, ElementsAre("0 input", "1 grow!", "2 nothing", "3 grow!", "4 nothing",
                                        "5 grow", "6 nothing"));
  EXPECT_EQ(outcome.report.passes[4].round, 3u);
  EXPECT_EQ(outcome.report.passes[0].taken, 1u);
  EXPECT_EQ(outcome.report.passes[4].taken, 0u);
}

TEST(Run, RoundsThatRunOutAreACutOff) {
  const Outcome outcome = runOn({{{growTo(9)}, 3}});
  EXPECT_EQ(outcome.report.passes.size(), 3u);
  ASSERT_FALSE(outcome.context.decisions.empty());
  const Decision& last = outcome.context.decisions.back();
  EXPECT_EQ(last.kind, Decision::Kind::CutOff);
  EXPECT_EQ(last.subject, "rounds");
  EXPECT_THAT(last.reason, HasSubstr("after 3 rounds"));
}

TEST(Run, AStableLastRoundIsNoCutOff) {
  const Outcome outcome = runOn({{{growTo(2)}, 3}});
  for (const Decision& decision : outcome.context.decisions) {
    EXPECT_NE(decision.kind, Decision::Kind::CutOff);
  }
}

TEST(Run, FuelStopsTheRunAndIsSaidOnce) {
  RunOptions options;
  options.fuel = 1;
  const Outcome outcome =
      runOn({{{sample::negatePass(), sample::negatePass()}}, {{sample::nothingPass()}}}, options);
  EXPECT_THAT(outcome.seen, ElementsAre("0 input", "1 negate!"));
  ASSERT_EQ(outcome.context.decisions.size(), 1u);
  EXPECT_EQ(outcome.context.decisions[0].subject, "fuel");
}

Pass breakingPass() {
  return {.name = "break",
          .description = "Uses a variable that does not exist.",
          .run = [](ir::Program program, Context&) {
            program.functions[0].body.results = {ir::Atom{ir::VarId{77}}};
            return program;
          }};
}

TEST(Run, BlamesThePassThatBreaksTheProgram) {
  try {
    runOn({{{sample::negatePass(), breakingPass(), sample::nothingPass()}}});
    FAIL() << "nothing was thrown";
  } catch (const PassError& error) {
    EXPECT_EQ(error.pass(), "break");
    EXPECT_THAT(error.what(), HasSubstr("in pass 'break'"));
    EXPECT_THAT(error.what(), HasSubstr("f"));
    EXPECT_EQ(error.before(), "f 1\n");
    EXPECT_EQ(error.after(), "f 1\n");
  }
}

TEST(Run, ChecksAtTheEndOrNotAtAllIfAsked) {
  RunOptions options;
  options.check = CheckMode::End;
  try {
    runOn({{{breakingPass(), sample::nothingPass()}}}, options);
    FAIL() << "nothing was thrown";
  } catch (const PassError& error) {
    EXPECT_EQ(error.pass(), "nothing");
  }
  options.check = CheckMode::Off;
  EXPECT_NO_THROW(runOn({{{breakingPass()}}}, options));
}

TEST(Run, TheNormalFormIsCheckedWhereAPhasePromisesIt) {
  const auto nested = [](ir::Program program, Context&) {
    ir::Type list;
    list.name = "T";
    list.constructors = {ir::CtorId{0}, ir::CtorId{1}};
    program.types.push_back(list);
    for (std::uint32_t tag = 0; tag < 2; ++tag) {
      ir::Constructor constructor;
      constructor.name = tag == 0 ? "A" : "B";
      constructor.type = ir::TypeId{1};
      constructor.tag = tag;
      program.constructors.push_back(constructor);
    }
    ir::Function function;
    function.name = "g";
    function.resultTypes = {ir::TypeId{0}};
    function.parameters = {function.fresh(ir::TypeId{1}, "t")};
    ir::Case branch{ir::Atom{function.parameters[0]}, {}};
    for (std::uint32_t tag = 0; tag < 2; ++tag) {
      branch.alternatives.push_back(
          {ir::CtorId{tag}, {}, {{}, {ir::Atom{ir::Literal{ir::TypeKind::Int, tag}}}}});
    }
    ir::Binding binding;
    binding.results = {function.fresh(ir::TypeId{0}, "r")};
    binding.operation = branch;
    const ir::Atom result{binding.results[0]};
    function.body.bindings.push_back(binding);
    ir::Binding twice;
    twice.results = {function.fresh(ir::TypeId{0}, "s")};
    twice.operation = ir::Primitive{ir::PrimOp::Negate, {result}};
    function.body.results = {ir::Atom{twice.results[0]}};
    function.body.bindings.push_back(twice);
    program.functions.push_back(function);
    return program;
  };
  Pass pass{.name = "nest", .description = "Adds a match that is not alone.", .run = nested};
  EXPECT_NO_THROW(runOn({{{pass}}}));
  pass.makes = Form::Normal;
  EXPECT_THROW(runOn({{{pass}}}), PassError);
}

TEST(Run, APassThatIsGivenAnotherFormThanItNeedsIsMisplaced) {
  const auto same = [](ir::Program program, Context&) { return program; };
  const Pass normal{.name = "normal", .description = "", .makes = Form::Normal, .run = same};
  const Pass free{.name = "free", .description = "", .makes = Form::Free, .run = same};
  const Pass keeps{.name = "keeps", .description = "", .run = same};
  const Pass needs{.name = "needs", .description = "", .needs = Form::Normal, .run = same};
  EXPECT_EQ(misplaced({{{needs}}}), "needs");
  EXPECT_EQ(misplaced({{{needs}}}, Form::Normal), std::nullopt);
  EXPECT_EQ(misplaced({{{normal, keeps}}, {{needs}}}), std::nullopt);
  EXPECT_EQ(misplaced({{{normal, free, needs}}}), "needs");
  // The second round is given what the first one left.
  EXPECT_EQ(misplaced({{{normal}}, {{needs, free}, 4}}), "needs");
  EXPECT_THROW(runOn({{{needs}}}), support::InternalError);
}

TEST(Run, AnInternalErrorCarriesThePassAndTheProgram) {
  const Pass failing{
      .name = "fail", .description = "Fails.", .run = [](ir::Program program, Context&) {
        support::fail("out of luck");
        return program;
      }};
  try {
    runOn({{{sample::negatePass(), failing}}});
    FAIL() << "nothing was thrown";
  } catch (const PassError& error) {
    EXPECT_EQ(error.pass(), "fail");
    EXPECT_THAT(error.what(), HasSubstr("out of luck"));
    EXPECT_EQ(error.before(), "f 1\n");
    EXPECT_EQ(error.after(), "");
  }
}

TEST(Run, ALimitStaysALimit) {
  const Pass limited{
      .name = "deep",
      .description = "Meets a limit.",
      .run = [](ir::Program, Context&) -> ir::Program { throw support::LimitError("too deep"); }};
  try {
    runOn({{{limited}}});
    FAIL() << "nothing was thrown";
  } catch (const support::LimitError& error) {
    EXPECT_STREQ(error.what(), "in pass 'deep': too deep");
  }
}

TEST(Run, NamesEachPassOnce) {
  const Pipeline pipeline = {{{sample::negatePass(), sample::nothingPass()}},
                             {{sample::negatePass()}, true}};
  EXPECT_THAT(passNames(pipeline), ElementsAre("negate", "nothing"));
}

TEST(Parallel, VisitsEveryIndexOnce) {
  std::vector<int> counts(1000);
  forEachIndex(counts.size(), [&](std::size_t i) { ++counts[i]; });
  EXPECT_THAT(counts, testing::Each(1));
}

TEST(Parallel, ThrowsTheFirstFailure) {
  const auto task = [](std::size_t i) {
    if (i % 10 == 7) throw std::runtime_error(std::to_string(i));
  };
  try {
    forEachIndex(100, task);
    FAIL() << "nothing was thrown";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "7");
  }
}

TEST(Parallel, RewritesEveryFunction) {
  ir::Program program = sample::identity();
  program.functions.push_back(program.functions[0]);
  forEachFunction(program, [](ir::Function& function) { function.name += "!"; });
  EXPECT_EQ(program.functions[0].name, "f!");
  EXPECT_EQ(program.functions[1].name, "f!");
}

}  // namespace
}  // namespace deforest::pipeline
