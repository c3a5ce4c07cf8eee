// Haskell code as a small tree of the constructs that need layout, and its rendering.
//
// Everything that fits on a line is `Text`. The rest is broken so that the depth of nesting costs
// no width where it can be avoided: the `else` branch that continues a chain of conditionals stays
// at the indentation of its `if`, and so does what follows the `in` of a `let`. Past a certain
// column `let` and `case` use explicit braces and the text is not indented further, so that the
// size of the output stays linear in the size of the tree.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace deforest::text {

/// Stands for a space inside a literal, where a line must not be broken.
inline constexpr char unbreakableSpace = '\x1f';

/// Lines are broken before this column where possible.
inline constexpr std::size_t lineWidth = 100;

struct Code;

/// Words separated by single spaces; may be broken at any of them.
struct CodeText {
  std::string words;
};

/// `pattern = body`
struct Definition;
struct CodeLet {
  std::vector<Definition> definitions;
  std::vector<Code> body;  ///< Exactly one.
};
struct CodeIf {
  std::string condition;
  std::vector<Code> branches;  ///< Exactly two: then, else.
};
struct Arm;
struct CodeCase {
  std::string scrutinee;
  std::vector<Arm> arms;
};

struct Code {
  std::variant<CodeText, CodeLet, CodeIf, CodeCase> node;
};
struct Definition {
  std::string pattern;
  Code body;
};
struct Arm {
  std::string pattern;
  Code body;
};

[[nodiscard]] Code textCode(std::string words);
/// Without definitions, the body itself.
[[nodiscard]] Code letCode(std::vector<Definition> definitions, Code body);
[[nodiscard]] Code ifCode(std::string condition, Code whenTrue, Code whenFalse);
[[nodiscard]] Code caseCode(std::string scrutinee, std::vector<Arm> arms);

/// Appends `head separator body` as a declaration at the indentation `indent`, with the final line
/// break. The separator is `=` or `->`. The body goes on the line of the head if it fits.
void renderDeclaration(std::string& out, std::size_t indent, std::string_view head,
                       std::string_view separator, const Code& body);

/// Appends `main = do` with what is read, the definitions as one `let` statement, if there are any,
/// and the statements.
void renderDo(std::string& out, std::string_view head, const std::vector<std::string>& reads,
              const std::vector<Definition>& definitions,
              const std::vector<std::string>& statements);

/// Appends words at the indentation `indent`, continued on further lines, indented more, where
/// they do not fit; with the final line break.
void renderWords(std::string& out, std::size_t indent, std::string_view words);

}  // namespace deforest::text
