#include "backends/cpp/roots.hpp"

#include <utility>
#include <vector>

#include "backends/native/names.hpp"

namespace deforest::backends {

using ir::FunId;

namespace {

// On one line if it fits.
void lambda(const std::string& head, const std::string& body, const std::string& tail,
            CppText& out) {
  const std::string whole = head + " " + body + " " + tail;
  if (out.fits(whole)) {
    out.line(whole);
    return;
  }
  out.open(head);
  out.line(body);
  out.close(tail);
}

// The source's comment without the marks of a comment.
void documentation(std::string text, CppText& out) {
  if (text.empty()) return;
  for (const std::string mark : {"{-|", "-}", "-- |", "--"}) {
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark)) {
      text.erase(at, mark.size());
    }
  }
  std::string cleaned;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool lineStart = cleaned.empty() || cleaned.back() == '\n';
    if (!(lineStart && text[i] == ' ')) cleaned += text[i];
  }
  out.comment(cleaned, "///");
}

}  // namespace

void writeRunRoot(const std::string& start, const CppRunRoot& lambdas, CppText& out) {
  out.line(start + "deforest::runRoot(");
  out.indent();
  out.indent();
  // The first lambda stands on the line of the region if both fit there.
  const std::string whole = "region, " + lambdas.serialHead + " " + lambdas.serialBody + " },";
  if (out.fits(whole)) {
    out.line(whole);
  } else {
    out.line("region,");
    lambda(lambdas.serialHead, lambdas.serialBody, "},", out);
  }
  lambda(lambdas.parallelHead, lambdas.parallelBody, "});", out);
  out.outdent();
  out.outdent();
}

// A tree of its own is no constant to who gets it, so that it can be handed to who consumes it.
bool CppRoots::returnsOwned(std::size_t root) const {
  const auto& types = context_.code.program.function(context_.code.program.roots[root]).resultTypes;
  return context_.code.options.consumeInput && types.size() == 1 && context_.code.fresh[root][0] &&
         context_.layout[types[0]].form == CppForm::Pointer;
}

bool CppRoots::isParallel(FunId root) const {
  return !context_.parallelNames[root.value].empty();
}

// Whether it may fail, and the host lives on then.
bool CppRoots::isGuarded(FunId root) const {
  return context_.errors != CppErrors::Exit && context_.mayFail[root.value];
}

std::string CppRoots::head(Entry& entry, const std::string& prefix) const {
  const ir::Function& function = context_.code.program.function(entry.id);
  std::string result = returnsOwned(entry.index)
                           ? context_.layout[function.resultTypes[0]].name + "*"
                           : context_.layout.results(function.resultTypes);
  if (context_.errors == CppErrors::Expected) result = "deforest::Result<" + result + ">";
  std::string text = prefix + result + " " + context_.names[entry.id.value] + "(deforest::Region&";
  const bool needsRegion = isParallel(entry.id) || isGuarded(entry.id) ||
                           context_.takesWorker(entry.id, CppVariant::Serial);
  if (needsRegion) text += " region";
  CppNames names(context_.reserved);
  for (const char* name : {"region", "worker", "levels"}) names.reserve(name);
  if (isGuarded(entry.id)) {
    for (const char* name : {"root", "run", "serial", "parallel"}) names.reserve(name);
  } else if (returnsOwned(entry.index)) {
    names.reserve("made");
  }
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const ir::Variable& parameter = function.variables[function.parameters[i].value];
    const std::string name = names.unique(cppIdentifier(parameter.name));
    const CppType& type = context_.layout[parameter.type];
    const bool consumed = context_.code.consumed[entry.index][i] && type.form == CppForm::Pointer;
    text += ", " + (consumed ? type.name + "*" : cppParameter(type)) + " " + name;
    entry.arguments.push_back(name);
  }
  return text + ")";
}

std::string CppRoots::call(const Entry& entry, CppVariant variant,
                           const std::string& worker) const {
  std::string text = entry.inner + context_.nameOf(entry.id, variant) + "(";
  std::string separator;
  const auto argument = [&](const std::string& value) {
    text += separator + value;
    separator = ", ";
  };
  if (context_.takesWorker(entry.id, variant)) argument(worker);
  if (variant == CppVariant::Parallel) argument("levels");
  for (const auto& value : entry.arguments) argument(value);
  return text + ")";
}

