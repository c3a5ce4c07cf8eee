#include "backends/native/write_arrays.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/arrays.hpp"
#include "ir/primitives.hpp"
#include "ir/traverse.hpp"
#include "simplify/reachable.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::Foreign;
using ir::Function;
using ir::FunId;
using ir::TypeId;
using ir::TypeKind;
using ir::VarId;

class ArrayWriting {
 public:
  explicit ArrayWriting(ir::Program& program) : program_(program) {}

  bool run() {
    bool any = false;
    for (Function& function : program_.functions) any = define(function) || any;
    if (!any) return false;
    for (const Function& function : program_.functions) {
      owns_.push_back(isInstanceOf(program_, function, "ownHeap"));
    }
    for (Function& function : program_.functions) giveOwn(function, function.body);
    program_ = simplify::dropUnreachable(std::move(program_));
    shrink();
    return true;
  }

 private:
  // The heap of a function's last parameter, taken apart.
  struct Heap {
    ir::CtorId ctor;
    VarId cells, tree, done;
  };

  bool define(Function& function) {
    if (isInstanceOf(program_, function, "newCell") && isScalar(function, 0)) {
      make(function, ir::intLiteral(1), function.parameters[0]);
    } else if (isInstanceOf(program_, function, "newElements") && isScalar(function, 1)) {
      make(function, function.parameters[0], function.parameters[1]);
    } else if (isInstanceOf(program_, function, "readCell") && isRead(function)) {
      read(function, ir::intLiteral(0));
    } else if (isInstanceOf(program_, function, "readElement") && isRead(function)) {
      read(function, function.parameters[1]);
    } else if (isInstanceOf(program_, function, "writeCell") && isScalar(function, 1)) {
      write(function, ir::intLiteral(0), function.parameters[1]);
    } else if (isInstanceOf(program_, function, "writeElement") && isScalar(function, 2)) {
      write(function, function.parameters[1], function.parameters[2]);
    } else {
      return false;
    }
    return true;
  }

  [[nodiscard]] bool isScalar(const Function& function, std::size_t parameter) const {
    return mayBeWritten(program_, function.variables[function.parameters[parameter].value].type);
  }
  // Of a function that results in what it reads, and the heap.
  [[nodiscard]] bool isRead(const Function& function) const {
    return mayBeWritten(program_, resultOf(function).fields[0].type);
  }
  [[nodiscard]] const ir::Constructor& resultOf(const Function& function) const {
    return program_.constructor(program_.type(function.resultTypes[0]).constructors[0]);
  }

  // newElements n x heap: the array, and the heap.
  void make(Function& function, Atom count, Atom value) {
    open(function);
    const VarId array = foreign(function, resultOf(function).fields[0].type, ir::newArrayCall,
                                {std::move(count), std::move(value), heap_.done}, "array");
    close(function, array, after(function, array));
  }

  // readElement c i heap: the element, and the heap.
  void read(Function& function, Atom place) {
    open(function);
    const VarId element = foreign(function, resultOf(function).fields[0].type, ir::elementCall,
                                  {function.parameters[0], std::move(place), heap_.done}, "x");
    close(function, element, after(function, element));
  }

  // writeElement c i x heap: the heap.
  void write(Function& function, Atom place, Atom value) {
    open(function);
    const VarId done =
        foreign(function, typeOf(function, heap_.done), ir::putElementCall,
                {function.parameters[0], std::move(place), std::move(value), heap_.done}, "done");
    function.body.results = {heapWith(function, done)};
  }

  void open(Function& function) {
    function.body = {};
    const VarId heap = function.parameters.back();
    heap_ = takenApart(function, heap, function.body.bindings);
  }

  void close(Function& function, VarId found, VarId done) {
    const VarId heap = heapWith(function, done);
    const TypeId type = function.resultTypes[0];
    const VarId both = function.fresh(type, "p");
    add(function, both, ir::Construct{program_.type(type).constructors[0], {found, heap}});
    function.body.results = {both};
  }

  Heap takenApart(Function& function, const Atom& heap, std::vector<Binding>& bindings) {
    const TypeId type = ir::typeOf(program_, function, heap);
    heapType_ = type;
    Heap made{program_.type(type).constructors[0], {}, {}, {}};
    const auto& fields = program_.constructor(made.ctor).fields;
    made.cells = function.fresh(fields[0].type, "cells");
    made.tree = function.fresh(fields[1].type, "tree");
    made.done = function.fresh(fields[2].type, "done");
    bindings.push_back(
        {{made.cells, made.tree, made.done}, ir::Unpack{made.ctor, heap}, function.position});
    return made;
  }

