// Printing keeps its own stack of what is still to be printed, so that the depth of a value is
// limited by memory only.
#include "eval/show.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <sstream>
#include <string_view>
#include <variant>
#include <vector>

#include "eval/array_values.hpp"
#include "eval/library_values.hpp"
#include "eval/text_of_scalars.hpp"
#include "ir/library_calls.hpp"
#include "ir/printing.hpp"
#include "support/check.hpp"
#include "support/match.hpp"
#include "support/operator_symbols.hpp"
#include "support/utf8.hpp"

namespace deforest::eval {
namespace {

constexpr int applicationPrecedence = 10;

class Printer {
 public:
  Printer(const ir::Program& program, const ShowOptions& options)
      : program_(program), options_(options) {}

  std::string run(ir::TypeId type, Value value) {
    pending_.push_back(Datum{type, value, options_.precedence});
    while (!pending_.empty() && out_.size() <= options_.limit) {
      const Task task = pending_.back();
      pending_.pop_back();
      support::match(
          task, [&](const Text& text) { out_ += text.text; },
          [&](const Datum& datum) { print(datum); }, [&](const Rest& rest) { printRest(rest); });
    }
    if (out_.size() > options_.limit) {
      out_.resize(options_.limit);
      out_ += "...";
    }
    return std::move(out_);
  }

 private:
  struct Text {
    std::string_view text;
  };
  struct Datum {
    ir::TypeId type;
    Value value;
    int precedence;
  };
  // The elements of a list after the first.
  struct Rest {
    ir::TypeId list;
    Value value;
  };
  using Task = std::variant<Text, Datum, Rest>;

  void print(const Datum& datum) {
    const ir::Type& type = program_.type(datum.type);
    if (type.kind != ir::TypeKind::Data) {
      out_ += showScalar(type.kind, datum.value.bits, datum.precedence, options_.source);
      return;
    }
    if (type.shape == ir::DataShape::List) {
      printList(datum.type, type, datum.value);
      return;
    }
    if (type.shape == ir::DataShape::Library) {
      ir::isArray(program_.type(datum.type)) ? printArray(datum) : printTree(datum);
      return;
    }
    const ir::CtorId ctor = constructorOf(program_, datum.type, datum.value);
    const ir::Constructor& constructor = program_.constructor(ctor);
    std::vector<Task> parts;
    if (type.shape == ir::DataShape::Tuple) {
      describeTuple(ctor, constructor, datum.value, parts);
    } else {
      describe(ctor, constructor, datum, parts);
    }
    pending_.insert(pending_.end(), parts.rbegin(), parts.rend());
  }

  [[nodiscard]] Datum field(ir::CtorId ctor, const ir::Constructor& constructor, Value value,
                            std::size_t index, int precedence) const {
    return {constructor.fields[index].type, fieldOf(program_, ctor, value, index), precedence};
  }

  void describeTuple(ir::CtorId ctor, const ir::Constructor& constructor, Value value,
                     std::vector<Task>& parts) const {
    parts.push_back(Text{"("});
    for (std::size_t i = 0; i < constructor.fields.size(); ++i) {
      if (i > 0) parts.push_back(Text{","});
      parts.push_back(field(ctor, constructor, value, i, 0));
    }
    parts.push_back(Text{")"});
  }

