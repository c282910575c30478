/**
 * Patches that are right only if something is meant that no text says: any of the values that threads store into one cell will do, all launches keep a
 * condition. They are proved as all others are, and never taken unless a person says so.
 */
import type { Fault } from './fault.ts';
import type { Proposal, RepairInput } from './repair.ts';
import { atomicStore } from './strategies/atomic-store.ts';
import { name as stateCondition, stateConditions } from './strategies/state-condition.ts';
import { messages } from './wording.ts';

/** `presumes`: what has to be meant, as a sentence's end: "any of the values … will do". */
type Presumed = Readonly<{ proposal: Proposal; strategy: string; presumes: string }>;

/** One patch for all: `faults` that nothing rules out, and `conditions` that rule out the other findings. Null where there is none. */
export function presumedPatch(conditions: readonly string[], input: RepairInput): Presumed | null {
  const { faults } = input;
  const stores = faults.length === 0 ? null : forStores(faults, input);
  const stated = conditions.length === 0 ? null : stateConditions(conditions, input);
  if ((faults.length > 0 && stores === null) || (conditions.length > 0 && stated === null)) return null;
  const parts = [
    ...(stores === null ? [] : [{ proposal: stores, strategy: atomicStore.name, presumes: messages.presumesAnyValue }]),
    ...(stated === null ? [] : [{ proposal: stated, strategy: stateCondition, presumes: messages.presumesLaunches }]),
  ];
  const [first] = parts;
  return first === undefined ? null : parts.slice(1).reduce(joined, first);
}

function forStores(faults: readonly Fault[], input: RepairInput): Proposal | null {
  return faults.every((fault) => atomicStore.handles(fault, input)) ? atomicStore.propose(faults, input)[0] ?? null : null;
}

const joined = (a: Presumed, b: Presumed): Presumed => ({
  proposal: {
    title: `${a.proposal.title}; ${b.proposal.title}`,
    edits: [...a.proposal.edits, ...b.proposal.edits],
    cost: { weight: a.proposal.cost.weight + b.proposal.cost.weight, words: `${a.proposal.cost.words}; ${b.proposal.cost.words}` },
  },
  strategy: `${a.strategy} + ${b.strategy}`,
  presumes: `${a.presumes}, and ${b.presumes}`,
});
