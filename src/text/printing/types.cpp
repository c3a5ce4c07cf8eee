#include "text/printing/types.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "support/check.hpp"
#include "text/printing/lexicon.hpp"

namespace deforest::text {
namespace {

using ir::DataShape;
using ir::Type;
using ir::TypeId;
using ir::TypeKind;

std::string headName(const Type& type) {
  return type.name.substr(0, type.name.find(' '));
}

std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += separator;
    out += parts[i];
  }
  return out;
}

// The words of a declaration, as far as spaces and commas separate them.
std::vector<std::string> wordsOfType(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : text) {
    const bool separates = c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == ',';
    if (!separates) word += c;
    if (separates && !word.empty()) words.push_back(std::exchange(word, {}));
  }
  if (!word.empty()) words.push_back(word);
  return words;
}

bool isFixity(std::string_view text) {
  return text.substr(0, 5) == "infix";
}

// A fixity declaration restricted to what the program defines; empty if nothing remains.
std::string restrictedFixity(const std::string& text, const ModuleScope& scope) {
  std::string start;
  std::vector<std::string> kept;
  bool changed = false;
  for (const auto& word : wordsOfType(text)) {
    const bool keyword = kept.empty() && !changed &&
                         (isFixity(word) || (word.size() == 1 && word[0] >= '0' && word[0] <= '9'));
    const bool quoted = word.size() > 2 && word.front() == '`';
    if (keyword) {
      start += word + " ";
    } else if (scope.defines(quoted ? word.substr(1, word.size() - 2) : word)) {
      kept.push_back(word);
    } else {
      changed = true;
    }
  }
  if (!changed) return text;
  return kept.empty() ? "" : start + joined(kept, ", ");
}

// The text without its leading comments.
std::string_view withoutComments(std::string_view text) {
  for (;;) {
    const auto start = std::min(text.find_first_not_of(" \t\r\n"), text.size());
    text.remove_prefix(start);
    const bool line = text.starts_with("--");
    if (!line && !text.starts_with("{-")) return text;
    const auto end = text.find(line ? "\n" : "-}");
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + (line ? 1 : 2));
  }
}

// The type that a declaration defines, or nothing.
std::string declaredName(std::string_view text) {
  const auto words = wordsOfType(withoutComments(text));
  if (words.size() < 2 || (words[0] != "data" && words[0] != "newtype")) return "";
  return words[1].substr(0, words[1].find('='));
}

}  // namespace

std::string tupleText(const std::vector<std::string>& elements, ResultForm form) {
  if (elements.size() == 1) return elements[0];
  const std::string inner = joined(elements, ", ");
  return form == ResultForm::Boxed ? "(" + inner + ")" : "(# " + inner + " #)";
}

std::string prefixName(std::string_view name) {
  if (!isSymbolic(unqualified(name))) return std::string(name);
  // A space keeps `(#` and `#)` from being the brackets of an unboxed tuple.
  const bool hash = name.front() == '#' || name.back() == '#';
  return hash ? "( " + std::string(name) + " )" : "(" + std::string(name) + ")";
}

std::string TypePrinter::head(const Type& type) {
  if (type.kind == TypeKind::Data && type.shape == DataShape::Declared) return headName(type);
  if (type.kind == TypeKind::Data && type.shape == DataShape::Library) {
    return scope_.library(type.module, unqualified(headName(type)));
  }
  if (type.kind == TypeKind::Data && type.shape == DataShape::Builtin) {
    return scope_.builtin(headName(type), headName(type));
  }
  return scope_.prelude(headName(type));
}

std::string TypePrinter::type(TypeId id, bool atomic) {
  const Type& type = program_.type(id);
  if (type.kind == TypeKind::Data && type.shape == DataShape::List) {
    support::check(type.arguments.size() == 1, "a list type has one argument");
    const TypeId element = type.arguments[0];
    if (program_.type(element).kind == TypeKind::Char && !scope_.defines("String")) {
      return scope_.prelude("String");
    }
    return "[" + this->type(element) + "]";
  }
  std::vector<std::string> arguments;
  const bool tuple = type.kind == TypeKind::Data && type.shape == DataShape::Tuple;
  for (const auto argument : type.arguments) arguments.push_back(this->type(argument, !tuple));
  if (tuple) return "(" + joined(arguments, ", ") + ")";
  for (std::size_t k = 0; k < type.constructorArguments.size(); ++k) {
    const std::string& constructor = type.constructorArguments[k];
    if (constructor.empty()) continue;
    const bool simple = constructor.find(' ') == std::string::npos;
    arguments.insert(arguments.begin() + static_cast<std::ptrdiff_t>(k),
                     simple ? constructor : "(" + constructor + ")");
  }
  if (arguments.empty()) return head(type);
  const std::string text = head(type) + " " + joined(arguments, " ");
  return atomic ? "(" + text + ")" : text;
}

std::string TypePrinter::results(const std::vector<TypeId>& types, ResultForm form) {
  std::vector<std::string> texts;
  for (const auto id : types) texts.push_back(type(id));
  return tupleText(texts, form);
}

std::string TypePrinter::signature(const ir::Function& function, ResultForm form) {
  std::string text;
  for (const auto parameter : function.parameters) {
    text += type(function.variables[parameter.value].type) + " -> ";
  }
  return text + results(function.resultTypes, form);
}

bool TypePrinter::isAtomic(ir::CtorId id) const {
  const auto& ctor = program_.constructor(id);
  return ctor.fields.empty() || program_.type(ctor.type).shape == DataShape::Tuple;
}

