// A program's profile as it is shown: a table on standard error when the program ends, and for
// flame graphs a file, if DEFOREST_PROFILE names one.
//
//     int main() {
//       const deforest::Profile profile(example::profiled);
//
// Of a program that fails, or is interrupted, it shows what was done until then.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "deforest/profile.hpp"

namespace deforest {

namespace detail {

/// The nodes of all threads put together.
class ProfileSum {
 public:
  struct Counts {
    std::uint64_t calls = 0;
    std::uint64_t cells = 0;
    std::uint64_t written = 0;
    std::uint64_t bytes = 0;
    std::uint64_t peak = 0;
    std::uint64_t nanoseconds = 0;
    std::uint64_t samples = 0;
    void add(const Counts& other) {
      calls += other.calls;
      cells += other.cells;
      written += other.written;
      bytes += other.bytes;
      peak = std::max(peak, other.peak);
      nanoseconds += other.nanoseconds;
      samples += other.samples;
    }
  };
  struct Way {
    std::size_t parent = 0;  // of the first: itself
    unsigned function = 0;
    Counts counts{};
  };

  explicit ProfileSum(const ProfileState& state) : ways_{{0, state.outside(), {}}} {
    const ProfileThread* thread = state.threads.load(std::memory_order_acquire);
    for (; thread != nullptr; thread = thread->before) {
      // Backwards, as they know each other; forwards, so that each comes after its parent.
      std::vector<const ProfileNode*> nodes;
      const ProfileNode* node = thread->last.load(std::memory_order_acquire);
      for (; node != nullptr; node = node->before) nodes.push_back(node);
      std::map<const ProfileNode*, std::size_t> places;
      for (auto each = nodes.rbegin(); each != nodes.rend(); ++each) {
        const std::size_t place = wayOf(**each, places);
        places[*each] = place;
        const Counts counts = countsOf(**each);
        ways_[place].counts.add(counts);
        total_.add(counts);
      }
    }
  }

  /// Each after the one that it goes on from.
  [[nodiscard]] const std::vector<Way>& ways() const { return ways_; }
  [[nodiscard]] const Counts& total() const { return total_; }

 private:
  static Counts countsOf(const ProfileNode& node) {
    return {node.calls.get(), node.cells.get(),       node.written.get(), node.bytes.get(),
            node.peak.get(),  node.nanoseconds.get(), node.samples.get()};
  }

  std::size_t wayOf(const ProfileNode& node,
                    const std::map<const ProfileNode*, std::size_t>& places) {
    if (node.parent == nullptr) return 0;
    const std::size_t parent = places.at(node.parent);
    const auto [known, isNew] = known_.emplace(std::pair(parent, node.function), ways_.size());
    if (isNew) ways_.push_back({parent, node.function, {}});
    return known->second;
  }

  std::vector<Way> ways_;
  std::map<std::pair<std::size_t, unsigned>, std::size_t> known_;
  Counts total_;
};

/// Texts of a profile.
class ProfileText {
 public:
  ProfileText(std::span<const char* const> names, const ProfileState& state)
      : names_(names), state_(state), sum_(state) {}

  /// The table. `elapsed` is the time from beginning to end.
  [[nodiscard]] std::string table(std::uint64_t elapsed) const {
    const auto& total = sum_.total();
    std::size_t threads = 0;
    const ProfileThread* thread = state_.threads.load(std::memory_order_acquire);
    for (; thread != nullptr; thread = thread->before) ++threads;
    const std::string text = "profile: " + seconds(elapsed) + " from beginning to end, " +
                             seconds(total.nanoseconds) + " on " + std::to_string(threads) +
                             (threads == 1 ? " thread (" : " threads (") + grouped(total.samples) +
                             " samples); the region held at most " + bytes(total.peak) + "\n\n";
    const std::vector<Row> rows = sortedRows();
    const bool written = total.written != 0;
    std::vector<std::vector<std::string>> lines = {{"self", "total", "calls", "cells"}};
    if (written) lines[0].emplace_back("in place");
    lines[0].insert(lines[0].end(), {"bytes", "peak", "function"});
    const auto line = [&](const std::string& self, const std::string& all,
                          const ProfileSum::Counts& counts, const std::string& name) {
      lines.push_back({self, all, grouped(counts.calls), grouped(counts.cells)});
      if (written) lines.back().push_back(grouped(counts.written));
      lines.back().insert(lines.back().end(),
                          {bytes(counts.bytes), counts.peak == 0 ? "-" : bytes(counts.peak), name});
    };
    for (const Row& row : rows) {
      line(share(row.own.nanoseconds), share(row.all), row.own, nameOf(row.function));
    }
    line("", "", total, "(all)");
    return text + aligned(lines);
  }

