/**
 * Loops that step their counter in the body: `while (n > 1) { …; n = (n + 1) / 2; }`. Where every thread may take that
 * step, those that take no part in the turns count them all the same, so that all threads of the block leave the loop
 * together.
 * Gives: the step, where it is one statement of the body's own list, touches no memory, and brings the loop to its end
 * from any value.
 */
import type { Names } from './expressions.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Work } from './work.ts';
import { assignedIn, bare, identifiersIn, isPositive, isPure, nodesOf } from './expressions.ts';
import { childIn, namedChildren, textOf } from '../../parse/node.ts';
import { isWithin, jumpsOut } from './work.ts';

/** Null where threads that take no part must not take the step, or there is none. */
export function stepOf(
  loop: SyntaxNode,
  body: SyntaxNode,
  { names, unset, plan }: Pick<Work, 'names' | 'unset' | 'plan'>,
): SyntaxNode | null {
  const clause = childIn(loop, 'condition');
  const condition = clause === null ? null : bare(clause);
  if (
    loop.type === 'for_statement' ||
    condition?.type !== 'binary_expression' ||
    body.type !== 'compound_statement' ||
    jumpsOut(body).length > 0
  )
    return null;
  const [left, bound] = [childIn(condition, 'left'), childIn(condition, 'right')];
  if (left?.type !== 'identifier' || bound === null) return null;
  const counter = textOf(names.source, left);
  const changing = namedChildren(body).filter((node) => assignedIn(node, names.source).has(counter));
  const [step] = changing;
  const assignment = step?.type === 'expression_statement' ? namedChildren(step)[0] : undefined;
  if (step === undefined || assignment === undefined || changing.length > 1) return null;
  const value = nextOf(assignment, counter, names);
  const changed = new Set([...assignedIn(body, names.source)].filter((name) => name !== counter));
  const isFree = (part: SyntaxNode): boolean =>
    isPure(part, names, unset) && ![...identifiersIn(part, names.source)].some((name) => changed.has(name));
  if (value === null || !isFree(condition) || identifiersIn(bound, names.source).has(counter)) return null;
  const parts = partsOf(value.by, counter, body, step, names);
  if (parts === null || !parts.every(isFree)) return null;
  const compare = names.source.text.slice(left.end, bound.start).trim();
  const ends = compare.startsWith('>')
    ? shrinks(value, { counter, body, names, least: leastOf(compare, bound, names) })
    : compare.startsWith('<') && grows(value, counter, loop, names);
  return ends && isOwn(counter, loop, names, plan) ? step : null;
}

/** `counter op= by`; for `counter = by` the operator is empty. */
type Next = Readonly<{ op: string; by: SyntaxNode | null }>;

function nextOf(assignment: SyntaxNode, counter: string, { source }: Names): Next | null {
  const target = childIn(assignment, assignment.type === 'update_expression' ? 'argument' : 'left');
  if (target?.type !== 'identifier' || textOf(source, target) !== counter) return null;
  if (assignment.type === 'update_expression')
    return { op: textOf(source, assignment).includes('++') ? '+' : '-', by: null };
  const [operator, by] = [childIn(assignment, 'operator'), childIn(assignment, 'right')];
  return assignment.type !== 'assignment_expression' || operator === null || by === null
    ? null
    : { op: textOf(source, operator).slice(0, -1), by };
}

/**
 * The expression, and those that names in it stand for which the body declares before the step and never changes. Null
 * where a name has its value from elsewhere in the body.
 */
function partsOf(
  value: SyntaxNode | null,
  counter: string,
  body: SyntaxNode,
  step: SyntaxNode,
  names: Names,
  depth = 0,
): readonly SyntaxNode[] | null {
  if (value === null) return [];
  const found: SyntaxNode[] = [value];
  for (const name of identifiersIn(value, names.source)) {
    const known = name === counter ? undefined : names.declared.get(name);
    if (
      known === undefined ||
      !nodesOf(body, 'init_declarator').some((one) => childIn(one, 'value') === known[0]?.value)
    )
      continue;
    const [only] = known;
    const isBefore = namedChildren(body).some(
      (node) =>
        node.type === 'declaration' &&
        node.end <= step.start &&
        only?.value !== null &&
        only !== undefined &&
        isWithin(only.value, node),
    );
    const inner =
      known.length === 1 && isBefore && depth < 4
        ? partsOf(only?.value ?? null, counter, body, step, names, depth + 1)
        : null;
    if (inner === null) return null;
    found.push(...inner);
  }
  return found;
}

/** The least value with which a turn begins, where the bound is a number. */
function leastOf(compare: string, bound: SyntaxNode, names: Names): number | null {
  const value = /^\d+[uU]?$/.test(textOf(names.source, bound)) ? Number.parseInt(textOf(names.source, bound)) : null;
  return value === null ? null : compare === '>' ? value + 1 : value;
}

/** What one turn does to the counter, which begins it with `least` or more, where that is known. */
type Turn = Readonly<{ counter: string; body: SyntaxNode; names: Names; least: number | null }>;

/** Whether the next value is less, whatever it is now: halves and the like, rounded up or down, and differences. */
function shrinks({ op, by }: Next, turn: Turn): boolean {
  const { names, least } = turn;
  if (op === '-') return by === null || isPositive(by, names);
  if (by === null || least === null || least < 1) return false;
  if (op === '>>' || op === '/') return (divisorOf(op, by, names) ?? 0) >= 2;
  return op === '' && isLess(by, least, turn);
}

