/**
 * Calls by which lanes get values of each other: shuffles and votes. Threads that take no part make the call too,
 * before the statement that it stands in; what the statement does with the value is for the others, as before. An
 * operand is evaluated by those that evaluated it, unless it touches no memory, changes nothing and has a value for
 * all; the others hand over 0, which nobody reads who did not read it then.
 *
 *     if (t < n) sum += __shfl_xor_sync(full, in[t], 1);   ⟶   const bool active = t < n;
 *                                                              const int other = __shfl_xor_sync(full, active ? in[t] :
 *                                                              0, 1); if (active) {
 *                                                                sum += other;
 *                                                              }
 */
import type { Item } from './layout.ts';
import type { Names } from './expressions.ts';
import type { SourceText } from '../source-text.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Unit } from './units.ts';
import type { Around, Work } from './work.ts';
import { declaredIn, isPure, nodesOf, operand } from './expressions.ts';
import { childIn, namedChildren, textOf } from '../../parse/node.ts';
import { chunkAt } from './units.ts';
import { exitsWithin, flagFor, isWithin } from './work.ts';

/**
 * `mask`: null of a member of a group, or a function of the file. `how`: what it gives. `isAlone`: the statement is the
 * call, or declares one variable by it. `numbers`: for which of the operands 0 may stand.
 */
export type Exchange = Readonly<{
  call: SyntaxNode;
  how: 'value' | 'function' | 'sum' | 'any' | 'all' | 'ballot';
  mask: SyntaxNode | null;
  operands: readonly SyntaxNode[];
  isAlone: boolean;
  numbers: readonly boolean[];
}>;

/** Of a statement with one such call, which it makes come what may, and before it changes anything. Null for others. */
export function exchangeOf(statement: SyntaxNode, source: SourceText): Exchange | null {
  const within = partWith(statement);
  const [call, ...more] =
    within === null ? [] : nodesOf(within, 'call_expression').filter((one) => exchangeIn(one, source) !== null);
  const found = call === undefined ? null : exchangeIn(call, source);
  if (
    within === null ||
    call === undefined ||
    found === null ||
    more.length > 0 ||
    !isCertain(within, call) ||
    !isQuiet(within, call, source)
  )
    return null;
  const isAlone = statement.type === 'declaration' || (statement.type === 'expression_statement' && within === call);
  return { ...found, isAlone, numbers: found.operands.map(() => true) };
}

/** The same of a call of a function that only computes and exchanges values, and whose value is used. */
export function exchangeBy(
  statement: SyntaxNode,
  call: SyntaxNode,
  numbers: readonly boolean[],
  source: SourceText,
): Exchange | null {
  const within = partWith(statement);
  const handed = childIn(call, 'arguments');
  if (
    within === null ||
    handed === null ||
    call.type !== 'call_expression' ||
    !isWithin(call, within) ||
    !isCertain(within, call) ||
    !isQuiet(within, call, source)
  )
    return null;
  const isAlone = statement.type === 'declaration';
  if (!isAlone && within === call) return null;
  return { call, how: 'function', mask: null, operands: namedChildren(handed), isAlone, numbers };
}

/**
 * A sum of the block by a member of a library's object, which is made for it and gets the one number:
 * `Reduce(storage).Sum(v)`.
 */
export function sumOf(statement: SyntaxNode, call: SyntaxNode, source: SourceText): Exchange | null {
  const made = childIn(childIn(call, 'function') ?? call, 'argument');
  const operands = namedChildren(childIn(call, 'arguments') ?? call);
  const isPlain =
    made?.type === 'call_expression' &&
    namedChildren(childIn(made, 'arguments') ?? made).every(
      ({ type }) => type === 'identifier' || type === 'field_expression',
    );
  const found = isPlain && operands.length === 1 ? exchangeBy(statement, call, [true], source) : null;
  return found === null ? null : { ...found, how: 'sum' };
}

