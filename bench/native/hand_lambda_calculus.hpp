// Optimising and then evaluating an expression by hand: who knows that the six optimisations keep
// the value evaluates the expression as it is. No fusion could know that: this is the least that
// can be done, not the same algorithm.
#pragma once

namespace hand {

using fused::Bindings;
using fused::Environment;
using fused::Expr;

inline const Environment* extend(deforest::Worker& worker, std::int64_t variable,
                                 std::int64_t value, const Environment* rest) {
  auto* cell = worker.make<Environment>();
  cell->value1 = variable;
  cell->value2 = value;
  cell->environment = rest;
  return cell;
}

inline std::int64_t evaluate(deforest::Worker& worker, const Expr* e, const Environment* env) {
  while (true) {
    switch (e->tag) {
      case Expr::Tag::Constant:
        return static_cast<const Expr::Constant*>(e)->value;
      case Expr::Tag::Variable: {
        const std::int64_t name = static_cast<const Expr::Variable*>(e)->value;
        for (; env != nullptr; env = env->environment) {
          if (env->value1 == name) return env->value2;
        }
        return 0;
      }
      case Expr::Tag::Increment:
        return deforest::add(evaluate(worker, static_cast<const Expr::Increment*>(e)->expr, env),
                             1);
      case Expr::Tag::Plus: {
        const auto* plus = static_cast<const Expr::Plus*>(e);
        const std::int64_t a = evaluate(worker, plus->expr1, env);
        return deforest::add(a, evaluate(worker, plus->expr2, env));
      }
      case Expr::Tag::Times: {
        const auto* times = static_cast<const Expr::Times*>(e);
        const std::int64_t a = evaluate(worker, times->expr1, env);
        return deforest::mul(a, evaluate(worker, times->expr2, env));
      }
      case Expr::Tag::IfThenElse: {
        const auto* choice = static_cast<const Expr::IfThenElse*>(e);
        e = evaluate(worker, choice->expr1, env) == 0 ? choice->expr3 : choice->expr2;
        break;
      }
      case Expr::Tag::Let: {
        const auto* let = static_cast<const Expr::Let*>(e);
        env = extend(worker, let->value, evaluate(worker, let->expr1, env), env);
        e = let->expr2;
        break;
      }
      case Expr::Tag::LetMany: {
        const auto* many = static_cast<const Expr::LetMany*>(e);
        for (const auto* rest = many->bindings; rest != nullptr; rest = rest->bindings) {
          env = extend(worker, rest->value, evaluate(worker, rest->expr, env), env);
        }
        e = many->expr;
        break;
      }
      case Expr::Tag::Apply: {
        const auto* apply = static_cast<const Expr::Apply*>(e);
        env = extend(worker, apply->value, evaluate(worker, apply->expr2, env), env);
        e = apply->expr1;
        break;
      }
    }
  }
}

template <class>
inline std::int64_t program(deforest::Worker& worker, const Expr* e) {
  return evaluate(worker, e, nullptr);
}

}  // namespace hand
