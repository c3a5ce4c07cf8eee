// Names of types: declarations of data types and synonyms, and the meaning of type expressions.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "text/parsing/ast.hpp"
#include "text/scopes/interfaces.hpp"
#include "text/scopes/kinds.hpp"
#include "text/scopes/names.hpp"
#include "text/scopes/report.hpp"
#include "text/types/types.hpp"

namespace deforest::text {

/// A record label: the constructors that have it belong to one type.
struct Label {
  TypeConId type;
  TypeRef fieldType = nullptr;
};

/// Whether a scalar type of the language is called so.
[[nodiscard]] bool isScalarName(std::string_view name);

class TypeScope {
 public:
  /// `opened` is told of each library whose type is used, once it is known; `openedPrelude` of each
  /// type that the Prelude's source declares.
  TypeScope(TypeTable& types, const Imports& imports, Reporter& reporter,
            std::function<void(const Library&)> opened,
            std::function<void(const ast::DataDeclaration&)> openedPrelude)
      : types_(types),
        imports_(imports),
        reporter_(reporter),
        opened_(std::move(opened)),
        openedPrelude_(std::move(openedPrelude)) {}

  /// From now on a type of which the declaration is not known is an abstract one: values of it are
  /// passed on, and never looked at. Those are what `module` imports of modules that are not part
  /// of the language, and what its opaque declarations define.
  /// `interfaces`, if there are any, know synonyms, and which names mean the same type.
  void admitAbstract(const ast::Module& module, Interfaces* interfaces) {
    module_ = &module;
    interfaces_ = interfaces;
  }

  /// Enters the data types, newtypes and synonyms of a module and reports what is wrong with them.
  void declare(const ast::Module& module);

  /// Gives the types the instances that they derive, and reports those that they cannot derive.
  /// Instances that the module declares must have been entered.
  void contextsOfDerived(TypeCon& con, Classes derived);
  void checkDeriving(const ast::Module& module);

  /// What a type variable of an expression means; asked once per occurrence.
  using Variables = std::function<TypeRef(const std::string& name, Span span)>;

  /// The type that is written; null after an error. With `builtinOnly`, names of the module are
  /// not seen.
  TypeRef resolve(const ast::TypeExpr& expr, const Variables& variables);

  /// The same of a type that is written in another module. Only types that this module has a name
  /// for are known; null for others.
  TypeRef resolveIn(const ast::Module& owner, const ast::TypeExpr& expr,
                    const Variables& variables);

  /// The type constructor that is written: a type without its last parameters, of which `missing`
  /// are. Null after an error.
  TypeRef resolveConstructor(const ast::TypeExpr& expr, std::size_t missing,
                             const Variables& variables);

  /// Whether the type, or what functions of it result in, is written `ShowS`.
  [[nodiscard]] bool endsInShowS(const ast::TypeExpr& expr) const;
  /// Whether the signature ends in `IO ()`: the function is an action.
  [[nodiscard]] bool endsInAction(const ast::TypeExpr& expr) const;
  /// The number of parameters that the type gives to a function. `ShowS` is a type of functions.
  [[nodiscard]] std::size_t arity(const ast::TypeExpr& expr) const;

  /// The parameter types and the result type (last) of a signature of a function with `arity`
  /// parameters; empty after an error.
  std::vector<TypeRef> resolveSignature(const ast::TypeExpr& expr, const std::string& name,
                                        std::size_t arity, const Variables& variables);

  /// From now on `IO` is a type like others, and a signature that ends in it says no more than
  /// that.
  void seeActions() { seesActions_ = true; }

