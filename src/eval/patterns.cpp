#include "eval/patterns.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <utility>

#include "eval/samples.hpp"
#include "ir/integer.hpp"
#include "ir/primitives.hpp"
#include "ir/printing.hpp"
#include "ir/reading.hpp"
#include "ir/traverse.hpp"

namespace deforest::eval {
namespace {

// Calls of one function within each other that are followed.
constexpr unsigned deepest = 3;
// The same of calls that are given a constant.
constexpr unsigned deepestOnConstants = 200;
// Bindings looked at for one function, per path wanted.
constexpr std::size_t stepsPerPath = 300;
// Choices and calls on one path; it is given up beyond, for each needs machine stack.
constexpr std::size_t longestPath = 1500;
constexpr std::size_t largestPattern = 1000;  // in nodes

// What is known of a value: nothing, or that it is a node, or a condition on nodes.
struct Known {
  enum class Kind : std::uint8_t { Nothing, Node, Condition };
  Kind kind = Kind::Nothing;
  std::size_t index = 0;
};

struct OpenNode {
  enum class State : std::uint8_t { Open, Scalar, Datum };
  State state = State::Open;
  bool constant = false;      // made of literals
  std::int8_t direction = 0;  // of a scalar: less or more would do, too
  ir::TypeId type;
  ir::CtorId ctor;
  std::uint64_t bits = 0;
  std::vector<Known> fields;
};

struct Condition {
  ir::PrimOp op = ir::PrimOp::Not;
  ir::TypeKind kind = ir::TypeKind::Bool;  // of what is compared
  Known first;
  Known second;
};

bool isCondition(ir::PrimOp op) {
  using enum ir::PrimOp;
  return op == Eq || op == Ne || op == Lt || op == Le || op == Gt || op == Ge || op == And ||
         op == Or || op == Not;
}

ir::PrimOp opposite(ir::PrimOp op) {
  using enum ir::PrimOp;
  switch (op) {
    case Eq:
      return Ne;
    case Ne:
      return Eq;
    case Lt:
      return Ge;
    case Le:
      return Gt;
    case Gt:
      return Le;
    default:
      return Lt;
  }
}

ir::PrimOp swapped(ir::PrimOp op) {
  using enum ir::PrimOp;
  switch (op) {
    case Lt:
      return Gt;
    case Le:
      return Ge;
    case Gt:
      return Lt;
    case Ge:
      return Le;
    default:
      return op;
  }
}

double numberOf(ir::TypeKind kind, std::uint64_t bits) {
  switch (kind) {
    case ir::TypeKind::Int:
      return static_cast<double>(static_cast<std::int64_t>(bits));
    case ir::TypeKind::Double:
    case ir::TypeKind::Float:
      return std::bit_cast<double>(bits);
    case ir::TypeKind::Integer:
      return ir::integer::approximately(bits);
    default:
      return static_cast<double>(bits);
  }
}

// As a pattern needs it; large integers that differ in their last digits are no matter.
bool holds(ir::PrimOp op, ir::TypeKind kind, std::uint64_t a, std::uint64_t b) {
  using enum ir::PrimOp;
  const double x = numberOf(kind, a);
  const double y = numberOf(kind, b);
  switch (op) {
    case Eq:
      return a == b;
    case Ne:
      return a != b;
    case Lt:
      return x < y;
    case Le:
      return x <= y;
    case Gt:
      return x > y;
    default:
      return x >= y;
  }
}

bool isNumber(const ir::Type& type) {
  using enum ir::TypeKind;
  return type.kind == Double || type.kind == Float || ir::isIntegral(type.kind);
}

bool isText(const ir::Program& program, ir::TypeId id) {
  const ir::Type& type = program.type(id);
  return type.shape == ir::DataShape::List &&
         program.type(type.arguments[0]).kind == ir::TypeKind::Char;
}

bool readsNumber(const ir::Program& program, const ir::Function& function) {
  const auto isOfNumbers = [&](ir::CtorId id) {
    return std::ranges::all_of(program.constructor(id).fields, [&](const ir::Field& field) {
      return isNumber(program.type(field.type));
    });
  };
  const auto isRead = [&](ir::TypeId id) {
    const ir::Type& type = program.type(id);
    return isNumber(type) ||
           (type.constructors.size() == 2 && std::ranges::all_of(type.constructors, isOfNumbers));
  };
  const auto isTextHere = [&](ir::VarId parameter) {
    return isText(program, function.variables[parameter.value].type);
  };
  return !function.parameters.empty() && std::ranges::all_of(function.parameters, isTextHere) &&
         std::ranges::all_of(function.resultTypes, isRead);
}

class Follower {
 public:
  Follower(const ir::Program& program, std::size_t most, NumberReaders readers)
      : program_(program),
        most_(most),
        readers_(readers),
        active_(program.functions.size(), 0),
        constants_(program.functions.size()) {}

