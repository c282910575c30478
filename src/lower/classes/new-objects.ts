/**
 * `new` and `delete`. An object is constructed in memory of its own (heap.ts), or at the place that is given; its
 * destructor runs when it is deleted, that of a derived class where it is virtual. `new` is taken to succeed as far as
 * constructors go. Arrays of objects with constructors or destructors, and operators `new` of the file, are not
 * modelled.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { CType, StructType } from '../types/c-type.ts';
import type { Slot, Value } from '../expressions/value.ts';
import { i32 } from '../../base/ctype.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { conditionally, textIn, textOf, unknownScalar } from '../context.ts';
import { basesOf, isSized, printCType } from '../types/c-type.ts';
import { hasWord } from '../file-scope.ts';
import { seenAs } from '../types/conversions.ts';
import { notModelled } from '../not-modelled.ts';
import { libraryClassOf } from '../library/types.ts';
import { makeBarrier } from '../synchronization/barrier-objects.ts';
import { allocated, freed } from '../memory/heap.ts';
import { readSlot } from '../memory/memory.ts';
import { dereference, pinned } from '../memory/pointers.ts';
import { pointerValue, voidValue } from '../expressions/value.ts';
import { branchOn } from '../calls/virtual-calls.ts';
import { initializeFrom, startByDefault, startsDefinedAs } from './constructors.ts';
import { dynamicTypes } from './dynamic-types.ts';
import { destructorName, endObject, endsWithEffects } from './lifetimes.ts';
import { isPolymorphic } from './structs.ts';
import { asDynamic, virtualPointers, writeVirtualPointers } from './virtual-pointers.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

/** `new T(…)`, `new T[n]`, `new (place) T(…)`. */
export function newExpression(cx: Context, node: SyntaxNode): Value {
  const [typeNode, placement, array, list] = [
    childIn(node, 'type'),
    childIn(node, 'placement'),
    childIn(node, 'declarator'),
    childIn(node, 'arguments'),
  ];
  const type = typeNode === null ? null : cx.rules.type(cx, typeNode);
  const refuse = (): Value => notModelled(cx, node, fill(messages.notModelled, { text: textOf(cx, node) }), true);
  if (type === null || !isSized(type) || type.kind === 'array' || type.kind === 'reference' || hasOwnAllocation(cx))
    return refuse();
  if (
    array !== null &&
    (list !== null || array.children.some((child) => child.type === 'new_declarator') || startsDefinedAs(cx, type))
  )
    return refuse();
  const length = array === null ? null : childIn(array, 'length');
  if (length !== null) cx.rules.discard(cx, length);
  const made =
    placement === null
      ? pointerValue({ to: type, volatile: false, target: allocated(cx, type, `new ${printCType(type)}`, node) })
      : placed(cx, placement, type, node);
  if (made === null) return refuse();
  if (array === null && made.kind === 'pointer') construct(cx, dereference(made.pointer), type, list, node);
  return made;
}

/** The file's own operators may give any memory. */
function hasOwnAllocation(cx: Context): boolean {
  return /\boperator\s+(?:new|delete)\b/.test(textIn(cx.unit, 0, cx.unit.source.text.length));
}

/** Where `new (place) T` makes its object; null for other arguments, as `std::nothrow`. */
function placed(cx: Context, placement: SyntaxNode, type: CType, node: SyntaxNode): Value | null {
  const [only, other] = namedChildren(placement);
  const value = only === undefined || other !== undefined ? null : cx.rules.value(cx, only);
  return value?.kind === 'pointer' ? pointerValue(pinned(cx, seenAs(cx, value.pointer, type), 'place', node)) : null;
}

function construct(cx: Context, object: Slot, type: CType, list: SyntaxNode | null, node: SyntaxNode): void {
  if (type.kind === 'struct') writeVirtualPointers(cx, object, type.struct, node);
  const isBarrier =
    type.kind === 'struct' &&
    libraryClassOf(type.struct) === 'barrier' &&
    list !== null &&
    namedChildren(list).length > 0;
  if (isBarrier) makeBarrier(cx, object, namedChildren(list), node);
  else if (list !== null) initializeFrom(cx, object, type, list);
  else startByDefault(cx, object, type, node);
  // the constructors of bases write their own functions first
  if (type.kind === 'struct' && basesOf(type.struct).some(isPolymorphic))
    writeVirtualPointers(cx, object, type.struct, node);
}

/** `delete p` and `delete[] p`. */
export function deleteExpression(cx: Context, node: SyntaxNode): Value {
  const operand = namedChildren(node).at(-1);
  const value = operand === undefined ? null : cx.rules.value(cx, operand);
  const refuse = (): Value => notModelled(cx, node, fill(messages.notModelled, { text: textOf(cx, node) }), true);
  if (value?.kind !== 'pointer' || !isSized(value.pointer.to) || hasOwnAllocation(cx)) return refuse();
  const { to } = value.pointer;
  const isArray = node.children.some((child) => child.type === '[');
  const end =
    to.kind === 'struct' && !isArray
      ? endOf(cx, to.struct, node)
      : endsWithEffects(cx, to)
        ? null
        : (): void => undefined;
  if (end === null) return refuse();
  freed(cx, value.pointer, end, node);
  return voidValue;
}

/** Runs the destructor of an object of which a part is seen; null where it is not known which one that is. */
function endOf(cx: Context, struct: StructType, node: SyntaxNode): ((object: Slot) => void) | null {
  if (!hasVirtualDestructor(struct))
    return endsWithEffects(cx, { kind: 'struct', struct })
      ? (object): void => {
          endObject(cx, object, { kind: 'struct', struct }, node);
        }
      : (): void => undefined;
  const types = dynamicTypes(cx, struct);
  if (types === null || (types.length === 1 && basesOf(struct).length === 0)) return null;
  return (object) => {
    for (const table of virtualPointers(object, struct).slice(0, 1)) readSlot(cx, table, node);
    const which = unknownScalar(cx, i32, messages.virtualDestructor, node);
    branchOn(
      cx,
      which,
      types.map((type) =>
        conditionally(cx, () => {
          const whole = asDynamic(
            object,
            type.struct,
            type.path.reduce((sum, field) => sum + field.offset, 0),
          );
          if (whole === null) notModelled(cx, node, messages.unknownDeletedObject, true);
          else endObject(cx, whole, { kind: 'struct', struct: type.struct }, node);
        }),
      ),
      node,
    );
  };
}

function hasVirtualDestructor(struct: StructType): boolean {
  const body = struct.body === null ? null : childIn(struct.body.node, 'body');
  const own = (body === null ? [] : namedChildren(body)).some(
    (member) => destructorName(member) !== null && hasWord(member, 'virtual'),
  );
  return own || basesOf(struct).some(hasVirtualDestructor);
}
