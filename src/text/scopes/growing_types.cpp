#include "text/scopes/growing_types.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "text/scopes/components.hpp"

namespace deforest::text {
namespace {

class Parameters {
 public:
  explicit Parameters(const TypeTable& types) : types_(types) {}

  void addFields(TypeConId id) {
    for (const ConId constructor : types_.con(id).constructors) {
      // Those with variables of their own are there only as the program makes values by them.
      if (!types_.constructor(constructor).variables.empty()) continue;
      for (const SourceField& field : types_.constructor(constructor).fields) add(id, field.type);
    }
  }

  [[nodiscard]] std::vector<TypeConId> growing() const {
    std::vector<std::size_t> componentOf(edges_.size());
    std::size_t next = 0;
    for (const std::vector<std::size_t>& component : components(edges_)) {
      for (const std::size_t parameter : component) componentOf[parameter] = next;
      ++next;
    }
    std::vector<TypeConId> found;
    for (const auto& [from, to] : growingEdges_) {
      if (componentOf[from] != componentOf[to]) continue;
      if (std::ranges::find(found, owners_[from]) == found.end()) found.push_back(owners_[from]);
    }
    return found;
  }

 private:
  std::size_t numberOf(TypeConId con, std::size_t index) {
    const auto [known, isNew] = numbers_.try_emplace({con.value, index}, owners_.size());
    if (isNew) {
      owners_.push_back(con);
      edges_.emplace_back();
    }
    return known->second;
  }

  // All types of a field, of which `owner` is the type.
  void add(TypeConId owner, TypeRef written) {
    const TypeRef type = types_.prune(written);
    if (!type->con.valid()) return;
    for (std::size_t i = 0; i < type->arguments.size(); ++i) {
      const TypeRef argument = types_.prune(type->arguments[i]);
      addEdges(owner, argument, numberOf(type->con, i), argument->con.valid());
      add(owner, argument);
    }
  }

  void addEdges(TypeConId owner, TypeRef argument, std::size_t to, bool grows) {
    const std::vector<TypeRef>& parameters = types_.con(owner).parameters;
    const auto found = std::ranges::find(parameters, argument);
    if (found != parameters.end()) {
      const std::size_t from =
          numberOf(owner, static_cast<std::size_t>(found - parameters.begin()));
      edges_[from].push_back(to);
      if (grows) growingEdges_.emplace_back(from, to);
    }
    for (const TypeRef part : argument->arguments) addEdges(owner, types_.prune(part), to, grows);
  }

  const TypeTable& types_;
  std::map<std::pair<std::uint32_t, std::size_t>, std::size_t> numbers_;
  std::vector<TypeConId> owners_;  // by parameter
  std::vector<std::vector<std::size_t>> edges_;
  std::vector<std::pair<std::size_t, std::size_t>> growingEdges_;
};

}  // namespace

std::vector<TypeConId> growingTypes(const TypeTable& types,
                                    const std::vector<TypeConId>& declared) {
  Parameters parameters(types);
  for (const TypeConId id : declared) parameters.addFields(id);
  return parameters.growing();
}

}  // namespace deforest::text
