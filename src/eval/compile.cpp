// Translates functions to register code: one walk over the bindings, with registers given to
// variables from their binding to their last use (eval/liveness.hpp), lowest first, so that frames
// are small and deep recursion is cheap. A branching reserves the registers of its results before
// its branches. A call in tail position reuses the frame.
#include <algorithm>
#include <map>
#include <utility>

#include "eval/code.hpp"
#include "eval/liveness.hpp"
#include "eval/registers.hpp"
#include "eval/value.hpp"
#include "ir/scalar.hpp"
#include "ir/traverse.hpp"
#include "support/check.hpp"

namespace deforest::eval {
namespace {

using ir::Atom;
using ir::PrimOp;
using ir::TypeKind;
using ir::VarId;

constexpr std::uint32_t noRegister = UINT32_MAX;
constexpr std::size_t mostFields = UINT16_MAX;

// What the functions of a program share.
class Pools {
 public:
  Pools(Code& code, std::map<std::uint64_t, std::uint32_t>& words,
        std::map<std::string, std::uint32_t>& messages)
      : code_(code), words_(words), messages_(messages) {}

  std::uint32_t word(std::uint64_t value) { return intern(words_, code_.words, value); }

  std::uint32_t message(const std::string& text) { return intern(messages_, code_.messages, text); }

  std::uint16_t primitive(const TypedPrimitive& primitive) {
    const auto found = std::ranges::find(code_.primitives, primitive);
    if (found == code_.primitives.end()) {
      code_.primitives.push_back(primitive);
      code_.implementations.push_back(
          ir::implementation(primitive.op, primitive.first, primitive.result));
      code_.onIntegers.push_back(ir::integerImplementation(primitive.op, primitive.first,
                                                           primitive.second, primitive.result));
      return static_cast<std::uint16_t>(code_.primitives.size() - 1);
    }
    return static_cast<std::uint16_t>(found - code_.primitives.begin());
  }

 private:
  template <class T>
  static std::uint32_t intern(std::map<T, std::uint32_t>& index, std::vector<T>& pool,
                              const T& value) {
    const auto next = static_cast<std::uint32_t>(pool.size());
    const auto [entry, isNew] = index.emplace(value, next);
    if (isNew) pool.push_back(value);
    return entry->second;
  }

  Code& code_;
  std::map<std::uint64_t, std::uint32_t>& words_;
  std::map<std::string, std::uint32_t>& messages_;
};

std::optional<Opcode> intOpcode(PrimOp op, TypeKind kind) {
  if (kind == TypeKind::Integer) return std::nullopt;
  const bool number = ir::isMachineWord(kind);
  const bool isSigned = kind == TypeKind::Int;
  switch (op) {
    case PrimOp::Add:
      return number ? std::optional(Opcode::IntAdd) : std::nullopt;
    case PrimOp::Sub:
      return number ? std::optional(Opcode::IntSub) : std::nullopt;
    case PrimOp::Mul:
      return number ? std::optional(Opcode::IntMul) : std::nullopt;
    case PrimOp::Eq:
      return Opcode::IntEq;
    case PrimOp::Ne:
      return Opcode::IntNe;
    case PrimOp::Lt:
      return isSigned ? std::optional(Opcode::IntLt) : std::nullopt;
    case PrimOp::Le:
      return isSigned ? std::optional(Opcode::IntLe) : std::nullopt;
    case PrimOp::Gt:
      return isSigned ? std::optional(Opcode::IntGt) : std::nullopt;
    case PrimOp::Ge:
      return isSigned ? std::optional(Opcode::IntGe) : std::nullopt;
    default:
      return std::nullopt;
  }
}

// A Float is held as the double of the same value: comparisons are those of doubles, arithmetic
// rounds.
std::optional<Opcode> doubleOpcode(PrimOp op, TypeKind kind) {
  const bool compares = op == PrimOp::Lt || op == PrimOp::Le;
  if (kind == TypeKind::Float && !compares) return std::nullopt;
  switch (op) {
    case PrimOp::Add:
      return Opcode::DoubleAdd;
    case PrimOp::Sub:
      return Opcode::DoubleSub;
    case PrimOp::Mul:
      return Opcode::DoubleMul;
    case PrimOp::FDiv:
      return Opcode::DoubleDiv;
    case PrimOp::Lt:
      return Opcode::DoubleLt;
    case PrimOp::Le:
      return Opcode::DoubleLe;
    default:
      return std::nullopt;
  }
}

class FunctionCompiler {
 public:
  FunctionCompiler(const ir::Program& program, const ir::Function& function, Code& code,
                   Pools& pools)
      : program_(program),
        function_(function),
        code_(code),
        pools_(pools),
        live_(analyse(program, function)),
        registerOf_(function.variables.size(), noRegister) {}

