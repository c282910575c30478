/**
 * How many threads may come to a statement, and whether some of every block does, by the conditions around it as far as
 * they are made of ids, dimensions and known arguments. Over-approximating in how many; under-approximating in what is
 * certain.
 * Example: to what stands in `if (threadIdx.x == 0)`, as many as there are blocks, one of each.
 */
import type { ArrayId, StmtId, VarId } from '../../base/brand.ts';
import type { BuiltinName, Expr } from '../../base/expr.ts';
import type { Condition, Path } from './paths.ts';
import type { Definitions, Known } from './values.ts';
import type { Kernel } from '../ir.ts';
import { conditionsOf, isInLoop, pathsOf } from './paths.ts';
import { operandsOf } from '../../base/expr-walk.ts';
import { printExpr } from '../../base/expr-print.ts';
import { definitionsOf, valueOf } from './values.ts';

/** Dimensions that are known, and scalar arguments. */
export type KnownLaunch = Readonly<{
  block: readonly (number | null)[];
  grid: readonly (number | null)[];
  scalars: ReadonlyMap<VarId, bigint>;
  /** Whether another array may be the same memory. */ isAliased: (array: ArrayId) => boolean;
  /** What it may hold beside 0 when the kernel begins: what launches of its own have left, or something else. Null, and not given: nothing says so. */ found?: (
    array: ArrayId,
  ) => 'own' | 'other' | null;
}>;
export type Shape = Readonly<{
  kernel: Kernel;
  launch: KnownLaunch;
  paths: ReadonlyMap<StmtId, Path>;
  definitions: Definitions;
}>;

export function shapeOf(kernel: Kernel, launch: KnownLaunch): Shape {
  const definitions = definitionsOf(kernel);
  const scalars = new Map([...launch.scalars].filter(([id]) => (definitions.get(id) ?? []).length === 0));
  return { kernel, launch: { ...launch, scalars }, paths: pathsOf(kernel.body), definitions };
}

export const literal = (expr: Expr | undefined): bigint | null =>
  expr?.kind === 'int'
    ? expr.value
    : expr?.kind === 'bool'
      ? BigInt(expr.value)
      : expr?.kind === 'cast'
        ? literal(expr.operand)
        : null;

const axes = ['x', 'y', 'z'] as const;

/** The most threads that come there, each once: of the grid, or for shared memory of a block. Null: not known. */
export function timesAtMost(path: Path, space: 'global' | 'shared', shape: Shape): bigint | null {
  const inBlock = timesInBlock(path, shape);
  if (space === 'shared' || inBlock === null) return inBlock;
  const blocks = countedOver('blockIdx', shape.launch.grid, path, shape);
  const apart = blocks === null ? null : blocks * inBlock;
  return apart === null || apart === 1n ? apart : (countedTogether(path, shape) ?? apart);
}

export const timesInBlock = (path: Path, shape: Shape): bigint | null =>
  countedOver('threadIdx', shape.launch.block, path, shape);

const countedLimit = 4096;

/** Over how many values of the index the conditions may hold; an axis of unknown extent must be held to one value. */
function countedOver(
  index: 'threadIdx' | 'blockIdx',
  extents: readonly (number | null)[],
  path: Path,
  { launch, definitions }: Shape,
): bigint | null {
  const conditions = conditionsOf(path);
  const pinned = axes.map((axis) => pinnedTo(`${index}.${axis}`, conditions, definitions));
  const ranges = axes.map((_, k) => {
    const [pin, extent] = [pinned[k] ?? null, extents[k] ?? null];
    return pin !== null
      ? [pin]
      : extent === null
        ? null
        : extent > countedLimit
          ? null
          : Array.from({ length: extent }, (__, at) => BigInt(at));
  });
  const [xs, ys, zs] = ranges;
  if (xs === undefined || xs === null || ys === undefined || ys === null || zs === undefined || zs === null)
    return countedWhole(extents);
  if (xs.length * ys.length * zs.length > countedLimit) return countedWhole(extents);
  let count = 0n;
  for (const x of xs)
    for (const y of ys)
      for (const z of zs) {
        const known = knownOf(
          launch,
          new Map([
            [`${index}.x`, x],
            [`${index}.y`, y],
            [`${index}.z`, z],
          ]),
        );
        if (
          conditions.every(({ when, isTrue }) => {
            const value = valueOf(when, known, definitions);
            return value === null || (value !== 0n) === isTrue;
          })
        )
          count++;
      }
  return count;
}

