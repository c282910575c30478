/**
 * A run like the one of a model, where memory of which the model says nothing holds ones in place of zeros: a barrier
 * in a loop up to `end[block]`, say, is reached by nobody where all ends are 0. Needs: a run in which control followed
 * data. Gives: one more run, of no other evidence than its own.
 */
import type { ConcreteRun } from '../launch/run.ts';
import type { WitnessContext } from '../witness/witness.ts';

export function* filledRuns(run: ConcreteRun, { arrays }: WitnessContext): Generator<ConcreteRun> {
  const filled = new Map(run.arrays);
  for (const { name, space, element } of arrays) {
    const known = filled.get(name);
    if (
      space !== 'global' ||
      element === null ||
      element.kind === 'float' ||
      (known !== undefined && known.fill !== 0n)
    )
      continue;
    filled.set(name, { elements: known?.elements ?? null, fill: 1n, values: known?.values ?? new Map() });
  }
  if (filled.size > run.arrays.size || [...filled].some(([name, { fill }]) => run.arrays.get(name)?.fill !== fill))
    yield { ...run, arrays: filled };
}
