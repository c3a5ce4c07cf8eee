// Functions that are values at run time.
//
//     data Op = Op String (Int -> Int)             a list of them is made and searched: which
//     find name ops = ... (Op _ f : _) -> f        function `f` is, is known at run time only
//
//     data Function1 = Function1_1 | Function1_2 Int        one constructor for every function of
//     applyFunction1 f x = case f of                        the type Int -> Int that becomes a
//       Function1_1 -> double x                             datum, with what it captures and is
//       Function1_2 n -> add n x                            given; and what applies the datum
//
// As long as the shape of a function is known (shapes.hpp), it is no datum: functions get instances
// for what they are given. It becomes one where the shape is lost: in a field of a constructor,
// where branches of different shapes meet, in what results from a function that calls itself, and
// where instances would become too many or ever larger. Data with functions inside, and newtypes of
// functions, are then data like any other. The functions inside of one that becomes a datum become
// data, too; so there are only as many constructors as there are functions in the source, with
// their types and numbers of arguments. Which ones there are is known when all instances have been
// made, and what applies them is written last; each alternative is a call.
//
// Programs are read this way only if they are not understood otherwise: what is known is better.
// Haskell is never written from such a program, since its types are not those of the source.
//
// Source: J. C. Reynolds, Definitional interpreters for higher-order programming languages, 1972;
// for typed programs, with a type and an apply function for each type of functions: F. Pottier and
// N. Gauthier, Polymorphic typed defunctionalization and concretization, 2006, without the
// polymorphism.
#pragma once

#include "ir/program.hpp"
#include "text/lowering/shapes.hpp"

namespace deforest::text {

/// What a function that is a datum does with its next arguments.
struct Application {
  ShapeId waiting;   ///< Valid: it has not enough of them, and becomes this function.
  ir::FunId callee;  ///< Otherwise it is this instance;
  ShapeId result;    ///< valid: what that results in is such a function.
};

}  // namespace deforest::text
