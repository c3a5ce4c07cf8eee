#include "text/line_origins.hpp"

#include <algorithm>
#include <optional>

namespace deforest::text {
namespace {

struct Marker {
  std::size_t line;
  std::optional<std::string> file;
  bool pragma = false;
};

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

void skipBlanks(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
}

bool skipWord(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  skipBlanks(text);
  return true;
}

// What a line says of the next one, if it says anything.
std::optional<Marker> markerIn(std::string_view text) {
  Marker marker{0, std::nullopt, text.starts_with("{-#")};
  if (marker.pragma) {
    skipWord(text, "{-#");
    if (!skipWord(text, "LINE") && !skipWord(text, "line")) return std::nullopt;
  } else {
    if (!skipWord(text, "#")) return std::nullopt;
    skipWord(text, "line");
  }
  const std::size_t digits =
      static_cast<std::size_t>(std::ranges::find_if_not(text, isDigit) - text.begin());
  constexpr std::size_t most = 9;
  if (digits == 0 || digits > most) return std::nullopt;
  for (const char c : text.substr(0, digits)) {
    marker.line = marker.line * 10 + static_cast<std::size_t>(c - '0');
  }
  text.remove_prefix(digits);
  skipBlanks(text);
  if (text.starts_with('"')) {
    const std::size_t end = text.find('"', 1);
    if (end == std::string_view::npos) return std::nullopt;
    marker.file = std::string(text.substr(1, end - 1));
  }
  return marker;
}

template <class Visit>
void forEachLine(std::string_view text, Visit visit) {
  std::size_t number = 1;
  for (std::size_t begin = 0; begin < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    visit(number, begin, text.substr(begin, end - begin));
    begin = end + 1;
  }
}

}  // namespace

LineOrigins::LineOrigins(std::string_view text, std::string file) {
  origins_.push_back({1, std::move(file), 1});
  forEachLine(text, [&](std::size_t number, std::size_t, std::string_view line) {
    const std::optional<Marker> marker = markerIn(line);
    if (!marker) return;
    origins_.push_back(
        {number + 1, marker->file ? *marker->file : origins_.back().file, marker->line});
  });
}

LineOrigins::Place LineOrigins::placeOf(std::size_t line) const {
  const auto behind = std::ranges::upper_bound(origins_, line, {}, &Origin::begin);
  if (behind == origins_.begin()) return {"", line};
  const Origin& origin = *(behind - 1);
  return {origin.file, origin.line + (line - origin.begin)};
}

std::string LineOrigins::pragmaFor(std::size_t line) const {
  const Place place = placeOf(line);
  return "{-# LINE " + std::to_string(place.line) + " \"" + place.file + "\" #-}";
}

std::string withoutLineMarkers(std::string_view text) {
  std::string out(text);
  forEachLine(text, [&](std::size_t, std::size_t begin, std::string_view line) {
    const std::optional<Marker> marker = markerIn(line);
    if (!marker || marker->pragma) return;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[i] != '\r') out[begin + i] = ' ';
    }
  });
  return out;
}

}  // namespace deforest::text
