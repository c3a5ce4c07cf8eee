#include "ir/checker.hpp"

#include <algorithm>
#include <set>

#include "ir/checker_types.hpp"
#include "ir/library_calls.hpp"
#include "ir/primitives.hpp"
#include "ir/scalar.hpp"
#include "ir/tail.hpp"
#include "support/check.hpp"
#include "support/match.hpp"

namespace deforest::ir {
namespace {

// Signatures that callers rely on; checked before any body is.
bool signatureUsable(const Program& program, const Function& function) {
  const auto typeExists = [&](TypeId type) { return type.value < program.types.size(); };
  return std::ranges::all_of(function.resultTypes, typeExists) &&
         std::ranges::all_of(function.parameters, [&](VarId parameter) {
           return parameter.value < function.variables.size() &&
                  typeExists(function.variables[parameter.value].type);
         });
}

class FunctionChecker {
 public:
  using Report = std::function<void(std::string)>;

  FunctionChecker(const Program& program, const Function& function, CheckOptions options,
                  const Report& report)
      : program_(program),
        function_(function),
        options_(options),
        report_(report),
        state_(function.variables.size(), State::Unbound) {}

  void run() {
    if (function_.resultTypes.empty()) complain("it has no result");
    for (const VarId parameter : function_.parameters) bind(parameter);
    checkBlock(function_.body, function_.resultTypes, "the body", true);
  }

 private:
  enum class State : std::uint8_t { Unbound, InScope, OutOfScope };

  void complain(const std::string& what) {
    std::string place = "function `" + function_.name + "`";
    if (binding_ != nullptr) {
      place += ", binding of";
      for (const VarId result : binding_->results) place += " " + nameOf(result);
      if (binding_->results.empty()) place += " nothing";
      if (binding_->position.known()) {
        place += " (line " + std::to_string(binding_->position.line) + ")";
      }
    }
    report_(place + ": " + what);
  }

  [[nodiscard]] std::string nameOf(VarId variable) const {
    if (!variable.valid()) return "v?";
    const std::string id = "v" + std::to_string(variable.value);
    if (variable.value >= function_.variables.size()) return id;
    const std::string& name = function_.variables[variable.value].name;
    return name.empty() ? "`" + id + "`" : "`" + name + "` (" + id + ")";
  }

  [[nodiscard]] std::string typeName(TypeId type) const {
    return type.value < program_.types.size() ? "`" + program_.type(type).name + "`"
                                              : "a type out of range";
  }

  void bind(VarId variable) {
    if (variable.value >= function_.variables.size()) {
      complain("variable " + nameOf(variable) + " is out of range");
      return;
    }
    if (state_[variable.value] != State::Unbound) {
      complain("variable " + nameOf(variable) + " is bound twice");
    }
    state_[variable.value] = State::InScope;
    scope_.push_back(variable);
    if (function_.variables[variable.value].type.value >= program_.types.size()) {
      complain("the type of variable " + nameOf(variable) + " is out of range");
    }
  }

  void markResults(State from, State to) {
    for (const VarId result : binding_->results) {
      if (result.value < state_.size() && state_[result.value] == from) state_[result.value] = to;
    }
  }

  void leaveScope(std::size_t mark) {
    for (; scope_.size() > mark; scope_.pop_back()) {
      state_[scope_.back().value] = State::OutOfScope;
    }
  }

  // The kind of a usable atom; nothing, after a complaint, of another.
  std::optional<TypeKind> kindOf(const Atom& atom) {
    if (const auto* literal = std::get_if<Literal>(&atom)) {
      if (literal->kind >= TypeKind::Data) {
        complain("a literal of a type without literals");
        return std::nullopt;
      }
      if ((literal->kind == TypeKind::Bool && literal->bits > 1) ||
          (literal->kind == TypeKind::Char && literal->bits > scalar::maxChar)) {
        complain("a literal out of the range of its type");
      }
      return literal->kind;
    }
    const std::optional<TypeId> type = typeOf(std::get<VarId>(atom));
    if (!type) return std::nullopt;
    return program_.type(*type).kind;
  }

