// Case analysis and conditionals.
//
// Where every branch leaves the function, the last one needs no `else`. Of two constructors, the
// one without further calls is tested for: it is the one where a traversal ends. Constructors for
// which the same is done share a branch: the largest of these groups is what is left when the
// others have been tested for.
//
// What most branches result in, where it is a constant, is what a variable begins with: they need
// no text then.
#include <algorithm>
#include <cctype>
#include <map>
#include <utility>

#include "backends/cpp/body.hpp"
#include "ir/tail.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {

using ir::Binding;
using ir::Block;
using ir::VarId;

bool CppBody::calls(const Block& block) const {
  bool found = false;
  ir::forEachBinding(block, [&](const Binding& binding) {
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    found = found || (call != nullptr && context_.code.facts.heavy[call->callee.value]);
  });
  return found;
}

// The alternatives in which the same is done stand together, the largest group of at least two
// last. There are at least two groups: what is tested is read.
std::vector<CppBody::Group> CppBody::groupsOf(const ir::Case& match) {
  const VarId* value = ir::variableOf(match.scrutinee);
  const auto inItsCell = [&](const ir::Alternative& alternative) {
    return endsSpine(match, alternative) || (value != nullptr && takes(alternative.body, *value));
  };
  std::vector<Group> groups;
  for (const ir::Alternative& alternative : match.alternatives) {
    const auto same = std::ranges::find_if(groups, [&](const Group& group) {
      return sameBlock_(group[0]->body, alternative.body) && !inItsCell(alternative) &&
             !inItsCell(*group[0]);
    });
    if (same == groups.end()) {
      groups.push_back({&alternative});
    } else {
      same->push_back(&alternative);
    }
  }
  if (groups.size() == 1 && match.alternatives.size() > 1) {
    const Group first{groups[0][0]};
    groups[0].erase(groups[0].begin());
    groups.insert(groups.begin(), first);
    return groups;
  }
  const auto largest = std::ranges::max_element(groups, {}, &Group::size);
  if (largest->size() > 1) std::rotate(largest, largest + 1, groups.end());
  return groups;
}

// The constant that the block results in if it does nothing else; else empty.
std::string CppBody::constantIn(const Block& block, std::size_t result) const {
  for (const Binding& binding : block.bindings) {
    const auto* construct = std::get_if<ir::Construct>(&binding.operation);
    if (construct == nullptr || !construct->fields.empty()) return "";
  }
  const ir::Atom& value = block.results[result];
  if (const auto* literal = std::get_if<ir::Literal>(&value)) {
    return literal->kind == ir::TypeKind::Integer ? "" : cppLiteral(*literal).text;
  }
  for (const Binding& binding : block.bindings) {
    const auto& construct = std::get<ir::Construct>(binding.operation);
    const bool small =
        context_.layout[context_.code.program.constructor(construct.ctor).type].form !=
        CppForm::Value;
    if (value == ir::Atom(binding.results[0]) && small) return valueOf(construct).text;
  }
  return "";
}

// The constant that most of the branches result in; empty: none does.
std::string CppBody::commonValue(const ir::Operation& operation, std::size_t result) const {
  std::map<std::string, std::size_t> counts;
  const auto count = [&](auto&& self, const ir::Operation& branching) -> void {
    ir::forEachBlock(branching, [&](const Block& block) {
      const std::string constant = constantIn(block, result);
      if (!constant.empty()) {
        ++counts[constant];
      } else if (ir::endsInBranches(block)) {
        self(self, block.bindings.back().operation);
      }
    });
  };
  count(count, operation);
  const auto most =
      std::ranges::max_element(counts, {}, [](const auto& pair) { return pair.second; });
  return most == counts.end() ? "" : most->first;
}