  // A constructor of a declared type: infix, as a record, or before its arguments.
  void describe(ir::CtorId ctor, const ir::Constructor& constructor, const Datum& datum,
                std::vector<Task>& parts) {
    const std::vector<ir::Field>& fields = constructor.fields;
    const bool isOperator = constructor.name.starts_with(':');
    const bool isRecord = !fields.empty() && !fields[0].label.empty();
    const bool isInfix = constructor.infix && fields.size() == 2;
    int own = applicationPrecedence;
    if (isInfix) own = precedenceOf(constructor.name);
    const bool parenthesised = !fields.empty() && datum.precedence > own;
    if (parenthesised) parts.push_back(Text{"("});
    const auto name = [&] {
      if (isOperator) parts.push_back(Text{"("});
      parts.push_back(Text{constructor.name});
      if (isOperator) parts.push_back(Text{")"});
    };
    if (isInfix) {
      parts.push_back(field(ctor, constructor, datum.value, 0, own + 1));
      const std::string_view quote = isOperator ? "" : "`";
      parts.push_back(Text{" "});
      parts.push_back(Text{quote});
      parts.push_back(Text{constructor.name});
      parts.push_back(Text{quote});
      parts.push_back(Text{" "});
      parts.push_back(field(ctor, constructor, datum.value, 1, own + 1));
    } else if (isRecord) {
      name();
      for (std::size_t i = 0; i < fields.size(); ++i) {
        parts.push_back(Text{i == 0 ? " {" : ", "});
        const bool symbolic =
            support::operatorSymbols.find(fields[i].label[0]) != std::string_view::npos;
        if (symbolic) parts.push_back(Text{"("});
        parts.push_back(Text{fields[i].label});
        if (symbolic) parts.push_back(Text{")"});
        parts.push_back(Text{" = "});
        parts.push_back(field(ctor, constructor, datum.value, i, 0));
      }
      parts.push_back(Text{"}"});
    } else {
      name();
      for (std::size_t i = 0; i < fields.size(); ++i) {
        parts.push_back(Text{" "});
        parts.push_back(field(ctor, constructor, datum.value, i, own + 1));
      }
    }
    if (parenthesised) parts.push_back(Text{")"});
  }

  int precedenceOf(const std::string& name) {
    if (!fixities_) fixities_ = declaredFixities(program_);
    const auto found = fixities_->find(name);
    return found == fixities_->end() ? ir::Fixity{}.precedence : found->second.precedence;
  }

  // `fromList [(k,v),...]`, or of keys alone.
  void printTree(const Datum& datum) {
    const ir::CtorId node = nodeOf(program_, datum.type);
    const ir::Constructor& constructor = program_.constructor(node);
    const std::size_t ofEntry = constructor.fields.size() - 3;
    std::vector<Task> parts;
    const bool parenthesised = datum.precedence > applicationPrecedence;
    parts.push_back(Text{parenthesised ? "(fromList [" : "fromList ["});
    bool first = true;
    for (const Value each : nodesOf(program_, datum.type, datum.value)) {
      if (!first) parts.push_back(Text{","});
      first = false;
      if (ofEntry > 1) parts.push_back(Text{"("});
      for (std::size_t i = 0; i < ofEntry; ++i) {
        if (i > 0) parts.push_back(Text{","});
        parts.push_back(field(node, constructor, each, i + 1, 0));
      }
      if (ofEntry > 1) parts.push_back(Text{")"});
    }
    parts.push_back(Text{parenthesised ? "])" : "]"});
    pending_.insert(pending_.end(), parts.rbegin(), parts.rend());
  }

  // `array (l,h) [(i,x),...]`, without what has no value; `listArray (l,h) [x,...]` if the indices
  // are not known.
  void printArray(const Datum& datum) {
    const ir::CtorId ctor = program_.type(datum.type).constructors.front();
    const ir::Constructor& constructor = program_.constructor(ctor);
    const ir::TypeId element = program_.type(datum.type).arguments.back();
    const auto indices = indicesOf(indices_, program_, datum.type, datum.value);
    const auto elements = elementsOf(program_, datum.type, datum.value);
    std::vector<Task> parts;
    const bool parenthesised = datum.precedence > applicationPrecedence;
    if (parenthesised) parts.push_back(Text{"("});
    parts.push_back(Text{indices ? "array (" : "listArray ("});
    parts.push_back(field(ctor, constructor, datum.value, 0, 0));
    parts.push_back(Text{","});
    parts.push_back(field(ctor, constructor, datum.value, 1, 0));
    parts.push_back(Text{") ["});
    bool first = true;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      if (!elements[i]) continue;
      if (!first) parts.push_back(Text{","});
      first = false;
      if (indices) {
        parts.push_back(Text{"("});
        parts.push_back(Datum{constructor.fields[0].type, (*indices)[i], 0});
        parts.push_back(Text{","});
      }
      parts.push_back(Datum{element, *elements[i], 0});
      if (indices) parts.push_back(Text{")"});
    }
    parts.push_back(Text{parenthesised ? "])" : "]"});
    pending_.insert(pending_.end(), parts.rbegin(), parts.rend());
  }

