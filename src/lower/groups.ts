/** Cooperative groups: the block, the grid and tiles of fixed size. Other groups end as `unknown` steps. */
import type { Expr } from '../base/expr.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { BarrierScope, LaneOp } from '../ir/ir.ts';
import type { Context } from './context.ts';
import type { TemplateArgument } from './c-type.ts';
import type { Group, Value } from './value.ts';
import { bool, i32, u32 } from '../base/ctype.ts';
import { builtin, int } from '../base/expr-build.ts';
import { assertNever } from '../base/invariant.ts';
import { emit, temporary } from './context.ts';
import { combine, constantOf } from './constants.ts';
import { notModelled } from './expressions.ts';
import { shuffled } from './lanes.ts';
import { toScalar } from './conversions.ts';
import { scalarValue, unknownOf, voidValue } from './value.ts';

/** Free functions of the namespace; null for other names. */
export function groupFunction(cx: Context, name: string, explicit: readonly TemplateArgument[], args: readonly SyntaxNode[], node: SyntaxNode): Value | null {
  switch (name) {
    case 'this_thread_block':
      return { kind: 'group', group: { kind: 'block' } };
    case 'this_grid':
      return { kind: 'group', group: { kind: 'grid' } };
    case 'tiled_partition': {
      for (const arg of args) cx.rules.value(cx, arg);
      const size = explicit[0]?.kind === 'value' ? constantOf(explicit[0].value) : null;
      return { kind: 'group', group: size === null ? { kind: 'other', text: 'a tile of unknown size' } : { kind: 'tile', size: Number(size) } };
    }
    case 'coalesced_threads':
    case 'this_multi_grid':
    case 'this_cluster':
      return { kind: 'group', group: { kind: 'other', text: name } };
    case 'sync':
    case 'synchronize': {
      const only = args[0] === undefined ? null : cx.rules.value(cx, args[0]);
      return only?.kind === 'group' ? synchronize(cx, only.group, node) : null;
    }
    default:
      return null;
  }
}

function synchronize(cx: Context, group: Group, node: SyntaxNode): Value {
  if (group.kind === 'other') return notModelled(cx, node, `synchronizing ${group.text} is not modelled`, true);
  const scope: BarrierScope = group.kind === 'tile' ? { kind: 'tile', size: group.size } : { kind: group.kind };
  emit(cx, node, { kind: 'barrier', scope, reduction: null });
  return voidValue;
}

const axes = ['x', 'y', 'z'] as const;

/** `threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)`, or the same of blocks. */
function rank(kind: 'thread' | 'block'): Expr {
  const index = kind === 'thread' ? 'threadIdx' : 'blockIdx';
  const extent = kind === 'thread' ? 'blockDim' : 'gridDim';
  const inner = combine('+', builtin(`${index}.y`), combine('*', builtin(`${extent}.y`), builtin(`${index}.z`)));
  return combine('+', builtin(`${index}.x`), combine('*', builtin(`${extent}.x`), inner));
}

function count(kind: 'blockDim' | 'gridDim'): Expr {
  return combine('*', combine('*', builtin(`${kind}.x`), builtin(`${kind}.y`)), builtin(`${kind}.z`));
}

function vector(name: 'threadIdx' | 'blockIdx' | 'blockDim' | 'gridDim', cx: Context, node: SyntaxNode): Value {
  const type = cx.rules.namedType(cx, 'dim3', node);
  if (type.kind !== 'struct') return unknownOf(name);
  return { kind: 'struct', type: type.struct, fields: new Map(axes.map((axis) => [axis, scalarValue(builtin(`${name}.${axis}`))])) };
}

/** `group.method(args)`. */
export function groupMethod(cx: Context, group: Group, name: string, args: readonly SyntaxNode[], node: SyntaxNode): Value {
  if (name === 'sync') return synchronize(cx, group, node);
  switch (group.kind) {
    case 'block':
      if (name === 'thread_rank') return scalarValue(rank('thread'));
      if (name === 'size' || name === 'num_threads') return scalarValue(count('blockDim'));
      if (name === 'thread_index') return vector('threadIdx', cx, node);
      if (name === 'group_index') return vector('blockIdx', cx, node);
      if (name === 'group_dim' || name === 'dim_threads') return vector('blockDim', cx, node);
      break;
    case 'grid':
      if (name === 'thread_rank') return scalarValue(combine('+', combine('*', rank('block'), count('blockDim')), rank('thread')));
      if (name === 'size' || name === 'num_threads') return scalarValue(combine('*', count('gridDim'), count('blockDim')));
      if (name === 'block_rank') return scalarValue(rank('block'));
      if (name === 'num_blocks') return scalarValue(count('gridDim'));
      break;
    case 'tile':
      return tileMethod(cx, group.size, name, args, node);
    case 'other':
      break;
    default:
      assertNever(group);
  }
  return notModelled(cx, node, `${name} of a cooperative group is not modelled`, true);
}

const shuffles: ReadonlyMap<string, LaneOp> = new Map<string, LaneOp>([['shfl', 'shfl'], ['shfl_up', 'shfl_up'], ['shfl_down', 'shfl_down'], ['shfl_xor', 'shfl_xor']]);

function tileMethod(cx: Context, size: number, name: string, args: readonly SyntaxNode[], node: SyntaxNode): Value {
  if (name === 'thread_rank') return scalarValue(combine('%', rank('thread'), int(size, u32)));
  if (name === 'meta_group_rank') return scalarValue(combine('/', rank('thread'), int(size, u32)));
  if (name === 'size' || name === 'num_threads') return scalarValue(int(size, u32));
  if (name === 'meta_group_size') return scalarValue(combine('/', combine('+', count('blockDim'), int(size - 1, u32)), int(size, u32)));
  const op = shuffles.get(name);
  const [first, second] = args;
  if (op !== undefined && first !== undefined && second !== undefined) {
    const what = cx.rules.value(cx, first);
    const from = cx.rules.value(cx, second);
    return shuffled(cx, { op, mask: null, width: BigInt(size), node }, what, from);
  }
  if ((name === 'any' || name === 'all') && first !== undefined && size === 32) {
    const predicate = toScalar(cx, cx.rules.value(cx, first), bool, first);
    const made = temporary(cx, name, i32);
    emit(cx, node, { kind: 'lanes', op: name, target: made.id, mask: null, operands: [predicate], width: 32 });
    return scalarValue(made.expr);
  }
  return notModelled(cx, node, `${name} of a tile is not modelled`, true);
}
