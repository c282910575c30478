/** What rounds of lowering one kernel learn: each begins with all that those before it have found out. */
import type { ArrayId, VarId } from '../base/brand.ts';
import type { ArrayDecl } from '../ir/ir.ts';
import type { HolderFacts } from './memory/pointer-cells.ts';
import type { PointerFacts } from './memory/pointer-variable.ts';
import type { FunctionValue } from './expressions/value.ts';
import type { OpenParameters, OpenValue } from './open-values.ts';
import { nothingOpen } from './open-values.ts';
import type { ReachedFacts } from './memory/reached.ts';

/** What one round learnt that the next must know from its start. Grows only. */
export type Facts = {
  pointers: Map<string, PointerFacts>;
  /** Parameters of inlined functions, and variables of types that are not declared, that are assigned. */
  notConstant: Set<string>;
  /** Type parameters that nobody gives are taken as unsigned, because bit operations are done on them. */
  integral: boolean;
  /** Members of undeclared parameter types that are used as arrays (undeclared.ts). */
  arrayMembers: Set<string>;
  /** Arrays that pointers are read from or stored to (pointer-cells.ts). */
  holders: Map<ArrayId, HolderFacts>;
  /** What pointers in memory point to, by the cells that hold them (reached.ts). */
  reached: Map<string, ReachedFacts>;
  /** Memory that the kernel allocates (heap.ts). */
  allocated: Map<ArrayId, Readonly<{ decl: ArrayDecl; at: number }>>;
  /**
   * Numbered barriers, by their numbers, with how many threads they are for; and whether one of them may be met at
   * several statements by parts of the block (barriers.ts).
   */
  numbers: Map<string, string>;
  numbersApart: boolean;
  /**
   * What is known of open template parameters; and values of them on which it depends what is meant (open-values.ts).
   */
  readonly open: OpenParameters;
  asked: Map<string, readonly OpenValue[]>;
  /** Integer variables that addresses are stored in (memory/addresses.ts), by their keys. */
  addresses: Set<string>;
  /**
   * Variables that are pointers to functions, by their keys: the ones that they hold (memory/function-variables.ts).
   */
  functions: Map<string, readonly FunctionValue[] | 'unknown'>;
  changed: boolean;
};

export const noFacts = (open: OpenParameters = nothingOpen): Facts => ({
  pointers: new Map(),
  holders: new Map(),
  reached: new Map(),
  allocated: new Map(),
  notConstant: new Set(),
  integral: false,
  arrayMembers: new Set(),
  numbers: new Map(),
  numbersApart: false,
  asked: new Map(),
  addresses: new Set(),
  functions: new Map(),
  open,
  changed: false,
});

/**
 * What another instance of the same template has learnt: an instance that begins with it seldom needs a second round.
 * Only what `isConfirmed` can tell to be needed here, too.
 */
export const factsFrom = (known: Facts, open: OpenParameters = nothingOpen): Facts => ({
  ...noFacts(open),
  pointers: new Map(
    [...known.pointers].map(
      ([key, { mode, unit, candidates }]) => [key, { mode, unit, candidates, met: new Set() }] as const,
    ),
  ),
  notConstant: new Set(known.notConstant),
  addresses: new Set(known.addresses),
});

/**
 * Whether arrays are made up in later rounds, which pointers that are known from the first one might lead to before
 * they are there.
 */
export const hasPointersInMemory = ({ holders, reached, allocated }: Facts): boolean =>
  holders.size + reached.size + allocated.size > 0;

/** A new round begins. */
export function beginRound(facts: Facts): void {
  facts.changed = false;
  for (const { met } of facts.pointers.values()) met.clear();
}

/**
 * Whether the last round needed all of the facts that it was given: then they are those that it would have learnt
 * itself. `variables`: those that only a fact made variables. `assigned`: whether one has several values.
 */
export function isConfirmed(
  facts: Facts,
  variables: ReadonlyMap<string, VarId>,
  assigned: (id: VarId) => boolean,
): boolean {
  const areAddresses = [...facts.addresses].every((key) => {
    const met = facts.pointers.get(key)?.met;
    return met === undefined || !met.has('declared') || met.size > 1;
  });
  return (
    areAddresses && [...facts.pointers.values()].every(isPointerConfirmed) && [...variables.values()].every(assigned)
  );
}

function isPointerConfirmed({ mode, candidates, met }: PointerFacts): boolean {
  if (!met.has('declared')) return true;
  return (mode === 'fixed' || met.has(mode)) && candidates.every((candidate) => met.has(candidate));
}