  FunctionCode run() {
    FunctionCode result;
    result.entry = here();
    result.parameters = static_cast<std::uint32_t>(function_.parameters.size());
    result.results = static_cast<std::uint32_t>(function_.resultTypes.size());
    for (const VarId parameter : function_.parameters) {
      registerOf_[parameter.value] = registers_.allocate();
    }
    releaseDying();
    ++position_;
    block(function_.body, {});
    registers_.need(std::max(result.parameters, result.results));
    result.frame = registers_.needed();
    result.end = here();
    return result;
  }

 private:
  // Where the results of a block go: to the caller, or to registers of this function.
  struct Destination {
    bool tail = true;
    std::vector<std::uint32_t> registers;
  };
  // What a register is to hold: another register's content, or a literal.
  struct Transfer {
    std::uint32_t to;
    std::uint32_t from;  // noRegister: a literal
    std::uint64_t bits;
  };

  [[nodiscard]] std::uint32_t here() const {
    return static_cast<std::uint32_t>(code_.instructions.size());
  }

  std::uint32_t emit(Opcode op, std::uint32_t a = 0, std::uint32_t b = 0, std::uint32_t c = 0,
                     std::uint16_t n = 0) {
    code_.instructions.push_back({op, n, a, b, c});
    code_.written.push_back({});
    return here() - 1;
  }

  // Of the last instruction.
  void writes(VarId variable) { code_.written.back() = function_.variables[variable.value].type; }

  void releaseVariable(VarId variable) {
    std::uint32_t& index = registerOf_[variable.value];
    if (index != noRegister) registers_.release(index);
    index = noRegister;
  }

  // Frees the registers of variables that are not used after this position. Called before the
  // results of a binding get their registers, and again after, for results that nobody uses.
  void releaseDying() {
    for (const VarId variable : live_.dying[position_]) releaseVariable(variable);
  }

  std::uint32_t define(VarId variable) {
    registerOf_[variable.value] = registers_.allocate();
    return registerOf_[variable.value];
  }

  // The register of an atom; a literal is loaded into a temporary one.
  std::uint32_t operand(const Atom& atom) {
    const Atom resolved = live_.resolve(atom);
    if (const auto* literal = std::get_if<ir::Literal>(&resolved)) {
      const std::uint32_t temporary = registers_.allocate();
      temporaries_.push_back(temporary);
      emit(Opcode::Load, temporary, pools_.word(literal->bits));
      return temporary;
    }
    const std::uint32_t index = registerOf_[std::get<VarId>(resolved).value];
    support::check(index != noRegister, "a variable without a register");
    return index;
  }

  // Ends the reading of operands: their registers may be written from now on.
  void operandsRead() {
    for (const std::uint32_t temporary : temporaries_) registers_.release(temporary);
    temporaries_.clear();
    releaseDying();
  }

  // That register `to` is to hold what `atom` is now.
  [[nodiscard]] Transfer read(std::uint32_t to, const Atom& atom) {
    const Atom from = live_.resolve(atom);
    if (const auto* literal = std::get_if<ir::Literal>(&from)) {
      return {to, noRegister, literal->bits};
    }
    return {to, operand(from), 0};
  }

  [[nodiscard]] std::vector<Transfer> readAll(std::uint32_t first, const std::vector<Atom>& atoms) {
    std::vector<Transfer> transfers;
    for (const Atom& atom : atoms) transfers.push_back(read(first++, atom));
    return transfers;
  }

  // Carries out transfers all at once: no source is overwritten before it is read.
  void transfer(const std::vector<Transfer>& wanted) {
    std::vector<Transfer> moves;
    std::uint32_t spare = 0;
    for (const Transfer& each : wanted) {
      spare = std::max(spare, each.to + 1);
      if (each.from == noRegister) continue;
      spare = std::max(spare, each.from + 1);
      if (each.from != each.to) moves.push_back(each);
    }
    registers_.need(spare);
    while (!moves.empty()) {
      const auto free = std::ranges::find_if(moves, [&](const Transfer& move) {
        return std::ranges::none_of(moves,
                                    [&](const Transfer& other) { return other.from == move.to; });
      });
      if (free != moves.end()) {
        emit(Opcode::Move, free->to, free->from);
        moves.erase(free);
        continue;
      }
      // Only cycles are left: keep what the first move overwrites.
      const std::uint32_t saved = moves.front().to;
      registers_.need(spare + 1);
      emit(Opcode::Move, spare, saved);
      for (Transfer& move : moves) {
        if (move.from == saved) move.from = spare;
      }
      ++spare;
    }
    for (const Transfer& each : wanted) {
      if (each.from == noRegister) emit(Opcode::Load, each.to, pools_.word(each.bits));
    }
  }

