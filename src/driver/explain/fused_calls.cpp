#include "driver/explain/fused_calls.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>

namespace deforest::driver {
namespace {

// Values of these types are no trees.
bool isTree(const std::string& type) {
  constexpr std::array<std::string_view, 9> scalars = {"Int",  "Word", "Double",   "Float", "Char",
                                                       "Bool", "()",   "Ordering", ""};
  return std::ranges::find(scalars, type) == scalars.end();
}

// Descriptions that are longer only name what takes part.
constexpr std::size_t longestMaker = 160;

class Description {
 public:
  Description(const FusedCalls& calls, const SourceNames& names) : calls_(calls), names_(names) {}

  [[nodiscard]] std::string run() const {
    std::vector<std::string> parts;
    std::set<std::size_t> done;
    for (std::size_t i = calls_.size(); i-- > 0;) {
      if (done.contains(i) || !readersOf(i).empty()) continue;
      parts.insert(parts.begin(), chain(i, done));
    }
    std::vector<std::string> distinct;
    for (std::string& part : parts) {
      if (std::ranges::find(distinct, part) == distinct.end()) distinct.push_back(part);
    }
    for (std::string& part : distinct) {
      const bool chained = part.find(" after ") != std::string::npos;
      if (distinct.size() > 1 && chained) part = "(" + part + ")";
    }
    std::string text = listed(distinct, "and");
    return text.size() <= longestMaker ? text : inventory();
  }

 private:
  [[nodiscard]] std::vector<std::size_t> readersOf(std::size_t call) const {
    std::vector<std::size_t> readers;
    for (std::size_t i = 0; i < calls_.size(); ++i) {
      if (std::ranges::find(calls_[i].producers, call) != calls_[i].producers.end()) {
        readers.push_back(i);
      }
    }
    return readers;
  }

  [[nodiscard]] std::string nameOf(std::size_t call) const {
    const SourceName name = names_.of(calls_[call].function);
    // The rest of a function is that function, if nothing else makes what it goes on with.
    if (name.kind == SourceName::Kind::Match && calls_[call].producers.empty()) {
      return "`" + name.declaration + "`";
    }
    return name.text;
  }

  // A match on what its own function has made is that function, going on.
  [[nodiscard]] bool goesOn(std::size_t call, const std::string& makers) const {
    const SourceName name = names_.of(calls_[call].function);
    return name.kind == SourceName::Kind::Match && makers == "`" + name.declaration + "`";
  }

  // `call` and the others that take the same results, after those.
  [[nodiscard]] std::string chain(std::size_t call, std::set<std::size_t>& done) const {
    std::vector<std::string> consumers;
    for (std::size_t i = 0; i < calls_.size(); ++i) {
      const bool alike = i == call || (!calls_[call].producers.empty() && readersOf(i).empty() &&
                                       calls_[i].producers == calls_[call].producers);
      if (!alike) continue;
      done.insert(i);
      const std::string name = nameOf(i);
      if (std::ranges::find(consumers, name) == consumers.end()) consumers.push_back(name);
    }
    const std::string makers = makersOf(call);
    if (consumers.size() == 1 && goesOn(call, makers)) return makers;
    return listed(consumers, "and") + (makers.empty() ? "" : " after " + makers);
  }

  [[nodiscard]] std::string makersOf(std::size_t call) const {
    std::vector<std::string> makers;
    for (const std::size_t producer : calls_[call].producers) {
      const std::string below = makersOf(producer);
      std::string maker = nameOf(producer);
      if (goesOn(producer, below))
        maker = below;
      else if (!below.empty())
        maker += " after " + below;
      if (maker.size() > longestMaker) return maker;
      if (std::ranges::find(makers, maker) == makers.end()) makers.push_back(std::move(maker));
    }
    if (makers.size() > 1) {
      for (std::string& maker : makers) {
        if (maker.find(" after ") != std::string::npos) maker = "(" + maker + ")";
      }
    }
    return listed(makers, "and");
  }

  [[nodiscard]] std::string inventory() const {
    std::vector<std::string> texts;
    for (const SourceName& name : passesOf(calls_, names_)) texts.push_back(name.text);
    constexpr std::size_t most = 6;
    if (texts.size() > most + 1) {
      const std::string more = std::to_string(texts.size() - most) + " others";
      texts.resize(most);
      texts.push_back(more);
    }
    return listed(texts, "and");
  }

