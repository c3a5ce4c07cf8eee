#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "driver/explain/explanation.hpp"
#include "driver/explain/fused_calls.hpp"
#include "driver/explain/source_names.hpp"
#include "driver/session.hpp"
#include "simplify/split_matches.hpp"

namespace deforest::driver {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Kind = SourceName::Kind;

// Locals, a comprehension, a library function and a match inside a function.
constexpr const char* module = R"(module M (program) where

keys :: [(Int, Int)] -> [Int]
keys t = [k | (k, _) <- t]

last2 :: [Int] -> Int
last2 xs = go 0 xs
  where
    go best [] = best
    go best (y : ys) = case compare y best of
      GT -> go y ys
      _ -> go best ys

program :: [(Int, Int)] -> Int
program t = last2 (keys t) + length t
)";

struct Loaded {
  text::Original original;
  ir::Program input;
  ir::Program split;
  SourceNames names;

  explicit Loaded(const std::string& content)
      : input(load("m.hs.ir", content, {}, &original)),
        split(splitOf(input)),
        names(input, original) {
    names.learn(split);
  }
  static ir::Program splitOf(const ir::Program& program) {
    pipeline::Context context;
    return simplify::splitMatches().run(program, context);
  }
  // The function of the split program whose name begins and ends so.
  std::string find(const std::string& begin, const std::string& end) const {
    for (const ir::Function& function : split.functions) {
      if (function.name.starts_with(begin) && function.name.ends_with(end)) return function.name;
    }
    ADD_FAILURE() << "no function " << begin << "..." << end;
    return "";
  }
};

TEST(SourceNames, AreThoseOfTheUser) {
  const Loaded loaded(module);
  EXPECT_EQ(loaded.names.of("keys").text, "`keys`");
  EXPECT_EQ(loaded.names.of("keys").position, (ir::Position{4, 1}));
  const SourceName local = loaded.names.of(loaded.find("last2_", "go"));
  EXPECT_EQ(local.text, "`go` in `last2`");
  EXPECT_EQ(local.kind, Kind::Local);
  EXPECT_EQ(local.declaration, "last2");
}

TEST(SourceNames, OfComprehensionsSayWhereTheyStand) {
  const Loaded loaded(module);
  for (const ir::Function& function : loaded.input.functions) {
    if (!function.name.starts_with("keys_")) continue;
    EXPECT_EQ(loaded.names.of(function.name).text, "the comprehension in `keys`");
    EXPECT_EQ(loaded.names.of(function.name).position.line, 4U);
  }
}

TEST(SourceNames, OfTheLibraryStandWhereTheyAreUsed) {
  const Loaded loaded(module);
  const SourceName name = loaded.names.of(loaded.find("length", ""));
  EXPECT_EQ(name.text, "`length`");
  EXPECT_EQ(name.kind, Kind::Library);
  EXPECT_EQ(name.position.line, 15U);
}

TEST(SourceNames, OfMatchesAreOfTheFunctionAround) {
  const Loaded loaded(module);
  for (const ir::Function& function : loaded.split.functions) {
    if (loaded.input.find(function.name) || !function.name.starts_with("last2")) continue;
    EXPECT_EQ(loaded.names.of(function.name).text, "a match in `last2`");
  }
}

TEST(SourceNames, FindDeclarationsByPosition) {
  const Loaded loaded(module);
  EXPECT_EQ(loaded.names.declarationAt({10, 5}), "last2");
  EXPECT_EQ(loaded.names.declarationAt({1, 1}), "");
  EXPECT_EQ(loaded.names.declarationAt({}), "");
}

pipeline::Composition composition(std::size_t run, std::string name,
                                  std::vector<pipeline::Composition::Member> members,
                                  bool built = true) {
  return {run, std::move(name), std::move(members), built};
}

// What a composition is in words, where every name is one of a library.
std::string words(const std::vector<pipeline::Composition>& compositions, const std::string& name,
                  std::size_t run) {
  const ir::Program none;
  const text::Original original;
  return describe(Compositions(compositions).of(name, run), SourceNames(none, original));
}

