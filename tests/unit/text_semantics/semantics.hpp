// What the tests of the front end's semantic half ask for.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/program.hpp"
#include "text/parse.hpp"

namespace deforest::text {

/// The program, checked; a test failure, and an empty program, if the text is refused.
ir::Program accepted(std::string_view source, const ParseOptions& options = {});

/// What is said about a wrong program: `LINE:COLUMN: message (hint)`, in order.
std::vector<std::string> complaints(std::string_view source, const ParseOptions& options = {});

/// What is said about a program that is accepted: the same of warnings.
std::vector<std::string> warnings(std::string_view source);

/// What `main` prints, or `error: message`.
std::string output(std::string_view source);

/// The value of an expression over the functions of `source`, as `print` shows it, or
/// `error: message`.
std::string evaluated(std::string_view source, std::string_view expression);

/// Each expression over the functions of `source` has the value written beside it.
void expectValues(std::string_view source,
                  const std::vector<std::pair<std::string, std::string>>& values);

/// Both texts are accepted and are the same functions, up to the names of variables: the second
/// is the first with every step written out.
void expectElaborates(std::string_view source, std::string_view written);

/// Printing the program and reading it again gives the same functions and types.
void expectRoundTrip(std::string_view source);

/// The names of the functions of a program, or of its roots.
std::vector<std::string> functionNames(const ir::Program& program);
std::vector<std::string> rootNames(const ir::Program& program);

}  // namespace deforest::text
