#include "eval/lazy/code.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/printing.hpp"
#include "ir/reading.hpp"
#include "ir/tail.hpp"
#include "ir/traverse.hpp"
#include "support/match.hpp"

namespace deforest::eval::lazy {
namespace {

// What prints or reads is carried out; of the other calls nothing is known but their type.
void setAction(const ir::Program& program, Node& node) {
  static const std::map<std::string_view, Action> known = {{ir::writtenCall, Action::Seq},
                                                           {ir::unreadCall, Action::Seq},
                                                           {ir::aheadCall, Action::Seq},
                                                           {ir::outputCall, Action::Nullary}};
  static const std::map<std::string_view, Printing> printing = {
      {ir::putErrorCall, Printing::PutError},   {ir::fileNameCall, Printing::FileName},
      {ir::putToFileCall, Printing::PutToFile}, {ir::openFileCall, Printing::OpenFile},
      {ir::closeFileCall, Printing::CloseFile}, {ir::fileTextCall, Printing::FileText},
      {ir::afterReadingCall, Printing::After}};
  if (const auto found = known.find(node.foreign.name); found != known.end()) {
    node.action = found->second;
    return;
  }
  const auto found = printing.find(node.foreign.name);
  const bool prints = found != printing.end() || ir::isOutput(program, node.foreign.result);
  node.action = prints ? Action::Print : Action::Foreign;
  if (found != printing.end()) node.printing = found->second;
}

class Compiler {
 public:
  Compiler(const ir::Program& program, std::uint32_t number, Code& code)
      : program_(program),
        number_(number),
        function_(program.functions[number]),
        code_(code),
        early_(code.several.early(function_, ir::FunId{number},
                                  graph::evaluatedWith(program, function_, code.demands))) {
    places_.resize(function_.variables.size(), Operand::none);
    bound_.resize(function_.variables.size());
  }

  FunctionCode run() {
    FunctionCode made;
    made.parameters = static_cast<std::uint32_t>(function_.parameters.size());
    for (const ir::VarId parameter : function_.parameters) define(parameter);
    const std::size_t before = code_.nodes.size();
    made.body = block(function_.body);
    noteCaptures();
    made.nodes = static_cast<std::uint32_t>(code_.nodes.size() - before);
    made.places = most_;
    made.variables = defined_;
    return made;
  }

 private:
  std::uint32_t define(ir::VarId variable) {
    ++defined_;
    most_ = std::max(most_, next_ + 1);
    return places_[variable.value] = next_++;
  }

  std::vector<std::uint32_t> define(const std::vector<ir::VarId>& variables) {
    std::vector<std::uint32_t> places;
    for (const ir::VarId variable : variables) places.push_back(define(variable));
    return places;
  }

  // How a variable is bound, if by a binding.
  struct Bound {
    const Node* node = nullptr;
    ir::VarId first{};                 // What gives it is wanted with the first of its results,
    std::optional<ir::VarId> whole{};  // but a part is wanted by itself, with what it is a part of.
    std::size_t depth = 0;             // Of the block: so many bindings are around it.
    const Node* lastUser = nullptr;    // Of the bindings of that block the last that wants it,
    unsigned users = 0;                // and how many do; the block's results are one more.
  };
  struct Use {
    Node* node;
    ir::VarId variable;
  };

  void bind(const ir::Binding& binding, const Node& node) {
    const auto* unpack = std::get_if<ir::Unpack>(&binding.operation);
    for (const ir::VarId result : binding.results) {
      Bound bound{&node, unpack == nullptr ? binding.results.front() : result};
      if (unpack != nullptr) {
        const auto* whole = ir::variableOf(unpack->scrutinee);
        if (whole != nullptr) bound.whole = *whole;
      }
      bound.depth = around_.size();
      bound_[result.value] = bound;
    }
  }

  [[nodiscard]] Operand operand(const ir::Atom& atom) {
    if (const ir::VarId* variable = ir::variableOf(atom)) use(*variable);
    return unused(atom);
  }

  // The same where it is not wanted there.
  [[nodiscard]] Operand unused(const ir::Atom& atom) const {
    if (const auto* literal = std::get_if<ir::Literal>(&atom))
      return {Operand::none, false, literal->bits};
    return {places_[std::get<ir::VarId>(atom).value], false, 0};
  }

  // The bindings around it, up to the block in which the variable is bound, want it.
  void use(ir::VarId variable) {
    const Bound& bound = bound_[variable.value];
    if (bound.node == nullptr) return;
    Bound& first = bound_[bound.first.value];
    const Node* user = bound.depth < around_.size() ? around_[bound.depth] : nullptr;
    if (user == nullptr || user != first.lastUser) ++first.users;
    first.lastUser = user;
    for (std::size_t i = bound.depth; i < around_.size(); ++i) {
      uses_.push_back({around_[i], variable});
    }
    if (bound.whole) use(*bound.whole);
  }

