// Keeping of what was made since a moment only what is still needed.
//
//     auto begun = worker.watchRounds();
//     while (true) {
//       deforest::keepOnly<moveMap>(worker, begun, map);
//       ...
//     }
//
// What a loop takes along to its next round, or a recursion leaves behind, cannot be given back by
// itself: it lies among what is still needed. At the places that emitted code says, everything made
// in a worker since some moment can be reached from a few variables only. If much was made, what
// these reach is copied there, in the order of the tree and each cell once, so that what was shared
// still is; the slices in which it lay go back to the region, and the worker goes on behind the
// copies (Cheney 1970, for the copying; it goes to the first child first, as Moon's does, but by a
// list of what is left to do).
//
// Only cells made in the worker since the moment move. None of those made before, elsewhere, or by
// the host points to them, so these are neither changed nor visited.
//
// Of a loop, that holds of every round's beginning as well: what was there then points to nothing
// that is newer, but for the hole of the last cell that it has built. So mostly only what was made
// since the last time moves (generations, as Ungar's, with nothing to remember as nothing is
// written), and all that the loop has made when three times as much of it is there as survived the
// last time, or the region is bounded and would else have no room for the copies. It begins when
// some megabytes were made, at least a sixteenth of what the region has: less would not show. After
// a call it is done, once, when three times as much was made as had survived within it. Where three
// quarters survive, it takes longer and longer to the next time.
//
// Copies need room while the old cells are there. Where that would be much, and nobody knows how
// much survives, that is counted first: the variables are gone through, and nothing moves. If it is
// more than half, all stays.
//
// Where cells from before the moment are written, as those of a map that is changed in place, newer
// ones may hang from them. Then all that is reached of them is visited, too, and stays where it is;
// nothing is known to be older than the rest. As much must be made between two times as is visited,
// and a fourth of what the region has before it is known how much that is.
//
// Where the region has no room for the copies, the cells that have moved are in two places, the
// others stay where they are, and no memory is given back: the program goes on as if nothing had
// been tried.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>
#include <vector>

#include "deforest/integer.hpp"
#include "deforest/region.hpp"

namespace deforest {

/// One moving together. Emitted code has a function for each type that says how its values move:
///
///     void moveTree(deforest::Survivors& live, const Tree*& tree) {
///       if (!live.finds(tree)) return;
///       auto* cell = live.copy<Tree>(tree);
///       live.later<moveTree>(cell->right);
///       live.later<moveTree>(cell->left);
///     }
///
/// What needs no list of what is left to do, as a list of numbers, moves at once.
class Survivors {
 public:
  Survivors(Worker& worker, Worker::Watch& watch) : worker_(worker), watch_(watch) {}
  Survivors(Worker& worker, Worker::RoundWatch& watch)
      : worker_(worker), watch_(watch), rounds_(&watch) {}
  Survivors(Worker& worker, Worker::WritingWatch& watch)
      : worker_(worker), watch_(watch), writes_(&watch) {}
  Survivors(const Survivors&) = delete;
  Survivors& operator=(const Survivors&) = delete;

  /// Whether all variables are to be given, perhaps once more: never, if not enough was made since;
  /// the watch then says when to come back. Before it says no, what they do not reach is given
  /// back.
  [[nodiscard, gnu::cold]] inline bool goesOn();

  /// The value of a variable, after what it reaches has moved.
  template <auto Move, class T>
  [[nodiscard]] T moved(T value) {
    if (!active_) return value;
    T place = value;
    Move(*this, place);
    drain();
    return place;
  }

  /// The same for what a loop builds from `first` on, whose last cell has a place that is not
  /// filled yet. Where that is now; `seen`, where it was when all before it had moved.
  template <auto Move, class T>
  [[nodiscard]] T* chained(T& first, T*& seen, T* place) {
    if (stage_ == Stage::Passes) seen = place;
    T& begin = fromSeen_ ? *seen : first;
    if (!active_ || place == &begin) return place;
    place_ = place;
    // So that it is known when its turn comes.
    *place = reinterpret_cast<T>(&place_);
    begin = moved<Move>(begin);
    if (stage_ == Stage::Copies && !failed_) seen = static_cast<T*>(place_);
    return static_cast<T*>(place_);
  }

