#include "driver/explain/explanation.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "driver/decisions.hpp"
#include "driver/explain/root_report.hpp"
#include "driver/explain/work.hpp"
#include "graph/call_graph.hpp"
#include "ir/measure.hpp"

namespace deforest::driver {
namespace {

using pipeline::Decision;
using Kind = Finding::Kind;

class Explainer {
 public:
  explicit Explainer(const Evidence& evidence)
      : evidence_(evidence),
        names_(evidence.input, evidence.original),
        compositions_(evidence.context.compositions) {
    for (const ir::Program& program : evidence.fused.before) names_.learn(program);
    result_.file = evidence.file;
    result_.files.imported = evidence.input.imported;
    result_.tokensBefore = evidence.tokensBefore;
    result_.tokensAfter = evidence.tokensAfter;
    result_.shortMain = evidence.shortMain;
    result_.declined = evidence.declined;
    result_.fusionRan = evidence.fused.program.has_value();
  }

  Explanation run() {
    for (const ir::FunId root : evidence_.input.roots) {
      const ir::Function& function = evidence_.input.function(root);
      RootReport report = reportOn(function, evidence_, names_);
      report.position = somewhere(function.position);
      result_.roots.push_back(std::move(report));
    }
    locateDecisions();
    findFused();
    for (const Decision& decision : result_.decisions) {
      if (decision.kind != Decision::Kind::Leave) continue;
      std::size_t& last = leftLast_[decision.function];
      last = std::max(last, decision.run);
    }
    for (const Decision& decision : result_.decisions) {
      // What an earlier round left may have been built in a later one.
      const bool superseded =
          decision.kind == Decision::Kind::Leave && decision.run < leftLast_[decision.function];
      if (!superseded) add(findingOf(decision));
    }
    dropTold();
    for (RootReport& root : result_.roots) {
      const auto work = std::ranges::find(work_, root.name, &RootWork::root);
      if (work != work_.end()) summarise(findings_, *work, root);
    }
    std::ranges::stable_sort(findings_, {}, [&](const Finding& finding) {
      return std::tuple(placeOf(finding.declaration), finding.declaration, finding.position,
                        finding.kind);
    });
    result_.findings = std::move(findings_);
    return std::move(result_);
  }

 private:
  // ------------------------------------------------------------------------------------ places

  // The position, or that of the first root: every line has one.
  ir::Position somewhere(ir::Position position) const {
    if (position.known()) return position;
    for (const ir::FunId root : evidence_.input.roots) {
      const ir::Position there = evidence_.input.function(root).position;
      if (there.known()) return there;
    }
    return {1, 1};
  }

  ir::Position placeOf(const std::string& declaration) const {
    return names_.positionOf(declaration);
  }

  // Where the calls stand that a function of the result makes.
  ir::Position positionOf(const FusedCalls& calls) const {
    for (auto call = calls.rbegin(); call != calls.rend(); ++call) {
      const ir::Position position = names_.of(call->function).position;
      if (position.known()) return position;
    }
    return {};
  }

  void locateDecisions() {
    for (Decision decision : evidence_.context.decisions) {
      decide(decision);
      if (!decision.position.known()) {
        for (const std::string& call : decision.calls) {
          decision.position = positionOf(compositions_.givenTo(call, decision.run));
          if (decision.position.known()) break;
        }
      }
      if (!decision.position.known()) {
        decision.position = positionOf(compositions_.of(decision.function, decision.run));
      }
      decision.position = somewhere(decision.position);
      result_.decisions.push_back(std::move(decision));
    }
  }

  // A join is not taken if the function that it leads to is left as a line of calls; and that is
  // left where the calls were joined.
  void decide(Decision& decision) const {
    using DecisionKind = Decision::Kind;
    const auto& all = evidence_.context.decisions;
    if (decision.taken && compositions_.isLine(decision.fragment, decision.run)) {
      const auto left = std::ranges::find_if(all, [&](const Decision& other) {
        return !other.taken && other.run == decision.run && other.function == decision.fragment &&
               other.subject == other.function;
      });
      decision.taken = false;
      decision.reason = left != all.end() ? left->reason : "what it saves is not worth its code";
    } else if (decision.kind == DecisionKind::Leave && decision.subject == decision.function) {
      const auto join = std::ranges::find_if(all, [&](const Decision& other) {
        return other.run == decision.run && other.fragment == decision.function &&
               other.position.known();
      });
      if (join != all.end()) decision.position = join->position;
    }
  }

  // ------------------------------------------------------------------------------------- fused

