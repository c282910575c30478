/**
 * How a thread leaves the loop around a look at a cell: by what its last answer was [T18, T21]; and what holds that
 * answer then. Under-approximating. Example: `while (true) { x = atomicAdd(&flag[k], 0); if (x != 0) break; }` is left
 * by `x != 0`.
 */
import type { Access } from './answers.ts';
import type { Expr } from '../../base/expr.ts';
import type { Path } from './paths.ts';
import type { Place, Stmt, StmtOf } from '../ir.ts';
import type { VarId } from '../../base/brand.ts';
import { assignedIn, targetOf } from '../walk.ts';
import { flat, mayLeave } from './paths.ts';
import { freeVariables } from '../../base/expr-walk.ts';
import { literal } from './counting.ts';

/** A condition that held, or did not, of a thread that came so far; `rest`: what it had done by then since the look. */
export type Passed = Readonly<{ when: Expr; isTrue: boolean; rest: readonly Stmt[] }>;

/**
 * How the loop around the look is left: in the turn of its last answer, and by what condition. Null: it need not be, or
 * the place is another one by then.
 */
export function exitBehind(look: Access, from: Path): Passed | null {
  const frame = from.at(-1);
  const loop = frame?.owner;
  if (frame === undefined || loop?.kind !== 'loop') return null;
  const leaving = [...loop.before, ...loop.body, ...loop.step].filter((stmt) => mayLeave(stmt));
  const [only, ...others] = leaving;
  if (only === undefined) {
    const isInTest = flat(loop.before).includes(look);
    if (loop.testFirst ? !isInTest : flat(loop.step).includes(look)) return null;
    const rest = [...frame.list.slice(frame.at + 1), ...(isInTest ? [] : flat(loop.before))];
    return isUnchanged(look.place, rest) ? { when: loop.condition, isTrue: false, rest } : null;
  }
  const at = frame.list.indexOf(only);
  if (literal(loop.condition) !== 1n || others.length > 0 || only.kind !== 'branch' || at <= frame.at) return null;
  const [out] = only.then;
  const rest = frame.list.slice(frame.at + 1, at);
  const isBreak =
    only.then.length === 1 &&
    out?.kind === 'jump' &&
    out.to === 'break' &&
    !only.otherwise.some((stmt) => mayLeave(stmt));
  return isBreak && isUnchanged(look.place, rest) ? { when: only.when, isTrue: true, rest } : null;
}

/**
 * What holds the answer of the look behind these statements: `names`; and what was made of it, of which each has one
 * value.
 */
type Answer = Readonly<{ names: ReadonlySet<VarId>; kept: ReadonlyMap<VarId, readonly Stmt[]> }>;

export function answerBehind(look: Access, rest: readonly Stmt[]): Answer {
  const target = targetOf(look);
  const names = new Set<VarId>(target === null ? [] : [target]);
  const kept = new Map<VarId, readonly Stmt[]>();
  for (const stmt of rest) {
    for (const id of assignedIn([stmt])) {
      names.delete(id);
      for (const [name, [made]] of kept)
        if (name === id || (made?.kind === 'assign' && freeVariables(made.value).has(id))) kept.delete(name);
    }
    if (stmt.kind === 'assign' && isOfAnswer(stmt, names, kept)) kept.set(stmt.target, [stmt]);
  }
  return { names, kept };
}

/** Made of the answer alone, not of what it overwrites. */
const isOfAnswer = (
  { target, value }: StmtOf<'assign'>,
  names: ReadonlySet<VarId>,
  kept: ReadonlyMap<VarId, unknown>,
): boolean => [...freeVariables(value)].every((id) => id !== target && (names.has(id) || kept.has(id)));

/** Whether none of the statements, at any depth, assigns a variable of the place. */
export function isUnchanged(place: Place, passed: readonly Stmt[]): boolean {
  const assigned = assignedIn(passed);
  return place.subscripts.every(({ index }) => [...freeVariables(index)].every((id) => !assigned.has(id)));
}
