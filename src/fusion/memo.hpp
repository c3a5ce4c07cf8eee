// The functions made so far, by canonical key.
#pragma once

#include <map>
#include <optional>

#include "tupling/fragment.hpp"

namespace deforest::fusion {

class Memo {
 public:
  [[nodiscard]] std::optional<ir::FunId> find(const tupling::Key& key) const {
    const auto found = functions_.find(key);
    return found == functions_.end() ? std::nullopt : std::optional(found->second);
  }
  void add(const tupling::Key& key, ir::FunId function) { functions_.emplace(key, function); }
  /// Forgets `first` and all later functions.
  void forgetFrom(ir::FunId first) {
    std::erase_if(functions_, [&](const auto& entry) { return entry.second >= first; });
  }
  [[nodiscard]] auto begin() const { return functions_.begin(); }
  [[nodiscard]] auto end() const { return functions_.end(); }
  [[nodiscard]] std::size_t size() const { return functions_.size(); }

 private:
  std::map<tupling::Key, ir::FunId> functions_;
};

}  // namespace deforest::fusion