  std::vector<Path> run(ir::FunId id) {
    follow(id, false);
    // Where most ways end in failures, what was set aside for them is missing elsewhere.
    if (paths_.size() < most_ / 2) follow(id, true);
    return std::move(paths_);
  }

 private:
  using Frame = std::vector<Known>;
  using Next = std::function<void(const std::vector<Known>&)>;

  void follow(ir::FunId id, bool eager) {
    eager_ = eager;
    pathsLeft_ = most_;
    stepsLeft_ = most_ * stepsPerPath;
    const Mark before = mark();
    const ir::Function& function = program_.function(id);
    Frame frame(function.variables.size());
    std::vector<std::size_t> parameters;
    for (const ir::VarId parameter : function.parameters) {
      parameters.push_back(open(function.variables[parameter.value].type));
      frame[parameter.value] = {Known::Kind::Node, parameters.back()};
    }
    ++active_[id.value];
    follow(function, frame, function.body, 0, [&](const std::vector<Known>&) {
      --pathsLeft_;
      record(parameters);
    });
    --active_[id.value];
    undo(before);
  }

  // ------------------------------------------------------------------------------- what is known

  std::size_t open(ir::TypeId type) {
    OpenNode node;
    node.type = type;
    nodes_.push_back(std::move(node));
    return nodes_.size() - 1;
  }

  Known literal(const ir::Literal& literal) {
    OpenNode node;
    node.state = OpenNode::State::Scalar;
    node.constant = true;
    node.bits = literal.bits;
    nodes_.push_back(std::move(node));
    return {Known::Kind::Node, nodes_.size() - 1};
  }

  Known valueOf(const Frame& frame, const ir::Atom& atom) {
    if (const ir::VarId* variable = ir::variableOf(atom)) return frame[variable->value];
    return literal(std::get<ir::Literal>(atom));
  }

  [[nodiscard]] const OpenNode* nodeOf(const Known& value) const {
    return value.kind == Known::Kind::Node ? &nodes_[value.index] : nullptr;
  }

  [[nodiscard]] const OpenNode* scalarOf(const Known& value) const {
    const OpenNode* node = nodeOf(value);
    return node != nullptr && node->state == OpenNode::State::Scalar ? node : nullptr;
  }

  void change(std::size_t index, OpenNode node) {
    changes_.emplace_back(index, std::move(nodes_[index]));
    nodes_[index] = std::move(node);
  }

  void makeScalar(std::size_t index, std::uint64_t bits, std::int8_t direction = 0) {
    OpenNode node = nodes_[index];
    node.state = OpenNode::State::Scalar;
    node.bits = bits;
    node.direction = direction;
    change(index, std::move(node));
  }

  void makeDatum(std::size_t index, ir::CtorId ctor) {
    OpenNode node = nodes_[index];
    node.state = OpenNode::State::Datum;
    node.ctor = ctor;
    for (const ir::Field& field : program_.constructor(ctor).fields) {
      node.fields.push_back({Known::Kind::Node, open(field.type)});
    }
    change(index, std::move(node));
  }

  struct Mark {
    std::size_t nodes;
    std::size_t conditions;
    std::size_t changes;
  };
  [[nodiscard]] Mark mark() const { return {nodes_.size(), conditions_.size(), changes_.size()}; }
  void undo(const Mark& mark) {
    while (changes_.size() > mark.changes) {
      nodes_[changes_.back().first] = std::move(changes_.back().second);
      changes_.pop_back();
    }
    nodes_.resize(mark.nodes);
    conditions_.resize(mark.conditions);
  }

