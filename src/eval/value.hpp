// Values while a program runs: words, and the cells they point to.
//
// A scalar is its bits, as in `ir::Literal`; large Integers (ir/integer.hpp) lie among the cells. A
// datum is the address of a cell: one word that holds the tag of its constructor, then one word per
// field. Constructors without fields share one static cell per tag, whatever their type. A newtype
// is represented as its field.
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ir/integer.hpp"
#include "ir/program.hpp"

namespace deforest::eval {

/// A value of a type that is known from elsewhere. Belongs to the heap that made it.
struct Value {
  std::uint64_t bits = 0;
};

/// The cell of a datum that is not of a newtype.
[[nodiscard]] inline const std::uint64_t* cellOf(Value value) {
  return std::bit_cast<const std::uint64_t*>(value.bits);
}

/// The constructor of a value of data type `type`.
[[nodiscard]] ir::CtorId constructorOf(const ir::Program& program, ir::TypeId type, Value value);

/// A field of a value made with `ctor`.
[[nodiscard]] Value fieldOf(const ir::Program& program, ir::CtorId ctor, Value value,
                            std::size_t index);

/// How many words a new chunk has where `words` are needed, `reserved` are there and `left` may
/// still be reserved: in proportion to what there is, and not so many that most of the last chunk
/// is never touched. More than `left` if so many are needed.
[[nodiscard]] std::size_t sizeOfChunk(std::size_t words, std::size_t reserved, std::size_t left);

/// Cells, allocated by bumping a pointer and freed all at once.
class Heap {
 public:
  /// `bytes` bounds what the heap asks of the system.
  explicit Heap(std::size_t bytes);

  /// Room for so many words, not initialised; null if that exceeds the limit.
  [[nodiscard]] std::uint64_t* allocate(std::size_t words) {
    if (static_cast<std::size_t>(end_ - next_) < words && !extend(words)) return nullptr;
    std::uint64_t* cell = next_;
    next_ += words;
    return cell;
  }

  /// The place where large Integers are made.
  [[nodiscard]] ir::integer::Room room() {
    return {this,
            [](void* heap, std::size_t words) { return static_cast<Heap*>(heap)->allocate(words); },
            limit_ / sizeof(std::uint64_t)};
  }

  /// A datum. Throws LimitError if there is no room for it.
  [[nodiscard]] Value construct(const ir::Program& program, ir::CtorId ctor,
                                std::span<const Value> fields);

  /// Frees all cells.
  void clear();

  /// What was asked of the system, in bytes.
  [[nodiscard]] std::size_t reserved() const { return reserved_; }

  void setLimit(std::size_t bytes) { limit_ = bytes; }

  /// The shared cell of constructors without fields; those of consecutive tags are adjacent words.
  [[nodiscard]] static std::uint64_t nullary(std::uint32_t tag);

 private:
  struct Free {
    void operator()(std::uint64_t* block) const;
  };
  struct Chunk {
    std::unique_ptr<std::uint64_t, Free> words;
    std::size_t size = 0;  // in words
  };

  [[nodiscard]] bool extend(std::size_t words);
  void enter(const Chunk& chunk);

  std::vector<Chunk> chunks_;
  std::size_t current_ = 0;  // chunks before this one are full
  std::uint64_t* next_ = nullptr;
  std::uint64_t* end_ = nullptr;
  std::size_t reserved_ = 0;
  std::size_t limit_;
};

}  // namespace deforest::eval
