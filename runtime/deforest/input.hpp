// What an emitted program is given: the words of its command line and its standard input, as lists
// of characters.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "deforest/fail.hpp"
#include "deforest/region.hpp"

namespace deforest {

/// The characters of UTF-8 text; false if it is none.
inline bool decodeUtf8(std::string_view text, std::u32string& characters) {
  for (std::size_t i = 0; i < text.size();) {
    const auto first = static_cast<unsigned char>(text[i++]);
    const int more = first < 0x80 ? 0 : first < 0xC2 ? -1 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
    if (more < 0 || first > 0xF4) return false;
    char32_t code = more == 0 ? first : first & (0x3FU >> more);
    for (int j = 0; j < more; ++j) {
      if (i == text.size()) return false;
      const auto next = static_cast<unsigned char>(text[i++]);
      if ((next & 0xC0U) != 0x80) return false;
      code = code << 6U | (next & 0x3FU);
    }
    constexpr char32_t least[] = {0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xD800 && code < 0xE000;
    if (code < least[more] || code > 0x10FFFF || surrogate) return false;
    characters += code;
  }
  return true;
}

/// The text as a list of characters.
template <class Text>
const Text* listOf(Worker& worker, std::string_view text, const char* why) {
  std::u32string characters;
  if (!decodeUtf8(text, characters)) fail(why);
  const Text* list = nullptr;
  for (std::size_t i = characters.size(); i-- > 0;) {
    Text* cell = worker.make<Text>();
    cell->head = characters[i];
    cell->tail = list;
    list = cell;
  }
  return list;
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

}  // namespace deforest
