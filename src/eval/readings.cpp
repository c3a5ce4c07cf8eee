#include "eval/readings.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "eval/inputs.hpp"
#include "eval/patterns.hpp"

namespace deforest::eval {
namespace {

using Texts = std::vector<std::string>;

class Writer {
 public:
  explicit Writer(const ir::Program& program) : program_(program) {}

  [[nodiscard]] Term text(ir::TypeId type, std::string_view text) const {
    Term term;
    for (const char letter : text) {
      cell(term, type);
      term.push_back({element(type), {}, static_cast<unsigned char>(letter), 1});
    }
    return ended(std::move(term), type);
  }

  [[nodiscard]] Term texts(ir::TypeId type, const Texts& texts) const {
    Term term;
    for (const std::string& each : texts) {
      cell(term, type);
      const Term inner = text(element(type), each);
      term.insert(term.end(), inner.begin(), inner.end());
    }
    return ended(std::move(term), type);
  }

  [[nodiscard]] ir::TypeId element(ir::TypeId type) const {
    return program_.type(type).arguments[0];
  }

 private:
  // [] is the first constructor of a list.
  void cell(Term& term, ir::TypeId type) const {
    term.push_back({type, program_.type(type).constructors[1], 0, 1});
  }

  [[nodiscard]] Term ended(Term term, ir::TypeId type) const {
    term.push_back({type, program_.type(type).constructors[0], 0, 1});
    setSizes(program_, term);
    return term;
  }

