#include "simplify/names.hpp"

#include "ir/identifier.hpp"

namespace deforest::simplify {
namespace {

constexpr std::size_t longestName = 48;

}  // namespace

Names::Names(const ir::Program& program) {
  for (const ir::Function& function : program.functions) taken_.insert(function.name);
}

std::string Names::unique(const std::string& name) {
  if (taken_.insert(name).second) return name;
  const std::string stem = ir::isIdentifier(name) ? name : "operator";
  for (unsigned number = 2;; ++number) {
    std::string numbered = stem + '_' + std::to_string(number);
    if (taken_.insert(numbered).second) return numbered;
  }
}

std::string joinNames(const std::string& function, const std::string& part) {
  const std::string stem = ir::isIdentifier(function) ? function : "operator";
  if (!ir::isIdentifier(part) || stem.size() + part.size() + 1 > longestName)
    return stem + "_match";
  return stem + '_' + part;
}

}  // namespace deforest::simplify
