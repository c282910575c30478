/**
 * Whether a race rests on what arrays hold that addresses are multiplied by: `to += place % shape[d] * stride[d];
 * out[to] = v` collides for the strides that we chose, as it does for a bad stride that is an argument. It is looked
 * for in the kernel's own statements, since what a loop sums up has no name in a formula. Over: `out[i / 2 *
 * stride[0]]` counts too, though it collides for any stride.
 */
import type { ArrayId, StmtId, VarId } from '../base/brand.ts';
import type { Expr } from '../base/expr.ts';
import type { Kernel } from '../ir/ir.ts';
import type { RaceObligation } from '../obligation/obligation.ts';
import { sizeOf } from '../base/ctype.ts';
import { typeOf } from '../base/expr-build.ts';
import { eachStmt } from '../ir/walk.ts';

type Sources = ReadonlyMap<VarId, ReadonlySet<ArrayId>>;

/**
 * The arrays, of those that are given, by whose elements addresses of the race are multiplied; of both, for shared
 * memory.
 */
export function stridesBehind(
  { first, second, array }: RaceObligation,
  kernel: Kernel,
  given: ReadonlySet<ArrayId>,
): readonly ArrayId[] {
  const scaled = scaledScalars(kernel, given);
  const [one, other] = [first.id, second.id].map((id) =>
    indicesOf(kernel, id).flatMap((index) => scaledIn(index, ...scaled)),
  );
  if (one === undefined || other === undefined) return [];
  if (kernel.arrays.get(array)?.space === 'shared' && (one.length === 0 || other.length === 0)) return [];
  return [...new Set([...one, ...other])];
}

function indicesOf(kernel: Kernel, id: StmtId): readonly Expr[] {
  const found: Expr[] = [];
  eachStmt(kernel.body, (stmt) => {
    if (stmt.id === id && (stmt.kind === 'load' || stmt.kind === 'store' || stmt.kind === 'atomic'))
      found.push(...stmt.place.subscripts.map(({ index }) => index));
  });
  return found;
}

/** What scalars are elements of, and by elements of what they are multiplied. */
function scaledScalars(kernel: Kernel, given: ReadonlySet<ArrayId>): readonly [elements: Sources, scaled: Sources] {
  const elements = new Map<VarId, Set<ArrayId>>();
  const scaled = new Map<VarId, Set<ArrayId>>();
  let changed = true;
  const add = (to: Map<VarId, Set<ArrayId>>, id: VarId, arrays: readonly ArrayId[]): void => {
    const known = to.get(id) ?? new Set<ArrayId>();
    if (arrays.every((array) => known.has(array))) return;
    to.set(id, new Set([...known, ...arrays]));
    changed = true;
  };
  while (changed) {
    changed = false;
    eachStmt(kernel.body, (stmt) => {
      if (
        stmt.kind === 'load' &&
        given.has(stmt.place.array) &&
        kernel.arrays.get(stmt.place.array)?.space !== 'shared'
      )
        add(elements, stmt.target, [stmt.place.array]);
      if (stmt.kind !== 'assign') return;
      add(elements, stmt.target, elementsIn(stmt.value, elements));
      add(scaled, stmt.target, scaledIn(stmt.value, elements, scaled));
    });
  }
  return [elements, scaled];
}

/** Arrays of whose elements the expression is a sum of multiples. */
function elementsIn(expr: Expr, elements: Sources): readonly ArrayId[] {
  if (expr.kind === 'var') return [...(elements.get(expr.id) ?? [])];
  return termsOf(expr).flatMap((term) => elementsIn(term, elements));
}

function scaledIn(expr: Expr, elements: Sources, scaled: Sources): readonly ArrayId[] {
  if (expr.kind === 'var') return [...(scaled.get(expr.id) ?? [])];
  const terms = termsOf(expr);
  const isProduct = expr.kind === 'binary' && expr.op === '*' && expr.left.kind !== 'int' && expr.right.kind !== 'int';
  return terms.flatMap((term) => [
    ...scaledIn(term, elements, scaled),
    ...(isProduct ? elementsIn(term, elements) : []),
  ]);
}

/** The parts of a sum, product or choice of integers; none of anything else, which may map several values to one. */
function termsOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'cast': {
      const [from, to] = [typeOf(expr.operand), expr.to];
      return from.kind === 'int' && to.kind === 'int' && sizeOf(to) >= sizeOf(from) ? [expr.operand] : [];
    }
    case 'select':
      return [expr.then, expr.otherwise];
    case 'unary':
      return expr.op === 'neg' ? [expr.operand] : [];
    case 'binary':
      return ['+', '-', '*'].includes(expr.op) ? [expr.left, expr.right] : expr.op === '<<' ? [expr.left] : [];
    case 'var':
    case 'int':
    case 'float':
    case 'bool':
    case 'builtin':
    case 'apply':
      return [];
  }
}
