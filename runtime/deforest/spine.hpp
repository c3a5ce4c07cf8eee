// Loops along a list of heavy elements in parallel.
//
// While a loop does the elements of a list one by one, all that follows waits as one call in a
// frame, as the second of two independent calls does (deforest/parallel.hpp). At a beat the loop
// looks some elements ahead, as many as it will do in a few beats, and offers what comes after
// them. Who claims that does the same further on, at once and twice as far, up to a limit: so the
// threads take turns along the list, each finds the next part on offer when it is done with its
// own, and a list without anybody idle is one loop. Nothing has to know how long the list is, and a
// few huge elements are divided like many small ones.
//
// Who has done its own part waits for who has the rest, and does other parts meanwhile, within the
// frame of its own. So a part is at least a sixteenth of what stands in front of it: there are then
// few of them, however long the list is and however heavy its elements are, and hardly any time is
// lost where only one thread has something to do in the end.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "deforest/parallel.hpp"

namespace deforest {

/// The rest of a list, seen from a loop. `Step` moves a place on to the next and says whether there
/// was an element to pass; `Call` computes the loop's results from a place on.
template <class Place, class Step, class Call>
class Spine : private Waiting {
  using Result = std::invoke_result_t<const Call&, Worker&, unsigned, Place>;

 public:
  Spine(Worker& worker, unsigned levels, Place place, Step step, Call call)
      : worker_(worker),
        levels_(levels - 1),
        place_(place),
        beats_(worker.hand().beats),
        counted_(worker.hand().beats),
        step_(std::move(step)),
        call_(std::move(call)) {
    outer = worker.hand().waiting;
    since = worker.hand().beats;
    run = [](Waiting& waiting, Worker& other) {
      auto& mine = static_cast<Spine&>(waiting);
      other.hand().ahead = mine.next_;
      mine.result_ = mine.call_(other, allLevels, mine.split_);
    };
    prepare = [](Waiting& waiting) { return static_cast<Spine&>(waiting).lookAhead(); };
    wait(worker, this);
    const LookAhead now = std::exchange(worker.hand().ahead, {});
    before_ = now.before;
    if (now.elements == 0 || !splitAfter(now.elements)) return;
    const std::size_t most = std::max(now.most, before_ / share);
    next_ = {std::min(2 * now.elements, most), most, inFront()};
    worker.hand().session->announce(*this);
  }
  Spine(const Spine&) = delete;
  Spine& operator=(const Spine&) = delete;
  ~Spine() { wait(worker_, outer); }

  /// The loop has come to a place. Whether another thread has done all from there on: `result`.
  [[nodiscard]] bool doneFrom(Place place) {
    if (place == split_ && offer != nullptr && !takenBack()) return true;
    if (place != place_) {
      ++passed_;
      ++before_;
      // The next element may be as large as this one; if that was small, no more than its root is
      // tried.
      element_ = std::max(std::min(levels_, 1U), levelsWorth(worker_.hand().beats - beats_));
      beats_ = worker_.hand().beats;
      place_ = place;
    }
    return false;
  }

  [[nodiscard]] const Result& result() const { return result_; }

  /// The loop has come to the end of the list, and may write where it is: no more looking ahead.
  void close() { wait(worker_, outer); }

  /// Levels of recursion at which calls for the present element can be handed out.
  [[nodiscard]] unsigned levels() const { return element_; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t beatsAhead = 4;
  static constexpr std::size_t mostBeatsAhead = 16;
  static constexpr std::size_t share = 16;

  // Not inlined: seen in one function with the frame, the compiler takes this for a pointer that
  // outlives it.
  [[gnu::noinline]] static void wait(Worker& worker, Waiting* call) {
    worker.hand().waiting = call;
  }

  // At a beat: chooses where the offered part begins; whether there is one. Where to look at an
  // element takes longer than to do it (the elements are small, and far apart in memory), it is
  // rarely done.
  bool lookAhead() {
    const std::uint32_t beats = std::max(worker_.hand().beats - counted_, std::uint32_t{1});
    if (beats < pause_) return false;
    const std::size_t done = std::exchange(passed_, 0);
    counted_ = worker_.hand().beats;
    const Clock::time_point begin = Clock::now();
    const Clock::duration worked = begin - std::exchange(begun_, begin);
    const bool found = splitAfter(std::max(done * beatsAhead / beats, before_ / share));
    begun_ = Clock::now();
    const bool dear = (begun_ - begin) * done > worked * looked_;
    pause_ = dear ? std::min(std::max(2 * pause_, 32U), 1024U) : 0;
    const std::size_t most = std::max(done * mostBeatsAhead / beats, before_ / share);
    next_ = {dear ? 0 : 2 * looked_, dear ? 0 : most, inFront()};
    return found;
  }

  // How many elements stand in front of the offered part.
  [[nodiscard]] std::size_t inFront() const { return before_ + 1 + looked_; }

  // Moves the beginning of the offered part to `wanted` elements from here, or by half of those
  // that are left if they are not too few.
  bool splitAfter(std::size_t wanted) {
    looked_ = 0;
    Place start = place_;
    if (!step_(start) || !hasElement(start)) return false;
    split_ = start;
    looked_ = advance(split_, wanted);
    if (looked_ == wanted) return true;
    if (looked_ * 8 < wanted) return false;
    split_ = start;
    advance(split_, looked_ / 2);
    return true;
  }

  // Moves on by up to `count` elements, staying at one; by how many.
  std::size_t advance(Place& place, std::size_t count) const {
    for (std::size_t done = 0; done < count; ++done) {
      Place next = place;
      step_(next);
      if (!hasElement(next)) return done;
      place = next;
    }
    return count;
  }

  [[nodiscard]] bool hasElement(Place place) const { return step_(place); }

  // The loop is where the offered part begins: whether nobody claimed it.
  [[gnu::cold]] bool takenBack() { return worker_.hand().session->takeBack(*this, worker_); }

  Worker& worker_;
  const unsigned levels_;
  unsigned element_ = levels_;
  Place place_;
  Place split_{};
  LookAhead next_{};                        // for who claims the offered part
  std::size_t looked_ = 0;                  // elements passed in the last look ahead
  std::size_t passed_ = 0;                  // elements done since beats were last counted
  std::size_t before_ = 0;                  // elements of the list in front of the present one
  std::uint32_t beats_;                     // when the present element was begun
  std::uint32_t counted_;                   // when elements were last counted
  std::uint32_t pause_ = 0;                 // beats until the next look ahead
  Clock::time_point begun_ = Clock::now();  // the elements passed since
  const Step step_;
  const Call call_;
  Result result_{};
};

}  // namespace deforest
