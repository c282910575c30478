/**
 * Strategy lane-writer: what lanes have summed up by shuffles, the first lane of the warp stores.
 *
 * Applies to an assignment by which lanes of one warp store into one cell, of a value that grew by `__shfl_down_sync`
 * (`v += __shfl_down_sync(m, v, o)`, by any operator): only the first lane has the whole of it then, so that its value
 * is the one that is meant. Promises: the first lane stores what it stored before. A variable that holds the number of
 * the lane is used where there is one. Smallest example:
 *
 *     for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(~0u, v, o);
 *     sums[threadIdx.x / 32] = v;   ⟶   if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = v;
 *
 * Cost: that of single-writer: half of 10^(loop depth) for the test.
 */
import { countedListed, linesListed } from '../../base/listing.ts';
import type { Expr } from '../../base/expr.ts';
import type { Fault } from '../fault.ts';
import type { Kernel, LaneOp } from '../../ir/ir.ts';
import type { Proposal, RepairInput, Strategy } from '../repair.ts';
import type { StmtId, VarId } from '../../base/brand.ts';
import type { Written } from '../written.ts';
import { accessesIn, assignmentOf, lineOf, loopsAround } from '../written.ts';
import { eachStmt, targetOf } from '../../ir/walk.ts';
import { byAll } from '../by-all.ts';
import { effectsBeside } from '../effects.ts';
import { freeVariables, someNode } from '../../base/expr-walk.ts';
import { guarded, isGuardable, wordsForTest } from './single-writer.ts';
import { isUpdate } from '../update-shapes.ts';
import { memoized } from '../../base/memoize.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

export const laneWriter: Strategy = {
  name: 'lane-writer',
  handles: (fault, input) => writerOf(fault, input) !== null,
  propose,
};

const knownOf = memoized(({ kernel }: RepairInput) => ({
  warp: byAll(kernel, 'warp'),
  summed: summedBy(kernel, ['shfl_down']),
}));

function writerOf(fault: Fault, input: RepairInput): Written | null {
  if (fault.kind !== 'race' || fault.scope !== 'block' || fault.handover !== null) return null;
  const [first, second] = [fault.first, fault.second].map((id) => accessesIn(input).get(id));
  if (
    first === undefined ||
    second === undefined ||
    first.source.id !== second.source.id ||
    first.source.callee !== null
  )
    return null;
  if (assignmentOf(first.node, first.text) === null || isUpdate(first) || !isGuardable(first)) return null;
  const { warp, summed } = knownOf(input);
  const own = [...accessesIn(input).values()].filter(
    ({ source, stmt }) => source.id === first.source.id && stmt.kind === 'store',
  );
  const isMeant =
    own.length > 0 &&
    own.every(
      ({ stmt, place }) =>
        stmt.kind === 'store' &&
        [...freeVariables(stmt.value)].some((id) => summed.has(id)) &&
        place.subscripts.every(({ index }) => warp.isSame(index)),
    );
  const { atomics, others } = effectsBeside(first.source.id, input.kernel);
  return isMeant && !atomics && !others ? first : null;
}

/**
 * Variables that grew by what other lanes have, of whole warps, which these shuffles gave, and those that get their
 * values: with nothing of a lane's own added, and not assigned anything else afterwards.
 */
export function summedBy(kernel: Kernel, shuffles: readonly LaneOp[]): ReadonlySet<VarId> {
  const lost = new Set<VarId>();
  for (;;) {
    const { summed, summing } = sumsOf(kernel, shuffles, lost);
    const seen = new Set<VarId>();
    const before = lost.size;
    eachStmt(kernel.body, (stmt) => {
      const target = targetOf(stmt);
      if (target === null || !summed.has(target)) return;
      if (summing.has(stmt.id)) seen.add(target);
      else if (seen.has(target)) lost.add(target);
    });
    if (lost.size === before) return summed;
  }
}

