// Calls, forks, and jumps to the start of a loop.
#include <algorithm>
#include <utility>

#include "backends/cpp/body.hpp"
#include "backends/native/suspension/lists.hpp"
#include "support/check.hpp"

namespace deforest::backends {

using ir::Atom;
using ir::Binding;
using ir::PrimOp;
using ir::TypeKind;
using ir::VarId;
using Kind = LoopResult::Kind;

std::string CppBody::callText(const ir::Call& call, CppVariant variant, const std::string& worker,
                              const std::string& levels) const {
  std::string text = context_.nameOf(call.callee, variant) + "(";
  std::string separator;
  const auto argument = [&](const std::string& value) {
    text += separator + value;
    separator = ", ";
  };
  if (context_.takesWorker(call.callee, variant)) argument(worker);
  if (variant == CppVariant::Parallel) argument(levels);
  for (const auto& atom : call.arguments) argument(expr(atom).text);
  return text + ")";
}

// Names for the results; with `changes` they can be set again.
void CppBody::bindResults(const Binding& binding, const std::string& value, bool changes) {
  const auto& results = binding.results;
  const std::string all = changes ? "auto " : "const auto ";
  if (std::all_of(results.begin(), results.end(), [&](VarId v) { return reads(v) == 0; })) {
    out_.line("static_cast<void>(" + value + ");");
  } else if (results.size() == 1) {
    const CppType& type = typeOf(results[0]);
    const std::string name = local(results[0]);
    const bool pointer = type.form == CppForm::Pointer;
    out_.line((pointer ? autoFor(type) : all) + name + " = " + value + ";");
    exprs_[results[0].value] = {name, false, true, {}};
  } else if (variant_ == CppVariant::Parallel) {
    // Structured bindings cannot be captured.
    const std::string name = local("results");
    out_.line(all + name + " = " + value + ";");
    for (std::size_t i = 0; i < results.size(); ++i) {
      exprs_[results[i].value] = {name + ".result" + std::to_string(i + 1), false, false, {}};
    }
  } else {
    std::string names;
    for (const VarId result : results) {
      const std::string name = reads(result) == 0 ? local("unused") : local(result);
      names += (names.empty() ? "" : ", ") + name;
      exprs_[result.value] = {name, false, true, {}};
    }
    out_.line(all + "[" + names + "] = " + value + ";");
  }
}

// How deep below the calls written now others can be handed out.
std::string CppBody::levelsBelow(bool forked) const {
  if (spine_ != nullptr) return spineName_ + ".levels()";
  if (!forked || shares_.inTurn) return "levels";
  if (shares_.calls == 2) return "levels - 1";
  return "deforest::share(levels, " + std::to_string(shares_.calls) + ")";
}

void CppBody::writeCall(Scope& scope, const Binding& binding, const ir::Call& call,
                        const Target& target, bool last) {
  const bool waits = forks_.contains(binding.results[0]);
  const bool beside = beside_.contains(binding.results[0]);
  const std::string worker = waits ? std::string() : place(binding);
  const bool leaves = last && target.returns() && plainExit();
  const bool moves = !leaves && !waits && !beside && movesAfter(binding, worker);
  const std::string watch = moves ? writeWatch(worker, call.callee) : std::string();
  const std::string value = waits ? joined(binding)
                                  : callText(call, context_.variantOf(call.callee, variant_),
                                             worker, levelsBelow(beside));
  if (leaves) {
    if (scratch_.sites.empty()) {
      out_.line("return " + value + ";");
      return;
    }
    const std::string results = local("made");
    out_.line("const auto " + results + " = " + value + ";");
    endScratch();
    out_.line("return " + results + ";");
    return;
  }
  if (binding.results.size() == 1) {
    const std::string hole = holeFor(scope, binding.results[0]);
    if (!hole.empty()) {
      if (moves) {
        bindResults(binding, value, true);
        writeMoves(worker, watch, binding.results);
      }
      out_.line(hole + " = " + (moves ? expr(binding.results[0]).text : value) + ";");
      return;
    }
  }
  const bool goesThere =
      last && !target.returns() && binding.results.size() == 1 && reads(binding.results[0]) == 1;
  if (goesThere && !target.variables[0].empty()) {
    out_.line(target.variables[0] + " = " + value + ";");
    exprs_[binding.results[0].value] = {target.variables[0], false, true, {}};
  } else {
    bindResults(binding, value, moves);
  }
  if (moves) writeMoves(worker, watch, binding.results);
}

// Begins the calls beside which that at `at` is the first: each waits in a frame on the stack until
// it is joined, where it stands. The last one waits longest, and is offered to other threads first.
void CppBody::beginForks(const Scope& scope, std::size_t at) {
  const VarId first = scope.block.bindings[at].results[0];
  if (forks_.contains(first)) return;
  std::vector<std::size_t> group = forkAt(scope.block, at, context_.code.facts);
  group.erase(std::ranges::find_if(group, [&](std::size_t each) { return scope.chained[each]; }),
              group.end());
  if (group.size() < 2) return;
  beside_.insert(first);
  const std::string worker = local("other");
  const std::string levels = local("depth");
  for (std::size_t i = group.size(); i-- > 1;) {
    const Binding& binding = scope.block.bindings[group[i]];
    const auto& call = std::get<ir::Call>(binding.operation);
    const CppVariant variant = context_.variantOf(call.callee, variant_);
    const bool takesWorker = context_.takesWorker(call.callee, variant);
    if (onScratch(binding)) beginScratch();
    const std::string place = worker + (onScratch(binding) ? ".other()" : "");
    const std::string fork = local("fork");
    forks_.emplace(binding.results[0], fork);
    const std::string declared = "deforest::Fork " + fork + "(worker, " + levelsBelow(true) + ", ";
    const std::string begin = declared + (profile_.empty() ? "" : profile_ + ".job(");
    const std::string end = profile_.empty() ? ");" : "));";
    const std::string lambda = std::string("[=](deforest::Worker&") +
                               (takesWorker ? " " + worker : "") + ", unsigned" +
                               (variant == CppVariant::Parallel ? " " + levels : "") + ") {";
    const std::string body = "return " + callText(call, variant, place, levels) + ";";
    const auto write = [&](const std::string& head, const std::string& tail) {
      const std::string whole = head + " " + body + " " + tail;
      if (whole.size() <= 100 - 2 * out_.depth()) return out_.line(whole);
      out_.open(head);
      out_.line(body);
      out_.close(tail);
    };
    if ((declared + lambda).size() <= 100 - 2 * out_.depth()) {
      write(begin + lambda, "}" + end);
    } else {
      const std::string later = local("later");
      write("const auto " + later + " = " + lambda, "};");
      out_.line(begin + later + end);
    }
  }
}

// The results of a call that waits, which another thread may have done.
std::string CppBody::joined(const Binding& binding) {
  const std::string& fork = forks_.at(binding.results[0]);
  if (onScratch(binding)) scratch_.sites.insert(binding.results[0]);
  if (profile_.empty()) return fork + ".join()";
  return profile_ + ".waitFor([&] { return " + fork + ".join(); })";
}

// --------------------------------------------------------------------------------------- loops

namespace {

const char* limitOf(TypeKind kind, bool largest) {
  switch (kind) {
    case TypeKind::Int:
      return largest ? "std::numeric_limits<std::int64_t>::max()" : "deforest::smallestInt";
    case TypeKind::Word:
      return largest ? "~std::uint64_t{0}" : "0U";
    case TypeKind::Char:
      return largest ? "char32_t{1114111}" : "char32_t{0}";
    case TypeKind::Bool:
      return largest ? "true" : "false";
    default:
      support::fail("a minimum or maximum in a loop over doubles");
  }
}

// The operand that makes the other one not matter; empty: there is none.
std::string decided(PrimOp op) {
  if (op == PrimOp::And) return "false";
  return op == PrimOp::Or ? "true" : "";
}

}  // namespace

// What leaves every operand as it is.
std::string CppBody::neutral(std::size_t result) const {
  const TypeKind kind = context_.code.program.type(function_.resultTypes[result]).kind;
  switch (plannedLoop_.results[result].op) {
    case PrimOp::Min:
      return limitOf(kind, true);
    case PrimOp::Max:
      return limitOf(kind, false);
    case PrimOp::BitAnd:
      return kind == TypeKind::Int ? "-1" : "~std::uint64_t{0}";
    case PrimOp::And:
      return "true";
    case PrimOp::Or:
      return "false";
    default:
      return "0";
  }
}

void CppBody::startLoop() {
  const LoopPlan& plan = plannedLoop_;
  results_.resize(plan.results.size());
  seconds_.resize(plan.results.size());
  for (std::size_t i = 0; i < plan.results.size(); ++i) {
    const CppType& type = context_.layout[function_.resultTypes[i]];
    switch (plan.results[i].kind) {
      case Kind::Same:
        break;
      case Kind::Hole:
        results_[i] = local("result");
        seconds_[i] = local("hole");
        out_.line(type.type + " " + results_[i] + " = nullptr;");
        out_.line(type.type + "* " + seconds_[i] + " = &" + results_[i] + ";");
        break;
      case Kind::Affine:
        if (plan.results[i].offset) {
          results_[i] = local("sum");
          out_.line(type.type + " " + results_[i] + " = 0;");
        }
        if (plan.results[i].scale) {
          seconds_[i] = local(plan.results[i].offset ? "scale" : "product");
          out_.line(type.type + " " + seconds_[i] + " = 1;");
        }
        break;
      case Kind::Associative:
        results_[i] = local("accumulated");
        out_.line(type.type + " " + results_[i] + " = " + neutral(i) + ";");
        break;
    }
  }
}

void CppBody::finishReturn(std::vector<std::string> values, const ir::Block* block) {
  if (loop_) {
    const LoopPlan& plan = plannedLoop_;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const TypeKind kind = context_.code.program.type(function_.resultTypes[i]).kind;
      const auto apply = [&](PrimOp op, const std::string& a, const std::string& b) {
        return cppPrimitive(op, kind, kind, {{a, false, true, {}}, {b, true, false, {}}}).text;
      };
      switch (plan.results[i].kind) {
        case Kind::Same:
          break;
        case Kind::Hole:
          out_.line("*" + seconds_[i] + " = " + values[i] + ";");
          values[i] = results_[i];
          break;
        case Kind::Affine:
          if (plan.results[i].scale) {
            if (values[i] == "1") {
              values[i] = seconds_[i];
            } else if (values[i] != "0") {
              values[i] = apply(PrimOp::Mul, seconds_[i], values[i]);
            }
          }
          if (plan.results[i].offset) {
            values[i] = values[i] == "0" ? results_[i] : apply(PrimOp::Add, results_[i], values[i]);
          }
          break;
        case Kind::Associative: {
          const PrimOp op = plan.results[i].op;
          if (values[i] == neutral(i)) {
            values[i] = results_[i];
          } else if (values[i] != decided(op)) {
            values[i] = apply(op, results_[i], values[i]);
          }
          break;
        }
      }
    }
  }
  if (!scratch_.sites.empty()) {
    const bool reads = block != nullptr && plan_.isReadFrom(*block);
    for (std::size_t i = 0; reads && i < values.size(); ++i) {
      const std::string value = std::exchange(values[i], local("made"));
      out_.line(context_.layout[function_.resultTypes[i]].type + " " + values[i] + " = " + value +
                ";");
    }
    endScratch();
  }
  if (values.size() == 1) {
    out_.line("return " + values[0] + ";");
    return;
  }
  std::vector<std::string> names;
  for (std::size_t i = 0; i < values.size(); ++i) names.push_back("result" + std::to_string(i + 1));
  out_.line("return " + cppAggregate(names, values) + ";");
}

