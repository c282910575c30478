/**
 * From confirmed races and divergences to patches of the source that the same engine proves. A strategy only proposes
 * edits; whether they repair is decided by `recheck`, which analyses the patched text from the start.
 */
import type { Edit, Fix } from '../verdict/finding.ts';
import { provesKernel } from '../verdict/finding.ts';
import type { Fault } from './fault.ts';
import type { Kernel } from '../ir/ir.ts';
import type { Span } from '../base/span.ts';
import type { SourceText } from './source-text.ts';
import { activeFlag } from './strategies/active-flag.ts';
import { atomic } from './strategies/atomic.ts';
import { atomicLoad } from './strategies/atomic-load.ts';
import { flagStore } from './strategies/atomic-store.ts';
import { awaitCopies } from './strategies/await-copies.ts';
import { casLoop } from './strategies/cas-loop.ts';
import { ballotMask } from './strategies/ballot-mask.ts';
import { barriersBeside } from './remove-barrier.ts';
import { wordOnOtherBuilds } from './conditional-groups.ts';
import { deleteBarrier } from './strategies/delete-barrier.ts';
import { deleteStore } from './strategies/delete-store.ts';
import { fence } from './strategies/fence.ts';
import { insteadOfWarpBarriers } from './warp-barriers.ts';
import { hoistCollective } from './strategies/hoist-collective.ts';
import { hoistBarrier } from './strategies/hoist-barrier.ts';
import { inPhase } from './strategies/in-phase.ts';
import {
  insertBarrier,
  insertClusterBarrier,
  insertGridBarrier,
  insertGroupBarrier,
} from './strategies/insert-barrier.ts';
import { splitBranch } from './strategies/split-branch.ts';
import { uniformLoop } from './strategies/uniform-loop.ts';
import { laneWriter } from './strategies/lane-writer.ts';
import { oneAdder } from './strategies/one-adder.ts';
import { maskLiteral } from './strategies/mask-literal.ts';
import { relaxed } from './strategies/relaxed.ts';
import { scope } from './strategies/scope.ts';
import { singleWriter } from './strategies/single-writer.ts';
import { secondBuffer } from './strategies/second-buffer.ts';
import { splitKernel } from './strategies/split-kernel.ts';
import { splitStatement } from './strategies/split-statement.ts';
import { syncwarp } from './strategies/syncwarp.ts';
import { wideIndex } from './strategies/wide-index.ts';
import { widerDraw } from './strategies/wider-draw.ts';
import { tellOthers } from './strategies/tell-others.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export type RepairInput = Readonly<{
  kernel: Kernel;
  /** All of the kernel's template, itself among them: an edit of the text is one of theirs. */
  instances: readonly Kernel[];
  /** All confirmed races and divergences of the kernel; a patch removes every one. */
  faults: readonly Fault[];
  /** Whether blocks of the kernel may wait for each other: all its launches are cooperative. */
  isCooperative: boolean;
  /** How many threads its blocks have along x, y and z, in all launches; null: not known. */
  block: readonly [number, number, number] | null;
  /** Where host code launches the kernel's template; null: perhaps elsewhere, too. */
  launches: readonly Span[] | null;
  /** A physical source file; null when it cannot be edited. */
  sourceOf: (file: string) => SourceText | null;
  /** The file that is compiled. What stands in a header may serve other files, whose kernels are not analysed again. */
  compiledFile: string;
  /**
   * Whether other files that are compiled with it have the word: they may declare, call or overload a function of this
   * name.
   */
  isNamedElsewhere: (name: string) => boolean;
  /** `effort`: what can be proved; or, where a proof is not to be had, what an analysis of the whole kernel finds. */
  recheck: (edits: readonly Edit[], effort: Effort) => Promise<Recheck>;
  /** How many patched sources may be analysed. */
  maxTries: number;
}>;

export type Effort = 'proof' | 'whole';

/**
 * How it was shown that the patched source has none of the faults, nor others; null: it was not. `condition`: what a
 * conditional proof rests on. `isOpen`: whether an analysis of the whole kernel may show it; `isLikely`: whether that
 * is worth trying at once, since all questions about what raced are answered and no patch can be proved.
 * `breaks`: another kernel that uses what is edited, and for which alone the patch is none.
 */
export type Recheck = Readonly<{
  proof: Fix['proof'] | null;
  condition?: string;
  isOpen: boolean;
  isLikely: boolean;
  breaks: string | null;
}>;

