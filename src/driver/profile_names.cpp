#include "driver/profile_names.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include "driver/explain/fused_calls.hpp"
#include "driver/explain/source_names.hpp"
#include "ir/traverse.hpp"

namespace deforest::driver {
namespace {

class Namer {
 public:
  Namer(const ir::Program& input, const text::Original& original, const Fused& fused,
        const pipeline::Context& context)
      : input_(input), names_(input, original), compositions_(context.compositions) {
    for (const ir::Program& program : fused.before) names_.learn(program);
  }

  [[nodiscard]] std::string nameOf(const ir::Function& function) const {
    const std::string known = knownPart(function.name);
    if (known.empty()) {
      return placed(function.name, {{SourceName::Kind::Declaration, "", "", function.position}});
    }
    const FusedCalls calls = compositions_.of(known, compositions_.lastRun());
    std::string description = describe(calls, names_);
    std::vector<SourceName> parts = {names_.of(calls.front().function)};
    if (calls.size() > 1 && isJoin(description)) {
      parts = mentioned(passesOf(calls, names_), description);
    } else {
      description = parts.front().text;
    }
    addInlined(function, calls, description, parts);
    return placed(description, parts);
  }

 private:
  // Declarations whose code is in the function besides.
  void addInlined(const ir::Function& function, const FusedCalls& calls, std::string& description,
                  std::vector<SourceName>& parts) const {
    std::set<std::string> told;
    for (const SourceName& part : parts) told.insert(part.declaration);
    for (const FusedCall& call : calls) told.insert(names_.of(call.function).declaration);
    std::vector<SourceName> inlined;
    ir::forEachBinding(function.body, [&](const ir::Binding& binding) {
      const std::string name = names_.declarationAt(binding.position);
      if (name.empty() || !told.insert(name).second) return;
      inlined.push_back(
          {SourceName::Kind::Declaration, "`" + name + "`", name, names_.positionOf(name)});
    });
    std::ranges::sort(inlined, {}, &SourceName::position);
    std::vector<std::string> texts;
    for (const SourceName& name : inlined) texts.push_back(name.text);
    constexpr std::size_t most = 3;
    if (texts.size() > most + 1) {
      texts.resize(most);
      inlined.resize(most);
      texts.push_back("others");
    }
    if (!texts.empty()) description += " with " + listed(texts, "and");
    parts.insert(parts.end(), inlined.begin(), inlined.end());
  }

  // The passes of native code name what they make after what they make it of.
  [[nodiscard]] std::string knownPart(std::string name) const {
    while (!name.empty() && !compositions_.knows(name, compositions_.lastRun()) &&
           !names_.knows(name)) {
      const std::size_t end = name.rfind('_');
      name.resize(end == std::string::npos ? 0 : end);
    }
    return name;
  }

  // In the order in which the description names them; what it leaves out comes last.
  static std::vector<SourceName> mentioned(std::vector<SourceName> passes,
                                           const std::string& description) {
    std::ranges::stable_sort(passes, {},
                             [&](const SourceName& pass) { return description.find(pass.text); });
    return passes;
  }

  // With the lines where its parts stand, the name of a file once.
  [[nodiscard]] std::string placed(const std::string& text,
                                   const std::vector<SourceName>& parts) const {
    std::string lines;
    std::string file;
    std::set<std::pair<std::string, std::uint32_t>> told;
    for (const SourceName& part : parts) {
      if (!part.position.known()) continue;
      const ir::Place place = input_.placeOf(part.position);
      if (!told.emplace(place.file, place.position.line).second) continue;
      const std::string line = std::to_string(place.position.line);
      const bool library = part.kind == SourceName::Kind::Library;
      lines += lines.empty() ? (library && parts.size() == 1 ? "used in " : "") : std::string(", ");
      lines +=
          place.file == file ? line : place.file.substr(place.file.rfind('/') + 1) + ":" + line;
      file = place.file;
    }
    std::string name = text;
    std::erase(name, '`');
    return lines.empty() ? name : name + " (" + lines + ")";
  }

  const ir::Program& input_;
  SourceNames names_;
  Compositions compositions_;
};

}  // namespace

std::vector<std::string> profileNames(const ir::Program& input, const text::Original& original,
                                      const Fused& fused, const pipeline::Context& context,
                                      const ir::Program& written) {
  const Namer namer(input, original, fused, context);
  std::vector<std::string> names;
  for (const ir::Function& function : written.functions) names.push_back(namer.nameOf(function));
  return names;
}

}  // namespace deforest::driver
