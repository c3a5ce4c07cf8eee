#include "support/shared_map.hpp"

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace deforest::support {
namespace {

using Map = SharedMap<int, int>;

TEST(SharedMap, FindsWhatWasSet) {
  Map map;
  std::map<int, int> expected;
  for (int i = 0; i < 2000; ++i) {
    const int key = i * 37 % 1009;
    map.set(key, i);
    expected[key] = i;
  }
  for (int key = -1; key <= 1009; ++key) {
    const auto found = expected.find(key);
    const int* value = map.find(key);
    ASSERT_EQ(value != nullptr, found != expected.end()) << key;
    if (value != nullptr) {
      EXPECT_EQ(*value, found->second);
    }
  }
}

TEST(SharedMap, ACopyKeepsWhatTheOtherChanges) {
  Map map;
  map.set(1, 10);
  Map copy = map;
  map.set(1, 11);
  copy.set(2, 20);
  EXPECT_EQ(*map.find(1), 11);
  EXPECT_EQ(map.find(2), nullptr);
  EXPECT_EQ(*copy.find(1), 10);
  EXPECT_EQ(*copy.find(2), 20);
}

TEST(SharedMap, AValueStaysWhereItIs) {
  Map map;
  map.set(0, 7);
  const int* value = map.find(0);
  for (int key = 1; key < 100; ++key) map.set(key, key);
  EXPECT_EQ(map.find(0), value);
}

// Five thousand million entries, if copies had their own.
TEST(SharedMap, CopiesShare) {
  Map map;
  std::vector<Map> copies;
  for (int key = 0; key < 100000; ++key) {
    map.set(key, key);
    copies.push_back(map);
  }
  EXPECT_EQ(*copies.back().find(0), 0);
  EXPECT_EQ(copies.front().find(1), nullptr);
}

}  // namespace
}  // namespace deforest::support
