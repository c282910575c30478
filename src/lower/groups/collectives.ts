/**
 * Collective functions of cooperative groups: `cg::reduce`, scans, elections. They exchange values among the lanes of a
 * group within a warp and order no memory. CUDA guide, "Group Collectives".
 */
import type { LaneReduction } from '../../ir/ir.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { Group } from './type.ts';
import type { Value } from '../expressions/value.ts';
import { i32 } from '../../base/ctype.ts';
import { promoted } from '../../base/arithmetic.ts';
import { typeOf } from '../../base/expr-build.ts';
import { note, textOf } from '../context.ts';
import { convert } from '../expressions/constants.ts';
import { asScalar } from '../types/conversions.ts';
import { isPureOperator } from './own-operators.ts';
import { groupArgument, lanesOf } from './groups.ts';
import { amongLanes } from '../synchronization/lanes.ts';
import { notModelled } from '../not-modelled.ts';
import { scalarValue, typeOfValue, unknownOf } from '../expressions/value.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

/** `cg::less` keeps the smaller one, `cg::greater` the larger. */
const operators: ReadonlyMap<string, LaneReduction> = new Map<string, LaneReduction>([
  ['plus', 'add'],
  ['less', 'min'],
  ['greater', 'max'],
  ['bit_and', 'and'],
  ['bit_or', 'or'],
  ['bit_xor', 'xor'],
]);

/** A collective of a group; null, without effects, for other functions. */
export function groupCollective(
  cx: Context,
  name: string,
  args: readonly SyntaxNode[],
  node: SyntaxNode,
): Value | null {
  if (!/^(?:reduce|(?:inclusive|exclusive)_scan|invoke_one|invoke_one_broadcast)$/.test(name)) return null;
  const group = groupArgument(cx, args);
  const [, value, operator] = args;
  if (group === null || value === undefined) return null;
  if (name.startsWith('invoke')) return notModelled(cx, node, fill(messages.notModelled, { text: name }), true);
  const what = cx.rules.value(cx, value);
  if (!isWithinWarp(group)) return notModelled(cx, node, fill(messages.largeGroup, { name }), true);
  const op = operator === undefined ? 'add' : operatorOf(cx, operator);
  if (op === null && operator !== undefined) return byOwnOperator(cx, name, group, what, operator, node);
  return op === null ? null : combined(cx, name, op, group, what, node);
}

const isWithinWarp = (group: Group): boolean => group.kind === 'lanes' || (group.kind === 'tile' && group.size <= 32);

function operatorOf(cx: Context, node: SyntaxNode): LaneReduction | null {
  const name = /^(?:::)?cooperative_groups::(\w+)\s*(?:<[^()]*>\s*)?[({]/.exec(textOf(cx, node))?.[1] ?? '';
  const bare = /^(\w+)\s*(?:<[^()]*>\s*)?[({]/.exec(textOf(cx, node))?.[1] ?? '';
  const found =
    operators.get(name) ??
    (cx.unit.declared.types.has(bare) || cx.unit.declared.functions.has(bare) ? undefined : operators.get(bare));
  return found ?? null;
}

/** All lanes of the group must come to it, whatever its value is. */
function meet(cx: Context, group: Group, node: SyntaxNode): void {
  amongLanes(cx, 'any', lanesOf(cx, group, node), [{ kind: 'bool', value: false }], i32, node);
}

/** The result is any value. */
function byOwnOperator(
  cx: Context,
  name: string,
  group: Group,
  what: Value,
  operator: SyntaxNode,
  node: SyntaxNode,
): Value {
  const type = typeOfValue(what);
  const because = fill(messages.customOperatorValue, { name });
  if (type === null || !isPureOperator(cx, operator, type, node))
    return notModelled(cx, node, fill(messages.customOperator, { name }), true);
  note(cx, node, because);
  meet(cx, group, node);
  return unknownOf(because, type);
}

/** The values of reductions of scalars are exact; others are any value. */
function combined(cx: Context, name: string, op: LaneReduction, group: Group, what: Value, node: SyntaxNode): Value {
  if (what.kind === 'struct') {
    meet(cx, group, node);
    note(cx, node, fill(messages.collectiveValueOf, { name, name2: what.type.name }));
    return unknownOf(fill(messages.collectiveValueOf, { name, name2: what.type.name }), {
      kind: 'struct',
      struct: what.type,
    });
  }
  if (name !== 'reduce') {
    meet(cx, group, node);
    note(cx, node, fill(messages.collectiveValue, { name }));
    return unknownOf(fill(messages.collectiveValue, { name }), typeOfValue(what));
  }
  const raw = asScalar(cx, what, node);
  const value = convert(raw, promoted(typeOf(raw)));
  const result = amongLanes(cx, `reduce_${op}`, lanesOf(cx, group, node), [value], typeOf(value), node);
  return scalarValue(convert(result, typeOf(raw)));
}
