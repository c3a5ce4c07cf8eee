// Elaboration: from the resolved and typed module to the program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/program.hpp"
#include "text/original.hpp"
#include "text/parsing/ast.hpp"
#include "text/scopes/report.hpp"
#include "text/scopes/tree.hpp"

namespace deforest::text {

struct ElaborateOptions {
  std::vector<std::string> roots;
  bool lazy = false;  ///< As in `ParseOptions`.
};

/// Makes the program: instances of all functions that the roots need, and of `module.call` if
/// there is one. `options.roots` names the functions to keep; if it is empty they are
///   - `main` and `gibbon_main`, and the functions in the export list, if any of these exist;
///   - every function of a monomorphic type, if there are none, or if a module that is not `Main`
///     has no export list;
///   - in both cases those that regions passed through untouched mention.
/// `original`, if given, receives what the functions are in the source.
/// `text` is the source, of which the declarations of types are kept. What is wrong is reported;
/// the program is then incomplete.
[[nodiscard]] ir::Program elaborate(resolved::Module& module, const ast::Module& source,
                                    std::string_view text, const std::string& file,
                                    const ElaborateOptions& options, Reporter& reporter,
                                    Original* original = nullptr);

}  // namespace deforest::text
