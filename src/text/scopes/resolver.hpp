// The machinery of the scope phase; only its own files include this.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "text/scopes/format_pieces.hpp"
#include "text/scopes/interfaces.hpp"
#include "text/scopes/names.hpp"
#include "text/scopes/scope.hpp"
#include "text/scopes/types.hpp"
#include "text/scopes/vocabulary.hpp"

namespace deforest::text {

class Resolver : Vocabulary {
 public:
  /// `interfaces` may be null: imports are those of the language alone.
  Resolver(const ast::Module& source, resolved::Module& module, Reporter& reporter,
           Interfaces* interfaces);
  void run(const ast::Expr* call);

 private:
  // ----------------------------------------------------------------------------------- scope.cpp

  void checkImportedNames();
  void collectTopLevel();
  void resolveTopLevel();
  void resolvePrelude();
  [[nodiscard]] std::vector<Equations> collectEquations(
      const std::vector<const ast::Declaration*>& declarations);
  Signatures collectSignatures(const std::vector<const ast::Declaration*>& declarations);
  /// Null: there is none.
  FunctionId declareFunction(const Equations& equations, const Signatures& signatures,
                             FunctionId parent);
  void declareAction(resolved::Function& function, Span span);
  void setSignature(FunctionId id, const ast::Signature& signature, Span span);
  void resolveFunction(FunctionId id, const Equations& equations);
  void addMissing(resolved::Clause& clause, const ast::Rhs& source, const Equations& equations);
  void readPrelude();
  FunctionId preludeFunction(std::string_view name);

  class Inside;
  Definitions definitionsIn(const ast::Module& module);
  const Definitions& definitionsOf(const Library& library);
  FunctionId libraryFunction(const Library& library, std::string_view name);
  void openLibrary(const Library& library);
  void checkUnusedSignatures(const Signatures& signatures, const std::vector<Equations>& all);
  void addCall(const ast::Expr& call);
  void noteImportedPrecedences();

  // --------------------------------------------------------------------------------- classes.cpp

  static const ast::Declaration* findClass(const ast::Module& module, std::string_view name);
  std::optional<Classes> classNamedBy(const std::string& name, Span span);
  Classes preludeClass(const std::string& name);
  void collectClasses();
  void noteConstructorClass(Classes classes, const ast::ClassDeclaration& declared,
                            Classes superclasses);
  Classes contextOf(const std::vector<ast::TypeExpr>& context, const std::string& variable);
  std::vector<std::pair<std::string, Classes>> constraintsOf(
      const std::vector<ast::TypeExpr>& context);
  void declareMethods(Classes classes, const ast::ClassDeclaration& declared);
  FunctionId addMethod(const std::string& name, const ast::Signature& signature, Span span);
  [[nodiscard]] bool mentions(const resolved::Function& function, TypeRef variable) const;
  void signMethod(resolved::Function& function, const ast::Signature& signature, Span span,
                  ClassVariables variables);
  FunctionId defineMethod(const Equations& equations, FunctionId method, ClassVariables variables,
                          TypeConId instanceOf);

  // ------------------------------------------------------------------------------- instances.cpp

  void declareInstance(const ast::InstanceDeclaration& declared, Span span, bool derived = false);
  bool enterHead(OpenInstance& instance, const ast::TypeExpr& written);
  bool enterNarrow(OpenInstance& instance, const ast::TypeExpr& written);
  void needOperationsOf(Classes classes);
  void checkSuperclasses(const OpenInstance& instance);
  resolved::InstanceMethods& methodsOf(const OpenInstance& instance);
  void defineInstances();
  void checkMinimum(const OpenInstance& instance);
  void openPreludeType(const ast::DataDeclaration& data);

  // ------------------------------------------------------------------------------ dependences.cpp

