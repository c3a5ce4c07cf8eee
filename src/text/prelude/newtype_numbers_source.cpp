// As which numbers Identity, Down and the newtypes of monoids are there: as what they hold is. So
// are their bounds.
#include <string>
#include <string_view>

#include "text/prelude/source.hpp"

namespace deforest::text {
namespace {

// Of the type @ and its constructor, which has the same name.
constexpr std::string_view number = R"(
instance Num a => Num (@ a) where
  @ x + @ y = @ (x + y)
  @ x - @ y = @ (x - y)
  @ x * @ y = @ (x * y)
  negate (@ x) = @ (negate x)
  abs (@ x) = @ (abs x)
  signum (@ x) = @ (signum x)
  fromInteger n = @ (fromInteger n)
)";

constexpr std::string_view bounds = R"(
instance Bounded a => Bounded (@ a) where
  minBound = @ minBound
  maxBound = @ maxBound
)";

constexpr std::string_view order = R"(
instance Enum a => Enum (@ a) where
  succ (@ x) = @ (succ x)
  pred (@ x) = @ (pred x)
  toEnum n = @ (toEnum n)
  fromEnum (@ x) = fromEnum x
)";

constexpr std::string_view boundsOfTruth = R"(
instance Bounded @ where
  minBound = @ minBound
  maxBound = @ maxBound
)";

std::string of(std::string_view name, std::string_view instance) {
  std::string text;
  for (const char c : instance) {
    if (c == '@') {
      text += name;
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace

std::string newtypeNumbersSource() {
  std::string text;
  for (const std::string_view name : {"Identity", "Sum", "Product", "Min", "Max", "Down"}) {
    text += of(name, number);
  }
  for (const std::string_view name : {"Identity", "Sum", "Product", "Min", "Max", "Dual"}) {
    text += of(name, bounds);
  }
  for (const std::string_view name : {"Identity", "Min", "Max"}) text += of(name, order);
  for (const std::string_view name : {"Any", "All"}) text += of(name, boundsOfTruth);
  return text;
}

}  // namespace deforest::text
