// A host that saves and loads trees of saving.hs.ir, and damages them on the way. Prints what is
// wrong, and nothing otherwise.
#include "saving.hpp"

#include <cereal/archives/binary.hpp>
#include <cereal/archives/json.hpp>
#include <cereal/archives/portable_binary.hpp>
#include <deforest/cereal.hpp>
#include <iostream>
#include <random>
#include <sstream>
#include <string>

namespace {

using deforest::ErrorKind;
using deforest::Region;
using saving::Kd;
using saving::ListInt;

int failures = 0;

void check(bool right, const std::string& what) {
  if (right) return;
  ++failures;
  std::cout << what << "\n";
}

template <class Archive, class T>
std::string saved(const T& tree) {
  std::ostringstream out(std::ios::binary);
  {
    Archive archive(out);
    archive(std::string("before"));
    deforest::save(archive, tree);
    archive(std::string("behind"));
  }
  return out.str();
}

template <class Archive, class T>
deforest::Result<T> loaded(const std::string& text, Region& region, bool damaged = false) {
  std::istringstream in(text, std::ios::binary);
  Archive archive(in);
  std::string word;
  archive(word);
  deforest::Result<T> tree = deforest::load<T>(archive, region);
  if (tree) archive(word);
  check(!tree || damaged || word == "behind", "what stands behind a tree is lost");
  return tree;
}

template <class Out, class In>
void comesBack(const std::string& name) {
  Region region;
  for (int n = 0; n < 18; ++n) {
    const Kd* tree = saving::sample(region, n);
    const std::string text = saved<Out>(tree);
    Region other;
    const auto back = loaded<In, const Kd*>(text, other);
    check(back.hasValue(), name + ": " + (back ? "" : back.error().text()));
    if (!back) continue;
    check(saving::same(region, tree, *back), name + ": another tree");
    check(saved<Out>(*back) == text, name + ": another text");
  }
  const saving::Pair pair{1.0 / 3, -0.0F};
  const auto back = loaded<In, saving::Pair>(saved<Out>(pair), region);
  check(back && back->value1 == pair.value1, name + ": a value");
  const auto color = loaded<In, saving::Color>(saved<Out>(saving::Color::Green), region);
  check(color && *color == saving::Color::Green, name + ": an enumeration");
  const auto none = loaded<In, const Kd*>(saved<Out>(saving::list(region, 3)), region);
  check(!none && none.error().kind == ErrorKind::Data, name + ": a tree of another type");
}

// Where the first word is read, cereal itself throws.
template <class In>
bool isRefused(const std::string& text, Region& region) {
  const std::size_t before = region.bytes();
  try {
    const auto tree = loaded<In, const Kd*>(text, region, true);
    if (tree) return false;
    check(tree.error().kind == ErrorKind::Data, "not said to be damaged: " + tree.error().text());
  } catch (const std::exception&) {
    return true;
  }
  check(region.bytes() == before, "an error leaves something in the region");
  return true;
}

void damages() {
  Region region;
  const Kd* tree = saving::sample(region, 14);
  using Out = cereal::BinaryOutputArchive;
  using In = cereal::BinaryInputArchive;
  const std::string text = saved<Out>(tree);
  // Behind what stands before the tree, and up to what stands behind it.
  const std::size_t begin = 8 + 6;
  const std::size_t end = text.size() - 8 - 6;
  for (std::size_t i = 0; i < end; ++i) {
    check(isRefused<In>(text.substr(0, i), region), "cut off at " + std::to_string(i));
  }
  for (std::size_t i = begin; i < end; ++i) {
    for (const int bits : {1, 128, 255}) {
      std::string other = text;
      other[i] = static_cast<char>(other[i] ^ bits);
      check(isRefused<In>(other, region), "changed at " + std::to_string(i));
    }
  }
  const std::string json = saved<cereal::JSONOutputArchive>(tree);
  std::mt19937 random(1);
  std::size_t refused = 0;
  for (int i = 0; i < 2000; ++i) {
    std::string other = json;
    const std::size_t at = random() % other.size();
    switch (random() % 3) {
      case 0:
        other[at] = static_cast<char>(32 + random() % 95);
        break;
      case 1:
        other.erase(at, 1 + random() % 40);
        break;
      default:
        other.insert(at, other.substr(random() % other.size(), 1 + random() % 40));
    }
    refused += isRefused<cereal::JSONInputArchive>(other, region) ? 1 : 0;
  }
  check(refused > 1000, "most damaged texts are taken: " + std::to_string(refused));
}

void isLong() {
  Region region;
  const ListInt* numbers = saving::list(region, 1'000'000);
  const std::string text = saved<cereal::BinaryOutputArchive>(numbers);
  Region other;
  const auto back = loaded<cereal::BinaryInputArchive, const ListInt*>(text, other);
  check(back && saving::total(other, *back) == 500'000'500'000, "a long list");
  Region small(std::size_t{4} << 20U);
  const auto none = loaded<cereal::BinaryInputArchive, const ListInt*>(text, small);
  check(!none && none.error().kind == ErrorKind::Memory, "a region that is too small");
  check(small.bytes() == 0, "what found no room is kept");
}

}  // namespace

int main() {
  comesBack<cereal::BinaryOutputArchive, cereal::BinaryInputArchive>("binary");
  comesBack<cereal::PortableBinaryOutputArchive, cereal::PortableBinaryInputArchive>("portable");
  comesBack<cereal::JSONOutputArchive, cereal::JSONInputArchive>("JSON");
  damages();
  isLong();
  return failures == 0 ? 0 : 1;
}
