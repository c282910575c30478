/**
 * Patches that are right only if something is meant that no text says: any of the values that threads store into one
 * cell will do, or that of the first thread; all launches keep a condition. They are proved as all others are, and
 * never taken unless a person says so.
 */
import type { Candidate, RepairInput } from './repair.ts';
import type { Edit, Fix } from '../verdict/finding.ts';
import { provesKernel } from '../verdict/finding.ts';
import type { Proposal } from './repair.ts';
import { anyTimesLoad } from './strategies/atomic-load.ts';
import { everyUpdate } from './strategies/cas-loop.ts';
import { atomicStore } from './strategies/atomic-store.ts';
import { areTouching, candidatesFor, isLast, nameOf } from './repair.ts';
import { presumedGridBarrier } from './strategies/insert-barrier.ts';
import { relaxedReads } from './strategies/relaxed.ts';
import { ownCopy } from './strategies/own-copy.ts';
import { oneValue } from './strategies/single-writer.ts';
import { name as stateCondition, stateConditions } from './strategies/state-condition.ts';
import { messages } from './wording.ts';

/** What each presumes, as a sentence's end: "any of the values … will do". */
const presumptions = new Map([
  [ownCopy, messages.presumesOwnCopy],
  [oneValue, messages.presumesFirstValue],
  [atomicStore, messages.presumesAnyValue],
  [anyTimesLoad, messages.presumesAnyTime],
  [relaxedReads, messages.presumesEither],
  [everyUpdate, messages.presumesEveryUpdate],
  [presumedGridBarrier, messages.presumesCooperative],
]);

/** How many patches are looked for: the first thread's value and any of them are two answers to one question. */
const most = 2;

type Presumed = Readonly<{
  title: string;
  edits: readonly Edit[];
  cost: string;
  strategy: string;
  presumes: string;
  isLast: boolean;
}>;

/**
 * For all of it: `faults` that nothing rules out, and `conditions` that rule out the other findings. Cheapest first,
 * each proved.
 */
export async function presumedPatches(conditions: readonly string[], input: RepairInput): Promise<readonly Fix[]> {
  const stated = conditions.length === 0 ? null : stateConditions(conditions, input);
  if (conditions.length > 0 && stated === null) return [];
  const stores = input.faults.length === 0 ? [] : candidatesFor(input, [...presumptions.keys()]).map(ofStores);
  const condition = stated === null ? null : ofLaunches(stated);
  const all =
    condition === null
      ? stores
      : input.faults.length === 0
        ? [condition]
        : stores.filter(({ edits }) => !areTouching(edits, condition.edits)).map((one) => both(one, condition));
  const found: Fix[] = [];
  for (const one of all.slice(0, input.maxTries)) {
    if (found.some(({ strategy }) => strategy === one.strategy) || (found.length > 0 && one.isLast)) continue;
    const { isLast: _, ...fix } = one;
    const checked = await input.recheck(one.edits, 'proof');
    if (provesKernel(checked))
      found.push({
        ...fix,
        proof: checked.proof,
        ...(checked.condition === undefined ? {} : { condition: checked.condition }),
      });
    if (found.length === most) break;
  }
  return found;
}

function ofStores(candidate: Candidate): Presumed {
  const presumes = candidate.parts.flatMap(({ strategy }) => presumptions.get(strategy) ?? []).join(', and ');
  return {
    title: candidate.title,
    edits: candidate.edits,
    cost: candidate.cost.words,
    strategy: nameOf(candidate),
    presumes,
    isLast: isLast(candidate),
  };
}

const ofLaunches = ({ title, edits, cost }: Proposal): Presumed => ({
  title,
  edits,
  cost: cost.words,
  strategy: stateCondition,
  presumes: messages.presumesLaunches,
  isLast: false,
});

const both = (a: Presumed, b: Presumed): Presumed => ({
  title: `${a.title}; ${b.title}`,
  edits: [...a.edits, ...b.edits],
  cost: `${a.cost}; ${b.cost}`,
  strategy: `${a.strategy} + ${b.strategy}`,
  presumes: `${a.presumes}, and ${b.presumes}`,
  isLast: a.isLast || b.isLast,
});
