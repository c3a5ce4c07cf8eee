// Printed functions in the midst of kept text.
//
// A function that replaces a declaration has its name, if nothing else is called so; all other
// names stay clear of what the module defines and imports. Comments above a declaration that is
// replaced stay; they are still about it.
#include "text/printing/module.hpp"

#include <algorithm>
#include <map>

#include "backends/haskell.hpp"
#include "backends/haskell/callees.hpp"
#include "backends/haskell/edit.hpp"
#include "backends/haskell/function.hpp"
#include "backends/haskell/prune.hpp"
#include "backends/haskell/reach.hpp"
#include "ir/library_calls.hpp"
#include "ir/traverse.hpp"
#include "text/printing/lexicon.hpp"

namespace deforest::backends {
namespace {

using ir::FunId;
using text::Original;
using text::Piece;
using text::Provenance;

class Editor {
 public:
  Editor(const ir::Program& program, const Original& original, const Kept& kept,
         HaskellOptions options)
      : program_(program),
        original_(original),
        kept_(kept),
        options_(options),
        reached_(reach(original, kept, program)),
        given_(ir::givenFunctions(program)),
        edit_(original.text, original.lines) {}

  std::string run() {
    const bool all = std::ranges::includes(reached_.texts, original_.defined);
    const bool none = std::ranges::find(reached_.printed, true) == reached_.printed.end();
    if (all && none) return original_.text;
    assignNames();
    printFunctions();
    for (const Piece& piece : original_.pieces) place(piece);
    placeHead();
    return edit_.run();
  }

 private:
  // ------------------------------------------------------------------------------------- names

  // The declaration that the function, which is printed, stems from as a whole; or none.
  [[nodiscard]] const Provenance* entryOf(std::size_t function) const {
    const ir::Function& found = program_.functions[function];
    const auto known = original_.functions.find(found.name);
    const bool is = known != original_.functions.end() && !found.composed &&
                    known->second.kind == Provenance::Kind::Entry;
    return is ? &known->second : nullptr;
  }

  void assignNames() {
    text::ModuleScope scope(program_);
    std::set<std::string> taken = reached_.texts;
    for (const ir::Constructor& ctor : program_.constructors) {
      for (const ir::Field& field : ctor.fields) taken.insert(field.label);
    }
    for (const auto& [name, function] : kept_.bound) taken.insert(name);
    // Kept text may have its own meaning for any word in it.
    std::set<std::string> words(original_.exported.begin(), original_.exported.end());
    for (const Piece& piece : original_.pieces) {
      if (piece.kind != Piece::Kind::Definition || !stays(piece.names.front())) continue;
      words.insert(piece.mentions.begin(), piece.mentions.end());
    }
    const auto isFree = [&](const std::string& name) {
      return !taken.contains(name) && !words.contains(name) && !text::inPrelude(name) &&
             !scope.importsByName(name);
    };
    std::map<std::string, std::size_t> instances;
    for (std::size_t i = 0; i < reached_.printed.size(); ++i) {
      const Provenance* entry = reached_.printed[i] ? entryOf(i) : nullptr;
      if (entry != nullptr) ++instances[entry->name];
    }
    names_.resize(program_.functions.size());
    for (std::size_t i = 0; i < names_.size(); ++i) {
      names_[i] = program_.functions[i].name;
      const auto outside = kept_.outside.find(names_[i]);
      if (outside != kept_.outside.end() && outside->second.kind == Provenance::Kind::Entry) {
        names_[i] = outside->second.name;
      }
      if (!reached_.printed[i]) continue;
      if (const Provenance* entry = entryOf(i)) {
        const auto bound = kept_.bound.find(entry->name);
        if (bound != kept_.bound.end() && bound->second == names_[i]) {
          names_[i] = entry->name;
          continue;
        }
        // Sole, and nothing else has its name: what a declaration is called in the source.
        if (instances[entry->name] == 1 && taken.insert(entry->name).second) {
          names_[i] = entry->name;
          continue;
        }
      }
      std::string name = names_[i];
      for (int suffix = 2; !isFree(name); ++suffix) {
        name = names_[i] + "_" + std::to_string(suffix);
      }
      taken.insert(name);
      names_[i] = std::move(name);
    }
  }

  // -------------------------------------------------------------------------------------- print

