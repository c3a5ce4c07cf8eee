#include "backends/haskell/reach.hpp"

#include "ir/library_calls.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {

using ir::Binding;
using ir::FunId;
using ir::Program;
using text::Original;
using text::Provenance;

const Provenance* provenanceOf(const Original& original, const std::string& name) {
  const auto found = original.functions.find(name);
  return found == original.functions.end() ? nullptr : &found->second;
}

FunctionIndex indexOf(const Program& program) {
  FunctionIndex index;
  for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
    index.emplace(program.functions[i].name, FunId{i});
  }
  return index;
}

std::optional<FunId> find(const FunctionIndex& index, const std::string& name) {
  const auto found = index.find(name);
  return found == index.end() ? std::nullopt : std::optional(found->second);
}

namespace {

class Reaching {
 public:
  Reaching(const Original& original, const Kept& kept, const Program& program)
      : original_(original),
        kept_(kept),
        program_(program),
        index_(indexOf(program)),
        given_(ir::givenFunctions(program)) {
    for (const text::Piece& piece : original.pieces) {
      if (piece.kind != text::Piece::Kind::Definition) continue;
      for (const std::string& name : piece.names) pieceOf_[name] = &piece;
    }
    result_.printed.resize(program.functions.size());
  }

  Reached run() {
    for (const FunId root : program_.roots) {
      const Provenance* entry = provenanceOf(original_, program_.function(root).name);
      if (entry == nullptr || entry->kind != Provenance::Kind::Entry) continue;
      mention(entry->name);
    }
    for (const std::string& name : original_.exported) mention(name);
    std::set<std::string> used = original_.specialised;
    for (const auto& [function, provenance] : original_.functions) {
      if (provenance.kind == Provenance::Kind::Entry) used.insert(provenance.name);
    }
    for (const std::string& name : original_.defined) {
      if (original_.exportsAll) mention(name);
      if (!used.contains(name)) keep(name);
    }
    while (!waiting_.empty()) {
      const FunId next = waiting_.back();
      waiting_.pop_back();
      ir::forEachBinding(program_.function(next).body, [&](const Binding& binding) {
        if (const auto* called = std::get_if<ir::Call>(&binding.operation)) call(called->callee);
      });
    }
    return std::move(result_);
  }

 private:
  // Kept text says the name.
  void mention(const std::string& name) {
    if (!original_.defines(name) || result_.texts.contains(name)) return;
    const auto bound = kept_.bound.find(name);
    if (bound == kept_.bound.end()) return keep(name);
    const std::optional<FunId> function = find(index_, bound->second);
    if (!function) return keep(name);
    result_.required.insert(name);
    print(*function);
  }

  void keep(const std::string& name) {
    if (!result_.texts.insert(name).second) return;
    const auto piece = pieceOf_.find(name);
    if (piece == pieceOf_.end()) return;
    for (const std::string& mentioned : piece->second->mentions) mention(mentioned);
  }

  void call(FunId callee) {
    if (program_.function(callee).library) {
      for (const FunId given : given_[callee.value]) call(given);
      return;
    }
    const auto outside = kept_.outside.find(program_.function(callee).name);
    if (outside == kept_.outside.end()) return print(callee);
    if (outside->second.kind == Provenance::Kind::Entry) keep(outside->second.name);
  }

  void print(FunId function) {
    if (result_.printed[function.value]) return;
    result_.printed[function.value] = true;
    waiting_.push_back(function);
  }

  const Original& original_;
  const Kept& kept_;
  const Program& program_;
  FunctionIndex index_;
  std::vector<std::vector<FunId>> given_;
  std::map<std::string, const text::Piece*> pieceOf_;
  std::vector<FunId> waiting_;
  Reached result_;
};

}  // namespace

Reached reach(const Original& original, const Kept& kept, const ir::Program& program) {
  return Reaching(original, kept, program).run();
}

}  // namespace deforest::backends
