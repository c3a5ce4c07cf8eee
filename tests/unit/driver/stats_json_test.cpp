// Statistics as JSON, read back.
#include "driver/stats_json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace deforest::driver {
namespace {

TEST(StatsJson, SaysWhatWasRunAndHowItEnded) {
  pipeline::RunReport report;
  pipeline::PassReport pass;
  pass.name = "fuse";
  pass.round = 2;
  pass.seconds = 0.5;
  pass.taken = 3;
  pass.changed = true;
  report.passes = {pass};
  report.sizeBefore = 10;
  report.sizeAfter = 25;
  pipeline::Decision stop;
  stop.kind = pipeline::Decision::Kind::CutOff;
  stop.taken = false;
  stop.subject = "rounds";
  stop.position = {4, 2};
  engine::Options options;
  options.limits.fusionDepth = 3;
  options.stopAfter = engine::Stage::Tupling;

  const auto json =
      nlohmann::json::parse(statsJson("a\xff.ir", options, report, {stop, pipeline::Decision{}}));
  EXPECT_EQ(json["options"]["stop_after"], "tupling");
  EXPECT_EQ(json["options"]["fusion_depth"], 3);
  EXPECT_EQ(json["size"]["after"], 25);
  EXPECT_EQ(json["growth"], 2.5);
  EXPECT_EQ(json["termination"]["natural"], false);
  EXPECT_EQ(json["termination"]["cut_offs"][0]["subject"], "rounds");
  EXPECT_EQ(json["termination"]["cut_offs"][0]["line"], 4);
  EXPECT_TRUE(json["depths"].is_null());
  EXPECT_EQ(json["decisions"]["fuse"]["taken"], 1);
  EXPECT_EQ(json["decisions"]["cut-off"]["refused"], 1);
  EXPECT_EQ(json["passes"][0]["name"], "fuse");
  EXPECT_EQ(json["passes"][0]["round"], 2);
  EXPECT_EQ(json["passes"][0]["taken"], 3);

  const auto natural = nlohmann::json::parse(statsJson("a", options, report, {}));
  EXPECT_EQ(natural["termination"]["natural"], true);
  EXPECT_TRUE(natural["termination"]["cut_offs"].empty());
}

TEST(StatsJson, SaysHowDeepItHadToGo) {
  engine::Options options;
  options.limits.fusionDepth = 3;
  options.limits.tuplingDepth = 3;
  options.limits.demand = std::make_shared<engine::DepthDemand>();
  const engine::Options copy = options;  // As each attempt has one.
  EXPECT_TRUE(copy.limits.allowsFusion(1));
  EXPECT_TRUE(copy.limits.allowsFusion(2));
  EXPECT_TRUE(copy.limits.allowsFusion(1));
  EXPECT_FALSE(copy.limits.allowsTupling(4));
  EXPECT_TRUE(copy.limits.allowsTupling(3));
  const auto json = nlohmann::json::parse(
      statsJson("a", options, {}, {}, std::nullopt, options.limits.demand.get()));
  EXPECT_EQ(json["depths"]["fusion"], 2);
  EXPECT_TRUE(json["depths"]["tupling"].is_null());
}

}  // namespace
}  // namespace deforest::driver
