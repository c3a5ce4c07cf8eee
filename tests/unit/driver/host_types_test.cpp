// What a mapping says of a program's types, and what is said about wrong ones.
#include "driver/host_types.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "text/parse.hpp"

namespace deforest::driver {
namespace {

using backends::CppHosts;
using backends::CppHostType;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* module =
    "module Shop (Tree (..), Colour (..), Shape (..), Row (..), f) where\n"
    "data Tree = Leaf | Node Int Tree Tree\n"
    "data Colour = Red | Green\n"
    "data Shape = Circle Double | Box Int Int | Hole\n"
    "data Row = Row {name :: String, place :: Int}\n"
    "f :: Tree -> Colour -> Shape -> Row -> [Int] -> Maybe Int -> (Int, Bool) -> Int\n"
    "f t c s r xs m p = 1\n";

support::Result<CppHosts> read(const std::string& json) {
  const auto program = text::parse(module, "shop.hs.ir");
  EXPECT_TRUE(program.ok());
  return hostTypes(json, *program);
}

// What is wrong, each on a line with its place and hint; empty if nothing is.
std::string complaints(const std::string& json) {
  const auto hosts = read(json);
  std::string all;
  if (hosts) return all;
  for (const auto& diagnostic : hosts.diagnostics()) {
    all += std::to_string(diagnostic.span.begin.line) + ":" +
           std::to_string(diagnostic.span.begin.column) + ": " + diagnostic.message;
    if (!diagnostic.hint.empty()) all += " (" + diagnostic.hint + ")";
    all += "\n";
  }
  return all;
}

// The description of one type, within a mapping whose first line it is.
std::string complaintsOf(const std::string& type) {
  return complaints("{\"types\": {" + type + "}}");
}

TEST(HostTypes, SayWhatHoldsWhat) {
  const auto hosts = read(R"json({
    "headers": ["shop.hpp", "<vector>", "shop.hpp"],
    "types": {
      "Tree": {"cpp": "std::unique_ptr<shop::Node>", "header": "node.hpp", "constructors": {
        "Node": {"fields": ["value", {"get": "left()", "set": "setLeft", "cpp": "int"}, "a.b->c()"]
}
, "Leaf" : null
}
}
, "Colour" : {"cpp" : "shop::Colour", "constructors" : {"Red" : "shop::red", "Green" : "'g'"}},
             "Row"
    : {
      "cpp" : "shop::Row",
      "constructors" : {"Row" : {"fields" : {"place" : "p", "name" : "n"}, "make" : "shop::Row"}}
    },
      "String" : {"cpp" : "std::string"},
                 "Maybe Int" : {
  "cpp" : "std::optional<int>"
}
}
})json");
  ASSERT_TRUE(hosts.ok());
  EXPECT_THAT(hosts->headers, ElementsAre("\"shop.hpp\"", "<vector>", "\"node.hpp\""));
  ASSERT_EQ(hosts->types.size(), 5U);
  const CppHostType& tree = hosts->types[0];
  EXPECT_EQ(tree.name, "Tree");
  EXPECT_EQ(tree.form, CppHostType::Form::Struct);
  ASSERT_EQ(tree.constructors.size(), 2U);
  EXPECT_TRUE(tree.constructors[1].isNull);
  EXPECT_EQ(tree.constructors[0].fields[1].set, "setLeft");
  EXPECT_EQ(tree.constructors[0].fields[1].type, "int");
  EXPECT_EQ(tree.constructors[0].fields[2].get, "a.b->c()");
  EXPECT_EQ(hosts->types[1].form, CppHostType::Form::Enumeration);
  EXPECT_EQ(hosts->types[1].constructors[1].tag, "'g'");
  EXPECT_EQ(hosts->types[2].constructors[0].fields[0].get, "n");
  EXPECT_EQ(hosts->types[3].name, "[Char]");
  EXPECT_EQ(hosts->types[3].form, CppHostType::Form::Known);
  EXPECT_EQ(hosts->types[4].form, CppHostType::Form::Known);
}

TEST(HostTypes, TellConstructorsApart) {
  const auto hosts = read(R"json({"types": {
      "Shape": {"cpp": "shop::Shape", "as": "class", "tag": "kind()", "constructors": {
    "Circle" : {"cpp" : "shop::Circle", "tag" : "shop::Kind::circle", "fields" : [""]},
               "Box" : {"cpp" : "shop::Box", "tag" : "shop::Kind::box", "fields" : [ "x", "y" ]},
                       "Hole" : {
      "tag" : "3"
    }}
}
}
})json");
  ASSERT_TRUE(hosts.ok());
  EXPECT_EQ(hosts->types[0].form, CppHostType::Form::Class);
  EXPECT_EQ(hosts->types[0].tag, "kind()");
  EXPECT_EQ(hosts->types[0].constructors[2].tag, "3");
}