void CppRoots::document(const Entry& entry, CppText& out) const {
  documentation(context_.code.program.function(entry.id).documentation, out);
  std::string consumed;
  for (std::size_t i = 0; i < entry.arguments.size(); ++i) {
    if (!context_.code.consumed[entry.index][i]) continue;
    consumed += (consumed.empty() ? "" : ", ") + ("`" + entry.arguments[i] + "`");
  }
  if (consumed.empty()) return;
  out.comment("Consumes " + consumed +
                  ": cells are written again, so none may be shared or read afterwards.",
              "///");
}

void CppRoots::declare(CppText& out) const {
  for (std::size_t i = 0; i < context_.code.program.roots.size(); ++i) {
    Entry entry{context_.code.program.roots[i], i, ""};
    const std::string text = head(entry, "");
    document(entry, out);
    out.line(text + ";");
  }
  out.blank();
}

void CppRoots::define(const std::string& prefix, const std::string& inner, CppText& out) const {
  for (std::size_t i = 0; i < context_.code.program.roots.size(); ++i) {
    Entry entry{context_.code.program.roots[i], i, inner};
    const std::string text = head(entry, prefix);
    if (options_.files != CppOptions::Files::Both) document(entry, out);
    out.open(text + " {");
    if (isGuarded(entry.id)) {
      defineGuarded(entry, out);
    } else {
      defineDirect(entry, out);
    }
    out.close();
    out.blank();
  }
}

// A failure, if there can be one, ends the process.
void CppRoots::defineDirect(const Entry& entry, CppText& out) const {
  const bool owned = returnsOwned(entry.index);
  const std::string start = owned ? "const auto* made = " : "return ";
  if (isParallel(entry.id)) {
    const bool worker = context_.takesWorker(entry.id, CppVariant::Serial);
    writeRunRoot(start,
                 {std::string("[&](deforest::Worker&") + (worker ? " worker" : "") + ") {",
                  "return " + call(entry, CppVariant::Serial, "worker") + ";",
                  "[&](deforest::Worker& worker, unsigned levels) {",
                  "return " + call(entry, CppVariant::Parallel, "worker") + ";"},
                 out);
  } else if (context_.deep[entry.id.value]) {
    out.line(start + "deforest::onBigStack([&] { return " +
             call(entry, CppVariant::Serial, "region.here()") + "; });");
  } else {
    out.line(start + call(entry, CppVariant::Serial, "region.here()") + ";");
  }
  if (owned) out.line("return deforest::reuse(made);");
}

// The lambda of a worker that runs the root on one thread: so that it can be stopped, if the region
// is watched.
void CppRoots::runLambda(const Entry& entry, const std::string& name, CppText& out) const {
  const bool ticks = !context_.tickingNames[entry.id.value].empty();
  const bool worker = ticks || context_.takesWorker(entry.id, CppVariant::Serial);
  const std::string head =
      "const auto " + name + " = [&](deforest::Worker&" + (worker ? " worker" : "") + ") {";
  const auto result = [&](CppVariant variant) {
    const std::string value = call(entry, variant, "worker");
    return "return " + (returnsOwned(entry.index) ? "deforest::reuse(" + value + ")" : value) + ";";
  };
  if (!ticks) return lambda(head, result(CppVariant::Serial), "};", out);
  out.open(head);
  out.open("if (region.isWatched()) {");
  out.line(result(CppVariant::Ticking));
  out.close();
  out.line(result(CppVariant::Serial));
  out.close("};");
}

// A failure is the host's to deal with.
void CppRoots::defineGuarded(const Entry& entry, CppText& out) const {
  const bool parallel = isParallel(entry.id);
  runLambda(entry, parallel ? "serial" : "run", out);
  const std::string value = call(entry, CppVariant::Parallel, "worker");
  if (parallel) {
    lambda("const auto parallel = [&](deforest::Worker& worker, unsigned levels) {",
           "return " + (returnsOwned(entry.index) ? "deforest::reuse(" + value + ")" : value) + ";",
           "};", out);
  }
  const std::string callee = parallel || !context_.deep[entry.id.value] ? "attempt" : "attemptDeep";
  const std::string end = context_.errors == CppErrors::Throw ? ".value();" : ";";
  std::string name = cppString(context_.code.program.function(entry.id).name);
  // On one line, also with a long name.
  constexpr std::size_t longest = 40;
  if (name.size() > longest)
    out.line("const char* const root = " + std::exchange(name, "root") + ";");
  out.line("return deforest::" + callee + "(region, " + name +
           (parallel ? ", serial, parallel)" : ", run)") + end);
}

}  // namespace deforest::backends