/** The same of threads of the whole grid, where they are few. */
function countedTogether(path: Path, { launch, definitions }: Shape): bigint | null {
  const conditions = conditionsOf(path);
  let count = 0n;
  const isKnown = eachThread(launch, (known) => {
    if (
      conditions.every(({ when, isTrue }) => {
        const value = valueOf(when, known, definitions);
        return value === null || (value !== 0n) === isTrue;
      })
    )
      count++;
    return true;
  });
  return isKnown ? count : null;
}

/**
 * Whether `goesOn` says so of all threads of the grid, one after the other; false, too, where they are not known or too
 * many.
 */
export function eachThread(launch: KnownLaunch, goesOn: (known: Known) => boolean): boolean {
  const [bx = 0, by = 0, bz = 0, gx = 0, gy = 0, gz = 0] = [...launch.block, ...launch.grid].map(
    (extent) => extent ?? 0,
  );
  const [threads, blocks] = [bx * by * bz, gx * gy * gz];
  if (threads * blocks === 0 || threads * blocks > countedTogetherLimit) return false;
  for (let b = 0; b < blocks; b++)
    for (let t = 0; t < threads; t++) {
      const at = [
        t % bx,
        Math.floor(t / bx) % by,
        Math.floor(t / (bx * by)),
        b % gx,
        Math.floor(b / gx) % gy,
        Math.floor(b / (gx * gy)),
      ].map(BigInt);
      const known = knownOf(
        launch,
        new Map(
          ['threadIdx.x', 'threadIdx.y', 'threadIdx.z', 'blockIdx.x', 'blockIdx.y', 'blockIdx.z'].map((name, k) => [
            name,
            at[k] ?? 0n,
          ]),
        ),
      );
      if (!goesOn(known)) return false;
    }
  return true;
}

const countedTogetherLimit = 1 << 15;

/** All blocks of a large grid, or of one along x: as many as there are. */
function countedWhole(extents: readonly (number | null)[]): bigint | null {
  if (extents.some((extent) => extent === null)) return null;
  return extents.reduce((product: bigint, extent) => product * BigInt(extent ?? 1), 1n);
}

/** The one value that a condition leaves the index, or null. */
function pinnedTo(name: BuiltinName, conditions: readonly Condition[], definitions: Definitions): bigint | null {
  for (const { when, isTrue } of conditions) {
    const value = pinnedBy(when, isTrue, name, definitions);
    if (value !== null) return value;
  }
  return null;
}

function pinnedBy(when: Expr, isTrue: boolean, name: BuiltinName, definitions: Definitions): bigint | null {
  if (when.kind === 'unary' && when.op === 'not') return pinnedBy(when.operand, !isTrue, name, definitions);
  if (when.kind === 'binary' && (when.op === '&&' || when.op === '||'))
    return (when.op === '&&') === isTrue
      ? (pinnedBy(when.left, isTrue, name, definitions) ?? pinnedBy(when.right, isTrue, name, definitions))
      : null;
  if (when.kind === 'cast' && when.to.kind === 'bool')
    return !isTrue && isIndex(when.operand, name, definitions) ? 0n : null;
  if (when.kind !== 'binary' || !(isTrue ? when.op === '==' : when.op === '!=')) return null;
  const [index, value] = isIndex(when.left, name, definitions)
    ? [when.left, literal(when.right)]
    : [when.right, literal(when.left)];
  return isIndex(index, name, definitions) ? value : null;
}

export function isIndex(expr: Expr, name: BuiltinName, definitions: Definitions, depth = 6): boolean {
  if (depth <= 0) return false;
  if (expr.kind === 'builtin') return expr.name === name;
  if (expr.kind === 'cast')
    return expr.to.kind === 'int' && expr.to.bits >= 32 && isIndex(expr.operand, name, definitions, depth - 1);
  if (expr.kind !== 'var') return false;
  const [only, ...others] = definitions.get(expr.id) ?? [];
  return only?.kind === 'assign' && others.length === 0 && isIndex(only.value, name, definitions, depth - 1);
}

