// A program that changes is measured as if it were measured for the first time: search/workload.
#include <gtest/gtest.h>

#include "search/inlined.hpp"
#include "search/workload.hpp"
#include "text/parse.hpp"

namespace deforest::search {
namespace {

// `slow` comes by every element twice; `other` has nothing to do with it.
ir::Program program() {
  auto program = text::parse(R"(
data List = Nil | Cons Int List
slow :: List -> Int
slow Nil = 0
slow (Cons x xs) = x + quick xs + slow xs
quick :: List -> Int
quick Nil = 0
quick (Cons x xs) = x + quick xs
f :: List -> Int
f xs = slow xs
other :: List -> Int
other Nil = 1
other (Cons x xs) = x * other xs
)",
                             "test.hs.ir", {.roots = {"f", "other"}});
  EXPECT_TRUE(program);
  return *program;
}

// What the target unfolds where no function is a line.
std::vector<bool> unfolded(const ir::Program& program) {
  return inlined(program, [](ir::FunId) { return false; });
}

// The body of `to` becomes that of `from`, which takes the same parameters.
std::vector<ir::FunId> replace(ir::Program& program, const std::string& to,
                               const std::string& from) {
  const ir::FunId changed = *program.find(to);
  std::string name = program.function(changed).name;
  program.functions[changed.value] = program.function(*program.find(from));
  program.functions[changed.value].name = std::move(name);
  return {changed};
}

Measurement measured(Gauge& gauge, const ir::Program& changing,
                     const std::vector<ir::FunId>& changed) {
  return gauge.measure(changed, unfolded(changing));
}

double measuredAnew(const Workload& workload, const ir::Program& program) {
  return Gauge(workload, program).measure({}, unfolded(program)).cost;
}

// Whether evaluation is Haskell's.
class GaugeOf : public testing::TestWithParam<bool> {
 protected:
  const ir::Program source = program();
  const Workload workload{source, {}, options()};
  ir::Program changing = source;
  Gauge gauge{workload, changing};

 private:
  static WorkloadOptions options() {
    WorkloadOptions options;
    options.samples.lazy = GetParam();
    return options;
  }
};

INSTANTIATE_TEST_SUITE_P(Semantics, GaugeOf, testing::Bool());

TEST_P(GaugeOf, MeasuresWhatHasChanged) {
  const Measurement before = measured(gauge, changing, {});
  ASSERT_TRUE(before.valid);
  EXPECT_DOUBLE_EQ(before.cost, 2);
  const Measurement after = measured(gauge, changing, replace(changing, "slow", "quick"));
  EXPECT_LT(after.cost, before.cost);
  EXPECT_EQ(after.cost, measuredAnew(workload, changing));
  EXPECT_EQ(after.tallies[1], before.tallies[1]) << "`other` was evaluated again";
  EXPECT_NE(after.tallies[0], before.tallies[0]);
  changing.functions[changing.find("slow")->value] = source.function(*source.find("slow"));
  EXPECT_EQ(measured(gauge, changing, {*changing.find("slow")}).cost, before.cost);
}

TEST_P(GaugeOf, GoesOnAfterWhatIsRestored) {
  const Measurement before = measured(gauge, changing, {});
  (void)measured(gauge, changing, replace(changing, "slow", "quick"));
  const ir::FunId slow = *changing.find("slow");
  changing.functions[slow.value] = source.function(slow);
  gauge.restore({slow}, before);
  EXPECT_EQ(measured(gauge, changing, {}).cost, before.cost);
  const auto changed = replace(changing, "quick", "other");
  EXPECT_EQ(measured(gauge, changing, changed).cost, measuredAnew(workload, changing));
}

TEST(Gauge, StopsAtWhatIsTooMuch) {
  const ir::Program source = program();
  const Workload workload(source);
  EXPECT_FALSE(Gauge(workload, source).measure({}, unfolded(source), 0.5).valid);
  EXPECT_TRUE(Gauge(workload, source).measure({}, unfolded(source), 2).valid);
}

// New code is put behind the old until there is too much litter.
TEST_P(GaugeOf, MeasuresTheSameHoweverOftenItChanges) {
  const ir::FunId slow = *changing.find("slow");
  const double whole = measured(gauge, changing, {}).cost;
  const double less = measuredAnew(workload, [&] {
    ir::Program other = source;
    (void)replace(other, "slow", "quick");
    return other;
  }());
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(measured(gauge, changing, replace(changing, "slow", "quick")).cost, less);
    changing.functions[slow.value] = source.function(slow);
    EXPECT_EQ(measured(gauge, changing, {slow}).cost, whole);
  }
}

}  // namespace
}  // namespace deforest::search
