/**
 * Clusters of blocks (CUDA guide, "Thread Block Clusters", "Distributed Shared Memory"; PTX ISA, `barrier.cluster`,
 * `mapa`). Shared memory that blocks of a cluster reach is lowered as an array of global memory with a row for each
 * block: the block's own, or that of another one of its cluster. While lowering, an address in another block is the own
 * one and so many rows further; at the end all places of such arrays begin with the row of the own block (`withRows`).
 * That shared memory begins and ends with its block are accesses, too: the first thread of a block writes the start of
 * its row where it enters the kernel, and the whole life of it where it leaves, and who reaches into another block
 * reads both. Exact where the kernel begins and ends. Where it leaves before others may, the life is taken to end too
 * early, in an array of its own: a race with that is no error.
 *
 * Smallest example: `int *r = cluster.map_shared_rank(s, 1); out[t] = r[t];` without `cluster.sync()` behind races with
 * the end of block 1.
 */
import type { ArrayId } from '../base/brand.ts';
import type { Expr } from '../base/expr.ts';
import type { ArrayDecl, ClusterDims, Place, Stmt, Subscript } from '../ir/ir.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Context } from './context.ts';
import type { Pointer, Value } from './expressions/value.ts';
import { arrayId, bytes, sourceId, stmtId } from '../base/brand.ts';
import { u32, i64, u8, bool } from '../base/ctype.ts';
import { builtin, int } from '../base/expr-build.ts';
import { childIn, namedChildren } from '../parse/node.ts';
import { combine, constantOf, convert } from './expressions/constants.ts';
import { emit, fail, freshScalar, spanOf, textOf } from './context.ts';
import { mapStmts, objectOf, placeOf, someStmt } from '../ir/walk.ts';
import { notModelled } from './not-modelled.ts';
import { pointerOf, toScalar } from './types/conversions.ts';
import { rank } from './ranks.ts';
import { pointerValue } from './expressions/value.ts';
import { messages } from './wording.ts';

/** What `__cluster_dims__` of the kernel says; null where it is not there, or no constant. */
export function clusterDimsIn(cx: Context, kernel: SyntaxNode): ClusterDims | null {
  const call =
    kernel.children
      .filter(({ type }) => type === 'attribute_specifier')
      .map((one) => callIn(cx, one))
      .find((one) => one !== null) ?? null;
  const list = call === null ? null : childIn(call, 'arguments');
  if (list === null) return null;
  const given = namedChildren(list).map((arg) => constantOf(toScalar(cx, cx.rules.value(cx, arg), u32, arg)));
  if (given.length === 0 || given.length > 3 || given.some((one) => one === null || one < 1n || one > 64n)) return null;
  const [x = 1, y = 1, z = 1] = given.map(Number);
  return [x, y, z];
}

function callIn(cx: Context, node: SyntaxNode): SyntaxNode | null {
  const callee = node.type === 'call_expression' ? childIn(node, 'function') : null;
  if (callee !== null && textOf(cx, callee) === 'cluster_dims') return node;
  return node.children.map((child) => callIn(cx, child)).find((one) => one !== null) ?? null;
}

const axes = ['x', 'y', 'z'] as const;
const whole = (value: number): Expr => int(value, u32);
/** Blocks of a cluster. */
export const blocksIn = (dims: ClusterDims): number => dims[0] * dims[1] * dims[2];

/** The number of the block within its cluster, x fastest; a u32. */
export function rankInCluster(dims: ClusterDims): Expr {
  const [x, y, z] = axes.map((axis, k) =>
    dims[k] === 1 ? whole(0) : combine('%', builtin(`blockIdx.${axis}`), whole(dims[k] ?? 1)),
  );
  return combine(
    '+',
    x ?? whole(0),
    combine('*', whole(dims[0]), combine('+', y ?? whole(0), combine('*', whole(dims[1]), z ?? whole(0)))),
  );
}

/** The row of the block in arrays that its cluster reaches: rows of one cluster follow each other by rank. */
function ownRow(dims: ClusterDims): Expr {
  if (dims[1] === 1 && dims[2] === 1) return convert(rank('block'), i64);
  const wide = (expr: Expr): Expr => convert(expr, i64);
  const [x, y, z] = axes.map((axis, k) => wide(combine('/', builtin(`blockIdx.${axis}`), whole(dims[k] ?? 1))));
  const [wx, wy] = axes.map((axis, k) => wide(combine('/', builtin(`gridDim.${axis}`), whole(dims[k] ?? 1))));
  const zero = int(0, i64);
  const cluster = combine(
    '+',
    x ?? zero,
    combine('*', wx ?? zero, combine('+', y ?? zero, combine('*', wy ?? zero, z ?? zero))),
  );
  return combine('+', combine('*', cluster, int(blocksIn(dims), i64)), wide(rankInCluster(dims)));
}

/** `cluster.map_shared_rank(pointer, rank)`. */
export function mapped(cx: Context, dims: ClusterDims, args: readonly SyntaxNode[], node: SyntaxNode): Value {
  const [first, second] = args;
  const pointer = first === undefined ? null : pointerOf(cx, cx.rules.value(cx, first));
  const to = second === undefined ? null : toScalar(cx, cx.rules.value(cx, second), u32, second);
  const made = pointer === null || to === null ? null : inBlock(cx, dims, pointer, to, node);
  return made === null ? notModelled(cx, node, messages.mappedAddress, false) : pointerValue(made);
}