  VarId heapWith(Function& function, VarId done) {
    const VarId heap = function.fresh(program_.constructor(heap_.ctor).type, "heap");
    add(function, heap, ir::Construct{heap_.ctor, {heap_.cells, heap_.tree, done}});
    return heap;
  }

  VarId after(Function& function, VarId found) {
    return foreign(function, typeOf(function, heap_.done), ir::afterCall, {heap_.done, found},
                   "done");
  }

  VarId foreign(Function& function, TypeId type, std::string_view name, std::vector<Atom> arguments,
                const char* called) {
    const VarId result = function.fresh(type, called);
    add(function, result, Foreign{std::string(name), std::move(arguments)});
    return result;
  }

  static void add(Function& function, VarId result, ir::Operation operation) {
    function.body.bindings.push_back({{result}, std::move(operation), function.position});
  }
  static TypeId typeOf(const Function& function, VarId variable) {
    return function.variables[variable.value].type;
  }

  // Where a computation begins it gets a number of its own: no call of a function, of which two may
  // be equal.
  void giveOwn(Function& function, Block& block) {
    std::vector<Binding> bindings;
    for (Binding& binding : block.bindings) {
      ir::forEachBlock(binding.operation, [&](Block& inner) { giveOwn(function, inner); });
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call == nullptr || !owns_[call->callee.value]) {
        bindings.push_back(std::move(binding));
        continue;
      }
      const Heap heap = takenApart(function, call->arguments[0], bindings);
      const VarId first = function.fresh(typeOf(function, heap.done), "done");
      bindings.push_back(
          {{first}, Foreign{std::string(ir::arraysCall), {heap.done}}, binding.position});
      binding.operation = ir::Construct{heap.ctor, {heap.cells, heap.tree, first}};
      bindings.push_back(std::move(binding));
    }
    block.bindings = std::move(bindings);
  }

  // A heap of which only the number is used becomes that number; any other one goes about as its
  // parts do.
  void shrink() {
    ir::Type& type = program_.types[heapType_.value];
    const ir::CtorId ctor = type.constructors[0];
    auto& fields = program_.constructors[ctor.value].fields;
    const bool cells = std::ranges::any_of(program_.functions, [&](const Function& function) {
      return isInstanceOf(program_, function, "findCell") ||
             isInstanceOf(program_, function, "putCell");
    });
    if (cells) {
      type.shape = ir::DataShape::Tuple;
      for (const ir::Field& field : fields) type.arguments.push_back(field.type);
      return;
    }
    type.isNewtype = true;
    fields = {fields[2]};
    fields[0].strict = false;
    for (Function& function : program_.functions) {
      ir::forEachBinding(function.body, [&](Binding& binding) {
        auto* construct = std::get_if<ir::Construct>(&binding.operation);
        const auto* unpack = std::get_if<ir::Unpack>(&binding.operation);
        if (construct != nullptr && construct->ctor == ctor) {
          construct->fields = {construct->fields[2]};
        } else if (unpack != nullptr && unpack->ctor == ctor) {
          binding.results = {binding.results[2]};
        }
      });
    }
  }

  ir::Program& program_;
  TypeId heapType_;
  Heap heap_{};             // Of the function that gets another definition.
  std::vector<bool> owns_;  // By function: whether it is `ownHeap`.
};

}  // namespace

bool isInstanceOf(const ir::Program& program, const Function& function, std::string_view name) {
  const bool named = function.name == name || function.name.starts_with(std::string(name) + "_");
  return named &&
         (!function.position.known() || program.placeOf(function.position).file.starts_with('<'));
}

bool mayBeWritten(const ir::Program& program, TypeId id) {
  const ir::Type& type = program.type(id);
  if (type.isNewtype) {
    return mayBeWritten(program, program.constructor(type.constructors[0]).fields[0].type);
  }
  return type.kind != TypeKind::Data && type.kind != TypeKind::Integer;
}

pipeline::Pass writeArrays() {
  return {.name = "write-arrays",
          .description = "arrays of numbers that change, and references, are places in memory",
          .run = [](ir::Program program, pipeline::Context& context) {
            if (ArrayWriting(program).run()) {
              context.add({pipeline::Decision::Kind::Native,
                           true,
                           "main",
                           "write-arrays",
                           "arrays of numbers that change, and references to numbers, are places "
                           "in memory: what is written is written there",
                           {}});
            }
            return program;
          }};
}

}  // namespace deforest::backends
