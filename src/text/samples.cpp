#include "text/samples.hpp"

#include "text/lexing/lexer.hpp"

namespace deforest::text {

namespace {

std::vector<SampleText> textsOf(const std::vector<Sample>& lines) {
  std::vector<SampleText> result;
  for (const Sample& line : lines) result.push_back({std::string(line.text), line.position});
  return result;
}

}  // namespace

std::vector<SampleText> samplesIn(std::string_view module) {
  return textsOf(lex(module).samples);
}

std::vector<SampleText> tunedIn(std::string_view module) {
  return textsOf(lex(module).tuned);
}

}  // namespace deforest::text
