// What an emitted program is given: the words of its command line and its standard input, as lists
// of characters.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "deforest/fail.hpp"
#include "deforest/region.hpp"
#include "deforest/utf8.hpp"

namespace deforest {

/// The characters as a list, in front of `list`.
template <class Text>
const Text* listOf(Worker& worker, std::u32string_view characters, const Text* list = nullptr) {
  for (std::size_t i = characters.size(); i-- > 0;) {
    Text* cell = worker.make<Text>();
    cell->head = characters[i];
    cell->tail = list;
    list = cell;
  }
  return list;
}

/// The text as a list of characters.
template <class Text>
const Text* listOf(Worker& worker, std::string_view text, const char* why) {
  std::u32string characters;
  if (!decodeUtf8(text, characters)) fail(why);
  return listOf<Text>(worker, characters);
}

/// The words of the command line but the first.
template <class Texts, class Text>
const Texts* argumentList(Worker& worker, int count, char** words) {
  const Texts* list = nullptr;
  for (int i = count; i-- > 1;) {
    Texts* cell = worker.make<Texts>();
    cell->head =
        listOf<Text>(worker, words[i], "getArgs: invalid argument (invalid byte sequence)");
    cell->tail = list;
    list = cell;
  }
  return list;
}

/// All of standard input.
template <class Text>
const Text* inputList(Worker& worker) {
  std::string text;
  std::vector<char> buffer(1 << 16);
  while (const std::size_t length = std::fread(buffer.data(), 1, buffer.size(), stdin)) {
    text.append(buffer.data(), length);
  }
  return listOf<Text>(worker, text,
                      "<stdin>: hGetContents: invalid argument (invalid byte sequence)");
}

class Output;

/// Standard input, of which nothing is read before it is asked for: who writes to the program may
/// wait for what that prints. What has been read is a list, which becomes longer at its end.
class Input {
 public:
  /// How much has to be there.
  enum Amount : int { character, line, everything };

  /// What is left of the input, as a list in which there is that much, or all of it. `list` is what
  /// has been read and is left. Where that is not enough, what has been printed is seen before more
  /// is read.
  template <class Text>
  [[nodiscard]] static const Text* ahead(const Output&, const Text* list, int amount) {
    static Input input;
    return input.read(list, static_cast<Amount>(amount));
  }

 private:
  template <class Text>
  const Text* read(const Text* list, Amount amount) {
    if (list == nullptr) list = more<Text>(amount);
    if (list == nullptr || amount == character) return list;
    for (const Text* cell = list; amount != line || cell->head != U'\n';) {
      const Text* next = cell->tail;
      if (next == nullptr) {
        next = more<Text>(amount);
        if (next == nullptr) break;
        // It was made here, and nobody else has what is left of the input.
        const_cast<Text*>(cell)->tail = next;  // NOLINT(cppcoreguidelines-pro-type-const-cast)
      }
      cell = next;
    }
    return list;
  }

  // What comes next, which is something but at the end.
  template <class Text>
  const Text* more(Amount amount) {
    std::u32string characters;
    while (true) {
      const Decoded decoded = decodeBeginning(bytes_, characters);
      bytes_.erase(0, decoded.length);
      if (decoded.length > 0) return listOf<Text>(region_.here(), characters);
      if (decoded.isBroken || (ended_ && !bytes_.empty())) fail(whyNoText(amount));
      if (ended_) return nullptr;
      std::fflush(stdout);
      char buffer[1 << 16];  // NOLINT(cppcoreguidelines-avoid-c-arrays)
      ssize_t length = -1;
      do {
        length = ::read(STDIN_FILENO, buffer, sizeof buffer);
      } while (length < 0 && errno == EINTR);
      if (length <= 0) ended_ = true;
      if (length > 0) bytes_.append(buffer, static_cast<std::size_t>(length));
    }
  }

  static const char* whyNoText(Amount amount) {
    return amount == character ? "<stdin>: hGetChar: invalid argument (invalid byte sequence)"
           : amount == line    ? "<stdin>: hGetLine: invalid argument (invalid byte sequence)"
                               : "<stdin>: hGetContents: invalid argument (invalid byte sequence)";
  }

  std::string bytes_;  // that have been read, and are no characters yet
  bool ended_ = false;
  Region region_;
};

}  // namespace deforest