  [[nodiscard]] const ast::TypeExpr* decidingType(const ast::ClassDeclaration& declared,
                                                  const ast::TypeExpr& first,
                                                  const std::vector<ast::TypeExpr>& more,
                                                  std::vector<const ast::TypeExpr*>& others);
  ClassVariables classVariables(Classes classes, const ast::ClassDeclaration& declared);
  ClassVariables instanceVariables(const OpenInstance& instance,
                                   const ast::ClassDeclaration& declared);
  std::vector<Dependence> dependencesOf(const std::vector<ast::TypeExpr>& context,
                                        const TypeScope::Variables& meaning);
  bool decideTypes(OpenInstance& instance, const std::vector<const ast::TypeExpr*>& others,
                   const TypeScope::Variables& meaning);

  // -------------------------------------------------------------------------------- deriving.cpp

  void deriveInstances();
  void declareDerived(Span span);
  void deriveByField();
  void deriveByField(TypeConId id, const std::string& name,
                     const std::vector<ast::TypeExpr>& others, Span span);
  void collectInstances();

  // ---------------------------------------------------------------------------------- groups.cpp

  Box<resolved::LetGroup> group(const std::vector<ast::Declaration>& declarations);
  Box<resolved::LetGroup> group(const std::vector<const ast::Declaration*>& declarations);
  Box<resolved::ValueBinding> declareValue(const ast::Declaration& declaration, Bound& bound);
  void annotateValues(const Signatures& signatures, const Bound& bound);
  void orderGroup(resolved::LetGroup& result, const OpenGroup& open);
  void noteCycle(const resolved::LetGroup& group, std::size_t index);
  /// `pieces`: of lists without an end, bound beside what is bound there.
  resolved::Rhs rhs(const ast::Rhs& source,
                    const std::vector<const ast::Declaration*>& pieces = {});
  std::vector<resolved::GuardedTerm> alternatives(const std::vector<ast::GuardedExpr>& source);
  resolved::GuardedTerm alternative(const ast::GuardedExpr& source);
  /// With a body that `make` makes in the scope of the guards.
  resolved::GuardedTerm guarded(const ast::GuardedExpr& source, const std::function<Term()>& make);
  void addToCondition(resolved::Guard& guard, const ast::Expr& condition);
  void closeCaptures();

  // ------------------------------------------------------------------------------------ ties.cpp

  /// `functions`: declarations without parameters that are functions nevertheless.
  [[nodiscard]] std::vector<Tie> tiesOf(const std::vector<const ast::Declaration*>& declarations,
                                        const std::vector<Equations>& functions) const;
  resolved::Rhs tiedRhs(const Tie& tie);
  /// Whether what `fix`, so applied, makes is a function: of the functions that a call of it makes
  /// there is no datum, as there is of a value that is defined by itself.
  bool fixesFunction(const Operands& operands);

  // ---------------------------------------------------------------------------------- tables.cpp

  void noteTables(const std::vector<const ast::Declaration*>& declarations);
  std::optional<Table> cycleAt(const ast::Declaration& value, const ast::Expr& body,
                               const std::vector<const ast::Declaration*>& around);
  void noteTable(const ast::Declaration& value, const ast::Rhs& rhs,
                 const std::vector<const ast::Declaration*>& around);
  std::pair<std::string_view, std::string> libraryHead(const Spine& spine);
  bool markElements(const ast::Expr& list, bool pairs, const Table& table);
  std::optional<resolved::Rhs> selfDefinedRhs(const ast::Declaration& value);
  resolved::Rhs tableRhs(const Table& table);
  [[nodiscard]] bool isHidden(const Table& table) const;
  Term laterTerm(const ast::Expr& source, LaterElement& element);
  [[nodiscard]] std::string_view tableType(const Meaning& meaning) const;
  bool readsTable(const PreludeName& prelude, Span span, const Operands& operands, Term& shell);
  void wholeTable(const Meaning& table, const std::string& name, Span span,
                  const Operands& operands, Term& shell);
  void tieType(TypeRef& type);

  // ------------------------------------------------------------------------------ kept_lists.cpp

