#include "driver/explain/source_names.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string_view>

#include "ir/traverse.hpp"
#include "text/prelude/prelude.hpp"

namespace deforest::driver {
namespace {

using text::Provenance;
using NameKind = SourceName::Kind;

std::string quoted(const std::string& name) {
  return "`" + name + "`";
}

bool isWordCharacter(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || c == '_' || c == '\'' || byte >= 128;
}

// Words that begin expressions: no name stands there.
bool isKeyword(std::string_view word) {
  constexpr std::array<std::string_view, 8> keywords = {"case", "of", "if",    "then",
                                                        "else", "do", "where", "let"};
  return std::ranges::find(keywords, word) != keywords.end();
}

// The last `_word` of a name without the number that made it unique: `each` of `keys_each12`.
std::string lastWord(const std::string& name) {
  std::string word = name.substr(name.rfind('_') + 1);
  while (!word.empty() && std::isdigit(static_cast<unsigned char>(word.back())) != 0) {
    word.pop_back();
  }
  return word;
}

}  // namespace

SourceNames::SourceNames(const ir::Program& input, const text::Original& original)
    : original_(original) {
  for (const ir::Function& function : input.functions) {
    known_[function.name] = {function.position, true};
  }
  lineStarts_.push_back(0);
  for (std::size_t i = 0; i < original.text.size(); ++i) {
    if (original.text[i] == '\n') lineStarts_.push_back(i + 1);
  }
  const auto lineOf = [&](std::size_t offset) {
    return static_cast<std::size_t>(std::ranges::upper_bound(lineStarts_, offset) -
                                    lineStarts_.begin());
  };
  for (const text::Piece& piece : original.pieces) {
    if (piece.kind != text::Piece::Kind::Definition || piece.names.empty()) continue;
    declarations_.push_back(
        {piece.names.front(), lineOf(piece.begin), lineOf(std::max(piece.begin, piece.end - 1))});
  }
  findCallSites(input);
}

void SourceNames::learn(const ir::Program& program) {
  for (const ir::Function& function : program.functions) {
    if (!function.composed) known_.try_emplace(function.name, Known{function.position, false});
  }
}

// Breadth first from the roots: what is defined nowhere in the source stands where it is called.
void SourceNames::findCallSites(const ir::Program& input) {
  std::vector<ir::FunId> pending = input.roots;
  std::set<ir::FunId> seen(pending.begin(), pending.end());
  for (std::size_t next = 0; next < pending.size(); ++next) {
    const ir::Function& caller = input.function(pending[next]);
    const auto own = callSites_.find(caller.name);
    const ir::Position here = own != callSites_.end() ? own->second : caller.position;
    ir::forEachBinding(caller.body, [&](const ir::Binding& binding) {
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call == nullptr || !seen.insert(call->callee).second) return;
      pending.push_back(call->callee);
      const ir::Function& callee = input.function(call->callee);
      if (callee.position.known()) return;
      const ir::Position site = binding.position.known() ? binding.position : here;
      callSites_[callee.name] = site;
      const auto of = wanted_.find(caller.name);
      std::string name = of != wanted_.end() ? of->second : libraryName(caller.name);
      if (name.empty()) {
        name = wordAt(site);
        if (text::findPreludeName(name) == nullptr) name.clear();
      }
      if (!name.empty() && libraryName(callee.name).empty()) wanted_[callee.name] = name;
    });
  }
}

// What the library calls a function; empty: it is none, or has no name there.
std::string SourceNames::libraryName(const std::string& function) const {
  const auto found = original_.functions.find(function);
  if (found == original_.functions.end()) return "";
  return found->second.kind == text::Provenance::Kind::Library ? found->second.name : "";
}

std::string SourceNames::declarationAt(ir::Position position) const {
  if (!position.known()) return "";
  for (const Lines& lines : declarations_) {
    if (lines.first <= position.line && position.line <= lines.last) return lines.name;
  }
  return "";
}

ir::Position SourceNames::positionOf(const std::string& declaration) const {
  const auto known = known_.find(declaration);
  if (known != known_.end() && known->second.position.known()) return known->second.position;
  for (const Lines& lines : declarations_) {
    if (lines.name == declaration) return {static_cast<std::uint32_t>(lines.first), 1};
  }
  return {};
}

// The longest beginning of the name, up to a `_`, that is the name of a declaration, of a function
// of the library or of the input.
std::string SourceNames::ownerOf(const std::string& function) const {
  const auto isOwner = [&](const std::string& name) {
    if (original_.functions.contains(name)) return true;
    const auto known = known_.find(name);
    return original_.functions.empty() && known != known_.end() && known->second.read;
  };
  for (std::size_t end = function.rfind('_'); end != std::string::npos && end > 0;
       end = function.rfind('_', end - 1)) {
    std::string name = function.substr(0, end);
    if (isOwner(name)) return name;
  }
  return "";
}

std::string SourceNames::wordAt(ir::Position position) const {
  if (!position.known() || position.line > lineStarts_.size()) return "";
  const std::string& text = original_.text;
  std::size_t begin = lineStarts_[position.line - 1] + position.column - 1;
  std::size_t end = begin;
  while (end < text.size() && isWordCharacter(text[end])) ++end;
  return begin < end ? text.substr(begin, end - begin) : "";
}

// What a function is called that is defined inside `owner`.
std::string SourceNames::localName(const std::string& function, const std::string& owner,
                                   ir::Position position) const {
  const std::string rest = function.substr(std::min(function.size(), owner.size()));
  const std::string word = wordAt(position);
  if (!word.empty() && !isKeyword(word) && (rest + "_").find("_" + word) != std::string::npos) {
    return quoted(word) + " in ";
  }
  return lastWord(function) == "each" ? "the comprehension in " : "a function in ";
}

SourceName SourceNames::of(const std::string& function) const {
  SourceName result;
  const auto known = known_.find(function);
  const bool read = known != known_.end() && known->second.read;
  if (known != known_.end()) result.position = known->second.position;
  if (const auto site = callSites_.find(function); site != callSites_.end()) {
    result.position = site->second;
  }
  const auto provenance = original_.functions.find(function);
  if (provenance != original_.functions.end()) {
    const bool entry = provenance->second.kind == Provenance::Kind::Entry;
    result.kind = entry ? NameKind::Declaration : NameKind::Library;
    result.text = quoted(provenance->second.name);
    if (entry) result.declaration = provenance->second.name;
    return result;
  }
  if (original_.functions.empty() && read) {
    result.text = quoted(function);
    result.declaration = function;
    return result;
  }
  const std::string owner = ownerOf(function);
  result.declaration = known != known_.end() ? declarationAt(known->second.position) : "";
  if (result.declaration.empty()) {
    if (owner.empty()) {
      result.kind = NameKind::Library;
      const auto wanted = wanted_.find(function);
      result.inner = wanted != wanted_.end();
      result.text = quoted(result.inner ? wanted->second : function.substr(0, function.find('_')));
      return result;
    }
    const SourceName of = this->of(owner);
    result.kind = of.kind == NameKind::Library ? NameKind::Library : NameKind::Match;
    result.text = of.kind == NameKind::Library ? of.text : "a match in " + of.text;
    result.declaration = of.declaration;
    if (!result.position.known()) result.position = of.position;
    return result;
  }
  result.kind = read ? NameKind::Local : NameKind::Match;
  result.text = (read ? localName(function, owner, result.position) : "a match in ") +
                quoted(result.declaration);
  return result;
}

}  // namespace deforest::driver