/** One way to repair. */
export type Strategy = Readonly<{
  name: string;
  /** Whether it may remove the fault at all. */
  handles: (fault: Fault, input: RepairInput) => boolean;
  /** Edits that may remove all these faults, which it handles; cheapest first. None where it finds no way. */
  propose: (faults: readonly Fault[], input: RepairInput) => readonly Proposal[];
  /** A patch that takes order away is none where the machine alone finds nothing. */
  onlyProved?: true;
  /** Of those, one whose proof may come from runs of the whole kernel alone. */
  provedByRuns?: true;
  /** So dear that it is worth a try only where nothing else repairs. */
  isLast?: true;
}>;
/**
 * `title`: what is done, where ("insert __syncthreads() at line 7 of reduce"). `edits`: offsets into the text as it is;
 * none overlap.
 */
export type Proposal = Readonly<{ title: string; edits: readonly Edit[]; cost: Cost }>;
/**
 * `weight`: executions by each thread, every loop around counted as ten turns [GPURepair, VMCAI'21]; a restructured
 * statement counts as a fraction. `words`: one sentence.
 */
export type Cost = Readonly<{ weight: number; words: string }>;

/** Of what all of these propose, the text says whether it is right. */
const plainStrategies: readonly Strategy[] = [
  deleteStore,
  insertBarrier,
  deleteBarrier,
  hoistBarrier,
  uniformLoop,
  activeFlag,
  atomic,
  atomicLoad,
  casLoop,
  singleWriter,
  laneWriter,
  oneAdder,
  flagStore,
  splitStatement,
  syncwarp,
  awaitCopies,
  inPhase,
  insertGroupBarrier,
  insertClusterBarrier,
  insertGridBarrier,
  splitKernel,
  secondBuffer,
  splitBranch,
  scope,
  fence,
  tellOthers,
  maskLiteral,
  hoistCollective,
  ballotMask,
  widerDraw,
  wideIndex,
  relaxed,
];

const limits = {
  patches: 3,
  triesAfterFirst: 6,
  strategiesTogether: 3,
  proposalsEach: 12,
  candidates: 2_000,
  firstSteps: 2,
} as const;

/** A patch that was shown to repair the kernel, and the other kernel that it is no good for. */
export type Broken = Readonly<{ title: string; kernel: string }>;
/**
 * `isCut`: not all proposals were tried, and none of those that were repairs. `broken`: the cheapest such, where there
 * are no fixes.
 */
export type Repaired = Readonly<{ fixes: readonly Fix[]; isCut: boolean; broken: Broken | null }>;

/**
 * Patches, cheapest first and each by other strategies, at most three; empty when none was shown to repair within
 * `maxTries`.
 * Minimal: proposals come by their weight, so every cheaper one was tried and failed, or does not exist.
 */
export async function repair(input: RepairInput): Promise<Repaired> {
  // those that an analysis of the whole kernel may show to repair
  const open: Candidate[] = [];
  const proved = await fixesAmong(candidatesFor(input), 'proof', open, input);
  if (proved.fixes.length > 0) return proved;
  const shown = await fixesAmong(open, 'whole', [], input);
  return {
    fixes: shown.fixes,
    isCut: shown.fixes.length === 0 && (proved.isCut || shown.isCut),
    broken: proved.broken ?? shown.broken,
  };
}

async function fixesAmong(
  candidates: readonly Candidate[],
  effort: Effort,
  open: Candidate[],
  input: RepairInput,
): Promise<Repaired> {
  const fixes: Fix[] = [];
  let left = input.maxTries;
  let broken: Broken | null = null;
  for (const candidate of candidates) {
    const strategy = nameOf(candidate);
    if (fixes.some((known) => known.strategy === strategy || holdsAll(candidate.edits, known.edits))) continue;
    if (fixes.length > 0 && isLast(candidate)) continue;
    if (left-- <= 0) return { fixes, isCut: fixes.length === 0, broken };
    const first = await input.recheck(candidate.edits, effort);
    const needsProof = candidate.parts.some(({ strategy: { onlyProved } }) => onlyProved === true);
    const isForWhole = candidate.parts.every(
      ({ strategy: { onlyProved, provedByRuns } }) => onlyProved !== true || provedByRuns === true,
    );
    const checked = first.isLikely && isForWhole ? await input.recheck(candidate.edits, 'whole') : first;
    if (first.isOpen && !first.isLikely && isForWhole) open.push(candidate);
    if (checked.breaks !== null) broken ??= { title: candidate.title, kernel: checked.breaks };
    if (checked.proof === null || (checked.proof !== 'drf' && needsProof)) continue;
    const { proof, condition } = checked;
    const isProved = provesKernel(checked);
    const needed = isProved ? await withoutParts(candidate, proof, input) : candidate;
    if (fixes.some((known) => known.strategy === nameOf(needed))) continue;
    const { title, edits, cost } = isProved ? await withoutNeedless(needed, proof, input) : needed;
    fixes.push({
      title: `${title}${wordOnOtherBuilds(edits, (file) => input.sourceOf(file)?.text ?? null)}`,
      edits,
      cost: cost.words,
      strategy: nameOf(needed),
      proof,
      ...(condition === undefined ? {} : { condition }),
    });
    if (fixes.length === limits.patches) break;
    left = Math.min(left, limits.triesAfterFirst);
  }
  return { fixes, isCut: false, broken };
}