  // Draws the conclusion of `value` being true or false; false if it cannot be.
  bool assume(const Known& value, bool wanted) {
    if (value.kind == Known::Kind::Nothing) return true;
    if (value.kind == Known::Kind::Node) {
      const OpenNode& node = nodes_[value.index];
      if (node.state == OpenNode::State::Scalar) return (node.bits != 0) == wanted;
      makeScalar(value.index, wanted ? 1 : 0);
      return true;
    }
    const Condition condition = conditions_[value.index];
    switch (condition.op) {
      case ir::PrimOp::Not:
        return assume(condition.first, !wanted);
      case ir::PrimOp::And:
      case ir::PrimOp::Or:
        if (wanted == (condition.op == ir::PrimOp::And)) {
          return assume(condition.first, wanted) && assume(condition.second, wanted);
        }
        return assumeEither(condition, wanted);
      default:
        return compare(condition, wanted ? condition.op : opposite(condition.op));
    }
  }

  bool assumeEither(const Condition& condition, bool wanted) {
    const Mark before = mark();
    if (assume(condition.first, wanted)) return true;
    undo(before);
    return assume(condition.second, wanted);
  }

  bool compare(const Condition& condition, ir::PrimOp op) {
    const OpenNode* first = scalarOf(condition.first);
    const OpenNode* second = scalarOf(condition.second);
    if (first != nullptr && second != nullptr) {
      const bool held = holds(op, condition.kind, first->bits, second->bits);
      // Another number might not do for this.
      if (first->direction != 0) makeScalar(condition.first.index, first->bits);
      if (second->direction != 0) makeScalar(condition.second.index, second->bits);
      return held;
    }
    if (first != nullptr) return restrict(condition, condition.second, swapped(op), first->bits);
    if (second != nullptr) return restrict(condition, condition.first, op, second->bits);
    return true;
  }

  // Makes an open scalar one that compares so with a known one. Where most values do, it stays
  // open.
  bool restrict(const Condition& condition, const Known& value, ir::PrimOp op, std::uint64_t bits) {
    using enum ir::PrimOp;
    if (value.kind != Known::Kind::Node) return true;
    switch (op) {
      case Eq:
        makeScalar(value.index, bits);
        break;
      case Le:
        makeScalar(value.index, bits, -1);
        break;
      case Ge:
        makeScalar(value.index, bits, 1);
        break;
      case Lt:
        makeScalar(value.index, neighbour(condition.kind, bits, -1), -1);
        break;
      case Gt:
        makeScalar(value.index, neighbour(condition.kind, bits, 1), 1);
        break;
      default:
        break;
    }
    return true;
  }

  // -------------------------------------------------------------------------------- following

  // Shares what is left of the paths and steps among ways to go on, evenly or mostly to the first;
  // what one does not use is left to the others.
  void branch(std::size_t ways, const std::function<bool(std::size_t)>& enter,
              const std::function<void(std::size_t)>& goOn) {
    std::size_t paths = pathsLeft_;
    std::size_t steps = stepsLeft_;
    for (std::size_t way = 0; way < ways && paths > 0 && steps > 0; ++way) {
      const std::size_t others = ways - way;
      const auto share = [&](std::size_t amount, bool most) {
        const std::size_t evenly = (amount + others - 1) / others;
        return others > 1 && most ? std::max(evenly, amount - amount / 8) : evenly;
      };
      const std::size_t givenPaths = share(paths, eager_);
      const std::size_t givenSteps = share(steps, true);
      pathsLeft_ = givenPaths;
      stepsLeft_ = givenSteps;
      const Mark before = mark();
      if (enter(way)) goOn(way);
      undo(before);
      paths -= givenPaths - pathsLeft_;
      steps -= givenSteps - stepsLeft_;
    }
    pathsLeft_ = paths;
    stepsLeft_ = steps;
  }

  void follow(const ir::Function& function, Frame& frame, const ir::Block& block, std::size_t from,
              const Next& next) {
    if (depth_ >= longestPath) return;
    ++depth_;
    followBlock(function, frame, block, from, next);
    --depth_;
  }