  std::optional<TypeId> typeOf(VarId variable) {
    if (variable.value >= state_.size()) {
      complain("variable " + nameOf(variable) + " is out of range");
      return std::nullopt;
    }
    if (state_[variable.value] != State::InScope) {
      complain(
          "variable " + nameOf(variable) + " is used " +
          (state_[variable.value] == State::Unbound ? "before it is bound" : "out of its scope"));
      return std::nullopt;
    }
    const TypeId type = function_.variables[variable.value].type;
    if (type.value >= program_.types.size()) return std::nullopt;
    return type;
  }

  void expectAtom(const Atom& atom, TypeId expected, const std::string& what) {
    const auto* variable = std::get_if<VarId>(&atom);
    if (variable == nullptr) {
      const std::optional<TypeKind> kind = kindOf(atom);
      if (kind && program_.type(expected).kind != *kind) {
        complain(what + " is a literal of type `" + std::string(kindName(*kind)) + "` instead of " +
                 typeName(expected));
      }
      return;
    }
    const std::optional<TypeId> type = typeOf(*variable);
    if (type && *type != expected) {
      complain(what + ", " + nameOf(*variable) + ", has type " + typeName(*type) + " instead of " +
               typeName(expected));
    }
  }

  // `what` names one atom; `place` begins the complaint.
  void expectAtoms(const std::vector<Atom>& atoms, const std::vector<TypeId>& expected,
                   const std::string& what, const std::string& place = "") {
    if (atoms.size() != expected.size()) {
      complain(place + std::to_string(atoms.size()) + " " + what + "s instead of " +
               std::to_string(expected.size()));
      return;
    }
    for (std::size_t i = 0; i < atoms.size(); ++i) {
      expectAtom(atoms[i], expected[i], place + what + " " + std::to_string(i + 1));
    }
  }

  // The types of the results of `binding_`; they are in range unless that was complained about.
  [[nodiscard]] std::vector<TypeId> resultTypes() const {
    std::vector<TypeId> types;
    for (const VarId result : binding_->results) {
      if (result.value >= function_.variables.size()) continue;
      const TypeId type = function_.variables[result.value].type;
      if (type.value < program_.types.size()) types.push_back(type);
    }
    return types;
  }

  void expectResults(const std::vector<TypeId>& expected) {
    const std::vector<TypeId> types = resultTypes();
    if (binding_->results.size() != expected.size()) {
      complain("it binds " + std::to_string(binding_->results.size()) + " results of " +
               std::to_string(expected.size()));
      return;
    }
    if (types.size() != expected.size()) return;
    for (std::size_t i = 0; i < types.size(); ++i) {
      if (types[i] != expected[i]) {
        complain("result " + std::to_string(i + 1) + " has type " + typeName(types[i]) +
                 " instead of " + typeName(expected[i]));
      }
    }
  }

  void expectSomeResult() {
    if (binding_->results.empty()) complain("it has no result");
  }

  [[nodiscard]] static std::vector<TypeId> fieldTypes(const Constructor& constructor) {
    std::vector<TypeId> types;
    for (const Field& field : constructor.fields) types.push_back(field.type);
    return types;
  }

  [[nodiscard]] bool constructorExists(CtorId ctor) {
    if (ctor.value < program_.constructors.size()) return true;
    complain("its constructor is out of range");
    return false;
  }

  void checkPrimitive(const Primitive& primitive) {
    if (primitive.op > PrimOp::Seq) {
      complain("its primitive is out of range");
      return;
    }
    std::vector<TypeKind> kinds;
    for (const Atom& argument : primitive.arguments) {
      const std::optional<TypeKind> kind = kindOf(argument);
      if (!kind) return;
      kinds.push_back(*kind);
    }
    const std::string name = "`" + std::string(info(primitive.op).name) + "`";
    const std::vector<TypeKind> possible = resultKinds(primitive.op, kinds);
    if (possible.empty()) {
      complain("operands of " + name + " of wrong number or types");
      return;
    }
    if (binding_->results.size() != 1) {
      complain(name + " has one result");
      return;
    }
    const std::vector<TypeId> types = resultTypes();
    if (types.empty()) return;
    if (std::ranges::find(possible, program_.type(types[0]).kind) == possible.end()) {
      complain(name + " has no result of type " + typeName(types[0]));
    } else if (primitive.op == PrimOp::Seq) {
      expectAtom(primitive.arguments[1], types[0], "the second operand of `seq`");
    }
  }