/** What the statement evaluates first. */
function partWith(statement: SyntaxNode): SyntaxNode | null {
  switch (statement.type) {
    case 'expression_statement':
      return namedChildren(statement)[0] ?? null;
    case 'declaration': {
      const [declarator, ...more] = statement.children.filter(({ field }) => field === 'declarator');
      const isPlain =
        declarator?.type === 'init_declarator' && childIn(declarator, 'declarator')?.type === 'identifier';
      return isPlain && more.length === 0 ? childIn(declarator, 'value') : null;
    }
    case 'if_statement': {
      const clause = childIn(statement, 'condition');
      const value = clause?.children.length === 3 ? childIn(clause, 'value') : null;
      return value === null ||
        value.type === 'declaration' ||
        statement.children.some(({ type }) => type === 'constexpr')
        ? null
        : value;
    }
    default:
      return null;
  }
}

const names = {
  intrinsic: /^__(shfl(?:_up|_down|_xor)?|any|all|ballot)_sync$/,
  member: /^\w+\.(shfl(?:_up|_down|_xor)?|any|all|ballot)$/,
};

function exchangeIn(call: SyntaxNode, source: SourceText): Omit<Exchange, 'isAlone' | 'numbers'> | null {
  const [callee, handed] = [childIn(call, 'function'), childIn(call, 'arguments')];
  const name = callee === null ? '' : textOf(source, callee);
  const [intrinsic, member] = [names.intrinsic.exec(name)?.[1], names.member.exec(name)?.[1]];
  const what = intrinsic ?? member;
  const all = handed === null ? [] : namedChildren(handed);
  const [mask, operands] = intrinsic === undefined ? [null, all] : [all[0] ?? null, all.slice(1)];
  if (what === undefined || operands.length === 0 || (intrinsic !== undefined && mask === null)) return null;
  return { call, how: what === 'any' || what === 'all' || what === 'ballot' ? what : 'value', mask, operands };
}

const always = new Set([
  'assignment_expression',
  'binary_expression',
  'parenthesized_expression',
  'call_expression',
  'argument_list',
  'cast_expression',
  'unary_expression',
  'subscript_expression',
  'subscript_argument_list',
  'conditional_expression',
]);

/** Whether the call is made whatever else the expression gives. */
function isCertain(node: SyntaxNode, call: SyntaxNode): boolean {
  if (node === call) return true;
  const inner = node.children.find((child) => isWithin(call, child));
  if (inner === undefined || !always.has(node.type)) return false;
  const isShort = node.type === 'binary_expression' && node.children.some(({ type }) => type === '&&' || type === '||');
  if (
    isShort ||
    (node.type === 'assignment_expression' && inner.field !== 'right') ||
    (node.type === 'conditional_expression' && inner.field !== 'condition')
  )
    return false;
  return isCertain(inner, call);
}

/** Functions of numbers, whose order with the call is all the same. */
const pureCalls =
  /^(?:min|max|f?abs|(?:fmax|fmin|fabs|sqrt|exp|log)f?|__ldg|__popc|__ffs|__clz|int|float|double|unsigned)$/;

/** Whether nothing changes before the call is made, but what its own operands change. */
function isQuiet(node: SyntaxNode, call: SyntaxNode, source: SourceText): boolean {
  const others = (of: SyntaxNode): boolean => {
    if (of === call) return true;
    if (
      ['update_expression', 'lambda_expression', 'comma_expression', 'new_expression', 'delete_expression'].includes(
        of.type,
      )
    )
      return false;
    if (of.type === 'assignment_expression' && of !== node) return false;
    if (of.type === 'call_expression' && !pureCalls.test(textOf(source, childIn(of, 'function') ?? of))) return false;
    return of.children.every(others);
  };
  return others(node) && nodesOf(call, 'assignment_expression', 'update_expression', 'lambda_expression').length === 0;
}

