/**
 * Arguments of calls and constructors: lvalues stay slots, so that references can bind to them. Each is what it was
 * when it was evaluated, whatever the arguments after it do: `S{k, k++}` [dcl.init.list]. Those of a call in
 * parentheses are evaluated in no given order [expr.call]: where one changes what another one reads, that one's value
 * is any.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { Argument } from './invocation.ts';
import type { Stmt } from '../../ir/ir.ts';
import type { Slot, Value } from '../expressions/value.ts';
import { assignedIn, someStmt } from '../../ir/walk.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { enumerationOf } from '../types/c-type.ts';
import { textOf } from '../context.ts';
import { clobber, readSlot } from '../memory/memory.ts';
import { variablesIn } from '../memory/parts.ts';
import { mayBeOverloaded, valueArgument } from '../expressions/operators.ts';
import { asOf, variablesRead } from '../expressions/order.ts';
import { arrayOf, inAnyOrder } from '../expressions/unsequenced.ts';
import { typeOfSlot, typeOfValue, unknownOf } from '../expressions/value.ts';
import { messages } from '../wording.ts';
import { lookUp } from '../scope.ts';
import { expanded } from './packs.ts';

/** The items of a braced list, one evaluated after the other. */
export function itemArguments(cx: Context, nodes: readonly SyntaxNode[]): readonly Argument[] {
  const made = expanded(cx, nodes).map((node) => ({ argument: argumentOf(cx, node), mark: cx.out.length }));
  return made
    .toReversed()
    .map(({ argument, mark }) => argumentAsOf(cx, argument, mark))
    .toReversed();
}

/**
 * The arguments of a call in parentheses. What one reads and a function that another one calls changes has any value.
 */
export function callArguments(cx: Context, given: readonly SyntaxNode[]): readonly Argument[] {
  const nodes = expanded(cx, given);
  const start = cx.out.length;
  const made = withoutOrder(cx, nodes).map((node) => {
    const from = cx.out.length;
    return { argument: argumentOf(cx, node), from, to: cx.out.length };
  });
  if (made.filter(({ from, to }) => to > from).length === 0 || made.length < 2) return made.map((one) => one.argument);
  const effects = cx.out.slice(start);
  const list = nodes[0];
  if (list !== undefined)
    inAnyOrder(
      cx,
      list,
      made.map(({ argument, from, to }) => ({
        does: effects.slice(from - start, to - start),
        read: arrayOf(argument),
      })),
    );
  return made.map(({ argument, from, to }) =>
    isChanged(argument, [...effects.slice(0, from - start), ...effects.slice(to - start)])
      ? anyValue(argument)
      : argument,
  );
}

/** Whether what the argument holds may be changed by the statements. */
function isChanged({ slot, node, value }: Argument, others: readonly Stmt[]): boolean {
  if (others.length === 0 || node.type === 'initializer_list') return false;
  if (slot?.kind === 'memory') return isStoredTo(others, slot);
  const changed = assignedIn(others);
  const read = slot === null || slot.kind === 'value' ? variablesRead(value()) : variablesIn(slot);
  return [...read].some((id) => changed.has(id));
}

function anyValue(argument: Argument): Argument {
  return {
    ...argument,
    value: () => {
      argument.value();
      return unknownOf(because, argument.type);
    },
  };
}

/** One argument, evaluated; an lvalue as its slot. */
export function argumentOf(cx: Context, node: SyntaxNode): Argument {
  if (node.type === unordered) return unorderedArgument(cx, node);
  if (node.type === 'initializer_list')
    return { node, slot: null, value: (): Value => cx.rules.value(cx, node), type: null };
  const slot = cx.rules.slot(cx, node);
  if (slot === null) return knownNumber(cx, valueArgument(cx.rules.value(cx, node), node));
  if (slot.kind === 'value') {
    const made = valueArgument(slot.value, node);
    const type = made.type?.kind === 'scalar' ? { ...made.type, ...enumerationOf(slot.type) } : made.type;
    return knownNumber(cx, { ...made, slot, type });
  }
  const isUndeclared =
    slot.kind === 'unknown' &&
    slot.footprint === 'everything' &&
    (node.type === 'identifier' || node.type === 'qualified_identifier');
  if (isUndeclared) return valueArgument(cx.rules.value(cx, node), node);
  return { node, slot, value: () => readSlot(cx, slot, node), type: typeOfSlot(slot) };
}

/** Literals, what built-in operators make of numbers, and the numbers of threads and blocks are of no enumeration. */
function knownNumber(cx: Context, argument: Argument): Argument {
  const { type, node } = argument;
  return type?.kind === 'scalar' && type.enumeration === undefined && isPlainNumber(cx, node)
    ? { ...argument, type: { ...type, enumeration: null } }
    : argument;
}

