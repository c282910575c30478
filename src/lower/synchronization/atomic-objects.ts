/**
 * `cuda::atomic`, `cuda::std::atomic` and `atomic_ref`: each member is one atomic access of the object's scope, with
 * the order that is given (sequentially consistent without). Exact for scalars; others make their memory `unknown`.
 */
import type { AtomicOp, MemoryOrder } from '../../ir/ir.ts';
import type { ScalarType } from '../../base/ctype.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { StructType } from '../types/c-type.ts';
import type { Slot, Value } from '../expressions/value.ts';
import { bool } from '../../base/ctype.ts';
import type { Expr } from '../../base/expr.ts';
import { int, truth } from '../../base/expr-build.ts';
import { conditionally, emit, textOf } from '../context.ts';
import { atomicOn } from './atomics.ts';
import { guessed, namedOrder, ofAnyScope } from './orders.ts';
import { combine, convert } from '../expressions/constants.ts';
import { toScalar } from '../types/conversions.ts';
import { fieldSlot } from '../classes/fields.ts';
import { notModelled } from '../not-modelled.ts';
import { isScopeOpen, libraryClassOf, memoryScopeOf } from '../library/types.ts';
import { readSlot, writeSlot } from '../memory/memory.ts';
import { dereference, pinnedExpr } from '../memory/pointers.ts';
import { scalarValue, typeOfSlot, unknownOf, voidValue } from '../expressions/value.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

const fetches: ReadonlyMap<string, AtomicOp> = new Map<string, AtomicOp>([
  ['fetch_add', 'add'],
  ['fetch_sub', 'sub'],
  ['fetch_and', 'and'],
  ['fetch_or', 'or'],
  ['fetch_xor', 'xor'],
  ['fetch_min', 'min'],
  ['fetch_max', 'max'],
  ['exchange', 'exch'],
]);
const compounds: ReadonlyMap<string, AtomicOp> = new Map<string, AtomicOp>([
  ['+=', 'add'],
  ['-=', 'sub'],
  ['&=', 'and'],
  ['|=', 'or'],
  ['^=', 'xor'],
]);

/** The struct of an atomic object or reference, or null. */
export function atomicObject(slot: Slot): StructType | null {
  const type = typeOfSlot(slot);
  const struct =
    slot.kind === 'value' && slot.value.kind === 'struct'
      ? slot.value.type
      : type?.kind === 'struct'
        ? type.struct
        : null;
  const name = struct === null ? null : libraryClassOf(struct);
  return name === 'atomic' || name === 'atomic_ref' ? struct : null;
}

/** What an atomic object holds, or a reference refers to. */
function cellOf(cx: Context, slot: Slot, struct: StructType, node: SyntaxNode): Slot | null {
  if (libraryClassOf(struct) === 'atomic') return fieldSlot(slot, 'value');
  const field = fieldSlot(slot, 'object');
  const pointer = field === null ? null : readSlot(cx, field, node);
  return pointer?.kind === 'pointer' ? dereference(pointer.pointer) : null;
}

type Ordering = Readonly<{ order: MemoryOrder; isGuessed?: true }>;
type Access = Ordering &
  Readonly<{ op: AtomicOp; values: readonly Value[]; name: string; node: SyntaxNode; used?: boolean }>;

function access(cx: Context, slot: Slot, struct: StructType, what: Access): Value {
  const cell = cellOf(cx, slot, struct, what.node);
  const scope = memoryScopeOf(struct);
  if (cell === null || scope === null)
    return notModelled(cx, what.node, fill(messages.memberNotModelled, { name: what.name, name2: struct.name }), true);
  const call = { name: what.name, args: [what.node, ...what.values.map(() => what.node)], node: what.node };
  return atomicOn(cx, cell, {
    op: what.op,
    scope,
    order: what.order,
    ...(isScopeOpen(struct) ? ofAnyScope : what.isGuessed === true ? guessed : {}),
    values: what.values,
    call,
    used: what.used ?? cx.discarding !== what.node,
  });
}

/** How many arguments stand before the order. */
const operandsOf = (name: string): number => (name === 'load' ? 0 : name.startsWith('compare_exchange') ? 2 : 1);

/**
 * The order that the arguments name, sequentially consistent without; of an exchange that fails another one may be
 * named.
 */
function orderGiven(cx: Context, name: string, args: readonly SyntaxNode[]): Ordering {
  const given = args[operandsOf(name)];
  const order = given === undefined ? 'seq_cst' : namedOrder(textOf(cx, given));
  return order === null ? { order: 'seq_cst', ...guessed } : { order };
}

