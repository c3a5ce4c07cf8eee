#include "backends/cpp/body.hpp"

#include <algorithm>

#include "ir/arrays.hpp"
#include "ir/measure.hpp"
#include "ir/primitives.hpp"
#include "ir/printing.hpp"
#include "ir/reading.hpp"
#include "ir/slots.hpp"
#include "ir/tail.hpp"
#include "ir/traverse.hpp"
#include "support/check.hpp"
#include "support/match.hpp"
#include "support/utf8.hpp"

namespace deforest::backends {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::TypeKind;
using ir::VarId;

namespace {

// Longer expressions get a name.
constexpr std::size_t longestInline = 44;

}  // namespace

CppBody::CppBody(const CppContext& context, ir::FunId id, CppVariant variant, CppText& out)
    : context_(context),
      id_(id),
      variant_(variant),
      function_(variant == CppVariant::Parallel && !context.code.spines[id.value]
                    ? context.code.forked[id.value]
                    : context.code.program.function(id)),
      out_(out),
      names_(context.reserved),
      reads_(ir::countUses(function_)),
      exprs_(function_.variables.size()),
      sameBlock_(function_),
      reuse_(context.code.reuse[id.value]),
      plan_(&function_ == &context.code.program.function(id)
                ? context.code.scratch.serial[id.value]
                : context.code.scratch.parallel[id.value]),
      plannedLoop_(&function_ == &context.code.program.function(id)
                       ? context.code.loops[id.value]
                       : context.code.forkedLoops[id.value]) {
  // A field that goes back to where it is, is not read.
  for (const auto& [field, count] : reuse_.unchanged) reads_[field.value] -= count;
  // What has been printed before an error only says where that stands.
  ir::forEachBinding(function_.body, [&](const Binding& binding) {
    const auto* failure = std::get_if<ir::Fail>(&binding.operation);
    if (failure == nullptr) return;
    for (const ir::Atom& printed : failure->printed) {
      if (const auto* variable = ir::variableOf(printed)) --reads_[variable->value];
    }
  });
  const auto& spine = context.code.spines[id.value];
  if (variant == CppVariant::Parallel && spine) spine_ = &*spine;
  if (variant == CppVariant::Parallel) shares_ = shareLevels(function_, id, context.code.facts);
  loop_ = plannedLoop_.loops();
  if (variant != CppVariant::Parallel && loop_) dropIdle();
}

// What a loop only hands on to itself is no parameter of the loop.
void CppBody::dropIdle() {
  const auto& jumps = plannedLoop_.jumps;
  std::vector<const ir::Call*> rounds;
  ir::forEachBinding(function_.body, [&](const Binding& binding) {
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    if (call != nullptr && jumps.contains(binding.results[0])) rounds.push_back(call);
  });
  for (std::size_t i = 0; i < function_.parameters.size(); ++i) {
    const VarId parameter = function_.parameters[i];
    const auto handedOn = std::count_if(rounds.begin(), rounds.end(), [&](const ir::Call* call) {
      return call->arguments[i] == Atom(parameter);
    });
    if (reads(parameter) == static_cast<unsigned>(handedOn)) reads_[parameter.value] = 0;
  }
}

std::vector<std::string> CppBody::parameters() {
  std::vector<std::string> texts;
  if (context_.takesWorker(id_, variant_)) texts.emplace_back("deforest::Worker& worker");
  if (variant_ == CppVariant::Parallel) texts.emplace_back("unsigned levels");
  for (const VarId parameter : function_.parameters) {
    const CppType& type = typeOf(parameter);
    std::string text = loop_ ? type.type : cppParameter(type);
    if (isUsed(parameter)) {
      const std::string name = local(parameter);
      exprs_[parameter.value] = {name, false, true, {parameter}};
      text += ' ' + name;
    }
    texts.push_back(text);
  }
  return texts;
}

// Whether the text mentions a parameter.
bool CppBody::isUsed(VarId parameter) const {
  return variant_ == CppVariant::Parallel || reads(parameter) != 0;
}

void CppBody::write() {
  if (variant_ == CppVariant::Parallel) {
    const ir::Call same{
        id_, std::vector<Atom>(function_.parameters.begin(), function_.parameters.end())};
    out_.open("if (levels == 0) {");
    const CppVariant serial =
        context_.tickingNames[id_.value].empty() ? CppVariant::Serial : CppVariant::Ticking;
    out_.line("return " + callText(same, serial, "worker", "levels") + ";");
    out_.close();
    if (shares_.inTurn && spine_ == nullptr) {
      out_.line("levels = deforest::share(levels, " + std::to_string(shares_.calls) + ");");
    }
  }
  beginProfile();
  tickDue_ = variant_ != CppVariant::Serial && context_.ticks[id_.value];
  if (loop_) {
    startLoop();
    if (spine_ != nullptr) startSpine();
    const SurvivorPlan& survivors = context_.code.survivors[id_.value];
    if (survivors.betweenRounds && (spine_ == nullptr || survivors.carried.empty())) {
      writeWatchOfRounds();
    }
    const bool frees = survivors.freesRounds && spine_ == nullptr;
    const std::string begin = frees ? local("begin") : std::string();
    if (frees) out_.line("const auto " + begin + " = worker.mark();");
    out_.open("while (true) {");
    if (frees) out_.line("worker.release(" + begin + ");");
    writeMovesOfRound();
    if (spine_ != nullptr) writeSpineEnd();
    if (!profile_.empty()) out_.line(profile_ + ".round();");
    writeOrder();
    atLoopEnd_ = true;
    writeBlock(function_.body, {});
    out_.close();
    return;
  }
  writeOrder();
  writeBlock(function_.body, {});
}

// What counts for the function stays until it returns; a loop is called anew with every round.
void CppBody::beginProfile() {
  if (!context_.keepsProfile()) return;
  profile_ = local("thisCall");
  out_.line(std::string("const deforest::") + (loop_ ? "Looping " : "Called ") + profile_ + "(" +
            std::to_string(context_.profiled[id_.value]) + ");");
}

void CppBody::writeOrder() {
  for (const VarId tree : context_.code.backwards[id_.value]) {
    out_.line("deforest::readsBackwards(" + exprs_[tree.value].text + ");");
  }
}

// Whether the results of a last call are those of the function.
bool CppBody::plainExit() const {
  if (!loop_) return true;
  const auto& results = plannedLoop_.results;
  return std::all_of(results.begin(), results.end(), [](const LoopResult& result) {
    return result.kind == LoopResult::Kind::Same;
  });
}

// -------------------------------------------------------------------------------------- blocks

void CppBody::writeBlock(const Block& block, const Target& target) {
  if (fallsThrough(block, target)) return;
  const Naming here(*this);
  Scope scope{block, {}, {}, nullptr, std::vector<bool>(block.bindings.size())};
  if (loop_ && target.returns()) {
    scope.jump = plannedLoop_.jumpIn(block);
  }
  if (scope.jump != nullptr) {
    scope.chained[scope.jump->call] = true;
    for (const auto& chain : scope.jump->chains) {
      for (const std::size_t index : chain) scope.chained[index] = true;
    }
  }
  planCells(scope);
  for (const Binding& binding : block.bindings) {
    const auto* construct = std::get_if<ir::Construct>(&binding.operation);
    // Cells that hold a constant need not wait for it.
    if (construct != nullptr && construct->fields.empty()) {
      exprs_[binding.results[0].value] = valueOf(*construct);
    }
  }
  for (std::size_t i = 0; i < block.bindings.size(); ++i) {
    allocateCells(scope, i);
    const auto* call = std::get_if<ir::Call>(&block.bindings[i].operation);
    if (call != nullptr && context_.code.facts.heavy[call->callee.value]) {
      writeTick();
      const auto needed = plan_.needed.find(block.bindings[i].results[0]);
      if (needed != plan_.needed.end()) endScratchUnless(needed->second);
    }
    if (call != nullptr && variant_ == CppVariant::Parallel) beginForks(scope, i);
    if (!writeBinding(scope, i, target)) return;
  }
  if (scope.jump != nullptr) {
    writeJump(scope);
  } else {
    writeResults(block, target);
  }
}

// Counts a visit, once on every path that goes on to others and has made no cell yet.
void CppBody::writeTick() {
  if (tickDue_) {
    out_.line("worker.tick();");
    ticked_ = true;
  }
  tickDue_ = false;
}

// Writes a binding; false if what follows is not reached or already written.
bool CppBody::writeBinding(Scope& scope, std::size_t at, const Target& target) {
  const Binding& binding = scope.block.bindings[at];
  if (scope.chained[at]) return true;
  const bool last = ir::endsIn(scope.block, at);
  bool goesOn = true;
  support::match(
      binding.operation,
      [&](const ir::Copy& copy) {
        for (std::size_t i = 0; i < copy.atoms.size(); ++i) {
          exprs_[binding.results[i].value] = expr(copy.atoms[i]);
        }
      },
      [&](const ir::Primitive& primitive) { writePrimitive(binding, primitive); },
      [&](const ir::Construct&) { writeConstruct(scope, at); },
      [&](const ir::Call& call) {
        writeCall(scope, binding, call, target, last);
        goesOn = !(last && target.returns() && plainExit());
      },
      [&](const ir::Unpack& unpack) { writeUnpack(binding, unpack); },
      [&](const ir::Foreign& call) { writeForeign(binding, call); },
      [&](const ir::Fail& failure) {
        writeFail(binding, failure);
        goesOn = false;
      },
      [&](const ir::Conditional& conditional) {
        writeConditional(binding, conditional, target, last);
        goesOn = !last;
      },
      [&](const ir::Case& match) {
        writeCase(binding, match, target, last);
        goesOn = !last;
      });
  return goesOn;
}

// A message that begins with a position (of a match that no clause fits) says it there.
void CppBody::writeFail(const Binding& binding, const ir::Fail& failure) {
  std::string message = failure.message;
  std::string position = cppPosition(context_, binding.position);
  if (!failure.arguments.empty()) {
    out_.line("deforest::failWith(" + expr(failure.arguments[0]).text + position + ");");
    return;
  }
  const std::string name = context_.code.program.placeOf(binding.position).file;
  const std::string file = name + ":";
  if (context_.errors != CppErrors::Exit && message.starts_with(file)) {
    const std::size_t begin = name.rfind('/') + 1;
    const std::size_t end = message.find(": ", file.size());
    position = ", " + cppString(message.substr(begin, end - begin));
    message.erase(0, end + 2);
  }
  out_.line("deforest::fail(" + cppString(message) + position + ");");
}

void CppBody::writeResults(const Block& block, const Target& target) {
  if (target.returns()) {
    returnValues(block);
    return;
  }
  for (std::size_t i = 0; i < block.results.size(); ++i) {
    if (target.variables[i].empty()) continue;
    const std::string value = expr(block.results[i]).text;
    const bool there = value == target.values[i] || value == target.variables[i];
    if (!there) out_.line(target.variables[i] + " = " + value + ";");
  }
}

void CppBody::returnValues(const Block& block) {
  std::vector<std::string> texts;
  for (const auto& value : block.results) texts.push_back(expr(value).text);
  finishReturn(std::move(texts), &block);
}

// --------------------------------------------------------------------------- simple operations

void CppBody::writePrimitive(const Binding& binding, const ir::Primitive& primitive) {
  const VarId result = binding.results[0];
  if (primitive.op == ir::PrimOp::Seq) {  // What is forced is there; perhaps nobody else reads it.
    out_.line("static_cast<void>(" + expr(primitive.arguments[0]).text + ");");
    return;
  }
  const bool total = ir::isTotal(primitive.op, primitive.arguments);
  if (reads(result) == 0 && total) return;
  std::vector<CppExpr> operands;
  bool typed = true;  // the first operand of an overloaded function says which one is meant
  for (const auto& atom : primitive.arguments) {
    operands.push_back(expr(atom, typed));
    typed = false;
  }
  const TypeKind kind = kindOf(primitive.arguments[0]);
  const TypeKind resultKind =
      context_.code.program.type(function_.variables[result.value].type).kind;
  // Limbs are made where the binding stands.
  const bool makes = makesInteger(context_.code.program, function_, binding);
  const std::string worker = makes ? place(binding) : std::string();
  CppExpr value = cppPrimitive(primitive.op, kind, resultKind, operands, worker);
  // What may fail is a function. It says where.
  if (!total) value.text.insert(value.text.size() - 1, cppPosition(context_, binding.position));
  if (reads(result) == 0) {
    out_.line("static_cast<void>(" + value.text + ");");
  } else if (!makes && total && reads(result) == 1 && value.text.size() <= longestInline) {
    exprs_[result.value] = value;
  } else {
    define(result, value.text);
    if (makes && !profile_.empty()) {
      out_.line(profile_ + ".made(" + worker + ", " + exprs_[result.value].text + ");");
    }
  }
}

void CppBody::writeForeign(const Binding& binding, const ir::Foreign& call) {
  if (ir::isSlotCall(call.name)) return writeSlot(binding, call);
  if (ir::isArrayCall(call.name)) return writeArray(binding, call);
  if (ir::isInputCall(call)) return writeInput(binding, call);
  if (call.name == ir::afterReadingCall) {
    out_.line("static_cast<void>(" + expr(call.arguments[1]).text + ");");
    exprs_[binding.results[0].value] = readNow(call.arguments[0]);
    return;
  }
  if (call.name == ir::fileTextCall) {
    define(binding.results[0],
           "deforest::ProgramFiles().text<" + textType(binding) + ">(" + place(binding) + ")");
    return;
  }
  writePut(binding, call);
}

// `<unread>`: nothing, as `main` is given nothing. What is read is read in its place.
void CppBody::writeInput(const Binding& binding, const ir::Foreign& call) {
  const VarId result = binding.results[0];
  const std::string printed = expr(call.arguments[0]).text;
  const std::string left = expr(ir::inputOf(call), true).text;
  if (call.name == ir::unreadCall) {
    out_.line("static_cast<void>(" + printed + ");");
    define(result, left);
  } else {
    define(result, "deforest::Input::ahead<" + textType(binding) + ">(" + printed + ", " + left +
                       ", " + expr(call.arguments[2]).text + ")");
  }
}

// The struct that a String is a pointer to.
std::string CppBody::textType(const Binding& binding) const {
  return context_.layout[function_.variables[binding.results[0].value].type].name;
}

// The value that stands for what has been printed is the same to C++ before and afterwards.
void CppBody::writePut(const Binding& binding, const ir::Foreign& call) {
  const VarId result = binding.results[0];
  if (call.name == ir::outputCall) {
    define(result, "deforest::Output::standard()");
    return;
  }
  if (call.name == ir::writtenCall) {
    out_.line("static_cast<void>(" + expr(call.arguments[0]).text + ");");
    exprs_[result.value] = expr(call.arguments[1]);
    return;
  }
  const CppExpr output = readNow(call.arguments[0]);
  if (call.name == ir::printCall) {
    const std::string text = local("text");
    const bool data = kindOf(call.arguments[1]) == TypeKind::Data;
    // An empty list has no type of its own.
    const std::string value =
        data ? named(call.arguments[1]).text : expr(call.arguments[1], true).text;
    out_.line("std::string " + text + ";");
    out_.line(std::string(data ? "" : "deforest::") + "show(" + text + ", 0, " + value + ");");
    out_.line(output.text + ".put(" + text + ");");
    exprs_[result.value] = output;
    return;
  }
  const bool onFiles = ir::isFileCall(call.name);
  std::string written = onFiles ? "deforest::ProgramFiles()" : output.text;
  if (call.name == ir::openFileCall || call.name == ir::closeFileCall) {
    const bool opens = call.name == ir::openFileCall;
    out_.line(written + (opens ? ".open(" + expr(call.arguments[1]).text + ");" : ".close();"));
    exprs_[result.value] = output;
    return;
  }
  support::check(ir::takesCharacters(call.name), "a foreign call in C++");
  const std::string put = call.name == ir::putErrorCall   ? ".putError("
                          : call.name == ir::fileNameCall ? ".name("
                                                          : ".put(";
  std::string text;
  const auto endText = [&] {
    if (!text.empty()) written += put + cppString(text) + ")";
    text.clear();
  };
  for (std::size_t i = 1; i < call.arguments.size(); ++i) {
    const auto* letter = std::get_if<ir::Literal>(&call.arguments[i]);
    if (letter != nullptr && letter->bits != 0) {
      support::appendUtf8(text, letter->bits);
      continue;
    }
    endText();
    written += put + expr(call.arguments[i]).text + ")";
  }
  endText();
  out_.line(written + ";");
  exprs_[result.value] = output;
}

void CppBody::writeSlot(const Binding& binding, const ir::Foreign& call) {
  const VarId result = binding.results[0];
  if (call.name == ir::slotCall) {
    const std::string& type = (*context_.code.layout)[function_.variables[result.value].type].type;
    define(result, type.substr(0, type.size() - 1) + "::in(" + place(binding) + ")");
    return;
  }
  const std::string slot = expr(call.arguments[0]).text;
  if (call.name == ir::isFilledCall) {
    define(result, slot + "->filled()");
  } else if (call.name == ir::slotValueCall) {
    define(result, slot + "->value");
  } else {
    define(result, slot + "->fill(" + expr(call.arguments[1], true).text + ")");
  }
}

// What has been done with arrays so far is to C++ the memory that they are in.
void CppBody::writeArray(const Binding& binding, const ir::Foreign& call) {
  const VarId result = binding.results[0];
  const auto argument = [&](std::size_t i) { return expr(call.arguments[i]).text; };
  const auto element = [&](const Atom& atom) {
    const ir::TypeId type = ir::typeOf(context_.code.program, function_, atom);
    return "<" + context_.layout[type].type + ">(";
  };
  if (call.name == ir::arraysCall) {
    const std::string arrays = local("arrays");
    out_.line("const deforest::Arrays " + arrays + "(worker);");
    define(result, arrays + ".token()");
  } else if (call.name == ir::newArrayCall) {
    define(result, "deforest::Arrays::make" + element(call.arguments[1]) + argument(2) + ", " +
                       argument(0) + ", " + argument(1) + ")");
  } else if (call.name == ir::elementCall) {
    define(result,
           "deforest::Arrays::at" + element(Atom(result)) + argument(0) + ", " + argument(1) + ")");
  } else if (call.name == ir::putElementCall) {
    out_.line("deforest::Arrays::put" + element(call.arguments[2]) + argument(0) + ", " +
              argument(1) + ", " + argument(2) + ");");
    exprs_[result.value] = readNow(call.arguments[3]);
  } else {
    exprs_[result.value] = readNow(call.arguments[0]);
  }
}

void CppBody::writeRead(VarId variable, const CppExpr& read) {
  if (reads(variable) == 0) return;
  if (reads(variable) == 1 && !reuse_.early.contains(variable)) {
    exprs_[variable.value] = read;
  } else {
    define(variable, read.text);
  }
}

// The value, of which what it is read from may be given back from now on.
CppExpr CppBody::readNow(const Atom& atom) {
  return ir::variableOf(atom) == nullptr ? expr(atom) : named(atom);
}

// The value as a variable.
CppExpr CppBody::named(const Atom& atom) {
  const CppExpr unnamed = expr(atom);
  if (unnamed.name) return unnamed;
  const VarId variable = std::get<VarId>(atom);
  const std::string name = local(variable);
  out_.line(typeOf(variable).type + " " + name + " = " + unnamed.text + ";");
  unnamed_.emplace_back(variable, unnamed);
  exprs_[variable.value] = {name, false, true, {}};
  return exprs_[variable.value];
}

void CppBody::writeUnpack(const Binding& binding, const ir::Unpack& unpack) {
  const VarId value = std::get<VarId>(unpack.scrutinee);
  const CppCtor& ctor = context_.layout[unpack.ctor];
  const bool pointer = typeOf(unpack.scrutinee).form == CppForm::Pointer;
  const bool taken = std::any_of(reuse_.taken.begin(), reuse_.taken.end(),
                                 [&](const auto& pair) { return pair.second == value; });
  const CppExpr scrutinee = taken ? named(unpack.scrutinee) : expr(unpack.scrutinee);
  if (taken) old_[value] = {scrutinee, unpack.ctor, &binding.results};
  for (std::size_t i = 0; i < binding.results.size(); ++i) {
    writeRead(binding.results[i], {scrutinee.operand() + (pointer ? "->" : ".") + ctor.fields[i],
                                   false, false, scrutinee.parameters});
  }
}

// -------------------------------------------------------------------------------------- shared

CppExpr CppBody::expr(const Atom& atom, bool typed) const {
  if (const auto* literal = std::get_if<ir::Literal>(&atom)) return cppLiteral(*literal, typed);
  const CppExpr& found = exprs_[std::get<VarId>(atom).value];
  support::check(!found.text.empty(), "a variable is read before it is bound");
  return found;
}

const CppType& CppBody::typeOf(VarId variable) const {
  return context_.layout[function_.variables[variable.value].type];
}

const CppType& CppBody::typeOf(const Atom& atom) const {
  return typeOf(std::get<VarId>(atom));
}

TypeKind CppBody::kindOf(const Atom& atom) const {
  if (const auto* literal = std::get_if<ir::Literal>(&atom)) return literal->kind;
  return context_.code.program.type(function_.variables[std::get<VarId>(atom).value].type).kind;
}

std::string CppBody::local(const std::string& hint) {
  return names_.unique(cppIdentifier(hint.empty() ? "x" : hint));
}

std::string CppBody::autoFor(const CppType& type) {
  return type.form == CppForm::Pointer ? "const auto* " : "const auto ";
}

void CppBody::define(VarId variable, const std::string& value) {
  const std::string name = local(variable);
  out_.line(autoFor(typeOf(variable)) + name + " = " + value + ";");
  exprs_[variable.value] = {name, false, true, {}};
}

}  // namespace deforest::backends
