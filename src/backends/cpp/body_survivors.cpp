// Places where what is still needed moves together; see survivors.hpp.
//
//     auto since = worker.watch();
//     const auto* sorted = sort(worker, xs);
//     deforest::keepOnly<moveList>(worker, since, sorted);
//
// Where a loop fills holes, what it has built is reached in another way:
//
//     if (worker.isDue(since)) [[unlikely]] {
//       for (deforest::Survivors live(worker, since); live.goesOn();) {
//         hole = live.chained<moveList>(result, seen, hole);
//       }
//     }
#include <algorithm>
#include <utility>

#include "backends/cpp/body.hpp"

namespace deforest::backends {

using ir::Binding;
using ir::VarId;

// Whether what a call has made there may move. In a loop the next round sees to it.
bool CppBody::movesAfter(const Binding& binding, const std::string& worker) const {
  const auto& results = binding.results;
  if (worker == "worker" && !roundWatch_.empty()) return false;
  return context_.code.survivors[id_.value].calls.contains(results[0]) &&
         std::any_of(results.begin(), results.end(), [&](VarId result) {
           return reads(result) != 0 &&
                  context_.moves.contains(function_.variables[result.value].type);
         });
}

std::string CppBody::writeWatch(const std::string& worker, ir::FunId callee) {
  const std::string watch = local("since");
  const bool writes = context_.code.scratch.writes[callee.value];
  out_.line("auto " + watch + " = " + worker + (writes ? ".watchWriting();" : ".watch();"));
  return watch;
}

// Of what a loop fills holes of, it keeps how far everything has moved.
void CppBody::writeWatchOfRounds() {
  roundWatch_ = local("since");
  const bool builds = context_.code.survivors[id_.value].carried.empty();
  const bool writes = context_.code.scratch.writes[id_.value];
  const std::string kind = writes ? "watchWriting" : builds ? "watchBuilding" : "watchRounds";
  out_.line("auto " + roundWatch_ + " = worker." + kind + "();");
  const auto& results = plannedLoop_.results;
  seen_.resize(results.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i].kind != LoopResult::Kind::Hole) continue;
    seen_[i] = local("seen");
    out_.line(context_.layout[function_.resultTypes[i]].type + "* " + seen_[i] + " = " +
              seconds_[i] + ";");
  }
}

void CppBody::writeMoves(const std::string& worker, const std::string& watch,
                         const std::vector<VarId>& variables, bool round) {
  const auto& results = plannedLoop_.results;
  const bool fills = round && std::ranges::any_of(results, [](const LoopResult& result) {
                       return result.kind == LoopResult::Kind::Hole;
                     });
  std::vector<std::pair<std::string, std::string>> moved;  // the name, and what moves it
  for (const VarId variable : variables) {
    const auto move = context_.moves.find(function_.variables[variable.value].type);
    if (move == context_.moves.end() || reads(variable) == 0) continue;
    moved.emplace_back(exprs_[variable.value].text, move->second);
  }
  if (!fills && !moved.empty()) {
    std::string moves;
    std::string names;
    for (const auto& [name, move] : moved) {
      moves += (moves.empty() ? "" : ", ") + move;
      names += ", " + name;
    }
    const std::string line =
        "deforest::keepOnly<" + moves + ">(" + worker + ", " + watch + names + ");";
    if (out_.fits(line)) {
      out_.line(line);
      return;
    }
  }
  const std::string live = local("live");
  out_.open("if (" + worker + ".isDue(" + watch + ")) [[unlikely]] {");
  out_.open("for (deforest::Survivors " + live + "(" + worker + ", " + watch + "); " + live +
            ".goesOn();) {");
  for (const auto& [name, move] : moved) {
    out_.line(name + " = " + live + ".moved<" + move + ">(" + name + ");");
  }
  // From the first cell of it.
  for (std::size_t i = 0; fills && i < results.size(); ++i) {
    if (results[i].kind != LoopResult::Kind::Hole) continue;
    out_.line(seconds_[i] + " = " + live + ".chained<" +
              context_.moves.at(function_.resultTypes[i]) + ">(" + results_[i] + ", " + seen_[i] +
              ", " + seconds_[i] + ");");
  }
  out_.close();
  out_.close();
}

void CppBody::writeMovesOfRound() {
  if (roundWatch_.empty()) return;
  std::vector<VarId> variables;
  for (const std::size_t i : context_.code.survivors[id_.value].carried) {
    variables.push_back(function_.parameters[i]);
  }
  writeMoves("worker", roundWatch_, variables, true);
}

}  // namespace deforest::backends
