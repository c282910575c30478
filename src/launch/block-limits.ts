/**
 * How many threads a kernel is written for, where no launch tells: what its text says (`__launch_bounds__`, CUDA C++ Programming Guide,
 * "Launch Bounds"), and what steps need that all threads come to (a collective of CUB, whose template arguments are the block's size).
 */
import type { Expr } from '../base/expr.ts';
import type { Kernel, Stmt } from '../ir/ir.ts';
import type { LaunchConfig } from './launch.ts';
import { binary, builtin, int } from '../base/expr-build.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';
import { printExpr } from '../base/expr-print.ts';
import { u32 } from '../base/ctype.ts';

type Fact = LaunchConfig['facts'][number];

/** Limits of a block that is not known; without repetitions. */
export function blockLimits(kernel: Kernel): readonly Fact[] {
  const { maxThreads } = kernel;
  const stated: readonly Fact[] = maxThreads === null ? [] : [{ condition: binary('<=', threadsOfBlock, int(maxThreads, u32)), text: `__launch_bounds__(${maxThreads})` }];
  return [...stated, ...neededLimits(kernel)];
}

/**
 * Those that no text states, but which steps of the kernel need. As many threads as all of them are made for where that is one number, as CUB asks (CUB
 * documentation, "Block-wide Primitives": the block's size is a template argument); else no more than any of them is.
 */
export function neededLimits({ body }: Kernel): readonly Fact[] {
  const needed = neededBy(body);
  const [first] = needed;
  const distinct = new Map(needed.toReversed().map((one) => [`${one.most}`, one]));
  if (first === undefined) return [];
  if (distinct.size === 1) return [{ condition: binary('==', threadsOfBlock, int(first.most, u32)), text: fill(messages.asManyThreads, first) }];
  return [...distinct.values()].map(({ most, line }): Fact => ({ condition: binary('<=', threadsOfBlock, int(most, u32)), text: fill(messages.noMoreThreads, { line }) }));
}

/** Conditions that `neededLimits` rules out. */
export const largerBlocks = ({ body }: Kernel): readonly Expr[] => neededBy(body).map(({ when }) => when);

const threadsOfBlock = (['x', 'y', 'z'] as const).map((axis): Expr => builtin(`blockDim.${axis}`)).reduce((a, b) => binary('*', a, b));

type Needed = Readonly<{ when: Expr; most: bigint; line: number }>;

/** Where all that is done in larger blocks is not modelled, of what every thread comes to. */
function neededBy(body: readonly Stmt[]): readonly Needed[] {
  return body.flatMap((stmt) => {
    if (stmt.kind === 'loop' || stmt.kind === 'call') return neededBy(stmt.body);
    if (stmt.kind !== 'branch' || stmt.otherwise.length > 0 || stmt.then.length === 0 || !stmt.then.every(({ kind }) => kind === 'unknown')) return [];
    const most = mostThreads(stmt.when);
    return most === null ? [] : [{ when: stmt.when, most, line: stmt.span.line }];
  });
}

/** Of `blockDim.x * blockDim.y * blockDim.z > 256`; null: another condition. */
function mostThreads(when: Expr): bigint | null {
  return when.kind === 'binary' && when.op === '>' && when.right.kind === 'int' && printExpr(when.left) === printExpr(threadsOfBlock) ? when.right.value : null;
}
