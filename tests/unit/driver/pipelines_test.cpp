// The list of passes and the pipelines made of it.
#include "driver/pipelines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "backends/native/suspension/suspension.hpp"
#include "driver/usage.hpp"

namespace deforest::driver {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

engine::Options upTo(engine::Stage stage) {
  engine::Options options;
  options.stopAfter = stage;
  return options;
}

TEST(Pipelines, PassesHaveDifferentNamesAndDescriptions) {
  std::set<std::string_view> names;
  for (const pipeline::Pass& pass : allPasses()) {
    EXPECT_TRUE(names.insert(pass.name).second) << pass.name;
    EXPECT_FALSE(pass.description.empty()) << pass.name;
    EXPECT_TRUE(pass.run) << pass.name;
    EXPECT_THAT(listPasses(), HasSubstr(std::string(pass.name) + " "));
  }
}

TEST(Pipelines, EveryPassOfAPipelineIsListed) {
  std::set<std::string_view> listed;
  for (const pipeline::Pass& pass : allPasses()) listed.insert(pass.name);
  for (const auto stage : {engine::Stage::None, engine::Stage::Fusion, engine::Stage::Tupling,
                           engine::Stage::Redundancy}) {
    for (const std::string_view name : pipeline::passNames(defaultPipeline(upTo(stage)))) {
      EXPECT_EQ(listed.count(name), 1u) << name;
    }
  }
}

TEST(Pipelines, StagesStopWhereTheySay) {
  const auto names = [](engine::Stage stage) {
    return pipeline::passNames(defaultPipeline(upTo(stage)));
  };
  EXPECT_THAT(names(engine::Stage::None), Not(Contains("fuse")));
  EXPECT_THAT(names(engine::Stage::Tupling), Contains("fuse"));
  EXPECT_THAT(names(engine::Stage::Tupling), Not(Contains("facts")));
  EXPECT_THAT(names(engine::Stage::Redundancy), Contains("facts"));
}

TEST(Pipelines, AreMadeOfNames) {
  const pipeline::Pipeline twice = pipelineOf({"dead-bindings", "split-matches", "dead-bindings"});
  ASSERT_EQ(twice.size(), 1u);
  EXPECT_EQ(twice[0].passes.size(), 3u);
  EXPECT_EQ(twice[0].passes[1].name, "split-matches");
  // Not in the form that it needs.
  EXPECT_THROW(pipelineOf({"dead-bindings", "fuse"}), UsageError);
  try {
    pipelineOf({"dead-binding"});
    FAIL() << "nothing was thrown";
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(),
                 "there is no pass 'dead-binding'; did you mean 'dead-bindings'?; --list-passes "
                 "shows them");
  }
}

TEST(Pipelines, NativeCodeHasPassesOfItsOwn) {
  const auto names = pipeline::passNames(nativePart({}, {}));
  std::vector<std::string_view> listed;
  for (const pipeline::Pass& pass : allPasses()) listed.push_back(pass.name);
  for (const std::string_view name : names) EXPECT_THAT(listed, Contains(name));
  // What is put off is put off before the passes of the engine.
  std::set<std::string_view> before;
  for (const pipeline::Pass& pass : backends::suspensionPasses()) before.insert(pass.name);
  EXPECT_EQ(before.size(), 4u);
  before.insert("share-constants");
  before.insert("write-actions");
  before.insert("write-arrays");
  before.insert("write-accumulations");
  before.insert("write-slots");
  before.insert("drop-unmade");
  before.insert("delay-lists");
  for (const pipeline::Pass& pass : backends::nativePasses()) {
    EXPECT_NE(std::ranges::count(names, pass.name) > 0, before.contains(pass.name)) << pass.name;
    EXPECT_THAT(listPasses(), HasSubstr(std::string(pass.description) + " (native code)"));
  }
  EXPECT_THAT(pipeline::passNames(defaultPipeline({})), Not(Contains("native-form")));
}

TEST(Pipelines, NativePassesThatAreNamedAreAllThatRun) {
  using Names = std::vector<std::string>;
  EXPECT_FALSE(nativePart(Names{"simplify"}, {}).empty());
  // How the program becomes C++ is decided all the same, unless that was named, too.
  EXPECT_EQ(pipeline::passNames(nativePart(Names{"simplify", "native-form"}, {})).front(),
            "layout");
  EXPECT_TRUE(nativePart(Names{"simplify", "native-form", "layout", "loops"}, {}).empty());
  // C++ could not be made of it.
  EXPECT_THROW(nativePart(Names{"native-form", "simplify"}, {}), UsageError);
  EXPECT_THROW(nativePart(Names{"direct-recursion"}, {}), UsageError);
  EXPECT_THROW(pipelineOf({"tail-recursion"}), UsageError);
  // What is decided holds for the program of which it was decided.
  EXPECT_THROW(pipelineOf({"native-form", "loops"}), UsageError);
  EXPECT_THROW(pipelineOf({"native-form", "layout", "child-order", "loops"}), UsageError);
  engine::Options options;
  options.without = {"split-phase", "child-order"};
  EXPECT_FALSE(nativePart({}, options).empty());
  options.without = {"loops", "reuse-cells", "survivors"};
  EXPECT_FALSE(nativePart({}, options).empty());
  for (const char* needed : {"native-form", "layout"}) {
    options.without = {needed};
    EXPECT_THROW(nativePart({}, options), UsageError) << needed;
  }
}

}  // namespace
}  // namespace deforest::driver
