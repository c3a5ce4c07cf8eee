#include "driver/report/derivation.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "driver/explain/fused_calls.hpp"
#include "ir/measure.hpp"
#include "text/print.hpp"

namespace deforest::driver {
namespace {

class Recorder {
 public:
  explicit Recorder(Derivation& derivation) : derivation_(derivation) {}

  void operator()(const pipeline::Event& event) {
    if (event.pass == nullptr) {
      derivation_.start = changesTo(event.after);
      derivation_.size = ir::size(event.after);
      return;
    }
    ++derivation_.runs;
    std::optional<std::size_t> fusion;
    if (event.pass->name == "fuse") fusion = fusions_++;
    if (!event.changed) return;
    std::vector<Derivation::Change> changes = changesTo(event.after);
    if (changes.empty()) return;
    derivation_.steps.push_back(
        {event.index, std::string(event.pass->name), std::string(event.pass->description), fusion,
         event.after.functions.size(), ir::size(event.after), std::move(changes)});
  }

 private:
  // From the program that was seen last.
  std::vector<Derivation::Change> changesTo(const ir::Program& program) {
    std::vector<Derivation::Change> changes;
    std::map<std::string, std::size_t> next;
    const std::vector<std::string> texts = text::printFunctions(program);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (texts[i].empty()) continue;
      const std::string& name = program.functions[i].name;
      const std::size_t text = indexOf(texts[i]);
      next.emplace(name, text);
      const auto before = current_.find(name);
      if (before == current_.end()) {
        changes.push_back({name, std::nullopt, text});
      } else if (before->second != text) {
        changes.push_back({name, before->second, text});
      }
    }
    for (const auto& [name, text] : current_) {
      if (!next.contains(name)) changes.push_back({name, text, std::nullopt});
    }
    current_ = std::move(next);
    return changes;
  }

  std::size_t indexOf(const std::string& text) {
    const auto [found, fresh] = indices_.emplace(text, derivation_.texts.size());
    if (fresh) derivation_.texts.push_back(text);
    return found->second;
  }

  Derivation& derivation_;
  std::map<std::string, std::size_t> current_;  // The text of each function now.
  std::map<std::string, std::size_t> indices_;
  std::size_t fusions_ = 0;
};

}  // namespace

pipeline::Observer recordDerivation(Derivation& derivation) {
  // Observers are copied; what this one remembers is not.
  return [recorder = std::make_shared<Recorder>(derivation)](const pipeline::Event& event) {
    (*recorder)(event);
  };
}

void addOrigins(Derivation& derivation, const std::vector<pipeline::Composition>& compositions,
                const SourceNames& names) {
  const Compositions table(compositions);
  std::map<std::pair<std::size_t, std::string>, const pipeline::Composition*> left;
  for (const pipeline::Composition& composition : compositions) {
    if (!composition.given)
      left.emplace(std::pair(composition.run, composition.function), &composition);
  }
  for (Derivation::Step& step : derivation.steps) {
    if (!step.fusion) continue;
    for (Derivation::Change& change : step.changes) {
      const auto found = left.find({*step.fusion, change.function});
      if (found == left.end() || !change.after) continue;
      for (const pipeline::Composition::Member& member : found->second->members) {
        if (std::ranges::find(change.from, member.function) == change.from.end()) {
          change.from.push_back(member.function);
        }
      }
      change.calls = describe(table.of(change.function, *step.fusion), names);
    }
  }
}

}  // namespace deforest::driver
