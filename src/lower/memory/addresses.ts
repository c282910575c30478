/**
 * Addresses held in integers: `uint32_t at = __cvta_generic_to_shared(&tile[k]);` for inline assembly, `uintptr_t`. A
 * pointer that is converted to an integer that is wide enough stays a pointer, to bytes; the variable that it is stored
 * in is a pointer variable (pointer-variable.ts) that is seen as an integer. What else is done with such a number (`%`,
 * `>>`, `^`) has any value.
 *
 * Which variables hold addresses shows when the whole kernel has been seen, so it goes from one round of lowering to
 * the next.
 */
import type { ScalarType } from '../../base/ctype.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { Pointer, Slot, Value } from '../expressions/value.ts';
import { sizeOf, u8 } from '../../base/ctype.ts';
import { scalar } from '../types/c-type.ts';
import { seenAs, toPointer } from '../types/conversions.ts';
import { pointerValue } from '../expressions/value.ts';
import { declarePointer } from './pointer-variable.ts';

const bytesOf = scalar(u8);

/** CUDA guide, "Address Space Conversion Functions": addresses of shared memory fit 32 bits, others need 64. */
export function addressAsNumber(cx: Context, pointer: Pointer, type: ScalarType): Value | null {
  if (type.kind !== 'int' || sizeOf(type) < 4 || !isInMemory(cx, pointer, sizeOf(type) === 4)) return null;
  return pointerValue({ ...seenAs(cx, pointer, bytesOf), asNumber: type });
}

function isInMemory(cx: Context, { target }: Pointer, onlyShared: boolean): boolean {
  if (target.kind === 'chosen')
    return (
      target.cases.every((one) => isInMemory(cx, one.pointer, onlyShared)) && isInMemory(cx, target.last, onlyShared)
    );
  return target.kind === 'memory' && (!onlyShared || cx.arrays.get(target.place.array)?.space === 'shared');
}

const isAddress = (value: Value | null): boolean => value?.kind === 'pointer' && value.pointer.asNumber !== undefined;

/** Whether a new integer variable is for addresses. */
export const holdsAddresses = (cx: Context, key: string, initial: Value | null): boolean =>
  isAddress(initial) || cx.facts.addresses.has(key);

export function addressVariable(
  cx: Context,
  type: ScalarType,
  { key, name }: Readonly<{ key: string; name: string }>,
  initial: Value | null,
  node: SyntaxNode,
): Slot {
  cx.facts.addresses.add(key);
  const first = initial === null ? null : toPointer(cx, initial, bytesOf);
  const made = declarePointer(
    cx,
    key,
    name,
    { kind: 'pointer', to: bytesOf, volatile: false, isConst: false },
    first,
    node,
  );
  if (isAddress(initial)) made.facts.met.add('address');
  return { kind: 'pointer', variable: { ...made, number: type } };
}

/** A store to an integer variable: where it is an address, the next round declares the variable for addresses. */
export function noteAddress(cx: Context, slot: Extract<Slot, { kind: 'scalar' }>, value: Value): void {
  if (slot.key === undefined || !isAddress(value) || cx.facts.addresses.has(slot.key)) return;
  cx.facts.addresses.add(slot.key);
  cx.facts.changed = true;
}
