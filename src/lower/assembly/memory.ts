/**
 * Loads, stores, atomics and asynchronous copies of inline PTX (PTX ISA, "Data Movement" and "Memory Consistency
 * Model"). Addresses are operands that are pointers, with a constant offset; others are not resolved and may be
 * anywhere.
 */
import type { AtomicOp, MemoryOrder, MemoryScope } from '../../ir/ir.ts';
import type { ScalarType } from '../../base/ctype.ts';
import type { Expr } from '../../base/expr.ts';
import type { Guess } from '../synchronization/orders.ts';
import type { Instruction } from './syntax.ts';
import type { Machine } from './operands.ts';
import type { Context } from '../context.ts';
import type { Pointer, Value } from '../expressions/value.ts';
import { i32, sizeOf, u32 } from '../../base/ctype.ts';
import { int } from '../../base/expr-build.ts';
import { isOfCluster, orderOf, read, scopeIn, typeNamed, valueOf, write } from './operands.ts';
import { ofCluster } from '../synchronization/orders.ts';
import { atomicOn } from '../synchronization/atomics.ts';
import { scalar } from '../types/c-type.ts';
import { amongLanes } from '../synchronization/lanes.ts';
import { laneIndex } from '../ranks.ts';
import { combine } from '../expressions/constants.ts';
import { conditionally, emit } from '../context.ts';
import { asScalar } from '../types/conversions.ts';
import { nonCoherently } from '../memory/non-coherent.ts';
import { readSlot, writeSlot } from '../memory/memory.ts';
import { addToPointer, dereference } from '../memory/pointers.ts';
import { scalarValue, unknownOf } from '../expressions/value.ts';
import { messages } from '../wording.ts';

/** `[%1 + 16]`: a pointer of bytes; null where it is not resolved. */
export function addressOf(cx: Context, m: Machine, text: string | undefined, type: ScalarType): Pointer | null {
  const match = /^\[\s*([^\s+\]]+)\s*(?:\+\s*(-?\d+)\s*)?\]$/.exec(text ?? '');
  const value = match?.[1] === undefined ? null : valueOf(cx, m, match[1]);
  if (value?.kind !== 'pointer') return null;
  const bytes = addToPointer(
    { ...value.pointer, to: scalar({ kind: 'int', bits: 8, signed: false }) },
    int(Number(match?.[2] ?? 0)),
  );
  return { ...bytes, to: scalar(type) };
}