TEST(HostTypes, AreJson) {
  EXPECT_THAT(complaints(""), HasSubstr("1:1: this is no JSON: "));
  EXPECT_THAT(complaints("{\n  \"types\": {]\n}"), HasSubstr("2:13: this is no JSON: "));
  EXPECT_THAT(complaints("{\n  \"types\": {},\n}"), HasSubstr("3:1: this is no JSON: "));
  EXPECT_THAT(complaints("{\"types\": 01}"), HasSubstr("1:11: this is no JSON: "));
  EXPECT_THAT(complaints("{\"types\": {\"\xff\": 1}}"), HasSubstr(": this is no JSON: "));
  EXPECT_THAT(complaints("{\"a\": 1,\n \"a\": 2}"),
              HasSubstr("2:2: 'a' stands in one object twice"));
  EXPECT_THAT(complaints(std::string(200, '[')), HasSubstr("1:101: this is nested too deeply"));
  EXPECT_THAT(complaints("[1]"), HasSubstr("1:1: a mapping is an object"));
}

TEST(HostTypes, HaveKnownMembers) {
  EXPECT_EQ(complaints("{\n  \"typ\": {}\n}"),
            "2:3: nothing is called 'typ' here (there can be headers or types)\n"
            "1:1: the mapping has no \"types\" (an object of the program's types, by name)\n");
  EXPECT_THAT(complaints(R"({"types": 1})"), HasSubstr("1:11: this is not an object of the"));
  EXPECT_THAT(complaints(R"({"types": {}})"), HasSubstr("1:11: the mapping has no types"));
  EXPECT_THAT(complaints(R"({"headers": 1, "types": {}})"),
              HasSubstr("1:13: this is not the name of a header, or a list of names"));
  EXPECT_THAT(complaints(R"({"headers": ["a", "b\"c"], "types": {}})"),
              HasSubstr("1:19: this is not the name of a header (\"shop/tree.hpp\" or"));
}

TEST(HostTypes, AreOfTheProgram) {
  EXPECT_EQ(complaintsOf(R"("Trea": {"cpp": "T"})"),
            "1:12: the program has no type `Trea`; did you mean 'Tree'?\n");
  EXPECT_THAT(complaintsOf(R"("Int": {"cpp": "int"})"),
              HasSubstr("1:12: `Int` is no data type (num"));
  EXPECT_THAT(complaintsOf(R"("String": {"cpp": "T"}, "[Char]": {"cpp": "T"})"),
              HasSubstr("`[Char]` is described twice"));
  EXPECT_THAT(complaintsOf(R"("Tree": 1)"),
              HasSubstr("1:20: this is not an object that describes"));
}

TEST(HostTypes, AreTypesOfCpp) {
  EXPECT_THAT(complaintsOf(R"("[Int]": {})"),
              HasSubstr("1:12: it is not said which type of C++ `[Int]` is"));
  for (const char* wrong :
       {"", " ", "a;b", "std::vector<int", "int>", "a\\nb", "{}", "3", "a{", "\\\"x\\\""}) {
    EXPECT_THAT(complaintsOf(std::string(R"("[Int]": {"cpp": ")") + wrong + "\"}"),
                HasSubstr("1:29: this is not a type of C++, as text"))
        << wrong;
  }
  EXPECT_EQ(complaintsOf(R"("[Int]": {"cpp": "::a::b<c, d(&)[], const e*>"})"), "");
}

