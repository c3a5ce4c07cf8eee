// Actions as functions of the world, prelude/action_source.cpp: for programs of which `main` cannot
// be what it prints (main.cpp), because actions result in something, read in a loop, or are chosen.
//
//     loop n = do                          loop n = isEOF >>= \end -> if end
//       end <- isEOF                         then print n
//       if end                               else getLine >>= \_ -> loop (n + 1)
//         then print n
//         else getLine >> loop (n + 1)     `main` is the text that is printed in the end
//     main = loop 0
//
// Then `IO` is a monad like others. All input is there when `main` begins, and what it prints is
// there when it ends, as it is otherwise.
#include "text/scopes/resolver.hpp"

namespace deforest::text {

// What the action `body` prints is the only result of `main`.
Term Resolver::mainOfWorld(const ast::Expr& body) {
  Term result = open(body.span);
  std::vector<Term> printed;
  printed.push_back(preludeCall("printedBy", body.span, [&](std::vector<Term>& arguments) {
    arguments.push_back(term(body));
    arguments.push_back(operand({nullptr, {}, input_.arguments}));
    arguments.push_back(operand({nullptr, {}, input_.text}));
  }));
  module_.outputs.push_back(ir::Output::PutStr);
  result.node = resolved::UnboxedTerm{std::move(printed)};
  return close(std::move(result));
}

// Texts are UTF-8 for all handles.
void Resolver::checkEncoding(const Operand& encoding, Span span) {
  const auto* name =
      encoding.expr == nullptr ? nullptr : std::get_if<ast::Variable>(&encoding.expr->node);
  if (name != nullptr && splitQualified(name->name).second == "utf8") return;
  reporter_.error(encoding.expr == nullptr ? span : encoding.expr->span,
                  "text is read and written as UTF-8, in no other encoding",
                  "write `utf8`, or leave the line out");
}

// Makes the node of `shell` if the name is that of an action.
bool Resolver::applyAction(const PreludeName& prelude, Span nameSpan, const Operands& operands,
                           Term& shell) {
  // When what is printed comes to be seen is not for the program to say.
  const bool sets = prelude.name == "hSetBuffering" || prelude.name == "hSetEcho" ||
                    prelude.name == "hSetEncoding";
  const std::size_t handles = prelude.name == "hFlush" ? 1 : sets ? 2 : 0;
  if (handles != 0 && operands.size() == handles) {
    if (prelude.name == "hSetEncoding") checkEncoding(operands[1], nameSpan);
    pureUnit(nameSpan, shell);
    return true;
  }
  if (prelude.name == "hPrintf" && operands.size() >= 2) {
    const FunctionId callee = preludeFunction("putOn");
    noteFunction(callee, shell.begin);
    std::vector<Term> arguments;
    arguments.push_back(operand(operands[0]));
    arguments.push_back(formatText({operands.begin() + 1, operands.end()}, nameSpan));
    shell.node = resolved::FunctionCall{callee, std::move(arguments), {}};
    return true;
  }
  const std::string_view function = actionFunction(prelude.name);
  if (function.empty()) return false;
  callFunction(preludeFunction(function), nameSpan, operands, shell);
  return true;
}

// The text of `printf`, as a String or as an action that prints it.
void Resolver::printedOrText(const std::function<Term()>& text, Term& shell) {
  const FunctionId callee = preludeMethod("PrintfResult", "printfResult");
  noteFunction(callee, shell.begin);
  std::vector<Term> arguments;
  arguments.push_back(text());
  shell.node = resolved::FunctionCall{callee, std::move(arguments), {}};
}

}  // namespace deforest::text
