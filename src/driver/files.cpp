#include "driver/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <deque>
#include <fstream>
#include <iterator>
#include <utility>

#include "driver/usage.hpp"
#include "text/lexing/literate.hpp"
#include "text/prelude/written_modules.hpp"

namespace deforest::driver {
namespace {

namespace fs = std::filesystem;

std::string reason() {
  return std::strerror(errno);
}

// Closes what it holds.
class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (value_ >= 0) ::close(value_);
  }
  [[nodiscard]] int get() const { return value_; }
  // Closing is when some file systems report that writing failed.
  bool close() {
    const int value = value_;
    value_ = -1;
    return ::close(value) == 0;
  }

 private:
  int value_;
};

std::string readAll(int descriptor, const std::string& name) {
  std::string text;
  std::string buffer(1 << 16, '\0');
  while (true) {
    const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
    if (count == 0) return text;
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw UsageError("cannot read " + name + ": " + reason());
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

bool writeAll(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t count = ::write(descriptor, content.data(), content.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    content.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

[[noreturn]] void writingFailed(const std::string& name) {
  throw Failure("deforest: error: cannot write " + name + ": " + reason() + "\n");
}

void writeDirectly(const std::string& path, std::string_view content) {
  if (path == "-") {
    std::fflush(stdout);
    if (!writeAll(STDOUT_FILENO, content)) writingFailed("to standard output");
    return;
  }
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (file.get() < 0) throw UsageError("cannot write '" + path + "': " + reason());
  if (!writeAll(file.get(), content) || !file.close()) writingFailed("'" + path + "'");
}

// The mode of the file that is replaced, or what the umask leaves of a new one; whoever may read an
// executable may run it.
mode_t modeFor(const std::string& path, bool executable) {
  struct stat status {};
  mode_t mode = 0;
  if (::stat(path.c_str(), &status) == 0) {
    mode = status.st_mode & 07777;
  } else {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    mode = 0666 & ~mask;
  }
  return executable ? mode | (mode & 0444) >> 2 : mode;
}

// What a name stands for: where symbolic links lead to, whether something is there or not.
std::string targetOf(const std::string& path) {
  constexpr int mostLinks = 40;
  fs::path target = path;
  for (int i = 0; i < mostLinks; ++i) {
    std::error_code error;
    const fs::path next = fs::read_symlink(target, error);
    if (error) return target.string();
    target = target.parent_path() / next;
  }
  errno = ELOOP;
  throw UsageError("cannot write '" + path + "': " + reason());
}

// A file that takes the place of another, or of none, when it is whole.
class Replacement {
 public:
  Replacement(std::string path, std::string_view content, bool executable)
      : path_(std::move(path)), temporary_(path_ + ".XXXXXX") {
    Descriptor file(::mkostemp(temporary_.data(), O_CLOEXEC));
    if (file.get() < 0) throw UsageError("cannot write '" + path_ + "': " + reason());
    const bool written = writeAll(file.get(), content) &&
                         ::fchmod(file.get(), modeFor(path_, executable)) == 0 && file.close();
    if (!written) giveUp();
  }
  Replacement(const Replacement&) = delete;
  Replacement& operator=(const Replacement&) = delete;
  ~Replacement() {
    if (!done_) ::unlink(temporary_.c_str());
  }

  void commit() {
    done_ = ::rename(temporary_.c_str(), path_.c_str()) == 0;
    if (!done_) giveUp();
  }

 private:
  [[noreturn]] void giveUp() {
    const int error = errno;
    ::unlink(temporary_.c_str());
    done_ = true;
    errno = error;
    writingFailed("'" + path_ + "'");
  }

  std::string path_;
  std::string temporary_;
  bool done_ = false;  // there is no temporary file any more
};

}  // namespace

std::string readFile(const std::string& path) {
  if (path == "-") return readAll(STDIN_FILENO, "standard input");
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) throw UsageError("cannot read '" + path + "': " + reason());
  return readAll(file.get(), "'" + path + "'");
}

bool isHaskellFile(const std::string& path) {
  return path.ends_with(".hs") || text::isLiterate(path);
}

std::string readProgram(const std::string& path) {
  return text::programIn(path, readFile(path));
}

std::string readImported(const std::string& path) {
  return text::isFileOfWrittenModule(path) ? std::string() : readProgram(path);
}

std::optional<std::string> readIfSmall(const fs::path& path, std::uintmax_t mostBytes) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  std::ifstream stream(path, std::ios::binary);
  if (error || size > mostBytes || !stream) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

void writeFile(const std::string& path, std::string_view content, bool executable) {
  writeFiles({{path, content, executable}});
}

void writeFiles(const std::vector<FileToWrite>& files) {
  std::deque<Replacement> replacements;
  std::vector<const FileToWrite*> direct;
  for (const FileToWrite& file : files) {
    std::error_code error;
    const fs::file_status status = fs::status(file.path, error);
    if (file.path == "-") {
      direct.push_back(&file);
      continue;
    }
    if (fs::is_directory(status)) {
      throw UsageError("cannot write '" + file.path + "': it is a directory");
    }
    if (fs::exists(status) && !fs::is_regular_file(status)) {
      direct.push_back(&file);
      continue;
    }
    replacements.emplace_back(targetOf(file.path), file.content, file.executable);
  }
  for (const FileToWrite* file : direct) writeDirectly(file->path, file->content);
  for (Replacement& replacement : replacements) replacement.commit();
}

bool sameFile(const std::string& a, const std::string& b) {
  if (a == "-" || b == "-") return false;
  std::error_code error;
  const fs::file_status status = fs::status(a, error);
  if (fs::exists(status)) {
    return fs::is_regular_file(status) && fs::equivalent(a, b, error) && !error;
  }
  const auto place = [&](const std::string& path) {
    return fs::weakly_canonical(fs::absolute(targetOf(path)), error);
  };
  return place(a) == place(b) && !error;
}

}  // namespace deforest::driver
