#include "text/prelude/parsed_source.hpp"

#include <atomic>

#include "support/check.hpp"
#include "text/parsing/parser.hpp"

namespace deforest::text {
namespace {

std::atomic<ParsedSource*> newest = nullptr;

}  // namespace

ParsedSource::ParsedSource(std::string (*text)()) : text_(text), next_(newest) {
  while (!newest.compare_exchange_weak(next_, this)) {
  }
}

const ast::Module& ParsedSource::module() {
  const std::scoped_lock lock(mutex_);
  if (!module_) {
    support::Result<ast::Module> parsed = parseModule(text_());
    support::check(parsed.ok(), "a source of the language does not parse");
    module_ = std::move(*parsed);
  }
  return *module_;
}

void forgetParsedSources() {
  for (ParsedSource* source = newest; source != nullptr; source = source->next_) {
    const std::scoped_lock lock(source->mutex_);
    source->module_.reset();
  }
}

}  // namespace deforest::text
