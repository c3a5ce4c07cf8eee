// The frame of a printed module: pragmas, header, imports, declarations of types, and the regions
// that are passed through.
#pragma once

#include <string>
#include <vector>

#include "ir/program.hpp"
#include "text/printing/imports.hpp"
#include "text/printing/layout.hpp"
#include "text/printing/types.hpp"

namespace deforest::text {

struct ModuleParts {
  std::vector<std::string> extensions;  ///< Names of language extensions that the text uses.
  std::vector<std::string> types;       ///< Type and fixity declarations.
  std::vector<std::string> functions;   ///< Documentation, signature and definition of each.
};

/// The whole module. `scope` supplies the imports, after everything else has been printed.
[[nodiscard]] std::string renderModule(const ir::Module& module, const ModuleParts& parts,
                                       const ModuleScope& scope);

/// The Haddock comment and the signature of a function, each with its final line break.
[[nodiscard]] std::string renderSignature(const ir::Function& function, const std::string& type);

/// The statement that reads a parameter of `main`, under that name.
[[nodiscard]] std::string inputStatement(const ir::Program& program, ir::TypeId type,
                                         const std::string& name, ModuleScope& scope);

/// The function of the Prelude that fails so.
[[nodiscard]] inline std::string_view errorName(const ir::Fail& failure) {
  return failure.bare ? "errorWithoutStackTrace" : "error";
}

/// The statement that prints a result of `main`, given as an atomic expression.
[[nodiscard]] std::string outputStatement(ir::Output output, const std::string& argument,
                                          ModuleScope& scope);

}  // namespace deforest::text
