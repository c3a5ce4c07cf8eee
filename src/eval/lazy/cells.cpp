#include "eval/lazy/cells.hpp"

#include <algorithm>
#include <cstdlib>
#include <span>

#include "eval/value.hpp"

namespace deforest::eval::lazy {
namespace {

constexpr std::size_t wordSize = sizeof(std::uint64_t);
// What is not worth filling.
constexpr std::size_t leastHole = 4 * 16;

}  // namespace

void Cells::Free::operator()(std::uint64_t* block) const {
  std::free(block);
}

void Cells::enter(const Hole& hole) {
  Chunk& chunk = chunks_[hole.chunk];
  base_ = chunk.words.get();
  next_ = base_ + hole.from;
  end_ = next_ + hole.size;
  lines_ = chunk.lines.data();
  chunk.used = true;
  since_ += hole.size;
}

bool Cells::extend(std::size_t words) {
  // One that is too small is passed over.
  while (nextHole_ < holes_.size()) {
    const Hole& hole = holes_[nextHole_++];
    if (hole.size < words) continue;
    enter(hole);
    return true;
  }
  const std::size_t left = limit_ > reserved_ ? (limit_ - reserved_) / wordSize : 0;
  std::size_t size = sizeOfChunk(words, reserved_ / wordSize, left);
  size = (size + lineWords - 1) / lineWords * lineWords;
  if (size > left) return false;
  Chunk chunk;
  chunk.words.reset(static_cast<std::uint64_t*>(std::malloc(size * wordSize)));
  if (!chunk.words) return false;
  chunk.size = size;
  chunk.lines.resize(size / lineWords);
  reserved_ += size * wordSize;
  chunks_.push_back(std::move(chunk));
  enter({chunks_.size() - 1, 0, size});
  return true;
}

void Cells::clear() {
  holes_.clear();
  for (std::size_t i = 0; i < chunks_.size(); ++i) {
    if (chunks_[i].used) std::ranges::fill(chunks_[i].lines, Line{});
    chunks_[i].used = false;
    holes_.push_back({i, 0, chunks_[i].size});
  }
  nextHole_ = 0;
  next_ = end_ = base_ = nullptr;
  lines_ = nullptr;
  since_ = 0;
  wait_ = firstWait;
}

// ------------------------------------------------------------------------------------ collection

Cells::Line* Cells::lineOf(std::uint64_t address, std::uint16_t& bit) const {
  auto found =
      std::upper_bound(byAddress_.begin(), byAddress_.end(), address,
                       [](std::uint64_t at, const auto& chunk) { return at < chunk.first; });
  if (found == byAddress_.begin()) return nullptr;
  const Chunk& chunk = chunks_[(found - 1)->second];
  const std::uint64_t place = (address - chunk.begin()) / wordSize;
  if (place >= chunk.size || address % wordSize != 0) return nullptr;
  bit = static_cast<std::uint16_t>(1U << (place % lineWords));
  return const_cast<Line*>(&chunk.lines[place / lineWords]);
}

void Cells::beginMarking(Purpose purpose) {
  purpose_ = purpose;
  byAddress_.clear();
  const auto clear = [](std::span<Line> lines) {
    for (Line& line : lines) {
      line.marks = 0;
      line.stays = false;
    }
  };
  for (std::size_t i = 0; i < chunks_.size(); ++i) {
    Chunk& chunk = chunks_[i];
    if (!chunk.used) continue;
    byAddress_.emplace_back(chunk.begin(), i);
    const std::span<Line> lines(chunk.lines);
    if (chunk.words.get() != base_) {
      clear(lines);
      continue;
    }
    // What is yet to be filled has no marks.
    const auto filled = static_cast<std::size_t>(next_ - base_ + lineWords - 1) / lineWords;
    clear(lines.first(filled));
    clear(lines.subspan(static_cast<std::size_t>(end_ - base_) / lineWords));
  }
  std::ranges::sort(byAddress_);
}

bool Cells::mark(const void* word) {
  std::uint16_t bit = 0;
  Line* line = lineOf(reinterpret_cast<std::uint64_t>(word), bit);
  if (line == nullptr || (line->marks & bit) != 0) return false;
  line->marks |= bit;
  line->stays = true;
  return true;
}

bool Cells::isMarked(const void* word) const {
  std::uint16_t bit = 0;
  const Line* line = lineOf(reinterpret_cast<std::uint64_t>(word), bit);
  return line == nullptr || (line->marks & bit) != 0;
}

void Cells::pin(const void* from, std::size_t words) {
  if (purpose_ == Purpose::Count) return;
  std::uint16_t bit = 0;
  const auto address = reinterpret_cast<std::uint64_t>(from);
  Line* first = lineOf(address, bit);
  if (first == nullptr || words == 0) return;
  Line* last = lineOf(address + (words - 1) * wordSize, bit);
  if (last == nullptr) last = first;
  for (Line* line = first; line <= last; ++line) line->stays = true;
}

bool Cells::isStart(std::uint64_t address) const {
  std::uint16_t bit = 0;
  const Line* line = lineOf(address, bit);
  return line != nullptr && (line->starts & bit) != 0;
}

void Cells::endMarking(std::size_t looked) {
  holes_.clear();
  std::size_t kept = 0;
  for (std::size_t i = 0; i < chunks_.size(); ++i) {
    std::vector<Line>& lines = chunks_[i].lines;
    for (std::size_t from = 0; from < lines.size();) {
      if (lines[from].stays) {
        ++kept;
        ++from;
        continue;
      }
      std::size_t to = from;
      for (; to < lines.size() && !lines[to].stays; ++to) lines[to] = {};
      const std::size_t size = (to - from) * lineWords;
      if (size >= leastHole) {
        holes_.push_back({i, from * lineWords, size});
      } else {
        kept += to - from;
      }
      from = to;
    }
  }
  nextHole_ = 0;
  next_ = end_ = base_ = nullptr;
  lines_ = nullptr;
  since_ = 0;
  const std::size_t inUse = kept * lineWords;
  const std::size_t limit = limit_ / wordSize;
  wait_ = std::max(firstWait, inUse + looked);
  if (inUse + wait_ > limit) wait_ = std::max(firstWait / 8, (limit - std::min(limit, inUse)) / 2);
}

}  // namespace deforest::eval::lazy
