// Names for the variables of a function.
//
// A variable carries a hint, which need not be unique, nor a name that Haskell allows. Names chosen
// here are legal, hide nothing that the text refers to, and are never those of another variable in
// scope; variables of different branches may share one. The choice depends on the order of binding
// only, and a name once chosen is chosen again when the printed text is read and printed.
#pragma once

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "ir/program.hpp"
#include "text/printing/imports.hpp"

namespace deforest::text {

class VariableNames {
 public:
  /// Names the variables for which `wanted` holds: its index is that of the variable.
  VariableNames(const ir::Program& program, const ir::Function& function, const ModuleScope& scope,
                std::vector<bool> wanted);

  /// The name of a variable, or `_` if none was wanted.
  [[nodiscard]] const std::string& operator[](ir::VarId variable) const {
    return names_[variable.value];
  }

 private:
  void bind(ir::VarId variable);
  void bindBlock(const ir::Block& block);
  [[nodiscard]] std::string hint(ir::VarId variable) const;
  [[nodiscard]] bool free(const std::string& name) const;
  [[nodiscard]] std::size_t mark() const { return undo_.size(); }
  void release(std::size_t mark);

  const ir::Program& program_;
  const ir::Function& function_;
  const ModuleScope& scope_;
  std::vector<bool> wanted_;
  std::vector<std::string> names_;
  struct Entry {
    bool bound = false;
    unsigned next = 1;  // the suffix to try next for a variable of the same hint
  };
  std::unordered_map<std::string, Entry> entries_;
  struct Change {
    std::string name;
    Entry before;
  };
  std::vector<Change> undo_;
};

}  // namespace deforest::text