  bool isEndless(const ast::Declaration& value);
  void noteKeptLists(const std::vector<const ast::Declaration*>& declarations,
                     const std::vector<const ast::Declaration*>& values);
  void noteReadAgain(LocalId local);
  bool isFreeList(const ast::Declaration& value);
  std::optional<FunctionId> endlessConstant(FunctionId id, const ast::Declaration& value);
  static std::string_view streamOf(const Table& list);
  void keepType(TypeRef& type, std::string_view stream);
  resolved::Rhs keptRhs(const Table& list);
  resolved::Rhs nodesRhs(const Table& list);
  Term keptCells(const ast::Expr& source);
  Term keptOperand(const Operand& source);
  Term streamOfCells(std::string_view function, Span span, const std::function<Term()>& list);

  // -------------------------------------------------------------------------------- patterns.cpp

  resolved::Pattern pattern(const ast::Pattern& source, Bound& bound);
  resolved::Pattern patternNode(const ast::Pattern& source, Bound& bound);
  resolved::Pattern constructorPattern(const ast::ConstructorPattern& source, Bound& bound);
  resolved::Pattern recordPattern(const ast::RecordPattern& source, Span span, Bound& bound);
  resolved::Pattern listPattern(std::vector<resolved::Pattern> elements, Span span);
  resolved::Pattern literalPattern(const ast::LiteralPattern& source, Span span);
  LocalId bindLocal(const std::string& name, Span span, Bound& bound);
  void bringIntoScope(const std::vector<LocalId>& locals);
  [[nodiscard]] TypeRef flexibleType(const ast::TypeExpr& type);

  // ----------------------------------------------------------------------------- scoped_types.cpp

  [[nodiscard]] TypeRef scopedType(const std::string& name) const;
  std::map<std::string, TypeRef> enterScopedTypes(FunctionId function);
  std::vector<TypeRef> takeTypesGiven();
  void withTypesGiven(const std::vector<ast::TypeExpr>& types, const std::string& name, Span span,
                      const std::function<void()>& apply);

  // ----------------------------------------------------------------------------------- terms.cpp

  Term term(const ast::Expr& source);
  /// `if`, a multi-way `if`, or `case`.
  Term branching(const ast::Expr& source);
  Term guardedTerm(const std::vector<ast::GuardedExpr>& alternatives, Span span);
  Term literal(const ast::LiteralNode& source, bool negative, Span span);
  Term negation(const ast::Negate& source, Span span);
  Term conditional(const ast::If& source, Span span);
  Term match(const ast::Case& source, Span span);
  Term let(const ast::Let& source, Span span);
  Term tuple(const ast::Tuple& source, Span span);
  Term list(const ast::List& source, Span span);
  Term range(const ast::Range& source, Span span);
  Term recordConstruction(const ast::RecordConstruction& source, Span span);
  Term recordUpdate(const ast::RecordUpdate& source, Span span);
  Term notInLanguage(Span span, std::string message, std::string hint);

  // ------------------------------------------------------------------------------------ main.cpp

  resolved::Rhs mainBody(const ast::Rhs& source);
  Term mainTerm(const ast::Expr& body);
  Term mainLines(const std::vector<ast::Statement>& statements, std::size_t from, Span span);
  void mainLine(const ast::Expr& line, std::vector<Term>& printed);
  bool isPreludeName(const ast::Expr& source, std::string_view name);
  void wrongMain(Span span, const std::string& what);

  Term actionText(const ast::Expr& action, const Operands& extra);
  Term operandText(const Operand& action, Span span);
  Term appliedActionText(const Spine& spine, Span span);
  Term endsInBinding(const ast::Statement& last);
  Term blockText(const std::vector<ast::Statement>& statements, std::size_t from, Span span);
  std::optional<Term> textOfList(const Operand& actions, Span span);
  Term textOfEach(const Operand& action, const Operand& list, Span span);
  Term callOf(FunctionId callee, Term argument, Span span);
  Term branchText(const ast::Expr& action);
  Term branchText(const Operand& action, Span span);
  Term endBranches(bool enclosing, Term made);
  Term textLiteral(std::u32string text, Span span, bool placed = false);
  std::optional<Term> textOfOne(const Spine& spine, Span span);
  Term textThenLine(const Operand& text, Span span);
  [[nodiscard]] ir::Output textsOfActions() const;
  Term amongTexts(Term text);
  Term noText(Span span);

