// Actions as functions of the world, for programs in which they are more than what `main` prints
// (scopes/worlds.cpp): the world is the arguments, what is yet to be read, what has been printed,
// and a heap for references (cell_source.cpp).
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view actionSource() {
  return R"source(
newtype IO a = IO (World -> (a, World))
data World = World [String] String Printed !CellHeap

-- To either handle or a file, the last text first: of a file its name, the text, and whether that
-- comes behind what is in it. Native code writes each where it is put
-- (backends/native/write_actions.hpp).
data Printed = NothingPrinted | Printed Printed String | PrintedError Printed String
  | PrintedFile Printed String String Bool

runAction :: IO a -> World -> (a, World)
runAction (IO f) w = f w

instance Functor IO where
  fmap f m = IO (\w -> case runAction m w of (x, v) -> (f x, v))

-- What comes after an action may fail: the action is done by then.
instance Applicative IO where
  pure x = IO (\w -> (x, w))
  m <*> n = IO (\w -> case runAction m w of
    (f, v) -> seq v (case runAction n v of (x, u) -> (f x, u)))
  liftA2 f m n = IO (\w -> case runAction m w of
    (x, v) -> seq v (case runAction n v of (y, u) -> (f x y, u)))
  m *> n = IO (\w -> case runAction m w of (_, v) -> seq v (runAction n v))
  m <* n = IO (\w -> case runAction m w of
    (x, v) -> seq v (case runAction n v of (_, u) -> (x, u)))

instance Monad IO where
  m >>= f = IO (\w -> case runAction m w of (x, v) -> seq v (runAction (f x) v))
  m >> n = IO (\w -> case runAction m w of (_, v) -> seq v (runAction n v))

instance MonadFail IO where
  fail s = IO (\_ -> error (append "user error (" (append s ")")))

printedBy :: IO a -> [String] -> String -> String
printedBy m arguments input =
  case NothingPrinted of
    nothing -> case runAction m (World arguments (unread nothing input) nothing (ownHeap emptyHeap)) of
      (_, World _ _ printed _) -> if hasErrors printed then endedWith 0 printed else textBefore printed []

textBefore :: Printed -> String -> String
textBefore NothingPrinted rest = rest
textBefore (Printed printed s) rest = textBefore printed (append s rest)
textBefore (PrintedError printed _) rest = textBefore printed rest
textBefore (PrintedFile printed _ _ _) rest = textBefore printed rest

hasErrors :: Printed -> Bool
hasErrors NothingPrinted = False
hasErrors (Printed printed _) = hasErrors printed
hasErrors (PrintedError _ _) = True
hasErrors (PrintedFile printed _ _ _) = hasErrors printed

errorsBefore :: Printed -> String -> String
errorsBefore NothingPrinted rest = rest
errorsBefore (Printed printed _) rest = errorsBefore printed rest
errorsBefore (PrintedError printed s) rest = errorsBefore printed (append s rest)
errorsBefore (PrintedFile printed _ _ _) rest = errorsBefore printed rest

-- The program ends, with that status and what has been printed so far: a failure of which the text
-- says so (runtime/deforest/show.hpp).
endedWith :: Int -> Printed -> a
endedWith status printed = endedWithTexts status (textBefore printed []) (errorsBefore printed [])

endedWithTexts :: Int -> String -> String -> a
endedWithTexts status text errors = error ("\1114111" ++ append (show status) (' ' :
  append (show (length text)) (' ' : append text errors)))

-- Made where programs are (lowering/built_in.cpp): the source's name.
programName :: String
programName = ""

putText :: String -> IO ()
putText s = IO (\(World arguments input printed heap) -> ((), World arguments input (Printed printed s) heap))

putLine :: String -> IO ()
putLine s = IO (\(World arguments input printed heap) -> ((), World arguments input (Printed (Printed printed s) "\n") heap))

putCharacter :: Char -> IO ()
putCharacter c = putText [c]

printValue :: Show a => a -> IO ()
printValue x = putLine (show x)

givenArguments :: IO [String]
givenArguments = IO (\(World arguments input printed heap) -> (arguments, World arguments input printed heap))

-- All of the input is there from the beginning, but to native code, which reads when it is asked for
-- a part (backends/native/write_actions.hpp).
unread :: Printed -> String -> String
unread _ input = input

-- The input, of which at least this is there.
data Ahead = OneCharacter | OneLine | AllOfIt

ahead :: Ahead -> Printed -> String -> String
ahead _ _ input = input

restOfInput :: IO String
restOfInput = IO (\(World arguments input printed heap) ->
  (ahead AllOfIt printed input, World arguments [] printed heap))

lineOfInput :: IO String
lineOfInput = IO (\(World arguments input printed heap) -> case ahead OneLine printed input of
  seen -> case seen of
    [] -> error "<stdin>: hGetLine: end of file"
    _ : _ -> case firstLine seen of (line, rest) -> (line, World arguments rest printed heap))

characterOfInput :: IO Char
characterOfInput = IO (\(World arguments input printed heap) -> case ahead OneCharacter printed input of
  [] -> error "Prelude.getChar: end of file"
  c : rest -> (c, World arguments rest printed heap))

valueOfInput :: Read a => IO a
valueOfInput = IO (\w -> case runAction lineOfInput w of
  (line, World arguments rest printed heap) -> case readWhole line of
    Nothing -> error "user error (Prelude.readIO: no parse)"
    Just x -> (x, World arguments rest printed heap))

isInputAtEnd :: IO Bool
isInputAtEnd = IO (\(World arguments input printed heap) -> case ahead OneCharacter printed input of
  seen -> (isNoText seen, World arguments seen printed heap))

isNoText :: String -> Bool
isNoText [] = True
isNoText (_ : _) = False

interactBy :: (String -> String) -> IO ()
interactBy f = IO (\(World arguments input printed heap) ->
  ((), World arguments [] (Printed printed (f (ahead AllOfIt printed input))) heap))

-- What is in a file, and what has been printed by then. Where programs are only counted, that is
-- what they are given as input; what runs reads the file (backends/native/write_actions.hpp).
textOfFile :: String -> Printed -> String -> FileText
textOfFile _ printed input = FileText input printed

data FileText = FileText String Printed

readsFile :: String -> IO String
readsFile name = IO (\(World arguments input printed heap) -> case textOfFile name printed input of
  FileText text after -> (text, World arguments input after heap))

writesFile :: String -> String -> IO ()
writesFile name s = IO (\(World arguments input printed heap) ->
  ((), World arguments input (PrintedFile printed name s False) heap))

appendsFile :: String -> String -> IO ()
appendsFile name s = IO (\(World arguments input printed heap) ->
  ((), World arguments input (PrintedFile printed name s True) heap))

onHeap :: (CellHeap -> (a, CellHeap)) -> IO a
onHeap f = IO (\(World arguments input printed heap) -> case f heap of
  (x, changed) -> (x, World arguments input printed changed))

-- Handles, and how a program ends. A file that is read is there from when it is opened; the cell of
-- a handle has what of it is left.
data Handle = InputHandle | OutputHandle | ErrorHandle | FileHandle String Int deriving (Eq)
data FileState = ClosedFile | ReadFile String | WrittenFile
data IOMode = ReadMode | WriteMode | AppendMode deriving (Eq, Ord, Enum, Show)
data BufferMode = NoBuffering | LineBuffering | BlockBuffering (Maybe Int) deriving (Eq, Ord, Show)
data TextEncoding = Utf8
data ExitCode = ExitSuccess | ExitFailure Int deriving (Eq, Ord, Show)
data IOError = UserError String deriving (Eq)

inputHandle :: Handle
inputHandle = InputHandle

outputHandle :: Handle
outputHandle = OutputHandle

errorHandle :: Handle
errorHandle = ErrorHandle

utf8Encoding :: TextEncoding
utf8Encoding = Utf8

instance Show TextEncoding where
  show Utf8 = "UTF-8"

nameOfHandle :: Handle -> String
nameOfHandle InputHandle = "<stdin>"
nameOfHandle OutputHandle = "<stdout>"
nameOfHandle ErrorHandle = "<stderr>"
nameOfHandle (FileHandle name _) = name

instance Show Handle where
  show h = append "{handle: " (append (nameOfHandle h) "}")

opensFile :: String -> IOMode -> IO Handle
opensFile name ReadMode = readsFile name >>= \text -> handleOf name (ReadFile text)
opensFile name WriteMode = writesFile name "" *> handleOf name WrittenFile
opensFile name AppendMode = appendsFile name "" *> handleOf name WrittenFile

handleOf :: String -> FileState -> IO Handle
handleOf name state = onHeap (\h -> case newCell state h of (i, g) -> (FileHandle name i, g))

usesFile :: String -> IOMode -> (Handle -> IO a) -> IO a
usesFile name mode f = opensFile name mode >>= \h -> f h >>= \x -> closesHandle h *> pure x

closesHandle :: Handle -> IO ()
closesHandle (FileHandle _ i) = setState i ClosedFile
closesHandle _ = pure ()

stateOf :: Int -> IO FileState
stateOf i = onHeap (\h -> case readCell i h of CellRead state g -> (state, g))

setState :: Int -> FileState -> IO ()
setState i state = onHeap (\h -> ((), writeCell i state h))

-- `operation` is what the handle was to be used for.
misused :: String -> String -> String -> IO a
misused name operation why = IO (\_ ->
  error (append name (append ": " (append operation (append ": " why)))))

whyClosed :: String
whyClosed = "illegal operation (handle is closed)"

whyUnwritable :: String
whyUnwritable = "illegal operation (handle is not open for writing)"

whyUnreadable :: String
whyUnreadable = "illegal operation (handle is not open for reading)"

putOn :: Handle -> String -> IO ()
putOn InputHandle _ = misused "<stdin>" "hPutStr" whyUnwritable
putOn OutputHandle s = putText s
putOn ErrorHandle s = IO (\(World arguments input printed heap) ->
  ((), World arguments input (PrintedError printed s) heap))
putOn (FileHandle name i) s = stateOf i >>= \state -> case state of
  WrittenFile -> appendsFile name s
  ReadFile _ -> misused name "hPutStr" whyUnwritable
  ClosedFile -> misused name "hPutStr" whyClosed

putLineOn :: Handle -> String -> IO ()
putLineOn h s = putOn h s *> putOn h "\n"

putCharacterOn :: Handle -> Char -> IO ()
putCharacterOn h c = putOn h [c]

printOn :: Show a => Handle -> a -> IO ()
printOn h x = putLineOn h (show x)

-- What is left of a file, for an operation of that name.
leftOf :: String -> Int -> String -> IO String
leftOf name i operation = stateOf i >>= \state -> case state of
  ReadFile text -> pure text
  WrittenFile -> misused name operation whyUnreadable
  ClosedFile -> misused name operation whyClosed

restOf :: Handle -> IO String
restOf InputHandle = restOfInput
restOf (FileHandle name i) = leftOf name i "hGetContents" >>= \text ->
  setState i ClosedFile *> pure text
restOf h = misused (nameOfHandle h) "hGetContents" whyUnreadable

lineOf :: Handle -> IO String
lineOf InputHandle = lineOfInput
lineOf (FileHandle name i) = leftOf name i "hGetLine" >>= \text -> case text of
  [] -> misused name "hGetLine" "end of file"
  _ : _ -> case firstLine text of (line, rest) -> setState i (ReadFile rest) *> pure line
lineOf h = misused (nameOfHandle h) "hGetLine" whyUnreadable

characterOf :: Handle -> IO Char
characterOf InputHandle = characterOfInput
characterOf (FileHandle name i) = leftOf name i "hGetChar" >>= \text -> case text of
  [] -> misused name "hGetChar" "end of file"
  c : rest -> setState i (ReadFile rest) *> pure c
characterOf h = misused (nameOfHandle h) "hGetChar" whyUnreadable

isAtEnd :: Handle -> IO Bool
isAtEnd InputHandle = isInputAtEnd
isAtEnd (FileHandle name i) = fmap isNoText (leftOf name i "hIsEOF")
isAtEnd h = misused (nameOfHandle h) "hIsEOF" whyUnreadable

nameOfProgram :: IO String
nameOfProgram = pure programName

endsWith :: ExitCode -> IO a
endsWith code = IO (\(World _ _ printed _) -> endedWith (statusOf code) printed)

statusOf :: ExitCode -> Int
statusOf ExitSuccess = 0
statusOf (ExitFailure n)
  | n == 0 = error "exitWith: invalid argument (invalid argument)"
  | n < 0 || n > 255 = 255
  | otherwise = n

fails :: IO a
fails = endsWith (ExitFailure 1)

succeeds :: IO a
succeeds = endsWith ExitSuccess

dies :: String -> IO a
dies s = putLineOn ErrorHandle s *> fails

userError :: String -> IOError
userError s = UserError s

raisesError :: IOError -> IO a
raisesError (UserError s) = IO (\_ -> error (append "user error (" (append s ")")))

-- What `printf` results in.
class PrintfResult r where
  printfResult :: String -> r

class PrintfCharacter c where
  printfCharacter :: Char -> c

instance PrintfCharacter Char where
  printfCharacter c = c

instance PrintfCharacter c => PrintfResult [c] where
  printfResult s = map printfCharacter s

class PrintfNothing a where
  printfNothing :: a

instance PrintfNothing () where
  printfNothing = ()

instance PrintfNothing a => PrintfResult (IO a) where
  printfResult s = putText s *> pure printfNothing
)source";
}

}  // namespace deforest::text
