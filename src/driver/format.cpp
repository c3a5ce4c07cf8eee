#include "driver/format.hpp"

#include "driver/usage.hpp"

namespace deforest::driver {
namespace {

constexpr std::string_view extensions =
    "the extensions are .hs (Haskell), .hs.ir or .ir (the program after the passes) and .dfir "
    "(the same in binary)";

[[noreturn]] void nativeIsMissing() {
  throw UsageError("this version does not compile to C++ or to an executable; " +
                   std::string(extensions));
}

}  // namespace

Format formatOfBackend(std::string_view name) {
  if (name == "haskell") return Format::Haskell;
  if (name == "ir") return Format::Ir;
  if (name == "dfir") return Format::Archive;
  if (name == "cpp" || name == "exe") {
    throw UsageError("this version has no backend '" + std::string(name) +
                     "'; it has haskell, ir and dfir");
  }
  throw UsageError("unknown backend '" + std::string(name) + "'" +
                   didYouMean(name, {"haskell", "ir", "dfir"}) +
                   "; the backends are haskell, ir and dfir");
}

Format formatOfPath(std::string_view path) {
  if (path == "-") return Format::Haskell;
  const std::size_t slash = path.rfind('/');
  const std::string_view file = slash == std::string_view::npos ? path : path.substr(slash + 1);
  const std::size_t dot = file.rfind('.');
  const std::string_view extension = dot == std::string_view::npos ? "" : file.substr(dot);
  if (extension == ".hs") return Format::Haskell;
  if (extension == ".ir") return Format::Ir;
  if (extension == ".dfir") return Format::Archive;
  for (const std::string_view native : {".cpp", ".hpp", ".cc", ".hh", ".cxx", ".h", ""}) {
    if (extension == native) nativeIsMissing();
  }
  throw UsageError("no output format has the extension '" + std::string(extension) + "'; " +
                   std::string(extensions) + "; --backend chooses one for any name");
}

}  // namespace deforest::driver
