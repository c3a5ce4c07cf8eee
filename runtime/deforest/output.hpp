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
    static Sink sink{stdout};
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

  /// Prints what was printed apart, which is gone then.
  Output append(Output other) const {
    std::fclose(other.sink_->file);
    put({other.sink_->text, other.sink_->size});
    std::free(other.sink_->text);  // NOLINT(cppcoreguidelines-no-malloc)
    delete other.sink_;
    return *this;
  }

 private:
  struct Sink {
    std::FILE* file = nullptr;
    char* text = nullptr;
    std::size_t size = 0;
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
