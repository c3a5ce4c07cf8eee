#include "driver/destinations.hpp"

#include <string>
#include <vector>

#include "driver/files.hpp"
#include "driver/usage.hpp"

namespace deforest::driver {
namespace {

struct Named {
  std::string what;
  std::string path;
};

void addReport(std::vector<Named>& files, const std::string& option,
               const std::optional<Destination>& report) {
  if (report && report->file) files.push_back({"the file of '" + option + "'", *report->file});
}

// The first is what is read.
void requireDistinct(const std::vector<Named>& files) {
  for (std::size_t i = 1; i < files.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (!sameFile(files[j].path, files[i].path)) continue;
      throw UsageError(files[i].what + ", '" + files[i].path + "', is " + files[j].what +
                       (j == 0 ? "" : ", too"));
    }
  }
}

}  // namespace

void checkDestinations(const CompileCommand& command) {
  std::vector<Named> files = {{"the input", command.input}};
  if (!command.adapt.empty()) files.push_back({"the file of '--adapt'", command.adapt});
  if (command.output) files.push_back({"the output", *command.output});
  if (command.header) files.push_back({"the header", *command.header});
  addReport(files, "--explain", command.explain);
  addReport(files, "--stats", command.stats);
  requireDistinct(files);
}

void checkDestinations(const RunCommand& command) {
  std::vector<Named> files = {{"the input", command.input}};
  addReport(files, "--count", command.count);
  requireDistinct(files);
}

}  // namespace deforest::driver
