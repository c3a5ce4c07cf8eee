// The bytes of a program are written and read by one description, `Codec`, so that they cannot
// drift apart. Sequences grow as their elements are read: memory is bounded by the bytes present,
// whatever the lengths in the file claim.
#include "ir/archive.hpp"

#include <algorithm>
#include <cereal/archives/portable_binary.hpp>
#include <istream>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <type_traits>

#include "ir/checker.hpp"
#include "ir/integer.hpp"
#include "support/check.hpp"

namespace deforest::ir {
namespace {

// Increased whenever the bytes of a program change their meaning.
// Not 9 to 13: behind the magic these would be blanks of a text.
constexpr std::uint32_t formatVersion = 19;

// Blocks inside blocks; far more than passes make, far less than the machine stack bears.
constexpr unsigned deepestNesting = 1000;

// The tags of operations in the file are their indices in the variant.
static_assert(std::is_same_v<std::variant_alternative_t<0, Operation>, Copy>);
static_assert(std::is_same_v<std::variant_alternative_t<1, Operation>, Primitive>);
static_assert(std::is_same_v<std::variant_alternative_t<2, Operation>, Construct>);
static_assert(std::is_same_v<std::variant_alternative_t<3, Operation>, Call>);
static_assert(std::is_same_v<std::variant_alternative_t<4, Operation>, Unpack>);
static_assert(std::is_same_v<std::variant_alternative_t<5, Operation>, Fail>);
static_assert(std::is_same_v<std::variant_alternative_t<6, Operation>, Conditional>);
static_assert(std::is_same_v<std::variant_alternative_t<7, Operation>, Case>);
static_assert(std::is_same_v<std::variant_alternative_t<8, Operation>, Foreign>);
static_assert(std::variant_size_v<Operation> == 9);
static_assert(std::is_same_v<std::variant_alternative_t<0, Atom>, VarId>);
static_assert(std::is_same_v<std::variant_alternative_t<1, Atom>, Literal>);
static_assert(std::variant_size_v<Atom> == 2);
// So are the numbers of primitives, kinds and shapes; the last of each:
static_assert(static_cast<int>(PrimOp::Seq) == 70);
static_assert(static_cast<int>(TypeKind::Data) == 7);
static_assert(static_cast<int>(DataShape::Library) == 4);
static_assert(static_cast<int>(Output::Written) == 4);

// Thrown by the reader only, and caught in `load`.
class Damaged : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

template <bool loading>
class Codec {
 public:
  using Archive = std::conditional_t<loading, cereal::PortableBinaryInputArchive,
                                     cereal::PortableBinaryOutputArchive>;
  template <class T>
  using Ref = std::conditional_t<loading, T&, const T&>;

  explicit Codec(Archive& archive) : archive_(archive) {}

  void code(Ref<Program> p) {
    all(p.file, p.imported, p.module, p.types, p.constructors, p.functions, p.roots, p.outputs);
  }

 private:
  template <class... Parts>
  void all(Parts&... parts) {
    (code(parts), ...);
  }

  // Scalars.
  void code(Ref<std::uint32_t> value) { archive_(value); }
  void code(Ref<std::uint64_t> value) { archive_(value); }

  void code(Ref<bool> value) {
    std::uint8_t byte = value ? 1 : 0;
    archive_(byte);
    if constexpr (loading) {
      if (byte > 1) throw Damaged("a truth value out of range");
      value = byte == 1;
    }
  }

  template <class Enum>
  void enumeration(Enum& value, std::remove_const_t<Enum> last) {
    auto byte = static_cast<std::uint8_t>(value);
    archive_(byte);
    if constexpr (loading) {
      if (byte > static_cast<std::uint8_t>(last)) throw Damaged("an enumeration out of range");
      value = static_cast<Enum>(byte);
    }
  }

  void code(Ref<TypeKind> kind) { enumeration(kind, TypeKind::Data); }
  void code(Ref<DataShape> shape) { enumeration(shape, DataShape::Library); }
  void code(Ref<PrimOp> op) { enumeration(op, PrimOp::Seq); }
  void code(Ref<Output> output) { enumeration(output, Output::Written); }

  void code(Ref<TypeId> id) { code(id.value); }
  void code(Ref<CtorId> id) { code(id.value); }
  void code(Ref<FunId> id) { code(id.value); }
  void code(Ref<VarId> id) { code(id.value); }

  // Sequences.
  void code(Ref<std::string> text) {
    auto length = static_cast<std::uint64_t>(text.size());
    code(length);
    if constexpr (loading) {
      text.clear();
      constexpr std::uint64_t piece = 1U << 16U;
      while (length > 0) {
        const std::uint64_t count = std::min(length, piece);
        const std::size_t start = text.size();
        text.resize(start + count);
        archive_(cereal::binary_data(text.data() + start, count));
        length -= count;
      }
    } else {
      archive_(cereal::binary_data(text.data(), length));
    }
  }

