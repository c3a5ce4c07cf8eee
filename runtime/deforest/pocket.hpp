// Pockets: what a function makes for a part of its way, and gives back before it goes on, while
// what it made later stays.
//
//     deforest::Pocket pocket(worker);
//     const auto* tree = grow(pocket.worker(), n);
//     const auto* list = elements(scratch, tree);
//     pocket.release();
//     const auto* sorted = sort(scratch, list);
#pragma once

#include "deforest/region.hpp"

namespace deforest {

/// A worker for what is given back by itself, at the latest with the pocket. What it needs on its
/// way it makes in the other worker of the one it is for.
class Pocket {
 public:
  explicit Pocket(Worker& owner) {
    worker_ = &owner.hand().borrow(owner.state());
    worker_->pairWith(owner.other());
    worker_->restartBeat();
    worker_->pocket = this;
  }
  Pocket(const Pocket&) = delete;
  Pocket& operator=(const Pocket&) = delete;
  ~Pocket() {
    if (worker_ == nullptr) return;
    worker_->clear();
    worker_->hand().giveLast();
  }

  [[nodiscard]] Worker& worker() const { return *worker_; }

  /// Frees what was made in it; nothing more may be. The worker is given back as soon as those of
  /// later pockets are, so that a recursion that goes on from here finds it free.
  void release() {
    if (worker_ == nullptr) return;
    worker_->clear();
    released_ = true;
    giveReleased(worker_->hand());
  }

 private:
  // Gives back the workers borrowed last whose pockets are done with.
  static void giveReleased(Hand& hand) {
    while (hand.borrowed > 0) {
      Pocket* const last = hand.all[hand.borrowed - 1]->pocket;
      if (last == nullptr || !last->released_) return;
      last->worker_ = nullptr;
      hand.giveLast();
    }
  }

  Worker* worker_;
  bool released_ = false;
};

}  // namespace deforest
