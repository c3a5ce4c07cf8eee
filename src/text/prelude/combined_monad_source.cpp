// RWST of transformers and mtl: a reader, a writer and a state in one. As with the others, what a
// writer or a state hands on is taken from lazy tuples.
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view combinedSource() {
  return R"source(
import Control.Applicative
import Control.Monad
import Control.Monad.Transformers'
import Data.Functor.Identity

newtype RWST r w s m a = RWST { runRWST :: r -> s -> m (a, s, w) }
type RWS r w s = RWST r w s Identity

rws :: Monoid w => (r -> s -> (a, s, w)) -> RWS r w s a
rws f = RWST (\r s -> Identity (f r s))

rwsT :: (Functor m, Monoid w) => (r -> s -> m (a, s, w)) -> RWST r w s m a
rwsT f = RWST f

runRWS :: Monoid w => RWS r w s a -> r -> s -> (a, s, w)
runRWS m r s = runIdentity (runRWST m r s)

evalRWS :: Monoid w => RWS r w s a -> r -> s -> (a, w)
evalRWS m r s = case runRWS m r s of (x, _, w) -> (x, w)

execRWS :: Monoid w => RWS r w s a -> r -> s -> (s, w)
execRWS m r s = case runRWS m r s of (_, s', w) -> (s', w)

evalRWST :: (Monad m, Monoid w) => RWST r w s m a -> r -> s -> m (a, w)
evalRWST m r s = runRWST m r s >>= \ ~(x, _, w) -> return (x, w)

execRWST :: (Monad m, Monoid w) => RWST r w s m a -> r -> s -> m (s, w)
execRWST m r s = runRWST m r s >>= \ ~(_, s', w) -> return (s', w)

mapRWS :: ((a, s, w) -> (b, s, v)) -> RWS r w s a -> RWS r v s b
mapRWS f m = RWST (\r s -> Identity (f (runIdentity (runRWST m r s))))

withRWS :: (q -> s -> (r, s)) -> RWS r w s a -> RWS q w s a
withRWS f m = RWST (\q s -> case f q s of (r, s') -> runRWST m r s')

mapRWST :: (m (a, s, w) -> n (b, s, v)) -> RWST r w s m a -> RWST r v s n b
mapRWST f m = RWST (\r s -> f (runRWST m r s))

withRWST :: (q -> s -> (r, s)) -> RWST r w s m a -> RWST q w s m a
withRWST f m = RWST (\q s -> case f q s of (r, s') -> runRWST m r s')

instance Functor m => Functor (RWST r w s m) where
  fmap f m = RWST (\r s -> fmap (\ ~(x, s', w) -> (f x, s', w)) (runRWST m r s))

instance (Monoid w, Monad m) => Applicative (RWST r w s m) where
  pure x = RWST (\_ s -> return (x, s, mempty))
  m <*> n = RWST (\r s -> runRWST m r s >>= \ ~(f, s', w) ->
    runRWST n r s' >>= \ ~(x, s'', v) -> return (f x, s'', w <> v))
  liftA2 f m n = RWST (\r s -> runRWST m r s >>= \ ~(x, s', w) ->
    runRWST n r s' >>= \ ~(y, s'', v) -> return (f x y, s'', w <> v))

instance (Monoid w, Monad m) => Monad (RWST r w s m) where
  m >>= k = RWST (\r s -> runRWST m r s >>= \ ~(x, s', w) ->
    runRWST (k x) r s' >>= \ ~(y, s'', v) -> return (y, s'', w <> v))

instance (Monoid w, MonadFail m) => MonadFail (RWST r w s m) where
  fail message = RWST (\_ _ -> fail message)

instance (Monoid w, Monad m, Alternative m) => Alternative (RWST r w s m) where
  empty = RWST (\_ _ -> empty)
  m <|> n = RWST (\r s -> runRWST m r s <|> runRWST n r s)

instance Monoid w => MonadTrans (RWST r w s) where
  lift m = RWST (\_ s -> m >>= \x -> return (x, s, mempty))

instance (Monoid w, Monad m) => MonadState s (RWST r w s m) where
  get = RWST (\_ s -> return (s, s, mempty))
  put s = RWST (\_ _ -> return ((), s, mempty))
  state f = RWST (\_ s -> case f s of (x, s') -> return (x, s', mempty))

instance (Monoid w, Monad m) => MonadReader r (RWST r w s m) where
  ask = RWST (\r s -> return (r, s, mempty))
  local f m = RWST (\r s -> runRWST m (f r) s)
  reader f = RWST (\r s -> return (f r, s, mempty))

instance (Monoid w, Monad m) => MonadWriter w (RWST r w s m) where
  tell w = RWST (\_ s -> return ((), s, w))
  writer (x, w) = RWST (\_ s -> return (x, s, w))
  listen m = RWST (\r s -> runRWST m r s >>= \ ~(x, s', w) -> return ((x, w), s', w))
  pass m = RWST (\r s -> runRWST m r s >>= \ ~((x, f), s', w) -> return (x, s', f w))

instance (Monoid w, MonadError e m) => MonadError e (RWST r w s m) where
  throwError e = lift (throwError e)
  catchError m h = RWST (\r s -> catchError (runRWST m r s) (\e -> runRWST (h e) r s))
)source";
}

std::string_view combinedActionsSource() {
  return R"source(
instance (Monoid w, MonadIO m) => MonadIO (RWST r w s m) where
  liftIO m = lift (liftIO m)
)source";
}

}  // namespace deforest::text
