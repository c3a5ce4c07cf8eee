// Which fragments are refused, against engines that are to blame for known ones.
#include "search/guard.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace deforest::search {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Names = std::vector<std::string>;

// Counts more as long as one of `guilty` is made.
struct Engine {
  Names made;
  std::set<std::string> guilty;
  unsigned runs = 0;

  Trial run(const std::vector<engine::Refused>& refused) {
    ++runs;
    Trial trial;
    for (const std::string& fragment : made) {
      const bool out = std::ranges::any_of(
          refused, [&](const engine::Refused& each) { return each.fragment == fragment; });
      if (out) continue;
      trial.suspects.push_back(fragment);
      if (guilty.contains(fragment)) trial.breach = "it counts more";
    }
    return trial;
  }
};

std::optional<Names> refusedBy(Engine& engine, unsigned trials = 10) {
  const auto found = refuse(
      engine.run({}), [&](const auto& refused) { return engine.run(refused); }, trials);
  if (!found) return std::nullopt;
  Names names;
  for (const engine::Refused& each : *found) names.push_back(each.fragment);
  return names;
}

TEST(Guard, RefusesTheOneThatIsToBlame) {
  Engine engine{{"a", "b", "c", "d", "e"}, {"c"}};
  EXPECT_THAT(*refusedBy(engine), ElementsAre("c"));
}

TEST(Guard, RefusesSeveral) {
  Engine engine{{"a", "b", "c", "d", "e", "f"}, {"a", "f"}};
  EXPECT_THAT(*refusedBy(engine), ElementsAre("a", "f"));
}

// Everything else stays, however much there is.
TEST(Guard, RefusesNoMoreThanNeeded) {
  Names made;
  for (int i = 0; i < 64; ++i) made.push_back("f" + std::to_string(i));
  Engine engine{made, {"f41"}};
  EXPECT_THAT(*refusedBy(engine, 24), ElementsAre("f41"));
  EXPECT_LE(engine.runs, 16U);
}

TEST(Guard, KeepsAllRefusedWhenThereAreNoTrialsLeft) {
  Engine engine{{"a", "b", "c", "d"}, {"c"}};
  EXPECT_THAT(*refusedBy(engine, 1), ElementsAre("a", "b", "c", "d"));
  EXPECT_EQ(engine.runs, 2U);
}

TEST(Guard, RefusesNothingIfNothingIsCountedMore) {
  Engine engine{{"a", "b"}, {}};
  EXPECT_THAT(*refusedBy(engine), IsEmpty());
}

TEST(Guard, GivesUpIfNoFragmentIsToBlame) {
  const Trial breach{{"a"}, "it counts more"};
  EXPECT_EQ(refuse(breach, [&](const auto&) { return breach; }), std::nullopt);
}

// What sound roots reach, too, stays if what they do not reach is enough.
TEST(Guard, RefusesFirstWhatOnlyRootsInBreachReach) {
  Engine engine{{"shared", "own", "other"}, {"own"}};
  unsigned refusals = 0;
  const auto attempt = [&](const std::vector<engine::Refused>& refused) {
    refusals = std::max(refusals, static_cast<unsigned>(refused.size()));
    Trial trial = engine.run(refused);
    trial.ownSuspects = {"own"};
    return trial;
  };
  const auto refused = refuse(attempt({}), attempt, 2);
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->size(), 1U);
  EXPECT_EQ(refusals, 1U);
}

// What is made only once another fragment is refused can be to blame as well.
TEST(Guard, FollowsFragmentsThatTakeThePlaceOfRefusedOnes) {
  const auto attempt = [](const std::vector<engine::Refused>& refused) {
    const auto out = [&](std::string_view name) {
      return std::ranges::any_of(refused, [&](const auto& each) { return each.fragment == name; });
    };
    if (!out("first")) return Trial{{"first"}, "it counts more"};
    if (!out("second")) return Trial{{"second"}, "it counts more"};
    return Trial{{}, ""};
  };
  const auto refused = refuse(attempt({}), attempt);
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->size(), 2U);
}

}  // namespace
}  // namespace deforest::search