/** `object.method(args)`. */
export function atomicMethod(
  cx: Context,
  slot: Slot,
  struct: StructType,
  name: string,
  args: readonly SyntaxNode[],
  node: SyntaxNode,
): Value {
  const order = orderGiven(cx, name, args);
  const [first, second] = args.slice(0, operandsOf(name));
  const fetched = fetches.get(name);
  if (fetched !== undefined && first !== undefined)
    return access(cx, slot, struct, { op: fetched, values: [cx.rules.value(cx, first)], ...order, name, node });
  switch (name) {
    case 'load':
    case 'operator cast':
      return access(cx, slot, struct, { op: 'load', values: [], ...order, name, node, used: true });
    case 'store':
      if (first === undefined) break;
      access(cx, slot, struct, { op: 'store', values: [cx.rules.value(cx, first)], ...order, name, node, used: false });
      return voidValue;
    case 'wait':
      if (first === undefined) break;
      return waitWhile(cx, slot, struct, { first, ...order, name, node });
    case 'notify_one':
    case 'notify_all':
      return voidValue;
    case 'is_lock_free':
      return unknownOf(messages.lockFree, { kind: 'scalar', type: bool });
    case 'compare_exchange_strong':
    case 'compare_exchange_weak':
      if (first !== undefined && second !== undefined)
        return compareExchange(cx, slot, struct, { first, second, ...order, name, node });
      break;
    default:
      break;
  }
  for (const arg of args) cx.rules.value(cx, arg);
  return notModelled(cx, node, fill(messages.memberNotModelled, { name, name2: struct.name }), true);
}

/** Reads until the value is another one than it was (C++, atomics.wait: it returns only then). */
function waitWhile(
  cx: Context,
  slot: Slot,
  struct: StructType,
  { first, name, node, ...order }: Ordering & Readonly<{ first: SyntaxNode; name: string; node: SyntaxNode }>,
): Value {
  const type = scalarOf(cellOf(cx, slot, struct, node));
  const given = cx.rules.value(cx, first);
  if (type === null || type.kind === 'float')
    return notModelled(cx, node, fill(messages.memberNotModelled, { name, name2: struct.name }), true);
  const old = pinnedExpr(cx, toScalar(cx, given, type, first), 'old', node);
  let isOld: Expr = truth(true);
  const before = conditionally(cx, () => {
    isOld = combine(
      '==',
      toScalar(cx, access(cx, slot, struct, { op: 'load', values: [], ...order, name, node, used: true }), type, node),
      old,
    );
  });
  emit(cx, node, { kind: 'loop', before, condition: isOld, body: [], step: [], testFirst: true });
  return voidValue;
}

/** `expected` gets the old value; C++: only where the exchange fails, but else it is equal. */
function compareExchange(
  cx: Context,
  slot: Slot,
  struct: StructType,
  call: Ordering & Readonly<{ first: SyntaxNode; second: SyntaxNode; name: string; node: SyntaxNode }>,
): Value {
  const { first, second, name, node, ...order } = call;
  const type = scalarOf(cellOf(cx, slot, struct, node));
  const expected = cx.rules.slot(cx, first);
  if (type === null || expected === null)
    return notModelled(cx, node, fill(messages.memberNotModelled, { name, name2: struct.name }), true);
  const wanted = pinnedExpr(cx, toScalar(cx, readSlot(cx, expected, first), type, first), 'expected', node);
  const desired = cx.rules.value(cx, second);
  const old = toScalar(
    cx,
    access(cx, slot, struct, { op: 'cas', values: [scalarValue(wanted), desired], ...order, name, node, used: true }),
    type,
    node,
  );
  const isEqual = pinnedExpr(cx, combine('==', old, wanted), 'exchanged', node);
  writeSlot(cx, expected, scalarValue(old), first);
  return scalarValue(isEqual);
}

function scalarOf(cell: Slot | null): ScalarType | null {
  const type = cell === null ? null : typeOfSlot(cell);
  return type?.kind === 'scalar' ? type.type : null;
}

/** `object += x` and its kin; null for operators that atomics do not have. The value is the new one. */
export function atomicCompound(
  cx: Context,
  slot: Slot,
  struct: StructType,
  operator: string,
  value: Value,
  node: SyntaxNode,
): Value | null {
  const op = compounds.get(operator);
  if (op === undefined) return null;
  access(cx, slot, struct, { op, values: [value], order: 'seq_cst', name: `operator${operator}`, node, used: false });
  return unknownOf(messages.atomicAssignmentValue);
}

/** `object++` and its kin: the old value, or the new one. */
export function atomicUpdate(
  cx: Context,
  slot: Slot,
  struct: StructType,
  how: Readonly<{ down: boolean; prefix: boolean; used: boolean }>,
  node: SyntaxNode,
): Value {
  const type = scalarOf(cellOf(cx, slot, struct, node));
  const old = access(cx, slot, struct, {
    op: how.down ? 'sub' : 'add',
    values: [scalarValue(int(1))],
    order: 'seq_cst',
    name: how.down ? 'operator--' : 'operator++',
    node,
    used: how.used,
  });
  if (!how.prefix || type === null || old.kind !== 'scalar') return old;
  return scalarValue(convert(combine(how.down ? '-' : '+', old.expr, int(1)), type));
}
