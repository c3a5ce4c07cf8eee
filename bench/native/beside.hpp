// A thread that does something beside the one that asks: what two serial computations at once take
// is what a machine has for two threads, whatever else it does at the moment.
#pragma once

#include <atomic>
#include <functional>
#include <thread>
#include <utility>

namespace bench {

/// Keeps one thread. It is awake from `prepare` on, begins at `go`, and is waited for by `wait`.
class Beside {
 public:
  Beside() : thread_([this] { loop(); }) {}
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;
  ~Beside() {
    step(Ask);
    thread_.join();
  }

  void prepare(std::function<void()> work) {
    work_ = std::move(work);
    step(Ask);
    while (state_.load() != Ready) {
    }
  }
  void go() { state_.store(Go); }
  void wait() {
    while (state_.load() != Idle) {
    }
  }

 private:
  enum State : int { Idle, Ask, Ready, Go };

  void step(State state) {
    state_.store(state);
    state_.notify_one();
  }

  void loop() {
    while (true) {
      state_.wait(Idle);
      if (work_ == nullptr) return;
      state_.store(Ready);
      while (state_.load() != Go) {
      }
      std::exchange(work_, nullptr)();
      state_.store(Idle);
    }
  }

  std::function<void()> work_;
  std::atomic<int> state_{Idle};
  std::thread thread_;
};

}  // namespace bench
