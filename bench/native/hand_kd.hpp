// A kd-tree whose every leaf becomes one polynomial, by hand.
#pragma once

namespace hand {

/// The tree with the polynomial that `set` writes, always the same, in every leaf.
template <class Kd, class Set>
inline const Kd* withPolynomial(deforest::Worker& worker, const Kd* tree, Set set) {
  if (tree->tag == Kd::Tag::Leaf) {
    const auto* leaf = static_cast<const typename Kd::Leaf*>(tree);
    auto* out = worker.make<typename Kd::Leaf>();
    out->tag = Kd::Tag::Leaf;
    out->value1 = leaf->value1;
    out->value2 = leaf->value2;
    set(out->poly);
    return out;
  }
  const auto* inner = static_cast<const typename Kd::Inner*>(tree);
  auto* out = worker.make<typename Kd::Inner>();
  out->tag = Kd::Tag::Inner;
  out->value1 = inner->value1;
  out->value2 = inner->value2;
  out->value3 = inner->value3;
  out->kd1 = withPolynomial(worker, inner->kd1, set);
  out->kd2 = withPolynomial(worker, inner->kd2, set);
  return out;
}

}  // namespace hand
