// How a host's own types hold values of the program's: what adapters are emitted of
// (`CppOptions::hosts`). Whoever makes this has looked at the program: there are such types and
// constructors, and each constructor is described once.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace deforest::backends {

/// A field of a constructor. Text of C++, each behind an object and a dot; without `get` the object
/// itself is the field.
struct CppHostField {
  std::string get;   ///< `left`, `left()`
  std::string set;   ///< `setLeft`; empty: what `get` names is assigned to.
  std::string type;  ///< Of what is set or made of; empty: that of `get`, without const and &.
};

struct CppHostCtor {
  std::string name;  ///< In Haskell.
  bool isNull = false;
  std::string cpp;   ///< Variant: the alternative; Class: the class; else empty.
  std::string tag;   ///< Enumeration: the enumerator; Class: what the type's tag is then.
  std::string make;  ///< A function of the fields, or a class with such a constructor; or empty.
  std::vector<CppHostField> fields;  ///< In the order of the source.
};

struct CppHostType {
  enum class Form : std::uint8_t {
    Struct,       ///< One constructor; besides there may be one that is null.
    Enumeration,  ///< Constructors without fields are enumerators.
    Variant,      ///< Each constructor is an alternative of a `std::variant`.
    Class,        ///< Each is a class that derives from one, or a value of a tag.
    Known         ///< Lists, Maybe, tuples: the declarations of the host say everything.
  };
  std::string name;  ///< In Haskell, `Tree`, `[Int]`.
  std::string cpp;   ///< What holds a value: `std::unique_ptr<shop::Node>`.
  Form form = Form::Struct;
  std::string variant;   ///< Variant: the member; empty: the object itself.
  bool inPlace = false;  ///< Struct: the host's struct is that of ours, with pointers to const.
  std::string tag;       ///< Class: a member or accessor; empty: `dynamic_cast` tells.
  std::vector<CppHostCtor> constructors;
};

struct CppHosts {
  std::vector<std::string> headers;  ///< As they stand behind `#include`.
  std::vector<CppHostType> types;
  [[nodiscard]] bool empty() const { return types.empty(); }
  /// The type of that name, if its values are the host's objects; else null.
  [[nodiscard]] const CppHostType* inPlace(const std::string& name) const {
    for (const CppHostType& type : types) {
      if (type.inPlace && type.name == name) return &type;
    }
    return nullptr;
  }
};

}  // namespace deforest::backends
