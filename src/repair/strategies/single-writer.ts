/**
 * Strategy single-writer: what all threads store into one cell, one of them stores.
 *
 * Applies to assignments that all threads of the block (for races between blocks: of the grid) come to, whose cell does
 * not depend on the thread, and in the kernel's own text: not to sums and their like, to which each thread adds its
 * part, nor where the statement does more that other threads need. Promises: the value does not depend on the thread
 * either, and is stored as before. The title says where an atomic is left to that thread. An atomic that is compared
 * with the number of blocks counts blocks, so that one thread of each performs it. Where the values differ, `oneValue`
 * does the same: what stayed was that of any thread, and is that of thread 0 from now on. Whether that is the one that
 * is meant no text says, so that it is never taken unless a person says so (presumed.ts). Smallest example:
 *
 *     total = sums[31];   ⟶   if (threadIdx.x == 0) total = sums[31];
 *
 * Cost: half of 10^(loop depth) for the guard; 10^(loop depth) for the barrier behind it, where others read the cell.
 */
import { countedListed, linesListed } from '../../base/listing.ts';
import type { Edit } from '../../verdict/finding.ts';
import type { Expr } from '../../base/expr.ts';
import type { Fault } from '../fault.ts';
import type { Kernel } from '../../ir/ir.ts';
import type { VarId } from '../../base/brand.ts';
import type { Proposal, RepairInput, Strategy } from '../repair.ts';
import type { SourceText } from '../source-text.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Written } from '../written.ts';
import { accessesIn, assignmentOf, conditionOf, lineOf, loopsAround } from '../written.ts';
import { childIn } from '../../parse/node.ts';
import { byAll } from '../by-all.ts';
import { effectsBeside } from '../effects.ts';
import { eachNode } from '../../base/expr-walk.ts';
import { eachStmt, expressionsOf } from '../../ir/walk.ts';
import { behind } from '../source-text.ts';
import { memoized } from '../../base/memoize.ts';
import { isUpdate } from '../update-shapes.ts';
import { isLooserThanAnd, wouldTakeElse } from '../operands.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

export const singleWriter: Strategy = {
  name: 'single-writer',
  handles: (fault, input) => writerOf(fault, input)?.isSame === true,
  propose,
};

/** Presumes that the value of the first thread is the one that is meant. */
export const oneValue: Strategy = {
  name: 'one-value',
  handles: (fault, input) => writerOf(fault, input)?.isSame === false,
  propose,
};

/**
 * `isSame`: the value is the same for all threads, or counts blocks, for each of which one thread counts. `counts`: an
 * atomic of the statement is that of one thread then, too.
 */
type Writer = Readonly<{ at: Written; scope: 'block' | 'grid'; isSame: boolean; counts: boolean }>;

const knownOf = memoized((input: RepairInput) => ({
  accesses: accessesIn(input),
  block: byAll(input.kernel, 'block'),
  grid: byAll(input.kernel, 'grid'),
}));

function writerOf(fault: Fault, input: RepairInput): Writer | null {
  if (fault.kind !== 'race' || fault.handover !== null) return null;
  const { accesses, [fault.scope]: together } = knownOf(input);
  const [first, second] = [accesses.get(fault.first), accesses.get(fault.second)];
  if (
    first === undefined ||
    second === undefined ||
    first.source.id !== second.source.id ||
    first.source.callee !== null
  )
    return null;
  if (assignmentOf(first.node, first.text) === null || isUpdate(first) || !isGuardable(first)) return null;
  const own = [...accesses.values()].filter(({ source }) => source.id === first.source.id);
  const stores = own.filter(({ stmt }) => stmt.kind === 'store');
  const isSame = stores.every(
    ({ stmt }) =>
      stmt.kind === 'store' &&
      (together.isSame(stmt.value) || (fault.scope === 'block' && countsBlocks(stmt.value, input.kernel))),
  );
  const reads = own.some(
    ({ stmt, array }) => stmt.kind === 'load' && stores.some((store) => store.array.id === array.id),
  );
  if (
    stores.length === 0 ||
    (reads && !isSame) ||
    !stores.every(
      ({ stmt, place }) =>
        together.reached.has(stmt.id) && place.subscripts.every(({ index }) => together.isSame(index)),
    )
  )
    return null;
  const { atomics, others } = effectsBeside(first.source.id, input.kernel);
  return others ? null : { at: first, scope: fault.scope, isSame, counts: atomics };
}

/** Whether it compares what an atomic gave with the number of blocks: `atomicAdd(count, 1) == gridDim.x - 1`. */
function countsBlocks(value: Expr, { body }: Kernel): boolean {
  const counted = new Set<VarId>();
  eachStmt(body, (stmt) => {
    if (stmt.kind === 'atomic' && stmt.target !== null) counted.add(stmt.target);
  });
  let [asksCount, asksGrid] = [false, false];
  eachNode(value, (node) => {
    asksCount ||= node.kind === 'var' && counted.has(node.id);
    asksGrid ||= node.kind === 'builtin' && node.name.startsWith('gridDim');
  });
  return asksCount && asksGrid && value.kind !== 'var';
}

/** Whether a test may be put before it: it stands in a list, or is all of an `if` without `else`. */
export const isGuardable = (at: Written): boolean => branchOf(at) !== null || isListed(at);

const isListed = ({ around: [outer] }: Written): boolean =>
  outer !== undefined &&
  ['compound_statement', 'for_statement', 'while_statement', 'for_range_loop'].includes(outer.type);

