/**
 * How an update is written: a statement of the text that changes one cell by what it held, `x += v`, `x = max(x, v)`,
 * `if (v > x) x = v;`, `n++` within another statement.
 * Needs: an access as it is written. Gives: what the text says; whether conversions change it, the IR tells (updates.ts).
 */
import type { Assignment, Written } from './written.ts';
import type { SourceText } from './source-text.ts';
import type { SyntaxNode } from '../parse/node.ts';
import { assignmentOf, bare, conditionOf, hasType, isSameText } from './written.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { conjunctsOf, guardOf } from './conjuncts.ts';
import { holdsLooser } from './operands.ts';
import { nodesOf } from './restructure/expressions.ts';

/** `other`: one that no atomic function does, of `x *= v`. */
export type Operation = 'add' | 'sub' | 'min' | 'max' | 'and' | 'or' | 'xor' | 'other';
/**
 * `statement`: the assignment, or the `if` around it; `guard`: what that `if` asks before it asks about the cell.
 * `readsOthers`: what is added is read from the array of the cell. `correction`: what makes the value before, which the
 * atomic gives, the one after, of `++x`.
 */
export type Shape = Readonly<{
  operation: Operation;
  target: SyntaxNode;
  value: string;
  assigned: Assignment | null;
  statement: SyntaxNode;
  guard: string | null;
  replaced: Readonly<{ start: number; end: number }>;
  readsOthers: boolean;
  correction: string;
}>;

/** Whether a statement is written so that it adds to a cell, or the like, be there an atomic for it or not. */
export const isUpdate = (written: Written): boolean => ![undefined, 'other'].includes(shapeOf(written)?.operation);

const operations: Readonly<Record<string, Operation>> = {
  '+': 'add',
  '-': 'sub',
  '&': 'and',
  '|': 'or',
  '^': 'xor',
  '*': 'other',
  '/': 'other',
  '%': 'other',
  '<<': 'other',
  '>>': 'other',
};

/** What a statement does to a cell; null where it is none of these. */
export function shapeOf(written: Written): Shape | null {
  const { node, text } = written;
  const drawn = drawnNumber(written);
  if (drawn !== null) return drawn;
  const assigned = assignmentOf(node, text);
  if (assigned === null) return null;
  const { target, op, value, whole } = assigned;
  // of `x op= v` the cell is evaluated once, as in the call
  if (hasType(target, effects) && (op === '' || (value !== null && hasType(value, effects)))) return null;
  const shape =
    op !== ''
      ? inPlace(op, value, text)
      : value === null
        ? null
        : (outOf(target, bare(value), text) ?? underTest(target, value, written));
  if (shape === null) return null;
  const readsOthers = mentions(target, shape.value, text);
  return readsOthers && value !== null && hasType(value, effects)
    ? null
    : { statement: node, guard: null, replaced: whole, target, assigned, readsOthers, correction: '', ...shape };
}

/** `int pos = (*count)++;`, `list[(*count)++] = i;`: the atomic gives the value before, too. */
function drawnNumber({ node, text, array }: Written): Shape | null {
  if (!['declaration', 'expression_statement', 'return_statement'].includes(node.type)) return null;
  const steps = nodesOf(node, 'update_expression').flatMap((step) => {
    const target = childIn(step, 'argument');
    return target === null || hasType(target, effects) ? [] : [{ step, target: bare(target) }];
  });
  const named = steps.filter(({ target }) => /[A-Za-z_]\w*/.exec(textOf(text, target))?.[0] === array.name);
  const [only, ...more] = named.length > 0 ? named : steps.filter(({ target }) => target.type !== 'identifier');
  // by itself it is an assignment
  if (
    only === undefined ||
    more.length > 0 ||
    (node.type === 'expression_statement' && namedChildren(node).some((whole) => bare(whole) === only.step))
  )
    return null;
  const { step, target } = only;
  const sign = operatorOf(step, text);
  const isBefore = childIn(step, 'argument')?.start === step.start;
  return {
    statement: node,
    guard: null,
    replaced: { start: step.start, end: step.end },
    target,
    assigned: null,
    operation: sign === '++' ? 'add' : 'sub',
    value: '1',
    readsOthers: false,
    correction: isBefore ? '' : sign === '++' ? ' + 1' : ' - 1',
  };
}

type Core = Pick<Shape, 'operation' | 'value'> & Partial<Shape>;

/** What may do more than give a value. */
export const effects = ['call_expression', 'update_expression', 'assignment_expression', 'lambda_expression'];

function inPlace(op: string, value: SyntaxNode | null, text: SourceText): Core | null {
  const operation = operations[op];
  return operation === undefined ? null : { operation, value: value === null ? '1' : textOf(text, value) };
}