  const ir::Program& program_;
};

// Nothing at all is tried besides.
const std::span<const std::int64_t> sizes = std::span(growingSizes).subspan(1);

// A program's arguments: a size or two, and a word where something else is wanted.
std::vector<Texts> argumentsOfPrograms() {
  std::vector<Texts> all = {{}};
  for (const std::int64_t size : sizes) {
    all.push_back({std::to_string(size)});
    if (size <= 200) all.push_back({std::to_string(size), std::to_string(size)});
  }
  all.push_back({"a"});
  all.push_back({"file.txt"});
  return all;
}

// The words of a list in a pattern, as far as it knows them; nothing: a hole, where anything may
// stand.
using Words = std::vector<std::optional<std::string>>;

Words wordsOf(const ir::Program& program, const Pattern& list) {
  const auto isCell = [&](const PatternNode& node) {
    return !node.hole && node.ctor == program.type(node.type).constructors[1];
  };
  Words words;
  for (std::size_t at = 0; isCell(list[at]);) {
    const std::size_t first = ++at;
    std::optional<std::string>& word = words.emplace_back();
    if (!list[first].hole) word.emplace();
    while (isCell(list[at]) && !list[at + 1].hole && list[at + 1].bits < 128) {
      word->push_back(static_cast<char>(list[at + 1].bits));
      at += 2;
    }
    at = first + list[first].size;
  }
  return words;
}

// Whether the other ones only go on where these end.
bool isBeginning(const Words& words, const Words& others) {
  return words.size() == others.size() &&
         std::ranges::equal(words, others, [](const auto& word, const auto& other) {
           return word.has_value() == other.has_value() && (!word || other->starts_with(*word));
         });
}

// The words that so many paths compare with to their end: the one behind it may be too long to be
// known.
std::vector<Words> wordsOnPaths(const ir::Program& program, ir::FunId function,
                                std::size_t parameter, std::size_t mostPaths) {
  std::vector<Words> found;
  for (const Path& path : pathsOf(program, function, mostPaths, NumberReaders::AreNotFollowed)) {
    const Words words = wordsOf(program, path[parameter]);
    const bool any =
        std::ranges::any_of(words, [](const auto& word) { return word && !word->empty(); });
    const auto goesOn = [&](const Words& other) { return isBeginning(words, other); };
    if (!any || std::ranges::any_of(found, goesOn)) continue;
    std::erase_if(found, [&](const Words& other) { return isBeginning(other, words); });
    found.push_back(words);
  }
  return found;
}

// What a program looks for among its arguments, with sizes for the rest of them.
std::vector<Texts> argumentsLookedFor(const ir::Program& program, ir::FunId function,
                                      std::size_t parameter) {
  constexpr std::size_t most = 12;
  // Where there are some at all, there may be more.
  std::vector<Words> found = wordsOnPaths(program, function, parameter, 128);
  if (!found.empty()) found = wordsOnPaths(program, function, parameter, 512);
  if (found.size() > most) found.resize(most);
  std::vector<Texts> all;
  // All of them with little to do come first: there may be no time for more.
  for (const std::int64_t size : {6, 20, 200, 2000}) {
    for (const Words& words : found) {
      Texts& texts = all.emplace_back();
      for (const auto& word : words) texts.push_back(word.value_or(std::to_string(size)));
    }
  }
  return all;
}

std::string repeated(std::int64_t times, const std::function<std::string(std::int64_t)>& line) {
  std::string text;
  for (std::int64_t i = 0; i < times; ++i) text += line(i);
  return text;
}

// Standard input: a number; how many there are and so many lines, of one or of several; one line of
// many; words.
Texts inputsOfPrograms() {
  constexpr std::array words = {"the", "fox", "and", "a", "river", "by", "night", "of", "stone"};
  constexpr std::int64_t scatter = 37;
  const auto number = [](std::int64_t i) { return std::to_string(i * scatter % 101); };
  const auto word = [&](std::int64_t i) {
    return std::string(words[static_cast<std::size_t>(i * scatter) % words.size()]);
  };
  Texts all = {""};
  for (const std::int64_t size : sizes) {
    if (size > 500) break;
    const std::string count = std::to_string(size) + "\n";
    const auto line = [&](std::int64_t i) { return number(i) + "\n"; };
    const auto pair = [&](std::int64_t i) { return number(i) + " " + number(i + 1) + "\n"; };
    all.push_back(count);
    all.push_back(repeated(size, line));
    all.push_back(count + repeated(size, line));
    all.push_back(count + repeated(size, pair));
    all.push_back(repeated(size, [&](std::int64_t i) { return number(i) + " "; }) + "\n");
    all.push_back(
        repeated(size, [&](std::int64_t i) { return word(i) + (i % 7 == 6 ? "\n" : " "); }) + "\n");
    all.push_back(repeated(size, [&](std::int64_t i) { return word(i) + " " + number(i) + "\n"; }));
  }
  return all;
}

}  // namespace

std::vector<Arguments> readings(const ir::Program& program, ir::FunId id, std::size_t most,
                                ReadingWords words) {
  const ir::Function& function = program.function(id);
  if (function.parameters.empty()) return {};
  const Writer writer(program);
  std::vector<std::vector<Term>> all;  // By parameter.
  std::size_t count = 0;
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const ir::TypeId type = function.variables[function.parameters[i].value].type;
    std::vector<Term>& terms = all.emplace_back();
    if (program.type(writer.element(type)).kind == ir::TypeKind::Char) {
      for (const std::string& text : inputsOfPrograms()) terms.push_back(writer.text(type, text));
    } else {
      for (const Texts& texts : argumentsOfPrograms()) terms.push_back(writer.texts(type, texts));
      if (words == ReadingWords::LookedFor && terms.size() < most) {
        for (const Texts& texts : argumentsLookedFor(program, id, i)) {
          terms.push_back(writer.texts(type, texts));
        }
      }
    }
    count = std::max(count, terms.size());
  }
  std::vector<Arguments> result;
  for (std::size_t i = 0; i < std::min(count, most); ++i) {
    Arguments& arguments = result.emplace_back();
    for (const std::vector<Term>& terms : all) arguments.push_back(terms[i % terms.size()]);
  }
  return result;
}

std::vector<std::string> wordsAmong(const ir::Program& program, const Arguments& arguments) {
  const auto isTexts = [&](const Term& term) {
    const ir::Type& list = program.type(term[0].type);
    return list.shape == ir::DataShape::List &&
           program.type(list.arguments[0]).shape == ir::DataShape::List;
  };
  const auto isNumeral = [](const std::string& word) {
    return !word.empty() && std::ranges::all_of(word, [](char letter) {
      return std::isdigit(static_cast<unsigned char>(letter)) != 0;
    });
  };
  std::vector<std::string> words;
  for (const Term& term : arguments) {
    if (term.empty() || !isTexts(term)) continue;
    const ir::Type& text = program.type(program.type(term[0].type).arguments[0]);
    std::string word;
    for (const TermNode& node : term) {
      if (program.type(node.type).kind == ir::TypeKind::Char) {
        word.push_back(static_cast<char>(node.bits));
      } else if (node.ctor == text.constructors[0]) {
        if (!isNumeral(word)) words.push_back(word);
        word.clear();
      }
    }
  }
  return words;
}

}  // namespace deforest::eval
