// Regions: who owns the nodes of trees, and how they are allocated.
//
// A region belongs to the user. Every thread that allocates in it has two `Worker`s there, which
// hand out memory by moving a pointer. Emitted functions take one of them: what their results are
// made of goes there, and what they need only on their way to the other, where they give it back
// before they return:
//
//     dest      ... partial results of callers | results
//     scratch   ... what callers still need    | what is needed on the way | <- given back
//
// A call whose result is needed only on the way has the two the other way round. What it allocates
// on its own way then lies above results not yet complete, and is gone when these go on. So two
// pointers serve lifetimes that nest in any depth, and a function costs nothing for having them
// that needs but one. All nodes are freed at once by `reset` or with the region.
//
// The memory is the region's, cut into slices that any of its workers may take. Those given back
// last are taken first, and after a `reset` those that were taken first before, so a region touches
// no more fresh pages than its largest use needs, however the work was divided among the threads.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "deforest/cancel.hpp"
#include "deforest/memory.hpp"
#include "deforest/poison.hpp"
#include "deforest/slices.hpp"
#include "deforest/stack_end.hpp"
#include "deforest/threads.hpp"

// Bytes allocated, and nodes visited, from one beat to the next (deforest/parallel.hpp). Tests set
// them low, so that small inputs are divided, too.
#ifndef DEFOREST_BEAT_BYTES
#define DEFOREST_BEAT_BYTES 65536
#define DEFOREST_BEAT_CALLS 4096
#endif

// What has been made since a moment is not looked through for what is still needed before it is so
// many bytes, and a part of the region (deforest/survivors.hpp). With 0 it is every time.
#ifndef DEFOREST_COMPACT_BYTES
#define DEFOREST_COMPACT_BYTES 4194304
#endif

namespace deforest {

class Pocket;
class Region;
class Survivors;
class Worker;
class ArrayMemory;
struct Waiting;
struct Session;

/// How many elements of a list to look ahead at once, and how many at most later.
struct LookAhead {
  std::size_t elements = 0;
  std::size_t most = 0;
  std::size_t before = 0;  ///< How many elements of the list stand in front.
};

namespace detail {
struct RegionState;
}  // namespace detail

/// A part of a slice in which a worker has made nodes.
struct Piece {
  Chunk slice;
  std::byte* from = nullptr;
  std::size_t used = 0;  ///< Bytes of nodes; of the piece in use, set when another follows.
  bool owned = true;     ///< Otherwise the slice belongs to an earlier piece.
  std::size_t kept = 0;  ///< Bytes of what survived (deforest/survivors.hpp).
};

/// What the workers of one thread in one region have in common (deforest/parallel.hpp).
struct Hand {
  std::array<Worker*, 2> own{};                ///< Its two workers.
  std::vector<std::unique_ptr<Worker>> all{};  ///< The workers of its pockets and jobs.
  std::size_t borrowed = 0;                    ///< So many of the first of them are in use.

  /// A worker that nobody uses, without another one yet.
  [[nodiscard]] inline Worker& borrow(detail::RegionState& state);
  /// Gives the worker back that was borrowed last.
  void giveLast() { --borrowed; }
  /// Frees what was made in workers borrowed since there were so many, and gives them back, all
  /// their memory to the region.
  inline void giveBackTo(std::size_t count);
  /// A slice of the region; what its workers have to spare is used before what was never touched.
  [[nodiscard]] inline Chunk take(detail::RegionState& state, std::size_t kind, std::size_t bytes,
                                  const char*& why);
  Waiting* waiting = nullptr;     ///< The innermost call that waits for its turn.
  ArrayMemory* arrays = nullptr;  ///< Of the innermost computation that has arrays.
  /// Frees the arrays of computations inside the one that has these.
  inline void freeArraysTo(ArrayMemory* kept);
  Session* session = nullptr;               ///< The parallel run that the thread works for, if any.
  LookAhead ahead{};                        ///< Of the list about to be begun.
  std::uint32_t beats = 0;                  ///< How often `beat` was called.
  const std::atomic<bool>* stop = nullptr;  ///< Set when nobody wants the thread's job any more.
  /// Called at every beat; null while nothing is parallel and nothing watched.
  void (*beat)(Worker&) = nullptr;
};

/// Where one thread allocates. Used by that thread only.
class alignas(128) Worker {
 public:
  Worker(detail::RegionState& state, Hand& hand, Worker* other)
      : other_(other), hand_(&hand), state_(&state) {}
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// A node whose fields are not set yet.
  template <class Node>
  [[nodiscard, gnu::always_inline]] inline Node* make() {
    static_assert(std::is_trivially_destructible_v<Node> && std::is_trivially_copyable_v<Node>);
    static_assert(sizeof(Node) % 8 == 0 && alignof(Node) <= 8, "nodes are multiples of 8 bytes");
    static_assert(sizeof(Node) <= ChunkCache::sizes[0]);
    if (static_cast<std::size_t>(limit_ - next_) < sizeof(Node)) [[unlikely]] {
      more(sizeof(Node));
    }
    detail::permit(next_, sizeof(Node));
    return ::new (static_cast<void*>(std::exchange(next_, next_ + sizeof(Node)))) Node;
  }

