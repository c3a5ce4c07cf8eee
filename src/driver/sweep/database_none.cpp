// Without SQLite there is no database; the other files are the same.
#include "driver/sweep/tables.hpp"

namespace deforest::driver {

bool canWriteDatabase() {
  return false;
}

void writeDatabase(const std::string&, const std::vector<Table>&) {}

}  // namespace deforest::driver
