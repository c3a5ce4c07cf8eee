// Methods of `Functor`, `Applicative` and `Monad` in `Maybe` and `Either`: matches, without calls.
//
//     do { x <- f y; pure (x + 1) }            the scope phase writes
//
//     f y >>= \x -> pure (x + 1)               which in Maybe becomes
//
//     case f y of                              and in Either
//       Just x -> Just (x + 1)                 case f y of
//       _ -> Nothing                             Right x -> Right (x + 1)
//                                                Left e -> Left e
//
//     g <$> m <*> n                            case m of
//                                                Just x -> case n of
//                                                  Just y -> Just (g x y)
//                                                  _ -> Nothing
//                                                _ -> Nothing
//
// So what follows a binding is part of the function that the `do` stands in: it captures nothing,
// and what it needs is evaluated there and not before. In other monads the methods are called, and
// in functions of any monad.
//
// It is done when all types are known. A function without a name that becomes an alternative
// belongs to the function around it from then on: its variables, its local functions, and what it
// uses of the variables there.
#include <algorithm>
#include <utility>

#include "support/check.hpp"
#include "text/types/machine.hpp"

namespace deforest::text {

using resolved::Clause;
using resolved::FunctionCall;
using resolved::FunctionId;
using resolved::LocalId;
using resolved::MonadicCall;
using resolved::Pattern;
using resolved::Term;

namespace {

class MonadicMatches {
 public:
  explicit MonadicMatches(resolved::Module& module) : module_(module), types_(module.types) {
    for (std::uint32_t i = 0; i < module.locals.size(); ++i) {
      owned_[module.locals[i].owner.value].push_back(LocalId{i});
    }
    for (std::uint32_t i = 0; i < module.functions.size(); ++i) {
      const FunctionId parent = module.functions[i].parent;
      if (parent.valid()) within_[parent.value].push_back(FunctionId{i});
    }
  }

  void rewrite(Term& term) {
    auto& call = std::get<FunctionCall>(term.node);
    if (module_.function(call.callee).isDelayed) return delay(term, call);
    const TypeConId con = types_.prune(call.instance.front())->con;
    const std::string name = module_.function(call.callee).name;
    if (name == "pure" || name == "return") return makePure(term, call, con);
    if (con != types_.maybeCon && con != types_.eitherCon) return;
    if (name == ">>=") {
      bind(term, call);
    } else if (name == ">>" || name == "*>") {
      then(term, call);
    } else if (name == "fmap" || name.starts_with("liftA")) {
      map(term, call);
    }
  }

 private:
  void delay(Term& term, FunctionCall& call) {
    resolved::Function& lambda = module_.function(call.callee);
    Clause& clause = lambda.clauses[0];
    Term& body = clause.rhs.alternatives[0].body;
    auto& applied = std::get<resolved::ApplyTerm>(body.node);
    if (const TypeRef arrow = functionOf(term.type)) {
      lambda.parameterTypes = {arrow->arguments[0]};
      lambda.resultType = body.type = arrow->arguments[1];
      applied.arguments[0].type = clause.patterns[0].type = arrow->arguments[0];
      const auto variable = std::get<resolved::VariablePattern>(clause.patterns[0].node);
      module_.local(variable.local).type = arrow->arguments[0];
      return;
    }
    const MonadicCall aside = *call.monadic;
    const FunctionId id = call.callee;
    const std::unique_ptr<Term> whole = std::move(applied.function);
    lambda.clauses.clear();
    adopt(id, aside);
    term.node = std::move(whole->node);
  }

  // The function that a value of the type is, or has inside if it is a newtype; null if none.
  [[nodiscard]] TypeRef functionOf(TypeRef type) const {
    for (std::size_t depth = 0; depth < 100; ++depth) {
      type = types_.prune(type);
      if (!type->con.valid()) return nullptr;
      if (type->con == types_.arrowCon) return type;
      const TypeCon& con = types_.con(type->con);
      if (!con.isNewtype || con.constructors.size() != 1) return nullptr;
      std::unordered_map<TypeRef, TypeRef> map;
      for (std::size_t i = 0; i < con.parameters.size(); ++i) {
        map.emplace(con.parameters[i], type->arguments[i]);
      }
      type = types_.instantiate(types_.constructor(con.constructors[0]).fields[0].type, map);
    }
    return nullptr;
  }

