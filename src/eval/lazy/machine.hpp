// The lazy machine: what a program means where evaluation is Haskell's, and what it costs.
//
// Call by need. Every binding is a `let`: it is carried out when one of its results is first
// wanted, and what it gave is kept. Forced are
//
//   the operands of a primitive (of `&&` and `||` the second only if the first does not decide)
//   what a `Case`, a `Conditional` or the first operand of `seq` looks at
//   what an `Unpack` takes apart, when one of its fields is wanted
//   the strict fields of a constructor, when the datum is
//
// and nothing else: not arguments, not other fields, not the results of a function but the one that
// is wanted. A function without parameters is evaluated once.
//
// The costs are those of `eval::Counts`, of what is evaluated. A binding that is kept before it is
// carried out, by a cell, as an argument, or as one of several results, is a suspension: one cell;
// of a binding with several results one for each result that is kept, one for what gives them all,
// and one for what they are together. With it what it wants is suspended, unless nothing else wants
// that: compilers compute there what only one place wants. Of the results of a block that are not
// wanted together, each is kept by whoever asks for one of them, and so is that one: it is handed
// on before it is evaluated. A number that is made, and not suspended, for a field or as one of
// several results is put into a box, which counts like a suspension: GHC (before 9.4) unboxes none
// but a single result. None is counted of what is certainly evaluated as well, of cheap
// arithmetic (graph/early.hpp), and of arguments that the callee demands: a compiler that analyses
// demand evaluates these first.
//
// A variable is a slot: a value, or a reference to another slot, or the binding that would give it
// with the frame in which to carry that out. So nothing has to be copied to defer a binding. Slots
// stand in frames and in cells. Those that nothing can come to any more are freed when a program is
// run for its result and there are many of them (eval/lazy/collect.cpp).
//
// A slot whose value is to be that of another one, which is wanted next and nothing after it, is
// not waited for: that other one becomes a reference to it. So loops need no stack.
//
// Launchbury, "A natural semantics for lazy evaluation", POPL 1993, has the rules; Sestoft,
// "Deriving a lazy abstract machine", Journal of Functional Programming 7(3), 1997, the machine
// with a stack of updates that they lead to.
#pragma once

#include <bit>
#include <cstdint>
#include <deque>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "eval/classify.hpp"
#include "eval/evaluate.hpp"
#include "eval/lazy/cells.hpp"
#include "eval/lazy/code.hpp"
#include "eval/value.hpp"
#include "ir/program.hpp"

namespace deforest {
class Files;
}

namespace deforest::eval {

/// What can be seen of results, evaluated from the outside inwards, breadth first. Two evaluations
/// that give the same have the same sightings, whether or not they are finite or fail somewhere.
struct Sighting {
  enum class Kind : std::uint8_t {
    Scalar,
    Datum,
    Failure,  ///< `text` is the message.
    Limit,    ///< It was given up; nothing comes after it.
  };
  Kind kind = Kind::Scalar;
  ir::TypeId type;         ///< In the program that was observed.
  std::uint64_t bits = 0;  ///< Of a scalar; of a datum the tag.
  std::string text;        ///< Of a scalar: a large Integer in digits; else empty.
};

/// What is seen of a result when its costs are counted: it may be without end.
inline constexpr std::size_t enoughSightings = 4000;

class LazyMachine {
 public:
  /// `program` must be well formed and outlive the machine.
  explicit LazyMachine(const ir::Program& program, Limits limits = {});

  /// Evaluates `function` and all of its results on arguments of its parameter types, made on
  /// `heap()`. The values in the outcome live until `clear`.
  [[nodiscard]] Outcome call(ir::FunId function, std::span<const Value> arguments);

  /// The same without asking for all: the first `most` sightings. The parts of the arguments with
  /// these numbers (in preorder, newtypes not counted, parts in strict fields never) fail when they
  /// are wanted.
  struct Observation {
    std::vector<Sighting> sightings;
    Counts counts;
    std::uint64_t effort = 0;    ///< As in `Outcome`.
    bool printsNothing = false;  ///< It is `main`, and fails before it has printed a thing.
    /// A value, as far as it was looked at: parts of it may fail, but not the first result itself,
    /// nor what `main` prints first.
    [[nodiscard]] Outcome::Kind kind() const;
    /// Why it is no value; empty if it is one.
    [[nodiscard]] std::string message() const;
  };
  [[nodiscard]] Observation observe(ir::FunId function, std::span<const Value> arguments,
                                    const std::set<std::size_t>& undefined, std::size_t most);

