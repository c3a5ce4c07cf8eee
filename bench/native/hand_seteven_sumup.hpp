// seteven (sumup t) by hand, in one traversal that returns the new tree and its unrounded sum.
#pragma once

namespace hand {

template <class Tree>
struct Summed {
  const Tree* tree;
  std::int64_t sum;
};

template <class Tree>
inline Summed<Tree> traverse(deforest::Worker& worker, const Tree* tree) {
  if (tree == nullptr) return {nullptr, 0};
  auto* out = worker.make<Tree>();
  const auto left = traverse(worker, tree->tree1);
  const auto right = traverse(worker, tree->tree2);
  const std::int64_t sum = deforest::add(deforest::add(tree->value, left.sum), right.sum);
  out->value = deforest::sub(sum, deforest::mod(sum, 2));
  out->tree1 = left.tree;
  out->tree2 = right.tree;
  return {out, sum};
}

template <class Tree>
inline const Tree* program(deforest::Worker& worker, const Tree* tree) {
  return traverse(worker, tree).tree;
}

}  // namespace hand
