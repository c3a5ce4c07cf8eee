// Independent calls in parallel, on the threads of oneTBB.
//
// A parallel function does the first of two independent calls itself, while the second waits in a
// frame on its stack. At every beat, when so much was allocated or so many nodes were visited, and
// fewer jobs are on offer than there are threads, the oldest waiting call of the thread, which is
// the largest piece of its work, is offered to the others. Whoever claims an offer first does it:
// the thread that made it when it gets there, a thread of TBB, or a thread that waits for a call of
// its own. So a beat without anybody idle costs nothing, and nobody waits for work not yet begun.
// A thread of TBB that came for an offer stays a while to look for others: to be woken takes longer
// than many calls do.
//
// Waiting frames are kept for a few levels below the start of each job, and for as many below a
// call beside one that was large as divide it into pieces of a fraction of a beat; further down
// calls are serial. A root whose last tree was small begins with fewer, and makes no offer before
// it has taken as long as is worth one.
//
// Under a guard (deforest/fail.hpp) every job has a guard of its own. A job that fails is done, and
// its failure is that of the call that waits for it, so that what fails is what fails without other
// threads. Before a job or a root is left, what it has offered is taken back, or stopped at the
// next beat of who claimed it and waited for.
//
// After U. A. Acar, A. Charguéraud, A. Guatto, M. Rainey and F. Sieczkowski, "Heartbeat scheduling:
// provable efficiency for nested parallelism", PLDI 2018.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "deforest/attempt.hpp"
#include "deforest/fail.hpp"
#include "deforest/region.hpp"
#include "deforest/result.hpp"
#include "deforest/stack.hpp"

// The distribution's TBB is not built for ThreadSanitizer, which then reports TBB's own handing
// over of tasks. There, threads of our own claim the offers: everything else is the same code.
#if defined(__SANITIZE_THREAD__)
#define DEFOREST_OWN_THREADS 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define DEFOREST_OWN_THREADS 1
#endif
#endif

#ifndef DEFOREST_OWN_THREADS
#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>
#endif

namespace deforest {

/// Levels of recursion below the start of a job at which calls can be handed out.
inline constexpr unsigned allLevels = 8;

/// The same below a root whose last tree was small: less than so many beats.
inline constexpr unsigned fewLevels = 4;
inline constexpr std::uint32_t fewBeats = 16;

/// The same below a call that is likely to be as large as one worth so many beats: enough for
/// pieces of an eighth of a beat, in which what a waiting frame costs is lost.
[[nodiscard]] inline unsigned levelsWorth(std::uint32_t beats) {
  return beats == 0 ? 0 : static_cast<unsigned>(std::bit_width(beats)) + 2;
}

/// The levels left to each of so many calls (two or more) that a function makes on its way.
[[nodiscard]] constexpr unsigned share(unsigned levels, unsigned calls) {
  return levels - std::min(levels, static_cast<unsigned>(std::bit_width(calls - 1)));
}

namespace detail {

/// An offer of a waiting call. Shared by who made it and who was told.
struct Offer {
  enum class State { Open, Claimed, Done };
  explicit Offer(Waiting* call) : waiting(call) {}
  Waiting* waiting;              // valid for who claims it
  std::vector<Piece> results{};  // what was made for it
  std::vector<Piece> others{};
  bool failed = false;
  Raised raised{};                // if it failed
  std::atomic<bool> stop{false};  // nobody wants its result any more
  std::atomic<State> state{State::Open};

  [[nodiscard]] bool claim() {
    auto expected = State::Open;
    return state.compare_exchange_strong(expected, State::Claimed, std::memory_order_acq_rel);
  }
};

}  // namespace detail

/// The second of two independent calls, not begun yet. Lives on the stack of who made it.
struct Waiting {
  Waiting* outer = nullptr;
  void (*run)(Waiting&, Worker&) = nullptr;
  std::uint32_t since = 0;  ///< The thread's beats when it began to wait.
  /// Chooses what is offered, if that is not the whole call; false if nothing is worth it.
  bool (*prepare)(Waiting&) = nullptr;
  std::shared_ptr<detail::Offer> offer{};  ///< Set when others were told.
};

/// One parallel evaluation: from the call of a root to its end.
struct Session {
  Session(Worker& root, int concurrency, bool small, bool guarded)
      : region(root.state()),
        concurrency(concurrency),
        guarded(guarded),
        root(&root.hand()),
        begun(root.hand().beats),
        quiet(small ? fewBeats : 0) {}
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  detail::RegionState& region;
  const int concurrency;
  const bool guarded;           // somebody lives on if it fails
  const Hand* const root;       // of the thread that began
  const std::uint32_t begun;    // its beats then
  const std::uint32_t quiet;    // how many it has before it makes an offer
  std::atomic<int> open{0};     // offers nobody has claimed
  std::atomic<int> helpers{0};  // threads told to look for offers
  std::atomic<bool> over{false};
  std::mutex mutex;
  std::vector<std::shared_ptr<detail::Offer>> offers;
#ifdef DEFOREST_OWN_THREADS
  std::vector<std::thread> threads;
#else
  tbb::task_group group;
#endif

