// The source text of a program, to be kept where the program is not changed: where its top-level
// declarations stand, what they mention, and which functions of the program stem from which.
//
//     -- | Twice the sum.           comments    belong to what follows them without a blank line
//     f, g :: [Int] -> Int          Signature   of f and g
//     {-# INLINE f #-}              Pragma      of f
//     f xs = h xs + h xs            Definition  of f, mentions xs and h
//     infixl 6 `f`                  Fixity      of f
//
// Types, imports and the header are in no piece: they always stay. Mentions are words, whatever
// they mean where they stand; so a local variable may keep a declaration of its name.
//
// A function of the program is the entry of a declaration (or one instance of it, if that has type
// variables), or a function of the Prelude, or an operation that is derived for a type, or none of
// these: a part of one of them.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ir/program.hpp"
#include "text/line_origins.hpp"
#include "text/parsing/ast.hpp"

namespace deforest::text {

/// What the type of a function leaves open where it is called by its name: the types of those
/// parameters and results in which type variables occur.
struct OpenTypes {
  std::vector<bool> parameters;
  bool result = false;
  bool oneVariable = false;  ///< All that is open is open in the same type variable.
  bool unrelated = false;    ///< No parameter says anything of what is open in the result.
};

/// What a function of the program is in the source.
struct Provenance {
  /// A `Method` is one of an instance that the module declares; its class's name calls it.
  enum class Kind : std::uint8_t { Entry, Library, Derived, Method };
  Kind kind = Kind::Entry;
  std::string name;    ///< Of the declaration, or of what the library calls it: `f`, `++`, `==`.
  std::string module;  ///< Of the library: `Prelude`, `Data.List`.
  bool polymorphic = false;
  OpenTypes open;
};

struct Piece {
  enum class Kind : std::uint8_t { Definition, Signature, Fixity, Pragma };
  Kind kind = Kind::Definition;
  std::vector<std::string> names;  ///< One, but for signatures, fixities and pragmas.
  std::size_t begin = 0;           ///< Of its first lexeme in the text; `end` is that of its last.
  std::size_t end = 0;
  std::size_t comments = 0;           ///< Where the comments begin that belong to it; else `begin`.
  std::size_t lineEnd = 0;            ///< Behind its semicolon and the comments on its last line.
  bool ended = false;                 ///< By a semicolon there.
  std::vector<std::string> mentions;  ///< Definition: variables and operators, without qualifiers.
};

/// A declaration that defines something, or stands for definitions.
struct DeclarationPart {
  std::string name;            ///< One that it defines, or how it begins.
  bool function = false;       ///< Of functions or a value: it may be improved.
  std::string opaque;          ///< Why nobody looks into it; empty: it is understood.
  support::Position position;  ///< Where it begins; of an opaque one, of what is not understood.
  std::size_t tokens = 0;
};

struct Original {
  std::string text;
  LineOrigins lines;                          ///< Empty: what is edited gets no LINE pragmas.
  std::vector<DeclarationPart> declarations;  ///< In order, but for signatures and fixities.
  [[nodiscard]] bool hasOpaque() const;
  [[nodiscard]] bool isOpaque(std::string_view declaration) const;
  /// Declarations stand on lines of their own, so that one can be replaced.
  bool editable = false;
  bool inBraces = false;       ///< Of the module: its declarations end in semicolons.
  std::vector<Piece> pieces;   ///< In order.
  std::size_t extensions = 0;  ///< Where a pragma can be inserted.
  std::size_t imports = 0;     ///< Where imports can be inserted: the end of a line.
  bool unboxedTuples = false;  ///< Some occur.
  bool hasHead = false;        ///< There is a header or an import before that place.
  bool exportsAll = false;
  /// Functions that other modules or regions passed through may use.
  std::vector<std::string> exported;
  std::map<std::string, Provenance> functions;  ///< By the name in the program; parts are absent.

  /// Of functions of the program that are instances of the Prelude's at functions: how base has
  /// them.
  std::map<std::string, ir::LibraryName> callable;

  /// Declarations that were used at functions, and have become functions of first order there.
  std::set<std::string> specialised;

  /// Functions of the program that are the loops of comprehensions, whatever they are used at.
  std::set<std::string> comprehensions;

  [[nodiscard]] bool defines(const std::string& name) const { return defined.contains(name); }
  std::set<std::string> defined;  ///< By the definitions.
};

/// The table of the declarations of `text`, of which `source` is the syntax tree. The functions
/// are left to elaboration.
[[nodiscard]] Original originalOf(const ast::Module& source, std::string_view text);

}  // namespace deforest::text
