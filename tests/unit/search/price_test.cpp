// What code costs: search/price, and which calls cost nothing: search/inlined.
#include "search/price.hpp"

#include <gtest/gtest.h>

#include "search/inlined.hpp"
#include "text/parse.hpp"

namespace deforest::search {
namespace {

const std::string tree = R"(
data Tree = Leaf | Node Int Tree Tree
total :: Tree -> Int
total Leaf = 0
total (Node x l r) = plus x (plus (total l) (total r))
plus :: Int -> Int -> Int
plus x y = x + y
size :: Tree -> Int
size Leaf = 0
size (Node _ l r) = part (size l) (size r)
part :: Int -> Int -> Int
part a b = 1 + a + b
root :: Tree -> Int
root t = total t + size t
)";

ir::Program program() {
  text::ParseOptions options;
  options.roots = {"root"};
  auto parsed = text::parse(tree, "test.hs.ir", options);
  EXPECT_TRUE(parsed);
  return *parsed;
}

// `part` belongs to `size`, `plus` is in a library.
Written written() {
  return {{{"total", "total"}, {"size", "size"}, {"root", "root"}},
          {{"total", 10}, {"size", 20}, {"root", 5}},
          {},
          {"plus"}};
}

Size sizeWith(const Written& written, const std::set<std::string>& changed) {
  const ir::Program program = search::program();
  return sizeOf(program, written, [&](ir::FunId function) {
    return changed.contains(program.function(function).name);
  });
}

std::size_t printed(const std::string& function) {
  const ir::Program program = search::program();
  return tokens(program.function(*program.find(function)));
}

TEST(Price, WhatIsNotChangedKeepsItsText) {
  EXPECT_EQ(sizeWith(written(), {}).tokens, 35U);
  EXPECT_EQ(sizeWith(written(), {}).replaced, 0U);
}

TEST(Price, ADeclarationIsReplacedWithItsParts) {
  const Size size = sizeWith(written(), {"size"});
  EXPECT_EQ(size.tokens, 15 + printed("size") + printed("part"));
  EXPECT_EQ(size.replaced, 20U);
  EXPECT_EQ(sizeWith(written(), {"part"}).tokens, size.tokens);
}

// Its callers call another function then.
TEST(Price, AFunctionOfALibraryIsPrintedForWhoeverNeedsAnother) {
  const Size size = sizeWith(written(), {"plus"});
  EXPECT_EQ(size.tokens, 25 + printed("total") + printed("plus"));
  EXPECT_EQ(size.replaced, 10U);
}

TEST(Price, InstancesShareTheirText) {
  Written both = written();
  both.declarations["total"] = "size";
  both.instances = {"total", "size"};
  EXPECT_EQ(sizeWith(both, {}).tokens, 25U);
  // `root` calls the new instance by another name; the text stays for the other one.
  const Size size = sizeWith(both, {"total"});
  EXPECT_EQ(size.tokens, 20 + printed("total") + printed("root"));
}

TEST(Price, WithoutATextEverythingIsPrinted) {
  EXPECT_EQ(sizeWith({}, {}).tokens, tokens(program()));
}

TEST(Price, WhatLooksTheSameIsNotChanged) {
  EXPECT_EQ(sizeOf(program(), written(), program()).tokens, 35U);
}

// `"one" ++ rest`, however many letters it has.
TEST(Price, ATextIsOne) {
  const auto size = [](const std::string& letters) {
    const auto parsed =
        text::parse("f :: String -> String\nf rest = " + letters + " : rest\n", "test.hs.ir");
    EXPECT_TRUE(parsed);
    return tokens(parsed->functions[0]);
  };
  EXPECT_EQ(size("'a' : 'b'"), size("'a' : 'b' : 'c' : 'd' : 'e' : 'f'"));
}

TEST(Inlined, SmallFunctionsAndThoseWithOneCaller) {
  const ir::Program program = search::program();
  const std::vector<bool> free = inlined(program, [](ir::FunId) { return false; });
  const auto isFree = [&](const std::string& name) { return free[program.find(name)->value]; };
  EXPECT_TRUE(isFree("plus"));
  EXPECT_TRUE(isFree("part"));
  EXPECT_FALSE(isFree("total"));
  EXPECT_FALSE(isFree("size"));
}

}  // namespace
}  // namespace deforest::search