function isPlainNumber(cx: Context, node: SyntaxNode): boolean {
  switch (node.type) {
    case 'number_literal':
    case 'char_literal':
    case 'true':
    case 'false':
    case 'sizeof_expression':
      return true;
    case 'parenthesized_expression':
      return namedChildren(node).every((inner) => isPlainNumber(cx, inner));
    case 'binary_expression':
    case 'unary_expression':
      return !mayBeOverloaded(cx, node);
    case 'field_expression': {
      const object = childIn(node, 'argument');
      const name = object === null ? '' : textOf(cx, object);
      return /^(?:thread|block)Idx$|^(?:block|grid)Dim$/.test(name) && lookUp(cx.scope, name) === null;
    }
    default:
      return false;
  }
}

/** An argument whose value later ones may change: what it holds is read before them. */
function argumentAsOf(cx: Context, argument: Argument, mark: number): Argument {
  const { slot, node } = argument;
  if (mark === cx.out.length || node.type === 'initializer_list') return argument;
  if (slot === null || slot.kind === 'value') {
    const kept = asOf(cx, argument.value(), mark, node);
    return { ...argument, value: () => kept };
  }
  if (slot.kind === 'memory' ? !isStoredTo(cx.out.slice(mark), slot) : assignedIn(cx.out.slice(mark)).size === 0)
    return argument;
  const before = cx.out[mark - 1];
  return {
    ...argument,
    value: () => {
      const found = before === undefined ? 0 : cx.out.indexOf(before) + 1;
      if (before !== undefined && found === 0) return argument.value();
      const after = cx.out.splice(found);
      const read = argument.value();
      const end = cx.out.length;
      cx.out.push(...after);
      return asOf(cx, read, end, node);
    },
  };
}

const isStoredTo = (statements: readonly Stmt[], slot: Extract<Slot, { kind: 'memory' }>): boolean =>
  someStmt(
    statements,
    (stmt) => (stmt.kind === 'store' || stmt.kind === 'atomic') && stmt.place.array === slot.place.array,
  );

// Arguments without order ---------------------------------------------------------------------------------------------

/** A node of our own making: an argument, and the variables that another one assigns too. */
const unordered = 'unordered_argument';
const because = messages.unspecifiedOrder;

/** The arguments of a call in parentheses; those that name what another one changes are marked. */
export function withoutOrder(cx: Context, nodes: readonly SyntaxNode[]): readonly SyntaxNode[] {
  if (nodes.length < 2 || nodes.some((node) => node.type === unordered)) return nodes;
  const changed = nodes.map((node) => changedIn(cx, node));
  if (changed.every((names) => names.size === 0)) return nodes;
  return nodes.map((node, k) => {
    const others = new Set(changed.flatMap((names, n) => (n === k ? [] : [...names.keys()])));
    const conflicts = namesIn(cx, node).filter((name) => others.has(name));
    const both = [...(changed[k] ?? [])].filter(([name]) => others.has(name)).map(([, target]) => target);
    return conflicts.length === 0 ? node : { ...node, type: unordered, children: [node, ...both] };
  });
}

/** The value of a marked argument: it is evaluated for its effects. */
export function unorderedValue(cx: Context, node: SyntaxNode): Value {
  return unorderedArgument(cx, node).value();
}

function unorderedArgument(cx: Context, node: SyntaxNode): Argument {
  const [inner, ...both] = node.children;
  if (inner === undefined) return valueArgument(unknownOf(because), node);
  const made = argumentOf(cx, inner);
  const value = made.value();
  for (const target of both) {
    const slot = cx.rules.slot(cx, target);
    if (slot !== null) clobber(cx, slot, because, target);
  }
  const type = made.type ?? typeOfValue(value);
  const slot: Slot | null =
    made.slot === null || inner.type === 'identifier'
      ? made.slot
      : { kind: 'unknown', because, type, footprint: 'everything', clobbers: made.slot };
  return { node, slot: slot?.kind === 'value' ? null : slot, value: () => unknownOf(because, type), type };
}

/** The variables that an expression assigns as it stands, by name. */
function changedIn(cx: Context, node: SyntaxNode): ReadonlyMap<string, SyntaxNode> {
  const found = new Map<string, SyntaxNode>();
  const visit = (at: SyntaxNode): void => {
    if (at.type === 'lambda_expression') return;
    const target =
      at.type === 'update_expression'
        ? childIn(at, 'argument')
        : at.type === 'assignment_expression'
          ? childIn(at, 'left')
          : null;
    const name = target === null ? null : withoutParentheses(target);
    if (name?.type === 'identifier') found.set(textOf(cx, name), name);
    for (const child of at.children) if (child.children.length > 0) visit(child);
  };
  visit(node);
  return found;
}

function withoutParentheses(node: SyntaxNode): SyntaxNode {
  const inner = node.type === 'parenthesized_expression' ? namedChildren(node)[0] : undefined;
  return inner === undefined ? node : withoutParentheses(inner);
}

function namesIn(cx: Context, node: SyntaxNode): readonly string[] {
  if (node.type === 'identifier') return [textOf(cx, node)];
  return node.children.flatMap((child) => namesIn(cx, child));
}
