// What must hold of the front end for every text whatsoever.
#pragma once

#include <string_view>

namespace deforest::fuzz {

/// Parses and elaborates `text` and checks the outcome: either a well formed program, which is
/// printed and read again to the same text, or diagnostics with positions in the text, in order.
/// Throws `support::InternalError` if anything else comes of it.
void checkFrontEnd(std::string_view text);

}  // namespace deforest::fuzz
