#include "text/printing/ascription.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "ir/measure.hpp"
#include "ir/traverse.hpp"
#include "support/match.hpp"
#include "text/prelude/by_name.hpp"
#include "text/prelude/libraries.hpp"
#include "text/printing/primitive_typing.hpp"

namespace deforest::text {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::Literal;
using ir::TypeId;
using ir::TypeKind;
using ir::VarId;

class Analysis {
 public:
  Analysis(const ir::Program& program, const ir::Function& function, bool signature,
           const OpenCallees& callees)
      : program_(program),
        function_(function),
        callees_(callees),
        signature_(signature),
        known_(function.variables.size(), false),
        matched_(function.variables.size(), false) {
    for (const auto parameter : function.parameters) known_[parameter.value] = true;
    ir::forEachBinding(function.body, [&](const Binding& binding) {
      if (const auto* match = std::get_if<ir::Case>(&binding.operation)) mark(match->scrutinee);
      if (const auto* unpack = std::get_if<ir::Unpack>(&binding.operation)) mark(unpack->scrutinee);
      if (const auto* call = std::get_if<ir::Call>(&binding.operation)) openLibrary(call->callee);
    });
    findCopied();
    const auto& results = function.body.results;
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (saysType(i)) know(results[i]);
    }
  }

  Ascriptions run() {
    ascribeArrays();
    propagate();
    ascribe(function_.body);
    if (!signature_) {
      for (const auto& atom : function_.body.results) ascribeOne({&atom});
    }
    return std::move(found_);
  }

 private:
  // ------------------------------------------------------------------------------ what is known

