/**
 * Memory orders and scopes by the names that arguments give them: `cuda::memory_order_release`,
 * `std::memory_order::acquire`, `__ATOMIC_RELAXED`, `cuda::thread_scope_block`, `__HIP_MEMORY_SCOPE_AGENT`,
 * `"workgroup"`. Exact, or null: a variable or parameter that holds one, and a choice between two, are not followed.
 */
import type { MemoryOrder, MemoryScope } from '../../ir/ir.ts';

/** Of accesses whose order or scope is not known: the strongest stands in the IR, and nothing may be proved by it. */
export const guessed = { isGuessed: true } as const;
/** Of atomics whose scope is not known: the narrowest that it may be. */
export type Guess = Readonly<{ isGuessed?: true; leastScope?: 'thread' | 'block' }>;
export const ofAnyScope = { isGuessed: true, leastScope: 'thread' } as const satisfies Guess;
export const ofCluster = { isGuessed: true, leastScope: 'block' } as const satisfies Guess;

const orders: ReadonlyMap<string, MemoryOrder> = new Map<string, MemoryOrder>([
  ['relaxed', 'relaxed'],
  ['consume', 'acquire'],
  ['acquire', 'acquire'],
  ['release', 'release'],
  ['acq_rel', 'acq_rel'],
  ['seq_cst', 'seq_cst'],
]);
const scopes: ReadonlyMap<string, MemoryScope | 'thread'> = new Map<string, MemoryScope | 'thread'>([
  ['thread', 'thread'],
  ['singlethread', 'thread'],
  ['wavefront', 'thread'],
  ['block', 'block'],
  ['workgroup', 'block'],
  ['cluster', 'device'],
  ['device', 'device'],
  ['agent', 'device'],
  ['system', 'system'],
]);

/** The order that an argument names. */
export function namedOrder(text: string): MemoryOrder | null {
  const name = /^(?:\w*::)*(?:memory_order(?:_|::(?:memory_order_)?)|__(?:NV_)?ATOMIC_)(\w+)$/.exec(
    text.replace(/\s+/g, ''),
  )?.[1];
  return orders.get(name?.toLowerCase() ?? '') ?? null;
}

/**
 * The scope that an argument names: the system's where there is none. Of the cluster it is the device's
 * (`isOfCluster`).
 */
export function namedScope(text: string | undefined): MemoryScope | 'thread' | null {
  if (text === undefined || /^\s*""\s*$/.test(text)) return 'system';
  const name =
    /^(?:(?:\w*::)*thread_scope(?:_|::(?:thread_scope_)?)|__(?:NV_THREAD|HIP_MEMORY)_SCOPE_|"(?=\w))(\w+?)(?:-one-as)?"?$/.exec(
      text.replace(/\s+/g, ''),
    )?.[1];
  return scopes.get(name?.toLowerCase() ?? '') ?? null;
}

/** Whether it reaches less than the device, and more than the block. */
export const isOfCluster = (text: string | undefined): boolean => /cluster/i.test(text ?? '');
