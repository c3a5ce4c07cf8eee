// Identifiers of C++ for names of Haskell.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace deforest::backends {

/// An identifier for a name: primes and operators are spelt out, keywords and names that the
/// standard library may define as macros get an underscore. Different names may give the same.
[[nodiscard]] std::string cppIdentifier(std::string_view name);

/// `RoseTree` as `rose_tree`, `Data.RoseTree` as `data::rose_tree`.
[[nodiscard]] std::string cppNamespace(std::string_view module);

/// Whether the text can name a name space: identifiers separated by `::`.
[[nodiscard]] bool isCppNamespace(std::string_view text);

/// A type of Haskell as one word: `[Int]` as `ListInt`, `(Int, T)` as `PairIntT`.
[[nodiscard]] std::string cppTypeName(std::string_view type);

/// A string as a literal of C++.
[[nodiscard]] std::string cppString(std::string_view text);

/// The same of code points, as an array of char32_t.
[[nodiscard]] std::string cppText(std::u32string_view text);

/// Names given out so far.
class CppNames {
 public:
  CppNames() = default;
  /// None of `outer` is given out either. It must outlive this.
  explicit CppNames(const std::set<std::string>& outer) : outer_(&outer) {}

  /// `name` if it is free, else the first free of `name2`, `name3`, ...; it is then taken.
  std::string unique(const std::string& name);
  void reserve(const std::string& name) { taken_.insert(name); }
  [[nodiscard]] bool taken(const std::string& name) const {
    return taken_.contains(name) || (outer_ != nullptr && outer_->contains(name));
  }

 private:
  const std::set<std::string>* outer_ = nullptr;
  std::set<std::string> taken_;
  std::map<std::string, unsigned> next_;  // By name: the number to try next.
};

}  // namespace deforest::backends
