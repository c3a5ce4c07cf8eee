// The shortest edit script is found greedily, furthest-reaching path by furthest-reaching path
// (E. Myers, "An O(ND) difference algorithm and its variations", Algorithmica 1986).
#include "pipeline/diff.hpp"

#include <algorithm>
#include <vector>

namespace deforest::pipeline {
namespace {

using Lines = std::vector<std::string_view>;

Lines split(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

enum class Kind : char { Keep = ' ', Remove = '-', Insert = '+' };
struct Edit {
  Kind kind;
  std::string_view line;
};

// More edits than this are not searched for; the search keeps a row of reached ends per edit.
constexpr int maxEdits = 2000;

// Edits in reverse order, from the rows of ends that the search reached.
std::vector<Edit> trace(const Lines& a, const Lines& b, const std::vector<std::vector<int>>& rows) {
  std::vector<Edit> edits;
  int x = static_cast<int>(a.size());
  int y = static_cast<int>(b.size());
  for (int d = static_cast<int>(rows.size()) - 1; d >= 0; --d) {
    int fromX = 0;
    int fromY = 0;
    if (d > 0) {
      // Row d - 1 holds the diagonals -(d - 1) .. d - 1; diagonal k is at index k + d - 1.
      const std::vector<int>& row = rows[static_cast<std::size_t>(d - 1)];
      const auto reached = [&](int k) {
        return k < -(d - 1) || k > d - 1 ? -1 : row[static_cast<std::size_t>(k + d - 1)];
      };
      const int k = x - y;
      const bool down = k == -d || (k != d && reached(k - 1) < reached(k + 1));
      const int fromK = down ? k + 1 : k - 1;
      fromX = reached(fromK);
      fromY = fromX - fromK;
    }
    while (x > fromX && y > fromY) {
      edits.push_back({Kind::Keep, a[static_cast<std::size_t>(x - 1)]});
      --x;
      --y;
    }
    if (d == 0) break;
    if (x == fromX) {
      edits.push_back({Kind::Insert, b[static_cast<std::size_t>(y - 1)]});
    } else {
      edits.push_back({Kind::Remove, a[static_cast<std::size_t>(x - 1)]});
    }
    x = fromX;
    y = fromY;
  }
  std::reverse(edits.begin(), edits.end());
  return edits;
}

std::vector<Edit> shortestEdits(const Lines& a, const Lines& b) {
  const int n = static_cast<int>(a.size());
  const int m = static_cast<int>(b.size());
  std::vector<std::vector<int>> rows;
  for (int d = 0; d <= std::min(n + m, maxEdits); ++d) {
    std::vector<int> row(static_cast<std::size_t>(2 * d + 1), -1);
    const auto previous = [&](int k) {
      return d == 0 || k < -(d - 1) || k > d - 1 ? -1
                                                 : rows.back()[static_cast<std::size_t>(k + d - 1)];
    };
    bool done = false;
    for (int k = -d; k <= d && !done; k += 2) {
      int x = 0;
      if (d > 0) {
        x = k == -d || (k != d && previous(k - 1) < previous(k + 1)) ? previous(k + 1)
                                                                     : previous(k - 1) + 1;
      }
      int y = x - k;
      while (x < n && y < m && a[static_cast<std::size_t>(x)] == b[static_cast<std::size_t>(y)]) {
        ++x;
        ++y;
      }
      row[static_cast<std::size_t>(k + d)] = x;
      done = x >= n && y >= m;
    }
    rows.push_back(std::move(row));
    if (done) return trace(a, b, rows);
  }
  std::vector<Edit> edits;
  for (const std::string_view line : a) edits.push_back({Kind::Remove, line});
  for (const std::string_view line : b) edits.push_back({Kind::Insert, line});
  return edits;
}

std::vector<Edit> editsBetween(const Lines& before, const Lines& after) {
  std::size_t prefix = 0;
  const std::size_t shorter = std::min(before.size(), after.size());
  while (prefix < shorter && before[prefix] == after[prefix]) ++prefix;
  std::size_t suffix = 0;
  while (suffix < shorter - prefix &&
         before[before.size() - 1 - suffix] == after[after.size() - 1 - suffix]) {
    ++suffix;
  }
  const auto middle = [&](const Lines& lines) {
    return Lines(lines.begin() + static_cast<std::ptrdiff_t>(prefix),
                 lines.end() - static_cast<std::ptrdiff_t>(suffix));
  };
  std::vector<Edit> edits;
  for (std::size_t i = 0; i < prefix; ++i) edits.push_back({Kind::Keep, before[i]});
  for (const Edit& edit : shortestEdits(middle(before), middle(after))) edits.push_back(edit);
  for (std::size_t i = before.size() - suffix; i < before.size(); ++i) {
    edits.push_back({Kind::Keep, before[i]});
  }
  return edits;
}

std::string range(std::size_t start, std::size_t count) {
  // An empty range is named by the line before it.
  return std::to_string(count == 0 ? start : start + 1) +
         (count == 1 ? "" : "," + std::to_string(count));
}

}  // namespace

std::string unifiedDiff(std::string_view before, std::string_view after,
                        std::string_view beforeName, std::string_view afterName,
                        std::size_t context) {
  const std::vector<Edit> edits = editsBetween(split(before), split(after));
  std::string out;
  std::size_t lineBefore = 0;  // Lines of each text that precede edit `at`.
  std::size_t lineAfter = 0;
  std::size_t at = 0;
  const auto advance = [&](std::size_t to) {
    for (; at < to; ++at) {
      lineBefore += edits[at].kind != Kind::Insert ? 1 : 0;
      lineAfter += edits[at].kind != Kind::Remove ? 1 : 0;
    }
  };
  const auto nextChange = [&](std::size_t from) {
    while (from < edits.size() && edits[from].kind == Kind::Keep) ++from;
    return from;
  };
  for (std::size_t change = nextChange(0); change < edits.size();) {
    // A hunk goes on while the next change is within reach of the context of the last one.
    std::size_t last = change;
    std::size_t next = nextChange(change + 1);
    while (next < edits.size() && next - last <= 2 * context + 1) {
      last = next;
      next = nextChange(next + 1);
    }
    const std::size_t begin = std::max(at, change > context ? change - context : 0);
    const std::size_t end = std::min(edits.size(), last + context + 1);
    advance(begin);
    const std::size_t startBefore = lineBefore;
    const std::size_t startAfter = lineAfter;
    std::string body;
    for (std::size_t i = begin; i < end; ++i) {
      body += static_cast<char>(edits[i].kind);
      body += edits[i].line;
      body += '\n';
    }
    advance(end);
    if (out.empty()) {
      out = "--- " + std::string(beforeName) + "\n+++ " + std::string(afterName) + "\n";
    }
    out += "@@ -" + range(startBefore, lineBefore - startBefore) + " +" +
           range(startAfter, lineAfter - startAfter) + " @@\n" + body;
    change = next;
  }
  return out;
}

}  // namespace deforest::pipeline
