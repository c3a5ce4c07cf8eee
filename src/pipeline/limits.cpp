#include "pipeline/limits.hpp"

namespace deforest::pipeline {

std::string_view optionOf(Limit limit) {
  switch (limit) {
    case Limit::FusionDepth:
      return "--fusion-depth";
    case Limit::TuplingDepth:
      return "--tupling-depth";
    case Limit::Width:
      return "--width";
    case Limit::Cap:
      return "--cap";
    case Limit::Unfoldings:
      return "--unfoldings";
    case Limit::Rounds:
      return "--rounds";
    case Limit::MaxFunctions:
      return "--max-functions";
    case Limit::MaxGrowth:
      return "--max-growth";
    case Limit::Fuel:
      return "--fuel";
    case Limit::Guard:
      return "--no-guard";
  }
  return "";
}

}  // namespace deforest::pipeline