std::string TypePrinter::construct(ir::CtorId id, const std::vector<std::string>& arguments) {
  const auto& ctor = program_.constructor(id);
  const Type& type = program_.type(ctor.type);
  if (type.shape == DataShape::Tuple) return "(" + joined(arguments, ", ") + ")";
  if (type.shape == DataShape::List) {
    return arguments.empty() ? "[]" : arguments[0] + " : " + arguments[1];
  }
  const std::string name =
      type.shape == DataShape::Builtin ? scope_.builtin(headName(type), ctor.name) : ctor.name;
  if (isSymbolic(name) && arguments.size() == 2) {
    return arguments[0] + " " + name + " " + arguments[1];
  }
  return arguments.empty() ? prefixName(name) : prefixName(name) + " " + joined(arguments, " ");
}

std::string TypePrinter::atomicConstruct(ir::CtorId id, const std::vector<std::string>& arguments) {
  const std::string text = construct(id, arguments);
  return isAtomic(id) ? text : "(" + text + ")";
}

// ------------------------------------------------------------------- declarations from the table

// What the types are in common, given that they occur at one place of several instances of a
// declaration: a parameter of the declaration, or a type built from such. Parameters are `a`, `b`,
// ...
std::string TypePrinter::abstracted(const std::vector<TypeId>& types,
                                    const std::vector<TypeId>& instances, bool atomic) {
  const auto& parameters = program_.type(instances[0]).arguments;
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    bool everywhere = true;
    for (std::size_t i = 0; i < types.size(); ++i) {
      everywhere = everywhere && types[i] == program_.type(instances[i]).arguments[k];
    }
    if (everywhere) return std::string(1, static_cast<char>('a' + k));
  }
  const Type& first = program_.type(types[0]);
  const bool same =
      std::all_of(types.begin(), types.end(), [&](TypeId id) { return id == types[0]; });
  if (first.arguments.empty() || (same && parameters.empty())) return type(types[0], atomic);
  const bool tuple = first.shape == DataShape::Tuple;
  const bool list = first.shape == DataShape::List;
  std::vector<std::string> arguments;
  for (std::size_t k = 0; k < first.arguments.size(); ++k) {
    std::vector<TypeId> inner;
    for (const auto id : types) inner.push_back(program_.type(id).arguments[k]);
    arguments.push_back(abstracted(inner, instances, !tuple && !list));
  }
  if (tuple) return "(" + joined(arguments, ", ") + ")";
  if (list) return "[" + arguments[0] + "]";
  const std::string text = head(first) + " " + joined(arguments, " ");
  return atomic ? "(" + text + ")" : text;
}

std::string TypePrinter::declare(const std::vector<TypeId>& instances) {
  const Type& type = program_.type(instances[0]);
  std::string text = (type.isNewtype ? "newtype " : "data ") + headName(type);
  for (std::size_t k = 0; k < type.arguments.size(); ++k) {
    text += std::string(" ") + static_cast<char>('a' + k);
  }
  for (std::size_t c = 0; c < type.constructors.size(); ++c) {
    const auto& ctor = program_.constructor(type.constructors[c]);
    const bool record = !ctor.fields.empty() && !ctor.fields[0].label.empty();
    std::vector<std::string> fields;
    for (std::size_t f = 0; f < ctor.fields.size(); ++f) {
      std::vector<TypeId> types;
      for (const auto id : instances) {
        types.push_back(program_.constructor(program_.type(id).constructors[c]).fields[f].type);
      }
      const bool strict = ctor.fields[f].strict;
      const std::string field =
          (strict ? "!" : "") + abstracted(types, instances, strict || !record);
      fields.push_back(record ? prefixName(ctor.fields[f].label) + " :: " + field : field);
    }
    text += c == 0 ? " = " : " | ";
    // What is declared infix, a derived `Show` writes infix.
    const bool symbolic = isSymbolic(ctor.name);
    const bool infix = fields.size() == 2 && ctor.infix;
    const std::string name = symbolic ? ctor.name : "`" + ctor.name + "`";
    text += infix ? fields[0] + " " + name + " " + fields[1] : prefixName(ctor.name);
    if (infix) {
      continue;
    } else if (record) {
      text += " { " + joined(fields, ", ") + " }";
    } else if (!fields.empty()) {
      text += " " + joined(fields, " ");
    }
  }
  if (!type.deriving.empty()) text += " deriving (" + joined(type.deriving, ", ") + ")";
  return text;
}

std::vector<std::string> TypePrinter::declarations() {
  std::vector<std::string> out;
  std::vector<std::string> known;
  for (const auto& text : program_.module.types) {
    const std::string kept = isFixity(text) ? restrictedFixity(text, scope_) : text;
    if (!kept.empty()) out.push_back(kept);
    known.push_back(declaredName(text));
  }
  std::vector<std::string> order;
  std::map<std::string, std::vector<TypeId>> missing;
  for (std::uint32_t i = 0; i < program_.types.size(); ++i) {
    const Type& type = program_.types[i];
    if (type.kind != TypeKind::Data || type.shape != DataShape::Declared) continue;
    const std::string name = headName(type);
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    auto& instances = missing[name];
    if (instances.empty()) order.push_back(name);
    instances.push_back(TypeId{i});
  }
  for (const auto& name : order) out.push_back(declare(missing[name]));
  return out;
}

}  // namespace deforest::text
