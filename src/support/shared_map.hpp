// A map that is copied in no time: copies share what they have in common. Entries are added and
// replaced, never removed; a replaced entry stays as it was in the copies made before.
//
// It is a balanced search tree (AVL) whose nodes are never changed: setting a key makes the nodes
// on the way to it anew.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>

namespace deforest::support {

template <class Key, class Value>
class SharedMap {
 public:
  /// The value at a key; null: there is none. It stays where it is until the key is set again.
  [[nodiscard]] const Value* find(const Key& key) const {
    const Node* node = root_.get();
    while (node != nullptr) {
      if (key < node->entry->first) {
        node = node->left.get();
      } else if (node->entry->first < key) {
        node = node->right.get();
      } else {
        return &node->entry->second;
      }
    }
    return nullptr;
  }

  void set(Key key, Value value) {
    root_ = with(root_, std::make_shared<const Entry>(std::move(key), std::move(value)));
  }

 private:
  using Entry = std::pair<Key, Value>;
  struct Node;
  using Link = std::shared_ptr<const Node>;
  struct Node {
    std::shared_ptr<const Entry> entry;
    Link left;
    Link right;
    int height;
  };

  static int height(const Link& node) { return node == nullptr ? 0 : node->height; }

  static Link join(std::shared_ptr<const Entry> entry, Link left, Link right) {
    const int above = std::max(height(left), height(right)) + 1;
    return std::make_shared<const Node>(
        Node{std::move(entry), std::move(left), std::move(right), above});
  }

  // Joins what differs in height by two at most, as a tree that differs by one at most everywhere.
  static Link balanced(const std::shared_ptr<const Entry>& entry, const Link& left,
                       const Link& right) {
    if (height(left) > height(right) + 1) {
      if (height(left->left) >= height(left->right)) {
        return join(left->entry, left->left, join(entry, left->right, right));
      }
      const Link& middle = left->right;
      return join(middle->entry, join(left->entry, left->left, middle->left),
                  join(entry, middle->right, right));
    }
    if (height(right) > height(left) + 1) {
      if (height(right->right) >= height(right->left)) {
        return join(right->entry, join(entry, left, right->left), right->right);
      }
      const Link& middle = right->left;
      return join(middle->entry, join(entry, left, middle->left),
                  join(right->entry, middle->right, right->right));
    }
    return join(entry, left, right);
  }

  static Link with(const Link& node, const std::shared_ptr<const Entry>& entry) {
    if (node == nullptr) return join(entry, nullptr, nullptr);
    if (entry->first < node->entry->first) {
      return balanced(node->entry, with(node->left, entry), node->right);
    }
    if (node->entry->first < entry->first) {
      return balanced(node->entry, node->left, with(node->right, entry));
    }
    return join(entry, node->left, node->right);
  }

  Link root_;
};

}  // namespace deforest::support
