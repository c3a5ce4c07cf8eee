// Functions that are called, and not understood.
//
//     render (step 3) page      a function of the program that has no equations: its body is the
//                               call (`ir::Foreign`), its name there what the source calls it
//
// Nobody looks into it, as if it were a library's; so functions can be given to it, which become
// functions of the program that keep what they take and give (lowering/libraries.cpp).
#include <algorithm>

#include "text/lowering/machine.hpp"

namespace deforest::text {

void FunctionElaborator::runForeign() {
  Frame frame;
  frame_ = &frame;
  ir::Function& function = frame.writer.function;
  const Span span = source_.span;
  const auto isFirstOrder = [&](ir::TypeId type) { return !builder_.types.isHigher(type); };
  const ir::TypeId result = ground(source_.resultType, span);
  if (!isFirstOrder(result) || builder_.argumentCount(instance_) > source_.arity) {
    error(span, quoted(source_.name) + " makes a function, and is not understood",
          "functions are values only as far as they are known when the program is compiled");
  }
  ir::Foreign called;
  called.name = source_.foreign->name;
  for (std::size_t i = 0; i < source_.arity; ++i) {
    ir::TypeId type = ground(source_.parameterTypes[i], span);
    ShapeId shape = instance_.parts.empty() ? ShapeId{} : instance_.parts[i];
    if (isFirstOrder(type)) shape = builder_.shapes.plain(type);
    bool simple = shape.valid() && (builder_.shapes.isPlain(shape) ||
                                    builder_.shapes.at(shape).kind == Shape::Kind::Function);
    for (; simple && builder_.types.isFunction(type);
         type = builder_.program.type(type).arguments[1]) {
      simple = isFirstOrder(builder_.program.type(type).arguments[0]);
    }
    if (!simple || !isFirstOrder(type)) {
      error(span,
            quoted(source_.name) + " is given data with functions inside, and is not understood",
            "functions are values only as far as they are known when the program is compiled");
    }
    const Value parameter = addParameter(frame, shape, "");
    called.arguments.insert(called.arguments.end(), parameter.atoms.begin(), parameter.atoms.end());
  }
  Goal goal;
  goal.position = span.begin;
  goal.types = {result};
  function.position = span.begin;
  function.body.results = bind(std::move(called), goal);
  function.resultTypes = {result};
  frame_ = nullptr;
  builder_.program.functions[target_.value] = std::move(function);
}

}  // namespace deforest::text
