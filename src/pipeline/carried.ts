/**
 * What the proofs of a kernel say of the same kernel with more barriers of the block [T16]: a pair of accesses that
 * cannot race there cannot race here, and a block that cannot diverge cannot, where neither rests on what racing arrays
 * hold: of those a proof speaks up to the first race only. So of the kernel with more barriers only the other questions
 * are asked, and those about the barriers that are new.
 * Smallest example: in `s[t] = in[t]; out[t] = s[t ^ 1];` with a barrier between, `out` is not asked about again.
 */
import type { Decision } from './evidence.ts';
import type { Kernel, Stmt } from '../ir/ir.ts';
import type { Obligation } from '../obligation/obligation.ts';
import type { ArrayId, StmtId } from '../base/brand.ts';
import { pairsAlike } from './alike.ts';
import { bodiesOf } from '../ir/walk.ts';
import { compileKernel } from '../machine/compile.ts';
import { isHarmless } from './evidence.ts';
import { restingOn } from '../ir/resting-on.ts';
import { runCompiled } from '../machine/run.ts';
import { stmtId } from '../base/brand.ts';

/** Under one launch. `isCompared`: all its questions were asked. */
export type Asked = Readonly<{ decision: Decision; kernel: Kernel; isCompared: boolean }>;

/**
 * Whether a question is not answered by what was proved before; `mayStay` tells which of those that were open before
 * need no answer.
 */
export type Carried = (question: Obligation, mayStay: (before: Obligation) => boolean) => boolean;

/** Null where `now` is not `was` with more barriers of the block. */
export function barriersAdded(was: Kernel, now: Kernel): ((question: Obligation) => boolean) | null {
  const before = statementsBefore(was, now);
  return before === null
    ? null
    : (question) => question.kind === 'divergence' && !before.has(question.question.barrier);
}

/** Null where `now` is not `was` with more barriers of the block, or not all questions were asked of that. */
export function carriedFrom(asked: readonly Asked[], was: Kernel, now: Kernel): Carried | null {
  const before = statementsBefore(was, now);
  if (before === null || !asked.every(({ isCompared }) => isCompared)) return null;
  const open = new Map<string, Obligation[]>();
  const equal = new Set<string>();
  const [reached, writing] = [new Set<StmtId>(), new Set<StmtId>()];
  for (const { decision, kernel } of asked) {
    const left = [...decision.open, ...decision.confirmed].map(({ obligation }) => obligation);
    for (const one of left) open.set(keyOf(one, same), [...(open.get(keyOf(one, same)) ?? []), one]);
    for (const one of [...decision.equal, ...left]) {
      const isEqual =
        decision.equal.includes(one) ||
        decision.confirmed.some((evidence) => evidence.obligation === one && isHarmless(evidence));
      // those that are alike store equal values whatever is known of the one that was asked
      for (const key of keysOf(one).slice(isEqual ? 0 : 1)) equal.add(key);
    }
    const resting = restingOn(
      kernel,
      new Set(left.flatMap((one): readonly ArrayId[] => (one.kind === 'race' ? [one.array] : []))),
    );
    if (resting === null) return null;
    for (const id of resting.reached) reached.add(id);
    for (const id of resting.writing) writing.add(id);
  }
  const isByRun = asked.some(({ decision }) => decision.amplified !== null);
  return (question, mayStay) => {
    const ids = idsOf(question).map((id) => before.get(id));
    if (ids.includes(undefined)) return true;
    const key = keyOf(question, (id) => before.get(id) ?? id);
    const known = open.get(key) ?? [];
    const rests = (some: ReadonlySet<StmtId>): boolean => ids.some((id) => id !== undefined && some.has(id));
    return known.length > 0 ? !known.every(mayStay) : rests(reached) || ((isByRun || equal.has(key)) && rests(writing));
  };
}

/**
 * Whether the runs that showed what was wrong show something of `now` that none showed of `was`: what was open there,
 * and rests on what racing arrays hold, may come true.
 */
