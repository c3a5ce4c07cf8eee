// A host's own types, which were there before anything was emitted.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace shop {

struct Price;

struct Sum {
  std::vector<Price> of;
};

struct Split {
  std::unique_ptr<Price> whole;
  std::unique_ptr<Price> by;
};

struct Price {
  std::variant<int, std::string, Sum, Split> is;
};

}  // namespace shop
