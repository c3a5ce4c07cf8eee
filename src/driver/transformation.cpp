#include "driver/transformation.hpp"

#include <algorithm>

#include "driver/keep_text.hpp"
#include "driver/module_texts.hpp"
#include "driver/session.hpp"
#include "ir/checker.hpp"
#include "search/shares.hpp"
#include "search/stages.hpp"
#include "support/check.hpp"
#include "text/parse.hpp"
#include "text/prelude/parsed_source.hpp"
#include "text/token_count.hpp"

namespace deforest::driver {
namespace {

// Whether somebody wants to look at every pass.
bool showsPasses(const CompileCommand& command, const pipeline::RunOptions& options) {
  return !options.observers.empty() || command.stats || command.timePasses;
}

// `main` as it is read where nothing is opaque; nothing if it cannot be.
std::map<std::string, double> sharesOfMain(const CompileCommand& command,
                                           const std::string& content) {
  constexpr std::uint64_t calls = 100'000;
  try {
    text::ParseOptions options{.roots = {"main"}, .lazy = true};
    options.modules = moduleFilesOf(command.input, content);
    const support::Result<ir::Program> program = text::parse(content, command.input, options);
    text::forgetParsedSources();
    if (program) return search::sharesOfMain(*program, calls);
  } catch (const support::LimitError&) {
    // Where it is too much to be read, nothing is known of it.
  }
  return {};
}

}  // namespace

bool isNative(const CompileCommand& command) {
  return command.output &&
         (command.format == Format::CppSource || command.format == Format::CppHeader ||
          command.format == Format::Executable);
}

// Passes that are named, and stage fusion, the naive one of the thesis, are there to be seen as
// they are.
std::optional<search::Selection> select(const ir::Program& input, const CompileCommand& command,
                                        const std::string& content, const text::Original& original,
                                        const std::vector<eval::GivenInput>& given) {
  using engine::Stage;
  const Stage stage = command.engine.stopAfter;
  const bool wanted = command.portfolio && !command.passes && !command.fuel &&
                      (stage == Stage::Tupling || stage == Stage::Redundancy);
  if (!wanted) return std::nullopt;
  search::PortfolioOptions options;
  options.given = given;
  options.guardsHeld = isNative(command) || command.engine.semantics == ir::Semantics::Haskell;
  // GHC's user did not ask for anything that takes long.
  constexpr std::uint64_t mostForGhc = 10'000'000;
  if (!command.original.empty()) options.mostSteps = mostForGhc;
  if (!isArchive(content)) options.tokens = text::countTokens(content);
  if (canKeepText(command.input, original, input, command.engine.semantics)) {
    options.written = writtenIn(original, input);
    if (original.isOpaque("main")) options.workload.shares = sharesOfMain(command, content);
  }
  return search::choose(input, command.engine, options);
}

ir::Program transform(const ir::Program& input, const CompileCommand& command,
                      const std::optional<search::Selection>& selection,
                      const text::Original* original, const Native& native,
                      const pipeline::RunOptions& options, backends::Kept& kept,
                      pipeline::Context& context, pipeline::RunReport& report) {
  if (command.passes) {
    return pipeline::run(pipelineOf(*command.passes, command.engine, native), input, context,
                         options, report);
  }
  const engine::Options& engine = selection ? selection->options : command.engine;
  const ir::Program* prepared = selection && selection->prepared ? &*selection->prepared : nullptr;
  if (selection && selection->transformed && !showsPasses(command, options) &&
      ir::check(selection->transformed->program).empty()) {
    context = selection->transformed->context;
    return pipeline::run(
        original != nullptr ? completionKeepingText(engine, *original, input, prepared, kept)
                            : search::completion(engine),
        selection->transformed->program, context, options, report, pipeline::Form::Normal);
  }
  return pipeline::run(original != nullptr
                           ? pipelineKeepingText(engine, *original, input, prepared, kept)
                           : defaultPipeline(engine),
                       input, context, options, report);
}

}  // namespace deforest::driver
