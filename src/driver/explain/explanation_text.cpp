// The explanation as lines, each with its place. First what a reader wants to know of each root;
// then everything, by declaration.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "driver/explain/explanation.hpp"

namespace deforest::driver {
namespace {

using Kind = Finding::Kind;

// Lines of one sort in the summary of a root; the others are told below.
constexpr std::size_t mostFused = 5;
constexpr std::size_t mostNotFused = 4;
constexpr std::size_t mostUnseen = 4;
constexpr std::size_t mostAlike = 6;

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

std::string counted(std::size_t number, const std::string& thing) {
  const bool sibilant = thing.ends_with("ch");
  return std::to_string(number) + " " + thing + (number == 1 ? "" : sibilant ? "es" : "s");
}

std::string change(const std::string& what, std::uint64_t before, std::uint64_t after) {
  std::string text = what + " " + grouped(before) + " => " + grouped(after);
  if (before == after || before == 0) return text;
  const double percent = 100 * (static_cast<double>(after) / static_cast<double>(before) - 1);
  char change[32];
  std::snprintf(change, sizeof change, std::abs(percent) < 1 ? "%+.2f" : "%+.0f", percent);
  return text + " (" + change + " %)";
}

class Writer {
 public:
  explicit Writer(const Explanation& explanation) : explanation_(explanation) {}

  std::string run() {
    heading();
    for (const RootReport& root : explanation_.roots) {
      if (!isQuiet(root)) tell(root);
    }
    tellQuiet();
    tellDeclarations();
    details();
    return std::move(out_);
  }

 private:
  // Only where some are opaque: what is improved is told of the roots.
  void tellDeclarations() {
    std::map<DeclarationReport::Kind, std::size_t> count;
    for (const DeclarationReport& report : explanation_.declarations) ++count[report.kind];
    if (count[DeclarationReport::Kind::Opaque] == 0) return;
    out_ += explanation_.file +
            ": declarations: " + std::to_string(count[DeclarationReport::Kind::Improved]) +
            " improved, " + std::to_string(count[DeclarationReport::Kind::Known]) + " known, " +
            std::to_string(count[DeclarationReport::Kind::Opaque]) + " opaque\n";
    for (const DeclarationReport& report : explanation_.declarations) {
      if (report.kind != DeclarationReport::Kind::Opaque) continue;
      line(report.part.position, "`" + report.part.name + "` is opaque: " + report.part.opaque);
    }
  }

  [[nodiscard]] ir::Place placeOf(ir::Position position) const {
    ir::Place place = explanation_.files.placeOf(position);
    if (place.file.empty()) place.file = explanation_.file;
    return place;
  }

  [[nodiscard]] std::string lineOf(ir::Position position) const {
    const ir::Place place = placeOf(position);
    const std::string number = std::to_string(place.position.line);
    return place.file == explanation_.file ? "line " + number : place.file + ":" + number;
  }

  void line(ir::Position position, const std::string& text) {
    const ir::Place place = placeOf(position);
    out_ += place.file + ":" + std::to_string(place.position.line) + ":" +
            std::to_string(place.position.column) + ": " + text + "\n";
  }

  void heading() {
    const bool fused = std::ranges::any_of(
        explanation_.roots, [](const RootReport& root) { return !root.fused.empty(); });
    const bool refused = std::ranges::any_of(explanation_.roots, [](const RootReport& root) {
      return !root.notFused.empty() ||
             std::ranges::any_of(root.fused, [](const Finding& each) { return each.inPart; });
    });
    std::string verdict = "nothing was fused";
    if (fused && explanation_.declined.empty()) {
      verdict = refused ? "fused in part" : "fused";
    }
    ir::Position place{1, 1};
    line(place, verdict + "; as Haskell " + grouped(explanation_.tokensBefore) + " tokens => " +
                    grouped(explanation_.tokensAfter) + growth());
    if (!explanation_.declined.empty()) line(place, explanation_.declined);
  }

  std::string growth() const {
    if (explanation_.tokensBefore == 0 || explanation_.tokensAfter == explanation_.tokensBefore) {
      return "";
    }
    char text[32];
    std::snprintf(text, sizeof text, " (%.2f times)",
                  static_cast<double>(explanation_.tokensAfter) /
                      static_cast<double>(explanation_.tokensBefore));
    return text;
  }

  // Nothing fused, nothing refused, nothing to do for the reader.
  static bool isQuiet(const RootReport& root) {
    return root.counted && root.fused.empty() && root.notFused.empty() &&
           root.before.cases == root.after.cases && root.before.calls == root.after.calls &&
           root.before.allocations == root.after.allocations;
  }

  // Nothing of it is left to do at run time.
  static bool isComputed(const RootReport& root) {
    return root.counted && root.constant && root.fused.empty() && root.notFused.empty() &&
           root.before.calls > root.after.calls && root.after.calls <= 1 && root.after.cases == 0;
  }

  void tellQuiet() {
    std::vector<std::string> names;
    const RootReport* first = nullptr;
    for (const RootReport& root : explanation_.roots) {
      if (!isQuiet(root)) continue;
      if (first == nullptr) first = &root;
      names.push_back("`" + root.name + "`");
    }
    if (first == nullptr) return;
    constexpr std::size_t most = 8;
    if (names.size() > most + 1) {
      const std::size_t more = names.size() - most;
      names.resize(most);
      names.push_back(std::to_string(more) + " others");
    }
    line(first->position, listed(names, "and") +
                              (explanation_.fusionRan ? ": nothing to fuse" : ": not tried") +
                              "; no more and no less work than before");
  }

