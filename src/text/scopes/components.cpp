// Tarjan's algorithm with an explicit stack.
#include "text/scopes/components.hpp"

#include <algorithm>
#include <limits>

namespace deforest::text {
namespace {

constexpr std::size_t unvisited = std::numeric_limits<std::size_t>::max();

class Components {
 public:
  explicit Components(const std::vector<std::vector<std::size_t>>& edges)
      : edges_(edges),
        number_(edges.size(), unvisited),
        low_(edges.size(), 0),
        onStack_(edges.size(), false) {}

  std::vector<std::vector<std::size_t>> run() {
    for (std::size_t node = 0; node < edges_.size(); ++node) {
      if (number_[node] == unvisited) visitFrom(node);
    }
    return std::move(found_);
  }

 private:
  struct Frame {
    std::size_t node;
    std::size_t nextEdge;
  };

  void enter(std::size_t node) {
    number_[node] = low_[node] = counter_++;
    stack_.push_back(node);
    onStack_[node] = true;
    frames_.push_back({node, 0});
  }

  void visitFrom(std::size_t start) {
    enter(start);
    while (!frames_.empty()) {
      const std::size_t node = frames_.back().node;
      if (frames_.back().nextEdge < edges_[node].size()) {
        const std::size_t target = edges_[node][frames_.back().nextEdge++];
        if (number_[target] == unvisited) {
          enter(target);
        } else if (onStack_[target]) {
          low_[node] = std::min(low_[node], number_[target]);
        }
        continue;
      }
      frames_.pop_back();
      if (!frames_.empty()) {
        low_[frames_.back().node] = std::min(low_[frames_.back().node], low_[node]);
      }
      if (low_[node] == number_[node]) close(node);
    }
  }

  void close(std::size_t root) {
    std::vector<std::size_t> component;
    std::size_t node = unvisited;
    while (node != root) {
      node = stack_.back();
      stack_.pop_back();
      onStack_[node] = false;
      component.push_back(node);
    }
    std::ranges::sort(component);
    found_.push_back(std::move(component));
  }

  const std::vector<std::vector<std::size_t>>& edges_;
  std::vector<std::size_t> number_;
  std::vector<std::size_t> low_;
  std::vector<bool> onStack_;
  std::vector<std::size_t> stack_;
  std::vector<Frame> frames_;
  std::vector<std::vector<std::size_t>> found_;
  std::size_t counter_ = 0;
};

}  // namespace

std::vector<std::vector<std::size_t>> components(
    const std::vector<std::vector<std::size_t>>& edges) {
  return Components(edges).run();
}

}  // namespace deforest::text
