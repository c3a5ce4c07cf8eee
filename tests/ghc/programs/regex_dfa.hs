-- Regex to NFA (Thompson) to DFA (subsets), minimised and run as a tokenizer.
module Main (main) where

import qualified Data.IntMap.Strict as IM
import qualified Data.IntSet as IS
import Data.List (foldl', partition, sortOn)
import qualified Data.Map.Strict as M
import qualified Data.Set as S
import System.Environment (getArgs)

data Regex
  = Eps | Class (S.Set Char)
  | Regex :|: Regex | Regex :.: Regex
  | Star Regex

infixl 6 :|:
infixl 7 :.:

oneOf :: String -> Regex
oneOf = Class . S.fromList

lit :: String -> Regex
lit = foldr ((:.:) . oneOf . pure) Eps

plus, opt :: Regex -> Regex
plus r = r :.: Star r
opt r  = r :|: Eps

-- NFA -----------------------------------------------------------------

data Nfa = Nfa
  { moves  :: IM.IntMap [(S.Set Char, Int)]
  , jumps  :: IM.IntMap [Int]
  , unused :: !Int
  }

-- | Add a regex ending at a given state; gives its start state.
thompson :: Regex -> Int -> Nfa -> (Int, Nfa)
thompson re end nfa = case re of
  Eps     -> (end, nfa)
  Class s -> let (q, n) = new nfa
             in  (q, n { moves = IM.insertWith (++) q [(s, end)] (moves n) })
  a :.: b -> let (m, n) = thompson b end nfa in thompson a m n
  a :|: b -> let (x, n1) = thompson a end nfa
                 (y, n2) = thompson b end n1
                 (q, n3) = new n2
             in  (q, jump q [x, y] n3)
  Star a  -> let (q, n1) = new nfa
                 (x, n2) = thompson a q n1
             in  (q, jump q [x, end] n2)
  where
    new n      = (unused n, n { unused = unused n + 1 })
    jump q t n = n { jumps = IM.insertWith (++) q t (jumps n) }

closure :: Nfa -> IS.IntSet -> IS.IntSet
closure nfa start = go start (IS.toList start)
  where
    go seen []       = seen
    go seen (q : qs) =
      let fresh = filter (`IS.notMember` seen) (IM.findWithDefault [] q (jumps nfa))
      in  go (foldr IS.insert seen fresh) (fresh ++ qs)

-- DFA -----------------------------------------------------------------

data Dfa = Dfa
  { table  :: !(IM.IntMap (M.Map Char Int))
  , accept :: !(IM.IntMap Int)        -- state to rule number
  , start  :: !Int
  }

toDfa :: [Regex] -> Dfa
toDfa rules = build (M.singleton first 0) [first] (Dfa IM.empty IM.empty 0)
  where
    n = length rules                              -- states 0 .. n-1 are final
    (entries, nfa) = foldr add ([], Nfa IM.empty IM.empty n) (zip [0 ..] rules)
    add (i, r) (es, m) = let (q, m') = thompson r i m in (q : es, m')
    first = closure nfa (IS.fromList entries)
    build _ [] dfa = dfa
    build names (qs : todo) dfa = build names' (todo ++ fresh) dfa
      { table  = IM.insert here (M.map (names' M.!) targets) (table dfa)
      , accept = maybe id (IM.insert here . fst) (finals qs) (accept dfa) }
      where
        here    = names M.! qs
        targets = M.map (closure nfa) $ M.fromListWith IS.union
          [ (c, IS.singleton t) | q <- IS.toList qs, (s, t) <- IM.findWithDefault [] q (moves nfa), c <- S.toList s ]
        fresh   = S.toList (S.fromList (M.elems targets) S.\\ M.keysSet names)
        names'  = foldl' (\m k -> M.insert k (M.size m) m) names fresh
    finals = IS.minView . fst . IS.partition (< n)

-- | Moore's refinement: split classes until they are stable.
minimise :: Dfa -> Dfa
minimise (Dfa t acc s) = Dfa table' accept' (cls s)
  where
    states  = IM.keys t
    classes = refine (IM.fromList [ (q, IM.findWithDefault (-1) q acc) | q <- states ])
    refine m
      | count m' == count m = m'
      | otherwise           = refine m'
      where
        m'      = IM.map (ids M.!) sigs
        sigs    = IM.mapWithKey (\q k -> (k, M.map (m IM.!) (t IM.! q))) m
        ids     = M.fromList (zip (S.toList (S.fromList (IM.elems sigs))) [0 ..])
        count   = IS.size . IS.fromList . IM.elems
    cls q   = classes IM.! q
    table'  = IM.fromList [ (cls q, M.map cls (t IM.! q)) | q <- states ]
    accept' = IM.fromList [ (cls q, r) | (q, r) <- IM.toList acc ]

-- Tokenizer -----------------------------------------------------------

longest :: Dfa -> String -> Maybe (Int, String, String)
longest dfa = go (start dfa) [] Nothing
  where
    go q seen best cs = case cs of
        c : rest | Just q' <- M.lookup c =<< IM.lookup q (table dfa) -> go q' (c : seen) here rest
        _        -> (\(r, lexeme, left) -> (r, reverse lexeme, left)) <$> here
      where
        here | Just r <- IM.lookup q (accept dfa), not (null seen) = Just (r, seen, cs)
             | otherwise                                           = best

tokens :: Dfa -> String -> [Either Char (Int, String)]
tokens _ [] = []
tokens dfa cs@(c : rest) = case longest dfa cs of
  Just (r, lexeme, left) -> Right (r, lexeme) : tokens dfa left
  Nothing                -> Left c : tokens dfa rest

ruleNames :: [String]
rules :: [Regex]
(ruleNames, rules) = unzip
  [ ("keyword", foldr1 (:|:) (map lit ["if", "then", "else", "while", "do", "end"]))
  , ("ident",   oneOf letters :.: Star (oneOf (letters ++ digits ++ "_")))
  , ("float",   plus (oneOf digits) :.: lit "." :.: plus (oneOf digits) :.: opt (oneOf "eE" :.: opt (oneOf "+-") :.: plus (oneOf digits)))
  , ("int",     plus (oneOf digits))
  , ("op",      foldr1 (:|:) (map lit [":=", "<=", "==", "<", "+", "-", "*", "(", ")", ";"]))
  , ("string",  lit "\"" :.: Star (oneOf (letters ++ digits ++ " .")) :.: lit "\"")
  , ("space",   plus (oneOf " \n\t")) ]
  where letters = ['a' .. 'z'] ++ ['A' .. 'Z']
        digits  = ['0' .. '9']

program :: Int -> String
program n = concatMap stmt [1 .. n]
  where
    stmt k = case k `mod` 4 of
      0 -> "while x" ++ show k ++ " <= " ++ show (k * 37) ++ " do y:=y+1.5e-" ++ show (k `mod` 9) ++ "; end\n"
      1 -> "if iffy == \"str " ++ show k ++ "\" then z := (a_" ++ show k ++ "*2) else done := 0;\n"
      2 -> "v" ++ show k ++ " := " ++ show (k * k) ++ "." ++ show k ++ " ? 3 . 4;\n"
      _ -> "\tdo_it(" ++ show k ++ ") ; whilex := 12e5 - .5\n"

main :: IO ()
main = do
  args <- getArgs
  let n     = case args of { [s] -> read s; _ -> 40 }
      big   = toDfa rules
      dfa   = minimise big
      (bad, good) = partition (either (const True) (const False)) (tokens dfa (program n))
      tally = M.fromListWith (+) [ (r, 1 :: Int) | Right (r, _) <- good ]
  putStrLn ("dfa states " ++ show (IM.size (table big)) ++ ", minimal " ++ show (IM.size (table dfa)))
  putStrLn (unwords [ ruleNames !! r ++ ":" ++ show x | Right (r, x) <- take 24 (tokens dfa (program 3)), r /= 6 ])
  mapM_ (\(r, k) -> putStrLn ("  " ++ ruleNames !! r ++ " " ++ show k)) (sortOn (negate . snd) (M.toList tally))
  putStrLn ("stray " ++ show (M.toList (M.fromListWith (+) [ (c, 1 :: Int) | Left c <- bad ])))
  print (foldl' (\h (r, x) -> (h * 33 + r + length x) `mod` 1000000007) 5381 [ t | Right t <- good ])
