/**
 * Variables, members and results that are pointers to functions. One that only ever holds one function *is* that
 * function; one that holds a few has the number of the one that it holds in a scalar; of others it is not known which
 * one it is (calls/function-pointers.ts). Which they are shows when the whole kernel has been seen, so it goes from one
 * round of lowering to the next, and grows only: none, some functions, unknown. A null pointer is not called.
 */
import type { Context } from '../context.ts';
import type { CType, TemplateArgument } from '../types/c-type.ts';
import type { FunctionValue, Slot, Value } from '../expressions/value.ts';
import type { Expr } from '../../base/expr.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import { i32 } from '../../base/ctype.ts';
import { int, variable } from '../../base/expr-build.ts';
import { leftUndefined } from '../../ir/gaps.ts';
import { emit, freshScalar } from '../context.ts';
import { choose, combine, constantOf } from '../expressions/constants.ts';
import { isSameFunction } from '../calls/templates.ts';
import { unknownOf } from '../expressions/value.ts';
import { messages } from '../wording.ts';

const maxFunctions = 8;

/** In the first round a variable may hold nothing yet: what is made of that must not count. */
const notSeen = messages.uninitializedFunction;

export function functionVariable(
  cx: Context,
  type: CType,
  { name, key }: Readonly<{ name: string; key: string }>,
  initial: Value | null,
  node: SyntaxNode,
): Slot {
  if (initial !== null) noteFunction(cx, key, initial);
  const known = cx.facts.functions.get(key);
  const bare = { kind: 'value', type, holds: key } as const;
  if (known === undefined)
    return {
      ...bare,
      get value() {
        return valueSoFar(cx, key, type);
      },
    };
  const [first, second] = known === 'unknown' ? [] : known;
  if (known === 'unknown' || first === undefined)
    return { ...bare, value: unknownOf(messages.unknownFunctionPointer, type) };
  if (second === undefined) return { ...bare, value: initial?.kind === 'function' ? initial : first };
  const which = freshScalar(cx, `${name}.which`, i32, 'local');
  const slot = { ...bare, value: { kind: 'functions', which: variable(which, i32), of: known }, which } as const;
  writeNumber(cx, slot, initial, node);
  return slot;
}

/** Of a variable that held nothing when it was declared: what the stores that were seen since have put there. */
function valueSoFar(cx: Context, key: string, type: CType): Value {
  const known = cx.facts.functions.get(key);
  if (known === 'unknown') return unknownOf(messages.unknownFunctionPointer, type);
  const [first, second] = known ?? [];
  if (first !== undefined && second === undefined) return first;
  cx.readEarly.add(key);
  return unknownOf(notSeen, type);
}

/** A store to such a variable. */
export function writeFunction(
  cx: Context,
  slot: Extract<Slot, { kind: 'value' }>,
  value: Value,
  node: SyntaxNode,
): void {
  if (slot.holds !== undefined) noteFunction(cx, slot.holds, value);
  writeNumber(cx, slot, value, node);
}

function writeNumber(
  cx: Context,
  { which, value: held }: Extract<Slot, { kind: 'value' }>,
  value: Value | null,
  node: SyntaxNode,
): void {
  if (which === undefined || held.kind !== 'functions') return;
  const number = value === null ? null : numberOf(value, held.of);
  if (number === null)
    emit(cx, node, {
      kind: 'unknown-value',
      target: which,
      because: value === null ? leftUndefined : messages.unknownFunctionPointer,
    });
  else emit(cx, node, { kind: 'assign', target: which, value: number });
}

/** The number of a function among others; null where it is not known to be one of them. */
function numberOf(value: Value, among: readonly FunctionValue[]): Expr | null {
  if (value.kind === 'function') {
    const at = among.findIndex((one) => isSameFunction(one, value));
    return at === -1 ? null : int(at);
  }
  if (value.kind !== 'functions') return null;
  const numbers = value.of.map((one) => numberOf(one, among));
  return numbers.reduceRight<Expr | null>(
    (rest, number, k) =>
      number === null || (rest === null && k + 1 < numbers.length)
        ? null
        : rest === null
          ? number
          : choose(combine('==', value.which, int(k)), number, rest),
    null,
  );
}

/** The functions that either may be, with the number of each as one of all; null where one is no function. */
export function joinedFunctions(
  a: Value,
  b: Value,
): Readonly<{ of: readonly FunctionValue[]; first: Expr; second: Expr }> | null {
  if ((a.kind !== 'function' && a.kind !== 'functions') || (b.kind !== 'function' && b.kind !== 'functions'))
    return null;
  const of = functionsOf(b).reduce(withFunction, functionsOf(a));
  const [first, second] = [numberOf(a, of), numberOf(b, of)];
  return first === null || second === null || of.length > maxFunctions ? null : { of, first, second };
}

const functionsOf = (value: Value): readonly FunctionValue[] =>
  value.kind === 'function' ? [value] : value.kind === 'functions' ? value.of : [];
const withFunction = (all: readonly FunctionValue[], one: FunctionValue): readonly FunctionValue[] =>
  all.some((other) => isSameFunction(other, one)) ? all : [...all, one];

/** What such a variable may hold from some store. */
export function noteFunction(cx: Context, key: string, value: Value): void {
  if (isNull(value) || (value.kind === 'unknown' && value.because === notSeen)) return;
  const known = cx.facts.functions.get(key);
  if (known === 'unknown') return;
  const given = functionsOf(value);
  const all = given.reduce(withFunction, known ?? []);
  const isKnown = given.length > 0 && given.every(isOfAllRounds) && all.length <= maxFunctions;
  if (isKnown && all.length === known?.length) return;
  cx.facts.functions.set(key, isKnown ? all : 'unknown');
  // what nobody has read yet, and needs no scalar, this round gives as the next one would
  const isInTime = known === undefined && !cx.readEarly.has(key) && (!isKnown || all.length === 1);
  if (!isInTime) cx.facts.changed = true;
}

function isNull(value: Value): boolean {
  return (
    (value.kind === 'pointer' && value.pointer.target.kind === 'null') ||
    (value.kind === 'scalar' && constantOf(value.expr) === 0n)
  );
}

/** Whether nothing of it belongs to one round of lowering. */
const isOfAllRounds = ({ scope, explicit }: FunctionValue): boolean => scope === null && explicit.every(isPlain);

function isPlain(argument: TemplateArgument): boolean {
  switch (argument.kind) {
    case 'type':
      return argument.type.kind === 'scalar';
    case 'value':
      return constantOf(argument.value) !== null;
    case 'function':
      return isOfAllRounds(argument.value);
  }
}
