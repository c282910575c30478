/** Warp votes and shuffles, with `_sync` (mask first) and without. They order no memory. */
import type { LaneOp } from '../ir/ir.ts';
import type { Expr } from '../base/expr.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Context } from './context.ts';
import type { Intrinsic } from './intrinsic.ts';
import type { Value } from './value.ts';
import { bool, i32, u32 } from '../base/ctype.ts';
import { typeOf } from '../base/expr-build.ts';
import { emit, note, temporary } from './context.ts';
import { constantOf, convert, promoted } from './constants.ts';
import { asScalar, toScalar } from './conversions.ts';
import { scalarValue, unknownOf } from './value.ts';

const vote = (op: LaneOp, masked: boolean): Intrinsic => (cx, call) => {
  const [mask, predicate] = masked ? call.args : [undefined, call.args[0]];
  if (predicate === undefined) return null;
  const over = mask === undefined ? null : toScalar(cx, cx.rules.value(cx, mask), u32, mask);
  const value = toScalar(cx, cx.rules.value(cx, predicate), bool, predicate);
  const made = temporary(cx, op, op === 'ballot' ? u32 : i32);
  emit(cx, call.node, { kind: 'lanes', op, target: made.id, mask: over, operands: [value], width: 32 });
  return scalarValue(made.expr);
};

const activeMask: Intrinsic = (cx, call) => {
  const made = temporary(cx, 'activemask', u32);
  emit(cx, call.node, { kind: 'lanes', op: 'activemask', target: made.id, mask: null, operands: [], width: 32 });
  return scalarValue(made.expr);
};

const shuffle = (op: LaneOp, masked: boolean): Intrinsic => (cx, call) => {
  const [mask, value, lane, width] = masked ? call.args : [undefined, ...call.args];
  if (value === undefined || lane === undefined) return null;
  const over = mask === undefined ? null : toScalar(cx, cx.rules.value(cx, mask), u32, mask);
  const what = cx.rules.value(cx, value);
  const from = cx.rules.value(cx, lane);
  const size = width === undefined ? 32n : constantScalar(cx.rules.value(cx, width));
  return shuffled(cx, { op, mask: over, width: size, node: call.node }, what, from);
};

function constantScalar(value: Value): bigint | null {
  return value.kind === 'scalar' ? constantOf(value.expr) : null;
}

/** Emits a shuffle of a value, each of its scalars for structs. `width` null: it is no constant. */
export function shuffled(cx: Context, how: Readonly<{ op: LaneOp; mask: Expr | null; width: bigint | null; node: SyntaxNode }>, what: Value, from: Value): Value {
  if (what.kind === 'struct') {
    return { kind: 'struct', type: what.type, fields: new Map([...what.fields].map(([name, field]) => [name, shuffled(cx, how, field, from)])) };
  }
  const raw = asScalar(cx, what, how.node);
  const value = convert(raw, promoted(typeOf(raw)));
  const lane = toScalar(cx, from, how.op === 'shfl_up' || how.op === 'shfl_down' ? u32 : i32, how.node);
  const made = temporary(cx, how.op, typeOf(value));
  if (how.width === null) {
    emit(cx, how.node, { kind: 'unknown-value', target: made.id, because: 'the width of the shuffle is no constant' });
    note(cx, how.node, 'the width of the shuffle is no constant');
  } else emit(cx, how.node, { kind: 'lanes', op: how.op, target: made.id, mask: how.mask, operands: [value, lane], width: Number(how.width) });
  return scalarValue(made.expr);
}

/** Collectives whose result is not modelled; they touch no memory. */
const notModelledLanes: Intrinsic = (cx, call) => {
  for (const arg of call.args) cx.rules.value(cx, arg);
  note(cx, call.node, `the value of ${call.name} is not modelled`);
  return unknownOf(`the value of ${call.name} is not modelled`, { kind: 'scalar', type: u32 });
};

const votes: readonly LaneOp[] = ['any', 'all', 'ballot'];
const shuffles: readonly LaneOp[] = ['shfl', 'shfl_up', 'shfl_down', 'shfl_xor'];

export const laneIntrinsics: ReadonlyMap<string, Intrinsic> = new Map<string, Intrinsic>([
  ...votes.flatMap((op): [string, Intrinsic][] => [[`__${op}`, vote(op, false)], [`__${op}_sync`, vote(op, true)]]),
  ...shuffles.flatMap((op): [string, Intrinsic][] => [[`__${op}`, shuffle(op, false)], [`__${op}_sync`, shuffle(op, true)]]),
  ['any', vote('any', false)],
  ['all', vote('all', false)],
  ['__activemask', activeMask],
  ['__match_any_sync', notModelledLanes],
  ['__match_all_sync', notModelledLanes],
  ...['add', 'min', 'max', 'and', 'or', 'xor'].map((op): [string, Intrinsic] => [`__reduce_${op}_sync`, notModelledLanes]),
]);
