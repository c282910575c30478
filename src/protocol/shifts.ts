/**
 * Shifts to the left that are meant as products. What a shift loses at the top is lost (C++20, expr.shift), and all else here takes it so. But
 * where arguments, dimensions that the launch leaves open, or what a loop counts up to them are shifted by a few bits, the author means a
 * product, which C++ does not let overflow: it is read as one. Exact, if signed arithmetic does not overflow.
 *
 * Example: with a grid of any size, `i = blockIdx.x * blockDim.x + threadIdx.x; a[i << 2]` is `a[i * 4]`; but `m <<= 1` shifts out bits of m.
 */
import type { Builder } from './builder.ts';
import type { Expr } from '../base/expr.ts';
import type { Kernel } from '../ir/ir.ts';
import type { VarId } from '../base/brand.ts';
import { int, typeOf } from '../base/expr-build.ts';
import { eachNode, freeVariables } from '../base/expr-walk.ts';
import { memoized } from '../base/memoize.ts';
import { eachStmt } from '../ir/walk.ts';
import { arithmetic, constantOf } from './fold.ts';

/** From so many bits on, a field is moved to the top rather than a number multiplied. */
const leastMoved = 20n;

/** What is known to stay below this is not open: a block's threads, a grid that the launch states. */
const leastOpen = 1n << 24n;

/** Whether shifts of the expression, as the source has it, may be products: it neither takes bits apart nor shifts what it is assigned to, at once or in a later turn. */
export function mayMultiply(kernel: Kernel, expr: Expr, target: VarId | null): boolean {
  let [shiftsLeft, may] = [false, true];
  eachNode(expr, (node) => {
    if (node.kind !== 'binary') return;
    if (node.op === '<<') shiftsLeft = true;
    if (node.op === '<<' && target !== null && comesFrom(kernel, freeVariables(node.left), target)) may = false;
    if (node.op === '>>' && containsShift(node.left)) may = false;
  });
  return shiftsLeft && may;
}

/** Whether one of the scalars is the other one, or is computed from it somewhere. */
function comesFrom(kernel: Kernel, scalars: ReadonlySet<VarId>, from: VarId): boolean {
  const sources = sourcesOf(kernel);
  const found = new Set(scalars);
  for (const id of found) for (const source of sources.get(id) ?? []) found.add(source);
  return found.has(from);
}

/** The scalars that appear in what is assigned to each scalar. */
const sourcesOf = memoized((kernel: Kernel): ReadonlyMap<VarId, ReadonlySet<VarId>> => {
  const found = new Map<VarId, Set<VarId>>();
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind === 'assign') found.set(stmt.target, new Set([...(found.get(stmt.target) ?? []), ...freeVariables(stmt.value)]));
  });
  return found;
});

function containsShift(expr: Expr): boolean {
  let found = false;
  eachNode(expr, (node) => {
    if (node.kind === 'binary' && node.op === '<<') found = true;
  });
  return found;
}

/** The shift as the product that it is meant to be, where it is. */
export function asProduct(builder: Builder, expr: Expr): Expr {
  const type = typeOf(expr);
  if (expr.kind !== 'binary' || expr.op !== '<<' || type.kind !== 'int' || !type.signed) return expr;
  const amount = constantOf(expr.right);
  if (amount === null || amount < 0n || amount >= leastMoved || !isOpenIn(builder, expr.left)) return expr;
  return arithmetic('*', expr.left, int(1n << amount, type));
}

/** Whether the expression rests on what the launch leaves open. */
export const isOpenIn = (builder: Builder, expr: Expr): boolean => [...freeVariables(expr)].some((id) => isOpen(builder, id));

function isOpen(builder: Builder, id: VarId): boolean {
  const variable = builder.variables.get(id);
  const range = builder.ranges.get(id);
  if (variable === undefined || (range !== undefined && range.high < leastOpen)) return false;
  switch (variable.origin.kind) {
    case 'parameter':
    case 'builtin':
    case 'turn':
    case 'carried':
      return true;
    case 'unknown':
      return builder.openNames.has(id);
  }
}
