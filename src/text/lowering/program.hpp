// The program while it is made: which instances of which functions are needed, and their names.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "text/lowering/body.hpp"
#include "text/lowering/choices.hpp"
#include "text/lowering/run_time_functions.hpp"
#include "text/lowering/shapes.hpp"
#include "text/lowering/types.hpp"
#include "text/original.hpp"
#include "text/scopes/report.hpp"
#include "text/scopes/tree.hpp"

namespace deforest::text {

/// Thrown after a report that only this phase could make; the function is given up.
struct ElaborationAbort {};

/// Structural functions that are made for data types when they are needed.
/// `FromEnum` gives the number of the constructor, of types with fields too.
enum class DerivedKind : std::uint8_t { Equal, Compare, FromEnum, ToEnum, Show, ShowsPrec };

/// An instance of a function: at types, and at what is known of its arguments.
struct Instance {
  resolved::FunctionId function;
  /// Of its own and its enclosing functions' type variables, outermost first (see
  /// `typeVariables`).
  std::vector<ir::TypeId> types;
  /// Of what it captures, and of its arguments; none if all are plain and there are as many as it
  /// has parameters. Further arguments go to the function that it results in.
  std::vector<ShapeId> parts;
  auto operator<=>(const Instance&) const = default;
};

class ProgramBuilder {
 public:
  ProgramBuilder(resolved::Module& module, ir::Program& program, Reporter& reporter);

  resolved::Module& module;
  ir::Program& program;
  Reporter& reporter;
  GroundTypes types;
  Shapes shapes;
  bool lazy = false;  ///< As in `ParseOptions`.

  /// The function that is an instance; made later if it is new. `from` needs it first; nothing
  /// if shapes grow without bound on the way to it.
  std::optional<ir::FunId> instance(Instance wanted, ir::FunId from = {});

  /// What is known of the result of an instance, which is made at once if need be; nothing if
  /// that is being asked for while it is made. The result must have functions inside.
  std::optional<ShapeId> resultShape(ir::FunId id);
  void setResultShape(ir::FunId id, ShapeId shape) { entries_[id.value].result = shape; }

  /// A new choice, of which there are no variants yet.
  ShapeId openChoice();
  [[nodiscard]] bool isChoice(ShapeId shape) const { return choices_.contains(shape); }
  [[nodiscard]] const Choice& choice(ShapeId shape) const { return choices_.at(shape); }
  /// The constructor of a value of that shape, which is entered if it is new.
  ir::CtorId variantOf(ShapeId choice, ShapeId value);
  void closeChoice(ShapeId choice) { choices_.at(choice).open = false; }
  /// Enters the declarations of the types of choices.
  void declareChoices();
  /// The same of generalised types, in place of those in the text.
  void declareGeneralised();
  [[nodiscard]] bool hasChoices() const { return !choices_.empty(); }
  /// Drops what was made for `owner` before it was begun again.
  void startAgain(ir::FunId owner);

  /// The types that the type variables of an instance stand for.
  [[nodiscard]] Substitution substitutionOf(const Instance& instance) const;
  /// The type of what an instance results in, given its arguments.
  [[nodiscard]] ir::TypeId resultType(const Instance& instance);
  [[nodiscard]] std::size_t argumentCount(const Instance& instance) const;

  /// The function that a method is at these types: of the class's variable, and of those that the
  /// method has besides. None if the instance does not define it, and the class does not either.
  [[nodiscard]] std::optional<Instance> method(resolved::FunctionId method,
                                               std::vector<ir::TypeId> arguments) const;

  [[nodiscard]] bool foldsByList(std::string_view name,
                                 const resolved::InstanceMethods& defined) const;

  /// The method of an instance that is declared of a class of the Prelude's; none if none is, or
  /// one without that method. `more`: what the variables that it has besides the class's stand for.
  std::optional<ir::FunId> ownMethod(Class c, std::string_view name, ir::TypeId type,
                                     const std::vector<ir::TypeId>& more = {});

  /// What a declared instance defines, and what its variables stand for.
  struct DeclaredInstance {
    const resolved::InstanceMethods* methods;
    std::vector<ir::TypeId> arguments;
  };
  /// The instance at the type; nothing if none is declared.
  [[nodiscard]] std::optional<DeclaredInstance> declaredInstance(Classes classes,
                                                                 ir::TypeId type) const;

  /// Whether values of the type, or what is inside them, are read as an instance says that the
  /// program writes.
  [[nodiscard]] bool readsByOwnInstance(ir::TypeId type) const;

