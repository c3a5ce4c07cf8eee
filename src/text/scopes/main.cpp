// `main`: what it prints, in order, becomes its results.
//
//     main = do                            main = (n, text)            prints n, then the text
//       print n                              where
//       when (n > 9) $ putStrLn "large"        text = (if n > 9 then "large\n" else "") ++ each xs
//       mapM_ print xs                         each [] = ""
//                                              each (x : xs) = (show x ++ "\n") ++ each xs
//
// Lines that print are results of their own; of those that branch or repeat the text is one, and so
// it is of what follows where `main` reads after it has printed (reading.cpp). A function that is
// declared to result in `IO ()` results in the text that it prints.
#include <algorithm>

#include "support/match.hpp"
#include "text/scopes/resolver.hpp"

namespace deforest::text {
namespace {

std::string nameOf(const ast::Expr& source) {
  const auto* name = std::get_if<ast::Variable>(&source.node);
  return name == nullptr ? std::string() : splitQualified(name->name).second;
}

ir::Output outputNamed(std::string_view name) {
  if (name == "print") return ir::Output::Print;
  return name == "putStrLn" ? ir::Output::PutStrLn : ir::Output::PutStr;
}

}  // namespace

bool Resolver::isPreludeName(const ast::Expr& source, std::string_view name) {
  if (nameOf(source) != name) return false;
  const Meaning meaning = lookup(std::get<ast::Variable>(source.node).name, source.span);
  return std::holds_alternative<const PreludeName*>(meaning);
}

void Resolver::wrongMain(Span span, const std::string& what) {
  module_.doesMoreThanPrint = true;
  reporter_.error(
      span, what,
      "`main` is a `do` of lines that print (`print e`, `putStrLn s`, `mapM_ print xs`, "
      "a function whose type ends in `IO ()`) or read (`s <- getLine`), and `let`s");
}

void Resolver::mainLine(const ast::Expr& line, std::vector<Term>& printed) {
  const Spine spine = spineOf(line, {});
  const std::string name = nameOf(*spine.head);
  const bool nothing = (name == "return" || name == "pure" || name == "hFlush") &&
                       spine.operands.size() == 1 && !isForced(spine.operands[0]);
  const bool buffering = name == "hSetBuffering" && spine.operands.size() == 2;
  if ((nothing || buffering) && isPreludeName(*spine.head, name)) return;
  const bool prints = name == "print" || name == "putStrLn" || name == "putStr";
  if (!prints || spine.operands.size() != 1 || !isPreludeName(*spine.head, name)) {
    std::optional<Term> text = textOfOne(spine, line.span);
    module_.outputs.push_back(text ? ir::Output::PutStr : textsOfActions());
    printed.push_back(text ? std::move(*text) : actionText(line, {}));
    return;
  }
  Operand value = spine.operands[0];
  ir::Output output = outputNamed(name);
  if (output == ir::Output::PutStrLn) {  // `putStrLn (show e)` prints e
    const Spine shown = spineOf(*value.expr, value.arguments);
    if (shown.operands.size() == 1 && isPreludeName(*shown.head, "show")) {
      output = ir::Output::Print;
      value = shown.operands[0];
    }
  }
  module_.outputs.push_back(output);
  printed.push_back(operand(value));
}

// ------------------------------------------------------------------------- actions as their text

// How the texts of several actions are put out. What an action has printed is seen even if a later
// one fails, and where the text of one fails, nothing of it: in Haskell they stay apart. Elsewhere
// what is printed is written as it is made, so they are one text.
ir::Output Resolver::textsOfActions() const {
  return source_.keepsOpaque ? ir::Output::PutEach : ir::Output::PutStr;
}

// The text of one action among several.
Term Resolver::amongTexts(Term text) {
  if (textsOfActions() == ir::Output::PutStr) return text;
  Term made = open(text.span);
  made.begin = text.begin;
  resolved::ListTerm texts;
  texts.elements.push_back(std::move(text));
  made.node = std::move(texts);
  return close(std::move(made));
}

// What no action prints.
Term Resolver::noText(Span span) {
  if (textsOfActions() == ir::Output::PutStr) return textLiteral({}, span);
  Term made = open(span);
  made.node = resolved::ListTerm{};
  return close(std::move(made));
}

Term Resolver::textLiteral(std::u32string text, Span span, bool placed) {
  Term made = open(span);
  made.node = resolved::LiteralTerm{resolved::StringLiteral{std::move(text), placed}};
  return close(std::move(made));
}

// The text of `first` and then that of `second`, which is resolved after it.
template <class First, class Second>
Term Resolver::textOfBoth(Span span, First first, Second second) {
  Term made = open(span);
  const FunctionId append = preludeFunction("append");
  noteFunction(append, made.begin);
  std::vector<Term> parts;
  parts.push_back(first());
  parts.push_back(second());
  made.node = resolved::FunctionCall{append, std::move(parts), {}};
  return close(std::move(made));
}

// `show x ++ "\n"`; where it stays apart `shows x "\n"`, for GHC to make the text in front of that.
Term Resolver::shownThenLine(const Operand& shown, Span span) {
  needShow();
  const auto line = [&] { return textLiteral(U"\n", span); };
  const auto text = [&](std::string_view builtin, bool withLine) {
    Term made = open(span);
    resolved::BuiltinCall call{&std::get<Builtin>(findPreludeName(builtin)->meaning), {}};
    call.arguments.push_back(operand(shown));
    if (withLine) call.arguments.push_back(line());
    made.node = std::move(call);
    return close(std::move(made));
  };
  if (textsOfActions() == ir::Output::PutEach) return text("shows", true);
  return textOfBoth(
      span, [&] { return text("show", false); }, line);
}

Term Resolver::endsInBinding(const ast::Statement& last) {
  return notInLanguage(last.span, "a `do` block ends with a binding", "its last line is an action");
}

Term Resolver::blockText(const std::vector<ast::Statement>& statements, std::size_t from,
                         Span span) {
  const ast::Statement& first = statements[from];
  const bool last = from + 1 == statements.size();
  if (last && !std::holds_alternative<ast::ExprStatement>(first.node)) return endsInBinding(first);
  const auto rest = [&] { return blockText(statements, from + 1, span); };
  return support::match(
      first.node,
      [&](const ast::ExprStatement& node) {
        if (last) return actionText(node.expression, {});
        return textOfBoth(
            first.span, [&] { return actionText(node.expression, {}); }, rest);
      },
      [&](const ast::BindStatement& node) { return bindResult(node, first.span, rest); },
      [&](const ast::LetStatement& node) {
        Term made = open(first.span);
        const std::size_t mark = scopeMark();
        Box<resolved::LetGroup> bindings = group(node.declarations);
        auto body = std::make_unique<Term>(rest());
        leaveScope(mark);
        made.node = resolved::LetTerm{std::move(bindings), std::move(body)};
        return close(std::move(made));
      });
}

// What an action prints, applied to `extra`.
Term Resolver::actionText(const ast::Expr& action, const Operands& extra) {
  const Span span = action.span;
  if (extra.empty()) {
    if (const auto* block = std::get_if<ast::Do>(&action.node)) {
      return blockText(block->statements, 0, span);
    }
    if (const auto* node = std::get_if<ast::If>(&action.node)) {
      Term made = open(span);
      auto condition = std::make_unique<Term>(term(*node->condition));
      const bool enclosing = std::exchange(input_.branches, false);
      auto whenTrue = std::make_unique<Term>(branchText(*node->whenTrue));
      auto whenFalse = std::make_unique<Term>(branchText(*node->whenFalse));
      made.node = resolved::IfTerm{std::move(condition), std::move(whenTrue), std::move(whenFalse)};
      return endBranches(enclosing, close(std::move(made)));
    }
    if (const auto* node = std::get_if<ast::Case>(&action.node)) {
      const bool enclosing = std::exchange(input_.branches, false);
      asAction_ = true;
      Term made = match(*node, span);
      asAction_ = false;
      return endBranches(enclosing, std::move(made));
    }
    if (const auto* node = std::get_if<ast::Let>(&action.node)) {
      Term made = open(span);
      const std::size_t mark = scopeMark();
      Box<resolved::LetGroup> bindings = group(node->declarations);
      auto body = std::make_unique<Term>(actionText(*node->body, {}));
      leaveScope(mark);
      made.node = resolved::LetTerm{std::move(bindings), std::move(body)};
      return close(std::move(made));
    }
  }
  return appliedActionText(spineOf(action, extra), span);
}

// A branch begins where the others do, and does not tell what follows what it has read.
Term Resolver::branchText(const ast::Expr& action) {
  return branchText({&action, {}, {}}, action.span);
}

Term Resolver::branchText(const Operand& action, Span span) {
  const MainInput before = input_;
  Term made = operandText(action, span);
  const bool reads = input_.text != before.text || input_.unknown != before.unknown;
  input_ = before;
  input_.branches = before.branches || reads;
  return made;
}

Term Resolver::endBranches(bool enclosing, Term made) {
  input_.unknown = input_.unknown || input_.branches;
  input_.branches = enclosing;
  return made;
}

Term Resolver::operandText(const Operand& action, Span span) {
  if (action.expr == nullptr) {
    wrongMain(span, "this line of `main` does not print");
    return close(open(span));
  }
  return actionText(*action.expr, action.arguments);
}

// The text, and the end of its line behind the last of its parts: `a ++ (b ++ "\n")`.
Term Resolver::textThenLine(const Operand& text, Span span) {
  const auto line = [&] { return textLiteral(U"\n", span); };
  if (text.expr != nullptr) {
    const Spine spine = spineOf(*text.expr, text.arguments);
    const bool appended = spine.section.empty() && spine.operands.size() == 2 &&
                          nameOf(*spine.head) == "++" && isPreludeName(*spine.head, "++");
    if (appended) {
      return textOfBoth(
          span, [&] { return operand(spine.operands[0]); },
          [&] { return textThenLine(spine.operands[1], span); });
    }
  }
  return textOfBoth(
      span, [&] { return operand(text); }, line);
}

// The text of an action that prints once, whatever it is given.
std::optional<Term> Resolver::textOfOne(const Spine& spine, Span span) {
  const std::string name = spine.section.empty() ? nameOf(*spine.head) : std::string();
  const Operands& operands = spine.operands;
  const auto is = [&](std::string_view wanted, std::size_t arity) {
    return name == wanted && operands.size() == arity && isPreludeName(*spine.head, wanted);
  };
  if (is("print", 1)) return shownThenLine(operands[0], span);
  if (is("putStrLn", 1)) return textThenLine(operands[0], span);
  if (is("putStr", 1)) return operand(operands[0]);
  if (name == "printf" && isPreludeName(*spine.head, name)) return formatText(operands, span);
  if (name == "hPrintf" && operands.size() >= 2 && isPreludeName(*spine.head, name)) {
    const ast::Expr* handle = operands[0].expr;
    if (handle != nullptr && operands[0].arguments.empty() && nameOf(*handle) == "stdout") {
      return formatText({operands.begin() + 1, operands.end()}, span);
    }
  }
  if (is("interact", 1)) {
    Operand applied = operands[0];
    applied.arguments.push_back(takeInput(span));
    return applied.arguments.back().local.valid() ? operand(applied) : close(open(span));
  }
  return std::nullopt;
}

Term Resolver::appliedActionText(const Spine& spine, Span span) {
  if (std::optional<Term> text = textOfOne(spine, span)) return amongTexts(std::move(*text));
  const std::string name = spine.section.empty() ? nameOf(*spine.head) : std::string();
  const Operands& operands = spine.operands;
  const auto is = [&](std::string_view wanted, std::size_t arity) {
    return name == wanted && operands.size() == arity && isPreludeName(*spine.head, wanted);
  };
  if (is("return", 1) || is("pure", 1)) {
    return withReturned(operands[0], span, [&](const Operand&) { return noText(span); });
  }
  if (is("hFlush", 1) || is("hSetBuffering", 2)) return noText(span);
  if (is(">>=", 2) || is("=<<", 2)) {
    const Operand& first = operands[name == ">>=" ? 0 : 1];
    const Operand& then = operands[name == ">>=" ? 1 : 0];
    return withValue(first, span, [&](const Operand& value) {
      const auto* lambda = then.expr == nullptr || !then.arguments.empty()
                               ? nullptr
                               : std::get_if<ast::Lambda>(&then.expr->node);
      if (lambda != nullptr && lambda->parameters.size() == 1) {
        return bindPattern(lambda->parameters.data(), {}, value, span,
                           [&] { return actionText(*lambda->body, {}); });
      }
      Operand applied = then;
      applied.arguments.push_back(value);
      return operandText(applied, span);
    });
  }
  if (is(">>", 2) || is("*>", 2)) {
    return textOfBoth(
        span, [&] { return operandText(operands[0], span); },
        [&] { return operandText(operands[1], span); });
  }
  if (is("when", 2) || is("unless", 2)) {
    Term made = open(span);
    auto condition = std::make_unique<Term>(operand(operands[0]));
    const bool enclosing = std::exchange(input_.branches, false);
    auto action = std::make_unique<Term>(branchText(operands[1], span));
    auto nothing = std::make_unique<Term>(noText(span));
    if (name == "unless") std::swap(action, nothing);
    made.node = resolved::IfTerm{std::move(condition), std::move(action), std::move(nothing)};
    return endBranches(enclosing, close(std::move(made)));
  }
  const TypeTable& types = module_.types;
  if (is("maybe", 3)) {
    return textOfChoice(
        operands[2], {{types.nothingCon, operands[0]}, {types.justCon, operands[1], true}}, span);
  }
  if (is("either", 3)) {
    return textOfChoice(operands[2],
                        {{types.leftCon, operands[0], true}, {types.rightCon, operands[1], true}},
                        span);
  }
  if (is("mapM_", 2) || is("traverse_", 2)) return textOfEach(operands[0], operands[1], span);
  if (is("forM_", 2) || is("for_", 2)) return textOfEach(operands[1], operands[0], span);
  if (is("sequence_", 1) || is("sequenceA_", 1)) {
    if (std::optional<Term> made = textOfList(operands[0], span)) return std::move(*made);
  }
  if (!name.empty()) {
    const Meaning meaning = lookup(std::get<ast::Variable>(spine.head->node).name, span);
    if (std::holds_alternative<Unbound>(meaning)) return close(open(span));
    const auto* function = std::get_if<FunctionId>(&meaning);
    const bool action = function != nullptr && module_.function(*function).isAction;
    if (action && source_.keepsOpaque) {
      wrongMain(span, "the actions of " + quoted(name) + " stay as they are written");
      return close(open(span));
    }
    if (action && module_.function(*function).arity == operands.size()) {
      runsAction_ = true;
      return operand({spine.head, operands, {}});
    }
  }
  const PreludeName* known = findPreludeName(name);
  const auto* absent = known == nullptr ? nullptr : std::get_if<NotInLanguage>(&known->meaning);
  wrongMain(span, absent != nullptr ? quoted(name) + " " + std::string(absent->why)
                                    : "this line of `main` does not print");
  return close(open(span));
}

// The texts of the actions of a list that is written down, or made by `map`.
std::optional<Term> Resolver::textOfList(const Operand& actions, Span span) {
  if (actions.expr == nullptr) return std::nullopt;
  if (const auto* list = std::get_if<ast::List>(&actions.expr->node)) {
    const std::function<Term(std::size_t)> from = [&](std::size_t i) {
      if (i == list->elements.size()) return noText(span);
      return textOfBoth(
          span, [&] { return actionText(list->elements[i], {}); }, [&] { return from(i + 1); });
    };
    return from(0);
  }
  const Spine spine = spineOf(*actions.expr, actions.arguments);
  if (!spine.section.empty() || spine.operands.size() != 2) return std::nullopt;
  const std::string name = nameOf(*spine.head);
  if (name != "map" && name != "fmap" && name != "<$>") return std::nullopt;
  const Meaning meaning = lookup(std::get<ast::Variable>(spine.head->node).name, span);
  if (!std::holds_alternative<const PreludeName*>(meaning)) return std::nullopt;
  return textOfEach(spine.operands[0], spine.operands[1], span);
}

// A local function over the list: the texts of `action` of its elements.
Term Resolver::textOfEach(const Operand& action, const Operand& list, Span span) {
  const FunctionId id = module_.addFunction();
  Term made = open(span);
  const FunctionId enclosing = current_;
  const resolved::ValueBinding* enclosingBinding = binding_;
  {
    resolved::Function& function = module_.function(id);
    function.name = "each";
    function.span = span;
    function.parent = enclosing;
    function.arity = 1;
    function.begin = tick();
  }
  current_ = id;
  binding_ = nullptr;
  const MainInput outer = std::exchange(input_, {});
  const auto clauseOf = [&](ConId con, std::vector<resolved::Pattern> parts, auto&& body) {
    resolved::Clause clause;
    clause.span = span;
    clause.begin = tick();
    resolved::Pattern pattern;
    pattern.span = span;
    pattern.node = resolved::ConstructorPattern{con, std::move(parts)};
    clause.patterns.push_back(std::move(pattern));
    clause.rhs = resolved::onlyAlternative(span, body());
    clause.end = next_;
    module_.function(id).clauses.push_back(std::move(clause));
  };
  clauseOf(module_.types.nilCon, {}, [&] { return noText(span); });
  Bound bound;
  const auto* lambda = action.expr == nullptr || !action.arguments.empty()
                           ? nullptr
                           : std::get_if<ast::Lambda>(&action.expr->node);
  const bool takesApart = lambda != nullptr && lambda->parameters.size() == 1;
  std::vector<resolved::Pattern> parts;
  Operand applied = action;
  if (takesApart) {
    parts.push_back(pattern(lambda->parameters[0], bound));
  } else {
    const LocalId element = unnamedLocal(span);
    applied.arguments.push_back({nullptr, {}, element});
    parts.emplace_back();
    parts.back().span = span;
    parts.back().node = resolved::VariablePattern{element};
  }
  const LocalId rest = unnamedLocal(span);
  parts.emplace_back();
  parts.back().span = span;
  parts.back().node = resolved::VariablePattern{rest};
  const std::size_t mark = scopeMark();
  bringIntoScope(bound.locals);
  clauseOf(module_.types.consCon, std::move(parts), [&] {
    return textOfBoth(
        span,
        [&] { return takesApart ? actionText(*lambda->body, {}) : operandText(applied, span); },
        [&] {
          return callOf(id, operand({nullptr, {}, rest}), span);
        });
  });
  leaveScope(mark);
  module_.function(id).end = next_;
  current_ = enclosing;
  binding_ = enclosingBinding;
  input_ = outer;
  auto group = std::make_unique<resolved::LetGroup>();
  group->functions = {id};
  group->order = {{0}};
  // Of a tree, or whatever else can be folded, the elements.
  Term elements = callOf(preludeMethod("Foldable", "toList"), operand(list), span);
  auto body = std::make_unique<Term>(callOf(id, std::move(elements), span));
  made.node = resolved::LetTerm{std::move(group), std::move(body)};
  return close(std::move(made));
}

Term Resolver::callOf(FunctionId callee, Term argument, Span span) {
  Term made = open(span);
  noteFunction(callee, made.begin);
  std::vector<Term> arguments;
  arguments.push_back(std::move(argument));
  made.node = resolved::FunctionCall{callee, std::move(arguments), {}};
  return close(std::move(made));
}

Term Resolver::mainTerm(const ast::Expr& body) {
  if (const auto* block = std::get_if<ast::Do>(&body.node)) {
    return mainLines(block->statements, 0, body.span);
  }
  Term result = open(body.span);
  std::vector<Term> printed;
  mainLine(body, printed);
  if (printed.empty() && !reporter_.any()) wrongMain(body.span, "`main` prints nothing");
  result.node = resolved::UnboxedTerm{std::move(printed)};
  return close(std::move(result));
}

// What precedes a `let` is evaluated inside of it, which makes no difference: names are resolved
// already. What reads after something was printed stands where it is, with all that follows, and
// makes one text.
Term Resolver::mainLines(const std::vector<ast::Statement>& statements, std::size_t from,
                         Span span) {
  struct Layer {
    Span span;
    Box<resolved::LetGroup> group;
  };
  Term result = open(span);
  const std::uint32_t begin = result.begin;
  std::vector<Term> printed;
  std::vector<Layer> layers;
  bool bound = false;
  for (std::size_t i = from; i < statements.size() && !bound; ++i) {
    const ast::Statement& statement = statements[i];
    if (const auto* line = std::get_if<ast::ExprStatement>(&statement.node)) {
      mainLine(line->expression, printed);
    } else if (const auto* let = std::get_if<ast::LetStatement>(&statement.node)) {
      if (i + 1 == statements.size()) (void)endsInBinding(statement);
      layers.push_back({statement.span, group(let->declarations)});
    } else if (printed.empty() && i + 1 < statements.size()) {
      result = bindResult(std::get<ast::BindStatement>(statement.node), statement.span,
                          [&] { return mainLines(statements, i + 1, span); });
      bound = true;
    } else {
      module_.outputs.push_back(textsOfActions());
      printed.push_back(blockText(statements, i, statement.span));
      break;
    }
  }
  if (!bound) {
    if (printed.empty() && !reporter_.any()) wrongMain(span, "`main` prints nothing");
    result.node = resolved::UnboxedTerm{std::move(printed)};
    result = close(std::move(result));
  }
  for (; !layers.empty(); layers.pop_back()) {
    Term outer;
    outer.span = layers.back().span;
    outer.begin = begin;
    outer.node = resolved::LetTerm{std::move(layers.back().group),
                                   std::make_unique<Term>(std::move(result))};
    result = close(std::move(outer));
  }
  return result;
}

resolved::Rhs Resolver::mainBody(const ast::Rhs& source) {
  resolved::Rhs result;
  if (source.alternatives.size() != 1 || !source.alternatives[0].guards.empty()) {
    wrongMain(source.alternatives.empty() ? Span{} : source.alternatives[0].span,
              "`main` has guards");
    return result;
  }
  openMainInput(source.alternatives[0].span);
  const std::size_t mark = scopeMark();
  if (!source.where.empty()) result.where = group(source.where);
  resolved::GuardedTerm alternative;
  alternative.span = source.alternatives[0].span;
  const ast::Expr& body = source.alternatives[0].body;
  alternative.body = module_.hasWorlds ? mainOfWorld(body) : mainTerm(body);
  result.alternatives.push_back(std::move(alternative));
  leaveScope(mark);
  return result;
}

}  // namespace deforest::text
