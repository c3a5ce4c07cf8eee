// What is printed is read back as the program it was printed from, and what the Haskell backend
// emits is a program of the language, too.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "backends/haskell.hpp"
#include "build.hpp"
#include "ir/alpha.hpp"
#include "ir/library_calls.hpp"
#include "ir/traverse.hpp"
#include "random_program.hpp"
#include "text/parse.hpp"
#include "text/print.hpp"

namespace deforest::testing {
namespace {

// The ids of one program that stand for the ids of another, by name.
class Alignment {
 public:
  Alignment(const ir::Program& from, const ir::Program& to) : from_(from) {
    for (std::uint32_t i = 0; i < to.types.size(); ++i) types_[to.types[i].name] = {i};
    for (std::uint32_t i = 0; i < to.constructors.size(); ++i) {
      ctors_[{to.type(to.constructors[i].type).name, to.constructors[i].name}] = {i};
    }
    for (std::uint32_t i = 0; i < to.functions.size(); ++i)
      functions_[nameOf(to, to.functions[i])] = {i};
  }

  // The function in terms of the other program. Names that it does not have are invalid ids.
  ir::Function operator()(ir::Function function) const {
    for (auto& variable : function.variables) map(variable.type);
    for (auto& type : function.resultTypes) map(type);
    ir::forEachBinding(function.body, [&](ir::Binding& binding) {
      if (auto* call = std::get_if<ir::Call>(&binding.operation)) {
        call->callee = at(functions_, nameOf(from_, from_.function(call->callee)));
      } else if (auto* construct = std::get_if<ir::Construct>(&binding.operation)) {
        map(construct->ctor);
      } else if (auto* unpack = std::get_if<ir::Unpack>(&binding.operation)) {
        map(unpack->ctor);
      } else if (auto* match = std::get_if<ir::Case>(&binding.operation)) {
        for (auto& alternative : match->alternatives) map(alternative.ctor);
      }
    });
    return function;
  }

 private:
  // Of an instance that a library is called for, by what it is called and given: what it is named
  // after, a lambda for one, has a name of its own once it is read.
  static std::string nameOf(const ir::Program& program, const ir::Function& function) {
    if (!function.library || function.library->name.empty()) return function.name;
    std::string name = function.library->module + "." + function.library->name;
    for (const ir::LibraryName::Argument& argument : function.library->arguments) {
      name += " " + argument.function;
    }
    for (const ir::VarId parameter : function.parameters) {
      name += " " + program.type(function.variables[parameter.value].type).name;
    }
    for (const ir::TypeId result : function.resultTypes) name += " " + program.type(result).name;
    return name;
  }

  template <class Map>
  static typename Map::mapped_type at(const Map& map, const typename Map::key_type& key) {
    const auto found = map.find(key);
    return found == map.end() ? typename Map::mapped_type{} : found->second;
  }
  void map(ir::TypeId& id) const { id = at(types_, from_.type(id).name); }
  void map(ir::CtorId& id) const {
    const auto& ctor = from_.constructor(id);
    id = at(ctors_, {from_.type(ctor.type).name, ctor.name});
  }

