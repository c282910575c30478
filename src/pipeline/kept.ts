/**
 * Results of passes that are made once for what they depend on, and kept while one kernel and its patches are analysed:
 * the report, conditions, pointers that may be equal and patches decide the same kernel, or parts of it, again and
 * again. A result is kept for the value that it is made from (a kernel, a protocol, a split view: compared by identity,
 * and forgotten with it) under a text of all else that it depends on. What a time limit ends is not kept.
 * Smallest example: a patched kernel is analysed for a proof, then for the one question that the patch is for: its
 * protocol is the same.
 */
import type { Fact } from '../protocol/infer.ts';
import type { Kernel } from '../ir/ir.ts';
import type { KernelProtocol, Owned, SplitProtocol, WholeProtocol } from '../protocol/protocol.ts';
import type { LaunchConfig } from '../launch/launch.ts';
import type { Obligation } from '../obligation/obligation.ts';
import { keyOfExprs } from '../solve/formula-key.ts';
import { memoized } from '../base/memoize.ts';
import { remembered } from '../base/remembered.ts';

/** Finds what is kept for `from` under the key, or makes it. */
type Table<From extends object, Found> = (from: From, key: string, make: () => Found) => Found;

export type Kept = Readonly<{
  /** The kernel with arrays that a launch makes one; null: it has none. */
  merged: Table<Kernel, Readonly<{ kernel: Kernel | null }>>;
  /** From the kernel of a view. Under: launch, facts, level, whose threads. */
  protocols: Table<Kernel, KernelProtocol>;
  /** What the kernel may do whatever the barriers, and the arrays that need no look at intervals. Under: level. */
  wholes: Table<KernelProtocol, Readonly<{ whole: WholeProtocol; owned: Owned }>>;
  /** Under: level, model of warps, and what the view sees. */
  splits: Table<KernelProtocol, SplitProtocol>;
  /** Under: level, model of warps. */
  obligations: Table<SplitProtocol, readonly Obligation[]>;
  /** A number for a value, by identity, to be part of a key. */
  numberOf: (value: object) => number;
}>;

/** Results that are kept for one value: four launches with a small one each. */
const mostForOne = 8;
/** Obligations of one split view that are kept; what is more is made again rather than held in memory. */
const mostObligations = 4_000;

export function createKept(): Kept {
  const numbers = new WeakMap<object, number>();
  let last = 0;
  return {
    merged: table(),
    protocols: table(),
    wholes: table(),
    splits: table(),
    obligations: table((made) => made.length <= mostObligations),
    numberOf: (value) => {
      const number = numbers.get(value) ?? ++last;
      numbers.set(value, number);
      return number;
    },
  };
}

function table<From extends object, Found extends object>(
  isKept: (found: Found) => boolean = () => true,
): Table<From, Found> {
  const known = new WeakMap<From, ReturnType<typeof remembered<Found>>>();
  return (from, key, make) => {
    const own = known.get(from) ?? remembered<Found>(mostForOne);
    known.set(from, own);
    const before = own.get(key);
    if (before !== undefined) return before;
    const found = make();
    if (isKept(found)) own.set(key, found);
    return found;
  };
}

/** A text that determines a launch and what is stated beside it. */
export const launchKey = (config: LaunchConfig, facts: readonly Fact[]): string =>
  `${textOf(config)}\n${factsKey(facts)}`;

const textOf = memoized(
  ({ facts, checks = [], ...plain }: LaunchConfig): string =>
    `${JSON.stringify(plain, exactly)}\n${factsKey(facts)}\n${factsKey(checks)}`,
);

const factsKey = (facts: readonly Fact[]): string =>
  JSON.stringify([keyOfExprs(facts.map(({ condition }) => condition)), facts.map(({ text }) => text)]);

/** Numbers of both kinds and maps as JSON has no others. */
function exactly(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return { integer: `${value}` };
  if (typeof value === 'number') return { number: Object.is(value, -0) ? '-0' : `${value}` };
  return value instanceof Map ? { entries: [...value] } : value;
}
