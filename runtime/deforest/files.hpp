// Files that a program reads and writes by their names, and what is wrong with one, in GHC's words.
#pragma once

#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace deforest {

/// The one file at a time that a program reads or writes. Its name is given first, in pieces.
class Files {
 public:
  /// Puts a piece behind the name of the file that comes next.
  void putName(std::string_view piece) { next_ += piece; }

  /// Begins to write the file of that name, which is emptied, or kept in front of what is written.
  /// False: `why` says why it is not written.
  bool open(bool keeps) {
    if (!named()) return false;
    file_.reset(std::fopen(name_.c_str(), keeps ? "ae" : "we"));
    return file_ != nullptr || fails(errno);
  }

  /// Writes to the file that is open.
  void put(std::string_view text) { std::fwrite(text.data(), 1, text.size(), file_.get()); }

  /// The file that is open, or null.
  [[nodiscard]] std::FILE* file() const { return file_.get(); }

  /// The file is whole. False: it could not be written.
  bool close() {
    const bool whole = std::ferror(file_.get()) == 0;
    errno = EIO;
    return (std::fclose(file_.release()) == 0 && whole) || fails(errno, "hClose");
  }

  /// Appends the bytes of the file of that name. False: it could not be read.
  bool read(std::string& bytes) {
    if (!named()) return false;
    const File file(std::fopen(name_.c_str(), "re"));
    if (file == nullptr) return fails(errno);
    struct stat status {};
    const bool known = fstat(fileno(file.get()), &status) == 0;
    if (known && S_ISDIR(status.st_mode)) {
      why_ = name_ + ": openFile: inappropriate type (is a directory)";
      return false;
    }
    constexpr std::size_t piece = 1 << 16;
    if (known && status.st_size > 0) bytes.reserve(static_cast<std::size_t>(status.st_size) + 1);
    const auto buffer =
        std::make_unique<char[]>(piece);  // NOLINT(cppcoreguidelines-avoid-c-arrays)
    while (const std::size_t length = std::fread(buffer.get(), 1, piece, file.get())) {
      bytes.append(buffer.get(), length);
    }
    return std::ferror(file.get()) == 0 || fails(errno, "hGetContents");
  }

  /// The last failure: `NAME: openFile: does not exist (No such file or directory)`.
  [[nodiscard]] const std::string& why() const { return why_; }

  /// The same of a file that has been read, and is no UTF-8.
  [[nodiscard]] std::string noText() const {
    return name_ + ": hGetContents: invalid argument (invalid byte sequence)";
  }

 private:
  struct Closing {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  using File = std::unique_ptr<std::FILE, Closing>;

  // What has been put together is a name, and the next one begins.
  bool named() {
    name_ = std::exchange(next_, {});
    return name_.find('\0') == std::string::npos || fails(ENOENT);
  }

  bool fails(int error, const char* where = "openFile") {
    why_ = name_ + ": " + where + ": " + kindOf(error) + " (" + std::strerror(error) + ")";
    return false;
  }

  // What GHC's `IOErrorType` shows.
  static const char* kindOf(int error) {
    switch (error) {
      case ENOENT:
      case ENXIO:
      case ENODEV:
        return "does not exist";
      case EACCES:
      case EPERM:
      case EROFS:
        return "permission denied";
      case EISDIR:
      case ENOTDIR:
        return "inappropriate type";
      case EBUSY:
      case ETXTBSY:
        return "resource busy";
      case ENOSPC:
      case EDQUOT:
      case EMFILE:
      case ENFILE:
      case ENOMEM:
        return "resource exhausted";
      case EINVAL:
      case ELOOP:
      case ENAMETOOLONG:
        return "invalid argument";
      case EEXIST:
        return "already exists";
      case EIO:
        return "hardware fault";
      default:
        return "failed";
    }
  }

  std::string name_;  // of the file that is open, or was read or written last
  std::string next_;
  std::string why_;
  File file_;
};

}  // namespace deforest
