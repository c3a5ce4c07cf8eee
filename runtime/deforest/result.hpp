// What a root gives to a host that lives on when there is no result.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "deforest/fail.hpp"

namespace deforest {

/// Why a root has no result.
struct Failure {
  ErrorKind kind = ErrorKind::Program;
  std::string message;   ///< As an executable prints it.
  std::string position;  ///< `file:line:column` of the source; empty if it is not known.
  std::string root;      ///< The root, by its name in the source.

  /// All of that on one line.
  [[nodiscard]] std::string text() const {
    return (position.empty() ? "" : position + ": ") + message + " (in " + root + ")";
  }
};

/// The same as an exception; `what()` is its text.
class Error : public std::runtime_error {
 public:
  explicit Error(const Failure& failure)
      : std::runtime_error(failure.text()), failure_(std::make_shared<const Failure>(failure)) {}

  [[nodiscard]] const Failure& failure() const noexcept { return *failure_; }
  [[nodiscard]] ErrorKind kind() const noexcept { return failure_->kind; }
  [[nodiscard]] const std::string& message() const noexcept { return failure_->message; }
  [[nodiscard]] const std::string& position() const noexcept { return failure_->position; }
  [[nodiscard]] const std::string& root() const noexcept { return failure_->root; }

 private:
  std::shared_ptr<const Failure> failure_;
};

/// A result, or the reason why there is none.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}  // NOLINT(google-explicit-constructor)
  Result(Failure failure)                        // NOLINT(google-explicit-constructor)
      : failure_(std::make_shared<const Failure>(std::move(failure))) {}

  [[nodiscard]] bool hasValue() const noexcept { return failure_ == nullptr; }
  explicit operator bool() const noexcept { return hasValue(); }

  /// The result. Throws `Error` if there is none; where exceptions are off, ends the process.
  [[nodiscard]] const T& value() const& {
    if (!hasValue()) [[unlikely]]
      refuse(*failure_);
    return value_;
  }
  [[nodiscard]] T value() && {
    if (!hasValue()) [[unlikely]]
      refuse(*failure_);
    return std::move(value_);
  }
  [[nodiscard]] const T& valueOr(const T& other) const { return hasValue() ? value_ : other; }
  /// The result, which must be there.
  [[nodiscard]] const T& operator*() const& noexcept { return value_; }
  [[nodiscard]] T&& operator*() && noexcept { return std::move(value_); }
  [[nodiscard]] const T* operator->() const noexcept { return &value_; }

  /// Why there is no result; only if there is none.
  [[nodiscard]] const Failure& error() const noexcept { return *failure_; }

 private:
  [[noreturn, gnu::cold, gnu::noinline]] static void refuse(const Failure& failure) {
#ifdef __cpp_exceptions
    throw Error(failure);
#else
    detail::Guard::current() = nullptr;
    fail(failure.kind, failure.message.c_str());
#endif
  }

  T value_{};
  std::shared_ptr<const Failure> failure_;
};

}  // namespace deforest
