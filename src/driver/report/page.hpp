// The page of a report: one HTML file that holds its style, its script and its data, and asks the
// network for nothing (its content security policy forbids it).
//
// What it looks like is in `page/`: markup, style and script are files of their own, which the
// build puts into the program; plots are drawn by D3 (`-Dd3`). The data are JSON in `script`
// elements of a type that no browser runs, one for each program or study, so that only what is
// looked at is parsed. The script makes all elements by itself and never from text that it would
// have to escape; the only text written into the markup here is escaped here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace deforest::driver {

/// An element of data: its id, and JSON.
struct PagePart {
  std::string id;
  std::string json;
};

struct Page {
  std::string title;
  std::string summary;  ///< In words, for whoever has no script.
  bool plots = false;   ///< Whether it has any: then D3 comes with it.
  std::vector<PagePart> parts;
};

[[nodiscard]] std::string htmlOf(const Page& page);

/// Text as the content of an element or of an attribute in quotation marks.
[[nodiscard]] std::string escapeHtml(std::string_view text);

/// JSON that may stand in a `script` element: no `<`, so no `</script>` and no `<!--`.
[[nodiscard]] std::string escapeJson(std::string_view json);

/// The files of `page/`, in pieces that compilers take as literals.
extern const std::vector<std::string_view> pageMarkup;
extern const std::vector<std::string_view> pageStyle;
extern const std::vector<std::string_view> pageScript;

/// D3 as one script, and its licence; nothing where the build had none.
extern const std::vector<std::string_view> pageD3;
extern const std::vector<std::string_view> pageD3Licence;

}  // namespace deforest::driver