  /// A node with these fields, which are all that it has.
  template <class Node, class Field, class... Fields>
  [[nodiscard, gnu::always_inline]] inline Node* make(const Field& first, const Fields&... others) {
    return ::new (static_cast<void*>(make<Node>())) Node{first, others...};
  }

  /// The same of a node that begins with a tag; without fields, one of which only that is set.
  template <class Node, auto tag, class... Fields>
  [[nodiscard, gnu::always_inline]] inline Node* make(const Fields&... fields) {
    Node* const node = make<Node>();
    if constexpr (sizeof...(fields) == 0) {
      node->tag = tag;
      return node;
    } else {
      return ::new (static_cast<void*>(node)) Node{{tag}, fields...};
    }
  }

  /// As many words as there may be at once.
  static constexpr std::size_t mostWords = ChunkCache::hugePage / sizeof(std::uint64_t);

  /// So many words, at most `mostWords`, not initialised.
  [[nodiscard]] std::uint64_t* words(std::size_t count) {
    const std::size_t bytes = count * sizeof(std::uint64_t);
    if (static_cast<std::size_t>(limit_ - next_) < bytes) [[unlikely]]
      more(bytes);
    detail::permit(next_, bytes);
    return reinterpret_cast<std::uint64_t*>(std::exchange(next_, next_ + bytes));
  }

  /// Gives back the words from `end` on, which were made last.
  void giveBack(std::uint64_t* end) {
    auto* const to = reinterpret_cast<std::byte*>(end);
    const auto freed = static_cast<std::size_t>(next_ - to);
    detail::forbid(to, freed);
    if (limit_ != end_) limit_ -= freed;
    next_ = to;
  }

  /// The thread's other worker.
  [[nodiscard]] Worker& other() const { return *other_; }

  /// A moment, to which `release` goes back.
  struct Mark {
    std::byte* next;
    std::size_t pieces;
  };
  [[nodiscard]] Mark mark() const { return {next_, count_}; }

  /// A moment, and how many pieces there are when much has been made since.
  struct Watch {
    Mark mark;
    std::size_t due;
  };
  [[nodiscard]] Watch watch() const { return {mark(), count_ + manyPieces}; }

  /// The same for a loop, which looks again and again. Only what is looked at every time is set to
  /// begin with; the rest is once it is due.
  struct RoundWatch : Watch {
    RoundWatch(Watch watch, bool builds) : Watch(watch), builds(builds) {}
    bool builds;           ///< Whether nothing is lost again that has once survived.
    bool begun = false;    ///< Whether what follows is set.
    Mark young;            ///< The last time that anything moved, if it did.
    std::size_t survived;  ///< When all that the loop had made did; bytes.
    std::size_t skipped;   ///< How often it was left alone since.
    std::size_t toSkip;    ///< And will be.
    std::size_t looks;     ///< Counted in tests only.

    void begin() {
      if (std::exchange(begun, true)) return;
      young = {nullptr, 0};
      survived = skipped = looks = 0;
      toSkip = builds ? 1 : 0;
    }
  };
  [[nodiscard]] RoundWatch watchRounds() const { return {watch(), false}; }
  /// Of a loop that takes nothing along of what it makes, but for what it builds.
  [[nodiscard]] RoundWatch watchBuilding() const { return {watch(), true}; }