  // What only one thing wants, compilers compute there: that captures what this does.
  void noteCaptures() {
    for (const Use& use : uses_) {
      const Bound& bound = bound_[use.variable.value];
      if (!use.node->suspends || !bound.node->suspends) continue;
      if (bound_[bound.first.value].users > 1) {
        capture(*use.node, places_[use.variable.value]);
      } else if (use.node != bound.node) {
        for (const std::uint32_t place : bound.node->captures) capture(*use.node, place);
      }
    }
  }

  static void capture(Node& node, std::uint32_t place) {
    if (std::ranges::find(node.captures, place) == node.captures.end()) {
      node.captures.push_back(place);
    }
  }

  // How many of these are numbers that are computed here, and not suspended.
  [[nodiscard]] std::uint32_t boxesOf(const std::vector<ir::Atom>& atoms) const {
    return static_cast<std::uint32_t>(std::ranges::count_if(atoms, [&](const ir::Atom& atom) {
      const auto* variable = ir::variableOf(atom);
      const Node* node = variable == nullptr ? nullptr : bound_[variable->value].node;
      return node != nullptr && node->action == Action::Strict && !node->suspends &&
             kindOf(atom) != ir::TypeKind::Bool;
    }));
  }

  // Of the results of a block.
  [[nodiscard]] std::vector<std::uint32_t> suspended(const ir::Block& source) const {
    std::vector<std::uint32_t> places;
    if (source.results.size() < 2 || ir::endsInLast(source)) return places;
    const graph::VariableSet& certain = early_.certain.at(&source);
    for (const ir::Atom& result : source.results) {
      const ir::VarId* variable = ir::variableOf(result);
      if (variable == nullptr || certain.contains(*variable)) continue;
      const Node* node = bound_[variable->value].node;
      if (node == nullptr) continue;
      const bool isCell = node->action == Action::Construct && node->strict.empty();
      if (isCell || node->suspends) places.push_back(places_[variable->value]);
    }
    return places;
  }

  [[nodiscard]] std::vector<Operand> operands(const std::vector<ir::Atom>& atoms) {
    std::vector<Operand> made;
    for (const ir::Atom& atom : atoms) made.push_back(operand(atom));
    return made;
  }

  [[nodiscard]] ir::TypeKind kindOf(const ir::Atom& atom) const {
    if (const auto* literal = std::get_if<ir::Literal>(&atom)) return literal->kind;
    return program_.type(function_.variables[std::get<ir::VarId>(atom).value].type).kind;
  }

  [[nodiscard]] bool isNewtype(const ir::Constructor& constructor) const {
    return program_.type(constructor.type).isNewtype;
  }

  BlockCode block(const ir::Block& source) {
    BlockCode made;
    for (const ir::Binding& binding : source.bindings) {
      const Node* node = translate(binding);
      made.nodes.push_back(node);
      for (const std::uint32_t place : node->results) made.promises.push_back({node, place});
    }
    made.results = operands(source.results);
    made.suspended = suspended(source);
    if (source.results.size() > 1 && !ir::endsInLast(source)) made.boxes = boxesOf(source.results);
    return made;
  }

  // In the places that the other branches have, too; the first one behind them.
  std::uint32_t branch(Node& node, const ir::Block& source) {
    const std::uint32_t first = next_;
    node.blocks.push_back(block(source));
    return std::exchange(next_, first);
  }
  std::uint32_t branch(Node& node, const ir::Alternative& source) {
    const std::uint32_t first = next_;
    node.fields.push_back(define(source.fields));
    const std::uint32_t end = branch(node, source.body);
    next_ = first;
    return end;
  }

