// The monad transformers of transformers and mtl. State is kept in lazy pairs, as by
// Control.Monad.State; where evaluation is strict that is no matter.
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view transformersSource() {
  return R"source(
import Control.Applicative
import Control.Monad
import Data.Functor.Identity

class MonadTrans t where
  lift :: Monad m => m a -> t m a

newtype StateT s m a = StateT { runStateT :: s -> m (a, s) }
type State s = StateT s Identity

newtype ReaderT r m a = ReaderT { runReaderT :: r -> m a }
type Reader r = ReaderT r Identity

newtype WriterT w m a = WriterT { runWriterT :: m (a, w) }
type Writer w = WriterT w Identity

newtype ExceptT e m a = ExceptT { runExceptT :: m (Either e a) }
type Except e = ExceptT e Identity

newtype MaybeT m a = MaybeT { runMaybeT :: m (Maybe a) }

-- State

class Monad m => MonadState s m | m -> s where
  get :: m s
  put :: s -> m ()
  state :: (s -> (a, s)) -> m a
  get = state (\s -> (s, s))
  put s = state (\_ -> ((), s))
  state f = get >>= \s -> case f s of (x, s') -> put s' >> return x

modify :: MonadState s m => (s -> s) -> m ()
modify f = state (\s -> ((), f s))

modify' :: MonadState s m => (s -> s) -> m ()
modify' f = get >>= \s -> let s' = f s in s' `seq` put s'

gets :: MonadState s m => (s -> a) -> m a
gets f = get >>= \s -> return (f s)

runState :: State s a -> s -> (a, s)
runState m s = runIdentity (runStateT m s)

evalState :: State s a -> s -> a
evalState m s = fst (runState m s)

execState :: State s a -> s -> s
execState m s = snd (runState m s)

evalStateT :: Monad m => StateT s m a -> s -> m a
evalStateT m s = runStateT m s >>= \ ~(x, _) -> return x

execStateT :: Monad m => StateT s m a -> s -> m s
execStateT m s = runStateT m s >>= \ ~(_, s') -> return s'

mapState :: ((a, s) -> (b, s)) -> State s a -> State s b
mapState f m = StateT (\s -> Identity (f (runState m s)))

withState :: (s -> s) -> State s a -> State s a
withState f m = StateT (\s -> runStateT m (f s))

mapStateT :: (m (a, s) -> n (b, s)) -> StateT s m a -> StateT s n b
mapStateT f m = StateT (\s -> f (runStateT m s))

withStateT :: (s -> s) -> StateT s m a -> StateT s m a
withStateT f m = StateT (\s -> runStateT m (f s))

instance Functor m => Functor (StateT s m) where
  fmap f m = StateT (\s -> fmap (\ ~(x, s') -> (f x, s')) (runStateT m s))

instance Monad m => Applicative (StateT s m) where
  pure x = StateT (\s -> return (x, s))
  m <*> n = StateT (\s -> runStateT m s >>= \ ~(f, s') ->
    runStateT n s' >>= \ ~(x, s'') -> return (f x, s''))
  liftA2 f m n = StateT (\s -> runStateT m s >>= \ ~(x, s') ->
    runStateT n s' >>= \ ~(y, s'') -> return (f x y, s''))
  m *> n = StateT (\s -> runStateT m s >>= \ ~(_, s') -> runStateT n s')
  m <* n = StateT (\s -> runStateT m s >>= \ ~(x, s') ->
    runStateT n s' >>= \ ~(_, s'') -> return (x, s''))

instance Monad m => Monad (StateT s m) where
  m >>= k = StateT (\s -> runStateT m s >>= \ ~(x, s') -> runStateT (k x) s')
  m >> n = StateT (\s -> runStateT m s >>= \ ~(_, s') -> runStateT n s')

instance MonadFail m => MonadFail (StateT s m) where
  fail message = StateT (\_ -> fail message)

instance (Monad m, Alternative m) => Alternative (StateT s m) where
  empty = StateT (\_ -> empty)
  m <|> n = StateT (\s -> runStateT m s <|> runStateT n s)

instance MonadTrans (StateT s) where
  lift m = StateT (\s -> m >>= \x -> return (x, s))

instance Monad m => MonadState s (StateT s m) where
  get = StateT (\s -> return (s, s))
  put s = StateT (\_ -> return ((), s))
  state f = StateT (\s -> return (f s))

instance MonadState s m => MonadState s (ReaderT r m) where
  get = lift get
  put s = lift (put s)
  state f = lift (state f)

instance (Monoid w, MonadState s m) => MonadState s (WriterT w m) where
  get = lift get
  put s = lift (put s)
  state f = lift (state f)

instance MonadState s m => MonadState s (ExceptT e m) where
  get = lift get
  put s = lift (put s)
  state f = lift (state f)

instance MonadState s m => MonadState s (MaybeT m) where
  get = lift get
  put s = lift (put s)
  state f = lift (state f)

-- Reader

class Monad m => MonadReader r m | m -> r where
  ask :: m r
  local :: (r -> r) -> m a -> m a
  reader :: (r -> a) -> m a
  ask = reader (\r -> r)
  reader f = ask >>= \r -> return (f r)

asks :: MonadReader r m => (r -> a) -> m a
asks f = ask >>= \r -> return (f r)

runReader :: Reader r a -> r -> a
runReader m r = runIdentity (runReaderT m r)

withReader :: (q -> r) -> Reader r a -> Reader q a
withReader f m = ReaderT (\q -> runReaderT m (f q))

withReaderT :: (q -> r) -> ReaderT r m a -> ReaderT q m a
withReaderT f m = ReaderT (\q -> runReaderT m (f q))

mapReader :: (a -> b) -> Reader r a -> Reader r b
mapReader f m = ReaderT (\r -> Identity (f (runReader m r)))

mapReaderT :: (m a -> n b) -> ReaderT r m a -> ReaderT r n b
mapReaderT f m = ReaderT (\r -> f (runReaderT m r))

instance Functor m => Functor (ReaderT r m) where
  fmap f m = ReaderT (\r -> fmap f (runReaderT m r))

instance Applicative m => Applicative (ReaderT r m) where
  pure x = ReaderT (\_ -> pure x)
  m <*> n = ReaderT (\r -> runReaderT m r <*> runReaderT n r)
  liftA2 f m n = ReaderT (\r -> liftA2 f (runReaderT m r) (runReaderT n r))
  m *> n = ReaderT (\r -> runReaderT m r *> runReaderT n r)
  m <* n = ReaderT (\r -> runReaderT m r <* runReaderT n r)

instance Monad m => Monad (ReaderT r m) where
  m >>= k = ReaderT (\r -> runReaderT m r >>= \x -> runReaderT (k x) r)
  m >> n = ReaderT (\r -> runReaderT m r >> runReaderT n r)

instance MonadFail m => MonadFail (ReaderT r m) where
  fail message = ReaderT (\_ -> fail message)

instance Alternative m => Alternative (ReaderT r m) where
  empty = ReaderT (\_ -> empty)
  m <|> n = ReaderT (\r -> runReaderT m r <|> runReaderT n r)

instance MonadTrans (ReaderT r) where
  lift m = ReaderT (\_ -> m)

instance Monad m => MonadReader r (ReaderT r m) where
  ask = ReaderT return
  local f m = ReaderT (\r -> runReaderT m (f r))
  reader f = ReaderT (\r -> return (f r))

instance MonadReader r ((->) r) where
  ask = \r -> r
  local f m = \r -> m (f r)
  reader f = f

instance MonadReader r m => MonadReader r (StateT s m) where
  ask = lift ask
  local f m = StateT (\s -> local f (runStateT m s))
  reader f = lift (reader f)

instance (Monoid w, MonadReader r m) => MonadReader r (WriterT w m) where
  ask = lift ask
  local f m = WriterT (local f (runWriterT m))
  reader f = lift (reader f)

instance MonadReader r m => MonadReader r (ExceptT e m) where
  ask = lift ask
  local f m = ExceptT (local f (runExceptT m))
  reader f = lift (reader f)

instance MonadReader r m => MonadReader r (MaybeT m) where
  ask = lift ask
  local f m = MaybeT (local f (runMaybeT m))
  reader f = lift (reader f)

-- Writer

class (Monoid w, Monad m) => MonadWriter w m | m -> w where
  tell :: w -> m ()
  writer :: (a, w) -> m a
  listen :: m a -> m (a, w)
  pass :: m (a, w -> w) -> m a
  tell w = writer ((), w)
  writer (x, w) = tell w >> return x

listens :: MonadWriter w m => (w -> b) -> m a -> m (a, b)
listens f m = listen m >>= \(x, w) -> return (x, f w)

censor :: MonadWriter w m => (w -> w) -> m a -> m a
censor f m = pass (m >>= \x -> return (x, f))

runWriter :: Writer w a -> (a, w)
runWriter m = runIdentity (runWriterT m)

execWriter :: Writer w a -> w
execWriter m = snd (runWriter m)

execWriterT :: Monad m => WriterT w m a -> m w
execWriterT m = runWriterT m >>= \ ~(_, w) -> return w

mapWriter :: ((a, w) -> (b, v)) -> Writer w a -> Writer v b
mapWriter f m = WriterT (Identity (f (runWriter m)))

instance Functor m => Functor (WriterT w m) where
  fmap f m = WriterT (fmap (\ ~(x, w) -> (f x, w)) (runWriterT m))

instance (Monoid w, Applicative m) => Applicative (WriterT w m) where
  pure x = WriterT (pure (x, mempty))
  m <*> n = WriterT (liftA2 (\ ~(f, w) ~(x, w') -> (f x, w <> w')) (runWriterT m) (runWriterT n))
  liftA2 f m n =
    WriterT (liftA2 (\ ~(x, w) ~(y, w') -> (f x y, w <> w')) (runWriterT m) (runWriterT n))

instance (Monoid w, Monad m) => Monad (WriterT w m) where
  m >>= k = WriterT (runWriterT m >>= \ ~(x, w) ->
    runWriterT (k x) >>= \ ~(y, w') -> return (y, w <> w'))

instance (Monoid w, MonadFail m) => MonadFail (WriterT w m) where
  fail message = WriterT (fail message)

instance (Monoid w, Alternative m) => Alternative (WriterT w m) where
  empty = WriterT empty
  m <|> n = WriterT (runWriterT m <|> runWriterT n)

instance Monoid w => MonadTrans (WriterT w) where
  lift m = WriterT (m >>= \x -> return (x, mempty))

instance (Monoid w, Monad m) => MonadWriter w (WriterT w m) where
  tell w = WriterT (return ((), w))
  writer p = WriterT (return p)
  listen m = WriterT (runWriterT m >>= \ ~(x, w) -> return ((x, w), w))
  pass m = WriterT (runWriterT m >>= \ ~((x, f), w) -> return (x, f w))

instance MonadWriter w m => MonadWriter w (StateT s m) where
  tell w = lift (tell w)
  writer p = lift (writer p)
  listen m = StateT (\s -> listen (runStateT m s) >>= \ ~((x, s'), w) -> return ((x, w), s'))
  pass m = StateT (\s -> pass (runStateT m s >>= \ ~((x, f), s') -> return ((x, s'), f)))

instance MonadWriter w m => MonadWriter w (ReaderT r m) where
  tell w = lift (tell w)
  writer p = lift (writer p)
  listen m = ReaderT (\r -> listen (runReaderT m r))
  pass m = ReaderT (\r -> pass (runReaderT m r))

instance MonadWriter w m => MonadWriter w (ExceptT e m) where
  tell w = lift (tell w)
  writer p = lift (writer p)
  listen m = ExceptT (listen (runExceptT m) >>= \(r, w) -> return (fmap (\x -> (x, w)) r))
  pass m = ExceptT (pass (runExceptT m >>= \r -> return (case r of
    Left e -> (Left e, \w -> w)
    Right (x, f) -> (Right x, f))))

instance MonadWriter w m => MonadWriter w (MaybeT m) where
  tell w = lift (tell w)
  writer p = lift (writer p)
  listen m = MaybeT (listen (runMaybeT m) >>= \(r, w) -> return (fmap (\x -> (x, w)) r))
  pass m = MaybeT (pass (runMaybeT m >>= \r -> return (case r of
    Nothing -> (Nothing, \w -> w)
    Just (x, f) -> (Just x, f))))

-- Except

class Monad m => MonadError e m | m -> e where
  throwError :: e -> m a
  catchError :: m a -> (e -> m a) -> m a

liftEither :: MonadError e m => Either e a -> m a
liftEither r = case r of
  Left e -> throwError e
  Right x -> return x

runExcept :: Except e a -> Either e a
runExcept m = runIdentity (runExceptT m)

except :: Monad m => Either e a -> ExceptT e m a
except r = ExceptT (return r)

throwE :: Monad m => e -> ExceptT e m a
throwE e = ExceptT (return (Left e))

catchE :: Monad m => ExceptT e m a -> (e -> ExceptT f m a) -> ExceptT f m a
catchE m h = ExceptT (runExceptT m >>= \r -> case r of
  Left e -> runExceptT (h e)
  Right x -> return (Right x))

withExceptT :: Functor m => (e -> f) -> ExceptT e m a -> ExceptT f m a
withExceptT f m = ExceptT (fmap (\r -> case r of
  Left e -> Left (f e)
  Right x -> Right x) (runExceptT m))

withExcept :: (e -> f) -> Except e a -> Except f a
withExcept = withExceptT

mapExceptT :: (m (Either e a) -> n (Either f b)) -> ExceptT e m a -> ExceptT f n b
mapExceptT f m = ExceptT (f (runExceptT m))

instance Functor m => Functor (ExceptT e m) where
  fmap f m = ExceptT (fmap (fmap f) (runExceptT m))

instance Monad m => Applicative (ExceptT e m) where
  pure x = ExceptT (return (Right x))
  m <*> n = ExceptT (runExceptT m >>= \r -> case r of
    Left e -> return (Left e)
    Right f -> runExceptT n >>= \r' -> case r' of
      Left e -> return (Left e)
      Right x -> return (Right (f x)))
  liftA2 f m n = ExceptT (runExceptT m >>= \r -> case r of
    Left e -> return (Left e)
    Right x -> runExceptT n >>= \r' -> case r' of
      Left e -> return (Left e)
      Right y -> return (Right (f x y)))
  m *> n = ExceptT (runExceptT m >>= \r -> case r of
    Left e -> return (Left e)
    Right _ -> runExceptT n)

instance Monad m => Monad (ExceptT e m) where
  m >>= k = ExceptT (runExceptT m >>= \r -> case r of
    Left e -> return (Left e)
    Right x -> runExceptT (k x))
  m >> n = ExceptT (runExceptT m >>= \r -> case r of
    Left e -> return (Left e)
    Right _ -> runExceptT n)

instance MonadFail m => MonadFail (ExceptT e m) where
  fail message = ExceptT (fail message)

instance (Monoid e, Monad m) => Alternative (ExceptT e m) where
  empty = ExceptT (return (Left mempty))
  m <|> n = ExceptT (runExceptT m >>= \r -> case r of
    Left e -> runExceptT n >>= \r' -> case r' of
      Left e' -> return (Left (e <> e'))
      Right x -> return (Right x)
    Right x -> return (Right x))

instance MonadTrans (ExceptT e) where
  lift m = ExceptT (m >>= \x -> return (Right x))

instance MonadError e (Either e) where
  throwError = Left
  catchError m h = case m of
    Left e -> h e
    Right x -> Right x

instance MonadError () Maybe where
  throwError _ = Nothing
  catchError m h = case m of
    Nothing -> h ()
    Just x -> Just x

instance Monad m => MonadError e (ExceptT e m) where
  throwError e = ExceptT (return (Left e))
  catchError m h = ExceptT (runExceptT m >>= \r -> case r of
    Left e -> runExceptT (h e)
    Right x -> return (Right x))

instance MonadError e m => MonadError e (StateT s m) where
  throwError e = lift (throwError e)
  catchError m h = StateT (\s -> catchError (runStateT m s) (\e -> runStateT (h e) s))

instance MonadError e m => MonadError e (ReaderT r m) where
  throwError e = lift (throwError e)
  catchError m h = ReaderT (\r -> catchError (runReaderT m r) (\e -> runReaderT (h e) r))

instance (Monoid w, MonadError e m) => MonadError e (WriterT w m) where
  throwError e = lift (throwError e)
  catchError m h = WriterT (catchError (runWriterT m) (\e -> runWriterT (h e)))

instance MonadError e m => MonadError e (MaybeT m) where
  throwError e = lift (throwError e)
  catchError m h = MaybeT (catchError (runMaybeT m) (\e -> runMaybeT (h e)))

-- Maybe

hoistMaybe :: Monad m => Maybe a -> MaybeT m a
hoistMaybe r = MaybeT (return r)

maybeToExceptT :: Functor m => e -> MaybeT m a -> ExceptT e m a
maybeToExceptT e m = ExceptT (fmap (maybe (Left e) Right) (runMaybeT m))

exceptToMaybeT :: Functor m => ExceptT e m a -> MaybeT m a
exceptToMaybeT m = MaybeT (fmap (either (\_ -> Nothing) Just) (runExceptT m))

instance Functor m => Functor (MaybeT m) where
  fmap f m = MaybeT (fmap (fmap f) (runMaybeT m))

instance Monad m => Applicative (MaybeT m) where
  pure x = MaybeT (return (Just x))
  m <*> n = MaybeT (runMaybeT m >>= \r -> case r of
    Nothing -> return Nothing
    Just f -> runMaybeT n >>= \r' -> case r' of
      Nothing -> return Nothing
      Just x -> return (Just (f x)))
  m *> n = MaybeT (runMaybeT m >>= \r -> case r of
    Nothing -> return Nothing
    Just _ -> runMaybeT n)

instance Monad m => Monad (MaybeT m) where
  m >>= k = MaybeT (runMaybeT m >>= \r -> case r of
    Nothing -> return Nothing
    Just x -> runMaybeT (k x))

instance Monad m => MonadFail (MaybeT m) where
  fail _ = MaybeT (return Nothing)

instance Monad m => Alternative (MaybeT m) where
  empty = MaybeT (return Nothing)
  m <|> n = MaybeT (runMaybeT m >>= \r -> case r of
    Nothing -> runMaybeT n
    Just x -> return (Just x))

instance MonadTrans MaybeT where
  lift m = MaybeT (m >>= \x -> return (Just x))
)source";
}

std::string_view liftedActionsSource() {
  return R"source(
class Monad m => MonadIO m where
  liftIO :: IO a -> m a

instance MonadIO IO where
  liftIO m = m

instance MonadIO m => MonadIO (StateT s m) where
  liftIO m = lift (liftIO m)

instance MonadIO m => MonadIO (ReaderT r m) where
  liftIO m = lift (liftIO m)

instance (Monoid w, MonadIO m) => MonadIO (WriterT w m) where
  liftIO m = lift (liftIO m)

instance MonadIO m => MonadIO (ExceptT e m) where
  liftIO m = lift (liftIO m)

instance MonadIO m => MonadIO (MaybeT m) where
  liftIO m = lift (liftIO m)
)source";
}

std::string_view arrowSource() {
  return R"source(
module Control.Arrow (first, second, (***), (&&&), (>>>), (<<<), left, right, (+++), (|||)) where

infixr 5 +++
infixr 3 ***
infixr 3 &&&
infixr 2 |||
infixr 1 >>>, <<<

first :: (a -> b) -> (a, c) -> (b, c)
first f ~(x, y) = (f x, y)

second :: (a -> b) -> (c, a) -> (c, b)
second f ~(x, y) = (x, f y)

(***) :: (a -> b) -> (c -> d) -> (a, c) -> (b, d)
(***) f g ~(x, y) = (f x, g y)

(&&&) :: (a -> b) -> (a -> c) -> a -> (b, c)
(&&&) f g x = (f x, g x)

(>>>) :: (a -> b) -> (b -> c) -> a -> c
(>>>) f g x = g (f x)

(<<<) :: (b -> c) -> (a -> b) -> a -> c
(<<<) f g x = f (g x)

left :: (a -> b) -> Either a c -> Either b c
left f r = case r of
  Left x -> Left (f x)
  Right y -> Right y

right :: (a -> b) -> Either c a -> Either c b
right f r = case r of
  Left x -> Left x
  Right y -> Right (f y)

(+++) :: (a -> b) -> (c -> d) -> Either a c -> Either b d
(+++) f g r = case r of
  Left x -> Left (f x)
  Right y -> Right (g y)

(|||) :: (a -> c) -> (b -> c) -> Either a b -> c
(|||) f g r = case r of
  Left x -> f x
  Right y -> g y
)source";
}

}  // namespace deforest::text