function isLess(value: SyntaxNode, least: number, turn: Turn): boolean {
  const { names } = turn;
  const node = meant(value, turn);
  const [left, right] = [childIn(node, 'left'), childIn(node, 'right')];
  if (node.type !== 'binary_expression' || left === null || right === null) return false;
  const op = names.source.text.slice(left.end, right.start).trim();
  const divisor = divisorOf(op, right, names);
  if (divisor !== null) {
    // (n + a) / b < n  where  a < n (b - 1)
    const more = excessOf(left, turn);
    return divisor >= 2 && more !== null && more < least * (divisor - 1);
  }
  return op === '-' && isCounter(left, turn) && isPositive(right, names);
}

/** `a` of `n + a`. */
function excessOf(value: SyntaxNode, turn: Turn): number | null {
  const { names } = turn;
  const node = meant(value, turn);
  if (isCounter(node, turn)) return 0;
  const [left, right] = [childIn(node, 'left'), childIn(node, 'right')];
  if (
    node.type !== 'binary_expression' ||
    left === null ||
    right === null ||
    names.source.text.slice(left.end, right.start).trim() !== '+'
  )
    return null;
  const other = isCounter(left, turn) ? right : isCounter(right, turn) ? left : null;
  return other?.type === 'number_literal' ? numberIn(other, names) : null;
}

function divisorOf(op: string, by: SyntaxNode, names: Names): number | null {
  const value = by.type === 'number_literal' ? numberIn(by, names) : null;
  return value === null ? null : op === '/' ? value : op === '>>' && value < 31 ? 2 ** value : null;
}

function numberIn(node: SyntaxNode, { source }: Names): number | null {
  const text = textOf(source, node);
  return /^\d+[uU]?$/.test(text) ? Number.parseInt(text) : null;
}

const isCounter = (node: SyntaxNode, { counter, names }: Turn): boolean => {
  const inner = bare(node);
  return inner.type === 'identifier' && textOf(names.source, inner) === counter;
};

/** Without parentheses, and of a name that the body declares the value that it gets in this turn. */
function meant(node: SyntaxNode, turn: Turn, depth = 0): SyntaxNode {
  const { counter, body, names } = turn;
  const inner = bare(node);
  const name = inner.type === 'identifier' ? textOf(names.source, inner) : counter;
  const value =
    name === counter || names.assigned.has(name) || depth > 4 ? null : (names.declared.get(name)?.[0]?.value ?? null);
  return value === null || !isWithin(value, body) ? inner : meant(value, turn, depth + 1);
}

/** Whether it only grows, by at least one; what is doubled must have begun above zero. */
function grows({ op, by }: Next, counter: string, loop: SyntaxNode, names: Names): boolean {
  if (op === '+') return by === null || isPositive(by, names);
  const factor = by === null ? null : numberIn(by, names);
  const start = names.declared.get(counter)?.[0]?.value ?? null;
  const isFirst =
    start !== null && isPositive(start, names) && assignmentsTo(counter, functionOf(loop, names), names) === 1;
  return isFirst && factor !== null && ((op === '*' && factor >= 2) || (op === '<<' && factor >= 1));
}

const functionOf = (node: SyntaxNode, { source }: Names): SyntaxNode =>
  nodesOf(source.tree, 'function_definition').findLast((one) => isWithin(node, one)) ?? source.tree;

const assignmentsTo = (name: string, within: SyntaxNode, { source }: Names): number =>
  nodesOf(within, 'assignment_expression', 'update_expression').filter(
    (node) => [...assignedIn(node, source)][0] === name,
  ).length;

/**
 * Whether nobody reads the counter where a thread that took no part in the turns goes on: threads that left for good
 * read nothing more, the others may behind the loop, or in the next turn of a loop around it.
 */
export function isOwn(counter: string, loop: SyntaxNode, names: Names, { opened, exits }: Work['plan']): boolean {
  // a reference may be to a variable of the caller
  if (names.declared.get(counter)?.some(({ isPlain }) => !isPlain) === true) return false;
  const isForGood =
    ![...opened].some((node) => isWithin(loop, node)) && [...exits].every(({ type }) => type === 'return_statement');
  if (isForGood) return true;
  const whole = functionOf(loop, names);
  const around = nodesOf(whole, 'for_statement', 'while_statement', 'do_statement')
    .filter((node) => node !== loop && isWithin(loop, node))
    .at(-1);
  const declared = nodesOf(around ?? whole, 'declaration', 'parameter_declaration').some((node) =>
    nodesOf(node, 'identifier').some((one) => textOf(names.source, one) === counter && one.end <= loop.end),
  );
  const begun = nodesOf(whole, 'for_statement').filter(
    (node) => node.start >= loop.end && assignsFirst(node, counter, names),
  );
  return (
    declared &&
    nodesOf(whole, 'identifier').every(
      (one) =>
        textOf(names.source, one) !== counter || one.start < loop.end || begun.some((node) => isWithin(one, node)),
    )
  );
}

/** `for (i = 0; …)`. */
function assignsFirst(loop: SyntaxNode, counter: string, { source }: Names): boolean {
  const start = childIn(loop, 'initializer');
  const target = start?.type === 'assignment_expression' ? childIn(start, 'left') : null;
  return target !== null && textOf(source, target) === counter;
}
