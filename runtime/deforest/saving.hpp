// How trees of emitted types are saved and loaded: emitted with `--cereal`, used by
// deforest/cereal.hpp.
#pragma once

namespace deforest {

/// Of every struct and enumeration that trees are made of:
///
///     static constexpr std::uint64_t shape;    what it and all its parts look like, as a hash
///     static constexpr std::array<const char*, n> constructors;    their names
///     template <class Out> static void write(Out& out, at)
///     template <class In> static void read(In& in, at&)
///
/// where `at` is a value, or a pointer to a cell. Both tell of the constructor and the fields of
/// one value; what these point to comes later, so that trees may be of any depth.
template <class T>
struct Saving;

}  // namespace deforest