  /// `a;b;c N`, a line for every way that has a number.
  template <class Number>
  [[nodiscard]] std::string stacks(Number number) const {
    std::string text;
    std::vector<std::string> paths;
    for (const ProfileSum::Way& way : sum_.ways()) {
      std::string name = nameOf(way.function);
      std::replace(name.begin(), name.end(), ';', ',');
      const bool first = paths.empty() || way.parent == 0;
      paths.push_back(first ? name : paths[way.parent] + ";" + name);
      const std::uint64_t value = number(way.counts);
      if (value != 0) text += paths.back() + " " + std::to_string(value) + "\n";
    }
    return text;
  }

 private:
  struct Row {
    unsigned function = 0;
    ProfileSum::Counts own{};
    std::uint64_t all = 0;  // nanoseconds, with what it calls
  };

  // No function is on a way twice.
  [[nodiscard]] std::vector<Row> sortedRows() const {
    const auto& ways = sum_.ways();
    std::vector<std::uint64_t> times;
    std::vector<std::uint64_t> peaks;
    for (const auto& way : ways) {
      times.push_back(way.counts.nanoseconds);
      peaks.push_back(way.counts.peak);
    }
    for (std::size_t i = ways.size(); i-- > 1;) {
      const std::size_t parent = ways[i].parent;
      if (parent != 0) times[parent] += times[i];
      if (parent != 0) peaks[parent] = std::max(peaks[parent], peaks[i]);
    }
    std::vector<Row> rows(state_.outside() + 1);
    for (std::size_t i = 0; i < ways.size(); ++i) {
      Row& row = rows[ways[i].function];
      row.own.add(ways[i].counts);
      row.own.peak = std::max(row.own.peak, peaks[i]);
      row.all += times[i];
    }
    for (unsigned i = 0; i < rows.size(); ++i) rows[i].function = i;
    std::erase_if(rows, [](const Row& row) { return row.own.calls == 0 && row.all == 0; });
    std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
      return std::pair(a.own.nanoseconds, a.own.calls) > std::pair(b.own.nanoseconds, b.own.calls);
    });
    return rows;
  }

  [[nodiscard]] std::string nameOf(unsigned function) const {
    if (function < names_.size()) return names_[function];
    if (function == state_.waiting()) return "(sharing work among threads)";
    if (function == state_.elsewhere()) return "(called in too many ways)";
    return "(input and output)";
  }

  [[nodiscard]] std::string share(std::uint64_t nanoseconds) const {
    const auto all = static_cast<double>(std::max<std::uint64_t>(sum_.total().nanoseconds, 1));
    return printed("%.1f %%", 100 * static_cast<double>(nanoseconds) / all);
  }

  static std::string printed(const char* format, double value) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
  }

  static std::string seconds(std::uint64_t nanoseconds) {
    return printed("%.3f s", static_cast<double>(nanoseconds) / 1e9);
  }

  static std::string bytes(std::uint64_t count) {
    constexpr std::array<const char*, 5> units = {"%.0f B", "%.1f KiB", "%.1f MiB", "%.1f GiB",
                                                  "%.1f TiB"};
    auto value = static_cast<double>(count);
    std::size_t unit = 0;
    for (; value >= 1024 && unit + 1 < units.size(); ++unit) value /= 1024;
    return printed(units[unit], value);
  }

  // With a comma after every three digits.
  static std::string grouped(std::uint64_t count) {
    std::string text = std::to_string(count);
    for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
    return text;
  }

  // Columns of numbers, and a last one of names.
  static std::string aligned(const std::vector<std::vector<std::string>>& lines) {
    std::vector<std::size_t> widths(lines[0].size());
    for (const auto& line : lines) {
      for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
    }
    std::string text;
    for (const auto& line : lines) {
      for (std::size_t i = 0; i + 1 < line.size(); ++i) {
        text.append(widths[i] - line[i].size(), ' ').append(line[i]).append("  ");
      }
      text += line.back() + "\n";
    }
    return text;
  }

  std::span<const char* const> names_;
  const ProfileState& state_;
  const ProfileSum sum_;
};

}  // namespace detail

