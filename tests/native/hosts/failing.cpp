// A host that calls roots which fail, again and again, and lives on: see
// tests/native/errors_test.py.
//
//     failing THREADS TIMES
//
// Compiled with -DEXPECTED for roots that give results. Prints what it was told by each, once.
#include "failing.hpp"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deforest/cancel.hpp>
#include <deforest/result.hpp>
#include <map>
#include <optional>
#include <string>
#include <thread>

#if defined(DEFOREST_OWN_THREADS) || defined(SERIAL)
template <class Run>
void withThreads(int, const Run& run) {
  run();
}
#else
#include <tbb/global_control.h>
#include <tbb/task_arena.h>
template <class Run>
void withThreads(int threads, const Run& run) {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  static_cast<std::size_t>(threads));
  tbb::task_arena arena(threads);
  arena.execute(run);
}
#endif

namespace {

// Sanitizers keep memory of their own.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool isSanitized = true;
#else
constexpr bool isSanitized = false;
#endif

[[noreturn]] void complain(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::_Exit(3);
}

template <class Root>
std::optional<deforest::Failure> failureOf(const Root& root) {
#ifdef EXPECTED
  const auto result = root();
  if (result) return std::nullopt;
  return result.error();
#else
  try {
    static_cast<void>(root());
    return std::nullopt;
  } catch (const deforest::Error& error) {
    if (error.failure().text() != error.what()) complain("the text is another");
    return error.failure();
  }
#endif
}

template <class Value>
auto valueOf(const Value& value) {
#ifdef EXPECTED
  return *value;
#else
  return value;
#endif
}

const char* nameOf(deforest::ErrorKind kind) {
  switch (kind) {
    case deforest::ErrorKind::Program:
      return "program";
    case deforest::ErrorKind::Arithmetic:
      return "arithmetic";
    case deforest::ErrorKind::Memory:
      return "memory";
    case deforest::ErrorKind::Stack:
      return "stack";
    case deforest::ErrorKind::Data:
      return "data";
    case deforest::ErrorKind::Cancelled:
      return "cancelled";
  }
  return "";
}

long residentKilobytes() {
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  long pages = 0;
  long resident = 0;
  if (file == nullptr || std::fscanf(file, "%ld %ld", &pages, &resident) != 2) complain("no statm");
  std::fclose(file);
  return resident * 4;
}

// Calls a root so often; it must fail, and always for the same reason. How much it makes until then
// is the same each time, unless it is `cancelled`.
template <class Root>
void failAgain(int times, deforest::Region& region, const Root& root, bool cancelled = false) {
  std::optional<deforest::Failure> first;
  std::size_t bytes = 0;
  std::size_t reserved = 0;
  long resident = 0;
  for (int i = 0; i < times; ++i) {
    const auto failure = failureOf(root);
    if (!failure) complain("a root that must fail has a result");
    if (!first) {
      first = failure;
      bytes = region.bytes();
      std::printf("%s: %s\n", nameOf(failure->kind), failure->text().c_str());
      std::fflush(stdout);
    }
    if (failure->text() != first->text() || failure->kind != first->kind) {
      complain("it fails otherwise: " + failure->text());
    }
    if (region.bytes() != bytes) complain("its nodes stay in the region");
    if (i == times / 10) {
      reserved = region.reserved();
      resident = residentKilobytes();
    }
  }
  if (cancelled) return;
  if (region.reserved() > reserved + (std::size_t{4} << 20U)) complain("the region grows");
  if (!isSanitized && residentKilobytes() > resident + 16'384) complain("the process grows");
}

// Requests what a root is to be cancelled by, as soon as one runs.
class Canceller {
 public:
  explicit Canceller(deforest::Cancel& cancel)
      : thread_([this, &cancel] {
          while (!over_) {
            if (wanted_.exchange(false)) cancel.request();
            std::this_thread::yield();
          }
        }) {}
  ~Canceller() {
    over_ = true;
    thread_.join();
  }
  void cancelSoon() { wanted_ = true; }

 private:
  std::atomic<bool> wanted_{false};
  std::atomic<bool> over_{false};
  std::thread thread_;
};

void run(int times) {
  deforest::Region input;
  // 1 at the root, then 2 and 3, 4 to 7, ...: 900 is among the last to be reached, 300 in between.
  const auto* tree = valueOf(failing::grow(input, 10, 1));
  deforest::Region region;
  failAgain(times, region, [&] { return failing::divided(region, 300, tree); });
  failAgain(times, region, [&] { return failing::refused(region, 900, tree); });
  failAgain(times, region, [&] { return failing::unmatched(region, 513, tree); });
  {
    deforest::Region small(std::size_t{8} << 20U);
    failAgain(times / 10, small, [&] { return failing::grow(small, 60, 1); });
    if (valueOf(failing::size(small, valueOf(failing::divided(small, -1, tree)))) != 1023) {
      complain("the small region is of no use any more");
    }
  }
#ifndef DEFOREST_STACK_OF_THREAD
  deforest::limitStack(std::size_t{1} << 20U);
  failAgain(times, region, [&] { return failing::deep(region, 700, tree); });
  deforest::limitStack(std::size_t{64} << 30U);
#endif
  {
    deforest::Cancel cancel;
    Canceller canceller(cancel);
    region.watch(&cancel);
    failAgain(
        times / 10, region,
        [&] {
          cancel.clear();
          canceller.cancelSoon();
          return failing::spinning(region, 300, tree);
        },
        true);
    failAgain(
        times / 10, region,
        [&] {
          cancel.clear();
          canceller.cancelSoon();
          return failing::grow(region, 60, 1);
        },
        true);
    cancel.clear();
    region.watch(nullptr);
  }
  if (valueOf(failing::size(region, valueOf(failing::divided(region, -1, tree)))) != 1023) {
    complain("the region is of no use any more");
  }
}

}  // namespace

int main(int, char** words) {
  const int threads = std::atoi(words[1]);
  const int times = std::atoi(words[2]);
  withThreads(threads, [&] { run(times); });
}
