// A program as the lazy machine runs it: the bindings of every function with numbered places.
//
// A variable is a place in the frame of its function. Of the branches of one binding only one is
// taken, so that their variables have the same places. Nothing is ordered: a binding is carried out
// when one of its results is wanted.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "eval/foreign_values.hpp"
#include "graph/several_results.hpp"
#include "ir/primitives.hpp"
#include "ir/program.hpp"

namespace deforest::eval::lazy {

/// A place in the frame, or a scalar.
struct Operand {
  static constexpr std::uint32_t none = 0xFFFFFFFF;
  std::uint32_t place = none;  ///< `none`: the scalar.
  bool demanded = false;       ///< Of a call: it is evaluated with the call.
  std::uint64_t bits = 0;
};

enum class Action : std::uint8_t {
  Copy,
  Strict,  ///< A primitive that evaluates its operands.
  And,
  Or,
  Seq,
  Wrap,     ///< Into a newtype or out of it: the operand itself.
  Nullary,  ///< A constructor without fields.
  Construct,
  Call,
  Unpack,
  Fail,
  Print,     ///< Prints, or does something with a file: see `Printing`.
  FailWith,  ///< Its message is computed.
  Foreign,   ///< A call of what is not known; see eval/foreign_values.hpp.
  Conditional,
  Case,
};

// The calls of ir/printing.hpp that have their own meaning.
enum class Printing : std::uint8_t {
  Put,
  PutError,
  FileName,
  PutToFile,
  OpenFile,
  CloseFile,
  FileText,
  After,  ///< The first operand, when the second has been evaluated.
};

struct Node;

// A place that a binding of the block will give something.
struct Promise {
  const Node* node;
  std::uint32_t place;
};

struct BlockCode {
  std::vector<const Node*> nodes;
  std::vector<Promise> promises;  ///< All results of all nodes.
  std::vector<Operand> results;
  /// Of several results, those that are handed on before they are evaluated; see machine.hpp.
  std::vector<std::uint32_t> suspended;
  std::uint32_t boxes = 0;  ///< Of several results: how many are numbers that are made here.
};

// What is looked at most comes first.
struct Node {
  Action action = Action::Copy;
  Printing printing = Printing::Put;  ///< Print.
  ir::PrimOp op = ir::PrimOp::Add;
  ir::TypeKind kinds[2] = {};  ///< Strict: of the operands.
  /// Whoever keeps a result before it is carried out suspends it; see machine.hpp.
  bool suspends = false;
  std::uint32_t boxes = 0;  ///< Construct: how many fields are numbers that are made here.
  /// What is suspended with it: places of bindings that others want, too.
  std::vector<std::uint32_t> captures;
  std::uint32_t number = 0;                        ///< A constructor's tag, a call's function.
  std::uint32_t index = 0;                         ///< Among all nodes.
  std::uint32_t function = 0;                      ///< It stands in.
  std::vector<std::uint32_t> results;              ///< Their places.
  std::vector<Operand> operands;                   ///< Of Conditional and Case: what decides.
  ir::Implementation implementation = nullptr;     ///< Strict; null if Integers take part.
  ir::IntegerImplementation onIntegers = nullptr;  ///< Strict; null if none does.
  std::vector<BlockCode> blocks;                   ///< Conditional: true, false. Case: by tag.
  std::vector<std::vector<std::uint32_t>> fields;  ///< Case: by tag, the places of the fields.
  std::vector<std::uint32_t> strict;               ///< Construct: the strict fields.
  std::string message;                             ///< Fail.
  ForeignCall foreign;                             ///< Foreign.
};

struct FunctionCode {
  std::uint32_t places = 0;     ///< In a frame; the parameters come first.
  std::uint32_t variables = 0;  ///< Those in other branches have one place.
  std::uint32_t parameters = 0;
  BlockCode body;
  std::uint32_t nodes = 0;  ///< How many.
};

struct Code {
  graph::Demands demands;
  graph::SeveralResults several;
  std::deque<Node> nodes;  ///< Stable addresses.
  std::vector<FunctionCode> functions;
};

/// Translates a well-formed program.
[[nodiscard]] Code compile(const ir::Program& program);

/// Translates functions of it that have changed since, or are new. Their old nodes stay as litter,
/// until there is twice as much of it as of what is used.
void update(Code& code, const ir::Program& program, const std::vector<ir::FunId>& changed);

}  // namespace deforest::eval::lazy