  /// The same of a loop or a call that writes into cells from before, from which newer ones may
  /// hang.
  struct WritingWatch : Watch {
    std::size_t visited;  ///< How much there was of them, the last time; bytes.
  };
  [[nodiscard]] WritingWatch watchWriting() const { return {watch(), 0}; }

  /// Whether it is time to look for what survives of what was made since.
  [[nodiscard]] bool isDue(const Watch& watch) const { return count_ >= watch.due; }

  /// Frees what was made since. Marks taken since are void.
  [[gnu::always_inline]] inline void release(Mark mark) {
    if (count_ != mark.pieces) [[unlikely]] {
      releasePieces(mark);
      return;
    }
    const auto freed = static_cast<std::size_t>(next_ - mark.next);
    detail::forbid(mark.next, freed);
    // The beat is as far away as it was.
    if (limit_ != end_) limit_ -= freed;
    next_ = mark.next;
  }

  [[nodiscard]] Hand& hand() const { return *hand_; }
  [[nodiscard]] detail::RegionState& state() const { return *state_; }

  /// The next beat is a whole one away, or none comes.
  void restartBeat() {
    limit_ = hand_->beat == nullptr ? end_ : next_ + std::min(beatBytes, left());
  }

  /// What functions that allocate nothing call at every node instead.
  void tick() {
    if (--untilBeat_ == 0) [[unlikely]]
      slowTick();
  }

  /// Frees all nodes, and gives back the memory they were in but for the first slice.
  void clear() {
    if (count_ > 1) {
      releasePieces({nullptr, 0});
      giveSpare();
    } else if (count_ == 1) {
      release({pieces_[0].from, 1});
    }
  }

  /// All nodes, for another worker to own, who may be of another thread.
  [[nodiscard]] std::vector<Piece> handOver() {
    if (count_ != 0) pieces_.back().used = usedHere();
    giveSpare();
    std::vector<Piece> pieces = std::move(pieces_);
    reset();
    return pieces;
  }

  /// Frees what was made since, in whatever state an interrupted call has left this.
  inline void recover(Mark mark);

  /// Owns such nodes, which are freed with what it makes now.
  inline void adopt(std::vector<Piece> pieces);

  /// Whose it is, if it is a pocket's.
  Pocket* pocket = nullptr;

  /// From now on makes what is needed on the way in `other`.
  void pairWith(Worker& other) { other_ = &other; }

  /// Bytes of nodes.
  [[nodiscard]] std::size_t bytes() const {
    std::size_t sum = 0;
    for (std::size_t i = 0; i + 1 < count_; ++i) sum += pieces_[i].used;
    return count_ == 0 ? 0 : sum + usedHere();
  }

  /// Forgets all nodes, and the memory they were in.
  void reset() {
    pieces_.clear();
    count_ = 0;
    spare_ = {};
    next_ = limit_ = end_ = nullptr;
  }

 private:
  static constexpr std::size_t beatBytes = DEFOREST_BEAT_BYTES;
  static constexpr std::uint32_t beatCalls = DEFOREST_BEAT_CALLS;
  static constexpr std::size_t manyPieces = DEFOREST_COMPACT_BYTES / ChunkCache::hugePage;

  friend class Survivors;
  friend struct Hand;

  [[nodiscard]] std::size_t left() const { return static_cast<std::size_t>(end_ - next_); }

  [[gnu::cold]] inline void more(std::size_t bytes);
  inline void giveSpare();
  [[gnu::cold]] inline void releasePieces(Mark mark);

  [[nodiscard]] std::size_t usedHere() const {
    return static_cast<std::size_t>(next_ - pieces_.back().from);
  }

  [[gnu::cold, gnu::noinline]] void slowTick() {
    detail::needStack();
    untilBeat_ = beatCalls;
    ++hand_->beats;
    if (hand_->beat != nullptr) hand_->beat(*this);
  }

