/**
 * Closes open y and z axes of a launch that the kernel does not look at: a kernel that never reads `blockIdx.y` or
 * `gridDim.y` is written for grids with one block along y, and every thread of a second one would repeat the first; one
 * that counts threads by `threadIdx.x` is written for blocks of one row, though a library that it calls counts those of
 * all rows. An *assumption*, said with the verdict; `--grid` and `--block`, and any launch that is found, take its
 * place. Where a launch computes the extent from variables, nothing is proved by it.
 */
import type { Kernel, Stmt } from '../ir/ir.ts';
import type { LaunchConfig } from './launch.ts';
import type { Axis, Expr } from '../base/expr.ts';
import { binary, builtin, cast, int, typeOf } from '../base/expr-build.ts';
import { i64, u32 } from '../base/ctype.ts';
import { operandsOf } from '../base/expr-walk.ts';
import { printExpr } from '../base/expr-print.ts';
import { eachStmt, expressionsOf, someStmt } from '../ir/walk.ts';
import { memoized } from '../base/memoize.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/**
 * `presumed`: the extents that are closed although host code computes them: more than one would make every access race,
 * so that each is 1 is a condition of what is proved. `doubtful`: the same, in words.
 */
export type ClosedLaunch = Readonly<{
  config: LaunchConfig;
  assumptions: readonly string[];
  presumed: readonly string[];
  doubtful: readonly string[];
}>;

export function closeUnusedAxes(kernel: Kernel, config: LaunchConfig): ClosedLaunch {
  let known: ReadonlySet<string> | null = null;
  const isRead = (name: string): boolean => (known ??= builtinsRead(kernel)).has(name);
  const closed: string[] = [];
  const close = (dims: LaunchConfig['block'], index: string, extent: string): LaunchConfig['block'] => {
    const axes = (['x', 'y', 'z'] as const).map((axis: Axis, k) => {
      const size = dims[k] ?? null;
      // `c[0] += 1` forgets `.x` by mistake, not by design
      if (axis === 'x' || size !== null || isRead(`${index}.${axis}`) || isRead(`${extent}.${axis}`)) return size;
      closed.push(`${extent}.${axis}`);
      return 1;
    });
    const [x = null, y = null, z = null] = axes;
    return [x, y, z];
  };
  const block = close(config.block, 'threadIdx', 'blockDim');
  const grid = close(config.grid, 'blockIdx', 'gridDim');
  const presumed = closed.filter(
    (extent) => config.computed?.includes(extent) === true && someStmt(kernel.body, mayMatter),
  );
  const doubtful = presumed.map((extent) => fill(messages.unusedComputed, { origin: config.origin, extent }));
  return closed.length === 0
    ? { config, assumptions: [], presumed, doubtful }
    : {
        config: { ...config, block, grid },
        assumptions: [fill(messages.unusedAxes, { axes: closed.join(', ') })],
        presumed,
        doubtful,
      };
}

/** What threads of another row may do wrong by doing it again: reading alone is none of it. */
const mayMatter = ({ kind }: Stmt): boolean => ['store', 'atomic', 'barrier', 'unknown'].includes(kind);

/**
 * That the threads of an axis can be counted in an `int`, for axes whose extent is open, and the elements that the
 * kernel counts by a constant for each block or thread: code computes `blockIdx.x * blockDim.x + threadIdx.x` and
 * `blockIdx.x * 512` in 32 bits, and a grid on which that wraps has no use.
 */
export function countableAxes(kernel: Kernel, config: LaunchConfig): LaunchConfig['facts'] {
  return (['x', 'y', 'z'] as const).flatMap((axis, k) => {
    if ((config.grid[k] ?? null) !== null) return [];
    const [blocks, perBlock] = [cast(i64, builtin(`gridDim.${axis}`)), cast(i64, builtin(`blockDim.${axis}`))];
    const fits = (count: Expr, text: string): LaunchConfig['facts'][number] => ({
      condition: binary('<=', count, int(2147483647n, i64)),
      text,
    });
    const { ofBlocks, ofThreads } = countedBy(kernel)[axis];
    return [
      fits(binary('*', blocks, perBlock), fill(messages.fitsInt, { axis })),
      ...(ofThreads === 1n
        ? []
        : [
            fits(
              binary('*', binary('*', blocks, perBlock), int(ofThreads, i64)),
              fill(messages.elementsFitInt, { axis, count: ofThreads.toString() }),
            ),
          ]),
      ...(ofBlocks === 1n
        ? []
        : [
            fits(
              binary('*', blocks, int(ofBlocks, i64)),
              fill(messages.tilesFitInt, { axis, count: ofBlocks.toString() }),
            ),
          ]),
    ];
  });
}

type Counted = { ofBlocks: bigint; ofThreads: bigint };
/** Larger factors are those of hashes, which wrap by design. */
const largestTile = 2n ** 16n;

/**
 * The largest constants by which the kernel multiplies indices of blocks, and of threads in the grid, in 32 bits, or in
 * more and converts what they give to 32: `int i = (blockIdx.x * blockDim.x + threadIdx.x) * sizeof(int4)`.
 */
