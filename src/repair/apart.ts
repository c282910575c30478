/**
 * How two statements of a kernel lie to each other: where an order between them could stand in the text, if anywhere.
 * By the shape of the IR alone.
 * Smallest example: of `a[t] = 1; if (t) x = a[0];` the store and the `if` lie in one list, the store first.
 */
import type { Kernel, Stmt, StmtOf } from '../ir/ir.ts';
import type { StmtId } from '../base/brand.ts';
import { bodiesOf, eachStmt } from '../ir/walk.ts';

/**
 * `early`, `late`: the statements of one list that hold the two. `arms`: of one branch, of which a thread takes one.
 * `around`: what both stand in, innermost first.
 */
export type Apart =
  | Readonly<{ kind: 'one-list'; early: Stmt; late: Stmt; around: readonly Stmt[] }>
  | Readonly<{ kind: 'arms'; branch: StmtOf<'branch'>; around: readonly Stmt[] }>
  | Readonly<{ kind: 'one-statement'; around: readonly Stmt[] }>
  /** Such as the condition of a loop and its body. */
  | Readonly<{ kind: 'other'; around: readonly Stmt[] }>;

/** The lists on the way to a statement, outermost first, and which of each it is in. */
type Way = readonly Readonly<{ owner: Stmt | null; list: readonly Stmt[]; at: number }>[];

export function apart(kernel: Kernel, first: StmtId, second: StmtId): Apart | null {
  const [a, b] = [wayTo(first, kernel.body, null), wayTo(second, kernel.body, null)];
  if (a === null || b === null) return null;
  const level = a.findIndex(({ list, at }, k) => list !== b[k]?.list || at !== b[k].at);
  const around = aroundOf(a, level < 0 ? a.length - 1 : level);
  const [x, y] = [a[level], b[level]];
  if (x === undefined || y === undefined) return { kind: level < 0 ? 'one-statement' : 'other', around };
  if (x.list !== y.list)
    return x.owner?.kind === 'branch'
      ? { kind: 'arms', branch: x.owner, around: around.slice(1) }
      : { kind: 'other', around };
  const [early, late] = [x.list[Math.min(x.at, y.at)], x.list[Math.max(x.at, y.at)]];
  return early === undefined || late === undefined
    ? { kind: 'other', around }
    : { kind: 'one-list', early, late, around };
}

const aroundOf = (way: Way, level: number): readonly Stmt[] =>
  way
    .slice(0, level + 1)
    .flatMap(({ owner }) => owner ?? [])
    .reverse();

function wayTo(id: StmtId, list: readonly Stmt[], owner: Stmt | null): Way | null {
  for (const [at, stmt] of list.entries()) {
    if (stmt.id === id) return [{ owner, list, at }];
    for (const inner of bodiesOf(stmt)) {
      const rest = wayTo(id, inner, stmt);
      if (rest !== null) return [{ owner, list, at }, ...rest];
    }
  }
  return null;
}

export function statementOf(id: StmtId, kernel: Kernel): Stmt | null {
  let found: Stmt | null = null;
  eachStmt(kernel.body, (stmt) => {
    if (stmt.id === id) found = stmt;
  });
  return found;
}