  void printFunctions() {
    ir::Program named = program_;
    Uses uses;
    Callees callees;
    std::set<std::string> defined = reached_.texts;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      ir::Function& function = named.functions[i];
      const auto outside = kept_.outside.find(function.name);
      callees.outside.push_back(outside == kept_.outside.end() ? nullptr : &outside->second);
      function.name = names_[i];
      function.documentation.clear();
      function = withoutUnused(std::move(function), options_.semantics);
      uses.used.push_back(usedParameters(function));
      const Provenance* library = callees.outside.back();
      // That of the Prelude comes to its second list when the first one ends.
      if (library != nullptr && library->kind == Provenance::Kind::Library &&
          library->name == "++") {
        uses.used.back().back() = false;
      }
    }
    std::map<std::string, std::string> newNames;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      newNames.emplace(program_.functions[i].name, names_[i]);
    }
    for (ir::Function& function : named.functions) {
      if (!function.library) continue;
      for (ir::LibraryName::Argument& argument : function.library->arguments) {
        if (argument.function.empty() || ir::isText(argument)) continue;
        argument.function = newNames.at(argument.function);
      }
    }
    uses.lines = linesOfCalls(named);
    if (options_.semantics == ir::Semantics::Haskell) uses.laziness = lazinessOf(named);
    text::ModuleScope scope(named);
    for (const Provenance* library : callees.outside) {
      const bool is = library != nullptr && library->kind != Provenance::Kind::Entry;
      if (is) scope.avoid(library->name);
    }
    scope.define(defined);
    texts_.resize(names_.size());
    for (std::uint32_t i = 0; i < names_.size(); ++i) {
      if (!reached_.printed[i]) continue;
      FunctionText emitted =
          emitFunction(named, ir::FunId{i}, uses, scope, options_.semantics, callees);
      bangs_ = bangs_ || emitted.usesBangs;
      tuples_ = tuples_ || emitted.usesTuples;
      texts_[i] = std::move(emitted.text);
      printedNames_.insert(names_[i]);
      if (const Provenance* entry = entryOf(i)) entries_[entry->name].push_back(i);
    }
    imports_ = scope.additionalImports();
  }

  // -------------------------------------------------------------------------------------- place

  // What is printed for a declaration: its functions, and what they are the first to call.
  std::string functionsFor(const std::string& name) {
    const auto entries = entries_.find(name);
    if (entries == entries_.end()) return "";
    std::vector<std::size_t> order;
    std::vector<std::size_t> helpers;
    for (const std::size_t entry : entries->second) {
      if (placed_.insert(entry).second) order.push_back(entry);
    }
    for (const std::size_t entry : order) collectHelpers(entry, helpers);
    order.insert(order.end(), helpers.begin(), helpers.end());
    std::string out;
    for (const std::size_t i : order) out += (out.empty() ? "" : "\n") + texts_[i];
    return out;
  }

