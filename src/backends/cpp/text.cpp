#include "backends/cpp/text.hpp"

#include <algorithm>
#include <cctype>
#include <optional>

namespace deforest::backends {
namespace {

constexpr std::size_t columns = 100;

// Where a line may be broken: after a comma or an opening parenthesis, at a depth of parentheses.
struct Break {
  std::size_t at = 0;     // index of the first character of the next line
  std::size_t align = 0;  // column, from the start of the text, of what follows
  std::size_t depth = 0;
};

// In the continuation of a line, commas outside all parentheses belong to those opened before.
std::vector<Break> breaks(std::string_view text, bool continuation) {
  std::vector<Break> found;
  std::vector<std::size_t> open;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == '\\') {
        ++i;
      } else if (c == quote) {
        quote = 0;
      }
      continue;
    }
    const bool apostrophe =
        c == '\'' && (i == 0 || std::isalnum(static_cast<unsigned char>(text[i - 1])) == 0 ||
                      text[i - 1] == 'U');
    if (c == '"' || apostrophe) {
      quote = c;
    } else if (c == '(' || c == '{' || c == '[') {
      open.push_back(i + 1);
    } else if ((c == ')' || c == '}' || c == ']') && !open.empty()) {
      open.pop_back();
    } else if (c == ',' && i + 1 < text.size() && text[i + 1] == ' ' &&
               (continuation || !open.empty())) {
      found.push_back({i + 2, open.empty() ? 0 : open.back(), open.size()});
    }
  }
  return found;
}

// The text on lines of its own from `indentation` on, broken at commas and aligned with what the
// parentheses that stay open hold; breaks of the outermost parentheses come first.
std::vector<std::string> aligned(const std::string& text, std::size_t indentation,
                                 bool continuation) {
  std::vector<std::string> lines;
  std::string rest = text;
  for (bool goesOn = continuation;; goesOn = true) {
    const std::string prefix(indentation, ' ');
    std::optional<Break> best;
    if (indentation + rest.size() > columns) {
      for (const auto& candidate : breaks(rest, goesOn)) {
        if (indentation + candidate.at - 1 > columns) break;
        if (!best || candidate.depth <= best->depth) best = candidate;
      }
    }
    if (!best) {
      lines.push_back(prefix + rest);
      return lines;
    }
    lines.push_back(prefix + rest.substr(0, best->at - 1));
    // What is still open at the break stays open for the breaks of the next line.
    rest = rest.substr(best->at);
    indentation += best->align;
  }
}

// By how many columns the longest of the lines is too long.
std::size_t excess(const std::vector<std::string>& lines) {
  std::size_t most = columns;
  for (const auto& line : lines) most = std::max(most, line.size());
  return most - columns;
}

// The outermost brackets that reach to the end of the text: index of the opening one.
std::optional<std::size_t> lastBrackets(std::string_view text) {
  std::vector<std::size_t> open;
  std::optional<std::size_t> last;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') return std::nullopt;
    if (c == '(' || c == '{' || c == '[') {
      open.push_back(i);
    } else if ((c == ')' || c == '}' || c == ']') && !open.empty()) {
      if (open.size() == 1) last = open.back();
      open.pop_back();
    }
  }
  if (!open.empty() && open.size() == 1 && text.ends_with("{")) return last;
  return open.empty() ? last : std::nullopt;
}

// Whether the brackets hold the parameters of a function that is declared: a type stands before it.
bool isDeclaration(const std::string& text, std::size_t bracket) {
  const std::string before = text.substr(0, bracket);
  return text[bracket] == '(' && before.find(' ') != std::string::npos &&
         before.find(" = ") == std::string::npos && !before.starts_with("return ") &&
         !before.ends_with(' ');
}

std::vector<std::string> broken(const std::string& text, std::size_t indentation,
                                bool declares = false);

// `.field = Type{.a = .., .b = ..},`, too long for a line: the inner fields are aligned behind
// their brace where they fit there, and stand on lines of their own below the type where they do
// not.
std::vector<std::string> nestedItem(const std::string& item, std::size_t indentation,
                                    std::size_t brace) {
  const auto inner = [&](std::size_t margin, std::string first) {
    std::vector<std::string> lines;
    std::size_t begin = first.size();
    std::string line = std::move(first);
    for (const auto& candidate : breaks(item, false)) {
      if (candidate.depth != 1 || candidate.align != brace + 1) continue;
      lines.push_back(line + item.substr(begin, candidate.at - 1 - begin));
      line = std::string(margin, ' ');
      begin = candidate.at;
    }
    lines.push_back(line + item.substr(begin));
    return lines;
  };
  const std::string prefix(indentation, ' ');
  std::vector<std::string> lines = inner(brace + 1, item.substr(0, brace + 1));
  for (std::string& line : lines) line.insert(0, prefix);
  const std::size_t assigned = item.find(" = ");
  if (excess(lines) == 0 || assigned > brace) return lines;
  std::vector<std::string> below = {
      prefix + item.substr(0, assigned + 2),
      prefix + std::string(4, ' ') + item.substr(assigned + 3, brace + 1 - assigned - 3)};
  lines = inner(0, item.substr(0, brace + 1));
  lines.front().erase(0, brace + 1);
  for (const std::string& line : lines) below.push_back(prefix + std::string(8, ' ') + line);
  return below;
}

