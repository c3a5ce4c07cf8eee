// What is known at one point of a driven region: what variables stand for, which are known
// constructors, and which operations already have a result.
#pragma once

#include <compare>
#include <optional>
#include <vector>

#include "ir/program.hpp"
#include "support/shared_map.hpp"

namespace deforest::simplify {

/// A value known to be `ctor` of `fields`, if it has a value at all.
struct Shape {
  /// What is known of its evaluation. Where evaluation is strict, everything has been evaluated.
  enum class State : std::uint8_t {
    Evaluated,
    Selected,  ///< Not evaluated, perhaps; but by whoever evaluates a field.
    Unforced   ///< Not evaluated, perhaps, and a field may be without it.
  };
  ir::CtorId ctor;
  std::vector<ir::Atom> fields;
  State state = State::Evaluated;
  /// Where evaluation is strict: known by what took it apart or chose it, which goes when nobody
  /// reads what that gave. A `seq` of it stays then.
  bool byReading = false;
  bool operator==(const Shape&) const = default;
};

/// An operation without results, as the key under which its results are remembered.
struct OperationKey {
  enum class Kind : std::uint8_t { Primitive, Construct, Call };
  Kind kind = Kind::Call;
  std::uint32_t operation = 0;  ///< PrimOp, CtorId or FunId.
  ir::TypeId type;              ///< Result type of a primitive.
  std::vector<ir::Atom> arguments;
  auto operator<=>(const OperationKey&) const = default;
};

/// Every branch begins with a copy, which costs nothing.
class Knowledge {
 public:
  /// `atom` with everything that is known to stand for something else replaced.
  [[nodiscard]] ir::Atom resolve(const ir::Atom& atom) const;
  [[nodiscard]] std::vector<ir::Atom> resolve(const std::vector<ir::Atom>& atoms) const;

  /// From now on `variable` stands for `atom` (already resolved).
  void alias(ir::VarId variable, const ir::Atom& atom) { aliases_.set(variable, atom); }

  /// The (resolved) condition holds from now on, or does not; so for what it is the negation of.
  void assume(const ir::Atom& condition, bool holds);

  /// `variable` is the negation of `condition` (resolved).
  void learnNegation(ir::VarId variable, const ir::Atom& condition) {
    negations_.set(variable, condition);
  }
  /// What the (resolved) atom is known to be the negation of; null: nothing.
  [[nodiscard]] const ir::Atom* negated(const ir::Atom& atom) const;

  /// The constructor that the (resolved) atom is known to be; null: not known.
  [[nodiscard]] const Shape* shape(const ir::Atom& atom) const;

  /// `variable` is known to be `shape`, whose fields are resolved. If it is evaluated, the same
  /// constructor of the same fields, built later, is `variable` itself.
  void learn(ir::VarId variable, Shape shape);

  /// The same, but the same constructor of the same fields, built later, is not `variable`.
  void expect(ir::VarId variable, Shape shape) { shapes_.set(variable, std::move(shape)); }

  /// To evaluate `variable` is to evaluate `atom` (resolved), and no more.
  void learnForcing(ir::VarId variable, const ir::Atom& atom) { forcing_.set(variable, atom); }
  /// What to evaluate in order to evaluate the (resolved) atom; nothing: it is evaluated.
  [[nodiscard]] std::optional<ir::Atom> forcing(const ir::Atom& atom) const;

  /// `variable` is `value`, evaluated with `forced`: `seq forced value` (both resolved).
  void learnSeq(ir::VarId variable, const ir::Atom& forced, const ir::Atom& value) {
    seqs_.set(variable, {forced, value});
  }
  /// The value that the (resolved) atom is with something evaluated, and that; null: none.
  struct Seq {
    ir::Atom forced;
    ir::Atom value;
    bool operator==(const Seq&) const = default;
  };
  [[nodiscard]] const Seq* seqOf(const ir::Atom& atom) const;

  /// The results of an equal operation met before; null: none.
  [[nodiscard]] const std::vector<ir::VarId>* earlier(const OperationKey& key) const;
  void remember(OperationKey key, std::vector<ir::VarId> results);

  /// The call of one result that the (resolved) atom is known to be the result of; null: none.
  [[nodiscard]] const OperationKey* callOf(const ir::Atom& atom) const;

  /// Constructors known inside the atom, itself included; counting stops at `bound`.
  [[nodiscard]] unsigned knownSize(const ir::Atom& atom, unsigned bound) const;

 private:
  support::SharedMap<ir::VarId, ir::Atom> aliases_;
  support::SharedMap<ir::VarId, Shape> shapes_;
  support::SharedMap<OperationKey, std::vector<ir::VarId>> results_;
  support::SharedMap<ir::VarId, OperationKey> calls_;
  support::SharedMap<ir::VarId, ir::Atom> forcing_;
  support::SharedMap<ir::VarId, Seq> seqs_;
  support::SharedMap<ir::VarId, ir::Atom> negations_;
};

}  // namespace deforest::simplify
