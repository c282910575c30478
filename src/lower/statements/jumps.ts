/**
 * Removes forward jumps to the end of a statement list (`return` of an inlined function, `break` of a switch) where
 * restructuring does it. Exact.
 *
 * Example: `if (c) { A; return; } B;` becomes `if (c) { A } else { B }`.
 */
import type { StmtId, VarId } from '../../base/brand.ts';
import type { Stmt } from '../../ir/ir.ts';
import { bool } from '../../base/ctype.ts';
import { not, truth, variable } from '../../base/expr-build.ts';

type IsJump = (stmt: Stmt) => boolean;

/**
 * The list without the jumps that it can lose. What comes after a branch goes into the arm that does not jump. Jumps
 * that are left stand in loops, or in branches of which both arms may or may not jump.
 */
export function withoutTailJumps(body: readonly Stmt[], isJump: IsJump): readonly Stmt[] {
  const at = body.findIndex(
    (stmt) =>
      isJump(stmt) ||
      (stmt.kind === 'branch' && (alwaysJumps(stmt.then, isJump) || alwaysJumps(stmt.otherwise, isJump))),
  );
  const stmt = body[at];
  if (stmt === undefined) return tail(body, isJump);
  if (isJump(stmt)) return body.slice(0, at);
  if (stmt.kind !== 'branch') return body;
  const rest = body.slice(at + 1);
  const before = body.slice(0, at);
  const then = alwaysJumps(stmt.then, isJump);
  const otherwise = alwaysJumps(stmt.otherwise, isJump);
  const made: Stmt = {
    ...stmt,
    then: withoutTailJumps(then ? stmt.then : [...stmt.then, ...(otherwise ? rest : [])], isJump),
    otherwise: withoutTailJumps(otherwise ? stmt.otherwise : [...stmt.otherwise, ...(then ? rest : [])], isJump),
  };
  return [...before, made];
}

/** Jumps in the last branch of the list jump to where control goes anyway. */
function tail(body: readonly Stmt[], isJump: IsJump): readonly Stmt[] {
  const last = body.at(-1);
  if (last?.kind !== 'branch') return body;
  return [
    ...body.slice(0, -1),
    { ...last, then: withoutTailJumps(last.then, isJump), otherwise: withoutTailJumps(last.otherwise, isJump) },
  ];
}

/** Whether every path through the list ends in such a jump. */
function alwaysJumps(body: readonly Stmt[], isJump: IsJump): boolean {
  return body.some(
    (stmt) =>
      isJump(stmt) || (stmt.kind === 'branch' && alwaysJumps(stmt.then, isJump) && alwaysJumps(stmt.otherwise, isJump)),
  );
}

/** Whether such a jump is anywhere in the list. */
function hasJump(body: readonly Stmt[], isJump: IsJump): boolean {
  return body.some(
    (stmt) =>
      isJump(stmt) || (stmt.kind === 'branch' && (hasJump(stmt.then, isJump) || hasJump(stmt.otherwise, isJump))),
  );
}

type FlagTools = Readonly<{ flag: () => VarId; nextId: () => StmtId }>;

/** The list without any such jump: those that restructuring leaves set a flag, and what follows is guarded by it. */
export function withoutJumps(body: readonly Stmt[], isJump: IsJump, tools: FlagTools): readonly Stmt[] {
  const restructured = withoutTailJumps(body, isJump);
  const first = restructured[0];
  if (first === undefined || !hasJump(restructured, isJump)) return restructured;
  const flag = tools.flag();
  const start: Stmt = {
    kind: 'assign',
    target: flag,
    value: truth(false),
    id: tools.nextId(),
    span: first.span,
    source: first.source,
  };
  return [start, ...guarded(restructured, isJump, flag, tools)];
}

function guarded(body: readonly Stmt[], isJump: IsJump, flag: VarId, tools: FlagTools): readonly Stmt[] {
  const at = body.findIndex((stmt) => isJump(stmt) || (stmt.kind === 'branch' && hasJump([stmt], isJump)));
  const stmt = body[at];
  if (stmt === undefined) return body;
  const before = body.slice(0, at);
  if (stmt.kind !== 'branch')
    return [
      ...before,
      { kind: 'assign', target: flag, value: truth(true), id: stmt.id, span: stmt.span, source: stmt.source },
    ];
  const made: Stmt = {
    ...stmt,
    then: guarded(stmt.then, isJump, flag, tools),
    otherwise: guarded(stmt.otherwise, isJump, flag, tools),
  };
  const rest = guarded(body.slice(at + 1), isJump, flag, tools);
  const next = rest[0];
  if (next === undefined) return [...before, made];
  const guard: Stmt = {
    kind: 'branch',
    when: not(variable(flag, bool)),
    then: rest,
    otherwise: [],
    id: tools.nextId(),
    span: next.span,
    source: next.source,
  };
  return [...before, made, guard];
}
