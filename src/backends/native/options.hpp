// What native code may do, as far as its passes have to know.
#pragma once

namespace deforest::backends {

struct NativeOptions {
  bool consumeInput = false;  ///< Roots own their arguments, and may write into them.
  bool serial = false;        ///< No list is handed out.
};

}  // namespace deforest::backends
