#include "driver/report/page.hpp"

#include <utility>

#include "support/check.hpp"

namespace deforest::driver {
namespace {

std::string joined(const std::vector<std::string_view>& pieces) {
  std::string text;
  for (const std::string_view piece : pieces) text += piece;
  return text;
}

std::string dataOf(const Page& page) {
  std::string out;
  for (const PagePart& part : page.parts) {
    out += "<script type=\"application/json\" id=\"" + escapeHtml(part.id) + "\">" +
           escapeJson(part.json) + "</script>\n";
  }
  return out;
}

// D3's licence asks that it comes along. A comment ends where it does not hold `*/`.
std::string plotsOf(const Page& page) {
  if (!page.plots || pageD3.empty()) return "";
  return "<script>\n/*\n" + joined(pageD3Licence) + "*/\n" + joined(pageD3) + "</script>\n";
}

}  // namespace

std::string escapeHtml(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '&':
        out += "&amp;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

// Outside of strings JSON has no such character.
std::string escapeJson(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

std::string htmlOf(const Page& page) {
  const std::vector<std::pair<std::string_view, std::string>> holes = {
      {"{{title}}", escapeHtml(page.title)},
      {"{{style}}", joined(pageStyle)},
      {"{{summary}}", escapeHtml(page.summary)},
      {"{{data}}", dataOf(page)},
      {"{{plots}}", plotsOf(page)},
      {"{{script}}", joined(pageScript)}};
  const std::string markup = joined(pageMarkup);
  std::string out;
  std::size_t at = 0;
  while (true) {
    const std::size_t next = markup.find("{{", at);
    out += markup.substr(at, next == std::string::npos ? next : next - at);
    if (next == std::string::npos) return out;
    bool filled = false;
    for (const auto& [hole, text] : holes) {
      if (markup.compare(next, hole.size(), hole) != 0) continue;
      out += text;
      at = next + hole.size();
      filled = true;
      break;
    }
    support::check(filled, "the markup of the page has a hole that nothing fills");
  }
}

}  // namespace deforest::driver