  // Whether the block results in the results of its binding number `index`, and does nothing more.
  [[nodiscard]] bool endsIn(const ir::Block& block, std::size_t index) const {
    for (std::size_t i = index + 1; i < block.bindings.size(); ++i) {
      if (!onlyRenames(program_, block.bindings[i])) return false;
    }
    return std::ranges::equal(block.results, block.bindings[index].results,
                              [&](const Atom& atom, VarId result) {
                                // Aliases of what follows are known to the analysis already.
                                const Atom resolved = live_.resolve(atom);
                                const VarId* variable = ir::variableOf(resolved);
                                return variable != nullptr && *variable == result;
                              });
  }

  void block(const ir::Block& block, const Destination& destination) {
    bool left = false;
    for (std::size_t i = 0; i < block.bindings.size(); ++i) {
      const ir::Binding& binding = block.bindings[i];
      if (!onlyRenames(program_, binding)) {
        const bool tail = destination.tail && endsIn(block, i);
        left = operation(binding, tail) || left;
      }
      ++position_;
    }
    if (!left) leave(block.results, destination);
    releaseDying();
    ++position_;
  }

  // Hands over the results of a block.
  void leave(const std::vector<Atom>& results, const Destination& destination) {
    if (!destination.tail) {
      std::vector<Transfer> transfers;
      for (std::size_t i = 0; i < results.size(); ++i) {
        transfers.push_back(read(destination.registers[i], results[i]));
      }
      transfer(transfers);
      return;
    }
    if (results.size() == 1) {
      const Atom result = live_.resolve(results[0]);
      if (std::holds_alternative<VarId>(result)) {
        emit(Opcode::ReturnWith, operand(result));
        return;
      }
    }
    transfer(readAll(0, results));
    emit(Opcode::Return, 0, 0, 0, static_cast<std::uint16_t>(results.size()));
  }

  // Translates one binding. True if control has left the function.
  bool operation(const ir::Binding& binding, bool tail) {
    return support::match(
        binding.operation, [](const ir::Copy&) { return false; },
        [&](const ir::Primitive& op) { return primitive(binding, op); },
        [&](const ir::Construct& op) { return construct(binding, op); },
        [&](const ir::Call& op) { return call(binding, op, tail); },
        [&](const ir::Unpack& op) {
          unpack(op.scrutinee, binding.results);
          releaseDying();
          return false;
        },
        [&](const ir::Foreign& op) {
          foreign(binding, op);
          return false;
        },
        [&](const ir::Fail& op) {
          if (op.arguments.empty()) {
            emit(Opcode::Fail, pools_.message(op.message));
          } else {
            emit(Opcode::FailWith, 0, operand(live_.resolve(op.arguments[0])));
          }
          for (const VarId result : binding.results) define(result);
          releaseDying();
          return false;
        },
        [&](const ir::Conditional& op) { return conditional(binding, op, tail); },
        [&](const ir::Case& op) { return match(binding, op, tail); });
  }

  [[nodiscard]] TypeKind kindOf(const Atom& atom) const {
    if (const auto* literal = std::get_if<ir::Literal>(&atom)) return literal->kind;
    return program_.type(function_.variables[std::get<VarId>(atom).value].type).kind;
  }

  // x + constant, constant + x, x - constant on integers.
  bool addConstant(const ir::Binding& binding, const ir::Primitive& op, TypeKind kind) {
    if (!ir::isMachineWord(kind) || (op.op != PrimOp::Add && op.op != PrimOp::Sub)) return false;
    Atom first = live_.resolve(op.arguments[0]);
    Atom second = live_.resolve(op.arguments[1]);
    if (op.op == PrimOp::Add && std::holds_alternative<ir::Literal>(first)) {
      std::swap(first, second);
    }
    const auto* literal = std::get_if<ir::Literal>(&second);
    if (literal == nullptr || std::holds_alternative<ir::Literal>(first)) return false;
    const std::uint64_t bits = op.op == PrimOp::Add ? literal->bits : 0 - literal->bits;
    const std::uint32_t source = operand(first);
    operandsRead();
    emit(Opcode::IntAddConstant, define(binding.results[0]), source, pools_.word(bits));
    releaseDying();
    return true;
  }

