/** Questions that need no solver: what arithmetic refutes at once, and what is answered with another one. */
import type { Deadline } from '../base/deadline.ts';
import type { Evidence, Shown } from './evidence.ts';
import type { Obligation } from '../obligation/obligation.ts';
import { arithmetic } from '../solve/by-arithmetic.ts';
import { isHarmless } from './evidence.ts';
import { keyOf } from './question-keys.ts';
import { nextAlike } from './alike.ts';

/** That a pair only stores equal values was proved for one interval under one launch: it says nothing of the others. */
export const leavesOpen = (known: Evidence | undefined): boolean => known === undefined || isHarmless(known);

/** `onQuestion`: gets how many are decided, before each. */
type Asked = Readonly<{
  known: Shown;
  deadline: Deadline;
  onQuestion: (done: number) => void;
  onAnswer: (obligation: Obligation, text: string) => void;
}>;

/**
 * Those that arithmetic does not refute at once: easy questions are not left to the time limit by hard ones. In the
 * place of one that it refutes stands the next of those that are alike.
 */
export function notSoonRefuted(
  obligations: readonly Obligation[],
  { known, deadline, onQuestion, onAnswer }: Asked,
): readonly Obligation[] {
  let done = 0;
  return obligations.flatMap((obligation) => {
    onQuestion(done);
    for (let one: Obligation | null = obligation; one !== null; one = nextAlike(one)) {
      if (!leavesOpen(known.get(keyOf(one))) || deadline.passed() || !arithmetic.refutesAtOnce(one.formula))
        return [one];
      onAnswer(one, 'unsat by arithmetic');
    }
    done++;
    return [];
  });
}

/**
 * Whether the two certainly store equal values, as others do to the array in this interval: more of them say nothing
 * new.
 */
export function isOneOfEqual(obligation: Obligation, equal: readonly Obligation[]): boolean {
  if (obligation.kind !== 'race' || obligation.differ === null) return false;
  return (
    equal.some(
      (other) =>
        other.kind === 'race' &&
        other.array === obligation.array &&
        other.scope === obligation.scope &&
        other.interval === obligation.interval,
    ) &&
    arithmetic.refutesQuickly({
      ...obligation.formula,
      constraints: [...obligation.formula.constraints, obligation.differ],
    })
  );
}
