// The reference interpreter: what a program means, and what it costs.
//
// The costs do not depend on how it is implemented:
//   visit       a call of a function that lies on a cycle of the call graph and has a `Case` or
//               `Unpack` on one of its parameters
//   match       a call of any function that has a `Case` or `Unpack` on one of its parameters
//   case        the choice of an alternative by a datum's constructor, wherever it stands: what a
//               function with several matches inside really does
//   call        a call, the outermost one included
//   allocation  the making of a datum with at least one field, newtypes excepted
//   words       one more than the number of fields, per allocation
//   suspension  under Haskell's evaluation, the deferring of a computation by something that keeps
//               it: eval/lazy/machine.hpp
//   held        the most cells that are held at once (eval/held.hpp), the arguments included; under
//               Haskell's evaluation words (eval/lazy/held.cpp); only counted if asked for
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "eval/classify.hpp"
#include "eval/code.hpp"
#include "eval/held.hpp"
#include "eval/value.hpp"
#include "ir/program.hpp"
#include "ir/program_end.hpp"

namespace deforest::eval {

struct Counts {
  std::uint64_t visits = 0;
  std::uint64_t matches = 0;
  std::uint64_t cases = 0;
  std::uint64_t calls = 0;
  std::uint64_t allocations = 0;
  std::uint64_t words = 0;
  std::uint64_t suspensions = 0;
  std::uint64_t held = 0;      ///< Of a sum: the most of any.
  std::uint64_t integers = 0;  ///< What large Integers took, in calls (eval/integer_effort.hpp).
  /// What is held against a limit of calls.
  [[nodiscard]] std::uint64_t inCalls() const { return calls + integers; }
  Counts& operator+=(const Counts& other);
  bool operator==(const Counts&) const = default;
};

/// What an evaluation may use before it is given up.
struct Limits {
  std::uint64_t calls = std::numeric_limits<std::uint64_t>::max();
  std::size_t bytes = std::size_t{6} << 30U;  ///< Of values and of the stack, together.
  std::uint64_t milliseconds = 0;             ///< 0: no limit.
};

struct Outcome {
  enum class Kind : std::uint8_t {
    Values,  ///< It ended with `values`.
    End,     ///< It ended the program: `message` says how (ir/program_end.hpp).
    Error,   ///< It failed: `message` is that of the exception.
    Limit,   ///< It was given up: `message` says why.
  };
  Kind kind = Kind::Values;
  std::vector<Value> values;
  std::string message;
  Counts counts;  ///< Of this evaluation, as far as it went.
  /// What it took, in calls: those that it made, and more where others took as long.
  std::uint64_t effort = 0;
  /// Lazy machine: what was evaluated of a String that failed; `values` are the results before it.
  std::string begun = {};
  [[nodiscard]] bool ok() const { return kind == Kind::Values; }
  /// It did what it should.
  [[nodiscard]] static bool ended(Kind kind) { return kind == Kind::Values || kind == Kind::End; }
  [[nodiscard]] bool ended() const { return ended(kind); }
};

/// What a failure with that message is.
[[nodiscard]] inline Outcome::Kind kindOfFailure(std::string_view message) {
  return ir::isEnd(message) ? Outcome::Kind::End : Outcome::Kind::Error;
}

/// A program ready to run, with a heap of its own. Recursion of any depth is limited by memory
/// only; tail calls need none. There is no garbage collection.
class Machine {
 public:
  /// `program` must be well formed and outlive the machine. Throws LimitError if it is too large
  /// (see `compile`).
  explicit Machine(const ir::Program& program, Limits limits = {});

  /// Evaluates `function` on arguments of its parameter types, made on this machine's heap. The
  /// values in the outcome live until `clear`.
  [[nodiscard]] Outcome call(ir::FunId function, std::span<const Value> arguments);

  /// A datum on the heap. Throws LimitError if it is full.
  [[nodiscard]] Value construct(ir::CtorId ctor, std::span<const Value> fields);

  /// Forgets all values, and gives memory back that a dear evaluation needed.
  void clear();

  void setLimits(Limits limits);

  /// Counts what is held, too, from the next evaluation on.
  void countHeld();

  /// These functions of the program have changed, or are new. From now on matches and visits are
  /// not counted, and `hits` begin anew. Not where what is held is counted.
  void update(const std::vector<ir::FunId>& changed);

  [[nodiscard]] const ir::Program& program() const { return program_; }
  [[nodiscard]] Heap& heap() { return heap_; }

  /// By function: how often the last evaluation called it.
  [[nodiscard]] const std::vector<std::uint64_t>& callsByFunction() const { return calls_; }

  /// The functions that the last evaluation may have called, ascending: of a large program, few.
  [[nodiscard]] const std::vector<ir::FunId>& reached() const { return reached_; }

  /// By instruction of `code()`: how often evaluations ran it since `clearHits`, for instructions
  /// that count: calls, constructions and matches.
  [[nodiscard]] const std::vector<std::uint64_t>& hits() const { return hits_; }
  void clearHits();

  /// The functions that may have hits, ascending.
  [[nodiscard]] std::vector<ir::FunId> functionsHit() const;

  [[nodiscard]] const Code& code() const { return translator_.code(); }

 private:
  struct Free {
    void operator()(std::uint64_t* block) const;
  };
  class Watch;
  struct Made;

  void reach(ir::FunId function);
  [[nodiscard]] bool growStack(std::size_t words);
  [[nodiscard]] std::uint64_t* withRoom(const std::uint64_t* base, std::uint32_t words);
  template <bool CountsHeld>
  void run(ir::FunId function, Outcome& outcome);
  void fail(Outcome& outcome, Outcome::Kind kind, std::string message) const;
  [[nodiscard]] std::string primitiveError(std::uint16_t primitive, std::uint64_t first,
                                           std::uint64_t second) const;
  [[nodiscard]] Counts total(const Made& made) const;

  const ir::Program& program_;
  Limits limits_;
  Translator translator_;
  std::vector<CallClass> classes_;
  Heap heap_;
  ForeignValues foreign_;
  std::unique_ptr<std::uint64_t, Free> stack_;
  std::size_t stackSize_ = 0;  // in words
  std::vector<std::uint64_t> calls_;
  ir::FunId entry_;                 // Of the last evaluation; not valid if functions have changed.
  std::vector<ir::FunId> reached_;  // From there.
  std::vector<bool> seen_;          // By function; all false but while `reach` is at work.
  std::vector<std::uint64_t> hits_;
  std::set<ir::FunId> hit_;  // Reached since the hits were cleared.
  std::unique_ptr<HeldCells> held_;
};

}  // namespace deforest::eval
