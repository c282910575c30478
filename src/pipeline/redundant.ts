/**
 * Redundant barriers (SW301): barriers of the block that separate no two accesses which conflict. What the machine saw
 * needed in some run is left alone; for what is left, the kernel is split again without the barrier, and the solver
 * refutes every obligation under every launch, but for those that stand with the barrier too, where the kernel is not
 * race-free.
 *
 * Example: `s[t] = x; __syncthreads(); out[t] = s[t];` is race-free without its barrier.
 *
 * Barriers are taken out one after the other, each beside those found before, so that all that are reported can go
 * together. Where atomics or fences may carry an order (a flag, a ticket, the order of exchanges), nothing is claimed.
 */
import type { Decision } from './evidence.ts';
import type { Draft } from './draft.ts';
import type { Edit, Fix, KernelAnswer } from '../verdict/finding.ts';
import type { Fact } from '../protocol/infer.ts';
import type { Kernel, Stmt } from '../ir/ir.ts';
import type { Obligation } from '../obligation/obligation.ts';
import type { RemovableBarrier } from '../repair/remove-barrier.ts';
import type { BarrierRun } from './barrier-evidence.ts';
import type { Deadline } from '../base/deadline.ts';
import type { Kept } from './kept.ts';
import type { Solver } from '../solve/solve.ts';
import type { ArrayId, StmtId } from '../base/brand.ts';
import type { Access, SplitProtocol } from '../protocol/protocol.ts';
import type { View } from '../ir/views.ts';
import type { WarpModel } from '../launch/launch.ts';
import { oneByOne, pairsAlike } from './alike.ts';
import { barrierRuns } from './barrier-evidence.ts';
import { budgets } from './budgets.ts';
import { countPairs, maxPairs, obligationsUnder, splitView } from './view-split.ts';
import { eachStmt, someStmt } from '../ir/walk.ts';
import { redundantBarrier } from '../verdict/catalogue.ts';
import { mayOrderOtherwise, removableBarriers, removalOf, withoutStatements } from '../repair/remove-barrier.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** For one kernel, so that looking for redundant barriers costs little beside deciding it. */
const limits = {
  /** Barriers that the solver is asked about. */
  candidates: 8,
  /** Questions that arithmetic does not settle. */
  questions: 48,
} as const;

/**
 * A launch under which the kernel was decided, with its obligations; `isCompared`: nothing kept pairs from being
 * compared, but that arrays may overlap.
 */
type DecidedView = Readonly<{
  decision: Decision;
  view: View;
  obligations: readonly Obligation[];
  isCompared: boolean;
}>;
type RedundancyInput = Readonly<{
  kernel: Kernel;
  decided: readonly DecidedView[];
  /** Facts by launch, beside its own. */
  factsOf: (decision: Decision) => readonly Fact[];
  isRaceFree: boolean;
  warpModel: WarpModel;
  level: 'block' | 'grid';
  solver: Solver;
  deadline: Deadline;
  kept: Kept;
  textOf: (file: string) => string | null;
}>;
/**
 * `fix` is null where the text cannot just lose the statement, or the barrier stands where another kind of barrier is
 * missing.
 */
export type Redundancy = Readonly<{ draft: Draft; fix: Fix | null }>;

export async function redundantBarriers(input: RedundancyInput): Promise<readonly Redundancy[]> {
  const { kernel, decided, deadline } = input;
  const isDecided =
    decided.length > 0 &&
    decided.every(({ decision: { unknowns }, isCompared }) => isCompared && unknowns.length === 0);
  if (!isDecided || input.level === 'block' || mayOrderOtherwise(kernel)) return [];
  const all = removableBarriers(kernel, input.textOf);
  if (all.length === 0 || deadline.passed()) return [];
  const runs = decided.map(({ decision, view }) =>
    barrierRuns(
      {
        kernel: view.kernel,
        config: decision.config,
        facts: input.factsOf(decision),
        warpModel: input.warpModel,
        deadline,
      },
      new Set(all.flatMap(({ ids }) => [...ids])),
    ),
  );
  const needed = new Set(runs.flat().flatMap(({ report }) => [...report.neededBarriers]));
  const executed = ({ ids }: RemovableBarrier): number =>
    runs.flat().reduce((sum, { report }) => sum + countOf(report.barriers, ids), 0);
  const candidates = all
    .filter(({ ids }) => [...ids].every((id) => !needed.has(id)))
    .sort((a, b) => executed(b) - executed(a));
  const spent = { questions: 0 };
  const found: RemovableBarrier[] = [];
  for (const candidate of candidates.slice(0, limits.candidates)) {
    const ids = new Set([...found, candidate].flatMap((barrier) => [...barrier.ids]));
    if (await isRedundant(ids, input, spent)) found.push(candidate);
  }
  return found
    .sort((a, b) => a.source.span.start - b.source.span.start)
    .map((barrier) => ({ draft: draftOf(barrier, runs, input), fix: fixOf(barrier, input) }));
}

