// The machinery of type inference; only its own files include this.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "text/types/infer.hpp"

namespace deforest::text {

/// Who asked for a type, to be named in the hint of a mismatch.
struct Reason {
  enum class Kind : std::uint8_t {
    None,
    Argument,  ///< `index` of `name`
    Field,     ///< `index` of constructor `name`
    Condition,
    Branch,
    Element,
    Guard,
    Scrutinee,
    Annotation,
    Signature,  ///< of `name`, at `where`
    Result,     ///< the equations of `name`
    Binding,
    Output,
    Monad,
  };
  Kind kind = Kind::None;
  std::string_view name = {};
  std::size_t index = 0;
  Span where = {};
};

class Inference {
  using Function = resolved::Function;

 public:
  Inference(resolved::Module& module, Reporter& reporter)
      : module_(module), types_(module.types), reporter_(reporter) {}
  void run();

 private:
  /// Thrown after a report: the rest of the function would only repeat the error.
  struct Abort {};
  struct Requirement {
    TypeRef variable;
    TypeRef instance;
    Span span;
    bool reported = false;
  };

  /// Arithmetic whose type may turn out to be left open.
  struct Arithmetic {
    TypeRef number;
    TypeRef result;  ///< Of the whole expression.
    Span span;
    resolved::FunctionId definition;  ///< At top level.
    resolved::FunctionId callee;      ///< None for an operation; else the parameter `parameter`
    TypeRef parameter = nullptr;      ///< of its type must be a number.
  };
  /// A literal pattern, which is of a type that may be known later.
  struct NumberPattern {
    const resolved::NumberLiteral* number;
    TypeRef type;
    Span span;
  };

  /// A text with OverloadedStrings, whose type may be known later.
  struct Text {
    resolved::Term* term;
    TypeRef type;
    resolved::FunctionId definition;
  };

  // ------------------------------------------------------------------------------ infer.cpp

  void inferGroup(const std::vector<resolved::FunctionId>& group);
  void inferFunction(resolved::Function& function);
  void inferMain(resolved::Function& function);
  void generalise(const std::vector<resolved::FunctionId>& group);
  void settleRequirements();

  // ----------------------------------------------------------------------------- dependences.cpp

  /// A dependence of which it is not known yet what the type decides.
  struct Undecided {
    Dependence of;
    Span span;
  };
  void noteGiven();
  void depend(const resolved::Function& callee, const std::unordered_map<TypeRef, TypeRef>& map,
              Span span);
  /// Until nothing changes.
  void decide();
  bool decide(Undecided& undecided, std::vector<Undecided>& further);
  void keepApplied(std::vector<TypeRef>& variables);
  void keepUndecided(std::vector<TypeRef>& variables,
                     const std::vector<resolved::FunctionId>& group);

  // ------------------------------------------------------------------------------- constants.cpp

  void checkConstants();
  void checkOpenConstants();

  // -------------------------------------------------------------------------------- defaults.cpp

  /// Types that nothing determines: where Haskell's default is `Integer`, it is `Int` if
  /// evaluation is strict.
  void settleDefaults();
  [[nodiscard]] bool defaultsToInteger(TypeRef type) const;
  [[nodiscard]] std::string signatureFor(const Arithmetic& arithmetic);
  void noteArithmetic(const resolved::BuiltinCall& call, const std::vector<TypeRef>& scheme,
                      Span span);
  void noteArithmetic(const resolved::FunctionCall& call, TypeRef result, Span span);
  void checkNumberPatterns();

  void unify(TypeRef expected, TypeRef found, Span span, const Reason& reason);
  void requireClasses(TypeRef type, Classes classes, Span span);
  [[noreturn]] void mismatch(const Mismatch& why, TypeRef expected, TypeRef found, Span span,
                             const Reason& reason);
  void reportMissing(TypeRef type, Classes missing, Span span);
  bool reportChoice(TypeRef type, Classes missing, Span span);
  [[nodiscard]] std::string hintOf(const Reason& reason) const;

  // ----------------------------------------------------------------------------------- texts.cpp

  TypeRef inferText(resolved::Term& term);
  void settleTexts();

  // ----------------------------------------------------------------------------------- terms.cpp

  TypeRef infer(resolved::Term& term);
  void check(resolved::Term& term, TypeRef expected, const Reason& reason);
  TypeRef inferNode(resolved::Term& term);
  /// `expected`: of the result, where that is known before the arguments are looked at; or null.
  TypeRef inferCall(resolved::FunctionCall& call, Span span, TypeRef expected = nullptr,
                    const Reason& reason = {});
  void inferLambda(resolved::Function& lambda);
  void unifyGiven(const std::vector<TypeRef>& given, const std::vector<TypeRef>& variables,
                  Span span);
  [[nodiscard]] bool isLambda(const resolved::Term& term) const;
  bool checkLambda(resolved::Term& term, TypeRef expected, const Reason& reason);
  void checkClauses(resolved::Function& lambda, const Reason& reason);
  [[nodiscard]] static std::string_view nameToShow(const resolved::Function& function);
  TypeRef inferApply(resolved::ApplyTerm& apply, Span span);
  [[noreturn]] void reportTooMany(const resolved::ApplyTerm& apply, std::size_t taken, TypeRef type,
                                  Span span);
  TypeRef inferBuiltin(resolved::Term& term, resolved::BuiltinCall& call);
  [[nodiscard]] static bool isPowerByLiteral(const resolved::BuiltinCall& call);
  TypeRef inferConstruct(resolved::ConstructTerm& construct, Span span);
  TypeRef inferLiteral(const resolved::Literal& literal);
  // --------------------------------------------------------------------------------- monads.cpp

