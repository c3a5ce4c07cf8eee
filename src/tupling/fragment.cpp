#include "tupling/fragment.hpp"

#include <algorithm>
#include <map>

#include "ir/identifier.hpp"
#include "ir/primitives.hpp"
#include "ir/traverse.hpp"
#include "support/check.hpp"

namespace deforest::tupling {
namespace {

constexpr std::size_t longestName = 48;

const std::vector<ir::Atom>& argumentsOf(const ir::Binding& binding) {
  if (const auto* call = std::get_if<ir::Call>(&binding.operation)) return call->arguments;
  return std::get<ir::Primitive>(binding.operation).arguments;
}

// How a binding looks while some of its arguments have no name yet: those compare greatest.
struct Profile {
  bool primitive;
  std::uint32_t operation;
  std::vector<std::optional<Reference>> arguments;

  bool operator<(const Profile& other) const {
    if (primitive != other.primitive) return !primitive;
    if (operation != other.operation) return operation < other.operation;
    return std::lexicographical_compare(arguments.begin(), arguments.end(), other.arguments.begin(),
                                        other.arguments.end(), [](const auto& a, const auto& b) {
                                          if (a.has_value() != b.has_value()) return a.has_value();
                                          return a.has_value() && *a < *b;
                                        });
  }
};

// Names the inputs and members of one fragment in canonical order.
class Canonicaliser {
 public:
  Canonicaliser(const ir::Program& source, const ir::Function& function, const ir::Block& region,
                const std::vector<std::uint32_t>& bindings)
      : source_(source), function_(function), region_(region), waiting_(bindings) {
    for (const std::uint32_t index : bindings) {
      for (const ir::VarId result : region.bindings[index].results) inner_[result] = false;
    }
  }

  Fragment run(std::optional<ir::VarId> root, const std::vector<bool>& usedOutside) {
    fragment_.key.generator = !root.has_value();
    if (root) nameInput(*root);
    while (!waiting_.empty()) addMember(takeLeast());
    for (const auto& [reference, variable] : members_) {
      if (variable.value < usedOutside.size() && usedOutside[variable.value]) {
        fragment_.key.outputs.push_back(reference);
        fragment_.outputs.push_back(variable);
      }
    }
    return std::move(fragment_);
  }

 private:
  bool ready(std::uint32_t index) const {
    const auto& arguments = argumentsOf(region_.bindings[index]);
    return std::all_of(arguments.begin(), arguments.end(), [&](const ir::Atom& atom) {
      const auto* variable = ir::variableOf(atom);
      if (variable == nullptr) return true;
      const auto found = inner_.find(*variable);
      return found == inner_.end() || found->second;
    });
  }

  Profile profile(std::uint32_t index) const {
    const ir::Binding& binding = region_.bindings[index];
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    Profile result{call == nullptr,
                   call != nullptr
                       ? call->callee.value
                       : static_cast<std::uint32_t>(std::get<ir::Primitive>(binding.operation).op),
                   {}};
    for (const ir::Atom& atom : argumentsOf(binding)) {
      const auto* variable = ir::variableOf(atom);
      const auto found = variable != nullptr ? names_.find(*variable) : names_.end();
      result.arguments.push_back(found != names_.end() ? std::optional(found->second)
                                                       : std::nullopt);
    }
    return result;
  }

  std::uint32_t takeLeast() {
    std::optional<std::size_t> least;
    Profile leastProfile;
    for (std::size_t i = 0; i < waiting_.size(); ++i) {
      if (!ready(waiting_[i])) continue;
      Profile candidate = profile(waiting_[i]);
      if (!least || candidate < leastProfile) {
        least = i;
        leastProfile = std::move(candidate);
      }
    }
    support::check(least.has_value(), "the members of a fragment depend on each other");
    const std::uint32_t index = waiting_[*least];
    waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(*least));
    return index;
  }

  Reference nameInput(const ir::Atom& atom) {
    const Reference name{true, static_cast<std::uint32_t>(fragment_.inputs.size()), 0};
    fragment_.inputs.push_back(atom);
    if (const auto* variable = ir::variableOf(atom)) names_[*variable] = name;
    return name;
  }

  Reference nameOfArgument(const ir::Atom& atom) {
    const auto* variable = ir::variableOf(atom);
    if (variable != nullptr) {
      const auto found = names_.find(*variable);
      if (found != names_.end()) return found->second;
    }
    return nameInput(atom);
  }