// What is made in front of the result of the next round, from the outside in.
void CppBody::stepHole(Scope& scope, std::size_t result, const std::vector<std::size_t>& chain) {
  for (std::size_t i = 0; i < chain.size();) {
    const auto isCall = [&](std::size_t at) {
      return std::holds_alternative<ir::Call>(scope.block.bindings[at].operation);
    };
    if (isCall(chain[i])) {
      const std::size_t behind = i + 1 < chain.size() ? chain[i + 1] : scope.jump->call;
      const auto& made = scope.block.bindings[behind].results;
      fillByCall(scope.block.bindings[chain[i]], result, made[i + 1 < chain.size() ? 0 : result]);
      ++i;
      continue;
    }
    const auto end =
        std::find_if(chain.begin() + static_cast<std::ptrdiff_t>(i), chain.end(), isCall);
    const auto count = static_cast<std::size_t>(end - chain.begin()) - i;
    fillWithCells(scope, result, std::span(chain).subspan(i, count));
    i += count;
  }
}

// What the call makes in front of the empty list, instead of `rest`; the hole is then at its end.
void CppBody::fillByCall(const Binding& binding, std::size_t result, VarId rest) {
  const auto& call = std::get<ir::Call>(binding.operation);
  const CppExpr before = std::exchange(exprs_[rest.value], {"nullptr", true, false, {}});
  const std::string& hole = seconds_[result];
  const ir::TypeId type = function_.resultTypes[result];
  const ir::CtorId cons = listCtors(context_.code.program, type)->cons;
  out_.line("*" + hole + " = " +
            callText(call, context_.variantOf(call.callee, variant_), place(binding),
                     levelsBelow(false)) +
            ";");
  out_.line("while (*" + hole + " != nullptr) " + hole + " = const_cast<" +
            context_.layout[type].type + "*>(&(*" + hole + ")->" + context_.layout[cons].fields[1] +
            ");");
  exprs_[rest.value] = before;
}