  [[nodiscard]] ConId successOf(TypeRef type) const {
    return types_.prune(type)->con == types_.maybeCon ? types_.justCon : types_.rightCon;
  }

  void makePure(Term& term, FunctionCall& call, TypeConId con) {
    const bool known = con == types_.maybeCon || con == types_.eitherCon || con == types_.listCon;
    if (!known) return;
    std::vector<Term> value = std::move(call.arguments);
    if (con == types_.listCon) {
      term.node = resolved::ListTerm{std::move(value)};
    } else {
      term.node = resolved::ConstructTerm{successOf(term.type), std::move(value)};
    }
  }

  void bind(Term& term, FunctionCall& call) {
    const auto* next = std::get_if<FunctionCall>(&call.arguments[1].node);
    if (next == nullptr || !next->arguments.empty()) return;
    const FunctionId lambda = next->callee;
    if (!module_.function(lambda).isLambda || module_.function(lambda).arity != 1) return;
    const MonadicCall aside = *call.monadic;
    Clause success = std::move(module_.function(lambda).clauses[0]);
    module_.function(lambda).clauses.clear();
    adopt(lambda, aside);
    term.node = match(std::move(call.arguments[0]), std::move(success), term, aside, 0);
  }

  void then(Term& term, FunctionCall& call) {
    const MonadicCall aside = *call.monadic;
    Clause success = clauseOf(std::move(call.arguments[1]), term.end);
    success.patterns.push_back(wildcard(success.span, innerType(call.arguments[0].type)));
    term.node = match(std::move(call.arguments[0]), std::move(success), term, aside, 0);
  }

  // From the last action to the first.
  void map(Term& term, FunctionCall& call) {
    const MonadicCall aside = *call.monadic;
    std::vector<Term> arguments = std::move(call.arguments);
    const std::size_t count = arguments.size() - 1;
    std::vector<Pattern> patterns;
    for (std::size_t i = 1; i <= count; ++i) {
      patterns.push_back(wildcard(term.span, innerType(arguments[i].type)));
    }
    std::vector<Term> value;
    value.push_back(
        applied(std::move(arguments[0]), innerType(term.type), term.end, aside, patterns));
    Term body;
    body.span = term.span;
    body.begin = value[0].begin;
    body.end = term.end;
    body.type = term.type;
    body.node = resolved::ConstructTerm{successOf(term.type), std::move(value)};
    for (std::size_t i = count; i >= 1; --i) {
      Clause success = clauseOf(std::move(body), term.end);
      success.patterns.push_back(std::move(patterns[i - 1]));
      body = Term{};
      body.span = term.span;
      body.begin = i == 1 ? term.begin : arguments[i].begin;
      body.end = term.end;
      body.type = term.type;
      body.node = match(std::move(arguments[i]), std::move(success), body, aside, i);
    }
    term.node = std::move(body.node);
  }

  // The function applied to what the patterns, wildcards so far, are made to bind.
  Term applied(Term function, TypeRef result, std::uint32_t end, const MonadicCall& aside,
               std::vector<Pattern>& patterns) {
    auto* call = std::get_if<FunctionCall>(&function.node);
    const std::size_t arity = call == nullptr ? 0 : module_.function(call->callee).arity;
    if (call != nullptr && call->arguments.empty() && arity == patterns.size() &&
        isPlainLambda(module_.function(call->callee))) {
      resolved::Function& lambda = module_.function(call->callee);
      patterns = std::move(lambda.clauses[0].patterns);
      Term body = std::move(lambda.clauses[0].rhs.alternatives[0].body);
      lambda.clauses.clear();
      adopt(call->callee, aside);
      return body;
    }
    std::vector<Term> uses;
    for (std::size_t i = 0; i < patterns.size(); ++i) {
      const auto number = static_cast<std::uint32_t>(aside.numbers + 2 * (i + 1));
      const LocalId local = newLocal(patterns[i].type, number, function.span, aside);
      uses.push_back(useOf(local, patterns[i].type, number, function.span));
      patterns[i].node = resolved::VariablePattern{local};
    }
    Term made;
    made.span = function.span;
    made.begin = function.begin;
    made.end = end;
    made.type = result;
    if (call != nullptr && !call->monadic && call->arguments.size() + uses.size() == arity) {
      for (Term& use : uses) call->arguments.push_back(std::move(use));
      made.node = std::move(function.node);
      return made;
    }
    module_.callAt[function.begin] = true;
    made.node = resolved::ApplyTerm{std::make_unique<Term>(std::move(function)), std::move(uses)};
    return made;
  }

