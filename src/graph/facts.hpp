// What the engine needs to know of every function of a program in normal form.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "graph/call_graph.hpp"
#include "ir/program.hpp"

namespace deforest::graph {

struct FunctionFacts {
  /// Lies on a cycle of calls, or is a library's and not looked into: neither is unfolded for
  /// nothing.
  bool recursive = false;
  /// The parameter whose tree a call traverses: the one the function takes apart first; of a
  /// recursive function that only hands its trees to others, the first such. None: a generator
  /// (`upto a b`) or a plain wrapper.
  std::optional<std::uint32_t> traversed;
  /// Per parameter: this function, or one it hands the parameter to, branches on it.
  std::vector<bool> matched;
  /// Per parameter: it may be what the function returns, or the end of it by way of a call.
  std::vector<bool> returned;
  /// The traversed parameter's type has one constructor: taking it apart is no branch.
  bool single = false;
  /// It, or what it calls, may fail.
  bool fails = false;
  /// With what it calls, functions that call themselves aside, it has a few bindings.
  bool small = false;
  /// Some result has a type with fields.
  bool returnsTree = false;
  /// By FunId: a call of this function may lead to a call of that one.
  std::vector<bool> reaches;
  /// Counts for termination: recursive, or returns a value of a recursive type. Getters are free.
  bool weighs = false;
  /// A look at a value: it can neither fail nor go on for ever, and builds nothing.
  bool looks = false;
  /// The weighing source functions this one is made of, with multiplicity; itself, if it is one.
  std::map<std::string, unsigned> weights;
};

/// Facts by FunId.
using Facts = std::vector<FunctionFacts>;

/// `program` is in normal form (ir/program.hpp). `lazy`: a function traverses a parameter only if
/// each of its results certainly evaluates it (graph/demand.hpp).
Facts factsOf(const ir::Program& program, bool lazy);

/// Whether values of the type can have fields: data that is not a mere enumeration.
bool isTree(const ir::Program& program, ir::TypeId type);

/// By TypeId: a value of the type may contain another one of it.
std::vector<bool> recursiveTypes(const ir::Program& program);

}  // namespace deforest::graph