  /// Whether the cell must be seen to. If it was copied, `place` refers to the copy.
  template <class Cell>
  [[nodiscard, gnu::always_inline]] inline bool finds(const Cell*& place) {
    if (place == nullptr) return false;
    if (!search(reinterpret_cast<const std::byte*>(place))) {
      if (static_cast<const void*>(place) == &place_) [[unlikely]]
        place_ = &place;
      return false;
    }
    if ((*word_ & bit_) == 0) return active_;
    if (stage_ == Stage::Counts || stays(reinterpret_cast<const std::byte*>(place))) return false;
    place = reinterpret_cast<const Cell*>(forwarded(reinterpret_cast<const std::byte*>(place)));
    return false;
  }

  /// Copies the cell just found, if it moves. Its fields are the old ones until they are seen to.
  template <class Cell, class T>
  [[gnu::always_inline]] inline Cell* copy(const T*& place) {
    const auto* const old = reinterpret_cast<const std::byte*>(static_cast<const Cell*>(place));
    auto* const cell = reinterpret_cast<Cell*>(copyBytes(old, sizeof(Cell)));
    // What stays may be a constant, or seen by other threads.
    if (place != cell) place = cell;
    return cell;
  }

  /// The same of so many bytes.
  [[gnu::always_inline]] inline std::byte* copyBytes(const std::byte* old, std::size_t bytes) {
    if (stays(old)) [[unlikely]]
      return visited(old, bytes);
    if (static_cast<std::size_t>(end_ - next_) < bytes) [[unlikely]] {
      if (stage_ == Stage::Counts) return counted(old, bytes);
      if (!more(bytes)) return const_cast<std::byte*>(old);
    }
    std::byte* const cell = std::exchange(next_, next_ + bytes);
    detail::permit(cell, bytes);
    std::memcpy(cell, old, bytes);
    *word_ |= bit_;
    std::memcpy(const_cast<std::byte*>(old), &cell, sizeof cell);
    return cell;
  }

  /// What the field refers to moves before what was said to move earlier.
  template <auto Move, class T>
  void later(T& place) {
    if constexpr (std::is_pointer_v<T>) {
      if (place == nullptr) return;
      if (static_cast<const void*>(place) == &place_) [[unlikely]] {
        place_ = &place;
        return;
      }
    }
    open_.push_back({&place, [](Survivors& live, void* at) { Move(live, *static_cast<T*>(at)); }});
  }

 private:
  // 64 KiB of memory that no other slice shares.
  struct Granule {
    std::uintptr_t number = 0;
    const std::byte* from = nullptr;  // where what moves begins; the rest may only be visited
    std::uint64_t* seen = nullptr;    // a bit for each word in which a cell that was seen to began
  };
  static constexpr std::size_t granuleBytes = ChunkCache::sizes[0];
  static constexpr std::size_t granuleWords = granuleBytes / 64 / sizeof(std::uint64_t);

  enum class Stage { Begins, Counts, Copies, Passes, Ends };

  struct Open {
    void* place;
    void (*follow)(Survivors&, void*);
  };

  static constexpr std::size_t least = DEFOREST_COMPACT_BYTES;
  static constexpr std::size_t factor = least == 0 ? 0 : 3;

  static std::uintptr_t numberOf(const std::byte* at) {
    return reinterpret_cast<std::uintptr_t>(at) / granuleBytes;
  }

  [[nodiscard]] std::size_t slotOf(std::uintptr_t number) const {
    return static_cast<std::size_t>((number * 0x9e3779b97f4a7c15U) >> shift_);
  }

  // Whether a cell there is to be seen to; `word_` and `bit_` then say where it is noted.
  [[gnu::always_inline]] inline bool search(const std::byte* at) {
    if (numberOf(at) != last_->number && !searchGranule(numberOf(at))) return false;
    if (at < last_->from && (writes_ == nullptr || at == static_cast<void*>(&place_))) return false;
    const std::size_t index = reinterpret_cast<std::uintptr_t>(at) % granuleBytes / 8;
    word_ = last_->seen + index / 64;
    bit_ = std::uint64_t{1} << (index % 64);
    return true;
  }

