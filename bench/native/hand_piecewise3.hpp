// (x^3 + x^2 + x + 1)^2 + x^2 + x on a kd-tree by hand: every leaf becomes the polynomial that the
// eleven passes make.
#pragma once

namespace hand {

template <class Kd>
const Kd* program(deforest::Worker& worker, const Kd* tree) {
  if (tree->tag == Kd::Tag::Leaf) {
    const auto* leaf = static_cast<const typename Kd::Leaf*>(tree);
    auto* out = worker.make<typename Kd::Leaf>();
    out->tag = Kd::Tag::Leaf;
    out->value1 = leaf->value1;
    out->value2 = leaf->value2;
    out->poly = {1.0, 3.0, 4.0, 4.0, 3.0, 2.0, 1.0};
    return out;
  }
  const auto* inner = static_cast<const typename Kd::Inner*>(tree);
  auto* out = worker.make<typename Kd::Inner>();
  out->tag = Kd::Tag::Inner;
  out->value1 = inner->value1;
  out->value2 = inner->value2;
  out->value3 = inner->value3;
  out->kd1 = program(worker, inner->kd1);
  out->kd2 = program(worker, inner->kd2);
  return out;
}

}  // namespace hand
