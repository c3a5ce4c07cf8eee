// Trees in files, by cereal: for caches, and for data of tests. Needs cereal, and a header that was
// emitted with `--cereal`.
//
//     cereal::BinaryOutputArchive archive(file);
//     deforest::save(archive, tree);
//
//     cereal::BinaryInputArchive archive(file);
//     const deforest::Result<const Tree*> tree = deforest::load<const Tree*>(archive, region);
//
// Any archive of cereal will do, and may hold other things before and behind. A tree is written
// from the root down, node by node; of a text (JSON, XML) these are the names of constructors and
// the values of fields, `"Node", 3, "Leaf", "Leaf"`, otherwise numbers and, at the end, a checksum.
// No recursion is needed for that, however deep the tree is. What is shared is written several
// times.
//
// A file that is damaged, ends too early, or holds something else gives no tree but an error: in a
// text, unless it is one that could have been saved.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cereal/cereal.hpp>
#include <cereal/types/string.hpp>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "deforest/attempt.hpp"
#include "deforest/integer.hpp"
#include "deforest/region.hpp"
#include "deforest/result.hpp"
#include "deforest/saving.hpp"

namespace deforest {

namespace detail {

inline constexpr std::uint64_t savedMark = 0x6565727420666564U;  // "def tree"

/// What writing and reading have in common: what is said of the archive, and of what was saved.
template <class Archive>
class TreeArchive {
 public:
  static constexpr bool isText = cereal::traits::is_text_archive<Archive>::value;

 protected:
  explicit TreeArchive(Archive& archive) : archive_(archive) {}

  template <class T>
  void count(T value) {
    std::uint64_t bits = 0;
    if constexpr (std::is_same_v<T, double>) {
      bits = std::bit_cast<std::uint64_t>(value);
    } else if constexpr (std::is_same_v<T, float>) {
      bits = std::bit_cast<std::uint32_t>(value);
    } else {
      bits = static_cast<std::uint64_t>(value);
    }
    sum_ = (sum_ ^ bits) * 0x9e3779b97f4a7c15U;
    sum_ ^= sum_ >> 29U;
  }

  [[nodiscard]] std::uint64_t sum() const { return sum_; }

  Archive& archive_;

 private:
  std::uint64_t sum_ = savedMark;
};

template <class Archive>
class TreeWriter : public TreeArchive<Archive> {
  using Base = TreeArchive<Archive>;

 public:
  explicit TreeWriter(Archive& archive) : Base(archive) {}

  template <class T>
  void run(const T& root) {
    using Type = std::remove_cv_t<std::remove_pointer_t<T>>;
    put(savedMark);
    put(Saving<Type>::shape);
    field(root);
    while (!items_.empty()) {
      const Item item = items_.back();
      items_.pop_back();
      const auto begin = static_cast<std::ptrdiff_t>(items_.size());
      item.write(*this, item.at);
      std::reverse(items_.begin() + begin, items_.end());
    }
    if constexpr (!Base::isText) put(this->sum());
  }

  template <std::size_t N>
  void constructor(const std::array<const char*, N>& names, std::size_t which) {
    if constexpr (N > 1) {
      if constexpr (Base::isText) {
        this->archive_(std::string(names[which]));
      } else {
        put(static_cast<std::uint32_t>(which));
      }
    }
  }

  template <class... Fields>
  void fields(const Fields&... values) {
    (field(values), ...);
  }

 private:
  struct Item {
    void (*write)(TreeWriter&, const void*);
    const void* at;
  };

  template <class T>
  void field(const T& value) {
    if constexpr (std::is_pointer_v<T>) {
      using Type = std::remove_cv_t<std::remove_pointer_t<T>>;
      items_.push_back({[](TreeWriter& self, const void* at) {
                          Saving<Type>::write(self, static_cast<const Type*>(at));
                        },
                        value});
    } else if constexpr (std::is_same_v<T, Integer>) {
      put(value.isSmall());
      if (value.isSmall()) return put(value.small());
      const std::uint64_t* const cell = value.cell();
      for (std::uint64_t i = 0; i <= cell[0] / 2; ++i) put(cell[i]);
    } else if constexpr (std::is_same_v<T, char32_t>) {
      put(static_cast<std::uint32_t>(value));
    } else if constexpr (std::is_arithmetic_v<T>) {
      put(value);
    } else {
      Saving<T>::write(*this, value);
    }
  }

  template <class T>
  void put(const T& value) {
    this->count(value);
    this->archive_(value);
  }

  std::vector<Item> items_;
};

template <class Archive>
class TreeReader : public TreeArchive<Archive> {
  using Base = TreeArchive<Archive>;

 public:
  explicit TreeReader(Archive& archive) : Base(archive) {}

