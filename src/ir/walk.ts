/** Traversals of IR statements: nested statements, expressions, assigned variables, touched arrays, rewriting. */
import type { VarId } from '../base/brand.ts';
import type { Expr } from '../base/expr.ts';
import type { AsyncOp, Place, Stmt } from './ir.ts';
import { assertNever } from '../base/invariant.ts';

/** The statement lists directly inside a statement, in execution order. */
export function bodiesOf(stmt: Stmt): readonly (readonly Stmt[])[] {
  switch (stmt.kind) {
    case 'loop':
      return stmt.testFirst ? [stmt.before, stmt.body, stmt.step] : [stmt.body, stmt.before, stmt.step];
    case 'branch':
      return [stmt.then, stmt.otherwise];
    case 'call':
      return [stmt.body];
    case 'assign':
    case 'load':
    case 'store':
    case 'atomic':
    case 'barrier':
    case 'fence':
    case 'async':
    case 'lanes':
    case 'jump':
    case 'assert':
    case 'unknown-value':
    case 'unknown':
      return [];
    default:
      return assertNever(stmt);
  }
}

/** Calls `visit` on every statement, outer ones before what is in them. */
export function eachStmt(body: readonly Stmt[], visit: (stmt: Stmt) => void): void {
  for (const stmt of body) {
    visit(stmt);
    for (const inner of bodiesOf(stmt)) eachStmt(inner, visit);
  }
}

/** The first number that no statement has. */
export function nextStmtId(body: readonly Stmt[]): number {
  let last = 0;
  eachStmt(body, ({ id }) => {
    last = Math.max(last, id);
  });
  return last + 1;
}

/** How many statements there are, at any depth. */
export function countStmts(body: readonly Stmt[]): number {
  let count = 0;
  eachStmt(body, () => count++);
  return count;
}

/** Whether some statement, at any depth, is one that `matches`. */
export function someStmt(body: readonly Stmt[], matches: (stmt: Stmt) => boolean): boolean {
  return body.some((stmt) => matches(stmt) || bodiesOf(stmt).some((inner) => someStmt(inner, matches)));
}

/** Whether it leaves the call that it stands in. */
export const leavesCall = (stmt: Stmt): boolean =>
  stmt.kind !== 'call' &&
  ((stmt.kind === 'jump' && stmt.to === 'return') || bodiesOf(stmt).some((list) => list.some(leavesCall)));

/** Whether it has a barrier of the whole grid. */
export const synchronizesGrid = (body: readonly Stmt[]): boolean =>
  someStmt(body, (stmt) => stmt.kind === 'barrier' && stmt.scope.kind === 'grid');

/** Whether it has one that only a cooperative launch gives a meaning. */
export const isCooperative = (body: readonly Stmt[]): boolean =>
  someStmt(
    body,
    (stmt) =>
      stmt.kind === 'barrier' &&
      stmt.scope.kind === 'grid' &&
      stmt.scope.isOfClusters !== true &&
      stmt.scope.isOwn !== true,
  );

/** The place that a statement accesses, or null. */
export function placeOf(stmt: Stmt): Place | null {
  return stmt.kind === 'load' || stmt.kind === 'store' || stmt.kind === 'atomic' ? stmt.place : null;
}

/** The expressions a statement itself evaluates (not those of nested statements), indices of its place first. */
export function expressionsOf(stmt: Stmt): readonly Expr[] {
  const indices = placeOf(stmt)?.subscripts.map((subscript) => subscript.index) ?? [];
  switch (stmt.kind) {
    case 'assign':
      return [stmt.value];
    case 'load':
      return indices;
    case 'store':
      return [...indices, stmt.value];
    case 'atomic':
      return [...indices, ...stmt.operands];
    case 'barrier':
      return barrierExpressions(stmt);
    case 'lanes':
      return [...(stmt.mask === null ? [] : [stmt.mask]), ...stmt.operands];
    case 'loop':
    case 'assert':
      return [stmt.condition];
    case 'branch':
      return [stmt.when];
    case 'unknown-value':
      return stmt.result?.args ?? [];
    case 'async':
      return asyncExpressions(stmt.op);
    case 'fence':
    case 'call':
    case 'jump':
    case 'unknown':
      return [];
    default:
      return assertNever(stmt);
  }
}

