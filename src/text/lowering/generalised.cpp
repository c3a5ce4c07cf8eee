// Types whose constructors have type variables of their own, or say what the parameters are.
//
//     data Expr a where
//       One  :: Int -> Expr Int                            data Expr_Int
//       Pair :: Expr b -> Expr c -> Expr (b, c)       =>     = One Int
//       If   :: Expr Bool -> Expr b -> Expr b -> Expr b      | If Expr_Bool Expr_Int Expr_Int
//       Fst  :: Expr (b, c) -> Expr b                        | Fst Expr_Tuple_Int_Bool
//
// An instance of such a type has the constructors by which the program makes values of it: `Pair`
// makes no `Expr Int`. One with variables that the type leaves open, c in `Fst`, is there once for
// each of the types that those have there. Which these are is not known before the program has been
// made, and a match that knows of one more may lead to further ones. So the program is made again
// until there are no new ones.
#include <algorithm>
#include <cctype>
#include <unordered_set>

#include "support/check.hpp"
#include "text/lowering/types.hpp"

namespace deforest::text {
namespace {

// One that is made at ever larger types is made at ever more.
constexpr std::size_t maxMadeAt = 60;

}  // namespace

bool GroundTypes::isGeneralised(TypeConId con) const {
  return std::ranges::any_of(source_.con(con).constructors, [&](ConId constructor) {
    return source_.constructor(constructor).isGeneralised();
  });
}

const std::vector<GroundConstructor>* GroundTypes::generalised(ir::TypeId type) const {
  const auto found = generalised_.find(type);
  return found == generalised_.end() ? nullptr : &found->second;
}

bool GroundTypes::fits(TypeRef pattern, ir::TypeId type, Substitution& substitution) const {
  pattern = source_.prune(pattern);
  if (!pattern->con.valid()) return substitution.emplace(pattern, type).first->second == type;
  if (declaration(type) != pattern->con) return false;
  const std::vector<ir::TypeId> arguments = headArguments(type);
  if (arguments.size() != pattern->arguments.size()) return false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!fits(pattern->arguments[i], arguments[i], substitution)) return false;
  }
  return true;
}

TypeRef GroundTypes::written(ir::TypeId type) {
  std::vector<TypeRef> arguments;
  for (const ir::TypeId argument : headArguments(type)) arguments.push_back(written(argument));
  return source_.apply(declaration(type), std::move(arguments));
}

// Those by which the program makes values of the type. `substitution`: what its parameters are.
void GroundTypes::addGeneralised(ir::TypeId id, ConId con, Substitution substitution) {
  const SourceConstructor& source = source_.constructor(con);
  for (const auto& [parameter, equal] : source.equalities) {
    if (!fits(equal, substitution.at(parameter), substitution)) return;
  }
  const bool isOneOfSeveral = !std::ranges::all_of(
      source.variables, [&](TypeRef variable) { return substitution.contains(variable); });
  const std::vector<TypeRef>& parameters = source_.con(source.type).parameters;
  for (const std::vector<TypeRef>& madeAt : source.madeAt) {
    Substitution all = substitution;
    bool isOfType = true;
    for (std::size_t i = 0; i < madeAt.size(); ++i) {
      const bool isParameter = i < parameters.size();
      const TypeRef variable =
          isParameter ? parameters[i] : source.variables[i - parameters.size()];
      const auto known = all.find(variable);
      Substitution none;
      if (known != all.end()) {
        isOfType = isOfType && fits(madeAt[i], known->second, none);
      } else if (isOfType) {
        all.emplace(variable, ground(madeAt[i], none));
      }
    }
    if (!isOfType) continue;
    GroundConstructor made{con, {}, isOneOfSeveral};
    for (const TypeRef variable : source.variables) made.variables.push_back(all.at(variable));
    addConstructor(id, source, all);
    generalised_[id].push_back(std::move(made));
  }
}

ir::CtorId GroundTypes::constructor(ir::TypeId type, ConId con,
                                    const std::vector<ir::TypeId>& variables) {
  const std::vector<GroundConstructor>* known = generalised(type);
  if (known == nullptr) return constructor(type, con);
  const std::vector<GroundConstructor>& all = *known;
  const auto found = std::ranges::find_if(all, [&](const GroundConstructor& each) {
    return each.con == con && each.variables == variables;
  });
  if (found != all.end()) {
    return program_.type(type).constructors[static_cast<std::size_t>(found - all.begin())];
  }
  lacksConstructors_ = true;
  std::vector<ir::TypeId> types = headArguments(type);
  types.insert(types.end(), variables.begin(), variables.end());
  std::vector<std::vector<TypeRef>>& madeAt = source_.constructor(con).madeAt;
  const auto isSame = [&](const std::vector<TypeRef>& known) {
    for (std::size_t i = 0; i < types.size(); ++i) {
      Substitution none;
      if (!fits(known[i], types[i], none)) return false;
    }
    return true;
  };
  if (std::ranges::any_of(madeAt, isSame)) return {};
  if (madeAt.size() == maxMadeAt) {
    throw support::LimitError("values are made by `" + source_.constructor(con).name +
                              "` at more than " + std::to_string(maxMadeAt) + " types");
  }
  std::vector<TypeRef> more;
  more.reserve(types.size());
  for (const ir::TypeId each : types) more.push_back(written(each));
  madeAt.push_back(std::move(more));
  return {};
}

std::string GroundTypes::nameOfGeneralised(TypeConId con,
                                           const std::vector<ir::TypeId>& arguments) const {
  const std::string name = word(con, arguments);
  if (arguments.empty()) return name;
  std::string free = name;
  for (int i = 2; isTypeName(free); ++i) free = name + "_" + std::to_string(i);
  return free;
}

// Not before what shows values has been made, by the names that they have in the text.
std::vector<ir::TypeId> GroundTypes::nameGeneralised() {
  std::unordered_set<std::string> taken;
  for (const ir::Constructor& constructor : program_.constructors) taken.insert(constructor.name);
  std::vector<ir::TypeId> types;
  for (const auto& [id, constructors] : generalised_) {
    types.push_back(id);
    for (std::size_t i = 0; i < constructors.size(); ++i) {
      ir::Constructor& made = program_.constructors[program_.type(id).constructors[i].value];
      std::string name = made.name;
      if (std::isalpha(static_cast<unsigned char>(name.front())) == 0) {
        name = word(source_.constructor(constructors[i].con).type) + "_op";
        made.infix = false;
      }
      for (const ir::TypeId argument : headArguments(id)) name += "_" + word(argument);
      if (constructors[i].isOneOfSeveral) {
        for (const ir::TypeId own : constructors[i].variables) name += "_" + word(own);
      }
      if (name == made.name) continue;
      made.name = name;
      for (int number = 2; !taken.insert(made.name).second; ++number) {
        made.name = name + "_" + std::to_string(number);
      }
    }
  }
  return types;
}

}  // namespace deforest::text
