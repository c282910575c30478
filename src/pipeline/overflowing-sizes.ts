/**
 * Products of sizes that overflow: `T * C` of two arguments in 32 signed bits has no meaning in C from 2^31 on, and a
 * collision that needs its wrap-around is none. Products of what each thread computes are left out: hashes and random
 * generators wrap by design, and so are factors that such functions use.
 */
import type { BinaryExpr, Expr } from '../base/expr.ts';
import type { ConcreteRun } from '../launch/run.ts';
import type { Kernel, Stmt } from '../ir/ir.ts';
import type { VarId } from '../base/brand.ts';
import { eachNode, freeVariables, mapExpr } from '../base/expr-walk.ts';
import { eachStmt, expressionsOf, placeOf, targetOf } from '../ir/walk.ts';
import { evaluate } from '../solve/evaluate.ts';
import { int, typeOf } from '../base/expr-build.ts';
import { isInRange } from '../base/arithmetic.ts';
import { isScrambler } from '../witness/realistic.ts';
import { printExpr } from '../base/expr-print.ts';
import { u32 } from '../base/ctype.ts';

const maxNodes = 60;
const found = new WeakMap<Kernel, readonly BinaryExpr[]>();

/** A product of arguments and dimensions that overflows in the run; null: none does. */
export function overflowingSize({ block, grid, scalars }: ConcreteRun, kernel: Kernel): string | null {
  const products = found.get(kernel) ?? productsOfSizes(kernel);
  found.set(kernel, products);
  const values = new Map(
    kernel.params.flatMap((param): readonly (readonly [VarId, bigint])[] => {
      const value = param.kind === 'scalar' ? scalars.get(param.name) : undefined;
      return param.kind === 'scalar' && typeof value === 'bigint' ? [[param.id, value]] : [];
    }),
  );
  const extents = new Map(
    (['x', 'y', 'z'] as const).flatMap((axis, k) => [
      [`blockDim.${axis}`, block[k] ?? 1],
      [`gridDim.${axis}`, grid[k] ?? 1],
    ]),
  );
  for (const product of products) {
    const closed = mapExpr(product, (node) => {
      const extent = node.kind === 'builtin' ? extents.get(node.name) : undefined;
      return extent === undefined ? node : int(extent, u32);
    });
    const value = evaluate(closed, { values, functions: new Map() }, 'ideal');
    const type = typeOf(product);
    if (value !== null && type.kind === 'int' && !isInRange(value, type)) return printExpr(product);
  }
  return null;
}

/** The signed products in the kernel whose factors are made of arguments and dimensions alone. */
function productsOfSizes(kernel: Kernel): readonly BinaryExpr[] {
  const sizes = new Set<VarId>(kernel.params.flatMap((param) => (param.kind === 'scalar' ? [param.id] : [])));
  eachStmt(kernel.body, (stmt) => {
    const target = targetOf(stmt);
    if (target !== null) sizes.delete(target);
  });
  const meanings = new Map<VarId, Expr | null>();
  eachStmt(kernel.body, (stmt) => {
    const target = targetOf(stmt);
    if (target === null) return;
    const isFirst = stmt.kind === 'assign' && !meanings.has(target);
    meanings.set(target, isFirst ? sizeIn(stmt.value, sizes, meanings) : null);
  });
  const products = new Map<string, BinaryExpr>();
  const look = (expr: Expr): void => {
    eachNode(expr, (node) => {
      if (node.kind !== 'binary' || node.op !== '*') return;
      const type = typeOf(node);
      if (type.kind !== 'int' || !type.signed || [node.left, node.right].some(isScrambler)) return;
      const size = sizeIn(node, sizes, meanings);
      if (size?.kind === 'binary') products.set(printExpr(size), size);
    });
  };
  eachStmt(kernel.body, (stmt: Stmt) => {
    expressionsOf(stmt).forEach(look);
    placeOf(stmt)?.subscripts.forEach(({ index }) => {
      look(index);
    });
  });
  return [...products.values()];
}

/** The expression in terms of arguments and dimensions; null: it rests on more, or is long. */
function sizeIn(expr: Expr, sizes: ReadonlySet<VarId>, meanings: ReadonlyMap<VarId, Expr | null>): Expr | null {
  const whole = mapExpr(expr, (node) => (node.kind === 'var' ? (meanings.get(node.id) ?? node) : node));
  let nodes = 0;
  let isSize = [...freeVariables(whole)].every((id) => sizes.has(id));
  eachNode(whole, (node) => {
    nodes++;
    if (node.kind === 'apply' || (node.kind === 'builtin' && !/^(block|grid)Dim/.test(node.name))) isSize = false;
  });
  return isSize && nodes <= maxNodes ? whole : null;
}
