// What is known at compile time of a value that is a function, or has functions inside.
//
//     \y -> y + t              the function `lambda`, given t: Int
//     map (\y -> y + t)        `map`, given (`lambda`, given t: Int)
//     (f, 3)                   the constructor (,) of what is known of f, and of an Int
//
// The program that is made is of first order. So a value with functions inside is never passed at
// run time: its shape is known, and what it captures of first order, the leaves of the shape, is
// passed instead. Functions get an instance for the shapes of their arguments, as they get one for
// their types. (Reynolds' defunctionalisation, but for the tag: it is always known. N. Mitchell and
// C. Runciman, "Losing functions without gaining data", 2009, reach as much by inlining and lose
// sharing; here what a function captures is evaluated once, where the function is made.)
//
// Shapes could grow for ever, as in continuation-passing recursion. A shape that has those of eight
// instances of the same function embedded, each of them on the way to the next, is refused.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "ir/program.hpp"
#include "text/scopes/tree.hpp"

namespace deforest::text {

using ShapeId = support::Id<struct ShapeTag>;

struct Shape {
  enum class Kind : std::uint8_t { Plain, Function, Constructed, Chosen };
  Kind kind = Kind::Plain;
  ir::TypeId type;                   ///< Plain: of the value, which is of first order. Chosen.
  resolved::FunctionId function;     ///< Function
  std::vector<ir::TypeId> instance;  ///< Function: its types. Constructed: the constructor's own.
  ConId con;                         ///< Constructed
  std::vector<ShapeId> parts;        ///< What is captured and given; the fields.
  std::vector<ir::TypeId> leaves;    ///< The types of what is passed at run time.
  std::size_t size = 1;              ///< In shapes that are not plain.
};

class Shapes {
 public:
  [[nodiscard]] const Shape& at(ShapeId id) const { return shapes_[id.value]; }
  ShapeId plain(ir::TypeId type);
  ShapeId function(resolved::FunctionId function, std::vector<ir::TypeId> instance,
                   std::vector<ShapeId> parts);
  ShapeId constructed(ConId con, std::vector<ShapeId> parts, std::vector<ir::TypeId> own = {});
  /// One of several, as a datum of that type says (choices.hpp).
  ShapeId chosen(ir::TypeId type);

  [[nodiscard]] bool isPlain(ShapeId id) const { return at(id).kind == Shape::Kind::Plain; }
  /// Whether `inner` comes out of `outer` by leaving parts out (homeomorphic embedding).
  [[nodiscard]] bool embeds(ShapeId outer, ShapeId inner);

 private:
  using Key = std::tuple<Shape::Kind, std::uint32_t, std::vector<ir::TypeId>, std::vector<ShapeId>>;
  ShapeId intern(Key key, Shape shape);

  std::vector<Shape> shapes_;
  std::map<Key, ShapeId> known_;
  std::map<std::pair<ShapeId, ShapeId>, bool> embeddings_;
};

}  // namespace deforest::text
