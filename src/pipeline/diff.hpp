// The difference of two texts, line by line, as `diff -u` shows it.
#pragma once

#include <string>
#include <string_view>

namespace deforest::pipeline {

/// A unified diff with `context` lines around every change; empty if the texts are equal. The
/// names stand in the two header lines. A shortest edit script, unless the texts differ in so
/// many lines that finding one would be slow: then the differing middle is replaced as a whole.
std::string unifiedDiff(std::string_view before, std::string_view after,
                        std::string_view beforeName, std::string_view afterName,
                        std::size_t context = 3);

}  // namespace deforest::pipeline