export function knownOf(
  { block, grid, scalars }: Pick<KnownLaunch, 'block' | 'grid' | 'scalars'>,
  more: ReadonlyMap<string, bigint>,
  variables: ReadonlyMap<VarId, bigint> = new Map(),
): Known {
  const builtins = new Map<BuiltinName, bigint>();
  axes.forEach((axis, k) => {
    const [threads, blocks, thread, home] = [
      block[k],
      grid[k],
      more.get(`threadIdx.${axis}`),
      more.get(`blockIdx.${axis}`),
    ];
    if (threads !== null && threads !== undefined) builtins.set(`blockDim.${axis}`, BigInt(threads));
    if (blocks !== null && blocks !== undefined) builtins.set(`gridDim.${axis}`, BigInt(blocks));
    if (thread !== undefined) builtins.set(`threadIdx.${axis}`, thread);
    if (home !== undefined) builtins.set(`blockIdx.${axis}`, home);
  });
  return { builtins, variables: new Map([...scalars, ...variables]) };
}

/**
 * Whether some thread of every block comes there: all conditions are known, and speak of threads alone. `besides`: of
 * every block of which a thread comes to that other place, whose conditions on the block itself are taken to hold.
 * `from`: the frames before that one may be loops, in each iteration of which that is so.
 */
export function isCertain(path: Path, { launch, definitions }: Shape, besides: Path = [], from = 0): boolean {
  if (isInLoop(path.slice(from)) || path.length === 0) return false;
  const shared = new Set(
    conditionsOf(besides)
      .flatMap(singly)
      .map(({ when, isTrue }) => `${isTrue} ${printExpr(when)}`),
  );
  const conditions = conditionsOf(path)
    .flatMap(singly)
    .filter(({ when, isTrue }) => !(shared.has(`${isTrue} ${printExpr(when)}`) && isOfBlock(when, definitions)));
  return isMetByOne(conditions, { launch, definitions });
}

/** Whether the conditions are known, and met by some thread of every block. */
export function isMetByOne(
  conditions: readonly Condition[],
  { launch, definitions }: Pick<Shape, 'launch' | 'definitions'>,
): boolean {
  if (launch.block.some((extent) => extent === null)) return conditions.length === 0;
  const [x = 1, y = 1, z = 1] = launch.block.map((extent) => extent ?? 1);
  for (let t = 0; t < Math.min(x * y * z, countedLimit); t++) {
    const known = knownOf(
      launch,
      new Map([
        ['threadIdx.x', BigInt(t % x)],
        ['threadIdx.y', BigInt(Math.floor(t / x) % y)],
        ['threadIdx.z', BigInt(Math.floor(t / (x * y)))],
      ]),
    );
    if (
      conditions.every(({ when, isTrue }) => {
        const value = valueOf(when, known, definitions);
        return value !== null && (value !== 0n) === isTrue;
      })
    )
      return true;
  }
  return false;
}

/** Of `a && b` that holds, both by themselves; of `a || b` that does not, likewise. */
function singly({ when, isTrue }: Condition): readonly Condition[] {
  if (when.kind === 'unary' && when.op === 'not') return singly({ when: when.operand, isTrue: !isTrue });
  if (when.kind !== 'binary' || when.op !== (isTrue ? '&&' : '||')) return [{ when, isTrue }];
  return [when.left, when.right].flatMap((each) => singly({ when: each, isTrue }));
}

/** Whether it is made of dimensions, arguments and the number of the block alone; or that of the thread, too. */
export const isOfBlock = (expr: Expr, definitions: Definitions): boolean =>
  isMadeOf(expr, definitions, (name) => !name.startsWith('threadIdx'));
export const isOfThread = (expr: Expr, definitions: Definitions): boolean => isMadeOf(expr, definitions, () => true);

function isMadeOf(expr: Expr, definitions: Definitions, isAllowed: (name: BuiltinName) => boolean, depth = 8): boolean {
  if (depth <= 0 || expr.kind === 'apply') return false;
  if (expr.kind === 'builtin') return isAllowed(expr.name);
  if (expr.kind !== 'var')
    return operandsOf(expr).every((operand) => isMadeOf(operand, definitions, isAllowed, depth - 1));
  const given = definitions.get(expr.id) ?? [];
  const [only] = given;
  return (
    given.length === 0 ||
    (given.length === 1 && only?.kind === 'assign' && isMadeOf(only.value, definitions, isAllowed, depth - 1))
  );
}
