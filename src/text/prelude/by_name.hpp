// Functions of base that are called by name, like those of Data.Map (libraries.hpp): what shows or
// reads a number in more than its digits one by one, or shows a text.
//
//     show x    showsPrec 11 x s    showFFloat (Just 2) x ""    printf "%5.2f" x    read s :: Int
//
// The language's own Prelude has their definitions (show_source.cpp, format_source.cpp,
// read_source.cpp), which natively are compiled as they stand. They are a thousand words long, and
// nobody who fuses a program wants to read them in it: base has its own, and what they make is
// short.
#pragma once

#include <string_view>

#include "text/original.hpp"

namespace deforest::text {

struct NamedFunction {
  std::string_view function;  ///< What the Prelude's source calls it; of `printf` empty.
  std::string_view module;    ///< Which module of base has it,
  std::string_view name;      ///< under which name.
  OpenTypes open;             ///< What its type leaves open in base.
};

/// The function of the Prelude's source that is called by name; null if it is looked into.
[[nodiscard]] const NamedFunction* findNamedFunction(std::string_view function);

/// One that base calls so; null if there is none.
[[nodiscard]] const NamedFunction* findNamedFunction(std::string_view module,
                                                     std::string_view name);

}  // namespace deforest::text
