// distribute (accumulate t) by hand, in one traversal from the leaves up. What the second pass
// writes into a left child is known only then; it shows if that child is a leaf, and is set there.
#pragma once

namespace hand {

/// A full tree of depth n. The program's own `input` shares equal subtrees when it is compiled to
/// C++, and not with GHC.
template <class Tree>
inline const Tree* input(deforest::Worker& worker, int n) {
  if (n <= 1) {
    auto* leaf = worker.make<typename Tree::Leaf>();
    leaf->tag = Tree::Tag::Leaf;
    leaf->value1 = leaf->value2 = leaf->value3 = 0;
    return leaf;
  }
  auto* node = worker.make<typename Tree::Node>();
  node->tag = Tree::Tag::Node;
  node->value1 = node->value2 = node->value3 = 0;
  node->tree1 = input<Tree>(worker, n - 1);
  node->tree2 = input<Tree>(worker, n - 1);
  return node;
}

template <class Tree>
struct Accumulated {
  Tree* tree;
  std::int64_t value;
};

template <class Tree>
inline Accumulated<Tree> traverse(deforest::Worker& worker, const Tree* tree) {
  if (tree->tag == Tree::Tag::Leaf) {
    auto* leaf = worker.make<typename Tree::Leaf>();
    leaf->tag = Tree::Tag::Leaf;
    leaf->value1 = 1;
    leaf->value2 = static_cast<const typename Tree::Leaf*>(tree)->value2;
    leaf->value3 = 2;
    return {leaf, 1};
  }
  const auto* node = static_cast<const typename Tree::Node*>(tree);
  auto* out = worker.make<typename Tree::Node>();
  const auto left = traverse(worker, node->tree1);
  const auto right = traverse(worker, node->tree2);
  const std::int64_t value = deforest::add(left.value, right.value);
  if (left.tree->tag == Tree::Tag::Leaf) {
    static_cast<typename Tree::Leaf*>(left.tree)->value2 = deforest::add(value, 2);
  }
  out->tag = Tree::Tag::Node;
  out->value1 = value;
  out->value2 = value;
  out->value3 = deforest::mul(value, 2);
  out->tree1 = left.tree;
  out->tree2 = right.tree;
  return {out, value};
}

template <class Tree>
inline const Tree* program(deforest::Worker& worker, const Tree* tree) {
  return traverse(worker, tree).tree;
}

}  // namespace hand
