#include "backends/native/suspension/changed_types.hpp"

#include <algorithm>
#include <set>
#include <string>

namespace deforest::backends {
namespace {

class Renaming {
 public:
  Renaming(ir::Program& program, Additions& additions) : program_(program), additions_(additions) {}

  void run(const std::set<ir::TypeId>& changed) {
    for (const ir::TypeId type : changed) renew(type);
    for (bool more = true; more;) {
      more = false;
      for (std::uint32_t i = 0; i < program_.types.size(); ++i) {
        const ir::TypeId id{i};
        if (program_.type(id).shape != ir::DataShape::Declared || renewed_.contains(id)) continue;
        if (!holdsRenewed(id)) continue;
        renew(id);
        more = true;
      }
    }
  }

 private:
  // A list that is an element of its own elements has itself among its arguments.
  [[nodiscard]] bool isRenewed(ir::TypeId type) const {
    std::set<ir::TypeId> seen;
    const auto look = [&](auto&& self, ir::TypeId each) -> bool {
      if (!seen.insert(each).second) return false;
      return renewed_.contains(each) ||
             std::ranges::any_of(program_.type(each).arguments,
                                 [&](ir::TypeId argument) { return self(self, argument); });
    };
    return look(look, type);
  }
  [[nodiscard]] bool holdsRenewed(ir::TypeId type) const {
    return std::ranges::any_of(program_.type(type).constructors, [&](ir::CtorId ctor) {
      return std::ranges::any_of(program_.constructor(ctor).fields,
                                 [&](const ir::Field& field) { return isRenewed(field.type); });
    });
  }

  void renew(ir::TypeId id) {
    if (!renewed_.insert(id).second) return;
    ir::Type& type = program_.types[id.value];
    type.constructorArguments.clear();
    type.deriving.clear();
    if (type.shape == ir::DataShape::List || type.shape == ir::DataShape::Tuple) {
      const ir::Constructor& last = program_.constructor(type.constructors.back());
      for (std::size_t i = 0; i < type.arguments.size(); ++i) {
        type.arguments[i] = last.fields[i].type;
      }
      type.name = additions_.uniqueType(type.name);
      return;
    }
    type.shape = ir::DataShape::Declared;
    type.name = additions_.uniqueType("Lazy");
    type.arguments.clear();
    for (const ir::CtorId each : type.constructors) {
      ir::Constructor& ctor = program_.constructors[each.value];
      ctor.name = additions_.uniqueCtor(ctor.name + "_lazy");
      for (ir::Field& field : ctor.fields) field.label.clear();
    }
  }

  ir::Program& program_;
  Additions& additions_;
  std::set<ir::TypeId> renewed_;
};

}  // namespace

void renameChanged(ir::Program& program, Additions& additions,
                   const std::set<ir::TypeId>& changed) {
  Renaming(program, additions).run(changed);
}

}  // namespace deforest::backends