// Whether the variables hold what the block results in, and it does nothing else.
bool CppBody::isDone(const Block& block, const Target& target) const {
  if (target.returns()) return false;
  if (ir::endsInBranches(block) && block.bindings.size() == 1) {
    bool done = true;
    ir::forEachBlock(block.bindings.back().operation,
                     [&](const Block& inner) { done = done && isDone(inner, target); });
    return done;
  }
  bool any = false;
  for (std::size_t i = 0; i < target.variables.size(); ++i) {
    if (target.variables[i].empty()) continue;
    if (target.values[i].empty() || constantIn(block, i) != target.values[i]) return false;
    any = true;
  }
  return any;
}

CppBody::Target CppBody::declareTargets(const Binding& binding) {
  Target target;
  for (std::size_t i = 0; i < binding.results.size(); ++i) {
    const VarId result = binding.results[i];
    target.variables.emplace_back();
    target.values.emplace_back();
    if (reads(result) == 0) continue;
    const CppType& type = typeOf(result);
    const std::string name = local(result);
    const std::string value = commonValue(binding.operation, i);
    out_.line(type.type + " " + name + (value.empty() ? "{}" : " = " + value) + ";");
    target.variables.back() = name;
    target.values.back() = value;
  }
  return target;
}

std::string CppBody::test(ir::CtorId id, const CppExpr& scrutinee, bool holds) const {
  const CppType& type = context_.layout[context_.code.program.constructor(id).type];
  const CppCtor& ctor = context_.layout[id];
  if (type.form == CppForm::Enumeration) {
    return scrutinee.operand() + (holds ? " == " : " != ") + type.name + "::" + ctor.name;
  }
  if (type.null) {
    return scrutinee.operand() + ((*type.null == id) == holds ? " == " : " != ") + "nullptr";
  }
  return scrutinee.operand() + (holds ? "->tag == " : "->tag != ") + type.name +
         "::Tag::" + ctor.name;
}

void CppBody::writeAlternative(const ir::Case& match, const ir::Alternative& alternative,
                               const CppExpr& scrutinee, const Target& target) {
  const CppType& type = context_.layout[context_.code.program.constructor(alternative.ctor).type];
  const CppCtor& ctor = context_.layout[alternative.ctor];
  CppExpr cell = scrutinee;
  const VarId value = std::get<VarId>(match.scrutinee);
  const bool taken = ctor.constant.empty() && takes(alternative.body, value);
  const bool anyRead = std::any_of(alternative.fields.begin(), alternative.fields.end(),
                                   [&](VarId field) { return reads(field) != 0; });
  if (type.tagged && (anyRead || taken)) {
    std::string hint = ctor.name;
    hint[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(hint[0])));
    cell = {local(hint), false, true, {}};
    // A cell made here is declared as what it is, and to C++ can be nothing else.
    const bool made = made_.contains(value);
    const std::string any =
        made ? "static_cast<const " + type.name + "*>(" + scrutinee.text + ")" : scrutinee.text;
    out_.line("const auto* " + cell.text + " = static_cast<const " + ctor.cell + "*>(" + any +
              ");");
  }
  for (std::size_t i = 0; i < alternative.fields.size(); ++i) {
    writeRead(alternative.fields[i],
              {cell.operand() + "->" + ctor.fields[i], false, false, cell.parameters});
  }
  if (taken) old_[value] = {cell, alternative.ctor, &alternative.fields};
  if (endsSpine(match, alternative)) out_.line(spineName_ + ".close();");
  writeBlock(alternative.body, target);
  old_.erase(value);
}

// The group whose block most of the others end in comes last; false if there is none.
bool CppBody::moveSharedEndLast(std::vector<Group>& groups) {
  std::size_t most = 0;
  std::size_t chosen = 0;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    std::size_t ends = 0;
    for (const Group& group : groups) {
      if (&group != &groups[i]) ends += endsWith(group[0]->body, groups[i][0]->body);
    }
    if (ends <= most) continue;
    most = ends;
    chosen = i;
  }
  if (most == 0) return false;
  const auto place = groups.begin() + static_cast<std::ptrdiff_t>(chosen);
  std::rotate(place, place + 1, groups.end());
  return true;
}