  // Its patterns bind, and do no more.
  [[nodiscard]] static bool isPlainLambda(const resolved::Function& function) {
    if (!function.isLambda || function.clauses.size() != 1) return false;
    const Clause& clause = function.clauses[0];
    return clause.rhs.alternatives.size() == 1 && clause.rhs.alternatives[0].guards.empty() &&
           clause.rhs.where == nullptr &&
           std::ranges::all_of(clause.patterns, [](const Pattern& pattern) {
             return !pattern.bang &&
                    (std::holds_alternative<resolved::VariablePattern>(pattern.node) ||
                     std::holds_alternative<resolved::WildcardPattern>(pattern.node));
           });
  }

  // ------------------------------------------------------------------------------------- pieces

  [[nodiscard]] TypeRef innerType(TypeRef type) const {
    return types_.prune(type)->arguments.back();
  }

  [[nodiscard]] static Pattern wildcard(Span span, TypeRef type) {
    Pattern any;
    any.span = span;
    any.type = type;
    any.node = resolved::WildcardPattern{};
    return any;
  }

  [[nodiscard]] static Clause clauseOf(Term body, std::uint32_t end) {
    Clause clause;
    clause.span = body.span;
    clause.begin = body.begin;
    clause.end = end;
    clause.rhs = resolved::onlyAlternative(clause.span, std::move(body));
    return clause;
  }

  LocalId newLocal(TypeRef type, std::uint32_t number, Span span, const MonadicCall& aside) {
    const LocalId id{static_cast<std::uint32_t>(module_.locals.size())};
    module_.locals.emplace_back();
    resolved::Local& local = module_.locals.back();
    local.span = span;
    local.owner = aside.owner;
    local.type = type;
    local.uses.push_back({number, aside.inside});
    module_.useAt[number] = id;
    owned_[aside.owner.value].push_back(id);
    return id;
  }

  [[nodiscard]] static Term useOf(LocalId local, TypeRef type, std::uint32_t number, Span span) {
    Term use;
    use.span = span;
    use.begin = number;
    use.end = number + 1;
    use.type = type;
    use.node = resolved::LocalUse{local};
    return use;
  }

  // Of the action: the success, whose pattern is that of what it results in, and the failure.
  resolved::MatchTerm match(Term action, Clause success, const Term& whole,
                            const MonadicCall& aside, std::size_t index) {
    const TypeRef type = action.type;
    Pattern outer;
    outer.span = success.patterns[0].span;
    outer.type = type;
    resolved::ConstructorPattern constructed{successOf(type), {}};
    constructed.arguments.push_back(std::move(success.patterns[0]));
    outer.node = std::move(constructed);
    success.patterns[0] = std::move(outer);
    Clause failure = failureOf(type, whole, aside, index);
    resolved::MatchTerm made{std::make_unique<Term>(std::move(action)), {}};
    made.clauses.push_back(std::move(success));
    made.clauses.push_back(std::move(failure));
    return made;
  }

  Clause failureOf(TypeRef type, const Term& whole, const MonadicCall& aside, std::size_t index) {
    const auto number = static_cast<std::uint32_t>(aside.numbers + 2 * index + 1);
    Term result;
    result.span = whole.span;
    result.begin = number;
    result.end = number + 1;
    result.type = whole.type;
    Pattern pattern = wildcard(whole.span, type);
    if (types_.prune(type)->con == types_.maybeCon) {
      result.node = resolved::ConstructTerm{types_.nothingCon, {}};
    } else {
      const TypeRef left = types_.prune(type)->arguments[0];
      const LocalId kept = newLocal(left, number, whole.span, aside);
      module_.local(kept).name = "e";
      Pattern variable = wildcard(whole.span, left);
      variable.node = resolved::VariablePattern{kept};
      resolved::ConstructorPattern node{types_.leftCon, {}};
      node.arguments.push_back(std::move(variable));
      pattern.node = std::move(node);
      resolved::ConstructTerm made{types_.leftCon, {}};
      made.fields.push_back(useOf(kept, left, number, whole.span));
      result.node = std::move(made);
    }
    Clause failure = clauseOf(std::move(result), number + 1);
    failure.patterns.push_back(std::move(pattern));
    return failure;
  }

