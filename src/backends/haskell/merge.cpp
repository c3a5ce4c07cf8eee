#include "backends/haskell/merge.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace deforest::backends {
namespace {

// What the choice says if it need not be told apart from others; empty if it must be.
std::string meaningOf(const Choice& choice) {
  const auto* text = std::get_if<text::CodeText>(&choice.body.node);
  if (text == nullptr || choice.usesFields) return "";
  return choice.defaultHead + " = " + text->words;
}

}  // namespace

std::vector<Choice> mergeAlike(std::vector<Choice> choices) {
  std::map<std::string, std::size_t> sizes;
  std::string largest;
  for (const auto& choice : choices) {
    const std::string meaning = meaningOf(choice);
    if (meaning.empty()) continue;
    const std::size_t size = ++sizes[meaning];
    if (size > 1 && (largest.empty() || size > sizes[largest])) largest = meaning;
  }
  if (largest.empty() || sizes[largest] == choices.size()) return choices;
  std::vector<Choice> merged;
  Choice rest;
  for (auto& choice : choices) {
    if (meaningOf(choice) == largest) {
      rest = std::move(choice);
    } else {
      merged.push_back(std::move(choice));
    }
  }
  rest.head = rest.defaultHead;
  merged.push_back(std::move(rest));
  return merged;
}

}  // namespace deforest::backends
