// Runs the phases of the front end.
#include "text/parse.hpp"

#include <algorithm>
#include <optional>

#include "ir/alpha.hpp"
#include "text/inferred_signatures.hpp"
#include "text/lowering/elaborate.hpp"
#include "text/opaque_module.hpp"
#include "text/parsing/extensions.hpp"
#include "text/parsing/parser.hpp"
#include "text/typing.hpp"

namespace deforest::text {
namespace {

support::Diagnostics sorted(support::Diagnostics diagnostics) {
  std::ranges::stable_sort(diagnostics, {}, [](const auto& d) { return d.span; });
  // One mistake may be met twice, for instance in two instances of a function.
  diagnostics.erase(std::unique(diagnostics.begin(), diagnostics.end()), diagnostics.end());
  return diagnostics;
}

support::Result<ir::Program> compile(const ast::Module& source, std::string_view text,
                                     std::string file, const std::vector<std::string>& roots,
                                     const ParseOptions& options, const ast::Expr* call,
                                     resolved::Module& module, support::Diagnostics* warnings,
                                     Original* original, Interfaces* interfaces = nullptr) {
  Reporter reporter;
  module.lazy = options.lazy;
  module.defaultsToInteger = options.lazy || options.defaultsToInteger;
  module.mayHaveTables = !options.lazy && options.mayHaveRunTimeFunctions;
  module.keepsLists = options.keepsLists;
  typeModule(source, module, reporter, call, interfaces);
  if (reporter.any()) return sorted(reporter.take());
  if (original != nullptr) {
    *original = originalOf(source, text);
    // A function that prints is printed as the text that it makes, and so is what runs it.
    const bool actions = std::ranges::any_of(
        module.functions, [](const resolved::Function& function) { return function.isAction; });
    original->editable = original->editable && !module.gibbon && !actions;
  }
  ir::Program program =
      elaborate(module, source, text, std::move(file), {roots, options.lazy}, reporter, original);
  if (reporter.any()) return sorted(reporter.take());
  if (warnings != nullptr) *warnings = sorted(reporter.takeWarnings());
  ir::renumber(program);
  return program;
}

bool areElsewhere(const support::Diagnostics& some, const support::Diagnostics& others) {
  return std::ranges::none_of(some, [&](const support::Diagnostic& one) {
    return std::ranges::find(others, one.span, &support::Diagnostic::span) != others.end();
  });
}

// A module of which declarations may be opaque.
class OpaqueReading {
 public:
  OpaqueReading(std::string_view written, std::string file, const ParseOptions& options)
      : written_(written),
        file_(std::move(file)),
        options_(options),
        interfaces_(options.package,
                    [this](const std::string& text, Interfaces& interfaces) {
                      return inferSignatures(text, options_.package, interfaces);
                    }),
        read_(written, options.package, interfaces_, options.kept) {}

  support::Result<ir::Program> program(Original* original) {
    if (!read_.source()) return read_.source().diagnostics();
    support::Result<ir::Program> program = support::Diagnostics();
    support::Diagnostics others = read_.settle([&] {
      resolved::Module module;
      module.lines = LineOrigins(written_, file_);
      support::Diagnostics warnings;
      program = compile(source(), read_.text(), file_, options_.roots, options_, nullptr, module,
                        &warnings, original, &interfaces_);
      // A warning says that the program may mean something else than the source.
      return program ? warnings : program.diagnostics();
    });
    if (!others.empty()) return others;
    if (original != nullptr) original->text = written_;
    // What is written anew is read as the rest of the module is.
    constexpr std::string_view texts = "OverloadedStrings";
    if (mayHaveExtension(source(), texts) && program) {
      program->module.pragmas.push_back("{-# LANGUAGE " + std::string(texts) + " #-}");
    }
    return program;
  }

  // After that: what is left, with a call in addition.
  support::Result<ir::Program> withCall(const ast::Expr& call, resolved::Module& module) {
    return compile(source(), read_.text(), file_, {}, options_, &call, module, nullptr, nullptr,
                   &interfaces_);
  }
  [[nodiscard]] const ast::Module& source() const { return *read_.source(); }

 private:
  std::string_view written_;
  std::string file_;
  const ParseOptions& options_;
  Interfaces interfaces_;
  OpaqueModule read_;
};

// A program of which everything is understood: a module, and those that it imports.
class WholeReading {
 public:
  WholeReading(std::string_view text, std::string file, const ParseOptions& options)
      : text_(text),
        file_(std::move(file)),
        options_(options),
        linked_(link(text, file_, options.modules)) {}

  support::Result<ir::Program> program(support::Diagnostics* warnings, Original* original) {
    if (!linked_) return linked_.diagnostics();
    resolved::Module module;
    return compiled(options_.roots, nullptr, module, warnings, original);
  }

  support::Result<ir::Program> withCall(std::string_view expression, resolved::Module& module) {
    if (!linked_) return linked_.diagnostics();
    support::Result<ast::Expr> call = parseExpression(expression, &linked_->module);
    if (!call) return call.diagnostics();
    support::Diagnostics wrong = linked_->rename(*call);
    if (!wrong.empty()) return wrong;
    return compiled({}, &*call, module, nullptr, nullptr);
  }