  [[nodiscard]] bool isString(const Atom& atom) {
    const auto* variable = std::get_if<VarId>(&atom);
    const std::optional<TypeId> type = variable == nullptr ? std::nullopt : typeOf(*variable);
    if (!type) return false;
    const Type& list = program_.type(*type);
    return list.shape == DataShape::List && list.arguments.size() == 1 &&
           program_.type(list.arguments[0]).kind == TypeKind::Char;
  }

  void checkCase(const Case& match, bool outermost) {
    if (options_.normalForm) {
      const auto* scrutinee = std::get_if<VarId>(&match.scrutinee);
      const bool onParameter =
          scrutinee != nullptr &&
          std::ranges::find(function_.parameters, *scrutinee) != function_.parameters.end();
      if (!outermost) complain("a `case` that is not the outermost operation (normal form)");
      if (!onParameter) complain("a `case` on something else than a parameter (normal form)");
    }
    expectSomeResult();
    const auto* scrutinee = std::get_if<VarId>(&match.scrutinee);
    if (scrutinee == nullptr) {
      complain("a `case` on a literal");
      return;
    }
    const std::optional<TypeId> type = typeOf(*scrutinee);
    if (!type) return;
    const std::vector<CtorId>& constructors = program_.type(*type).constructors;
    if (constructors.size() < 2) {
      complain("a `case` on " + typeName(*type) + ", which has fewer than two constructors");
      return;
    }
    const auto sameCtor = [](const Alternative& alternative, CtorId ctor) {
      return alternative.ctor == ctor;
    };
    if (!std::ranges::equal(match.alternatives, constructors, sameCtor)) {
      complain("the alternatives are not the constructors of " + typeName(*type) + " in order");
      return;
    }
    const std::vector<TypeId> results = resultTypes();
    for (const Alternative& alternative : match.alternatives) {
      const Constructor& constructor = program_.constructor(alternative.ctor);
      const std::size_t mark = scope_.size();
      for (const VarId field : alternative.fields) bind(field);
      checkFields(alternative.fields, constructor);
      checkBlock(alternative.body, results, "alternative `" + constructor.name + "`", false);
      leaveScope(mark);
    }
  }

  void checkFields(const std::vector<VarId>& fields, const Constructor& constructor) {
    if (fields.size() != constructor.fields.size()) {
      complain("alternative `" + constructor.name + "` binds " + std::to_string(fields.size()) +
               " fields of " + std::to_string(constructor.fields.size()));
      return;
    }
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (fields[i].value < function_.variables.size() &&
          function_.variables[fields[i].value].type != constructor.fields[i].type) {
        complain("field " + std::to_string(i + 1) + " of `" + constructor.name + "`, " +
                 nameOf(fields[i]) + ", has another type than " +
                 typeName(constructor.fields[i].type));
      }
    }
  }

  void checkConditional(const Conditional& conditional) {
    expectSomeResult();
    const std::optional<TypeKind> kind = kindOf(conditional.condition);
    if (kind && *kind != TypeKind::Bool) complain("a condition that is not of type `Bool`");
    const std::vector<TypeId> results = resultTypes();
    checkBlock(conditional.whenTrue, results, "the branch `then`", false);
    checkBlock(conditional.whenFalse, results, "the branch `else`", false);
  }

  void checkUnpack(const Unpack& unpack) {
    if (!constructorExists(unpack.ctor)) return;
    const Constructor& constructor = program_.constructor(unpack.ctor);
    if (program_.type(constructor.type).constructors.size() != 1) {
      complain("an unpacking of `" + constructor.name + "`, which is not the only constructor");
    }
    expectAtom(unpack.scrutinee, constructor.type, "what is unpacked");
    expectResults(fieldTypes(constructor));
  }

