#include "backends/cpp.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

#include "backends/cpp/function.hpp"
#include "backends/cpp/main_input.hpp"
#include "backends/cpp/moves.hpp"
#include "backends/cpp/roots.hpp"
#include "backends/cpp/text.hpp"
#include "backends/cpp/types.hpp"
#include "backends/native/code.hpp"
#include "backends/native/names.hpp"
#include "ir/primitives.hpp"
#include "ir/printing.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {
namespace {

using ir::FunId;

class Emitter {
 public:
  Emitter(const NativeCode& code, const CppOptions& options)
      : code_(code),
        program_(code.program),
        options_(options),
        main_(program_.find("main")),
        facts_(code.facts),
        layout_(*code.layout),
        context_{code, layout_,
                 options.errors.value_or(main_ ? CppErrors::Exit : CppErrors::Throw)} {
    name();
    if (!options_.profiled.empty()) nameInProfile();
    prepare();
  }

  CppOutput run() {
    CppText declarations;
    CppText definitions;
    const bool split = options_.files == CppOptions::Files::Both;
    const bool header = options_.files == CppOptions::Files::Header;
    CppText& types = split ? declarations : definitions;
    emitTypes(program_, layout_, types);
    if (!main_) emitBuilders(program_, layout_, types);
    const CppRoots roots(context_, options_);
    if (split) roots.declare(declarations);
    definitions.line(header ? "namespace detail {" : "namespace {");
    definitions.blank();
    if (context_.keepsProfile()) emitProfileNames(definitions);
    if (main_) emitShow(program_, layout_, shownTypes(), "", definitions);
    CppText functions;
    emitFunctions(header ? "inline " : "", functions);
    const auto moves = movesCalledIn(functions.str(), program_, context_.moves);
    emitMoves(program_, layout_, moves, header ? "inline " : "", definitions);
    definitions.append(functions.str());
    definitions.line(header ? "}  // namespace detail" : "}  // namespace");
    if (!main_) {
      definitions.blank();
      if (options_.show) {
        emitShow(program_, layout_, shownTypes(), header ? "inline " : "", definitions);
      }
      roots.define(header ? "inline " : "", header ? "detail::" : "", definitions);
    }
    CppOutput output;
    CppText forHosts;
    if (options_.saving) emitSaving(program_, layout_, nameSpace(), forHosts);
    if (!code_.options.hosts.empty())
      emitAdapters(program_, layout_, code_.options.hosts, {nameSpace(), context_.errors},
                   forHosts);
    if (split) output.header = file(declarations.str(), true, forHosts.str());
    std::string& target = header ? output.header : output.source;
    target = file(definitions.str(), header, main_ ? mainFunction() : split ? "" : forHosts.str());
    return output;
  }

 private:
  // ------------------------------------------------------------------------------------- names

  [[nodiscard]] bool emitted(std::size_t i) const { return facts_.emitted[i]; }

  void name() {
    const std::size_t count = program_.functions.size();
    CppNames& names = layout_.names();
    names.reserve("show");
    if (!options_.profiled.empty()) names.reserve("profiled");
    context_.names.resize(count);
    context_.parallelNames.resize(count);
    context_.tickingNames.resize(count);
    // Roots first: nothing may take their names.
    for (const FunId root : program_.roots) setName(root);
    for (std::uint32_t i = 0; i < count; ++i) {
      if (emitted(i) && context_.names[i].empty()) setName(FunId{i});
    }
  }

  void setName(FunId id) {
    std::string& name = context_.names[id.value];
    if (!name.empty()) return;
    name = layout_.names().unique(cppIdentifier(program_.function(id).name));
    context_.reserved.insert(name);
  }

  // Functions of one name count together.
  void nameInProfile() {
    std::map<std::string, std::size_t> places;
    context_.profiled.resize(program_.functions.size());
    for (const auto& component : facts_.components) {
      for (const FunId id : component) {
        if (!emitted(id.value)) continue;
        const std::string& name = options_.profiled[code_.versionOf[id.value].value];
        const auto [known, isNew] = places.emplace(name, context_.profileNames.size());
        if (isNew) context_.profileNames.push_back(name);
        context_.profiled[id.value] = known->second;
      }
    }
  }