  /// Whether there is a `forall` in the type, or in what it stands for: what is written says less
  /// of a value of it than its uses do.
  [[nodiscard]] bool hasForall(const ast::TypeExpr& type) const;
  /// Whether a type stands in it, at a variable, of which constructors say what it is applied to:
  /// patterns say what the variable is, and so it must be one that stands for any type.
  [[nodiscard]] bool isAboutRefined(const ast::TypeExpr& type) const;
  /// What is done while this is there makes variables of its own for those of a `forall`: without
  /// it, flexible ones.
  class ForallVariables {
   public:
    ForallVariables(TypeScope& scope, std::function<TypeRef()> make)
        : scope_(scope), before_(std::exchange(scope.forallVariable_, std::move(make))) {}
    ~ForallVariables() { scope_.forallVariable_ = std::move(before_); }
    ForallVariables(const ForallVariables&) = delete;
    ForallVariables& operator=(const ForallVariables&) = delete;

   private:
    TypeScope& scope_;
    std::function<TypeRef()> before_;
  };

  /// While set, only the built-in types are seen: the signatures of the language's own Prelude.
  void seeBuiltinOnly(bool only) { builtinOnly_ = only; }

  /// The constructor of a type that the Prelude's source declares; invalid if there is none of that
  /// name, or the module does not see its type.
  [[nodiscard]] ConId preludeConstructor(std::string_view name);
  /// The label of such a type; null if there is none.
  [[nodiscard]] const Label* preludeLabel(std::string_view name);

  /// The constructor, of a data type of another module of the package, that is written so; invalid
  /// if there is none, or the module does not see all of the type.
  [[nodiscard]] ConId importedConstructor(const std::string& written);
  /// The label of such a type; null if there is none.
  [[nodiscard]] const Label* importedLabel(const std::string& written);

  /// The pattern synonym of a library that is written so; null if there is none, or the module has
  /// a constructor of that name itself.
  [[nodiscard]] const LibraryPattern* libraryPattern(const std::string& written) const;

  /// The constructor of a library's type; invalid if it has none of that name.
  [[nodiscard]] ConId libraryConstructor(const Library& library, std::string_view name);

  /// To how many types the parameter of a type of the module is applied.
  [[nodiscard]] std::size_t argumentsOf(const std::string& type, std::size_t parameter) const {
    return kinds_.of(type, parameter);
  }

  [[nodiscard]] const std::map<std::string, ConId, std::less<>>& constructors() const {
    return constructors_;
  }
  [[nodiscard]] const std::map<std::string, Label, std::less<>>& labels() const { return labels_; }
  [[nodiscard]] const std::vector<TypeConId>& declared() const { return declared_; }

 private:
  struct Synonym {
    const ast::TypeSynonym* declaration = nullptr;
    Span span;
    bool open = false;        // being expanded
    TypeRef known = nullptr;  // what it stands for, once that is known, if it has no parameters
  };

  void declareData(const ast::Declaration& declaration, const ast::DataDeclaration& data);
  void addDerived(const ast::Declaration& declaration, const ast::DerivingDeclaration& derived);
  void declareSynonym(const ast::Declaration& declaration, const ast::TypeSynonym& synonym);
  bool nameIsFree(const std::string& name, Span span, bool isSynonym = false);
  void defineData(TypeConId id, const ast::DataDeclaration& data);
  void defineConstructor(TypeConId id, const ast::ConstructorDeclaration& declaration,
                         const Variables& variables);
  void defineLabel(const SourceField& field, TypeConId type, Span span);
  void checkDeriving(TypeConId id, Span span);

