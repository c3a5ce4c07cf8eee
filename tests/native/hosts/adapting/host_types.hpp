// Types of a host that knows nothing of the compiler.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace host {

struct Node {
  int value = 0;
  std::unique_ptr<Node> left, right;
};

struct Rose {
  long long value = 0;
  std::vector<Rose> children;
};

enum class Colour : std::uint8_t { red, green = 7, blue };

struct Point {
  double x = 0;
  float y = 0;
};

struct Expr;
struct Add {
  std::unique_ptr<Expr> left, right;
};
struct Negate {
  std::shared_ptr<Expr> of;
};
struct Expr {
  std::variant<std::monostate, std::int64_t, Add, std::unique_ptr<Negate>, std::string> node;
};

class Shape {
 public:
  Shape() = default;
  Shape(const Shape&) = delete;
  Shape& operator=(const Shape&) = delete;
  virtual ~Shape() = default;
};

class Circle : public Shape {
 public:
  explicit Circle(double radius) : radius_(radius) {}
  [[nodiscard]] double radius() const { return radius_; }

 private:
  double radius_;
};

class Box : public Shape {
 public:
  Point low, high;
  Colour colour = Colour::red;
};

class Group : public Shape {
 public:
  std::vector<std::unique_ptr<Shape>> parts;
  std::optional<std::string> name;
  // By value: what is read of it has to be kept.
  [[nodiscard]] std::string label() const { return label_; }
  void setLabel(std::string label) { label_ = std::move(label); }

 private:
  std::string label_;
};

class Hole : public Shape {
 public:
  std::unique_ptr<Shape> around;
};

enum Kind { WORD, SPACE, COUNT };
struct Token {
  Kind kind = SPACE;
  std::string text;
  short count = 0;
  bool odd = false;
};

struct Link {
  int value = 0;
  std::shared_ptr<Link> next;
};

// Has no default constructor, and only what it is made of can be read.
class Row {
 public:
  Row(int key, std::int64_t big, std::vector<bool> flags, std::list<std::vector<int>> grid,
      char32_t sign, std::uint64_t size, std::unique_ptr<Node> tree,
      std::optional<std::optional<int>> deep, std::pair<int, std::u32string> both,
      std::tuple<Colour, std::unique_ptr<Node>, std::deque<Point>> three, std::vector<Token> tokens)
      : key_(key),
        big_(big),
        flags_(std::move(flags)),
        grid_(std::move(grid)),
        sign_(sign),
        size_(size),
        tree_(std::move(tree)),
        deep_(deep),
        both_(std::move(both)),
        three_(std::move(three)),
        tokens_(std::move(tokens)) {}
  [[nodiscard]] int key() const { return key_; }
  [[nodiscard]] std::int64_t big() const { return big_; }
  [[nodiscard]] const auto& flags() const { return flags_; }
  [[nodiscard]] auto grid() const { return grid_; }
  [[nodiscard]] char32_t sign() const { return sign_; }
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] const auto& tree() const { return tree_; }
  [[nodiscard]] auto deep() const { return deep_; }
  [[nodiscard]] const auto& both() const { return both_; }
  [[nodiscard]] const auto& three() const { return three_; }
  [[nodiscard]] const std::vector<Token>& tokens() const {
    if (throws) throw std::runtime_error("no tokens");
    return tokens_;
  }
  bool throws = false;

 private:
  int key_;
  std::int64_t big_;
  std::vector<bool> flags_;
  std::list<std::vector<int>> grid_;
  char32_t sign_;
  std::uint64_t size_;
  std::unique_ptr<Node> tree_;
  std::optional<std::optional<int>> deep_;
  std::pair<int, std::u32string> both_;
  std::tuple<Colour, std::unique_ptr<Node>, std::deque<Point>> three_;
  std::vector<Token> tokens_;
};

struct Bag {
  std::deque<std::uint8_t> numbers;
  std::optional<Node> tree;
  Colour colour = Colour::blue;
};

struct Wide {
  int a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0;
  std::unique_ptr<Node> tree;
};

struct Corner {
  double x = 0;
  std::int64_t k = 0;
};

struct Branch {
  std::int64_t value = 0;
  Corner at;
  const Branch* left = nullptr;
  const Branch* right = nullptr;
};

struct Crown {
  const Branch* branch = nullptr;
  std::vector<Corner> corners;
};

}  // namespace host
