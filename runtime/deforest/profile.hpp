// What the functions of a program do, counted and timed as they do it (`deforest --profile`).
//
//     std::int64_t total(const Tree* t) {
//       const deforest::Called thisCall(2);
//
// The program knows at any moment in which function each thread is, and on which way it came there:
// a node of a tree, whose root is the beginning of the program, and whose edges are calls. A
// function that is on the way already is where it was: `f` called by `g` called by `f` is the first
// `f` again, so ways are no longer than there are functions, however deep the recursion is. A node
// counts what its function does on this way. Every thread has a tree of its own, so that nobody
// waits; they are put together when they are shown (deforest/profile_report.hpp).
//
// Time is sampled: a thread that does nothing else looks every millisecond at which node each of
// the others is, and adds the time since it last looked. To read a clock at every call would take
// longer than most calls do, and would make small functions look dear; and signals would come
// where the stack ends, as often as the system's clock ticks, and mostly to one thread.
//
// What is counted is written by one thread only, and may be read by others at any time: when a
// program fails, or is interrupted, the others are still at work.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "deforest/fail.hpp"
#include "deforest/integer.hpp"
#include "deforest/region.hpp"
#include "deforest/reuse.hpp"
#include "deforest/stack_end.hpp"

namespace deforest {

namespace detail {

class ProfileThread;

/// A number that one thread changes.
class ProfileCount {
 public:
  void add(std::uint64_t more) { value_.store(get() + more, std::memory_order_relaxed); }
  void set(std::uint64_t value) { value_.store(value, std::memory_order_relaxed); }
  void raiseTo(std::uint64_t value) {
    if (value > get()) set(value);
  }
  [[nodiscard]] std::uint64_t get() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> value_{0};
};

/// A function on one way to it.
struct ProfileNode {
  ProfileNode(ProfileThread& thread, ProfileNode* parent, unsigned function, unsigned functions)
      : thread(thread),
        parent(parent),
        function(function),
        next(std::make_unique<ProfileNode*[]>(functions)) {}
  ProfileThread& thread;
  ProfileNode* const parent;
  const unsigned function;
  const std::unique_ptr<ProfileNode*[]> next;  ///< By function: where a call of it leads.
  ProfileNode* before = nullptr;               ///< That the thread made before this one.
  ProfileCount calls{};
  ProfileCount cells{};    ///< Made anew.
  ProfileCount written{};  ///< Old ones, written again.
  ProfileCount bytes{};    ///< Of cells and of the limbs of numbers.
  ProfileCount peak{};     ///< The most that the region held when one was made here.
  ProfileCount nanoseconds{};
  ProfileCount samples{};
};

/// What all threads share.
struct ProfileState {
  unsigned functions = 0;                        ///< Of the source.
  std::atomic<ProfileThread*> threads{nullptr};  ///< The last one; each knows the one before.
  std::atomic<bool> ends{false};                 ///< What is counted is being shown.
  void (*failed)(Guard&) = nullptr;              ///< Called instead of what a failure does.
  std::mutex mutex{};
  std::vector<ProfileThread*> free{};  ///< Of threads that have ended.

  static ProfileState& instance() {
    // Never destroyed: threads may outlive static objects.
    static auto* state = new ProfileState;
    return *state;
  }
  // Beyond those of the source there are nodes of these functions.
  [[nodiscard]] unsigned waiting() const { return functions; }        ///< For another thread.
  [[nodiscard]] unsigned elsewhere() const { return functions + 1; }  ///< On ways too many.
  [[nodiscard]] unsigned outside() const { return functions + 2; }    ///< In no function.
};

/// Where one thread is, and what it has done.
class ProfileThread {
 public:
  explicit ProfileThread(ProfileState& state)
      : state_(state), root_(*this, nullptr, state.outside(), state.functions + 2) {
    const std::size_t size = sizeof(ProfileNode) + (state.functions + 2) * sizeof(ProfileNode*);
    left_ = std::max(mostBytes / size, std::size_t{256});
    guard_.settle = state.failed;
    last.store(&root_, std::memory_order_relaxed);
    current.store(&root_, std::memory_order_relaxed);
  }
  ProfileThread(const ProfileThread&) = delete;
  ProfileThread& operator=(const ProfileThread&) = delete;

  /// That of the calling thread.
  [[nodiscard]] static ProfileThread& mine() {
    ProfileThread* const thread = here();
    return thread != nullptr ? *thread : begin();
  }

