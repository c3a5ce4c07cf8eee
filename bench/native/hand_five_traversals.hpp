// sumUp (addOne (swap (setEven (sumUp t)))) by hand, in one traversal from the leaves up that
// returns the new tree with the sums before and after.
#pragma once

namespace hand {

template <class Tree>
struct Summed {
  const Tree* tree;
  std::int64_t before;
  std::int64_t after;
};

inline std::int64_t evenAndOne(std::int64_t value) {
  return deforest::add(deforest::sub(value, deforest::mod(value, 2)), 1);
}

template <class Tree>
inline Summed<Tree> traverse(deforest::Worker& worker, const Tree* tree) {
  if (tree->tag == Tree::Tag::Leaf) {
    const std::int64_t value = static_cast<const typename Tree::Leaf*>(tree)->value;
    auto* leaf = worker.make<typename Tree::Leaf>();
    leaf->tag = Tree::Tag::Leaf;
    leaf->value = evenAndOne(value);
    return {leaf, value, leaf->value};
  }
  const auto* node = static_cast<const typename Tree::Node*>(tree);
  auto* out = worker.make<typename Tree::Node>();
  out->tag = Tree::Tag::Node;
  const auto left = traverse(worker, node->tree1);
  const auto right = traverse(worker, node->tree2);
  const std::int64_t before = deforest::add(deforest::add(node->value, left.before), right.before);
  out->value = deforest::add(deforest::add(evenAndOne(before), right.after), left.after);
  out->tree1 = right.tree;
  out->tree2 = left.tree;
  return {out, before, out->value};
}

template <class Tree>
inline const Tree* program(deforest::Worker& worker, const Tree* tree) {
  return traverse(worker, tree).tree;
}

}  // namespace hand
