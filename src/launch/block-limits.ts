/**
 * How many threads a kernel is written for, where no launch tells: what its text says (`__launch_bounds__`, CUDA C++
 * Programming Guide, "Launch Bounds"), and what steps need that all threads come to (a collective of CUB, whose
 * template arguments are the block's size).
 */
import type { Expr } from '../base/expr.ts';
import type { Kernel } from '../ir/ir.ts';
import type { LaunchConfig } from './launch.ts';
import { binary, builtin, int, typeOf } from '../base/expr-build.ts';
import { conjuncts } from '../base/expr-walk.ts';
import { memoized } from '../base/memoize.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';
import { printExpr } from '../base/expr-print.ts';
import { eachStmt, someStmt } from '../ir/walk.ts';
import { knownOf } from '../ir/order/counting.ts';
import { valueOf } from '../ir/order/values.ts';
import { reachedByAll, rowLimits } from './row-limits.ts';
import { u32 } from '../base/ctype.ts';

type Fact = LaunchConfig['facts'][number];

/** What its text says of a block that is not known. */
export const statedLimits = ({ maxThreads }: Kernel): readonly Fact[] =>
  maxThreads === null
    ? []
    : [{ condition: binary('<=', threadsOfBlock, int(maxThreads, u32)), text: `__launch_bounds__(${maxThreads})` }];

/**
 * What no text says, but steps of the kernel need, of axes that are not known. As many threads as all of them are made
 * for where that is one number, as CUB asks (CUB documentation, "Block-wide Primitives": the block's size is a template
 * argument); else no more than any of them is. And no more than rows have room for.
 */
export function neededLimits(kernel: Kernel, block: LaunchConfig['block']): readonly Fact[] {
  if (!block.includes(null)) return [];
  const rows = rowLimits(kernel).filter(({ axis }) => block[axes.indexOf(axis)] === null);
  return [
    ...collectiveLimits(kernel),
    ...rows.map(({ axis, most, line }): Fact => ({
      condition: binary('<=', builtin(`blockDim.${axis}`), int(most, u32)),
      text: fill(messages.threadsInRow, { axis, most, line }),
    })),
  ];
}

/**
 * The extents that the kernel is made for, in place of open ones (null): of a small row all of it, and what block
 * collectives leave for one axis.
 */
export function blockMadeFor(kernel: Kernel, block: LaunchConfig['block']): LaunchConfig['block'] {
  const rows = rowLimits(kernel);
  const [x, y, z] = block.map((extent, k) => {
    const most = rows.find(({ axis }) => axis === axes[k])?.most ?? null;
    return extent ?? (most === null || most > longestRow ? null : Number(most));
  });
  const made: LaunchConfig['block'] = [x ?? null, y ?? null, z ?? null];
  const [needed] = neededBy(kernel);
  const known = made.reduce((all: number, extent) => all * (extent ?? 1), 1);
  if (
    needed === undefined ||
    made.filter((extent) => extent === null).length !== 1 ||
    Number(needed.most) % known !== 0
  )
    return made;
  const [a, b, c] = made.map((extent) => extent ?? Number(needed.most) / known);
  return [a ?? null, b ?? null, c ?? null];
}

/** Threads: of longer rows a part shows as much, and runs sooner. */
const longestRow = 64n;

/** The same without what is stated: by conditions that hold, or by assertions before any thread leaves. */
export function unstatedLimits(
  kernel: Kernel,
  block: LaunchConfig['block'],
  conditions: readonly Expr[],
): readonly Fact[] {
  const left = kernel.body.findIndex((stmt) => someStmt([stmt], ({ kind }) => kind === 'jump'));
  const asserted = kernel.body
    .slice(0, left === -1 ? undefined : left)
    .flatMap((stmt) => (stmt.kind === 'assert' ? [stmt.condition] : []));
  const stated = [...conditions, ...asserted, ...kernel.assumptions.map(({ condition }) => condition)].flatMap(
    conjuncts,
  );
  const equal = stated.flatMap((one) =>
    one.kind === 'binary' && one.op === '==' && one.left.kind === 'builtin' && one.right.kind === 'int'
      ? [[one.left.name, one.right.value] as const]
      : [],
  );
  const known = knownOf({ block, grid: [null, null, null], scalars: new Map() }, new Map());
  const builtins = new Map([...known.builtins, ...equal]);
  const isKnown = (limit: Expr): boolean => valueOf(limit, { ...known, builtins }, new Map()) === 1n;
  return neededLimits(kernel, block).filter(
    ({ condition }) => !isKnown(condition) && !stated.some((one) => impliesLimit(one, condition)),
  );
}

