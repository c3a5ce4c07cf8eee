// Lists without an end whose elements are computed once (scopes/kept_lists.cpp). A cell has a slot
// for its element, one for the next cell (native/write_slots.hpp), and functions that make them.
// The first one is made when it is first looked at: of itself, since the list may be defined by
// itself. There what follows a cell may be asked for while it is being made, so what has not been
// made is the cell that it is behind.
//
// The cells of a list that is not defined by itself hold the states of what makes it, whose functions
// are known beside them.
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view keptListSource() {
  return R"haskell(
data Kept a = KeptLater (Slot (Kept a)) (KeptStart a)
            | KeptBehind (Kept a)
            | KeptMade (KeptCell a)
data KeptCell a = KeptCell (Slot a) (Slot (Maybe (Kept a))) (KeptStep a)
newtype KeptStart a = KeptStart (Kept a -> Kept a)
data KeptStep a = KeptStep (() -> a) (() -> Maybe (Kept a))

keptLater :: (Kept a -> Kept a) -> Kept a
keptLater start = keptWaiting (KeptStart start)

keptWaiting :: KeptStart a -> Kept a
keptWaiting start = KeptLater (slotOf start) start

keptCell :: (() -> a) -> (() -> Kept a) -> Kept a
keptCell item rest = keptStep (KeptStep item (\_ -> Just (rest ())))

keptStep :: KeptStep a -> Kept a
keptStep step = KeptMade (KeptCell (slotOf step) (slotOf step) step)

keptStream :: (Maybe s, s -> a, s -> Maybe s) -> Kept a
keptStream (start, item, next) = case start of
  Nothing -> error "Prelude.head: empty list"
  Just s -> keptFrom item next s

keptFrom :: (s -> a) -> (s -> Maybe s) -> s -> Kept a
keptFrom item next s = keptStep (KeptStep (\_ -> item s) (\_ -> fmap (keptFrom item next) (next s)))

streamOfKept :: Kept a -> (Maybe (Kept a), Kept a -> a, Kept a -> Maybe (Kept a))
streamOfKept list = (Just list, keptItem, keptNext)

-- Within what it is made of.
streamWithinKept :: Kept a -> (Maybe (Kept a), Kept a -> a, Kept a -> Maybe (Kept a))
streamWithinKept list = (Just list, keptItem, \l -> Just (keptRest l))

keptRest :: Kept a -> Kept a
keptRest list = case list of
  KeptMade (KeptCell _ s _) -> case s of
    FullSlot x -> keptFound x
    EmptySlot -> KeptBehind list
  KeptLater s _ -> case s of
    FullSlot x -> keptRest x
    EmptySlot -> KeptBehind list
  KeptBehind l -> case keptRest l of
    KeptBehind _ -> KeptBehind list
    found -> keptRest found

keptFound :: Maybe (Kept a) -> Kept a
keptFound next = case next of
  Just list -> list
  Nothing -> error "Prelude.head: empty list"

keptItem :: Kept a -> a
keptItem list = case cellOfKept list of
  KeptCell s _ (KeptStep item _) -> case s of
    FullSlot x -> x
    EmptySlot -> fillSlot s (item ())

keptNext :: Kept a -> Maybe (Kept a)
keptNext list = case cellOfKept list of
  KeptCell _ s (KeptStep _ next) -> case s of
    FullSlot x -> x
    EmptySlot -> fillSlot s (next ())

cellOfKept :: Kept a -> KeptCell a
cellOfKept list = case list of
  KeptLater s (KeptStart start) -> case s of
    FullSlot x -> cellOfKept x
    EmptySlot -> cellOfKept (fillSlot s (start list))
  KeptBehind l -> cellOfKept (keptFound (keptNext l))
  KeptMade cell -> cell

data Node s a = Node s (Slot a) (Slot (Maybe (Node s a)))

nodesOf :: (Maybe s, s -> a, s -> Maybe s) -> (Node s a, s -> a, s -> Maybe s)
nodesOf (start, item, next) = case start of
  Nothing -> error "Prelude.head: empty list"
  Just s -> (nodeOf s, item, next)

nodeOf :: s -> Node s a
nodeOf s = Node s (slotOf s) (slotOf s)

streamOfNodes :: (Node s a, s -> a, s -> Maybe s)
              -> (Maybe (Node s a), Node s a -> a, Node s a -> Maybe (Node s a))
streamOfNodes (first, item, next) = (Just first, nodeItem item, nodeAfter next)

nodeItem :: (s -> a) -> Node s a -> a
nodeItem item (Node s kept _) = case kept of
  FullSlot x -> x
  EmptySlot -> fillSlot kept (item s)

nodeAfter :: (s -> Maybe s) -> Node s a -> Maybe (Node s a)
nodeAfter next (Node s _ kept) = case kept of
  FullSlot node -> node
  EmptySlot -> fillSlot kept (fmap nodeOf (next s))
)haskell";
}

}  // namespace deforest::text
