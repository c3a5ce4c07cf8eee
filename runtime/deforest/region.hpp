// Regions: who owns the nodes of trees, and how they are allocated.
//
// A region belongs to the user. Every thread that allocates in it has a `Worker` there, which hands
// out memory by moving a pointer; all nodes are freed at once, by `reset` or with the region.
// Emitted functions take the worker of their thread; it is looked up once per root or task.
//
// The memory is the region's, cut into slices that any of its workers may take. Those taken first
// after a `reset` are those taken first before, so a region touches no more fresh pages than its
// largest use needs, however the work was divided among the threads each time.
#pragma once

#include <algorithm>
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

#include "deforest/memory.hpp"

// Bytes allocated, and nodes visited, from one beat to the next (deforest/parallel.hpp). Tests set
// them low, so that small inputs are divided, too.
#ifndef DEFOREST_BEAT_BYTES
#define DEFOREST_BEAT_BYTES 65536
#define DEFOREST_BEAT_CALLS 4096
#endif

namespace deforest {

class Region;
struct Waiting;
struct Session;

/// How many elements of a list to look ahead at once, and how many at most later.
struct LookAhead {
  std::size_t elements = 0;
  std::size_t most = 0;
};

namespace detail {
struct RegionState;

/// A number no other thread of the process ever had.
inline std::uint64_t threadNumber() {
  static std::atomic<std::uint64_t> last{0};
  thread_local const std::uint64_t mine = ++last;
  return mine;
}
}  // namespace detail

/// One thread's part of a region. Used by that thread only.
class alignas(128) Worker {
 public:
  explicit Worker(detail::RegionState& state, std::uint64_t thread)
      : state_(&state), thread_(thread) {}
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
    return ::new (static_cast<void*>(std::exchange(next_, next_ + sizeof(Node)))) Node;
  }

  // What parallel functions need (deforest/parallel.hpp).
  Waiting* waiting = nullptr;  ///< The innermost call that waits for its turn on this thread.
  Session* session = nullptr;  ///< The parallel run that this thread works for, if any.
  LookAhead ahead{};           ///< Of the list about to be begun.
  std::uint32_t beats = 0;     ///< How often `beat` was called.
  std::uint32_t untilBeat = beatCalls;  ///< Calls of `tick` until the next beat.

  /// Called for every `beatBytes` allocated, and by `tick`; null while nothing is parallel.
  void setBeat(void (*beat)(Worker&)) {
    beat_ = beat;
    limit_ = beat == nullptr ? end_ : std::min(end_, next_ + std::min(beatBytes, left()));
  }

  /// What functions that allocate nothing call at every node instead.
  void tick() {
    if (--untilBeat == 0) [[unlikely]]
      slowTick();
  }

  [[nodiscard]] detail::RegionState& state() const { return *state_; }
  [[nodiscard]] std::uint64_t thread() const { return thread_; }

  /// Bytes handed out.
  [[nodiscard]] std::size_t bytes() const {
    return full_ + static_cast<std::size_t>(next_ - begin_);
  }

  /// Forgets all nodes.
  void reset() {
    full_ = 0;
    begin_ = next_ = limit_ = end_ = nullptr;
  }

 private:
  static constexpr std::size_t beatBytes = DEFOREST_BEAT_BYTES;
  static constexpr std::uint32_t beatCalls = DEFOREST_BEAT_CALLS;

  [[nodiscard]] std::size_t left() const { return static_cast<std::size_t>(end_ - next_); }

  [[gnu::cold]] inline void more(std::size_t bytes);

  [[gnu::cold, gnu::noinline]] void slowTick() {
    untilBeat = beatCalls;
    ++beats;
    if (beat_ != nullptr) beat_(*this);
  }

