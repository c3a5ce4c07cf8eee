// The five passes over a document in one.
#pragma once

#include "hand_render_tree.hpp"

namespace hand {

template <class>
inline const Document* program(deforest::Worker& worker, const Document* document) {
  return layDocument<true>(worker, document);
}

}  // namespace hand
