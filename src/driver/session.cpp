#include "driver/session.hpp"

#include <iostream>
#include <sstream>

#include "driver/big_stack.hpp"
#include "driver/files.hpp"
#include "driver/module_texts.hpp"
#include "driver/reproduction.hpp"
#include "driver/usage.hpp"
#include "ir/archive.hpp"
#include "text/parse.hpp"
#include "text/prelude/parsed_source.hpp"

namespace deforest::driver {
namespace {

ir::Program loadArchive(const std::string& path, const std::string& content,
                        const std::vector<std::string>& roots) {
  std::istringstream stream(content);
  support::Result<ir::Program> program = ir::load(stream);
  if (!program) throw Failure(support::render(program.diagnostics(), displayName(path), ""));
  if (roots.empty()) return std::move(*program);
  program->roots.clear();
  for (const std::string& root : roots) {
    const std::optional<ir::FunId> function = program->find(root);
    if (!function) throw Failure(displayName(path) + ": error: no function '" + root + "'\n");
    program->roots.push_back(*function);
  }
  return std::move(*program);
}

}  // namespace

// An archive continues after its magic with a number, a text with a blank or no control character.
bool isArchive(const std::string& content) {
  const std::size_t size = ir::archiveMagic.size();
  if (!content.starts_with(ir::archiveMagic) || content.size() <= size) return false;
  const auto next = static_cast<unsigned char>(content[size]);
  return next < ' ' && (next < '\t' || next > '\r');
}

std::string displayName(const std::string& path) {
  return path == "-" ? "<stdin>" : path;
}

std::string readInput(const std::string& path, Session& session) {
  const std::string content = readProgram(path);
  if (session.input.empty()) session.input = content;
  const Reproduction file = reproduction(session.words, session.input);
  onCrash(file.path, file.content,
          "deforest: internal error: stopped by a signal, perhaps for want of stack\n"
          "deforest: please report this with the file '" +
              file.path + "', which reproduces it\n");
  return content;
}

ir::Program load(const std::string& path, const std::string& content,
                 const text::ParseOptions& options, text::Original* original) {
  if (isArchive(content)) return loadArchive(path, content, options.roots);
  support::Diagnostics warnings;
  const std::string name = displayName(path);
  support::Result<ir::Program> program = support::Diagnostics();
  try {
    program = text::parse(content, name, options, &warnings, original);
  } catch (const support::LocatedLimit& limit) {
    throw Failure(support::render({limit.diagnostic}, name, content));
  }
  text::forgetParsedSources();
  if (!program) throw Failure(support::render(program.diagnostics(), name, content));
  std::cerr << support::render(warnings, name, content);
  return std::move(*program);
}

ir::Program load(const std::string& path, text::ParseOptions options, Session& session,
                 text::Original* original) {
  const std::string content = readInput(path, session);
  if (!isArchive(content)) options.modules = moduleFilesOf(path, content);
  options.mayHaveRunTimeFunctions = true;
  return load(path, content, options, original);
}

}  // namespace deforest::driver
