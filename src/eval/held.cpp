#include "eval/held.hpp"

#include <algorithm>
#include <bit>

#include "eval/value.hpp"

namespace deforest::eval {
namespace {

// Marks a cell, in its tag, while a look lasts.
constexpr std::uint64_t markBit = std::uint64_t{1} << 63U;

// Cells and frames that may be looked at before counts become bounds.
constexpr std::uint64_t exactEffort = 100'000;
constexpr std::uint64_t leastSlack = 64;
constexpr std::uint64_t slackPart = 16;

// What an instruction does to registers, and where control goes.
struct Effect {
  std::vector<std::uint32_t> reads;
  std::vector<std::uint32_t> writes;
  std::vector<std::uint32_t> next;
};

Effect effectOf(const Code& code, std::uint32_t at) {
  const Instruction& i = code.instructions[at];
  const auto upTo = [](std::uint32_t first, std::uint32_t count) {
    std::vector<std::uint32_t> registers(count);
    for (std::uint32_t k = 0; k < count; ++k) registers[k] = first + k;
    return registers;
  };
  switch (i.op) {
    case Opcode::Halt:
    case Opcode::Fail:
      return {};
    case Opcode::FailWith:
      return {{i.b}, {}, {}};
    case Opcode::Move:
    case Opcode::Field:
    case Opcode::IntAddConstant:
      return {{i.b}, {i.a}, {at + 1}};
    case Opcode::Load:
    case Opcode::Nullary:
      return {{}, {i.a}, {at + 1}};
    case Opcode::Construct:
    case Opcode::Foreign: {
      const auto first = code.operands.begin() + i.c;
      return {{first, first + i.n}, {i.a}, {at + 1}};
    }
    case Opcode::Switch: {
      const auto first = code.targets.begin() + i.b;
      return {{i.a}, {}, {first, first + i.c}};
    }
    case Opcode::JumpUnless:
      return {{i.a}, {}, {at + 1, i.b}};
    case Opcode::Jump:
      return {{}, {}, {i.a}};
    case Opcode::Call: {
      const FunctionCode& callee = code.functions[i.a];
      return {upTo(i.c, callee.parameters), upTo(i.c, callee.results), {at + 1}};
    }
    case Opcode::TailCall:
      return {upTo(0, code.functions[i.a].parameters), {}, {}};
    case Opcode::Return:
      return {upTo(0, i.n), {}, {}};
    case Opcode::ReturnWith:
      return {{i.a}, {}, {}};
    default:
      return {{i.b, i.c}, {i.a}, {at + 1}};
  }
}

}  // namespace

HeldCells::HeldCells(const ir::Program& program, const Code& code)
    : program_(program),
      code_(code),
      layout_(program.types.size()),
      after_(code.instructions.size()),
      atEntry_(code.functions.size()) {
  for (std::size_t t = 0; t < program.types.size(); ++t) {
    for (const ir::CtorId ctor : program.types[t].constructors) {
      Fields& fields = layout_[t].emplace_back();
      for (const ir::Field& field : program.constructor(ctor).fields) {
        const ir::TypeId type = represented(field.type);
        if (type.valid()) fields.data.push_back({static_cast<std::uint32_t>(fields.count), type});
        ++fields.count;
      }
    }
  }
  for (std::size_t f = 0; f < code.functions.size(); ++f) {
    const bool last = f + 1 == code.functions.size();
    const std::size_t end = last ? code.instructions.size() : code.functions[f + 1].entry;
    analyse(ir::FunId{static_cast<std::uint32_t>(f)}, static_cast<std::uint32_t>(end));
  }
}

// The type of the cells that stand for values of `type`; none: scalars do, or what has been
// printed, which nobody holds.
ir::TypeId HeldCells::represented(ir::TypeId type) const {
  for (std::size_t steps = 0; type.valid() && steps <= program_.types.size(); ++steps) {
    const ir::Type& declared = program_.type(type);
    if (declared.kind != ir::TypeKind::Data || declared.constructors.empty()) break;
    if (!declared.isNewtype) return type;
    type = program_.constructor(declared.constructors[0]).fields[0].type;
  }
  return {};
}

// Types of registers from the entry on, then what is read later from the ends back: jumps lead
// forward only.
void HeldCells::analyse(ir::FunId function, std::uint32_t end) {
  const FunctionCode& code = code_.functions[function.value];
  const ir::Function& source = program_.function(function);
  using Types = std::vector<ir::TypeId>;
  std::vector<Types> types(end - code.entry + 1);
  Types first(code.frame + std::size_t{1});
  for (std::size_t i = 0; i < source.parameters.size(); ++i) {
    first[i] = represented(source.variables[source.parameters[i].value].type);
  }
  types[0] = first;
  std::vector<Effect> effects;
  for (std::uint32_t at = code.entry; at < end; ++at) {
    effects.push_back(effectOf(code_, at));
    const Effect& effect = effects.back();
    Types now = types[at - code.entry];
    const bool reached = !now.empty();  // What follows a failure is not, and tells nothing.
    if (!reached) now = first;
    const Instruction& instruction = code_.instructions[at];
    for (std::size_t i = 0; i < effect.writes.size(); ++i) {
      const std::uint32_t index = effect.writes[i];
      if (index >= now.size()) now.resize(index + std::size_t{1});
      if (instruction.op == Opcode::Move) {
        now[index] = now[instruction.b];
      } else if (instruction.op == Opcode::Call) {
        now[index] = represented(program_.functions[instruction.a].resultTypes[i]);
      } else {
        now[index] = represented(code_.written[at]);
      }
    }
    for (const std::uint32_t next : effect.next) {
      Types& there = types[next - code.entry];
      if (reached && there.empty()) there = now;
    }
    types[at - code.entry] = std::move(now);  // After it, from here on.
  }
  std::vector<std::vector<bool>> before(end - code.entry);
  for (std::uint32_t at = end; at-- > code.entry;) {
    const Effect& effect = effects[at - code.entry];
    const Types& known = types[at - code.entry];
    std::vector<bool> live(known.size(), false);
    for (const std::uint32_t next : effect.next) {
      const std::vector<bool>& there = before[next - code.entry];
      for (std::size_t i = 0; i < there.size(); ++i) {
        if (there[i] && i < live.size()) live[i] = true;
      }
    }
    const Opcode op = code_.instructions[at].op;
    if (op == Opcode::Call) {
      for (const std::uint32_t index : effect.writes) live[index] = false;
    }
    if (op == Opcode::Call || op == Opcode::Construct) {
      for (std::uint32_t i = 0; i < live.size(); ++i) {
        if (live[i] && known[i].valid()) after_[at].push_back({i, known[i]});
      }
    }
    for (const std::uint32_t index : effect.writes) live[index] = false;
    for (const std::uint32_t index : effect.reads) {
      if (index >= live.size()) live.resize(index + std::size_t{1}, false);
      live[index] = true;
    }
    before[at - code.entry] = std::move(live);
  }
  for (std::uint32_t i = 0; i < source.parameters.size(); ++i) {
    const bool live = i < before[0].size() && before[0][i];
    if (live && first[i].valid()) atEntry_[function.value].push_back({i, first[i]});
  }
}

void HeldCells::mark(std::uint64_t bits, ir::TypeId type) {
  auto* cell = std::bit_cast<std::uint64_t*>(bits);
  if ((*cell & markBit) != 0 || layout_[type.value][*cell].count == 0) return;
  open_.push_back({cell, type});
  while (!open_.empty()) {
    const Visit visit = open_.back();
    open_.pop_back();
    if ((*visit.cell & markBit) != 0) continue;
    const Fields& fields = layout_[visit.type.value][*visit.cell];
    if (fields.count == 0) continue;
    for (const HeldRegister& field : fields.data) {
      open_.push_back({std::bit_cast<std::uint64_t*>(visit.cell[1 + field.index]), field.type});
    }
    *visit.cell |= markBit;
    marked_.push_back(visit.cell);
  }
}

void HeldCells::markFrame(const std::uint64_t* base, const Registers& registers) {
  for (const HeldRegister& held : registers) mark(base[held.index], held.type);
}

void HeldCells::finish(std::uint64_t frames) {
  const std::uint64_t held = marked_.size();
  for (std::uint64_t* cell : marked_) *cell &= ~markBit;
  marked_.clear();
  effort_ += held + frames;
  most_ = std::max(most_, held);
  bound_ = held;
  std::uint64_t slack = 0;
  if (effort_ > exactEffort) {
    slack = std::max({leastSlack, most_ / slackPart, (held + frames) / slackPart});
  }
  due_ = most_ + slack;
}

void HeldCells::begin(const std::uint64_t* base, ir::FunId function) {
  most_ = 0;
  effort_ = 0;
  markFrame(base, atEntry_[function.value]);
  finish(1);
}

void HeldCells::look(const std::uint64_t* base, std::uint32_t pc) {
  markFrame(base, after_[pc]);
  std::uint64_t frames = 1;
  for (;; ++frames) {
    const std::uint64_t link = base[-1];
    const auto back = static_cast<std::uint32_t>(link >> 32U);
    if (back == 0) break;
    base -= static_cast<std::uint32_t>(link);
    markFrame(base, after_[back - 1]);
  }
  finish(frames);
}

}  // namespace deforest::eval
