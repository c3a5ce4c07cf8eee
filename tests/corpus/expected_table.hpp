// corpus/expected.tsv: what the programs of the corpus compute.
#pragma once

#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

namespace deforest::corpus {

struct Expectation {
  std::string expression;
  std::string value;  ///< As `Show` prints it.
};

struct ExpectedFile {
  std::string path;  ///< From the root of the project: `corpus/thesis/sum_square.hs.ir`.
  std::vector<Expectation> expectations;
};

/// How GoogleTest writes a file: its path.
inline void PrintTo(const ExpectedFile& file, std::ostream* out) {
  *out << file.path;
}

/// Reads the table, in its order. Throws `std::runtime_error` if there is none, or for a line that
/// does not have three columns.
std::vector<ExpectedFile> readExpectations(const std::filesystem::path& table);

/// The contents of a file. Throws `std::runtime_error` if it cannot be read.
std::string readFile(const std::filesystem::path& path);

}  // namespace deforest::corpus
