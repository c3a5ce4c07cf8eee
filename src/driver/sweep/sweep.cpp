// `deforest sweep IN... --max-depth 0..12 -o DIR`: what settings do to programs, one by one.
//
// First the programs are measured as they are, then the points of the grid, as many at once as
// there are processors. What a point does cannot harm the study: it runs in processes that are
// watched (driver/sweep/limited_process.hpp). What is finished is on the disk
// (driver/sweep/journal.hpp), and is not done again by the next run with the same words.
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

#include <filesystem>
#include <iostream>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

#include "driver/commands.hpp"
#include "driver/files.hpp"
#include "driver/sweep/measure.hpp"
#include "driver/sweep/progress.hpp"
#include "driver/sweep/study.hpp"
#include "driver/usage.hpp"

namespace deforest::driver {
namespace {

// Those things of a list that are still to be done, several at a time.
template <class Item, class Action>
void forAll(const std::vector<Item>& items, unsigned threads, const Action& action) {
  const unsigned processors = std::max(1U, std::thread::hardware_concurrency());
  tbb::task_arena arena(static_cast<int>(threads == 0 ? processors : threads));
  arena.execute([&] {
    const tbb::blocked_range<std::size_t> range(0, items.size(), 1);
    tbb::parallel_for(
        range,
        [&](const tbb::blocked_range<std::size_t>& part) {
          for (std::size_t i = part.begin(); i < part.end(); ++i) action(items[i]);
        },
        tbb::simple_partitioner());
  });
}

class Sweep {
 public:
  explicit Sweep(const SweepCommand& command)
      : command_(command),
        directory_(command.directory),
        manifest_(manifestOf(command)),
        work_(directory_ + "/work") {}

  int run() {
    openStudy(directory_, manifest_);
    const StudyLock lock(directory_);
    std::error_code ignored;
    std::filesystem::remove_all(work_, ignored);
    Measurer measurer(command_, work_);
    measurePrograms(measurer);
    measurePoints(measurer);
    std::filesystem::remove_all(work_, ignored);
    finishStudy(directory_, manifest_, readRecords(programsPath()), readRecords(pointsPath()));
    return 0;
  }

 private:
  [[nodiscard]] std::string programsPath() const { return directory_ + "/programs.jsonl"; }
  [[nodiscard]] std::string pointsPath() const { return directory_ + "/points.jsonl"; }

  void measurePrograms(const Measurer& measurer) {
    Journal journal(programsPath());
    std::set<std::string> known;
    for (const Json& program : journal.records()) known.insert(program["program"]);
    std::vector<std::string> left;
    for (const std::string& path : command_.grid.programs) {
      if (known.insert(path).second) left.push_back(path);
    }
    Progress progress("programs", known.size() - left.size(), known.size());
    forAll(left, command_.threads, [&](const std::string& path) {
      journal.append(measurer.measureProgram(path));
      progress.step();
    });
  }

  void measurePoints(Measurer& measurer) {
    std::map<std::string, Json> programs;
    for (Json& program : readRecords(programsPath())) {
      programs.emplace(program["program"], std::move(program));
    }
    Journal journal(pointsPath());
    const Grid& grid = command_.grid;
    std::set<std::size_t> known;
    std::map<std::size_t, Json> deepest;  // Of their lines, by number.
    for (const Json& point : journal.records()) {
      const std::size_t number = point["point"];
      known.insert(number);
      if (grid.deepestOf(number) == number) deepest.emplace(number, point);
      measurer.remember(point);
    }
    std::vector<std::size_t> first;  // The deepest, of which others may be made.
    std::vector<std::size_t> left;
    for (std::size_t point = 0; point < grid.points(); ++point) {
      if (!command_.shard.has(grid, point) || known.contains(point)) continue;
      (grid.deepestOf(point) == point ? first : left).push_back(point);
    }
    Progress progress("points", known.size(), known.size() + first.size() + left.size());
    const auto program = [&](std::size_t point) -> const Json& {
      return programs.at(grid.programs[grid.programOf(point)]);
    };
    std::mutex mutex;
    forAll(first, command_.threads, [&](std::size_t point) {
      Json record = measurer.measurePoint(point, program(point));
      journal.append(record);
      const std::lock_guard lock(mutex);
      deepest.emplace(point, std::move(record));
      progress.step();
    });
    forAll(left, command_.threads, [&](std::size_t point) {
      const std::optional<Json> shared = measurer.shared(point, deepest.at(grid.deepestOf(point)));
      journal.append(shared ? *shared : measurer.measurePoint(point, program(point)));
      progress.step();
    });
  }

  const SweepCommand& command_;
  std::string directory_;
  Json manifest_;
  std::string work_;
};

}  // namespace

int sweep(const SweepCommand& command) {
  if (command.listsInputs) {
    writeFile("-", inputsOf(command.grid.programs.front(), command.semantics).dump() + "\n");
    return 0;
  }
  if (command.merge.empty()) return Sweep(command).run();
  const std::size_t missing = mergeStudies(command.merge, command.directory);
  if (missing == 0) return 0;
  throw Failure("deforest: error: " + std::to_string(missing) +
                " points are in none of the parts\n  help: the parts that are there are in " +
                command.directory + "; run the others\n");
}

}  // namespace deforest::driver
