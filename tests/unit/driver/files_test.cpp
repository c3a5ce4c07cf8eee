// Files whole or not at all.
#include "driver/files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "driver/usage.hpp"

namespace deforest::driver {
namespace {

namespace fs = std::filesystem;

class Files : public testing::Test {
 protected:
  Files() : directory_(fs::path(testing::TempDir()) / "deforest_files_test") {
    fs::remove_all(directory_);
    fs::create_directories(directory_);
  }
  ~Files() override { fs::remove_all(directory_); }

  [[nodiscard]] std::string path(const std::string& name) const {
    return (directory_ / name).string();
  }
  [[nodiscard]] std::size_t entries() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(directory_), fs::directory_iterator()));
  }

 private:
  fs::path directory_;
};

TEST_F(Files, WritesAndReadsAnyBytes) {
  const std::string content("a\0b\xff\n", 5);
  writeFile(path("x"), content);
  EXPECT_EQ(readFile(path("x")), content);
  writeFile(path("x"), "");
  EXPECT_EQ(readFile(path("x")), "");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(Files, KeepsTheModeOfTheFileItReplaces) {
  writeFile(path("x"), "1");
  fs::permissions(path("x"), fs::perms::owner_all);
  writeFile(path("x"), "2");
  EXPECT_EQ(fs::status(path("x")).permissions(), fs::perms::owner_all);
}

TEST_F(Files, ANewFileHasTheModeOfTheUmask) {
  const mode_t previous = ::umask(027);
  writeFile(path("x"), "1");
  ::umask(previous);
  EXPECT_EQ(static_cast<unsigned>(fs::status(path("x")).permissions()), 0640u);
}

TEST_F(Files, AnExecutableMayBeRunByItsReaders) {
  const mode_t previous = ::umask(027);
  writeFile(path("x"), "#!/bin/sh\n", true);
  ::umask(previous);
  EXPECT_EQ(static_cast<unsigned>(fs::status(path("x")).permissions()), 0750u);
}

TEST_F(Files, FollowsSymbolicLinks) {
  writeFile(path("target"), "1");
  fs::create_symlink("target", path("link"));
  writeFile(path("link"), "2");
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(readFile(path("target")), "2");
}

TEST_F(Files, WritesToWhatIsNoFile) {
  EXPECT_NO_THROW(writeFile("/dev/null", "gone"));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(Files, SaysWhatCannotBeOpened) {
  EXPECT_THROW(readFile(path("none")), UsageError);
  EXPECT_THROW(readFile(path("")), UsageError);
  EXPECT_THROW(writeFile(path("none/x"), "1"), UsageError);
  EXPECT_THROW(writeFile(path(""), "1"), UsageError);
  EXPECT_EQ(entries(), 0u);
}

TEST_F(Files, AFullDeviceIsAFailure) {
  if (!fs::exists("/dev/full")) GTEST_SKIP();
  EXPECT_THROW(writeFile("/dev/full", std::string(1 << 20, 'x')), Failure);
}

TEST_F(Files, KnowsTheSameFileByAnyName) {
  writeFile(path("x"), "1");
  fs::create_symlink("x", path("link"));
  EXPECT_TRUE(sameFile(path("x"), path("./x")));
  EXPECT_TRUE(sameFile(path("x"), path("link")));
  EXPECT_FALSE(sameFile(path("x"), path("y")));
  EXPECT_FALSE(sameFile("-", "-"));
}

}  // namespace
}  // namespace deforest::driver