/// A program that is profiled, from the beginning of `main` to its end. `names` says what the
/// functions are called in the source; it must outlive the process.
class Profile {
 public:
  explicit Profile(std::span<const char* const> names) {
    detail::ProfileState& state = detail::ProfileState::instance();
    state.functions = static_cast<unsigned>(names.size());
    state.failed = failed;
    program() = {names, Clock::now()};
    detail::ProfileThread::mine().isFirst = true;
    struct sigaction action {};
    action.sa_handler = [](int signal) { interruption() = signal; };
    for (const int signal : {SIGINT, SIGTERM}) ::sigaction(signal, &action, nullptr);
    sampler_ = std::thread([this] { sample(); });
  }
  Profile(const Profile&) = delete;
  Profile& operator=(const Profile&) = delete;
  ~Profile() {
    over_ = true;
    sampler_.join();
    if (begins()) show();
  }

 private:
  using Clock = std::chrono::steady_clock;
  struct Program {
    std::span<const char* const> names{};
    Clock::time_point begun{};
  };

  static Program& program() {
    static Program program;
    return program;
  }

  static volatile std::sig_atomic_t& interruption() {
    static volatile std::sig_atomic_t signal = 0;
    return signal;
  }

  // Whether the caller, and nobody else, is to show the profile.
  static bool begins() { return !detail::ProfileState::instance().ends.exchange(true); }

  static std::uint64_t since(Clock::time_point begin) {
    const auto passed = std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin);
    return static_cast<std::uint64_t>(std::max<std::int64_t>(passed.count(), 0));
  }

  // About every millisecond, but not in step with anything that the program does.
  void sample() const {
    std::uint32_t random = 1;
    Clock::time_point last = program().begun;
    while (!over_) {
      random = random * 1664525 + 1013904223;
      const timespec pause{0, 500'000 + static_cast<long>(random >> 12U)};
      ::nanosleep(&pause, nullptr);
      const std::uint64_t passed = since(last);
      last = Clock::now();
      const auto* thread = detail::ProfileState::instance().threads.load(std::memory_order_acquire);
      for (; thread != nullptr; thread = thread->before) {
        if (!thread->isFirst && thread->isOutside()) continue;
        detail::ProfileNode& node = *thread->current.load(std::memory_order_acquire);
        node.nanoseconds.add(passed);
        node.samples.add(1);
      }
      if (const int signal = interruption(); signal != 0 && begins()) {
        show();
        std::signal(signal, SIG_DFL);
        std::raise(signal);
      }
    }
  }

  // Takes the place of what a failure does (deforest/fail.hpp): the profile follows the message.
  static void failed(detail::Guard& guard) {
    while (!begins()) std::this_thread::yield();
    std::fflush(stdout);
    detail::sayWhy(guard.raised);
    show();
    std::fflush(stderr);
    std::_Exit(1);
  }

  static void show() {
    const std::uint64_t elapsed = since(program().begun);
    const detail::ProfileText text(program().names, detail::ProfileState::instance());
    std::fflush(stdout);
    std::fprintf(stderr, "%s", text.table(elapsed).c_str());
    const char* const file = std::getenv("DEFOREST_PROFILE");
    if (file != nullptr && *file != '\0') write(file, text);
  }

  static void write(const char* name, const detail::ProfileText& text) {
    using Counts = detail::ProfileSum::Counts;
    const char* const chosen = std::getenv("DEFOREST_PROFILE_OF");
    const std::string_view what = chosen == nullptr ? "time" : chosen;
    std::string stacks;
    if (what == "time") {
      stacks = text.stacks([](const Counts& counts) { return (counts.nanoseconds + 500) / 1000; });
    } else if (what == "calls") {
      stacks = text.stacks([](const Counts& counts) { return counts.calls; });
    } else if (what == "cells") {
      stacks = text.stacks([](const Counts& counts) { return counts.cells + counts.written; });
    } else if (what == "bytes") {
      stacks = text.stacks([](const Counts& counts) { return counts.bytes; });
    } else {
      std::fprintf(stderr, "profile: DEFOREST_PROFILE_OF is time, calls, cells or bytes, not %s\n",
                   chosen);
      return;
    }
    std::FILE* const file = std::fopen(name, "w");
    bool written = file != nullptr;
    written = written && std::fwrite(stacks.data(), 1, stacks.size(), file) == stacks.size();
    if (file != nullptr) written = std::fclose(file) == 0 && written;
    if (!written)
      std::fprintf(stderr, "profile: cannot write %s: %s\n", name, std::strerror(errno));
  }

  std::atomic<bool> over_{false};
  std::thread sampler_;
};

}  // namespace deforest
