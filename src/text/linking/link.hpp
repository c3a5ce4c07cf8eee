// Programs of several modules: a module and what it imports, as one module.
//
//     module Main where                            module Main where
//     import Shapes (area)                  ──►    main = print (area 2)
//     main = print (area 2)
//                                                  area r = scale_Shapes 3 (r * r)
//     module Shapes (area) where                   scale_Shapes k x = k * x
//     area r = scale 3 (r * r)
//     scale k x = k * x
//
// Every module is parsed by itself, those that it imports before it, so that the fixities of their
// operators are known. What each defines and exports, and how it sees what others export, says what
// every name in it means; then the names are replaced by ones that mean one thing in all modules,
// and the declarations stand in one module. What has a name that means nothing else keeps it.
// Imports of the language's own modules stay, with their full names.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/diagnostic.hpp"
#include "text/linking/source_files.hpp"
#include "text/parsing/ast.hpp"

namespace deforest::text {

/// The source of a module: where it is, and its text.
struct ModuleFile {
  std::string path;
  std::string text;
};
/// Finds a module by its name.
using ModuleFiles = std::function<std::optional<ModuleFile>(const std::string& module)>;

class Linker;

/// A program of several modules, or of one.
class Linked {
 public:
  Linked();
  Linked(Linked&& other) noexcept;
  Linked& operator=(Linked&& other) noexcept;
  ~Linked();

  ast::Module module;
  SourceFiles files;
  /// Imports of modules that nobody knows. Nothing may be used of them.
  support::Diagnostics missing;
  /// Whether a module that the compiler has as text is about actions: none of it can be read where
  /// `main` is no more than what it prints.
  bool aboutActions = false;

  /// Renames what an expression means that stands in the first module.
  [[nodiscard]] support::Diagnostics rename(ast::Expr& expression) const;

 private:
  friend class Linker;
  std::unique_ptr<Linker> linker_;
};

/// Reads a module and those that it imports, directly or not, as far as `modules` finds them.
[[nodiscard]] support::Result<Linked> link(std::string_view text, const std::string& file,
                                           const ModuleFiles& modules);

}  // namespace deforest::text
