// Matching the heads of instances with types.
#include "text/types/instances.hpp"

#include <algorithm>
#include <iterator>
#include <limits>

namespace deforest::text {
namespace {

// Whether two types are the same, now or perhaps later.
Fit sameness(const TypeTable& types, TypeRef a, TypeRef b) {
  a = types.prune(a);
  b = types.prune(b);
  if (a == b) return Fit::Always;
  if (!a->con.valid() || !b->con.valid()) return Fit::Perhaps;
  if (a->con == types.applyCon || b->con == types.applyCon) return Fit::Perhaps;
  if (a->con != b->con || a->arguments.size() != b->arguments.size()) return Fit::Never;
  Fit all = Fit::Always;
  for (std::size_t i = 0; i < a->arguments.size(); ++i) {
    all = std::min(all, sameness(types, a->arguments[i], b->arguments[i]));
  }
  return all;
}

// One of the instances that may be meant: which, and what it is of; null: all of the constructor's
// types.
struct Candidate {
  std::size_t place;
  TypeRef head;
  Overlap overlap;
};
constexpr std::size_t ofAll = std::numeric_limits<std::size_t>::max();

bool isMoreSpecific(const TypeTable& types, const Candidate& a, const Candidate& b) {
  if (a.head == nullptr || b.head == nullptr) return b.head == nullptr && a.head != nullptr;
  HeadVariables variables;
  if (fitOf(types, b.head, a.head, variables) != Fit::Always) return false;
  variables.clear();
  return fitOf(types, a.head, b.head, variables) != Fit::Always;
}

}  // namespace

Fit fitOf(const TypeTable& types, TypeRef head, TypeRef type, HeadVariables& variables) {
  head = types.prune(head);
  type = types.prune(type);
  if (!head->con.valid()) {
    const auto [known, isNew] = variables.emplace(head, type);
    return isNew ? Fit::Always : sameness(types, known->second, type);
  }
  if (!type->con.valid() || type->con == types.applyCon) return Fit::Perhaps;
  if (head->con != type->con || head->arguments.size() != type->arguments.size()) {
    return Fit::Never;
  }
  Fit all = Fit::Always;
  for (std::size_t i = 0; i < head->arguments.size(); ++i) {
    all = std::min(all, fitOf(types, head->arguments[i], type->arguments[i], variables));
  }
  return all;
}

InstanceChoice chooseInstance(const TypeTable& types, TypeRef type, Classes ofClass) {
  const TypeCon& con = types.con(types.prune(type)->con);
  std::vector<Candidate> fitting;
  if (const auto found = con.narrow.find(ofClass); found != con.narrow.end()) {
    for (std::size_t i = 0; i < found->second.size(); ++i) {
      HeadVariables variables;
      const NarrowInstance& narrow = found->second[i];
      const Fit fit = fitOf(types, narrow.type, type, variables);
      if (fit == Fit::Perhaps) return {InstanceChoice::Kind::Open, 0, {}};
      if (fit == Fit::Always) fitting.push_back({i, narrow.type, narrow.overlap});
    }
  }
  if ((con.instances & ofClass) != 0) {
    const auto overlap = con.overlaps.find(ofClass);
    fitting.push_back(
        {ofAll, nullptr, overlap == con.overlaps.end() ? Overlap{} : overlap->second});
  }
  std::vector<Candidate> left;
  std::ranges::copy_if(fitting, std::back_inserter(left), [&](const Candidate& each) {
    return std::ranges::none_of(fitting, [&](const Candidate& other) {
      return (each.overlap.overlappable || other.overlap.overlapping) &&
             isMoreSpecific(types, other, each);
    });
  });
  if (left.empty()) return {};
  if (left.size() > 1) return {InstanceChoice::Kind::Several, 0, {}};
  if (left[0].head == nullptr) return {InstanceChoice::Kind::All, 0, {}};
  InstanceChoice chosen{InstanceChoice::Kind::Narrow, left[0].place, {}};
  (void)fitOf(types, left[0].head, type, chosen.variables);
  return chosen;
}

std::vector<TypeRef> variablesOf(const TypeTable& types, TypeRef type) {
  std::vector<TypeRef> found;
  const auto visit = [&](auto&& self, TypeRef part) -> void {
    part = types.prune(part);
    if (!part->con.valid()) {
      if (std::ranges::find(found, part) == found.end()) found.push_back(part);
      return;
    }
    for (const TypeRef argument : part->arguments) self(self, argument);
  };
  visit(visit, type);
  return found;
}

}  // namespace deforest::text
