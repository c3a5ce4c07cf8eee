// Case analysis and conditionals.
//
// Where every branch leaves the function, the last one needs no `else`. Of two constructors, the
// one without further calls is tested for: it is the one where a traversal ends. Constructors for
// which the same is done share a branch: the largest of these groups is what is left when the
// others have been tested for.
#include <algorithm>
#include <cctype>
#include <utility>

#include "backends/cpp/text/body.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {

using ir::Binding;
using ir::Block;
using ir::VarId;

bool CppBody::calls(const Block& block) const {
  bool found = false;
  ir::forEachBinding(block, [&](const Binding& binding) {
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    found = found || (call != nullptr && context_.facts.heavy[call->callee.value]);
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

CppBody::Target CppBody::declareTargets(const Binding& binding) {
  Target target;
  for (const VarId result : binding.results) {
    if (reads(result) == 0) {
      target.variables.emplace_back();
      continue;
    }
    const CppType& type = typeOf(result);
    const std::string name = local(result);
    out_.line(type.type + " " + name + "{};");
    target.variables.push_back(name);
  }
  return target;
}

std::string CppBody::test(ir::CtorId id, const CppExpr& scrutinee) const {
  const CppType& type = context_.layout[context_.program.constructor(id).type];
  const CppCtor& ctor = context_.layout[id];
  if (type.form == CppForm::Enumeration) {
    return scrutinee.operand() + " == " + type.name + "::" + ctor.name;
  }
  if (type.null) {
    return scrutinee.operand() + (*type.null == id ? " == " : " != ") + "nullptr";
  }
  return scrutinee.operand() + "->tag == " + type.name + "::Tag::" + ctor.name;
}

void CppBody::writeAlternative(const ir::Case& match, const ir::Alternative& alternative,
                               const CppExpr& scrutinee, const Target& target) {
  const CppType& type = context_.layout[context_.program.constructor(alternative.ctor).type];
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

void CppBody::writeCase(const Binding& binding, const ir::Case& match, const Target& outer,
                        bool last) {
  if (!last) beginScratchFor(binding.operation);
  const Target target = last ? outer : declareTargets(binding);
  const CppExpr unnamed = expr(match.scrutinee);
  const CppExpr scrutinee = named(match.scrutinee);
  const std::vector<Group> groups = groupsOf(match);
  const bool atEnd = atLoopEnd_;
  const bool tickDue = tickDue_;
  std::set<VarId> left;
  const auto write = [&](const ir::Alternative& alternative) {
    writeBranch(target, left, [&] { writeAlternative(match, alternative, scrutinee, target); });
  };
  if (groups.size() == 2 && groups[0].size() == 1) {
    const bool swapped =
        groups[1].size() == 1 && calls(groups[0][0]->body) && !calls(groups[1][0]->body);
    const ir::Alternative& tested = *groups[swapped ? 1 : 0][0];
    const ir::Alternative& other = *groups[swapped ? 0 : 1][0];
    out_.open("if (" + test(tested.ctor, scrutinee) + ") {");
    atLoopEnd_ = false;
    write(tested);
    atLoopEnd_ = atEnd;
    tickDue_ = tickDue;
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
    out_.open("switch (" + scrutinee.operand() + (tag ? "->tag" : "") + ") {");
    atLoopEnd_ = false;
    for (const Group& group : groups) {
      const bool rest = &group == &groups.back() && group.size() > 1;
      const auto label = [&](const ir::Alternative& alternative) {
        return "case " + type.name + (tag ? "::Tag::" : "::") +
               context_.layout[alternative.ctor].name + ":";
      };
      for (std::size_t i = 0; !rest && i + 1 < group.size(); ++i) out_.line(label(*group[i]));
      out_.open((rest ? "default:" : label(*group.back())) + " {");
      write(*group[0]);
      tickDue_ = tickDue;
      if (!target.returns()) out_.line("break;");
      out_.close();
    }
    out_.close();
    if (target.returns()) out_.line("deforest::unreachable();");
  }
  atLoopEnd_ = atEnd;
  tickDue_ = tickDue;
  // The name is known no longer than the block is that this stands in.
  exprs_[std::get<VarId>(match.scrutinee).value] = unnamed;
  if (!target.returns()) scratch_.sites = std::move(left);
  if (last) return;
  for (std::size_t i = 0; i < binding.results.size(); ++i) {
    if (!target.variables[i].empty()) {
      exprs_[binding.results[i].value] = {target.variables[i], false, true, {}};
    }
  }
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
  const bool atEnd = atLoopEnd_;
  const bool tickDue = tickDue_;
  std::set<VarId> left;
  out_.open("if (" + condition.text + ") {");
  atLoopEnd_ = false;
  writeBranch(target, left, [&] { writeBlock(yes, target); });
  atLoopEnd_ = atEnd;
  tickDue_ = tickDue;
  if (target.returns()) {
    out_.close();
    writeBranch(target, left, [&] { writeBlock(no, target); });
  } else {
    out_.outdent();
    out_.open("} else {");
    writeBranch(target, left, [&] { writeBlock(no, target); });
    out_.close();
  }
  tickDue_ = tickDue;
  if (!target.returns()) scratch_.sites = std::move(left);
  if (last) return;
  for (std::size_t i = 0; i < binding.results.size(); ++i) {
    if (!target.variables[i].empty()) {
      exprs_[binding.results[i].value] = {target.variables[i], false, true, {}};
    }
  }
}

}  // namespace deforest::backends
