// A study as tables: rows of plain values, from which the CSV file and the database are written,
// so that the two agree.
#pragma once

#include <string>
#include <vector>

#include "driver/sweep/grid.hpp"
#include "driver/sweep/journal.hpp"

namespace deforest::driver {

struct Table {
  std::string name;
  std::vector<std::string> columns;
  std::vector<std::vector<Json>> rows;  ///< Numbers, texts, truth values, or null.
};

/// `points`, `programs`, `cut_offs` and `inputs`, as docs/STUDIES.md describes them.
[[nodiscard]] std::vector<Table> tablesOf(const std::vector<Axis>& axes,
                                          const std::vector<Json>& programs,
                                          const std::vector<Json>& points);

/// Commas between cells, quotation marks where they are needed, a line of names first.
[[nodiscard]] std::string csvOf(const Table& table);

/// Is there a library to write databases with?
[[nodiscard]] bool canWriteDatabase();

/// Writes an SQLite file of these tables in place of what there is. Throws `Failure`.
void writeDatabase(const std::string& path, const std::vector<Table>& tables);

}  // namespace deforest::driver