export function showsMore(asked: readonly Asked[], was: Kernel, now: Kernel): boolean {
  const before = statementsBefore(was, now);
  if (before === null) return true;
  const evidence = asked
    .filter(({ kernel }) => kernel.arrays.size === was.arrays.size)
    .flatMap(({ decision }) => decision.confirmed);
  const shown = new Set(evidence.map(({ obligation }) => keyOf(obligation, same)));
  const compiled = compileKernel(now);
  return [...new Set(evidence.filter((one) => !isHarmless(one)).map(({ run }) => run))]
    .slice(0, limits.runs)
    .some((run) => {
      const { races, divergences } = runCompiled(compiled, { ...run, schedule: { kind: 'canonical' } }, limits);
      return (
        divergences.length > 0 ||
        races.some(
          ({ first, second, scope, sameValue }) =>
            !sameValue &&
            !shown.has(
              pairKey(scope === 'grid' ? 'grid' : 'block', before.get(first.stmt) ?? 0, before.get(second.stmt) ?? 0),
            ),
        )
      );
    });
}

const limits = { runs: 4, maxSteps: 200_000, maxBytes: 64 * 1024 * 1024 } as const;

const same = (id: StmtId): StmtId => id;

const idsOf = (question: Obligation): readonly StmtId[] =>
  question.kind === 'race'
    ? [question.first.id, question.second.id]
    : [question.question.barrier, question.question.at];

/** Of all questions about the same two statements. */
function keyOf(question: Obligation, before: (id: StmtId) => StmtId): string {
  const [a = 0, b = 0] = idsOf(question).map(before);
  return question.kind === 'race' ? pairKey(question.scope, a, b) : `divergence ${question.scope} ${a} ${b}`;
}

/** The keys of the question and of those that are alike. */
const keysOf = (question: Obligation): readonly string[] => [
  keyOf(question, same),
  ...pairsAlike(question).map(([first, second]) => pairKey(question.scope, first.id, second.id)),
];

const pairKey = (scope: 'block' | 'grid', a: number, b: number): string =>
  `race ${scope} ${Math.min(a, b)} ${Math.max(a, b)}`;

/**
 * The statement of `was` that each statement of `now` is; null where they differ by more than barriers that `now` has.
 */
function statementsBefore(was: Kernel, now: Kernel): ReadonlyMap<StmtId, StmtId> | null {
  const before = new Map<StmtId, StmtId>([[wholeKernel, wholeKernel]]);
  return textOf(frameOf(was)) === textOf(frameOf(now)) && isSameBut(was.body, now.body, before) ? before : null;
}

/** Where threads part that leave the kernel from its own list of statements. */
const wholeKernel = stmtId(0);

function isSameBut(was: readonly Stmt[], now: readonly Stmt[], before: Map<StmtId, StmtId>): boolean {
  let next = 0;
  for (const stmt of now) {
    const old = was[next];
    if (old !== undefined && ownText(old) === ownText(stmt)) {
      const bodies = bodiesOf(stmt);
      if (!bodiesOf(old).every((body, k) => isSameBut(body, bodies[k] ?? [], before))) return false;
      before.set(stmt.id, old.id);
      next++;
    } else if (stmt.kind !== 'barrier' || stmt.scope.kind !== 'block' || stmt.reduction !== null) {
      return false;
    }
  }
  return next === was.length;
}

const frameOf = ({ params, arrays, maxThreads, assumptions }: Kernel): unknown => [
  params,
  [...arrays.values()],
  maxThreads,
  assumptions,
];

const inner = new Set(['id', 'before', 'body', 'step', 'then', 'otherwise']);

/** What the statement itself does, without what stands in it. */
const ownText = (stmt: Stmt): string =>
  textOf(Object.fromEntries(Object.entries(stmt).filter(([name]) => !inner.has(name))));

/** Without where it stands. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (key, part: unknown): unknown =>
    key === 'span' || key === 'source' ? null : typeof part === 'bigint' ? `${part}n` : part,
  );
