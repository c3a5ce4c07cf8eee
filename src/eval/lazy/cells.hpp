// Where the lazy machine has its frames and cells: chunks that are filled from the front, and freed
// all at once or, where nothing in them is in use any more, by lines of a few words.
//
// Nothing moves. What is in use is marked word by word, and the lines that are marked or pinned
// stay; the others are filled again, hole by hole (S. Blackburn and K. McKinley, "Immix", PLDI
// 2008, without evacuation). A word that may be a pointer is one if a cell begins where it points.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "ir/integer.hpp"

namespace deforest::eval::lazy {

class Cells {
 public:
  /// `bytes` bounds what is asked of the system.
  explicit Cells(std::size_t bytes) : limit_(bytes) {}

  /// Room for so many words, not initialised; null if that exceeds the limit.
  [[nodiscard]] std::uint64_t* allocate(std::size_t words) {
    if (static_cast<std::size_t>(end_ - next_) < words && !extend(words)) return nullptr;
    std::uint64_t* made = next_;
    next_ += words;
    return made;
  }

  /// A cell: its first word says its tag and how many fields there are, of two words each.
  [[nodiscard]] std::uint64_t* allocateCell(std::uint32_t tag, std::size_t fields) {
    std::uint64_t* cell = allocate(1 + 2 * fields);
    if (cell == nullptr) return nullptr;
    noteStart(cell);
    cell[0] = tag | (static_cast<std::uint64_t>(fields) << 32U);
    return cell;
  }
  [[nodiscard]] static std::uint32_t tagOf(const std::uint64_t* cell) {
    return static_cast<std::uint32_t>(cell[0]);
  }
  [[nodiscard]] static std::size_t fieldsOf(const std::uint64_t* cell) {
    return static_cast<std::size_t>(cell[0] >> 32U);
  }

  /// The place where large Integers are made.
  [[nodiscard]] ir::integer::Room room() {
    return {this,
            [](void* cells, std::size_t words) {
              std::uint64_t* made = static_cast<Cells*>(cells)->allocate(words);
              if (made != nullptr) static_cast<Cells*>(cells)->noteStart(made);
              return made;
            },
            limit_ / sizeof(std::uint64_t)};
  }

  /// Frees all of it.
  void clear();

  /// What was asked of the system, in bytes.
  [[nodiscard]] std::size_t reserved() const { return reserved_; }
  void setLimit(std::size_t bytes) { limit_ = bytes; }

  // ------------------------------------------------------------------------------ collection

  /// Whether so much has been allocated since the last time that it is worth it to look for what
  /// is no longer in use.
  [[nodiscard]] bool isWorthCollecting() const { return since_ >= wait_; }

  enum class Purpose : std::uint8_t { Free, Count };
  void beginMarking(Purpose purpose);
  /// Marks a word, and says whether it had not been marked; false for one that is elsewhere.
  [[nodiscard]] bool mark(const void* word);
  [[nodiscard]] bool isMarked(const void* word) const;
  /// These words stay, whether or not they are marked.
  void pin(const void* from, std::size_t words);
  /// Whether a cell, or a large Integer, begins there.
  [[nodiscard]] bool isStart(std::uint64_t address) const;
  /// Frees the lines that are neither marked nor pinned. So many words besides were looked at.
  void endMarking(std::size_t looked);

 private:
  static constexpr std::size_t lineWords = 16;
  struct Line {
    std::uint16_t starts = 0;  // words at which cells begin
    std::uint16_t marks = 0;
    bool stays = false;
  };
  struct Free {
    void operator()(std::uint64_t* block) const;
  };
  struct Chunk {
    std::unique_ptr<std::uint64_t, Free> words;
    std::size_t size = 0;  // in words
    std::vector<Line> lines;
    bool used = false;  // since the last `clear`
    [[nodiscard]] std::uint64_t begin() const {
      return reinterpret_cast<std::uint64_t>(words.get());
    }
  };
  struct Hole {
    std::size_t chunk;
    std::size_t from;  // in words
    std::size_t size;
  };

  [[nodiscard]] bool extend(std::size_t words);
  void enter(const Hole& hole);
  void noteStart(const std::uint64_t* cell) {
    const auto place = static_cast<std::size_t>(cell - base_);
    lines_[place / lineWords].starts |= static_cast<std::uint16_t>(1U << (place % lineWords));
  }
  /// The line of a word, and its bit there; null if it is elsewhere.
  [[nodiscard]] Line* lineOf(std::uint64_t address, std::uint16_t& bit) const;

  std::vector<Chunk> chunks_;
  std::vector<Hole> holes_;
  std::size_t nextHole_ = 0;
  std::uint64_t* next_ = nullptr;
  std::uint64_t* end_ = nullptr;
  std::uint64_t* base_ = nullptr;  // of the chunk that is being filled
  Line* lines_ = nullptr;
  mutable std::vector<std::pair<std::uint64_t, std::size_t>> byAddress_;  // chunks
  std::size_t reserved_ = 0;
  std::size_t limit_;
  std::size_t since_ = 0;  // words, since the last collection
  std::size_t wait_ = firstWait;
  Purpose purpose_ = Purpose::Free;  // of the marking at hand
  // 32 MiB: what is filled again before long is still near the processor.
  static constexpr std::size_t firstWait = std::size_t{1} << 22U;
};

}  // namespace deforest::eval::lazy
