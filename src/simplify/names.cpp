#include "simplify/names.hpp"

#include <algorithm>
#include <cctype>

namespace deforest::simplify {
namespace {

constexpr std::size_t longestName = 48;

bool isIdentifier(const std::string& name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '\'' || c >= 0x80;
  });
}

}  // namespace

Names::Names(const ir::Program& program) {
  for (const ir::Function& function : program.functions) taken_.insert(function.name);
}

std::string Names::unique(const std::string& name) {
  if (taken_.insert(name).second) return name;
  const std::string stem = isIdentifier(name) ? name : "operator";
  for (unsigned number = 2;; ++number) {
    std::string numbered = stem + '_' + std::to_string(number);
    if (taken_.insert(numbered).second) return numbered;
  }
}

std::string joinNames(const std::string& function, const std::string& part) {
  const std::string stem = isIdentifier(function) ? function : "operator";
  if (!isIdentifier(part) || stem.size() + part.size() + 1 > longestName) return stem + "_match";
  return stem + '_' + part;
}

}  // namespace deforest::simplify