  std::byte* next_ = nullptr;
  std::byte* limit_ = nullptr;  // soft: the next beat, or the end of the slice
  std::byte* end_ = nullptr;
  std::size_t count_ = 0;  // of pieces
  Worker* other_;
  Hand* hand_;
  std::uint32_t untilBeat_ = beatCalls;
  detail::RegionState* state_;
  std::vector<Piece> pieces_;  // the last is the one in use
  Chunk spare_;                // given back last, so that loops across an end of a slice are quick
};

namespace detail {

/// The workers of one thread, but for those of pockets.
struct Workers {
  Workers(RegionState& state, std::uint64_t thread)
      : thread(thread), front(state, hand, &back), back(state, hand, &front) {
    hand.own = {&front, &back};
  }
  std::uint64_t thread;
  Hand hand;
  Worker front;
  Worker back;
};

struct RegionState {
  explicit RegionState(std::size_t bytes) : limit(bytes) {
    static std::atomic<std::uint64_t> last{0};
    number = ++last;
  }
  RegionState(const RegionState&) = delete;
  RegionState& operator=(const RegionState&) = delete;
  ~RegionState() {
    for (const Chunk& chunk : chunks) {
      permit(chunk.begin, chunk.size);
      ChunkCache::instance().give(chunk);
    }
  }

  std::uint64_t number = 0;  // no other region of the process ever had it
  std::size_t limit;
  const Cancel* cancel = nullptr;  // looked at at every beat
  std::size_t reserved = 0;
  mutable std::mutex mutex;
  std::vector<std::unique_ptr<Workers>> workers;
  std::vector<Chunk> chunks;  // as the system gave them
  std::array<Slices, 3> slices{Slices{ChunkCache::sizes[0]}, Slices{middle},
                               Slices{ChunkCache::hugePage}};

  static constexpr std::size_t middle = std::size_t{256} << 10U;

  /// Whether there is a slice of class `kind`, or a smaller one of so many bytes, that nobody uses
  /// and somebody did.
  [[nodiscard]] bool hasUsed(std::size_t kind, std::size_t bytes) {
    const std::lock_guard<std::mutex> lock(mutex);
    return slices[smallestUsed(kind, bytes)].hasUsed();
  }

  /// A slice of class `kind` that nobody uses, of at least so many bytes. Where there is none it
  /// begins at null, and `why` says why. What the region has is used before it gets more, and
  /// before what was never touched: smaller slices, and parts of larger ones.
  [[nodiscard]] Chunk tryTake(std::size_t kind, std::size_t bytes, const char*& why) {
    const std::lock_guard<std::mutex> lock(mutex);
    std::size_t from = smallestUsed(kind, bytes);
    if (!slices[from].hasUsed()) {
      from = kind;
      if (slices[kind].free.empty() && (kind != 1 || !divide())) {
        why = reserveFor(kind, slices[kind]);
      }
    }
    return slices[from].free.empty() ? Chunk{} : slices[from].pop();
  }

  void give(Chunk slice) {
    const std::lock_guard<std::mutex> lock(mutex);
    for (Slices& kind : slices) {
      if (kind.size == slice.size) kind.free.push_back(slice);
    }
  }

  /// Frees the nodes and gives back the slices that are theirs alone.
  void discard(const std::vector<Piece>& pieces) {
    for (const Piece& piece : pieces) {
      forbid(piece.from, piece.used);
      if (piece.owned) give(piece.slice);
    }
  }

  void reset() {
    const std::lock_guard<std::mutex> lock(mutex);
    for (const auto& thread : workers) {
      thread->front.reset();
      thread->back.reset();
      for (const auto& pocket : thread->hand.all) pocket->reset();
    }
    for (const Chunk& chunk : chunks) forbid(chunk.begin, chunk.size);
    for (Slices& kind : slices) kind.freeAll();
  }

  /// Counts bytes that are taken from the system for something else than nodes. Why not, if they are
  /// more than the limit leaves; else null.
  const char* takeBytes(std::size_t bytes) {
    const std::lock_guard<std::mutex> lock(mutex);
    if (const char* const why = beyondLimit(bytes)) return why;
    reserved += bytes;
    return nullptr;
  }
  void giveBytes(std::size_t bytes) {
    const std::lock_guard<std::mutex> lock(mutex);
    reserved -= bytes;
  }

