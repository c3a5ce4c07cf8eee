// Values as the text that Haskell's `show` gives, in UTF-8.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "deforest/decimal.hpp"
#include "deforest/fail.hpp"

namespace deforest {

namespace detail {

/// One character without regard to its neighbours and to quotes.
inline void appendEscaped(std::string& out, char32_t code) {
  static constexpr std::array<std::string_view, 32> names = {
      "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "a",   "b",   "t",   "n",
      "v",   "f",   "r",   "SO",  "SI",  "DLE", "DC1", "DC2", "DC3", "DC4", "NAK",
      "SYN", "ETB", "CAN", "EM",  "SUB", "ESC", "FS",  "GS",  "RS",  "US"};
  if (code > 127) {
    out += '\\' + std::to_string(static_cast<std::uint32_t>(code));
  } else if (code == 127) {
    out += "\\DEL";
  } else if (code == U'\\') {
    out += "\\\\";
  } else if (code >= U' ') {
    out += static_cast<char>(code);
  } else {
    out += '\\';
    out += names[code];
  }
}

}  // namespace detail

// `showsPrec` of scalars: a negative number has parentheses where `precedence` exceeds 6.

inline void show(std::string& out, int precedence, std::int64_t value) {
  const bool parenthesised = value < 0 && precedence > 6;
  if (parenthesised) out += '(';
  out += std::to_string(value);
  if (parenthesised) out += ')';
}

inline void show(std::string& out, int, std::uint64_t value) {
  out += std::to_string(value);
}

namespace detail {

template <class T>
inline void showReal(std::string& out, int precedence, T value) {
  if (value != value) {
    out += "NaN";
    return;
  }
  const bool negative = std::signbit(value);
  const bool parenthesised = negative && precedence > 6;
  if (parenthesised) out += '(';
  if (negative) out += '-';
  if (std::isinf(value)) {
    out += "Infinity";
  } else {
    detail::appendPositive(out, std::fabs(value));
  }
  if (parenthesised) out += ')';
}

}  // namespace detail

inline void show(std::string& out, int precedence, double value) {
  detail::showReal(out, precedence, value);
}

inline void show(std::string& out, int precedence, float value) {
  detail::showReal(out, precedence, value);
}

inline void show(std::string& out, int, bool value) {
  out += value ? "True" : "False";
}

inline void show(std::string& out, int, char32_t value) {
  out += '\'';
  if (value == U'\'') {
    out += "\\'";
  } else {
    detail::appendEscaped(out, value);
  }
  out += '\'';
}

/// One character of a shown string, after `previous`: an escape must not run into a digit that
/// follows it, nor `\SO` into an `H`.
inline void showInString(std::string& out, char32_t value, char32_t previous) {
  const bool digit = value >= U'0' && value <= U'9';
  if ((previous > 127 && digit) || (previous == 14 && value == U'H')) out += "\\&";
  if (value == U'"') {
    out += "\\\"";
  } else {
    detail::appendEscaped(out, value);
  }
}

/// One character itself, as `putStr` writes it.
inline void appendUtf8(std::string& out, char32_t value) {
  const auto code = static_cast<std::uint32_t>(value);
  const auto put = [&](std::uint32_t byte) {
    out += static_cast<char>(static_cast<unsigned char>(byte));
  };
  if (code < 0x80) {
    put(code);
    return;
  }
  if (code < 0x800) {
    put(0xc0U | (code >> 6U));
  } else {
    if (code < 0x10000) {
      put(0xe0U | (code >> 12U));
    } else {
      put(0xf0U | (code >> 18U));
      put(0x80U | ((code >> 12U) & 0x3fU));
    }
    put(0x80U | ((code >> 6U) & 0x3fU));
  }
  put(0x80U | (code & 0x3fU));
}

namespace detail {

/// What the message of a failure begins with that is the end of the program: behind it stand the
/// exit status, how many characters were printed, a blank behind either, these characters, and
/// those for standard error.
inline constexpr char32_t programEnds = 0x10ffff;

/// Ends the process as the message says, which begins behind that mark; returns if it is none. To a
/// host program that runs this it is a failure.
template <class List>
[[gnu::cold, gnu::noinline]] void endProgram(const List* rest) {
  const auto number = [&](std::int64_t& value) {
    const bool negative = rest != nullptr && rest->head == U'-';
    if (negative) rest = rest->tail;
    std::uint64_t digits = 0;
    const List* const first = rest;
    for (; rest != nullptr && rest->head >= U'0' && rest->head <= U'9'; rest = rest->tail) {
      digits = 10 * digits + (rest->head - U'0');
    }
    if (rest == first || rest == nullptr || rest->head != U' ') return false;
    rest = rest->tail;
    value = static_cast<std::int64_t>(negative ? 0 - digits : digits);
    return true;
  };
  std::int64_t status = 0;
  std::int64_t left = 0;
  if (!number(status) || !number(left)) return;
  std::string printed;
  for (; left > 0; --left, rest = rest->tail) {
    if (rest == nullptr) return;
    appendUtf8(printed, rest->head);
  }
  if (Guard::current() != nullptr) fail("the program ends itself");
  std::string errors;
  for (; rest != nullptr; rest = rest->tail) appendUtf8(errors, rest->head);
  std::fwrite(printed.data(), 1, printed.size(), stdout);
  std::fflush(stdout);
  std::fwrite(errors.data(), 1, errors.size(), stderr);
  std::fflush(stderr);
  std::_Exit(static_cast<int>(status & 0xff));
}

}  // namespace detail

/// `fail` with a message that was computed, a list of characters; of a very long one the beginning.
template <class List>
[[noreturn, gnu::cold, gnu::noinline]] void failWith(const List* message,
                                                     const char* position = nullptr) {
  detail::Raised raised{ErrorKind::Program, "", position, {}};
  if (message != nullptr && message->head == detail::programEnds) {
    detail::endProgram(message->tail);
  }
  {
    std::string text;
    for (; message != nullptr && text.size() + 4 < raised.own.size(); message = message->tail) {
      appendUtf8(text, message->head);
    }
    text.copy(raised.own.data(), text.size());
  }
  detail::raise(raised);
}

/// Writes `text` to standard output; ends the program if that fails.
inline void print(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    fail("deforest: cannot write to standard output");
  }
}

}  // namespace deforest