  template <class T>
  void sequence(std::vector<T>& items) {
    std::uint64_t length = 0;
    code(length);
    items.clear();
    for (std::uint64_t i = 0; i < length; ++i) {
      T item{};
      code(item);
      items.push_back(std::move(item));
    }
  }

  template <class T>
  void sequence(const std::vector<T>& items) {
    const auto length = static_cast<std::uint64_t>(items.size());
    code(length);
    for (const T& item : items) code(item);
  }

  void code(Ref<std::vector<std::string>> v) { sequence(v); }
  void code(Ref<std::vector<SourceFile>> v) { sequence(v); }
  void code(Ref<std::vector<TypeId>> v) { sequence(v); }
  void code(Ref<std::vector<CtorId>> v) { sequence(v); }
  void code(Ref<std::vector<FunId>> v) { sequence(v); }
  void code(Ref<std::vector<VarId>> v) { sequence(v); }
  void code(Ref<std::vector<Atom>> v) { sequence(v); }
  void code(Ref<std::vector<Type>> v) { sequence(v); }
  void code(Ref<std::vector<Field>> v) { sequence(v); }
  void code(Ref<std::vector<Constructor>> v) { sequence(v); }
  void code(Ref<std::vector<Variable>> v) { sequence(v); }
  void code(Ref<std::vector<Binding>> v) { sequence(v); }
  void code(Ref<std::vector<Alternative>> v) { sequence(v); }
  void code(Ref<std::vector<Function>> v) { sequence(v); }
  void code(Ref<std::vector<Output>> v) { sequence(v); }
  void code(Ref<std::vector<std::uint32_t>> v) { sequence(v); }
  void code(Ref<std::vector<LibraryName::Argument>> v) { sequence(v); }

  void code(Ref<std::optional<std::string>> text) { perhaps(text); }
  void code(Ref<std::optional<LibraryName>> name) { perhaps(name); }

  template <class T>
  void perhaps(T& value) {
    bool present = value.has_value();
    code(present);
    if constexpr (loading) {
      value.reset();
      if (present) code(value.emplace());
    } else {
      if (present) code(*value);
    }
  }

  // Variants: an index, then the alternative.
  template <std::size_t index, class Variant>
  void alternative(Variant& value, std::uint8_t actual) {
    if (actual != index) return;
    if constexpr (loading) value.template emplace<index>();
    code(std::get<index>(value));
  }

  template <class Variant, std::size_t... indices>
  void variant(Variant& value, std::index_sequence<indices...>) {
    auto actual = static_cast<std::uint8_t>(value.index());
    archive_(actual);
    if (actual >= sizeof...(indices)) throw Damaged("an unknown kind of node");
    (alternative<indices>(value, actual), ...);
  }

  void code(Ref<Atom> atom) {
    variant(atom, std::make_index_sequence<std::variant_size_v<Atom>>());
  }
  void code(Ref<Operation> operation) {
    variant(operation, std::make_index_sequence<std::variant_size_v<Operation>>());
  }

  // Records, field by field.
  void code(Ref<Position> p) { all(p.line, p.column); }
  void code(Ref<Type> t) {
    all(t.kind, t.shape, t.isNewtype, t.name, t.arguments, t.constructorArguments, t.constructors,
        t.deriving, t.module, t.position);
  }
  void code(Ref<Field> f) { all(f.type, f.label, f.strict); }
  void code(Ref<Constructor> c) { all(c.name, c.type, c.tag, c.fields, c.infix); }
  // Integers in digits, others by their bits.
  void code(Ref<Literal> l) {
    code(l.kind);
    if (l.kind != TypeKind::Integer) return code(l.bits);
    if constexpr (loading) {
      std::string digits;
      code(digits);
      const bool negative = digits.starts_with('-');
      const std::string_view size = std::string_view(digits).substr(negative ? 1 : 0);
      const bool isNumber =
          !size.empty() && std::ranges::all_of(size, [](char c) { return c >= '0' && c <= '9'; });
      if (!isNumber) throw Damaged("a number without digits");
      l.bits = integer::parsed(size, 10, negative);
    } else {
      const std::string digits = integer::decimal(l.bits);
      code(digits);
    }
  }
  void code(Ref<Copy> c) { all(c.atoms); }
  void code(Ref<Primitive> p) { all(p.op, p.arguments); }
  void code(Ref<Construct> c) { all(c.ctor, c.fields); }
  void code(Ref<Call> c) { all(c.callee, c.arguments); }
  void code(Ref<Unpack> u) { all(u.ctor, u.scrutinee); }
  void code(Ref<Fail> f) { all(f.message, f.arguments, f.printed, f.bare); }
  void code(Ref<Conditional> c) { all(c.condition, c.whenTrue, c.whenFalse); }
  void code(Ref<Case> c) { all(c.scrutinee, c.alternatives); }
  void code(Ref<Foreign> f) { all(f.name, f.arguments); }
  void code(Ref<Alternative> a) { all(a.ctor, a.fields, a.body); }
  void code(Ref<Binding> b) { all(b.results, b.operation, b.position); }
  void code(Ref<Variable> v) { all(v.type, v.name); }
  void code(Ref<Function> f) {
    all(f.name, f.parameters, f.resultTypes, f.body, f.variables, f.position, f.documentation,
        f.origin, f.library);
  }
  void code(Ref<LibraryName::Argument> a) { all(a.function, a.before, a.open, a.after); }
  void code(Ref<LibraryName> l) { all(l.module, l.name, l.arguments); }
  void code(Ref<SourceFile> f) { all(f.name, f.before); }
  void code(Ref<Module> m) { all(m.name, m.exports, m.pragmas, m.imports, m.types, m.untouched); }

