/**
 * Loads, stores, atomics and asynchronous copies of inline PTX (PTX ISA, "Data Movement" and "Memory Consistency Model").
 * Addresses are operands that are pointers, with a constant offset; others are not resolved and may be anywhere.
 */
import type { AtomicOp, MemoryOrder, MemoryScope } from '../../ir/ir.ts';
import type { ScalarType } from '../../base/ctype.ts';
import type { Guess } from '../synchronization/orders.ts';
import type { Instruction } from './syntax.ts';
import type { Machine } from './operands.ts';
import type { Context } from '../context.ts';
import type { Pointer, Value } from '../expressions/value.ts';
import { sizeOf } from '../../base/ctype.ts';
import { int } from '../../base/expr-build.ts';
import { isOfCluster, orderOf, read, scopeIn, typeNamed, valueOf, write } from './operands.ts';
import { ofCluster } from '../synchronization/orders.ts';
import { atomicOn } from '../synchronization/atomics.ts';
import { scalar } from '../types/c-type.ts';
import { asScalar } from '../types/conversions.ts';
import { nonCoherently } from '../memory/non-coherent.ts';
import { readSlot, writeSlot } from '../memory/memory.ts';
import { addToPointer, dereference } from '../memory/pointers.ts';
import { scalarValue, unknownOf } from '../expressions/value.ts';
import { messages } from '../wording.ts';

/** `[%1 + 16]`: a pointer of bytes; null where it is not resolved. */
export function addressOf(m: Machine, text: string | undefined, type: ScalarType): Pointer | null {
  const match = /^\[\s*([^\s+\]]+)\s*(?:\+\s*(-?\d+)\s*)?\]$/.exec(text ?? '');
  const value = match?.[1] === undefined ? null : valueOf(m, match[1]);
  const pointer = value?.kind === 'pointer' ? value.pointer : value?.kind === 'scalar' ? m.pointerFrom(value.expr) : null;
  if (pointer === null) return null;
  const bytes = addToPointer({ ...pointer, to: scalar({ kind: 'int', bits: 8, signed: false }) }, int(Number(match?.[2] ?? 0)));
  return { ...bytes, to: scalar(type) };
}

const operations: ReadonlyMap<string, AtomicOp> = new Map<string, AtomicOp>([
  ['add', 'add'], ['min', 'min'], ['max', 'max'], ['and', 'and'], ['or', 'or'], ['xor', 'xor'], ['inc', 'inc'], ['dec', 'dec'], ['exch', 'exch'], ['cas', 'cas'],
]);

/** Loads, stores and atomics; null for other instructions, false where one is not resolved. */
export function memoryInstruction(cx: Context, m: Machine, one: Instruction): boolean | null {
  switch (one.opcode) {
    case 'ld':
    case 'ldu':
    case 'st':
      return plainOrOrdered(cx, m, one);
    case 'atom':
    case 'red':
      return readModifyWrite(cx, m, one);
    default:
      return null;
  }
}

const perform = (cx: Context, m: Machine, at: Pointer, what: Readonly<{ op: AtomicOp; scope: MemoryScope; order: MemoryOrder; values: readonly Value[]; used: boolean }> & Guess): Value =>
  atomicOn(cx, dereference(at), { ...what, call: { name: `asm ${what.op}`, args: [], node: m.node } });

function plainOrOrdered(cx: Context, m: Machine, one: Instruction): boolean {
  const type = typeNamed(one);
  const isStore = one.opcode === 'st';
  const [list, address] = isStore ? [one.operands[1], one.operands[0]] : one.operands;
  const names = (list ?? '').replace(/^\{|\}$/g, '').split(',').map((name) => name.trim());
  const start = type === null ? null : addressOf(m, address, type);
  if (type === null || start === null || one.operands.length !== 2 || one.modifiers.includes('param')) return false;
  const order = orderOf(one);
  const scope = scopeIn(one) ?? 'system';
  const isNonCoherent = one.opcode === 'ldu' || one.modifiers.includes('nc');
  const guess = isOfCluster(one) ? ofCluster : {};
  return names.every((name, k) => {
    const at = addToPointer(start, int(k));
    if (!isStore) {
      const plain = (): Value => readSlot(cx, dereference(at), m.node);
      const value = order === null ? (isNonCoherent ? nonCoherently(cx, plain) : plain()) : perform(cx, m, at, { op: 'load', scope, order, ...guess, values: [], used: true });
      return write(cx, m, name, asScalar(cx, value, m.node, type));
    }
    const raw = read(cx, m, name, type);
    const value = raw === null ? unknownOf(messages.assemblyStore, scalar(type)) : scalarValue(raw);
    if (order === null) writeSlot(cx, dereference(at), value, m.node);
    else perform(cx, m, at, { op: 'store', scope, order, ...guess, values: [value], used: false });
    return true;
  });
}

function readModifyWrite(cx: Context, m: Machine, one: Instruction): boolean {
  const type = typeNamed(one);
  const op = one.modifiers.flatMap((word) => operations.get(word) ?? [])[0];
  const [to, address, ...rest] = one.opcode === 'atom' ? one.operands : ['_', ...one.operands];
  const at = type === null ? null : addressOf(m, address, type);
  if (type === null || op === undefined || at === null || sizeOf(type) < 4 || rest.length !== (op === 'cas' ? 2 : 1)) return false;
  const values = rest.map((text) => read(cx, m, text, type));
  if (values.includes(null)) return false;
  const given = values.flatMap((value) => (value === null ? [] : [scalarValue(value)]));
  const old = perform(cx, m, at, { op, scope: scopeIn(one) ?? 'device', order: orderOf(one) ?? 'relaxed', ...(isOfCluster(one) ? ofCluster : {}), values: given, used: to !== '_' });
  return to === '_' || write(cx, m, to, asScalar(cx, old, m.node, type));
}