TEST(HostTypes, AreHeldInKnownWays) {
  EXPECT_EQ(
      complaintsOf(R"("Tree": {"cpp": "T", "as": "union"})"),
      "1:39: this is no way to hold values (struct, enum, variant, class, list or optional)\n");
  EXPECT_EQ(
      complaintsOf(R"("Tree": {"cpp": "T", "as": "list"})"),
      "1:39: the constructors of `Tree` are not those of a list (one has no fields, the other "
      "two, one of them the rest)\n");
  EXPECT_THAT(complaintsOf(R"("Row": {"cpp": "T", "as": "optional"})"),
              HasSubstr("are not those of a Maybe"));
  EXPECT_THAT(complaintsOf(R"("Row": {"cpp": "T", "as": "enum"})"),
              HasSubstr("are not those of an enumeration (none may have fields)"));
  EXPECT_EQ(
      complaintsOf(R"("Shape": {"cpp": "T", "constructors": {"Circle": {}, "Box": {}}})"),
      "1:12: it is not said how the host tells the constructors of `Shape` apart (add \"as\": "
      "\"variant\" or \"as\": \"class\")\n");
  EXPECT_THAT(complaintsOf(R"("[Int]": {"cpp": "T", "constructors": {}})"),
              HasSubstr("1:34: 'constructors' stands where the type is not described by its"));
  EXPECT_THAT(
      complaintsOf(
          R"("Row": {"cpp": "T", "tag": "t", "constructors": {"Row": {"fields": ["a", "b"]}}})"),
      HasSubstr("1:32: 'tag' stands where the type is not a class"));
  EXPECT_THAT(
      complaintsOf(
          R"("Row": {"cpp": "T", "variant": "a b", "constructors": {"Row": {"fields": ["a", "b"]}}})"),
      HasSubstr("1:43: this is not a member or an accessor"));
}

TEST(HostTypes, HaveTheConstructorsOfTheProgram) {
  EXPECT_THAT(complaintsOf(R"("Tree": {"cpp": "T"})"),
              HasSubstr("1:12: the constructors of `Tree` are not described"));
  EXPECT_THAT(complaintsOf(R"("Tree": {"cpp": "T", "constructors": []})"),
              HasSubstr("1:49: this is not an object of constructors, by name"));
  EXPECT_EQ(complaintsOf(R"("Tree": {"cpp": "T", "constructors": {"Leaf": null, "Nod": {}}})"),
            "1:64: `Tree` has no constructor `Nod`; did you mean 'Node'? (it has Leaf or Node)\n"
            "1:49: the constructor `Node` of `Tree` is not described\n");
  EXPECT_THAT(
      complaintsOf(
          R"("Tree": {"cpp": "T", "constructors": {"Leaf": 1, "Node": {"fields": ["a", "b", "c"]}}})"),
      HasSubstr("1:58: this is not an object that describes a constructor, nor null"));
  EXPECT_THAT(complaintsOf(R"("Tree": {"cpp": "T", "constructors": {"Leaf": null, "Node": null}})"),
              HasSubstr("1:72: `Node` has fields, so it cannot be null"));
  EXPECT_THAT(
      complaintsOf(
          R"("Colour": {"cpp": "T", "as": "struct", "constructors": {"Red": null, "Green": null}})"),
      HasSubstr("1:81: two constructors are null to the host"));
  EXPECT_THAT(
      complaintsOf(R"("Colour": {"cpp": "T", "constructors": {"Red": null, "Green": "b"}})"),
      HasSubstr("1:59: an enumerator is not null"));
  EXPECT_THAT(
      complaintsOf(R"("Colour": {"cpp": "T", "constructors": {"Red": "a;", "Green": "b"}})"),
      HasSubstr("1:59: this is not an enumerator, as text"));
  EXPECT_THAT(complaintsOf(R"("Colour": {"cpp": "T", "constructors": {"Red": "a", "Green": "a"}})"),
              HasSubstr("1:64: `Green` is 'a' to the host, as `Red` is"));
  EXPECT_THAT(
      complaintsOf(
          R"("Tree": {"cpp": "T", "as": "struct", "constructors": {"Leaf": {}, "Node": {"fields": ["a", "b", "c"]}}})"),
      HasSubstr("1:78: a struct has one constructor, and one may be null"));
}

