#include "eval/value.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <mutex>

#include "support/check.hpp"

namespace deforest::eval {
namespace {

constexpr std::size_t wordSize = sizeof(std::uint64_t);

// More constructors than any source program has in one type.
constexpr std::size_t mostTags = std::size_t{1} << 16U;

// The cells of constructors without fields. Those of the first `filledCells` tags are written, the
// others not even paged in: hardly a program has a type of a hundred constructors.
std::array<std::uint64_t, mostTags> nullaryCells;
std::atomic<std::size_t> filledCells = 0;

void fillNullaryCells(std::size_t wanted) {
  static std::mutex filling;
  const std::scoped_lock lock(filling);
  const std::size_t first = filledCells.load(std::memory_order_relaxed);
  for (std::size_t tag = first; tag < wanted; ++tag) nullaryCells[tag] = tag;
  if (wanted > first) filledCells.store(wanted, std::memory_order_release);
}

}  // namespace

ir::CtorId constructorOf(const ir::Program& program, ir::TypeId type, Value value) {
  const ir::Type& data = program.type(type);
  return data.isNewtype ? data.constructors[0] : data.constructors[*cellOf(value)];
}

Value fieldOf(const ir::Program& program, ir::CtorId ctor, Value value, std::size_t index) {
  if (program.type(program.constructor(ctor).type).isNewtype) return value;
  return Value{cellOf(value)[1 + index]};
}

Heap::Heap(std::size_t bytes) : limit_(bytes) {}

void Heap::Free::operator()(std::uint64_t* block) const {
  std::free(block);
}

std::uint64_t Heap::nullary(std::uint32_t tag) {
  if (tag >= mostTags) throw support::LimitError("a type with more than 65536 constructors");
  if (tag >= filledCells.load(std::memory_order_acquire)) fillNullaryCells(tag + std::size_t{1});
  return std::bit_cast<std::uint64_t>(&nullaryCells[tag]);
}

Value Heap::construct(const ir::Program& program, ir::CtorId ctor, std::span<const Value> fields) {
  const ir::Constructor& constructor = program.constructor(ctor);
  support::check(fields.size() == constructor.fields.size(), "a datum with a wrong arity");
  if (program.type(constructor.type).isNewtype) return fields[0];
  if (fields.empty()) return Value{nullary(constructor.tag)};
  std::uint64_t* cell = allocate(1 + fields.size());
  if (cell == nullptr) throw support::LimitError("out of memory for values");
  cell[0] = constructor.tag;
  for (std::size_t i = 0; i < fields.size(); ++i) cell[1 + i] = fields[i].bits;
  return Value{std::bit_cast<std::uint64_t>(cell)};
}

void Heap::enter(const Chunk& chunk) {
  next_ = chunk.words.get();
  end_ = next_ + chunk.size;
}

std::size_t sizeOfChunk(std::size_t words, std::size_t reserved, std::size_t left) {
  constexpr std::size_t first = std::size_t{1} << 13U;
  constexpr std::size_t largest = std::size_t{1} << 22U;
  return std::max(words, std::min({std::max(first, reserved / 2), largest, left}));
}

bool Heap::extend(std::size_t words) {
  // Chunks left over from before `clear` come first; one that is too small is passed over.
  for (; current_ < chunks_.size(); ++current_) {
    if (chunks_[current_].size >= words) {
      enter(chunks_[current_++]);
      return true;
    }
  }
  const std::size_t left = limit_ > reserved_ ? (limit_ - reserved_) / wordSize : 0;
  const std::size_t size = sizeOfChunk(words, reserved_ / wordSize, left);
  if (size > left) return false;
  Chunk chunk;
  chunk.words.reset(static_cast<std::uint64_t*>(std::malloc(size * wordSize)));
  if (!chunk.words) return false;
  chunk.size = size;
  reserved_ += size * wordSize;
  chunks_.push_back(std::move(chunk));
  current_ = chunks_.size();
  enter(chunks_.back());
  return true;
}

void Heap::clear() {
  current_ = 0;
  next_ = nullptr;
  end_ = nullptr;
}

}  // namespace deforest::eval
