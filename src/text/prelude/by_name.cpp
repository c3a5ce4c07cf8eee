#include "text/prelude/by_name.hpp"

#include <algorithm>
#include <vector>

namespace deforest::text {
namespace {

const std::vector<NamedFunction>& namedFunctions() {
  const OpenTypes sole{{true}, false, true};
  const OpenTypes second{{false, true, false}, false, true};  // What is shown before a text.
  const OpenTypes first{{true, false}, false, true};
  const OpenTypes result{{false}, true, true};
  static const std::vector<NamedFunction> functions = {
      {"showDouble", "Prelude", "show", sole},
      {"showFloat", "Prelude", "show", sole},
      {"showInteger", "Prelude", "show", sole},
      {"showsDouble", "Prelude", "showsPrec", second},
      {"showsFloat", "Prelude", "showsPrec", second},
      {"showsInt", "Prelude", "showsPrec", second},
      {"showsWord", "Prelude", "showsPrec", second},
      {"showsInteger", "Prelude", "showsPrec", second},
      {"showsChar", "Prelude", "showsPrec", second},
      {"showsText", "Prelude", "shows", first},
      {"showFFloat", "Numeric", "showFFloat", second},
      {"showEFloat", "Numeric", "showEFloat", second},
      {"showGFloat", "Numeric", "showGFloat", second},
      {"showFloatShortest", "Numeric", "showFloat", first},
      {"showHex", "Numeric", "showHex", first},
      {"showOct", "Numeric", "showOct", first},
      {"showBin", "Numeric", "showBin", first},
      {"readValue", "Prelude", "read", result},
      {"reads", "Prelude", "reads", result},
      {"readWhole", "Text.Read", "readMaybe", result},
      {"readEither", "Text.Read", "readEither", result},
      {"readHex", "Numeric", "readHex", result},
      {"readOct", "Numeric", "readOct", result},
      {"readDec", "Numeric", "readDec", result},
      {"", "Text.Printf", "printf", {{true}, true, false, true}},
  };
  return functions;
}

}  // namespace

const NamedFunction* findNamedFunction(std::string_view function) {
  const auto& functions = namedFunctions();
  const auto found = std::ranges::find(functions, function, &NamedFunction::function);
  return found == functions.end() ? nullptr : &*found;
}

const NamedFunction* findNamedFunction(std::string_view module, std::string_view name) {
  const auto found = std::ranges::find_if(namedFunctions(), [&](const NamedFunction& named) {
    return named.module == module && named.name == name;
  });
  return found == namedFunctions().end() ? nullptr : &*found;
}

}  // namespace deforest::text