  void checkOperation(const Operation& operation, bool outermost) {
    support::match(
        operation,
        [&](const Copy& copy) {
          expectSomeResult();
          expectAtoms(copy.atoms, resultTypes(), "value");
        },
        [&](const Primitive& primitive) { checkPrimitive(primitive); },
        [&](const Construct& construct) {
          if (!constructorExists(construct.ctor)) return;
          const Constructor& constructor = program_.constructor(construct.ctor);
          expectAtoms(construct.fields, fieldTypes(constructor), "field");
          expectResults({constructor.type});
        },
        [&](const Call& call) {
          if (call.callee.value >= program_.functions.size()) {
            complain("the function called is out of range");
            return;
          }
          const Function& callee = program_.function(call.callee);
          if (!signatureUsable(program_, callee)) return;
          std::vector<TypeId> expected;
          for (const VarId parameter : callee.parameters) {
            expected.push_back(callee.variables[parameter.value].type);
          }
          const bool tied = tiesCall(function_) && isTied(*binding_);
          if (tied) markResults(State::Unbound, State::InScope);
          expectAtoms(call.arguments, expected, "argument");
          if (tied) markResults(State::InScope, State::Unbound);
          expectResults(callee.resultTypes);
        },
        [&](const Unpack& unpack) { checkUnpack(unpack); },
        [&](const Fail& failure) {
          expectSomeResult();
          if (failure.arguments.size() > 1) complain("an error with more than one message");
          for (const Atom& message : failure.arguments) {
            if (!isString(message)) complain("the message of an error is not a String");
          }
          for (const Atom& printed : failure.printed) (void)kindOf(printed);
        },
        [&](const Foreign& foreign) {
          if (foreign.name.empty()) complain("a foreign call without a name");
          for (const Atom& argument : foreign.arguments) (void)kindOf(argument);
          if (binding_->results.size() != 1) complain("a foreign call has one result");
        },
        [&](const Conditional& conditional) { checkConditional(conditional); },
        [&](const Case& match) { checkCase(match, outermost); });
  }

  void checkNative(const Block& block, const Binding& binding) {
    if (std::holds_alternative<Copy>(binding.operation)) complain("it is a copy (native form)");
    const auto* primitive = std::get_if<Primitive>(&binding.operation);
    if (primitive != nullptr && primitive->op == PrimOp::Seq &&
        primitive->arguments[0] != primitive->arguments[1]) {
      complain("it is a `seq` (native form)");
    }
    if (!std::holds_alternative<Fail>(binding.operation)) return;
    const auto isResult = [](const Atom& atom, VarId result) { return atom == Atom(result); };
    if (&binding != &block.bindings.back() ||
        !std::ranges::equal(block.results, binding.results, isResult)) {
      complain("its block goes on after an error (native form)");
    }
  }

  void checkBlock(const Block& block, const std::vector<TypeId>& expected, const std::string& what,
                  bool outermost) {
    const std::size_t mark = scope_.size();
    const Binding* enclosing = binding_;
    for (const Binding& binding : block.bindings) {
      binding_ = &binding;
      const bool sole = outermost && block.bindings.size() == 1;
      checkOperation(binding.operation, sole);
      if (options_.normalForm && sole && std::holds_alternative<Case>(binding.operation)) {
        if (!endsInLast(block)) {
          complain("the body does not result in the results of its `case` (normal form)");
        }
      }
      if (options_.nativeForm) checkNative(block, binding);
      for (const VarId result : binding.results) bind(result);
    }
    binding_ = enclosing;
    const bool typesExist = std::ranges::all_of(
        expected, [&](TypeId type) { return type.value < program_.types.size(); });
    if (typesExist) expectAtoms(block.results, expected, "result", what + ": ");
    leaveScope(mark);
  }

