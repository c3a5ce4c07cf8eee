// The most cells that are held at once: what a garbage collector would find.
//
// A cell is held if the evaluation may still come to read it: if it can be reached from a register,
// of any frame, that is read before it is written again. So a list that is consumed while it is
// walked is not held as a whole, although registers that nobody will read still point at it:
//
//     f xs = total (square xs)      square's list is held when it is complete; `xs` is not, if
//                                   nobody else has it
//
// To look means to mark all that is held, so it is not done at every allocation. With what was held
// at the last look, and what was allocated since, there is a bound from above, and a look is due
// only if that exceeds the most that was seen by more than some slack. There is none as long as
// looking has not taken long: for small evaluations the count is exact. For others it is too small
// by a sixteenth at most.
#pragma once

#include <cstdint>
#include <vector>

#include "eval/code.hpp"
#include "ir/program.hpp"

namespace deforest::eval {

/// A register that holds a datum, and of what type.
struct HeldRegister {
  std::uint32_t index = 0;
  ir::TypeId type;
};

class HeldCells {
 public:
  /// Both must outlive it.
  HeldCells(const ir::Program& program, const Code& code);

  /// An evaluation of `function` begins, with its arguments in the frame at `base`.
  void begin(const std::uint64_t* base, ir::FunId function);

  /// A cell was made. True: a look is due.
  [[nodiscard]] bool allocated() { return ++bound_ > due_; }

  /// Marks what is held after the instruction number `pc`, which made a cell, in the frame at
  /// `base`.
  void look(const std::uint64_t* base, std::uint32_t pc);

  /// The most that was held.
  [[nodiscard]] std::uint64_t most() const { return most_; }

 private:
  using Registers = std::vector<HeldRegister>;
  struct Fields {
    std::size_t count = 0;
    std::vector<HeldRegister> data;  // Which fields are data.
  };
  struct Visit {
    std::uint64_t* cell;
    ir::TypeId type;
  };

  void analyse(ir::FunId function, std::uint32_t end);
  [[nodiscard]] ir::TypeId represented(ir::TypeId type) const;
  void mark(std::uint64_t bits, ir::TypeId type);
  void markFrame(const std::uint64_t* base, const Registers& registers);
  void finish(std::uint64_t frames);

  const ir::Program& program_;
  const Code& code_;
  std::vector<std::vector<Fields>> layout_;  // By type and tag.
  std::vector<Registers> after_;             // By instruction: what is read later on.
  std::vector<Registers> atEntry_;           // By function.
  std::vector<Visit> open_;
  std::vector<std::uint64_t*> marked_;
  std::uint64_t most_ = 0;
  std::uint64_t bound_ = 0;
  std::uint64_t due_ = 0;
  std::uint64_t effort_ = 0;  // Cells and frames looked at.
};

}  // namespace deforest::eval
