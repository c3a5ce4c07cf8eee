// Values that may be failures, as data.
//
//     data Failure = NoParse | DivideByZero | Error String      one constructor for each message
//     data Tried = Got Int | Failed Failure                     one type for each type of values
//
//     open :: Tried -> Int
//     open (Got n) = n
//     open (Failed failure) = fail_Int failure
//
//     fail_Int :: Failure -> Int
//     fail_Int NoParse = errorWithoutStackTrace "Prelude.read: no parse"
//     ...
#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "backends/native/suspension/additions.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

/// The types for one type of values.
struct TriedType {
  ir::TypeId type;
  ir::CtorId got;
  ir::CtorId failed;
  ir::FunId open;  ///< Of such a value: the value, or it fails.
};

/// Adds these types and functions to a program.
class Failures {
 public:
  Failures(ir::Program& program, Additions& additions) : program_(program), additions_(additions) {}

  [[nodiscard]] const TriedType& of(ir::TypeId value);
  /// The type of all failures.
  [[nodiscard]] ir::TypeId type();
  /// The constructor for a failure that says this; `text`: the type of the String that it is given,
  /// if that is the message.
  [[nodiscard]] ir::CtorId failure(const std::string& message, bool bare,
                                   std::optional<ir::TypeId> text);
  /// Whether any was asked for.
  [[nodiscard]] bool areThere() const { return !failures_.empty(); }
  /// Defines what fails, of all failures that were asked for.
  void finish();

 private:
  [[nodiscard]] ir::FunId addRaise(ir::TypeId value);

  using Saying = std::tuple<bool, bool, std::string>;  // With a text, bare, and the message.

  ir::Program& program_;
  Additions& additions_;
  std::map<ir::TypeId, TriedType> tried_;
  std::optional<ir::TypeId> type_;
  std::map<Saying, ir::CtorId> failures_;
};

}  // namespace deforest::backends