// The last of the cells becomes the one with the hole.
void CppBody::fillWithCells(Scope& scope, std::size_t result, std::span<const std::size_t> cells) {
  for (const std::size_t at : cells) {
    if (!scope.cells.contains(at)) allocate(scope, at);
  }
  for (const std::size_t at : cells) fill(scope, at);
  const Cell& innermost = scope.cells.at(cells.back());
  const auto& construct = std::get<ir::Construct>(scope.block.bindings[cells.back()].operation);
  const auto open = std::find(innermost.filled.begin(), innermost.filled.end(), false);
  const auto field = static_cast<std::size_t>(open - innermost.filled.begin());
  out_.line("*" + seconds_[result] + " = " + scope.cells.at(cells.front()).name + ";");
  out_.line(seconds_[result] + " = &" + innermost.name + "->" +
            context_.layout[construct.ctor].fields[field] + ";");
}

// What the chain does to r in offset + scale * r, from the outside in.
void CppBody::stepNumber(const Scope& scope, std::size_t result,
                         const std::vector<std::size_t>& chain) {
  const LoopResult& plan = plannedLoop_.results[result];
  const TypeKind kind = context_.code.program.type(function_.resultTypes[result]).kind;
  const auto name = [](const std::string& text) { return CppExpr{text, false, true, {}}; };
  const auto apply = [&](PrimOp op, const std::vector<CppExpr>& operands) {
    return cppPrimitive(op, kind, kind, operands);
  };
  for (const std::size_t at : chain) {
    const auto& primitive = std::get<ir::Primitive>(scope.block.bindings[at].operation);
    CppExpr other;
    bool second = false;  // the recursive operand is the second
    for (std::size_t i = 0; i < primitive.arguments.size(); ++i) {
      const auto* variable = std::get_if<VarId>(&primitive.arguments[i]);
      const bool known = variable == nullptr || !exprs_[variable->value].text.empty();
      if (known) {
        other = expr(primitive.arguments[i]);
        second = i == 0;
      }
    }
    const std::string& sum = results_[result];
    const std::string& scale = seconds_[result];
    switch (primitive.op) {
      case PrimOp::Add:
      case PrimOp::Sub: {
        const CppExpr term = plan.scale ? apply(PrimOp::Mul, {name(scale), other}) : other;
        const bool minus = primitive.op == PrimOp::Sub && !second;
        out_.line(sum + " = " + apply(minus ? PrimOp::Sub : PrimOp::Add, {name(sum), term}).text +
                  ";");
        if (primitive.op == PrimOp::Sub && second) {
          out_.line(scale + " = " + apply(PrimOp::Negate, {name(scale)}).text + ";");
        }
        break;
      }
      case PrimOp::Mul:
        out_.line(scale + " = " + apply(PrimOp::Mul, {name(scale), other}).text + ";");
        break;
      case PrimOp::Negate:
        out_.line(scale + " = " + apply(PrimOp::Negate, {name(scale)}).text + ";");
        break;
      default:
        out_.line(sum + " = " + apply(primitive.op, {name(sum), other}).text + ";");
    }
  }
}

