// What `read` is made of where what is read is no number. Everything that a text may be the
// beginning of is found, each with what follows it, as `readsPrec` has it: types may say how they
// are read, and then there may be several. What is around operands binds as strongly as the first
// argument says, 10 being application.
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view readDataSource() {
  return R"source(
closedAll :: [(a, String)] -> [(a, String)]
closedAll [] = []
closedAll ((x, rest) : others) = case skipSpaces rest of
  ')' : end -> (x, end) : closedAll others
  _ -> closedAll others

readParen :: Bool -> (String -> [(a, String)]) -> String -> [(a, String)]
readParen needed parses s
  | needed = readWithin parses s
  | otherwise = append (parses s) (readWithin parses s)

readWithin :: (String -> [(a, String)]) -> String -> [(a, String)]
readWithin parses s = case skipSpaces s of
  '(' : rest -> closedAll (readParen False parses rest)
  _ -> []

readOperand :: (Int -> String -> [(a, String)]) -> Int -> String -> [(a, String)]
readOperand parses d s = append (parses d s) (case skipSpaces s of
  '(' : rest -> closedAll (readOperand parses 0 rest)
  _ -> [])

readWord :: String -> String -> [String]
readWord name s = case span charIsInName (skipSpaces s) of
  (word, rest) | word == name -> [rest]
  _ -> []

readSymbol :: String -> String -> [String]
readSymbol name s = case span charIsInOperator (skipSpaces s) of
  (word, rest) | word == name -> [rest]
  _ -> []

readMark :: Char -> String -> [String]
readMark mark s = case skipSpaces s of
  c : rest | c == mark -> [rest]
  _ -> []

charIsInOperator :: Char -> Bool
charIsInOperator c = elem c "!@#$%&*+./<=>?\\^|:-~"

lexeme :: String -> [(String, String)]
lexeme s = case skipSpaces s of
  [] -> [("", "")]
  '\'' : rest -> lexemeUpTo ('\'' : rest) (charLiteral rest)
  '"' : rest -> lexemeUpTo ('"' : rest) (textLiteral rest [])
  c : rest
    | elem c ",;()[]{}`" -> [([c], rest)]
    | charIsInOperator c -> [span charIsInOperator (c : rest)]
    | isAlpha c || c == '_' -> [span charIsInName (c : rest)]
    | charIsDigit c -> [lexNumber (c : rest)]
  _ -> []

lexemeUpTo :: String -> Maybe (a, String) -> [(String, String)]
lexemeUpTo _ Nothing = []
lexemeUpTo s (Just (_, rest)) = [(take (length s - length rest) s, rest)]

lexNumber :: String -> (String, String)
lexNumber s = case s of
  '0' : x : d : rest
    | (x == 'x' || x == 'X') && charIsHexDigit d -> lexOnto ['0', x] (span charIsHexDigit (d : rest))
    | (x == 'o' || x == 'O') && charIsOctDigit d -> lexOnto ['0', x] (span charIsOctDigit (d : rest))
  _ -> case span charIsDigit s of
    (whole, rest) -> lexOnto whole (lexPoint rest)

lexOnto :: String -> (String, String) -> (String, String)
lexOnto before (word, rest) = (append before word, rest)

lexPoint :: String -> (String, String)
lexPoint s = case s of
  '.' : d : rest | charIsDigit d -> case span charIsDigit (d : rest) of
    (digits, more) -> lexOnto ('.' : digits) (lexExponent more)
  _ -> lexExponent s

lexExponent :: String -> (String, String)
lexExponent s = case s of
  e : sign : d : rest
    | (e == 'e' || e == 'E') && (sign == '-' || sign == '+') && charIsDigit d ->
        lexOnto [e, sign] (span charIsDigit (d : rest))
  e : d : rest
    | (e == 'e' || e == 'E') && charIsDigit d -> lexOnto [e] (span charIsDigit (d : rest))
  _ -> ("", s)

charLiteral :: String -> Maybe (Char, String)
charLiteral s = case s of
  '\'' : _ -> Nothing
  _ -> case literalChar s of
    Just (c, '\'' : end) -> Just (c, end)
    _ -> Nothing

textLiteral :: String -> String -> Maybe (String, String)
textLiteral s text = case s of
  '"' : end -> Just (reverseOnto text [], end)
  '\\' : '&' : rest -> textLiteral rest text
  '\\' : c : rest | charIsSpace c -> case skipSpaces rest of
    '\\' : more -> textLiteral more text
    _ -> Nothing
  _ -> case literalChar s of
    Just (c, rest) -> textLiteral rest (c : text)
    Nothing -> Nothing

literalChar :: String -> Maybe (Char, String)
literalChar s = case s of
  '\\' : rest -> escapedChar rest
  c : rest -> Just (c, rest)
  [] -> Nothing

escapedChar :: String -> Maybe (Char, String)
escapedChar s = case s of
  'x' : d : _ | charIsHexDigit d -> numberedChar 16 0 (drop 1 s)
  'o' : d : _ | charIsOctDigit d -> numberedChar 8 0 (drop 1 s)
  d : _ | charIsDigit d -> numberedChar 10 0 s
  '^' : c : rest | c >= '@' && c <= '_' -> Just (chr (ord c - 64), rest)
  c : rest -> case lookup c escapes of
    Just x -> Just (x, rest)
    Nothing -> controlChar controlNames s
  [] -> Nothing
  where
    escapes = [('n', '\n'), ('t', '\t'), ('\\', '\\'), ('"', '"'), ('\'', '\''), ('a', '\a'),
               ('b', '\b'), ('f', '\f'), ('r', '\r'), ('v', '\v')]

numberedChar :: Int -> Int -> String -> Maybe (Char, String)
numberedChar base n s = case s of
  d : rest | isDigitIn base d -> numberedChar base (min 2000000 (n * base + digitValue d)) rest
  _ -> if n <= 1114111 then Just (chr n, s) else Nothing

controlChar :: [(String, Int)] -> String -> Maybe (Char, String)
controlChar [] _ = Nothing
controlChar ((name, code) : others) s = case stripPrefix name s of
  Just rest -> Just (chr code, rest)
  Nothing -> controlChar others s

controlNames :: [(String, Int)]
controlNames =
  [("DEL", 127), ("SOH", 1), ("NUL", 0), ("SO", 14), ("STX", 2), ("ETX", 3), ("EOT", 4),
   ("ENQ", 5), ("ACK", 6), ("BEL", 7), ("BS", 8), ("HT", 9), ("LF", 10), ("VT", 11), ("FF", 12),
   ("CR", 13), ("SI", 15), ("DLE", 16), ("DC1", 17), ("DC2", 18), ("DC3", 19), ("DC4", 20),
   ("NAK", 21), ("SYN", 22), ("ETB", 23), ("CAN", 24), ("EM", 25), ("SUB", 26), ("ESC", 27),
   ("FS", 28), ("GS", 29), ("RS", 30), ("US", 31), ("SP", 32)]

instance Read Char where
  readsPrec _ s = maybeToList (charFrom s)
  readList s = append (maybeToList (textFrom s)) (listParses s)

charFrom :: String -> Maybe (Char, String)
charFrom s = case skipSpaces s of
  '\'' : rest -> charLiteral rest
  '(' : rest -> closed (charFrom rest)
  _ -> Nothing

textFrom :: String -> Maybe (String, String)
textFrom s = case skipSpaces s of
  '"' : rest -> textLiteral rest []
  '(' : rest -> closed (textFrom rest)
  _ -> Nothing

instance Read Bool where
  readsPrec _ s = maybeToList (constructorFrom [("True", True), ("False", False)] s)

instance Read Ordering where
  readsPrec _ s = maybeToList (constructorFrom [("LT", LT), ("EQ", EQ), ("GT", GT)] s)

instance Read a => Read (Maybe a) where
  readsPrec d s = readOperand maybeParses d s

maybeParses :: Read a => Int -> String -> [(Maybe a, String)]
maybeParses d s = append
  [(Nothing, rest) | rest <- readWord "Nothing" s]
  (if d > 10 then [] else [(Just x, end) | rest <- readWord "Just" s, (x, end) <- readsPrec 11 rest])

instance (Read a, Read b) => Read (Either a b) where
  readsPrec d s = readOperand eitherParses d s

eitherParses :: (Read a, Read b) => Int -> String -> [(Either a b, String)]
eitherParses d s = if d > 10 then [] else append
  [(Left x, end) | rest <- readWord "Left" s, (x, end) <- readsPrec 11 rest]
  [(Right x, end) | rest <- readWord "Right" s, (x, end) <- readsPrec 11 rest]

instance Read a => Read [a] where
  readsPrec _ s = readList s

listParses :: Read a => String -> [([a], String)]
listParses s = case skipSpaces s of
  '[' : rest -> case skipSpaces rest of
    ']' : end -> ([], end) : elementParses rest
    _ -> elementParses rest
  '(' : rest -> closedAll (listParses rest)
  _ -> []

elementParses :: Read a => String -> [([a], String)]
elementParses s = [(x : xs, end) | (x, rest) <- readsPrec 0 s, (xs, end) <- furtherParses rest]

furtherParses :: Read a => String -> [([a], String)]
furtherParses s = case skipSpaces s of
  ']' : end -> [([], end)]
  ',' : rest -> elementParses rest
  _ -> []

instance (Read a, Read b) => Read (a, b) where
  readsPrec d s = readOperand pairParses d s

pairParses :: (Read a, Read b) => Int -> String -> [((a, b), String)]
pairParses _ s =
  [((x, y), end) | r <- readMark '(' s, (x, r1) <- readsPrec 0 r, r2 <- readMark ',' r1,
                   (y, r3) <- readsPrec 0 r2, end <- readMark ')' r3]

instance (Read a, Read b, Read c) => Read (a, b, c) where
  readsPrec d s = readOperand tripleParses d s

tripleParses :: (Read a, Read b, Read c) => Int -> String -> [((a, b, c), String)]
tripleParses _ s =
  [((x, y, z), end) | r <- readMark '(' s, (x, r1) <- readsPrec 0 r, r2 <- readMark ',' r1,
                      (y, r3) <- readsPrec 0 r2, r4 <- readMark ',' r3,
                      (z, r5) <- readsPrec 0 r4, end <- readMark ')' r5]
)source";
}

}  // namespace deforest::text
