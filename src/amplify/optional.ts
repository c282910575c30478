/**
 * Accesses of which the launch does not say whether they happen: `if (in[i] > 0) s[t] = 1;`, `if (i < n) out[i] = x;`.
 * Where nothing but accesses depends on such a condition, the slice makes them all (both arms, one after the other),
 * and where a thread leaves the kernel under one, it stays. Over-approximating [T10]: a run of the result that shows
 * nothing proves as much of the slice.
 * Needs: a slice, the arguments that are known. Gives: its body without these conditions; the same body where there is
 * none.
 */
import type { ArrayId, StmtId, VarId } from '../base/brand.ts';
import type { BuiltinName, Expr } from '../base/expr.ts';
import type { Stmt } from '../ir/ir.ts';
import type { Slice } from './slice.ts';
import { eachNode, freeVariables } from '../base/expr-walk.ts';
import { bodiesOf, eachStmt, expressionsOf, mapStmts, targetOf } from '../ir/walk.ts';

type Unknowns = Readonly<{
  /** Scalar parameters and built-ins that the launch leaves open. */
  parameters: ReadonlySet<VarId>;
  builtins: ReadonlySet<BuiltinName>;
  /** Whether it is proved that no thread leaves the kernel where others of its block meet a barrier later. */
  leavesTogether: boolean;
}>;

export function withoutOptional(slice: Slice, unknowns: Unknowns): readonly Stmt[] {
  const { body } = slice.kernel;
  const open = openScalars(body, slice.fixed, unknowns);
  const mentions = countMentions(body);
  const mayStay = unknowns.leavesTogether && staysHarmless(slice);
  return mapStmts(body, (stmt) => {
    if (stmt.kind !== 'branch' || !mentionsAny(stmt.when, open, unknowns.builtins)) return [stmt];
    const arms = [stmt.then, stmt.otherwise].map((arm) =>
      mayStay && arm.length > 0 && arm.every((one) => one.kind === 'jump' && one.to === 'exit') ? [] : arm,
    );
    return arms.every((arm) => onlyAccesses(arm, slice.fixed) && isOnItsOwn(arm, mentions)) ? arms.flat() : [stmt];
  });
}

function mentionsAny(expr: Expr, scalars: ReadonlySet<VarId>, builtins: ReadonlySet<BuiltinName>): boolean {
  let found = false;
  eachNode(expr, (node) => {
    found ||= (node.kind === 'var' && scalars.has(node.id)) || (node.kind === 'builtin' && builtins.has(node.name));
  });
  return found;
}

/** Scalars that may depend on what the launch leaves open, or on data. */
function openScalars(
  body: readonly Stmt[],
  fixed: ReadonlySet<ArrayId>,
  { parameters, builtins }: Unknowns,
): ReadonlySet<VarId> {
  const open = new Set(parameters);
  const isOpen = (expr: Expr): boolean => mentionsAny(expr, open, builtins);
  const visit = (list: readonly Stmt[], under: boolean): void => {
    for (const stmt of list) {
      const target = targetOf(stmt);
      const isData =
        stmt.kind === 'unknown-value' ||
        stmt.kind === 'atomic' ||
        (stmt.kind === 'load' && !fixed.has(stmt.place.array));
      if (target !== null && (under || isData || expressionsOf(stmt).some(isOpen))) open.add(target);
      const within = under || ((stmt.kind === 'branch' || stmt.kind === 'loop') && expressionsOf(stmt).some(isOpen));
      for (const inner of bodiesOf(stmt)) visit(inner, within);
    }
  };
  for (let size = -1; size !== open.size;) {
    size = open.size;
    visit(body, false);
  }
  return open;
}

/**
 * Nothing that threads exchange decides control or addresses, and nobody is counted: a thread that would have left
 * changes nothing for the others.
 */
function staysHarmless({ kernel, fixed }: Slice): boolean {
  let isHarmless = [...fixed].every((id) => kernel.arrays.get(id)?.space === 'local');
  eachStmt(kernel.body, (stmt) => {
    isHarmless &&=
      stmt.kind !== 'lanes' && (stmt.kind !== 'barrier' || (stmt.reduction === null && stmt.scope.kind !== 'named'));
  });
  return isHarmless;
}

/** Accesses whose contents decide nothing, and what computes their addresses. */
function onlyAccesses(arm: readonly Stmt[], fixed: ReadonlySet<ArrayId>): boolean {
  return arm.every((stmt) => {
    switch (stmt.kind) {
      case 'load':
      case 'atomic':
      case 'assign':
      case 'unknown-value':
        return true;
      case 'store':
        return !fixed.has(stmt.place.array);
      case 'branch':
      case 'loop':
      case 'call':
        return bodiesOf(stmt).every((inner) => onlyAccesses(inner, fixed));
      case 'barrier':
      case 'lanes':
      case 'jump':
      case 'fence':
      case 'async':
      case 'assert':
      case 'unknown':
        return false;
    }
  });
}

/** How many statements read or assign each scalar, and which are read at all. */
type Mentions = Readonly<{ counts: ReadonlyMap<VarId, number>; read: ReadonlySet<VarId> }>;

function countMentions(body: readonly Stmt[]): Mentions {
  const counts = new Map<VarId, number>();
  const read = new Set<VarId>();
  eachStmt(body, (stmt) => {
    const ids = readBy(stmt);
    for (const id of ids) read.add(id);
    const target = targetOf(stmt);
    for (const id of target === null ? ids : new Set([...ids, target])) counts.set(id, (counts.get(id) ?? 0) + 1);
  });
  return { counts, read };
}

const readBy = (stmt: Stmt): ReadonlySet<VarId> =>
  new Set(expressionsOf(stmt).flatMap((expr) => [...freeVariables(expr)]));

/** Each scalar that the arm assigns has its first value there, and is of no use outside. */
function isOnItsOwn(arm: readonly Stmt[], mentions: Mentions): boolean {
  const own = countMentions(arm);
  const assigned = new Set<VarId>();
  eachStmt(arm, (stmt) => {
    const target = targetOf(stmt);
    if (target !== null && mentions.read.has(target)) assigned.add(target);
  });
  const started = new Set<VarId>();
  const outer = new Set<StmtId>(arm.map(({ id }) => id));
  let holds = [...assigned].every((id) => own.counts.get(id) === mentions.counts.get(id));
  eachStmt(arm, (stmt) => {
    const target = targetOf(stmt);
    const read = readBy(stmt);
    for (const id of assigned)
      if (!started.has(id) && (read.has(id) || (id === target && !outer.has(stmt.id)))) holds = false;
    if (target !== null && outer.has(stmt.id)) started.add(target);
  });
  return holds;
}
