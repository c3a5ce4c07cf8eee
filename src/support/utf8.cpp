#include "support/utf8.hpp"

#include <algorithm>

namespace deforest::support {

void appendUtf8(std::string& text, std::uint64_t code) {
  const auto put = [&](std::uint64_t byte) {
    text += static_cast<char>(static_cast<unsigned char>(byte));
  };
  const auto continuation = [&](unsigned shift) { put(0x80 | ((code >> shift) & 0x3f)); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xc0 | (code >> 6U));
    continuation(0);
  } else if (code < 0x10000) {
    put(0xe0 | (code >> 12U));
    continuation(6);
    continuation(0);
  } else {
    put(0xf0 | (code >> 18U));
    continuation(12);
    continuation(6);
    continuation(0);
  }
}

std::size_t countCodePoints(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace deforest::support
