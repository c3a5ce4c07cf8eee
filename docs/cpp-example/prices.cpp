// A host with types of its own: passes run over its objects, it lives on where they fail, and keeps
// trees in files.
#include "prices.hpp"

#include <cereal/archives/binary.hpp>
#include <cereal/archives/json.hpp>
#include <cstdio>
#include <deforest/cereal.hpp>
#include <memory>
#include <sstream>
#include <string>

#include "shop.hpp"

namespace {

shop::Price split(shop::Price whole, shop::Price by) {
  return {shop::Split{std::make_unique<shop::Price>(std::move(whole)),
                      std::make_unique<shop::Price>(std::move(by))}};
}

shop::Price sum(shop::Price first, shop::Price second) {
  shop::Sum made;
  made.of.push_back(std::move(first));
  made.of.push_back(std::move(second));
  return {std::move(made)};
}

// What it comes to, or a message.
void print(const shop::Price& price) {
  deforest::Region region;  // Owns all that is made for this price, and frees it at the end.
  try {
    const prices::Price* tree = prices::buildPrice(region, price);
    const auto cents = prices::cents(region, prices::quoted(region, 20, tree));
    std::printf("%lld\n", static_cast<long long>(cents));
  } catch (const deforest::Error& error) {
    std::printf("%s\n", error.what());
  }
}

template <class Archive>
std::string saved(const prices::Price* tree) {
  std::ostringstream out(std::ios::binary);
  {
    Archive archive(out);
    deforest::save(archive, tree);
  }
  return out.str();
}

// The cents of a saved price.
template <class Archive>
void printSaved(const std::string& text) {
  deforest::Region region;
  std::istringstream in(text, std::ios::binary);
  Archive archive(in);
  const auto tree = deforest::load<const prices::Price*>(archive, region);
  if (tree) {
    std::printf("%lld\n", static_cast<long long>(prices::cents(region, *tree)));
  } else {
    std::printf("%s\n", tree.error().text().c_str());
  }
}

}  // namespace

int main() {
  print(sum({500}, split({1000}, {4})));
  print(split({1000}, {0}));
  print(sum({1}, {"tea"}));
  // An object that is no price: half of it is missing.
  print({shop::Split{}});

  deforest::Region region;
  const prices::Price* tree = prices::buildPrice(region, sum({500}, split({1000}, {4})));
  // What the passes make of it, as an object of the host.
  const shop::Price quoted = prices::writePrice(prices::quoted(region, 50, tree));
  std::printf("%d\n", std::get<int>(std::get<shop::Sum>(quoted.is).of[0].is));

  std::string bytes = saved<cereal::BinaryOutputArchive>(tree);
  std::string json = saved<cereal::JSONOutputArchive>(tree);
  region.reset();
  printSaved<cereal::BinaryInputArchive>(bytes);
  printSaved<cereal::JSONInputArchive>(json);
  bytes[bytes.size() / 2] ^= 1;
  printSaved<cereal::BinaryInputArchive>(bytes);
  json.replace(json.find("Fixed"), 5, "Fixes");
  printSaved<cereal::JSONInputArchive>(json);
}