const countedBy = memoized((kernel: Kernel): Readonly<Record<Axis, Readonly<Counted>>> => {
  const counted: Record<Axis, Counted> = {
    x: { ofBlocks: 1n, ofThreads: 1n },
    y: { ofBlocks: 1n, ofThreads: 1n },
    z: { ofBlocks: 1n, ofThreads: 1n },
  };
  const count = ({ names, factor }: Product): void => {
    for (const axis of ['x', 'y', 'z'] as const) {
      const others = names.filter((name) => name !== `blockIdx.${axis}` && name !== `gridDim.${axis}`);
      if (names.length - others.length !== 1) continue;
      const of =
        others.length === 0 ? 'ofBlocks' : others.length === 1 && others[0] === `blockDim.${axis}` ? 'ofThreads' : null;
      if (of !== null && counted[axis][of] < factor) counted[axis][of] = factor;
    }
  };
  const look = (expr: Expr): void => {
    for (const product of productsOf(expr, isNarrowing(expr))) if (product.factor <= largestTile) count(product);
    operandsOf(expr).forEach(look);
  };
  eachStmt(kernel.body, (stmt) => expressionsOf(stmt).forEach(look));
  return counted;
});

type Product = Readonly<{ names: readonly string[]; factor: bigint }>;
/** More than an index is made of. */
const mostNames = 3;

/**
 * The products of builtins and positive constants that a number of 32 bits is a sum of. `isCut`: one of 64 bits will
 * do, since it is converted to 32.
 */
function productsOf(expr: Expr, isCut: boolean): readonly Product[] {
  switch (expr.kind) {
    case 'builtin':
      return [{ names: [expr.name], factor: 1n }];
    case 'int':
      return expr.value > 0n ? [{ names: [], factor: expr.value }] : [];
    case 'cast':
      return expr.to.kind === 'int' && (isCut ? expr.to.bits >= 32 : expr.to.bits === 32)
        ? productsOf(expr.operand, isCut || isNarrowing(expr))
        : [];
    case 'binary': {
      const type = typeOf(expr);
      if (type.kind !== 'int' || (type.bits !== 32 && !isCut)) return [];
      const [a, b] = [productsOf(expr.left, isCut), productsOf(expr.right, isCut)];
      if (expr.op === '+') return [...a, ...b];
      if (expr.op === '*')
        return a
          .flatMap((one) =>
            b.map((other) => ({ names: [...one.names, ...other.names], factor: one.factor * other.factor })),
          )
          .filter(({ names }) => names.length <= mostNames);
      const [by] = b;
      return expr.op === '<<' && by?.names.length === 0 && by.factor < 32n
        ? a.map(({ names, factor }) => ({ names, factor: factor << by.factor }))
        : [];
    }
    case 'float':
    case 'bool':
    case 'var':
    case 'unary':
    case 'select':
    case 'apply':
      return [];
  }
}

/** Of 64 bits to 32. */
function isNarrowing(expr: Expr): boolean {
  if (expr.kind !== 'cast' || expr.to.kind !== 'int' || expr.to.bits !== 32) return false;
  const from = typeOf(expr.operand);
  return from.kind === 'int' && from.bits > 32;
}

function builtinsRead(kernel: Kernel): ReadonlySet<string> {
  const [read, ofRanks] = [new Set<string>(), new Set<string>()];
  const look = (into: Set<string>, expr: Expr): void => {
    if (expr.kind === 'builtin') into.add(expr.name);
    else if (!isLane(expr)) for (const operand of operandsOf(expr)) look(isRank(expr) ? ofRanks : into, operand);
  };
  for (const { condition } of kernel.assumptions) look(read, condition);
  eachStmt(kernel.body, (stmt) => expressionsOf(stmt).forEach((expr) => look(read, expr)));
  // who counts threads by x alone beside them means blocks of one row
  return read.has('threadIdx.x') ? read : new Set([...read, ...ofRanks]);
}

const higher = binary('+', builtin('threadIdx.y'), binary('*', builtin('blockDim.y'), builtin('threadIdx.z')));
const rank = binary('+', builtin('threadIdx.x'), binary('*', builtin('blockDim.x'), higher));
const lane = printExpr(binary('%', rank, int(32, u32)));
const ranks: ReadonlySet<string> = new Set(
  [rank, binary('*', binary('*', builtin('blockDim.x'), builtin('blockDim.y')), builtin('blockDim.z'))].map(printExpr),
);

/**
 * The lane within the warp, for which the hardware looks at all axes (`%laneid`, `thread_rank()` of a warp), and the
 * author at none.
 */
const isLane = (expr: Expr): boolean => expr.kind === 'binary' && expr.op === '%' && printExpr(expr) === lane;

/** The rank of the thread in its block, and how many there are, as libraries count them (`cub::BlockReduce`). */
const isRank = (expr: Expr): boolean =>
  expr.kind === 'binary' && (expr.op === '+' || expr.op === '*') && ranks.has(printExpr(expr));
