#include "text/inferred_signatures.hpp"

#include <algorithm>
#include <optional>

#include "text/opaque_module.hpp"
#include "text/typing.hpp"

namespace deforest::text {
namespace {

// Writes types in the words of a module. A type that it has no words for is none of a signature.
class TypeWriter {
 public:
  TypeWriter(const ast::Module& source, const TypeTable& types, Interfaces& interfaces)
      : source_(source), types_(types), interfaces_(interfaces) {}

  std::optional<ast::TypeExpr> write(TypeRef type) {
    type = types_.prune(type);
    if (!type->con.valid()) {
      if (!type->rigid) return std::nullopt;
      return ast::TypeExpr{{}, ast::TypeVariable{nameOf(type)}};
    }
    std::vector<ast::TypeExpr> arguments;
    for (const TypeRef argument : type->arguments) {
      std::optional<ast::TypeExpr> written = write(argument);
      if (!written) return std::nullopt;
      arguments.push_back(std::move(*written));
    }
    return applied(type->con, std::move(arguments));
  }

  // The classes that the variables which have been written are of.
  [[nodiscard]] std::vector<ast::TypeExpr> context() const {
    std::vector<ast::TypeExpr> found;
    for (std::size_t i = 0; i < variables_.size(); ++i) {
      const Classes classes = types_.withoutSuperclasses(variables_[i]->classes);
      if (classes == noClasses) continue;
      ast::TypeApply constraint{named(types_.className(classes)), {}};
      constraint.arguments.push_back({{}, ast::TypeVariable{letters(i)}});
      found.push_back({{}, std::move(constraint)});
    }
    return found;
  }

 private:
  static ast::Box<ast::TypeExpr> named(std::string name) {
    return std::make_unique<ast::TypeExpr>(ast::TypeExpr{{}, ast::TypeName{std::move(name)}});
  }

  static std::string letters(std::size_t number) { return "t" + std::to_string(number + 1); }

  std::string nameOf(TypeRef variable) {
    const auto at = std::ranges::find(variables_, variable);
    const auto number = static_cast<std::size_t>(at - variables_.begin());
    if (at == variables_.end()) variables_.push_back(variable);
    return letters(number);
  }

  std::optional<ast::TypeExpr> applied(TypeConId id, std::vector<ast::TypeExpr> arguments) {
    const auto boxed = [](ast::TypeExpr&& type) {
      return std::make_unique<ast::TypeExpr>(std::move(type));
    };
    if (id == types_.arrowCon && arguments.size() == 2) {
      return ast::TypeExpr{
          {}, ast::TypeArrow{boxed(std::move(arguments[0])), boxed(std::move(arguments[1]))}};
    }
    const TypeCon& con = types_.con(id);
    switch (con.shape) {
      case TypeShape::List:
        if (arguments.size() != 1) return std::nullopt;
        return ast::TypeExpr{{}, ast::TypeList{boxed(std::move(arguments[0]))}};
      case TypeShape::Tuple:
        if (arguments.size() != con.parameters.size()) return std::nullopt;
        return ast::TypeExpr{{}, ast::TypeTuple{std::move(arguments), false}};
      case TypeShape::Scalar:
      case TypeShape::Data:
      case TypeShape::Library:
        break;
      case TypeShape::Unboxed:
      case TypeShape::Builtin:
      case TypeShape::Function:
        return std::nullopt;
    }
    const std::optional<std::string> name = nameOf(con, id);
    if (!name) return std::nullopt;
    if (arguments.empty()) return std::move(*named(*name));
    return ast::TypeExpr{{}, ast::TypeApply{named(*name), std::move(arguments)}};
  }

  // What the module calls the type, if it has a name for it.
  std::optional<std::string> nameOf(const TypeCon& con, TypeConId id) {
    if (con.shape == TypeShape::Library) {
      const Library* library = findLibrary(con.module);
      if (library == nullptr) return std::nullopt;
      return interfaces_.spelling(source_, {TypeIdentity::Kind::Library, {}, {}, library});
    }
    const bool builtin = con.shape == TypeShape::Scalar || id == types_.maybeCon ||
                         id == types_.eitherCon || id == types_.orderingCon || id == types_.boolCon;
    const TypeIdentity::Kind wanted =
        builtin ? TypeIdentity::Kind::Builtin : TypeIdentity::Kind::Declared;
    if (interfaces_.type(source_, con.name).kind != wanted) return std::nullopt;
    return con.name;
  }

  const ast::Module& source_;
  const TypeTable& types_;
  Interfaces& interfaces_;
  std::vector<TypeRef> variables_;
};

std::optional<ast::Signature> signatureOf(const resolved::Function& function,
                                          const ast::Module& source, const TypeTable& types,
                                          Interfaces& interfaces) {
  if (function.hasSignature || function.broken || function.isMain || function.isAction ||
      function.resultType == nullptr || !function.dependences.empty()) {
    return std::nullopt;
  }
  TypeWriter writer(source, types, interfaces);
  std::vector<ast::TypeExpr> parameters;
  for (const TypeRef type : function.parameterTypes) {
    std::optional<ast::TypeExpr> written = writer.write(type);
    if (!written) return std::nullopt;
    parameters.push_back(std::move(*written));
  }
  std::optional<ast::TypeExpr> type = writer.write(function.resultType);
  if (!type) return std::nullopt;
  for (; !parameters.empty(); parameters.pop_back()) {
    ast::TypeArrow arrow{std::make_unique<ast::TypeExpr>(std::move(parameters.back())),
                         std::make_unique<ast::TypeExpr>(std::move(*type))};
    type = ast::TypeExpr{{}, std::move(arrow)};
  }
  std::vector<ast::TypeExpr> context = writer.context();
  const bool constrained = !context.empty();
  return ast::Signature{{function.name}, std::move(*type), constrained, std::move(context)};
}

}  // namespace

InferredSignatures inferSignatures(const std::string& text, const Package& package,
                                   Interfaces& interfaces) {
  OpaqueModule read(text, package, interfaces);
  if (!read.source()) return {};
  InferredSignatures found;
  const support::Diagnostics others = read.settle([&] {
    resolved::Module module;
    module.lazy = true;
    module.defaultsToInteger = true;
    Reporter reporter;
    typeModule(*read.source(), module, reporter, nullptr, &interfaces);
    if (reporter.any()) return reporter.take();
    for (const resolved::FunctionId id : module.topLevel) {
      const resolved::Function& function = module.function(id);
      auto signature = signatureOf(function, *read.source(), module.types, interfaces);
      if (signature) found.emplace(function.name, std::move(*signature));
    }
    return support::Diagnostics();
  });
  return others.empty() ? std::move(found) : InferredSignatures();
}

}  // namespace deforest::text
