#include "backends/native/suspension/failures.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace deforest::backends {

const TriedType& Failures::of(ir::TypeId value) {
  if (const auto known = tried_.find(value); known != tried_.end()) return known->second;
  TriedType made{additions_.addType("Tried"), {}, {}, {}};
  made.got = additions_.addCtor(made.type, "Got", {value});
  made.failed = additions_.addCtor(made.type, "Failed", {type()});
  made.open = additions_.addFunction("open", made.type, value);
  return tried_.emplace(value, made).first->second;
}

ir::TypeId Failures::type() {
  if (!type_) type_ = additions_.addType("Failure");
  return *type_;
}

ir::CtorId Failures::failure(const std::string& message, bool bare,
                             std::optional<ir::TypeId> text) {
  const Saying saying{text.has_value(), bare, message};
  if (const auto known = failures_.find(saying); known != failures_.end()) return known->second;
  const ir::CtorId made =
      text ? additions_.addCtor(type(), "Error", {*text}) : additions_.addCtor(type(), "Error", {});
  return failures_.emplace(saying, made).first->second;
}

void Failures::finish() {
  if (!areThere()) return;
  for (const auto& [value, tried] : tried_) {
    const ir::FunId raise = addRaise(value);
    ir::Function& open = program_.functions[tried.open.value];
    ir::Alternative got{tried.got, {open.fresh(value, "x")}, {}};
    got.body.results = {got.fields[0]};
    ir::Alternative failed{tried.failed, {open.fresh(type(), "failure")}, {}};
    failed.body.results = {
        bindIn(open, failed.body, value, "x", ir::Call{raise, {failed.fields[0]}})};
    makeMatch(open, {std::move(got), std::move(failed)});
  }
}

ir::FunId Failures::addRaise(ir::TypeId value) {
  const ir::FunId id = additions_.addFunction("fail", type(), value);
  ir::Function& raise = program_.functions[id.value];
  std::map<ir::CtorId, ir::Alternative> alternatives;  // As they were declared.
  for (const auto& [saying, ctor] : failures_) {
    const auto& [hasText, bare, message] = saying;
    ir::Alternative each{ctor, {}, {}};
    ir::Fail fail{message, {}, {}, bare};
    if (hasText) {
      each.fields = {raise.fresh(program_.constructor(ctor).fields[0].type, "message")};
      fail.arguments = {each.fields[0]};
    }
    each.body.results = {bindIn(raise, each.body, value, "x", std::move(fail))};
    alternatives.emplace(ctor, std::move(each));
  }
  std::vector<ir::Alternative> all;
  for (auto& [ctor, each] : alternatives) all.push_back(std::move(each));
  if (all.size() == 1) {
    // A type of one constructor is not matched on.
    raise.body = std::move(all[0].body);
    if (!all[0].fields.empty()) {
      raise.body.bindings.insert(
          raise.body.bindings.begin(),
          {all[0].fields, ir::Unpack{all[0].ctor, raise.parameters[0]}, raise.position});
    }
  } else {
    makeMatch(raise, std::move(all));
  }
  return id;
}

}  // namespace deforest::backends