  const ir::Program& from_;
  std::map<std::string, ir::TypeId> types_;
  std::map<std::pair<std::string, std::string>, ir::CtorId> ctors_;
  std::map<std::string, ir::FunId> functions_;
};

ir::Program parsed(const std::string& text) {
  const auto result = text::parse(text, "printed.hs.ir");
  if (!result) {
    ADD_FAILURE() << support::render(result.diagnostics(), "printed.hs.ir", text) << "\n" << text;
    return {};
  }
  return *result;
}

// A constant of several results is read as one that is a tuple; what has been read once stays.
void expectRoundTrip(const ir::Program& given) {
  const bool tuples =
      std::any_of(given.functions.begin(), given.functions.end(), [](const ir::Function& function) {
        return function.parameters.empty() && function.resultTypes.size() > 1 &&
               function.name != "main";
      });
  const ir::Program program = tuples ? parsed(text::print(given)) : given;
  const std::string text = text::print(program);
  const ir::Program again = parsed(text);
  ASSERT_EQ(text::print(again), text);
  // What libraries are made of is made anew.
  const std::vector<bool> defined = ir::definedFunctions(program);
  ASSERT_EQ(std::ranges::count(ir::definedFunctions(again), true),
            std::ranges::count(defined, true))
      << text;
  const Alignment align(again, program);
  for (std::size_t i = 0; i < defined.size(); ++i) {
    if (!defined[i]) continue;
    const ir::Function& function = program.functions[i];
    const auto found = again.find(function.name);
    ASSERT_TRUE(found) << function.name << " is missing\n" << text;
    EXPECT_TRUE(ir::alphaEquivalent(align(again.function(*found)), function))
        << function.name << "\n"
        << text;
  }
  EXPECT_EQ(again.outputs, program.outputs);
  EXPECT_EQ(again.module.name, program.module.name);
  EXPECT_EQ(again.module.exports, program.module.exports);
}

void expectLanguage(const ir::Program& program) {
  parsed(backends::emitHaskell(program));
  parsed(backends::emitHaskell(program, {ir::Semantics::Haskell}));
}

TEST(RoundTrip, RandomPrograms) {
  for (std::uint64_t seed = 1; seed <= 60 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    ir::Program program = randomProgram(seed);
    program.module.name = "M";
    program.module.exports = "main";
    expectRoundTrip(program);
    expectLanguage(program);
  }
}

// One function that results in the literal.
ir::Program constant(ir::TypeId type, const ir::Literal& literal) {
  Builder b;
  const auto id = b.function("f", {{"x", intType}}, {type});
  b.at(id).body.results = {literal};
  b.program.module.name = "M";
  return b.program;
}

TEST(RoundTrip, Literals) {
  for (const std::int64_t value : {INT64_MIN, INT64_MIN + 1, INT64_C(-1), INT64_C(0), INT64_MAX}) {
    expectRoundTrip(constant(intType, ir::intLiteral(value)));
  }
  expectRoundTrip(constant(wordType, ir::wordLiteral(UINT64_MAX)));
  for (const double value :
       {0.0, -0.0, 1.0, -1.5, 0.1, 1e22, 1e23, 5e-324, 2.2250738585072014e-308, 123456789.125,
        1.7976931348623157e308, -1e-7, HUGE_VAL, -HUGE_VAL, std::nan("")}) {
    expectRoundTrip(constant(doubleType, ir::doubleLiteral(value)));
  }
  for (char32_t c = 0; c < 0x180; c += c < 0x80 ? 1 : 17)
    expectRoundTrip(constant(charType, ir::charLiteral(c)));
  for (const char32_t c : {U'\uffff', U'\U0001f600', U'\U0010ffff'}) {
    expectRoundTrip(constant(charType, ir::charLiteral(c)));
  }
}

TEST(RoundTrip, Messages) {
  for (const std::string message : {"", "a \"quoted\" \\ thing", "tab\tline\n", "\x0eH", "\u03bb1",
                                    "\U0001f600", "\x7f", "'"}) {
    Builder b;
    const auto id = b.function("f", {{"x", intType}}, {intType, intType});
    auto& f = b.at(id);
    const auto r = bind(f, f.body, {{"a", intType}, {"b", intType}}, ir::Fail{message});
    f.body.results = {r[0], r[1]};
    b.program.module.name = "M";
    expectRoundTrip(b.program);
  }
}

// The programs of the corpus, as they are.
class Corpus : public ::testing::TestWithParam<std::string> {};

TEST_P(Corpus, RoundTrip) {
  std::ifstream in(GetParam(), std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  const auto program = text::parse(text.str(), GetParam());
  if (!program) GTEST_SKIP() << "not in the language";
  expectRoundTrip(*program);
  expectLanguage(*program);
}

std::vector<std::string> corpusFiles() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(DEFOREST_CORPUS)) {
    const std::string name = entry.path().string();
    if (name.ends_with(".hs.ir")) files.push_back(name);
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string nameOf(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = std::filesystem::path(info.param).filename().string();
  name.erase(name.find('.'));
  return name;
}

INSTANTIATE_TEST_SUITE_P(Files, Corpus, ::testing::ValuesIn(corpusFiles()), nameOf);

}  // namespace
}  // namespace deforest::testing
