// The language's own Prelude, in its parts, and the libraries that are called by name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace deforest::text {

[[nodiscard]] std::string_view actionSource();
[[nodiscard]] std::string_view arrowSource();
[[nodiscard]] std::string_view bifunctorSource();
[[nodiscard]] std::string_view combinedSource();
[[nodiscard]] std::string_view combinedActionsSource();
[[nodiscard]] std::string_view fixedSource();
[[nodiscard]] std::string_view liftedActionsSource();
[[nodiscard]] std::string_view naturalSource();
[[nodiscard]] std::string_view proxySource();
[[nodiscard]] std::string_view composeSource();
[[nodiscard]] std::string digitsSource();
[[nodiscard]] std::string typeLitsSource();
[[nodiscard]] std::string typeNatsSource();
[[nodiscard]] std::string_view stringsSource();
[[nodiscard]] std::string_view textActionsSource();
[[nodiscard]] std::string_view textReadersSource();
[[nodiscard]] std::string_view textSource();
[[nodiscard]] std::string_view vectorSource();
[[nodiscard]] std::string_view mutableVectorSource();
[[nodiscard]] std::string_view transformersSource();
[[nodiscard]] std::string_view treeSource();
[[nodiscard]] std::string_view nonEmptySource();
[[nodiscard]] std::string_view graphSource();
[[nodiscard]] std::string_view readpSource();
[[nodiscard]] std::string_view cellSource();
[[nodiscard]] std::string_view characterSource();
[[nodiscard]] std::string_view stateThreadSource();
[[nodiscard]] std::string_view referenceSource();
[[nodiscard]] std::string fixedWidthSource();
[[nodiscard]] std::string_view listSource();
[[nodiscard]] std::string_view classSource();
[[nodiscard]] std::string_view fractionSource();
[[nodiscard]] std::string_view complexSource();
[[nodiscard]] std::string_view functorSource();
[[nodiscard]] std::string_view identitySource();
[[nodiscard]] std::string newtypeNumbersSource();
[[nodiscard]] std::string_view showSource();
[[nodiscard]] std::string_view functionsSource();
[[nodiscard]] std::string_view formatSource();
[[nodiscard]] std::string_view readSource();
[[nodiscard]] std::string_view streamSource();
[[nodiscard]] std::string_view readDataSource();
[[nodiscard]] std::string_view mapSource();
[[nodiscard]] std::string_view mapWholesSource();
[[nodiscard]] std::string_view setSource();
[[nodiscard]] std::string_view setFoldableSource();
[[nodiscard]] std::string_view sequenceViewSource();
[[nodiscard]] std::string_view sequenceSource();
[[nodiscard]] std::string_view sequenceWholesSource();
[[nodiscard]] std::string_view indexSource();
[[nodiscard]] std::string_view tableSource();
[[nodiscard]] std::string_view keptListSource();
[[nodiscard]] std::string_view arraySource();
[[nodiscard]] std::string_view arrayFoldableSource();

/// A name of a library that is none of the language.
struct UnsupportedName {
  std::string_view name;
  std::string_view module;
};
[[nodiscard]] std::vector<UnsupportedName> unsupportedNames();

/// Names that stand in one text, separated by blanks.
[[nodiscard]] std::vector<std::string_view> wordsOf(std::string_view names);

}  // namespace deforest::text
