#include "driver/host_types.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "driver/files.hpp"
#include "driver/located_json.hpp"
#include "driver/session.hpp"
#include "driver/usage.hpp"

namespace deforest::driver {
namespace {

using backends::CppHostCtor;
using backends::CppHostField;
using backends::CppHosts;
using backends::CppHostType;
using Form = CppHostType::Form;
using JsonKind = LocatedJson::Kind;
using Names = std::vector<std::string_view>;

constexpr auto aMember = "a member or an accessor, such as \"left\" or \"left()\"";

bool isLetter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}
bool isWord(char c) {
  return isLetter(c) || std::isdigit(static_cast<unsigned char>(c)) != 0;
}

// Whether the text can be part of an expression of C++ or name a type there: one line, closed
// brackets, nothing that would end it.
bool isCppText(std::string_view text, std::string_view signs) {
  std::string open;
  for (const char c : text) {
    if (c == '<' || c == '(' || c == '[') open += c == '<' ? '>' : c == '(' ? ')' : ']';
    if (c == '>' || c == ')' || c == ']') {
      if (!open.ends_with(c)) return false;
      open.pop_back();
    }
    if (!isWord(c) && signs.find(c) == std::string_view::npos) return false;
  }
  return open.empty() && !text.empty() && text.front() != ' ' && text.back() != ' ';
}

bool isCppType(std::string_view text) {
  return isCppText(text, ":<>,*&()[] ") && (isLetter(text[0]) || text.starts_with("::"));
}

// An enumerator or another value that is compared with.
bool isCppValue(std::string_view text) {
  return isCppText(text, ":<>()'- ");
}

// `left`, `left()`, `node.left()`.
bool isMember(std::string_view text) {
  while (true) {
    std::size_t end = 0;
    while (end < text.size() && isWord(text[end])) ++end;
    if (end == 0 || !isLetter(text[0])) return false;
    text.remove_prefix(end);
    if (text.starts_with("()")) text.remove_prefix(2);
    if (text.empty()) return true;
    const std::size_t dot = text.starts_with("->") ? 2 : text.starts_with(".") ? 1 : 0;
    if (dot == 0) return false;
    text.remove_prefix(dot);
  }
}

// Types have no synonyms in a program: `[String]` is `[[Char]]`.
std::string withoutSynonym(std::string type) {
  constexpr std::string_view synonym = "String";
  for (std::size_t at = type.find(synonym); at != std::string::npos; at = type.find(synonym, at)) {
    const std::size_t end = at + synonym.size();
    const bool whole = (at == 0 || (!isWord(type[at - 1]) && type[at - 1] != '.')) &&
                       (end == type.size() || !isWord(type[end]));
    if (whole) type.replace(at, synonym.size(), "[Char]");
    at = whole ? at : end;
  }
  return type;
}

std::string inTicks(std::string_view text) {
  return "`" + std::string(text) + "`";
}

class MappingReader {
 public:
  explicit MappingReader(const ir::Program& program) : program_(program) {}

  support::Result<CppHosts> read(const LocatedJson& root) {
    if (root.kind != JsonKind::Object) {
      error(root, "a mapping is an object", R"({"headers": [...], "types": {...}})");
      return std::move(errors_);
    }
    checkNames(root, {"headers", "types"});
    if (const LocatedJson* headers = root.find("headers")) readHeaders(*headers);
    const LocatedJson* types = root.find("types");
    if (types == nullptr) {
      error(root, "the mapping has no \"types\"", "an object of the program's types, by name");
    } else if (isA(*types, JsonKind::Object, "an object of the program's types, by name")) {
      for (std::size_t i = 0; i < types->items.size(); ++i) {
        readType(types->names[i], types->items[i]);
      }
      if (types->items.empty()) error(*types, "the mapping has no types", "");
    }
    if (!errors_.empty()) return std::move(errors_);
    return std::move(hosts_);
  }

 private:
  void error(const LocatedJson& at, std::string message, std::string hint) {
    errors_.push_back({at.span, std::move(message), std::move(hint)});
  }

  bool isA(const LocatedJson& json, JsonKind kind, const std::string& what) {
    if (json.kind == kind) return true;
    error(json, "this is not " + what, "");
    return false;
  }

  void checkNames(const LocatedJson& object, const Names& known) {
    for (const LocatedJson& name : object.names) {
      if (std::ranges::find(known, name.text) != known.end()) continue;
      error(name, "nothing is called '" + name.text + "' here" + didYouMean(name.text, known),
            "there can be " + alternatives(known));
    }
  }