  void findFused() {
    if (!evidence_.fused.program) return;
    const ir::Program& program = *evidence_.fused.program;
    const bool lazy = evidence_.options.semantics == ir::Semantics::Haskell;
    work_ = workOf(program, evidence_.input, evidence_.samples, lazy);
    const std::vector<bool> reached = graph::reachable(graph::callGraph(program), program.roots);
    const std::size_t run = compositions_.lastRun();
    for (std::size_t i = 0; i < program.functions.size(); ++i) {
      const std::string& name = program.functions[i].name;
      if (!reached[i]) continue;
      FusedCalls calls = compositions_.of(name, run);
      bases_[name] = basesOf(calls);
      std::set<std::string>& around = around_[name] = bases_[name];
      for (const ir::FunId callee : ir::callees(program.functions[i].body)) {
        around.merge(basesOf(compositions_.of(program.function(callee).name, run)));
      }
      if (compositions_.isLine(name, run)) continue;
      const std::string subject = describe(calls, names_);
      if (calls.size() < 2 || !isJoin(subject)) continue;
      Finding finding;
      finding.kind = Kind::Fused;
      finding.subject = subject;
      finding.calls = calls.size();
      finding.gone = goneTypes(calls);
      finding.passes = passesOf(calls, names_);
      finding.within = {name};
      finding.position = firstJoin(subject);
      if (!finding.position.known()) finding.position = somewhere(positionOf(calls));
      finding.text = "one visit";
      for (const std::string& type : finding.gone) {
        finding.text += (&type == finding.gone.data() ? ", no " : " or ") + quotedType(type);
      }
      if (!finding.gone.empty()) finding.text += " in between";
      add(std::move(finding));
    }
  }

  static std::string quotedType(const std::string& type) { return "`" + type + "`"; }

  static std::set<std::string> basesOf(const FusedCalls& calls) {
    std::set<std::string> names;
    for (const FusedCall& call : calls) names.insert(call.function);
    return names;
  }

  // Where the source first calls for what is so described.
  ir::Position firstJoin(const std::string& subject) {
    if (joins_.empty()) {
      for (const Decision& decision : result_.decisions) {
        if (decision.fragment.empty()) continue;
        const std::string made =
            describe(compositions_.of(decision.fragment, decision.run), names_);
        joins_.try_emplace(made, decision.position);
      }
    }
    const auto found = joins_.find(subject);
    return found == joins_.end() ? ir::Position{} : found->second;
  }

  // --------------------------------------------------------------------------------- decisions

  // Nothing: what was taken is told of the function that it led to.
  std::optional<Finding> findingOf(const Decision& decision) const {
    Finding finding;
    finding.position = decision.position;
    if (decision.limit) finding.limit = optionOf(*decision.limit);
    finding.text = inSource(decision.reason, decision.run);
    if (isOfTheSearch(decision.limit)) {
      finding.limit.clear();
      finding.text = "more functions in one visit were tried, and did not pay";
    }
    finding.within = standsIn(decision);
    FusedCalls calls;
    for (const std::string& call : decision.calls) {
      const FusedCalls of = compositions_.givenTo(call, decision.run);
      calls.insert(calls.end(), of.begin(), of.end());
    }
    finding.passes = passesOf(calls, names_);
    switch (decision.kind) {
      case Decision::Kind::Fuse:
      case Decision::Kind::Tuple:
        // What led to a line of calls is told of that.
        if (decision.taken || !decision.fragment.empty()) return std::nullopt;
        finding.kind = Kind::NotFused;
        break;
      case Decision::Kind::CutOff:
        finding.kind = decision.calls.empty() ? Kind::Limit : Kind::NotFused;
        break;
      case Decision::Kind::Leave:
        finding.kind = Kind::Left;
        break;
      case Decision::Kind::Fact:
      case Decision::Kind::Simplify:
        if (!decision.taken || !concernsTheReader(decision)) return std::nullopt;
        finding.kind = Kind::Clean;
        break;
      case Decision::Kind::Reuse:
        finding.kind = Kind::Reuse;
        finding.text = (decision.taken ? "" : "a new cell, because ") + decision.reason;
        break;
      case Decision::Kind::Native:
        finding.kind = Kind::Native;
        if (!decision.taken) finding.text = "left alone, because " + finding.text;
        break;
    }
    if (finding.kind == Kind::Clean) {
      finding.subject = describe(compositions_.of(decision.function, decision.run), names_);
      finding.text = simplification(decision);
      return finding;
    }
    finding.subject = subjectOf(decision, calls);
    if (finding.subject.empty()) return std::nullopt;
    return finding;
  }

