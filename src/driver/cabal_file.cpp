#include "driver/cabal_file.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "driver/files.hpp"

namespace deforest::driver {
namespace {

constexpr std::uintmax_t mostBytes = std::uintmax_t{1} << 20U;
constexpr int mostLevels = 16;

std::string lowered(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return std::tolower(c); });
  return result;
}

std::vector<std::string> wordsOf(std::string_view text) {
  std::vector<std::string> words;
  constexpr std::string_view separators = " \t\r,\"";
  for (std::size_t at = 0; at < text.size();) {
    at = std::min(text.find_first_not_of(separators, at), text.size());
    const std::size_t end = std::min(text.find_first_of(separators, at), text.size());
    if (end > at) words.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

struct Line {
  std::size_t indent = 0;
  std::string_view text;
};

// Lines that say something, without what they are indented by.
std::vector<Line> linesOf(std::string_view text) {
  std::vector<Line> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t indent = std::min(line.find_first_not_of(" \t"), line.size());
    line.remove_prefix(indent);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
    if (!line.empty() && !line.starts_with("--")) lines.push_back({indent, line});
  }
  return lines;
}

struct Field {
  std::string name;
  std::string value;
};

// `name: value`, if the line is the beginning of a field.
std::optional<Field> fieldOf(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  std::string name = lowered(line.substr(0, colon));
  while (!name.empty() && name.back() == ' ') name.pop_back();
  const auto isWord = [](unsigned char c) { return std::isalnum(c) != 0 || c == '-'; };
  if (name.empty() || !std::ranges::all_of(name, isWord)) return std::nullopt;
  return Field{std::move(name), std::string(line.substr(colon + 1))};
}

// A stanza, with what it imports not yet in it.
struct Stanza {
  CabalComponent component;
  std::vector<std::string> imports;
};

void add(Stanza& stanza, const Field& field, bool conditional) {
  CabalComponent& component = stanza.component;
  std::vector<std::string>& extensions = conditional ? component.conditional : component.extensions;
  for (const std::string& word : wordsOf(field.value)) {
    if (field.name == "import") stanza.imports.push_back(word);
    if (field.name == "hs-source-dirs" || field.name == "hs-source-dir") {
      component.sourceDirs.push_back(word);
    }
    if (field.name == "default-extensions" || field.name == "extensions") {
      extensions.push_back(word);
    }
    if (field.name == "ghc-options" && word.starts_with("-X")) extensions.push_back(word.substr(2));
  }
}

std::vector<Stanza> stanzasOf(std::string_view text) {
  std::vector<Stanza> stanzas;
  const std::vector<Line> lines = linesOf(text);
  std::vector<std::size_t> conditions;  // by how much they are indented
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Line& line = lines[i];
    while (!conditions.empty() && line.indent <= conditions.back()) conditions.pop_back();
    std::optional<Field> field = fieldOf(line.text);
    if (!field) {
      const std::vector<std::string> words = wordsOf(line.text);
      const std::string first = words.empty() ? std::string() : lowered(words.front());
      if (first == "if" || first == "elif" || first == "else") {
        conditions.push_back(line.indent);
      } else if (line.indent == 0) {
        stanzas.emplace_back();
        stanzas.back().component.name = words.size() > 1 ? first + " " + words[1] : first;
      }
      continue;
    }
    while (i + 1 < lines.size() && lines[i + 1].indent > line.indent) {
      field->value += ' ';
      field->value += lines[++i].text;
    }
    if (!stanzas.empty() && line.indent > 0) add(stanzas.back(), *field, !conditions.empty());
  }
  return stanzas;
}

void append(std::vector<std::string>& to, const std::vector<std::string>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

// The last word counts: `NoX` turns X off again.
bool isOn(const std::vector<std::string>& extensions, const std::string& extension) {
  bool on = false;
  for (const std::string& word : extensions) {
    if (word == extension) on = true;
    if (word == "No" + extension || "No" + word == extension) on = false;
  }
  return on;
}

}  // namespace

