// The front end as a whole: from source text to a program.
//
//     text --parser--> ast::Module --scope--> resolved::Module --infer--> typed --elaborate--> ir
//
// The program is monomorphic: functions and types are instantiated at the types they are used at,
// starting from the roots. Everything else that the engine does not want to see is gone, too:
// nested patterns and guards, local functions, overloading, records by name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/program.hpp"
#include "support/diagnostic.hpp"
#include "text/linking/link.hpp"
#include "text/original.hpp"
#include "text/scopes/interfaces.hpp"

namespace deforest::text {

struct ParseOptions {
  /// The functions to keep. Empty: `main`, `gibbon_main` and those in the export list; if there
  /// are none of these, or in a module other than `Main` without an export list, every function of
  /// a type without variables.
  std::vector<std::string> roots;
  /// The program is to say what Haskell forces, and no more: `seq` stands where a pattern forces
  /// what no result needs, and the messages of `error` are computed. Otherwise it is read as the
  /// strict language.
  bool lazy = false;
  /// A number of which nothing says what it is is an Integer, as in Haskell, and not an Int. So it
  /// is in any case where `lazy`.
  bool defaultsToInteger = false;
  /// Whether declarations that are not understood are opaque, and no errors: their text stays, and
  /// so does that of what uses them.
  bool keepsOpaque = false;
  /// With `keepsOpaque`: the package that the module is of,
  Package package = {};
  /// and functions that are opaque though they may be understood, beside those that the module
  /// names (`-- deforest: keep f`). Other names are passed over.
  std::vector<std::string> kept = {};
  /// Otherwise: whether functions of which too little is known may be values at run time, so that
  /// the types of the program are not those of the text (lowering/run_time_functions.hpp).
  bool mayHaveRunTimeFunctions = false;
  /// Then: whether lists without an end that are read again and again keep their elements
  /// (scopes/kept_lists.cpp), where they need not.
  bool keepsLists = true;
  /// Otherwise: lists without an end are lists like others at once, and not only if there is no
  /// other way (`resolved::Module::endlessAsLists`).
  bool endlessAsLists = false;
  /// Otherwise: whether a `main` that reads lines reads no more of its input than it has come to, as
  /// a function of worlds (scopes/worlds.cpp).
  bool readsLineByLine = false;
  /// Otherwise: finds the modules that it imports, which become part of the program. Null: there
  /// are none.
  ModuleFiles modules = {};
};

/// Reads a module. `file` is how the file is called in messages at run time. Returns the program,
/// well formed by ir/checker.hpp, or what is wrong with the text. Throws `support::LimitError`,
/// a `support::LocatedLimit` where a function can be blamed, if the program is beyond what this
/// implementation handles. `warnings`, if given, receives what is
/// doubtful in a program that is returned. `original`, if given, receives where the program's
/// declarations stand in the text, if it is of one module.
[[nodiscard]] support::Result<ir::Program> parse(std::string_view text, std::string file,
                                                 const ParseOptions& options = {},
                                                 support::Diagnostics* warnings = nullptr,
                                                 Original* original = nullptr);

/// A program with an additional function without parameters, `call`, which is its only root, and
/// without `main`.
struct CalledProgram {
  ir::Program program;
  ir::FunId call;
};

/// Reads a module and an expression over its functions, constructors and operators, for instance
/// `sumTree (Node 1 Leaf Leaf)`; the expression is what `call` computes. Once `parse` accepts the
/// module, all diagnostics are about `expression` and their positions are positions in it. The
/// roots of `options` do not matter.
[[nodiscard]] support::Result<CalledProgram> parseCall(std::string_view text, std::string file,
                                                       std::string_view expression,
                                                       const ParseOptions& options = {});

}  // namespace deforest::text
