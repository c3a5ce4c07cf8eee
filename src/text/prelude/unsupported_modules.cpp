#include "text/prelude/unsupported_modules.hpp"

#include <utility>

namespace deforest::text {
namespace {

constexpr std::string_view results = "let what may fail result in `Maybe` or `Either`";

}  // namespace

std::string_view insteadOfModule(std::string_view module) {
  constexpr std::string_view change = "use Data.IORef, or Control.Monad.ST and Data.STRef";
  constexpr std::string_view array = "use Data.Array.ST or Data.Array.IO";
  constexpr std::string_view monads =
      "declare the monad here, with its instances: `newtype State s a = State { runState :: s -> "
      "(a, s) }`";
  constexpr std::string_view text = "use `Data.Text`, or `String`";
  // By what the name begins with; the first that fits.
  static constexpr std::pair<std::string_view, std::string_view> known[] = {
      {"Data.STRef.Lazy", change},
      {"Control.Monad.ST.Lazy", change},
      {"Control.Concurrent.MVar", change},
      {"Data.Array.Storable", array},
      {"Data.Array.IArray", "use Data.Array or Data.Array.Unboxed"},
      {"Data.Vector", "use Data.Array, or lists"},
      {"Data.HashMap", "use Data.Map"},
      {"Data.HashSet", "use Data.Set"},
      {"Data.Text", text},
      {"Data.ByteString", text},
      {"Control.Monad.State", monads},
      {"Control.Monad.Reader", monads},
      {"Control.Monad.Writer", monads},
      {"Control.Monad.RWS", monads},
      {"Control.Monad.Except", monads},
      {"Control.Monad.Trans", monads},
      {"Control.Concurrent", "C++ evaluates independent calls in parallel by itself"},
      {"Control.Parallel", "C++ evaluates independent calls in parallel by itself"},
      {"Control.Exception", results},
      {"System.IO.Error", results},
      {"Debug.Trace", "`deforest run --count` and `--explain` show what is evaluated"},
      {"Data.Typeable", "a type is known when the program is compiled"},
      {"Data.Dynamic", "a type is known when the program is compiled"},
  };
  for (const auto& [name, instead] : known) {
    const bool within =
        module.starts_with(name) && (module.size() == name.size() || module[name.size()] == '.');
    if (within) return instead;
  }
  return {};
}

std::string_view insteadOfClass(std::string_view name) {
  return name == "Exception" ? results : std::string_view();
}

}  // namespace deforest::text