void CppBody::writeCase(const Binding& binding, const ir::Case& match, const Target& outer,
                        bool last) {
  if (!last) beginScratchFor(binding.operation);
  const Target target = last ? outer : declareTargets(binding);
  const CppExpr unnamed = expr(match.scrutinee);
  const CppExpr scrutinee = named(match.scrutinee);
  std::vector<Group> groups = groupsOf(match);
  const Fall outerFall = fall_;
  const bool atEnd = atLoopEnd_;
  const bool tickDue = tickDue_;
  std::set<VarId> left;
  const auto write = [&](const ir::Alternative& alternative) {
    writeBranch(target, left, [&] {
      if (!isDone(alternative.body, target)) {
        writeAlternative(match, alternative, scrutinee, target);
      }
    });
  };
  const bool two = groups.size() == 2 && groups[0].size() == 1;
  const bool nothing = std::ranges::all_of(
      match.alternatives, [&](const ir::Alternative& each) { return isDone(each.body, target); });
  if (nothing) {
    writeBranch(target, left, [] {});
  } else if (two && isDone(groups[0][0]->body, target) != isDone(groups[1][0]->body, target)) {
    const bool first = !isDone(groups[0][0]->body, target);
    out_.open("if (" + test(groups[0][0]->ctor, scrutinee, first) + ") {");
    atLoopEnd_ = false;
    write(*groups[first ? 0 : 1][0]);
    tickDue_ = tickDue;
    write(*groups[first ? 1 : 0][0]);
    out_.close();
  } else if (two) {
    const Block& first = groups[0][0]->body;
    const Block& second = groups[1][0]->body;
    const std::size_t ends = target.returns() ? endsWith(first, second) : 0;
    const std::size_t swappedEnds = target.returns() ? endsWith(second, first) : 0;
    const bool swapped = ends == swappedEnds
                             ? groups[1].size() == 1 && calls(first) && !calls(second)
                             : ends < swappedEnds;
    const ir::Alternative& tested = *groups[swapped ? 1 : 0][0];
    const ir::Alternative& other = *groups[swapped ? 0 : 1][0];
    const bool listed = groups[swapped ? 1 : 0].size() == 1;
    out_.open("if (" + test((listed ? tested : other).ctor, scrutinee, listed) + ") {");
    atLoopEnd_ = false;
    if (target.returns()) follow(tested.body, other.body);
    write(tested);
    atLoopEnd_ = atEnd;
    tickDue_ = tickDue;
    fall_ = outerFall;
    if (target.returns()) {
      out_.close();
      write(other);
    } else {
      out_.outdent();
      out_.open("} else {");
      write(other);
      out_.close();
    }
  } else {
    const CppType& type = typeOf(match.scrutinee);
    const bool tag = type.form == CppForm::Pointer;
    const bool behind = target.returns() && moveSharedEndLast(groups);
    // What cases that do not leave the function go on with.
    const Block* next = behind ? &groups.back()[0]->body : outerFall.block;
    const std::size_t fallen = fallen_[next];
    bool listsAll = true;
    out_.open("switch (" + scrutinee.operand() + (tag ? "->tag" : "") + ") {");
    atLoopEnd_ = false;
    for (const Group& group : groups) {
      const bool rest = &group == &groups.back() && group.size() > 1;
      const bool isBehind = behind && &group == &groups.back();
      listsAll = listsAll && !rest;
      const auto label = [&](const ir::Alternative& alternative) {
        return "case " + type.name + (tag ? "::Tag::" : "::") +
               context_.layout[alternative.ctor].name + ":";
      };
      for (std::size_t i = 0; !rest && i + 1 < group.size(); ++i) out_.line(label(*group[i]));
      out_.open((rest ? "default:" : label(*group.back())) + " {");
      const std::size_t before = fallen_[next];
      if (behind) follow(group[0]->body, groups.back()[0]->body);
      if (!isBehind) write(*group[0]);
      fall_ = outerFall;
      tickDue_ = tickDue;
      if (!target.returns() || isBehind || fallen_[next] != before) out_.line("break;");
      out_.close();
    }
    const bool goesOn = fallen_[next] != fallen;
    if (goesOn && listsAll) {
      out_.open("default: {");
      out_.line("deforest::unreachable();");
      out_.close();
    }
    out_.close();
    atLoopEnd_ = atEnd;
    if (behind) {
      write(*groups.back()[0]);
    } else if (target.returns() && !goesOn) {
      out_.line("deforest::unreachable();");
    }
  }
  atLoopEnd_ = atEnd;
  tickDue_ = tickDue;
  // The name is known no longer than the block is that this stands in.
  exprs_[std::get<VarId>(match.scrutinee).value] = unnamed;
  if (!target.returns()) scratch_.sites = std::move(left);
  if (!last) nameResults(binding, target);
}