  // ---------------------------------------------------------------------------------- worlds.cpp

  Term mainOfWorld(const ast::Expr& body);
  void checkEncoding(const Operand& encoding, Span span);
  bool applyAction(const PreludeName& prelude, Span nameSpan, const Operands& operands,
                   Term& shell);
  void printedOrText(const std::function<Term()>& text, Term& shell);

  // --------------------------------------------------------------------------------- actions.cpp

  bool looksLikeAction(const ast::Expr& source);
  bool looksLikeAction(const ast::Rhs& source);
  Term textOfChoice(const Operand& scrutinee, const std::vector<ActionChoice>& choices, Span span);

  // --------------------------------------------------------------------------------- formats.cpp

  [[nodiscard]] std::optional<std::u32string> literalText(const ast::Expr& source);
  bool isFormatted(const ast::Expr& source);
  std::optional<std::vector<FormatPiece>> formatOf(Span nameSpan, const Operands& operands);
  void applyFormat(Span nameSpan, const Operands& operands, Term& shell);
  Term formatText(const Operands& operands, Span span);
  Term formatted(const std::vector<FormatPiece>& pieces, std::size_t from, const Operand* next,
                 Span span);
  FunctionId formatFunction(const FormatPiece& piece);
  Term converted(const FormatPiece& piece, const Operand* values, Span span);

  // --------------------------------------------------------------------------------- reading.cpp

  using WithValue = std::function<Term(const Operand&)>;
  void openMainInput(Span span);
  std::vector<resolved::Pattern> closeMainInput(Span span);
  Operand takeInput(Span span);
  Term withValue(const Operand& action, Span span, const WithValue& body);
  Term withLine(Span span, const WithValue& body);
  Term bindPattern(const ast::Pattern* source, LocalId variable, const Operand& value, Span span,
                   const std::function<Term()>& body);
  Term bindResult(const ast::BindStatement& statement, Span span,
                  const std::function<Term()>& body);
  template <class First, class Second>
  Term textOfBoth(Span span, First first, Second second);
  Term shownThenLine(const Operand& shown, Span span);

  // ---------------------------------------------------------------------------- applications.cpp

  Term application(const ast::Expr& source, const Operands& operands, Span span);
  Term applyLambda(const ast::Lambda& source, const Operands& operands, Span span);
  [[nodiscard]] bool isForced(const Operand& source);
  Term applyForced(Spine spine, Span span);
  void noteForcing();
  Term withReturned(const Operand& returned, Span span, const WithValue& body);
  resolved::Pattern forcedVariable(Operand& value, Span span);
  Term matchInTurn(const Operands& operands,
                   const std::function<resolved::Pattern(std::size_t, Bound&)>& patternOf,
                   const std::function<Term()>& body, Span span);
  Spine spineOf(const ast::Expr& source, Operands operands);
  bool isApplicationOperator(const ast::Expr& head, std::size_t operands);
  // Each of these makes the node of `shell`, which is open, or leaves a hole after a report.
  void applySpine(const Spine& spine, Term& shell);
  void applyNamed(const std::string& name, Span nameSpan, const Operands& operands, Term& shell);
  void applyMeaning(const Meaning& meaning, const std::string& name, Span nameSpan,
                    const Operands& operands, Term& shell);
  void applyPrelude(const PreludeName& prelude, const std::string& name, Span nameSpan,
                    const Operands& operands, Term& shell);
  void applySpecial(SpecialName special, const std::string& name, Span nameSpan,
                    const Operands& operands, Term& shell);
  void needShow();
  bool runsActionsOfList(const std::string& name, Span span, const Operands& operands, Term& shell);
  void applyConstructor(const std::string& name, Span nameSpan, const Operands& operands,
                        Term& shell);
  /// A call of a function of the Prelude with the arguments that are added.
  Term preludeCall(std::string_view name, Span span,
                   const std::function<void(std::vector<Term>&)>& addArguments);
  void callFunction(FunctionId callee, Span nameSpan, const Operands& operands, Term& shell);
  void wrongCount(const std::string& name, Span nameSpan, std::size_t arity,
                  const Operands& operands);
  void reportFieldCount(const std::string& name, Span nameSpan, std::size_t declared,
                        std::size_t given);

