// Random data types: lists, trees, enumerations, records, families that refer to each other.
#pragma once

#include "world.hpp"

namespace deforest::property {

/// Adds the scalar types and some data types to the world. The first constructor of every type
/// leads to finite values.
void generateTypes(World& world);

}  // namespace deforest::property
