/**
 * Pointer parameters that a launch makes parts of one array: which of them, and how far behind the first of them the
 * others point, in terms of the kernel. Those of which that is not known, or that cannot be told as parts of one array,
 * are left as pairs that may overlap. Exact.
 *
 * Example: `k<<<1, 64>>>(d, d + n, n)` of `k(float *a, float *b, int n)` makes b four bytes for each of n behind a.
 */
import type { Expr } from '../base/expr.ts';
import type { Kernel } from '../ir/ir.ts';
import type { LaunchConfig, Shift } from './launch.ts';
import type { Offset } from './offsets.ts';
import { i64 } from '../base/ctype.ts';
import { holdersOf } from '../ir/objects.ts';
import { canMerge } from '../ir/merge-arrays.ts';
import { classesOf } from './aliasings.ts';
import { converted } from './host-value.ts';
import { difference, isNone, start } from './offsets.ts';

type Kind = 'same' | 'either' | 'may';
export type Pair = Readonly<{ a: string; b: string; kind: Kind; by: Offset | null; isUnseen: boolean }>;
type Placed = Readonly<{ pairs: readonly Pair[]; classes: LaunchConfig['aliases']; shifts: readonly Shift[] }>;

/**
 * `translate`: a value of host code as the kernel knows it. `pairs`: as given, but for those of which no more can be
 * said.
 */
export function placed(kernel: Kernel, pairs: readonly Pair[], translate: (value: Expr) => Expr | null): Placed {
  const same = pairs.filter(({ kind }) => kind === 'same');
  const all = classesOf(same.map(({ a, b }) => [a, b]));
  const made = all.map((names) => shiftsOf(names, same, kernel, translate));
  const lost = all.filter((_, k) => made[k] === null);
  const isLost = ({ a, b, kind }: Pair): boolean =>
    kind === 'same' && lost.some((names) => names.includes(a) && names.includes(b));
  const shifts = made.flatMap((each) => each?.shifts ?? []);
  return {
    // what may be equal besides would have to be moved with the class that it joins
    pairs: pairs.map((pair) =>
      isLost(pair) || (pair.kind === 'either' && shifts.length > 0)
        ? { ...pair, kind: 'may', by: null, isUnseen: false }
        : pair,
    ),
    classes: made.flatMap((each) => (each === null ? [] : [each.names])),
    shifts,
  };
}

/**
 * The class with the pointer first that comes first in memory, where that is known, and how far the others are behind
 * it.
 */
function shiftsOf(
  names: readonly string[],
  same: readonly Pair[],
  kernel: Kernel,
  translate: (value: Expr) => Expr | null,
): Readonly<{ names: readonly string[]; shifts: readonly Shift[] }> | null {
  const [base = ''] = names;
  const behind = new Map<string, Offset>([[base, start]]);
  for (const { a, b, by } of same) {
    if (a === base && by !== null) behind.set(b, by);
    if (b === base && by !== null) behind.set(a, difference(start, by));
  }
  let [first, least] = [base, start];
  for (const [name, offset] of behind)
    if (offset.terms.length === 0 && offset.bytes < least.bytes) [first, least] = [name, offset];
  const shifts: Shift[] = [];
  for (const name of names) {
    const offset = behind.get(name);
    const by = offset === undefined ? null : inTerms(difference(offset, least), translate);
    if (by === null) return null;
    if (!isNone(by)) shifts.push({ name, ...by });
  }
  if (shifts.length > 0 && !canBeMoved(names, kernel)) return null;
  return { names: [first, ...names.filter((name) => name !== first)], shifts };
}

function inTerms({ bytes, terms }: Offset, translate: (value: Expr) => Expr | null): Offset | null {
  const own = terms.map(({ index, stride }) => {
    const told = translate(index);
    const value = told === null ? null : converted(i64, told);
    return value === null ? null : { index: value, stride };
  });
  const known = own.filter((term) => term !== null);
  return known.length === own.length ? { bytes, terms: known } : null;
}

/** Whether accesses under one name can be told as accesses under another: of one type, and no pointers in them. */
function canBeMoved(names: readonly string[], kernel: Kernel): boolean {
  const holders = holdersOf(kernel);
  return (
    canMerge(kernel, names) &&
    ![...kernel.arrays.values()].some((decl) => holders.has(decl.id) && names.includes(decl.parameter ?? decl.name))
  );
}
