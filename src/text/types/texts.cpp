// Texts that may be of other types than String, as OverloadedStrings has it.
//
//     title :: Page -> T.Text
//     title p = T.append "Page " (number p)        "Page " is a T.Text: a constant that nobody
//                                                  looks into, called by what is written
//     name = "x" ++ "y"                            texts of characters, as ever
//
// The type of a literal is a variable until the place where it stands decides it. It is one of the
// definition as a whole, since GHC would choose one for each use of a local function only where the
// function has no type of its own; what no place decides, or a type variable of the definition's,
// is not known. Of other types than lists GHC has seen to it that they are made of texts.
#include "text/types/machine.hpp"

namespace deforest::text {

TypeRef Inference::inferText(resolved::Term& term) {
  const TypeRef type = types_.fresh(1);
  texts_.push_back({&term, type, definition_});
  return type;
}

void Inference::settleTexts() {
  for (const Text& text : texts_) {
    if (failed_.contains(text.definition)) continue;
    const TypeRef type = types_.prune(text.type);
    const auto& literal = std::get<resolved::LiteralTerm>(text.term->node);
    try {
      if (!type->con.valid()) {
        reporter_.error(text.term->span, "nothing says which type this text has",
                        "write its type behind it: `(\"...\" :: String)`");
      } else if (types_.con(type->con).shape == TypeShape::Data) {
        const resolved::FunctionId constant = literal.constant;
        text.term->node = resolved::FunctionCall{constant, {}, {type}, {}};
      } else {
        unify(type, types_.list(scalar(types_.charCon)), text.term->span, {});
      }
    } catch (const Abort&) {
      continue;  // reported
    }
  }
}

}  // namespace deforest::text
