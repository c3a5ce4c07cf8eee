// Calls of unknown functions: what they result in is arbitrary, of the right type, and the same for
// the same arguments, in both interpreters.
#include "eval/foreign_values.hpp"

#include <gtest/gtest.h>

#include <set>

#include "../ir/builder.hpp"
#include "eval/evaluate.hpp"
#include "eval/lazy/machine.hpp"
#include "eval/term.hpp"
#include "ir/checker.hpp"

namespace deforest::eval {
namespace {

using ir::FunId;
using ir::TypeId;
using ir::VarId;
using ir::testing::TreeProgram;

Value integer(std::int64_t value) {
  return Value{static_cast<std::uint64_t>(value)};
}

// `called n t`: the call of `name` with both.
struct Calls : TreeProgram {
  FunId intoTree = add("intoTree", "M.f", tree);
  FunId intoInt = add("intoInt", "M.f", intType);
  FunId other = add("other", "M.g", intType);

  FunId add(const std::string& function, const std::string& name, TypeId result) {
    const FunId id = declare(function, {{"n", intType}, {"t", tree}}, {result});
    auto made = body(id);
    const VarId x = made.bind("x", result, ir::Foreign{name, {parameter(id, 0), parameter(id, 1)}});
    define(id, made.results({x}));
    return id;
  }
};

Value small(Machine& machine, const Calls& p, std::int64_t label) {
  const Value leaf = machine.construct(p.leaf, {});
  return machine.construct(p.branch, std::vector{integer(label), leaf, leaf});
}

TEST(ForeignValues, AreFunctionsOfNameAndArguments) {
  Calls p;
  ir::require(p.program, "building");
  Machine machine(p.program);
  const auto result = [&](FunId function, std::int64_t n, std::int64_t label) {
    const Outcome outcome =
        machine.call(function, std::vector{integer(n), small(machine, p, label)});
    EXPECT_TRUE(outcome.ok()) << outcome.message;
    return outcome.values.at(0).bits;
  };
  std::set<std::uint64_t> seen;
  for (std::int64_t n = 0; n < 10; ++n) {
    for (std::int64_t label = 0; label < 10; ++label) {
      EXPECT_EQ(result(p.intoInt, n, label), result(p.intoInt, n, label));
      seen.insert(result(p.intoInt, n, label));
      seen.insert(result(p.other, n, label));
    }
  }
  EXPECT_GT(seen.size(), 10U);
}

TEST(ForeignValues, AreWellTypedAndTheSameInBothInterpreters) {
  Calls p;
  Machine machine(p.program);
  LazyMachine lazy(p.program);
  bool grown = false;
  for (std::int64_t n = 0; n < 20; ++n) {
    const Outcome first = machine.call(p.intoTree, std::vector{integer(n), small(machine, p, n)});
    const Value leaf = lazy.construct(p.leaf, {});
    const Value same = lazy.construct(p.branch, std::vector{integer(n), leaf, leaf});
    const Outcome second = lazy.call(p.intoTree, std::vector{integer(n), same});
    ASSERT_TRUE(first.ok() && second.ok());
    const auto shown = [&](Value value) {
      return showTerm(p.program, termOf(p.program, p.tree, value, 1000).value());
    };
    EXPECT_EQ(shown(first.values[0]), shown(second.values[0]));
    grown = grown || constructorOf(p.program, p.tree, first.values[0]) == p.branch;
  }
  EXPECT_TRUE(grown);
}

// An argument that fails is one like others where evaluation is Haskell's.
TEST(ForeignValues, DoNotFailBecauseAnArgumentDoes) {
  Calls p;
  LazyMachine lazy(p.program);
  const Value leaf = lazy.construct(p.leaf, {});
  const auto seen = [&](std::set<std::size_t> undefined) {
    return lazy.observe(p.intoInt, std::vector{integer(3), leaf}, undefined, 10);
  };
  const auto whole = seen({});
  const auto broken = seen({1});
  EXPECT_EQ(broken.kind(), Outcome::Kind::Values);
  EXPECT_NE(whole.sightings.at(0).bits, broken.sightings.at(0).bits);
}

}  // namespace
}  // namespace deforest::eval
