#include "backends/native/names.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <utility>

namespace deforest::backends {
namespace {

// Keywords, alternative tokens, and words that must not be hidden or may be macros.
constexpr std::array<std::string_view, 116> reservedWords = {"EOF",         "FILE",
                                                             "NULL",        "alignas",
                                                             "alignof",     "and",
                                                             "and_eq",      "asm",
                                                             "assert",      "auto",
                                                             "bitand",      "bitor",
                                                             "bool",        "break",
                                                             "case",        "catch",
                                                             "char",        "char16_t",
                                                             "char32_t",    "char8_t",
                                                             "class",       "co_await",
                                                             "co_return",   "co_yield",
                                                             "compl",       "concept",
                                                             "const",       "const_cast",
                                                             "consteval",   "constexpr",
                                                             "constinit",   "continue",
                                                             "decltype",    "default",
                                                             "deforest",    "delete",
                                                             "detail",      "do",
                                                             "double",      "dynamic_cast",
                                                             "else",        "enum",
                                                             "errno",       "explicit",
                                                             "export",      "extern",
                                                             "false",       "final",
                                                             "float",       "for",
                                                             "friend",      "goto",
                                                             "if",          "import",
                                                             "inline",      "int",
                                                             "levels",      "linux",
                                                             "long",        "main",
                                                             "module",      "mutable",
                                                             "namespace",   "new",
                                                             "noexcept",    "not",
                                                             "not_eq",      "nullptr",
                                                             "operator",    "or",
                                                             "or_eq",       "override",
                                                             "private",     "protected",
                                                             "public",      "region",
                                                             "register",    "reinterpret_cast",
                                                             "requires",    "return",
                                                             "short",       "show",
                                                             "signed",      "sizeof",
                                                             "static",      "static_assert",
                                                             "static_cast", "std",
                                                             "stderr",      "stdin",
                                                             "stdout",      "struct",
                                                             "switch",      "tag",
                                                             "tbb",         "template",
                                                             "this",        "thread_local",
                                                             "throw",       "true",
                                                             "try",         "typedef",
                                                             "typeid",      "typename",
                                                             "union",       "unix",
                                                             "unsigned",    "using",
                                                             "virtual",     "void",
                                                             "volatile",    "wchar_t",
                                                             "while",       "worker",
                                                             "xor",         "xor_eq"};

bool isReserved(std::string_view word) {
  return std::find(reservedWords.begin(), reservedWords.end(), word) != reservedWords.end();
}

std::string_view symbolName(char c) {
  switch (c) {
    case '!':
      return "Bang";
    case '#':
      return "Hash";
    case '$':
      return "Dollar";
    case '%':
      return "Percent";
    case '&':
      return "And";
    case '*':
      return "Star";
    case '+':
      return "Plus";
    case '.':
      return "Dot";
    case '/':
      return "Slash";
    case '<':
      return "Less";
    case '=':
      return "Equals";
    case '>':
      return "Greater";
    case '?':
      return "Question";
    case '@':
      return "At";
    case '\\':
      return "Backslash";
    case '^':
      return "Hat";
    case '|':
      return "Bar";
    case '-':
      return "Minus";
    case '~':
      return "Tilde";
    case ':':
      return "Colon";
    case '\'':
      return "Prime";
    default:
      return "";
  }
}

bool isWordChar(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

}  // namespace

std::string cppIdentifier(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (isWordChar(c)) {
      // Two underscores in a row are the implementation's.
      if (c != '_' || (!out.empty() && out.back() != '_')) out += c;
    } else if (const std::string_view word = symbolName(c); !word.empty()) {
      out += word;
    } else {
      std::array<char, 4> hex{};
      std::snprintf(hex.data(), hex.size(), "x%02X", static_cast<unsigned>(c) & 0xffU);
      out += hex.data();
    }
  }
  if (out.empty() || std::isdigit(static_cast<unsigned char>(out[0])) != 0) out.insert(0, "n");
  if (isReserved(out)) out += '_';
  return out;
}

std::string cppNamespace(std::string_view module) {
  std::string out;
  std::string part;
  const auto flush = [&] {
    if (!out.empty()) out += "::";
    out += part == "main" ? "main_program" : cppIdentifier(part);
    part.clear();
  };
  for (const char c : module) {
    if (c == '.') {
      flush();
    } else if (std::isupper(static_cast<unsigned char>(c)) != 0) {
      const bool inside = !part.empty() && part.back() != '_' &&
                          std::isupper(static_cast<unsigned char>(part.back())) == 0;
      if (inside) part += '_';
      part += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else {
      part += c;
    }
  }
  flush();
  return out;
}

bool isCppNamespace(std::string_view text) {
  while (true) {
    const std::size_t end = text.find("::");
    const std::string_view part = text.substr(0, end);
    if (part.empty() || cppIdentifier(part) != part) return false;
    if (end == std::string_view::npos) return true;
    text.remove_prefix(end + 2);
  }
}

std::string cppTypeName(std::string_view type) {
  std::string out;
  bool start = true;
  if (type == "()") return "Unit";
  for (std::size_t i = 0; i < type.size(); ++i) {
    const char c = type[i];
    if (c == '[') {
      out += "List";
      start = true;
    } else if (c == '(') {
      int depth = 0;
      bool tuple = false;
      for (std::size_t j = i; j < type.size(); ++j) {
        if (type[j] == '(' || type[j] == '[') ++depth;
        if ((type[j] == ')' || type[j] == ']') && --depth == 0) break;
        tuple = tuple || (depth == 1 && type[j] == ',');
      }
      if (tuple) out += "Tuple";
      start = true;
    } else if (isWordChar(c)) {
      out += start ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
      start = false;
    } else if (c == '\'') {
      out += "Prime";
    } else {
      start = true;
    }
  }
  return cppIdentifier(out);
}

namespace {

// A character, or a byte of one, within quotes.
std::string escaped(char32_t code) {
  constexpr char32_t bytes = 0x100;
  if (code == U'"' || code == U'\\') return {'\\', static_cast<char>(code)};
  if (code == U'\n') return "\\n";
  if (code >= 0x20 && code < 0x7f && code != U'?') return {static_cast<char>(code)};
  std::array<char, 12> number{};
  std::snprintf(number.data(), number.size(), code < bytes ? "\\%03o" : "\\U%08x",
                static_cast<unsigned>(code));
  return number.data();
}

}  // namespace

std::string cppString(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) out += escaped(static_cast<unsigned char>(c));
  return out + '"';
}

std::string cppText(std::u32string_view text) {
  std::string out = "U\"";
  for (const char32_t c : text) out += escaped(c);
  return out + '"';
}

std::string CppNames::unique(const std::string& name) {
  std::string candidate = name;
  const bool digit = std::isdigit(static_cast<unsigned char>(name.back())) != 0;
  // Names that were taken once are so for ever: none need be tried again.
  for (unsigned& next = next_.try_emplace(name, 2).first->second; taken(candidate); ++next) {
    candidate = name + (digit ? "_" : "") + std::to_string(next);
  }
  taken_.insert(candidate);
  return candidate;
}

}  // namespace deforest::backends