  [[nodiscard]] Value construct(ir::CtorId ctor, std::span<const Value> fields) {
    return heap_.construct(program_, ctor, fields);
  }

  /// Makes programs read and write these files from now on. Without them what is written to files
  /// counts as printed, and what is read from them is the input. They must outlive this.
  void use(Files& files) { files_ = &files; }

  /// What the last evaluation has printed itself (ir/printing.hpp).
  [[nodiscard]] const std::string& printed() const { return printed_; }
  /// The same to standard error.
  [[nodiscard]] const std::string& errors() const { return errors_; }

  /// Forgets all values.
  void clear() { heap_.clear(); }

  void setLimits(Limits limits) { limits_ = limits; }

  /// Counts what is held, too, by whatever is observed from now on: the most words that a garbage
  /// collector would find (eval/lazy/held.cpp).
  void countHeld() { countsHeld_ = true; }

  /// These functions of the program have changed, or are new. From now on matches and visits are
  /// not counted, and `hits` begin anew.
  void update(const std::vector<ir::FunId>& changed);

  [[nodiscard]] const ir::Program& program() const { return program_; }
  [[nodiscard]] Heap& heap() { return heap_; }

  /// By function: how often the last evaluation called it.
  [[nodiscard]] const std::vector<std::uint64_t>& callsByFunction() const { return calls_; }

  /// The functions that it called, in the order in which it first did.
  [[nodiscard]] const std::vector<std::uint32_t>& called() const { return called_; }

  /// By node of `code()`: how often evaluations since `clearHits` carried it out, for nodes that
  /// count: calls, constructions and matches.
  [[nodiscard]] const std::vector<std::uint64_t>& hits() const { return hits_; }
  void clearHits() {
    hits_.assign(hits_.size(), 0);
    suspended_.assign(suspended_.size(), 0);
  }

  /// By function: how many suspensions of its bindings there were since `clearHits`.
  [[nodiscard]] const std::vector<std::uint64_t>& suspensions() const { return suspended_; }

  [[nodiscard]] const lazy::Code& code() const { return code_; }

 private:
  // `state`: below, or the node that gives the value when carried out in the frame `bits`, with a
  // bit that says whether its suspension is counted already.
  struct Slot {
    std::uint64_t state;
    std::uint64_t bits;
  };
  struct Continuation {
    enum class Kind : std::uint8_t {
      Update,    // `slot` gets the value
      Operands,  // of `node`; `index` are known, the first is `bits`
      Junction,  // the first operand of && or ||
      Seq,       // the first operand
      Fields,    // of a constructor; `index` of the strict ones are evaluated
      Unpack,
      Branch,
      Message,    // a list: what is left of the message
      Character,  // the first of the list `bits`
    };
    Kind kind;
    std::uint32_t index;
    const lazy::Node* node;
    Slot* slot;  // Update: what is updated; else the frame.
    std::uint64_t bits;
  };

  static constexpr std::uint64_t isValue = 0;
  static constexpr std::uint64_t isReference = 1;  // `bits`: the slot
  static constexpr std::uint64_t isHole = 2;       // being evaluated
  static constexpr std::uint64_t isFailure = 3;    // `bits`: an index of `failures_`
  static constexpr std::uint64_t isCounted = 1;    // the bit in the state of a node