std::vector<CabalComponent> cabalComponents(std::string_view text) {
  constexpr std::string_view kinds[] = {"library", "foreign-library", "executable", "test-suite",
                                        "benchmark"};
  std::map<std::string, CabalComponent> common;
  std::vector<CabalComponent> components;
  for (Stanza& stanza : stanzasOf(text)) {
    CabalComponent made{stanza.component.name, {}, {}, {}};
    for (const std::string& import : stanza.imports) {
      const auto found = common.find(import);
      if (found == common.end()) continue;
      append(made.sourceDirs, found->second.sourceDirs);
      append(made.extensions, found->second.extensions);
      append(made.conditional, found->second.conditional);
    }
    append(made.sourceDirs, stanza.component.sourceDirs);
    append(made.extensions, stanza.component.extensions);
    append(made.conditional, stanza.component.conditional);
    const std::size_t space = made.name.find(' ');
    const std::string kind = made.name.substr(0, space);
    if (kind == "common" && space != std::string::npos) {
      common.emplace(made.name.substr(space + 1), std::move(made));
    } else if (std::ranges::find(kinds, kind) != std::end(kinds)) {
      if (made.sourceDirs.empty()) made.sourceDirs = {"."};
      components.push_back(std::move(made));
    }
  }
  return components;
}

std::optional<CabalPackage> packageAround(const std::filesystem::path& directory) {
  std::error_code error;
  std::filesystem::path at = std::filesystem::absolute(directory, error).lexically_normal();
  if (error) return std::nullopt;
  for (int level = 0; level < mostLevels; ++level) {
    std::vector<std::filesystem::path> found;
    std::filesystem::directory_iterator entries(at, error);
    for (; !error && entries != std::filesystem::directory_iterator(); entries.increment(error)) {
      if (entries->path().extension() == ".cabal") found.push_back(entries->path());
    }
    if (!found.empty()) {
      const std::optional<std::string> text =
          readIfSmall(*std::ranges::min_element(found), mostBytes);
      if (!text) return std::nullopt;
      return CabalPackage{at, cabalComponents(*text)};
    }
    if (!at.has_parent_path() || at.parent_path() == at) break;
    at = at.parent_path();
  }
  return std::nullopt;
}

std::vector<std::string> extensionsIn(const CabalPackage& package,
                                      const std::filesystem::path& sourceDir) {
  std::vector<const CabalComponent*> components;
  for (const CabalComponent& component : package.components) {
    const bool has = std::ranges::any_of(component.sourceDirs, [&](const std::string& each) {
      const std::filesystem::path path = (package.directory / each / "").lexically_normal();
      return path == (sourceDir / "").lexically_normal();
    });
    if (has) components.push_back(&component);
  }
  if (components.empty()) {
    for (const CabalComponent& component : package.components) components.push_back(&component);
  }
  std::set<std::string> named;
  for (const CabalComponent* component : components) {
    named.insert(component->extensions.begin(), component->extensions.end());
    named.insert(component->conditional.begin(), component->conditional.end());
  }
  std::vector<std::string> result;
  for (const std::string& extension : named) {
    const auto certainly = [&](const CabalComponent* component) {
      return isOn(component->extensions, extension) &&
             !std::ranges::any_of(component->conditional, [&](const std::string& word) {
               return word == "No" + extension || "No" + word == extension;
             });
    };
    const auto possibly = [&](const CabalComponent* component) {
      const auto& others = component->conditional;
      return isOn(component->extensions, extension) ||
             std::ranges::find(others, extension) != others.end();
    };
    if (std::ranges::all_of(components, certainly)) {
      result.push_back(extension);
    } else if (std::ranges::any_of(components, possibly)) {
      result.push_back("?" + extension);
    }
  }
  return result;
}

}  // namespace deforest::driver
