// A `main` that the program uses itself.
//
//     main = do                              main = main'
//       line <- getLine                      main' = do
//       putStrLn (answer line)     ──►         line <- getLine
//       main                                   putStrLn (answer line)
//                                              main'
//
// `main` is run and not called (scopes/main.cpp); what is called is an action like others.
#pragma once

#include <string>

#include "text/parsing/ast.hpp"

namespace deforest::text {

/// Operators are in order. What is at the top level can be written with the qualifier. Where
/// nothing uses `main`, nothing changes.
void nameRepeatedMain(ast::Module& module, const std::string& qualifier);

}  // namespace deforest::text
