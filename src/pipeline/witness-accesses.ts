/**
 * How a finding shows what two threads did in a run: each access with its thread, its iterations and its text, in the
 * order of the program. Needs: what the machine recorded. Gives: the accesses of a witness.
 */
import type { Outcome, WitnessAccess } from '../verdict/finding.ts';
import type { MachineAccess, MachineRace, MachineThread } from '../machine/machine.ts';
import { printElement } from '../verdict/element.ts';
import type { FindingInput } from './draft.ts';

/** What a thread did, with the iterations of the loops around it. */
export function accessOf(access: MachineAccess, input: FindingInput): WitnessAccess {
  return {
    ...placeOf(access.who),
    span: access.span,
    expression: input.textAt(access.span),
    mode: access.mode,
    value: access.value,
    loops: access.turns.map(({ loop, turn }) => ({
      line: input.coding.statements.get(loop)?.line ?? input.kernel.span.line,
      turn,
    })),
  };
}

/** Which thread of which block. */
export function placeOf(who: MachineThread): Pick<WitnessAccess, 'block' | 'thread'> {
  return { block: who.block, thread: who.thread };
}

/**
 * With its member where the source names that: not where whole elements are copied, nor inside of what a library
 * defines.
 */
export function elementWords(
  { members, ...array }: Parameters<typeof printElement>[0],
  byte: number,
  accesses: readonly WitnessAccess[],
): string {
  const named = members === undefined ? '' : printElement({ ...array, members }, byte);
  const last = /\.(\w+)(?:\[\d+\])*$/.exec(named)?.[1];
  const isNamed =
    last !== undefined && accesses.some(({ expression }) => new RegExp(`(?:\\.|->)\\s*${last}\\b`).test(expression));
  return isNamed ? named : printElement(array, byte);
}

/** First what one thread would do first: by the turns of common loops, then by the order of the statements. */
export function inProgramOrder(race: MachineRace): MachineRace {
  const { first, second } = race;
  const common = first.turns.flatMap((turn, k) => {
    const other = second.turns[k];
    return other?.loop === turn.loop ? [turn.turn - other.turn] : [];
  });
  const order = common.find((difference) => difference !== 0) ?? first.stmt - second.stmt;
  return order <= 0 ? race : { ...race, first: second, second: first };
}

/** What the two orders of a race give, for accesses that changed places. */
export const inOtherOrder = (outcome: Outcome): Outcome =>
  outcome.kind === 'read' || outcome.kind === 'result' ? { ...outcome, values: outcome.values.toReversed() } : outcome;