  const FusedCalls& calls_;
  const SourceNames& names_;
};

}  // namespace

std::string listed(const std::vector<std::string>& words, const std::string& last) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " " + last + " " : ", ";
    text += words[i];
  }
  return text;
}

Compositions::Compositions(const std::vector<pipeline::Composition>& compositions) {
  for (const pipeline::Composition& composition : compositions) {
    lastRun_ = std::max(lastRun_, composition.run);
    auto& table = composition.given ? given_ : left_;
    table.emplace(Key{composition.run, composition.function}, composition);
  }
}

FusedCalls Compositions::of(const std::string& function, std::size_t run) const {
  const auto found = left_.find({run, function});
  return found != left_.end() ? expanded(found->second) : givenTo(function, run);
}

FusedCalls Compositions::givenTo(const std::string& function, std::size_t run) const {
  const auto added = given_.find({run, function});
  if (added != given_.end()) return expanded(added->second);
  if (run > 0) return of(function, run - 1);
  return {{function, {}, true, ""}};
}

bool Compositions::isLine(const std::string& function, std::size_t run) const {
  const auto found = left_.find({run, function});
  return found != left_.end() && !found->second.built && found->second.members.size() > 1;
}

bool Compositions::knows(const std::string& function, std::size_t run) const {
  for (std::size_t i = 0; i <= run; ++i) {
    if (left_.contains({i, function}) || given_.contains({i, function})) return true;
  }
  return false;
}

FusedCalls Compositions::expanded(const pipeline::Composition& composition) const {
  FusedCalls result;
  // By member: the calls that make its results.
  std::vector<std::vector<std::size_t>> makers;
  for (const pipeline::Composition::Member& member : composition.members) {
    std::vector<std::size_t> producers;
    for (const std::size_t producer : member.producers) {
      producers.insert(producers.end(), makers[producer].begin(), makers[producer].end());
    }
    FusedCalls calls = member.function == composition.function && composition.given
                           ? FusedCalls{{member.function, {}, true, ""}}
                           : givenTo(member.function, composition.run);
    const std::size_t first = result.size();
    std::vector<std::size_t>& made = makers.emplace_back();
    for (std::size_t i = 0; i < calls.size(); ++i) {
      FusedCall& call = calls[i];
      const bool inner = call.producers.empty();
      for (std::size_t& producer : call.producers) producer += first;
      if (inner) call.producers = producers;
      if (call.wanted) made.push_back(first + i);
      call.wanted = call.wanted && member.wanted;
      if (call.type.empty()) call.type = member.type;
      result.push_back(std::move(call));
    }
  }
  return result;
}

std::vector<SourceName> passesOf(const FusedCalls& calls, const SourceNames& names) {
  std::vector<SourceName> result;
  for (auto call = calls.rbegin(); call != calls.rend(); ++call) {
    SourceName name = names.of(call->function);
    if (name.kind == SourceName::Kind::Match) {
      name.text = name.declaration.empty() ? name.text : "`" + name.declaration + "`";
      const ir::Position declared = names.positionOf(name.declaration);
      if (declared.known()) name.position = declared;
      name.kind = SourceName::Kind::Declaration;
    }
    const auto known = std::ranges::find(result, name.text, &SourceName::text);
    if (known == result.end()) result.push_back(std::move(name));
  }
  return result;
}

std::string describe(const FusedCalls& calls, const SourceNames& names) {
  return Description(calls, names).run();
}

bool isJoin(const std::string& description) {
  return description.find(" after ") != std::string::npos ||
         description.find(" and ") != std::string::npos;
}

std::set<std::string> textsOf(const std::vector<SourceName>& passes) {
  std::set<std::string> texts;
  for (const SourceName& pass : passes) texts.insert(pass.text);
  return texts;
}

bool includes(const std::vector<SourceName>& more, const std::vector<SourceName>& fewer) {
  return std::ranges::includes(textsOf(more), textsOf(fewer));
}

std::vector<std::string> goneTypes(const FusedCalls& calls) {
  std::vector<std::string> types;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const bool consumed = std::ranges::any_of(calls, [&](const FusedCall& reader) {
      return std::ranges::find(reader.producers, i) != reader.producers.end();
    });
    if (calls[i].wanted || !consumed || !isTree(calls[i].type)) continue;
    std::string type = calls[i].type;
    for (std::size_t at = type.find("[Char]"); at != std::string::npos; at = type.find("[Char]")) {
      type.replace(at, 6, "String");
    }
    if (std::ranges::find(types, type) == types.end()) types.push_back(type);
  }
  return types;
}

}  // namespace deforest::driver
