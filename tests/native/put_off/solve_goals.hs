module Main where

-- Facts and rules over atoms and variables, solved by depth first search for lists of bindings.
data Term = Var Int | Atom Int
  deriving (Eq)

type Goal = (Int, Term, Term)

type Bindings = [(Int, Term)]

walk :: Bindings -> Term -> Term
walk s t@(Var v) = maybe t (walk s) (lookup v s)
walk _ t = t

unify :: Term -> Term -> Bindings -> Maybe Bindings
unify a b s = case (walk s a, walk s b) of
  (Atom x, Atom y)
    | x == y -> Just s
    | otherwise -> Nothing
  (Var x, Var y) | x == y -> Just s
  (Var x, t) -> Just ((x, t) : s)
  (t, Var y) -> Just ((y, t) : s)

-- parent n is n `div` 2 and n `div` 3; ancestor X Y :- parent X Y; parent X Z, ancestor Z Y.
rules :: Int -> Goal -> [(Term, Term, [Goal])]
rules _ (0, _, _) = [(Atom (n `div` d), Atom n, []) | n <- [2 .. 200], d <- [2, 3]]
rules k _ =
  [ (Var k, Var (k + 1), [(0, Var k, Var (k + 1))])
  , (Var k, Var (k + 1), [(0, Var k, Var (k + 2)), (1, Var (k + 2), Var (k + 1))])
  ]

solve :: Int -> [Goal] -> Bindings -> [Bindings]
solve _ [] s = [s]
solve k (g@(_, a, b) : gs) s =
  [ answer
  | (a', b', body) <- rules k g
  , Just s1 <- [unify a a' s]
  , Just s2 <- [unify b b' s1]
  , answer <- solve (k + 3) (body ++ gs) s2
  ]

answers :: Int -> [Int]
answers n = [x | s <- solve 2 [(1, Atom 1, Var 0), (1, Var 0, Var 1)] [], Atom x <- [walk s (Var 1)], x > n]

main :: IO ()
main = do
  print (take 3 (answers 20))
  print (length (takeWhile (< 150) (answers 50)))
