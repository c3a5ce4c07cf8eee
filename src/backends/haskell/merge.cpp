#include "backends/haskell/merge.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace deforest::backends {
namespace {

// What the choice says if it need not be told apart from others; empty if it must be.
std::string meaningOf(const Choice& choice) {
  if (choice.usesFields) return "";
  std::string text;
  text::renderDeclaration(text, 0, choice.defaultHead, "=", choice.body);
  return text;
}

}  // namespace

std::vector<Choice> mergeAlike(std::vector<Choice> choices) {
  std::vector<std::string> meanings;
  std::map<std::string, std::size_t> sizes;
  std::string largest;
  for (const auto& choice : choices) {
    meanings.push_back(meaningOf(choice));
    if (meanings.back().empty()) continue;
    const std::size_t size = ++sizes[meanings.back()];
    if (size > 1 && (largest.empty() || size > sizes[largest])) largest = meanings.back();
  }
  if (largest.empty()) return choices;
  const bool all = sizes[largest] == choices.size();
  if (all && choices.size() < 3) return choices;
  std::vector<Choice> merged;
  Choice rest;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const bool first = all && i == 0;
    (meanings[i] == largest && !first ? rest : merged.emplace_back()) = std::move(choices[i]);
  }
  rest.head = rest.defaultHead;
  merged.push_back(std::move(rest));
  return merged;
}

}  // namespace deforest::backends
