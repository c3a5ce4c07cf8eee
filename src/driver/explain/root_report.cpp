#include "driver/explain/root_report.hpp"

#include <algorithm>

#include "eval/term.hpp"
#include "search/short_main.hpp"

namespace deforest::driver {
namespace {

using Kind = Finding::Kind;

void addInputs(const eval::RootSamples& samples, const ir::Program& input, RootReport& report) {
  switch (samples.uncounted) {
    case eval::Uncounted::Counted:
      break;
    case eval::Uncounted::NoInput:
      report.uncounted = "there is no value of the type of some parameter";
      break;
    case eval::Uncounted::EveryInputFails:
      report.uncounted = (report.constant ? "it fails" : "it fails on every input that was tried") +
                         (samples.message.empty() ? "" : " (" + samples.message + ")");
      break;
    case eval::Uncounted::TooDear:
      report.uncounted = report.constant
                             ? "it takes too long, with smaller numbers in place of its own, too"
                             : "it takes too long on every input that was tried";
      break;
  }
  constexpr std::size_t mostExamples = 3;
  constexpr std::size_t shortEnough = 40;
  std::vector<std::string> examples;
  for (const eval::SampledInput& each : samples.inputs) {
    ++(each.given ? report.given : report.generated);
    if (each.arguments.empty()) continue;
    const std::string text = eval::showTerms(input, each.arguments, shortEnough + 1);
    if (text.size() <= shortEnough) examples.push_back(report.name + " " + text);
  }
  // The last are those that do most.
  const std::size_t skipped = examples.size() - std::min(mostExamples, examples.size());
  report.examples.assign(examples.begin() + static_cast<std::ptrdiff_t>(skipped), examples.end());
}

void addUnseen(const eval::RootSamples& samples, const SourceNames& names, RootReport& report) {
  for (const eval::Point& point : samples.unreached) {
    const std::string declaration = names.declarationAt(point.position);
    // What the library does not do is of no interest.
    if (!point.position.known() || declaration.empty()) continue;
    const Unseen unseen{point.position, declaration, point.entry};
    const bool known = std::ranges::any_of(
        report.unseen, [&](const Unseen& other) { return other.position == unseen.position; });
    if (!known) report.unseen.push_back(unseen);
  }
  std::ranges::sort(report.unseen, {}, &Unseen::position);
}

// A visit for some of the functions that another visit is for, too, is the rest of that one.
void keepMaximal(std::vector<Finding>& fused) {
  std::vector<Finding> kept;
  for (std::size_t i = 0; i < fused.size(); ++i) {
    bool rest = false;
    for (std::size_t j = 0; j < fused.size(); ++j) {
      const bool equal = textsOf(fused[i].passes) == textsOf(fused[j].passes);
      const bool longer =
          fused[j].calls > fused[i].calls || (fused[j].calls == fused[i].calls && j < i);
      rest = rest || (i != j && includes(fused[j].passes, fused[i].passes) && (!equal || longer));
    }
    if (!rest) kept.push_back(fused[i]);
  }
  fused = std::move(kept);
}

// One reason for each pair. Where they are fused elsewhere, it is told there.
void dropFused(RootReport& root) {
  std::vector<Finding> kept;
  for (Finding& finding : root.notFused) {
    bool elsewhere = false;
    for (Finding& fused : root.fused) {
      if (!includes(fused.passes, finding.passes)) continue;
      elsewhere = true;
      const bool inside =
          std::ranges::find_first_of(fused.within, finding.within) != fused.within.end();
      const bool same = finding.position == fused.position;
      if (!inside || same || fused.inPart || finding.passes.size() < 2) continue;
      fused.inPart = true;
      fused.text += "; but not at " + std::to_string(finding.position.line) + ":" +
                    std::to_string(finding.position.column) + ": " + finding.text;
      if (!finding.limit.empty()) fused.text += " (" + finding.limit + ")";
    }
    const bool told = std::ranges::any_of(kept, [&](const Finding& other) {
      return textsOf(other.passes) == textsOf(finding.passes);
    });
    if (!elsewhere && !told) kept.push_back(std::move(finding));
  }
  root.notFused = std::move(kept);
}

}  // namespace

RootReport reportOn(const ir::Function& root, const Evidence& evidence, const SourceNames& names) {
  RootReport report;
  report.name = root.name;
  report.constant = root.parameters.empty();
  report.samplable = !search::isConstant(evidence.input, root);
  const auto samples =
      std::ranges::find(evidence.samples.roots, root.name, &eval::RootSamples::root);
  if (samples == evidence.samples.roots.end()) {
    report.uncounted = "it was not tried";
    return report;
  }
  addInputs(*samples, evidence.input, report);
  addUnseen(*samples, names, report);
  const auto counts = std::ranges::find(evidence.counts.roots, root.name, &eval::RootReport::root);
  if (counts != evidence.counts.roots.end() && !counts->samples.empty()) {
    report.counted = true;
    report.before = counts->before();
    report.after = counts->after();
  } else if (report.uncounted.empty()) {
    report.uncounted = "it takes too long on every input that was tried";
  }
  return report;
}

void summarise(const std::vector<Finding>& findings, const RootWork& work, RootReport& root) {
  for (const Finding& finding : findings) {
    Finding of = finding;
    of.share = 0;
    bool reached = false;
    for (const std::string& name : finding.within) {
      reached = reached || work.reached.contains(name);
      const auto share = work.shares.find(name);
      if (share != work.shares.end()) of.share += share->second;
    }
    if (!reached) continue;
    if (of.kind == Kind::Fused) {
      root.fused.push_back(std::move(of));
    } else if (of.kind == Kind::NotFused || (of.kind == Kind::Left && isJoin(of.subject))) {
      root.notFused.push_back(std::move(of));
    }
  }
  keepMaximal(root.fused);
  dropFused(root);
  for (auto* list : {&root.fused, &root.notFused}) {
    std::ranges::stable_sort(*list, std::greater<>{}, &Finding::share);
  }
}

}  // namespace deforest::driver
