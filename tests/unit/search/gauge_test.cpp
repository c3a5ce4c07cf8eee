// A program that changes is measured as if it were measured for the first time: search/workload.
#include <gtest/gtest.h>

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

const auto noLines = [](ir::FunId) { return false; };

// The body of `to` becomes that of `from`, which takes the same parameters.
std::vector<ir::FunId> replace(ir::Program& program, const std::string& to,
                               const std::string& from) {
  const ir::FunId changed = *program.find(to);
  std::string name = program.function(changed).name;
  program.functions[changed.value] = program.function(*program.find(from));
  program.functions[changed.value].name = std::move(name);
  return {changed};
}

double measuredAnew(const Workload& workload, const ir::Program& program) {
  return Gauge(workload, program).measure({}, noLines).cost;
}

TEST(Gauge, MeasuresWhatHasChanged) {
  const ir::Program source = program();
  const Workload workload(source);
  ir::Program changing = source;
  Gauge gauge(workload, changing);
  const Measurement before = gauge.measure({}, noLines);
  ASSERT_TRUE(before.valid);
  EXPECT_DOUBLE_EQ(before.cost, 2);
  const Measurement after = gauge.measure(replace(changing, "slow", "quick"), noLines);
  EXPECT_LT(after.cost, before.cost);
  EXPECT_EQ(after.cost, measuredAnew(workload, changing));
  EXPECT_EQ(after.tallies[1], before.tallies[1]) << "`other` was evaluated again";
  EXPECT_NE(after.tallies[0], before.tallies[0]);
  changing.functions[changing.find("slow")->value] = source.function(*source.find("slow"));
  EXPECT_EQ(gauge.measure({*changing.find("slow")}, noLines).cost, before.cost);
}

TEST(Gauge, GoesOnAfterWhatIsRestored) {
  const ir::Program source = program();
  const Workload workload(source);
  ir::Program changing = source;
  Gauge gauge(workload, changing);
  const Measurement before = gauge.measure({}, noLines);
  (void)gauge.measure(replace(changing, "slow", "quick"), noLines);
  const ir::FunId slow = *changing.find("slow");
  changing.functions[slow.value] = source.function(slow);
  gauge.restore({slow}, before);
  EXPECT_EQ(gauge.measure({}, noLines).cost, before.cost);
  const auto changed = replace(changing, "quick", "other");
  EXPECT_EQ(gauge.measure(changed, noLines).cost, measuredAnew(workload, changing));
}

TEST(Gauge, StopsAtWhatIsTooMuch) {
  const ir::Program source = program();
  const Workload workload(source);
  EXPECT_FALSE(Gauge(workload, source).measure({}, noLines, 0.5).valid);
  EXPECT_TRUE(Gauge(workload, source).measure({}, noLines, 2).valid);
}

// New code is put behind the old until there is too much litter.
TEST(Gauge, MeasuresTheSameHoweverOftenItChanges) {
  const ir::Program source = program();
  const Workload workload(source);
  ir::Program changing = source;
  Gauge gauge(workload, changing);
  const ir::FunId slow = *changing.find("slow");
  const double whole = gauge.measure({}, noLines).cost;
  const double less = measuredAnew(workload, [&] {
    ir::Program other = source;
    (void)replace(other, "slow", "quick");
    return other;
  }());
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(gauge.measure(replace(changing, "slow", "quick"), noLines).cost, less);
    changing.functions[slow.value] = source.function(slow);
    EXPECT_EQ(gauge.measure({slow}, noLines).cost, whole);
  }
}

}  // namespace
}  // namespace deforest::search