  void addMember(std::uint32_t index) {
    const ir::Binding& binding = region_.bindings[index];
    Member member;
    if (const auto* call = std::get_if<ir::Call>(&binding.operation)) {
      member.operation = call->callee.value;
    } else {
      member.primitive = true;
      member.operation = static_cast<std::uint32_t>(std::get<ir::Primitive>(binding.operation).op);
      member.type = function_.variables[binding.results.front().value].type;
      for (const ir::Atom& atom : argumentsOf(binding)) {
        member.operands.push_back(ir::typeOf(source_, function_, atom));
      }
    }
    for (const ir::Atom& atom : argumentsOf(binding)) {
      member.arguments.push_back(nameOfArgument(atom));
    }
    const auto number = static_cast<std::uint32_t>(fragment_.key.members.size());
    for (std::uint32_t i = 0; i < binding.results.size(); ++i) {
      const ir::VarId variable = binding.results[i];
      names_[variable] = {false, number, i};
      inner_[variable] = true;
      members_.push_back({Reference{false, number, i}, variable});
    }
    fragment_.key.members.push_back(std::move(member));
    fragment_.bindings.push_back(index);
  }

  const ir::Program& source_;
  const ir::Function& function_;
  const ir::Block& region_;
  std::vector<std::uint32_t> waiting_;
  std::map<ir::VarId, bool> inner_;  // Results of members: named already?
  std::map<ir::VarId, Reference> names_;
  std::vector<std::pair<Reference, ir::VarId>> members_;
  Fragment fragment_;
};

std::vector<std::string> partsOf(const ir::Program& source, const graph::Facts& facts,
                                 const Key& key, bool getters) {
  std::vector<std::string> parts;
  for (auto member = key.members.rbegin(); member != key.members.rend(); ++member) {
    if (member->primitive || !(getters || facts[member->operation].weighs)) continue;
    const std::string& name = source.functions[member->operation].name;
    if (std::find(parts.begin(), parts.end(), name) == parts.end()) parts.push_back(name);
  }
  return parts;
}

struct JoinedName {
  std::string name;
  bool complete = true;
};

// With underscores between; what does not fit is only counted. An operator is one by itself only.
JoinedName joined(std::vector<std::string> parts) {
  if (parts.size() > 1) {
    for (std::string& part : parts) {
      if (!ir::isIdentifier(part)) part = "operator";
    }
  }
  std::string name;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0 && name.size() + parts[i].size() + 1 > longestName) {
      return {name + "_and" + std::to_string(parts.size() - i), false};
    }
    if (i > 0) name += '_';
    name += parts[i];
  }
  return {name, true};
}

}  // namespace

Fragment canonical(const ir::Program& source, const ir::Function& function, const ir::Block& region,
                   const std::vector<std::uint32_t>& bindings, std::optional<ir::VarId> root,
                   const std::vector<bool>& usedOutside) {
  return Canonicaliser(source, function, region, bindings).run(root, usedOutside);
}

std::string nameOf(const ir::Program& source, const graph::Facts& facts, const Key& key) {
  // Named from the last consumer inwards, as one reads a composition. Getters are left out where
  // there is no room for everything.
  const JoinedName everything = joined(partsOf(source, facts, key, true));
  if (everything.complete) return everything.name;
  const std::string weighing = joined(partsOf(source, facts, key, false)).name;
  return weighing.empty() ? everything.name : weighing;
}

std::string textOf(const ir::Program& source, const Key& key) {
  const auto nameOfReference = [](const Reference& reference) {
    if (reference.input) return "x" + std::to_string(reference.index);
    return "y" + std::to_string(reference.index) +
           (reference.result > 0 ? "." + std::to_string(reference.result) : "");
  };
  std::string text;
  for (const Member& member : key.members) {
    text += member.primitive ? std::string(ir::info(static_cast<ir::PrimOp>(member.operation)).name)
                             : source.functions[member.operation].name;
    for (const Reference& argument : member.arguments) text += " " + nameOfReference(argument);
    text += "; ";
  }
  for (const Reference& output : key.outputs) text += nameOfReference(output) + " ";
  return text;
}

std::vector<std::string> originOf(const graph::Facts& facts, const Key& key) {
  std::vector<std::string> origin;
  for (const Member& member : key.members) {
    if (member.primitive) continue;
    for (const auto& [name, count] : facts[member.operation].weights) {
      origin.insert(origin.end(), count, name);
    }
  }
  std::sort(origin.begin(), origin.end());
  return origin;
}

}  // namespace deforest::tupling
