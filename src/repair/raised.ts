/**
 * Flags that an update only ever sets, or only ever clears, and the store that does the same where it does anything.
 *
 *     *bad = *bad || isBad(v);   ⟶   if (isBad(v)) cuda::atomic_ref<bool, …>(*bad).store(true, …);
 *     ok = ok && v > 0;          ⟶   if (!(v > 0)) atomicExch(&ok, 0);
 *
 * Needs: the accesses of a kernel as they are written. Gives: only updates of cells that are 0 or 1 before: of type
 * `bool`, or in shared memory, where every store of the kernel is one of the two. What else the flag held would become
 * 1.
 */
import type { ArrayDecl, Kernel } from '../ir/ir.ts';
import type { Expr } from '../base/expr.ts';
import type { RepairInput } from './repair.ts';
import type { StmtId } from '../base/brand.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Update } from './updates.ts';
import type { Written } from './written.ts';
import { accessesIn, assignmentOf, bare, conditionOf, hasType, isSameText } from './written.ts';
import { effects } from './update-shapes.ts';
import { addressOf } from './atomic-calls.ts';
import { childIn, textOf } from '../parse/node.ts';
import { effectsBeside } from './effects.ts';
import { eachStmt } from '../ir/walk.ts';
import { memoized } from '../base/memoize.ts';
import { typeName } from './cell-type.ts';
import { conjunctOf, isLooserThanAnd, wouldTakeElse } from './operands.ts';
import { typeOf } from '../base/expr-build.ts';

/** By the loads and stores of the flag. */
export const raisedIn = memoized((input: Pick<RepairInput, 'kernel' | 'sourceOf'>): ReadonlyMap<StmtId, Update> => {
  const all = [...accessesIn(input).values()];
  const found = new Map<StmtId, Update>();
  for (const store of all) {
    const own = all.filter(({ source, array }) => source.id === store.source.id && array.id === store.array.id);
    const update =
      store.stmt.kind === 'store' && own.length === 2 && own.some(({ stmt }) => stmt.kind === 'load')
        ? raised(store, input.kernel)
        : null;
    if (update !== null) for (const { stmt } of own) found.set(stmt.id, update);
  }
  return found;
});

function raised(at: Written, kernel: Kernel): Update | null {
  const {
    node,
    text,
    array,
    around: [outer],
  } = at;
  const assigned = assignmentOf(node, text);
  const { atomics, others } = effectsBeside(at.source.id, kernel);
  // an `else` behind it would be taken for one of the new test
  const isBeforeElse = outer !== undefined && conditionOf(outer) !== null && childIn(outer, 'alternative') !== null;
  if (
    assigned === null ||
    assigned.value === null ||
    at.place.volatile ||
    isBeforeElse ||
    atomics ||
    others ||
    hasType(assigned.target, effects) ||
    hasType(node, ['comment'])
  )
    return null;
  const asked = askedOf(assigned.target, assigned.op, bare(assigned.value), at);
  const type = typeName({ at, target: assigned.target });
  const isBool = type === 'bool';
  // what another statement found keeps this one from reading memory, perhaps: `ok = ok && i < n; ok = ok && a[i] > 0;`
  if (
    hasType(assigned.value, [...effects, 'subscript_expression', 'pointer_expression', 'field_expression']) &&
    !isOnlyUpdate(at, kernel)
  )
    return null;
  if (asked === null || type === null || !(isBool || isOfZeroAndOne(array, kernel))) return null;
  const test = asked.isSet ? asked.by : `!(${asked.by})`;
  const value = isBool ? String(asked.isSet) : asked.isSet ? '1' : '0';
  const isExchanged = !isBool && at.place.type.kind === 'int' && at.place.type.bits === 32;
  const scope = array.space === 'shared' ? 'block' : 'device';
  const call = isExchanged
    ? `atomicExch(${addressOf(assigned.target, text)}, ${value})`
    : `cuda::atomic_ref<${type}, cuda::thread_scope_${scope}>(${textOf(text, assigned.target)}).store(${value}, cuda::memory_order_relaxed)`;
  const made = {
    at,
    name: isExchanged ? 'atomicExch' : 'cuda::atomic_ref::store',
    ...(isExchanged ? {} : { isByReference: true as const }),
  };
  // the one statement of an `if` is asked for with it
  const condition = outer === undefined ? null : conditionOf(outer);
  if (condition === null) {
    return wouldTakeElse(node, at.around)
      ? { ...made, replaced: { start: node.start, end: node.end }, call: `{ if (${test}) ${call}; }` }
      : { ...made, replaced: assigned.whole, call: `if (${test}) ${call}` };
  }
  const before = conjunctOf(condition, text);
  const more = asked.isLoose ? `(${asked.by})` : asked.by;
  return {
    ...made,
    replaced: { start: condition.start, end: assigned.whole.end },
    call: `${before} && ${asked.isSet ? more : test}${text.text.slice(condition.end, node.start)}${call}`,
  };
}

