// Files that reproduce a failure.
#include "driver/reproduction.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace deforest::driver {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Reproduction, IsTheInputUnderItsCommandLine) {
  const Reproduction file = reproduction({"a b.hs.ir", "-o", "x.hs"}, "f :: Int\nf = 1",
                                         "in pass 'p': no\nluck", "g = 2");
  EXPECT_THAT(file.content, HasSubstr("--   deforest 'a b.hs.ir' -o x.hs\n"));
  EXPECT_THAT(file.content, HasSubstr("\nf :: Int\nf = 1\n-- in pass 'p': no\n-- luck\n"));
  EXPECT_THAT(file.content, HasSubstr("-- g = 2\n"));
  EXPECT_THAT(file.path, testing::MatchesRegex("deforest-failure-[0-9a-f]+\\.hs\\.ir"));
}

TEST(Reproduction, IsNamedAfterItsContent) {
  EXPECT_EQ(reproduction({"a"}, "x").path, reproduction({"a"}, "x").path);
  EXPECT_NE(reproduction({"a"}, "x").path, reproduction({"a"}, "y").path);
}

TEST(Reproduction, LeavesBinaryInputOut) {
  const std::string archive("deforest\0\1\2", 11);
  EXPECT_THAT(reproduction({"a"}, archive).content, HasSubstr("is not shown"));
  EXPECT_THAT(reproduction({"a"}, archive).content, Not(HasSubstr("\1")));
}

TEST(Reproduction, IsWrittenAndNamed) {
  const std::filesystem::path previous = std::filesystem::current_path();
  const std::filesystem::path directory =
      std::filesystem::path(testing::TempDir()) / "deforest_reproduction_test";
  std::filesystem::create_directories(directory);
  std::filesystem::current_path(directory);
  const Reproduction file = reproduction({"a"}, "x = 1\n");
  const std::string message = writeReproduction(file);
  std::ifstream stream(file.path);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(stream), {}), file.content);
  EXPECT_THAT(message, HasSubstr(file.path));
  std::filesystem::current_path(previous);
  std::filesystem::remove_all(directory);
}

TEST(Reproduction, QuotesForTheShell) {
  EXPECT_EQ(shellQuoted({"a", "", "it's", "--x=1", "$y"}), "a '' 'it'\\''s' --x=1 '$y'");
}

}  // namespace
}  // namespace deforest::driver