  /// Does the call of an offer just claimed.
  void perform(detail::Offer& offer) {
    open.fetch_sub(1, std::memory_order_relaxed);
    // Who waits for the results owns them, however long this thread has things of its own to keep.
    Hand& hand = Region::workerHere(region).hand();
    Worker& worker = hand.borrow(region);
    Worker& other = hand.borrow(region);
    worker.pairWith(other);
    other.pairWith(worker);
    Waiting* const outer = std::exchange(hand.waiting, nullptr);
    Session* const before = std::exchange(hand.session, this);
    const std::atomic<bool>* const stopBefore = std::exchange(hand.stop, &offer.stop);
    setBeat(worker, beat);
    if (guarded) {
      performGuarded(offer, worker);
    } else {
      const detail::Guarding none(nullptr);
      offer.waiting->run(*offer.waiting, worker);
    }
    hand.beat = before == nullptr ? nullptr : beat;
    offer.results = worker.handOver();
    offer.others = other.handOver();
    hand.giveLast();
    hand.giveLast();
    hand.session = before;
    hand.waiting = outer;
    hand.stop = stopBefore;
    offer.state.store(detail::Offer::State::Done, std::memory_order_release);
  }

  void performGuarded(detail::Offer& offer, Worker& worker) const {
    detail::RegionGuard guard(region, worker.hand());
    guard.settle = settle;
    struct Job {
      Waiting& waiting;
      Worker& worker;
    } job{*offer.waiting, worker};
    const bool done = detail::runGuarded(
        guard,
        [](void* argument) {
          const Job& mine = *static_cast<Job*>(argument);
          mine.waiting.run(mine.waiting, mine.worker);
        },
        &job);
    if (done) return;
    worker.hand().giveBackTo(guard.borrowed);
    worker.hand().freeArraysTo(guard.arrays);
    offer.failed = true;
    offer.raised = guard.raised;
  }

  /// Sees to it that nobody works any more for the calls that wait on the thread since the guard
  /// was set up, which are about to be left.
  static void settle(detail::Guard& left) {
    auto& guard = static_cast<detail::RegionGuard&>(left);
    Hand& hand = guard.hand;
    const auto forEachOffer = [&](auto&& visit) {
      for (Waiting* call = hand.waiting; call != guard.waiting; call = call->outer) {
        if (call->offer != nullptr) visit(*call);
      }
    };
    forEachOffer([](Waiting& call) { call.offer->stop.store(true, std::memory_order_relaxed); });
    forEachOffer([&](Waiting& call) {
      detail::Offer& offer = *call.offer;
      if (offer.claim()) {
        hand.session->open.fetch_sub(1, std::memory_order_relaxed);
      } else {
        while (offer.state.load(std::memory_order_acquire) != detail::Offer::State::Done) {
          std::this_thread::yield();
        }
        guard.state.discard(offer.results);
        guard.state.discard(offer.others);
      }
      call.offer = nullptr;
    });
    hand.waiting = guard.waiting;
  }

  /// Fails if nobody wants what the thread is doing.
  void failIfStopped(const Hand& hand) const {
    const std::atomic<bool>* const stop = hand.stop;
    if (stop != nullptr && stop->load(std::memory_order_relaxed)) [[unlikely]] {
      fail(ErrorKind::Cancelled, "stopped");
    }
    detail::failIfCancelled(region);
  }

  /// Does some open offer, if there is one, and stack enough.
  bool help() {
    if (open.load(std::memory_order_relaxed) == 0) return false;
    if (!detail::hasStack(2 * detail::StackEnd::margin)) return false;
    std::shared_ptr<detail::Offer> mine;
    {
      const std::lock_guard<std::mutex> lock(mutex);
      while (!offers.empty() && mine == nullptr) {
        if (offers.front()->claim()) mine = offers.front();
        offers.erase(offers.begin());
      }
    }
    if (mine == nullptr) return false;
    perform(*mine);
    return true;
  }

