#include "text/printing/names.hpp"

#include <algorithm>

#include "ir/traverse.hpp"
#include "ir/variable_names.hpp"
#include "text/printing/lexicon.hpp"

namespace deforest::text {
namespace {

using ir::Block;
using ir::VarId;

bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// A legal name that resembles the hint; empty if nothing of it can be used.
std::string legalHint(std::string hint) {
  const auto start = hint.find_first_not_of('_');
  hint.erase(0, std::min(start, hint.size()));
  for (char& c : hint) {
    const bool letter = isVariableName(std::string("x") + c);
    if (!letter) c = '_';
  }
  if (!hint.empty()) hint[0] = lower(hint[0]);
  const bool usable = !hint.empty() && (isLetter(hint[0]) || (hint[0] & 0x80) != 0);
  return usable ? hint : "";
}

}  // namespace

VariableNames::VariableNames(const ir::Program& program, const ir::Function& function,
                             const ModuleScope& scope, std::vector<bool> wanted)
    : program_(program),
      function_(function),
      scope_(scope),
      wanted_(std::move(wanted)),
      names_(function.variables.size(), "_") {
  for (const auto parameter : function.parameters) bind(parameter);
  bindBlock(function.body);
}

std::string VariableNames::hint(VarId variable) const {
  const auto& [type, name] = function_.variables[variable.value];
  std::string hint = legalHint(name);
  if (hint.empty()) hint = ir::nameByType(program_.type(type));
  return hint;
}

bool VariableNames::free(const std::string& name) const {
  const auto entry = entries_.find(name);
  return (entry == entries_.end() || !entry->second.bound) && !scope_.reserved(name);
}

void VariableNames::bind(VarId variable) {
  if (!wanted_[variable.value]) return;
  const auto entry = [&](const std::string& name) -> Entry& {
    Entry& found = entries_[name];
    undo_.push_back({name, found});
    return found;
  };
  std::string name = hint(variable);
  if (!free(name)) {
    const auto digits = name.find_last_not_of("0123456789") + 1;
    const bool numbered = digits < name.size() && name.size() - digits < 7 && name[digits] != '0';
    if (numbered) name.erase(digits);
    unsigned& next = entry(name).next;
    while (!free(name + std::to_string(next))) ++next;
    name += std::to_string(next);
  }
  entry(name).bound = true;
  names_[variable.value] = name;
}

void VariableNames::release(std::size_t mark) {
  while (undo_.size() > mark) {
    entries_[undo_.back().name] = undo_.back().before;
    undo_.pop_back();
  }
}

void VariableNames::bindBlock(const Block& block) {
  for (const auto& binding : block.bindings) {
    for (const auto result : binding.results) bind(result);
  }
  for (const auto& binding : block.bindings) {
    if (const auto* match = std::get_if<ir::Case>(&binding.operation)) {
      for (const auto& alternative : match->alternatives) {
        const std::size_t start = mark();
        for (const auto field : alternative.fields) bind(field);
        bindBlock(alternative.body);
        release(start);
      }
    } else {
      ir::forEachBlock(binding.operation, [&](const Block& inner) {
        const std::size_t start = mark();
        bindBlock(inner);
        release(start);
      });
    }
  }
}

}  // namespace deforest::text