TEST(HostTypes, SayWhatAConstructorIs) {
  const std::string start = R"("Shape": {"cpp": "T", "as": )";
  const std::string rest =
      R"(, "Box": {"cpp": "B", "tag": "b", "fields": ["x", "y"]}, "Hole": null}})";
  EXPECT_THAT(
      complaintsOf(start + R"("variant", "constructors": {"Circle": {"fields": ["r"]})" + rest),
      HasSubstr("it is not said which type of C++ `Circle` is"));
  EXPECT_THAT(
      complaintsOf(start + R"("class", "tag": "k", "constructors": {"Circle": {"fields": ["r"]})" +
                   rest),
      HasSubstr("it is not said what 'k' is of `Circle`"));
  EXPECT_THAT(
      complaintsOf(start + R"("class", "constructors": {"Circle": {"cpp": "C", "fields": ["r"]})" +
                   rest),
      HasSubstr("'tag' stands where the type is not a class with a tag"));
  EXPECT_THAT(
      complaintsOf(
          R"("Row": {"cpp": "T", "constructors": {"Row": {"cpp": "U", "fields": ["a", "b"]}}})"),
      HasSubstr("'cpp' stands where the type is not a variant or a class"));
  EXPECT_THAT(
      complaintsOf(
          R"("Row": {"cpp": "T", "constructors": {"Row": {"make": "a;", "fields": ["a", "b"]}}})"),
      HasSubstr("this is not a function or a class of C++, as text"));
}

TEST(HostTypes, AreInPlaceWhereOneStructDoes) {
  const std::string tree = R"("Tree": {"cpp": "const T*", "in place": )";
  const std::string ctors = R"(, "constructors": {"Leaf": null, "Node": {"fields": ["v", "l", )";
  EXPECT_EQ(complaintsOf(tree + "true" + ctors + "\"r\"]}}}"), "");
  EXPECT_THAT(complaintsOf(tree + "false" + ctors + "\"r\"]}}}"),
              HasSubstr("1:52: a type is in place or says nothing of it"));
  EXPECT_THAT(complaintsOf(tree + "true" + ctors + "\"r()\"]}}}"),
              HasSubstr("1:52: the fields of `Node` are not all members"));
  EXPECT_THAT(complaintsOf(R"("[Int]": {"cpp": "T", "in place": true})"),
              HasSubstr("1:46: `[Int]` cannot be in place (a type with one constructor"));
}

TEST(HostTypes, HaveTheFieldsOfTheConstructor) {
  const auto row = [](const std::string& fields) {
    return complaintsOf(R"("Row": {"cpp": "T", "constructors": {"Row": {)" + fields + "}}}");
  };
  EXPECT_THAT(row(""), HasSubstr("1:49: the fields of `Row` are not described"));
  EXPECT_THAT(row(R"("fields": 1)"),
              HasSubstr("1:67: this is not a list of members, nor an object"));
  EXPECT_THAT(row(R"("fields": ["a"])"), HasSubstr("1:67: `Row` has 2 fields, and here are 1"));
  EXPECT_THAT(row(R"("fields": ["a", "b-c"])"),
              HasSubstr("1:73: this is not a member or an accessor"));
  EXPECT_THAT(row(R"("fields": ["a", 1])"), HasSubstr("1:73: this is not a member or an accessor"));
  EXPECT_THAT(row(R"("fields": ["a", ""])"),
              HasSubstr("1:73: one of several fields is not the whole"));
  EXPECT_THAT(row(R"("fields": {"name": "a"})"),
              HasSubstr("1:67: the field `place` is not described"));
  EXPECT_THAT(row(R"("fields": {"name": "a", "place": "b", "plac": "c"})"),
              HasSubstr("1:95: nothing is called 'plac' here; did you mean 'place'?"));
  EXPECT_THAT(row(R"("fields": ["a", {"set": "b"}])"),
              HasSubstr("1:73: it is not said how the field is read"));
  EXPECT_THAT(row(R"("fields": ["a", {"get": "b", "set": "3"}])"),
              HasSubstr("this is not the name of a setter"));
  EXPECT_THAT(
      complaintsOf(
          R"("Shape": {"cpp": "T", "as": "class", "constructors": {"Circle": {"cpp": "C", "fields": {"a": "b"}}, "Box": {"cpp": "B", "fields": []}, "Hole": null}})"),
      HasSubstr("the fields of `Circle` have no labels (write them as a list)"));
}

}  // namespace
}  // namespace deforest::driver