  // --------------------------------------------------------------------------------- delayed.cpp

  bool mayFail(const Operand& source);
  Term delayed(Span span, const std::function<Term()>& make);
  /// Makes the node of `shell` if native code would evaluate an operand too early.
  bool delaysOperand(const PreludeName& prelude, Span span, const Operands& operands, Term& shell);

  // --------------------------------------------------------------------------- concatenations.cpp

  bool concatenates(const PreludeName& prelude, const Operands& operands, Term& shell);
  Term appendedCell(const ast::Expr& source);

  // -------------------------------------------------------------------------------- functions.cpp

  using ApplyTo = std::function<void(const Operands&, Term&)>;
  /// A function without a name, of `arity` parameters, whose body `write` makes of them.
  FunctionId lambda(std::size_t arity, Span span, const ApplyTo& write);
  FunctionId lambda(const ast::Lambda& source, Span span);
  /// Of one parameter, in whose scope `body` is resolved.
  FunctionId lambda(Span span, const std::function<resolved::Pattern(Bound&)>& parameter,
                    const std::function<resolved::Rhs()>& body);
  /// Of one clause, to which `fill` gives its patterns and its right side.
  FunctionId lambdaOf(std::size_t arity, Span span,
                      const std::function<void(resolved::Clause&)>& fill);
  FunctionId openLambda(std::size_t arity, Span span);
  void callLambda(FunctionId lambda, const Operands& operands, Term& shell);
  void rightSection(const ast::RightSection& source, Term& shell);
  /// What `write` makes of `arity` operands, with as many as there are: a function of the others,
  /// or the application of what it makes to the rest.
  void applyExactly(std::size_t arity, Span span, const Operands& operands, const ApplyTo& write,
                    Term& shell);
  /// Applies what `write` makes to the operands from `first` on.
  void applyRest(const Operands& operands, std::size_t first, Span span,
                 const std::function<void(Term&)>& write, Term& shell);
  Term operand(const Operand& source);
  Term variable(const Operand& source);
  void reportEndless(const std::string& what, Span span);
  std::vector<Term> resolveOperands(const Operands& operands);

  // --------------------------------------------------------------------------------- streams.cpp

  std::string preludeHead(const Spine& spine);
  /// Whether it is a list without an end, of which what makes it can be said.
  /// `surely`: whatever its type, so that it is none that also is a list.
  bool isStream(const Operand& source, bool surely = false);
  bool makesJust(const ast::Expr& function);
  bool isJust(const std::vector<ast::GuardedExpr>& alternatives);
  bool isJust(const ast::Expr& source);
  /// What makes it.
  Term streamTerm(const Operand& source);
  void applyStreamForm(std::string_view function, std::initializer_list<std::size_t> streams,
                       Span span, Operands operands, Term& shell);
  /// Makes the node of `shell` if the function of the Prelude takes such a list as far as needed.
  bool consumesStream(const std::string& name, Span span, const Operands& operands, Term& shell);
  bool endsStream(const Operand& source);
  bool isCutOff(const Operand& source);
  /// Likewise if the function that two operands of `.` make takes such a list so far.
  bool composesStream(const Operands& operands, Span span, Term& shell);
  Term rangeEnd(Builtin::Kind kind, Span span);
  std::optional<std::size_t> streamArity(const ast::Declaration& declaration);
  void declareStreams(const std::vector<const ast::Declaration*>& values,
                      const resolved::LetGroup& group);
  std::optional<resolved::Rhs> streamRhs(const ast::Declaration& declaration,
                                         const resolved::ValueBinding& binding);
  std::string_view splitsStream(const ast::Declaration& declaration);
  [[nodiscard]] LocalId streamNamed(const std::string& name) const;
  /// What makes the elements of such a list: a first state, the element of one, the next one.
  TypeRef streamType(TypeRef element);

