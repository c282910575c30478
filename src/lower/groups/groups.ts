/**
 * Cooperative groups (CUDA guide, "Cooperative Groups"): the free functions that make and synchronize them. Members are
 * in members.ts, collective functions in collectives.ts. Groups that are not modelled, such as clusters, end as
 * `unknown` steps that may synchronize.
 */
import type { Expr } from '../../base/expr.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { BarrierScope } from '../../ir/ir.ts';
import type { Context } from '../context.ts';
import type { TemplateArgument } from '../types/c-type.ts';
import type { Group } from './type.ts';
import type { Value } from '../expressions/value.ts';
import { promoted } from '../../base/arithmetic.ts';
import { bool, i32, u32 } from '../../base/ctype.ts';
import { int, typeOf } from '../../base/expr-build.ts';
import { emit } from '../context.ts';
import { choose, combine, complemented, constantOf, convert } from '../expressions/constants.ts';
import { notModelled } from '../not-modelled.ts';
import { amongLanes } from '../synchronization/lanes.ts';
import { pinnedExpr } from '../memory/pointers.ts';
import { asScalar, toScalar } from '../types/conversions.ts';
import { laneIndex, rank } from '../ranks.ts';
import { firstOwnBarrier } from '../../base/barrier-numbers.ts';
import { voidValue } from '../expressions/value.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

const groupValue = (group: Group): Value => ({ kind: 'group', group });

/** Functions of the namespace that make or synchronize a group; null, without effects, for other names. */
export function groupFunction(
  cx: Context,
  name: string,
  explicit: readonly TemplateArgument[],
  args: readonly SyntaxNode[],
  node: SyntaxNode,
): Value | null {
  switch (name) {
    case 'this_thread_block':
      return groupValue({ kind: 'block' });
    case 'this_grid':
      return groupValue({ kind: 'grid' });
    case 'this_thread':
      return groupValue({ kind: 'tile', size: 1, within: null });
    case 'tiled_partition':
      return groupValue(tiled(cx, explicit, args, node));
    case 'coalesced_threads':
      return groupValue({ kind: 'lanes', mask: amongLanes(cx, 'activemask', null, [], u32, node) });
    case 'labeled_partition':
    case 'binary_partition':
      return groupArgument(cx, args) === null ? null : groupValue(partition(cx, name, args, node));
    case 'this_cluster':
      return groupValue(
        cx.cluster === null ? { kind: 'other', text: `\`${name}\`` } : { kind: 'cluster', dims: cx.cluster },
      );
    case 'this_multi_grid':
      return groupValue({ kind: 'other', text: `\`${name}\`` });
    case 'sync':
    case 'synchronize': {
      const group = groupArgument(cx, args);
      return group === null ? null : synchronize(cx, group, node);
    }
    default:
      return null;
  }
}

/** The group that the first argument of a call is, evaluated without effects; null when it is none. */
export function groupArgument(cx: Context, args: readonly SyntaxNode[]): Group | null {
  const first = args[0];
  if (first === undefined) return null;
  const { out, nextStmt, failed } = cx;
  const notes = cx.notes.length;
  cx.out = [];
  const value = cx.rules.value(cx, first);
  cx.out = out;
  cx.nextStmt = nextStmt;
  cx.failed = failed;
  if (value.kind !== 'group') cx.notes.length = notes;
  return value.kind === 'group' ? value.group : null;
}

/** The lanes of a group within a warp as a mask; null: no part of one. */
export function lanesOf(cx: Context, group: Group, node: SyntaxNode): Expr | null {
  if (group.kind === 'lanes') return group.mask;
  if (group.kind !== 'tile' || group.size > 32) return null;
  if (group.size === 32) return int(0xffffffff, u32);
  return pinnedExpr(cx, tileMask(int(group.size)), 'tile', node);
}

