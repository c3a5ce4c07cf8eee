// Operands that Haskell evaluates only where they are needed, and that may fail:
//
//     a `div` b <$ guard (b /= 0)          =>    replaceBy (\_ -> a `div` b) (guard (b /= 0))
//     Map.findWithDefault (head xs) k m    =>    findWithDefaultBy (\_ -> head xs) k m
//
// Native code evaluates operands before the call, where Haskell may never come to it. What these
// functions of the library do with such an operand is known, so it is given to them as a function
// without a parameter, as it were, which is called where the value is wanted: once, but for the
// elements of a container. Operands that cannot fail stay as they are.
#include <algorithm>
#include <array>

#include "text/scopes/resolver.hpp"

namespace deforest::text {
namespace {

// What a function of the library is called when its first operand is a function that makes it.
struct Delaying {
  std::string_view type;  // whose library it is of, if it is a collection's
  std::string_view name;
  std::size_t arity;
  std::string_view function;
};

constexpr std::array delaying = {
    Delaying{"", "<$", 2, "replaceBy"},
    Delaying{"", "fromMaybe", 2, "fromMaybeBy"},
    Delaying{"", "maybe", 3, "maybeBy"},
    Delaying{"Map", "findWithDefault", 3, "findWithDefaultBy"},
    Delaying{"IntMap", "findWithDefault", 3, "findWithDefaultBy"},
};

constexpr std::array<std::string_view, 6> divisions = {"div", "mod",    "quot",
                                                       "rem", "divMod", "quotRem"};

constexpr std::array<std::string_view, 17> partial = {
    "error",    "undefined", "errorWithoutStackTrace",
    "head",     "tail",      "last",
    "init",     "!!",        "!",
    "fromJust", "read",      "maximum",
    "minimum",  "foldr1",    "foldl1",
    "toEnum",   "chr"};

// The literal by which something is divided, and which is not zero.
bool isNumberButZero(const ast::Expr& source) {
  const auto* literal = std::get_if<ast::LiteralExpr>(&source.node);
  if (literal == nullptr) return false;
  const auto* number = std::get_if<ast::IntegerLiteral>(&literal->literal);
  return number != nullptr && number->digits.find_first_not_of('0') != std::string::npos;
}

}  // namespace

// Whether its text shows what may have no value. What is inside of functions is not looked at.
bool Resolver::mayFail(const Operand& source) {
  if (source.expr == nullptr) return false;
  if (const auto* branch = std::get_if<ast::If>(&source.expr->node)) {
    return mayFail({branch->condition.get()}) || mayFail({branch->whenTrue.get()}) ||
           mayFail({branch->whenFalse.get()});
  }
  if (const auto* typed = std::get_if<ast::Typed>(&source.expr->node)) {
    return mayFail({typed->expression.get()});
  }
  if (const auto* tuple = std::get_if<ast::Tuple>(&source.expr->node)) {
    return std::ranges::any_of(tuple->elements,
                               [&](const ast::Expr& each) { return mayFail({&each}); });
  }
  const Spine spine = spineOf(*source.expr, source.arguments);
  std::string name = spine.section;
  if (const auto* head = std::get_if<ast::Variable>(&spine.head->node); name.empty() && head) {
    name = head->name;
  }
  if (!name.empty()) {
    const std::string plain = splitQualified(name).second;
    const Meaning meaning = lookup(name, spine.head->span);
    const bool isLibrarys = std::holds_alternative<const PreludeName*>(meaning);
    if (isLibrarys && std::ranges::find(partial, plain) != partial.end()) return true;
    if (isLibrarys && spine.operands.size() == 2 &&
        std::ranges::find(divisions, plain) != divisions.end() &&
        (spine.operands[1].expr == nullptr || !isNumberButZero(*spine.operands[1].expr))) {
      return true;
    }
  }
  return std::ranges::any_of(spine.operands,
                             [&](const Operand& operand) { return mayFail(operand); });
}

// A function that makes the term, whatever it is given.
Term Resolver::delayed(Span span, const std::function<Term()>& make) {
  Term made = open(span);
  callLambda(lambda(1, span, [&](const Operands&, Term& inner) { inner = make(); }), {}, made);
  return close(std::move(made));
}

bool Resolver::delaysOperand(const PreludeName& prelude, Span span, const Operands& operands,
                             Term& shell) {
  if (inPrelude_ || module_.lazy || !module_.defaultsToInteger) return false;
  const Library* library = std::holds_alternative<LibraryFunction>(prelude.meaning)
                               ? findLibrary(prelude.module)
                               : nullptr;
  const std::string_view type = library == nullptr ? std::string_view() : library->type;
  const auto found = std::ranges::find_if(delaying, [&](const Delaying& each) {
    return each.name == prelude.name && each.type == type;
  });
  if (found == delaying.end() || operands.empty() || operands.size() > found->arity ||
      !mayFail(operands[0])) {
    return false;
  }
  const FunctionId callee = library == nullptr ? preludeFunction(found->function)
                                               : libraryFunction(*library, found->function);
  noteFunction(callee, shell.begin);
  std::vector<Term> arguments;
  arguments.push_back(delayed(span, [&] { return operand(operands[0]); }));
  for (std::size_t i = 1; i < operands.size(); ++i) arguments.push_back(operand(operands[i]));
  shell.node = resolved::FunctionCall{callee, std::move(arguments), {}};
  return true;
}

}  // namespace deforest::text
