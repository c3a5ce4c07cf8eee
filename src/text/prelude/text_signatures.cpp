// Of the package text: strict texts. What is done with them as a whole is no list of characters.
#include "text/prelude/signatures.hpp"

namespace deforest::text {
namespace {

constexpr std::string_view texts = R"(
data Text
all :: (Char -> Bool) -> Text -> Bool
any :: (Char -> Bool) -> Text -> Bool
append :: Text -> Text -> Text
break :: (Char -> Bool) -> Text -> (Text, Text)
breakOn :: Text -> Text -> (Text, Text)
breakOnAll :: Text -> Text -> [(Text, Text)]
breakOnEnd :: Text -> Text -> (Text, Text)
center :: Int -> Char -> Text -> Text
chunksOf :: Int -> Text -> [Text]
commonPrefixes :: Text -> Text -> Maybe (Text, Text, Text)
compareLength :: Text -> Int -> Ordering
concat :: [Text] -> Text
concatMap :: (Char -> Text) -> Text -> Text
cons :: Char -> Text -> Text
copy :: Text -> Text
count :: Text -> Text -> Int
drop :: Int -> Text -> Text
dropAround :: (Char -> Bool) -> Text -> Text
dropEnd :: Int -> Text -> Text
dropWhile :: (Char -> Bool) -> Text -> Text
dropWhileEnd :: (Char -> Bool) -> Text -> Text
elem :: Char -> Text -> Bool
filter :: (Char -> Bool) -> Text -> Text
find :: (Char -> Bool) -> Text -> Maybe Char
findIndex :: (Char -> Bool) -> Text -> Maybe Int
foldl :: (a -> Char -> a) -> a -> Text -> a
foldl' :: (a -> Char -> a) -> a -> Text -> a
foldl1 :: (Char -> Char -> Char) -> Text -> Char
foldl1' :: (Char -> Char -> Char) -> Text -> Char
foldr :: (Char -> a -> a) -> a -> Text -> a
foldr1 :: (Char -> Char -> Char) -> Text -> Char
group :: Text -> [Text]
groupBy :: (Char -> Char -> Bool) -> Text -> [Text]
head :: Text -> Char
index :: Text -> Int -> Char
init :: Text -> Text
inits :: Text -> [Text]
intercalate :: Text -> [Text] -> Text
intersperse :: Char -> Text -> Text
isInfixOf :: Text -> Text -> Bool
isPrefixOf :: Text -> Text -> Bool
isSuffixOf :: Text -> Text -> Bool
justifyLeft :: Int -> Char -> Text -> Text
justifyRight :: Int -> Char -> Text -> Text
last :: Text -> Char
length :: Text -> Int
lines :: Text -> [Text]
map :: (Char -> Char) -> Text -> Text
mapAccumL :: (a -> Char -> (a, Char)) -> a -> Text -> (a, Text)
mapAccumR :: (a -> Char -> (a, Char)) -> a -> Text -> (a, Text)
maximum :: Text -> Char
minimum :: Text -> Char
null :: Text -> Bool
pack :: String -> Text
partition :: (Char -> Bool) -> Text -> (Text, Text)
replace :: Text -> Text -> Text -> Text
replicate :: Int -> Text -> Text
reverse :: Text -> Text
scanl :: (Char -> Char -> Char) -> Char -> Text -> Text
scanl1 :: (Char -> Char -> Char) -> Text -> Text
scanr :: (Char -> Char -> Char) -> Char -> Text -> Text
scanr1 :: (Char -> Char -> Char) -> Text -> Text
snoc :: Text -> Char -> Text
span :: (Char -> Bool) -> Text -> (Text, Text)
split :: (Char -> Bool) -> Text -> [Text]
splitAt :: Int -> Text -> (Text, Text)
splitOn :: Text -> Text -> [Text]
strip :: Text -> Text
stripEnd :: Text -> Text
stripPrefix :: Text -> Text -> Maybe Text
stripStart :: Text -> Text
stripSuffix :: Text -> Text -> Maybe Text
tail :: Text -> Text
tails :: Text -> [Text]
take :: Int -> Text -> Text
takeEnd :: Int -> Text -> Text
takeWhile :: (Char -> Bool) -> Text -> Text
takeWhileEnd :: (Char -> Bool) -> Text -> Text
toCaseFold :: Text -> Text
toLower :: Text -> Text
toTitle :: Text -> Text
toUpper :: Text -> Text
transpose :: [Text] -> [Text]
uncons :: Text -> Maybe (Char, Text)
unfoldr :: (a -> Maybe (Char, a)) -> a -> Text
unfoldrN :: Int -> (a -> Maybe (Char, a)) -> a -> Text
unlines :: [Text] -> Text
unsnoc :: Text -> Maybe (Text, Char)
unwords :: [Text] -> Text
words :: Text -> [Text]
zip :: Text -> Text -> [(Char, Char)]
zipWith :: (Char -> Char -> Char) -> Text -> Text -> Text
)";

}  // namespace

const std::vector<ModuleSignatures>& textSignatures() {
  static const std::vector<ModuleSignatures> modules = {{"Data.Text", texts}};
  return modules;
}

}  // namespace deforest::text