  /// Does offers for as long as there are any, and looks for more for a while.
  void serve() {
    using Clock = std::chrono::steady_clock;
    do {
      Clock::time_point last = Clock::now();
      while (!over.load(std::memory_order_relaxed)) {
        if (help()) {
          last = Clock::now();
        } else {
          if (Clock::now() - last > patience) break;
          std::this_thread::yield();
        }
      }
      helpers.fetch_sub(1);
      // One made just now has perhaps counted on this thread.
    } while (open.load() > 0 && !over && enlist());
  }

  /// Whether one more thread may be told to look for offers; then it must be.
  bool enlist() {
    int now = helpers.load();
    while (now < concurrency - 1) {
      if (helpers.compare_exchange_weak(now, now + 1)) return true;
    }
    return false;
  }

  /// Tells the other threads about a call of this one.
  void announce(Waiting& call) {
    call.offer = std::make_shared<detail::Offer>(&call);
    {
      const std::lock_guard<std::mutex> lock(mutex);
      offers.push_back(call.offer);
    }
    open.fetch_add(1);
    if (!enlist()) return;
    const auto job = [this] {
      detail::Raised noStack;
      static_cast<void>(detail::attemptOnBigStack(noStack, [this] {
        serve();
        return true;
      }));
    };
#ifdef DEFOREST_OWN_THREADS
    const std::lock_guard<std::mutex> lock(mutex);
    threads.emplace_back(job);
#else
    group.run(job);
#endif
  }

  /// What happens at every beat of a thread from now on; null: nothing.
  static void setBeat(Worker& worker, void (*beat)(Worker&)) {
    worker.hand().beat = beat;
    worker.restartBeat();
    worker.other().restartBeat();
  }

  /// Offers the oldest call that waits on this thread, if the others may want it.
  static void beat(Worker& worker) {
    const Hand& hand = worker.hand();
    Session& session = *hand.session;
    if (session.guarded) session.failIfStopped(hand);
    if (session.open.load(std::memory_order_relaxed) >= session.concurrency) return;
    if (&hand == session.root && hand.beats - session.begun < session.quiet) return;
    Waiting* oldest = nullptr;
    for (const Waiting* refused = nullptr;; refused = oldest) {
      oldest = nullptr;
      for (Waiting* call = hand.waiting;
           call != nullptr && call != refused && call->offer == nullptr; call = call->outer) {
        oldest = call;
      }
      // What has not waited for a whole beat is beside a call too small to say that this is not.
      if (oldest == nullptr || hand.beats - oldest->since < 2) return;
      if (oldest->prepare == nullptr || oldest->prepare(*oldest)) break;
    }
    session.announce(*oldest);
  }

  /// The caller needs the result of its own call: takes the offer back and is told so, or waits
  /// until whoever claimed it is done, and does other offers in the meantime. What was made for it
  /// then belongs to `worker` and its other one. Fails if the call has failed.
  [[nodiscard]] bool takeBack(Waiting& call, Worker& worker) {
    detail::needStack();
    detail::Raised raised;
    switch (waitFor(*call.offer, worker, raised)) {
      case Claim::Ours:
        call.offer = nullptr;
        return true;
      case Claim::Done:
        return false;
      case Claim::Failed:
        break;
    }
    call.offer = nullptr;
    detail::raise(raised);
  }

  enum class Claim { Ours, Done, Failed };

  [[nodiscard]] Claim waitFor(detail::Offer& offer, Worker& worker, detail::Raised& raised) {
    if (offer.claim()) {
      open.fetch_sub(1, std::memory_order_relaxed);
      return Claim::Ours;
    }
    const std::atomic<bool>* const stop = worker.hand().stop;
    for (unsigned turn = 0;
         offer.state.load(std::memory_order_acquire) != detail::Offer::State::Done; ++turn) {
      if (stop != nullptr && stop->load(std::memory_order_relaxed)) {
        offer.stop.store(true, std::memory_order_relaxed);
      }
      if (help()) {
        turn = 0;
      } else if (turn > 64) {
        std::this_thread::yield();
      }
    }
    worker.adopt(std::move(offer.results));
    worker.other().adopt(std::move(offer.others));
    if (!offer.failed) return Claim::Done;
    raised = offer.raised;
    return Claim::Failed;
  }

  static constexpr std::chrono::microseconds patience{200};

  /// Returns when no other thread can touch this session any more.
  void finish() {
    over = true;
#ifdef DEFOREST_OWN_THREADS
    for (std::thread& thread : threads) thread.join();
#else
    group.wait();
#endif
  }
};

/// A call that is done later, or by another thread meanwhile. `Call` is a function of the worker of
/// the thread that does it, and of the levels left to it. Of several the one begun last is joined
/// first.
///
///     deforest::Fork fork(worker, levels, [=](deforest::Worker& other, unsigned depth) { .. });
///     ..
///     const auto result = fork.join();
template <class Call>
class Fork : private Waiting {
  using Result = std::invoke_result_t<const Call&, Worker&, unsigned>;

