/**
 * The effects of a kernel in the order of its text, to ask what stands between two of them. Approximate: a fence in a
 * branch that is not taken counts as one, so that "no fence stands between" is certain and "one does" is not.
 * Needs: a kernel's body. Gives: its statements, each with what it is nested in.
 * Example: in `data[0] = 1; __threadfence(); flag = 1;`, a fence of the device stands between the first and the last.
 */
import type { ArrayId, StmtId } from '../base/brand.ts';
import type { MemoryScope, Place, Stmt } from '../ir/ir.ts';
import { bodiesOf, placeOf } from '../ir/walk.ts';

/** What a moment is nested in, outermost first; `part`: which of the statement's lists. */
type Frame = Readonly<{ stmt: Stmt; part: number }>;
export type Moment = Readonly<{ at: number; stmt: Stmt; within: readonly Frame[] }>;

export function timelineOf(body: readonly Stmt[]): readonly Moment[] {
  const moments: Moment[] = [];
  const visit = (stmts: readonly Stmt[], within: readonly Frame[]): void => {
    for (const stmt of stmts) {
      moments.push({ at: moments.length, stmt, within });
      bodiesOf(stmt).forEach((inner, part) => {
        visit(inner, [...within, { stmt, part }]);
      });
    }
  };
  visit(body, []);
  return moments;
}

/** Whether no run through the text once has both: they are in different ways of one branch. */
export function areExclusive(a: Moment, b: Moment): boolean {
  return a.within.some(({ stmt, part }, k) => {
    const other = b.within[k];
    return stmt.kind === 'branch' && other?.stmt === stmt && other.part !== part;
  });
}

export const isWithin = (moment: Moment, stmt: StmtId): boolean =>
  moment.within.some((frame) => frame.stmt.id === stmt);

/** The innermost loop around it, or null. */
export function loopAround(moment: Moment): Extract<Stmt, { kind: 'loop' }> | null {
  for (const { stmt } of [...moment.within].reverse()) if (stmt.kind === 'loop') return stmt;
  return null;
}

/**
 * How far the fences that stand between two moments reach: `device` stands for wider ones too, and for what is not
 * known.
 */
export function fencedBetween(timeline: readonly Moment[], from: Moment, to: Moment): 'nothing' | 'block' | 'device' {
  let reach: 'nothing' | 'block' | 'device' = 'nothing';
  for (const { stmt } of timeline.slice(from.at + 1, to.at)) {
    const scope = fenceScope(stmt);
    if (scope === 'block') reach = reach === 'nothing' ? 'block' : reach;
    else if (scope !== null) return 'device';
  }
  return reach;
}

function fenceScope(stmt: Stmt): MemoryScope | null {
  if (stmt.kind === 'fence') return stmt.scope;
  if (stmt.kind === 'barrier') return stmt.scope.kind === 'grid' ? 'device' : null;
  return stmt.kind === 'unknown' && stmt.synchronizes ? 'device' : null;
}

/** The accesses to an array, in order. */
export const accessesTo = (
  timeline: readonly Moment[],
  array: ArrayId,
): readonly (Moment & Readonly<{ place: Place }>)[] =>
  timeline.flatMap((moment) => {
    const place = placeOf(moment.stmt);
    return place?.array === array ? [{ ...moment, place }] : [];
  });