  // What was simplified, as a sentence about the function.
  std::string simplification(const Decision& decision) const {
    const std::string subject = inSource(decision.subject, decision.run);
    const std::string reason = inSource(decision.reason, decision.run);
    if (subject.starts_with("unbox ")) {
      return "it returns a `" + subject.substr(subject.find(", a ") + 4) + "` in parts, because " +
             reason;
    }
    const std::size_t equals = subject.find(" = ");
    if (subject.starts_with("result ") && equals != std::string::npos) {
      const std::string number = subject.substr(7, equals - 7);
      const std::string which =
          number == "0" ? "its result" : "its result " + std::to_string(std::stoul(number) + 1);
      const std::size_t consequence = reason.rfind("; ");
      return which + " is always " + subject.substr(equals + 3) +
             (consequence == std::string::npos ? "" : reason.substr(consequence));
    }
    return subject + ", because " + reason;
  }

  // A limit that is tighter than the user's.
  bool isOfTheSearch(std::optional<pipeline::Limit> limit) const {
    const engine::Limits& taken = evidence_.options.limits;
    return (limit == pipeline::Limit::Width && taken.width < evidence_.asked.width) ||
           (limit == pipeline::Limit::FusionDepth &&
            taken.fusionDepth < evidence_.asked.fusionDepth);
  }

  // What was proved of functions that the user wrote, and used. Of copies and compositions it is
  // the compiler's own business.
  bool concernsTheReader(const Decision& decision) const {
    if (decision.subject.ends_with("= identity")) return true;
    const FusedCalls calls = compositions_.of(decision.function, decision.run);
    if (calls.size() != 1 || decision.subject.starts_with("the same function as")) return false;
    const SourceName name = names_.of(calls.front().function);
    const bool written =
        name.kind == SourceName::Kind::Declaration || name.kind == SourceName::Kind::Local;
    const bool idle =
        decision.kind == Decision::Kind::Fact && decision.reason.ends_with("; no call reads it");
    return written && !idle;
  }

  std::string subjectOf(const Decision& decision, const FusedCalls& calls) const {
    const std::string in = describe(compositions_.of(decision.function, decision.run), names_);
    if (decision.kind == Decision::Kind::Leave && decision.subject == decision.function) {
      return calls.size() < 2 || isJoin(in) ? in : "";
    }
    if (decision.calls.empty()) {
      return inSource(decision.subject, decision.run) +
             (decision.function.empty() ? "" : " in " + in);
    }
    std::vector<std::string> names;
    for (const std::string& call : decision.calls) {
      std::string name = describe(compositions_.givenTo(call, decision.run), names_);
      if (isJoin(name)) name = "(" + name + ")";
      names.push_back(std::move(name));
    }
    const bool chain =
        decision.kind == Decision::Kind::Fuse || decision.subject.find(" . ") != std::string::npos;
    if (chain && names.size() == 2) {
      FusedCalls both = calls;
      if (both.size() == 2) {
        // The rest of one function is not fused with itself.
        std::ranges::reverse(both);
        both[1].producers = {0};
        const std::string text = describe(both, names_);
        return isJoin(text) ? text : "";
      }
      return names[0] + " after " + names[1];
    }
    if (names.size() < 2) return names.front();
    return listed(names, "and");
  }

  // Functions after fusion that do what the decision's function does.
  std::vector<std::string> standsIn(const Decision& decision) const {
    const bool left = decision.kind == Decision::Kind::Leave;
    const std::set<std::string> bases = basesOf(compositions_.of(decision.function, decision.run));
    std::vector<std::string> result;
    for (const auto& [name, made] : left ? around_ : bases_) {
      if (std::ranges::includes(made, bases)) result.push_back(name);
    }
    return result;
  }

  // Names that the compiler made, led back to the source.
  std::string inSource(const std::string& text, std::size_t run) const {
    std::string result;
    std::size_t i = 0;
    while (i < text.size()) {
      std::size_t end = i;
      while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 ||
                                   text[end] == '_' || text[end] == '\'')) {
        ++end;
      }
      if (end == i) {
        result += text[i++];
        continue;
      }
      const std::string word = text.substr(i, end - i);
      const bool made = word.find('_') != std::string::npos && isFunction(word, run);
      if (made) {
        const bool quotes =
            !result.empty() && result.back() == '`' && end < text.size() && text[end] == '`';
        if (quotes) {
          result.pop_back();
          ++end;
        }
        result += describe(compositions_.of(word, run), names_);
      } else {
        result += word;
      }
      i = end;
    }
    return result;
  }