 public:
  Fork(Worker& worker, unsigned levels, Call call)
      : worker_(worker), levels_(levels), call_(std::move(call)) {
    Hand& hand = worker.hand();
    outer = hand.waiting;
    since = hand.beats;
    run = [](Waiting& waiting, Worker& other) {
      auto& mine = static_cast<Fork&>(waiting);
      mine.result_ = mine.call_(other, allLevels);
    };
    hand.waiting = this;
  }
  Fork(const Fork&) = delete;
  Fork& operator=(const Fork&) = delete;

  [[nodiscard]] Result join() {
    Hand& hand = worker_.hand();
    hand.waiting = outer;
    const bool isOurs = offer == nullptr || hand.session->takeBack(*this, worker_);
    if (!isOurs) return result_;
    // What has taken long in the meantime says that this may be large too.
    return call_(worker_, std::max(levels_, levelsWorth(hand.beats - since)));
  }

 private:
  Worker& worker_;
  const unsigned levels_;
  const Call call_;
  Result result_{};
};

/// How many threads a root called here may use: that of the arena it is called in.
[[nodiscard]] inline int concurrency() {
#ifdef DEFOREST_OWN_THREADS
  return std::max(2, static_cast<int>(std::thread::hardware_concurrency()));
#else
  const auto allowed =
      tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
  return std::min(tbb::this_task_arena::max_concurrency(), static_cast<int>(allowed));
#endif
}

namespace detail {

/// Calls a function of the levels that a root begins with, while other threads may help `worker`.
/// `small` says whether the root's last tree was.
template <class Function>
auto withHelpers(Worker& worker, int threads, std::atomic<bool>& small, bool guarded,
                 const Function& function) {
  const bool wasSmall = small.load(std::memory_order_relaxed);
  Session session(worker, threads, wasSmall, guarded);
  Hand& hand = worker.hand();
  Waiting* const outer = std::exchange(hand.waiting, nullptr);
  Session* const before = std::exchange(hand.session, &session);
  const std::atomic<bool>* const stop = std::exchange(hand.stop, nullptr);
  Session::setBeat(worker, Session::beat);
  auto result = function(wasSmall ? fewLevels : allLevels);
  const bool isSmall = hand.beats - session.begun < fewBeats;
  if (isSmall != wasSmall) small.store(isSmall, std::memory_order_relaxed);
  hand.session = before;
  hand.waiting = outer;
  hand.stop = stop;
  Session::setBeat(worker, before == nullptr ? nullptr : Session::beat);
  session.finish();
  return result;
}

}  // namespace detail

/// The result of a root: `serial(worker)` where only one thread is to be had, otherwise
/// `parallel(worker, levels)`.
template <class Serial, class Parallel>
auto runRoot(Region& region, Serial serial, Parallel parallel) {
  const int threads = concurrency();
  return onBigStack([&] {
    Worker& worker = region.here();
    if (threads <= 1) return serial(worker);
    // Of every root one, as its functions are its own.
    static std::atomic<bool> small{false};
    return detail::withHelpers(worker, threads, small, false,
                               [&](unsigned levels) { return parallel(worker, levels); });
  });
}

/// The same for a host that lives on if it fails (deforest/attempt.hpp).
template <class Serial, class Parallel>
[[nodiscard]] auto attempt(Region& region, const char* root, const Serial& serial,
                           const Parallel& parallel) {
  const int threads = concurrency();
  if (threads <= 1) return attemptDeep(region, root, serial);
  using T = std::invoke_result_t<const Serial&, Worker&>;
  T value{};
  detail::Raised raised;
  const bool done = detail::attemptOnBigStack(raised, [&] {
    Worker& worker = region.here();
    static std::atomic<bool> small{false};
    return detail::withHelpers(worker, threads, small, true, [&](unsigned levels) {
      return detail::attemptInto(value, raised, worker, Session::settle,
                                 [&] { return parallel(worker, levels); });
    });
  });
  return detail::resultOf(done, value, raised, root);
}

/// At most so many threads for as long as it lives; 0: as many as there are.
class ThreadLimit {
 public:
  explicit ThreadLimit([[maybe_unused]] std::size_t threads) {
#ifndef DEFOREST_OWN_THREADS
    if (threads != 0) limit_.emplace(tbb::global_control::max_allowed_parallelism, threads);
#endif
  }

 private:
#ifndef DEFOREST_OWN_THREADS
  std::optional<tbb::global_control> limit_;
#endif
};

}  // namespace deforest
