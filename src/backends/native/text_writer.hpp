// The functions that print a text, of values that stand for what has been printed
// (ir/printing.hpp), and errors that come after that.
#pragma once

#include <string_view>

#include "ir/printing.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

/// The type of these values, which is added if it is not there.
ir::TypeId addOutput(ir::Program& program);

/// What prints a character and results in the next value. `call`: how (ir/printing.hpp).
ir::Binding put(ir::VarId result, ir::Atom output, ir::Atom character, const ir::Position& position,
                std::string_view call = ir::putCall);

/// Adds the function that prints a text, a list of characters of the type `text`:
///
///     write [] out = out
///     write (c : cs) out = write cs (put out c)
ir::FunId addWriter(ir::Program& program, ir::TypeId text, ir::TypeId output,
                    std::string_view call = ir::putCall);

/// Adds the function that writes a file, of lists of characters of the type `text` and a Bool of
/// the type `condition`:
///
///     writeFile name text keeps out = close (write text (open (writeName name out) keeps))
ir::FunId addFileWriter(ir::Program& program, ir::TypeId text, ir::TypeId condition,
                        ir::TypeId output);

/// Makes each error of the function read what has been printed by then, so that it stays behind
/// that, and that is kept.
void failBehindOutput(const ir::Program& program, ir::Function& function);

}  // namespace deforest::backends
