// Where regions get their memory: chunks that the process keeps when a region no longer needs them.
//
// A first touch of a page costs more than most programs do with it, so chunks are large, aligned
// and advised for huge pages, and a freed chunk is handed out again before the system is asked.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

namespace deforest {

struct Chunk {
  std::byte* begin = nullptr;
  std::size_t size = 0;  ///< In bytes.
};

/// The chunks of the whole process that no region uses.
class ChunkCache {
 public:
  /// 64 KiB for small regions, then sizes that huge pages suit.
  static constexpr std::array<std::size_t, 3> sizes = {
      std::size_t{64} << 10U, std::size_t{2} << 20U, std::size_t{32} << 20U};
  static constexpr std::size_t hugePage = std::size_t{2} << 20U;

  static ChunkCache& instance() {
    // Never destroyed: regions with static storage may outlive every other static object.
    static auto* cache = new ChunkCache;
    return *cache;
  }

  /// A chunk of class `kind` (an index of `sizes`); one that begins at null if the system has none.
  [[nodiscard]] Chunk take(std::size_t kind) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      auto& free = free_[kind];
      if (!free.empty()) {
        const Chunk chunk = free.back();
        free.pop_back();
        kept_ -= chunk.size;
        return chunk;
      }
    }
    return kind == 0 ? takeSmall() : map(sizes[kind], MADV_HUGEPAGE);
  }

  /// Takes a chunk back; unmaps it if enough are kept.
  void give(Chunk chunk) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (kept_ + chunk.size <= limit_) {
        kept_ += chunk.size;
        free_[kindOf(chunk.size)].push_back(chunk);
        return;
      }
    }
    ::munmap(chunk.begin, chunk.size);
  }

  /// At most so many bytes are kept from now on; what is more is given back at once.
  void keepAtMost(std::size_t bytes) {
    const std::lock_guard<std::mutex> lock(mutex_);
    limit_ = bytes;
    for (std::size_t kind = sizes.size(); kind-- > 0;) {
      auto& free = free_[kind];
      while (kept_ > limit_ && !free.empty()) {
        ::munmap(free.back().begin, free.back().size);
        kept_ -= free.back().size;
        free.pop_back();
      }
    }
  }

  [[nodiscard]] std::size_t kept() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return kept_;
  }

 private:
  ChunkCache() = default;

  static std::size_t kindOf(std::size_t size) {
    std::size_t kind = 0;
    while (sizes[kind] != size) ++kind;
    return kind;
  }

  // Of many that are mapped together: a process may have some 65,000 mappings, and no more. Those
  // that nobody has had take no memory.
  Chunk takeSmall() {
    constexpr std::size_t together = hugePage;
    const Chunk chunk = map(together, MADV_NOHUGEPAGE);
    if (chunk.begin == nullptr) return {};
    const std::lock_guard<std::mutex> lock(mutex_);
    for (std::size_t at = together - sizes[0]; at > 0; at -= sizes[0]) {
      free_[0].push_back({chunk.begin + at, sizes[0]});
      kept_ += sizes[0];
    }
    return {chunk.begin, sizes[0]};
  }

  // Chunks of a huge page and more begin at a multiple of it, or no huge page ever comes; small
  // ones too, and so at a multiple of their size: the address of a cell tells its slice.
  static Chunk map(std::size_t size, int advice) {
    constexpr std::size_t slack = hugePage;
    void* memory = ::mmap(nullptr, size + slack, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return {};
    auto* begin = static_cast<std::byte*>(memory);
    const std::size_t before = (slack - reinterpret_cast<std::uintptr_t>(begin) % slack) % slack;
    if (before != 0) ::munmap(begin, before);
    if (slack != before) ::munmap(begin + before + size, slack - before);
    ::madvise(begin + before, size, advice);
    return {begin + before, size};
  }

  std::mutex mutex_;
  std::array<std::vector<Chunk>, sizes.size()> free_;
  std::size_t kept_ = 0;
  std::size_t limit_ = std::size_t{1} << 30U;
};

}  // namespace deforest
