/**
 * Runs the program of a file, from `main`, as far as everything that it does is followed: what it allocates, copies and passes to kernels is known
 * then. Under-approximating: these launches do happen, each with these arguments; there may be others. A run ends where something is not
 * followed, and says nothing of what comes after it.
 *
 * Example: in `std::vector<int *> v(2, d); k<<<1, 64>>>(v[0], v[1]);`, both arguments point to one allocation.
 */
import type { HostNames } from '../host-names.ts';
import type { Launched, Run } from './state.ts';
import { i32 } from '../../base/ctype.ts';
import { int } from '../../base/expr-build.ts';
import { memoized } from '../../base/memoize.ts';
import { parametersOf } from '../declarator.ts';
import { evaluate } from './evaluate.ts';
import { call, execute } from './execute.ts';
import { freeFunctions } from './functions.ts';
import { initialize } from './initialize.ts';
import { unknown } from './memory.ts';
import { number, valueOf } from './state.ts';

/** How many words the command line has: each is a run of its own. */
const commandLines = [1, 2, 3];

/** The launches that runs of the program reach. */
export const programLaunches = memoized((names: HostNames): readonly Launched[] => {
  const [main, second] = freeFunctions(names, 'main');
  if (main === undefined || second !== undefined) return [];
  const isGiven = parametersOf(main).length > 0;
  return (isGiven ? commandLines : [1]).flatMap((words) => {
    const run: Run = { names, variables: new Map(), launched: [], seen: [], rules: { evaluate, execute, initialize, call }, steps: 0, depth: 0, stopped: false };
    const args = [number(int(words, i32)), valueOf({ kind: 'pointer', to: { kind: 'pointer', to: { kind: 'other' } } }, unknown)].slice(0, parametersOf(main).length);
    call(run, main, args, { self: null, outer: null, explicit: [] });
    return run.launched;
  });
});
