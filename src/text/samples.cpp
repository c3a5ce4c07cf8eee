#include "text/samples.hpp"

#include "text/lexing/lexer.hpp"

namespace deforest::text {

std::vector<SampleText> samplesIn(std::string_view module) {
  std::vector<SampleText> result;
  for (const Sample& sample : lex(module).samples) {
    result.push_back({std::string(sample.text), sample.position});
  }
  return result;
}

}  // namespace deforest::text
