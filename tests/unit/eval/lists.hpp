// A program on lists of Int, for tests of the interpreter:
//
//   upto n acc  = if n <= 0 then acc else upto (n - 1) (n : acc)
//   inc xs      = case xs of { [] -> []; x : r -> (x + 1) : inc r }
//   sum xs      = case xs of { [] -> 0; x : r -> x + sum r }
//   total xs s  = case xs of { [] -> s; x : r -> total r (s + x) }
//   sumInc n    = sum (inc (upto n []))
#pragma once

#include "../ir/builder.hpp"

namespace deforest::eval::testing {

struct ListProgram : ir::testing::Builder {
  ir::TypeId list = Builder::list(intType);
  ir::FunId upto = declare("upto", {{"n", intType}, {"acc", list}}, {list});
  ir::FunId inc = declare("inc", {{"xs", list}}, {list});
  ir::FunId sum = declare("sum", {{"xs", list}}, {intType});
  ir::FunId total = declare("total", {{"xs", list}, {"s", intType}}, {intType});
  ir::FunId sumInc = declare("sumInc", {{"n", intType}}, {intType});

  ListProgram() {
    using ir::intLiteral;
    using ir::PrimOp;
    {
      ir::testing::Body b = body(upto);
      const ir::VarId n = parameter(upto, 0);
      const ir::VarId acc = parameter(upto, 1);
      const ir::VarId done = b.primitive("done", boolType, PrimOp::Le, {n, intLiteral(0)});
      ir::testing::Body more = body(upto);
      const ir::VarId less = more.primitive("less", intType, PrimOp::Sub, {n, intLiteral(1)});
      const ir::VarId longer = more.construct("longer", cons(list), {n, acc});
      const ir::VarId rest = more.call("rest", upto, {less, longer});
      const ir::VarId r =
          b.bind("r", list, ir::Conditional{done, ir::Block{{}, {acc}}, more.results({rest})});
      define(upto, b.results({r}));
    }
    {
      ir::testing::Body empty = body(inc);
      const ir::VarId none = empty.construct("none", nil(list));
      const std::vector<ir::VarId> f = fields(inc, cons(list), {"x", "r"});
      ir::testing::Body b = body(inc);
      const ir::VarId y = b.primitive("y", intType, PrimOp::Add, {f[0], intLiteral(1)});
      const ir::VarId r = b.call("r1", inc, {f[1]});
      const ir::VarId c = b.construct("c", cons(list), {y, r});
      defineCase(inc, 0, {{nil(list), {}, empty.results({none})}, {cons(list), f, b.results({c})}});
    }
    {
      const std::vector<ir::VarId> f = fields(sum, cons(list), {"x", "r"});
      ir::testing::Body b = body(sum);
      const ir::VarId r = b.call("s", sum, {f[1]});
      const ir::VarId s = b.primitive("t", intType, PrimOp::Add, {f[0], r});
      defineCase(
          sum, 0,
          {{nil(list), {}, body(sum).results({intLiteral(0)})}, {cons(list), f, b.results({s})}});
    }
    {
      const std::vector<ir::VarId> f = fields(total, cons(list), {"x", "r"});
      ir::testing::Body b = body(total);
      const ir::VarId s = b.primitive("s1", intType, PrimOp::Add, {parameter(total, 1), f[0]});
      const ir::VarId t = b.call("t", total, {f[1], s});
      defineCase(total, 0,
                 {{nil(list), {}, body(total).results({parameter(total, 1)})},
                  {cons(list), f, b.results({t})}});
    }
    {
      ir::testing::Body b = body(sumInc);
      const ir::VarId e = b.construct("e", nil(list));
      const ir::VarId xs = b.call("xs", upto, {parameter(sumInc, 0), e});
      const ir::VarId ys = b.call("ys", inc, {xs});
      const ir::VarId s = b.call("s", sum, {ys});
      define(sumInc, b.results({s}));
    }
    root(sumInc);
  }
};

}  // namespace deforest::eval::testing
