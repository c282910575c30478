/** Assertions, assumptions and the annotations of GPUVerify, which are accepted as facts (`__requires`) or ignored. */
import type { Expr } from '../base/expr.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Context } from './context.ts';
import type { Intrinsic } from './calls/intrinsic.ts';
import type { Value } from './expressions/value.ts';
import { bool } from '../base/ctype.ts';
import { capture, emit, note, spanOf, textOf } from './context.ts';
import { combine, negation } from './expressions/constants.ts';
import { asScalar, toScalar } from './types/conversions.ts';
import { scalarValue, voidValue } from './expressions/value.ts';
import { quoted } from '../base/quote.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

const assertion: Intrinsic = (cx, call) => {
  const condition = call.args[0];
  if (condition === undefined) return null;
  const value = toScalar(cx, cx.rules.value(cx, condition), bool, condition);
  emit(cx, call.node, { kind: 'assert', condition: value });
  return voidValue;
};

/**
 * An assumption holds for the kernel only where every thread comes to it: not under conditions, not after an exit. The
 * rest, and those that read memory, are left out (a note says so). kernel.ts drops those about variables that change.
 */
const assumption: Intrinsic = (cx, call) => {
  const condition = call.args[0];
  if (condition === undefined) return null;
  let value: Expr = { kind: 'bool', value: true };
  const effects = capture(cx, () => {
    value = toScalar(cx, cx.rules.value(cx, condition), bool, condition);
  });
  if (effects.length > 0 || cx.conditional > 0 || cx.mayHaveExited) return leftOut(cx, call.node);
  cx.assumptions.push({ condition: value, text: textOf(cx, condition), span: spanOf(cx, call.node) });
  return voidValue;
};

function leftOut(cx: Context, node: SyntaxNode): Value {
  note(cx, node, fill(messages.assumptionIgnored, { text: quoted(textOf(cx, node), 80) }));
  return voidValue;
}

const ignored: Intrinsic = (cx, call) => {
  note(cx, call.node, fill(messages.annotationIgnored, { name: call.name }));
  return voidValue;
};

const evaluatedOnly: Intrinsic = (cx, call) => {
  for (const arg of call.args)
    if (arg.type !== 'string_literal' && arg.type !== 'concatenated_string') cx.rules.value(cx, arg);
  return voidValue;
};

const quiet: Intrinsic = () => voidValue;

/** A connective of GPUVerify's conditions, such as `__implies(a, b)`. */
const connective =
  (made: (a: Expr, b: Expr) => Expr): Intrinsic =>
  (cx, call) => {
    const [a, b, ...more] = call.args.map((arg) => toScalar(cx, cx.rules.value(cx, arg), bool, arg));
    return a === undefined || b === undefined || more.length > 0 ? null : scalarValue(made(a, b));
  };

/** Hints on a value: `__builtin_expect(x, 1)` is `x`. The others are evaluated for their effects. */
const firstArgument: Intrinsic = (cx, call) => {
  const [first, ...rest] = call.args;
  if (first === undefined) return null;
  const value = cx.rules.value(cx, first);
  for (const arg of rest) cx.rules.discard(cx, arg);
  return value;
};

/** A sum that is said not to overflow. */
const sum: Intrinsic = (cx, call) => {
  const [a, b, ...more] = call.args.map((arg) => asScalar(cx, cx.rules.value(cx, arg), arg));
  return a === undefined || b === undefined || more.length > 0 ? null : scalarValue(combine('+', a, b));
};

export const annotationIntrinsics: ReadonlyMap<string, Intrinsic> = new Map<string, Intrinsic>([
  ['assert', assertion],
  ['__assert', assertion],
  ['__requires', assumption],
  ['__assume', assumption],
  ['__builtin_assume', assumption],
  ...[
    '__invariant',
    '__global_invariant',
    '__function_wide_invariant',
    '__function_wide_candidate_invariant',
    '__candidate_invariant',
    '__ensures',
    '__global_ensures',
    '__global_assert',
    '__requires_fresh_array',
    '__modifies',
    '__array_snapshot',
    '__barrier_invariant',
    '__barrier_invariant_binary',
    '__requires_barrier',
    '__candidate_global_invariant',
    '__at_most_one',
    '__read',
    '__write',
    '__write_implies',
    '__read_implies',
    '__no_read',
    '__no_write',
    '__reads_from',
    '__writes_to',
    '__reads_from_local',
    '__axiom',
  ].map((name): [string, Intrinsic] => [name, ignored]),
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((k): [string, Intrinsic] => [`__barrier_invariant_${k}`, ignored]),
  ['__implies', connective((a, b) => combine('||', negation(a), b))],
  ['__iff', connective((a, b) => combine('==', a, b))],
  ['__xor', connective((a, b) => combine('!=', a, b))],
  ['__add_noovfl', sum],
  ['__add_noovfl_unsigned', sum],
  ...['__builtin_expect', '__builtin_expect_with_probability', '__builtin_assume_aligned'].map(
    (name): [string, Intrinsic] => [name, firstArgument],
  ),
  ['printf', evaluatedOnly],
  ['__nanosleep', evaluatedOnly],
  ...['__builtin_unreachable', '__prof_trigger'].map((name): [string, Intrinsic] => [name, quiet]),
]);