  // ------------------------------------------------------------------------ stream_functions.cpp

  void collectStreamFunctions(const std::vector<Equations>& all, const Signatures& signatures);
  std::optional<std::size_t> streamFunctionArity(const Equations& equations,
                                                 const ast::Signature* signature);
  bool makesStream(const ast::Clause& clause, const ast::Signature* signature, std::size_t more,
                   const std::vector<std::size_t>& streams);
  class Pretended;
  LocalId rebuiltStream(const Spine& cell);
  Term streamOfLocal(LocalId local, Span span, const Operands& operands);
  void declareAsStream(const ast::Pattern& pattern);
  resolved::Clause streamClause(const ast::Declaration& declaration,
                                const StreamFunction& function);
  Term streamEnd(std::size_t count, std::size_t number, Span span,
                 const std::function<Term()>& make);
  [[nodiscard]] StreamFunction* streamFunctionNamed(const std::string& name);
  FunctionId streamFunction(StreamFunction& function);
  void signStreamFunction(resolved::Function& made, const StreamFunction& function);
  /// The types of its parameters and its result, of variables that may become more special; none if
  /// it is wrong.
  std::vector<TypeRef> flexibleSignature(const ast::Signature& signature, const std::string& name,
                                         std::size_t arity);
  /// Whether all of the list that it results in may never be needed: then it is left alone.
  bool waitsForUse(const Equations& equations);
  /// Those that are used, and of the others those that nothing but their list will do for.
  void resolveStreamFunctions();
  void resolveStreamFunction(const StreamFunction& source);
  Term openRange(const ast::Range& source, Span span);

  // ----------------------------------------------------------------------------- corecursion.cpp

  std::optional<Corecursion> corecursionOf(const Equations& equations);
  bool endsInItself(const ast::Rhs& source, Corecursion& found);
  bool endsInItself(const std::vector<ast::GuardedExpr>& source, Corecursion& found);
  bool endsInItself(const ast::Expr& source, Corecursion& found);
  std::optional<Spine> behindElement(const Spine& spine);
  FunctionId declareStep(const Corecursion& found, const ast::Signature* signature,
                         FunctionId parent);
  /// The steps of the functions of a local group, which join them.
  void declareSteps(std::vector<Equations>& functions, const Signatures& signatures,
                    resolved::LetGroup& group);
  Term stepTerm(const ast::Expr& source, FunctionId step, const Equations& equations);
  bool growsAt(const Corecursion& function, std::size_t place);
  void giveLists(const Equations& equations, Operands& operands);
  Term stateOf(const Operands& operands, Span span);
  void packParameters(resolved::Clause& clause);
  Term streamOfSteps(StreamFunction& function, Operands operands, Span span);
  bool walksStream(const ast::Let& source);
  Term walkOfStream(const ast::Let& source, Span span);
  Term rangeToLast(const ast::Range& source, Span span);

  // ------------------------------------------------------------------------ stream_arguments.cpp

  class OuterScope;
  std::string unwrittenName();
  std::optional<TakenApart> takenApart(const ast::Pattern& source);
  bool bindPieces(const ast::ConstructorPattern& cell, const std::string& list, TakenApart& found);
  resolved::Pattern streamParameter(const ast::Pattern& source, Bound& bound,
                                    std::vector<const ast::Declaration*>& pieces, bool kept);
  std::vector<const ast::Declaration*> cellsAmong(std::vector<const ast::Declaration*>& values);
  void declareCells(std::vector<const ast::Declaration*> cells, const Signatures& signatures,
                    std::vector<const ast::Declaration*>& values, resolved::LetGroup& group,
                    Bound& bound);
  std::optional<std::pair<std::size_t, TakenApart>> streamAmong(
      const std::vector<const ast::Declaration*>& cells);
  std::optional<Term> matchOfCell(const ast::Case& source, Span span);
  void noteHome(FunctionId function, const Home& home);
  std::vector<std::size_t> streamsAmong(const Operands& operands, bool surely = true);
  std::optional<Equations> givenStreams(const Home& home, const std::vector<std::size_t>& places,
                                        std::size_t count);
  std::vector<TypeRef> signatureGivenStreams(const ast::Signature& signature,
                                             const Equations& equations, std::size_t arity);
  FunctionId versionGivenStreams(FunctionId callee, const std::vector<std::size_t>& places,
                                 std::size_t count);
  void resolveVersion(FunctionId id, const Home& home, const std::function<void()>& resolve);
  StreamFunction streamOfStreams(const Home& home, const std::vector<std::size_t>& places,
                                 std::size_t count);
  /// Makes the node of `shell` if some operand is a list without an end, and the function has a
  /// version for that.
  bool callsVersion(FunctionId callee, Span span, const Operands& operands, Term& shell);
  StreamFunction* streamFunctionGiven(const std::string& name, const Operands& operands);

