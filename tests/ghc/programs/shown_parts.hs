-- Lists of functions that make texts, taken apart and put together.
module Main where

data J = N Int | A [J] | O [(String, J)]

commas :: [ShowS] -> [ShowS]
commas parts = drop 1 (concatMap (\part -> [showChar ',', part]) parts)

render :: J -> ShowS
render (N n) = shows n
render (A js) = showChar '[' . foldr (.) id (commas (map render js)) . showChar ']'
render (O fields) = showChar '{' . foldr (.) id (commas (map field fields)) . showChar '}'
  where
    field (name, j) = shows name . showChar ':' . render j

main :: IO ()
main = do
  putStrLn (render (A [N 1, A [], O [("x", N 2), ("ys", A [N 3, N (-4)])]]) "")
  print (length (render (A (map N [1 .. 3000])) "."))
