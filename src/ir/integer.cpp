// What is kept, read and written of Integers; what is computed with them is in
// ir/integer_operations.cpp.
#include "ir/integer.hpp"

#include <deque>
#include <map>
#include <mutex>
#include <vector>

#include "ir/integer_number.hpp"
#include "support/check.hpp"

namespace deforest::ir::integer {
namespace {

// The numbers that are kept. Nothing but time and memory depends on who else keeps some.
class Kept {
 public:
  std::uint64_t find(std::vector<std::uint64_t> cell) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = known_.find(cell);
    if (found != known_.end()) return found->second;
    const std::vector<std::uint64_t>& stored = cells_.emplace_back(cell);
    const std::uint64_t word = std::bit_cast<std::uint64_t>(stored.data()) + mark;
    known_.emplace(std::move(cell), word);
    return word;
  }

 private:
  std::mutex mutex_;
  std::deque<std::vector<std::uint64_t>> cells_;
  std::map<std::vector<std::uint64_t>, std::uint64_t> known_;
};

std::uint64_t keptNumber(const cpp_int& number) {
  if (isSmallNumber(number)) return static_cast<std::uint64_t>(static_cast<std::int64_t>(number));
  static Kept kept;
  std::vector<std::uint64_t> cell(sizeOfCell(number));
  writeCell(number, cell.data());
  return kept.find(std::move(cell));
}

}  // namespace

bool isNegative(std::uint64_t word) {
  return isSmall(word) ? static_cast<std::int64_t>(word) < 0 : cellOf(word)[0] % 2 != 0;
}

std::uint64_t constant(std::int64_t value) {
  return fitsSmall(value) ? static_cast<std::uint64_t>(value) : keptNumber(cpp_int(value));
}

std::uint64_t parsed(std::string_view digits, unsigned base, bool negative) {
  support::check(!digits.empty(), "a number without digits");
  const std::string_view prefix = base == 16 ? "0x" : base == 8 ? "0" : "";
  cpp_int number;
  if (base == 2) {
    for (const char digit : digits) number = number * 2 + (digit - '0');
  } else {
    // A zero in front would make octal digits of decimal ones.
    const std::size_t first = digits.find_first_not_of('0');
    if (first != std::string_view::npos) {
      number = cpp_int(std::string(prefix) + std::string(digits.substr(first)));
    }
  }
  return keptNumber(negative ? cpp_int(-number) : number);
}

std::span<const std::uint64_t> limbs(std::uint64_t word) {
  return {cellOf(word) + 1, limbsOf(word)};
}

std::uint64_t kept(std::uint64_t word) {
  return isSmall(word) ? word : keptNumber(numberOf(word));
}

std::string decimal(std::uint64_t word) {
  return isSmall(word) ? std::to_string(static_cast<std::int64_t>(word)) : numberOf(word).str();
}

bool copy(std::uint64_t word, const Room& room, std::uint64_t& result) {
  result = word;
  if (isSmall(word)) return true;
  const std::size_t words = limbsOf(word) + 1;
  std::uint64_t* cell = room.allocate(room.place, words);
  if (cell == nullptr) return false;
  std::memcpy(cell, cellOf(word), words * sizeof(std::uint64_t));
  result = std::bit_cast<std::uint64_t>(cell) + mark;
  return true;
}

std::strong_ordering compare(std::uint64_t a, std::uint64_t b) {
  if (a == b) return std::strong_ordering::equal;
  if (isSmall(a) && isSmall(b))
    return static_cast<std::int64_t>(a) <=> static_cast<std::int64_t>(b);
  return numberOf(a).compare(numberOf(b)) <=> 0;
}

std::uint64_t hash(std::uint64_t word) {
  if (isSmall(word)) return word;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i <= limbsOf(word); ++i) {
    sum = (sum ^ cellOf(word)[i]) * 0x9e3779b97f4a7c15;
    sum ^= sum >> 32U;
  }
  return sum;
}

double approximately(std::uint64_t word) {
  return isSmall(word) ? static_cast<double>(static_cast<std::int64_t>(word))
                       : static_cast<double>(numberOf(word));
}

std::uint64_t plus(std::uint64_t word, std::int64_t difference) {
  return keptNumber(numberOf(word) + difference);
}

std::uint64_t halved(std::uint64_t word) {
  return keptNumber(numberOf(word) / 2);
}

}  // namespace deforest::ir::integer
