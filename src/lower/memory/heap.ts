/**
 * Memory that a kernel allocates (`malloc`, `new`). One array stands for all that one place of the source allocates,
 * with the objects `objectStride` bytes apart; which of them an allocation gives is not known (over-approximating: two
 * allocations may give one). They are apart from all other memory, since memory that is freed is taken not to be
 * allocated again. Freeing counts as a write of the first byte.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { CType } from '../types/c-type.ts';
import type { Pointer, PointerTarget, Slot, Value } from '../expressions/value.ts';
import { arrayId, bytes } from '../../base/brand.ts';
import { bool, i64, u8 } from '../../base/ctype.ts';
import { objectStride } from '../../base/object-stride.ts';
import { conditionally, emit, spanOf, unknownScalar } from '../context.ts';
import { constantOf } from '../expressions/constants.ts';
import { scalar, sizeOfType } from '../types/c-type.ts';
import { pointerOf } from '../types/conversions.ts';
import { pointerValue, unknownOf, voidValue } from '../expressions/value.ts';
import { elementMembers } from './element-members.ts';
import { writeSlot } from './memory.ts';
import { dereference, isNotNull, pinned } from './pointers.ts';
import { messages } from '../wording.ts';

/** What an allocation gives: an object of elements of that type. `what`: how the array is named, with its line. */
export function allocated(cx: Context, element: CType, what: string, node: SyntaxNode): PointerTarget {
  const span = spanOf(cx, node);
  let id = arrayId(`${what}#${span.line}`);
  for (let k = 2; (cx.facts.allocated.get(id)?.at ?? node.start) !== node.start; k++)
    id = arrayId(`${what}#${span.line}.${k}`);
  if (!cx.facts.allocated.has(id)) {
    cx.facts.allocated.set(id, {
      at: node.start,
      decl: {
        id,
        name: id,
        space: 'global',
        element: element.kind === 'scalar' ? element.type : null,
        elementBytes: bytes(Math.max(1, sizeOfType(element))),
        ...(element.kind === 'struct' ? { members: elementMembers(element) } : {}),
        extents: null,
        parameter: null,
        span,
      },
    });
  }
  declareAllocated(cx);
  const index = unknownScalar(cx, i64, messages.unknownAllocation, node);
  return {
    kind: 'memory',
    place: {
      array: id,
      subscripts: [{ index, stride: bytes(objectStride), extent: null }],
      offset: 0,
      volatile: false,
    },
  };
}

/** Declares the memory that earlier rounds found to be allocated, since pointers may name it before that. */
export function declareAllocated(cx: Context): void {
  for (const { decl } of cx.facts.allocated.values()) if (!cx.arrays.has(decl.id)) cx.arrays.set(decl.id, decl);
}

/** `malloc` and `free`; null for other calls. */
export function heapCall(cx: Context, name: string, args: readonly SyntaxNode[], node: SyntaxNode): Value | null {
  const [arg, other] = args;
  if (arg === undefined || other !== undefined || cx.unit.declared.functions.has(name)) return null;
  if (name === 'malloc') {
    cx.rules.discard(cx, arg);
    return pointerValue({
      to: { kind: 'void' },
      volatile: false,
      target: allocated(cx, { kind: 'void' }, 'malloc', node),
    });
  }
  if (name !== 'free') return null;
  freed(cx, pointerOf(cx, cx.rules.value(cx, arg)), () => undefined, node);
  return voidValue;
}

/** What a pointer points to is given back, after `end`; a null pointer has no effect. */
export function freed(cx: Context, pointer: Pointer, end: (object: Slot) => void, node: SyntaxNode): void {
  const kept = pinned(cx, pointer, 'freed', node);
  const when = isNotNull(cx, kept) ?? unknownScalar(cx, bool, messages.unknownNull, node);
  if (constantOf(when) === 0n) return;
  const object = dereference(kept);
  const then = conditionally(cx, () => {
    end(object);
    writeSlot(cx, firstByte(object), unknownOf(messages.freed), node);
  });
  emit(cx, node, { kind: 'branch', when, then, otherwise: [] });
}

function firstByte(object: Slot): Slot {
  if (object.kind === 'memory') return { ...object, type: scalar(u8) };
  if (object.kind !== 'chosen')
    return {
      kind: 'unknown',
      because: messages.freed,
      type: null,
      footprint: object.kind === 'unknown' ? object.footprint : [],
      clobbers: null,
    };
  return {
    kind: 'chosen',
    cases: object.cases.map((one) => ({ when: one.when, slot: firstByte(one.slot) })),
    last: firstByte(object.last),
  };
}