  const Node* translate(const ir::Binding& binding) {
    Node& node = code_.nodes.emplace_back();
    node.index = static_cast<std::uint32_t>(code_.nodes.size() - 1);
    node.function = number_;
    node.results = define(binding.results);  // First: a call may be given what it results in.
    bind(binding, node);
    around_.push_back(&node);
    support::match(
        binding.operation,
        [&](const ir::Copy& copy) {
          node.action = Action::Copy;
          node.operands = operands(copy.atoms);
        },
        [&](const ir::Primitive& primitive) { translate(binding, primitive, node); },
        [&](const ir::Construct& construct) { translate(construct, node); },
        [&](const ir::Call& call) {
          node.action = Action::Call;
          node.number = call.callee.value;
          node.operands = operands(call.arguments);
          for (std::size_t i = 0; i < call.arguments.size(); ++i) {
            node.operands[i].demanded = code_.several.demanded(code_.demands, call.callee, i);
          }
        },
        [&](const ir::Unpack& unpack) {
          node.action =
              isNewtype(program_.constructor(unpack.ctor)) ? Action::Wrap : Action::Unpack;
          node.operands = {unused(unpack.scrutinee)};
        },
        [&](const ir::Foreign& foreign) {
          node.operands = operands(foreign.arguments);
          node.foreign = foreignCall(program_, function_, binding);
          setAction(program_, node);
        },
        [&](const ir::Fail& fail) {
          node.action = fail.arguments.empty() ? Action::Fail : Action::FailWith;
          node.message = fail.message;
          node.operands = operands(fail.arguments);
        },
        [&](const ir::Conditional& conditional) {
          node.action = Action::Conditional;
          node.operands = {operand(conditional.condition)};
          const std::uint32_t end = branch(node, conditional.whenTrue);
          next_ = std::max(end, branch(node, conditional.whenFalse));
        },
        [&](const ir::Case& match) {
          node.action = Action::Case;
          node.operands = {operand(match.scrutinee)};
          std::uint32_t end = next_;
          for (const ir::Alternative& alternative : match.alternatives) {
            end = std::max(end, branch(node, alternative));
          }
          next_ = end;
        });
    node.suspends = suspends(node, binding);
    around_.pop_back();
    return &node;
  }

  // A constructor makes its own cell, and what stands for another value makes none.
  [[nodiscard]] bool suspends(const Node& node, const ir::Binding& binding) const {
    switch (node.action) {
      case Action::Copy:
      case Action::Wrap:
      case Action::Nullary:
      case Action::Construct:
        return false;
      default:
        return !early_.bindings.contains(&binding);
    }
  }

  void translate(const ir::Binding& binding, const ir::Primitive& primitive, Node& node) {
    node.op = primitive.op;
    node.operands = operands(primitive.arguments);
    for (std::size_t i = 0; i < primitive.arguments.size(); ++i) {
      node.kinds[i] = kindOf(primitive.arguments[i]);
    }
    switch (primitive.op) {
      case ir::PrimOp::Seq:
        node.action = Action::Seq;
        return;
      case ir::PrimOp::And:
        node.action = Action::And;
        return;
      case ir::PrimOp::Or:
        node.action = Action::Or;
        return;
      default:
        node.action = Action::Strict;
        node.implementation =
            ir::implementation(primitive.op, node.kinds[0], kindOf(binding.results[0]));
        node.onIntegers = ir::integerImplementation(primitive.op, node.kinds[0],
                                                    kindOf(primitive.arguments.back()),
                                                    kindOf(binding.results[0]));
    }
  }

  void translate(const ir::Construct& construct, Node& node) {
    const ir::Constructor& constructor = program_.constructor(construct.ctor);
    node.operands = operands(construct.fields);
    node.number = constructor.tag;
    if (isNewtype(constructor)) {
      node.action = Action::Wrap;
      return;
    }
    node.action = construct.fields.empty() ? Action::Nullary : Action::Construct;
    std::vector<ir::Atom> lazily;
    for (std::uint32_t i = 0; i < constructor.fields.size(); ++i) {
      if (constructor.fields[i].strict) {
        node.strict.push_back(i);
      } else {
        lazily.push_back(construct.fields[i]);
      }
    }
    node.boxes = boxesOf(lazily);
  }

  const ir::Program& program_;
  std::uint32_t number_;
  const ir::Function& function_;
  Code& code_;
  graph::Early early_;
  std::vector<std::uint32_t> places_;
  std::vector<Bound> bound_;   // By variable.
  std::vector<Node*> around_;  // The bindings that are being translated, from outside inwards.
  std::vector<Use> uses_;
  std::uint32_t next_ = 0;
  std::uint32_t most_ = 0;
  std::uint32_t defined_ = 0;
};

}  // namespace

Code compile(const ir::Program& program) {
  Code code;
  code.demands = graph::demandsOf(program);
  code.several = graph::SeveralResults(program, code.demands);
  for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
    code.functions.push_back(Compiler(program, i, code).run());
  }
  return code;
}

void update(Code& code, const ir::Program& program, const std::vector<ir::FunId>& changed) {
  code.functions.resize(program.functions.size());
  graph::update(code.demands, program, changed);
  const std::vector<ir::FunId> others = code.several.update(program, code.demands, changed);
  for (const auto* functions : {&changed, &others}) {
    for (const ir::FunId function : *functions) {
      code.functions[function.value] = Compiler(program, function.value, code).run();
    }
  }
  constexpr std::size_t tolerated = 2;  // Times as much litter as code.
  std::size_t used = 0;
  for (const FunctionCode& function : code.functions) used += function.nodes;
  if (code.nodes.size() > (1 + tolerated) * (1 + used)) code = compile(program);
}

}  // namespace deforest::eval::lazy