  TypeRef resolveNamed(const std::string& name, Span span, std::vector<TypeRef> arguments);
  TypeRef resolveApply(const ast::TypeApply& apply, Span span, const Variables& variables);
  /// `missing`: how many of its last arguments are, since a type constructor is meant.
  TypeRef expandSynonym(Synonym& synonym, const std::string& name, Span span,
                        const std::vector<TypeRef>& arguments, std::size_t missing = 0);
  TypeRef applySynonym(const ast::TypeExpr& type, const Variables& variables,
                       const std::vector<TypeRef>& further, std::size_t missing = 0);
  TypeRef unknownType(const std::string& name, Span span);
  void findPromoted(const ast::Module& module);
  [[nodiscard]] TypeConId promotedType(const std::string& name);
  [[nodiscard]] bool isForeign(const std::string& name) const;
  TypeRef abstractType(const std::string& name, std::vector<TypeRef> arguments);
  TypeRef typeOfOther(const std::string& name, std::vector<TypeRef> arguments);
  TypeRef expandForeign(const Interfaces::Synonym& synonym, std::vector<TypeRef> arguments);
  [[nodiscard]] TypeConId importedType(const std::string& written);
  bool defineImported(TypeConId id, const TypeIdentity& type);
  void makeAbstract(TypeConId id);
  void deriveImported();
  void dropUnderivable(const std::vector<TypeConId>& of);
  [[nodiscard]] bool derives(TypeRef type, std::string_view className) const;
  TypeConId libraryType(const Library& library);
  [[nodiscard]] const ast::DataDeclaration* seenPreludeType(std::string_view name) const;
  TypeConId preludeType(const ast::DataDeclaration& data);
  TypeConId ratioCon();
  void defineLibraryConstructors(TypeConId id, const ast::DataDeclaration& data);
  [[nodiscard]] TypeConId seenLibraryType(const std::string& qualifier, const std::string& name);
  /// `head`: the type that they are arguments of, if it has a name.
  bool resolveAll(const std::vector<ast::TypeExpr>& exprs, const ast::TypeExpr* head,
                  const Variables& variables, std::vector<TypeRef>& found);

  TypeTable& types_;
  const Imports& imports_;
  Reporter& reporter_;
  std::function<void(const Library&)> opened_;
  std::function<void(const ast::DataDeclaration&)> openedPrelude_;
  std::map<std::string_view, TypeConId> libraryTypes_;  // by module
  std::map<std::string_view, TypeConId> preludeTypes_;  // by name
  std::map<std::string, Label, std::less<>> preludeLabels_;
  std::map<std::string, TypeConId, std::less<>> data_;
  std::map<std::string, Synonym, std::less<>> synonyms_;
  std::map<std::string, ConId, std::less<>> constructors_;
  std::map<std::string, Label, std::less<>> labels_;
  std::vector<TypeConId> declared_;
  /// Constructors of the module, which may stand for types without values (DataKinds): how many
  /// fields they have, and those types, once they are used.
  std::map<std::string, std::pair<std::size_t, TypeConId>, std::less<>> promoted_;
  const ast::Module* module_ = nullptr;  // null: there are no abstract types
  /// By the module that declares it (none: not known), its name and arity.
  std::map<std::tuple<std::string, std::string, std::size_t>, TypeConId> abstract_;
  Interfaces* interfaces_ = nullptr;
  std::vector<TypeConId> imported_;  // of which the constructors are known, but no instances yet
  unsigned importing_ = 0;           // types of other modules that are being defined
  std::map<std::pair<TypeConId, std::string>, Label> importedLabels_;
  const ast::Module* owner_ = nullptr;  // the module whose types are being resolved; null: this one
  unsigned foreignExpansions_ = 0;      // synonyms of other modules that are being expanded
  std::size_t expansions_ = 0;
  bool builtinOnly_ = false;
  bool seesActions_ = false;  // `IO` is a type
  bool actions_ = false;      // `IO ()` may stand here
  /// A variable of a `forall` in a field, of whichever type has it.
  using ForallVariable = std::pair<const ast::TypeForall*, std::string>;
  void findForalls(const ast::Module& module);
  void findForalls(const ast::TypeExpr& type, std::vector<ForallVariable>& found) const;
  [[nodiscard]] TypeRef forallVariable(const ForallVariable& variable);
  /// Of types and synonyms by name: those that it is about, its own and those of its fields.
  std::map<std::string, std::vector<ForallVariable>, std::less<>> foralls_;
  std::function<TypeRef()> forallVariable_;
  TypeConId defining_;         // the type whose fields are being resolved
  std::size_t unapplied_ = 0;  // a type constructor stands here, with so many arguments missing
  Kinds kinds_;                // of the module's own types
};

/// Asks what the type variables mean, in the order in which the types mention them.
void mentionVariables(const std::vector<ast::TypeExpr>& types, const TypeScope::Variables& meaning);

}  // namespace deforest::text
