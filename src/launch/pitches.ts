/**
 * What CUDA promises of the pitch of an allocation: `cudaMallocPitch(&p, &pitch, width, height)` sets it to the width
 * in bytes of the allocation, which has at least `width` times `height` bytes, so that `pitch >= width` (CUDA runtime
 * API, Memory Management; driver API, cuMemAllocPitch). By how much rows are padded is not documented, and nothing is
 * said of it. Exact, where the call succeeds: else there is no array, and no run of the kernel on it.
 */
import type { ScalarType } from '../base/ctype.ts';
import type { Expr } from '../base/expr.ts';
import type { Param } from '../ir/ir.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Evaluation } from './evaluation.ts';
import type { HostCondition } from './host-conditions.ts';
import { i64 } from '../base/ctype.ts';
import { binary, cast, int, typeOf } from '../base/expr-build.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { evaluationWith } from './evaluation.ts';
import { libraryCallee } from './library-callee.ts';
import { setsPitch } from './library-calls.ts';
import { constantOf } from './host-value.ts';

/** What holds of a variable or member with this symbol, from the place `&pitch` on that gave it its value. */
export function promisedPitch(
  cx: Evaluation,
  symbol: Expr,
  write: SyntaxNode,
  member: string | null,
): HostCondition | null {
  const list = cx.names.parents.get(write);
  const call = list?.type === 'argument_list' ? cx.names.parents.get(list) : undefined;
  const target = write.type === 'pointer_expression' ? childIn(write, 'argument') : null;
  const library = call?.type === 'call_expression' ? libraryCallee(cx.names, call) : null;
  const [, pitch, width] = list === undefined ? [] : namedChildren(list);
  if (
    call === undefined ||
    library === null ||
    !setsPitch(library) ||
    pitch !== write ||
    width === undefined ||
    target?.type !== (member === null ? 'identifier' : 'field_expression')
  )
    return null;
  // the width is read before the call
  const own = textOf(cx.names.source, target);
  if (mentions(cx, width, own)) return null;
  // in any turn of a loop whose turns are told apart
  const bytes = wide(cx.rules.evaluate(evaluationWith(cx, { turns: new Map() }), width));
  return bytes === null
    ? null
    : { condition: binary('>=', cast(i64, symbol), bytes), span: cx.names.source.spanOf(call.start, call.end) };
}

const mentions = (cx: Evaluation, node: SyntaxNode, text: string): boolean =>
  textOf(cx.names.source, node) === text || node.children.some((child) => mentions(cx, child, text));

/**
 * A number of bytes that can be allocated, in 64 bits with a sign. A number that is negative before it is converted is
 * 2^63 bytes and more, which cannot be; so it is kept as it is.
 */
function wide(expr: Expr | null): Expr | null {
  const type = expr === null ? null : typeOf(expr);
  if (expr === null || type?.kind !== 'int') return null;
  const value = constantOf(expr);
  if (typeof value === 'bigint') return int(value, i64);
  const rows = timesConstant(expr);
  return rows === null ? cast(i64, expr) : binary('*', rows.of, int(rows.by, i64));
}

/** `n * sizeof(float)` of an n of 32 bits, which no product of this size takes out of 64 bits. */
function timesConstant(expr: Expr): Readonly<{ of: Expr; by: bigint }> | null {
  if (expr.kind !== 'binary' || expr.op !== '*') return null;
  for (const [of, by] of [
    [expr.left, constantOf(expr.right)],
    [expr.right, constantOf(expr.left)],
  ] as const) {
    const inner = of.kind === 'cast' ? of.operand : of;
    const type = typeOf(inner);
    if (type.kind === 'int' && type.bits <= 32 && typeof by === 'bigint' && by > 0n && by < 2n ** 31n && isWide(expr))
      return { of: cast(i64, inner), by };
  }
  return null;
}

const isWide = (expr: Expr): boolean => {
  const type = typeOf(expr);
  return type.kind === 'int' && type.bits === 64;
};

type Scalar = Extract<Param, { kind: 'scalar' }>;

/**
 * Parameters that get `pitch / sizeof(float)`, or `(int)pitch`, and what they are at least: of `pitch >= width * 4`,
 * the stride `width`. That the pitch of an allocation fits in the type that the kernel gets it in is part of what is
 * stated.
 */
export function leastPitches(
  promise: Expr,
  given: readonly Readonly<{ param: Scalar; value: Expr }>[],
): readonly Readonly<{ param: Scalar; least: Expr }>[] {
  const symbol =
    promise.kind === 'binary' && promise.op === '>=' && promise.left.kind === 'cast' ? promise.left.operand : null;
  if (promise.kind !== 'binary' || symbol?.kind !== 'var') return [];
  return given.flatMap(({ param, value }) => {
    const by = isLong(param.type) ? divisorOf(value, symbol) : null;
    const least = by === null ? null : dividedBy(promise.right, by);
    return least === null ? [] : [{ param, least }];
  });
}

const isLong = (type: ScalarType): boolean => type.kind === 'int' && type.bits >= 32;

/** c of `pitch / c`, whatever integers it is converted to; 1 for the pitch itself. */
function divisorOf(value: Expr, symbol: Extract<Expr, { kind: 'var' }>): bigint | null {
  if (value.kind === 'cast') return isLong(value.to) ? divisorOf(value.operand, symbol) : null;
  if (value.kind === 'var') return value.id === symbol.id ? 1n : null;
  const by = value.kind === 'binary' ? constantOf(value.right) : null;
  if (value.kind !== 'binary' || typeof by !== 'bigint' || by <= 0n) return null;
  const before = divisorOf(value.left, symbol);
  if (before === null) return null;
  return value.op === '/' ? before * by : value.op === '>>' && by < 32n ? before << by : null;
}

/** A width divided by what the pitch is divided by: the quotient of what is larger is not less. */
function dividedBy(width: Expr, by: bigint): Expr | null {
  if (by === 1n) return width;
  const value = constantOf(width);
  if (typeof value === 'bigint') return int(value / by, i64);
  const factor = width.kind === 'binary' && width.op === '*' ? constantOf(width.right) : null;
  if (width.kind === 'binary' && typeof factor === 'bigint' && factor % by === 0n)
    return factor === by ? width.left : binary('*', width.left, int(factor / by, i64));
  return by < 2n ** 31n ? binary('/', width, int(by, i64)) : null;
}
