#include "text/printing/layout.hpp"

#include <algorithm>
#include <optional>

#include "support/match.hpp"
#include "support/utf8.hpp"

namespace deforest::text {
namespace {

// From this indentation on, braces replace layout.
constexpr std::size_t deepest = 60;
// What remains of a line for words at least, however deep they stand.
constexpr std::size_t narrowest = 40;

std::size_t deeper(std::size_t indent, std::size_t by) {
  return indent >= deepest ? indent : indent + by;
}

bool fits(std::size_t column, std::string_view text) {
  return column + support::countCodePoints(text) <= std::max(lineWidth, column + narrowest);
}

void appendWord(std::string& out, std::string_view word) {
  for (const char c : word) out += c == unbreakableSpace ? ' ' : c;
}

const std::string* words(const Code& code) {
  const auto* text = std::get_if<CodeText>(&code.node);
  return text == nullptr ? nullptr : &text->words;
}

// The code as one line, if it can be one.
std::optional<std::string> line(const Code& code) {
  if (const auto* text = words(code)) return *text;
  if (const auto* branch = std::get_if<CodeIf>(&code.node)) {
    const auto* whenTrue = words(branch->branches[0]);
    const auto* whenFalse = words(branch->branches[1]);
    if (whenTrue != nullptr && whenFalse != nullptr) {
      return "if " + branch->condition + " then " + *whenTrue + " else " + *whenFalse;
    }
  }
  return std::nullopt;
}

std::optional<std::string> lineThatFits(std::size_t column, const Code& code) {
  auto text = line(code);
  if (text && !fits(column, *text)) return std::nullopt;
  return text;
}

// Whether evaluation may go on to a further conditional at the end of this code: then it is not
// indented under its `else`.
bool continuesChain(const Code& code) {
  const Code* at = &code;
  while (const auto* let = std::get_if<CodeLet>(&at->node)) at = &let->body[0];
  return std::holds_alternative<CodeIf>(at->node);
}

class Renderer {
 public:
  explicit Renderer(std::string& out) : out_(out) {}

  // Words after something already on the line, which ends at `column`.
  void wordsAt(std::size_t column, std::size_t continued, std::string_view text) {
    const std::size_t limit = std::max(lineWidth, continued + narrowest);
    bool first = true;
    while (!text.empty()) {
      const auto end = std::min(text.find(' '), text.size());
      const auto word = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      const std::size_t width = support::countCodePoints(word);
      if (!first && column + 1 + width > limit) {
        out_ += '\n';
        out_.append(continued, ' ');
        column = continued;
      } else if (!first) {
        out_ += ' ';
        ++column;
      }
      appendWord(out_, word);
      column += width;
      first = false;
    }
    out_ += '\n';
  }

  // A line, or several, beginning with `prefix` at the indentation.
  void lineOf(std::size_t indent, std::string_view text) {
    out_.append(indent, ' ');
    wordsAt(indent, indent + 4, text);
  }

  // The code on lines of its own.
  void block(std::size_t indent, const Code& code) {
    if (const auto text = lineThatFits(indent, code)) return lineOf(indent, *text);
    support::match(
        code.node, [&](const CodeText& text) { lineOf(indent, text.words); },
        [&](const CodeLet& let) { blockOf(indent, let); },
        [&](const CodeIf& branch) { blockOf(indent, branch); },
        [&](const CodeCase& match) { blockOf(indent, match); });
  }

  // In a layout block the body is indented more than the head; in braces it need not be.
  void declaration(std::size_t indent, std::string_view head, std::string_view separator,
                   const Code& body, bool braced = false) {
    const std::string start = std::string(head) + " " + std::string(separator);
    const std::size_t column = indent + support::countCodePoints(start) + 1;
    if (const auto text = lineThatFits(column, body)) return lineOf(indent, start + " " + *text);
    lineOf(indent, start);
    block(braced ? indent : indent + 2, body);
  }

  void definitions(std::size_t indent, const std::vector<Definition>& definitions) {
    for (std::size_t i = 0; i < definitions.size(); ++i) {
      const std::size_t start = out_.size();
      declaration(indent + 4, definitions[i].pattern, "=", definitions[i].body);
      if (i == 0) out_.replace(start + indent, 4, "let ");
    }
  }

