/**
 * Range-based `for` [stmt.ranged]: over arrays and braced lists (unrolled where nothing jumps, else with a counter),
 * and over objects with `begin()` and `end()` as the loop over iterators that it stands for. Exact.
 *
 * Example: `for (auto i : range) body` is `for (auto it = range.begin(), e = range.end(); it != e; ++it) { auto i =
 * *it; body }`.
 */
import type { Expr } from '../../base/expr.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { CType } from '../types/c-type.ts';
import type { Slot } from '../expressions/value.ts';
import { bool, i64 } from '../../base/ctype.ts';
import { int, truth, variable } from '../../base/expr-build.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { conditionally, emit, fail, freshScalar, inScope, textOf } from '../context.ts';
import { combine } from '../expressions/constants.ts';
import { toScalar } from '../types/conversions.ts';
import { declaredName } from '../file-scope.ts';
import { arrayElement, structIn, valueSlot } from '../classes/fields.ts';
import { readSlot, readWholeSlot } from '../memory/memory.ts';
import { isConverted } from './local-declarations.ts';
import { memberFunctions, operandOf, operate, overloaded, slotArgument } from '../expressions/operators.ts';
import { movePointer } from '../memory/pointer-variable.ts';
import { dereference } from '../memory/pointers.ts';
import { newSlot, pinnedSlot } from '../memory/slots.ts';
import { bindSlots, structuredBinding } from './structured-bindings.ts';
import { declared, declaredType, qualifiersOf } from '../types/types.ts';
import { typeOfSlot, typeOfValue } from '../expressions/value.ts';
import { messages } from '../wording.ts';

const maxUnrolled = 64;

export function rangeLoop(cx: Context, node: SyntaxNode): void {
  inScope(cx, () => {
    const initializer = childIn(node, 'initializer');
    if (initializer !== null) cx.rules.init(cx, initializer);
    const right = childIn(node, 'right');
    const range = right === null ? null : rangeOf(cx, right);
    const type = range === null ? null : typeOfSlot(range);
    const count =
      range?.kind === 'value' && range.value.kind === 'list'
        ? range.value.items.length
        : type?.kind === 'array'
          ? type.extent
          : null;
    if (range !== null && count !== null) overArray(cx, node, range, count);
    else if (range === null || structIn(range) === null || !overIterators(cx, node, range))
      fail(cx, node, messages.rangeLoop);
  });
}

function rangeOf(cx: Context, right: SyntaxNode): Slot {
  if (right.type === 'initializer_list') return valueSlot(cx.rules.value(cx, right));
  const slot = cx.rules.slot(cx, right);
  if (slot !== null && slot.kind !== 'value') return pinnedSlot(cx, slot, 'range', right);
  const made = operandOf(cx, right);
  const value = made.value();
  const type = typeOfValue(value);
  return type?.kind === 'struct'
    ? newSlot(cx, type, 'range', `${cx.frame.key}:range ${right.start}`, value, right)
    : valueSlot(value);
}

function overArray(cx: Context, node: SyntaxNode, given: Slot, count: number): void {
  const jumps = jumpsOf(childIn(node, 'body'));
  const mayUnroll = count <= maxUnrolled && !jumps.breaks && (given.kind === 'value' || !jumps.continues);
  if (mayUnroll) {
    for (let k = 0; k < count; k++) {
      const body = (): void => {
        bodyWith(cx, node, arrayElement(given, int(k)), `[${k}]`);
      };
      if (jumps.continues)
        emitLoop(cx, node, { test: () => truth(false), body, step: () => undefined, testFirst: false });
      else inScope(cx, body);
    }
    return;
  }
  const range = given.kind === 'value' ? arrayOf(cx, node, given) : given;
  if (range === null) {
    fail(cx, node, messages.rangeLoopJump);
    return;
  }
  const counter = freshScalar(cx, 'range.at', i64, 'local');
  emit(cx, node, { kind: 'assign', target: counter, value: int(0, i64) });
  const at = variable(counter, i64);
  emitLoop(cx, node, {
    test: () => combine('<', at, int(count, i64)),
    body: () => {
      bodyWith(cx, node, arrayElement(range, at), '');
    },
    step: () => {
      emit(cx, node, { kind: 'assign', target: counter, value: combine('+', at, int(1, i64)) });
    },
  });
}

/** The array that a braced list makes [dcl.init.list]; null where its items are not all of one type. */
function arrayOf(cx: Context, node: SyntaxNode, list: Extract<Slot, Readonly<{ kind: 'value' }>>): Slot | null {
  if (list.value.kind !== 'list') return null;
  const [first, ...others] = list.value.items.map(typeOfValue);
  if (
    first === undefined ||
    first?.kind !== 'scalar' ||
    others.some((one) => one?.kind !== 'scalar' || one.type !== first.type)
  )
    return null;
  return newSlot(
    cx,
    { kind: 'array', of: first, extent: list.value.items.length },
    'range',
    `${cx.frame.key}:range ${node.start}`,
    list.value,
    node,
  );
}

/** `testFirst`: not given, yes. */
type Parts = Readonly<{ test: () => Expr; body: () => void; step: () => void; testFirst?: boolean }>;