  void collectHelpers(std::size_t caller, std::vector<std::size_t>& helpers) {
    std::vector<std::size_t> own;
    const auto collect = [&](auto&& self, std::size_t callee) -> void {
      for (const FunId given : given_[callee]) self(self, given.value);
      if (texts_[callee].empty() || entryOf(callee) != nullptr || placed_.contains(callee)) return;
      placed_.insert(callee);
      own.push_back(callee);
    };
    ir::forEachBinding(program_.functions[caller].body, [&](const ir::Binding& binding) {
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call != nullptr) collect(collect, call->callee.value);
    });
    for (const std::size_t helper : own) {
      helpers.push_back(helper);
      collectHelpers(helper, helpers);
    }
  }

  [[nodiscard]] bool stays(const std::string& name) const {
    return !original_.defines(name) || reached_.texts.contains(name);
  }

  void place(const Piece& piece) {
    switch (piece.kind) {
      case Piece::Kind::Definition:
        return placeDefinition(piece);
      case Piece::Kind::Signature:
        return placeSignature(piece);
      case Piece::Kind::Fixity:
        return placeFixity(piece);
      case Piece::Kind::Pragma:
        return placePragma(piece);
    }
  }

  // One that speaks of a declaration that is replaced was not made for what replaces it.
  void placePragma(const Piece& piece) {
    const auto staying = [&](const std::string& name) { return stays(name); };
    if (std::ranges::all_of(piece.names, staying)) return;
    const auto replaced = [&](const std::string& name) { return isReplaced(name); };
    const bool about = std::ranges::any_of(piece.names, replaced);
    edit_.dropLines(about ? piece.begin : piece.comments, piece.lineEnd);
  }

  void placeDefinition(const Piece& piece) {
    std::string printed;
    for (const std::string& name : piece.names) {
      const std::string functions = functionsFor(name);
      printed += (printed.empty() || functions.empty() ? "" : "\n") + functions;
    }
    while (!printed.empty() && printed.back() == '\n') printed.pop_back();
    printed = indented(piece, ended(printed));
    if (stays(piece.names.front())) {
      if (printed.empty()) return;
      const std::string between =
          original_.inBraces && !piece.ended ? "\n" + indent(piece) + ";\n\n" : "\n\n";
      edit_.replace(piece.lineEnd, piece.lineEnd, between + indent(piece) + printed);
    } else if (printed.empty()) {
      edit_.dropLines(piece.comments, piece.lineEnd);
    } else {
      edit_.replace(piece.begin, piece.lineEnd, printed);
    }
  }

  // Declarations, which begin where lines do, as they end where the module's do: in braces by a
  // semicolon. It begins a line, for behind an alternative of a `case` it would end that.
  [[nodiscard]] std::string ended(const std::string& text) const {
    if (!original_.inBraces || text.empty()) return text;
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const bool begins = i > 0 && text[i - 1] == '\n' && text[i] != ' ' && text[i] != '\n';
      if (begins) out += ';';
      out += text[i];
    }
    return out + "\n;";
  }

  // What stands before the declaration on its line: in literate Haskell two blanks.
  [[nodiscard]] std::string indent(const Piece& piece) const {
    const std::size_t line = original_.text.rfind('\n', piece.begin);
    const std::size_t begin = line == std::string::npos || piece.begin == 0 ? 0 : line + 1;
    return begin < piece.begin ? original_.text.substr(begin, piece.begin - begin) : "";
  }

  // The text, of which every line but the first begins where the declaration does.
  [[nodiscard]] std::string indented(const Piece& piece, const std::string& text) const {
    const std::string before = indent(piece);
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
      out += text[i];
      if (text[i] == '\n' && i + 1 < text.size() && text[i + 1] != '\n') out += before;
    }
    return out;
  }

  // Whether functions are printed in the place of the declaration.
  [[nodiscard]] bool isReplaced(const std::string& name) const {
    return !stays(name) && entries_.contains(name);
  }

  void placeSignature(const Piece& piece) {
    std::vector<std::string> left;
    bool replaced = false;
    for (const std::string& name : piece.names) {
      if (stays(name)) left.push_back(name);
      replaced = replaced || isReplaced(name);
    }
    if (left.size() == piece.names.size()) return;
    if (left.empty()) {
      return edit_.dropLines(replaced ? piece.begin : piece.comments, piece.lineEnd);
    }
    std::string names;
    for (const std::string& name : left) {
      names += (names.empty() ? "" : ", ") + text::prefixName(name);
    }
    const std::string_view written =
        std::string_view(original_.text).substr(piece.begin, piece.end - piece.begin);
    const std::size_t colons = std::min(written.find("::"), written.find("\u2237"));
    edit_.replace(piece.begin, piece.begin + colons, names + " ");
  }

  // A fixity goes with all of its names; else it is written anew for those that are left.
  void placeFixity(const Piece& piece) {
    std::vector<std::string> left;
    for (const std::string& name : piece.names) {
      if (stays(name) || printedNames_.contains(name)) left.push_back(name);
    }
    if (left.size() == piece.names.size()) return;
    if (left.empty()) return edit_.dropLines(piece.comments, piece.lineEnd);
    std::string names;
    for (const std::string& name : left) {
      const bool symbolic = text::isSymbolic(name);
      names += (names.empty() ? "" : ", ") + (symbolic ? name : "`" + name + "`");
    }
    const std::string_view written =
        std::string_view(original_.text).substr(piece.begin, piece.end - piece.begin);
    const std::size_t word = written.find_first_of(" \t\r\n");
    std::size_t at = written.find_first_not_of(" \t\r\n", word);
    if (written[at] >= '0' && written[at] <= '9') at += 1;
    edit_.replace(piece.begin + at, piece.end, " " + names);
  }

  // New imports begin where declarations do.
  [[nodiscard]] std::string atColumn(const std::string& lines) const {
    if (original_.pieces.empty()) return lines;
    const Piece& first = original_.pieces.front();
    return indent(first) + indented(first, lines);
  }

  void placeHead() {
    const std::vector<std::string>& pragmas = program_.module.pragmas;
    std::string names;
    const auto need = [&](bool wanted, const std::string& extension) {
      const bool there = std::ranges::any_of(pragmas, [&](const std::string& pragma) {
        return pragma.find(extension) != std::string::npos;
      });
      if (wanted && !there) names += (names.empty() ? "" : ", ") + extension;
    };
    need(bangs_, "BangPatterns");
    need(tuples_, "UnboxedTuples");
    if (!names.empty()) {
      edit_.replace(original_.extensions, original_.extensions, "{-# LANGUAGE " + names + " #-}\n");
    }
    if (imports_.empty()) return;
    std::string lines;
    for (const std::string& line : imports_) lines += ended(line) + "\n";
    if (original_.hasHead) {
      lines.pop_back();
      const std::string separator = program_.module.imports.empty() ? "\n\n" : "\n";
      edit_.replace(original_.imports, original_.imports, separator + atColumn(lines));
    } else {
      edit_.replace(original_.imports, original_.imports, lines + "\n");
    }
  }

  const ir::Program& program_;
  const Original& original_;
  const Kept& kept_;
  HaskellOptions options_;
  Reached reached_;
  std::vector<std::vector<FunId>> given_;
  TextEdit edit_;
  std::vector<std::string> names_;  // by function, as the module calls it
  std::vector<std::string> texts_;  // by function; empty: it is not printed
  std::map<std::string, std::vector<std::size_t>> entries_;  // printed ones, by declaration
  std::set<std::string> printedNames_;
  std::set<std::size_t> placed_;
  std::vector<std::string> imports_;
  bool bangs_ = false;
  bool tuples_ = false;
};

}  // namespace

std::string emitHaskell(const ir::Program& program, const Original& original, const Kept& kept,
                        HaskellOptions options) {
  return Editor(program, original, kept, options).run();
}

}  // namespace deforest::backends