  /// Where a call from one of its nodes leads.
  [[nodiscard]] ProfileNode* enter(ProfileNode* from, unsigned function) {
    ProfileNode* const known = from->next[function];
    return known != nullptr ? known : find(from, function);
  }

  /// Its own node for the way of another thread's.
  [[nodiscard]] ProfileNode* likeThatOf(const ProfileNode& other) {
    if (other.parent == nullptr) return &root_;
    return enter(likeThatOf(*other.parent), other.function);
  }

  /// The function that stands for waiting.
  [[nodiscard]] unsigned waiting() const { return state_.waiting(); }

  /// So many bytes were made by a node.
  void made(ProfileNode& node, const Worker& worker, std::size_t bytes) {
    node.bytes.add(bytes);
    untilLook_ -= static_cast<std::int64_t>(bytes);
    if (untilLook_ < 0) [[unlikely]]
      look(node, worker);
  }

  /// The guard for what has none: a failure under it shows the profile.
  [[nodiscard]] Guard* guardOrThat(Guard* present) {
    return present == nullptr && guard_.settle != nullptr ? &guard_ : present;
  }

  [[nodiscard]] bool isOutside() const { return current.load(std::memory_order_acquire) == &root_; }

  std::atomic<ProfileNode*> current{nullptr};
  std::atomic<ProfileNode*> last{nullptr};  ///< Of its nodes, the one made last.
  ProfileThread* before = nullptr;          ///< That began before.
  bool isFirst = false;                     ///< That of the program's `main`.
  ProfileCount held{};                      ///< Bytes that it has in the region.

 private:
  static constexpr std::size_t mostBytes = std::size_t{32} << 20U;  // of nodes, about

  static ProfileThread*& here() {
    static constinit thread_local ProfileThread* thread = nullptr;
    return thread;
  }

  [[gnu::cold, gnu::noinline]] static ProfileThread& begin() {
    struct Lease {
      ProfileThread* thread = nullptr;
      Lease() = default;
      Lease(const Lease&) = delete;
      Lease& operator=(const Lease&) = delete;
      ~Lease() {
        ProfileState& state = ProfileState::instance();
        const std::lock_guard<std::mutex> lock(state.mutex);
        here() = nullptr;
        state.free.push_back(thread);
      }
    };
    thread_local Lease lease;
    ProfileState& state = ProfileState::instance();
    const std::lock_guard<std::mutex> lock(state.mutex);
    if (state.free.empty()) {
      auto* const made = new ProfileThread(state);  // NOLINT: others may read it until the end
      made->before = state.threads.load(std::memory_order_relaxed);
      state.threads.store(made, std::memory_order_release);
      lease.thread = made;
    } else {
      lease.thread = state.free.back();
      state.free.pop_back();
    }
    here() = lease.thread;
    Guard::current() = lease.thread->guardOrThat(Guard::current());
    return *lease.thread;
  }

  // A function that is on the way already is where it was. When there are too many ways, functions
  // are told apart no more by what called them.
  [[gnu::cold, gnu::noinline]] ProfileNode* find(ProfileNode* from, unsigned function) {
    needStack();
    while (state_.ends.load(std::memory_order_relaxed)) std::this_thread::yield();
    ProfileNode* found = nullptr;
    for (ProfileNode* node = from; node != nullptr && found == nullptr; node = node->parent) {
      if (node->function == function) found = node;
    }
    ProfileNode* const lost = root_.next[state_.elsewhere()];
    if (found == nullptr && lost != nullptr && from->parent == lost) {
      found = enter(lost, function);
    } else if (found == nullptr && (from == lost || left_ > 0)) {
      left_ -= from == lost ? 0 : 1;
      found = make(from, function);
    } else if (found == nullptr) {
      found = enter(lost != nullptr ? lost : make(&root_, state_.elsewhere()), function);
    }
    from->next[function] = found;
    return found;
  }

  ProfileNode* make(ProfileNode* parent, unsigned function) {
    auto* const node = new ProfileNode(*this, parent, function, state_.functions + 2);  // NOLINT
    node->before = last.load(std::memory_order_relaxed);
    parent->next[function] = node;
    last.store(node, std::memory_order_release);
    return node;
  }

