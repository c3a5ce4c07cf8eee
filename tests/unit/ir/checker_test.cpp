// Every invariant has a program that breaks it.
#include "ir/checker.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "builder.hpp"
#include "support/check.hpp"

namespace deforest::ir {
namespace {

using ::testing::AnyOf;
using testing::Body;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::TreeProgram;

class Checker : public ::testing::Test {
 protected:
  TreeProgram p;

  void expectReason(const std::string& part, CheckOptions options = {}) {
    EXPECT_THAT(check(p.program, options), Contains(HasSubstr(part)));
  }
  Case& caseOf(FunId id) { return std::get<Case>(p.function(id).body.bindings[0].operation); }
  Alternative& branchOf(FunId id) { return caseOf(id).alternatives[1]; }
  template <class Op>
  Op& operation(FunId id, std::size_t binding) {
    return std::get<Op>(branchOf(id).body.bindings[binding].operation);
  }
  // Replaces the body of `sumFlip` by one binding with these results.
  void setBody(const std::vector<std::pair<std::string, TypeId>>& results, Operation operation) {
    Body body = p.body(p.sumFlip);
    body.bindAll(results, std::move(operation));
    p.define(p.sumFlip, body.results({intLiteral(0)}));
  }
};

TEST_F(Checker, AcceptsAWellFormedProgram) {
  EXPECT_THAT(check(p.program), IsEmpty());
  EXPECT_THAT(check(p.program, {.normalForm = true}), IsEmpty());
  EXPECT_NO_THROW(require(p.program, "building"));
}

TEST_F(Checker, RequireThrowsWithTheReasons) {
  p.program.functions[0].name = "sum";
  try {
    require(p.program, "renaming");
    FAIL() << "accepted";
  } catch (const support::InternalError& error) {
    EXPECT_THAT(error.what(), HasSubstr("after renaming"));
    EXPECT_THAT(error.what(), HasSubstr("two functions are called `sum`"));
  }
}

TEST_F(Checker, CallsOfLibrariesCanBeWritten) {
  std::optional<LibraryName>& library = p.function(p.sumFlip).library;
  library = LibraryName{"Data.Map", "f", {{"", {0}, 0, {}}}};
  EXPECT_THAT(check(p.program), IsEmpty());
  library->arguments.clear();
  expectReason("does not pass each parameter once to its library");
  library->arguments = {{"nobody", {0}, 1, {}}};
  expectReason("gives its library `nobody`, which is not there");
}

TEST_F(Checker, CallsAreGivenWhatTheyResultInByOneFunctionAlone) {
  const VarId result{static_cast<std::uint32_t>(p.function(p.sumFlip).variables.size())};
  setBody({{"r", p.tree}}, Call{p.flip, {result}});
  expectReason("is used before it is bound");
  p.function(p.sumFlip).library = LibraryName{"Data.Function", "fix", {{"", {0}, 0, {}}}};
  EXPECT_THAT(check(p.program), IsEmpty());
}

TEST_F(Checker, TypesOfLibrariesAloneHaveAModule) {
  p.program.types.back().module = "Data.Map";
  expectReason("types of libraries, and no others, have a module");
}

TEST_F(Checker, TypeNamesAreUnique) {
  p.program.types[1].name = "Int";
  expectReason("another type has the same name");
}

TEST_F(Checker, ScalarsHaveTheirName) {
  p.program.types[0].name = "Integer";
  expectReason("a scalar type must be called `Int`");
}

TEST_F(Checker, ScalarsHaveNoConstructors) {
  p.program.types[0].constructors = {p.leaf};
  expectReason("a scalar type has constructors");
}

TEST_F(Checker, ConstructorsPointBack) {
  p.program.constructors[p.leaf.value].type = p.intType;
  expectReason("belongs to another type");
  expectReason("its type does not list it");
}

TEST_F(Checker, ConstructorsAreInOrder) {
  p.program.constructors[p.leaf.value].tag = 1;
  expectReason("has a wrong tag");
}

TEST_F(Checker, ConstructorNamesDiffer) {
  p.program.constructors[p.leaf.value].name = "B";
  expectReason("two constructors are called `B`");
}

TEST_F(Checker, ConstructorsExist) {
  p.program.types[p.tree.value].constructors[0] = CtorId{77};
  expectReason("a constructor is out of range");
}

TEST_F(Checker, FieldTypesExist) {
  p.program.constructors[p.branch.value].fields[0].type = TypeId{};
  expectReason("the type of a field is out of range");
}

TEST_F(Checker, NewtypesHaveOneField) {
  p.program.types[p.tree.value].isNewtype = true;
  expectReason("a newtype has one constructor with one field");
}

TEST_F(Checker, ListsHaveTheirConstructors) {
  const TypeId list = p.list(p.intType);
  EXPECT_THAT(check(p.program), IsEmpty());
  p.program.constructors[p.cons(list).value].fields[1].type = p.intType;
  expectReason("the constructors of a list type are");
}

TEST_F(Checker, TuplesHaveTheirArguments) {
  const TypeId tuple = p.tuple({p.intType, p.tree});
  EXPECT_THAT(check(p.program), IsEmpty());
  p.program.types[tuple.value].arguments.pop_back();
  expectReason("a tuple type has one constructor");
}

TEST_F(Checker, FunctionNamesAreUniqueAndNotEmpty) {
  p.program.functions[0].name = "sum";
  expectReason("two functions are called `sum`");
  p.program.functions[0].name = "";
  expectReason("a function has no name");
}

TEST_F(Checker, FunctionsHaveResults) {
  p.function(p.sumFlip).resultTypes.clear();
  expectReason("function `sumFlip`: it has no result");
}

TEST_F(Checker, SignaturesExist) {
  p.function(p.sum).parameters[0] = VarId{};
  expectReason("function `sum`: a parameter or result type is out of range");
}

TEST_F(Checker, RootsExistOnce) {
  p.root(p.sumFlip);
  expectReason("`sumFlip` is a root twice");
  p.root(FunId{9});
  expectReason("a root is out of range");
}

TEST_F(Checker, OutputsBelongToMain) {
  p.program.outputs = {Output::Print};
  expectReason("no function `main`");
  const FunId main = p.declare("main", {}, {p.intType});
  p.define(main, p.body(main).results({intLiteral(1)}));
  EXPECT_THAT(check(p.program), IsEmpty());
  p.program.outputs = {Output::PutStr};
  expectReason("output 1 of `main` is put, but is no string");
  p.program.outputs.clear();
  expectReason("`main` has 1 results, but there are 0 outputs");
  p.program.outputs = {Output::Print};
  p.function(main).parameters.push_back(p.function(main).fresh(p.intType, "x"));
  expectReason("function `main` has parameters");
}

TEST_F(Checker, VariablesAreBoundOnce) {
  branchOf(p.flip).fields[2] = branchOf(p.flip).fields[1];
  expectReason("is bound twice");
}

TEST_F(Checker, VariablesAreInRange) {
  operation<Call>(p.flip, 0).arguments[0] = VarId{99};
  expectReason("variable v99 is out of range");
  branchOf(p.flip).fields[2] = VarId{98};
  expectReason("variable v98 is out of range");
}

TEST_F(Checker, VariablesAreUsedInScope) {
  std::swap(branchOf(p.flip).body.bindings[0], branchOf(p.flip).body.bindings[2]);
  expectReason("is used before it is bound");
  p.function(p.sumFlip).body.results = {VarId{55}};
  expectReason("out of range");
}

TEST_F(Checker, ScopesEndWithTheirBlock) {
  const VarId field = branchOf(p.sum).fields[0];
  p.function(p.sum).body.results = {field};
  expectReason("is used out of its scope");
}

TEST_F(Checker, VariableTypesExist) {
  p.function(p.sum).variables[branchOf(p.sum).fields[0].value].type = TypeId{44};
  expectReason("the type of variable `x`");
}

TEST_F(Checker, CopiesKeepTypes) {
  setBody({{"x", p.intType}}, Copy{{p.parameter(p.sumFlip, 0)}});
  expectReason("value 1, `t` (v0), has type `Tree` instead of `Int`");
  setBody({{"x", p.intType}}, Copy{});
  expectReason("0 values instead of 1");
  setBody({}, Copy{});
  expectReason("it has no result");
}

TEST_F(Checker, LiteralsHaveTypesAndRanges) {
  setBody({{"x", p.intType}}, Copy{{boolLiteral(true)}});
  expectReason("a literal of type `Bool` instead of `Int`");
  setBody({{"x", p.boolType}}, Copy{{Literal{TypeKind::Bool, 2}}});
  expectReason("a literal out of the range");
  setBody({{"x", p.charType}}, Copy{{Literal{TypeKind::Char, 0x110000}}});
  expectReason("a literal out of the range");
  setBody({{"x", p.tree}}, Copy{{Literal{TypeKind::Data, 0}}});
  expectReason("a literal of a type without literals");
}

TEST_F(Checker, PrimitivesAreTyped) {
  const Atom tree = p.parameter(p.sumFlip, 0);
  setBody({{"x", p.intType}}, Primitive{PrimOp::Add, {intLiteral(1)}});
  expectReason("operands of `+` of wrong number or types");
  setBody({{"x", p.intType}}, Primitive{PrimOp::Add, {intLiteral(1), tree}});
  expectReason("operands of `+` of wrong number or types");
  setBody({{"x", p.boolType}}, Primitive{PrimOp::Add, {intLiteral(1), intLiteral(2)}});
  expectReason("`+` has no result of type `Bool`");
  setBody({{"x", p.intType}, {"y", p.intType}},
          Primitive{PrimOp::Add, {intLiteral(1), intLiteral(2)}});
  expectReason("`+` has one result");
  setBody({{"x", p.list(p.intType)}}, Primitive{PrimOp::Seq, {intLiteral(1), tree}});
  expectReason("the second operand of `seq`");
  setBody({{"x", p.intType}}, Primitive{static_cast<PrimOp>(200), {}});
  expectReason("its primitive is out of range");
  setBody({{"x", p.doubleType}}, Primitive{PrimOp::FromIntegral, {intLiteral(1)}});
  EXPECT_THAT(check(p.program), IsEmpty());
}

TEST_F(Checker, ConstructionsAreTyped) {
  const Atom tree = p.parameter(p.sumFlip, 0);
  setBody({{"x", p.tree}}, Construct{p.branch, {intLiteral(1), tree}});
  expectReason("2 fields instead of 3");
  setBody({{"x", p.tree}}, Construct{p.branch, {tree, tree, tree}});
  expectReason("field 1, `t` (v0), has type `Tree` instead of `Int`");
  setBody({{"x", p.intType}}, Construct{p.leaf, {}});
  expectReason("result 1 has type `Int` instead of `Tree`");
  setBody({{"x", p.tree}}, Construct{CtorId{33}, {}});
  expectReason("its constructor is out of range");
}

TEST_F(Checker, CallsAreTyped) {
  const Atom tree = p.parameter(p.sumFlip, 0);
  setBody({{"x", p.intType}}, Call{p.sum, {}});
  expectReason("0 arguments instead of 1");
  setBody({{"x", p.intType}}, Call{p.sum, {intLiteral(1)}});
  expectReason("argument 1 is a literal of type `Int` instead of `Tree`");
  setBody({{"x", p.tree}}, Call{p.sum, {tree}});
  expectReason("result 1 has type `Tree` instead of `Int`");
  setBody({{"x", p.intType}, {"y", p.intType}}, Call{p.sum, {tree}});
  expectReason("it binds 2 results of 1");
  setBody({{"x", p.intType}}, Call{FunId{12}, {}});
  expectReason("the function called is out of range");
}

TEST_F(Checker, ForeignCallsHaveANameAndAResult) {
  const Atom tree = p.parameter(p.sumFlip, 0);
  setBody({{"x", p.intType}}, Foreign{"", {tree}});
  expectReason("a foreign call without a name");
  setBody({{"x", p.intType}, {"y", p.intType}}, Foreign{"M.f", {tree}});
  expectReason("a foreign call has one result");
  setBody({{"x", p.intType}}, Foreign{"M.f", {VarId{99}}});
  expectReason("");
  setBody({{"x", p.tree}}, Foreign{"M.f", {tree, intLiteral(1)}});
  EXPECT_THAT(check(p.program), IsEmpty());
}

TEST_F(Checker, UnpackingIsOfASingleConstructor) {
  const Atom tree = p.parameter(p.sumFlip, 0);
  setBody({{"x", p.intType}, {"l", p.tree}, {"r", p.tree}}, Unpack{p.branch, tree});
  expectReason("which is not the only constructor");
  const TypeId pair = p.tuple({p.intType, p.intType});
  setBody({{"x", p.intType}, {"y", p.intType}}, Unpack{p.program.type(pair).constructors[0], tree});
  expectReason("what is unpacked, `t` (v0), has type `Tree`");
}

TEST_F(Checker, FailuresHaveResults) {
  setBody({}, Fail{"no"});
  expectReason("it has no result");
  setBody({{"x", p.tree}, {"y", p.intType}}, Fail{"no"});
  EXPECT_THAT(check(p.program), IsEmpty());
}

TEST_F(Checker, ConditionalsBranchOnBool) {
  const Block one{{}, {intLiteral(1)}};
  setBody({{"x", p.intType}}, Conditional{intLiteral(1), one, one});
  expectReason("a condition that is not of type `Bool`");
  setBody({{"x", p.intType}}, Conditional{boolLiteral(true), one, Block{}});
  expectReason("the branch `else`: 0 results instead of 1");
  setBody({{"x", p.boolType}}, Conditional{boolLiteral(true), one, one});
  expectReason("the branch `then`: result 1 is a literal of type `Int`");
  setBody({}, Conditional{boolLiteral(true), Block{}, Block{}});
  expectReason("it has no result");
}

TEST_F(Checker, CasesAreTotalAndOrdered) {
  std::swap(caseOf(p.sum).alternatives[0], caseOf(p.sum).alternatives[1]);
  expectReason("the alternatives are not the constructors of `Tree` in order");
  caseOf(p.sum).alternatives.pop_back();
  expectReason("the alternatives are not the constructors of `Tree` in order");
}

TEST_F(Checker, CasesHaveTwoAlternatives) {
  const TypeId pair = p.tuple({p.intType, p.intType});
  const FunId bad = p.declare("bad", {{"q", pair}}, {p.intType});
  const CtorId ctor = p.program.type(pair).constructors[0];
  const std::vector<VarId> fields = p.fields(bad, ctor, {"x", "y"});
  p.defineCase(bad, 0, {{ctor, fields, Block{{}, {fields[0]}}}});
  expectReason("which has fewer than two constructors");
}

TEST_F(Checker, CasesAreOnVariables) {
  caseOf(p.sum).scrutinee = intLiteral(0);
  expectReason("a `case` on a literal");
}

TEST_F(Checker, AlternativesBindTheirFields) {
  branchOf(p.sum).fields.pop_back();
  expectReason("alternative `B` binds 2 fields of 3");
  branchOf(p.flip).fields = {branchOf(p.flip).fields[1], branchOf(p.flip).fields[0],
                             branchOf(p.flip).fields[2]};
  expectReason("field 1 of `B`, `l`");
}

TEST_F(Checker, BodiesHaveTheResultsOfTheirFunction) {
  p.function(p.sumFlip).body.results = {p.parameter(p.sumFlip, 0)};
  expectReason("the body: result 1, `t` (v0), has type `Tree` instead of `Int`");
  p.function(p.sumFlip).body.results = {};
  expectReason("the body: 0 results instead of 1");
}

TEST_F(Checker, NormalFormHasTheCaseOutermost) {
  Block inner = std::move(p.function(p.sum).body);
  p.function(p.sum).body = {};
  const VarId outer = p.function(p.sum).fresh(p.intType, "outer");
  p.function(p.sum).body.bindings.push_back(
      {{outer}, Conditional{boolLiteral(true), inner, Block{{}, {intLiteral(0)}}}, {}});
  p.function(p.sum).body.results = {outer};
  EXPECT_THAT(check(p.program), IsEmpty());
  expectReason("not the outermost operation (normal form)", {.normalForm = true});
}

TEST_F(Checker, NormalFormHasTheCaseOnAParameter) {
  // let u = flip t in case u of ...: the case is neither sole nor on a parameter.
  Binding call{{p.function(p.sum).fresh(p.tree, "u")}, Call{p.flip, {p.parameter(p.sum, 0)}}, {}};
  caseOf(p.sum).scrutinee = call.results[0];
  std::vector<Binding>& bindings = p.function(p.sum).body.bindings;
  bindings.insert(bindings.begin(), call);
  EXPECT_THAT(check(p.program), IsEmpty());
  expectReason("on something else than a parameter (normal form)", {.normalForm = true});
  expectReason("not the outermost operation (normal form)", {.normalForm = true});
}

TEST_F(Checker, NormalFormResultsInTheCase) {
  p.function(p.sum).body.results = {intLiteral(0)};
  EXPECT_THAT(check(p.program), IsEmpty());
  expectReason("does not result in the results of its `case`", {.normalForm = true});
}

TEST_F(Checker, NativeFormHasNoCopy) {
  setBody({{"a", p.intType}}, Copy{{intLiteral(1)}});
  EXPECT_THAT(check(p.program), IsEmpty());
  expectReason("it is a copy (native form)", {.nativeForm = true});
}

TEST_F(Checker, NativeFormHasNoSeq) {
  setBody({{"a", p.intType}}, Primitive{PrimOp::Seq, {intLiteral(1), intLiteral(2)}});
  EXPECT_THAT(check(p.program), IsEmpty());
  expectReason("it is a `seq` (native form)", {.nativeForm = true});
  setBody({{"a", p.intType}}, Primitive{PrimOp::Seq, {intLiteral(1), intLiteral(1)}});
  EXPECT_THAT(check(p.program, {.nativeForm = true}), IsEmpty());
}

TEST_F(Checker, NativeFormEndsWithAnError) {
  setBody({{"a", p.intType}}, Fail{"no"});
  EXPECT_THAT(check(p.program), IsEmpty());
  expectReason("its block goes on after an error (native form)", {.nativeForm = true});
  Function& function = p.function(p.sumFlip);
  function.body.results = {function.body.bindings[0].results[0]};
  EXPECT_THAT(check(p.program, {.nativeForm = true}), IsEmpty());
}

TEST_F(Checker, DescribesAtMostTheLimit) {
  for (int i = 0; i < 10; ++i) p.root(FunId{100});
  EXPECT_EQ(check(p.program, {.limit = 3}).size(), 3U);
}

TEST_F(Checker, NamesFunctionAndBinding) {
  p.function(p.sumFlip).body.bindings[1].position = {12, 3};
  std::get<Call>(p.function(p.sumFlip).body.bindings[1].operation).arguments = {};
  expectReason("function `sumFlip`, binding of `s` (v2) (line 12): 0 arguments instead of 1");
}

}  // namespace
}  // namespace deforest::ir
