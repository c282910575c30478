/**
 * Which values that are not modelled are overwritten before anything reads them: `float x; if (c) x = 1; else x = y;`
 * leaves x undefined for nobody to see. A run in which only such values were made up is as it would be on a device.
 * Liveness [Aho et al., Compilers, 9.2.5] of the variables that are given such values. Over-approximating what is read.
 */
import type { StmtId, VarId } from '../base/brand.ts';
import type { Expr } from '../base/expr.ts';
import type { Stmt, StmtOf } from './ir.ts';
import { assertNever } from '../base/invariant.ts';
import { freeVariables } from '../base/expr-walk.ts';
import { eachStmt, expressionsOf, targetOf } from './walk.ts';

type Live = ReadonlySet<VarId>;
/** What is read after a jump to each of these. */
type Targets = Readonly<{ break: Live; continue: Live; return: Live }>;
type Search = Readonly<{ followed: ReadonlySet<VarId>; read: Set<StmtId> }>;

const nothing: Live = new Set();

/** The statements that give a value which is not modelled, and which nothing reads. */
export function overwrittenValues(body: readonly Stmt[]): ReadonlySet<StmtId> {
  const given = new Map<StmtId, VarId>();
  eachStmt(body, (stmt) => {
    if (stmt.kind === 'unknown-value') given.set(stmt.id, stmt.target);
  });
  const search: Search = { followed: new Set(given.values()), read: new Set() };
  if (given.size > 0) before(search, body, nothing, { break: nothing, continue: nothing, return: nothing });
  return new Set([...given.keys()].filter((id) => !search.read.has(id)));
}

/** What is read from here on, before it is given another value. */
function before(search: Search, body: readonly Stmt[], after: Live, targets: Targets): Live {
  return body.reduceRight((live, stmt) => beforeOne(search, stmt, live, targets), after);
}

function beforeOne(search: Search, stmt: Stmt, after: Live, targets: Targets): Live {
  switch (stmt.kind) {
    case 'branch':
      return withReads(
        search,
        [stmt.when],
        union(before(search, stmt.then, after, targets), before(search, stmt.otherwise, after, targets)),
      );
    case 'loop':
      return beforeLoop(search, stmt, after, targets);
    case 'call':
      return before(search, stmt.body, after, { ...targets, return: after });
    case 'jump':
      return stmt.to === 'exit' ? nothing : targets[stmt.to];
    case 'unknown-value':
      if (after.has(stmt.target)) search.read.add(stmt.id);
      return without(after, stmt.target);
    case 'assign':
    case 'load':
    case 'store':
    case 'atomic':
    case 'barrier':
    case 'fence':
    case 'async':
    case 'lanes':
    case 'assert':
    case 'unknown':
      return withReads(search, expressionsOf(stmt), without(after, targetOf(stmt)));
    default:
      return assertNever(stmt);
  }
}

/** Repeated until what is read at the head of a turn grows no more. */
function beforeLoop(search: Search, loop: StmtOf<'loop'>, after: Live, targets: Targets): Live {
  let head = nothing;
  for (;;) {
    const step = before(search, loop.step, head, targets);
    const test = (staying: Live): Live =>
      before(search, loop.before, withReads(search, [loop.condition], union(after, staying)), targets);
    const inside = (next: Live): Live => before(search, loop.body, next, { ...targets, break: after, continue: next });
    const known = loop.testFirst ? test(inside(step)) : inside(test(step));
    if (known.size === head.size) return known;
    head = known;
  }
}

const union = (a: Live, b: Live): Live => (b.size === 0 ? a : a.size === 0 ? b : new Set([...a, ...b]));
const without = (live: Live, id: VarId | null): Live =>
  id !== null && live.has(id) ? new Set([...live].filter((other) => other !== id)) : live;

function withReads({ followed }: Search, exprs: readonly Expr[], live: Live): Live {
  const reads = exprs.flatMap((expr) => [...freeVariables(expr)].filter((id) => followed.has(id)));
  return union(live, new Set(reads));
}
