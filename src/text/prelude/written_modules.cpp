#include "text/prelude/written_modules.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "text/prelude/source.hpp"

namespace deforest::text {
namespace {

// Where all transformers are defined; each of the modules exports some of that.
constexpr std::string_view transformers = "Control.Monad.Transformers'";

constexpr std::string_view lifting = "MonadTrans(..)";
constexpr std::string_view stateNames =
    "MonadState(..), modify, modify', gets, StateT(..), State, runState, evalState, execState, "
    "mapState, withState, evalStateT, execStateT, mapStateT, withStateT";
constexpr std::string_view readerNames =
    "MonadReader(..), asks, ReaderT(..), Reader, runReader, mapReader, withReader, mapReaderT, "
    "withReaderT";
constexpr std::string_view writerNames =
    "MonadWriter(..), listens, censor, WriterT(..), Writer, runWriter, execWriter, mapWriter, "
    "execWriterT";
constexpr std::string_view combinedNames =
    "RWST(..), RWS, rws, runRWS, evalRWS, execRWS, evalRWST, execRWST, mapRWS, withRWS, mapRWST, "
    "withRWST, MonadState(..), modify, modify', gets, MonadReader(..), asks, MonadWriter(..), "
    "listens, censor";
constexpr std::string_view exceptNames =
    "MonadError(..), liftEither, ExceptT(..), Except, runExcept, withExcept, mapExceptT, "
    "withExceptT";
constexpr std::string_view exceptOfTransformers =
    "ExceptT(..), Except, except, throwE, catchE, runExcept, withExcept, mapExceptT, withExceptT";
constexpr std::string_view maybeNames = "MaybeT(..), hoistMaybe, maybeToExceptT, exceptToMaybeT";

// And where the one is that does what three of them do.
constexpr std::string_view combined = "Control.Monad.RWS'";

// Where references and arrays that change are defined.
constexpr std::string_view threads = "Control.Monad.ST.Cells'";

// Where whole numbers of other widths are.
constexpr std::string_view widthsModule = "Data.Word.Widths'";

constexpr std::string_view references =
    "STRef, newSTRef, readSTRef, writeSTRef, modifySTRef, modifySTRef'";
constexpr std::string_view changedArrays =
    "newArray, newArray_, newListArray, newGenArray, readArray, writeArray, getBounds, getElems, "
    "getAssocs, freeze, thaw";

struct Written {
  std::string_view name;
  std::string_view exports;
  bool isMtl = false;  // it exports Control.Monad and what lifts, too
  std::string_view definedIn = transformers;
  std::string_view more{};  // of what is exported
};
constexpr std::array written = {
    Written{"Control.Monad.State", stateNames, true},
    Written{"Control.Monad.State.Strict", stateNames, true},
    Written{"Control.Monad.State.Lazy", stateNames, true},
    Written{"Control.Monad.State.Class", "MonadState(..), modify, modify', gets"},
    Written{"Control.Monad.Reader", readerNames, true},
    Written{"Control.Monad.Writer", writerNames, true},
    Written{"Control.Monad.Writer.Strict", writerNames, true},
    Written{"Control.Monad.Writer.Lazy", writerNames, true},
    Written{"Control.Monad.RWS", combinedNames, true, combined},
    Written{"Control.Monad.RWS.Strict", combinedNames, true, combined},
    Written{"Control.Monad.RWS.Lazy", combinedNames, true, combined},
    Written{"Control.Monad.Except", exceptNames, true},
    Written{"Control.Monad.Trans", "", true},
    Written{"Control.Monad.Identity", ""},
    Written{"Control.Monad.Trans.Class", lifting},
    Written{"Control.Monad.Trans.State", stateNames},
    Written{"Control.Monad.Trans.State.Strict", stateNames},
    Written{"Control.Monad.Trans.State.Lazy", stateNames},
    Written{"Control.Monad.Trans.Reader", readerNames},
    Written{"Control.Monad.Trans.Writer", writerNames},
    Written{"Control.Monad.Trans.Writer.Strict", writerNames},
    Written{"Control.Monad.Trans.RWS", combinedNames, false, combined},
    Written{"Control.Monad.Trans.RWS.Strict", combinedNames, false, combined},
    Written{"Control.Monad.Trans.RWS.Lazy", combinedNames, false, combined},
    Written{"Control.Monad.Trans.Except", exceptOfTransformers},
    Written{"Control.Monad.Trans.Maybe", maybeNames},
    Written{"Control.Monad.ST", "ST, runST", false, threads},
    Written{"Control.Monad.ST.Strict", "ST, runST", false, threads},
    Written{"Data.STRef", references, false, threads},
    Written{"Data.STRef.Strict", references, false, threads},
    Written{"Data.String", "IsString(..)", false, overloadedStrings},
    Written{"Data.Word", "Word8, Word16, Word32, Word64", false, widthsModule},
    Written{"Data.Int", "Int8, Int16, Int32, Int64", false, widthsModule},
    Written{"Data.Array.MArray", changedArrays, false, threads},
    Written{"Data.Array.ST", changedArrays, false, threads,
            ", STArray, STUArray, runSTArray, runSTUArray"},
    Written{"Data.Array.IO", changedArrays, false, threads, ", IOArray, IOUArray"},
    Written{"Data.Array.Unsafe", "unsafeFreeze, unsafeThaw", false, threads},
    Written{"Data.Array.Base", changedArrays, false, threads,
            ", STUArray, IOUArray, unsafeRead, unsafeWrite, unsafeFreeze, unsafeThaw"},
};
constexpr std::string_view actions = "Control.Monad.IO.Class";

// What `(..)` stands for behind a type or a class, where it is more than what is named like it.
std::string_view partsOf(std::string_view exported) {
  static constexpr std::pair<std::string_view, std::string_view> parts[] = {
      {"MonadState(..)", "get put state"},
      {"MonadReader(..)", "ask local reader"},
      {"MonadWriter(..)", "tell writer listen pass"},
      {"MonadError(..)", "throwError catchError"},
      {"MonadTrans(..)", "lift"},
      {"MonadIO(..)", "liftIO"},
      {"StateT(..)", "runStateT"},
      {"ReaderT(..)", "runReaderT"},
      {"WriterT(..)", "runWriterT"},
      {"RWST(..)", "runRWST"},
      {"ExceptT(..)", "runExceptT"},
      {"IsString(..)", "fromString"},
      {"MaybeT(..)", "runMaybeT"}};
  const auto found =
      std::ranges::find(parts, exported, [](const auto& each) { return each.first; });
  return found == std::end(parts) ? std::string_view() : found->second;
}

// Vectors of unboxed elements are those of others.
std::string_view moduleOfVectors(std::string_view name) {
  if (name == "Data.Vector.Unboxed" || name == "Data.Vector.Generic") return "Data.Vector";
  if (name == "Data.Vector.Unboxed.Mutable") return "Data.Vector.Mutable";
  return {};
}

bool hasWord(std::string_view text, std::string_view word) {
  const auto isOfWord = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '\'';
  };
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || !isOfWord(text[at - 1]) || !isOfWord(word.front());
    if (begins && (end == text.size() || !isOfWord(text[end]) || !isOfWord(word.back()))) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::optional<std::string> writtenModule(std::string_view name, bool withActions) {
  const std::string header = "module " + std::string(name);
  if (name == "Control.Arrow") return std::string(arrowSource());
  if (name == "Data.Bifunctor") return std::string(bifunctorSource());
  if (name == "Data.List.NonEmpty") return std::string(nonEmptySource());
  if (name == overloadedStrings) return header + " where\n" + std::string(stringsSource());
  if (name == "Data.Text") return std::string(textSource());
  if (name == "Data.Text.IO") return std::string(textActionsSource());
  if (name == "Data.Text.Read") return std::string(textReadersSource());
  if (name == "Data.Vector") return std::string(vectorSource());
  if (name == "Data.Vector.Mutable") return std::string(mutableVectorSource());
  if (const std::string_view vectors = moduleOfVectors(name); !vectors.empty()) {
    return header + " (module " + std::string(vectors) + ") where\nimport " + std::string(vectors);
  }
  if (name == "Data.Tree") return std::string(treeSource());
  if (name == "Data.Graph") return std::string(graphSource());
  if (name == "Text.ParserCombinators.ReadP") return std::string(readpSource());
  if (name == transformers) {
    return header + " where\n" + std::string(transformersSource()) +
           (withActions ? std::string(liftedActionsSource()) : std::string());
  }
  if (name == combined) {
    return header + " where\n" + std::string(combinedSource()) +
           (withActions ? std::string(combinedActionsSource()) : std::string());
  }
  if (name == "Data.Fixed") return std::string(fixedSource());
  if (name == "Data.Functor.Compose") return std::string(composeSource());
  if (name == "Data.Proxy") return std::string(proxySource());
  if (name == digitsModule) return digitsSource();
  if (name == "GHC.TypeLits") return typeLitsSource();
  if (name == "GHC.TypeNats") return typeNatsSource();
  if (name == "Numeric.Natural") return std::string(naturalSource());
  if (name == threads) return header + " where\n" + std::string(stateThreadSource());
  if (name == widthsModule) return header + " where\n" + fixedWidthSource();
  if (name == "Data.IORef") return std::string(referenceSource());
  const auto body = [](std::string_view definedIn) {
    // The classes of what is combined are those of the others.
    const std::string classes = definedIn == combined ? std::string(transformers) : std::string();
    return ") where\nimport " + std::string(definedIn) + "\n" +
           (classes.empty() ? classes : "import " + classes + "\n");
  };
  if (name == actions && withActions) return header + " (MonadIO(..)" + body(transformers);
  const auto found = std::ranges::find(written, name, &Written::name);
  if (found == written.end()) return std::nullopt;
  std::string exports = std::string(found->exports) + std::string(found->more);
  if (found->isMtl) exports += (exports.empty() ? "" : ", ") + std::string(lifting);
  if (found->isMtl && withActions) exports += ", MonadIO(..)";
  return header + " (" + exports + body(found->definedIn);
}

// The modules that define what they export are searched for the name: those are few.
bool isOfWrittenModule(std::string_view module, std::string_view name) {
  if (const std::string_view vectors = moduleOfVectors(module); !vectors.empty()) module = vectors;
  const auto found = std::ranges::find(written, module, &Written::name);
  if (found == written.end()) {
    const std::optional<std::string> text = writtenModule(module, true);
    return text && hasWord(*text, name);
  }
  std::string exports = std::string(found->exports) + std::string(found->more);
  if (found->isMtl) exports += ", " + std::string(lifting) + ", MonadIO(..)";
  if (hasWord(exports, name)) return true;
  for (std::size_t at = 0; at < exports.size();) {
    const std::size_t end = std::min(exports.find(", ", at), exports.size());
    if (hasWord(partsOf(std::string_view(exports).substr(at, end - at)), name)) return true;
    at = end + 2;
  }
  return false;
}

std::string_view moduleToImport(std::string_view definedIn, std::string_view name) {
  const bool exportsItself =
      std::ranges::find(written, definedIn, &Written::definedIn) == written.end();
  if (exportsItself) return definedIn;
  const auto found = std::ranges::find_if(
      written, [&](const Written& each) { return isOfWrittenModule(each.name, name); });
  return found == written.end() ? definedIn : found->name;
}

std::span<const std::string_view> alsoExportedBy(std::string_view name) {
  static constexpr std::string_view indices[] = {"Data.Ix"};
  static constexpr std::string_view words[] = {"Data.Word"};
  static constexpr std::string_view ints[] = {"Data.Int"};
  static constexpr std::string_view strings[] = {"Data.String"};
  if (name == "Data.String") return strings;
  if (name == "Data.Word") return words;
  if (name == "Data.Int") return ints;
  if (name == "Data.Array.MArray" || name == "Data.Array.ST" || name == "Data.Array.IO" ||
      name == "Data.Array.Base") {
    return indices;
  }
  static constexpr std::string_view identities[] = {"Control.Monad", "Data.Functor.Identity"};
  if (name == "Control.Monad.Identity") return identities;
  static constexpr std::string_view monads[] = {"Control.Monad"};
  static constexpr std::string_view writers[] = {"Control.Monad", "Data.Monoid"};
  const auto found = std::ranges::find(written, name, &Written::name);
  if (found == written.end() || !found->isMtl) return {};
  if (name.starts_with("Control.Monad.Writer") || name.starts_with("Control.Monad.RWS")) {
    return writers;
  }
  return monads;
}

std::string fileOfWrittenModule(std::string_view name) {
  return "<" + std::string(name) + ">";
}

bool isFileOfWrittenModule(std::string_view file) {
  return file.starts_with("<");
}

}  // namespace deforest::text