  /// Whether what the class does at the type is what an instance says: those of types of numbers
  /// are built in but for a few methods.
  [[nodiscard]] bool hasOwnInstance(Classes classes, ir::TypeId type) const {
    return program.type(type).kind == ir::TypeKind::Data &&
           declaredInstance(classes, type).has_value();
  }

  /// The type variables that an instance of the function fixes.
  [[nodiscard]] std::vector<TypeRef> typeVariables(resolved::FunctionId function) const;
  /// Those of them that are not its own.
  [[nodiscard]] std::vector<TypeRef> typeVariablesAround(resolved::FunctionId function) const;

  /// The structural function for a data type; made at once or, if recursive, by who asked first.
  ir::FunId derived(DerivedKind kind, ir::TypeId type);

  /// A function as a datum that says which it is, with what it captures and is given: the atoms of
  /// the leaves of its shape (run_time_functions.hpp).
  ir::Atom asDatum(BodyWriter& writer, ShapeId function, const Atoms& leaves, ir::TypeId type,
                   ir::Position position);
  /// What results of applying such a datum, of the type `function`, to so many arguments: the
  /// function that finds out which it is. Its parameters are the datum and the arguments.
  ir::FunId applier(ir::TypeId function, std::size_t arguments);
  /// The type of a function of that shape.
  [[nodiscard]] ir::TypeId typeOfFunction(ShapeId function);
  /// The shape without what is known of the functions inside: they are data.
  [[nodiscard]] ShapeId withDataInside(ShapeId function);
  /// Whether an instance would be one of too many at what is known of its arguments.
  [[nodiscard]] bool isTooMuch(Instance wanted, ir::FunId from);
  /// Enters the declarations of the types of functions that are data.
  void declareFunctions();

  /// The operation that the function is at its type, if it is one.
  [[nodiscard]] std::optional<ir::PrimOp> primitiveOf(const Instance& instance) const;

  /// Whether it is a function of the Prelude's source that is made here (built_in.cpp).
  [[nodiscard]] bool isBuiltIn(const Instance& instance) const;
  void makeBuiltIn(const Instance& instance, ir::FunId id);
  std::optional<ir::Atom> unsetOf(BodyWriter& writer, ir::TypeId type,
                                  std::vector<ir::TypeId>& within);
  /// Enters the declarations of the types of cells.
  void declareCells();
  [[nodiscard]] bool hasCells() const { return cellType_.valid(); }

  /// A function for code of `owner` that several branches share, named after it.
  ir::FunId addShared(ir::FunId owner, ir::Function function);

  /// Makes everything that the instances asked for so far need.
  void run();

  /// Gives the functions their names and their order, and the roots their place.
  void finish(const std::vector<ir::FunId>& roots, const std::vector<std::string>& reserved);

  /// What the functions are in the source, by the names that `finish` gave them.
  [[nodiscard]] const std::map<std::string, Provenance>& provenance() const { return provenance_; }

  /// How base has the Prelude's functions that are instances at functions, by the same names.
  [[nodiscard]] std::map<std::string, ir::LibraryName> callable() const { return callable_; }
  [[nodiscard]] std::set<std::string> comprehensions() const;

  /// The names of declarations of which there are instances at functions.
  [[nodiscard]] std::set<std::string> specialised() const;

  /// Number of the term at or after which no function has been called yet: see scope_tree.
  [[nodiscard]] bool callsBetween(std::uint32_t begin, std::uint32_t end) const {
    return callsBefore_[end] != callsBefore_[begin];
  }

 private:
  enum class Origin : std::uint8_t { Instance, Shared, Derived, Applier };
  enum class State : std::uint8_t { Waiting, BeingMade, Made };
  struct Entry {
    Origin origin = Origin::Instance;
    Instance instance;
    State state = State::Waiting;
    ir::FunId from;   // Instance: who needed it first
    ir::FunId asker;  // for whom it was entered
    ShapeId result;   // Instance: of a result with functions inside
    ir::FunId owner;  // Shared
    DerivedKind kind = DerivedKind::Equal;
    ir::TypeId type;  // Derived; Applier: of the function
    /// Of a library's function: the functions that it is given.
    std::vector<std::optional<ir::FunId>> given = {};
  };

