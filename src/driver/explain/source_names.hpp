// What the functions of a program are called in the source that it was read from.
//
//     keys t = [k | (k, _) <- toList t]       keys_each1     the comprehension in `keys`
//     insert x t = blacken (go t)             insert_go      `go` in `insert`
//       where go (Node l k r) = case ..       insert_go_o    a match in `insert`
//     ascending ks = and (zip ks ..)          zip_Int_Int    `zip`
//
// Elaboration copies functions for the types and the functions that they are used with, lifts local
// ones and outlines matches. The names that it makes say what from, and positions say where. What
// the library defines stands nowhere in the source: it is told where the source first leads to it,
// and functions of which the library is made (`sumFrom`) by the name that was written there
// (`sum`).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ir/program.hpp"
#include "text/original.hpp"

namespace deforest::driver {

struct SourceName {
  enum class Kind : std::uint8_t {
    Declaration,  ///< Of the module, at its top level.
    Local,        ///< Defined in a declaration: a local function or a comprehension.
    Match,        ///< A part of a function that begins with a match.
    Library,      ///< Of the Prelude and the like, or derived for a type.
  };
  Kind kind = Kind::Declaration;
  std::string text;         ///< As in the examples above.
  std::string declaration;  ///< That it stands in; empty for the library.
  ir::Position position;    ///< Where it is defined; of the library, where it is first used.
  bool inner = false;       ///< A function of which one of the library is made.
  bool operator==(const SourceName&) const = default;
};

class SourceNames {
 public:
  /// `input` as it was read; `original`, which may be empty (of a binary file there is no text),
  /// must outlive this.
  SourceNames(const ir::Program& input, const text::Original& original);

  /// Learns where the functions stand that passes cut out of those of the input.
  void learn(const ir::Program& program);

  /// Is there a function of this name in what was read or learned?
  [[nodiscard]] bool knows(const std::string& function) const { return known_.contains(function); }

  [[nodiscard]] SourceName of(const std::string& function) const;

  /// The declaration at a position; empty: none.
  [[nodiscard]] std::string declarationAt(ir::Position position) const;

  /// Where a declaration begins.
  [[nodiscard]] ir::Position positionOf(const std::string& declaration) const;

 private:
  struct Known {
    ir::Position position;
    bool read = false;  // A function of the input.
  };
  struct Lines {
    std::string name;
    std::size_t first;
    std::size_t last;
  };

  void findCallSites(const ir::Program& input);
  [[nodiscard]] std::string libraryName(const std::string& function) const;
  [[nodiscard]] std::string ownerOf(const std::string& function) const;
  [[nodiscard]] std::string wordAt(ir::Position position) const;
  [[nodiscard]] std::string localName(const std::string& function, const std::string& owner,
                                      ir::Position position) const;

  const text::Original& original_;
  std::map<std::string, Known> known_;
  std::map<std::string, ir::Position> callSites_;  // Of functions that have no position,
  std::map<std::string, std::string> wanted_;      // and what the source calls them for.
  std::vector<Lines> declarations_;
  std::vector<std::size_t> lineStarts_;
};

}  // namespace deforest::driver
