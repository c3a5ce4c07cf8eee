// Running a root for a host that lives on if it fails.
//
//     const auto run = [&](deforest::Worker& worker) { return detail::mean(worker, t); };
//     return deforest::attempt(region, "mean", run).value();
//
// What was made in the region on the way to the failure is freed, so the region is as it was before
// the call: nothing that the host has in it is touched (but for trees given away to the root).
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "deforest/fail.hpp"
#include "deforest/region.hpp"
#include "deforest/result.hpp"
#include "deforest/stack.hpp"

namespace deforest {

namespace detail {

/// A guard, and how the calling thread stood with its region before.
struct RegionGuard : Guard {
  RegionGuard(RegionState& state, Hand& hand)
      : state(state),
        hand(hand),
        borrowed(hand.borrowed),
        arrays(hand.arrays),
        waiting(hand.waiting) {}
  RegionState& state;
  Hand& hand;
  const std::size_t borrowed;
  ArrayMemory* const arrays;
  Waiting* const waiting;
};

/// Fails if the host wants no result any more.
inline void failIfCancelled(const RegionState& state) {
  if (state.cancel != nullptr && state.cancel->isRequested()) [[unlikely]] {
    fail(ErrorKind::Cancelled, "cancelled");
  }
}

/// The beat of a thread that runs nothing in parallel.
inline void watchfulBeat(Worker& worker) {
  failIfCancelled(worker.state());
}

/// Calls a function of no arguments, whose result goes to `value`; false if it failed, and `raised`
/// says why. `settle` is called on the failing stack before it is left.
template <class T, class Function>
[[nodiscard]] bool attemptInto(T& value, Raised& raised, Worker& worker, void (*settle)(Guard&),
                               const Function& function) {
  Hand& hand = worker.hand();
  const Worker::Mark front = worker.mark();
  const Worker::Mark back = worker.other().mark();
  RegionGuard guard(worker.state(), hand);
  guard.settle = settle;
  const auto set = [&](void (*beat)(Worker&)) {
    hand.beat = beat;
    worker.restartBeat();
    worker.other().restartBeat();
  };
  const bool watched = worker.state().cancel != nullptr && hand.beat == nullptr;
  if (watched) set(watchfulBeat);
  struct Call {
    const Function& function;
    T& value;
    Worker& worker;
  } call{function, value, worker};
  const bool done = runGuarded(
      guard,
      [](void* argument) {
        const Call& mine = *static_cast<Call*>(argument);
        failIfCancelled(mine.worker.state());
        mine.value = mine.function();
      },
      &call);
  if (watched) hand.beat = nullptr;
  if (!done) {
    hand.giveBackTo(guard.borrowed);
    hand.freeArraysTo(guard.arrays);
    worker.recover(front);
    worker.other().recover(back);
    raised = guard.raised;
  }
  if (watched) set(nullptr);
  return done;
}

/// What a host is told.
template <class T>
[[nodiscard]] Result<T> resultOf(bool done, const T& value, const Raised& raised,
                                 const char* root) {
  if (done) [[likely]]
    return value;
  return Failure{raised.kind, raised.text(), raised.position == nullptr ? "" : raised.position,
                 root};
}

/// Calls a function of no arguments, which says whether it has done its work, on the big stack;
/// false if not, and if there is no such stack.
template <class Function>
[[nodiscard]] bool attemptOnBigStack(Raised& raised, const Function& function) {
  struct Call {
    const Function& function;
    bool done = false;
  } call{function};
  Guard guard;
  const bool begun = runGuarded(
      guard,
      [](void* argument) {
        auto* mine = static_cast<Call*>(argument);
        mine->done = onBigStack([mine] { return mine->function(); });
      },
      &call);
  if (!begun) raised = guard.raised;
  return begun && call.done;
}

}  // namespace detail

/// The result of a function of a worker, called on the calling thread for `root`, or why it has
/// none.
template <class Function>
[[nodiscard]] auto attempt(Region& region, const char* root, const Function& function) {
  using T = std::invoke_result_t<const Function&, Worker&>;
  Worker& worker = region.here();
  T value{};
  detail::Raised raised;
  const bool done =
      detail::attemptInto(value, raised, worker, nullptr, [&] { return function(worker); });
  return detail::resultOf(done, value, raised, root);
}

/// The same on the big stack (deforest/stack.hpp).
template <class Function>
[[nodiscard]] auto attemptDeep(Region& region, const char* root, const Function& function) {
  using T = std::invoke_result_t<const Function&, Worker&>;
  T value{};
  detail::Raised raised;
  const bool done = detail::attemptOnBigStack(raised, [&] {
    Worker& worker = region.here();
    return detail::attemptInto(value, raised, worker, nullptr, [&] { return function(worker); });
  });
  return detail::resultOf(done, value, raised, root);
}

}  // namespace deforest
