// Which fields are certainly read where the value that they are part of is, and what is certainly
// evaluated where it stands.
//
//     data Entry = Entry String Int
//     total es = sum [n | Entry _ n <- es]        reads the second field, not the first
//     names es = [key | Entry key _ <- es]        reads the first field, not the second
//
// Here neither field is certain. With `total` alone the second is: a value that is taken apart is
// taken apart there. A field is certain if every match certainly evaluates it where evaluation is
// Haskell's (graph/demand.hpp), or puts it into such a field of what it results in. To begin with
// that is assumed of all fields, and taken back where a match shows otherwise.
//
// So what is put into such a field is evaluated where the value is, and may as well be evaluated
// before. A value that is evaluated and never taken apart, as by `seq`, is disregarded.
#pragma once

#include <set>
#include <unordered_set>
#include <vector>

#include "backends/native/suspension/single_use.hpp"
#include "graph/demand.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

class CertainFields {
 public:
  /// Of a program of which all is reached. `open`: the fields that need not be evaluated with the
  /// value; all others are taken to be.
  CertainFields(const ir::Program& program, std::set<FieldPlace> open);

  /// Whether a field of a value that is taken apart may not be read.
  [[nodiscard]] bool mayBeDropped(const FieldPlace& place) const { return open_.contains(place); }
  /// Whether a function need not evaluate the parameter, before which no bang stands.
  [[nodiscard]] bool mayBeDropped(ir::FunId function, std::size_t parameter) const {
    const ir::VarId variable = program_.function(function).parameters[parameter];
    return !forced_[function.value].contains(variable) &&
           !graph::demandedByAll(demands_, function, parameter);
  }
  /// Whether what the binding results in is certainly evaluated where the function's result is; a
  /// bang before a variable takes care of that, too.
  [[nodiscard]] bool isEvaluated(const ir::Binding& binding) const {
    return evaluated_.contains(&binding);
  }

 private:
  void look();

  const ir::Program& program_;
  std::set<FieldPlace> open_;
  graph::Demands demands_;
  std::unordered_set<const ir::Binding*> evaluated_;
  std::vector<std::set<ir::VarId>> forced_;  // By function: before which variables a bang stands.
};

}  // namespace deforest::backends