const operations: ReadonlyMap<string, AtomicOp> = new Map<string, AtomicOp>([
  ['add', 'add'],
  ['min', 'min'],
  ['max', 'max'],
  ['and', 'and'],
  ['or', 'or'],
  ['xor', 'xor'],
  ['inc', 'inc'],
  ['dec', 'dec'],
  ['exch', 'exch'],
  ['cas', 'cas'],
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

const perform = (
  cx: Context,
  m: Machine,
  at: Pointer,
  what: Readonly<{ op: AtomicOp; scope: MemoryScope; order: MemoryOrder; values: readonly Value[]; used: boolean }> &
    Guess,
): Value => atomicOn(cx, dereference(at), { ...what, call: { name: `asm ${what.op}`, args: [], node: m.node } });

/** `{%0, %1}` or one name. */
const namesIn = (list: string | undefined): readonly string[] =>
  (list ?? '')
    .replace(/^\{|\}$/g, '')
    .split(',')
    .map((name) => name.trim());

function plainOrOrdered(cx: Context, m: Machine, one: Instruction): boolean {
  const type = typeNamed(one);
  const isStore = one.opcode === 'st';
  const [list, address] = isStore ? [one.operands[1], one.operands[0]] : one.operands;
  const names = namesIn(list);
  const first = type === null ? null : addressOf(cx, m, address, type);
  const start = first === null ? null : { ...first, volatile: first.volatile || one.modifiers.includes('volatile') };
  if (type === null || start === null || one.operands.length !== 2 || one.modifiers.includes('param')) return false;
  const order = orderOf(one);
  const scope = scopeIn(one) ?? 'system';
  const isNonCoherent = one.opcode === 'ldu' || one.modifiers.includes('nc');
  const guess = isOfCluster(one) ? ofCluster : {};
  return names.every((name, k) => {
    const at = addToPointer(start, int(k));
    if (!isStore) {
      const plain = (): Value => readSlot(cx, dereference(at), m.node);
      const value =
        order === null
          ? isNonCoherent
            ? nonCoherently(cx, plain)
            : plain()
          : perform(cx, m, at, { op: 'load', scope, order, ...guess, values: [], used: true });
      return write(cx, m, name, asScalar(cx, value, m.node, type));
    }
    const raw = read(cx, m, name, type);
    const value = raw === null ? unknownOf(messages.assemblyStore, scalar(type)) : scalarValue(raw);
    if (order === null) writeSlot(cx, dereference(at), value, m.node);
    else perform(cx, m, at, { op: 'store', scope, order, ...guess, values: [value], used: false });
    return true;
  });
}

/** Instructions with `.sync` wait for the lanes that execute them together, and order no memory. */
export function waitForLanes(cx: Context, m: Machine, mask: Expr): void {
  amongLanes(cx, 'any', mask, [{ kind: 'bool', value: false }], i32, m.node);
}

/**
 * PTX ISA, `ldmatrix`, `stmatrix`: how many lanes give the address of a row, by the number of matrices of eight rows.
 */
const lanesOfRows: ReadonlyMap<string, number> = new Map([
  ['x1', 8],
  ['x2', 16],
  ['x4', 32],
]);
export const wholeWarp = int(0xffffffff, u32);
/** Bytes of a row of a matrix: eight elements of 16 bits. */
const rowBytes = 16;

/**
 * `ldmatrix` and `stmatrix`: the lanes of a warp execute them together; each of the first 8, 16 or 32 lanes accesses
 * the row at its own address. What the lanes get is not computed. Null for other instructions.
 */
export function matrixInstruction(cx: Context, m: Machine, one: Instruction): boolean | null {
  const isStore = one.opcode === 'stmatrix';
  if (one.opcode !== 'ldmatrix' && !isStore) return null;
  const [address, fragments] = isStore ? one.operands : [one.operands[1], one.operands[0]];
  const lanes = one.modifiers.flatMap((word) => lanesOfRows.get(word) ?? [])[0];
  const row = addressOf(cx, m, address, u32);
  if (
    lanes === undefined ||
    row === null ||
    one.operands.length !== 2 ||
    !one.modifiers.includes('m8n8') ||
    one.modifiers.at(-1) !== 'b16'
  )
    return false;
  waitForLanes(cx, m, wholeWarp);
  const accesses = conditionally(cx, () => {
    for (let k = 0; k < rowBytes / sizeOf(u32); k++) {
      const word = dereference(addToPointer(row, int(k)));
      if (isStore) writeSlot(cx, word, unknownOf(messages.assemblyStore, scalar(u32)), m.node);
      else readSlot(cx, word, m.node);
    }
  });
  emit(cx, m.node, { kind: 'branch', when: combine('<', laneIndex(), int(lanes, u32)), then: accesses, otherwise: [] });
  return isStore || namesIn(fragments).every((name) => write(cx, m, name, null));
}

function readModifyWrite(cx: Context, m: Machine, one: Instruction): boolean {
  const type = typeNamed(one);
  const op = one.modifiers.flatMap((word) => operations.get(word) ?? [])[0];
  const [to, address, ...rest] = one.opcode === 'atom' ? one.operands : ['_', ...one.operands];
  const at = type === null ? null : addressOf(cx, m, address, type);
  if (type === null || op === undefined || at === null || sizeOf(type) < 4 || rest.length !== (op === 'cas' ? 2 : 1))
    return false;
  const values = rest.map((text) => read(cx, m, text, type));
  if (values.includes(null)) return false;
  const given = values.flatMap((value) => (value === null ? [] : [scalarValue(value)]));
  const old = perform(cx, m, at, {
    op,
    scope: scopeIn(one) ?? 'device',
    order: orderOf(one) ?? 'relaxed',
    ...(isOfCluster(one) ? ofCluster : {}),
    values: given,
    used: to !== '_',
  });
  return to === '_' || write(cx, m, to, asScalar(cx, old, m.node, type));
}
