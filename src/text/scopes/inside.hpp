// Where names have another meaning.
#pragma once

#include "text/scopes/resolver.hpp"

namespace deforest::text {

/// While there is one, names are those of the Prelude or of a library, not of the module.
class Resolver::Inside {
 public:
  Inside(Resolver& resolver, const Library* library)
      : resolver_(resolver), inPrelude_(resolver.inPrelude_), library_(resolver.library_) {
    enter(true, library);
  }
  ~Inside() { enter(inPrelude_, library_); }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;

 private:
  void enter(bool inPrelude, const Library* library) {
    resolver_.inPrelude_ = inPrelude;
    resolver_.library_ = library;
    resolver_.types_.seeBuiltinOnly(inPrelude);
  }
  Resolver& resolver_;
  bool inPrelude_;
  const Library* library_;
};

}  // namespace deforest::text
