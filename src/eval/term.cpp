#include "eval/term.hpp"

#include <algorithm>
#include <map>

#include "eval/array_values.hpp"
#include "eval/library_values.hpp"
#include "ir/library_calls.hpp"
#include "support/check.hpp"

namespace deforest::eval {

std::vector<std::size_t> childrenOf(const Term& term, std::size_t index) {
  std::vector<std::size_t> children;
  const std::size_t end = index + term[index].size;
  for (std::size_t child = index + 1; child < end; child += term[child].size) {
    children.push_back(child);
  }
  return children;
}

Term subterm(const Term& term, std::size_t index) {
  const auto begin = term.begin() + static_cast<std::ptrdiff_t>(index);
  return {begin, begin + term[index].size};
}

Term withSubterm(const Term& term, std::size_t index, const Term& replacement) {
  const auto begin = term.begin() + static_cast<std::ptrdiff_t>(index);
  const std::uint32_t removed = term[index].size;
  const auto added = static_cast<std::uint32_t>(replacement.size());
  Term result(term.begin(), begin);
  // The nodes whose subterm encloses the one replaced grow or shrink with it.
  for (std::size_t i = 0; i < index; ++i) {
    if (i + result[i].size > index) result[i].size += added - removed;
  }
  result.insert(result.end(), replacement.begin(), replacement.end());
  result.insert(result.end(), begin + removed, term.end());
  return result;
}

Correspondence correspond(const ir::Program& from, const ir::Program& to) {
  std::map<std::string_view, std::uint32_t> byName;
  for (std::uint32_t i = 0; i < to.types.size(); ++i) byName.emplace(to.types[i].name, i);
  const auto sameField = [&](const ir::Field& a, const ir::Field& b) {
    return from.type(a.type).name == to.type(b.type).name;
  };
  const auto sameConstructor = [&](ir::CtorId a, ir::CtorId b) {
    const ir::Constructor& x = from.constructor(a);
    const ir::Constructor& y = to.constructor(b);
    return x.name == y.name && std::ranges::equal(x.fields, y.fields, sameField);
  };
  Correspondence result;
  result.types.resize(from.types.size());
  for (std::uint32_t i = 0; i < from.types.size(); ++i) {
    const ir::Type& type = from.types[i];
    const auto found = byName.find(type.name);
    if (found == byName.end()) continue;
    const ir::Type& other = to.types[found->second];
    const bool same = type.kind == other.kind && type.isNewtype == other.isNewtype &&
                      std::ranges::equal(type.constructors, other.constructors, sameConstructor);
    if (same) result.types[i] = ir::TypeId{found->second};
  }
  // A type with a field of a type that has no counterpart has none either.
  const auto fieldsCorrespond = [&](const ir::Type& type) {
    return std::ranges::all_of(type.constructors, [&](ir::CtorId ctor) {
      return std::ranges::all_of(from.constructor(ctor).fields, [&](const ir::Field& field) {
        return result.types[field.type.value].valid();
      });
    });
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t i = 0; i < from.types.size(); ++i) {
      if (!result.types[i].valid() || fieldsCorrespond(from.types[i])) continue;
      result.types[i] = {};
      changed = true;
    }
  }
  result.constructors.resize(from.constructors.size());
  for (std::uint32_t i = 0; i < from.types.size(); ++i) {
    if (!result.types[i].valid()) continue;
    const std::vector<ir::CtorId>& others = to.type(result.types[i]).constructors;
    for (std::size_t k = 0; k < others.size(); ++k) {
      result.constructors[from.types[i].constructors[k].value] = others[k];
    }
  }
  return result;
}