  bool isFunction(const std::string& word, std::size_t run) const {
    return compositions_.knows(word, run) || names_.knows(word);
  }

  // ------------------------------------------------------------------------------------- lists

  // What becomes of the parts of one function of the library is nobody's affair.
  static bool isInsideLibrary(const Finding& finding) {
    const std::vector<SourceName>& passes = finding.passes;
    return !passes.empty() && std::ranges::all_of(passes, [&](const SourceName& pass) {
      return pass.inner && pass.text == passes.front().text;
    });
  }

  // Once, with a count, what is the same.
  void add(std::optional<Finding> made) {
    if (!made || isInsideLibrary(*made)) return;
    Finding& finding = *made;
    finding.declaration = names_.declarationAt(finding.position);
    for (const std::string& name : finding.within) finding.share += shareOf(name);
    const auto same = std::ranges::find_if(findings_, [&](const Finding& other) {
      // A round finds again what an earlier one found, and calls it after what that made of it.
      const bool again = finding.kind == Kind::NotFused && other.position == finding.position &&
                         textsOf(other.passes) == textsOf(finding.passes);
      return other.kind == finding.kind && (other.subject == finding.subject || again) &&
             (other.text == finding.text || other.kind == Kind::Left) &&
             other.declaration == finding.declaration;
    });
    if (same == findings_.end()) {
      findings_.push_back(std::move(finding));
      return;
    }
    if (finding.kind == Kind::Left) same->text = std::move(finding.text);  // Of the last round.
    if (finding.kind != Kind::Fused) addPlace(*same, finding.position);
    same->position = std::min(same->position, finding.position);
    for (std::string& name : finding.within) {
      if (std::ranges::find(same->within, name) != same->within.end()) continue;
      same->share += shareOf(name);
      same->within.push_back(std::move(name));
    }
  }

  // What was left in one place and is fused in another is a copy, or the rest of it.
  void dropTold() {
    std::vector<std::vector<SourceName>> fused;
    for (const Finding& finding : findings_) {
      if (finding.kind == Kind::Fused) fused.push_back(finding.passes);
    }
    dropSmaller();
    std::erase_if(findings_, [&](const Finding& finding) {
      return finding.kind == Kind::Left && isJoin(finding.subject) &&
             std::ranges::any_of(
                 fused, [&](const auto& passes) { return includes(passes, finding.passes); });
    });
  }

  // Calls join one after the other: the last tells of all.
  void dropSmaller() {
    const std::vector<Finding> all = findings_;
    std::erase_if(findings_, [&](const Finding& finding) {
      return finding.kind == Kind::Left && isJoin(finding.subject) &&
             std::ranges::any_of(all, [&](const Finding& more) {
               return more.kind == Kind::Left && more.text == finding.text &&
                      more.declaration == finding.declaration &&
                      textsOf(more.passes).size() > textsOf(finding.passes).size() &&
                      includes(more.passes, finding.passes);
             });
    });
  }

  static void addPlace(Finding& finding, ir::Position position) {
    std::set<ir::Position> places(finding.also.begin(), finding.also.end());
    places.insert({finding.position, position});
    finding.position = *places.begin();
    finding.also.assign(std::next(places.begin()), places.end());
  }

  double shareOf(const std::string& function) const {
    double share = 0;
    for (const RootWork& work : work_) {
      const auto found = work.shares.find(function);
      if (found != work.shares.end()) share += found->second;
    }
    return work_.empty() ? 0 : share / static_cast<double>(work_.size());
  }

  const Evidence& evidence_;
  SourceNames names_;
  Compositions compositions_;
  Explanation result_;
  std::vector<Finding> findings_;
  std::vector<RootWork> work_;
  std::map<std::string, std::set<std::string>> bases_;   // By function after fusion.
  std::map<std::string, std::set<std::string>> around_;  // With those of what it calls.
  std::map<std::string, ir::Position> joins_;            // By description.
  std::map<std::string, std::size_t> leftLast_;          // By function: the run.
};

}  // namespace

pipeline::Observer rememberFused(Fused& fused) {
  return [&fused](const pipeline::Event& event) {
    if (event.pass == nullptr || event.pass->name != "fuse") return;
    fused.before.push_back(event.before);
    fused.program = event.after;
  };
}

Explanation explain(const Evidence& evidence) {
  return Explainer(evidence).run();
}

}  // namespace deforest::driver
