#include "driver/evaluated_in_vain.hpp"

#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "backends/native/suspension/delay_lists.hpp"
#include "driver/files.hpp"
#include "driver/session.hpp"
#include "driver/usage.hpp"
#include "graph/eager_failures.hpp"
#include "support/diagnostic.hpp"
#include "text/prelude/parsed_source.hpp"

namespace deforest::driver {
namespace {

// Calls where evaluation is Haskell's: a fraction of a second.
constexpr std::uint64_t callsTried = 300'000;
// What is over in no time is nobody's loss.
constexpr std::uint64_t callsThatCount = 2'000;

std::string inVain(const search::Eagerness& found) {
  if (!found.failure.empty()) {
    return "what Haskell does not need of `main`, and that may fail: \"" + found.failure + '"';
  }
  return (found.ended ? "" : "more than ") + std::to_string(found.evaluated / found.needed) +
         " times what Haskell needs of `main`";
}

}  // namespace

void refuseFailures(const ir::Program& program, const std::string& path,
                    const std::string& content) {
  support::Diagnostics diagnostics;
  std::map<std::string, std::shared_ptr<const support::SourceText>> imported;
  for (const ir::SourceFile& file : program.imported) {
    imported[file.name] = std::make_shared<const support::SourceText>(
        support::SourceText{file.name, readImported(file.name), file.before});
  }
  const std::vector<graph::EagerFailure> failures = graph::eagerFailures(program);
  const auto hasPlace = [](const graph::EagerFailure& each) { return each.position.known(); };
  const bool somewhere = std::ranges::any_of(failures, hasPlace);
  const bool ties = std::ranges::any_of(failures, &graph::EagerFailure::tied);
  std::set<std::tuple<std::string, std::string, std::string>> told;
  for (const graph::EagerFailure& failure : failures) {
    // What the compiler wrote has no place; why it fails is told of what the user did.
    if (somewhere && !hasPlace(failure)) continue;
    if (ties && !failure.tied) continue;
    // And nothing more of who calls what fails.
    const auto isWhy = [&](const graph::EagerFailure& each) {
      return each.callee.empty() && hasPlace(each) && each.reason == failure.reason;
    };
    if (!failure.callee.empty() && std::ranges::any_of(failures, isWhy)) continue;
    if (!told.insert({failure.function, failure.callee, failure.reason}).second) continue;
    std::string what = "this is defined by itself, and native code cannot make it cell by cell";
    std::string hint = "`deforest run` takes it as it stands";
    if (!failure.tied) {
      what = (failure.callee.empty()
                  ? "this fails whenever it is evaluated"
                  : "`" + failure.callee + "` never has a value when all of it is evaluated") +
             ", and C++ evaluates it in `" + failure.function + "` whether or not it is needed" +
             (failure.reason.empty() ? "" : "; it fails with \"" + failure.reason + '"');
      hint = "let the branch that needs it compute it, or say --semantics strict";
    }
    const ir::Place place = program.placeOf(failure.position);
    diagnostics.push_back({{place.position, place.position},
                           std::move(what),
                           std::move(hint),
                           support::Severity::Error,
                           place.file == program.file ? nullptr : imported[place.file]});
  }
  if (!diagnostics.empty()) {
    throw Failure(support::render(diagnostics, displayName(path), content));
  }
}

std::optional<ir::Program> readLazily(const std::string& path, const std::string& content,
                                      text::ParseOptions reading) {
  try {
    reading.lazy = true;
    support::Result<ir::Program> lazy = text::parse(content, path, reading);
    text::forgetParsedSources();
    if (lazy) return std::move(*lazy);
  } catch (const support::LimitError&) {
    // Of what is too much to be read this way nothing is known.
  }
  return std::nullopt;
}

std::optional<search::Eagerness> evaluatedInVain(const search::Evaluated& program,
                                                 const ir::Program& lazy) {
  std::optional<search::Eagerness> found;
  try {
    found = search::eagernessOfMain(program, lazy, callsTried);
  } catch (const support::LimitError&) {
    // Nothing is known then.
  }
  const bool counts =
      found && (!found->failure.empty() || found->evaluated >= found->needed + callsThatCount);
  return counts ? found : std::nullopt;
}

void warnOfOwnCells(const std::string& path) {
  std::cerr
      << displayName(path)
      << ": warning: a list is defined by itself, and computed cell by cell: where a cell needs "
         "one behind it, the program fails, or has no end\n"
         "  help: `deforest run` takes it as it stands\n";
}

void refuseOwnCells(const search::Eagerness& found, const std::string& path) {
  if (found.failure != backends::needsItself) return;
  throw Failure(
      displayName(path) +
      ": error: a list of `main` is defined by itself, and needs cells that native code has "
      "not made yet" +
      (found.input.empty() ? "" : ", given " + found.input) +
      "\n  help: `deforest run` takes it as it stands\n");
}

void warnOf(const search::Eagerness& found, const std::string& path) {
  std::cerr << displayName(path) << ": warning: C++ evaluates " << inVain(found)
            << (found.input.empty() ? "" : ", given " + found.input)
            << "\n  help: write Haskell (-o OUT.hs), which evaluates no more than it needs\n";
}

}  // namespace deforest::driver
