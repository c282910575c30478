/**
 * PTX ISA, `bar`, `barrier`: a barrier is known by its number, so that threads of two arms of a branch may meet at one,
 * which each arm names in an instruction of its own. Where both arms come to the same numbered barriers in the same
 * order, the branch is taken apart at them: each thread does what it did, and the barriers stand behind the arms.
 * Exact. `__syncthreads()` has no number in the source and stays where it is (SW204). Where all threads of a warp must
 * execute the barrier together, those of each arm vote before it, in two ways: whoever is missed there is found.
 *
 * Example: `if (c) { A; bar.sync 1; } else { B; bar.sync 1; }` becomes `if (c) { A; } else { B; } bar.sync 1;`.
 */
import type { BarrierNumber, Stmt, StmtOf } from '../../ir/ir.ts';
import type { Expr } from '../../base/expr.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import { i32, u32 } from '../../base/ctype.ts';
import { int } from '../../base/expr-build.ts';
import { bodiesOf } from '../../ir/walk.ts';
import { capture, emit } from '../context.ts';
import { constantOf } from '../expressions/constants.ts';
import { pinnedExpr } from '../memory/pointers.ts';
import { amongLanes } from './lanes.ts';

/** Emits `if (when) then else otherwise`, taken apart at the numbered barriers that both have. */
export function emitBranch(
  cx: Context,
  node: SyntaxNode,
  { when, then, otherwise }: Readonly<{ when: Expr; then: readonly Stmt[]; otherwise: readonly Stmt[] }>,
): void {
  const [first, second] = [partsOf(then), partsOf(otherwise)];
  const isJoined = first !== null && second !== null && first.barriers.length > 0 && keys(first) === keys(second);
  if (!isJoined) return emit(cx, node, { kind: 'branch', when, then, otherwise });
  const pinned = pinnedExpr(cx, when, 'arm', node);
  first.between.forEach((part, k) => {
    const barrier = first.barriers[k];
    const other = second.barriers[k];
    const isAligned = barrier?.number.isAligned === true || other?.number.isAligned === true;
    const ended = (stmts: readonly Stmt[], op: 'any' | 'all', at: Barrier | undefined): readonly Stmt[] =>
      isAligned && at !== undefined ? [...stmts, ...vote(cx, op, at, node)] : stmts;
    const [a, b] = [ended(part, 'any', barrier), ended(second.between[k] ?? [], 'all', other)];
    if (a.length + b.length > 0) emit(cx, node, { kind: 'branch', when: pinned, then: a, otherwise: b });
    if (barrier !== undefined) cx.out.push(barrier.stmt);
  });
}

/** Of all lanes of the warp, in the place of the barrier. */
function vote(cx: Context, op: 'any' | 'all', { stmt: { span, source } }: Barrier, node: SyntaxNode): readonly Stmt[] {
  const votes = capture(cx, () => {
    amongLanes(cx, op, int(0xffffffff, u32), [{ kind: 'bool', value: false }], i32, node);
  });
  return votes.map((stmt) => ({ ...stmt, span, source }));
}

type Barrier = Readonly<{ stmt: StmtOf<'barrier'>; number: BarrierNumber; key: string }>;
/** An arm: what stands before, between and behind its numbered barriers. */
type Parts = Readonly<{ barriers: readonly Barrier[]; between: readonly (readonly Stmt[])[] }>;

const keys = ({ barriers }: Parts): string => barriers.map(({ key }) => key).join(';');

/** Null: a jump may lead out of it. */
function partsOf(arm: readonly Stmt[]): Parts | null {
  const list = flat(arm);
  if (list.some((stmt) => mayLeave(stmt, false, false))) return null;
  const barriers: Barrier[] = [];
  const between: Stmt[][] = [[]];
  for (const stmt of list) {
    const barrier = numberedOf(stmt);
    if (barrier === null) between.at(-1)?.push(stmt);
    else {
      barriers.push(barrier);
      between.push([]);
    }
  }
  return { barriers, between };
}

function numberedOf(stmt: Stmt): Barrier | null {
  if (stmt.kind !== 'barrier' || (stmt.scope.kind !== 'block' && stmt.scope.kind !== 'named')) return null;
  const { number } = stmt.scope;
  if (number === undefined) return null;
  if (stmt.scope.kind === 'block') return { stmt, number, key: `${number.barrier}` };
  const threads = stmt.scope.threads === null ? 'all' : constantOf(stmt.scope.threads);
  return threads === null ? null : { stmt, number, key: `${number.barrier}, ${threads}, ${stmt.scope.arrive}` };
}

/** With what called functions do in place, where they come to their end. */
const flat = (stmts: readonly Stmt[]): readonly Stmt[] =>
  stmts.flatMap((stmt) =>
    stmt.kind === 'call' && !stmt.body.some((inner) => mayLeave(inner, false, false)) ? flat(stmt.body) : [stmt],
  );

function mayLeave(stmt: Stmt, isInLoop: boolean, isInCall: boolean): boolean {
  if (stmt.kind === 'jump') return stmt.to === 'exit' || (stmt.to === 'return' ? !isInCall : !isInLoop);
  return bodiesOf(stmt)
    .flat()
    .some((inner) => mayLeave(inner, isInLoop || stmt.kind === 'loop', isInCall || stmt.kind === 'call'));
}