  void code(Ref<Block> block) {
    if (++nesting_ > deepestNesting) {
      if constexpr (loading) throw Damaged("blocks nested too deeply");
      throw support::LimitError("blocks nested too deeply for an archive");
    }
    all(block.bindings, block.results);
    --nesting_;
  }

  Archive& archive_;
  unsigned nesting_ = 0;
};

std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

void putNumber(std::ostream& out, std::uint64_t value) {
  for (unsigned shift = 0; shift < 64; shift += 8) {
    out.put(static_cast<char>(static_cast<unsigned char>(value >> shift)));
  }
}

// Nothing at the end of the stream.
std::optional<std::uint64_t> getNumber(std::istream& in) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 8) {
    const int byte = in.get();
    if (byte == std::istream::traits_type::eof()) return std::nullopt;
    value |= static_cast<std::uint64_t>(byte) << shift;
  }
  return value;
}

// The next `length` bytes, or fewer at the end of the stream.
std::string getBytes(std::istream& in, std::uint64_t length) {
  std::string bytes;
  constexpr std::uint64_t piece = 1U << 20U;
  while (length > 0) {
    const std::uint64_t wanted = std::min(length, piece);
    const std::size_t start = bytes.size();
    bytes.resize(start + wanted);
    in.read(bytes.data() + start, static_cast<std::streamsize>(wanted));
    bytes.resize(start + static_cast<std::size_t>(in.gcount()));
    if (static_cast<std::uint64_t>(in.gcount()) < wanted) break;
    length -= wanted;
  }
  return bytes;
}

support::Diagnostics problem(std::string message, std::string hint) {
  return {{{}, std::move(message), std::move(hint)}};
}

support::Diagnostics damaged(const std::string& what) {
  return problem("the archive is damaged: " + what, "write it again with `-o FILE.dfir`");
}

}  // namespace

void save(std::ostream& out, const Program& program) {
  std::ostringstream payload;
  {
    cereal::PortableBinaryOutputArchive archive(payload);
    Codec<false>(archive).code(program);
  }
  const std::string bytes = std::move(payload).str();
  out << archiveMagic;
  putNumber(out, formatVersion);
  putNumber(out, bytes.size());
  putNumber(out, checksum(bytes));
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

support::Result<Program> load(std::istream& in) {
  if (getBytes(in, archiveMagic.size()) != archiveMagic) {
    return problem("this is not an archive of a program",
                   "archives are written by `-o FILE.dfir`, and begin with `deforest`");
  }
  const std::optional<std::uint64_t> version = getNumber(in);
  if (version && *version != formatVersion) {
    return problem("the archive has version " + std::to_string(*version) + ", not " +
                       std::to_string(formatVersion),
                   "write it again with this version of the program");
  }
  const std::optional<std::uint64_t> length = getNumber(in);
  const std::optional<std::uint64_t> expected = getNumber(in);
  if (!expected) return damaged("it is cut short");
  std::string bytes = getBytes(in, *length);
  if (bytes.size() < *length) return damaged("it is cut short");
  if (in.peek() != std::istream::traits_type::eof()) return damaged("more bytes follow");
  if (checksum(bytes) != *expected) return damaged("its checksum is wrong");
  Program program;
  try {
    std::istringstream payload(std::move(bytes));
    cereal::PortableBinaryInputArchive archive(payload);
    Codec<true>(archive).code(program);
    if (payload.peek() != std::istream::traits_type::eof()) return damaged("more bytes follow");
  } catch (const Damaged& reason) {
    return damaged(reason.what());
  } catch (const cereal::Exception&) {
    return damaged("it ends within a program");
  }
  const std::vector<std::string> reasons = check(program);
  if (!reasons.empty()) return damaged(reasons.front());
  return program;
}

}  // namespace deforest::ir
