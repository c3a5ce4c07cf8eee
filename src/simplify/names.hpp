// Names for new functions: readable, unique, independent of anything but the program.
#pragma once

#include <set>
#include <string>

#include "ir/program.hpp"

namespace deforest::simplify {

/// The names a program has taken, and new ones beside them.
class Names {
 public:
  Names() = default;
  explicit Names(const ir::Program& program);

  /// `name` if it is free, else the first free `name_2`, `name_3`, ...; it is then taken.
  std::string unique(const std::string& name);

  /// Gives a name back.
  void release(const std::string& name) { taken_.erase(name); }

 private:
  std::set<std::string> taken_;
};

/// A name for a part of `function` that has to do with `part`: `zipT_t`. Operators are spelt out.
std::string joinNames(const std::string& function, const std::string& part);

}  // namespace deforest::simplify
