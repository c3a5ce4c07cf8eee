// Calls of functions of libraries, by their names there.
//
//     map_insertWith_lambda k x t n     =>    Map.insertWith (\y1' y2' -> lambda y1' y2' n) k x t
//     map_insertWith_union k x t        =>    Map.insertWith Set.union k x t
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ir/program.hpp"
#include "text/printing/imports.hpp"

namespace deforest::text {

class LibraryCalls {
 public:
  /// `nameOf` is how a function that is no library's is called. All are kept by reference.
  LibraryCalls(const ir::Program& program, ModuleScope& scope,
               std::function<std::string(ir::FunId)> nameOf)
      : program_(program), scope_(scope), nameOf_(std::move(nameOf)) {}

  /// The call of a library's function on arguments that are atomic words already.
  [[nodiscard]] std::string call(const ir::LibraryName& library,
                                 const std::vector<std::string>& arguments) {
    return call(library, arguments, 1);
  }

 private:
  [[nodiscard]] std::string call(const ir::LibraryName& library,
                                 const std::vector<std::string>& arguments, unsigned depth);
  [[nodiscard]] std::string given(const ir::LibraryName::Argument& argument,
                                  const std::vector<std::string>& arguments, unsigned depth);

  const ir::Program& program_;
  ModuleScope& scope_;
  std::function<std::string(ir::FunId)> nameOf_;
};

}  // namespace deforest::text