  /// Whether there was a tree; `why` says why not.
  template <class T>
  [[nodiscard]] bool run(Worker& worker, T& root) {
    using Type = std::remove_cv_t<std::remove_pointer_t<T>>;
    worker_ = &worker;
    const Worker::Mark mark = worker.mark();
    try {
      if (get<std::uint64_t>() != savedMark) refuse("this is no saved tree");
      if (get<std::uint64_t>() != Saving<Type>::shape) refuse("this is a tree of another type");
      field(root);
      while (!items_.empty()) {
        const Item item = items_.back();
        items_.pop_back();
        const auto begin = static_cast<std::ptrdiff_t>(items_.size());
        item.read(*this, item.at);
        std::reverse(items_.begin() + begin, items_.end());
      }
      const std::uint64_t sum = this->sum();
      if constexpr (!Base::isText) {
        if (get<std::uint64_t>() != sum) refuse("a number has changed");
      }
      return true;
    } catch (const std::exception& error) {
      why_ = error.what();
      if (mark.pieces == 0) {
        worker.clear();
      } else {
        worker.release(mark);
      }
      return false;
    }
  }

  [[nodiscard]] const std::string& why() const { return why_; }
  [[nodiscard]] Worker& worker() const { return *worker_; }

  template <std::size_t N>
  [[nodiscard]] std::size_t constructor(const std::array<const char*, N>& names) {
    if constexpr (N == 0) refuse("a type has no values");
    if constexpr (N <= 1) return 0;
    std::size_t which = 0;
    if constexpr (Base::isText) {
      std::string name;
      this->archive_(name);
      while (which < N && name != names[which]) ++which;
    } else {
      which = get<std::uint32_t>();
    }
    if (which >= N) refuse("a constructor is none of its type");
    return which;
  }

  template <class... Fields>
  void fields(Fields&... values) {
    (field(values), ...);
  }

 private:
  struct Item {
    void (*read)(TreeReader&, void*);
    void* at;
  };

  [[noreturn]] static void refuse(const char* why) { throw cereal::Exception(why); }

  template <class T>
  void field(T& value) {
    if constexpr (std::is_pointer_v<T>) {
      using Type = std::remove_cv_t<std::remove_pointer_t<T>>;
      items_.push_back({[](TreeReader& self, void* at) {
                          Saving<Type>::read(self, *static_cast<const Type**>(at));
                        },
                        &value});
    } else if constexpr (std::is_same_v<T, Integer>) {
      value = integer();
    } else if constexpr (std::is_same_v<T, char32_t>) {
      const auto code = get<std::uint32_t>();
      if (code > 0x10ffff) refuse("a character is none");
      value = static_cast<char32_t>(code);
    } else if constexpr (std::is_arithmetic_v<T>) {
      value = get<T>();
    } else {
      Saving<T>::read(*this, value);
    }
  }

  Integer integer() {
    if (get<bool>()) {
      const auto small = get<std::int64_t>();
      if (!Integer::fits(small)) refuse("a number is too large");
      return Integer(small);
    }
    const auto header = get<std::uint64_t>();
    if (header / 2 >= Worker::mostWords || header < 2) refuse("a number has a wrong size");
    // No more is taken than there is, and what fails below leaves nothing undone.
    std::vector<std::uint64_t>& words = words_;
    words.assign(1, header);
    for (std::uint64_t i = 0; i < header / 2; ++i) words.push_back(get<std::uint64_t>());
    const std::uint64_t most = (std::uint64_t{1} << 62U) - (header % 2 == 0 ? 1 : 0);
    if (words.back() == 0 || (words.size() == 2 && words[1] <= most)) refuse("a number is small");
    std::uint64_t* const cell = worker_->words(words.size());
    std::copy(words.begin(), words.end(), cell);
    return Integer::large(cell);
  }

  template <class T>
  T get() {
    T value{};
    if constexpr (std::is_same_v<T, bool> && !Base::isText) {
      std::uint8_t byte = 0;
      this->archive_(byte);
      if (byte > 1) refuse("a truth value is none");
      value = byte != 0;
    } else {
      this->archive_(value);
    }
    this->count(value);
    return value;
  }

  Worker* worker_ = nullptr;
  std::string why_;
  std::vector<std::uint64_t> words_;
  std::vector<Item> items_;
};

}  // namespace detail

/// Writes a tree, or another value of an emitted type, to an archive of cereal; throws what that
/// throws.
template <class T, class Archive>
void save(Archive& archive, const T& tree) {
  detail::TreeWriter<Archive>(archive).run(tree);
}

/// Reads one that `save` has written, into the region. Without one (`ErrorKind::Data`), and where
/// the region is full, it leaves the region as it was.
template <class T, class Archive>
[[nodiscard]] Result<T> load(Archive& archive, Region& region) {
  detail::TreeReader<Archive> reader(archive);
  bool done = false;
  const Result<T> loaded = attempt(region, "load", [&](Worker& worker) {
    T tree{};
    done = reader.run(worker, tree);
    return tree;
  });
  if (!loaded || done) return loaded;
  return Failure{ErrorKind::Data, "deforest: damaged, or no such tree: " + reader.why(), "",
                 "load"};
}

}  // namespace deforest