  // The text of a member; nothing, and perhaps an error, without it.
  std::optional<std::string> text(const LocatedJson& object, std::string_view name,
                                  bool (*isRight)(std::string_view), const std::string& what) {
    const LocatedJson* found = object.find(name);
    if (found == nullptr) return std::nullopt;
    if (found->kind == JsonKind::String && isRight(found->text)) return found->text;
    error(*found, "this is not " + what, "");
    return std::nullopt;
  }

  std::optional<std::string> cppType(const LocatedJson& object) {
    return text(object, "cpp", isCppType, "a type of C++, as text");
  }

  std::optional<std::string> member(const LocatedJson& object, std::string_view name) {
    return text(object, name, isMember, aMember);
  }

  void readHeaders(const LocatedJson& headers) {
    if (headers.kind == JsonKind::String) return readHeader(headers);
    if (!isA(headers, JsonKind::Array, "the name of a header, or a list of names")) return;
    for (const LocatedJson& header : headers.items) {
      if (isA(header, JsonKind::String, "the name of a header")) readHeader(header);
    }
  }

  void readHeader(const LocatedJson& header) {
    std::string name = header.text;
    const bool system = name.starts_with('<') && name.ends_with('>') && name.size() > 2;
    const std::string_view inside =
        system ? std::string_view(name).substr(1, name.size() - 2) : std::string_view(name);
    if (inside.empty() || inside.find_first_of("<>\"\\\n\r") != std::string_view::npos) {
      return error(header, "this is not the name of a header", "\"shop/tree.hpp\" or \"<vector>\"");
    }
    if (!system) name = "\"" + name + "\"";
    if (std::ranges::find(hosts_.headers, name) == hosts_.headers.end()) {
      hosts_.headers.push_back(name);
    }
  }

  // -------------------------------------------------------------------------------------- types

  // Null, and an error, if there is no such type or it is no data type.
  const ir::Type* typeNamed(const LocatedJson& name) {
    const std::string wanted = withoutSynonym(name.text);
    Names known;
    for (const ir::Type& type : program_.types) {
      const bool isData = type.kind == ir::TypeKind::Data;
      if (type.name == wanted) {
        if (isData && type.shape != ir::DataShape::Library) return &type;
        error(name, inTicks(name.text) + (isData ? " is a type of a library" : " is no data type"),
              isData ? "lists, Maybe, tuples and types that the program declares can be mapped"
                     : "numbers, characters and truth values need no mapping: a member may be of "
                       "any such type");
        return nullptr;
      }
      if (isData) known.push_back(type.name);
    }
    error(name, "the program has no type " + inTicks(name.text) + didYouMean(name.text, known), "");
    return nullptr;
  }

  void readType(const LocatedJson& name, const LocatedJson& json) {
    const ir::Type* const type = typeNamed(name);
    if (!isA(json, JsonKind::Object, "an object that describes a type") || type == nullptr) return;
    if (!seen_.insert(type->name).second) {
      return error(name, inTicks(type->name) + " is described twice", "");
    }
    checkNames(json, {"cpp", "header", "as", "variant", "tag", "in place", "constructors"});
    if (const LocatedJson* header = json.find("header")) readHeaders(*header);
    CppHostType host;
    host.name = type->name;
    const std::size_t before = errors_.size();
    if (const auto cpp = cppType(json)) {
      host.cpp = *cpp;
    } else if (json.find("cpp") == nullptr) {
      error(name, "it is not said which type of C++ " + inTicks(name.text) + " is",
            "\"cpp\": \"std::unique_ptr<shop::Node>\", for instance");
    }
    const std::optional<Form> form = formOf(name, json, *type);
    if (!form) return;
    host.form = *form;
    host.variant = member(json, "variant").value_or("");
    host.tag = member(json, "tag").value_or("");
    if (const LocatedJson* inPlace = json.find("in place")) {
      host.inPlace = true;
      checkInPlace(*inPlace, *type, host);
    }
    refuse(json, "variant", host.form != Form::Variant, "a variant");
    refuse(json, "tag", host.form != Form::Class, "a class");
    if (host.form == Form::Known) {
      refuse(json, "constructors", true, "described by its constructors");
    } else {
      readConstructors(name, json, *type, host);
    }
    if (host.inPlace) checkMembers(json, host);
    if (errors_.size() == before) hosts_.types.push_back(std::move(host));
  }

