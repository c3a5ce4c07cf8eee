#include "driver/located_json.hpp"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

namespace deforest::driver {
namespace {

using PlainJson = nlohmann::json;

constexpr std::size_t deepest = 100;

// Follows the parser of the library from token to token, which tells of each but not where it is.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : text_(text) {}

  static bool isOfWord(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '+' || c == '-' || c == '.';
  }

  // The next token, which is left behind.
  support::Span take() {
    while (at_ < text_.size() && isBetween(text_[at_])) step();
    const support::Position begin = position_;
    const char first = at_ < text_.size() ? text_[at_] : ' ';
    step();
    if (first == '"') {
      while (at_ < text_.size() && text_[at_] != '"') {
        if (text_[at_] == '\\') step();
        step();
      }
      step();
    } else if (std::string_view("{}[]").find(first) == std::string_view::npos) {
      while (at_ < text_.size() && isOfWord(text_[at_])) step();
    }
    return {begin, position_};
  }

  // What stands at the byte.
  support::Span around(std::size_t byte) {
    while (at_ < std::min(byte, text_.size())) step();
    support::Position end = position_;
    ++end.column;
    return {position_, end};
  }

 private:
  static bool isBetween(char c) {
    return std::isspace(static_cast<unsigned char>(c)) != 0 || c == ',' || c == ':';
  }
  void step() {
    if (at_ >= text_.size()) return;
    const char c = text_[at_++];
    if (c == '\n') {
      ++position_.line;
      position_.column = 1;
    } else if (at_ >= text_.size() || (text_[at_] & 0xC0) != 0x80) {
      ++position_.column;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  support::Position position_{1, 1};
};

// What the library calls for every token.
class Builder {
 public:
  using number_integer_t = PlainJson::number_integer_t;
  using number_unsigned_t = PlainJson::number_unsigned_t;
  using number_float_t = PlainJson::number_float_t;
  using string_t = PlainJson::string_t;
  using binary_t = PlainJson::binary_t;
  using Kind = LocatedJson::Kind;

  explicit Builder(std::string_view text) : text_(text), tokens_(text) {}

  // NOLINTBEGIN(readability-identifier-naming): the library's names.
  bool null() { return add(Kind::Null); }
  bool boolean(bool value) { return add(Kind::Boolean, value ? "true" : "false"); }
  bool number_integer(number_integer_t /*value*/) { return add(Kind::Number); }
  bool number_unsigned(number_unsigned_t /*value*/) { return add(Kind::Number); }
  bool number_float(number_float_t /*value*/, const string_t& /*text*/) {
    return add(Kind::Number);
  }
  bool string(string_t& value) { return add(Kind::String, value); }
  bool binary(binary_t& /*value*/) { return false; }
  bool start_object(std::size_t /*size*/) { return open(Kind::Object); }
  bool start_array(std::size_t /*size*/) { return open(Kind::Array); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(string_t& name) {
    LocatedJson& object = open_.back();
    const support::Span span = tokens_.take();
    if (object.find(name) != nullptr) {
      return refuse(span, "'" + name + "' stands in one object twice", "");
    }
    object.names.push_back({Kind::String, name, {}, {}, span});
    return true;
  }

  bool parse_error(std::size_t position, const std::string& /*token*/,
                   const PlainJson::exception& error) {
    std::string what = error.what();
    if (const std::size_t at = what.find(" - "); at != std::string::npos) what.erase(0, at + 3);
    if (const std::size_t at = what.find("; last read"); at != std::string::npos) what.erase(at);
    for (char& c : what) c = c == '\n' ? ' ' : c;
    // The last byte that was read: of a word, what is wrong is the word.
    std::size_t byte = std::min(std::max<std::size_t>(position, 1) - 1, text_.size());
    if (byte < text_.size() && Tokens::isOfWord(text_[byte])) {
      while (byte > 0 && Tokens::isOfWord(text_[byte - 1])) --byte;
    }
    return refuse(Tokens(text_).around(byte), "this is no JSON: " + what, "");
  }
  // NOLINTEND(readability-identifier-naming)

  [[nodiscard]] support::Result<LocatedJson> result() && {
    if (!errors_.empty()) return std::move(errors_);
    return std::move(root_);
  }

 private:
  bool refuse(support::Span span, std::string message, std::string hint) {
    errors_.push_back({span, std::move(message), std::move(hint)});
    return false;
  }

  bool add(Kind kind, std::string text = {}) {
    put({kind, std::move(text), {}, {}, tokens_.take()});
    return true;
  }

  bool open(Kind kind) {
    const support::Span span = tokens_.take();
    if (open_.size() == deepest) return refuse(span, "this is nested too deeply", "");
    open_.push_back({kind, {}, {}, {}, span});
    return true;
  }

  bool close() {
    tokens_.take();
    LocatedJson whole = std::move(open_.back());
    open_.pop_back();
    put(std::move(whole));
    return true;
  }

  void put(LocatedJson value) {
    (open_.empty() ? root_ : open_.back().items.emplace_back()) = std::move(value);
  }

  std::string_view text_;
  Tokens tokens_;
  LocatedJson root_;
  std::vector<LocatedJson> open_;
  support::Diagnostics errors_;
};

}  // namespace

const LocatedJson* LocatedJson::find(std::string_view name) const {
  // While an object is read, its last name has no value yet.
  const auto found = std::ranges::find(names, name, &LocatedJson::text);
  if (found == names.end()) return nullptr;
  const auto index = static_cast<std::size_t>(found - names.begin());
  return index < items.size() ? &items[index] : nullptr;
}

support::Result<LocatedJson> parseLocatedJson(std::string_view text) {
  Builder builder(text);
  (void)PlainJson::sax_parse(text, &builder);
  return std::move(builder).result();
}

}  // namespace deforest::driver
