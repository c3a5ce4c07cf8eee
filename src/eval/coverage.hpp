// Which branches of a program an evaluation takes.
//
// The interpreter counts calls by function. So that branches are counted as well, they are
// evaluated with a call of a function of their own in front:
//
//     case t of { L -> 0; B x l r -> x }   =>   case t of { L -> #1; 0; B x l r -> #2; x }
//
// Where evaluation is Haskell's, the results of the branch force that call: `B x l r -> seq #2 x`.
// What these calls cost is taken off the counts again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "eval/evaluate.hpp"
#include "eval/generate.hpp"
#include "eval/lazy/machine.hpp"
#include "ir/program.hpp"

namespace deforest::eval {

/// A place that an evaluation may come by: the entry of a function, or a branch of it.
struct Point {
  ir::FunId function;
  ir::Position position;  ///< Of the branch; of a function, its own.
  bool entry = false;
  bool fails = false;  ///< Whoever comes by, fails.
};

/// One evaluation.
struct Visit {
  Outcome::Kind kind = Outcome::Kind::Values;
  std::string message;
  Counts counts;
  std::uint64_t effort = 0;           ///< As in `Outcome`.
  std::vector<std::uint32_t> points;  ///< What it came by, in order, each once.
  std::vector<std::uint64_t> times;   ///< How often, by the same order.
  [[nodiscard]] bool ok() const { return Outcome::ended(kind); }
};

class Coverage {
 public:
  /// `program` must be well formed. Throws LimitError if it is too large for the interpreter.
  /// `lazy`: evaluation is Haskell's, and of a result its beginning is evaluated.
  explicit Coverage(const ir::Program& program, bool lazy = false);
  Coverage(const Coverage&) = delete;
  Coverage& operator=(const Coverage&) = delete;
  ~Coverage() = default;

  /// Evaluates a function of the program. More than `calls` calls are no value, nor is what takes
  /// more memory than so many calls usually do.
  [[nodiscard]] Visit evaluate(ir::FunId function, const Arguments& arguments, std::uint64_t calls);

  /// First the entries of the program's functions, by their index, then the branches.
  [[nodiscard]] const std::vector<Point>& points() const { return probed_.points; }

 private:
  struct Probed {
    ir::Program program;  // with the calls
    std::vector<Point> points;
  };
  static Probed probed(const ir::Program& program, bool lazy);
  Probed probed_;
  std::size_t functions_;
  std::optional<Machine> strict_;  // One of these.
  std::optional<LazyMachine> byNeed_;
};

}  // namespace deforest::eval
