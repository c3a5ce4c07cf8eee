#include "backends/native/written_output.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "backends/native/facts.hpp"
#include "backends/native/text_writer.hpp"
#include "ir/measure.hpp"
#include "ir/primitives.hpp"
#include "ir/printing.hpp"
#include "ir/tail.hpp"
#include "ir/traverse.hpp"
#include "support/check.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::Foreign;
using ir::Function;
using ir::FunId;
using ir::TypeId;
using ir::VarId;

bool isCalled(const ir::Program& program, FunId id) {
  return std::ranges::any_of(program.functions, [&](const Function& function) {
    const std::vector<FunId> called = ir::callees(function.body);
    return std::ranges::find(called, id) != called.end();
  });
}

// The bindings of a block, from which they are taken in an order that what is printed decides.
class Schedule {
 public:
  explicit Schedule(Block& block)
      : block_(block), bindings_(std::exchange(block.bindings, {})), taken_(bindings_.size()) {
    for (std::size_t i = 0; i < bindings_.size(); ++i) {
      for (const VarId made : bindings_[i].results) makers_[made] = i;
    }
  }

  // What makes the value, if that is still to be taken; null otherwise.
  Binding* maker(const Atom& atom) {
    const auto* variable = ir::variableOf(atom);
    const auto found = variable == nullptr ? makers_.end() : makers_.find(*variable);
    const bool waits = found != makers_.end() && !taken_[found->second];
    return waits ? &bindings_[found->second] : nullptr;
  }

  // Takes one that waits, and all that it reads.
  void take(const Binding& maker) {
    take(variablesRead(maker.operation));
    take(static_cast<std::size_t>(&maker - bindings_.data()));
  }

  // Takes what makes the values, and all that it reads, in the order in which that stood.
  void take(std::vector<VarId> values) {
    std::set<std::size_t> needed;
    while (!values.empty()) {
      const auto found = makers_.find(values.back());
      values.pop_back();
      if (found == makers_.end() || taken_[found->second]) continue;
      if (!needed.insert(found->second).second) continue;
      std::ranges::copy(variablesRead(bindings_[found->second].operation),
                        std::back_inserter(values));
    }
    for (const std::size_t place : needed) take(place);
  }

  // Puts a binding behind those that are taken, and behind all that it reads.
  void add(Binding binding) {
    take(variablesRead(binding.operation));
    block_.bindings.push_back(std::move(binding));
  }

  // Takes what is left: nothing that is printed reads it.
  void takeRest() {
    for (std::size_t i = 0; i < bindings_.size(); ++i) {
      if (!taken_[i]) take(i);
    }
  }

 private:
  void take(std::size_t place) {
    block_.bindings.push_back(std::move(bindings_[place]));
    taken_[place] = true;
  }

  Block& block_;
  std::vector<Binding> bindings_;
  std::vector<bool> taken_;
  std::map<VarId, std::size_t> makers_;
};

// A value that `main` prints, and how.
struct Printed {
  Atom value;
  ir::Output how;
};

// Puts into `main` what prints.
class Printing {
 public:
  Printing(ir::Program& program, FunId main)
      : program_(program), main_(main), output_(addOutput(program)) {}

  void run() {
    std::vector<Printed> all;
    for (std::size_t i = 0; i < program_.outputs.size(); ++i) {
      all.push_back({main().body.results[i], program_.outputs[i]});
      if (writer_ || program_.outputs[i] == ir::Output::Print) continue;
      writer_ = addWriter(program_, main().resultTypes[i], output_);
    }
    uses_ = ir::countUses(main());
    const VarId begin = fresh();
    Block body = std::exchange(main().body, {});
    body.results = {print(body, all, begin)};
    body.bindings.insert(body.bindings.begin(), {{begin}, output(ir::outputCall, {}), at()});
    main().body = std::move(body);
    main().resultTypes = {output_};
    failBehindOutput(program_, main());
    program_.outputs = {ir::Output::Written};
  }

 private:
  // Prints these in the block, behind `out`, each as soon as what it reads is there. The result is
  // what has been printed then.
  VarId print(Block& block, std::span<const Printed> all, VarId out) {
    Schedule schedule(block);
    while (!all.empty()) {
      Binding* maker = schedule.maker(all.front().value);
      const std::size_t inside = maker == nullptr ? 0 : madeInBranches(*maker, all);
      if (inside == 0) {
        out = print(schedule, all.front(), out);
        all = all.subspan(1);
        continue;
      }
      out = printInBranches(*maker, all.first(inside), out);
      schedule.take(*maker);
      all = all.subspan(inside);
    }
    schedule.takeRest();
    return out;
  }