  /// What is required of a type of which too little was known: of `f a`, but not what `f` is.
  struct Deferred {
    TypeRef type;
    Classes classes;
    Span span;
  };
  void settleMonads();
  void settleDeferred();
  void retryDeferred();
  void noteDeferred(Span span);

  // ----------------------------------------------------------------------------------- terms.cpp

  TypeRef inferList(resolved::ListTerm& list);
  TypeRef inferSelect(resolved::SelectTerm& select, Span span);
  TypeRef inferUpdate(resolved::UpdateTerm& update);
  void checkMatch(resolved::MatchTerm& match, TypeRef expected, const Reason& reason);
  void checkRhs(resolved::Rhs& rhs, TypeRef expected, const Reason& reason);
  void checkGuard(resolved::Guard& guard);
  void inferLet(resolved::LetGroup& group);
  void inferValue(resolved::ValueBinding& value);
  void checkPattern(resolved::Pattern& pattern, TypeRef type);
  void checkPatternNode(resolved::Pattern& pattern, TypeRef type);
  TypeRef typeOf(resolved::LocalId local);

  // --------------------------------------------------------------------------- opened_types.cpp

  /// What a clause says of types is known until this ends.
  class ClauseScope {
   public:
    explicit ClauseScope(Inference& inference)
        : inference_(inference),
          refinements_(inference.types_.refinements()),
          opened_(inference.opened_.size()) {}
    ~ClauseScope() { forget(); }
    ClauseScope(const ClauseScope&) = delete;
    ClauseScope& operator=(const ClauseScope&) = delete;
    /// Reports types that only the clause knows and that are in one that is known outside.
    void end(const std::vector<TypeRef>& outside, Span span);

   private:
    void forget() {
      inference_.types_.keepRefinements(refinements_);
      inference_.opened_.resize(opened_);
    }

    Inference& inference_;
    std::size_t refinements_;
    std::size_t opened_;
  };
  /// The clauses of a function, which knows what patterns around it have opened.
  class FunctionScope {
   public:
    FunctionScope(Inference& inference, resolved::Function& function);
    ~FunctionScope() { inference_.openedAround_ = before_; }
    FunctionScope(const FunctionScope&) = delete;
    FunctionScope& operator=(const FunctionScope&) = delete;

   private:
    Inference& inference_;
    std::size_t before_;
  };
  /// What the type variables of a constructor's fields stand for: the parameters of its type, which
  /// is `instance`, and its own.
  std::unordered_map<TypeRef, TypeRef> variablesOf(const SourceConstructor& constructor,
                                                   TypeRef instance,
                                                   const std::vector<TypeRef>& own);
  void openTypes(resolved::ConstructorPattern& pattern, TypeRef instance, Span span);
  /// One of the variables that the type mentions; null if it mentions none of them.
  [[nodiscard]] TypeRef oneWithin(TypeRef type, const std::vector<TypeRef>& variables) const;
  /// Reports a field that only a match can look into.
  void checkHidden(const SourceConstructor& constructor, const SourceField& field, Span span);
  /// Of the parameters and of the result.
  [[nodiscard]] static std::vector<TypeRef> typesOf(const resolved::Function& function);
  /// Of its first body.
  [[nodiscard]] static Span spanOf(const resolved::Rhs& rhs);

  [[nodiscard]] TypeRef fresh(Classes classes = noClasses) { return types_.fresh(level_, classes); }
  [[nodiscard]] TypeRef scalar(TypeConId con) { return types_.apply(con); }
  /// A type of that constructor at fresh types.
  TypeRef freshInstance(TypeConId con);

  resolved::Module& module_;
  TypeTable& types_;
  Reporter& reporter_;
  unsigned level_ = 0;
  std::set<resolved::FunctionId> open_;    // being inferred, without a signature
  std::set<resolved::FunctionId> failed_;  // reported; their types are unknown
  std::vector<std::pair<resolved::FunctionCall*, resolved::FunctionId>> recursiveCalls_;
  std::vector<Requirement> requirements_;
  std::vector<Arithmetic> arithmetic_;
  std::vector<NumberPattern> numberPatterns_;
  std::vector<Text> texts_;
  std::vector<resolved::Term*> monadic_;  // calls of methods for which places are set aside
  std::vector<Deferred> deferred_;
  std::vector<Undecided> undecided_;
  std::vector<TypeRef> opened_;   // by the patterns of the clauses around, from the outside
  std::size_t openedAround_ = 0;  // how many of them around the function
  std::map<std::pair<Classes, TypeRef>, std::vector<TypeRef>> given_;  // by signatures
  std::map<TypeRef, Classes> classesGiven_;  // likewise, of type variables
  resolved::FunctionId definition_;          // the function of the top level being inferred
};

/// The operand types and the result type (last) of a builtin, at fresh variables.
[[nodiscard]] std::vector<TypeRef> instantiateScheme(TypeTable& types, std::string_view scheme,
                                                     unsigned level,
                                                     std::vector<TypeRef>* variables = nullptr);

}  // namespace deforest::text
