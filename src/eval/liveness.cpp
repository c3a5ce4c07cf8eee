#include "eval/liveness.hpp"

#include <algorithm>

#include "ir/traverse.hpp"

namespace deforest::eval {
namespace {

class Analysis {
 public:
  Analysis(const ir::Program& program, const ir::Function& function)
      : program_(program),
        function_(function),
        lastUse_(function.variables.size(), 0),
        bound_(function.variables.size(), false) {
    result_.alias.resize(function.variables.size());
    result_.used.resize(function.variables.size(), false);
  }

  Liveness run() {
    for (const ir::VarId parameter : function_.parameters) define(parameter);
    ++position_;
    block(function_.body);
    result_.dying.resize(position_);
    for (std::uint32_t i = 0; i < lastUse_.size(); ++i) {
      if (bound_[i]) result_.dying[lastUse_[i]].push_back(ir::VarId{i});
    }
    return std::move(result_);
  }

 private:
  void define(ir::VarId variable) {
    bound_[variable.value] = true;
    lastUse_[variable.value] = position_;
  }

  void use(const ir::Atom& atom) {
    const ir::Atom resolved = result_.resolve(atom);
    if (const ir::VarId* variable = ir::variableOf(resolved)) {
      result_.used[variable->value] = true;
      lastUse_[variable->value] = position_;
    }
  }

  void rename(const ir::Binding& binding) {
    const auto name = [&](std::size_t result, const ir::Atom& atom) {
      result_.alias[binding.results[result].value] = result_.resolve(atom);
    };
    support::match(
        binding.operation,
        [&](const ir::Copy& copy) {
          for (std::size_t i = 0; i < copy.atoms.size(); ++i) name(i, copy.atoms[i]);
        },
        [&](const ir::Primitive& seq) { name(0, seq.arguments[1]); },
        [&](const ir::Construct& construct) { name(0, construct.fields[0]); },
        [&](const ir::Unpack& unpack) { name(0, unpack.scrutinee); }, [](const auto&) {});
  }

  void block(const ir::Block& block) {
    for (const ir::Binding& binding : block.bindings) {
      if (onlyRenames(program_, binding)) {
        rename(binding);
        ++position_;
        continue;
      }
      ir::forEachAtom(binding.operation, [&](const ir::Atom& atom) { use(atom); });
      if (const auto* match = std::get_if<ir::Case>(&binding.operation)) {
        for (const ir::Alternative& alternative : match->alternatives) {
          ++position_;
          for (const ir::VarId field : alternative.fields) define(field);
          this->block(alternative.body);
        }
        ++position_;
      } else if (const auto* conditional = std::get_if<ir::Conditional>(&binding.operation)) {
        ++position_;
        this->block(conditional->whenTrue);
        this->block(conditional->whenFalse);
      }
      for (const ir::VarId result : binding.results) define(result);
      ++position_;
    }
    for (const ir::Atom& atom : block.results) use(atom);
    ++position_;
  }

  const ir::Program& program_;
  const ir::Function& function_;
  Liveness result_;
  std::vector<std::uint32_t> lastUse_;
  std::vector<bool> bound_;
  std::uint32_t position_ = 0;
};

bool isNewtype(const ir::Program& program, ir::CtorId ctor) {
  return program.type(program.constructor(ctor).type).isNewtype;
}

}  // namespace

ir::Atom Liveness::resolve(const ir::Atom& atom) const {
  const ir::VarId* variable = ir::variableOf(atom);
  if (variable == nullptr) return atom;
  const ir::Atom& other = alias[variable->value];
  const ir::VarId* otherVariable = ir::variableOf(other);
  return otherVariable != nullptr && !otherVariable->valid() ? atom : other;
}

bool onlyRenames(const ir::Program& program, const ir::Binding& binding) {
  return support::match(
      binding.operation, [](const ir::Copy&) { return true; },
      [](const ir::Primitive& primitive) { return primitive.op == ir::PrimOp::Seq; },
      [&](const ir::Construct& construct) { return isNewtype(program, construct.ctor); },
      [&](const ir::Unpack& unpack) { return isNewtype(program, unpack.ctor); },
      [](const auto&) { return false; });
}

Liveness analyse(const ir::Program& program, const ir::Function& function) {
  return Analysis(program, function).run();
}

}  // namespace deforest::eval