  void emitProfileNames(CppText& out) const {
    const auto& names = context_.profileNames;
    out.comment("What the functions are called in a profile, by number.");
    out.open("constexpr std::array<const char*, " + std::to_string(names.size()) +
             "> profiled = {");
    out.indent();
    for (const std::string& name : names) out.line(cppString(name) + ",");
    out.outdent();
    out.close("};");
    out.blank();
  }

  // ---------------------------------------------------------------------------------- variants

  void prepare() {
    const std::size_t count = program_.functions.size();
    for (std::uint32_t i = 0; i < count; ++i) {
      if (code_.parallel[i]) nameVariant(context_.parallelNames[i], i, "Parallel");
    }
    findFailures();
    context_.deep = recursesDeeply(code_);
    context_.moves = nameMoves(program_, layout_, code_.survivors);
    for (const auto& [type, move] : context_.moves) context_.reserved.insert(move);
    if (context_.errors == CppErrors::Exit) {
      planTicks();
    } else {
      planCancellation();
    }
    needed_.resize(count);
    for (const FunId root : program_.roots) {
      // An executable has no other entry than its main.
      if (main_ && root != *main_) continue;
      need(root, CppVariant::Serial);
      if (context_.errors != CppErrors::Exit && !context_.tickingNames[root.value].empty()) {
        need(root, CppVariant::Ticking);
      }
      if (code_.parallel[root.value]) need(root, CppVariant::Parallel);
    }
  }

  // Long computations may be cancelled, memory and stack may be used up.
  void findFailures() {
    for (std::size_t i = 0; i < program_.functions.size(); ++i) {
      context_.mayFail.push_back(facts_.fails[i] || facts_.heavy[i] || facts_.allocates[i]);
    }
  }

  // What takes long without allocating has to count its calls where somebody waits for beats. In an
  // executable those are the other threads.
  void planTicks() {
    const std::size_t count = program_.functions.size();
    std::vector<bool> below = code_.parallel;
    for (std::size_t i = facts_.components.size(); i-- > 0;) {
      for (const FunId id : facts_.components[i]) {
        if (!below[id.value]) continue;
        ir::forEachBinding(program_.function(id).body, [&](const ir::Binding& binding) {
          const auto* call = std::get_if<ir::Call>(&binding.operation);
          if (call != nullptr) below[call->callee.value] = true;
        });
      }
    }
    context_.ticks.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      const bool allocates = facts_.allocates[i] && code_.reuse[i].taken.empty();
      context_.ticks[i] = below[i] && emitted(i) && facts_.heavy[i] && !allocates;
      if (context_.ticks[i]) nameVariant(context_.tickingNames[i], i, "Ticking");
    }
  }

  // A host may cancel what runs on one thread, too. So that this costs nothing where nobody does,
  // there is a second variant of everything that leads to such a function, for regions that are
  // watched.
  void planCancellation() {
    const std::size_t count = program_.functions.size();
    context_.ticks.assign(count, true);
    std::vector<bool> ticks(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      ticks[i] = emitted(i) && facts_.recursive[i] && mustTick(context_, FunId{i});
    }
    context_.ticks = ticks;
    std::vector<bool> varies = ticks;
    for (const auto& component : facts_.components) {
      bool any = false;
      for (const FunId id : component) {
        any = any || ticks[id.value];
        ir::forEachBinding(program_.function(id).body, [&](const ir::Binding& binding) {
          const auto* call = std::get_if<ir::Call>(&binding.operation);
          any = any || (call != nullptr && varies[call->callee.value]);
        });
      }
      for (const FunId id : component) {
        varies[id.value] = any && emitted(id.value);
        if (varies[id.value]) nameVariant(context_.tickingNames[id.value], id.value, "Ticking");
      }
    }
  }