  // How much the region holds; again when that can have grown by a sixty-fourth.
  [[gnu::cold, gnu::noinline]] void look(ProfileNode& node, const Worker& worker) {
    const Worker& front = Region::workerHere(worker.state());
    std::size_t mine = front.bytes() + front.other().bytes();
    for (const auto& each : front.hand().all) mine += each->bytes();
    held.set(mine);
    std::uint64_t all = 0;
    const ProfileThread* thread = state_.threads.load(std::memory_order_acquire);
    for (; thread != nullptr; thread = thread->before) all += thread->held.get();
    node.peak.raiseTo(all);
    untilLook_ = static_cast<std::int64_t>(std::max<std::uint64_t>(all / 64, 1024));
  }

  ProfileState& state_;
  ProfileNode root_;
  Guard guard_{};
  std::size_t left_ = 0;        // nodes that may still be made
  std::int64_t untilLook_ = 0;  // bytes
};

/// A call that another thread may make: it stands where who waits for it is.
class ProfileJob {
 public:
  explicit ProfileJob(ProfileNode& node)
      : thread_(ProfileThread::mine()),
        before_(thread_.current.load(std::memory_order_relaxed)),
        guarding_(thread_.guardOrThat(Guard::current())) {
    ProfileNode* const mine = &node.thread == &thread_ ? &node : thread_.likeThatOf(node);
    thread_.current.store(mine, std::memory_order_release);
  }
  ProfileJob(const ProfileJob&) = delete;
  ProfileJob& operator=(const ProfileJob&) = delete;
  ~ProfileJob() { thread_.current.store(before_, std::memory_order_release); }

 private:
  ProfileThread& thread_;
  ProfileNode* const before_;
  const Guarding guarding_;
};

}  // namespace detail

/// A function at work, from its beginning to its end. It counts no call: a loop has one for every
/// round.
class Looping {
 public:
  explicit Looping(unsigned function)
      : thread_(detail::ProfileThread::mine()),
        before_(thread_.current.load(std::memory_order_relaxed)),
        node_(thread_.enter(before_, function)) {
    thread_.current.store(node_, std::memory_order_release);
  }
  Looping(const Looping&) = delete;
  Looping& operator=(const Looping&) = delete;
  ~Looping() { thread_.current.store(before_, std::memory_order_release); }

  /// The function is called, or goes on as if it were.
  void round() const { node_->calls.add(1); }

  /// Instead of `Worker::make`.
  template <class Node, auto... tag, class... Fields>
  [[nodiscard]] Node* make(Worker& worker, const Fields&... fields) const {
    Node* const cell = worker.make<Node, tag...>(fields...);
    node_->cells.add(1);
    thread_.made(*node_, worker, sizeof(Node));
    return cell;
  }

  /// Instead of `deforest::reuse`.
  template <class Node>
  [[nodiscard]] Node* reuse(const Node* cell) const {
    node_->written.add(1);
    return deforest::reuse(cell);
  }

  /// Instead of `deforest::reuseAs`.
  template <class Node, class Old>
  [[nodiscard]] Node* reuseAs(const Old* cell) const {
    node_->written.add(1);
    return deforest::reuseAs<Node>(cell);
  }

  /// A number was computed, whose limbs, if it has any, are in the worker.
  void made(const Worker& worker, Integer number) const {
    if (number.isSmall()) return;
    thread_.made(*node_, worker, (number.cell()[0] / 2 + 1) * sizeof(std::uint64_t));
  }

  /// The same function of a worker and more, for another thread to call.
  template <class Call>
  [[nodiscard]] auto job(Call call) const {
    return [call = std::move(call), node = node_](Worker& worker, auto... rest) {
      const detail::ProfileJob job(*node);
      return call(worker, rest...);
    };
  }

  /// Whatever the function does from now on, but for jobs, is to wait for another thread.
  void wait() const {
    thread_.current.store(thread_.enter(node_, thread_.waiting()), std::memory_order_release);
  }

  /// It waits no more.
  void goOn() const { thread_.current.store(node_, std::memory_order_release); }

  /// What a function results in, which may have to wait.
  template <class Function>
  [[nodiscard]] auto waitFor(Function function) const {
    wait();
    auto result = function();
    goOn();
    return result;
  }

 private:
  detail::ProfileThread& thread_;
  detail::ProfileNode* const before_;
  detail::ProfileNode* const node_;
};

/// The call of a function that is no loop.
class Called : public Looping {
 public:
  explicit Called(unsigned function) : Looping(function) { round(); }
};

}  // namespace deforest
