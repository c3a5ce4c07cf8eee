// Values of the types of maps, sets and sequences, which are more than their fields: trees whose
// nodes count their entries, ordered by key but for sequences (src/text/prelude/map_source.cpp).
// Private to src/eval.
//
//     Tip | Bin size key value left right             the value is absent in sets and sequences
#pragma once

#include <span>
#include <vector>

#include "eval/value.hpp"
#include "ir/program.hpp"

namespace deforest::eval {

/// The nodes of a tree with their entries, in order.
[[nodiscard]] std::vector<Value> nodesOf(const ir::Program& program, ir::TypeId type, Value tree);

/// The constructor of nodes.
[[nodiscard]] ir::CtorId nodeOf(const ir::Program& program, ir::TypeId type);

/// A tree of a key, perhaps a value, and two trees; `fields` are those of the node. If they do not
/// make a tree of the type, as where they were thought of one by one, it has the entries of both
/// and this one, each key once, or those of a sequence as they come.
[[nodiscard]] Value constructTree(Heap& heap, const ir::Program& program, ir::CtorId node,
                                  std::span<const Value> fields);

}  // namespace deforest::eval
