// Arrays whose parts were thought of one by one.
#include "eval/array_values.hpp"

#include <gtest/gtest.h>

#include "sources.hpp"

namespace deforest::eval {
namespace {

TEST(ArrayValues, OfPartsThatDoNotGoTogetherAreNoLargerThanTheirCells) {
  const ir::Program program =
      testing::parsed("import Data.Array\nf :: Array (Int, Int) Int -> Int\nf a = sum (elems a)\n");
  const ir::Function& f = program.function(*program.find("f"));
  const ir::TypeId type = f.variables[f.parameters[0].value].type;
  const ir::CtorId array = program.type(type).constructors[0];
  const auto& fields = program.constructor(array).fields;
  Heap heap(std::size_t{1} << 24U);
  const auto pair = [&](std::uint64_t row, std::uint64_t column) {
    const std::vector<Value> parts = {Value{row}, Value{column}};
    return heap.construct(program, program.type(fields[0].type).constructors[0], parts);
  };
  const Value none = heap.construct(program, program.type(fields[3].type).constructors[0], {});
  for (const std::uint64_t number : {0U, 3U, 4'000'000'000U}) {
    const std::vector<Value> parts = {pair(0, 0), pair(1, std::uint64_t{1} << 40U), Value{number},
                                      none};
    const Value made = constructArray(heap, program, array, parts);
    EXPECT_LE(elementsOf(program, type, made).size(), 1U);
  }
  const std::vector<Value> fitting = {pair(0, 0), pair(1, 1), Value{4}, none};
  EXPECT_EQ(elementsOf(program, type, constructArray(heap, program, array, fitting)).size(), 4U);
}

}  // namespace
}  // namespace deforest::eval
