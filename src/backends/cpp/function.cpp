#include "backends/cpp/function.hpp"

#include "backends/cpp/body.hpp"
#include "backends/native/names.hpp"

namespace deforest::backends {
namespace {

// The last part of a path.
std::string fileName(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

std::string headOf(const CppContext& context, ir::FunId id, CppVariant variant,
                   const std::string& prefix, CppBody& body) {
  const ir::Function& function = context.code.program.function(id);
  // Parallel functions are called through lambdas, for as many levels as there are.
  const bool absorbed = context.code.absorbed[id.value] && variant != CppVariant::Parallel;
  std::string text = absorbed ? "[[gnu::always_inline]] inline " : prefix;
  text += context.layout.results(function.resultTypes) + " " + context.nameOf(id, variant) + "(";
  std::string separator;
  for (const auto& parameter : body.parameters()) {
    text += separator + parameter;
    separator = ", ";
  }
  return text + ")";
}

}  // namespace

std::string cppPosition(const CppContext& context, ir::Position position) {
  if (context.errors == CppErrors::Exit || !position.known()) return "";
  const ir::Place place = context.code.program.placeOf(position);
  return ", " + cppString(fileName(place.file) + ":" + std::to_string(place.position.line) + ":" +
                          std::to_string(place.position.column));
}

bool mustTick(const CppContext& context, ir::FunId id) {
  CppText none;
  CppBody body(context, id, CppVariant::Ticking, none);
  static_cast<void>(body.parameters());
  body.write();
  return body.ticked();
}

std::string cppParameter(const CppType& type) {
  const bool large = type.form == CppForm::Value && type.bytes > 16;
  return large ? "const " + type.type + "&" : type.type;
}

CppVariant CppContext::variantOf(ir::FunId callee, CppVariant caller) const {
  if (caller == CppVariant::Parallel && !parallelNames[callee.value].empty()) {
    return CppVariant::Parallel;
  }
  if (caller != CppVariant::Serial && !tickingNames[callee.value].empty()) {
    return CppVariant::Ticking;
  }
  return CppVariant::Serial;
}

const std::string& CppContext::nameOf(ir::FunId id, CppVariant variant) const {
  switch (variant) {
    case CppVariant::Parallel:
      return parallelNames[id.value];
    case CppVariant::Ticking:
      return tickingNames[id.value];
    case CppVariant::Serial:
      break;
  }
  return names[id.value];
}

bool CppContext::takesWorker(ir::FunId id, CppVariant variant) const {
  return variant != CppVariant::Serial || code.facts.allocates[id.value];
}

std::string cppPrototype(const CppContext& context, ir::FunId id, CppVariant variant,
                         const std::string& prefix) {
  CppText none;
  CppBody body(context, id, variant, none);
  return headOf(context, id, variant, prefix, body);
}

void emitFunction(const CppContext& context, ir::FunId id, CppVariant variant,
                  const std::string& prefix, CppText& out) {
  const ir::Function& function = context.code.program.function(id);
  if (variant == CppVariant::Serial) {
    if (context.keepsProfile()) {
      out.comment(context.profileNames[context.profiled[id.value]]);
    } else if (function.position.known()) {
      const ir::Place place = context.code.program.placeOf(function.position);
      out.comment(fileName(place.file) + ":" + std::to_string(place.position.line));
    }
  } else if (variant == CppVariant::Ticking) {
    out.comment(context.errors == CppErrors::Exit ? "The same, within what runs in parallel."
                                                  : "The same, so that it can be stopped.");
  } else {
    out.comment("The same, in parallel.");
  }
  CppBody body(context, id, variant, out);
  out.open(headOf(context, id, variant, prefix, body) + " {");
  body.write();
  out.close();
}

}  // namespace deforest::backends