  void followBlock(const ir::Function& function, Frame& frame, const ir::Block& block,
                   std::size_t from, const Next& next) {
    for (std::size_t i = from; i < block.bindings.size(); ++i) {
      if (stepsLeft_ == 0 || pathsLeft_ == 0) return;
      --stepsLeft_;
      const ir::Binding& binding = block.bindings[i];
      const auto rest = [&, i](const std::vector<Known>& results) {
        for (std::size_t k = 0; k < results.size(); ++k) {
          frame[binding.results[k].value] = results[k];
        }
        follow(function, frame, block, i + 1, next);
      };
      if (std::holds_alternative<ir::Fail>(binding.operation)) return;
      if (const auto* conditional = std::get_if<ir::Conditional>(&binding.operation)) {
        const Known condition = valueOf(frame, conditional->condition);
        return branch(
            2, [&](std::size_t way) { return assume(condition, way == 0); },
            [&](std::size_t way) {
              follow(function, frame, way == 0 ? conditional->whenTrue : conditional->whenFalse, 0,
                     rest);
            });
      }
      if (const auto* match = std::get_if<ir::Case>(&binding.operation)) {
        return followCase(function, frame, *match, rest);
      }
      if (const auto* call = std::get_if<ir::Call>(&binding.operation)) {
        if (followCall(frame, *call, rest)) return;
      }
      bind(frame, binding);
    }
    std::vector<Known> results;
    for (const ir::Atom& atom : block.results) results.push_back(valueOf(frame, atom));
    next(results);
  }

  void followCase(const ir::Function& function, Frame& frame, const ir::Case& match,
                  const Next& rest) {
    const Known scrutinee = valueOf(frame, match.scrutinee);
    const auto enter = [&](std::size_t way) {
      const ir::Alternative& alternative = match.alternatives[way];
      const OpenNode* node = nodeOf(scrutinee);
      if (node == nullptr) {
        for (const ir::VarId field : alternative.fields) frame[field.value] = {};
        return true;
      }
      if (node->state == OpenNode::State::Open) makeDatum(scrutinee.index, alternative.ctor);
      const OpenNode& datum = nodes_[scrutinee.index];
      if (datum.ctor != alternative.ctor) return false;
      for (std::size_t k = 0; k < alternative.fields.size(); ++k) {
        frame[alternative.fields[k].value] = datum.fields[k];
      }
      return true;
    };
    branch(match.alternatives.size(), enter, [&](std::size_t way) {
      follow(function, frame, match.alternatives[way].body, 0, rest);
    });
  }

  // False: the call is not looked into.
  bool followCall(const Frame& frame, const ir::Call& call, const Next& rest) {
    std::vector<Known> arguments;
    std::vector<std::size_t> constants;
    bool anyKnown = false;
    for (const ir::Atom& atom : call.arguments) {
      arguments.push_back(valueOf(frame, atom));
      const OpenNode* node = nodeOf(arguments.back());
      anyKnown = anyKnown || arguments.back().kind != Known::Kind::Nothing;
      const bool constant =
          node != nullptr && node->constant && node->state == OpenNode::State::Datum;
      if (constant) constants.push_back(arguments.back().index);
    }
    unsigned& active = active_[call.callee.value];
    std::vector<std::size_t>& before = constants_[call.callee.value];
    const bool another = !constants.empty() && constants != before;
    if (active >= (another ? deepestOnConstants : deepest)) return false;
    if (!anyKnown && !call.arguments.empty()) return false;
    const ir::Function& callee = program_.function(call.callee);
    if (readers_ == NumberReaders::AreNotFollowed && readsNumber(program_, callee)) return false;
    Frame inner(callee.variables.size());
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      inner[callee.parameters[i].value] = arguments[i];
    }
    std::swap(constants, before);
    ++active;
    follow(callee, inner, callee.body, 0, [&](const std::vector<Known>& results) {
      --active;
      rest(results);
      ++active;
    });
    --active;
    std::swap(constants, before);
    return true;
  }