  std::byte* next_ = nullptr;
  std::byte* limit_ = nullptr;  // soft: the next beat, or the end of the slice
  std::byte* end_ = nullptr;
  std::byte* begin_ = nullptr;  // of the slice
  void (*beat_)(Worker&) = nullptr;
  detail::RegionState* state_;
  std::uint64_t thread_;
  std::size_t full_ = 0;  // bytes handed out in slices before this one
};

namespace detail {

/// The slices of one size that a region has, in the order in which they are taken.
struct Slices {
  std::vector<Chunk> all;
  std::size_t used = 0;
};

struct RegionState {
  explicit RegionState(std::size_t bytes) : limit(bytes) {
    static std::atomic<std::uint64_t> last{0};
    number = ++last;
  }
  RegionState(const RegionState&) = delete;
  RegionState& operator=(const RegionState&) = delete;
  ~RegionState() {
    for (const Chunk& chunk : chunks) ChunkCache::instance().give(chunk);
  }

  std::uint64_t number = 0;  // no other region of the process ever had it
  std::size_t limit;
  std::size_t reserved = 0;
  mutable std::mutex mutex;
  std::vector<std::unique_ptr<Worker>> workers;
  std::vector<Chunk> chunks;  // as the system gave them
  Slices small;
  Slices large;

  /// A slice nobody uses; the first that a worker takes is small. Ends the program at the limit.
  [[nodiscard]] Chunk take(bool first) {
    const std::lock_guard<std::mutex> lock(mutex);
    Slices& slices = first ? small : large;
    if (slices.used == slices.all.size()) {
      // A huge page at a time, and many at a time when that is little to what there is.
      reserve(first ? 0 : slices.all.size() < 16 ? 1 : 2, slices);
    }
    return slices.all[slices.used++];
  }

  void reset() {
    const std::lock_guard<std::mutex> lock(mutex);
    for (const auto& worker : workers) worker->reset();
    small.used = large.used = 0;
  }

  Worker& workerOf(std::uint64_t thread) {
    const std::lock_guard<std::mutex> lock(mutex);
    for (const auto& worker : workers) {
      if (worker->thread() == thread) return *worker;
    }
    workers.push_back(std::make_unique<Worker>(*this, thread));
    return *workers.back();
  }

 private:
  void reserve(std::size_t kind, Slices& slices) {
    const std::size_t bytes = ChunkCache::sizes[kind];
    if (bytes > limit - reserved) fail("deforest: the region has reached its memory limit");
    reserved += bytes;
    chunks.push_back(ChunkCache::instance().take(kind));
    const Chunk& chunk = chunks.back();
    const std::size_t size = std::min(bytes, ChunkCache::hugePage);
    for (std::size_t at = 0; at < bytes; at += size) slices.all.push_back({chunk.begin + at, size});
  }
};

}  // namespace detail

/// Owns nodes. Several threads may allocate in one region at the same time; `reset` and the
/// destructor must not run while any does, nor while anybody still reads its nodes.
class Region {
 public:
  /// A region of at most `limit` bytes; a program that needs more ends with a message.
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
      last = {state.number, &state.workerOf(detail::threadNumber())};
    }
    return *last.worker;
  }

  /// Frees all nodes and keeps the memory for the next ones.
  void reset() { state_->reset(); }

  /// Bytes of nodes.
  [[nodiscard]] std::size_t bytes() const {
    const std::lock_guard<std::mutex> lock(state_->mutex);
    std::size_t sum = 0;
    for (const auto& worker : state_->workers) sum += worker->bytes();
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

inline void Worker::more(std::size_t bytes) {
  if (left() < bytes) {
    full_ += static_cast<std::size_t>(next_ - begin_);
    const Chunk slice = state_->take(begin_ == nullptr);
    begin_ = next_ = slice.begin;
    end_ = slice.begin + slice.size;
  }
  if (beat_ == nullptr) {
    limit_ = end_;
    return;
  }
  limit_ = next_ + std::min(left(), std::max(beatBytes, bytes));
  ++beats;
  beat_(*this);
}

}  // namespace deforest
