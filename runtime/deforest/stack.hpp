// A stack for recursion of any depth: as much address space as the system gives, of which only the
// part in use takes memory.
//
// `onBigStack` runs a function on the calling thread, on that stack. Under sanitizers, which have
// to know about stacks, it runs it on a thread with a large stack of its own instead.
//
// Recursion that comes to the end of the stack is a failure like others (deforest/fail.hpp).
#pragma once

#include <pthread.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>

#include "deforest/fail.hpp"
#include "deforest/stack_end.hpp"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define DEFOREST_STACK_OF_THREAD 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define DEFOREST_STACK_OF_THREAD 1
#endif
#endif

namespace deforest::detail {

/// The big stack of one thread.
class BigStack {
 public:
  static constexpr std::size_t largest = std::size_t{64} << 30U;
  static constexpr std::size_t smallest = std::size_t{8} << 20U;
  static constexpr std::size_t guard = std::size_t{64} << 10U;
  static constexpr std::size_t keep = std::size_t{64} << 20U;  // stays resident between uses
  static constexpr std::size_t small = std::size_t{2} << 20U;  // in pages of the usual size
  static constexpr std::size_t handlerBytes = std::size_t{32} << 10U;
  /// No run that used more than `keep` was over before: its pages alone take longer.
  static constexpr std::chrono::microseconds quick{100};

