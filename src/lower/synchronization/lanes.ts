/**
 * Warp votes, shuffles, matches and reductions, with `_sync` (mask first) and without. They order no memory. Exact: a
 * shuffle whose width is no constant is one over the whole warp from a computed lane.
 */
import type { LaneOp, LaneReduction } from '../../ir/ir.ts';
import type { Expr } from '../../base/expr.ts';
import type { ScalarType } from '../../base/ctype.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { Intrinsic } from '../calls/intrinsic.ts';
import type { Value } from '../expressions/value.ts';
import { promoted } from '../../base/arithmetic.ts';
import { bool, i32, sizeOf, u32, u64 } from '../../base/ctype.ts';
import { int, typeOf } from '../../base/expr-build.ts';
import { emit, temporary } from '../context.ts';
import { choose, combine, complemented, constantOf, convert } from '../expressions/constants.ts';
import { asScalar, pointerOf, toScalar } from '../types/conversions.ts';
import { writeSlot } from '../memory/memory.ts';
import { dereference, pinnedExpr } from '../memory/pointers.ts';
import { laneIndex } from '../ranks.ts';
import { scalarValue, unknownOf } from '../expressions/value.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

/** Emits an operation among the lanes of `mask` (null: not given); its result. */
export function amongLanes(
  cx: Context,
  op: LaneOp,
  mask: Expr | null,
  operands: readonly Expr[],
  result: ScalarType,
  node: SyntaxNode,
  width = 32,
): Expr {
  const made = temporary(cx, op, result);
  emit(cx, node, { kind: 'lanes', op, target: made.id, mask, operands, width });
  return made.expr;
}

const maskOf = (cx: Context, mask: SyntaxNode | undefined): Expr | null =>
  mask === undefined ? null : toScalar(cx, cx.rules.value(cx, mask), u32, mask);

const vote =
  (op: 'any' | 'all' | 'ballot', masked: boolean): Intrinsic =>
  (cx, call) => {
    const [mask, predicate] = masked ? call.args : [undefined, call.args[0]];
    if (predicate === undefined) return null;
    const over = maskOf(cx, mask);
    const value = toScalar(cx, cx.rules.value(cx, predicate), bool, predicate);
    return scalarValue(amongLanes(cx, op, over, [value], op === 'ballot' ? u32 : i32, call.node));
  };

const activeMask: Intrinsic = (cx, call) => scalarValue(amongLanes(cx, 'activemask', null, [], u32, call.node));

type ShuffleOp = 'shfl' | 'shfl_up' | 'shfl_down' | 'shfl_xor';

const shuffle =
  (op: ShuffleOp, masked: boolean): Intrinsic =>
  (cx, call) => {
    const [mask, value, lane, width] = masked ? call.args : [undefined, ...call.args];
    if (value === undefined || lane === undefined) return null;
    const over = maskOf(cx, mask);
    const what = cx.rules.value(cx, value);
    const from = cx.rules.value(cx, lane);
    const size = width === undefined ? int(32) : toScalar(cx, cx.rules.value(cx, width), i32, width);
    return shuffled(cx, { op, mask: over, width: size, node: call.node }, what, from);
  };

/** Emits a shuffle of a value, each of its scalars for structs. */
export function shuffled(
  cx: Context,
  how: Readonly<{ op: ShuffleOp; mask: Expr | null; width: Expr; node: SyntaxNode }>,
  what: Value,
  from: Value,
): Value {
  const { op, mask, node } = how;
  if (what.kind === 'struct') {
    return {
      kind: 'struct',
      type: what.type,
      fields: new Map([...what.fields].map(([name, field]) => [name, shuffled(cx, how, field, from)])),
    };
  }
  if (what.kind === 'list') return { kind: 'list', items: what.items.map((item) => shuffled(cx, how, item, from)) };
  const raw = asScalar(cx, what, node);
  const value = convert(raw, promoted(typeOf(raw)));
  const lane = toScalar(cx, from, op === 'shfl_up' || op === 'shfl_down' ? u32 : i32, node);
  const width = constantOf(how.width);
  if (width !== null) return scalarValue(amongLanes(cx, op, mask, [value, lane], typeOf(value), node, Number(width)));
  return scalarValue(
    amongLanes(cx, 'shfl', mask, [value, sourceLane(cx, op, how.width, lane, node)], typeOf(value), node),
  );
}

