// All that an executable may need, as one header that is compiled beforehand: of what a compiler does
// with a program of a hundred lines, half is reading these. Emitted code names those that it needs.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>

#include "deforest/input.hpp"
#include "deforest/options.hpp"
#include "deforest/output.hpp"
#include "deforest/parallel.hpp"
#include "deforest/program_files.hpp"
#include "deforest/runtime.hpp"
#include "deforest/slot.hpp"
#include "deforest/spine.hpp"
#include "deforest/survivors.hpp"
#include "deforest/unicode.hpp"
