#include "driver/format.hpp"

#include <algorithm>
#include <vector>

#include "driver/usage.hpp"

namespace deforest::driver {
namespace {

using Names = std::vector<std::string_view>;

const Names backends = {"haskell", "cpp", "exe", "ir", "dfir"};

bool isOneOf(std::string_view word, const Names& names) {
  return std::find(names.begin(), names.end(), word) != names.end();
}

std::string_view extensionOf(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  const std::string_view file = slash == std::string_view::npos ? path : path.substr(slash + 1);
  const std::size_t dot = file.rfind('.');
  return dot == std::string_view::npos ? "" : file.substr(dot);
}

bool isHeader(std::string_view path) {
  return isOneOf(extensionOf(path), {".hpp", ".hh", ".hxx", ".h"});
}

}  // namespace

std::string extensionsThereAre() {
  return "the extensions are .hs (Haskell), .cpp and .hpp (C++), none (an executable), .hs.ir and "
         ".ir (the program after the passes) and .dfir (the same in binary)";
}

Format formatOfBackend(std::string_view name, std::string_view path) {
  if (name == "haskell") return Format::Haskell;
  if (name == "cpp") return isHeader(path) ? Format::CppHeader : Format::CppSource;
  if (name == "exe") return Format::Executable;
  if (name == "ir") return Format::Ir;
  if (name == "dfir") return Format::Archive;
  throw UsageError("unknown backend '" + std::string(name) + "'" + didYouMean(name, backends) +
                   "; the backends are " + alternatives(backends));
}

Format formatOfPath(std::string_view path) {
  if (path == "-" || path == "/dev/null") return Format::Haskell;
  const std::string_view extension = extensionOf(path);
  if (extension == ".hs") return Format::Haskell;
  if (extension == ".ir") return Format::Ir;
  if (extension == ".dfir") return Format::Archive;
  if (isOneOf(extension, {".cpp", ".cc", ".cxx"})) return Format::CppSource;
  if (isHeader(path)) return Format::CppHeader;
  if (extension.empty()) return Format::Executable;
  throw UsageError("no output format has the extension '" + std::string(extension) + "'; " +
                   extensionsThereAre() + "; --backend chooses one for any name");
}

}  // namespace deforest::driver
