#include "text/linking/repeated_main.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "text/linking/rename.hpp"
#include "text/parsing/expression_parts.hpp"
#include "text/scopes/free_names.hpp"

namespace deforest::text {
namespace {

const std::string mainName = "main";

// Every `main` that is the module's gets the new name.
class NameOfMain : public NewNames {
 public:
  NameOfMain(std::string name, std::string module)
      : name_(std::move(name)), module_(std::move(module)) {}

  std::string value(const std::string& written, support::Span) override { return named(written); }
  std::string constructor(const std::string& written, support::Span) override { return written; }
  std::string type(const std::string& written, support::Span) override { return written; }
  std::string label(const std::string& written, support::Span) override { return named(written); }
  std::string method(const std::string&, const std::string& name) override { return name; }
  std::string ownValue(const std::string& name) override { return named(name); }
  std::string ownConstructor(const std::string& name) override { return name; }
  std::string ownType(const std::string& name) override { return name; }
  std::vector<std::pair<std::string, std::string>> labelsOf(const std::string&) override {
    return {};
  }
  const std::string& qualifier() override { return module_; }

 private:
  [[nodiscard]] std::string named(const std::string& written) const {
    return written == mainName || written == module_ + "." + mainName ? name_ : written;
  }

  std::string name_;
  std::string module_;
};

}  // namespace

void nameRepeatedMain(ast::Module& module, const std::string& qualifier) {
  const std::set<std::string> names = {mainName, qualifier + "." + mainName};
  std::set<std::string> bound;
  const ast::Declaration* own = nullptr;
  bool isUsed = false;
  for (const ast::Declaration& declaration : module.declarations) {
    const auto* clause = std::get_if<ast::Clause>(&declaration.node);
    if (clause == nullptr) continue;
    bound.insert(clause->name);
    if (clause->name == mainName) own = &declaration;
    isUsed = isUsed || !freeNames(declaration, names).empty();
  }
  if (own == nullptr || !isUsed) return;
  std::string name = mainName;
  while (bound.contains(name)) name += "'";
  const support::Span span = own->span;
  NameOfMain renaming(name, qualifier);
  rename(module.declarations, renaming);
  ast::Clause start{mainName, {}, rightSide({span, ast::Variable{name}})};
  module.declarations.push_back({span, {}, std::move(start)});
}

}  // namespace deforest::text