Value build(Heap& heap, const ir::Program& program, const Term& term,
            const Correspondence* correspondence) {
  // From the last node to the first, the values of subterms not yet taken up are on a stack, the
  // leftmost on top.
  std::vector<Value> built;
  std::vector<Value> fields;
  for (auto node = term.rbegin(); node != term.rend(); ++node) {
    if (!node->ctor.valid()) {
      built.push_back(Value{node->bits});
      continue;
    }
    const ir::CtorId ctor =
        correspondence == nullptr ? node->ctor : correspondence->constructors[node->ctor.value];
    support::check(ctor.valid(), "a term of a type that the program does not have");
    const std::size_t arity = program.constructor(ctor).fields.size();
    support::check(built.size() >= arity, "a term with a missing field");
    fields.assign(built.rbegin(), built.rbegin() + static_cast<std::ptrdiff_t>(arity));
    built.resize(built.size() - arity);
    const ir::Type& type = program.type(program.constructor(ctor).type);
    if (type.shape != ir::DataShape::Library || arity == 0) {
      built.push_back(heap.construct(program, ctor, fields));
    } else if (ir::isArray(program.type(program.constructor(ctor).type))) {
      built.push_back(constructArray(heap, program, ctor, fields));
    } else {
      built.push_back(constructTree(heap, program, ctor, fields));
    }
  }
  support::check(built.size() == 1, "a term with superfluous nodes");
  return built[0];
}

Term settled(const ir::Program& program, Term term) {
  const bool any = std::ranges::any_of(term, [&](const TermNode& node) {
    if (!node.ctor.valid()) return false;
    const ir::Type& type = program.type(program.constructor(node.ctor).type);
    return type.shape == ir::DataShape::Library && !ir::isArray(type);
  });
  if (!any) return term;
  constexpr std::size_t bytes = std::size_t{256} << 20U;
  Heap heap(bytes);
  const Value value = build(heap, program, term);
  // What is shared there would be copied, but terms of arguments share nothing.
  constexpr std::size_t hardlyMore = 2;
  std::optional<Term> result =
      termOf(program, term.front().type, value, hardlyMore * term.size() + 1);
  return result ? *std::move(result) : term;
}

std::optional<Term> termOf(const ir::Program& program, ir::TypeId type, Value value,
                           std::size_t most) {
  Term term;
  std::vector<std::pair<ir::TypeId, Value>> pending = {{type, value}};
  while (!pending.empty()) {
    if (term.size() == most) return std::nullopt;
    const auto [id, at] = pending.back();
    pending.pop_back();
    if (program.type(id).kind != ir::TypeKind::Data) {
      const bool integer = program.type(id).kind == ir::TypeKind::Integer;
      term.push_back({id, {}, integer ? ir::integer::kept(at.bits) : at.bits, 1});
      continue;
    }
    const ir::CtorId ctor = constructorOf(program, id, at);
    term.push_back({id, ctor, 0, 1});
    const std::vector<ir::Field>& fields = program.constructor(ctor).fields;
    for (std::size_t i = fields.size(); i-- > 0;) {
      pending.emplace_back(fields[i].type, fieldOf(program, ctor, at, i));
    }
  }
  setSizes(program, term);
  return term;
}

// From the end: the subterms of a node come before it, the leftmost last.
void setSizes(const ir::Program& program, Term& term) {
  std::vector<std::uint32_t> sizes;
  for (auto node = term.rbegin(); node != term.rend(); ++node) {
    node->size = 1;
    const std::size_t arity =
        node->ctor.valid() ? program.constructor(node->ctor).fields.size() : 0;
    for (std::size_t i = 0; i < arity; ++i) {
      node->size += sizes.back();
      sizes.pop_back();
    }
    sizes.push_back(node->size);
  }
}

std::optional<Term> translated(const Term& term, const Correspondence& correspondence) {
  Term result = term;
  for (TermNode& node : result) {
    node.type = correspondence.types[node.type.value];
    if (!node.type.valid()) return std::nullopt;
    if (node.ctor.valid()) node.ctor = correspondence.constructors[node.ctor.value];
  }
  return result;
}

std::string showTerm(const ir::Program& program, const Term& term, std::size_t limit) {
  Heap heap(std::numeric_limits<std::size_t>::max());
  const Value value = build(heap, program, term);
  const ShowOptions options{.precedence = 11, .source = true, .limit = limit};
  return show(program, term[0].type, value, options);
}

std::string showTerms(const ir::Program& program, const std::vector<Term>& terms,
                      std::size_t limit) {
  std::string text;
  for (const Term& term : terms) {
    if (!text.empty()) text += ' ';
    text += showTerm(program, term, limit);
  }
  return text;
}

}  // namespace deforest::eval