TEST(FusedCalls, NameTheLastConsumerFirst) {
  EXPECT_EQ(words({composition(0, "f", {{"square"}, {"total", {0}}})}, "f", 0),
            "`total` after `square`");
  EXPECT_EQ(words({composition(0, "f", {{"sum"}, {"head", {0}}, {"shift", {0}}})}, "f", 0),
            "`head` and `shift` after `sum`");
  EXPECT_EQ(words({composition(0, "f", {{"size"}, {"depth"}, {"width"}})}, "f", 0),
            "`size`, `depth` and `width`");
  EXPECT_EQ(words({composition(0, "f", {{"size"}, {"keys"}, {"and", {1}}})}, "f", 0),
            "`size` and (`and` after `keys`)");
  EXPECT_EQ(words({composition(0, "f", {{"flip"}, {"flip", {0}}})}, "f", 0), "`flip` after `flip`");
}

TEST(FusedCalls, FollowEarlierRounds) {
  const std::vector<pipeline::Composition> both = {
      composition(0, "g", {{"square", {}, false}, {"total", {0}}}),
      composition(1, "h", {{"g"}, {"show", {0}}})};
  EXPECT_EQ(words(both, "h", 1), "`show` after `total` after `square`");
  // What a later round left alone is what it was.
  EXPECT_EQ(words(both, "g", 1), "`total` after `square`");
}

TEST(FusedCalls, AreNotMadeAtOnceInALine) {
  const Compositions compositions(
      {composition(0, "f", {{"a"}, {"b", {0}}}, false), composition(0, "g", {{"a"}}, false)});
  EXPECT_TRUE(compositions.isLine("f", 0));
  EXPECT_FALSE(compositions.isLine("g", 0));
  EXPECT_FALSE(compositions.isLine("unknown", 0));
}

TEST(FusedCalls, TellWhichTreesAreGone) {
  const FusedCalls gone = {
      {"keys", {}, false, "[Int]"}, {"text", {0}, false, "[[Char]]"}, {"size", {1}, true, "Int"}};
  EXPECT_THAT(goneTypes(gone), ElementsAre("[Int]", "[String]"));
  // Somebody else wants it; nobody takes it apart; it is no tree.
  const FusedCalls kept = {{"keys", {}, true, "[Int]"},
                           {"lost", {}, false, "[Int]"},
                           {"size", {0}, false, "Int"},
                           {"half", {2}, true, "Int"}};
  EXPECT_THAT(goneTypes(kept), ElementsAre());
}

Explanation explanationOf(std::vector<Finding> findings) {
  Explanation explanation;
  explanation.file = "m.hs.ir";
  explanation.tokensBefore = 100;
  explanation.tokensAfter = 130;
  explanation.findings = std::move(findings);
  return explanation;
}

TEST(ExplanationText, SaysOnceWhatWasLeftForOneReason) {
  Finding first;
  first.kind = Finding::Kind::Left;
  first.position = {3, 1};
  first.declaration = "f";
  first.subject = "`a` after `b`";
  first.text = "it would save next to nothing for about 14 tokens of code";
  Finding second = first;
  second.subject = "`c` after `d`";
  const std::string text = explanationText(explanationOf({first, second}));
  EXPECT_THAT(text, HasSubstr("in `f`\nm.hs.ir:3:1: left as it was: `a` after `b`; `c` after `d`: "
                              "it would save next to nothing for about 14 tokens of code\n"));
  EXPECT_THAT(text, HasSubstr("100 tokens => 130 (1.30 times)"));
}

TEST(ExplanationText, NamesTheOptionThatLiftsALimit) {
  Finding finding;
  finding.kind = Finding::Kind::NotFused;
  finding.position = {3, 1};
  finding.subject = "`a` after `b`";
  finding.text = "`b` would occur twice in one function";
  finding.limit = "--cap";
  finding.also = {{4, 1}};
  EXPECT_THAT(explanationText(explanationOf({finding})),
              HasSubstr("m.hs.ir:3:1: not fused: `a` after `b`: `b` would occur twice in one "
                        "function (--cap) (2 places)\n"));
}

TEST(ExplanationText, HelpsWhereARootCouldNotBeCounted) {
  Explanation explanation = explanationOf({});
  RootReport root;
  root.name = "f";
  root.position = {5, 1};
  root.uncounted = "it fails on every input that was tried (error: no)";
  explanation.roots = {root};
  const std::string text = explanationText(explanation);
  EXPECT_THAT(text,
              HasSubstr("m.hs.ir:5:1: `f`: not counted, because it fails on every input that was "
                        "tried (error: no); so it is left as it is\n"));
  EXPECT_THAT(text, HasSubstr("-- deforest: sample f ...\n"));
}

}  // namespace
}  // namespace deforest::driver