/**
 * CUDA guide, "Warp Shuffle Functions": a source outside the thread's segment of `width` lanes is the thread itself.
 */
function sourceLane(cx: Context, op: ShuffleOp, width: Expr, by: Expr, node: SyntaxNode): Expr {
  const keep = (expr: Expr, name: string): Expr => pinnedExpr(cx, convert(expr, i32), name, node);
  const lane = keep(laneIndex(), 'lane');
  const size = keep(width, 'width');
  const last = combine('-', size, int(1));
  const start = keep(combine('&', lane, complemented(last)), 'segment');
  const shift = keep(by, 'by');
  const isOut = (to: Expr): Expr =>
    op === 'shfl_up' ? combine('<', to, start) : combine('>', to, combine('+', start, last));
  switch (op) {
    case 'shfl':
      return combine('|', start, combine('&', shift, last));
    case 'shfl_up':
    case 'shfl_down':
    case 'shfl_xor': {
      const to = keep(combine(op === 'shfl_up' ? '-' : op === 'shfl_down' ? '+' : '^', lane, shift), 'source');
      return choose(isOut(to), lane, to);
    }
  }
}

/** CUDA guide, "Warp Match Functions": `_all` also says through a pointer whether all values are equal. */
const match =
  (op: 'match_any' | 'match_all'): Intrinsic =>
  (cx, call) => {
    const [mask, value, flag] = call.args;
    if (mask === undefined || value === undefined) return null;
    const over = maskOf(cx, mask);
    const raw = asScalar(cx, cx.rules.value(cx, value), value);
    const wide = sizeOf(typeOf(raw)) === 8 && typeOf(raw).kind === 'int';
    const result = amongLanes(
      cx,
      op,
      over,
      [typeOf(raw).kind === 'float' ? raw : convert(raw, wide ? u64 : u32)],
      u32,
      call.node,
    );
    if (flag !== undefined)
      writeSlot(
        cx,
        dereference(pointerOf(cx, cx.rules.value(cx, flag))),
        scalarValue(combine('!=', result, int(0, u32))),
        flag,
      );
    return scalarValue(result);
  };

const reduction =
  (op: LaneReduction): Intrinsic =>
  (cx, call) => {
    const [mask, value] = call.args;
    if (mask === undefined || value === undefined) return null;
    const over = maskOf(cx, mask);
    const what = cx.rules.value(cx, value);
    if (what.kind === 'struct') return unknownOf(fill(messages.typeNotModelled, { name: call.name }));
    const raw = asScalar(cx, what, value);
    const own = convert(raw, promoted(typeOf(raw)));
    return scalarValue(amongLanes(cx, `reduce_${op}`, over, [own], typeOf(own), call.node));
  };

const laneNumber: Intrinsic = () => scalarValue(laneIndex());

const votes = ['any', 'all', 'ballot'] as const;
const shuffles = ['shfl', 'shfl_up', 'shfl_down', 'shfl_xor'] as const;
const reductions = ['add', 'min', 'max', 'and', 'or', 'xor'] as const;

export const laneIntrinsics: ReadonlyMap<string, Intrinsic> = new Map<string, Intrinsic>([
  ...votes.flatMap((op): [string, Intrinsic][] => [
    [`__${op}`, vote(op, false)],
    [`__${op}_sync`, vote(op, true)],
  ]),
  ...shuffles.flatMap((op): [string, Intrinsic][] => [
    [`__${op}`, shuffle(op, false)],
    [`__${op}_sync`, shuffle(op, true)],
  ]),
  ['any', vote('any', false)],
  ['all', vote('all', false)],
  ['__activemask', activeMask],
  ['__match_any_sync', match('match_any')],
  ['__match_all_sync', match('match_all')],
  ...reductions.map((op): [string, Intrinsic] => [`__reduce_${op}_sync`, reduction(op)]),
  ['__lane_id', laneNumber],
]);