/** The lanes of the thread's own tile, whose size divides 32. */
function tileMask(size: Expr): Expr {
  const last = combine('-', convert(size, i32), int(1));
  const start = combine('&', convert(laneIndex(), i32), complemented(last));
  const ones = choose(
    combine('>=', convert(size, i32), int(32)),
    int(0xffffffff, u32),
    combine('-', combine('<<', int(1, u32), combine('&', convert(size, i32), int(31))), int(1, u32)),
  );
  return combine('<<', ones, start);
}

function tiled(
  cx: Context,
  explicit: readonly TemplateArgument[],
  args: readonly SyntaxNode[],
  node: SyntaxNode,
): Group {
  const [first, second] = args;
  const parent = first === undefined ? null : cx.rules.value(cx, first);
  const size =
    explicit[0]?.kind === 'value'
      ? explicit[0].value
      : second === undefined
        ? null
        : toScalar(cx, cx.rules.value(cx, second), u32, second);
  const of = parent?.kind === 'group' ? parent.group : null;
  const known = size === null ? null : constantOf(size);
  if (
    size === null ||
    of === null ||
    of.kind === 'lanes' ||
    of.kind === 'other' ||
    of.kind === 'grid' ||
    of.kind === 'cluster'
  )
    return { kind: 'other', text: messages.tileOfGroup };
  if (known !== null) return { kind: 'tile', size: Number(known), within: of.kind === 'tile' ? of.size : null };
  if (of.kind === 'block' && second === undefined) return { kind: 'other', text: messages.tileOfUnknownSize };
  return { kind: 'lanes', mask: pinnedExpr(cx, tileMask(pinnedExpr(cx, size, 'tile size', node)), 'tile', node) };
}

/** CUDA guide: the lanes of the group with one's own label; or those for which a predicate holds as for oneself. */
function partition(cx: Context, name: string, args: readonly SyntaxNode[], node: SyntaxNode): Group {
  const [first, second] = args;
  const parent = first === undefined ? null : cx.rules.value(cx, first);
  if (second === undefined || parent?.kind !== 'group') return { kind: 'other', text: `\`${name}\`` };
  const { group } = parent;
  const label = asScalar(cx, cx.rules.value(cx, second), second);
  if (group.kind !== 'lanes' && (group.kind !== 'tile' || group.size > 32))
    return { kind: 'other', text: fill(messages.ofSuchGroup, { name }) };
  const mask = lanesOf(cx, group, node);
  if (name === 'labeled_partition')
    return {
      kind: 'lanes',
      mask: amongLanes(cx, 'match_any', mask, [convert(label, promoted(typeOf(label)))], u32, node),
    };
  const predicate = pinnedExpr(cx, convert(label, bool), 'predicate', node);
  const ballot = amongLanes(cx, 'ballot', mask, [predicate], u32, node);
  const others = combine('&', mask ?? int(0xffffffff, u32), complemented(ballot));
  return { kind: 'lanes', mask: pinnedExpr(cx, choose(predicate, ballot, others), 'partition', node) };
}

/** `group.sync()`. */
export function synchronize(cx: Context, group: Group, node: SyntaxNode): Value {
  if (group.kind === 'other') return notModelled(cx, node, fill(messages.synchronizing, { text: group.text }), true);
  emit(cx, node, { kind: 'barrier', scope: scopeOf(group), reduction: null });
  return voidValue;
}

const warpSize = 32;

/**
 * Tiles of several warps each have a barrier of their own (CUDA guide, `block_tile_memory`): with numbers that PTX does
 * not have, apart for each size.
 */
const firstOfTiles = (size: number): number => firstOwnBarrier + size;

function scopeOf(group: Exclude<Group, { kind: 'other' }>): BarrierScope {
  if (group.kind === 'tile' && group.size > warpSize)
    return {
      kind: 'named',
      barrier: combine('+', int(firstOfTiles(group.size), u32), combine('/', rank('thread'), int(group.size, u32))),
      threads: int(group.size, u32),
      arrive: false,
    };
  if (group.kind === 'tile') return { kind: 'tile', size: group.size };
  if (group.kind === 'cluster') return group;
  return group.kind === 'lanes' ? { kind: 'warp', mask: group.mask } : { kind: group.kind };
}