/** All threads make the call; what the statement does else is for those of the guards. */
export function exchanged(
  unit: Unit,
  node: SyntaxNode,
  exchange: Exchange,
  around: Around,
  work: Work,
): readonly Item[] {
  const { source, declared } = work.names;
  const { guards } = around;
  const guard = guards.join(' && ');
  if (exitsWithin(node, work).length > 0) work.refusals.push('an exchange that decides on an exit');
  if ([...work.barriers].some((barrier) => barrier !== node && isWithin(barrier, node)))
    work.refusals.push('an exchange that decides on barriers');
  const { text, from } = chunkAt(source, unit.start, unit.end);
  const withCall = (other: string): string =>
    text.slice(0, exchange.call.start - unit.start) + other + text.slice(exchange.call.end - unit.start);
  const asked = (what: string): Item => ({ kind: 'barrier', chunk: { text: what, from }, blank: unit.blank });
  const call = callFor(exchange, guard, work);
  if (exchange.isAlone) {
    const own = declaredIn(node, source);
    if (around.moves && own.some(({ name }) => declared.get(name)?.length !== 1))
      work.refusals.push('an exchange whose name has other meanings');
    const isPlain = own.every(({ value }) => value === null || isPureBut(value, exchange.call, work));
    if (!isPlain) work.refusals.push('a declaration with more than an exchange');
    return [asked(withCall(call))];
  }
  const name = flagFor(work, false, wishes[exchange.how]);
  return [
    asked(`const ${typeOf(exchange, work.names)} ${name} = ${call};`),
    { kind: 'guarded', guard, chunks: [{ text: withCall(name), from }], clears: false, blank: 0 },
  ];
}

const wishes = {
  value: ['other'],
  function: ['result'],
  sum: ['sum', 'total'],
  any: ['any', 'some'],
  all: ['all', 'every'],
  ballot: ['votes'],
} as const;

function isPureBut(node: SyntaxNode, call: SyntaxNode, work: Work): boolean {
  if (node === call) return true;
  if (!isWithin(call, node)) return isPure(node, work.names, work.unset);
  return namedChildren(node).every((child) => isPureBut(child, call, work));
}

function callFor({ call, how, mask, operands, numbers }: Exchange, guard: string, work: Work): string {
  const { source } = work.names;
  if (mask !== null && !isPure(mask, work.names, work.unset)) work.refusals.push('a mask that not all can compute');
  return operands
    .map((one, k) => ({ one, isNumber: numbers[k] === true }))
    .toReversed()
    .reduce(
      (text, { one, isNumber }) => {
        const written = textOf(source, one);
        const put = (other: string): string =>
          text.slice(0, one.start - call.start) + other + text.slice(one.end - call.start);
        if (how === 'any' || how === 'ballot') return put(`${guard} && ${operand(written)}`);
        if (how === 'all') return put(`${/^\w+$/.test(guard) ? `!${guard}` : `!(${guard})`} || ${operand(written)}`);
        if (how === 'sum') {
          // what counts is what each gives, also where all have a value
          if (isArray(one, work.names)) work.refusals.push('a sum of arrays');
          return put(`${guard} ? ${written} : 0`);
        }
        if (isPure(one, work.names, work.unset)) return text;
        if (!isNumber) work.refusals.push('a function that is given more than all can compute');
        return put(`${guard} ? ${written} : 0`);
      },
      textOf(source, call),
    );
}

const isArray = (node: SyntaxNode, { declared, source }: Names): boolean =>
  node.type === 'identifier' &&
  declared.get(textOf(source, node))?.every(({ extents, isPlain }) => extents === 0 && isPlain) !== true;

const plainTypes = /^(?:int|unsigned(?: int)?|float|double|(?:unsigned )?long(?: long)?)$/;

/** That of the variable that is handed over, where its declaration says so. */
function typeOf({ how, operands }: Exchange, { declared, source }: Names): string {
  if (how === 'function' || how === 'sum') return 'auto';
  if (how !== 'value') return how === 'ballot' ? 'unsigned' : 'int';
  const [value] = operands;
  const known = value?.type === 'identifier' ? declared.get(textOf(source, value)) : undefined;
  const [only] = known ?? [];
  return known?.length === 1 && only?.isPlain === true && plainTypes.test(only.type) ? only.type : 'auto';
}