 private:
  support::Result<ir::Program> compiled(const std::vector<std::string>& roots,
                                        const ast::Expr* call, resolved::Module& module,
                                        support::Diagnostics* warnings, Original* original) {
    const SourceFiles& files = linked_->files;
    const bool several = files.several();
    const auto read = [&](resolved::Module& into) {
      into.endlessAsLists = into.endlessAsLists || options_.endlessAsLists;
      if (several) into.lines = LineOrigins(files.text(), file_);
      return compile(linked_->module, several ? std::string_view(files.text()) : text_, file_,
                     roots, options_, call, into, warnings, several ? nullptr : original);
    };
    const bool hasMain = linked_->module.defines("main");
    std::optional<support::LocatedLimit> limit;
    support::Result<ir::Program> program = support::Diagnostics();
    module.hasWorlds = hasMain && linked_->aboutActions;
    try {
      program = read(module);
    } catch (const support::LocatedLimit& met) {
      limit = met;
    }
    // `main` may be more than what it prints, and functions values at run time. One that reads
    // lines may wait for an answer to what it has printed.
    const bool talks = program && module.readsLines && options_.readsLineByLine;
    if ((!program || talks) && !limit && hasMain && !module.hasWorlds) {
      readAlso({.worlds = true}, read, module, program, limit);
    }
    if (!program && options_.mayHaveRunTimeFunctions) {
      const bool needsWorlds = hasMain && linked_->aboutActions;
      if (!needsWorlds) readAlso({.functions = true}, read, module, program, limit);
      if (!program && hasMain) {
        readAlso({.worlds = true, .functions = true}, read, module, program, limit);
      }
      // Lists without an end may be lists like others.
      const Means latest{hasMain && module.hasWorlds, module.hasRunTimeFunctions, true};
      for (const Means& means : {latest, Means{hasMain, true, true}}) {
        if (!program && !options_.lazy) readAlso(means, read, module, program, limit);
      }
    }
    if (limit) throw support::LocatedLimit(files.located(limit->diagnostic));
    if (several && warnings != nullptr) *warnings = files.located(std::move(*warnings));
    if (program) program->imported = files.imported();
    if (program) return program;
    // What is wrong may be for want of a module.
    support::Diagnostics all = linked_->missing;
    for (const support::Diagnostic& each : program.diagnostics()) all.push_back(each);
    return call != nullptr ? all : files.located(std::move(all));
  }

  // What a module may be read with that is not understood without.
  struct Means {
    bool worlds = false;     // actions are functions of the world
    bool functions = false;  // functions may be values at run time
    bool lists = false;      // lists without an end are lists like others
  };

  // What is wrong is said of the reading under which least is, or of one that takes the lines of
  // `main` that were refused.
  template <class Read>
  static void readAlso(Means means, const Read& read, resolved::Module& module,
                       support::Result<ir::Program>& program,
                       std::optional<support::LocatedLimit>& limit) {
    resolved::Module other;
    other.hasWorlds = means.worlds;
    other.hasRunTimeFunctions = means.functions;
    other.endlessAsLists = means.lists;
    try {
      support::Result<ir::Program> found = read(other);
      const bool isBetter = limit || found ||
                            found.diagnostics().size() < program.diagnostics().size() ||
                            (means.worlds && module.doesMoreThanPrint &&
                             areElsewhere(found.diagnostics(), program.diagnostics()));
      if (!isBetter) return;
      program = std::move(found);
      module = std::move(other);
      limit.reset();
    } catch (const support::LocatedLimit&) {
      return;
    }
  }

  std::string_view text_;
  std::string file_;
  const ParseOptions& options_;
  support::Result<Linked> linked_;
};

support::Result<CalledProgram> called(support::Result<ir::Program> program,
                                      const resolved::Module& module) {
  if (!program) return program.diagnostics();
  const std::optional<ir::FunId> id = program->find(module.function(module.call).name);
  CalledProgram result{std::move(*program), *id};
  result.program.roots = {*id};
  return result;
}

}  // namespace

support::Result<ir::Program> parse(std::string_view text, std::string file,
                                   const ParseOptions& options, support::Diagnostics* warnings,
                                   Original* original) {
  if (options.keepsOpaque) return OpaqueReading(text, file, options).program(original);
  return WholeReading(text, std::move(file), options).program(warnings, original);
}

support::Result<CalledProgram> parseCall(std::string_view text, std::string file,
                                         std::string_view expression, const ParseOptions& options) {
  resolved::Module module;
  if (options.keepsOpaque) {
    OpaqueReading reading(text, file, options);
    const support::Result<ir::Program> alone = reading.program(nullptr);
    if (!alone) return alone.diagnostics();
    const support::Result<ast::Expr> call = parseExpression(expression, &reading.source());
    if (!call) return call.diagnostics();
    return called(reading.withCall(*call, module), module);
  }
  return called(WholeReading(text, std::move(file), options).withCall(expression, module), module);
}

}  // namespace deforest::text
