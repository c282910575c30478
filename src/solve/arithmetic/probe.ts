/**
 * Which parts of clauses are impossible: each is assumed by itself, and dropped where the bounds then contradict each
 * other. What is left may narrow the variables so far that the formula reads differently: from `(width + 7) / 8 == 2`
 * follows 9 <= width <= 16, whatever sign C's division asks about, and then `y * width` does not wrap around.
 *
 * Exact: what is dropped holds in no solution.
 */
import type { NormalForm } from '../normal/normal-form.ts';
import type { Prop } from '../normal/proposition.ts';
import type { Range } from '../normal/range.ts';
import type { System } from './system.ts';
import type { VarId } from '../../base/brand.ts';
import { boundsTest } from './bounds.ts';
import { disjunction } from '../normal/proposition.ts';
import { usedIn } from '../normal/normal-form.ts';
import { narrowed } from '../normal/narrow.ts';
import { meet, within } from '../normal/range.ts';
import { systemOf, withProps } from './system.ts';

/** Larger formulas are not worth it. */
const maxClauses = 40;
const rounds = 3;

/**
 * Narrower ranges of variables than the form has, or null if there are none; a contradiction is left for the tests to
 * find.
 */
export function probed(form: NormalForm): ReadonlyMap<VarId, Range> | null {
  const start = systemOf(form);
  if (start === 'contradiction' || start.clauses.length === 0 || start.clauses.length > maxClauses) return null;
  const system = settledClauses(start);
  if (system === 'contradiction') return null;
  const ranges = narrowed(system.literals, system.rangeOf);
  const better = new Map<VarId, Range>();
  for (const { id, meaning } of usedIn(form).atoms) {
    if (meaning.kind !== 'variable') continue;
    const before = form.ranges.get(meaning.id);
    const after = ranges.get(id) ?? system.rangeOf(id);
    if (before !== undefined && !within(before, after)) better.set(meaning.id, meet(before, after));
  }
  return better.size === 0 ? null : new Map([...form.ranges, ...better]);
}

function settledClauses(start: System): System | 'contradiction' {
  let system = start;
  for (let round = 0; round < rounds; round++) {
    const bounded = boundsTest(system);
    const kept = bounded === 'contradiction' ? bounded : withoutImpossible(bounded);
    if (kept === 'contradiction') return kept;
    const isDone = round > 0 && kept.clauses.length === system.clauses.length;
    system = kept;
    if (isDone) break;
  }
  return system;
}

function withoutImpossible(system: System): System | 'contradiction' {
  const possible = system.clauses.map((clause) =>
    clause.kind === 'or' ? disjunction(clause.parts.filter((part) => isPossible(system, clause, part))) : clause,
  );
  return withProps({ ...system, clauses: [] }, possible);
}

function isPossible(system: System, clause: Prop, part: Prop): boolean {
  const assumed = withProps({ ...system, clauses: system.clauses.filter((other) => other !== clause) }, [part]);
  if (assumed === 'contradiction') return false;
  const bounded = boundsTest(assumed);
  return bounded !== 'contradiction' && boundsTest(bounded) !== 'contradiction';
}