/** The same but for those that are `lost`, and the assignments that sum. */
function sumsOf(
  { body, scalars }: Kernel,
  shuffles: readonly LaneOp[],
  lost: ReadonlySet<VarId>,
): Readonly<{ summed: ReadonlySet<VarId>; summing: ReadonlySet<StmtId> }> {
  const [given, summed, summing] = [new Set<VarId>(), new Set<VarId>(), new Set<StmtId>()];
  const rests = (value: Expr, on: ReadonlySet<VarId>): boolean => [...freeVariables(value)].some((id) => on.has(id));
  const isOwn = (value: Expr): boolean =>
    someNode(value, (node) =>
      node.kind === 'builtin'
        ? node.name.startsWith('threadIdx.')
        : node.kind === 'var' && !summed.has(node.id) && scalars.get(node.id)?.role !== 'parameter',
    );
  for (let known = -1; known !== given.size + summed.size;) {
    known = given.size + summed.size;
    eachStmt(body, (stmt) => {
      if (stmt.kind === 'lanes' && shuffles.includes(stmt.op) && stmt.width === 32) given.add(stmt.target);
      if (stmt.kind !== 'assign' || lost.has(stmt.target)) return;
      const grows = rests(stmt.value, given) && freeVariables(stmt.value).size > 1;
      if (grows || (rests(stmt.value, summed) && !isOwn(stmt.value))) {
        summed.add(stmt.target);
        summing.add(stmt.id);
      } else if (rests(stmt.value, given)) given.add(stmt.target);
    });
  }
  return { summed, summing };
}

function propose(faults: readonly Fault[], input: RepairInput): readonly Proposal[] {
  const writers = [
    ...new Map(faults.flatMap((fault) => writerOf(fault, input) ?? []).map((one) => [one.source.id, one])).values(),
  ].sort((a, b) => a.node.start - b.node.start);
  if (writers.length === 0) return [];
  const weight = writers.reduce((sum, { around }) => sum + 10 ** loopsAround(around).length / 2, 0);
  const lines = linesListed(writers.map(({ text, node }) => lineOf(text, node.start)));
  return [
    {
      title: fill(messages.laneWriter, { lines, name: input.kernel.name }),
      edits: writers.flatMap((at) => guarded(at, `${laneAt(at, input.kernel)} == 0`, false)),
      cost: { weight, words: countedListed(writers.map((at) => wordsForTest(at, false))) },
    },
  ];
}

/** A variable of the outermost list of the kernel that holds the number of the lane, or what computes it. */
export function laneAt({ node }: Written, { body, scalars, sources }: Kernel): string {
  const often = new Map<VarId, number>();
  eachStmt(body, (stmt) => {
    const target = targetOf(stmt);
    if (target !== null) often.set(target, (often.get(target) ?? 0) + 1);
  });
  const once = body.flatMap((stmt) => {
    const source = stmt.kind === 'assign' && often.get(stmt.target) === 1 ? sources.get(stmt.source) : undefined;
    return stmt.kind !== 'assign' ||
      source === undefined ||
      source.callee !== null ||
      source.inMacro ||
      source.span.end > node.start
      ? []
      : [stmt];
  });
  const nameOf = (isOne: (value: Expr) => boolean): string | undefined =>
    once.flatMap(({ target, value }) => (isOne(value) ? (scalars.get(target)?.name ?? []) : []))[0];
  const thread = new Set(once.flatMap(({ target, value }) => (isThread(value, new Set()) ? [target] : [])));
  return (
    nameOf((value) => isLane(value, thread)) ?? `${nameOf((value) => isThread(value, new Set())) ?? 'threadIdx.x'} % 32`
  );
}

const isThread = (expr: Expr, known: ReadonlySet<VarId>): boolean =>
  expr.kind === 'cast'
    ? isThread(expr.operand, known)
    : expr.kind === 'var'
      ? known.has(expr.id)
      : expr.kind === 'builtin' && expr.name === 'threadIdx.x';

/** `threadIdx.x % 32`, `threadIdx.x & 31` */
function isLane(expr: Expr, thread: ReadonlySet<VarId>): boolean {
  if (expr.kind === 'cast') return isLane(expr.operand, thread);
  return (
    expr.kind === 'binary' &&
    expr.right.kind === 'int' &&
    ((expr.op === '%' && expr.right.value === 32n) || (expr.op === '&' && expr.right.value === 31n)) &&
    isThread(expr.left, thread)
  );
}