  [[gnu::noinline]] bool searchGranule(std::uintptr_t number) {
    std::size_t slot = slotOf(number);
    for (; table_[slot].number != number; slot = (slot + 1) & (table_.size() - 1)) {
      if (table_[slot].number == 0) return number != 0 && writes_ != nullptr && addGranule(number);
    }
    if (number == 0) return false;
    last_ = &table_[slot];
    return true;
  }

  // Of memory in which nothing moves.
  bool addGranule(std::uintptr_t number) {
    if (2 * ++granules_ > table_.size()) enlargeTable();
    oldBits_.push_back(std::make_unique<std::uint64_t[]>(granuleWords));
    const auto* const end = reinterpret_cast<const std::byte*>((number + 1) * granuleBytes);
    last_ = enter({number, end, oldBits_.back().get()});
    return true;
  }

  Granule* enter(const Granule& granule) {
    std::size_t slot = slotOf(granule.number);
    while (table_[slot].number != 0 && table_[slot].number != granule.number) {
      slot = (slot + 1) & (table_.size() - 1);
    }
    // What comes later in a slice lies behind what came before.
    if (table_[slot].number == 0) table_[slot] = granule;
    return &table_[slot];
  }

  void enlargeTable() {
    const std::vector<Granule> before =
        std::exchange(table_, std::vector<Granule>(2 * table_.size()));
    --shift_;
    for (const Granule& granule : before) {
      if (granule.number != 0) enter(granule);
    }
  }

  // Whether the cell just found is of those that are only visited.
  [[nodiscard, gnu::always_inline]] inline bool stays(const std::byte* at) const {
    return at < last_->from;
  }

  [[gnu::noinline]] std::byte* visited(const std::byte* old, std::size_t bytes) {
    *word_ |= bit_;
    visited_ += bytes;
    return const_cast<std::byte*>(old);
  }

  static std::byte* forwarded(const std::byte* old) {
    std::byte* cell = nullptr;
    std::memcpy(&cell, old, sizeof cell);
    return cell;
  }

  void drain() {
    while (!open_.empty()) {
      const Open next = open_.back();
      open_.pop_back();
      next.follow(*this, next.place);
      if (!active_) [[unlikely]]
        open_.clear();
    }
  }

  // Calls `visit` with the piece, where it begins to move and how many bytes of it do.
  template <class Visit>
  void forEachPart(const Visit& visit) {
    auto& pieces = worker_.pieces_;
    for (std::size_t i = mark_.pieces - 1; i < pieces.size(); ++i) {
      std::byte* const from = i + 1 == mark_.pieces ? mark_.next : pieces[i].from;
      visit(pieces[i], from, pieces[i].used - static_cast<std::size_t>(from - pieces[i].from));
    }
  }

  // The cell where it is, while nothing moves: it survives. If that is too much, all is over.
  [[gnu::noinline]] std::byte* counted(const std::byte* old, std::size_t bytes) {
    *word_ |= bit_;
    counted_ += bytes;
    if (counted_ > made_ / 2 && least != 0) active_ = false;
    return const_cast<std::byte*>(old);
  }

  inline bool isWorthIt();
  [[nodiscard]] inline bool countsFirst() const;
  [[nodiscard]] inline std::size_t enough() const;
  [[nodiscard]] inline std::size_t wanted(std::size_t survived) const;
  [[nodiscard]] inline std::size_t untilTight() const;
  inline void begin();
  [[gnu::cold]] inline bool more(std::size_t bytes);
  inline void finish();
  inline void giveBack();
  inline void stay();
  inline bool pass();
  inline bool leave();
  inline void comeBackAfter(std::size_t missing);
  inline void goOn(Chunk slice, std::byte* next, std::byte* end);

