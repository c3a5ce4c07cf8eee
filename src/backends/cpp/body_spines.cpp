// Loops along a list whose rest can be handed out; see deforest/spine.hpp.
#include "backends/cpp/body.hpp"
#include "ir/printing.hpp"

namespace deforest::backends {

using ir::TypeId;
using ir::VarId;

// Statements that move `place` on by one element of the list and say whether there was one.
void CppBody::writeStep(const std::string& place) {
  const VarId parameter = function_.parameters[spine_->parameter];
  const CppType& type = typeOf(parameter);
  const CppExpr at{place, false, true, {}};
  for (const auto& [ctor, field] : spine_->steps) {
    const CppCtor& names = context_.layout[ctor];
    const std::string cell =
        type.tagged ? "static_cast<const " + names.cell + "*>(" + place + ")" : place;
    out_.open("if (" + test(ctor, at) + ") {");
    out_.line(place + " = " + cell + "->" + names.fields[field] + ";");
    out_.line("return true;");
    out_.close();
  }
  out_.line("return false;");
}

void CppBody::startSpine() {
  const VarId parameter = function_.parameters[spine_->parameter];
  const std::string type = typeOf(parameter).type;
  spineName_ = local("rest");
  const std::string place = local("place");
  const std::string worker = local("other");
  const std::string levels = local("depth");
  std::string call = context_.nameOf(id_, variant_) + "(" + worker + ", " + levels;
  for (std::size_t i = 0; i < function_.parameters.size(); ++i) {
    const bool sum = spine_->sums.contains(i);
    call += ", ";
    if (i == spine_->parameter) {
      call += place;
    } else if (sum) {
      const TypeId type = function_.variables[function_.parameters[i].value].type;
      call += ir::isOutput(context_.code.program, type) ? "deforest::Output::apart()" : "0";
    } else {
      call += exprs_[function_.parameters[i].value].text;
    }
  }
  out_.line("deforest::Spine " + spineName_ + "(");
  out_.indent();
  out_.indent();
  out_.line("worker, levels, " + exprs_[parameter.value].text + ",");
  out_.open("[](" + type + "& " + place + ") {");
  writeStep(place);
  out_.close("},");
  const bool counts = !profile_.empty();
  out_.open((counts ? profile_ + ".job(" : "") + "[=](deforest::Worker& " + worker + ", unsigned " +
            levels + ", " + type + " " + place + ") {");
  out_.line("return " + call + ");");
  out_.close(counts ? "}));" : "});");
  out_.outdent();
  out_.outdent();
}

// Whether the alternative is one at which looking ahead ends, and may write the cell that it would
// begin at.
bool CppBody::endsSpine(const ir::Case& match, const ir::Alternative& alternative) const {
  return spine_ != nullptr && context_.code.writesInPlace[id_.value] &&
         match.scrutinee == ir::Atom(function_.parameters[spine_->parameter]) &&
         !spine_->steps.contains(alternative.ctor) && !alternative.body.bindings.empty();
}

// Where the loop meets what another thread has done, its results are those of the rest.
void CppBody::writeSpineEnd() {
  const VarId parameter = function_.parameters[spine_->parameter];
  const std::string done = spineName_ + ".doneFrom(" + exprs_[parameter.value].text + ")";
  out_.open("if (" +
            (profile_.empty() ? done : profile_ + ".waitFor([&] { return " + done + "; })") +
            ") {");
  std::vector<std::string> values;
  const std::size_t count = function_.resultTypes.size();
  for (std::size_t i = 0; i < count; ++i) {
    values.push_back(spineName_ + ".result()" +
                     (count == 1 ? "" : ".result" + std::to_string(i + 1)));
  }
  for (const auto& [sum, result] : spine_->sums) {
    if (ir::isOutput(context_.code.program, function_.resultTypes[result])) {
      values[result] =
          exprs_[function_.parameters[sum].value].text + ".append(" + values[result] + ")";
      continue;
    }
    const ir::TypeKind kind = context_.code.program.type(function_.resultTypes[result]).kind;
    const CppExpr name{exprs_[function_.parameters[sum].value].text, false, true, {}};
    values[result] =
        cppPrimitive(ir::PrimOp::Add, kind, kind, {name, {values[result], false, false, {}}}).text;
  }
  finishReturn(std::move(values));
  out_.close();
}

}  // namespace deforest::backends