/**
 * Proposals that remove the divergences alone: of a kernel whose races show themselves, or have their places, only once
 * all threads come to its barriers.
 */
export function firstSteps(input: RepairInput): readonly Readonly<{ proposal: Proposal; strategy: string }>[] {
  const faults = input.faults.filter(({ kind }) => kind === 'divergence');
  if (faults.length === 0) return [];
  const convergent = candidatesFor({ ...input, faults }).filter(({ parts }) =>
    parts.every(({ strategy }) => strategy.onlyProved !== true),
  );
  return convergent.slice(0, limits.firstSteps).map((proposal) => ({ proposal, strategy: nameOf(proposal) }));
}

export const nameOf = ({ parts }: Pick<Candidate, 'parts'>): string =>
  parts.map(({ strategy: { name } }) => name).join(' + ');

/** Whether it is worth a try only where nothing else repairs. */
export const isLast = ({ parts }: Candidate): boolean => parts.some(({ strategy }) => strategy.isLast === true);

/**
 * What one strategy proposed goes, where the others' edits are proved without it: a race may have been there for the
 * sake of a divergence alone.
 */
async function withoutParts(proved: Candidate, proof: Fix['proof'], input: RepairInput): Promise<Candidate> {
  let best = proved;
  for (const part of proved.parts) {
    const others = joined(best.parts.filter((one) => one !== part));
    if (others === null || others.parts.length === 0 || others.parts.length === best.parts.length) continue;
    if ((await input.recheck(others.edits, 'proof')).proof === proof) best = others;
  }
  return best;
}

const holdsAll = (edits: readonly Edit[], some: readonly Edit[]): boolean =>
  some.every((a) =>
    edits.some((b) => a.file === b.file && a.start === b.start && a.end === b.end && a.text === b.text),
  );

/**
 * A barrier that stood in the wrong place is moved, and one of a warp widened: one beside a new barrier goes, where the
 * kernel is proved without it.
 */
async function withoutNeedless(proved: Proposal, proof: Fix['proof'], input: RepairInput): Promise<Proposal> {
  const wider = insteadOfWarpBarriers(proved, input);
  let best = wider !== null && (await input.recheck(wider.edits, 'proof')).proof === proof ? wider : proved;
  for (const { edit, line } of barriersBeside(best.edits, input)) {
    const edits = [...best.edits, edit];
    if ((await input.recheck(edits, 'proof')).proof !== proof) continue;
    best = {
      title: fill(messages.andDelete, { title: best.title, line }),
      edits,
      cost: { ...best.cost, words: fill(messages.barrierLess, { words: best.cost.words, line }) },
    };
  }
  return best;
}

type Part = Readonly<{ strategy: Strategy; proposal: Proposal; isFirst: boolean }>;
export type Candidate = Proposal & Readonly<{ parts: readonly Part[] }>;

/**
 * Proposals for all faults, of one strategy or of several together, cheapest first; none that has the edits of another.
 * `more`: strategies beside those that presume nothing; at least one of them takes part then.
 */