/** Whether all other stores to the array are of constants. */
function isOnlyUpdate({ array, source }: Written, { body }: Kernel): boolean {
  let isOnly = true;
  eachStmt(body, (stmt) => {
    if (
      stmt.kind === 'store' &&
      stmt.place.array === array.id &&
      stmt.source !== source.id &&
      stmt.value.kind !== 'int' &&
      stmt.value.kind !== 'bool'
    )
      isOnly = false;
  });
  return isOnly;
}

/** `isLoose`: `&&` beside it would tear it apart. */
type Asked = Readonly<{ isSet: boolean; by: string; isLoose: boolean }>;

/** `x = x || v`, `x |= v` and the like: by what the flag is set, or, of `&&`, cleared where that does not hold. */
function askedOf(target: SyntaxNode, op: string, value: SyntaxNode, { text, place }: Written): Asked | null {
  const isTruth = (node: SyntaxNode): boolean =>
    ['||', '&&', '==', '!=', '<', '<=', '>', '>='].includes(textOf(text, childIn(bare(node), 'operator') ?? node)) ||
    (bare(node).type === 'unary_expression' && text.text[bare(node).start] === '!');
  const whole = (node: SyntaxNode): Omit<Asked, 'isSet'> => ({
    by: textOf(text, bare(node)),
    isLoose: isLooserThanAnd(bare(node), text),
  });
  if (op === '|' || op === '&')
    return place.type.kind === 'bool' && isTruth(value) ? { isSet: op === '|', ...whole(value) } : null;
  const operator = childIn(value, 'operator')?.type ?? '';
  if (op !== '' || value.type !== 'binary_expression' || !['||', '&&'].includes(operator)) return null;
  const operands = operandsOf(value, operator);
  const isFlag = (node: SyntaxNode): boolean => isSameText(text, bare(node), target);
  const [first, second, ...more] = operands;
  if (first === undefined || second === undefined || operands.filter(isFlag).length !== 1) return null;
  if (isFlag(first))
    return {
      isSet: operator === '||',
      ...(more.length === 0
        ? whole(second)
        : { by: text.text.slice(second.start, value.end), isLoose: operator === '||' || isLooserThanAnd(value, text) }),
    };
  return more.length === 0 ? { isSet: operator === '||', ...whole(first) } : null;
}

/** What a chain of one operator, written without parentheses, is of. */
function operandsOf(value: SyntaxNode, operator: string): readonly SyntaxNode[] {
  const [left, right] = [childIn(value, 'left'), childIn(value, 'right')];
  return value.type === 'binary_expression' &&
    left !== null &&
    right !== null &&
    childIn(value, 'operator')?.type === operator
    ? [...operandsOf(left, operator), right]
    : [value];
}

/** Whether it is of shared memory, and every store of the kernel to it is of 0 or 1. */
function isOfZeroAndOne({ id, space }: ArrayDecl, { body }: Kernel): boolean {
  if (space !== 'shared') return false;
  let isKnown = true;
  eachStmt(body, (stmt) => {
    if (
      stmt.kind === 'unknown' ||
      stmt.kind === 'async' ||
      (stmt.kind === 'atomic' && stmt.place.array === id) ||
      (stmt.kind === 'store' && stmt.place.array === id && !isZeroOrOne(stmt.value))
    )
      isKnown = false;
  });
  return isKnown;
}

function isZeroOrOne(value: Expr): boolean {
  if (value.kind === 'cast') return isZeroOrOne(value.operand);
  if (value.kind === 'int') return value.value === 0n || value.value === 1n;
  return typeOf(value).kind === 'bool';
}
