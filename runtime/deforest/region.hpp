// Regions: who owns the nodes of trees, and how they are allocated.
//
// A region belongs to the user. Every thread that allocates in it has a `Worker` there, which hands
// out memory by moving a pointer; all nodes are freed at once, by `reset` or with the region.
// Emitted functions take the worker of their thread; it is looked up once per root or task.
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

namespace deforest {

class Region;
struct Waiting;
struct Session;

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
  ~Worker() {
    for (const Chunk& chunk : chunks_) ChunkCache::instance().give(chunk);
  }

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
    return full_ + static_cast<std::size_t>(used_ == 0 ? 0 : next_ - chunks_[used_ - 1].begin);
  }

  /// Forgets all nodes; keeps the memory.
  void reset() {
    used_ = 0;
    full_ = 0;
    next_ = limit_ = end_ = nullptr;
  }

 private:
  static constexpr std::size_t beatBytes = std::size_t{64} << 10U;
  static constexpr std::uint32_t beatCalls = 4096;

  [[nodiscard]] std::size_t left() const { return static_cast<std::size_t>(end_ - next_); }

  [[gnu::cold]] inline void more(std::size_t bytes);

  [[gnu::cold, gnu::noinline]] void slowTick() {
    untilBeat = beatCalls;
    ++beats;
    if (beat_ != nullptr) beat_(*this);
  }

  std::byte* next_ = nullptr;
  std::byte* limit_ = nullptr;  // soft: the next beat, or the end of the chunk
  std::byte* end_ = nullptr;
  void (*beat_)(Worker&) = nullptr;
  detail::RegionState* state_;
  std::uint64_t thread_;
  std::vector<Chunk> chunks_;
  std::size_t used_ = 0;  // chunks in use: the last of them is being filled
  std::size_t full_ = 0;  // bytes handed out in the others
};

namespace detail {

struct RegionState {
  explicit RegionState(std::size_t bytes) : limit(bytes) {
    static std::atomic<std::uint64_t> last{0};
    number = ++last;
  }
  std::uint64_t number = 0;  // no other region of the process ever had it
  std::size_t limit;
  std::atomic<std::size_t> reserved{0};
  std::mutex mutex;
  std::vector<std::unique_ptr<Worker>> workers;

  Worker& workerOf(std::uint64_t thread) {
    const std::lock_guard<std::mutex> lock(mutex);
    for (const auto& worker : workers) {
      if (worker->thread() == thread) return *worker;
    }
    workers.push_back(std::make_unique<Worker>(*this, thread));
    return *workers.back();
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
  void reset() {
    const std::lock_guard<std::mutex> lock(state_->mutex);
    for (const auto& worker : state_->workers) worker->reset();
  }

  /// Bytes of nodes.
  [[nodiscard]] std::size_t bytes() const {
    const std::lock_guard<std::mutex> lock(state_->mutex);
    std::size_t sum = 0;
    for (const auto& worker : state_->workers) sum += worker->bytes();
    return sum;
  }

  /// Bytes taken from the system, those kept for reuse included.
  [[nodiscard]] std::size_t reserved() const { return state_->reserved; }

 private:
  std::unique_ptr<detail::RegionState> state_;
};

inline void Worker::more(std::size_t bytes) {
  if (left() < bytes) {
    if (used_ > 0) full_ += static_cast<std::size_t>(next_ - chunks_[used_ - 1].begin);
    if (used_ == chunks_.size()) {
      // One small chunk, then sixteen of a huge page, then large ones.
      const std::size_t kind = used_ == 0 ? 0 : used_ <= 16 ? 1 : 2;
      const std::size_t size = ChunkCache::sizes[kind];
      if (state_->reserved.fetch_add(size) + size > state_->limit) {
        fail("deforest: the region has reached its memory limit");
      }
      chunks_.push_back(ChunkCache::instance().take(kind));
    }
    const Chunk& chunk = chunks_[used_++];
    next_ = chunk.begin;
    end_ = chunk.begin + chunk.size;
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