// What a list of named fields in braces holds, one on each line.
std::vector<std::string> itemised(const std::string& text, std::size_t indentation,
                                  std::size_t brace) {
  std::vector<std::string> lines = {std::string(indentation, ' ') + text.substr(0, brace + 1)};
  const std::size_t end = text.rfind('}');
  const std::string inside = text.substr(brace + 1, end - brace - 1);
  std::size_t from = 0;
  const auto add = [&](const std::string& item) {
    const std::size_t nested = item.find("{.");
    const bool fits = indentation + 4 + item.size() <= columns;
    for (auto& line : fits || nested == std::string::npos
                          ? broken(item, indentation + 4)
                          : nestedItem(item, indentation + 4, nested)) {
      lines.push_back(std::move(line));
    }
  };
  for (const auto& item : breaks(inside, true)) {
    if (item.depth != 0) continue;
    add(inside.substr(from, item.at - 1 - from));
    from = item.at;
  }
  add(inside.substr(from) + ',');
  lines.push_back(std::string(indentation, ' ') + text.substr(end));
  return lines;
}

std::vector<std::string> broken(const std::string& text, std::size_t indentation, bool declares) {
  const std::vector<std::string> whole = {std::string(indentation, ' ') + text};
  if (excess(whole) == 0) return whole;
  // An assignment whose right side fits on a line of its own.
  const std::size_t assigned = text.find(" = ");
  const bool assignment = assigned != std::string::npos && text.find_first_of("({") > assigned;
  const std::string prefix(indentation, ' ');
  if (assignment && text.size() - assigned - 3 + indentation + 4 <= columns) {
    return {prefix + text.substr(0, assigned + 2),
            std::string(indentation + 4, ' ') + text.substr(assigned + 3)};
  }
  const auto brackets = lastBrackets(text);
  if (brackets && text.compare(*brackets, 2, "{.") == 0) {
    return itemised(text, indentation, *brackets);
  }
  const bool declaration = brackets && (declares || isDeclaration(text, *brackets));
  // The type of a function on a line of its own, if its name does not fit behind it.
  if (declaration && !declares && indentation + *brackets + 1 > columns) {
    const std::size_t name = text.rfind(' ', *brackets);
    std::vector<std::string> lines = broken(text.substr(name + 1), indentation, true);
    lines.insert(lines.begin(), prefix + text.substr(0, name));
    return lines;
  }
  std::vector<std::string> best = aligned(text, indentation, false);
  // Parameters stay beside the name of their function unless that takes three lines more.
  const std::size_t spared = declaration ? 2 : 0;
  const auto consider = [&](std::vector<std::string> lines, std::size_t fewer) {
    const std::size_t before = excess(best);
    const std::size_t after = excess(lines);
    const bool shorter = after == 0 && lines.size() + fewer <= best.size();
    if (after < before || (before == 0 && shorter)) best = std::move(lines);
  };
  if (brackets && *brackets + 1 < text.size() && text[*brackets + 1] != ')') {
    std::vector<std::string> lines = aligned(text.substr(*brackets + 1), indentation + 4, true);
    lines.insert(lines.begin(), prefix + text.substr(0, *brackets + 1));
    consider(std::move(lines), spared + 1);
  }
  // Where as many lines come of it, a right side is better whole, below the equals sign.
  if (assignment) {
    std::vector<std::string> lines = broken(text.substr(assigned + 3), indentation + 4);
    lines.insert(lines.begin(), prefix + text.substr(0, assigned + 2));
    consider(std::move(lines), 0);
  }
  return best;
}

}  // namespace

void CppText::line(const std::string& text) {
  for (const auto& line : broken(text, text.empty() ? 0 : 2 * depth_)) text_ += line + '\n';
}

bool CppText::fits(std::string_view text) const {
  return 2 * depth_ + text.size() <= columns;
}

void CppText::declare(const std::string& variable, const std::string& callee,
                      const std::string& arguments) {
  const std::string margin(2 * depth_, ' ');
  const std::string further = margin + "    ";
  const std::string head = margin + variable + " =";
  const std::string all = callee + "(" + arguments + ");";
  if (head.size() + 1 + all.size() <= columns) {
    text_ += head + " " + all + "\n";
  } else if (further.size() + all.size() <= columns) {
    text_ += head + "\n" + further + all + "\n";
  } else if (head.size() + 1 + callee.size() < columns) {
    text_ += head + " " + callee + "(\n" + further + arguments + ");\n";
  } else {
    text_ += head + "\n" + further + callee + "(\n" + further + "    " + arguments + ");\n";
  }
}

void CppText::comment(std::string_view text, std::string_view mark) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string body(text.substr(0, end));
    // A line that ends in a backslash would go on, white space after it or not.
    const std::size_t last = body.find_last_not_of(" \t\r\v\f");
    if (last != std::string::npos && body[last] == '\\') body.insert(last + 1, ".");
    text_ +=
        std::string(2 * depth_, ' ') + std::string(mark) + (body.empty() ? "" : " ") + body + '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::string cppAggregate(const std::vector<std::string>& names,
                         const std::vector<std::string>& values) {
  constexpr std::size_t longest = 56;
  std::string all;
  std::string named;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string separator = i == 0 ? "" : ", ";
    all += separator + values[i];
    named += separator + "." + names[i] + " = " + values[i];
  }
  return "{" + (all.size() <= longest ? all : named) + "}";
}

}  // namespace deforest::backends