  bool primitive(const ir::Binding& binding, const ir::Primitive& op) {
    const TypeKind first = kindOf(op.arguments[0]);
    if (addConstant(binding, op, first)) return false;
    const std::uint32_t a = operand(op.arguments[0]);
    const bool unary = op.arguments.size() == 1;
    const std::uint32_t b = unary ? a : operand(op.arguments[1]);
    operandsRead();
    const std::uint32_t result = define(binding.results[0]);
    const std::optional<Opcode> frequent =
        ir::isFloating(first) ? doubleOpcode(op.op, first) : intOpcode(op.op, first);
    if (frequent) {
      emit(*frequent, result, a, b);
    } else {
      const TypedPrimitive typed{op.op, first, unary ? first : kindOf(op.arguments[1]),
                                 kindOf(binding.results[0])};
      const std::uint16_t number = pools_.primitive(typed);
      const bool large = code_.onIntegers[number] != nullptr;
      emit(large ? Opcode::ApplyLarge : Opcode::Apply, result, a, b, number);
    }
    releaseDying();
    return false;
  }

  bool construct(const ir::Binding& binding, const ir::Construct& op) {
    const std::uint32_t tag = program_.constructor(op.ctor).tag;
    if (op.fields.empty()) {
      (void)Heap::nullary(tag);
      emit(Opcode::Nullary, define(binding.results[0]), tag);
      writes(binding.results[0]);
      releaseDying();
      return false;
    }
    if (op.fields.size() > mostFields) {
      throw support::LimitError("a constructor with more than 65535 fields");
    }
    std::vector<std::uint32_t> fields;
    for (const Atom& field : op.fields) fields.push_back(operand(field));
    operandsRead();
    const auto start = static_cast<std::uint32_t>(code_.operands.size());
    code_.operands.insert(code_.operands.end(), fields.begin(), fields.end());
    emit(Opcode::Construct, define(binding.results[0]), tag, start,
         static_cast<std::uint16_t>(fields.size()));
    writes(binding.results[0]);
    releaseDying();
    return false;
  }

  void foreign(const ir::Binding& binding, const ir::Foreign& op) {
    if (op.arguments.size() > mostFields) {
      throw support::LimitError("a call with more than 65535 arguments");
    }
    std::vector<std::uint32_t> arguments;
    for (const Atom& argument : op.arguments) arguments.push_back(operand(argument));
    operandsRead();
    const auto start = static_cast<std::uint32_t>(code_.operands.size());
    code_.operands.insert(code_.operands.end(), arguments.begin(), arguments.end());
    code_.foreign.push_back(foreignCall(program_, function_, binding));
    emit(Opcode::Foreign, define(binding.results[0]),
         static_cast<std::uint32_t>(code_.foreign.size() - 1), start,
         static_cast<std::uint16_t>(arguments.size()));
    writes(binding.results[0]);
    releaseDying();
  }

  bool call(const ir::Binding& binding, const ir::Call& op, bool tail) {
    if (tail) {
      transfer(readAll(0, op.arguments));
      emit(Opcode::TailCall, op.callee.value);
      releaseDying();
      for (const VarId result : binding.results) define(result);
      releaseDying();
      return true;
    }
    // Arguments that are not used any more do not keep the callee's base up; they are read before
    // their registers are written.
    std::vector<Transfer> arguments = readAll(0, op.arguments);
    releaseDying();
    const std::uint32_t base = registers_.top() + 1;
    for (Transfer& argument : arguments) argument.to += base;
    transfer(arguments);
    emit(Opcode::Call, op.callee.value, 0, base);
    registers_.need(base);
    std::uint32_t next = base;
    for (const VarId result : binding.results) {
      registers_.take(next);
      registerOf_[result.value] = next++;
    }
    releaseDying();
    return false;
  }

  // Loads the fields that are used. If the scrutinee is not used any more, its register counts as
  // free, and the last field may take it.
  void unpack(const Atom& scrutinee, const std::vector<VarId>& fields) {
    const std::uint32_t source = operand(scrutinee);
    const VarId variable = std::get<VarId>(live_.resolve(scrutinee));
    releaseDying();
    const bool dead = registerOf_[variable.value] == noRegister;
    loadFields(source, dead, fields);
  }

