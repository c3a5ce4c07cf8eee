#include "text/lowering/shapes.hpp"

#include <algorithm>

namespace deforest::text {

ShapeId Shapes::intern(Key key, Shape shape) {
  const auto found = known_.find(key);
  if (found != known_.end()) return found->second;
  const bool isPlain = shape.kind == Shape::Kind::Plain;
  if (isPlain || shape.kind == Shape::Kind::Chosen) shape.leaves = {shape.type};
  if (isPlain) shape.size = 0;
  for (const ShapeId part : shape.parts) {
    const std::vector<ir::TypeId>& leaves = at(part).leaves;
    shape.leaves.insert(shape.leaves.end(), leaves.begin(), leaves.end());
    shape.size += at(part).size;
  }
  const ShapeId id{static_cast<std::uint32_t>(shapes_.size())};
  shapes_.push_back(std::move(shape));
  known_.emplace(std::move(key), id);
  return id;
}

ShapeId Shapes::plain(ir::TypeId type) {
  Shape shape;
  shape.type = type;
  return intern({Shape::Kind::Plain, type.value, {}, {}}, std::move(shape));
}

ShapeId Shapes::function(resolved::FunctionId function, std::vector<ir::TypeId> instance,
                         std::vector<ShapeId> parts) {
  Shape shape;
  shape.kind = Shape::Kind::Function;
  shape.function = function;
  shape.instance = instance;
  shape.parts = parts;
  return intern({Shape::Kind::Function, function.value, std::move(instance), std::move(parts)},
                std::move(shape));
}

ShapeId Shapes::constructed(ConId con, std::vector<ShapeId> parts, std::vector<ir::TypeId> own) {
  Shape shape;
  shape.kind = Shape::Kind::Constructed;
  shape.con = con;
  shape.instance = own;
  shape.parts = parts;
  return intern({Shape::Kind::Constructed, con.value, std::move(own), std::move(parts)},
                std::move(shape));
}

ShapeId Shapes::chosen(ir::TypeId type) {
  Shape shape;
  shape.kind = Shape::Kind::Chosen;
  shape.type = type;
  return intern({Shape::Kind::Chosen, type.value, {}, {}}, std::move(shape));
}

bool Shapes::embeds(ShapeId outer, ShapeId inner) {
  if (outer == inner || isPlain(inner)) return true;
  if (at(outer).size < at(inner).size) return false;
  const auto [entry, isNew] = embeddings_.try_emplace({outer, inner}, false);
  if (!isNew) return entry->second;
  const Shape& large = at(outer);
  const Shape& small = at(inner);
  const auto couples = [&] {
    if (large.kind != small.kind || large.function != small.function || large.con != small.con ||
        large.parts.size() != small.parts.size()) {
      return false;
    }
    for (std::size_t i = 0; i < large.parts.size(); ++i) {
      if (!embeds(large.parts[i], small.parts[i])) return false;
    }
    return true;
  };
  const bool found = couples() || std::ranges::any_of(large.parts, [&](ShapeId part) {
                       return embeds(part, inner);
                     });
  return embeddings_[{outer, inner}] = found;
}

}  // namespace deforest::text
