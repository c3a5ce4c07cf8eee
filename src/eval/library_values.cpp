#include "eval/library_values.hpp"

#include <algorithm>
#include <bit>
#include <compare>

#include "ir/integer.hpp"
#include "ir/library_calls.hpp"

namespace deforest::eval {
namespace {

// The order that is derived for a type; that of an instance of the program's own is not known here.
std::weak_ordering compare(const ir::Program& program, ir::TypeId id, Value a, Value b) {
  const ir::Type& type = program.type(id);
  if (type.kind == ir::TypeKind::Int) {
    return static_cast<std::int64_t>(a.bits) <=> static_cast<std::int64_t>(b.bits);
  }
  if (type.kind == ir::TypeKind::Integer) return ir::integer::compare(a.bits, b.bits);
  if (type.kind == ir::TypeKind::Double || type.kind == ir::TypeKind::Float) {
    const auto x = std::bit_cast<double>(a.bits);
    const auto y = std::bit_cast<double>(b.bits);
    return x < y   ? std::weak_ordering::less
           : x > y ? std::weak_ordering::greater
                   : std::weak_ordering::equivalent;
  }
  if (type.kind != ir::TypeKind::Data) return a.bits <=> b.bits;
  const ir::CtorId ctor = constructorOf(program, id, a);
  const ir::CtorId other = constructorOf(program, id, b);
  if (ctor != other) return program.constructor(ctor).tag <=> program.constructor(other).tag;
  const std::vector<ir::Field>& fields = program.constructor(ctor).fields;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const auto order = compare(program, fields[i].type, fieldOf(program, ctor, a, i),
                               fieldOf(program, ctor, b, i));
    if (order != 0) return order;
  }
  return std::weak_ordering::equivalent;
}

std::uint64_t sizeOf(const ir::Program& program, ir::CtorId node, Value tree) {
  const ir::TypeId type = program.constructor(node).type;
  return constructorOf(program, type, tree) == node ? fieldOf(program, node, tree, 0).bits : 0;
}

// A key, and a value if there is one.
using Entry = std::vector<Value>;

// A balanced tree of entries in ascending order.
Value treeOf(Heap& heap, const ir::Program& program, ir::CtorId node,
             std::span<const Entry> entries) {
  const ir::TypeId type = program.constructor(node).type;
  if (entries.empty()) return heap.construct(program, program.type(type).constructors.front(), {});
  const std::size_t middle = entries.size() / 2;
  std::vector<Value> fields = {Value{entries.size()}};
  fields.insert(fields.end(), entries[middle].begin(), entries[middle].end());
  fields.push_back(treeOf(heap, program, node, entries.first(middle)));
  fields.push_back(treeOf(heap, program, node, entries.subspan(middle + 1)));
  return heap.construct(program, node, fields);
}

}  // namespace

ir::CtorId nodeOf(const ir::Program& program, ir::TypeId type) {
  return program.type(type).constructors.back();
}

std::vector<Value> nodesOf(const ir::Program& program, ir::TypeId type, Value tree) {
  const ir::CtorId node = nodeOf(program, type);
  const std::size_t right = program.constructor(node).fields.size() - 1;
  std::vector<Value> nodes;
  std::vector<Value> path;
  for (;;) {
    for (; constructorOf(program, type, tree) == node;
         tree = fieldOf(program, node, tree, right - 1)) {
      path.push_back(tree);
    }
    if (path.empty()) return nodes;
    nodes.push_back(path.back());
    tree = fieldOf(program, node, path.back(), right);
    path.pop_back();
  }
}

Value constructTree(Heap& heap, const ir::Program& program, ir::CtorId node,
                    std::span<const Value> fields) {
  const Value left = fields[fields.size() - 2];
  const Value right = fields.back();
  if (fields[0].bits == sizeOf(program, node, left) + sizeOf(program, node, right) + 1) {
    return heap.construct(program, node, fields);
  }
  const std::size_t ofEntry = fields.size() - 3;
  const ir::TypeId type = program.constructor(node).type;
  const ir::TypeId key = program.constructor(node).fields[1].type;
  std::vector<Entry> entries;
  const auto addAll = [&](Value tree) {
    for (const Value each : nodesOf(program, type, tree)) {
      Entry& entry = entries.emplace_back();
      for (std::size_t i = 0; i < ofEntry; ++i) {
        entry.push_back(fieldOf(program, node, each, i + 1));
      }
    }
  };
  // Of entries with the same key, the node's own stays.
  const bool ordered = !ir::isSequence(program.type(type));
  if (!ordered) addAll(left);
  entries.emplace_back(fields.begin() + 1, fields.end() - 2);
  if (ordered) addAll(left);
  addAll(right);
  if (!ordered) return treeOf(heap, program, node, entries);
  std::ranges::stable_sort(entries, [&](const Entry& a, const Entry& b) {
    return compare(program, key, a.front(), b.front()) < 0;
  });
  const auto same = [&](const Entry& a, const Entry& b) {
    return compare(program, key, a.front(), b.front()) == 0;
  };
  entries.erase(std::unique(entries.begin(), entries.end(), same), entries.end());
  return treeOf(heap, program, node, entries);
}

}  // namespace deforest::eval
