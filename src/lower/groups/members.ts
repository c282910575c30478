/** Members of cooperative groups: ranks and sizes as expressions, votes and shuffles as operations among lanes. */
import type { ClusterDims } from '../../ir/ir.ts';
import type { Expr } from '../../base/expr.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { Group } from './type.ts';
import type { Value } from '../expressions/value.ts';
import { bool, i32, sizeOf, u32, u64 } from '../../base/ctype.ts';
import { apply, builtin, int, truth, typeOf } from '../../base/expr-build.ts';
import { assertNever } from '../../base/invariant.ts';
import { note } from '../context.ts';
import { choose, combine, convert } from '../expressions/constants.ts';
import { blocksIn, mapped, rankInCluster } from '../clusters.ts';
import { asScalar, pointerOf, toScalar } from '../types/conversions.ts';
import { notModelled } from '../not-modelled.ts';
import { lanesOf, synchronize } from './groups.ts';
import { amongLanes, shuffled } from '../synchronization/lanes.ts';
import { writeSlot } from '../memory/memory.ts';
import { dereference, pinnedExpr } from '../memory/pointers.ts';
import { count, laneIndex, laneMask, rank } from '../ranks.ts';
import { clusterArrive, clusterWait, splitArrive, splitWait } from '../synchronization/split-barriers.ts';
import { scalarValue, unknownOf } from '../expressions/value.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

const axes = ['x', 'y', 'z'] as const;

function vector(name: 'threadIdx' | 'blockIdx' | 'blockDim' | 'gridDim', cx: Context, node: SyntaxNode): Value {
  const type = cx.rules.namedType(cx, 'dim3', node);
  if (type.kind !== 'struct') return unknownOf(name);
  return {
    kind: 'struct',
    type: type.struct,
    fields: new Map(axes.map((axis) => [axis, scalarValue(builtin(`${name}.${axis}`))])),
  };
}

/** `group.method(args)`. */
export function groupMethod(
  cx: Context,
  group: Group,
  name: string,
  args: readonly SyntaxNode[],
  node: SyntaxNode,
): Value {
  if (name === 'sync') return synchronize(cx, group, node);
  const made = member(cx, group, name, args, node);
  if (made !== null) return made;
  for (const arg of args) cx.rules.value(cx, arg);
  return notModelled(
    cx,
    node,
    fill(messages.groupMember, {
      name,
      text:
        group.kind === 'other'
          ? group.text
          : fill(messages.aGroup, { text: group.kind === 'lanes' ? 'coalesced group' : group.kind }),
    }),
    true,
  );
}

function member(cx: Context, group: Group, name: string, args: readonly SyntaxNode[], node: SyntaxNode): Value | null {
  switch (group.kind) {
    case 'block':
      return blockMember(cx, name, args, node);
    case 'grid':
      return gridMember(cx, name, node);
    case 'cluster':
      return clusterMember(cx, group.dims, name, args, node);
    case 'tile':
      return tileNumber(group, name) ?? (group.size <= 32 ? exchange(cx, group, name, args, node) : null);
    case 'lanes':
      return lanesNumber(group.mask, name) ?? exchange(cx, group, name, args, node);
    case 'other':
      return null;
    default:
      return assertNever(group);
  }
}

function blockMember(cx: Context, name: string, args: readonly SyntaxNode[], node: SyntaxNode): Value | null {
  switch (name) {
    case 'thread_rank':
      return scalarValue(rank('thread'));
    case 'size':
    case 'num_threads':
      return scalarValue(count('blockDim'));
    case 'thread_index':
      return vector('threadIdx', cx, node);
    case 'group_index':
      return vector('blockIdx', cx, node);
    case 'group_dim':
    case 'dim_threads':
      return vector('blockDim', cx, node);
    case 'barrier_arrive':
      return splitArrive(cx, 'block', { kind: 'block' }, node);
    case 'barrier_wait':
      return splitWait(cx, 'block', args, node);
    default:
      return null;
  }
}

function clusterMember(
  cx: Context,
  dims: ClusterDims,
  name: string,
  args: readonly SyntaxNode[],
  node: SyntaxNode,
): Value | null {
  const threads = count('blockDim');
  switch (name) {
    case 'thread_rank':
      return scalarValue(combine('+', combine('*', rankInCluster(dims), threads), rank('thread')));
    case 'block_rank':
      return scalarValue(rankInCluster(dims));
    case 'num_blocks':
      return scalarValue(int(blocksIn(dims), u32));
    case 'size':
    case 'num_threads':
      return scalarValue(combine('*', int(blocksIn(dims), u32), threads));
    case 'barrier_arrive':
      return clusterArrive(cx, node);
    case 'barrier_wait':
      return clusterWait(cx, dims, args, node);
    case 'map_shared_rank':
      return mapped(cx, dims, args, node);
    default:
      return null;
  }
}

