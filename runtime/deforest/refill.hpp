// How workers come to their slices, and give them back.
//
// A worker keeps the slice that it gave up last, so that a loop which goes back and forth across
// the end of one is quick. These are some megabytes of a small program: before a page is touched
// for the first time, what the thread's other workers keep is used. Part of deforest/region.hpp,
// which includes it.
#pragma once

#include "deforest/region.hpp"

namespace deforest {

inline void Worker::more(std::size_t bytes) {
  detail::needStack();
  if (left() < bytes) {
    if (count_ != 0) pieces_.back().used = usedHere();
    // Small portions first: there may be many workers, and each has only begun with its last.
    std::size_t kind = count_ == 0 ? 0 : count_ < 32 ? 1 : 2;
    while (state_->slices[kind].size < bytes) ++kind;
    Chunk slice = spare_.size >= bytes ? std::exchange(spare_, {}) : Chunk{};
    const char* why = nullptr;
    // Of another class where there is none.
    for (; slice.begin == nullptr; --kind) {
      slice = hand_->take(*state_, kind, bytes, why);
      const bool smaller = kind > 0 && state_->slices[kind - 1].size >= bytes;
      if (slice.begin == nullptr && !smaller) fail(ErrorKind::Memory, why);
    }
    pieces_.push_back({slice, slice.begin});
    ++count_;
    next_ = slice.begin;
    end_ = slice.begin + slice.size;
  }
  if (hand_->beat == nullptr) {
    limit_ = end_;
    return;
  }
  limit_ = next_ + std::min(left(), std::max(beatBytes, bytes));
  ++hand_->beats;
  hand_->beat(*this);
}

inline void Worker::giveSpare() {
  if (spare_.begin != nullptr) state_->give(std::exchange(spare_, {}));
}

// The first slice is kept: who comes back to nothing goes on in it.
inline void Worker::releasePieces(Mark mark) {
  detail::needStack();
  const std::size_t keep = std::max<std::size_t>(mark.pieces, 1);
  std::byte* const to = mark.pieces == 0 ? pieces_[0].from : mark.next;
  std::byte* end = next_;
  while (count_ > keep) {
    const Piece piece = pieces_.back();
    detail::forbid(piece.from, static_cast<std::size_t>(end - piece.from));
    if (piece.owned) {
      if (spare_.begin == nullptr) {
        spare_ = piece.slice;
      } else {
        state_->give(piece.slice);
      }
    }
    pieces_.pop_back();
    --count_;
    end = pieces_.back().from + pieces_.back().used;
  }
  detail::forbid(to, static_cast<std::size_t>(end - to));
  next_ = to;
  end_ = pieces_.back().slice.begin + pieces_.back().slice.size;
  restartBeat();
}

inline void Worker::recover(Mark mark) {
  if (count_ == 0) return;
  if (mark.next == nullptr) mark = {pieces_[0].from, 1};
  if (count_ != mark.pieces) return releasePieces(mark);
  detail::forbid(mark.next, static_cast<std::size_t>(end_ - mark.next));
  next_ = mark.next;
  restartBeat();
}

// What it makes next goes on where it was.
inline void Worker::adopt(std::vector<Piece> pieces) {
  if (pieces.empty()) return;
  if (count_ != 0) {
    pieces_.back().used = usedHere();
    pieces.push_back({pieces_.back().slice, next_, 0, false});
  } else {
    const Piece& last = pieces.back();
    next_ = last.from + last.used;
    end_ = last.slice.begin + last.slice.size;
  }
  pieces_.insert(pieces_.end(), pieces.begin(), pieces.end());
  count_ = pieces_.size();
  restartBeat();
}

inline Worker& Hand::borrow(detail::RegionState& state) {
  detail::needStack();
  if (borrowed == all.size()) {
    all.push_back(std::make_unique<Worker>(state, *this, nullptr));
  }
  Worker& worker = *all[borrowed++];
  worker.pocket = nullptr;
  return worker;
}

inline Chunk Hand::take(detail::RegionState& state, std::size_t kind, std::size_t bytes,
                        const char*& why) {
  if (!state.hasUsed(kind, bytes)) {
    for (Worker* worker : own) {
      if (worker != nullptr) worker->giveSpare();
    }
    for (const auto& worker : all) worker->giveSpare();
  }
  return state.tryTake(kind, bytes, why);
}

inline void Hand::giveBackTo(std::size_t count) {
  while (borrowed > count) {
    Worker& worker = *all[--borrowed];
    worker.state().discard(worker.handOver());
  }
}

}  // namespace deforest