  VarId print(Schedule& schedule, const Printed& printed, VarId out) {
    VarId next = fresh();
    if (printed.how == ir::Output::Print) {
      schedule.add({{next}, output(ir::printCall, {out, printed.value}), at()});
    } else {
      schedule.add({{next}, ir::Call{*writer_, {printed.value, out}}, at()});
    }
    if (printed.how != ir::Output::PutStr) {
      out = std::exchange(next, fresh());
      schedule.add(put(next, out, ir::charLiteral(U'\n'), at()));
    }
    return next;
  }

  // How many of these, which are printed one after the other, come out of the branches of that
  // binding and are used for nothing else.
  std::size_t madeInBranches(const Binding& maker, std::span<const Printed> all) const {
    if (!ir::branches(maker.operation)) return 0;
    const auto other = std::ranges::find_if(all, [&](const Printed& printed) {
      const auto* variable = ir::variableOf(printed.value);
      return variable == nullptr || uses_[variable->value] != 1 ||
             std::ranges::find(maker.results, *variable) == maker.results.end();
    });
    return static_cast<std::size_t>(other - all.begin());
  }

  // Prints in each branch what it makes of these, which are no results then.
  VarId printInBranches(Binding& maker, std::span<const Printed> all, VarId out) {
    std::vector<std::size_t> places;
    for (const Printed& printed : all) {
      const auto found = std::ranges::find(maker.results, std::get<VarId>(printed.value));
      places.push_back(static_cast<std::size_t>(found - maker.results.begin()));
    }
    ir::forEachBlock(maker.operation, [&](Block& branch) {
      std::vector<Printed> inside;
      for (std::size_t i = 0; i < all.size(); ++i) {
        inside.push_back({branch.results[places[i]], all[i].how});
      }
      const VarId printed = print(branch, inside, out);
      drop(branch.results, places);
      branch.results.emplace_back(printed);
    });
    drop(maker.results, places);
    maker.results.push_back(fresh());
    return maker.results.back();
  }

  template <class Result>
  static void drop(std::vector<Result>& results, const std::vector<std::size_t>& places) {
    std::vector<Result> kept;
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (std::ranges::find(places, i) == places.end()) kept.push_back(std::move(results[i]));
    }
    results = std::move(kept);
  }

  Function& main() { return program_.functions[main_.value]; }
  ir::Position at() { return main().position; }
  VarId fresh() { return main().fresh(output_, "out"); }
  static Foreign output(std::string_view call, std::vector<Atom> arguments) {
    return {std::string(call), std::move(arguments)};
  }

  ir::Program& program_;
  FunId main_;
  TypeId output_;
  std::optional<FunId> writer_;
  std::vector<unsigned> uses_;
};

// One value that is shown is no text that could be written as it is made.
bool isWorthIt(const ir::Program& program) {
  return program.outputs.size() > 1 ||
         (program.outputs.size() == 1 && program.outputs[0] != ir::Output::Print);
}

void writeOutput(ir::Program& program, pipeline::Context& context) {
  const std::optional<FunId> id = program.find("main");
  if (!id || ir::writesOutput(program) || !isWorthIt(program) || isCalled(program, *id)) return;
  support::check(std::ranges::find(program.outputs, ir::Output::PutEach) == program.outputs.end(),
                 "natively, the texts of actions are one");
  Printing(program, *id).run();
  const Function& main = program.function(*id);
  context.add({pipeline::Decision::Kind::Native, true, main.name, "written output",
               "what it prints is written as it is made", main.position});
}

Foreign* putIn(Binding& binding) {
  auto* call = std::get_if<Foreign>(&binding.operation);
  return call != nullptr && ir::takesCharacters(call->name) ? call : nullptr;
}

void joinPuts(Block& block, const std::vector<unsigned>& uses) {
  for (Binding& binding : block.bindings) {
    ir::forEachBlock(binding.operation, [&](Block& inner) { joinPuts(inner, uses); });
  }
  std::vector<Binding> kept;
  for (Binding& binding : block.bindings) {
    const Foreign* behind = putIn(binding);
    Foreign* before = kept.empty() ? nullptr : putIn(kept.back());
    const bool follows = behind != nullptr && before != nullptr && behind->name == before->name &&
                         behind->arguments[0] == Atom(kept.back().results[0]) &&
                         uses[kept.back().results[0].value] == 1;
    if (!follows) {
      kept.push_back(std::move(binding));
      continue;
    }
    before->arguments.insert(before->arguments.end(), behind->arguments.begin() + 1,
                             behind->arguments.end());
    kept.back().results = std::move(binding.results);
  }
  block.bindings = std::move(kept);
}

}  // namespace

void joinPuts(ir::Function& function) {
  joinPuts(function.body, ir::countUses(function));
}

pipeline::Pass writtenOutput() {
  return {.name = "written-output",
          .description = "write what is printed as it is made",
          .makes = pipeline::Form::Free,
          .run = [](ir::Program program, pipeline::Context& context) {
            writeOutput(program, context);
            return program;
          }};
}

}  // namespace deforest::backends
