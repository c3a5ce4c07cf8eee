// What programs print while they are evaluated, and the files that they read and write.
#include <array>
#include <string>

#include "deforest/files.hpp"
#include "deforest/utf8.hpp"
#include "eval/lazy/machine.hpp"
#include "eval/lazy/raised.hpp"
#include "support/utf8.hpp"

namespace deforest::eval {

using lazy::Printing;
using lazy::Raised;

std::uint64_t LazyMachine::print(const lazy::Node& node, std::uint64_t operand) {
  const auto check = [&](bool done) {
    if (!done) throw Raised{files_->why()};
  };
  std::string character;
  switch (node.printing) {
    case Printing::Put:
      support::appendUtf8(printed_, operand);
      break;
    case Printing::PutError:
      support::appendUtf8(errors_, operand);
      break;
    case Printing::FileName:
    case Printing::PutToFile:
      if (files_ == nullptr) {
        support::appendUtf8(printed_, operand);
        break;
      }
      support::appendUtf8(character, operand);
      if (node.printing == Printing::FileName) {
        files_->putName(character);
      } else {
        files_->put(character);
      }
      break;
    case Printing::OpenFile:
      if (files_ != nullptr) check(files_->open(operand != 0));
      break;
    case Printing::CloseFile:
      if (files_ != nullptr) check(files_->close());
      break;
    case Printing::FileText:
      return files_ == nullptr ? operand : textOfFile(node.foreign.result);
    case Printing::After:
      break;
  }
  return Heap::nullary(0);
}

// The text of the file that has been named, as a list.
std::uint64_t LazyMachine::textOfFile(ir::TypeId type) {
  std::string bytes;
  if (!files_->read(bytes)) throw Raised{files_->why()};
  std::u32string characters;
  if (!decodeUtf8(bytes, characters)) throw Raised{files_->noText()};
  const ir::Type& list = program_.type(type);
  const bool nilFirst = program_.constructor(list.constructors[0]).fields.empty();
  const ir::CtorId nil = list.constructors[nilFirst ? 0 : 1];
  const ir::CtorId cons = list.constructors[nilFirst ? 1 : 0];
  Value text = heap_.construct(program_, nil, {});
  for (std::size_t i = characters.size(); i-- > 0;) {
    const std::array fields = {Value{characters[i]}, text};
    text = heap_.construct(program_, cons, fields);
  }
  Slot* result = slots(1);
  import({{ type, text, result, true }}, {});
  return result->bits;
}

}  // namespace deforest::eval
