// Ways through a program, and what is counted on them; see deforest/profile.hpp.
#include "deforest/profile.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <thread>
#include <vector>

#include "deforest/profile_report.hpp"

namespace {

using deforest::Called;
using deforest::Looping;
using deforest::detail::ProfileState;
using deforest::detail::ProfileText;

// Functions 0 to 9, of which each test uses some of its own: what is counted stays.
constexpr std::array<const char*, 10> names = {"f",    "g",    "h;i", "loop", "there",
                                               "here", "even", "odd", "make", "fork"};
constexpr unsigned many = 3000;

std::vector<const char*> allNames() {
  std::vector<const char*> all(names.begin(), names.end());
  all.resize(names.size() + many, "one of many");
  return all;
}

ProfileState& state() {
  ProfileState& state = ProfileState::instance();
  state.functions = static_cast<unsigned>(names.size() + many);
  return state;
}

// The lines of the calls that mention the word.
std::vector<std::string> callsOn(const std::string& word) {
  const std::vector<const char*> all = allNames();
  const ProfileText text(all, state());
  const std::string stacks = text.stacks([](const auto& counts) { return counts.calls; });
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < stacks.size();) {
    const std::size_t end = stacks.find('\n', begin);
    const std::string line = stacks.substr(begin, end - begin);
    if (line.find(word) != std::string::npos) lines.push_back(line);
    begin = end + 1;
  }
  return lines;
}

void turns(unsigned depth) {
  const Called here(depth % 2 == 0 ? 6 : 7);
  if (depth != 0) turns(depth - 1);
}

TEST(Profile, TellsWaysToAFunctionApart) {
  state();
  {
    const Called f(0);
    { const Called h(2); }
    const Called g(1);
    { const Called h(2); }
    { const Called h(2); }
  }
  // Of what is between names there is none in them.
  EXPECT_EQ(callsOn("h,i"), (std::vector<std::string>{"f;h,i 1", "f;g;h,i 2"}));
}

TEST(Profile, FoldsRecursion) {
  state();
  turns(100'001);
  EXPECT_EQ(callsOn("odd"), (std::vector<std::string>{"odd 50001", "odd;even 50001"}));
}

TEST(Profile, CountsRoundsOfLoopsAsCalls) {
  state();
  const Looping loop(3);
  for (int i = 0; i < 7; ++i) loop.round();
  EXPECT_EQ(callsOn("loop"), (std::vector<std::string>{"loop 7"}));
}

TEST(Profile, PutsJobsBelowWhoWaitsForThem) {
  state();
  deforest::Region region;
  {
    const Called here(5);
    const auto job = here.job([](deforest::Worker&, int x) {
      const Called there(4);
      return x + 1;
    });
    EXPECT_EQ(job(region.here(), 1), 2);
    std::thread([&] { EXPECT_EQ(job(region.here(), 2), 3); }).join();
    std::thread([&] { EXPECT_EQ(job(region.here(), 3), 4); }).join();
  }
  EXPECT_EQ(callsOn("there"), (std::vector<std::string>{"here;there 3"}));
}

TEST(Profile, CountsCellsBytesAndWhatIsHeld) {
  struct Node {
    std::int64_t value;
    Node* next;
  };
  state();
  deforest::Region region;
  deforest::Worker& worker = region.here();
  {
    const Called make(8);
    const auto mark = worker.mark();
    for (int i = 0; i < 100'000; ++i) static_cast<void>(make.make<Node>(worker));
    worker.release(mark);
    Node* const node = make.make<Node>(worker);
    EXPECT_EQ(make.reuse(node), node);
    make.made(worker, deforest::Integer(7));
  }
  const std::vector<const char*> all = allNames();
  const ProfileText text(all, state());
  EXPECT_EQ(text.stacks([](const auto& counts) { return counts.cells; }), "make 100001\n");
  EXPECT_EQ(text.stacks([](const auto& counts) { return counts.written; }), "make 1\n");
  EXPECT_EQ(text.stacks([](const auto& counts) { return counts.bytes; }), "make 1600016\n");
  // To a sixty-fourth.
  EXPECT_EQ(text.stacks([](const auto& counts) { return counts.peak / 100'000; }), "make 15\n");
  EXPECT_NE(text.table(0).find("  1  100,001         1  1.5 MiB  1.5 MiB  make\n"),
            std::string::npos)
      << text.table(0);
}

TEST(Profile, TellsNoMoreWaysApartThanThereIsRoomFor) {
  state();
  // As many ways as pairs of functions, of which there are more than nodes.
  const auto first = static_cast<unsigned>(names.size());
  for (unsigned i = 0; i < 100; ++i) {
    const Called outer(first + i);
    for (unsigned j = 100; j < many; j += 10) {
      const Called inner(first + j);
      const Called last(9);
    }
  }
  const std::vector<std::string> lines = callsOn("fork");
  std::uint64_t calls = 0;
  for (const std::string& line : lines) calls += std::stoull(line.substr(line.rfind(' ') + 1));
  EXPECT_EQ(calls, 29'000U);
  EXPECT_LT(lines.size(), 5'000U);
  const auto lumped = callsOn("(called in too many ways);fork");
  EXPECT_EQ(lumped.size(), 1U);
}

}  // namespace
