// Files whole: read at once, written completely or not at all. `-` is standard input or output.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace deforest::driver {

/// All of a file, or of standard input for `-`. Throws `UsageError` if it cannot be opened or read.
std::string readFile(const std::string& path);

/// Whether it is a file of Haskell as GHC reads it: `.hs`, or `.lhs` with the prose around it.
bool isHaskellFile(const std::string& path);

/// A program's text, of literate Haskell without the prose. Throws like `readFile`.
std::string readProgram(const std::string& path);

/// The text of a module that a program imports; nothing of one that comes with the compiler.
std::string readImported(const std::string& path);

/// The content of a file that is read if it is there; nothing if it is not, or has more bytes.
std::optional<std::string> readIfSmall(const std::filesystem::path& path, std::uintmax_t mostBytes);

/// Writes a file through a temporary one in the same directory, which is then renamed, so that
/// nobody ever sees half of it; what is no regular file (`/dev/null`, a pipe) is written directly.
/// Symbolic links are followed, to what is not there yet, too. An `executable` file may be run by
/// whoever may read it. Throws `UsageError` if the directory does not take the file, `Failure` if
/// writing fails half-way; the previous content is then untouched.
void writeFile(const std::string& path, std::string_view content, bool executable = false);

struct FileToWrite {
  std::string path;
  std::string_view content;
  bool executable = false;
};

/// Several that belong together: none is touched before all are written beside their places.
void writeFiles(const std::vector<FileToWrite>& files);

/// Would reading or writing under one name read or write what the other one names? They may name
/// what does not exist yet. `-` is never the same as anything, nor is what is no regular file.
bool sameFile(const std::string& a, const std::string& b);

}  // namespace deforest::driver
