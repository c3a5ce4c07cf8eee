// What a profile calls the functions of native code: as the source calls what they are made of.
//
//     total                      total (tree.hs.ir:12)
//     count_total_square         count and total after square (tree.hs.ir:16, 12, 8)
//     total_from0                total (tree.hs.ir:12)              made of it for native code
//     even                       even with odd (tree.hs.ir:40, 43)  whose code is part of it
//     insert_go                  go in insert (tree.hs.ir:31)
//     zip_Int_Int                zip (used in tree.hs.ir:20)        of the library
#pragma once

#include <string>
#include <vector>

#include "driver/explain/explanation.hpp"
#include "ir/program.hpp"
#include "pipeline/pass.hpp"
#include "text/original.hpp"

namespace deforest::driver {

/// By function of `written`, which the passes have made of `input`. `fused` and `context` are what
/// they have left. Different functions of the same parts of the source have the same name.
[[nodiscard]] std::vector<std::string> profileNames(const ir::Program& input,
                                                    const text::Original& original,
                                                    const Fused& fused,
                                                    const pipeline::Context& context,
                                                    const ir::Program& written);

}  // namespace deforest::driver