  // Our cells are then the host's objects, as they are.
  void checkInPlace(const LocatedJson& at, const ir::Type& type, const CppHostType& host) {
    if (at.kind != JsonKind::Boolean || at.text == "false") {
      error(at, "a type is in place or says nothing of it", "true, or leave \"in place\" out");
    } else if (host.form != Form::Struct || withFields(type) != 1 || type.constructors.size() > 2) {
      error(at, inTicks(type.name) + " cannot be in place",
            "a type with one constructor, and perhaps one that is null, can");
    }
  }

  void checkMembers(const LocatedJson& json, const CppHostType& host) {
    for (const CppHostCtor& ctor : host.constructors) {
      const bool members = std::ranges::all_of(ctor.fields, [](const CppHostField& field) {
        return field.set.empty() && !field.get.empty() && std::ranges::all_of(field.get, isWord);
      });
      if (members && ctor.make.empty()) continue;
      error(
          *json.find("in place"),
          "the fields of " + inTicks(ctor.name) + " are not all members, so it cannot be in place",
          "");
    }
  }

  void refuse(const LocatedJson& json, std::string_view name, bool isWrong,
              const std::string& what) {
    for (const LocatedJson& known : json.names) {
      if (known.text == name && isWrong) {
        error(known, "'" + known.text + "' stands where the type is not " + what, "");
      }
    }
  }

  [[nodiscard]] std::size_t withFields(const ir::Type& type) const {
    return static_cast<std::size_t>(std::ranges::count_if(type.constructors, [&](ir::CtorId ctor) {
      return !program_.constructor(ctor).fields.empty();
    }));
  }

  // Whether it is one that containers or std::optional are like: a constructor without fields, and
  // one with `size`, one of them of the type itself if there are two.
  [[nodiscard]] bool isLike(const ir::Type& type, std::size_t size) const {
    if (type.constructors.size() != 2 || withFields(type) != 1) return false;
    return std::ranges::any_of(type.constructors, [&](ir::CtorId id) {
      const auto& fields = program_.constructor(id).fields;
      const auto itself =
          static_cast<std::size_t>(std::ranges::count_if(fields, [&](const ir::Field& field) {
            return program_.type(field.type).name == type.name;
          }));
      return fields.size() == size && itself == size - 1;
    });
  }

  std::optional<Form> formOf(const LocatedJson& name, const LocatedJson& json,
                             const ir::Type& type) {
    static const std::map<std::string, Form, std::less<>> forms = {
        {"struct", Form::Struct}, {"enum", Form::Enumeration}, {"variant", Form::Variant},
        {"class", Form::Class},   {"list", Form::Known},       {"optional", Form::Known}};
    const LocatedJson* as = json.find("as");
    if (as == nullptr) return usualForm(name, json, type);
    const auto found = as->kind == JsonKind::String ? forms.find(as->text) : forms.end();
    if (found == forms.end()) {
      error(*as, "this is no way to hold values", "struct, enum, variant, class, list or optional");
      return std::nullopt;
    }
    const bool fits = as->text == "list"       ? isLike(type, 2)
                      : as->text == "optional" ? isLike(type, 1)
                      : as->text == "enum"     ? withFields(type) == 0
                                               : true;
    if (fits) return found->second;
    error(*as,
          "the constructors of " + inTicks(type.name) + " are not those of " +
              (as->text == "enum"   ? "an enumeration"
               : as->text == "list" ? "a list"
                                    : "a Maybe"),
          as->text == "enum"   ? "none may have fields"
          : as->text == "list" ? "one has no fields, the other two, one of them the rest"
                               : "one has no fields, the other one");
    return std::nullopt;
  }

  std::optional<Form> usualForm(const LocatedJson& name, const LocatedJson& json,
                                const ir::Type& type) {
    const LocatedJson* ctors = json.find("constructors");
    const bool isTuple = type.shape == ir::DataShape::Tuple && withFields(type) == 1;
    const bool isMaybe = type.shape == ir::DataShape::Builtin && type.name.starts_with("Maybe ");
    if (type.shape == ir::DataShape::List || isTuple || (isMaybe && ctors == nullptr)) {
      return Form::Known;
    }
    if (ctors == nullptr || ctors->kind != JsonKind::Object) return Form::Struct;
    const auto count = [&](JsonKind kind) {
      return static_cast<std::size_t>(std::ranges::count(ctors->items, kind, &LocatedJson::kind));
    };
    if (count(JsonKind::String) > 0 && withFields(type) == 0) return Form::Enumeration;
    if (count(JsonKind::Object) <= 1) return Form::Struct;
    error(name,
          "it is not said how the host tells the constructors of " + inTicks(name.text) + " apart",
          R"(add "as": "variant" or "as": "class")");
    return std::nullopt;
  }

