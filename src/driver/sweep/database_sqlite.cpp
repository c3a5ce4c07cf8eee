// The tables of a study as an SQLite file.
#include <sqlite3.h>

#include <filesystem>
#include <memory>

#include "driver/sweep/tables.hpp"
#include "driver/usage.hpp"

namespace deforest::driver {
namespace {

struct Close {
  void operator()(sqlite3* database) const { sqlite3_close(database); }
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

std::string quotedName(const std::string& name) {
  return '"' + name + '"';
}

class Database {
 public:
  explicit Database(const std::string& path) : path_(path) {
    sqlite3* opened = nullptr;
    const int status = sqlite3_open(path.c_str(), &opened);
    database_.reset(opened);
    check(status == SQLITE_OK);
    // The file is renamed when it is whole: what is half written is thrown away.
    run("pragma journal_mode = off");
    run("begin");
  }

  void add(const Table& table) {
    std::string columns;
    std::string places;
    for (const std::string& column : table.columns) {
      columns += (columns.empty() ? "" : ", ") + quotedName(column);
      places += places.empty() ? "?" : ", ?";
    }
    run("create table " + quotedName(table.name) + " (" + columns + ")");
    sqlite3_stmt* prepared = nullptr;
    const std::string text = "insert into " + quotedName(table.name) + " values (" + places + ")";
    check(sqlite3_prepare_v2(database_.get(), text.c_str(), -1, &prepared, nullptr) == SQLITE_OK);
    const std::unique_ptr<sqlite3_stmt, Close> insert(prepared);
    for (const std::vector<Json>& row : table.rows) {
      for (std::size_t i = 0; i < row.size(); ++i) {
        bind(insert.get(), static_cast<int>(i + 1), row[i]);
      }
      check(sqlite3_step(insert.get()) == SQLITE_DONE);
      sqlite3_reset(insert.get());
    }
  }

  void commit() { run("commit"); }

 private:
  void check(bool well) const {
    if (well) return;
    throw Failure("deforest: error: cannot write '" + path_ +
                  "': " + sqlite3_errmsg(database_.get()) + "\n");
  }

  void run(const std::string& statement) {
    check(sqlite3_exec(database_.get(), statement.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
  }

  void bind(sqlite3_stmt* statement, int place, const Json& value) const {
    int status = SQLITE_OK;
    if (value.is_string()) {
      const auto& text = value.get_ref<const std::string&>();
      status = sqlite3_bind_text64(statement, place, text.data(), text.size(), SQLITE_TRANSIENT,
                                   SQLITE_UTF8);
    } else if (value.is_boolean()) {
      status = sqlite3_bind_int(statement, place, value.get<bool>() ? 1 : 0);
    } else if (value.is_number_integer()) {
      status = sqlite3_bind_int64(statement, place, value.get<sqlite3_int64>());
    } else if (value.is_number()) {
      status = sqlite3_bind_double(statement, place, value.get<double>());
    } else {
      status = sqlite3_bind_null(statement, place);
    }
    check(status == SQLITE_OK);
  }

  std::string path_;
  std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace

bool canWriteDatabase() {
  return true;
}

void writeDatabase(const std::string& path, const std::vector<Table>& tables) {
  const std::string temporary = path + ".new";
  std::error_code error;
  std::filesystem::remove(temporary, error);
  {
    Database database(temporary);
    for (const Table& table : tables) database.add(table);
    database.commit();
  }
  std::filesystem::rename(temporary, path, error);
  if (error)
    throw Failure("deforest: error: cannot write '" + path + "': " + error.message() + "\n");
}

}  // namespace deforest::driver
