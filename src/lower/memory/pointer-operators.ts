/** Arithmetic, differences and comparisons of pointers. Exact; what is not resolved gets any value. */
import type { BinaryOp, Expr } from '../../base/expr.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { MemoryPlace, Pointer, Value } from '../expressions/value.ts';
import { isComparison } from '../../base/arithmetic.ts';
import { bool, i64, u64 } from '../../base/ctype.ts';
import { truth } from '../../base/expr-build.ts';
import { printExpr } from '../../base/expr-print.ts';
import { choose, combine, convert, negation } from '../expressions/constants.ts';
import { scalar, sizeOfType } from '../types/c-type.ts';
import { asIndex, toPointer, toScalar } from '../types/conversions.ts';
import { addToPointer, flatIndex, isNotNull, negatedIndex } from './pointers.ts';
import { cellAt } from './pointer-cells.ts';
import { pointerValue, scalarValue, unknownOf } from '../expressions/value.ts';
import { messages } from '../wording.ts';

/** Cases that are told apart when both operands are chosen among several pointers. */
const maxCases = 8;

/** `a op b` where one of them is a pointer. */
export function pointerOperation(cx: Context, op: BinaryOp, a: Value, b: Value, node: SyntaxNode): Value {
  if (isComparison(op)) return scalarValue(comparedPointers(cx, op, a, b, node));
  if (op === '+' && a.kind === 'pointer' && b.kind !== 'pointer')
    return pointerValue(addToPointer(a.pointer, asIndex(cx, b, node)));
  if (op === '+' && b.kind === 'pointer' && a.kind !== 'pointer')
    return pointerValue(addToPointer(b.pointer, asIndex(cx, a, node)));
  if (op === '-' && a.kind === 'pointer' && b.kind !== 'pointer')
    return pointerValue(addToPointer(a.pointer, negatedIndex(asIndex(cx, b, node))));
  if (op === '-' && a.kind === 'pointer' && b.kind === 'pointer') {
    const size = sizeOfType(a.pointer.to);
    const made = inBothCases(a.pointer, b.pointer, (left, right) => difference(left, right, size));
    return made === null ? unknownOf(messages.pointerDifference, scalar(i64)) : scalarValue(made);
  }
  return unknownOf(messages.pointerAsNumber, scalar(u64));
}

/**
 * What the function makes of each pointer that is meant, put together by their conditions; null when one has no answer.
 */
function inCases(pointer: Pointer, answer: (one: Pointer) => Expr | null): Expr | null {
  const { target } = pointer;
  if (target.kind !== 'chosen') return answer(pointer);
  if (target.cases.length > maxCases) return null;
  const last = inCases(target.last, answer);
  return target.cases.reduceRight<Expr | null>((rest, one) => {
    const made = rest === null ? null : inCases(one.pointer, answer);
    return made === null || rest === null ? null : choose(one.when, made, rest);
  }, last);
}

/** The same for two pointers; those that are chosen by the same conditions are taken case by case. */
function inBothCases(a: Pointer, b: Pointer, answer: (left: Pointer, right: Pointer) => Expr | null): Expr | null {
  const [x, y] = [a.target, b.target];
  const conditions = (of: typeof x): string =>
    of.kind === 'chosen' ? of.cases.map((one) => printExpr(one.when)).join() : '';
  if (x.kind !== 'chosen' || y.kind !== 'chosen' || conditions(x) !== conditions(y))
    return inCases(a, (left) => inCases(b, (right) => answer(left, right)));
  const last = inBothCases(x.last, y.last, answer);
  return x.cases.reduceRight<Expr | null>((rest, one, k) => {
    const other = y.cases[k];
    const made = rest === null || other === undefined ? null : inBothCases(one.pointer, other.pointer, answer);
    return made === null || rest === null ? null : choose(one.when, made, rest);
  }, last);
}

type Located = Readonly<{ where: string; index: Expr }>;

/** The object that a pointer points into, and how many units from its start. */
function locationOf(pointer: Pointer, unit: number): Located | null {
  const { target } = pointer;
  if (target.kind === 'slot')
    return { where: `slot ${target.key}`, index: convert(target.index ?? { kind: 'int', value: 0n, type: i64 }, i64) };
  if (target.kind !== 'memory') return null;
  const index = flatIndex(target.place, unit);
  return index === null
    ? null
    : { where: `${target.place.array}${objectIn(target.place)}`, index: convert(index, i64) };
}

/** Which object of an array that pointers in memory point to: how objects lie to each other is not known. */
function objectIn(place: MemoryPlace): string {
  const { objects, object } = cellAt(place);
  return objects.length === 0 && object === 0
    ? ''
    : ` ${object} ${objects.map(({ index, stride }) => `${printExpr(index)}*${stride}`).join()}`;
}

function difference(left: Pointer, right: Pointer, unit: number): Expr | null {
  const [to, from] = [locationOf(left, unit), locationOf(right, unit)];
  return to === null || from === null || to.where !== from.where ? null : combine('-', to.index, from.index);
}

function comparedPointers(cx: Context, op: BinaryOp, a: Value, b: Value, node: SyntaxNode): Expr {
  const left = toPointer(cx, a, { kind: 'void' });
  const right = toPointer(cx, b, { kind: 'void' });
  const made = inBothCases(left, right, (one, other) => comparedOne(cx, op, one, other));
  return made ?? toScalar(cx, unknownOf(messages.pointerComparison), bool, node);
}

function comparedOne(cx: Context, op: BinaryOp, left: Pointer, right: Pointer): Expr | null {
  const isEquality = op === '==' || op === '!=';
  if (isEquality && (left.target.kind === 'null' || right.target.kind === 'null')) {
    const given = isNotNull(cx, left.target.kind === 'null' ? right : left);
    return given === null ? null : op === '!=' ? given : negation(given);
  }
  const [from, to] = [locationOf(left, 1), locationOf(right, 1)];
  if (from !== null && to !== null && from.where === to.where) return combine(op, from.index, to.index);
  return isEquality && areApart(cx, left, right) ? truth(op === '!=') : null;
}

/**
 * Whether two pointers point into different objects for sure: all but those that callers give, which may be one array.
 */
function areApart(cx: Context, left: Pointer, right: Pointer): boolean {
  const [a, b] = [objectOf(cx, left), objectOf(cx, right)];
  return a !== null && b !== null && a.name !== b.name && !(a.isGiven && b.isGiven);
}

function objectOf(cx: Context, { target }: Pointer): Readonly<{ name: string; isGiven: boolean }> | null {
  if (target.kind === 'slot') return { name: `slot ${target.key}`, isGiven: false };
  if (target.kind !== 'memory') return null;
  const decl = cx.arrays.get(target.place.array);
  return {
    name: target.place.array,
    isGiven: decl === undefined || decl.space === 'global' || decl.space === 'constant',
  };
}