  // Marks what the roots lead to: a variant that no text calls is not emitted.
  void need(FunId id, CppVariant variant) {
    bool& known = needed_[id.value][static_cast<std::size_t>(variant)];
    if (known) return;
    known = true;
    if (variant == CppVariant::Parallel) {
      const bool ticks = !context_.tickingNames[id.value].empty();
      need(id, ticks ? CppVariant::Ticking : CppVariant::Serial);
    }
    const ir::Function& function = program_.function(id);
    ir::forEachBinding(function.body, [&](const ir::Binding& binding) {
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call != nullptr) need(call->callee, context_.variantOf(call->callee, variant));
    });
  }

  void nameVariant(std::string& name, std::size_t i, const std::string& suffix) {
    name = layout_.names().unique(context_.names[i] + suffix);
    context_.reserved.insert(name);
  }

  // --------------------------------------------------------------------------------- functions

  [[nodiscard]] std::vector<CppVariant> variants(FunId id) const {
    std::vector<CppVariant> wanted;
    for (const auto variant : {CppVariant::Serial, CppVariant::Ticking, CppVariant::Parallel}) {
      if (needed_[id.value][static_cast<std::size_t>(variant)]) wanted.push_back(variant);
    }
    return wanted;
  }

  void emitFunctions(const std::string& prefix, CppText& out) const {
    for (const auto& component : facts_.components) {
      if (component.size() > 1) {
        bool declared = false;
        for (const FunId id : component) {
          if (!emitted(id.value)) continue;
          for (const CppVariant variant : variants(id)) {
            out.line(cppPrototype(context_, id, variant, prefix) + ";");
            declared = true;
          }
        }
        if (declared) out.blank();
      }
      for (const FunId id : component) {
        if (!emitted(id.value)) continue;
        for (const CppVariant variant : variants(id)) {
          emitFunction(context_, id, variant, prefix, out);
          out.blank();
        }
      }
    }
  }

  // -------------------------------------------------------------------------------------- main

  [[nodiscard]] std::vector<ir::TypeId> shownTypes() const {
    std::vector<ir::TypeId> types;
    if (main_) {
      const auto& results = program_.function(*main_).resultTypes;
      for (std::size_t i = 0; i < results.size(); ++i) {
        if (program_.outputs[i] == ir::Output::Print) types.push_back(results[i]);
      }
      const ir::Function& function = program_.function(*main_);
      ir::forEachBinding(function.body, [&](const ir::Binding& binding) {
        const auto* call = std::get_if<ir::Foreign>(&binding.operation);
        if (call == nullptr || call->name != ir::printCall) return;
        types.push_back(ir::typeOf(program_, function, call->arguments[1]));
      });
      return types;
    }
    for (const FunId root : program_.roots) {
      const auto& results = program_.function(root).resultTypes;
      types.insert(types.end(), results.begin(), results.end());
    }
    return types;
  }

  [[nodiscard]] std::string mainFunction() const {
    const ir::Function& function = program_.function(*main_);
    const std::string space = nameSpace() + "::";
    const std::string name = space + context_.names[main_->value];
    const bool worker = context_.takesWorker(*main_, CppVariant::Serial);
    CppText out;
    const bool parallel = !context_.parallelNames[main_->value].empty();
    const CppMainInput input = mainInput(program_, *main_, layout_, space);
    const auto call = [&](const std::string& callee, const std::string& first) {
      std::string text = first;
      for (const auto& each : input.names) text += (text.empty() ? "" : ", ") + each;
      return callee + "(" + text + ")";
    };
    const std::string capture = input.names.empty() ? "[]" : "[&]";
    out.open("int main(int argc, char** argv) {");
    if (context_.keepsProfile()) {
      out.line("const deforest::Profile profile(" + space + "profiled);");
    }
    // The words of a program that reads them are all its own.
    if (input.words) {
      out.line("deforest::Region region;");
    } else {
      out.line("const deforest::Options options(argc, argv);");
      if (parallel) out.line("const deforest::ThreadLimit threads(options.threads);");
      out.line("deforest::Region region(options.memory);");
    }
    for (const std::string& line : input.lines) out.line(line);
    if (parallel) {
      writeRunRoot(
          "const auto value = ",
          {capture + "(deforest::Worker&" + (worker ? " worker" : "") + ") {",
           "return " + call(name, worker ? "worker" : "") + ";",
           capture + "(deforest::Worker& worker, unsigned levels) {",
           "return " + call(space + context_.parallelNames[main_->value], "worker, levels") + ";"},
          out);
    } else {
      out.line("const auto value = deforest::onBigStack([&] { return " +
               call(name, worker ? "region.here()" : "") + "; });");
    }
    if (ir::writesOutput(program_)) {
      out.line("deforest::finish(value);");
      out.close();
      return out.str();
    }
    out.line("std::string out;");
    out.open("deforest::onBigStack([&] {");
    for (std::size_t i = 0; i < function.resultTypes.size(); ++i) {
      std::string value = "value";
      if (function.resultTypes.size() > 1) value += ".result" + std::to_string(i + 1);
      const bool data = program_.type(function.resultTypes[i]).kind == ir::TypeKind::Data;
      if (program_.outputs[i] == ir::Output::Print) {
        out.line((data ? space : "deforest::") + "show(out, 0, " + value + ");");
      } else {
        out.open("for (const auto* rest = " + value + "; rest != nullptr; rest = rest->tail) {");
        out.line("deforest::appendUtf8(out, rest->head);");
        out.close();
      }
      if (program_.outputs[i] != ir::Output::PutStr) out.line("out += '\\n';");
    }
    out.close("});");
    out.line("deforest::print(out);");
    out.close();
    return out.str();
  }

  // ------------------------------------------------------------------------------------- files

  [[nodiscard]] std::string nameSpace() const {
    if (!options_.nameSpace.empty()) return options_.nameSpace;
    return cppNamespace(program_.module.name.empty() ? "program" : program_.module.name);
  }

  [[nodiscard]] bool usesTbb() const {
    return std::any_of(context_.parallelNames.begin(), context_.parallelNames.end(),
                       [](const std::string& name) { return !name.empty(); });
  }

  // Whether it asks what kind of character one is.
  [[nodiscard]] bool asksForCharacters() const {
    return std::ranges::any_of(program_.functions, [](const ir::Function& function) {
      bool asks = false;
      ir::forEachBinding(function.body, [&](const ir::Binding& binding) {
        const auto* primitive = std::get_if<ir::Primitive>(&binding.operation);
        asks = asks || (primitive != nullptr && ir::isOfCharacters(primitive->op));
      });
      return asks;
    });
  }

  [[nodiscard]] bool usesSpines() const {
    for (std::size_t i = 0; i < code_.spines.size(); ++i) {
      if (code_.spines[i] && !context_.parallelNames[i].empty()) return true;
    }
    return false;
  }

  // A whole file around what is in the name space.
  [[nodiscard]] std::string file(const std::string& inside, bool header,
                                 const std::string& after) const {
    const std::string source = program_.file.substr(program_.file.rfind('/') + 1);
    CppText out;
    out.comment("Generated by deforest" + (source.empty() ? "" : " from " + source) +
                "; do not edit.");
    out.comment(
        std::string("Compile as C++20: -O2 -ffp-contract=off -I <deforest>/runtime -pthread") +
        (usesTbb() ? " -ltbb" : ""));
    if (header) out.line("#pragma once");
    out.blank();
    const bool split = options_.files == CppOptions::Files::Both;
    if (split && !header) {
      out.line("#include \"" + options_.headerName + "\"");
      out.blank();
    }
    const bool threads = !(split && header);
    const bool reads = main_ && !program_.function(*main_).parameters.empty();
    const bool writes = main_ && ir::writesOutput(program_);
    const bool declares = header || !split;
    for (const char* name : {"array",
                             "cmath",
                             "cstdint",
                             "deforest/adapt.hpp",
                             "deforest/attempt.hpp",
                             "deforest/input.hpp",
                             "deforest/options.hpp",
                             "deforest/output.hpp",
                             "deforest/parallel.hpp",
                             "deforest/profile.hpp",
                             "deforest/profile_report.hpp",
                             "deforest/program_files.hpp",
                             "deforest/runtime.hpp",
                             "deforest/saving.hpp",
                             "deforest/slot.hpp",
                             "deforest/spine.hpp",
                             "deforest/survivors.hpp",
                             "deforest/unicode.hpp",
                             "limits",
                             "string",
                             "tuple"}) {
      const std::string_view file = name;
      const bool saves = options_.saving && declares;
      if (file.starts_with("deforest/profile") && !context_.keepsProfile()) continue;
      if (file == "deforest/saving.hpp" && !saves) continue;
      if (file == "deforest/adapt.hpp" && (code_.options.hosts.empty() || !declares)) continue;
      if (file == "array" && !context_.keepsProfile() && !saves) continue;
      if (file == "deforest/attempt.hpp" && context_.errors == CppErrors::Exit) continue;
      if (file == "deforest/options.hpp" && !main_) continue;
      if (file == "deforest/input.hpp" && !reads) continue;
      if (file == "deforest/output.hpp" && !writes) continue;
      if (file == "deforest/program_files.hpp" && !(declares && code_.facts.usesFiles)) continue;
      if (file == "deforest/parallel.hpp" && !(threads && usesTbb())) continue;
      if (file == "deforest/survivors.hpp" && !(threads && !context_.moves.empty())) continue;
      if (file == "deforest/slot.hpp" && !(declares && code_.facts.hasSlots)) continue;
      if (file == "deforest/spine.hpp" && !(threads && usesSpines())) continue;
      if (file == "deforest/unicode.hpp" && !(declares && asksForCharacters())) continue;
      out.line(std::string("#include <") + name + ">");
    }
    if (declares) {
      for (const std::string& name : code_.options.hosts.headers) out.line("#include " + name);
    }
    out.blank();
    out.line("namespace " + nameSpace() + " {");
    out.blank();
    std::string body = inside;
    while (body.size() > 1 && body.ends_with("\n\n")) body.pop_back();
    out.append(body);
    out.blank();
    out.line("}  // namespace " + nameSpace());
    if (!after.empty()) {
      out.blank();
      out.append(after);
    }
    return out.str();
  }

  const NativeCode& code_;
  const ir::Program& program_;
  const CppOptions& options_;
  std::optional<FunId> main_;
  const CppFacts& facts_;
  CppLayout layout_;
  CppContext context_;
  std::vector<std::array<bool, 3>> needed_;  // by function and variant
};