  /// Bytes that can still be taken, of what is free and what the limit leaves. With the mutex held.
  [[nodiscard]] std::size_t room() const {
    return limit - reserved + slices[0].room() + slices[1].room() + slices[2].room();
  }

  Worker& workerOf(std::uint64_t thread) {
    const std::lock_guard<std::mutex> lock(mutex);
    for (const auto& known : workers) {
      if (known->thread == thread) return known->front;
    }
    workers.push_back(std::make_unique<Workers>(*this, thread));
    return workers.back()->front;
  }

 private:
  [[nodiscard]] std::size_t smallestUsed(std::size_t kind, std::size_t bytes) const {
    while (!slices[kind].hasUsed() && kind > 0 && slices[kind - 1].size >= bytes) --kind;
    return kind;
  }

  // Null if the limit leaves so many bytes.
  [[nodiscard]] const char* beyondLimit(std::size_t bytes) const {
    return bytes > limit - reserved ? "deforest: the region has reached its memory limit" : nullptr;
  }

  // A huge page at a time, and many at a time when that is little to what there is. Why not, if
  // there is none to be had; else null.
  const char* reserveFor(std::size_t kind, Slices& slices) {
    const bool many = kind == 2 && slices.all.size() >= 16 && reserve(2, slices) == nullptr;
    return many ? nullptr : reserve(kind == 0 ? 0 : 1, slices);
  }

  const char* reserve(std::size_t kind, Slices& slices) {
    const std::size_t bytes = ChunkCache::sizes[kind];
    if (const char* const why = beyondLimit(bytes)) return why;
    const Chunk chunk = ChunkCache::instance().take(kind);
    if (chunk.begin == nullptr) return "deforest: out of memory";
    reserved += bytes;
    chunks.push_back(chunk);
    forbid(chunk.begin, bytes);
    slices.add(chunk);
    if (slices.size == ChunkCache::hugePage) slices.fresh = slices.free.size();
    return nullptr;
  }

  // Makes a large slice that is free one of small ones, if there is any.
  bool divide() {
    if (slices[2].free.empty()) return false;
    slices[1].add(slices[2].remove());
    return true;
  }
};

}  // namespace detail

/// Owns nodes. Several threads may allocate in one region at the same time; `reset` and the
/// destructor must not run while any does, nor while anybody still reads its nodes.
class Region {
 public:
  /// A region of at most `limit` bytes; a root that needs more fails (`ErrorKind::Memory`).
  explicit Region(std::size_t limit = std::numeric_limits<std::size_t>::max())
      : state_(std::make_unique<detail::RegionState>(limit)) {}

  /// The worker of the calling thread.
  [[nodiscard]] Worker& here() { return workerHere(*state_); }

  [[nodiscard]] static Worker& workerHere(detail::RegionState& state) {
    struct Last {
      std::uint64_t region = 0;
      Worker* worker = nullptr;
    };
    thread_local Last last;
    if (last.region != state.number) {
      last = {state.number, &state.workerOf(detail::ThreadNumbers::mine())};
    }
    return *last.worker;
  }

  /// Roots called from now on in this region fail when `cancel` is requested, and look for that
  /// until then; null: none. Not while a root runs in the region; `cancel` must outlive those that
  /// do.
  void watch(const Cancel* cancel) { state_->cancel = cancel; }
  [[nodiscard]] bool isWatched() const { return state_->cancel != nullptr; }

  /// Frees all nodes and keeps the memory for the next ones.
  void reset() { state_->reset(); }

  /// Bytes of nodes.
  [[nodiscard]] std::size_t bytes() const {
    const std::lock_guard<std::mutex> lock(state_->mutex);
    std::size_t sum = 0;
    for (const auto& thread : state_->workers) {
      sum += thread->front.bytes() + thread->back.bytes();
      for (const auto& pocket : thread->hand.all) sum += pocket->bytes();
    }
    return sum;
  }

  /// Bytes taken from the system, those kept for reuse included.
  [[nodiscard]] std::size_t reserved() const {
    const std::lock_guard<std::mutex> lock(state_->mutex);
    return state_->reserved;
  }

 private:
  std::unique_ptr<detail::RegionState> state_;
};

}  // namespace deforest

#include "deforest/refill.hpp"
// After that.
#include "deforest/arrays.hpp"