/** Whether the solver refutes all that could go wrong without these statements and does not already with them. */
async function isRedundant(
  ids: ReadonlySet<StmtId>,
  input: RedundancyInput,
  spent: { questions: number },
): Promise<boolean> {
  const { deadline, kept, level, warpModel } = input;
  for (const { decision, view, obligations } of input.decided) {
    const inFull = overlapping(decision, view.kernel);
    if (inFull === null) return false;
    const under = {
      config: decision.config,
      view: { ...view, kernel: withoutStatements(view.kernel, ids) },
      facts: input.factsOf(decision),
      inFull,
      level,
      warpModel,
      deadline,
      kept,
    };
    const { split } = splitView(under);
    if (inFull.size > 0 && !isApart(splitView({ ...under, view }).split, split, inFull)) return false;
    if (
      countPairs(split, level) > maxPairs ||
      [...split.intervals, split.whole].some(({ unknowns }) => unknowns.length > 0)
    )
      return false;
    const left = obligationsUnder(split, under);
    const isOld = oldOnes(decision, obligations, left, isInLoop(view.kernel.body, ids));
    for (const obligation of left) {
      for (const one of oneByOne(obligation)) {
        if (!isOld(one) && !(await isRefuted(one, input, spent))) return false;
      }
    }
  }
  return true;
}

const isInLoop = (body: readonly Stmt[], ids: ReadonlySet<StmtId>): boolean =>
  someStmt(body, (stmt) => stmt.kind === 'loop' && someStmt([stmt], ({ id }) => ids.has(id)));

/** Arrays that may be one, or parts of one in a way that is not followed; null where that cannot be told by array. */
function overlapping({ config }: Decision, kernel: Kernel): ReadonlySet<ArrayId> | null {
  const names = new Set([...config.overlaps, ...(config.assumedApart ?? []), ...(config.either ?? [])].flat());
  const arrays = [...kernel.arrays.values()].filter(
    ({ name, parameter }) => names.has(name) || (parameter !== null && names.has(parameter)),
  );
  return config.overlaps.some((some) => new Set(some).size < some.length) ||
    arrays.some(({ reached }) => reached !== undefined)
    ? null
    : new Set(arrays.map(({ id }) => id));
}

/**
 * Whether no two accesses to different ones of these arrays, one of them a write, come into one interval that did not
 * share one before.
 */
function isApart(before: SplitProtocol, after: SplitProtocol, arrays: ReadonlySet<ArrayId>): boolean {
  const old = meetingsIn(before, arrays);
  return [...meetingsIn(after, arrays)].every(([pair, count]) => count <= (old.get(pair) ?? 0));
}

function meetingsIn({ intervals }: SplitProtocol, arrays: ReadonlySet<ArrayId>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { accesses } of intervals) {
    const among = accesses.flatMap(({ access }) => (arrays.has(access.place.array) ? [access] : []));
    for (const [k, a] of among.entries()) {
      for (const b of among.slice(k)) {
        if (a.place.array === b.place.array || (a.mode === 'read' && b.mode === 'read')) continue;
        const pair = `${Math.min(a.id, b.id)} ${Math.max(a.id, b.id)}`;
        counts.set(pair, (counts.get(pair) ?? 0) + 1);
      }
    }
  }
  return counts;
}

/**
 * Obligations that stand with the barrier as without it, and so say nothing about it: those between blocks, and those
 * about statements that stand in no more of them than before. (Intervals that the barrier separated join, and none is
 * lost: what stands in as many as before stands in the same. Not so for a barrier in a loop, whose turns may join.)
 */
function oldOnes(
  decision: Decision,
  before: readonly Obligation[],
  after: readonly Obligation[],
  isInLoop: boolean,
): (obligation: Obligation) => boolean {
  const [old, now] = [countsOf(before), countsOf(after)];
  const standing = new Set([...decision.confirmed, ...decision.open].map(({ obligation }) => keyOf(obligation)));
  return (obligation) => {
    const key = keyOf(obligation);
    if (!standing.has(key)) return false;
    return (
      (obligation.kind === 'race' && obligation.scope === 'grid') ||
      (!isInLoop && (now.get(key) ?? 0) <= (old.get(key) ?? 0))
    );
  };
}

function countsOf(obligations: readonly Obligation[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const obligation of obligations)
    for (const key of keysOf(obligation)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** The statements that an obligation is about; for divergence, where threads part. */
function keyOf(obligation: Obligation): string {
  if (obligation.kind === 'divergence') return `divergence ${obligation.question.at} ${obligation.question.cause}`;
  return pairKey(obligation.scope, [obligation.first, obligation.second]);
}

/** Of the obligation, and of those that are alike. */
const keysOf = (obligation: Obligation): readonly string[] => [
  keyOf(obligation),
  ...pairsAlike(obligation).map((pair) => pairKey(obligation.scope, pair)),
];

const pairKey = (scope: Obligation['scope'], pair: readonly Access[]): string =>
  `race ${scope} ${pair
    .map(({ id, place }) => `${id} ${place.array}`)
    .sort()
    .join(' ')}`;

async function isRefuted(
  { formula }: Obligation,
  { solver, deadline }: RedundancyInput,
  spent: { questions: number },
): Promise<boolean> {
  if (spent.questions >= limits.questions || deadline.passed()) return false;
  const answer = await solver.decide(formula, { rlimit: budgets.redundantRlimit, deadline });
  if (answer.kind !== 'unsat' || answer.by !== 'arithmetic') spent.questions++;
  return answer.kind === 'unsat';
}

// What is said --------------------------------------------------------------------------------------------------------

function countOf(barriers: ReadonlyMap<StmtId, number>, ids: ReadonlySet<StmtId>): number {
  return [...ids].reduce((sum, id) => sum + (barriers.get(id) ?? 0), 0);
}

/** Not those of warps, nor votes and shuffles. */
function blockBarriers(kernel: Kernel): ReadonlySet<StmtId> {
  const ids = new Set<StmtId>();
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind === 'barrier' && (stmt.scope.kind === 'block' || stmt.scope.kind === 'grid')) ids.add(stmt.id);
  });
  return ids;
}