  // Operations without a choice.
  void bind(Frame& frame, const ir::Binding& binding) {
    for (const ir::VarId result : binding.results) frame[result.value] = {};
    if (const auto* copy = std::get_if<ir::Copy>(&binding.operation)) {
      for (std::size_t k = 0; k < copy->atoms.size(); ++k) {
        frame[binding.results[k].value] = valueOf(frame, copy->atoms[k]);
      }
    } else if (const auto* primitive = std::get_if<ir::Primitive>(&binding.operation)) {
      frame[binding.results[0].value] = valueOfPrimitive(frame, *primitive);
    } else if (const auto* construct = std::get_if<ir::Construct>(&binding.operation)) {
      OpenNode node;
      node.state = OpenNode::State::Datum;
      node.type = program_.constructor(construct->ctor).type;
      node.ctor = construct->ctor;
      node.constant = true;
      for (const ir::Atom& atom : construct->fields) {
        node.fields.push_back(valueOf(frame, atom));
        const OpenNode* field = nodeOf(node.fields.back());
        node.constant = node.constant && field != nullptr && field->constant;
      }
      nodes_.push_back(std::move(node));
      frame[binding.results[0].value] = {Known::Kind::Node, nodes_.size() - 1};
    } else if (const auto* foreign = std::get_if<ir::Foreign>(&binding.operation)) {
      // What a file has is taken to be what is given as input.
      if (ir::isInputCall(*foreign) || foreign->name == ir::fileTextCall) {
        frame[binding.results[0].value] = valueOf(frame, foreign->arguments[1]);
      }
    } else if (const auto* unpack = std::get_if<ir::Unpack>(&binding.operation)) {
      const Known scrutinee = valueOf(frame, unpack->scrutinee);
      if (nodeOf(scrutinee) == nullptr) return;
      if (nodes_[scrutinee.index].state == OpenNode::State::Open) {
        makeDatum(scrutinee.index, unpack->ctor);
      }
      for (std::size_t k = 0; k < binding.results.size(); ++k) {
        frame[binding.results[k].value] = nodes_[scrutinee.index].fields[k];
      }
    }
  }

  Known valueOfPrimitive(const Frame& frame, const ir::Primitive& primitive) {
    if (primitive.op == ir::PrimOp::Seq) return valueOf(frame, primitive.arguments[1]);
    if (!isCondition(primitive.op)) return {};
    Condition condition;
    condition.op = primitive.op;
    condition.first = valueOf(frame, primitive.arguments[0]);
    if (primitive.arguments.size() > 1) condition.second = valueOf(frame, primitive.arguments[1]);
    for (const ir::Atom& atom : primitive.arguments) {
      if (const auto* value = std::get_if<ir::Literal>(&atom)) condition.kind = value->kind;
    }
    for (const Known& operand : {condition.first, condition.second}) {
      const OpenNode* node = nodeOf(operand);
      if (node != nullptr && node->type.valid()) condition.kind = program_.type(node->type).kind;
    }
    conditions_.push_back(condition);
    return {Known::Kind::Condition, conditions_.size() - 1};
  }

  // -------------------------------------------------------------------------------- patterns

  void append(Pattern& out, std::size_t index) const {
    const OpenNode& node = nodes_[index];
    const std::size_t start = out.size();
    PatternNode& made = out.emplace_back();
    made.type = node.type;
    made.hole = node.state == OpenNode::State::Open || start >= largestPattern;
    if (made.hole) return;
    made.bits = node.bits;
    made.ctor = node.ctor;
    made.direction = node.direction;
    for (const Known& field : node.fields) append(out, field.index);
    out[start].size = static_cast<std::uint32_t>(out.size() - start);
  }

  void record(const std::vector<std::size_t>& parameters) {
    Path path;
    bool all = true;
    for (const std::size_t parameter : parameters) {
      append(path.emplace_back(), parameter);
      all = all && path.back().front().hole;
    }
    if (all) return;
    if (std::ranges::find(paths_, path) == paths_.end()) paths_.push_back(std::move(path));
  }

  const ir::Program& program_;
  const std::size_t most_;
  const NumberReaders readers_;
  std::vector<OpenNode> nodes_;
  std::vector<Condition> conditions_;
  std::vector<std::pair<std::size_t, OpenNode>> changes_;  // nodes as they were
  std::vector<unsigned> active_;                     // by function: calls that have not returned
  std::vector<std::vector<std::size_t>> constants_;  // by function: those of its latest call
  bool eager_ = false;
  std::size_t pathsLeft_ = 0;
  std::size_t stepsLeft_ = 0;
  std::size_t depth_ = 0;
  std::vector<Path> paths_;
};

}  // namespace

std::vector<Path> pathsOf(const ir::Program& program, ir::FunId function, std::size_t most,
                          NumberReaders readers) {
  return Follower(program, most, readers).run(function);
}

}  // namespace deforest::eval
