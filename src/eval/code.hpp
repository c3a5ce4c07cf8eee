// The register code that the interpreter runs.
//
// A frame is a window of the stack; registers are numbered from its base, and the word below the
// base holds where to return to. The parameters arrive in the first registers, the results leave
// in the first registers. A call names the distance from the caller's base to the callee's: all
// registers of the caller that it still needs lie below.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "eval/foreign_values.hpp"
#include "ir/primitives.hpp"
#include "ir/program.hpp"

namespace deforest::eval {

enum class Opcode : std::uint16_t {
  Halt,
  Move,        // a <- b
  Load,        // a <- words[b]
  Nullary,     // a <- the cell of tag b
  Field,       // a <- field c of b
  Construct,   // a <- a cell with tag b and the n fields in registers operands[c]...
  Switch,      // go on at targets[b + tag of a]; there are c of them
  JumpUnless,  // go on at b if a is False
  Jump,        // go on at a
  Call,        // call function a with its base at c
  TailCall,    // become a call of function a
  Return,      // the n results are in place
  ReturnWith,  // the only result is a
  Fail,        // end with messages[a]
  FailWith,    // end with the message b
  Foreign,     // a <- the call foreign[b] with the n arguments in registers operands[c]...
  Apply,       // a <- primitives[n] of b, c
  ApplyLarge,  // the same where Integers take part
  // Frequent primitives: a <- b op c.
  IntAdd,
  IntSub,
  IntMul,
  IntEq,
  IntNe,
  IntLt,
  IntLe,
  IntGt,
  IntGe,
  IntAddConstant,  // a <- b + words[c]
  DoubleAdd,
  DoubleSub,
  DoubleMul,
  DoubleDiv,
  DoubleLt,
  DoubleLe,
};

struct Instruction {
  Opcode op = Opcode::Halt;
  std::uint16_t n = 0;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t c = 0;
};

/// A primitive at particular types.
struct TypedPrimitive {
  ir::PrimOp op = ir::PrimOp::Add;
  ir::TypeKind first = ir::TypeKind::Int;
  ir::TypeKind second = ir::TypeKind::Int;  ///< That of the first for unary operations.
  ir::TypeKind result = ir::TypeKind::Int;
  bool operator==(const TypedPrimitive&) const = default;
};

struct FunctionCode {
  std::uint32_t entry = 0;       ///< Of its first instruction.
  std::uint32_t end = 0;         ///< Behind its last one.
  std::uint32_t frame = 0;       ///< Registers it uses, those for its callees' arguments included.
  std::uint32_t parameters = 0;  ///< How many.
  std::uint32_t results = 0;     ///< How many.
};

/// A whole program. The first instruction is a Halt, where outermost calls return to.
struct Code {
  std::vector<Instruction> instructions;
  /// By instruction: the type of the datum that Field, Nullary or Construct writes, or that of a
  /// scalar; of others none.
  std::vector<ir::TypeId> written;
  std::vector<FunctionCode> functions;
  std::vector<std::uint64_t> words;
  std::vector<std::uint32_t> operands;
  std::vector<std::uint32_t> targets;
  std::vector<std::string> messages;
  std::vector<ForeignCall> foreign;
  std::vector<TypedPrimitive> primitives;
  std::vector<ir::Implementation> implementations;    ///< Of `primitives`; null for Integers.
  std::vector<ir::IntegerImplementation> onIntegers;  ///< Of `primitives`; null for others.
};

/// Translates well-formed functions, one by one. Calls go by number, so that a function that has
/// changed can be translated again by itself; its old instructions stay as litter.
class Translator {
 public:
  /// Translates all functions of `program`, which must outlive it. This and `translate` throw
  /// LimitError if a function needs more than 2^24 registers or a constructor has more than 65535
  /// fields.
  explicit Translator(const ir::Program& program);

  /// Translates functions that have changed since, or are new.
  void translate(const std::vector<ir::FunId>& changed);

  [[nodiscard]] const Code& code() const { return code_; }

 private:
  void translateAll();
  void translate(ir::FunId function);

  const ir::Program* program_;
  Code code_;
  std::map<std::uint64_t, std::uint32_t> wordAt_;
  std::map<std::string, std::uint32_t> messageAt_;
};

}  // namespace deforest::eval
