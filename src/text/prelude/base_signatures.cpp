// Of the package base.
#include "text/prelude/signatures.hpp"

namespace deforest::text {
namespace {

constexpr std::string_view prelude = R"(
lex :: String -> [(String, String)]
readParen :: Bool -> (String -> [(a, String)]) -> String -> [(a, String)]
)";

constexpr std::string_view lists = R"(
deleteFirstsBy :: (a -> a -> Bool) -> [a] -> [a] -> [a]
genericDrop :: Integral i => i -> [a] -> [a]
genericIndex :: Integral i => [a] -> i -> a
genericReplicate :: Integral i => i -> a -> [a]
genericSplitAt :: Integral i => i -> [b] -> ([b], [b])
genericTake :: Integral i => i -> [a] -> [a]
insertBy :: (a -> a -> Ordering) -> a -> [a] -> [a]
scanl' :: (b -> a -> b) -> b -> [a] -> [b]
singleton :: a -> [a]
unzip4 :: [(a, b, c, d)] -> ([a], [b], [c], [d])
unzip5 :: [(a, b, c, d, e)] -> ([a], [b], [c], [d], [e])
zip4 :: [a] -> [b] -> [c] -> [d] -> [(a, b, c, d)]
zipWith4 :: (a -> b -> c -> d -> e) -> [a] -> [b] -> [c] -> [d] -> [e]
)";

constexpr std::string_view characters = R"(
data GeneralCategory
generalCategory :: Char -> GeneralCategory
isAsciiLower :: Char -> Bool
isAsciiUpper :: Char -> Bool
isLatin1 :: Char -> Bool
isNumber :: Char -> Bool
isPrint :: Char -> Bool
isPunctuation :: Char -> Bool
isSeparator :: Char -> Bool
isSymbol :: Char -> Bool
lexLitChar :: String -> [(String, String)]
readLitChar :: String -> [(Char, String)]
showLitChar :: Char -> String -> String
toTitle :: Char -> Char
)";

constexpr std::string_view bits = R"(
infixl 8 `shift`, `rotate`, `unsafeShiftL`, `unsafeShiftR`, `rotateL`, `rotateR`
clearBit :: Bits a => a -> Int -> a
complementBit :: Bits a => a -> Int -> a
countLeadingZeros :: FiniteBits b => b -> Int
countTrailingZeros :: FiniteBits b => b -> Int
finiteBitSize :: FiniteBits b => b -> Int
isSigned :: Bits a => a -> Bool
rotate :: Bits a => a -> Int -> a
rotateL :: Bits a => a -> Int -> a
rotateR :: Bits a => a -> Int -> a
setBit :: Bits a => a -> Int -> a
shift :: Bits a => a -> Int -> a
unsafeShiftL :: Bits a => a -> Int -> a
unsafeShiftR :: Bits a => a -> Int -> a
)";

constexpr std::string_view numbers = R"(
showEFloat :: RealFloat a => Maybe Int -> a -> String -> String
showFFloat :: RealFloat a => Maybe Int -> a -> String -> String
showFloat :: RealFloat a => a -> String -> String
showGFloat :: RealFloat a => Maybe Int -> a -> String -> String
showHex :: (Integral a, Show a) => a -> String -> String
showOct :: (Integral a, Show a) => a -> String -> String
showIntAtBase :: (Integral a, Show a) => a -> (Int -> Char) -> a -> String -> String
)";

constexpr std::string_view either = R"(
fromLeft :: a -> Either a b -> a
fromRight :: b -> Either a b -> b
)";

constexpr std::string_view paths = R"(
data Version
showVersion :: Version -> String
makeVersion :: [Int] -> Version
versionBranch :: Version -> [Int]
)";

}  // namespace

const std::vector<ModuleSignatures>& baseSignatures() {
  static const std::vector<ModuleSignatures> modules = {
      {"Prelude", prelude}, {"Data.List", lists},    {"Data.Char", characters}, {"Data.Bits", bits},
      {"Numeric", numbers}, {"Data.Either", either}, {"Data.Version", paths}};
  return modules;
}

}  // namespace deforest::text
