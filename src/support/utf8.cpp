#include "support/utf8.hpp"

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

}  // namespace deforest::support