// The arguments of the next round, all at once.
void CppBody::updateParameters(const ir::Call& call) {
  struct Update {
    VarId parameter;
    CppExpr value;
  };
  std::vector<Update> updates;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const VarId parameter = function_.parameters[i];
    if (call.arguments[i] == Atom(parameter) || exprs_[parameter.value].text.empty()) continue;
    CppExpr value = expr(call.arguments[i]);
    // What has been printed since is the same to C++.
    if (value.text == exprs_[parameter.value].text) continue;
    updates.push_back({parameter, std::move(value)});
  }
  const auto readsParameter = [](const Update& update, VarId parameter) {
    const auto& read = update.value.parameters;
    return std::find(read.begin(), read.end(), parameter) != read.end();
  };
  while (!updates.empty()) {
    // One that no other still reads; failing that, the first is put aside.
    auto chosen = std::find_if(updates.begin(), updates.end(), [&](const Update& update) {
      return std::none_of(updates.begin(), updates.end(), [&](const Update& other) {
        return other.parameter != update.parameter && readsParameter(other, update.parameter);
      });
    });
    if (chosen == updates.end()) {
      const std::string next = local("next");
      const CppType& type = typeOf(updates[0].parameter);
      out_.line(autoFor(type) + next + " = " + updates[0].value.text + ";");
      updates[0].value = {next, false, true, {}};
      std::rotate(updates.begin(), updates.begin() + 1, updates.end());
      continue;
    }
    out_.line(exprs_[chosen->parameter.value].text + " = " + chosen->value.text + ";");
    updates.erase(chosen);
  }
}

void CppBody::writeJump(Scope& scope) {
  writeTick();
  const LoopPlan& plan = plannedLoop_;
  for (std::size_t i = 0; i < plan.results.size(); ++i) {
    const auto& chain = scope.jump->chains[i];
    if (plan.results[i].kind == Kind::Hole) {
      stepHole(scope, i, chain);
    } else if (plan.results[i].kind != Kind::Same) {
      stepNumber(scope, i, chain);
    }
  }
  updateParameters(std::get<ir::Call>(scope.block.bindings[scope.jump->call].operation));
  endScratch();
  if (!atLoopEnd_) out_.line("continue;");
}

}  // namespace deforest::backends