/** Of upper bounds: `blockDim.x <= 16` implies `blockDim.x <= 32`. */
function impliesLimit(stated: Expr, limit: Expr): boolean {
  if (stated.kind !== 'binary' || limit.kind !== 'binary' || stated.right.kind !== 'int' || limit.right.kind !== 'int')
    return false;
  return (
    ['<=', '<'].includes(stated.op) &&
    limit.op === '<=' &&
    stated.right.value <= limit.right.value &&
    printExpr(stated.left) === printExpr(limit.left)
  );
}

function collectiveLimits(kernel: Kernel): readonly Fact[] {
  const needed = neededBy(kernel);
  const [first] = needed;
  const distinct = new Map(needed.toReversed().map((one) => [`${one.most}`, one]));
  if (first === undefined) return [];
  if (distinct.size === 1)
    return [
      { condition: binary('==', threadsOfBlock, int(first.most, u32)), text: fill(messages.asManyThreads, first) },
    ];
  return [...distinct.values()].map(({ most, line }): Fact => ({
    condition: binary('<=', threadsOfBlock, int(most, u32)),
    text: fill(messages.noMoreThreads, { line }),
  }));
}

/** Whether the limits leave no block for which a condition holds that asks for more threads. */
export const ruleOut = (limits: readonly Expr[], when: Expr, block: LaunchConfig['block']): boolean => {
  if (isAsManyAs(limits, when, block)) return true;
  const most = mostThreads(when);
  return (
    most !== null &&
    limits.some(
      (limit) =>
        limit.kind === 'binary' &&
        ['==', '<='].includes(limit.op) &&
        limit.right.kind === 'int' &&
        limit.right.value <= most &&
        printExpr(limit.left) === threadsInWords,
    )
  );
};

/**
 * Whether the block has one open axis, of which a limit says that it is what the condition asks for more threads than.
 */
function isAsManyAs(limits: readonly Expr[], when: Expr, block: LaunchConfig['block']): boolean {
  const [open, ...others] = axes.filter((_, k) => block[k] !== 1);
  if (
    when.kind !== 'binary' ||
    when.op !== '>' ||
    printExpr(when.left) !== threadsInWords ||
    open === undefined ||
    others.length > 0
  )
    return false;
  const [axis, most] = [printExpr(builtin(`blockDim.${open}`)), printExpr(widened(when.right))];
  return limits.some(
    (limit) =>
      limit.kind === 'binary' &&
      limit.op === '==' &&
      printExpr(widened(limit.left)) === axis &&
      printExpr(widened(limit.right)) === most,
  );
}

/**
 * Without conversions to other integers of at least as many bits: of a block's size, which is positive and small, they
 * keep the value.
 */
const widened = (expr: Expr): Expr => {
  const from = expr.kind === 'cast' ? typeOf(expr.operand) : null;
  return expr.kind === 'cast' && from?.kind === 'int' && expr.to.kind === 'int' && expr.to.bits >= from.bits
    ? widened(expr.operand)
    : expr;
};

const axes = ['x', 'y', 'z'] as const;
const threadsOfBlock = axes.map((axis): Expr => builtin(`blockDim.${axis}`)).reduce((a, b) => binary('*', a, b));
const threadsInWords = printExpr(threadsOfBlock);

type Needed = Readonly<{ most: bigint; line: number }>;

/** Where all that is done in larger blocks is not modelled, of what every thread comes to. */
const neededBy = memoized((kernel: Kernel): readonly Needed[] => {
  const found: Needed[] = [];
  eachStmt(kernel.body, (stmt) => {
    if (
      stmt.kind !== 'branch' ||
      stmt.otherwise.length > 0 ||
      stmt.then.length === 0 ||
      !stmt.then.every(({ kind }) => kind === 'unknown')
    )
      return;
    const most = mostThreads(stmt.when);
    if (most !== null && reachedByAll(kernel).has(stmt.id)) found.push({ most, line: stmt.span.line });
  });
  return found;
});

/** Of `blockDim.x * blockDim.y * blockDim.z > 256`; null: another condition. */
function mostThreads(when: Expr): bigint | null {
  return when.kind === 'binary' &&
    when.op === '>' &&
    when.right.kind === 'int' &&
    printExpr(when.left) === threadsInWords
    ? when.right.value
    : null;
}
