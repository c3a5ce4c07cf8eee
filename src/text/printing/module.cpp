#include "text/printing/module.hpp"

#include <algorithm>

#include "support/check.hpp"

namespace deforest::text {
namespace {

constexpr std::string_view regionStart = "-- deforest: off";
constexpr std::string_view regionEnd = "-- deforest: on";

// Appends the text, and a line break unless it ends in one.
void appendLines(std::string& out, std::string_view text) {
  out += text;
  if (!text.empty() && text.back() != '\n') out += '\n';
}

void separate(std::string& out) {
  if (!out.empty()) out += '\n';
}

std::string languagePragma(const ir::Module& module, const std::vector<std::string>& extensions) {
  std::string names;
  for (const auto& extension : extensions) {
    const bool there = std::any_of(
        module.pragmas.begin(), module.pragmas.end(),
        [&](const std::string& pragma) { return pragma.find(extension) != std::string::npos; });
    if (!there) names += (names.empty() ? "" : ", ") + extension;
  }
  return names.empty() ? "" : "{-# LANGUAGE " + names + " #-}\n";
}

}  // namespace

std::string renderModule(const ir::Module& module, const ModuleParts& parts,
                         const ModuleScope& scope) {
  std::string out = languagePragma(module, parts.extensions);
  for (const auto& pragma : module.pragmas) appendLines(out, pragma);
  if (!module.name.empty()) {
    const std::string exports = module.exports ? " (" + *module.exports + ")" : "";
    out += "module " + module.name + exports + " where\n";
  }
  const auto imports = scope.imports();
  if (!imports.empty()) separate(out);
  for (const auto& line : imports) appendLines(out, line);
  for (const auto& type : parts.types) {
    separate(out);
    appendLines(out, type);
  }
  for (const auto& function : parts.functions) {
    separate(out);
    appendLines(out, function);
  }
  for (const auto& region : module.untouched) {
    separate(out);
    const bool marked = region.starts_with(regionStart);
    if (!marked) appendLines(out, regionStart);
    appendLines(out, region);
    if (!marked) appendLines(out, regionEnd);
  }
  return out;
}

std::string renderSignature(const ir::Function& function, const std::string& type) {
  std::string out;
  const auto& documentation = function.documentation;
  if (!documentation.empty()) {
    const bool comment = documentation.starts_with("--") || documentation.starts_with("{-");
    appendLines(out, comment ? documentation : "-- | " + documentation);
  }
  renderWords(out, 0, prefixName(function.name) + " :: " + type);
  return out;
}

std::string inputStatement(const ir::Program& program, ir::TypeId type, const std::string& name,
                           ModuleScope& scope) {
  const bool text = program.type(program.type(type).arguments[0]).kind == ir::TypeKind::Char;
  return (name.empty() ? "_" : name) + " <- " +
         (text ? scope.prelude("getContents") : scope.imported("System.Environment", "getArgs"));
}

std::string outputStatement(ir::Output output, const std::string& argument, ModuleScope& scope) {
  switch (output) {
    case ir::Output::Print:
      return scope.prelude("print") + " " + argument;
    case ir::Output::PutStrLn:
      return scope.prelude("putStrLn") + " " + argument;
    case ir::Output::PutStr:
      return scope.prelude("putStr") + " " + argument;
    case ir::Output::PutEach:
      return scope.prelude("mapM_") + " " + scope.prelude("putStr") + " " + argument;
    case ir::Output::Written:
      return scope.prelude("return") + " " + argument;
  }
  support::fail("an output of an unknown kind");
}

}  // namespace deforest::text