// The results of a binding are in the variables of its target.
void CppBody::nameResults(const Binding& binding, const Target& target) {
  for (std::size_t i = 0; i < binding.results.size(); ++i) {
    if (!target.variables[i].empty()) {
      exprs_[binding.results[i].value] = {target.variables[i], false, true, {}};
    }
  }
}

// The two branches; what either leaves on scratch is added to `left`.
void CppBody::writeWays(const CppExpr& condition, const ir::Conditional& conditional,
                        const Target& target, std::set<VarId>& left) {
  const bool atEnd = atLoopEnd_;
  const bool tickDue = tickDue_;
  const auto write = [&](const Block& block) {
    writeBranch(target, left, [&] {
      if (!isDone(block, target)) writeBlock(block, target);
    });
    tickDue_ = tickDue;
  };
  const Block& whenTrue = conditional.whenTrue;
  const Block& whenFalse = conditional.whenFalse;
  const bool swapped = target.returns()
                           ? endsWith(whenTrue, whenFalse) < endsWith(whenFalse, whenTrue)
                           : isDone(whenTrue, target);
  const Block& first = swapped ? whenFalse : whenTrue;
  const Block& second = swapped ? whenTrue : whenFalse;
  const bool nothing = isDone(first, target) && isDone(second, target);
  const Fall outerFall = fall_;
  if (!nothing) out_.open("if (" + (swapped ? "!" + condition.operand() : condition.text) + ") {");
  atLoopEnd_ = false;
  if (target.returns()) follow(first, second);
  write(first);
  atLoopEnd_ = atEnd;
  fall_ = outerFall;
  if (target.returns()) {
    out_.close();
  } else if (!isDone(second, target)) {
    out_.outdent();
    out_.open("} else {");
  }
  write(second);
  if (!nothing && !target.returns()) out_.close();
}

void CppBody::writeConditional(const Binding& binding, const ir::Conditional& conditional,
                               const Target& outer, bool last) {
  const CppExpr condition = expr(conditional.condition);
  const auto& yes = conditional.whenTrue;
  const auto& no = conditional.whenFalse;
  const bool choice = yes.bindings.empty() && no.bindings.empty() && binding.results.size() == 1;
  if (choice && !last) {
    if (reads(binding.results[0]) == 0) return;
    const CppType& type = typeOf(binding.results[0]);
    const std::string name = local(binding.results[0]);
    const CppExpr first = expr(yes.results[0]);
    const CppExpr second = expr(no.results[0]);
    const bool unlike = !first.cell.empty() && !second.cell.empty() && first.cell != second.cell;
    out_.line((type.form == CppForm::Pointer ? type.type : "const " + type.type) + " " + name +
              " = " + condition.operand() + " ? " +
              (unlike ? "static_cast<" + type.type + ">(" + first.text + ")" : first.operand()) +
              " : " + second.operand() + ";");
    exprs_[binding.results[0].value] = {name, false, true, {}};
    return;
  }
  if (!last) beginScratchFor(binding.operation);
  const Target target = last ? outer : declareTargets(binding);
  const bool tickDue = tickDue_;
  std::set<VarId> left;
  writeWays(condition, conditional, target, left);
  tickDue_ = tickDue;
  if (!target.returns()) scratch_.sites = std::move(left);
  if (!last) nameResults(binding, target);
}

}  // namespace deforest::backends
