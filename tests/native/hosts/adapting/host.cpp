// A host that builds trees of Scene.Model from its own types and writes them. Prints what is wrong,
// and nothing otherwise.
#include <algorithm>
#include <functional>
#include <iostream>
#include <string>
#include <type_traits>

#include "model.hpp"

namespace {

using deforest::ErrorKind;
using deforest::Region;
namespace model = scene::model;

int failures = 0;

void check(bool right, const std::string& what) {
  if (right) return;
  ++failures;
  std::cout << what << "\n";
}

// What is written and built again is the same.
template <class Host, class T, class Same>
void comesBack(const T& tree, Same same, const std::string& what) {
  const auto host = deforest::write<Host>(tree);
  check(host.hasValue(), what + ": " + (host ? "" : host.error().text()));
  if (!host) return;
  Region region;
  const auto back = deforest::build<T>(region, *host);
  check(back.hasValue(), what + ": " + (back ? "" : back.error().text()));
  if (back) check(same(region, tree, *back), what + ": another value comes back");
}

void roundTrips() {
  for (int n = 0; n < 60; ++n) {
    Region region;
    const std::string which = " " + std::to_string(n);
    comesBack<std::unique_ptr<host::Node>>(model::sampleTree(region, n % 17, n * 7919),
                                           model::sameTree, "tree" + which);
    comesBack<std::shared_ptr<host::Node>>(model::sampleTree(region, n % 17, n * 7919),
                                           model::sameTree, "shared tree" + which);
    comesBack<host::Rose>(model::sampleRose(region, n % 9, n * 31), model::sameRose,
                          "rose" + which);
    comesBack<host::Expr>(model::sampleExpr(region, n % 13, n * 77), model::sameExpr,
                          "variant" + which);
    comesBack<std::unique_ptr<host::Shape>>(model::sampleShape(region, n % 7, n * 13),
                                            model::sameShape, "class" + which);
    comesBack<std::vector<host::Token>>(model::sampleTokens(region, n % 20, n), model::sameTokens,
                                        "tag" + which);
    comesBack<std::unique_ptr<host::Row>>(model::sampleRow(region, n), model::sameRow,
                                          "row" + which);
    comesBack<host::Bag>(model::sampleBag(region, n), model::sameBag, "bag" + which);
    comesBack<host::Wide>(model::sampleWide(region, n % 17), model::sameWide, "wide" + which);
    comesBack<std::list<std::string>>(model::texts(region, n), model::sameTexts, "texts" + which);
    comesBack<std::vector<std::u32string>>(model::texts(region, n), model::sameTexts,
                                           "characters" + which);
    comesBack<std::vector<std::pair<short, std::unique_ptr<int>>>>(
        model::pairs(region, n), model::samePairs, "pairs" + which);
  }
}

// The values are those that the host means.
void values() {
  Region region;
  auto tree = std::make_unique<host::Node>();
  tree->value = -3;
  tree->right = std::make_unique<host::Node>();
  tree->right->value = 7;
  const model::Tree* built = model::buildTree(region, tree);
  check(built->value == -3 && built->tree1 == nullptr && built->tree2->value == 7, "a tree");
  check(model::sumTree(region, built) == 4, "the sum of a tree");
  check(model::sumTree(region, *deforest::build<const model::Tree*>(region, *tree)) == 4,
        "a tree that is not held");
  check(model::buildTree(region, nullptr) == nullptr, "no tree");
  const auto written = model::writeTree(built);
  check(written->value == -3 && !written->left && written->right->value == 7, "a written tree");
  check(model::total(region, model::buildListInt(region, {1, 2, 39})) == 42, "numbers");
  check(model::writeListInt(model::numbers(region, 3)) == std::vector<int>{3, 2, 1}, "a vector");
  const auto shape = model::writeShape(model::sampleShape(region, 3, 0));
  check(dynamic_cast<const host::Circle*>(shape.get()) != nullptr, "a class");
  const auto tokens = model::writeListToken(model::sampleTokens(region, 3, 2));
  check(tokens[0].kind == host::COUNT && tokens[0].count == 2, "a tag");
  // Cells lie in the order in which they are visited.
  const model::Rose rose = model::buildRose(region, {1, {{2, {{3, {}}}}, {4, {}}}});
  check(rose.listRose->head.listRose < rose.listRose->tail, "the order of cells");
}

// Roots run over the host's objects as they are, and what they make are such objects.
void inPlace() {
  static_assert(std::is_same_v<model::Branch, host::Branch>);
  static_assert(std::is_same_v<model::Corner, host::Corner>);
  Region region;
  const host::Branch leaf{3, {0.5, 10}, nullptr, nullptr};
  const host::Branch root{2, {1.5, 1}, &leaf, nullptr};
  check(model::sumBranch(region, &root) == 32, "a sum in place");
  check(region.bytes() == 0, "a sum in place makes cells");
  const host::Branch* lifted = model::lifted(region, 1, &root);
  check(lifted->value == 3 && lifted->at.x == 1.5 && lifted->left->at.k == 11, "a tree in place");
  check(root.value == 2 && leaf.at.k == 10, "a tree in place has changed");
  // Beside what is not in place.
  const host::Crown crown = model::writeCrown(model::crown(region, &root));
  check(crown.branch->left->value == 4 && crown.corners[1].k == 10,
        "what is in place, in a struct");
  const auto back = model::buildCrown(region, crown);
  check(back.branch == crown.branch && back.listCorner->head.x == 1.5, "the same, built");
}

// Right-leaning and left-leaning, and lists; with what frees them.
void deep() {
  constexpr int many = 1'000'000;
  Region region;
  const auto freed = [](auto& host) {
    deforest::onBigStack([&] {
      host = {};
      return true;
    });
  };
  for (const bool left : {false, true}) {
    std::unique_ptr<host::Node> tree;
    for (int i = 0; i < many; ++i) {
      auto node = std::make_unique<host::Node>();
      node->value = 1;
      (left ? node->left : node->right) = std::move(tree);
      tree = std::move(node);
    }
    const auto* const built = model::buildTree(region, tree);
    check(model::sumTree(region, built) == many, "a deep tree");
    auto back = model::writeTree(built);
    check(model::sameTree(region, model::buildTree(region, back), built), "a deep tree, written");
    freed(tree);
    freed(back);
  }
  auto chain = model::writeChain(model::chain(region, many));
  check(model::chainLength(region, model::buildChain(region, chain)) == many, "a long chain");
  freed(chain);
  const auto numbers = model::writeListInt(model::numbers(region, many));
  check(numbers.size() == many && numbers[1] == many - 1, "a long vector");
  check(model::total(region, model::buildListInt(region, numbers)) == 500'000'500'000,
        "a long list");
  // Depth by containers, and by what is held by value.
  host::Rose rose;
  for (int i = 0; i < many; ++i) {
    host::Rose above;
    above.value = i;
    above.children.push_back(std::move(rose));
    rose = std::move(above);
  }
  auto back = model::writeRose(model::buildRose(region, rose));
  check(back.value == many - 1 && back.children[0].children[0].value == many - 3, "a deep rose");
  freed(rose);
  freed(back);
  host::Expr expr;
  expr.node = std::int64_t{1};
  for (int i = 0; i < many; ++i) {
    auto negate = std::make_unique<host::Negate>();
    negate->of = std::make_shared<host::Expr>(std::move(expr));
    expr.node = std::move(negate);
  }
  auto other = model::writeExpr(model::buildExpr(region, expr));
  check(other.node.index() == 3, "a deep variant");
  freed(expr);
  freed(other);
}

template <class Function>
void fails(ErrorKind kind, const std::string& why, const Function& function,
           const std::string& what) {
  try {
    function();
    check(false, what + " is taken");
  } catch (const deforest::Error& error) {
    check(error.kind() == kind, what + ": another kind of error");
    check(std::string(error.what()).find(why) != std::string::npos, what + ": " + error.what());
  }
}

void refusals() {
  Region region;
  const model::Tree* const kept = model::sampleTree(region, 5, 1);
  const std::size_t before = region.bytes();
  const auto refused = [&](const std::string& why, const auto& function, const std::string& what) {
    fails(ErrorKind::Data, why, function, what);
    check(region.bytes() == before, what + " leaves something in the region");
  };
  host::Expr expr;
  expr.node = host::Add{};
  refused(
      "null pointer", [&] { (void)model::buildExpr(region, expr); }, "null in a variant");
  expr.node = std::unique_ptr<host::Negate>();
  refused(
      "null pointer", [&] { (void)model::buildExpr(region, expr); }, "a null alternative");
  for (const char* text :
       {"\xff", "\xc3", "\xe2\x82", "\xc0\x80", "\xe0\x80\x80", "\xf0\x80\x80\x80",
        "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80", "a\x80", "\xf0\x9f\x98"}) {
    expr.node = text;
    refused(
        "UTF-8", [&] { (void)model::buildExpr(region, expr); }, "a text that is no UTF-8");
  }
  refused(
      "no `Colour`", [&] { (void)model::buildColour(region, static_cast<host::Colour>(3)); },
      "an enumerator that there is not");
  class Square : public host::Shape {};
  refused(
      "no `Shape`", [&] { (void)model::buildShape(region, std::make_unique<Square>()); },
      "a class that is not described");
  refused(
      "null pointer", [&] { (void)model::buildShape(region, nullptr); }, "a null object");
  host::Token token;
  token.kind = static_cast<host::Kind>(3);
  refused(
      "no `Token`", [&] { (void)model::buildToken(region, token); }, "a tag that there is not");
  const auto row = model::writeRow(model::sampleRow(region, 4));
  row->throws = true;
  try {
    (void)model::buildRow(region, row);
    check(false, "what an accessor throws is lost");
  } catch (const std::runtime_error& error) {
    check(std::string(error.what()) == "no tokens", error.what());
  }
  check(model::sameTree(region, kept, model::sampleTree(region, 5, 1)), "a tree is lost");

  const auto unwritten = [&](const std::string& why, const auto& function) {
    fails(ErrorKind::Data, why, function, why);
  };
  std::vector<std::int64_t> large(3, std::int64_t{1} << 40U);
  const auto list = deforest::build<const model::ListInt*>(region, large);
  check(list && deforest::write<std::vector<std::int64_t>>(*list).value() == large,
        "large numbers");
  unwritten("too large", [&] { (void)model::writeListInt(*list); });
  unwritten("too large", [&] { (void)model::writeBag(model::sampleBag(region, 300)); });
  unwritten("would be Nothing", [&] {
    auto* cell = model::makeMaybeTree(region.here());
    cell->tree = nullptr;
    (void)deforest::write<std::unique_ptr<host::Node>>(static_cast<const model::MaybeTree*>(cell))
        .value();
  });
  unwritten("has no pointer", [&] {
    (void)deforest::write<host::Node>(static_cast<const model::Tree*>(nullptr)).value();
  });
  auto* words = model::makeRow(region.here());
  *words = *model::sampleRow(region, 1);
  words->big = deforest::toInteger(region.here(), ~deforest::Word{0});
  unwritten("too large", [&] { (void)model::writeRow(words); });

  Region small(std::size_t{4} << 20U);
  const std::vector<int> numbers(1'000'000, 5);
  for (int i = 0; i < 20; ++i) {
    fails(
        ErrorKind::Memory, "limit", [&] { (void)model::buildListInt(small, numbers); },
        "a region that is too small");
    check(small.bytes() == 0, "what found no room is kept");
  }
  std::list<std::string> texts(200'000, "text");
  fails(
      ErrorKind::Memory, "limit", [&] { (void)model::buildListListChar(small, texts); },
      "a region that is too small for texts");
}

}  // namespace

int main() {
  roundTrips();
  values();
  inPlace();
  deep();
  refusals();
  return failures == 0 ? 0 : 1;
}