function draftOf(barrier: RemovableBarrier, runs: readonly (readonly BarrierRun[])[], input: RedundancyInput): Draft {
  const { kernel, isRaceFree } = input;
  const { span } = barrier.source;
  const text = input.textOf(span.file)?.slice(span.start, span.end) ?? '';
  return {
    ...redundantBarrier(span.line, isRaceFree, savingOf(barrier, runs, input)),
    status: 'confirmed',
    condition: null,
    kernel: kernel.name,
    span,
    array: null,
    related: [],
    pairs: [],
    witness: null,
    parts: { kernel: kernel.name, array: null, code: 'SW301', statements: [text, ''] },
  };
}

/**
 * Barriers that a block executes there, under the first launch that is known and whose run met no unknown data on its
 * way.
 */
function savingOf(
  { ids }: RemovableBarrier,
  runs: readonly (readonly BarrierRun[])[],
  input: RedundancyInput,
): string | null {
  for (const [
    k,
    {
      decision: { config },
      view,
    },
  ] of input.decided.entries()) {
    const [first] = runs[k] ?? [];
    if (first === undefined || config.block.includes(null) || config.grid.includes(null)) continue;
    const { run, report, chosen } = first;
    if (report.outcome.kind !== 'completed' || report.dataDependent || report.inventedValues) continue;
    const all = countOf(report.barriers, blockBarriers(view.kernel)) / run.blocks.length;
    const own = countOf(report.barriers, ids) / run.blocks.length;
    const args =
      chosen.length === 0
        ? ''
        : `, with ${chosen.map((name) => `${name} = ${String(run.scalars.get(name))}`).join(', ')}`;
    if (Number.isInteger(all) && Number.isInteger(own))
      return fill(messages.barriersSaved, { own, all, grid: run.grid.join(), block: run.block.join(), args });
  }
  return null;
}

function fixOf(barrier: RemovableBarrier, input: RedundancyInput): Fix | null {
  const { isRaceFree, textOf } = input;
  const { span } = barrier.source;
  const text = textOf(span.file);
  const edit: Edit | null =
    text === null || (!isRaceFree && standsInARace(barrier, input)) ? null : removalOf(barrier, text);
  return edit === null
    ? null
    : {
        title: fill(messages.deleteBarrier, { line: span.line }),
        strategy: 'delete-barrier',
        edits: [edit],
        proof: isRaceFree ? 'drf' : 'unneeded',
        cost: '',
      };
}

/**
 * Whether it lies between two accesses that race or may: it may have been meant to order them, and be the place for
 * what does.
 */
function standsInARace({ ids }: RemovableBarrier, { kernel, decided }: RedundancyInput): boolean {
  const order = new Map<StmtId, number>();
  eachStmt(kernel.body, ({ id }) => order.set(id, order.size));
  const at = (id: StmtId): number => order.get(id) ?? 0;
  return decided.some(({ decision }) =>
    [...decision.confirmed, ...decision.open].some(
      ({ obligation }) =>
        obligation.kind === 'race' &&
        [...ids].some((id) => at(obligation.first.id) < at(id) !== at(obligation.second.id) < at(id)),
    ),
  );
}

/**
 * Instances of one template share their text: what is said of a barrier must hold for all of them. Gives the answers
 * without the findings on which their instances do not agree.
 */
export function agreed(answers: readonly KernelAnswer[]): readonly KernelAnswer[] {
  const placeOf = ({ span }: Pick<KernelAnswer, 'span'>): string => `${span.file}:${span.start}`;
  const instances = new Map<string, number>();
  const claims = new Map<string, number>();
  for (const answer of answers) {
    instances.set(placeOf(answer), (instances.get(placeOf(answer)) ?? 0) + 1);
    for (const finding of answer.findings)
      if (finding.code === 'SW301') claims.set(placeOf(finding), (claims.get(placeOf(finding)) ?? 0) + 1);
  }
  return answers.map((answer) => ({
    ...answer,
    findings: answer.findings.filter(
      (finding) => finding.code !== 'SW301' || claims.get(placeOf(finding)) === instances.get(placeOf(answer)),
    ),
  }));
}