  // ------------------------------------------------------------------------------- constructors

  void readConstructors(const LocatedJson& name, const LocatedJson& json, const ir::Type& type,
                        CppHostType& host) {
    const LocatedJson* ctors = json.find("constructors");
    if (ctors == nullptr) {
      return error(name, "the constructors of " + inTicks(name.text) + " are not described",
                   R"("constructors": {"NAME": {"fields": [...]}, ...})");
    }
    if (!isA(*ctors, JsonKind::Object, "an object of constructors, by name")) return;
    Names known;
    for (const ir::CtorId id : type.constructors) known.push_back(program_.constructor(id).name);
    for (std::size_t i = 0; i < ctors->items.size(); ++i) {
      const LocatedJson& ctor = ctors->names[i];
      const auto found = std::ranges::find(known, ctor.text);
      if (found == known.end()) {
        error(ctor,
              inTicks(type.name) + " has no constructor " + inTicks(ctor.text) +
                  didYouMean(ctor.text, known),
              "it has " + alternatives(known));
        continue;
      }
      const ir::CtorId id = type.constructors[static_cast<std::size_t>(found - known.begin())];
      readConstructor(ctor, ctors->items[i], program_.constructor(id), host);
    }
    for (const std::string_view ctor : known) {
      if (ctors->find(ctor) != nullptr) continue;
      error(*ctors,
            "the constructor " + inTicks(ctor) + " of " + inTicks(type.name) + " is not described",
            "");
    }
    checkChoice(*ctors, host);
  }

  // What tells the constructors apart.
  void checkChoice(const LocatedJson& ctors, const CppHostType& host) {
    std::map<std::string, std::string> owners;
    std::size_t nulls = 0;
    std::size_t others = 0;
    for (const CppHostCtor& ctor : host.constructors) {
      const auto at = std::ranges::find(ctors.names, ctor.name, &LocatedJson::text);
      if (ctor.isNull && ++nulls > 1) error(*at, "two constructors are null to the host", "");
      if (ctor.isNull) continue;
      if (host.form == Form::Struct && ++others > 1) {
        error(*at, "a struct has one constructor, and one may be null",
              R"("as": "variant" or "as": "class")");
      }
      const bool byTag = host.form == Form::Enumeration || !host.tag.empty();
      const std::string& mark = byTag ? ctor.tag : ctor.cpp;
      if (host.form == Form::Struct || mark.empty()) continue;
      const auto [owner, isNew] = owners.emplace(mark, ctor.name);
      if (isNew) continue;
      error(*at,
            inTicks(ctor.name) + " is '" + mark + "' to the host, as " + inTicks(owner->second) +
                " is",
            "");
    }
  }

  void readConstructor(const LocatedJson& name, const LocatedJson& json,
                       const ir::Constructor& ctor, CppHostType& type) {
    CppHostCtor host;
    host.name = ctor.name;
    if (json.kind == JsonKind::Null) {
      host.isNull = true;
      if (type.form == Form::Enumeration) {
        error(json, "an enumerator is not null", "write the name of one");
      } else if (!ctor.fields.empty()) {
        error(json, inTicks(ctor.name) + " has fields, so it cannot be null", "");
      }
    } else if (type.form == Form::Enumeration) {
      if (json.kind == JsonKind::String && isCppValue(json.text)) {
        host.tag = json.text;
      } else {
        error(json, "this is not an enumerator, as text", "");
      }
    } else if (isA(json, JsonKind::Object, "an object that describes a constructor, nor null")) {
      readObject(name, json, ctor, type, host);
    }
    type.constructors.push_back(std::move(host));
  }

