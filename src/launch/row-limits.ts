/**
 * How many threads along an axis the rows of a shared array have room for, where no launch tells:
 * `s[threadIdx.y][threadIdx.x]` of `float s[8][32]` has no meaning in blocks of more than 32 threads along x (C++,
 * [expr.add]: a subscript stays in its dimension), where it would be another row's element. Only of accesses that the
 * last thread along the axis comes to: under no condition on it, and behind none on which threads leave; and in every
 * launch: where a condition on the launch chooses between ways, larger blocks may be meant to go another.
 */
import type { Expr } from '../base/expr.ts';
import type { Kernel, Place, Stmt } from '../ir/ir.ts';
import type { StmtId, VarId } from '../base/brand.ts';
import { bodiesOf, eachStmt, placeOf, someStmt, targetOf } from '../ir/walk.ts';
import { freeVariables, someNode } from '../base/expr-walk.ts';
import { memoized } from '../base/memoize.ts';

export type RowLimit = Readonly<{ axis: 'x' | 'y' | 'z'; most: bigint; line: number }>;

/** At most one for each axis: the strictest. */
export const rowLimits = memoized(({ body, arrays, scalars }: Kernel): readonly RowLimit[] => {
  const isRow = ({ array, subscripts }: Place): boolean =>
    arrays.get(array)?.space === 'shared' && subscripts.length > 1;
  if (
    !someStmt(body, (stmt) => {
      const place = placeOf(stmt);
      return place !== null && isRow(place);
    })
  )
    return [];
  return (['x', 'y', 'z'] as const).flatMap((axis) => {
    const found: RowLimit[] = [];
    const along = dependence(body, scalars, axis);
    comeTo(body, along, (stmt) => {
      const place = placeOf(stmt);
      for (const { index, extent } of place === null || !isRow(place) ? [] : place.subscripts.slice(1)) {
        const ahead = extent === null ? null : along.aheadOf(index);
        if (ahead !== null && extent !== null) found.push({ axis, most: BigInt(extent) - ahead, line: stmt.span.line });
      }
    });
    const [least] = found.filter(({ most }) => most > 0n).sort((a, b) => (a.most < b.most ? -1 : 1));
    return least === undefined ? [] : [least];
  });
});

/** The statements that all threads of a block come to in every launch, as far as it is seen. */
export const reachedByAll = memoized(({ body, scalars }: Kernel): ReadonlySet<StmtId> => {
  const [x, y, z] = (['x', 'y', 'z'] as const).map((axis) => {
    const found = new Set<StmtId>();
    comeTo(body, dependence(body, scalars, axis), ({ id }) => {
      found.add(id);
    });
    return found;
  });
  return new Set([...(x ?? [])].filter((id) => y?.has(id) === true && z?.has(id) === true));
});

/** What differs between threads along an axis. */
type Along = Readonly<{
  /** Whether the value may. */
  differs: (expr: Expr) => boolean;
  /** How far it is ahead of the thread's index; null: it is no such distance. */
  aheadOf: (expr: Expr) => bigint | null;
  /** Whether it follows from the launch alone: its sizes and arguments. */
  isOfLaunch: (expr: Expr) => boolean;
}>;

