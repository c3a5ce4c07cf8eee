import Calc.Eval
import Calc.Parser (parse, Result (Ok))
import qualified Calc.Parser as P
import Calc.Syntax (size)
import qualified Data.Map.Strict as M

env :: Env
env = M.fromList [("x", 5), ("y", 7)]

run :: String -> String
run text = case parse text of
  P.Error e -> "error: " ++ e
  Ok e -> show (eval env e) ++ " of " ++ show (size e) ++ ", " ++ show (simplify e)

main :: IO ()
main = do
  mapM_ (putStrLn . run)
    [ "1 + 2 * 3"
    , "x * (y - 1) - 0 * z"
    , "let z = x + 0 in z * 1 + 1 * y"
    , "(1 + 2"
    , "1 2"
    , "let a = b in 3"
    ]
  print (Number 3, Lit 1 :+: Lit 2 :*: Lit 3 :-: Var "q")
  print (fmap size (parse "1+1"))
