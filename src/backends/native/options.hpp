// What native code may do, as far as its passes have to know.
#pragma once

#include "backends/native/hosts.hpp"

namespace deforest::backends {

struct NativeOptions {
  /// Roots own their arguments, which must share nothing, and may write into them.
  bool consumeInput = false;
  /// No parallelism: nothing of TBB in the text, and no list is handed out.
  bool serial = false;
  /// Survivors may move wherever that is right, and not only where it is worth it. For tests.
  bool moveEverywhere = false;
  /// The types of a host that trees are built from and written to (deforest/adapt.hpp).
  CppHosts hosts{};
};

}  // namespace deforest::backends