export function candidatesFor(input: RepairInput, more: readonly Strategy[] = []): readonly Candidate[] {
  const strategies = [...plainStrategies, ...more];
  const known = new Map<string, readonly Proposal[]>();
  const proposals = ({ strategy, kinds }: Share): readonly Proposal[] => {
    const key = `${strategy.name} ${kinds.map(({ number }) => number).join()}`;
    const found =
      known.get(key) ??
      strategy.propose(
        kinds.flatMap(({ faults }) => faults),
        input,
      );
    known.set(key, found);
    return found;
  };
  const all: Candidate[] = [];
  for (const shares of sharingsOf(kindsOf(input, strategies), strategies)) {
    if (all.length >= limits.candidates) break;
    if (more.length > 0 && !shares.some(({ strategy }) => more.includes(strategy))) continue;
    all.push(
      ...shares.reduce<readonly Candidate[]>(
        (made, share) =>
          made.flatMap((before) =>
            proposals(share)
              .slice(0, shares.length === 1 ? undefined : limits.proposalsEach)
              .flatMap((proposal, k) => together(before, { strategy: share.strategy, proposal, isFirst: k === 0 })),
          ),
        [nothing],
      ),
    );
  }
  const first = new Map<string, Candidate>();
  for (const candidate of all.sort(
    (a, b) => Number(isFarOff(a)) - Number(isFarOff(b)) || a.cost.weight - b.cost.weight,
  )) {
    const key = textOf(candidate.edits);
    if (!first.has(key)) first.set(key, candidate);
  }
  return [...first.values()];
}

/**
 * Whether more than one strategy gives something else than what it prefers: of several, each is varied by itself at
 * first.
 */
const isFarOff = ({ parts }: Candidate): boolean =>
  parts.length > 1 && parts.filter(({ isFirst }) => !isFirst).length > 1;

/** The same for the same edits in another order. */
const textOf = (edits: readonly Edit[]): string =>
  edits
    .map(({ file, start, end, text }) => JSON.stringify([file, start, end, text]))
    .sort()
    .join();

const nothing: Candidate = { title: '', edits: [], cost: { weight: 0, words: '' }, parts: [] };

const joined = (parts: readonly Part[]): Candidate | null =>
  parts.reduce<Candidate | null>(
    (before, part) => (before === null ? null : (together(before, part)[0] ?? null)),
    nothing,
  );

function together(before: Candidate, part: Part): readonly Candidate[] {
  const { proposal: next } = part;
  if (areTouching(before.edits, next.edits)) return [];
  const both = (a: string, b: string): string => (a === '' ? b : `${a}; ${b}`);
  return [
    {
      title: both(before.title, next.title),
      edits: [...before.edits, ...next.edits],
      cost: { weight: before.cost.weight + next.cost.weight, words: both(before.cost.words, next.cost.words) },
      parts: [...before.parts, part],
    },
  ];
}

/** Whether one of the first and one of the others are at one place. */
export const areTouching = (some: readonly Edit[], others: readonly Edit[]): boolean =>
  some.some((a) => others.some((b) => a.file === b.file && a.start <= b.end && b.start <= a.end));

/** Faults that the same strategies handle. */
type Kind = Readonly<{ number: number; by: ReadonlySet<Strategy>; faults: readonly Fault[] }>;
type Share = Readonly<{ strategy: Strategy; kinds: readonly Kind[] }>;

function kindsOf(input: RepairInput, strategies: readonly Strategy[]): readonly Kind[] {
  const kinds = new Map<string, { number: number; by: Set<Strategy>; faults: Fault[] }>();
  for (const fault of input.faults) {
    const by = strategies.filter((strategy) => strategy.handles(fault, input));
    const key = by.map(({ name }) => name).join();
    const kind = kinds.get(key) ?? { number: kinds.size, by: new Set(by), faults: [] };
    kinds.set(key, kind);
    kind.faults.push(fault);
  }
  return [...kinds.values()];
}

/**
 * The ways to share the faults among strategies, each fault going to the first of a set that handles it, none of the
 * set left without one; fewer strategies first.
 */
function sharingsOf(kinds: readonly Kind[], strategies: readonly Strategy[]): readonly (readonly Share[])[] {
  const useful = strategies.filter((strategy) => kinds.some(({ by }) => by.has(strategy)));
  return orderedSets(useful, limits.strategiesTogether)
    .sort((a, b) => a.length - b.length)
    .flatMap((set) => {
      const shares = set.map((strategy, k): Share => ({
        strategy,
        kinds: kinds.filter(({ by }) => by.has(strategy) && !set.slice(0, k).some((earlier) => by.has(earlier))),
      }));
      const isWhole = kinds.every(({ by }) => set.some((strategy) => by.has(strategy)));
      return isWhole && shares.every((share) => share.kinds.length > 0) ? [shares] : [];
    });
}

function orderedSets<Item>(items: readonly Item[], most: number): (readonly Item[])[] {
  if (most === 0) return [];
  return items.flatMap((item) => [
    [item],
    ...orderedSets(
      items.filter((other) => other !== item),
      most - 1,
    ).map((rest) => [item, ...rest]),
  ]);
}
