// What a program prints, as it prints it.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "deforest/fail.hpp"
#include "deforest/show.hpp"

namespace deforest {

/// Stands for what has been printed: who has it may print what comes next. One thread has it at a
/// time, so that the stream is not locked for every character.
class Output {
 public:
  Output() = default;

  /// What a program begins with, on the thread that prints.
  [[nodiscard]] static Output standard() {
    static Sink sink{stdout, stderr};
    // A line at a time. What is left is written at the end, however that comes.
    [[maybe_unused]] static const int unused = std::setvbuf(stderr, nullptr, _IOLBF, BUFSIZ);
    detail::Printing::begin();
    return Output(&sink);
  }

  /// Where a thread prints what comes later.
  [[nodiscard]] static Output apart() {
    auto* sink = new Sink;
    sink->file = open_memstream(&sink->text, &sink->size);
    if (sink->file == nullptr) fail(ErrorKind::Memory, "deforest: out of memory");
    return Output(sink);
  }

  /// Prints text in UTF-8.
  Output put(std::string_view text) const {
    fwrite_unlocked(text.data(), 1, text.size(), sink_->file);
    return *this;
  }

  /// Prints one character.
  Output put(char32_t character) const {
    if (character < 0x80) [[likely]] {
      putc_unlocked(static_cast<int>(character), sink_->file);
      return *this;
    }
    return putOther(character);
  }

  /// Prints text to standard error.
  [[gnu::noinline]] Output putError(std::string_view text) const {
    if (sink_->errors == nullptr) {
      sink_->errorText += text;
    } else {
      std::fwrite(text.data(), 1, text.size(), sink_->errors);
    }
    return *this;
  }
  [[gnu::noinline]] Output putError(char32_t character) const {
    std::string bytes;
    appendUtf8(bytes, character);
    return putError(bytes);
  }

  /// Prints what was printed apart, which is gone then.
  Output append(Output other) const {
    std::fclose(other.sink_->file);
    put({other.sink_->text, other.sink_->size});
    if (!other.sink_->errorText.empty()) putError(other.sink_->errorText);
    std::free(other.sink_->text);  // NOLINT(cppcoreguidelines-no-malloc)
    delete other.sink_;
    return *this;
  }

 private:
  struct Sink {
    std::FILE* file = nullptr;
    std::FILE* errors = nullptr;  // null: they are kept in `errorText`
    char* text = nullptr;
    std::size_t size = 0;
    std::string errorText = {};
  };

  explicit Output(Sink* sink) : sink_(sink) {}

  [[gnu::noinline]] Output putOther(char32_t character) const {
    std::string bytes;
    appendUtf8(bytes, character);
    return put(bytes);
  }

  Sink* sink_ = nullptr;
};

/// Ends a program that has printed; where that could not be written, its end is a failure.
inline void finish(Output) {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    fail("deforest: cannot write to standard output");
  }
}

}  // namespace deforest
