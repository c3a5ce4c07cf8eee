// What is saved is what is loaded.
#include <sstream>

#include "ir/archive.hpp"
#include "properties.hpp"

namespace deforest::property {
namespace {

std::optional<Violation> violationArchive(Subject& subject) {
  const auto roundTrip = [](const ir::Program& program) -> std::optional<Violation> {
    std::stringstream file;
    ir::save(file, program);
    const support::Result<ir::Program> loaded = ir::load(file);
    if (!loaded) return Violation{"an archive is not read", loaded.diagnostics()[0].message};
    if (*loaded == program) return std::nullopt;
    return Violation{"an archive holds another program", ""};
  };
  if (auto wrong = roundTrip(subject.program())) return wrong;
  return roundTrip(subject.after(engine::Stage::Redundancy).program);
}

}  // namespace

Property archive() {
  return {"archive", "saving and loading gives the same program", violationArchive};
}

}  // namespace deforest::property
