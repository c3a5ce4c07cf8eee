#include "driver/root_degrees.hpp"

#include "simplify/split_matches.hpp"

namespace deforest::driver {
namespace {

using graph::VisitDegree;

struct Degrees {
  ir::Program program;
  std::vector<VisitDegree> degrees;

  explicit Degrees(const ir::Program& original) {
    pipeline::Context context;
    program = simplify::splitMatches().run(original, context);
    degrees = graph::visitDegrees(program);
  }
  VisitDegree of(const std::string& name) const {
    const auto function = program.find(name);
    return function ? degrees[function->value] : VisitDegree{};
  }
};

std::string change(const VisitDegree& before, const VisitDegree& after) {
  return graph::describe(before) + " -> " + graph::describe(after) + "\n";
}

}  // namespace

std::vector<RootDegree> rootDegrees(const ir::Program& input, const ir::Program& output) {
  const Degrees before(input);
  const Degrees after(output);
  std::vector<RootDegree> result;
  for (const ir::FunId root : input.roots) {
    const std::string& name = input.function(root).name;
    result.push_back({name, before.of(name), after.of(name)});
  }
  return result;
}

std::string renderDegrees(const std::vector<RootDegree>& degrees) {
  VisitDegree before;
  VisitDegree after;
  for (const RootDegree& degree : degrees) {
    if (graph::lessVisits(before, degree.before)) before = degree.before;
    if (graph::lessVisits(after, degree.after)) after = degree.after;
  }
  std::string out = "visits       " + change(before, after);
  if (degrees.size() < 2) return out;
  for (const RootDegree& degree : degrees) {
    if (degree.before == degree.after) continue;
    out += "  " + degree.root + " " + change(degree.before, degree.after);
  }
  return out;
}

}  // namespace deforest::driver
