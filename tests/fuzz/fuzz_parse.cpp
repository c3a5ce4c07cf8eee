// The front end under libFuzzer. Inputs run on one thread with a large stack, as in the compiler.
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

#include "driver/big_stack.hpp"
#include "parse_property.hpp"

namespace {

class Worker {
 public:
  Worker() {
    std::thread([this] { deforest::driver::runOnBigStack([this] { return run(); }); }).detach();
  }

  void check(std::string text) {
    std::unique_lock lock(mutex_);
    text_ = std::move(text);
    waiting_ = true;
    changed_.notify_all();
    changed_.wait(lock, [this] { return !waiting_; });
  }

 private:
  // An exception ends the program here, which is what makes the input a finding.
  [[noreturn]] int run() noexcept {
    while (true) {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return waiting_; });
      deforest::fuzz::checkFrontEnd(text_);
      waiting_ = false;
      changed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::string text_;
  bool waiting_ = false;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // Never destroyed, since the thread uses it to the end.
  static auto& worker = *new Worker();
  worker.check(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