  void printList(ir::TypeId list, const ir::Type& type, Value value) {
    const ir::TypeId element = type.arguments[0];
    if (program_.type(element).kind == ir::TypeKind::Char) {
      printString(value);
    } else if (*cellOf(value) == 0) {
      out_ += "[]";
    } else {
      out_ += "[";
      pending_.push_back(Rest{list, Value{cellOf(value)[2]}});
      pending_.push_back(Datum{element, Value{cellOf(value)[1]}, 0});
    }
  }

  void printRest(const Rest& rest) {
    if (*cellOf(rest.value) == 0) {
      out_ += "]";
      return;
    }
    out_ += ",";
    pending_.push_back(Rest{rest.list, Value{cellOf(rest.value)[2]}});
    pending_.push_back(
        Datum{program_.type(rest.list).arguments[0], Value{cellOf(rest.value)[1]}, 0});
  }

  void printString(Value value) {
    out_ += '"';
    std::uint64_t previous = ' ';
    for (; *cellOf(value) != 0 && out_.size() <= options_.limit; value = Value{cellOf(value)[2]}) {
      const std::uint64_t code = cellOf(value)[1];
      appendStringChar(out_, code, previous);
      previous = code;
    }
    out_ += '"';
  }

  const ir::Program& program_;
  const ShowOptions& options_;
  std::optional<std::map<std::string, ir::Fixity>> fixities_;
  Heap indices_{std::numeric_limits<std::size_t>::max()};  // of arrays, made to be printed
  std::string out_;
  std::vector<Task> pending_;
};

std::optional<ir::Associativity> associativityOf(std::string_view keyword) {
  if (keyword == "infixl") return ir::Associativity::Left;
  if (keyword == "infixr") return ir::Associativity::Right;
  if (keyword == "infix") return ir::Associativity::None;
  return std::nullopt;
}

}  // namespace

std::string show(const ir::Program& program, ir::TypeId type, Value value,
                 const ShowOptions& options) {
  if (ir::isOutput(program, type)) return "(what has been printed)";
  return Printer(program, options).run(type, value);
}

std::string stringOf(Value list) {
  std::string out;
  for (; *cellOf(list) != 0; list = Value{cellOf(list)[2]})
    support::appendUtf8(out, cellOf(list)[1]);
  return out;
}

namespace {

// Of the cells of what has been printed (foreign_values.cpp).
std::string writtenTo(Value output) {
  std::string text;
  for (const std::uint64_t* cell = cellOf(output); cell[0] != 0; cell = cellOf(Value{cell[1]})) {
    text += static_cast<char>(cell[2]);
  }
  std::ranges::reverse(text);
  return text;
}

}  // namespace

std::string printed(const ir::Program& program, std::span<const Value> results) {
  const std::optional<ir::FunId> main = program.find("main");
  support::check(main && results.size() <= program.outputs.size(), "printing without a `main`");
  std::string out;
  for (std::size_t i = 0; i < results.size(); ++i) {
    switch (program.outputs[i]) {
      case ir::Output::Print:
        out += show(program, program.function(*main).resultTypes[i], results[i]) + '\n';
        break;
      case ir::Output::PutStrLn:
        out += stringOf(results[i]) + '\n';
        break;
      case ir::Output::PutStr:
        out += stringOf(results[i]);
        break;
      case ir::Output::PutEach:
        for (Value list = results[i]; *cellOf(list) != 0; list = Value{cellOf(list)[2]}) {
          out += stringOf(Value{cellOf(list)[1]});
        }
        break;
      case ir::Output::Written:
        out += writtenTo(results[i]);
        break;
    }
  }
  return out;
}

std::map<std::string, ir::Fixity> declaredFixities(const ir::Program& program) {
  std::map<std::string, ir::Fixity> fixities;
  for (const std::string& declaration : program.module.types) {
    std::string spaced = declaration;
    std::replace_if(
        spaced.begin(), spaced.end(), [](char c) { return c == ',' || c == '`'; }, ' ');
    std::istringstream words(spaced);
    std::string word;
    words >> word;
    const std::optional<ir::Associativity> associativity = associativityOf(word);
    if (!associativity) continue;
    ir::Fixity fixity{*associativity, 9};
    while (words >> word) {
      if (word.size() == 1 && word[0] >= '0' && word[0] <= '9') {
        fixity.precedence = word[0] - '0';
      } else {
        fixities[word] = fixity;
      }
    }
  }
  return fixities;
}

}  // namespace deforest::eval
