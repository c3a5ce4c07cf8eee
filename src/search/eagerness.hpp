// What C++ evaluates of a `main` that Haskell does not need.
//
//     main = print (length (take 2 (solutions board)))      Haskell: the first two solutions
//                                                           C++: all of them
//
// C++ evaluates everything where it stands. Whether that is much more than what is needed, no
// static analysis here says; so `main` is run both ways on what it may be given, and the calls are
// counted.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>

#include "ir/program.hpp"

namespace deforest::search {

/// Of the input on which the two differ most.
struct Eagerness {
  std::uint64_t needed = 0;     ///< Calls where evaluation is Haskell's.
  std::uint64_t evaluated = 0;  ///< Calls where everything is evaluated, as far as it was tried.
  bool ended = true;            ///< It was not given up there.
  std::string failure;          ///< How it fails there; empty: it does not.
  std::string input;            ///< What `main` was given, as Haskell; empty: it takes nothing.
};

/// A program for which inputs are made, and the one that is evaluated on them: the same, or what
/// passes have made of it.
struct Evaluated {
  // NOLINTNEXTLINE(google-explicit-constructor)
  Evaluated(const ir::Program& program) : read(program), made(program) {}
  Evaluated(const ir::Program& program, const ir::Program& result) : read(program), made(result) {}
  const ir::Program& read;
  const ir::Program& made;
};

/// The input of `main` on which it differs most, if it does by so many times. `eager` and `lazy`
/// are the same program, read for strict evaluation and for Haskell's, which gets so many calls for
/// all that is tried: nothing, and what programs read (eval/readings). Strict evaluation gets
/// `mostTimes` as many as are needed. Nothing also where there is no `main`, or no end is come to.
[[nodiscard]] std::optional<Eagerness> eagernessOfMain(const Evaluated& eager,
                                                       const ir::Program& lazy,
                                                       std::uint64_t calls);

/// How much less must be done: half of the calls, or a tenth of the calls, matches and cells.
enum class Saving : std::uint8_t { Half, Some };

/// Whether a program saves that much, or more, where it does the work of `main` of another one
/// later, or not at all, on some input; both are evaluated strictly, with at most so many calls.
/// Where neither comes to an end nobody knows, and it is taken to be so; and if only the other one
/// fails; and if no input comes by one of these functions of the program, which do later what
/// Haskell may do without. Not where it takes more on any input, or nothing was tried. An input on
/// which both fail says nothing.
[[nodiscard]] bool saves(const Evaluated& eager, const Evaluated& later, Saving least,
                         std::uint64_t calls, std::set<ir::FunId> unseen);

/// Whether `main` takes three hundredths more calls and matches, or cells, after something was done
/// to a program than before, on an input on which it came to its end before within so many calls;
/// both are evaluated strictly.
[[nodiscard]] bool takesMore(const ir::Program& before, const ir::Program& after,
                             std::uint64_t calls);

/// Tells of functions without parameters whether they have a value where everything is evaluated:
/// they are evaluated, with so many calls for all that are asked for.
[[nodiscard]] std::function<bool(const ir::Program&, ir::FunId)> haveValues(std::uint64_t calls);

inline constexpr std::uint64_t muchMore = 4;
inline constexpr std::uint64_t mostTimes = 8;

}  // namespace deforest::search
