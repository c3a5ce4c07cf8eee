// The render trees by hand, in one traversal: places and inherited fonts on the way down, sizes on
// the way up, lists as loops. With `inherits` the pass over fonts of render_tree_5 is in it.
#pragma once

namespace hand {

using fused::Box;
using fused::Document;
using fused::Element;
using fused::ElementList;
using fused::Font;
using fused::Page;
using fused::PageList;
using fused::Row;
using fused::RowList;

constexpr std::int64_t orElse(std::int64_t own, std::int64_t inherited) {
  return own == 0 ? inherited : own;
}

template <bool inherits>
inline Font fontOf(const Font& own, const Font& above) {
  if constexpr (!inherits) return own;
  return {orElse(own.value1, above.value1), orElse(own.value2, above.value2),
          orElse(own.value3, above.value3)};
}

inline std::int64_t lineHeight(const Font& font) {
  return font.value2 == 0 ? 18 : deforest::div(deforest::mul(font.value2, 3), 2);
}

inline std::int64_t pieces(std::int64_t whole, std::int64_t piece) {
  if (piece <= 0) return 0;
  return deforest::div(deforest::sub(deforest::add(whole, piece), 1), piece);
}

struct Rows {
  std::int64_t width;
  std::int64_t height;
  const RowList* list;
};

template <bool inherits>
inline Rows layRows(deforest::Worker& worker, const RowList* in, const Font& above, std::int64_t x,
                    std::int64_t y);

/// A new element with its box; the caller wants the size.
template <bool inherits>
inline const Element* layElement(deforest::Worker& worker, const Element* in, const Font& above,
                                 std::int64_t x, std::int64_t y, std::int64_t& width,
                                 std::int64_t& height) {
  switch (in->tag) {
    case Element::Tag::TextBox: {
      const auto* text = static_cast<const Element::TextBox*>(in);
      auto* out = worker.make<Element::TextBox>();
      out->tag = in->tag;
      out->font = fontOf<inherits>(text->font, above);
      out->value1 = text->value1;
      out->value2 = text->value2;
      width = deforest::mul(8, text->value2);
      height = deforest::mul(pieces(text->value1, text->value2), lineHeight(out->font));
      out->box = {x, y, width, height};
      return out;
    }
    case Element::Tag::Image: {
      const auto* image = static_cast<const Element::Image*>(in);
      auto* out = worker.make<Element::Image>();
      out->tag = in->tag;
      out->font = fontOf<inherits>(image->font, above);
      out->value1 = image->value1;
      out->value2 = image->value2;
      width = std::min<std::int64_t>(640, image->value1);
      height = pieces(deforest::mul(width, image->value2), image->value1);
      out->box = {x, y, width, height};
      return out;
    }
    case Element::Tag::Button: {
      const auto* button = static_cast<const Element::Button*>(in);
      auto* out = worker.make<Element::Button>();
      out->tag = in->tag;
      out->font = fontOf<inherits>(button->font, above);
      out->value = button->value;
      width = deforest::add(deforest::mul(10, button->value), 20);
      height = deforest::add(lineHeight(out->font), 8);
      out->box = {x, y, width, height};
      return out;
    }
    case Element::Tag::Column: {
      const auto* column = static_cast<const Element::Column*>(in);
      auto* out = worker.make<Element::Column>();
      out->tag = in->tag;
      out->font = fontOf<inherits>(column->font, above);
      const Rows rows = layRows<inherits>(worker, column->rowList, out->font, x, y);
      width = rows.width;
      height = rows.height;
      out->box = {x, y, width, height};
      out->rowList = rows.list;
      return out;
    }
  }
  deforest::unreachable();
}

template <bool inherits>
inline Rows layRows(deforest::Worker& worker, const RowList* in, const Font& above, std::int64_t x,
                    std::int64_t y) {
  Rows result{0, 0, nullptr};
  for (const RowList** hole = &result.list; in != nullptr; in = in->rowList) {
    auto* link = worker.make<RowList>();
    auto* row = worker.make<Row>();
    row->font = fontOf<inherits>(in->row->font, above);
    std::int64_t width = 0;
    std::int64_t height = 0;
    const ElementList** last = &row->elementList;
    for (const auto* rest = in->row->elementList; rest != nullptr; rest = rest->elementList) {
      auto* cell = worker.make<ElementList>();
      std::int64_t w = 0;
      std::int64_t h = 0;
      cell->element =
          layElement<inherits>(worker, rest->element, row->font, deforest::add(x, width), y, w, h);
      width = deforest::add(width, w);
      height = std::max(height, h);
      *last = cell;
      last = &cell->elementList;
    }
    *last = nullptr;
    row->box = {x, y, width, height};
    link->row = row;
    *hole = link;
    hole = &link->rowList;
    link->rowList = nullptr;
    result.width = std::max(result.width, width);
    result.height = deforest::add(result.height, height);
    y = deforest::add(y, height);
  }
  return result;
}

template <bool inherits>
inline const Document* layDocument(deforest::Worker& worker, const Document* in) {
  auto* document = worker.make<Document>();
  document->font = in->font;
  const PageList** hole = &document->pageList;
  for (const auto* rest = in->pageList; rest != nullptr; rest = rest->pageList) {
    auto* link = worker.make<PageList>();
    auto* page = worker.make<Page>();
    page->font = fontOf<inherits>(rest->page->font, in->font);
    const Rows rows = layRows<inherits>(worker, rest->page->rowList, page->font, 0, 0);
    page->box = {0, 0, rows.width, rows.height};
    page->rowList = rows.list;
    link->page = page;
    *hole = link;
    hole = &link->pageList;
  }
  *hole = nullptr;
  return document;
}

}  // namespace hand
