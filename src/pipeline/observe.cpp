#include "pipeline/observe.hpp"

#include <fstream>
#include <memory>
#include <stdexcept>
#include <utility>

#include "pipeline/diff.hpp"

namespace deforest::pipeline {
namespace {

std::string twoDigits(std::size_t number) {
  return (number < 10 ? "0" : "") + std::to_string(number);
}

std::string title(const Event& event) {
  return twoDigits(event.index) + "-" +
         (event.pass != nullptr ? std::string(event.pass->name) : "input");
}

}  // namespace

Observer printAfter(std::string name, Printer print, std::ostream& out) {
  return [name = std::move(name), print = std::move(print), &out](const Event& event) {
    if (event.pass == nullptr) return;
    const bool shown =
        name == "all" || name == event.pass->name || (name == "changed" && event.changed);
    if (!shown) {
      if (name == "changed") out << "-- after " << title(event) << ": unchanged\n";
      return;
    }
    out << "-- after " << title(event) << (event.changed ? "" : " (unchanged)") << "\n"
        << print(event.after);
  };
}

Observer printDiff(Printer print, std::ostream& out) {
  // The name of the previous state is the name of the previous event.
  const auto previous = std::make_shared<std::string>();
  return [print = std::move(print), previous, &out](const Event& event) {
    if (event.changed) {
      out << unifiedDiff(print(event.before), print(event.after), *previous, title(event));
    }
    *previous = title(event);
  };
}

Observer dumpTo(std::string directory, Printer print) {
  return [directory = std::move(directory), print = std::move(print)](const Event& event) {
    const std::string path = directory + "/" + title(event) + ".ir";
    std::ofstream file(path, std::ios::binary);
    file << print(event.after);
    file.close();
    if (!file) throw std::runtime_error("cannot write '" + path + "'");
  };
}

}  // namespace deforest::pipeline