support::Diagnostics optionErrors(const NativeCode& code, const CppOptions& options) {
  const ir::Program& program = code.program;
  support::Diagnostics errors;
  const auto error = [&](std::string message, std::string hint) {
    errors.push_back({{}, std::move(message), std::move(hint)});
  };
  if (program.find("main") && options.files != CppOptions::Files::Source) {
    error("a program with a 'main' makes no header",
          "write a source file (.cpp), or give the module an export list without 'main'");
  }
  if (program.find("main") && options.errors.value_or(CppErrors::Exit) != CppErrors::Exit) {
    error("a program with a 'main' ends where it fails: nobody is there to be told",
          "leave '--errors' out, or give the module an export list without 'main'");
  }
  if (!options.profiled.empty() && !program.find("main")) {
    error("a profile is of a program with a 'main', which writes it at its end",
          "leave '--profile' out, or call what is to be profiled in a 'main'");
  }
  if (options.saving && program.find("main")) {
    error("a program with a 'main' gives nobody trees to save",
          "leave '--cereal' out, or give the module an export list without 'main'");
  }
  if (!code.options.hosts.empty() && program.find("main")) {
    error("a program with a 'main' takes no trees of a host",
          "leave '--adapt' out, or give the module an export list without 'main'");
  }
  if (!options.nameSpace.empty() && !isCppNamespace(options.nameSpace)) {
    error("'" + options.nameSpace + "' cannot name a namespace of C++",
          "identifiers separated by '::', none of them a keyword");
  }
  for (const ir::Function& function : program.functions) {
    ir::forEachBinding(function.body, [&](const ir::Binding& binding) {
      const auto* foreign = std::get_if<ir::Foreign>(&binding.operation);
      if (foreign == nullptr || ir::hasKnownMeaning(*foreign)) return;
      errors.push_back({{binding.position, binding.position},
                        "'" + foreign->name + "' is called, but not understood",
                        "emit Haskell, where it is called by that name"});
    });
  }
  if (program.roots.empty()) {
    error("there is nothing to emit: the program has no roots",
          "define 'main', or export the functions to be called");
  }
  return errors;
}

}  // namespace

support::Result<CppOutput> emitCpp(const NativeCode& code, const CppOptions& options) {
  if (auto errors = optionErrors(code, options); !errors.empty()) return errors;
  return Emitter(code, options).run();
}

}  // namespace deforest::backends
