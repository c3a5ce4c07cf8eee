// Cells that a function needs only on its way: where they are made, and when they are given back.
//
//     deforest::Worker& scratch = worker.other();
//     const auto mark = scratch.mark();
//     const auto* sorted = sort(scratch, xs);
//     const auto n = length(sorted);
//     scratch.release(mark);
//     return n;
//
// A pocket is a worker for what one binding makes:
//
//     deforest::Pocket pocket(worker);
//     const auto* sorted = sort(pocket.worker(), xs);
//     pocket.release();
//
// The mark is taken on the way to the first of them, so that a path that makes none pays nothing;
// before a branch that comes together again with others if any of them makes some.
#include "backends/cpp/body.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {

using ir::Binding;
using ir::VarId;

bool CppBody::onScratch(const Binding& binding) const {
  return plan_.sites.contains(binding.results[0]);
}

// The worker for what the binding makes.
std::string CppBody::place(const Binding& binding) {
  if (!onScratch(binding)) return "worker";
  if (plan_.pockets.contains(binding.results[0])) {
    const std::string pocket = local("pocket");
    out_.line("deforest::Pocket " + pocket + "(worker);");
    scratch_.pockets[binding.results[0]] = pocket;
    return pocket + ".worker()";
  }
  beginScratch();
  scratch_.sites.insert(binding.results[0]);
  return scratch_.worker;
}

void CppBody::beginScratch() {
  if (!scratch_.worker.empty()) return;
  scratch_.worker = local("scratch");
  scratch_.mark = local("mark");
  out_.line("deforest::Worker& " + scratch_.worker + " = worker.other();");
  out_.line("const auto " + scratch_.mark + " = " + scratch_.worker + ".mark();");
}

// Before branches whose results are needed after them.
void CppBody::beginScratchFor(const ir::Operation& operation) {
  bool found = false;
  ir::forEachBlock(operation, [&](const ir::Block& block) {
    ir::forEachBinding(block, [&](const Binding& binding) {
      found = found || (onScratch(binding) && !plan_.pockets.contains(binding.results[0]));
    });
  });
  if (found) beginScratch();
}

void CppBody::endScratch() {
  if (scratch_.sites.empty()) return;
  out_.line(scratch_.worker + ".release(" + scratch_.mark + ");");
  scratch_.sites.clear();
}

void CppBody::endScratchUnless(const std::set<VarId>& needed) {
  std::erase_if(scratch_.pockets, [&](const auto& pocket) {
    if (needed.contains(pocket.first)) return false;
    out_.line(pocket.second + ".release();");
    return true;
  });
  for (const VarId site : scratch_.sites) {
    if (needed.contains(site)) return;
  }
  endScratch();
}

}  // namespace deforest::backends
