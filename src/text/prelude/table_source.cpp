// Arrays and maps that are defined by themselves (scopes/tables.cpp): the elements are functions of
// the table, and what they result in is kept in a slot, which native code writes
// (native/write_slots.hpp).
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view tableSource() {
  return R"haskell(
newtype Element t e = Element (t -> e)
data Later t e = Later (Slot e) (Element t e)
data Slot e = EmptySlot | FullSlot e

later :: (t -> e) -> Element t e
later f = Element f

-- `map f xs` as the elements of a table.
laterOfEach :: (t -> a -> e) -> [a] -> [Element t e]
laterOfEach f xs = map (\x -> Element (\t -> f t x)) xs

withSlot :: Element t e -> Later t e
withSlot x = Later (slotOf x) x

slotOf :: x -> Slot e
slotOf _ = EmptySlot

forcedIn :: t -> Later t e -> e
forcedIn t (Later s (Element f)) = case s of
  FullSlot x -> x
  EmptySlot -> fillSlot s (f t)

fillSlot :: Slot e -> e -> e
fillSlot _ x = x

newtype TiedArray i e = TiedArray (Array i (Later (TiedArray i e) e))

tiedArray :: Ix i => (i, i) -> [(i, Element (TiedArray i e) e)] -> TiedArray i e
tiedArray b entries = TiedArray (Array.amap withSlot (Array.array b entries))

tiedListArray :: Ix i => (i, i) -> [Element (TiedArray i e) e] -> TiedArray i e
tiedListArray b xs = TiedArray (Array.amap withSlot (Array.listArray b xs))

arrayElement :: Ix i => TiedArray i e -> i -> e
arrayElement t i = case t of TiedArray a -> forcedIn t (a Array.! i)

arrayBounds :: TiedArray i e -> (i, i)
arrayBounds (TiedArray a) = Array.bounds a

arrayIndices :: Ix i => TiedArray i e -> [i]
arrayIndices (TiedArray a) = Array.indices a

arrayWhole :: TiedArray i e -> Array i e
arrayWhole t = case t of TiedArray a -> Array.amap (\x -> forcedIn t x) a

newtype TiedMap k e = TiedMap (Map k (Later (TiedMap k e) e))

tiedMapFromList :: Ord k => [(k, Element (TiedMap k e) e)] -> TiedMap k e
tiedMapFromList entries = TiedMap (Map.map withSlot (Map.fromList entries))

tiedMapFromSet :: (TiedMap k e -> k -> e) -> Set k -> TiedMap k e
tiedMapFromSet f s = TiedMap (Map.fromSet (\k -> withSlot (Element (\t -> f t k))) s)

tiedMapMap :: (TiedMap k e -> a -> e) -> Map k a -> TiedMap k e
tiedMapMap f m = TiedMap (Map.map (\x -> withSlot (Element (\t -> f t x))) m)

tiedMapWithKey :: (TiedMap k e -> k -> a -> e) -> Map k a -> TiedMap k e
tiedMapWithKey f m = TiedMap (Map.mapWithKey (\k x -> withSlot (Element (\t -> f t k x))) m)

mapElement :: Ord k => TiedMap k e -> k -> e
mapElement t k = case t of TiedMap m -> forcedIn t (m Map.! k)

mapPerhaps :: Ord k => TiedMap k e -> k -> Maybe e
mapPerhaps t k = mapLookup k t

mapLookup :: Ord k => k -> TiedMap k e -> Maybe e
mapLookup k t = case t of TiedMap m -> fmap (\x -> forcedIn t x) (Map.lookup k m)

mapElementOr :: Ord k => e -> k -> TiedMap k e -> e
mapElementOr x k t = case t of
  TiedMap m -> case Map.lookup k m of
    Nothing -> x
    Just y -> forcedIn t y

mapMember :: Ord k => k -> TiedMap k e -> Bool
mapMember k (TiedMap m) = Map.member k m

mapNotMember :: Ord k => k -> TiedMap k e -> Bool
mapNotMember k (TiedMap m) = Map.notMember k m

mapKeys :: TiedMap k e -> [k]
mapKeys (TiedMap m) = Map.keys m

mapSize :: TiedMap k e -> Int
mapSize (TiedMap m) = Map.size m

mapWhole :: TiedMap k e -> Map k e
mapWhole t = case t of TiedMap m -> Map.map (\x -> forcedIn t x) m

newtype TiedIntMap e = TiedIntMap (IntMap (Later (TiedIntMap e) e))

tiedIntMapFromList :: [(Int, Element (TiedIntMap e) e)] -> TiedIntMap e
tiedIntMapFromList entries = TiedIntMap (IntMap.map withSlot (IntMap.fromList entries))

tiedIntMapFromSet :: (TiedIntMap e -> Int -> e) -> IntSet -> TiedIntMap e
tiedIntMapFromSet f s = TiedIntMap (IntMap.fromSet (\k -> withSlot (Element (\t -> f t k))) s)

tiedIntMapMap :: (TiedIntMap e -> a -> e) -> IntMap a -> TiedIntMap e
tiedIntMapMap f m = TiedIntMap (IntMap.map (\x -> withSlot (Element (\t -> f t x))) m)

tiedIntMapWithKey :: (TiedIntMap e -> Int -> a -> e) -> IntMap a -> TiedIntMap e
tiedIntMapWithKey f m =
  TiedIntMap (IntMap.mapWithKey (\k x -> withSlot (Element (\t -> f t k x))) m)

intMapElement :: TiedIntMap e -> Int -> e
intMapElement t k = case t of TiedIntMap m -> forcedIn t (m IntMap.! k)

intMapPerhaps :: TiedIntMap e -> Int -> Maybe e
intMapPerhaps t k = intMapLookup k t

intMapLookup :: Int -> TiedIntMap e -> Maybe e
intMapLookup k t = case t of TiedIntMap m -> fmap (\x -> forcedIn t x) (IntMap.lookup k m)

intMapElementOr :: e -> Int -> TiedIntMap e -> e
intMapElementOr x k t = case t of
  TiedIntMap m -> case IntMap.lookup k m of
    Nothing -> x
    Just y -> forcedIn t y

intMapMember :: Int -> TiedIntMap e -> Bool
intMapMember k (TiedIntMap m) = IntMap.member k m

intMapNotMember :: Int -> TiedIntMap e -> Bool
intMapNotMember k (TiedIntMap m) = IntMap.notMember k m

intMapKeys :: TiedIntMap e -> [Int]
intMapKeys (TiedIntMap m) = IntMap.keys m

intMapSize :: TiedIntMap e -> Int
intMapSize (TiedIntMap m) = IntMap.size m

intMapWhole :: TiedIntMap e -> IntMap e
intMapWhole t = case t of TiedIntMap m -> IntMap.map (\x -> forcedIn t x) m
)haskell";
}

}  // namespace deforest::text
