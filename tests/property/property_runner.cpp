// Hunts for programs of which a property does not hold, from the command line.
#include <CLI/CLI.hpp>
#include <cstdlib>
#include <fstream>
#include <iostream>

#include "generate_program.hpp"
#include "hunt.hpp"
#include "text/print.hpp"

namespace {

using namespace deforest::property;

std::vector<Property> chosen(const std::vector<std::string>& names) {
  std::vector<Property> properties;
  for (const Property& property : allProperties()) {
    const bool wanted = std::find(names.begin(), names.end(), property.name) != names.end();
    if (names.empty() || wanted) properties.push_back(property);
  }
  return properties;
}

}  // namespace

int main(int argc, char** argv) {
  HuntOptions options;
  std::vector<std::string> names;
  std::string directory;
  bool show = false;
  CLI::App app("Tries the properties of the compiler on random programs.");
  app.add_option("--seed", options.seed, "seed of the first program");
  app.add_option("--programs", options.programs, "how many programs");
  app.add_option("--seconds", options.seconds, "stop after so long");
  app.add_option("--timeout", options.timeout, "seconds for one program");
  app.add_option("--reduce-seconds", options.reduceSeconds, "seconds for reducing one failure");
  app.add_option("--per-kind", options.perKind, "reports of failures of one kind");
  app.add_option("--failures", directory, "write each report to a file in this directory");
  app.add_flag("--show", show, "print the programs, try nothing");
  std::vector<std::string> known;
  for (const Property& property : allProperties()) known.emplace_back(property.name);
  app.add_option("--property", names, "try these only")->check(CLI::IsMember(known));
  CLI11_PARSE(app, argc, argv);
  if (const char* seed = std::getenv("DEFOREST_SEED"))
    options.seed = std::strtoull(seed, nullptr, 10);

  if (show) {
    for (std::uint64_t i = 0; i < options.programs; ++i) {
      std::cout << "-- seed " << options.seed + i << "\n"
                << deforest::text::print(generateProgram(options.seed + i));
    }
    return 0;
  }
  options.properties = chosen(names);
  std::cout << "seed " << options.seed << "\n";
  const HuntResult result = hunt(options, std::cout);
  std::cout << describe(result.tally);
  for (std::size_t i = 0; i < result.found.size() && !directory.empty(); ++i) {
    const Found& found = result.found[i];
    std::ofstream(directory + "/" + found.property + "-" + std::to_string(found.seed) + ".txt")
        << found.report;
  }
  return result.tally.violations.empty() ? 0 : 1;
}
