// Trees of libraries whose parts were thought of one by one.
#include "eval/library_values.hpp"

#include <gtest/gtest.h>

#include "sources.hpp"

namespace deforest::eval {
namespace {

// What the elements are of a node with 5 whose subtrees are of 5 and of 3, and whose count is
// wrong.
std::vector<std::uint64_t> elementsOf(const std::string& source) {
  const ir::Program program = testing::parsed(source);
  const ir::Function& f = program.function(*program.find("f"));
  const ir::TypeId type = f.variables[f.parameters[0].value].type;
  const ir::CtorId node = nodeOf(program, type);
  Heap heap(std::size_t{1} << 20U);
  const Value none = heap.construct(program, program.type(type).constructors.front(), {});
  const auto tree = [&](std::uint64_t size, std::uint64_t element, Value left, Value right) {
    const std::vector<Value> fields = {Value{size}, Value{element}, left, right};
    return constructTree(heap, program, node, fields);
  };
  const Value made = tree(9, 5, tree(1, 5, none, none), tree(7, 3, none, none));
  std::vector<std::uint64_t> found;
  for (const Value each : nodesOf(program, type, made)) {
    found.push_back(fieldOf(program, node, each, 1).bits);
  }
  EXPECT_EQ(fieldOf(program, node, made, 0).bits, found.size());
  return found;
}

TEST(LibraryValues, SetsAreOrdered) {
  EXPECT_EQ(elementsOf("import Data.Set\nf :: Set Int -> Int\nf s = size s\n"),
            (std::vector<std::uint64_t>{3, 5}));
}

TEST(LibraryValues, SequencesAreNot) {
  EXPECT_EQ(elementsOf("import Data.Sequence (Seq)\nf :: Seq Int -> Int\nf s = length s\n"),
            (std::vector<std::uint64_t>{5, 5, 3}));
}

}  // namespace
}  // namespace deforest::eval