  const Program& program_;
  const Function& function_;
  const CheckOptions options_;
  const Report& report_;
  std::vector<State> state_;
  std::vector<VarId> scope_;
  const Binding* binding_ = nullptr;
};

bool isListOf(const Program& program, TypeId id, auto&& isElement) {
  const Type& type = program.type(id);
  return type.shape == DataShape::List && type.arguments.size() == 1 &&
         isElement(type.arguments[0]);
}

bool isText(const Program& program, TypeId id) {
  return isListOf(program, id,
                  [&](TypeId element) { return program.type(element).kind == TypeKind::Char; });
}

bool isTexts(const Program& program, TypeId id) {
  return isListOf(program, id, [&](TypeId element) { return isText(program, element); });
}

void checkMain(const Program& program, const std::function<void(std::string)>& report) {
  const std::optional<FunId> id = program.find("main");
  if (!id) {
    if (!program.outputs.empty()) report("there are outputs, but no function `main`");
    return;
  }
  const Function& function = program.function(*id);
  std::vector<TypeId> given;
  for (const VarId parameter : function.parameters) {
    given.push_back(function.variables[parameter.value].type);
  }
  const bool arguments = !given.empty() && isTexts(program, given.front());
  const std::size_t input = arguments ? 1 : 0;
  if (given.size() > input + 1 || (given.size() > input && !isText(program, given[input]))) {
    report("function `main` has parameters other than the arguments and the input");
  }
  if (function.resultTypes.size() != program.outputs.size()) {
    report("function `main` has " + std::to_string(function.resultTypes.size()) +
           " results, but there are " + std::to_string(program.outputs.size()) + " outputs");
    return;
  }
  for (std::size_t i = 0; i < program.outputs.size(); ++i) {
    const bool put = program.outputs[i] == Output::PutStr || program.outputs[i] == Output::PutStrLn;
    if (put && !isText(program, function.resultTypes[i])) {
      report("output " + std::to_string(i + 1) + " of `main` is put, but is no string");
    }
    if (program.outputs[i] == Output::PutEach && !isTexts(program, function.resultTypes[i])) {
      report("output " + std::to_string(i + 1) + " of `main` is put, but is no list of strings");
    }
  }
}

// That the call by name which a function stands for can be written.
void checkLibraries(const Program& program, const std::function<void(std::string)>& report) {
  for (const Function& function : program.functions) {
    if (!function.library || function.library->name.empty()) continue;
    std::vector<unsigned> passed(function.parameters.size());
    const auto pass = [&](const std::vector<std::uint32_t>& parameters) {
      for (const std::uint32_t parameter : parameters) {
        if (parameter < passed.size()) ++passed[parameter];
      }
    };
    for (const LibraryName::Argument& argument : function.library->arguments) {
      if (isText(argument)) continue;
      pass(argument.before);
      pass(argument.after);
      const std::size_t count = argument.before.size() + argument.open + argument.after.size();
      if (argument.function.empty()) {
        if (count != 1) report("function `" + function.name + "` passes its library no argument");
        continue;
      }
      const std::optional<FunId> given = program.find(argument.function);
      if (!given || program.function(*given).parameters.size() != count) {
        report("function `" + function.name + "` gives its library `" + argument.function +
               "`, which is not there or takes other parameters");
      }
    }
    if (std::ranges::any_of(passed, [](unsigned times) { return times != 1; })) {
      report("function `" + function.name + "` does not pass each parameter once to its library");
    }
  }
}

void checkRoots(const Program& program, const std::function<void(std::string)>& report) {
  std::set<FunId> seen;
  for (const FunId root : program.roots) {
    if (root.value >= program.functions.size()) {
      report("a root is out of range");
    } else if (!seen.insert(root).second) {
      report("function `" + program.function(root).name + "` is a root twice");
    }
  }
}

}  // namespace

std::vector<std::string> check(const Program& program, CheckOptions options) {
  std::vector<std::string> reasons;
  const std::function<void(std::string)> report = [&](std::string reason) {
    if (reasons.size() < options.limit) reasons.push_back(std::move(reason));
  };
  checkTypes(program, report);
  if (!reasons.empty()) return reasons;
  std::set<std::string_view> names;
  bool signaturesUsable = true;
  for (const Function& function : program.functions) {
    if (function.name.empty()) report("a function has no name");
    if (!names.insert(function.name).second) {
      report("two functions are called `" + function.name + "`");
    }
    if (!signatureUsable(program, function)) {
      report("function `" + function.name + "`: a parameter or result type is out of range");
      signaturesUsable = false;
    }
  }
  checkRoots(program, report);
  if (!signaturesUsable) return reasons;
  checkMain(program, report);
  checkLibraries(program, report);
  for (const Function& function : program.functions) {
    FunctionChecker(program, function, options, report).run();
  }
  return reasons;
}

void require(const Program& program, std::string_view after, CheckOptions options) {
  const std::vector<std::string> reasons = check(program, options);
  if (reasons.empty()) return;
  std::string message = "the program is broken after " + std::string(after);
  for (const std::string& reason : reasons) message += "\n  " + reason;
  support::fail(message);
}

}  // namespace deforest::ir