  // --------------------------------------------------------------------------------- choices.cpp

  [[nodiscard]] static bool isBranching(const ast::Expr& source);
  /// What the expression means as a function, if it is a choice between functions.
  std::optional<Term> choice(const ast::Expr& source);
  std::optional<resolved::Rhs> choiceRhs(const ast::Rhs& source);
  Term chosen(std::size_t arity, Span span, const std::function<Term()>& write);
  std::size_t chosenArity(const std::vector<const ast::Expr*>& alternatives);
  bool findAlternatives(const ast::Expr& source, std::vector<const ast::Expr*>& found);
  bool findAlternatives(const std::vector<ast::GuardedExpr>& source,
                        std::vector<const ast::Expr*>& found);
  std::size_t missingOperands(const ast::Expr& source);
  /// The values of a group that are functions written without parameters. The functions of the
  /// group that have parameters are in scope.
  [[nodiscard]] std::vector<Equations> functionsAmong(
      const std::vector<const ast::Declaration*>& values);
  bool isValue(const ast::Expr& source);
  bool isCheap(const ast::Expr& source);
  Meaning meaningOf(const std::string& name, Span span);

  // ---------------------------------------------------------------------------------- monads.cpp

  FunctionId preludeMethod(const std::string& className, const std::string& name);
  void monadicCall(const std::string& className, const std::string& name, Term& shell,
                   const std::function<std::vector<Term>()>& resolve);
  void pureUnit(Span span, Term& shell);
  resolved::MonadicCall setAside(std::size_t arguments);
  Term action(const ast::Expr& source);
  Term continuation(const ast::Pattern* source, Span span, const std::function<Term()>& body);
  resolved::Clause failClause(Span span);
  [[nodiscard]] bool cannotFail(const resolved::Pattern& source) const;
  LocalId unnamedLocal(Span span);
  Operands unnamedParameters(std::size_t count, resolved::Clause& clause);
  Term doBlock(const std::vector<ast::Statement>& statements, std::size_t from, Span span);
  void bindOperator(const Operands& operands, Term& shell);
  bool thenOperator(const PreludeName& prelude, Span span, const Operands& operands, Term& shell);
  void mapActions(const Operand& function, const Operands& actions, Span span, Term& shell);
  std::optional<Spine> operatorApplied(const Operand& source, std::string_view name);
  void applyWhen(SpecialName special, const Operands& operands, Span span, Term& shell);
  void applyMonadic(SpecialName special, const Operands& operands, Span span, Term& shell);

  // ---------------------------------------------------------------------------------- lookup.cpp

