// Arrays of numbers that change, and references to numbers: the memory of one computation that has
// them.
//
//     const deforest::Arrays arrays(worker);
//     const std::int64_t squares = arrays.make<std::int64_t>(arrays.token(), 100, 0);
//     arrays.put<std::int64_t>(squares, 7, 49);
//
// They are no nodes: nothing of them is moved, and no node refers to them. All are freed at the end
// of the computation, whose results hold none of them. Their bytes count in the limit of the region.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "deforest/fail.hpp"
#include "deforest/region.hpp"

namespace deforest {

/// Memory that is freed as a whole. Used by one thread at a time.
class ArrayMemory {
 public:
  ArrayMemory(detail::RegionState& state, ArrayMemory* outer) : outer(outer), state_(state) {}
  ArrayMemory(const ArrayMemory&) = delete;
  ArrayMemory& operator=(const ArrayMemory&) = delete;
  ~ArrayMemory() {
    while (blocks_ != nullptr) {
      Block* const block = blocks_;
      blocks_ = block->before;
      std::free(block);
    }
    if (bytes_ != 0) state_.giveBytes(bytes_);
  }

  /// So many bytes, at a multiple of 8, not initialised. Fails if there are none to be had.
  [[nodiscard]] std::byte* take(std::size_t bytes) {
    bytes = (bytes + 7) / 8 * 8;
    if (bytes > static_cast<std::size_t>(end_ - next_)) [[unlikely]]
      return takeMore(bytes);
    std::byte* const taken = next_;
    next_ += bytes;
    return taken;
  }

  ArrayMemory* const outer;  ///< That of the computation that this one is part of.

 private:
  struct Block {
    Block* before;
  };
  static constexpr std::size_t blockBytes = 4096;

  // What is small shares a block; what is large has its own.
  [[gnu::noinline]] std::byte* takeMore(std::size_t bytes) {
    if (bytes > blockBytes / 4) return add(bytes);
    next_ = add(blockBytes);
    end_ = next_ + blockBytes;
    return take(bytes);
  }

  std::byte* add(std::size_t bytes) {
    const std::size_t all = bytes + sizeof(Block);
    const char* const why = all < bytes ? "deforest: out of memory" : state_.takeBytes(all);
    if (why != nullptr) fail(ErrorKind::Memory, why);
    bytes_ += all;
    void* const memory = std::malloc(all);
    if (memory == nullptr) fail(ErrorKind::Memory, "deforest: out of memory");
    blocks_ = ::new (memory) Block{blocks_};
    return reinterpret_cast<std::byte*>(blocks_ + 1);
  }

  detail::RegionState& state_;
  std::size_t bytes_ = 0;
  Block* blocks_ = nullptr;
  alignas(8) std::array<std::byte, 128> first_;  // enough for a few references
  std::byte* next_ = first_.data();
  std::byte* end_ = next_ + first_.size();
};

inline void Hand::freeArraysTo(ArrayMemory* kept) {
  while (arrays != kept) {
    ArrayMemory* const freed = arrays;
    arrays = freed->outer;
    delete freed;
  }
}

/// The memory of a computation for as long as that lasts. Emitted code hands it on, and arrays, as
/// the numbers that they are in Haskell.
class Arrays {
 public:
  explicit Arrays(Worker& worker) : hand_(worker.hand()) {
    auto* const memory = new (std::nothrow) ArrayMemory(worker.state(), hand_.arrays);
    if (memory == nullptr) fail(ErrorKind::Memory, "deforest: out of memory");
    hand_.arrays = memory;
    token_ = reinterpret_cast<std::int64_t>(memory);
  }
  Arrays(const Arrays&) = delete;
  Arrays& operator=(const Arrays&) = delete;
  ~Arrays() { hand_.freeArraysTo(reinterpret_cast<ArrayMemory*>(token_)->outer); }

  [[nodiscard]] std::int64_t token() const { return token_; }

  /// An array of `count` times `value`.
  template <class T>
  [[nodiscard]] static std::int64_t make(std::int64_t token, std::int64_t count, T value) {
    const std::size_t most = ~std::size_t{0} / sizeof(T);
    const auto wanted = static_cast<std::size_t>(std::max<std::int64_t>(count, 0));
    if (wanted > most) fail(ErrorKind::Memory, "deforest: out of memory");
    std::byte* const memory = reinterpret_cast<ArrayMemory*>(token)->take(wanted * sizeof(T));
    std::uninitialized_fill_n(reinterpret_cast<T*>(memory), wanted, value);
    return reinterpret_cast<std::int64_t>(memory);
  }

  /// An element. Nobody asks for one that there is not.
  template <class T>
  [[nodiscard]] static T at(std::int64_t array, std::int64_t place) {
    return reinterpret_cast<const T*>(array)[place];
  }

  template <class T>
  static void put(std::int64_t array, std::int64_t place, T value) {
    reinterpret_cast<T*>(array)[place] = value;
  }

 private:
  Hand& hand_;
  std::int64_t token_;
};

}  // namespace deforest