function gridMember(cx: Context, name: string, node: SyntaxNode): Value | null {
  switch (name) {
    case 'thread_rank':
      return scalarValue(
        combine(
          '+',
          combine('*', convert(rank('block'), u64), convert(count('blockDim'), u64)),
          convert(rank('thread'), u64),
        ),
      );
    case 'size':
    case 'num_threads':
      return scalarValue(combine('*', convert(count('gridDim'), u64), convert(count('blockDim'), u64)));
    case 'block_rank':
      return scalarValue(convert(rank('block'), u64));
    case 'num_blocks':
      return scalarValue(convert(count('gridDim'), u64));
    case 'block_index':
      return vector('blockIdx', cx, node);
    case 'dim_blocks':
    case 'group_dim':
      return vector('gridDim', cx, node);
    case 'is_valid':
      note(cx, node, messages.cooperative);
      return scalarValue(truth(true));
    default:
      return null;
  }
}

function tileNumber(group: Extract<Group, { kind: 'tile' }>, name: string): Value | null {
  const size = int(group.size, u32);
  const outer = group.within === null ? count('blockDim') : int(group.within, u32);
  const position = group.within === null ? rank('thread') : combine('%', rank('thread'), int(group.within, u32));
  switch (name) {
    case 'thread_rank':
      return scalarValue(combine('%', rank('thread'), size));
    case 'size':
    case 'num_threads':
      return scalarValue(size);
    case 'meta_group_rank':
      return scalarValue(combine('/', position, size));
    case 'meta_group_size':
      return scalarValue(combine('/', combine('+', outer, int(group.size - 1, u32)), size));
    default:
      return null;
  }
}

const bits = (mask: Expr): Expr => apply('__popc', [mask], i32);

/** The thread's rank among the lanes of a mask. */
function rankIn(mask: Expr): Expr {
  return bits(combine('&', mask, laneMask('lt', laneIndex())));
}

function lanesNumber(mask: Expr, name: string): Value | null {
  if (name === 'thread_rank') return scalarValue(convert(rankIn(mask), u32));
  return name === 'size' || name === 'num_threads' ? scalarValue(convert(bits(mask), u32)) : null;
}

type Few = Extract<Group, { kind: 'tile' | 'lanes' }>;

/** Votes, matches and shuffles among a group within a warp. */
function exchange(cx: Context, group: Few, name: string, args: readonly SyntaxNode[], node: SyntaxNode): Value | null {
  const [first, second] = args;
  if (first === undefined) return null;
  switch (name) {
    case 'any':
    case 'all':
    case 'ballot': {
      const predicate = toScalar(cx, cx.rules.value(cx, first), bool, first);
      const result = amongLanes(cx, name, lanesOf(cx, group, node), [predicate], name === 'ballot' ? u32 : i32, node);
      return name === 'ballot' ? ranked(cx, group, result, node) : scalarValue(result);
    }
    case 'match_any':
    case 'match_all': {
      const raw = asScalar(cx, cx.rules.value(cx, first), first);
      const value = typeOf(raw).kind === 'float' ? raw : convert(raw, sizeOf(typeOf(raw)) === 8 ? u64 : u32);
      const result = amongLanes(cx, name, lanesOf(cx, group, node), [value], u32, node);
      if (second !== undefined)
        writeSlot(
          cx,
          dereference(pointerOf(cx, cx.rules.value(cx, second))),
          scalarValue(combine('!=', result, int(0, u32))),
          second,
        );
      return ranked(cx, group, result, node);
    }
    case 'shfl':
    case 'shfl_up':
    case 'shfl_down':
    case 'shfl_xor':
      return second === undefined ? null : groupShuffle(cx, group, name, first, second, node);
    default:
      return null;
  }
}

/** A mask of lanes as one of ranks in the group. */
function ranked(cx: Context, group: Few, mask: Expr, node: SyntaxNode): Value {
  if (group.kind === 'lanes') {
    const because = messages.coalescedRanks;
    note(cx, node, because);
    return unknownOf(because, { kind: 'scalar', type: u32 });
  }
  if (group.size === 32) return scalarValue(mask);
  const start = combine('-', laneIndex(), combine('%', laneIndex(), int(group.size, u32)));
  return scalarValue(combine('&', combine('>>', mask, start), int(2 ** group.size - 1, u32)));
}

function groupShuffle(
  cx: Context,
  group: Few,
  op: 'shfl' | 'shfl_up' | 'shfl_down' | 'shfl_xor',
  first: SyntaxNode,
  second: SyntaxNode,
  node: SyntaxNode,
): Value | null {
  const what = cx.rules.value(cx, first);
  const by = cx.rules.value(cx, second);
  const mask = lanesOf(cx, group, node);
  if (group.kind === 'tile') return shuffled(cx, { op, mask, width: int(group.size), node }, what, by);
  if (op === 'shfl_xor') return null;
  const shift = toScalar(cx, by, i32, node);
  const own = pinnedExpr(cx, rankIn(group.mask), 'rank', node);
  const wanted = op === 'shfl' ? shift : combine(op === 'shfl_up' ? '-' : '+', own, shift);
  const isOut =
    op === 'shfl'
      ? truth(false)
      : op === 'shfl_up'
        ? combine('<', wanted, int(0))
        : combine('>=', wanted, bits(group.mask));
  const from = choose(isOut, own, wanted);
  const lane = apply('__fns', [group.mask, int(0, u32), combine('+', from, int(1))], u32);
  return shuffled(cx, { op: 'shfl', mask, width: int(32), node }, what, scalarValue(convert(lane, i32)));
}