/** `x + v`, `max(x, v)`, `x > v ? x : v`, as the value of `x`. */
function outOf(target: SyntaxNode, value: SyntaxNode, text: SourceText): Core | null {
  const isOld = (node: SyntaxNode | null | undefined): boolean =>
    node !== null && node !== undefined && isSameText(text, bare(node), target);
  const [left, right] = [childIn(value, 'left'), childIn(value, 'right')];
  const operator = operatorOf(value, text);
  if (value.type === 'binary_expression' && left !== null && right !== null) {
    const operation = operator === '||' || operator === '&&' ? 'other' : operations[operator];
    if (operation === undefined) return null;
    if (isOld(left)) return { operation, value: textOf(text, right) };
    return isOld(right) && (operation === 'other' ? ['*', '||', '&&'].includes(operator) : operation !== 'sub')
      ? { operation, value: textOf(text, left) }
      : null;
  }
  if (value.type === 'call_expression') {
    const called = childIn(value, 'function');
    const [a, b, ...more] = namedChildren(childIn(value, 'arguments') ?? value);
    const name = called === null ? undefined : functions[textOf(text, called).replace(/^(?:::)?(?:std::)?/, '')];
    if (name === undefined || a === undefined || b === undefined || more.length > 0) return null;
    return isOld(a)
      ? { operation: name, value: textOf(text, b) }
      : isOld(b)
        ? { operation: name, value: textOf(text, a) }
        : null;
  }
  return value.type === 'conditional_expression' ? chosen(value, isOld, text) : null;
}

/** Functions of two operands, one of which is the cell: what they do to it. */
const functions: Readonly<Record<string, Operation>> = {
  min: 'min',
  max: 'max',
  fmin: 'min',
  fmax: 'max',
  fminf: 'min',
  fmaxf: 'max',
  __hadd: 'add',
  __hadd_rn: 'add',
  __hmax: 'max',
  __hmin: 'min',
  __hmul: 'other',
  __fadd_rn: 'add',
  __dadd_rn: 'add',
};

/** The greater or the lesser of the two that a condition compares. */
function chosen(value: SyntaxNode, isOld: (node: SyntaxNode | null) => boolean, text: SourceText): Core | null {
  const [then, otherwise] = [childIn(value, 'consequence'), childIn(value, 'alternative')];
  const test = comparison(childIn(value, 'condition'), isOld, text);
  if (test === null || then === null || otherwise === null || isOld(then) === isOld(otherwise)) return null;
  const other = isOld(then) ? otherwise : then;
  if (!isSameText(text, bare(other), bare(test.other)) || hasType(other, effects)) return null;
  return { operation: isOld(then) === test.isOldGreater ? 'max' : 'min', value: textOf(text, other) };
}

/** `if (v > x) x = v;`, `if (i < n && v > x) x = v;` */
function underTest(target: SyntaxNode, value: SyntaxNode, { node, text, around }: Written): Core | null {
  const [outer, next] = around;
  const statement = outer?.type === 'compound_statement' && namedChildren(outer).length === 1 ? next : outer;
  if (
    statement?.type !== 'if_statement' ||
    childIn(statement, 'alternative') !== null ||
    hasType(statement, ['comment'])
  )
    return null;
  const condition = conditionOf(statement);
  const conjuncts = condition === null || holdsLooser(condition, text) ? [] : conjunctsOf(condition);
  const test = comparison(conjuncts.at(-1) ?? null, (one) => one !== null && isSameText(text, bare(one), target), text);
  if (
    test === null ||
    hasType(value, effects) ||
    !isSameText(text, bare(value), bare(test.other)) ||
    statement.start > node.start
  )
    return null;
  return {
    operation: test.isOldGreater ? 'min' : 'max',
    value: textOf(text, value),
    statement,
    guard: guardOf(conjuncts, text),
    replaced: { start: statement.start, end: statement.end },
  };
}

type Comparison = Readonly<{ other: SyntaxNode; isOldGreater: boolean }>;

/** A comparison of the cell with something else: which is the greater where it holds. */
function comparison(
  condition: SyntaxNode | null,
  isOld: (node: SyntaxNode | null) => boolean,
  text: SourceText,
): Comparison | null {
  const test = condition === null ? null : bare(condition);
  const [left, right] =
    test?.type === 'binary_expression' ? [childIn(test, 'left'), childIn(test, 'right')] : [null, null];
  if (test === null || left === null || right === null || isOld(left) === isOld(right)) return null;
  const operator = operatorOf(test, text);
  if (!['<', '<=', '>', '>='].includes(operator)) return null;
  return { other: isOld(left) ? right : left, isOldGreater: operator.startsWith('>') === isOld(left) };
}

function operatorOf(node: SyntaxNode, text: SourceText): string {
  const sign = childIn(node, 'operator');
  return sign === null ? '' : textOf(text, sign);
}

/** Whether what is added rests on the array of the cell itself, or on what it changes. */
function mentions(target: SyntaxNode, value: string, text: SourceText): boolean {
  const name = /[A-Za-z_]\w*/.exec(textOf(text, target))?.[0];
  return name === undefined || new RegExp(`\\b${name}\\b`).test(value);
}