/** The `if` without `else` that the statement is all of, without braces. */
function branchOf({ around: [outer] }: Written): Branch | null {
  const condition = outer !== undefined && childIn(outer, 'alternative') === null ? conditionOf(outer) : null;
  return outer === undefined || condition === null ? null : { whole: outer, condition };
}
type Branch = Readonly<{ whole: SyntaxNode; condition: SyntaxNode }>;

function propose(faults: readonly Fault[], input: RepairInput): readonly Proposal[] {
  const writers = new Map<number, Writer>();
  for (const fault of faults) {
    const one = writerOf(fault, input);
    const known = one === null ? undefined : writers.get(one.at.source.id);
    if (one !== null)
      writers.set(one.at.source.id, {
        ...one,
        scope: known?.scope === 'grid' ? 'grid' : one.scope,
        isSame: one.isSame && known?.isSame !== false,
      });
  }
  const sorted = [...writers.values()].sort((a, b) => a.at.node.start - b.at.node.start);
  if (sorted.length === 0) return [];
  const isGrid = sorted.some(({ scope }) => scope === 'grid');
  const ofThreads = moreAndMore(axesOf(input.kernel, ['threadIdx', 'blockDim']));
  const ofBlocks = isGrid ? moreAndMore(axesOf(input.kernel, ['blockIdx', 'gridDim'])) : [[]];
  return ofThreads
    .flatMap((threads) =>
      ofBlocks.flatMap((blocks) =>
        [false, true].map((waits) => proposal(sorted, { threads, blocks }, waits, input.kernel)),
      ),
    )
    .sort((a, b) => a.cost.weight - b.cost.weight);
}

type Axes = Readonly<{ threads: readonly string[]; blocks: readonly string[] }>;

/** `waits`: a barrier comes behind each. */
function proposal(writers: readonly Writer[], axes: Axes, waits: boolean, kernel: Kernel): Proposal {
  const weight = writers.reduce((sum, { at }) => sum + 10 ** loopsAround(at.around).length * (waits ? 1.5 : 0.5), 0);
  const lines = linesListed(writers.map(({ at }) => lineOf(at.text, at.node.start)));
  return {
    title: fill(messages.singleWriter, {
      what: writers.some(({ counts }) => counts) ? messages.doAndStore : 'store',
      lines,
      name: kernel.name,
      wait: waits ? messages.othersWait : '',
      note: writers.every(({ isSame }) => isSame) ? '' : messages.valuesDiffer,
    }),
    edits: writers.flatMap((writer) => editsFor(writer, axes, waits)),
    cost: {
      weight: weight + (axes.threads.length + axes.blocks.length) / 100,
      words: countedListed(writers.map(({ at }) => wordsForTest(at, waits))),
    },
  };
}

/** What a test costs. */
export function wordsForTest(at: Written, waits: boolean): string {
  const [inner] = loopsAround(at.around);
  return fill(messages.oneTest, {
    text: waits ? messages.andBarrier : '',
    more:
      inner === undefined ? messages.perThread : fill(messages.perIteration, { line: lineOf(at.text, inner.start) }),
  });
}

function editsFor({ at, scope }: Writer, { threads, blocks }: Axes, waits: boolean): readonly Edit[] {
  const tests = [
    ...(scope === 'grid' ? blocks.map((axis) => `blockIdx.${axis} == 0`) : []),
    ...threads.map((axis) => `threadIdx.${axis} == 0`),
  ];
  return guarded(at, tests.join(' && '), waits);
}

/** The statement under the test; `waits`: with a barrier behind it. */
export function guarded(at: Written, guard: string, waits: boolean): readonly Edit[] {
  const { node, text } = at;
  const branch = branchOf(at);
  const whole = branch?.whole ?? node;
  const rest = behind(text.text, whole);
  const isLoose = branch !== null && isLooserThanAnd(branch.condition, text);
  const isBraced = branch === null && wouldTakeElse(node, at.around);
  return [
    ...(branch === null
      ? [
          inserted(text, node.start, `${isBraced ? '{ ' : ''}if (${guard}) `),
          ...(isBraced ? [inserted(text, node.end, ' }')] : []),
        ]
      : [
          ...(isLoose ? [inserted(text, branch.condition.start, '(')] : []),
          inserted(text, branch.condition.end, `${isLoose ? ')' : ''} && ${guard}`),
        ]),
    ...(waits ? [inserted(text, rest.at, `${rest.gap}__syncthreads();`)] : []),
  ];
}

const inserted = ({ file }: SourceText, at: number, text: string): Edit => ({ file, start: at, end: at, text });

/** The axes of these built-in variables that the kernel speaks of, and `x`. */
export function axesOf(kernel: Kernel, builtins: readonly string[]): readonly string[] {
  const named = new Set(['x']);
  const note = (node: Expr): void => {
    if (node.kind === 'builtin' && builtins.some((name) => node.name.startsWith(name))) named.add(node.name.slice(-1));
  };
  eachStmt(kernel.body, (stmt) => {
    for (const expr of expressionsOf(stmt)) eachNode(expr, note);
  });
  return allAxes.filter((axis) => named.has(axis));
}

const allAxes = ['x', 'y', 'z'];

/** These axes, then with `y`, then all: a launch may have more than the kernel speaks of. */
function moreAndMore(axes: readonly string[]): readonly (readonly string[])[] {
  const sets = [axes, [...new Set([...axes, 'y'])].sort(), allAxes];
  return sets.filter((set, k) => sets.findIndex((other) => other.join() === set.join()) === k);
}