  void tell(const RootReport& root) {
    const std::string name = "`" + root.name + "`";
    if (root.counted) {
      line(root.position,
           name + ": " + change("matches", root.before.cases, root.after.cases) + ", " +
               change("calls", root.before.calls, root.after.calls) + ", " +
               change("allocations", root.before.allocations, root.after.allocations));
      line(root.position, "  counted on " + inputsOf(root));
    } else {
      line(root.position, name + ": not counted, because " + root.uncounted +
                              (root.fused.empty() ? "; so it is left as it is" : ""));
      line(root.position,
           root.samplable
               ? "  to help, put a comment with a typical call into the source: "
                 "-- deforest: sample " +
                     root.name + " ..."
               : "  to help, put a comment with a typical call of a function f that it uses "
                 "into the source: -- deforest: sample f ...");
    }
    // Other roots share it, and were counted.
    const std::string fused = root.counted ? "fused" : "fused, though not counted here";
    findings(root.fused, mostFused, explanation_.declined.empty() ? fused : "could be fused");
    findings(root.notFused, mostNotFused, "not fused");
    if (isComputed(root)) {
      line(root.position,
           "  computed: it takes no input, and its value is no longer than its calls");
    } else if (root.counted && root.fused.empty() && root.notFused.empty() &&
               explanation_.fusionRan) {
      line(root.position,
           "  nothing to fuse: no tree is made only to be taken apart, and no two "
           "functions visit the same tree");
    }
    unseen(root);
  }

  std::string inputsOf(const RootReport& root) const {
    if (root.constant) {
      return explanation_.shortMain
                 ? "itself, cut short: with smaller numbers, or without outputs that take long"
                 : "itself: it has no parameters";
    }
    std::string text;
    if (root.given > 0) text = counted(root.given, "sample") + " of yours";
    if (root.generated > 0) {
      text += (text.empty() ? "" : " and ") + counted(root.generated, "generated input");
    }
    if (!root.examples.empty()) {
      text += ", such as ";
      std::vector<std::string> examples;
      for (const std::string& example : root.examples) examples.push_back("`" + example + "`");
      text += listed(examples, "and");
    }
    return text;
  }

  void findings(const std::vector<Finding>& list, std::size_t most, const std::string& label) {
    const std::size_t shown = list.size() > most + 1 ? most : list.size();
    for (std::size_t i = 0; i < shown; ++i) {
      line(list[i].position, "  " + label + ": " + sentence(list[i]));
    }
    if (shown < list.size()) {
      line(list[shown].position,
           "  " + label + ": " + std::to_string(list.size() - shown) + " more, see below");
    }
  }

  void unseen(const RootReport& root) {
    if (!root.counted || root.unseen.empty()) return;
    std::vector<std::string> places;
    for (const Unseen& unseen : root.unseen) {
      const std::string place = (unseen.entry ? "all of `" : "a branch of `") + unseen.declaration +
                                "` (" + lineOf(unseen.position) + ")";
      if (std::ranges::find(places, place) == places.end()) places.push_back(place);
    }
    if (places.size() > mostUnseen + 1) {
      const std::size_t more = places.size() - mostUnseen;
      places.resize(mostUnseen);
      places.push_back(std::to_string(more) + " more");
    }
    line(root.unseen.front().position, "  not seen: no input came by " + listed(places, "and"));
  }

  static std::string sentence(const Finding& finding) {
    std::string text = finding.subject + ": " + finding.text;
    if (!finding.limit.empty()) text += " (" + finding.limit + ")";
    if (!finding.also.empty()) {
      text += " (" + std::to_string(finding.also.size() + 1) + " places)";
    }
    return text;
  }

  static std::string labelOf(const Finding& finding, bool declined) {
    switch (finding.kind) {
      case Kind::Fused:
        return declined ? "could be fused" : "fused";
      case Kind::NotFused:
        return "not fused";
      case Kind::Limit:
        return "limit";
      case Kind::Left:
        return "left as it was";
      case Kind::Clean:
        return "simplified";
      case Kind::Reuse:
        return "cell";
      case Kind::Native:
        return "native code";
    }
    return "";
  }

  // What was left for one reason is one line.
  [[nodiscard]] std::vector<Finding> gathered() const {
    std::vector<Finding> result;
    std::map<std::string, std::size_t> first;
    std::map<std::size_t, std::vector<std::string>> subjects;
    for (const Finding& finding : explanation_.findings) {
      if (finding.kind == Kind::Left) {
        const auto [found, fresh] =
            first.emplace(finding.declaration + "\n" + finding.text, result.size());
        subjects[found->second].push_back(finding.subject);
        if (!fresh) {
          result[found->second].also.clear();
          continue;
        }
      }
      result.push_back(finding);
    }
    for (auto& [index, list] : subjects) {
      if (list.size() < 2) continue;
      if (list.size() > mostAlike + 1) {
        const std::size_t more = list.size() - mostAlike;
        list.resize(mostAlike);
        list.push_back(std::to_string(more) + " more");
      }
      std::string& text = result[index].subject = list.front();
      for (std::size_t i = 1; i < list.size(); ++i) text += "; " + list[i];
    }
    return result;
  }

  void details() {
    std::string last = "\n";
    for (const Finding& finding : gathered()) {
      if (finding.declaration != last) {
        last = finding.declaration;
        out_ += "\n" + (last.empty() ? std::string("elsewhere") : "in `" + last + "`") + "\n";
      }
      line(finding.position,
           labelOf(finding, !explanation_.declined.empty()) + ": " + sentence(finding));
    }
  }

  const Explanation& explanation_;
  std::string out_;
};

}  // namespace

std::string explanationText(const Explanation& explanation) {
  return Writer(explanation).run();
}

}  // namespace deforest::driver