  void loadFields(std::uint32_t source, bool dead, const std::vector<VarId>& fields) {
    std::vector<std::uint32_t> wanted;
    for (std::uint32_t i = 0; i < fields.size(); ++i) {
      if (live_.used[fields[i].value]) wanted.push_back(i);
    }
    if (dead) registers_.take(source);
    for (const std::uint32_t i : wanted) {
      if (dead && i == wanted.back()) registers_.release(source);
      emit(Opcode::Field, define(fields[i]), source, i);
      writes(fields[i]);
    }
    if (dead && wanted.empty()) registers_.release(source);
  }

  Destination reserve(const ir::Binding& binding, bool tail) {
    Destination destination{tail, {}};
    if (!tail) {
      for (std::size_t i = 0; i < binding.results.size(); ++i) {
        destination.registers.push_back(registers_.allocate());
      }
    }
    return destination;
  }

  void bindReserved(const ir::Binding& binding, const Destination& destination) {
    for (std::size_t i = 0; i < binding.results.size(); ++i) {
      if (destination.tail) {
        define(binding.results[i]);
      } else {
        registerOf_[binding.results[i].value] = destination.registers[i];
      }
    }
    releaseDying();
  }

  bool conditional(const ir::Binding& binding, const ir::Conditional& op, bool tail) {
    const std::uint32_t condition = operand(op.condition);
    operandsRead();
    const Destination destination = reserve(binding, tail);
    const std::uint32_t branch = emit(Opcode::JumpUnless, condition);
    ++position_;
    block(op.whenTrue, destination);
    const std::uint32_t jump = tail ? 0 : emit(Opcode::Jump);
    code_.instructions[branch].b = here();
    block(op.whenFalse, destination);
    if (!tail) code_.instructions[jump].a = here();
    bindReserved(binding, destination);
    return tail;
  }

  bool match(const ir::Binding& binding, const ir::Case& op, bool tail) {
    const VarId scrutinee = std::get<VarId>(live_.resolve(op.scrutinee));
    const std::uint32_t source = operand(scrutinee);
    releaseDying();
    // The register stays taken while the results get theirs: every alternative reads it.
    if (registerOf_[scrutinee.value] == noRegister) registers_.take(source);
    const Destination destination = reserve(binding, tail);
    const auto table = static_cast<std::uint32_t>(code_.targets.size());
    code_.targets.resize(code_.targets.size() + op.alternatives.size());
    emit(Opcode::Switch, source, table, static_cast<std::uint32_t>(op.alternatives.size()));
    std::vector<std::uint32_t> jumps;
    for (std::size_t i = 0; i < op.alternatives.size(); ++i) {
      const ir::Alternative& alternative = op.alternatives[i];
      ++position_;
      code_.targets[table + i] = here();
      // The scrutinee may have been used for the last time in an alternative before this one.
      const bool dead = registerOf_[scrutinee.value] == noRegister;
      loadFields(source, dead, alternative.fields);
      block(alternative.body, destination);
      if (!tail && i + 1 < op.alternatives.size()) jumps.push_back(emit(Opcode::Jump));
    }
    ++position_;
    for (const std::uint32_t jump : jumps) code_.instructions[jump].a = here();
    bindReserved(binding, destination);
    return tail;
  }

  const ir::Program& program_;
  const ir::Function& function_;
  Code& code_;
  Pools& pools_;
  const Liveness live_;
  Registers registers_;
  std::vector<std::uint32_t> registerOf_;
  std::vector<std::uint32_t> temporaries_;
  std::uint32_t position_ = 0;
};

}  // namespace

Translator::Translator(const ir::Program& program) : program_(&program) {
  translateAll();
}

void Translator::translateAll() {
  code_ = {};
  wordAt_.clear();
  messageAt_.clear();
  code_.instructions.push_back({});
  code_.written.push_back({});
  code_.functions.resize(program_->functions.size());
  for (std::uint32_t i = 0; i < code_.functions.size(); ++i) translate(ir::FunId{i});
}

void Translator::translate(ir::FunId function) {
  Pools pools(code_, wordAt_, messageAt_);
  code_.functions[function.value] =
      FunctionCompiler(*program_, program_->function(function), code_, pools).run();
}

void Translator::translate(const std::vector<ir::FunId>& changed) {
  code_.functions.resize(program_->functions.size());
  for (const ir::FunId function : changed) translate(function);
  constexpr std::size_t tolerated = 3;  // Times as much litter as code.
  std::size_t used = 0;
  for (const FunctionCode& function : code_.functions) used += function.end - function.entry;
  if (code_.instructions.size() > (1 + tolerated) * (1 + used)) translateAll();
}

}  // namespace deforest::eval
