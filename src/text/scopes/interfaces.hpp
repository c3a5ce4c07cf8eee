// What other modules say of the types of what they export: signatures, synonyms, names of types.
//
//     import qualified Page as P                 the package's, read from its source
//     import Data.Array (Array, bounds)          a library's, of which signatures come with the
//                                                compiler (prelude/signatures.hpp)
//
// A name means what it means in the module where it stands; a type is the same as another if the
// same module declares it under the same name. Where a module cannot be read its types are still
// known by name, if an import says which module they are of. What cannot be told for certain is not
// known: then what uses it is left alone.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/parsing/ast.hpp"
#include "text/prelude/libraries.hpp"

namespace deforest::text {

/// The text of a module of the package, if there is one of that name.
using ModuleText = std::function<std::optional<std::string>(const std::string& module)>;

/// A type as every module sees it.
struct TypeIdentity {
  enum class Kind : std::uint8_t {
    Unknown,
    Builtin,   ///< The language's own, `name`.
    Library,   ///< That of `library`.
    Declared,  ///< By `module`, under `name`.
  };
  Kind kind = Kind::Unknown;
  std::string module;
  std::string name;
  const Library* library = nullptr;
  bool operator==(const TypeIdentity& other) const {
    return kind == other.kind && module == other.module && name == other.name &&
           library == other.library;
  }
};

class Interfaces {
 public:
  explicit Interfaces(ModuleText texts) : texts_(std::move(texts)) {}

  /// A function that a module exports.
  struct Value {
    const ast::Module* owner = nullptr;  ///< That defines it.
    const ast::Signature* signature = nullptr;
    bool waits = false;  ///< It does nothing before it has all the arguments of its type.
  };
  [[nodiscard]] std::optional<Value> value(const std::string& module, const std::string& name);
  /// The same of what is written so in `in`, by what that imports.
  [[nodiscard]] std::optional<Value> imported(const ast::Module& in, const std::string& written);

  /// The fixity that `imported` has.
  [[nodiscard]] const ast::Fixity* fixity(const ast::Module& in, const std::string& written);

  /// What a type is that is written so in `in`.
  [[nodiscard]] TypeIdentity type(const ast::Module& in, const std::string& written);

  /// The synonym that a type is, with the module in which it stands.
  struct Synonym {
    const ast::Module* owner = nullptr;
    const ast::TypeSynonym* declaration = nullptr;
  };
  [[nodiscard]] std::optional<Synonym> synonym(const TypeIdentity& type);

  /// How `in` may write the type, if it sees it at all.
  [[nodiscard]] std::optional<std::string> spelling(const ast::Module& in,
                                                    const TypeIdentity& type);

 private:
  /// A module that can be read. Of one of ours only a part of what it exports is there.
  struct Known {
    ast::Module source;
    bool shipped = false;
  };
  const Known* find(const std::string& module);
  std::optional<Value> definedIn(const Known& module, const std::string& name) const;
  std::optional<Value> valueOf(const std::string& module, const std::string& name, unsigned depth);
  std::optional<Value> importedBy(const ast::Module& in, const std::string& qualifier,
                                  const std::string& name, unsigned depth);
  /// Of what `module` exports. Nothing: it exports no such type, as far as that can be told.
  std::optional<TypeIdentity> exportedType(const std::string& module, const std::string& name,
                                           bool certain, unsigned depth);
  TypeIdentity typeIn(const ast::Module& in, const std::string& written, unsigned depth);

  ModuleText texts_;
  std::map<std::string, std::unique_ptr<Known>> known_;
};

/// Whether a LANGUAGE or OPTIONS pragma in the header of the module turns the extension on.
[[nodiscard]] bool hasExtension(const ast::Module& module, std::string_view extension);

}  // namespace deforest::text
