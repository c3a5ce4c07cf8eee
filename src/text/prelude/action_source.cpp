// Actions as functions of the world, for programs in which they are more than what `main` prints
// (scopes/worlds.cpp): the world is the arguments, what is yet to be read, what has been printed,
// the last text first, and a heap for references (cell_source.cpp).
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view actionSource() {
  return R"source(
newtype IO a = IO (World -> (a, World))
data World = World [String] String [String] !CellHeap

runAction :: IO a -> World -> (a, World)
runAction (IO f) w = f w

instance Functor IO where
  fmap f m = IO (\w -> case runAction m w of (x, v) -> (f x, v))

instance Applicative IO where
  pure x = IO (\w -> (x, w))
  m <*> n = IO (\w -> case runAction m w of
    (f, v) -> case runAction n v of (x, u) -> (f x, u))
  liftA2 f m n = IO (\w -> case runAction m w of
    (x, v) -> case runAction n v of (y, u) -> (f x y, u))
  m *> n = IO (\w -> case runAction m w of (_, v) -> runAction n v)
  m <* n = IO (\w -> case runAction m w of
    (x, v) -> case runAction n v of (_, u) -> (x, u))

instance Monad IO where
  m >>= f = IO (\w -> case runAction m w of (x, v) -> runAction (f x) v)
  m >> n = IO (\w -> case runAction m w of (_, v) -> runAction n v)

instance MonadFail IO where
  fail s = IO (\_ -> error (append "user error (" (append s ")")))

printedBy :: IO a -> [String] -> String -> String
printedBy m arguments input = case runAction m (World arguments input [] emptyHeap) of
  (_, World _ _ texts _) -> textsInOrder texts []

textsInOrder :: [String] -> String -> String
textsInOrder [] rest = rest
textsInOrder (s : ss) rest = textsInOrder ss (append s rest)

putText :: String -> IO ()
putText s = IO (\(World arguments input texts heap) -> ((), World arguments input (s : texts) heap))

putLine :: String -> IO ()
putLine s = IO (\(World arguments input texts heap) -> ((), World arguments input ("\n" : s : texts) heap))

putCharacter :: Char -> IO ()
putCharacter c = putText [c]

printValue :: Show a => a -> IO ()
printValue x = putLine (show x)

givenArguments :: IO [String]
givenArguments = IO (\(World arguments input texts heap) -> (arguments, World arguments input texts heap))

restOfInput :: IO String
restOfInput = IO (\(World arguments input texts heap) -> (input, World arguments [] texts heap))

lineOfInput :: IO String
lineOfInput = IO (\(World arguments input texts heap) -> case firstLine input of
  (line, rest) -> (line, World arguments rest texts heap))

characterOfInput :: IO Char
characterOfInput = IO (\(World arguments input texts heap) -> case input of
  [] -> error "Prelude.getChar: end of file"
  c : rest -> (c, World arguments rest texts heap))

valueOfInput :: Read a => IO a
valueOfInput = IO (\w -> case runAction lineOfInput w of (line, v) -> (valueRead line, v))

valueRead :: Read a => String -> a
valueRead line = case readWhole line of
  Nothing -> error "user error (Prelude.readIO: no parse)"
  Just x -> x

isInputAtEnd :: IO Bool
isInputAtEnd = IO (\(World arguments input texts heap) -> (isNoText input, World arguments input texts heap))

isNoText :: String -> Bool
isNoText [] = True
isNoText (_ : _) = False

interactBy :: (String -> String) -> IO ()
interactBy f = IO (\(World arguments input texts heap) -> ((), World arguments [] (f input : texts) heap))

onHeap :: (CellHeap -> (a, CellHeap)) -> IO a
onHeap f = IO (\(World arguments input texts heap) -> case f heap of
  (x, changed) -> (x, World arguments input texts changed))

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
