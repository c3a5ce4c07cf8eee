// What emitted code calls to read and write files.
#pragma once

#include <string>
#include <string_view>

#include "deforest/fail.hpp"
#include "deforest/files.hpp"
#include "deforest/input.hpp"
#include "deforest/region.hpp"
#include "deforest/show.hpp"

namespace deforest {

/// The files of a program, one at a time (`Files`). Who may print may use them (`Output`). Where
/// something is wrong with one the program fails, as GHC's does.
class ProgramFiles {
 public:
  /// What the name of the next file goes on with.
  ProgramFiles name(std::string_view piece) const {
    files().putName(piece);
    return *this;
  }
  ProgramFiles name(char32_t character) const {
    std::string bytes;
    appendUtf8(bytes, character);
    return name(bytes);
  }

  /// Begins to write the file of that name; `keeps`: behind what is in it.
  void open(bool keeps) const {
    if (!files().open(keeps)) failAs(files().why());
  }

  ProgramFiles put(std::string_view text) const {
    files().put(text);
    return *this;
  }
  ProgramFiles put(char32_t character) const {
    if (character < 0x80) [[likely]] {
      putc_unlocked(static_cast<int>(character), files().file());
      return *this;
    }
    std::string bytes;
    appendUtf8(bytes, character);
    return put(bytes);
  }

  /// The file is whole.
  void close() const {
    if (!files().close()) failAs(files().why());
  }

  /// What is in the file of that name.
  template <class Text>
  [[nodiscard]] const Text* text(Worker& worker) const {
    std::string bytes;
    if (!files().read(bytes)) failAs(files().why());
    std::u32string characters;
    if (!decodeUtf8(bytes, characters)) failAs(files().noText());
    return listOf<Text>(worker, characters);
  }

 private:
  static Files& files() {
    static Files all;
    return all;
  }

  [[noreturn]] static void failAs(const std::string& why) {
    detail::Raised raised{ErrorKind::Program, "", nullptr, {}};
    why.copy(raised.own.data(), raised.own.size() - 1);
    detail::raise(raised);
  }
};

}  // namespace deforest
