#include "text/printing/library_calls.hpp"

#include <algorithm>

#include "ir/library_calls.hpp"
#include "support/check.hpp"
#include "text/printing/types.hpp"

namespace deforest::text {

std::string LibraryCalls::call(const ir::LibraryName& library,
                               const std::vector<std::string>& arguments, unsigned depth) {
  std::string text = prefixName(scope_.library(library.module, library.name));
  for (const ir::LibraryName::Argument& argument : library.arguments) {
    text += " " + given(argument, arguments, depth);
  }
  return text;
}

std::string LibraryCalls::given(const ir::LibraryName::Argument& argument,
                                const std::vector<std::string>& arguments, unsigned depth) {
  if (argument.function.empty()) return arguments[argument.before.front()];
  if (ir::isText(argument)) return argument.function;
  const auto found = std::ranges::find(program_.functions, argument.function, &ir::Function::name);
  support::check(found != program_.functions.end(), "a library is given what is not there");
  std::vector<std::string> passed;
  for (const std::uint32_t i : argument.before) passed.push_back(arguments[i]);
  const auto joined = [](std::string text, const std::vector<std::string>& words) {
    for (const std::string& word : words) text += " " + word;
    return text;
  };
  const ir::FunId function{static_cast<std::uint32_t>(found - program_.functions.begin())};
  const auto& library = found->library;
  const bool plain =
      !library || std::ranges::all_of(library->arguments, [](const ir::LibraryName::Argument& own) {
        return own.function.empty();
      });
  if (plain && argument.after.empty()) {
    const std::string name =
        library ? prefixName(scope_.library(library->module, library->name)) : nameOf_(function);
    return passed.empty() ? name : "(" + joined(name, passed) + ")";
  }
  std::string head;
  for (std::uint32_t i = 1; i <= argument.open; ++i) {
    passed.push_back("y" + std::to_string(i) + std::string(depth, '\''));
    head += (head.empty() ? "" : " ") + passed.back();
  }
  for (const std::uint32_t i : argument.after) passed.push_back(arguments[i]);
  const std::string body =
      library ? call(*library, passed, depth + 1) : joined(nameOf_(function), passed);
  return argument.open == 0 ? "(" + body + ")" : "(\\" + head + " -> " + body + ")";
}

}  // namespace deforest::text