  explicit BigStack(std::size_t most) : most_(most) {
    for (size_ = most; size_ >= std::min(most, smallest); size_ /= 2) {
      void* memory = ::mmap(nullptr, size_, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
      if (memory != MAP_FAILED) {
        begin_ = static_cast<std::byte*>(memory);
        break;
      }
    }
    if (begin_ == nullptr) return;
    ::mprotect(begin_, guard, PROT_NONE);
    // Most recursions need little: huge pages begin further down.
    if (size_ > guard + small) ::madvise(begin_ + guard, size_ - guard - small, MADV_HUGEPAGE);
    reportOverflow();
  }
  BigStack(const BigStack&) = delete;
  BigStack& operator=(const BigStack&) = delete;
  ~BigStack() {
    if (handlerStack_ != nullptr) {
      stack_t none{};
      none.ss_flags = SS_DISABLE;
      ::sigaltstack(&none, nullptr);
      std::free(handlerStack_);
    }
    mine() = nullptr;
    if (begin_ != nullptr) ::munmap(begin_, size_);
  }

  /// That of the calling thread, made anew if another size is wanted now.
  static BigStack& here() {
    thread_local std::unique_ptr<BigStack> stack;
    const std::size_t most = wanted().load(std::memory_order_relaxed);
    if (stack == nullptr || stack->most_ != most || stack->begin_ == nullptr) {
      stack = nullptr;
      stack = std::make_unique<BigStack>(most);
    }
    return *stack;
  }

  /// The size of stacks made from now on, in bytes.
  static std::atomic<std::size_t>& wanted() {
    static std::atomic<std::size_t> bytes{largest};
    return bytes;
  }

  [[nodiscard]] bool exists() const { return begin_ != nullptr; }

  /// Is the calling thread on its big stack?
  static bool& active() {
    thread_local bool value = false;
    return value;
  }

  void run(void (*function)(void*), void* argument) {
    ucontext_t inside;
    ::getcontext(&inside);
    inside.uc_stack.ss_sp = begin_ + guard;
    inside.uc_stack.ss_size = size_ - guard;
    inside.uc_link = &outside_;
    function_ = function;
    argument_ = argument;
    const auto self = reinterpret_cast<std::uintptr_t>(this);
    ::makecontext(&inside, reinterpret_cast<void (*)()>(enter), 2,
                  static_cast<unsigned>(self >> 32U), static_cast<unsigned>(self & 0xffffffffU));
    active() = true;
    StackEnd::here() = {reinterpret_cast<std::uintptr_t>(begin_) + guard + StackEnd::margin, size_};
    const auto begin = std::chrono::steady_clock::now();
    ::swapcontext(&outside_, &inside);
    StackEnd::here() = {};
    active() = false;
    if (std::chrono::steady_clock::now() - begin > quick) releaseDepth();
  }

 private:
  static void enter(unsigned high, unsigned low) {
    auto* self = reinterpret_cast<BigStack*>((std::uintptr_t{high} << 32U) | low);
    self->function_(self->argument_);
  }

  // Gives the memory of an unusually deep recursion back.
  void releaseDepth() const {
    if (size_ <= 2 * keep) return;
    std::byte* mark = begin_ + size_ - keep;
    unsigned char resident = 0;
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    if (::mincore(mark - page, page, &resident) == 0 && (resident & 1U) != 0) {
      ::madvise(begin_ + guard, size_ - guard - keep, MADV_DONTNEED);
    }
  }

  static BigStack*& mine() {
    thread_local BigStack* stack = nullptr;
    return stack;
  }

  // A recursion that uses up even this stack fails, unless the program handles such signals itself.
  // It was emitted code that ran into the end, and no function that must be brought to an end
  // (deforest/stack_end.hpp), so it can be left from here. The signal is not blocked meanwhile,
  // because nobody would unblock it then.
  void reportOverflow() {
    mine() = this;
    struct sigaction present {};
    if (::sigaction(SIGSEGV, nullptr, &present) != 0) return;
    const bool isDefault = (present.sa_flags & SA_SIGINFO) == 0 && present.sa_handler == SIG_DFL;
    const bool isOurs = (present.sa_flags & SA_SIGINFO) != 0 && present.sa_sigaction == onFault;
    if (!isDefault && !isOurs) return;
    stack_t old{};
    if (::sigaltstack(nullptr, &old) == 0 && (old.ss_flags & SS_DISABLE) != 0) {
      handlerStack_ = std::malloc(handlerBytes);
      stack_t fresh{};
      fresh.ss_sp = handlerStack_;
      fresh.ss_size = handlerBytes;
      if (handlerStack_ != nullptr) ::sigaltstack(&fresh, nullptr);
    }
    struct sigaction ours {};
    ours.sa_sigaction = onFault;
    ours.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    ::sigaction(SIGSEGV, &ours, nullptr);
  }

  static void onFault(int, siginfo_t* info, void*) {
    const BigStack* stack = mine();
    auto* address = static_cast<std::byte*>(info->si_addr);
    if (stack != nullptr && address >= stack->begin_ && address < stack->begin_ + guard) {
      if (Guard::current() != nullptr) failStack(stack->size_);
      char text[512];
      const int length =
          std::snprintf(text, sizeof text, "%s: deforest: stack exhausted at %zu MiB\n",
                        nameOfProgram(), stack->size_ >> 20U);
      const auto said = std::min(static_cast<std::size_t>(length), sizeof text - 1);
      if (::write(STDERR_FILENO, text, said) < 0) std::_Exit(2);
      std::_Exit(1);
    }
    // Not ours: returning faults again, now with the default action.
    std::signal(SIGSEGV, SIG_DFL);
  }

  const std::size_t most_;
  std::byte* begin_ = nullptr;
  std::size_t size_ = 0;
  ucontext_t outside_{};
  void (*function_)(void*) = nullptr;
  void* argument_ = nullptr;
  void* handlerStack_ = nullptr;
};

/// Runs a function on a thread with a large stack and waits for it; false if there can be none.
inline bool runOnLargeThread(void (*function)(void*), void* argument) {
  struct Job {
    void (*function)(void*);
    void* argument;
  } job{function, argument};
  for (std::size_t size = std::size_t{4} << 30U; size >= BigStack::smallest; size /= 2) {
    pthread_attr_t attributes;
    if (::pthread_attr_init(&attributes) != 0) break;
    ::pthread_attr_setstacksize(&attributes, size);
    pthread_t thread{};
    const int error = ::pthread_create(
        &thread, &attributes,
        [](void* p) -> void* {
          BigStack::active() = true;
          const auto* mine = static_cast<Job*>(p);
          mine->function(mine->argument);
          return nullptr;
        },
        &job);
    ::pthread_attr_destroy(&attributes);
    if (error == 0) {
      ::pthread_join(thread, nullptr);
      return true;
    }
  }
  return false;
}

}  // namespace deforest::detail

namespace deforest {

/// From now on recursion fails (`ErrorKind::Stack`) that needs more than about so many bytes of
/// stack on one thread, at least 1 MiB; at first 64 GiB, or what the system gives.
inline void limitStack(std::size_t bytes) {
  detail::BigStack::wanted().store(
      std::clamp(bytes, std::size_t{1} << 20U, detail::BigStack::largest),
      std::memory_order_relaxed);
}

/// The result of `function`, computed on the calling thread's big stack. Within such a call it is
/// an ordinary call.
template <class Function>
std::invoke_result_t<Function> onBigStack(Function&& function) {
  using Result = std::invoke_result_t<Function>;
  if (detail::BigStack::active()) return function();
#ifndef DEFOREST_STACK_OF_THREAD
  if (!detail::BigStack::here().exists()) fail(ErrorKind::Stack, "deforest: no memory for a stack");
#endif
  const auto run = [](void (*entry)(void*), void* argument) {
#ifdef DEFOREST_STACK_OF_THREAD
    if (!detail::runOnLargeThread(entry, argument)) {
      fail(ErrorKind::Stack, "deforest: no memory for a stack");
    }
#else
    detail::BigStack::here().run(entry, argument);
#endif
  };
  if constexpr (std::is_void_v<Result>) {
    run([](void* f) { (*static_cast<std::remove_reference_t<Function>*>(f))(); },
        static_cast<void*>(std::addressof(function)));
  } else {
    struct Call {
      std::remove_reference_t<Function>* function;
      Result result;
    } call{std::addressof(function), Result{}};
    run(
        [](void* p) {
          auto* mine = static_cast<Call*>(p);
          mine->result = (*mine->function)();
        },
        &call);
    return call.result;
  }
}

}  // namespace deforest