  Worker& worker_;
  Worker::Watch& watch_;
  Worker::RoundWatch* const rounds_ = nullptr;    // the same, of a loop
  Worker::WritingWatch* const writes_ = nullptr;  // where cells from before are written
  Worker::Mark mark_{};                           // what was made since moves
  std::size_t made_ = 0;                          // bytes since the mark
  std::size_t survived_ = 0;                      // of these, what the last time survived
  std::size_t more_ = 0;                          // bytes to be made besides
  std::size_t room_ = 0;                          // bytes that the region has left
  std::size_t counted_ = 0;                       // bytes that would survive
  std::size_t visited_ = 0;                       // bytes that were there before, and are reached
  Stage stage_ = Stage::Begins;
  bool onlyYoung_ = false;  // what was made before the last time stays
  bool fromSeen_ = false;   // as does what a loop had built then
  bool passes_ = false;     // and what was made since does, too
  bool active_ = false;
  bool failed_ = false;  // there was no room
  std::vector<Granule> table_;
  std::vector<std::uint64_t> bits_;
  std::vector<std::unique_ptr<std::uint64_t[]>> oldBits_;  // of granules in which nothing moves
  std::size_t granules_ = 0;
  unsigned shift_ = 0;
  const Granule* last_ = nullptr;
  std::uint64_t* word_ = nullptr;
  std::uint64_t bit_ = 0;
  void* place_ = nullptr;  // not filled yet
  std::vector<Open> open_;
  std::vector<Piece> to_;  // the copies
  std::byte* next_ = nullptr;
  std::byte* end_ = nullptr;
};

/// How an Integer moves: its limbs do.
inline void moveInteger(Survivors& live, Integer& number) {
  if (number.isSmall()) return;
  const std::uint64_t* cell = number.cell();
  if (live.finds(cell)) {
    const auto* const old = reinterpret_cast<const std::byte*>(cell);
    const std::size_t words = 1 + static_cast<std::size_t>(cell[0] / 2);
    cell = reinterpret_cast<const std::uint64_t*>(live.copyBytes(old, words * sizeof *cell));
  }
  if (cell != number.cell()) number = Integer::large(cell);
}

inline bool Survivors::goesOn() {
  switch (stage_) {
    case Stage::Begins:
      detail::needStack();
      if (rounds_ != nullptr) rounds_->begin();
      stage_ = Stage::Ends;
      if (!isWorthIt()) return false;
      if (passes_) return pass();
      begin();
      stage_ = countsFirst() ? Stage::Counts : Stage::Copies;
      return true;
    case Stage::Counts:
      if (!active_) return leave();
      std::fill(bits_.begin(), bits_.end(), 0);
      for (const auto& bits : oldBits_) std::fill_n(bits.get(), granuleWords, 0);
      visited_ = 0;
      stage_ = Stage::Copies;
      return true;
    case Stage::Copies:
      finish();
      break;
    case Stage::Passes:
    case Stage::Ends:
      break;
  }
  stage_ = Stage::Ends;
  return false;
}

// Who had made nothing begins with the slice that it got first.
inline bool Survivors::isWorthIt() {
  if (worker_.count_ == 0) return false;
  if (least != 0) {
    const std::lock_guard<std::mutex> lock(worker_.state_->mutex);
    more_ = std::max(least, worker_.state_->reserved / (writes_ == nullptr ? 16 : 4));
    room_ = worker_.state_->room();
  }
  worker_.pieces_.back().used = worker_.usedHere();
  const auto look = [&](Worker::Mark since) {
    mark_ = since.pieces == 0 ? Worker::Mark{worker_.pieces_[0].from, 1} : since;
    made_ = survived_ = 0;
    forEachPart([&](const Piece& piece, const std::byte* from, std::size_t bytes) {
      made_ += bytes;
      if (from == piece.from) survived_ += piece.kept;
    });
  };
  look(watch_.mark);
  if (rounds_ != nullptr && (rounds_->builds || rounds_->young.pieces != 0)) {
    survived_ = rounds_->survived;
    onlyYoung_ = rounds_->builds || made_ < enough();
    if (least == 0) onlyYoung_ = rounds_->builds || ++rounds_->looks % 3 != 0;
  }
  if (onlyYoung_) {
    fromSeen_ = rounds_->young.pieces != 0;
    if (fromSeen_) look(rounds_->young);
    // What has survived within this round is seen once more, for it to be known as old.
    passes_ = rounds_->skipped < rounds_->toSkip && least != 0;
    const bool sample = !passes_ && rounds_->toSkip != 0;
    const std::size_t wanted = sample ? least / 4 : survived_ + more_;
    if (made_ < wanted) return comeBackAfter(wanted - made_), false;
    return made_ != 0;
  }
  if (made_ < enough()) return comeBackAfter(std::min(enough() - made_, untilTight())), false;
  return made_ != 0;
}

// How much must have been made, where there is room.
inline std::size_t Survivors::wanted(std::size_t survived) const {
  const std::size_t visited = writes_ != nullptr && factor != 0 ? writes_->visited : 0;
  return std::max(factor * survived, visited) + more_;
}

// Less where the region will soon have no room for the copies, but a quarter more than will stay.
inline std::size_t Survivors::enough() const {
  if (untilTight() != 0) return wanted(survived_);
  return std::min(wanted(survived_), survived_ + survived_ / 4 + more_);
}

// How much can be made before there is only room for as much as survived, and what is made until
// the next look.
inline std::size_t Survivors::untilTight() const {
  const std::size_t needed = survived_ + survived_ / 4 + 2 * more_;
  return room_ - std::min(room_, needed);
}

// Whether it is unknown how much survives, and would show.
inline bool Survivors::countsFirst() const {
  if (least == 0) return rounds_ == nullptr || rounds_->looks % 2 != 0;
  const bool isOnce = rounds_ == nullptr && writes_ == nullptr;
  return !onlyYoung_ && made_ >= 4 * least && (survived_ == 0 || !isOnce);
}

// A piece is at most a huge page.
inline void Survivors::comeBackAfter(std::size_t missing) {
  if (least == 0) return;
  watch_.due = worker_.count_ + std::max<std::size_t>(missing / ChunkCache::hugePage, 1);
}

// What is there now is old from now on, wherever it lies.
inline bool Survivors::pass() {
  active_ = false;
  if (onlyYoung_) {
    ++rounds_->skipped;
    rounds_->survived += made_ / 6;
  }
  forEachPart([](Piece& piece, const std::byte*, std::size_t bytes) { piece.kept = bytes; });
  rounds_->young = worker_.mark();
  stage_ = Stage::Passes;
  comeBackAfter(rounds_->skipped < rounds_->toSkip ? more_ : least / 4);
  return true;
}

// Too much survives; it is not counted again before there is twice as much.
inline bool Survivors::leave() {
  stage_ = Stage::Ends;
  const std::size_t kept = made_ - made_ / 3;
  if (rounds_ == nullptr) {
    worker_.pieces_.back().kept = kept;
    return false;
  }
  rounds_->survived = kept;
  if (rounds_->young.pieces == 0) return pass();
  comeBackAfter(0);
  return false;
}

inline void Survivors::begin() {
  active_ = true;
  forEachPart([&](const Piece&, const std::byte* from, std::size_t bytes) {
    granules_ += numberOf(from + bytes) - numberOf(from) + 1;
  });
  const std::size_t size = std::bit_ceil(2 * granules_);
  shift_ = 64 - static_cast<unsigned>(std::countr_zero(size));
  table_.resize(size);
  bits_.resize(granules_ * granuleWords);
  std::uint64_t* bits = bits_.data();
  forEachPart([&](const Piece&, const std::byte* from, std::size_t bytes) {
    if (bytes == 0) return;
    const std::byte* const last = from + bytes - 1;
    for (std::uintptr_t number = numberOf(from); number <= numberOf(last); ++number) {
      last_ = enter({number, number == numberOf(from) ? from : nullptr, bits});
      if (last_->seen == bits) bits += granuleWords;
    }
  });
}

// Small portions first: what survives may be little.
inline bool Survivors::more(std::size_t bytes) {
  if (failed_) return false;
  if (!to_.empty()) to_.back().used = static_cast<std::size_t>(next_ - to_.back().from);
  std::size_t kind = to_.empty() ? 0 : to_.size() < 64 ? 1 : 2;
  while (worker_.state_->slices[kind].size < bytes) ++kind;
  const char* why = nullptr;
  const Chunk slice = worker_.hand_->take(*worker_.state_, kind, bytes, why);
  if (slice.begin == nullptr) {
    failed_ = true;
    active_ = false;
    return false;
  }
  to_.push_back({slice, slice.begin});
  next_ = slice.begin;
  end_ = slice.begin + slice.size;
  return true;
}

inline void Survivors::finish() {
  std::size_t survived = 0;
  if (!to_.empty()) to_.back().used = static_cast<std::size_t>(next_ - to_.back().from);
  for (const Piece& piece : to_) survived += piece.used;
  const bool many = survived > made_ - made_ / 4;
  if (failed_) {
    stay();
    // Where the newer cells hang from an older one, there may be two of it now.
    if (rounds_ != nullptr) rounds_->young = {nullptr, 0};
    survived = made_;
  } else {
    // Of what a loop takes along, a part may be lost again before it is done.
    for (Piece& piece : to_) {
      const bool fewer = onlyYoung_ && !rounds_->builds && factor != 0;
      piece.kept = fewer ? piece.used / factor : (many ? 2 : 1) * piece.used;
    }
    giveBack();
    if (rounds_ != nullptr) {
      // Where nearly all survives, it may be a part of what the loop builds.
      rounds_->survived = onlyYoung_ ? rounds_->survived + (many ? survived / 6 : 0) : survived;
      rounds_->young = worker_.mark();
      rounds_->skipped = 0;
      rounds_->toSkip = many ? 4 * rounds_->toSkip + 3 : 0;
    }
  }
  worker_.restartBeat();
  if (writes_ != nullptr) writes_->visited = visited_;
  comeBackAfter(rounds_ == nullptr ? wanted(survived) : more_);
}

// The old cells are whole again: the word that says where the copy is becomes the copy's, which
// refers to what the old one did, or to a copy of it.
inline void Survivors::stay() {
  for (const Granule& granule : table_) {
    if (granule.number == 0) continue;
    auto* const begin = reinterpret_cast<std::byte*>(granule.number * granuleBytes);
    for (std::size_t i = 0; i < granuleWords; ++i) {
      for (std::uint64_t rest = granule.seen[i]; rest != 0; rest &= rest - 1) {
        const auto index = 64 * i + static_cast<std::size_t>(std::countr_zero(rest));
        std::byte* const old = begin + 8 * index;
        if (old < granule.from) continue;
        std::memcpy(old, forwarded(old), sizeof(std::uint64_t));
      }
    }
  }
  // It is not tried again before there is several times as much.
  auto& pieces = worker_.pieces_;
  const Chunk slice = pieces.back().slice;
  pieces.insert(pieces.end(), to_.begin(), to_.end());
  pieces.back().kept = made_;
  if (!to_.empty()) goOn(slice, worker_.next_, worker_.end_);
  worker_.count_ = pieces.size();
}

// The worker goes on behind the copies, or in the slice of an earlier piece if there is more room.
inline void Survivors::goOn(Chunk slice, std::byte* next, std::byte* end) {
  if (!to_.empty() && end_ - next_ >= end - next) {
    next = next_;
    end = end_;
  } else if (!to_.empty()) {
    worker_.pieces_.push_back({slice, next, 0, false});
  }
  worker_.next_ = next;
  worker_.end_ = end;
}

inline void Survivors::giveBack() {
  auto& pieces = worker_.pieces_;
  forEachPart(
      [](const Piece&, std::byte* from, std::size_t bytes) { detail::forbid(from, bytes); });
  for (; pieces.size() > mark_.pieces; pieces.pop_back()) {
    if (pieces.back().owned) worker_.state_->give(pieces.back().slice);
  }
  Piece& before = pieces.back();
  const Chunk slice = before.slice;
  before.used = static_cast<std::size_t>(mark_.next - before.from);
  pieces.insert(pieces.end(), to_.begin(), to_.end());
  goOn(slice, mark_.next, slice.begin + slice.size);
  worker_.count_ = pieces.size();
}

/// Keeps of what was made since the watch began what the variables reach, if it is time to look. A
/// variable is handed over and set again, so that it need not lie in memory.
template <auto... Move, class Watch, class... T>
[[gnu::always_inline]] inline void keepOnly(Worker& worker, Watch& watch, T&... variables) {
  if (worker.isDue(watch)) [[unlikely]] {
    for (Survivors live(worker, watch); live.goesOn();) {
      ((variables = live.moved<Move>(variables)), ...);
    }
  }
}

}  // namespace deforest