function emitLoop(cx: Context, node: SyntaxNode, { testFirst = true, ...parts }: Parts): void {
  cx.breaks.push({ kind: 'loop', living: cx.living.length });
  let condition: Expr = truth(true);
  const before = conditionally(cx, () => {
    condition = parts.test();
  });
  const body = conditionally(cx, () => {
    inScope(cx, parts.body);
  });
  const step = conditionally(cx, parts.step);
  cx.breaks.pop();
  emit(cx, node, { kind: 'loop', before, condition, body, step, testFirst });
}

/** The loop over `begin()` and `end()`; false, without effects, when the class has none that are understood. */
function overIterators(cx: Context, node: SyntaxNode, range: Slot): boolean {
  const first = iterator(cx, node, range, 'begin');
  const last = first === null ? null : iterator(cx, node, range, 'end');
  if (first === null || last === null) return false;
  emitLoop(cx, node, {
    test: () => isDifferent(cx, node, first, last),
    body: () => {
      bodyWith(cx, node, pointed(cx, node, first), '');
    },
    step: () => {
      advance(cx, node, first);
    },
  });
  return true;
}

function iterator(cx: Context, node: SyntaxNode, range: Slot, name: string): Slot | null {
  const struct = structIn(range);
  const found = struct === null ? null : memberFunctions(cx, range, struct, name, node);
  const made =
    found === null || found.decls.length === 0
      ? null
      : cx.rules.invoke(cx, found.decls, [], node, { self: found.self, explicit: [], scope: found.scope });
  if (made === null) return null;
  const value = readSlot(cx, made, node);
  const type = typeOfValue(value);
  if (type?.kind !== 'pointer' && type?.kind !== 'struct') return null;
  return newSlot(cx, type, name, `${cx.frame.key}:${node.start}.${name}`, value, node);
}

function isDifferent(cx: Context, node: SyntaxNode, first: Slot, last: Slot): Expr {
  const args = [slotArgument(cx, first, node), slotArgument(cx, last, node)];
  const made = first.kind === 'struct' ? overloaded(cx, 'operator!=', args, node) : null;
  const value =
    made === null
      ? operate(cx, '!=', readSlot(cx, first, node), readSlot(cx, last, node), node, [node, node])
      : readSlot(cx, made, node);
  return toScalar(cx, value, bool, node);
}

function pointed(cx: Context, node: SyntaxNode, at: Slot): Slot | null {
  if (at.kind !== 'pointer') return overloaded(cx, 'operator*', [slotArgument(cx, at, node)], node);
  const value = readSlot(cx, at, node);
  return value.kind === 'pointer' ? dereference(value.pointer) : null;
}

function advance(cx: Context, node: SyntaxNode, at: Slot): void {
  if (at.kind === 'pointer') movePointer(cx, at.variable, int(1, i64), node);
  else if (overloaded(cx, 'operator++', [slotArgument(cx, at, node)], node) === null)
    fail(cx, node, messages.rangeLoopIterator);
}

/** The body with the loop's variable bound to an element. */
function bodyWith(cx: Context, node: SyntaxNode, element: Slot | null, instance: string): void {
  const declarator = childIn(node, 'declarator');
  const binding = declarator === null ? null : structuredBinding(declarator);
  const name = declarator === null ? null : declaredName(declarator);
  if (element === null || declarator === null || (name === null && binding === null)) {
    fail(cx, node, messages.rangeLoopVariable);
    return;
  }
  const key = `${cx.frame.key}:${node.start}${instance}`;
  if (declarator.type === 'reference_declarator') cx.references.add(key);
  const slot = variableOf(cx, node, declarator, element, binding !== null ? 'bound' : textOf(cx, name ?? node), key);
  if (binding !== null) bindSlots(cx, binding, slot);
  else if (name !== null) cx.scope.names.set(textOf(cx, name), { kind: 'slot', slot, key });
  cx.rules.body(cx, childIn(node, 'body'));
}

function variableOf(
  cx: Context,
  node: SyntaxNode,
  declarator: SyntaxNode,
  element: Slot,
  name: string,
  key: string,
): Slot {
  const base = declaredType(cx, node);
  if (
    declarator.type === 'reference_declarator' &&
    element.kind !== 'value' &&
    (base === null || !isConverted(element, base))
  )
    return pinnedSlot(cx, element, name, node);
  const value = readWholeSlot(cx, element, node);
  const given: CType | null = typeOfValue(value) ?? typeOfSlot(element);
  const written = base === null ? given : declared(cx, declarator, base, qualifiersOf(node));
  const type = written?.kind === 'reference' ? written.to : written;
  return type === null ? valueSlot(value) : newSlot(cx, type, name, key, cx.rules.coerce(cx, value, type, node), node);
}

/** How the body leaves an iteration of its loop. */
function jumpsOf(body: SyntaxNode | null): Readonly<{ breaks: boolean; continues: boolean }> {
  if (body === null) return { breaks: false, continues: false };
  const mentions = (node: SyntaxNode, jump: string, within: ReadonlySet<string>): boolean =>
    node.type === jump ||
    (!within.has(node.type) && namedChildren(node).some((child) => mentions(child, jump, within)));
  return {
    breaks: mentions(body, 'break_statement', ownsBreaks),
    continues: mentions(body, 'continue_statement', ownsContinues),
  };
}

const ownsContinues: ReadonlySet<string> = new Set([
  'for_statement',
  'for_range_loop',
  'while_statement',
  'do_statement',
  'lambda_expression',
]);
const ownsBreaks: ReadonlySet<string> = new Set([...ownsContinues, 'switch_statement']);