  // Haskell's functions on unboxed arrays are those of all kinds of arrays: what one makes says of
  // which kind it is.
  void ascribeArrays() {
    ir::forEachBinding(function_.body, [&](const Binding& binding) {
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call == nullptr || !program_.function(call->callee).library) return;
      const ir::Type& made = program_.type(program_.function(call->callee).resultTypes.front());
      if (made.module != "Data.Array.Unboxed") return;
      found_.bindings.insert(&binding);
      know(binding.results);
    });
  }

  // Whether the type of a result is known from the signature, or from how it is put out.
  [[nodiscard]] bool saysType(std::size_t result) const {
    const auto& outputs = program_.outputs;
    return signature_ || (result < outputs.size() && outputs[result] != ir::Output::Print);
  }

  void mark(const Atom& scrutinee) {
    if (const auto* variable = ir::variableOf(scrutinee)) matched_[variable->value] = true;
  }

  // `[]` is printed wherever it is used, and what `error` is bound to has any type at each use:
  // what one use says of the type does not help another, where a call leaves it open, or `main`
  // prints it. Nor does the result of a call say that an argument is a list: `sum (error "empty")`.
  void findCopied() {
    const auto uses = ir::countUses(function_);
    std::set<VarId> open;
    ir::forEachBinding(function_.body, [&](const Binding& binding) {
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      const OpenTypes* types = call == nullptr ? nullptr : openTypes(call->callee);
      if (types == nullptr) return;
      for (std::size_t i = 0; i < call->arguments.size(); ++i) {
        const auto* variable = ir::variableOf(call->arguments[i]);
        if (variable != nullptr && isOpen(*types, i)) open.insert(*variable);
      }
    });
    const auto& results = function_.body.results;
    for (std::size_t i = 0; i < results.size(); ++i) {
      const auto* variable = ir::variableOf(results[i]);
      if (variable != nullptr && !saysType(i)) open.insert(*variable);
    }
    // `seq` hands on what it is given second.
    for (std::size_t before = 0; before != open.size();) {
      before = open.size();
      ir::forEachBinding(function_.body, [&](const Binding& binding) {
        const auto* primitive = std::get_if<ir::Primitive>(&binding.operation);
        if (primitive == nullptr || primitive->op != ir::PrimOp::Seq) return;
        const auto* second = ir::variableOf(primitive->arguments[1]);
        if (second != nullptr && open.contains(binding.results[0])) open.insert(*second);
      });
    }
    ir::forEachBinding(function_.body, [&](const Binding& binding) {
      const auto* construct = std::get_if<ir::Construct>(&binding.operation);
      const bool nullary =
          construct != nullptr && construct->fields.empty() && isPolymorphic(construct->ctor);
      const bool fails = std::holds_alternative<ir::Fail>(binding.operation);
      if (!nullary && !fails) return;
      for (const VarId made : binding.results) {
        const ir::Type& type = program_.type(function_.variables[made.value].type);
        const bool list = fails && type.shape == ir::DataShape::List;
        if ((list || uses[made.value] > 1) && open.contains(made)) copied_.insert(made);
      }
    });
  }

  // Literals of characters and truth values say what they are.
  static bool isPlain(const Literal& literal) {
    return literal.kind == TypeKind::Char || literal.kind == TypeKind::Bool;
  }

  [[nodiscard]] bool isKnown(const Atom& atom) const {
    if (const auto* literal = std::get_if<Literal>(&atom)) {
      return isPlain(*literal) || found_.literals.contains(&atom);
    }
    return known_[std::get<VarId>(atom).value];
  }

  void know(const Atom& atom) {
    const auto* variable = ir::variableOf(atom);
    if (variable == nullptr || known_[variable->value] || copied_.contains(*variable)) return;
    known_[variable->value] = true;
    changed_ = true;
  }

  template <class Atoms>
  void know(const Atoms& atoms) {
    for (const auto& atom : atoms) know(Atom(atom));
  }

  // ------------------------------------------------------------------------------- propagation

  void link(std::initializer_list<const Atom*> atoms) {
    if (std::any_of(atoms.begin(), atoms.end(), [&](const Atom* atom) { return isKnown(*atom); })) {
      for (const auto* atom : atoms) know(*atom);
    }
  }

  void linkPrimitive(const Atom& result, const ir::Primitive& primitive) {
    const auto& a = primitive.arguments;
    const Atom* second = a.size() > 1 ? &a[1] : &a[0];
    switch (typingOf(primitive.op)) {
      case Typing::Uniform:
        return link({&result, &a[0], second});
      case Typing::Comparison:
        know(result);
        return link({&a[0], second});
      case Typing::Boolean:
      case Typing::Fixed:
        know(result);
        return know(a);
      case Typing::Conversion:
        return;
      case Typing::Test:
        return know(result);
      case Typing::Power:
        return link({&result, &a[0]});
      case Typing::Shift:
        know(*second);
        return link({&result, &a[0]});
      case Typing::Bit:
        know(result);
        if (a.size() > 1) know(*second);
        return;
      case Typing::Second:
        return link({&result, second});
    }
  }

  // ------------------------------------------------------- calls of what has a polymorphic type

  [[nodiscard]] const OpenTypes* openTypes(ir::FunId callee) const {
    if (const auto open = givenOpen_.find(callee); open != givenOpen_.end()) return &open->second;
    const OpenTypes* given = callee.value < callees_.size() ? callees_[callee.value] : nullptr;
    if (given != nullptr) return given;
    const auto library = libraries_.find(callee);
    return library == libraries_.end() ? nullptr : &library->second;
  }

  // What is called by the name of a library has instances here, and is polymorphic there: of a
  // class's method, which is base's, in the library's types alone.
  void openLibrary(ir::FunId callee) {
    if (libraries_.contains(callee) || givenOpen_.contains(callee)) return;
    const ir::Function& function = program_.function(callee);
    if (!function.library || function.library->name.empty()) return;
    const NamedFunction* named =
        findNamedFunction(function.library->module, function.library->name);
    if (hasOpenFunction(*function.library)) {
      OpenTypes open;
      open.parameters.assign(function.parameters.size(), true);
      open.result = named != nullptr && named->open.result;
      givenOpen_.emplace(callee, std::move(open));
      return;
    }
    if (named != nullptr) {
      libraries_.emplace(callee, named->open);
      return;
    }
    const std::string& module = function.library->module;
    const bool method = !module.empty() && !isOfLibrary(module);
    const auto isOpen = [&](TypeId type) {
      return !method || program_.type(type).shape == ir::DataShape::Library;
    };
    OpenTypes open;
    for (const VarId parameter : function.parameters) {
      open.parameters.push_back(isOpen(function.variables[parameter.value].type));
    }
    open.result = isOpen(function.resultTypes.front());
    open.oneVariable = method;
    libraries_.emplace(callee, std::move(open));
  }

  // Whether it is given a function that says nothing of the types, the method of a class:
  // `map measure [1 .. 9]`.
  [[nodiscard]] bool hasOpenFunction(const ir::LibraryName& library) const {
    return std::ranges::any_of(library.arguments, [&](const auto& argument) {
      if (argument.function.empty() || argument.function.starts_with('"')) return false;
      const std::optional<ir::FunId> id = program_.find(argument.function);
      return id && id->value < callees_.size() && callees_[id->value] != nullptr;
    });
  }

  static bool isOpen(const OpenTypes& open, std::size_t parameter) {
    return parameter < open.parameters.size() && open.parameters[parameter];
  }

  // The arguments of open type, and the result if its type is open.
  [[nodiscard]] static std::vector<const Atom*> openAtoms(const OpenTypes& open,
                                                          const ir::Call& call,
                                                          const Atom& result) {
    std::vector<const Atom*> atoms;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      if (isOpen(open, i)) atoms.push_back(&call.arguments[i]);
    }
    if (open.result) atoms.push_back(&result);
    return atoms;
  }

  void linkCall(const OpenTypes& open, const ir::Call& call, const Atom& result) {
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      if (!isOpen(open, i)) know(call.arguments[i]);
    }
    if (!open.result) know(result);
    const std::vector<const Atom*> atoms = openAtoms(open, call, result);
    const auto isKnownAtom = [&](const Atom* atom) { return isKnown(*atom); };
    if (open.oneVariable) {
      if (std::ranges::any_of(atoms, isKnownAtom)) {
        for (const Atom* atom : atoms) know(*atom);
      }
    } else if (open.result && !open.unrelated &&
               std::all_of(atoms.begin(), atoms.end() - 1, isKnownAtom)) {
      know(result);
    }
  }

  void ascribeCall(const Binding& binding, const OpenTypes& open, const ir::Call& call) {
    const Atom result = binding.results[0];
    const std::vector<const Atom*> atoms = openAtoms(open, call, result);
    const auto isKnownAtom = [&](const Atom* atom) { return isKnown(*atom); };
    for (const Atom* atom : atoms) {
      if (open.oneVariable && std::ranges::any_of(atoms, isKnownAtom)) break;
      ascribeOne({atom});
    }
    if (open.result && !isKnown(result)) ascribeBinding(binding);
  }

  // Whether `part` is the type, or an argument of it, or of an argument of it, ...
  [[nodiscard]] bool mentions(TypeId type, TypeId part) const {
    const auto& arguments = program_.type(type).arguments;
    return type == part || std::any_of(arguments.begin(), arguments.end(),
                                       [&](TypeId argument) { return mentions(argument, part); });
  }

  // Whether the types of the fields that `chosen` selects tell the argument `k` of the type. The
  // program has instances only: in `T Int`, a field of type Int may be the parameter or always an
  // Int. Where that cannot be seen, all fields that may be the parameter must be known.
  template <class Chosen>
  [[nodiscard]] bool tells(const ir::Constructor& ctor, std::size_t k, Chosen chosen) const {
    const ir::Type& type = program_.type(ctor.type);
    const TypeId argument = type.arguments[k];
    switch (type.shape) {
      case ir::DataShape::Tuple:
        return chosen(k);
      case ir::DataShape::Builtin:  // the constructors of Either have one parameter each
        if (type.arguments.size() > 1 && ctor.tag != k) return false;
        break;
      case ir::DataShape::List:
        break;
      case ir::DataShape::Library:
      case ir::DataShape::Declared: {
        bool some = false;
        for (std::size_t i = 0; i < ctor.fields.size(); ++i) {
          const TypeId field = ctor.fields[i].type;
          if (field == ctor.type || !mentions(field, argument)) continue;
          if (!chosen(i)) return false;
          some = true;
        }
        return some && distinct(type.arguments, k);
      }
    }
    for (std::size_t i = 0; i < ctor.fields.size(); ++i) {
      if (chosen(i) && mentions(ctor.fields[i].type, argument)) return true;
    }
    return false;
  }

  // Whether no other argument could be taken for this one.
  [[nodiscard]] bool distinct(const std::vector<TypeId>& arguments, std::size_t k) const {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (i != k && mentions(arguments[i], arguments[k])) return false;
    }
    return true;
  }

  // A datum and its fields know each other's types; those of a parametric type only as far as the
  // parameters occur.
  template <class Fields>
  void linkDatum(ir::CtorId id, const Atom& datum, const Fields& fields) {
    const auto& ctor = program_.constructor(id);
    const std::size_t arguments = program_.type(ctor.type).arguments.size();
    bool determined = true;
    for (std::size_t k = 0; k < arguments && determined; ++k) {
      determined = tells(ctor, k, [&](std::size_t i) { return isKnown(Atom(fields[i])); });
    }
    if (!determined && !isKnown(datum)) return;
    know(datum);
    know(fields);
  }

  void linkResults(const std::vector<VarId>& results, const Block& block) {
    for (std::size_t i = 0; i < results.size(); ++i) {
      const Atom result = results[i];
      link({&result, &block.results[i]});
    }
  }

  void propagate(const Binding& binding) {
    const auto& results = binding.results;
    support::match(
        binding.operation,
        [&](const ir::Copy& copy) {
          for (std::size_t i = 0; i < results.size(); ++i) {
            const Atom result = results[i];
            link({&result, &copy.atoms[i]});
          }
        },
        [&](const ir::Primitive& primitive) { linkPrimitive(results[0], primitive); },
        [&](const ir::Construct& construct) {
          linkDatum(construct.ctor, results[0], construct.fields);
        },
        [&](const ir::Call& call) {
          if (const OpenTypes* open = openTypes(call.callee)) {
            return linkCall(*open, call, Atom(results[0]));
          }
          know(results);
          know(call.arguments);
        },
        [&](const ir::Unpack& unpack) { linkDatum(unpack.ctor, unpack.scrutinee, results); },
        [&](const ir::Fail& failure) { know(failure.arguments); },
        [&](const ir::Foreign& foreign) {
          know(results);
          know(foreign.arguments);
        },
        [&](const ir::Conditional& conditional) {
          know(conditional.condition);
          linkResults(results, conditional.whenTrue);
          linkResults(results, conditional.whenFalse);
        },
        [&](const ir::Case& match) {
          for (const auto& alternative : match.alternatives) {
            linkDatum(alternative.ctor, match.scrutinee, alternative.fields);
            linkResults(results, alternative.body);
          }
        });
  }

  void forwards(const Block& block) {
    for (const auto& binding : block.bindings) {
      propagate(binding);
      ir::forEachBlock(binding.operation, [&](const Block& inner) { forwards(inner); });
    }
  }

  void backwards(const Block& block) {
    for (auto it = block.bindings.rbegin(); it != block.bindings.rend(); ++it) {
      propagate(*it);
      ir::forEachBlock(it->operation, [&](const Block& inner) { backwards(inner); });
    }
  }

  void propagate() {
    do {
      changed_ = false;
      forwards(function_.body);
      backwards(function_.body);
    } while (changed_);
  }

  // -------------------------------------------------------------------------------- ascription

  void ascribeBinding(const Binding& binding) {
    found_.bindings.insert(&binding);
    for (const VarId result : binding.results) known_[result.value] = true;
    propagate();
  }

  // Ascribes the first literal among atoms of one type, if that type is not known.
  void ascribeOne(std::initializer_list<const Atom*> atoms) {
    if (std::any_of(atoms.begin(), atoms.end(), [&](const Atom* atom) { return isKnown(*atom); })) {
      return;
    }
    for (const auto* atom : atoms) {
      if (!std::holds_alternative<Literal>(*atom)) continue;
      found_.literals.insert(atom);
      return propagate();
    }
  }

  void ascribePrimitive(const Binding& binding, const ir::Primitive& primitive) {
    const auto& a = primitive.arguments;
    const Atom result = binding.results[0];
    switch (typingOf(primitive.op)) {
      case Typing::Uniform:
        return a.size() > 1 ? ascribeOne({&result, &a[0], &a[1]}) : ascribeOne({&result, &a[0]});
      case Typing::Comparison:
        return ascribeOne({&a[0], &a[1]});
      case Typing::Boolean:
      case Typing::Fixed:
        return;
      case Typing::Conversion:
        ascribeOne({&a[0]});
        if (!isKnown(result)) ascribeBinding(binding);
        return;
      case Typing::Test:
      case Typing::Bit:
        return ascribeOne({&a[0]});
      case Typing::Power:
        ascribeOne({&result, &a[0]});
        return ascribeOne({&a[1]});
      case Typing::Shift:
        return ascribeOne({&result, &a[0]});
      case Typing::Second:
        ascribeOne({&a[0]});
        return ascribeOne({&result, &a[1]});
    }
  }

  // Haskell generalises a definition such as `e = []`; the types of what a match on it binds would
  // then not follow from other uses.
  [[nodiscard]] bool isPolymorphic(ir::CtorId id) const {
    const auto& ctor = program_.constructor(id);
    const std::size_t arguments = program_.type(ctor.type).arguments.size();
    for (std::size_t k = 0; k < arguments; ++k) {
      if (!tells(ctor, k, [](std::size_t) { return true; })) return true;
    }
    return false;
  }

  [[nodiscard]] bool isMatched(const Binding& binding) const {
    return std::any_of(binding.results.begin(), binding.results.end(),
                       [&](VarId result) { return matched_[result.value]; });
  }

  void ascribeBranch(const Binding& binding, const Block& block) {
    ascribe(block);
    for (std::size_t i = 0; i < binding.results.size(); ++i) {
      const Atom result = binding.results[i];
      ascribeOne({&result, &block.results[i]});
    }
  }

  void ascribe(const Block& block) {
    for (const auto& binding : block.bindings) {
      const auto open = [&] {
        return std::any_of(binding.results.begin(), binding.results.end(),
                           [&](VarId result) { return !known_[result.value]; });
      };
      support::match(
          binding.operation,
          [&](const ir::Copy& copy) {
            for (std::size_t i = 0; i < binding.results.size(); ++i) {
              const Atom result = binding.results[i];
              ascribeOne({&result, &copy.atoms[i]});
            }
          },
          [&](const ir::Primitive& primitive) { ascribePrimitive(binding, primitive); },
          [&](const ir::Construct& construct) {
            if (open() || (isPolymorphic(construct.ctor) && isMatched(binding))) {
              ascribeBinding(binding);
            }
          },
          [&](const ir::Fail&) {
            if (open() || isMatched(binding)) ascribeBinding(binding);
          },
          [&](const ir::Call& call) {
            if (const OpenTypes* open = openTypes(call.callee)) ascribeCall(binding, *open, call);
          },
          [&](const ir::Unpack&) {}, [&](const ir::Foreign&) {},
          [&](const ir::Conditional& conditional) {
            ascribeBranch(binding, conditional.whenTrue);
            ascribeBranch(binding, conditional.whenFalse);
          },
          [&](const ir::Case& match) {
            for (const auto& alternative : match.alternatives) {
              ascribeBranch(binding, alternative.body);
            }
          });
    }
  }

  const ir::Program& program_;
  const ir::Function& function_;
  const OpenCallees& callees_;
  std::map<ir::FunId, OpenTypes> libraries_;
  std::map<ir::FunId, OpenTypes> givenOpen_;  // Those that are given a function of open type.
  std::set<VarId> copied_;
  bool signature_;
  std::vector<bool> known_;
  std::vector<bool> matched_;  // taken apart somewhere
  bool changed_ = false;
  Ascriptions found_;
};

}  // namespace

Ascriptions findAscriptions(const ir::Program& program, const ir::Function& function,
                            bool signature, const OpenCallees& callees) {
  return Analysis(program, function, signature, callees).run();
}

}  // namespace deforest::text