  void readObject(const LocatedJson& name, const LocatedJson& json, const ir::Constructor& ctor,
                  const CppHostType& type, CppHostCtor& host) {
    checkNames(json, {"cpp", "tag", "fields", "make"});
    host.cpp = cppType(json).value_or("");
    host.tag = text(json, "tag", isCppValue, "a value that the tag has, as text").value_or("");
    host.make = text(json, "make", isCppType, "a function or a class of C++, as text").value_or("");
    refuse(json, "cpp", type.form == Form::Struct, "a variant or a class");
    refuse(json, "tag", type.tag.empty(), "a class with a tag");
    const bool needsClass =
        type.form == Form::Variant || (type.form == Form::Class && type.tag.empty());
    if (needsClass && json.find("cpp") == nullptr) {
      error(name, "it is not said which type of C++ " + inTicks(ctor.name) + " is", "add \"cpp\"");
    }
    if (!type.tag.empty() && json.find("tag") == nullptr) {
      error(name, "it is not said what '" + type.tag + "' is of " + inTicks(ctor.name),
            "add \"tag\"");
    }
    readFields(name, json, ctor, host);
  }

  // ------------------------------------------------------------------------------------- fields

  void readFields(const LocatedJson& name, const LocatedJson& json, const ir::Constructor& ctor,
                  CppHostCtor& host) {
    const LocatedJson* fields = json.find("fields");
    host.fields.resize(ctor.fields.size());
    if (fields == nullptr) {
      if (ctor.fields.empty()) return;
      return error(name, "the fields of " + inTicks(ctor.name) + " are not described",
                   "\"fields\": [...], a member or an accessor for each");
    }
    if (fields->kind == JsonKind::Object) return readLabelled(*fields, ctor, host);
    if (!isA(*fields, JsonKind::Array, "a list of members, nor an object of them by label")) return;
    if (fields->items.size() != ctor.fields.size()) {
      return error(*fields,
                   inTicks(ctor.name) + " has " + counted(ctor.fields.size()) + ", and here are " +
                       std::to_string(fields->items.size()),
                   "");
    }
    for (std::size_t i = 0; i < ctor.fields.size(); ++i) {
      readField(fields->items[i], ctor, host, i);
    }
  }

  static std::string counted(std::size_t fields) {
    return std::to_string(fields) + (fields == 1 ? " field" : " fields");
  }

  void readLabelled(const LocatedJson& fields, const ir::Constructor& ctor, CppHostCtor& host) {
    Names labels;
    for (const ir::Field& field : ctor.fields) {
      if (!field.label.empty()) labels.push_back(field.label);
    }
    if (labels.size() != ctor.fields.size()) {
      return error(fields, "the fields of " + inTicks(ctor.name) + " have no labels",
                   "write them as a list");
    }
    checkNames(fields, labels);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if (const LocatedJson* field = fields.find(labels[i])) {
        readField(*field, ctor, host, i);
      } else {
        error(fields, "the field " + inTicks(labels[i]) + " is not described", "");
      }
    }
  }

  void readField(const LocatedJson& json, const ir::Constructor& ctor, CppHostCtor& host,
                 std::size_t i) {
    CppHostField& field = host.fields[i];
    // Without a name it is the object itself.
    if (json.kind == JsonKind::String && json.text.empty()) {
      if (ctor.fields.size() == 1) return;
      return error(json, "one of several fields is not the whole", "");
    }
    if (json.kind == JsonKind::String) {
      field.get = json.text;
      if (!isMember(json.text)) error(json, "this is not " + std::string(aMember), "");
      return;
    }
    if (!isA(json, JsonKind::Object, aMember)) return;
    checkNames(json, {"get", "set", "cpp"});
    field.get = member(json, "get").value_or("");
    if (json.find("get") == nullptr) error(json, "it is not said how the field is read", "\"get\"");
    field.set = text(json, "set", isMember, "the name of a setter").value_or("");
    field.type = cppType(json).value_or("");
  }

  const ir::Program& program_;
  CppHosts hosts_;
  std::set<std::string> seen_;
  support::Diagnostics errors_;
};

}  // namespace

support::Result<CppHosts> hostTypes(const std::string& text, const ir::Program& program) {
  const support::Result<LocatedJson> json = parseLocatedJson(text);
  if (!json) return json.diagnostics();
  return MappingReader(program).read(*json);
}

CppHosts readHostTypes(const std::string& path, const ir::Program& program) {
  const std::string text = readFile(path);
  support::Result<CppHosts> hosts = hostTypes(text, program);
  if (!hosts) throw Failure(support::render(hosts.diagnostics(), displayName(path), text));
  return std::move(*hosts);
}

}  // namespace deforest::driver