/** The object that an asynchronous step is about, where it lies in memory. */
export function objectOf(op: AsyncOp): Place | null {
  return 'on' in op && typeof op.on === 'object' && op.on.kind === 'at' ? op.on.place : null;
}

/** The expressions that an asynchronous step evaluates. */
export function asyncExpressions(op: AsyncOp): readonly Expr[] {
  const indices = objectOf(op)?.subscripts.map((subscript) => subscript.index) ?? [];
  switch (op.kind) {
    case 'issue':
      return [...indices, ...(op.bytes === null ? [] : [op.bytes])];
    case 'init':
      return [...indices, op.count];
    case 'arrive':
      return [...indices, op.count, ...(op.bytes === null ? [] : [op.bytes])];
    case 'await-phase':
    case 'look':
      return [...indices, op.phase];
    case 'arrive-copies':
      return indices;
    case 'issued':
    case 'proxy-fence':
    case 'commit':
    case 'await-batches':
      return [];
    default:
      return assertNever(op);
  }
}

function barrierExpressions(stmt: Extract<Stmt, { kind: 'barrier' }>): readonly Expr[] {
  const reduction = stmt.reduction === null ? [] : [stmt.reduction.predicate];
  switch (stmt.scope.kind) {
    case 'warp':
      return [...(stmt.scope.mask === null ? [] : [stmt.scope.mask]), ...reduction];
    case 'named':
      return [stmt.scope.barrier, ...(stmt.scope.threads === null ? [] : [stmt.scope.threads]), ...reduction];
    case 'block':
    case 'tile':
    case 'grid':
    case 'cluster':
    case 'collective':
      return reduction;
    default:
      return assertNever(stmt.scope);
  }
}

/** The scalar that a statement itself gives a value to, or null. */
export function targetOf(stmt: Stmt): VarId | null {
  switch (stmt.kind) {
    case 'assign':
    case 'load':
    case 'atomic':
    case 'lanes':
    case 'unknown-value':
      return stmt.target;
    case 'barrier':
      return stmt.reduction?.target ?? null;
    case 'async':
      return stmt.op.kind === 'arrive' || stmt.op.kind === 'look' ? stmt.op.target : null;
    case 'store':
    case 'fence':
    case 'loop':
    case 'branch':
    case 'call':
    case 'jump':
    case 'assert':
    case 'unknown':
      return null;
    default:
      return assertNever(stmt);
  }
}

/** The scalars assigned anywhere in `body`. */
export function assignedIn(body: readonly Stmt[]): ReadonlySet<VarId> {
  const found = new Set<VarId>();
  eachStmt(body, (stmt) => {
    const target = targetOf(stmt);
    if (target !== null) found.add(target);
  });
  return found;
}

/** Rewrites every statement list, innermost first: `rewrite` gets each statement with its nested lists done. */
export function mapStmts(body: readonly Stmt[], rewrite: (stmt: Stmt) => readonly Stmt[]): readonly Stmt[] {
  return body.flatMap((stmt) => rewrite(withMappedBodies(stmt, (inner) => mapStmts(inner, rewrite))));
}

/** The statement with each of its directly nested lists replaced; itself where it has none. */
export function withMappedBodies(stmt: Stmt, map: (inner: readonly Stmt[]) => readonly Stmt[]): Stmt {
  switch (stmt.kind) {
    case 'loop':
      return { ...stmt, before: map(stmt.before), body: map(stmt.body), step: map(stmt.step) };
    case 'branch':
      return { ...stmt, then: map(stmt.then), otherwise: map(stmt.otherwise) };
    case 'call':
      return { ...stmt, body: map(stmt.body) };
    case 'assign':
    case 'load':
    case 'store':
    case 'atomic':
    case 'barrier':
    case 'fence':
    case 'async':
    case 'lanes':
    case 'jump':
    case 'assert':
    case 'unknown-value':
    case 'unknown':
      return stmt;
    default:
      return assertNever(stmt);
  }
}
