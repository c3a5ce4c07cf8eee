#include "driver/big_stack.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>

#include "support/check.hpp"

namespace deforest::driver {
namespace {

struct Crash {
  std::string path;
  std::string content;
  std::string message;
};

// Read by the signal handler, which may neither allocate nor lock.
Crash crash;

constexpr int internalErrorStatus = 70;

void put(int descriptor, const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t count = ::write(descriptor, text.data() + done, text.size() - done);
    if (count <= 0) return;
    done += static_cast<std::size_t>(count);
  }
}

extern "C" void handleCrash(int) {
  if (!crash.path.empty()) {
    const int file = ::open(crash.path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (file >= 0) put(file, crash.content);
  }
  put(STDERR_FILENO, crash.message);
  ::_exit(internalErrorStatus);
}

// A sanitizer reports a signal better than this handler can.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;
#elif defined(__has_feature)
constexpr bool sanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool sanitized = false;
#endif

struct Task {
  const std::function<int()>* body;
  int status = 0;
};

// A stack overflow leaves no stack for its handler, which therefore has one of its own.
class HandlerStack {
 public:
  HandlerStack() : memory_(std::malloc(size)) {
    stack_t stack{};
    stack.ss_sp = memory_;
    stack.ss_size = size;
    if (memory_ != nullptr) ::sigaltstack(&stack, nullptr);
  }
  HandlerStack(const HandlerStack&) = delete;
  HandlerStack& operator=(const HandlerStack&) = delete;
  ~HandlerStack() {
    stack_t stack{};
    stack.ss_flags = SS_DISABLE;
    ::sigaltstack(&stack, nullptr);
    std::free(memory_);
  }

 private:
  static constexpr std::size_t size = 64 * 1024;
  void* memory_;
};

void* runTask(void* argument) {
  const HandlerStack handlerStack;
  auto* task = static_cast<Task*>(argument);
  task->status = (*task->body)();
  return nullptr;
}

}  // namespace

int runOnBigStack(const std::function<int()>& body) {
  Task task{&body};
  for (std::size_t mebibytes = 1024; mebibytes >= 64; mebibytes /= 2) {
    pthread_attr_t attributes;
    support::check(::pthread_attr_init(&attributes) == 0, "thread attributes");
    ::pthread_attr_setstacksize(&attributes, mebibytes << 20);
    pthread_t thread{};
    const int error = ::pthread_create(&thread, &attributes, runTask, &task);
    ::pthread_attr_destroy(&attributes);
    if (error == 0) {
      ::pthread_join(thread, nullptr);
      return task.status;
    }
  }
  return body();
}

void onCrash(std::string path, std::string content, std::string message) {
  if (sanitized) return;
  crash = {std::move(path), std::move(content), std::move(message)};
  struct sigaction action {};
  action.sa_handler = handleCrash;
  action.sa_flags = SA_ONSTACK;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGABRT}) ::sigaction(signal, &action, nullptr);
}

}  // namespace deforest::driver
