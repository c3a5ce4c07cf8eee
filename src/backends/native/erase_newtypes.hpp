// A newtype is what is inside of it.
//
//     newtype Except a = Except (Either Error a)
//
//     run :: Stmt -> Store -> Except Store       =>    run :: Stmt -> Store -> Either Error Store
//     run s@(While c b) m =                            run s@(While c b) m =
//       let Except x = each b m                          case each b m of
//       in Except (case x of                               Left e -> Left e
//         Left e -> Left e                                 Right m' -> run s m'
//         Right m' -> let Except y = run s m'
//                     in y)
//
// A newtype costs nothing in native code anyway; but what it is put around is in nobody's sight
// then: not that a call is the last thing that is done, nor that a function results in what it is
// given, nor that a result is built to be taken apart. Monads that are put together of others are
// many newtypes deep.
//
// Right, because a newtype has one value for each value inside of it, and no other, under every
// semantics. Types that newtypes are arguments of stay apart (`[Sum]` from `[Int]`): nothing of the
// one was ever of the other, and nothing is now. Functions that are left with nothing to do but to
// result in a parameter are put where they are called.
//
// Not done of types of which hosts hold values: what the types of roots lead to; nor of a newtype
// that is inside of itself other than by way of a datum (`newtype Rose = Rose [Rose]`): the list
// would be an element of itself.
#pragma once

#include "pipeline/pass.hpp"

namespace deforest::backends {

/// The pass `erase-newtypes`.
pipeline::Pass eraseNewtypes();

}  // namespace deforest::backends
