// Values of the types of maps and sets, which are more than their fields: search trees whose nodes
// count their entries, ordered by key (src/text/prelude/map_source.cpp). Private to src/eval.
//
//     Tip | Bin size key value left right             the value is absent in sets
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
/// and this one, each key once.
[[nodiscard]] Value constructTree(Heap& heap, const ir::Program& program, ir::CtorId node,
                                  std::span<const Value> fields);

}  // namespace deforest::eval
