// Writes the body of one function of the program, binding after binding.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "ir/program.hpp"
#include "support/check.hpp"

namespace deforest::text {

using Atoms = std::vector<ir::Atom>;

class BodyWriter {
 public:
  ir::Function function;

  BodyWriter() : block_(&function.body) {}
  BodyWriter(const BodyWriter&) = delete;
  BodyWriter& operator=(const BodyWriter&) = delete;

  ir::VarId addParameter(ir::TypeId type, std::string name) {
    function.parameters.push_back(function.fresh(type, std::move(name)));
    return function.parameters.back();
  }

  /// Appends a binding whose results have these types and names; missing names are empty.
  Atoms bind(ir::Operation operation, const std::vector<ir::TypeId>& types,
             const std::vector<std::string>& names, ir::Position position) {
    ir::Binding binding;
    Atoms results;
    for (std::size_t i = 0; i < types.size(); ++i) {
      const ir::VarId variable =
          function.fresh(types[i], i < names.size() ? names[i] : std::string());
      binding.results.push_back(variable);
      results.emplace_back(variable);
    }
    binding.operation = std::move(operation);
    binding.position = position;
    block_->bindings.push_back(std::move(binding));
    return results;
  }

  /// The last binding, a call that results in `value`, is given it where it is given `self`.
  void tie(ir::VarId self, const ir::Atom& value) {
    for (ir::Atom& argument : std::get<ir::Call>(block_->bindings.back().operation).arguments) {
      if (argument == ir::Atom{self}) argument = value;
    }
  }

  /// Appends a binding of variables that are there.
  void bindTo(std::vector<ir::VarId> results, ir::Operation operation, ir::Position position) {
    block_->bindings.push_back({std::move(results), std::move(operation), position});
  }

  ir::Atom bindOne(ir::Operation operation, ir::TypeId type, std::string name,
                   ir::Position position) {
    return bind(std::move(operation), {type}, {std::move(name)}, position)[0];
  }

  /// The block that `write` writes; it returns the block's results.
  template <class Write>
  ir::Block nested(Write&& write) {
    // What functions that are data, in lists of lists of them, may be has no bound but this.
    if (++blocks_ > maxBlocks) {
      throw support::LimitError("one function becomes more than " + std::to_string(maxBlocks) +
                                " branches");
    }
    ir::Block inner;
    ir::Block* const outer = block_;
    block_ = &inner;
    inner.results = write();
    block_ = outer;
    return inner;
  }

 private:
  static constexpr std::size_t maxBlocks = 100'000;

  ir::Block* block_;
  std::size_t blocks_ = 0;
};

}  // namespace deforest::text
