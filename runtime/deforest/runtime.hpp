// What emitted C++ includes. Needs no library; functions that run in parallel are emitted with
// deforest/parallel.hpp in addition, which needs oneTBB.
#pragma once

#include "deforest/arithmetic.hpp"
#include "deforest/cancel.hpp"
#include "deforest/fail.hpp"
#include "deforest/integer.hpp"
#include "deforest/integer_bits.hpp"
#include "deforest/integer_gcd.hpp"
#include "deforest/pocket.hpp"
#include "deforest/prefetch.hpp"
#include "deforest/region.hpp"
#include "deforest/reuse.hpp"
#include "deforest/show.hpp"
#include "deforest/stack.hpp"
#include "deforest/text.hpp"