  void begin();
  [[nodiscard]] Slot* slots(std::size_t count);
  [[nodiscard]] Slot* frameOf(const lazy::FunctionCode& function);
  struct Part {
    ir::TypeId type;
    Value value;
    Slot* slot;
    bool strict;
  };
  void import(std::vector<Part> parts, const std::set<std::size_t>& undefined);
  [[nodiscard]] Slot* import(const ir::Function& function, std::span<const Value> arguments,
                             const std::set<std::size_t>& undefined);
  void charge(std::uint64_t calls);
  void enter(std::uint32_t function, Slot* frame);
  void open(const lazy::BlockCode& block, Slot* frame);
  /// Lets a slot stand for an operand.
  [[gnu::always_inline]] static void give(Slot& slot, const lazy::Operand& operand, Slot* frame) {
    if (operand.place == lazy::Operand::none) {
      slot = {isValue, operand.bits};
      return;
    }
    Slot& source = frame[operand.place];
    if (source.state == isValue || source.state == isReference) {
      slot = source;
    } else {
      slot = {isReference, std::bit_cast<std::uint64_t>(&source)};
    }
  }
  void keep(Slot& slot, const lazy::Operand& operand, Slot* frame);
  void countSuspension(Slot& slot);
  void suspend(std::uint32_t function, std::uint64_t cells) {
    counts_.suspensions += cells;
    suspended_[function] += cells;
  }
  void giveOthers(const lazy::Node& node, const lazy::BlockCode& block, Slot* frame, Slot* from,
                  std::size_t wanted);
  [[nodiscard]] static std::size_t wantedOf(const lazy::Node& node, const Slot* frame,
                                            const Slot* slot);
  void force(Slot* wanted);
  struct Run;
  /// `at`: the slot that is wanted; null: `value` has been found.
  void collect(Slot* at, std::uint64_t value);
  void markAll(Slot* at, std::uint64_t value, lazy::Cells::Purpose purpose);
  void beginHeld();
  void noteAllocated();
  [[nodiscard]] std::uint64_t wordsAllocated() const;
  void lookAtHeld(Slot* at, std::uint64_t value);
  void markWord(std::uint64_t word);
  void markSlot(Slot* slot);
  void markFrame(const lazy::Node& node, Slot* frame);
  void markInside(Slot* slot);
  const std::vector<std::uint32_t>& needsOf(const lazy::Node& node);
  [[nodiscard]] std::uint64_t foreignValue(const lazy::Node& node, Slot* frame);
  // What prints, or does something with a file: `operand` is what it is given last.
  [[nodiscard]] std::uint64_t print(const lazy::Node& node, std::uint64_t operand);
  [[nodiscard]] std::uint64_t textOfFile(ir::TypeId type);
  [[nodiscard]] std::vector<Slot*> resultsOf(ir::FunId function, Slot* frame);
  [[nodiscard]] Value exportValue(ir::TypeId type, Slot* slot);
  [[nodiscard]] std::string textSoFar(ir::TypeId type, const Slot* slot) const;
  [[nodiscard]] Counts total() const;
  [[nodiscard]] std::uint64_t effort(const Counts& counts) const;

  const ir::Program& program_;
  Limits limits_;
  lazy::Code code_;
  std::vector<CallClass> classes_;
  Heap heap_;                // of arguments and results
  lazy::Cells cells_;        // frames and cells
  bool collects_ = false;    // whatever is in use can be found
  std::vector<Slot*> kept_;  // results
  struct Hole {
    ir::TypeId type;
    Slot* slot;
    std::uint64_t* word;
  };
  std::vector<Hole> holes_;                                           // what is yet to be exported
  std::unordered_map<const std::uint64_t*, std::uint64_t> exported_;  // cells
  std::vector<std::vector<std::uint32_t>> needs_;  // by node: places, once they are asked for
  std::vector<Slot*> unmarked_;                    // slots that are marked, but not what is in them
  std::uint64_t inUse_ = 0;                        // words of what was marked, and of what waits
  // What of the results is yet to be observed; null: they are kept as a whole.
  const std::deque<std::pair<ir::TypeId, Slot*>>* observed_ = nullptr;
  ir::FunId observedFunction_;
  bool countsHeld_ = false;
  bool isLookDue_ = false;
  std::uint64_t lookAfter_ = 0;  // so many words are allocated
  std::uint64_t imported_ = 0;   // words
  std::uint64_t mostHeld_ = 0;
  ForeignValues foreign_;
  std::size_t foreignDepth_ = 0;  // calls of unknown functions that look at their arguments
  std::vector<Continuation> stack_;
  std::vector<Slot*> constants_;  // by function without parameters: its frame
  std::vector<std::string> failures_;
  std::vector<std::uint64_t> calls_;
  std::vector<std::uint32_t> called_;  // those that are not 0
  std::vector<std::uint64_t> hits_;
  std::vector<std::uint64_t> suspended_;
  std::uint64_t callsLeft_ = 0;
  Counts counts_;
  std::uint64_t moves_ = 0;  // of values: onto the stack, into frames and cells
  std::string message_;      // of the `error` being evaluated
  std::string printed_;
  std::string errors_;
  Files* files_ = nullptr;
};

}  // namespace deforest::eval
