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

/// What is known of the package that a module is of.
struct Package {
  ModuleText modules;
  /// Extensions that are on without the module's saying so; with a question mark before them those
  /// that may be on.
  std::vector<std::string> extensions;
};

class Interfaces;

/// Signatures of functions that are written without one, by name.
using InferredSignatures = std::map<std::string, ast::Signature>;
/// Finds them, of the module of the package that has the text.
using InferSignatures =
    std::function<InferredSignatures(const std::string& text, Interfaces& interfaces)>;

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
  /// Without `infer` nothing is known of functions that have no signature.
  explicit Interfaces(Package package, InferSignatures infer = {})
      : package_(std::move(package)), infer_(std::move(infer)) {}

  /// Whether it is a module of the package, and can be read.
  [[nodiscard]] bool reads(const std::string& module) {
    const Known* known = find(module);
    return known != nullptr && !known->shipped;
  }

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

  /// The declaration of a data type, in the module in which it stands. Of modules whose source is
  /// read: what is known of the types of libraries is their names.
  struct Data {
    const ast::Module* owner = nullptr;
    const ast::DataDeclaration* declaration = nullptr;
  };
  [[nodiscard]] std::optional<Data> data(const TypeIdentity& type);

  /// The data type of which a constructor or a label is written so in `in`; unknown if that cannot
  /// be told.
  [[nodiscard]] TypeIdentity typeOfPart(const ast::Module& in, const std::string& written);

  /// How `in` may write a constructor or a label of the type, if it sees it at all.
  [[nodiscard]] std::optional<std::string> partSpelling(const ast::Module& in,
                                                        const TypeIdentity& type,
                                                        const std::string& part);

  /// How `in` may write the type, if it sees it at all.
  [[nodiscard]] std::optional<std::string> spelling(const ast::Module& in,
                                                    const TypeIdentity& type);

 private:
  /// A module that can be read. Of one of ours only a part of what it exports is there.
  struct Known {
    ast::Module source;
    bool shipped = false;
    bool isInferred = false;  ///< Or is being: modules that import each other wait for nobody.
    InferredSignatures inferred = {};
  };
  Known* find(const std::string& module);
  std::optional<Value> definedIn(Known& module, const std::string& name);
  const ast::Signature* inferredIn(Known& module, const std::string& name);
  std::optional<Value> valueOf(const std::string& module, const std::string& name, unsigned depth);
  std::optional<Value> importedBy(const ast::Module& in, const std::string& qualifier,
                                  const std::string& name, unsigned depth);
  /// Of what `module` exports. Nothing: it exports no such type, as far as that can be told.
  std::optional<TypeIdentity> exportedType(const std::string& module, const std::string& name,
                                           bool certain, unsigned depth);
  TypeIdentity typeIn(const ast::Module& in, const std::string& written, unsigned depth);
  const TypeIdentity& exportedPart(const std::string& module, const std::string& part);
  TypeIdentity findExportedPart(const ast::Module& source, const std::string& part);
  TypeIdentity importedPart(const ast::Module& in, const std::string& qualifier,
                            const std::string& part);

  Package package_;
  InferSignatures infer_;
  std::map<std::string, std::unique_ptr<Known>> known_;
  /// By module and name: the types of which modules export constructors and labels.
  std::map<std::pair<std::string, std::string>, TypeIdentity> exportedParts_;
};

/// Makes the fields of the module's data types strict if an extension of it says so. (Fields that
/// are marked as lazy all the same are not in the language.)
void makeFieldsStrict(ast::Module& module);

}  // namespace deforest::text