  // What belongs to the lambda belongs to the function around it.
  void adopt(FunctionId lambda, const MonadicCall& aside) {
    const FunctionId owner = aside.owner;
    std::vector<LocalId>& own = owned_[owner.value];
    for (const LocalId local : owned_[lambda.value]) {
      module_.local(local).owner = owner;
      own.push_back(local);
    }
    owned_[lambda.value].clear();
    const std::vector<TypeRef>& opened = module_.function(lambda).opened;
    for (const FunctionId function : within_[lambda.value]) {
      std::vector<TypeRef>& all = module_.function(function).opened;
      all.insert(all.begin(), opened.begin(), opened.end());
      module_.function(function).parent = owner;
      within_[owner.value].push_back(function);
    }
    within_[lambda.value].clear();
    std::vector<FunctionId>& callees = module_.function(owner).callees;
    const std::vector<FunctionId>& more = module_.function(lambda).callees;
    callees.insert(callees.end(), more.begin(), more.end());
    for (std::uint32_t n = module_.function(lambda).begin; n < module_.function(lambda).end; ++n) {
      if (const auto found = module_.captureAt.find(n); found != module_.captureAt.end()) {
        const auto [local, inside] = found->second;
        if (module_.local(local).owner == owner) {
          use(local, {n, inside == nullptr ? aside.inside : inside});
          module_.useAt[n] = local;
        }
      }
      if (const auto found = module_.localCallAt.find(n); found != module_.localCallAt.end()) {
        for (const LocalId local : module_.function(found->second).captures) {
          if (module_.local(local).owner == owner) use(local, {n, aside.inside});
        }
      }
    }
  }

  void use(LocalId id, const resolved::Use& use) {
    std::vector<resolved::Use>& uses = module_.local(id).uses;
    const auto place = std::ranges::lower_bound(uses, use.number, {}, &resolved::Use::number);
    if (place != uses.end() && place->number == use.number) return;
    uses.insert(place, use);
  }

  resolved::Module& module_;
  TypeTable& types_;
  std::unordered_map<std::uint32_t, std::vector<LocalId>> owned_;
  std::unordered_map<std::uint32_t, std::vector<FunctionId>> within_;
};

}  // namespace

// A call within another is met first.
void Inference::settleMonads() {
  MonadicMatches matches(module_);
  for (Term* term : monadic_) matches.rewrite(*term);
  monadic_.clear();
}

// Constructors of which nothing is known but their class: lists, where that is one of those that
// fold.
void Inference::settleDeferred() {
  for (const auto& [type, classes, span] : deferred_) {
    const TypeRef pruned = types_.prune(type);
    if (pruned->con == types_.applyCon && !types_.prune(pruned->arguments[0])->rigid) {
      (void)types_.unify(types_.prune(pruned->arguments[0]), types_.apply(types_.listCon));
    }
    const auto why = types_.require(types_.prune(type), classes);
    if (why && why->type != nullptr) reportMissing(why->type, why->missing, span);
    for (const auto& [open, missing] : types_.takeDeferred()) reportMissing(open, missing, span);
  }
  deferred_.clear();
}

// Before variables become those of a signature: which instances of types are meant that have become
// known.
void Inference::retryDeferred() {
  const std::vector<Deferred> waiting = std::exchange(deferred_, {});
  for (const Deferred& each : waiting) {
    const TypeRef type = types_.prune(each.type);
    if (!type->con.valid() || type->con == types_.applyCon) {
      deferred_.push_back(each);
      continue;
    }
    const auto why = types_.require(type, each.classes);
    if (why && why->type != nullptr) reportMissing(why->type, why->missing, each.span);
    noteDeferred(each.span);
  }
}

void Inference::noteDeferred(Span span) {
  for (const auto& [type, classes] : types_.takeDeferred()) {
    deferred_.push_back({type, classes, span});
  }
}

}  // namespace deforest::text
