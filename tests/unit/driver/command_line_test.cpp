// Words to commands, and what is said about wrong ones.
#include "driver/command_line.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "driver/usage.hpp"

namespace deforest::driver {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

using Words = std::vector<std::string>;

CompileCommand compileOf(const Words& words) {
  return std::get<CompileCommand>(parseCommandLine(words));
}

// The message about wrong usage, or empty if nothing is wrong.
std::string complaint(const Words& words) {
  try {
    parseCommandLine(words);
    return "";
  } catch (const UsageError& error) {
    return error.what();
  }
}

TEST(CommandLine, CompilesAFileIntoTheFormatOfItsExtension) {
  const CompileCommand command = compileOf({"in.hs.ir", "-o", "out.hs"});
  EXPECT_EQ(command.input, "in.hs.ir");
  EXPECT_EQ(command.output, "out.hs");
  EXPECT_EQ(command.format, Format::Haskell);
  EXPECT_FALSE(command.explain || command.stats || command.verify || command.passes);
  EXPECT_EQ(compileOf({"a", "-o", "b.hs.ir"}).format, Format::Ir);
  EXPECT_EQ(compileOf({"a", "-o", "b.ir"}).format, Format::Ir);
  EXPECT_EQ(compileOf({"a", "-o", "b.dfir"}).format, Format::Archive);
  EXPECT_EQ(compileOf({"a", "-o", "b.cpp"}).format, Format::CppSource);
  EXPECT_EQ(compileOf({"a", "-o", "b.hpp"}).format, Format::CppHeader);
  EXPECT_EQ(compileOf({"a", "-o", "x.d/b"}).format, Format::Executable);
  EXPECT_EQ(compileOf({"a", "--output=x/b.hs"}).format, Format::Haskell);
  EXPECT_EQ(compileOf({"-", "-o", "-"}).format, Format::Haskell);
}

TEST(CommandLine, ABackendOverridesTheExtension) {
  EXPECT_EQ(compileOf({"a", "-o", "b.txt", "--backend", "ir"}).format, Format::Ir);
  EXPECT_EQ(compileOf({"a", "-o", "b.h", "--backend", "cpp"}).format, Format::CppHeader);
  EXPECT_EQ(compileOf({"a", "-o", "b.x", "--backend", "exe"}).format, Format::Executable);
  const CompileCommand toStandardOutput = compileOf({"a", "--backend=dfir"});
  EXPECT_EQ(toStandardOutput.output, "-");
  EXPECT_EQ(toStandardOutput.format, Format::Archive);
}

TEST(CommandLine, SamplesAreCallsAsTheyAreWritten) {
  EXPECT_THAT(compileOf({"a", "-o", "-", "--sample", "f 1, 2", "--sample=g"}).samples,
              ElementsAre("f 1, 2", "g"));
}

TEST(CommandLine, APolicyIsOneSettingAsItIsShown) {
  const auto taken = [](const std::string& policy) {
    return compileOf({"a", "-o", "-", "--policy", policy});
  };
  const CompileCommand command = taken("cap 3, glue 4, fusion depth 20");
  EXPECT_FALSE(command.portfolio);
  EXPECT_EQ(command.engine.limits.cap, 3U);
  EXPECT_EQ(command.engine.limits.glue, 4U);
  EXPECT_EQ(command.engine.limits.fusionDepth, 20U);
  EXPECT_EQ(taken("width 2").engine.limits.width, 2U);
  EXPECT_FALSE(command.engine.usefulFirst);
  EXPECT_TRUE(taken("cap 1, useful-first").engine.usefulFirst);
  EXPECT_EQ(taken("unfused").engine.stopAfter, engine::Stage::None);
  for (const std::string wrong :
       {"", "best", "cap", "cap two", "cap 1 glue 2", "useful-first 1", "size 3", " 4"}) {
    EXPECT_THAT(complaint({"a", "-o", "-", "--policy", wrong}), HasSubstr("--policy")) << wrong;
  }
}

TEST(CommandLine, WithoutTheGuardWorkMayBeRepeated) {
  EXPECT_FALSE(compileOf({"a", "-o", "-"}).engine.naive);
  const CompileCommand command = compileOf({"a", "-o", "-", "--no-guard", "--order", "7"});
  EXPECT_TRUE(command.engine.naive);
  EXPECT_FALSE(command.portfolio);
  EXPECT_EQ(command.engine.limits.order, 7U);
}

TEST(CommandLine, DepthsAreSetTogetherOrEachAlone) {
  const auto limits = [](Words words) {
    words.insert(words.end(), {"a", "-o", "-"});
    return compileOf(words).engine.limits;
  };
  EXPECT_EQ(limits({}).fusionDepth, 10u);
  EXPECT_EQ(limits({"--max-depth", "3"}).fusionDepth, 3u);
  EXPECT_EQ(limits({"--max-depth", "3"}).tuplingDepth, 3u);
  EXPECT_EQ(limits({"--tupling-depth=5", "--max-depth=3"}).tuplingDepth, 5u);
  EXPECT_EQ(limits({"--tupling-depth=5", "--max-depth=3"}).fusionDepth, 3u);
  EXPECT_EQ(limits({"--max-growth", "1.5"}).maxGrowth, 1.5);
  EXPECT_EQ(limits({"--rounds", "2", "--rounds", "7"}).rounds, 7u);
  EXPECT_EQ(limits({"--max-functions", "0"}).maxFunctions, 0u);
  EXPECT_EQ(limits({"--width", "3"}).width, 3u);
  EXPECT_EQ(limits({"--cap", "2"}).cap, 2u);
  EXPECT_EQ(limits({"--glue=4"}).glue, 4u);
  EXPECT_EQ(limits({"--unfoldings", "9"}).unfoldings, 9u);
  EXPECT_EQ(limits({"--pushes", "0"}).pushes, 0u);
}

TEST(CommandLine, ReadsStagesSemanticsAndChecks) {
  const CompileCommand command = compileOf(
      {"a", "-o", "-", "--stop-after", "tupling", "--semantics", "lazy", "--check", "off", "--fuel",
       "3", "--threads", "2", "--root", "f,g", "--root", "h", "--passes", "one,two"});
  EXPECT_EQ(command.engine.stopAfter, engine::Stage::Tupling);
  EXPECT_EQ(command.engine.semantics, ir::Semantics::Haskell);
  EXPECT_EQ(command.check, pipeline::CheckMode::Off);
  EXPECT_EQ(command.fuel, 3u);
  EXPECT_EQ(command.threads, 2u);
  EXPECT_THAT(command.roots, ElementsAre("f", "g", "h"));
  ASSERT_TRUE(command.passes);
  EXPECT_THAT(*command.passes, ElementsAre("one", "two"));
}

TEST(CommandLine, OptionalValuesNeverTakeTheNextWord) {
  const CompileCommand command =
      compileOf({"--explain", "a", "--stats=s.json", "--verify", "-o", "-"});
  EXPECT_EQ(command.input, "a");
  ASSERT_TRUE(command.explain && command.stats && command.verify);
  EXPECT_FALSE(command.explain->file);
  EXPECT_EQ(command.stats->file, "s.json");
  EXPECT_EQ(command.verify->inputs, 200u);
  EXPECT_EQ(compileOf({"a", "--verify=7", "--seed=9"}).verify->inputs, 7u);
  EXPECT_EQ(compileOf({"a", "--verify=7", "--seed=9"}).verify->seed, 9u);
}

TEST(CommandLine, WithoutOutputThereMustBeAReport) {
  EXPECT_EQ(complaint({"a"}), "no output: give -o FILE, or -o - for standard output");
  EXPECT_FALSE(compileOf({"a", "--graph", "calls"}).output);
  EXPECT_TRUE(compileOf({"a", "--graph", "calls"}).callGraph);
  EXPECT_FALSE(compileOf({"a", "--diff"}).output);
}

TEST(CommandLine, AHeaderMayGoWithASourceFile) {
  for (const Words& words :
       {Words{"a", "-o", "x/t.hpp", "-o", "s.cpp"}, Words{"a", "-o", "s.cpp", "-o", "x/t.hpp"}}) {
    const CompileCommand command = compileOf(words);
    EXPECT_EQ(command.output, "s.cpp");
    EXPECT_EQ(command.header, "x/t.hpp");
    EXPECT_EQ(command.format, Format::CppSource);
  }
  EXPECT_FALSE(compileOf({"a", "-o", "t.hpp"}).header);
}

TEST(CommandLine, SaysWhatWouldBeRight) {
  const std::vector<std::pair<Words, std::string>> cases = {
      {{}, "no input: say deforest IN -o OUT"},
      {{"a", "b", "-o", "c.hs"}, "more than one input ('a' and 'b')"},
      {{"a", "-o", "b.hs", "-o", "c.hs"}, "more than one output"},
      {{"a", "-o", "b.hpp", "-o", "c.hpp"}, "give -o once, or -o FILE.hpp -o FILE.cpp"},
      {{"a", "-o", "b.hpp", "-o", "-"}, "more than one output"},
      {{"a", "-o", "b.hpp", "-o", "c.cpp", "-o", "d.hs"}, "more than one output"},
      {{"a", "-o", "b.hpp", "-o", "c.cpp", "--backend", "cpp"}, "there is one output"},
      {{"a", "-o"}, "option '--output' needs a value"},
      {{"a", "--max-depth"}, "option '--max-depth' needs a value"},
      {{"a", "--explian", "-o", "-"}, "unknown option '--explian'; did you mean '--explain'?"},
      {{"a", "--stat=x"}, "unknown option '--stat'; did you mean '--stats'?"},
      {{"a", "-x"}, "unknown option '-x'"},
      {{"a", "--max-depth", "ten", "-o", "-"},
       "option '--max-depth' takes a number of at least 0, not 'ten'"},
      {{"a", "--max-depth=-1", "-o", "-"}, "not '-1'"},
      {{"a", "--rounds=0", "-o", "-"}, "takes a number of at least 1"},
      {{"a", "--threads=9999", "-o", "-"}, "takes a number of 0 to 1024"},
      {{"a", "--max-depth=99999999999999999999", "-o", "-"}, "takes a number of at least 0"},
      {{"a", "--max-growth=nan", "-o", "-"}, "takes a factor of at least 1"},
      {{"a", "--stop-after", "fuse", "-o", "-"}, "takes none, fusion, tupling or redundancy"},
      {{"a", "--semantics", "strct", "-o", "-"}, "did you mean 'strict'?"},
      {{"a", "--graph", "fusion"}, "takes calls, not 'fusion'"},
      {{"a", "--graph", "calls", "-o", "-"}, "cannot both go to standard output"},
      {{"a", "--backend", "exe"}, "an executable cannot go to standard output"},
      {{"a", "-o", "b.txt"}, "no output format has the extension '.txt'"},
      {{"a", "-o", "b.txt"}, "the extensions are .hs (Haskell), .cpp and .hpp (C++)"},
      {{"a", "--backend", "haskel"}, "did you mean 'haskell'?"},
      {{"run"}, "no input: say deforest run IN"},
      {{"run", "a", "b"}, "arguments of a function stand after --call"},
      {{"run", "a", "--call"}, "needs the name of a function"},
      {{"run", "a", "--stats"}, "unknown option '--stats'"},
      {{"check", "a"}, "takes two programs"},
      {{"check", "a", "b", "--inputs", "0"}, "takes a number of at least 1"},
  };
  for (const auto& [words, message] : cases) EXPECT_THAT(complaint(words), HasSubstr(message));
}

TEST(CommandLine, TheWordsOfACallAreNoOptions) {
  const Words words = {"run", "a", "--call", "f", "-3", "Leaf 4", "-o", "--count=c.json"};
  const auto command = std::get<RunCommand>(parseCommandLine(words));
  EXPECT_EQ(command.input, "a");
  EXPECT_THAT(command.call, ElementsAre("f", "-3", "Leaf 4", "-o"));
  ASSERT_TRUE(command.count);
  EXPECT_EQ(command.count->file, "c.json");
  EXPECT_TRUE(std::get<RunCommand>(parseCommandLine({"run", "a"})).call.empty());
}

TEST(CommandLine, ChecksTwoPrograms) {
  const auto command =
      std::get<CheckCommand>(parseCommandLine({"check", "a", "b", "--inputs=5", "--root=f"}));
  EXPECT_EQ(command.before, "a");
  EXPECT_EQ(command.after, "b");
  EXPECT_EQ(command.verification.inputs, 5u);
  EXPECT_THAT(command.roots, ElementsAre("f"));
}

TEST(CommandLine, HelpShowsEveryOption) {
  const std::string help = std::get<ShowText>(parseCommandLine({"--help"})).text;
  for (const std::string option :
       {"--output",   "--backend",       "--semantics",   "--root",         "--stop-after",
        "--passes",   "--list-passes",   "--max-depth",   "--fusion-depth", "--tupling-depth",
        "--rounds",   "--max-functions", "--max-growth",  "--fuel",         "--threads",
        "--explain",  "--stats",         "--time-passes", "--print-after",  "--diff",
        "--dump-dir", "--graph",         "--verify",      "--seed",         "--check",
        "--width",    "--cap",           "--glue",        "--unfoldings",   "--pushes",
        "--version",  "--help",          "--without",     "--steps"}) {
    EXPECT_THAT(help, HasSubstr(option));
  }
  EXPECT_THAT(help, HasSubstr("Usage: deforest [OPTIONS] IN -o OUT\n"));
  EXPECT_THAT(std::get<ShowText>(parseCommandLine({"run", "-h"})).text, HasSubstr("--call"));
  EXPECT_THAT(std::get<ShowText>(parseCommandLine({"check", "-h"})).text, HasSubstr("--inputs"));
  EXPECT_THAT(std::get<ShowText>(parseCommandLine({"--version"})).text,
              testing::MatchesRegex("deforest [0-9.]+\n"));
  EXPECT_TRUE(std::holds_alternative<ListPasses>(parseCommandLine({"--list-passes"})));
}

TEST(CommandLine, AReportTakesSeveralInputsAndTheOptionsOfATransformation) {
  const auto report = std::get<ReportCommand>(
      parseCommandLine({"report", "a.hs.ir", "corpus", "-o", "out.html", "--max-depth", "3",
                        "--sample", "f 1", "--passes", "fuse", "--threads", "2"}));
  EXPECT_THAT(report.inputs, ElementsAre("a.hs.ir", "corpus"));
  EXPECT_EQ(report.output, "out.html");
  EXPECT_EQ(report.base.engine.limits.fusionDepth, 3U);
  EXPECT_THAT(report.base.samples, ElementsAre("f 1"));
  EXPECT_EQ(report.base.threads, 2U);
  EXPECT_FALSE(report.base.obeysTuned);
  EXPECT_FALSE(report.semantics);
  EXPECT_TRUE(std::get<ReportCommand>(
                  parseCommandLine({"report", "a", "-o", "b", "--semantics", "haskell"}))
                  .semantics);
  EXPECT_THAT(complaint({"report", "-o", "x.html"}), HasSubstr("no input"));
  EXPECT_THAT(complaint({"report", "a.hs.ir"}), HasSubstr("no output"));
  EXPECT_THAT(complaint({"report", "a", "-o", "x", "--explain"}), HasSubstr("--explain"));
  EXPECT_THAT(std::get<ShowText>(parseCommandLine({"report", "-h"})).text, HasSubstr("OUT.html"));
}

TEST(Usage, FindsTheNearestWord) {
  EXPECT_EQ(nearest("fusoin", {"tupling", "fusion"}), "fusion");
  EXPECT_EQ(nearest("fusi", {"fusion"}), "fusion");
  EXPECT_EQ(nearest("zebra", {"tupling", "fusion"}), "");
  EXPECT_EQ(nearest("x", {}), "");
  EXPECT_EQ(alternatives({"a", "b", "c"}), "a, b or c");
  EXPECT_EQ(alternatives({"a"}), "a");
}

}  // namespace
}  // namespace deforest::driver
