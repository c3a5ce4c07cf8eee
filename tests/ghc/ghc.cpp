#include "ghc.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "support/check.hpp"

namespace deforest::testing {
namespace {

namespace fs = std::filesystem;

constexpr const char* begun = "begun";
constexpr const char* separator = "=====";

// A directory that is removed with everything in it.
class Directory {
 public:
  Directory() {
    std::string name = (fs::temp_directory_path() / "deforest-ghc-XXXXXX").string();
    support::check(mkdtemp(name.data()) != nullptr, "no temporary directory");
    path_ = name;
  }
  ~Directory() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
  }
  [[nodiscard]] std::string read(const std::string& name) const {
    std::ifstream in(path_ / name, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
  }
  // Runs a command there; its status is 0 if all went well.
  [[nodiscard]] bool run(const std::string& command) const {
    return std::system(("cd '" + path_.string() + "' && " + command).c_str()) == 0;
  }

 private:
  fs::path path_;
};

}  // namespace

bool haveGhc() {
  static const bool have = std::system("ghc --version > /dev/null 2>&1") == 0;
  return have;
}

GhcResult runModules(const std::vector<std::string>& modules, const std::string& flags,
                     const std::string& action) {
  const Directory directory;
  std::string imports = "module Main (main) where\n";
  std::string body = std::string("main :: IO ()\nmain = do\n  putStrLn \"") + begun + "\"\n";
  for (std::size_t i = 0; i < modules.size(); ++i) {
    const std::string name = "M" + std::to_string(i);
    directory.write(name + ".hs", modules[i]);
    imports += "import qualified " + name + "\n";
    body += "  " + name + "." + action + "\n  putStrLn \"" + separator + "\"\n";
  }
  directory.write("Main.hs", imports + body);
  GhcResult result;
  // Text is printed in UTF-8 whatever the environment says. What is not optimised is interpreted,
  // which takes half the time.
  const std::string ghc = "LC_ALL=C.UTF-8 timeout 600 ghc -v0 " + flags;
  const bool optimised = flags.find("-O0") == std::string::npos;
  const bool ended = optimised ? directory.run(ghc + " --make -j2 Main.hs -o main > err 2>&1 && " +
                                               "LC_ALL=C.UTF-8 timeout 120 ./main > out 2> err")
                               : directory.run(ghc + " -e main Main.hs > out 2> err");
  std::string output = directory.read("out");
  result.built = output.starts_with(std::string(begun) + "\n");
  if (!ended) result.messages = "the program failed: " + directory.read("err");
  if (!result.built) return result;
  output.erase(0, std::string(begun).size() + 1);
  const std::string end = std::string(separator) + "\n";
  for (std::size_t at = output.find(end); at != std::string::npos; at = output.find(end)) {
    result.outputs.push_back(output.substr(0, at));
    output.erase(0, at + end.size());
  }
  return result;
}

}  // namespace deforest::testing