  Meaning lookup(const std::string& name, Span span);
  Meaning lookupQualified(const std::string& qualifier, const std::string& name, Span span);
  bool reportOpaque(const ast::OpaqueDeclaration* declaration, const std::string& name, Span span);
  void checkUnambiguous(const std::string& name, Span span);
  Meaning lookupPrelude(const std::string& name, Span span);
  Meaning lookupInPrelude(const std::string& qualifier, const std::string& name);
  ConId lookupConstructor(const std::string& name, Span span);
  ConId standardConstructor(const std::string& plain, std::vector<std::string>& candidates);
  bool seesLabel(const std::string& label, TypeConId type);
  [[nodiscard]] std::string nearestKnown(const std::string& name) const;
  void reportUnbound(const std::string& name, Span span);
  bool reportOfPackage(const std::string& qualifier, const std::string& name,
                       const std::string& written, Span span);
  bool reportOfWhole(const std::string& qualifier, const std::string& name,
                     const std::string& written, Span span);
  void declareName(const std::string& name, Entity entity);
  [[nodiscard]] std::size_t scopeMark() const { return scopeTrail_.size(); }
  void leaveScope(std::size_t mark);
  void noteLocal(LocalId local, std::uint32_t number);
  void noteFunction(FunctionId callee, std::uint32_t number);

  // --------------------------------------------------------------------------------- foreign.cpp

  [[nodiscard]] const ast::Signature* signatureHere(const std::string& name) const;
  std::optional<FunctionId> opaqueFunction(const std::string& name);
  std::optional<FunctionId> importedFunction(const std::string& written);
  std::optional<FunctionId> foreignFunction(const std::string& written,
                                            const Interfaces::Value& value);
  FunctionId textConstant(const std::u32string& text);

  // ------------------------------------------------------------------------------------ numbers

  std::uint32_t tick();
  Term open(Span span);
  Term close(Term term);

  // -------------------------------------------------------------------------------------- state

  const ast::Module& source_;
  resolved::Module& module_;
  Reporter& reporter_;
  Imports imports_;
  Interfaces* interfaces_;
  TypeScope types_;
  std::map<std::string, std::optional<FunctionId>> foreign_;  // as written; none: not known
  std::map<std::string, FunctionId, std::less<>> globals_;
  std::vector<std::pair<FunctionId, Equations>> topLevel_;
  std::map<std::string, FunctionId, std::less<>> prelude_;
  std::vector<std::pair<FunctionId, Equations>> preludeWork_;
  Definitions preludeDefinitions_;
  std::map<std::string_view, Definitions> libraryDefinitions_;  // by module
  std::map<std::pair<std::string_view, std::string>, FunctionId> libraryFunctions_;
  std::map<std::string, Classes, std::less<>> classes_;         // of the module
  std::map<std::string, Classes, std::less<>> preludeClasses_;  // as far as they are used
  std::map<Classes, std::size_t> constructorClasses_;  // how many arguments their types lack
  std::deque<ast::Module> derived_;                    // instances, each in a module
  std::vector<OpenInstance> openInstances_;
  /// By the method: its signature, and the class.
  std::unordered_map<std::uint32_t, std::pair<const ast::Signature*, const ast::ClassDeclaration*>>
      methodSignatures_;
  std::map<Classes, const ast::ClassDeclaration*> classDeclarations_;
  bool inPrelude_ = false;
  const Library* library_ = nullptr;  // inPrelude_: whose text it is, if it is a library's
  bool inCall_ = false;
  bool overloadedTexts_ = false;  // literals may be of other types than String
  bool asAction_ = false;    // the results of the right-hand side to come are actions of `main`
  bool runsAction_ = false;  // the function to be called next is an action, and stands as one
  ScopedTypes scopedTypes_;
  Streams streams_;
  std::vector<const ast::Declaration*> around_;  // of the local group that is looked at
  Tables tables_;
  KeptLists keptLists_;
  std::set<const ast::Expr*> appendedCells_;  // whose elements are lists in front of others
  MainInput input_;
  std::vector<LocalId> parameters_;  // of `main`: the arguments, the input

  std::unordered_map<std::string, std::vector<Entity>> names_;
  std::vector<std::string> scopeTrail_;
  FunctionId current_;
  const resolved::ValueBinding* binding_ = nullptr;
  std::unordered_map<std::uint32_t, Member> localMembers_;
  std::unordered_map<std::uint32_t, Member> functionMembers_;
  std::deque<OpenGroup> groups_;
  std::vector<CallSite> callSites_;
  std::uint32_t next_ = 0;
};

}  // namespace deforest::text