/** The same place in the block of that rank; null where it is none in shared memory whose size is known. */
export function inBlock(cx: Context, dims: ClusterDims, pointer: Pointer, to: Expr, node: SyntaxNode): Pointer | null {
  const { target } = pointer;
  if (target.kind !== 'memory' || target.place.isFlat === true) return null;
  const size = sizeOfArray(cx.arrays.get(target.place.array));
  if (size === null) return null;
  emit(cx, node, { kind: 'assert', condition: combine('<', to, whole(blocksIn(dims))) });
  cx.ofCluster.add(target.place.array);
  const further: Subscript = {
    index: combine('-', convert(to, i64), convert(rankInCluster(dims), i64)),
    stride: bytes(size),
    extent: null,
  };
  return {
    ...pointer,
    target: { ...target, place: { ...target.place, subscripts: [further, ...target.place.subscripts] } },
  };
}

/** More than a block can have, for arrays whose size the launch says. */
const mostShared = 1 << 18;

function sizeOfArray(array: ArrayDecl | undefined): number | null {
  if (array?.space !== 'shared') return null;
  if (array.extents === null || array.extents.includes(null)) return mostShared;
  return array.extents.reduce<number>((product, extent) => product * (extent ?? 0), array.elementBytes);
}

// At the end of lowering ----------------------------------------------------------------------------------------------

/** The body with all places of arrays that clusters reach in their rows; changes what the kernel's arrays are. */
export function withRows(cx: Context, body: readonly Stmt[], node: SyntaxNode): readonly Stmt[] {
  const dims = cx.cluster;
  if (dims === null || cx.ofCluster.size === 0) return body;
  const isOther = (id: ArrayId | undefined): boolean => id !== undefined && cx.ofCluster.has(id);
  if (
    someStmt(body, (stmt) => stmt.kind === 'async' && isOther(objectOf(stmt.op)?.array)) ||
    someStmt(body, (stmt) => placeOf(stmt) !== null && 'copy' in stmt && isOther(placeOf(stmt)?.array))
  )
    fail(cx, node, messages.asyncInCluster);
  const row = ownRow(dims);
  const rows = new Map<ArrayId, number>();
  for (const id of cx.ofCluster) {
    const array = cx.arrays.get(id);
    const size = sizeOfArray(array);
    if (array === undefined || size === null) continue;
    rows.set(id, size);
    cx.arrays.set(id, { ...array, space: 'global', extents: null, isOfCluster: 'memory' });
  }
  const lifeUntil = (name: string, isOfCluster: 'start' | 'life' | 'life of one'): ArrayId => {
    const id = arrayId(name);
    cx.arrays.set(id, {
      id,
      name,
      space: 'global',
      element: u8,
      elementBytes: bytes(1),
      extents: null,
      parameter: null,
      isOfCluster,
      span: spanOf(cx, node),
    });
    return id;
  };
  const start = lifeUntil('start of shared memory', 'start');
  const leaves = someStmt(body, (stmt) => stmt.kind === 'jump' && stmt.to === 'exit');
  const life = lifeUntil('life of shared memory', 'life');
  const early = leaves ? lifeUntil('life of the first thread', 'life of one') : life;
  const lifeAt = (array: ArrayId, subscripts: readonly Subscript[]): Place => ({
    array,
    subscripts,
    offset: bytes(0),
    type: u8,
    volatile: false,
  });
  const own: Subscript = { index: row, stride: bytes(1), extent: null };
  const next = (): Pick<Stmt, 'id'> => ({ id: stmtId(cx.nextStmt++) });
  const marks = (array: ArrayId, { span, source }: Pick<Stmt, 'span' | 'source'>): Stmt => ({
    kind: 'branch',
    span,
    source,
    ...next(),
    when: convert(combine('==', rank('thread'), whole(0)), bool),
    otherwise: [],
    then: [{ kind: 'store', span, source, ...next(), place: lifeAt(array, [own]), value: int(0, u8) }],
  });
  const inRow = (place: Place, size: number): Place => ({
    ...place,
    subscripts: [{ index: row, stride: bytes(size), extent: null }, ...place.subscripts],
  });
  const made = mapStmts(body, (stmt): readonly Stmt[] => {
    if (stmt.kind === 'jump' && stmt.to === 'exit') return [marks(early, stmt), stmt];
    if (stmt.kind !== 'load' && stmt.kind !== 'store' && stmt.kind !== 'atomic') return [stmt];
    const size = rows.get(stmt.place.array);
    if (size === undefined) return [stmt];
    const [further] = stmt.place.subscripts;
    const placed: Stmt = { ...stmt, place: inRow(stmt.place, size) };
    if (further === undefined || Number(further.stride) !== size || further.extent !== null) return [placed];
    const { span, source } = stmt;
    const isIn = (array: ArrayId): Stmt => {
      const target = freshScalar(cx, 'alive', u8, 'temporary');
      const place = lifeAt(array, [own, { ...further, stride: bytes(1) }]);
      return { kind: 'load', ...next(), span, source, target, place };
    };
    // the own block has begun
    const hasBegun: Stmt = {
      kind: 'branch',
      ...next(),
      span,
      source,
      when: convert(combine('!=', further.index, int(0, i64)), bool),
      then: [isIn(start)],
      otherwise: [],
    };
    return [hasBegun, ...[...new Set([life, early])].map(isIn), placed];
  });
  const last = made.at(-1);
  const braces = childIn(node, 'body')?.children ?? [];
  const at = (brace: SyntaxNode | undefined): Pick<Stmt, 'span' | 'source'> => ({
    source: sourceId(0),
    span: spanOf(cx, brace ?? node),
  });
  return last === undefined ? made : [marks(start, at(braces[0])), ...made, marks(life, at(braces.at(-1)))];
}
