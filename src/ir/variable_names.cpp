#include "ir/variable_names.hpp"

namespace deforest::ir {

std::string nameByType(const Type& type) {
  switch (type.kind) {
    case TypeKind::Int:
    case TypeKind::Word:
    case TypeKind::Integer:
      return "n";
    case TypeKind::Double:
    case TypeKind::Float:
      return "d";
    case TypeKind::Char:
      return "c";
    case TypeKind::Bool:
      return "b";
    case TypeKind::Data:
      break;
  }
  if (type.shape == DataShape::List) return "xs";
  if (type.shape == DataShape::Tuple) return "p";
  const char first = type.name.empty() ? ' ' : type.name[0];
  const bool capital = first >= 'A' && first <= 'Z';
  return std::string(1, capital ? static_cast<char>(first - 'A' + 'a') : 't');
}

}  // namespace deforest::ir