  ir::FunId add(Entry entry);
  /// One more constructor of a type that was made.
  ir::CtorId addVariant(ir::TypeId type, const std::vector<ir::TypeId>& fields);
  /// Enters the declaration of a type that was made.
  void declare(ir::TypeId type);
  void make(ir::FunId id);
  void makeEntry(ir::FunId id);
  [[nodiscard]] const resolved::Function* userOf(ir::FunId id) const;
  void takeVersion(Instance& wanted);
  [[nodiscard]] bool grows(const Instance& wanted, ir::FunId from);
  void countCalls();
  [[nodiscard]] std::string baseName(const Entry& entry, bool sole) const;
  [[nodiscard]] std::pair<std::size_t, std::size_t> rank(std::size_t index) const;
  void assignNames(const std::vector<std::string>& reserved);
  [[nodiscard]] bool takesMoreThanItsType(const Entry& entry) const;
  [[nodiscard]] bool isSpecialised(const Entry& entry) const;
  [[nodiscard]] std::string wordsOf(const Instance& instance) const;
  void findProvenance();
  [[nodiscard]] std::optional<Provenance> provenanceOf(const Entry& entry) const;
  [[nodiscard]] std::optional<Provenance> provenanceGiven(const Entry& entry) const;
  [[nodiscard]] std::optional<Provenance> provenanceOfMethod(const resolved::Function& function,
                                                             std::size_t arguments) const;
  /// Of the function called with so many arguments; nothing if its type does not say as much.
  [[nodiscard]] std::optional<OpenTypes> openTypesOf(const resolved::Function& function,
                                                     std::size_t arguments) const;
  void dropPositionsOfOthers();
  [[nodiscard]] const Library* libraryOf(const Entry& entry) const;
  [[nodiscard]] const resolved::ForeignFunction* foreignOf(const Entry& entry) const;
  [[nodiscard]] std::optional<ir::LibraryName> nameInBase(const Entry& entry) const;
  void makeGiven(ir::FunId id);
  std::vector<std::optional<ir::FunId>> givenTo(
      const Instance& made, const std::function<std::optional<ir::FunId>(Instance)>& find);
  [[nodiscard]] std::vector<ir::LibraryName::Argument> argumentsOf(const Entry& entry) const;
  /// As which it is made: of instances that are the same function.
  [[nodiscard]] Instance simplest(Instance wanted);
  [[nodiscard]] std::optional<ir::FunId> known(Instance wanted);
  [[nodiscard]] std::optional<ir::LibraryName> callableAs(const Entry& entry);
  void findCallable();
  void nameLibraryFunctions();
  /// Makes parts of libraries what only their functions call.
  void findLibraryParts(const std::vector<ir::FunId>& roots);
  [[nodiscard]] ir::LibraryName libraryNameOf(const Entry& entry) const;

  std::vector<Entry> entries_;      // by FunId, before `finish`
  std::vector<std::string> names_;  // the same
  std::map<std::string, Provenance> provenance_;
  std::map<std::string, ir::LibraryName> callable_;
  std::map<Instance, ir::FunId> instances_;
  std::vector<ir::FunId> making_;
  std::size_t nested_ = 0;  // instances being made for one another
  bool gaveUp_ = false;     // some instance was refused
  std::map<std::pair<DerivedKind, ir::TypeId>, ir::FunId> derived_;
  std::map<ShapeId, Choice> choices_;
  struct Applier {
    ir::FunId id;
    ir::TypeId function;
    std::size_t arguments = 0;
    std::vector<Application> applications;  // by the tags of the functions
  };
  [[nodiscard]] ir::CtorId functionCtor(ir::TypeId type, ShapeId function);
  void enter(ir::TypeId type, ShapeId function);
  bool findApplications();
  [[nodiscard]] Application applicationOf(const Applier& applier, ShapeId function);
  void writeApplier(const Applier& applier);
  void makeCell(const Instance& instance, ir::FunId id, ir::TypeId parameter, ir::TypeId result);
  [[nodiscard]] ir::CtorId cellCtor(ir::TypeId cell, ir::TypeId content);
  [[noreturn]] void refuseCell(ir::FunId id);
  void writeContents();
  struct CellContent {
    ir::FunId id;
    ir::TypeId cell;
    ir::TypeId result;
  };
  std::vector<CellContent> contents_;
  std::map<ir::TypeId, ir::CtorId> cells_;  // by what is in them
  ir::TypeId cellType_;
  std::map<ir::TypeId, std::vector<ShapeId>> functions_;  // those that are data, by their tags
  std::vector<Applier> appliers_;
  std::map<resolved::FunctionId, std::size_t> specialisations_;
  std::vector<ir::FunId> work_;
  std::vector<std::uint32_t> callsBefore_;
};

}  // namespace deforest::text
