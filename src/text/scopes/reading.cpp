// What `main` reads: the arguments and the input are parameters of it, and what has not been read
// yet is a variable from line to line.
//
//     main = do                              main args input = case args of
//       args <- getArgs                        args1 -> case firstLine input of
//       name <- getLine                          (name, rest) -> ("hello " ++ name, rest)
//       rest <- getContents
//       putStrLn ("hello " ++ name)
//       putStr rest
//
// All input is there when `main` begins, and what it prints is there when it ends: that is how an
// executable of ours and `deforest run` read and print. Under a condition `main` may read as well,
// but not after it; in a loop it may not.
#include "support/match.hpp"
#include "text/scopes/resolver.hpp"

namespace deforest::text {

void Resolver::openMainInput(Span span) {
  Bound bound;
  input_ = {};
  input_.open = true;
  input_.arguments = bindLocal("args", span, bound);
  input_.text = bindLocal("input", span, bound);
  parameters_ = {input_.arguments, input_.text};
}

// The parameters that are used.
std::vector<resolved::Pattern> Resolver::closeMainInput(Span span) {
  std::vector<resolved::Pattern> patterns;
  TypeTable& types = module_.types;
  TypeRef type = types.list(types.list(types.apply(types.charCon)));
  for (const LocalId parameter : parameters_) {
    if (!module_.local(parameter).uses.empty()) {
      patterns.emplace_back();
      patterns.back().span = span;
      patterns.back().node = resolved::VariablePattern{parameter};
      patterns.back().annotation = type;
    }
    type = types.list(types.apply(types.charCon));
  }
  parameters_ = {};
  input_ = {};
  return patterns;
}

// The variable of the text yet to be read, which is then all taken. None if that is wrong.
Resolver::Operand Resolver::takeInput(Span span) {
  if (!input_.open) {
    reporter_.error(span, "this reads in a loop, or outside of `main`, which is not supported yet",
                    "read all of it in `main`, `text <- getContents`, and give it `lines text`");
  } else if (input_.unknown) {
    reporter_.error(span, "this reads after lines that read only under a condition",
                    "read before the condition, or move this into its branches");
  } else if (!input_.text.valid()) {
    reporter_.error(span, "all input has been read before", "use what `getContents` gave");
  } else {
    return {nullptr, {}, std::exchange(input_.text, LocalId{})};
  }
  return {};
}

// `value` taken apart by a pattern, or named.
Term Resolver::bindPattern(const ast::Pattern* source, LocalId variable, const Operand& value,
                           Span span, const std::function<Term()>& body) {
  Term shell = open(span);
  resolved::MatchTerm match{std::make_unique<Term>(operand(value)), {}};
  resolved::Clause clause;
  clause.span = span;
  clause.begin = tick();
  Bound bound;
  if (source != nullptr) {
    clause.patterns.push_back(pattern(*source, bound));
    match.ofAction = true;
  } else {
    clause.patterns.emplace_back();
    clause.patterns.back().span = span;
    clause.patterns.back().node = resolved::VariablePattern{variable};
  }
  const std::size_t mark = scopeMark();
  bringIntoScope(bound.locals);
  clause.rhs = resolved::onlyAlternative(span, body());
  leaveScope(mark);
  clause.end = next_;
  match.clauses.push_back(std::move(clause));
  shell.node = std::move(match);
  return close(std::move(shell));
}

// case firstLine input of (line, rest) -> body
Term Resolver::withLine(Span span, const WithValue& body) {
  module_.readsLines = true;
  const Operand input = takeInput(span);
  if (!input.local.valid()) return close(open(span));
  Term shell = open(span);
  Term call = preludeCall("firstLine", span, [&](std::vector<Term>& arguments) {
    arguments.push_back(operand(input));
  });
  resolved::MatchTerm match{std::make_unique<Term>(std::move(call)), {}};
  resolved::Clause clause;
  clause.span = span;
  clause.begin = tick();
  Bound bound;
  const LocalId line = bindLocal("line", span, bound);
  const LocalId rest = bindLocal("rest", span, bound);
  resolved::ConstructorPattern pair;
  pair.con = module_.types.onlyConstructor(module_.types.tupleCon(2));
  for (const LocalId local : {line, rest}) {
    pair.arguments.emplace_back();
    pair.arguments.back().span = span;
    pair.arguments.back().node = resolved::VariablePattern{local};
  }
  clause.patterns.emplace_back();
  clause.patterns.back().span = span;
  clause.patterns.back().node = std::move(pair);
  input_.text = rest;
  clause.rhs = resolved::onlyAlternative(span, body({nullptr, {}, line}));
  clause.end = next_;
  match.clauses.push_back(std::move(clause));
  shell.node = std::move(match);
  return close(std::move(shell));
}

// What is done with the value that an action has.
Term Resolver::withValue(const Operand& action, Span span, const WithValue& body) {
  if (action.expr == nullptr) {
    wrongMain(span, "what this reads is not known");
    return close(open(span));
  }
  const Spine spine = spineOf(*action.expr, action.arguments);
  const Operands& operands = spine.operands;
  const auto is = [&](std::string_view wanted, std::size_t arity) {
    return spine.section.empty() && operands.size() == arity && isPreludeName(*spine.head, wanted);
  };
  if (is("getArgs", 0)) {
    if (input_.open) return body({nullptr, {}, input_.arguments});
    reporter_.error(span, "the arguments are read in a loop, or outside of `main`",
                    "read them in `main`, and hand them on");
    return close(open(span));
  }
  if (is("getContents", 0)) {
    const Operand input = takeInput(span);
    return input.local.valid() ? body(input) : close(open(span));
  }
  if (is("getLine", 0)) return withLine(span, body);
  if (is("return", 1) || is("pure", 1)) return withReturned(operands[0], span, body);
  if (is("<$>", 2) || is("fmap", 2)) {
    return withValue(operands[1], span, [&](const Operand& value) {
      Operand applied = operands[0];
      applied.arguments.push_back(value);
      return body(applied);
    });
  }
  const auto* name = std::get_if<ast::Variable>(&spine.head->node);
  wrongMain(span, (name == nullptr ? std::string("this action") : quoted(name->name)) +
                      " is not supported as an action that has a value");
  return close(open(span));
}

Term Resolver::bindResult(const ast::BindStatement& statement, Span span,
                          const std::function<Term()>& body) {
  return withValue({&statement.expression, {}, {}}, span, [&](const Operand& value) {
    return bindPattern(&statement.pattern, {}, value, span, body);
  });
}

}  // namespace deforest::text