 private:
  void blockOf(std::size_t indent, const CodeLet& let) {
    if (indent >= deepest) {
      bracedDefinitions(indent, let.definitions);
      return block(indent, let.body[0]);
    }
    const auto last = lineThatFits(indent + 3, let.body[0]);
    const bool short_ = !last && let.definitions.size() == 1 && isShort(indent, let.definitions[0]);
    definitions(indent, let.definitions);
    if (last) return lineOf(indent, "in " + *last);
    if (short_) {
      out_.back() = ' ';
      out_ += "in\n";
    } else {
      lineOf(indent, "in");
    }
    block(indent, let.body[0]);
  }

  // Whether `let definition in` is one line.
  static bool isShort(std::size_t indent, const Definition& definition) {
    const auto body = line(definition.body);
    return body &&
           fits(indent + 4 + support::countCodePoints(definition.pattern) + 3, *body + " in");
  }

  void bracedDefinitions(std::size_t indent, const std::vector<Definition>& definitions) {
    lineOf(indent, "let {");
    for (std::size_t i = 0; i < definitions.size(); ++i) {
      declaration(indent, definitions[i].pattern, "=", definitions[i].body, true);
      out_.back() = i + 1 < definitions.size() ? ';' : ' ';
      out_ += i + 1 < definitions.size() ? "\n" : "} in\n";
    }
  }

  void blockOf(std::size_t indent, const CodeIf& branch) {
    const CodeIf* at = &branch;
    std::string start;
    for (;;) {  // once for each `if` of a chain that needs no `let` in between
      start += "if " + at->condition + " then";
      const auto whenTrue =
          lineThatFits(indent + support::countCodePoints(start) + 6, at->branches[0]);
      const Code& rest = at->branches[1];
      const auto* next = std::get_if<CodeIf>(&rest.node);
      const auto whenFalse =
          next == nullptr ? lineThatFits(indent + 5, rest) : std::optional<std::string>();
      if (whenTrue && next == nullptr && !whenFalse) {
        lineOf(indent, start + " " + *whenTrue + " else");
        return block(indent, rest);
      }
      if (whenTrue) {
        lineOf(indent, start + " " + *whenTrue);
      } else {
        lineOf(indent, start);
        block(deeper(indent, 2), at->branches[0]);
      }
      if (whenFalse) return lineOf(indent, "else " + *whenFalse);
      if (next == nullptr) {
        lineOf(indent, "else");
        return block(continuesChain(rest) ? indent : deeper(indent, 2), rest);
      }
      start = "else ";
      at = next;
    }
  }

  void blockOf(std::size_t indent, const CodeCase& match) {
    const bool braces = indent >= deepest;
    lineOf(indent, "case " + match.scrutinee + (braces ? " of {" : " of"));
    for (std::size_t i = 0; i < match.arms.size(); ++i) {
      declaration(deeper(indent, 2), match.arms[i].pattern, "->", match.arms[i].body, braces);
      if (braces && i + 1 < match.arms.size()) {
        out_.back() = ';';
        out_ += '\n';
      }
    }
    if (braces) {
      out_.back() = ' ';
      out_ += "}\n";
    }
  }

  std::string& out_;
};

}  // namespace

Code textCode(std::string words) {
  return Code{CodeText{std::move(words)}};
}

Code letCode(std::vector<Definition> definitions, Code body) {
  if (definitions.empty()) return body;
  CodeLet let{std::move(definitions), {}};
  let.body.push_back(std::move(body));
  return Code{std::move(let)};
}

Code ifCode(std::string condition, Code whenTrue, Code whenFalse) {
  CodeIf branch{std::move(condition), {}};
  branch.branches.reserve(2);
  branch.branches.push_back(std::move(whenTrue));
  branch.branches.push_back(std::move(whenFalse));
  return Code{std::move(branch)};
}

Code caseCode(std::string scrutinee, std::vector<Arm> arms) {
  return Code{CodeCase{std::move(scrutinee), std::move(arms)}};
}

void renderDeclaration(std::string& out, std::size_t indent, std::string_view head,
                       std::string_view separator, const Code& body) {
  Renderer(out).declaration(indent, head, separator, body);
}

void renderDo(std::string& out, std::string_view head, const std::vector<std::string>& reads,
              const std::vector<Definition>& definitions,
              const std::vector<std::string>& statements) {
  Renderer renderer(out);
  renderer.lineOf(0, std::string(head) + " = do");
  for (const auto& read : reads) renderer.lineOf(2, read);
  renderer.definitions(2, definitions);
  for (const auto& statement : statements) renderer.lineOf(2, statement);
}

void renderWords(std::string& out, std::size_t indent, std::string_view words) {
  Renderer(out).lineOf(indent, words);
}

}  // namespace deforest::text