function dependence(body: readonly Stmt[], scalars: Kernel['scalars'], axis: RowLimit['axis']): Along {
  const own = `threadIdx.${axis}`;
  const varying = new Set<VarId>();
  const values = new Map<VarId, readonly (Expr | null)[]>();
  eachStmt(body, (stmt) => {
    const target = targetOf(stmt);
    if (target !== null)
      values.set(target, [...(values.get(target) ?? []), stmt.kind === 'assign' ? stmt.value : null]);
  });
  const differs = (expr: Expr): boolean =>
    someNode(expr, (node) =>
      node.kind === 'builtin'
        ? node.name === own || !/^(?:threadIdx|blockIdx|blockDim|gridDim)\./.test(node.name)
        : node.kind === 'var'
          ? varying.has(node.id)
          : node.kind === 'apply',
    );
  for (let before = -1; before < varying.size;) {
    before = varying.size;
    spread(body, false, differs, varying);
  }
  // the value of what is assigned once, and not from itself
  const meaningOf = (id: VarId): Expr | null => {
    const [only = null, ...others] = values.get(id) ?? [];
    return only === null || others.length > 0 || scalars.get(id)?.role === 'parameter' || reaches(only, id, values)
      ? null
      : only;
  };
  const aheadOf = (expr: Expr): bigint | null => {
    // a narrower type wraps it around
    if (expr.kind === 'cast') return expr.to.kind === 'int' && expr.to.bits >= 32 ? aheadOf(expr.operand) : null;
    if (expr.kind === 'builtin') return expr.name === own ? 0n : null;
    if (expr.kind === 'var') {
      const only = meaningOf(expr.id);
      return only === null ? null : aheadOf(only);
    }
    if (expr.kind !== 'binary' || expr.right.kind !== 'int' || (expr.op !== '+' && expr.op !== '-')) return null;
    const [left, by] = [aheadOf(expr.left), BigInt.asIntN(32, expr.right.value)];
    return left === null ? null : expr.op === '+' ? left + by : left - by;
  };
  const isOfLaunch = (expr: Expr): boolean =>
    !someNode(expr, (node) => {
      if (node.kind === 'builtin') return !/^(?:blockDim|gridDim)\./.test(node.name);
      if (node.kind !== 'var') return node.kind === 'apply';
      if (scalars.get(node.id)?.role === 'parameter') return values.has(node.id);
      const only = meaningOf(node.id);
      return only === null || !isOfLaunch(only);
    });
  return { differs, aheadOf, isOfLaunch };
}

/** Whether the variable is read to compute the value, at any remove. */
function reaches(value: Expr, id: VarId, values: ReadonlyMap<VarId, readonly (Expr | null)[]>): boolean {
  const seen = new Set<VarId>();
  const pending: Expr[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const read of freeVariables(next)) {
      if (read === id) return true;
      if (seen.has(read)) continue;
      seen.add(read);
      for (const one of values.get(read) ?? []) if (one !== null) pending.push(one);
    }
  }
  return false;
}

/** Adds what is assigned a value that may differ, is read, or is assigned where not all threads may come. */
function spread(body: readonly Stmt[], isUnder: boolean, differs: Along['differs'], varying: Set<VarId>): void {
  for (const stmt of body) {
    const target = targetOf(stmt);
    if (target !== null && (isUnder || stmt.kind !== 'assign' || differs(stmt.value))) varying.add(target);
    const isConditional = isSplit(stmt, differs);
    for (const inner of bodiesOf(stmt)) spread(inner, isUnder || isConditional, differs, varying);
  }
}

/**
 * Visits what the last thread along the axis comes to with all others, in every launch. False: some may have left, or
 * whole launches that did something.
 */
function comeTo(body: readonly Stmt[], along: Along, visit: (stmt: Stmt) => void): boolean {
  return body.every((stmt) => {
    visit(stmt);
    if (stmt.kind === 'branch' && along.isOfLaunch(stmt.when))
      return ![stmt.then, stmt.otherwise].some(
        (way) => leaves(way) && someStmt(way, (inner) => placeOf(inner) !== null),
      );
    if (stmt.kind === 'branch' && isOfLast(stmt.when, along))
      return comeTo(stmt.then, along, visit) && ![stmt.then, stmt.otherwise].some(leaves);
    return isSplit(stmt, along.differs)
      ? !bodiesOf(stmt).some(leaves)
      : bodiesOf(stmt).every((inner) => comeTo(inner, along, visit));
  });
}

/** Whether threads along the axis may part: by its condition, or since some leave a loop before others. */
function isSplit(stmt: Stmt, differs: Along['differs']): boolean {
  if (stmt.kind === 'branch') return differs(stmt.when);
  return (
    stmt.kind === 'loop' &&
    (differs(stmt.condition) ||
      someStmt(stmt.body, (inner) => inner.kind === 'branch' && differs(inner.when) && bodiesOf(inner).some(leaves)))
  );
}

/**
 * `threadIdx.y > 0`: where any thread along the axis comes there, the last one does. Not of `threadIdx.y - 4 > 0`,
 * which may be unsigned.
 */
function isOfLast(when: Expr, { differs, aheadOf }: Along): boolean {
  return (
    when.kind === 'binary' && ['>', '>='].includes(when.op) && (aheadOf(when.left) ?? -1n) >= 0n && !differs(when.right)
  );
}

const leaves = (body: readonly Stmt[]): boolean => someStmt(body, ({ kind }) => kind === 'jump');
