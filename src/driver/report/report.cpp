// `deforest report IN... -o OUT.html`: what was done to programs, and what studies have found, as a
// page to be looked at. A directory stands for what is in it: a sweep, evaluations, programs. Of
// several programs those that cannot be transformed say so on the page.
#include <tbb/global_control.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "driver/commands.hpp"
#include "driver/files.hpp"
#include "driver/report/page.hpp"
#include "driver/report/program_part.hpp"
#include "driver/report/study_part.hpp"
#include "driver/usage.hpp"
#include "support/check.hpp"

namespace deforest::driver {
namespace {

namespace fs = std::filesystem;

// What there is to report on, by path.
struct Subjects {
  std::vector<std::string> programs;
  std::vector<std::string> sweeps;
  std::vector<std::string> evaluations;
};

// Haskell beside which the same lies in our language is that program.
bool isProgram(const fs::path& path) {
  const std::string name = path.filename().string();
  if (name.ends_with(".hs.ir") || name.ends_with(".dfir")) return true;
  return isHaskellFile(name) && !fs::exists(path.string() + ".ir");
}

void addDirectory(const std::string& directory, Subjects& subjects) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(directory, error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->is_directory() && holdsSweep(entry->path().string())) {
      subjects.sweeps.push_back(entry->path().string());
      entry.disable_recursion_pending();
    } else if (entry->is_regular_file()) {
      files.push_back(entry->path().string());
    }
  }
  if (error) throw UsageError("cannot read '" + directory + "': " + error.message());
  std::ranges::sort(subjects.sweeps);
  std::ranges::sort(files);
  for (const std::string& file : files) {
    if (isProgram(file)) {
      subjects.programs.push_back(file);
    } else if (file.ends_with(".json") && isEvaluation(readFile(file))) {
      subjects.evaluations.push_back(file);
    }
  }
}

Subjects subjectsOf(const std::vector<std::string>& inputs) {
  Subjects subjects;
  for (const std::string& input : inputs) {
    if (fs::is_directory(input)) {
      if (holdsSweep(input)) {
        subjects.sweeps.push_back(input);
      } else {
        addDirectory(input, subjects);
      }
    } else if (input.ends_with(".json")) {
      subjects.evaluations.push_back(input);
    } else {
      subjects.programs.push_back(input);
    }
  }
  if (subjects.programs.empty() && subjects.sweeps.empty() && subjects.evaluations.empty()) {
    throw UsageError(
        "there is nothing to report on in '" + inputs.front() +
        "': no program (.hs.ir, .hs), no sweep (sweep.json) and no evaluation (.json)");
  }
  return subjects;
}

// What a failure of one program among many becomes; others are not the program's.
std::string messageOf(const CompileCommand& command, Session& session, ProgramPart& part) {
  try {
    part = programPart(command, session);
    return "";
  } catch (const Failure& failure) {
    return failure.what();
  } catch (const support::LimitError& error) {
    return displayName(command.input) + ": error: " + std::string(error.what()) + "\n";
  }
}

// Collects the parts of a page and the line of each in the overview.
class Collector {
 public:
  explicit Collector(const ReportCommand& command, Session& session)
      : command_(command), session_(session) {}

  void addPrograms(const std::vector<std::string>& paths) {
    // Who waits at a terminal sees how far it is.
    const bool told = paths.size() > 1 && isatty(STDERR_FILENO) == 1;
    for (const std::string& path : paths) {
      if (told) {
        std::cerr << "\r\033[K" << programs_.size + 1 << " of " << paths.size() << ": " << path
                  << std::flush;
      }
      CompileCommand one = command_.base;
      one.input = path;
      if (!command_.semantics) {
        one.engine.semantics = isHaskellFile(path) ? ir::Semantics::Haskell : ir::Semantics::Strict;
      }
      one.keepsOpaque = isHaskellFile(path);
      ProgramPart part;
      if (paths.size() == 1) {
        part = programPart(one, session_);
      } else if (const std::string message = messageOf(one, session_, part); !message.empty()) {
        std::cerr << (told ? "\r\033[K" : "") << message;
        failed_ = true;
        part = failedPart(path, message);
      }
      add("program-", programs_, std::move(part.json), part.index);
      page_.summary += part.summary + "\n";
    }
    if (told) std::cerr << "\r\033[K";
  }

  void addStudy(StudyPart part) { add("study-", studies_, std::move(part.json), part.index); }

  [[nodiscard]] Page page() {
    Page page = page_;
    page.plots = studies_.size > 0 || programs_.size > 1;
    page.parts.insert(page.parts.begin(),
                      {"index", "{\"version\":\"" DEFOREST_VERSION "\",\"programs\":[" +
                                    programs_.lines + "],\"studies\":[" + studies_.lines + "]}"});
    return page;
  }

  [[nodiscard]] bool failed() const { return failed_; }

 private:
  struct List {
    std::size_t size = 0;
    std::string lines;
  };

  void add(const std::string& prefix, List& list, std::string json, const std::string& line) {
    page_.parts.push_back({prefix + std::to_string(list.size++), std::move(json)});
    list.lines += (list.lines.empty() ? "" : ",") + line;
  }

  const ReportCommand& command_;
  Session& session_;
  Page page_;
  List programs_;
  List studies_;
  bool failed_ = false;
};

// Worker threads compile too, so their stacks are as deep as ours may be asked to be.
constexpr std::size_t workerStackBytes = std::size_t{256} << 20;

}  // namespace

int makeReport(const ReportCommand& command, Session& session) {
  const tbb::global_control stackSize(tbb::global_control::thread_stack_size, workerStackBytes);
  std::optional<tbb::global_control> threads;
  if (command.base.threads > 0) {
    threads.emplace(tbb::global_control::max_allowed_parallelism, command.base.threads);
  }
  const Subjects subjects = subjectsOf(command.inputs);
  for (const std::string& program : subjects.programs) {
    if (sameFile(program, command.output)) {
      throw UsageError("the output, '" + command.output + "', is an input, too");
    }
  }
  Collector collector(command, session);
  for (const std::string& path : subjects.evaluations) {
    collector.addStudy(evaluationPart(path, readFile(path)));
  }
  for (const std::string& path : subjects.sweeps) collector.addStudy(sweepPart(path));
  collector.addPrograms(subjects.programs);
  Page page = collector.page();
  page.title = "deforest: " + (command.inputs.size() == 1 ? displayName(command.inputs.front())
                                                          : std::string("report"));
  writeFile(command.output, htmlOf(page));
  return collector.failed() ? 1 : 0;
}

}  // namespace deforest::driver
