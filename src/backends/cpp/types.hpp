// Declarations of types, of what builds them, and of what shows them.
#pragma once

#include <string>
#include <vector>

#include "backends/cpp.hpp"
#include "backends/cpp/text.hpp"
#include "backends/native/plan/layout.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

/// The structs and enumerations, the cells of constructors without fields, and the structs of
/// several results.
void emitTypes(const ir::Program& program, const CppLayout& layout, CppText& out);

/// For every constructor with fields whose values are cells: a function that makes a cell to be
/// filled, and one that makes one of given fields.
void emitBuilders(const ir::Program& program, const CppLayout& layout, CppText& out);

/// `show(out, precedence, value)` for the given types and those in them, as derived instances of
/// `Show` print them. `prefix` stands before each function.
void emitShow(const ir::Program& program, const CppLayout& layout,
              const std::vector<ir::TypeId>& types, const std::string& prefix, CppText& out);

/// The name of the builder of a constructor; that of a type without tag may be a symbol.
[[nodiscard]] std::string cppBuilderName(const CppLayout& layout, const ir::Program& program,
                                         ir::CtorId ctor);

/// How `deforest/cereal.hpp` saves and loads values of the types, which are in the name space: to
/// stand outside of it, behind types and builders.
void emitSaving(const ir::Program& program, const CppLayout& layout, const std::string& nameSpace,
                CppText& out);

/// Of what adapters are for.
struct CppAdapting {
  std::string nameSpace;
  CppErrors errors = CppErrors::Throw;
};

/// How `deforest/adapt.hpp` builds values of the types from the host's and writes them: to stand
/// outside of the name space, behind types and builders. Functions for the host are named.
void emitAdapters(const ir::Program& program, CppLayout& layout, const CppHosts& hosts,
                  const CppAdapting& how, CppText& out);

}  // namespace deforest::backends
