/**
 * Every code of Syncwright, made by one function each (STYLE 22); those in {@link plannedCodes} are explained, and
 * given by none yet. Three families that never mix: `SW…` findings (about the kernel), `SL…` limits (about us), `SI…`
 * problems of the input.
 * Needs: the facts of one finding, as words. Gives: its code, kind, default severity and one sentence.
 * Smallest example: `sharedRace({ element: 'scratch[0]', first: <thread (0,0,0) reads, line 9>, second: <thread
 * (1,0,0) writes, line 11> })` says "thread (1,0,0) may overwrite `scratch[0]` (line 11) before thread (0,0,0) has
 * read it (line 9)". A code is never reused: retired ones stay in {@link retiredCodes}.
 */
import type { Dim3, WarpModel } from '../launch/launch.ts';
import type { FindingKind, InputProblem, Severity } from './finding.ts';
import { assertNever } from '../base/invariant.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export type CodeEntry = Readonly<{
  code: string;
  title: string;
  kind: FindingKind;
  severity: Severity;
  summary: string;
}>;
/** What a code's function makes of the facts; the caller adds spans, witness and fix. */
export type Described = Readonly<{ code: string; kind: FindingKind; severity: Severity; message: string }>;

/** A concrete thread; null where no witness names one. */
export type Who = Readonly<{ block: Dim3; thread: Dim3 }> | null;
export type AccessFacts = Readonly<{ who: Who; mode: 'read' | 'write' | 'atomic'; line: number }>;
/** `first` stands earlier in the order in which one thread runs. `element` is the source's text: `scratch[0]`. */
export type RaceFacts = Readonly<{ element: string; first: AccessFacts; second: AccessFacts }>;
/** `waiting` is at the barrier on `barrierLine`; `other` is at `otherLine` (null: unknown) and does not come. */
export type DivergenceFacts = Readonly<{ waiting: Who; barrierLine: number; other: Who; otherLine: number | null }>;

const entry = (code: string, title: string, kind: FindingKind, severity: Severity, summary: string): CodeEntry => ({
  code,
  title,
  kind,
  severity,
  summary,
});

const entries = {
  SW101: entry(
    'SW101',
    'race on shared memory inside a barrier interval',
    'data-race',
    'error',
    'Two threads of a block access one cell of shared memory, at least one writes, and no barrier separates them.',
  ),
  SW102: entry(
    'SW102',
    'loop-carried race',
    'data-race',
    'error',
    'The end of one iteration of a loop collides with the start of the next, or a buffer is reused before all threads have finished with it.',
  ),
  SW103: entry(
    'SW103',
    'race on global memory inside a block',
    'data-race',
    'error',
    'Two threads of a block access one cell of global memory, at least one writes, and no barrier separates them.',
  ),
  SW104: entry(
    'SW104',
    'race between blocks',
    'data-race',
    'error',
    'Threads of two blocks access one cell of global memory, and at least one writes; nothing inside a kernel orders two blocks.',
  ),
  SW105: entry(
    'SW105',
    'race of one statement with itself',
    'data-race',
    'error',
    'Two threads execute one statement, and one of them writes a cell that the other reads or writes.',
  ),
  SW106: entry(
    'SW106',
    'atomic and plain access to one cell',
    'data-race',
    'error',
    'One thread updates a cell atomically while another reads or writes it plainly.',
  ),
  SW107: entry(
    'SW107',
    'racing writes of equal values',
    'data-race',
    'info',
    'Several threads write one cell, and all write the same value.',
  ),
  SW111: entry(
    'SW111',
    'code relies on warps in lockstep',
    'data-race',
    'error',
    'Threads of one warp exchange data without `__syncwarp()`; since Volta they need not run in lockstep.',
  ),
  SW201: entry(
    'SW201',
    'barrier under a thread-dependent branch',
    'barrier-divergence',
    'error',
    'Some threads of the block reach the barrier and others take another path.',
  ),
  SW202: entry(
    'SW202',
    'barrier in a loop with a thread-dependent number of iterations',
    'barrier-divergence',
    'error',
    'Threads of one block leave the loop after different numbers of iterations, so they do not meet at its barrier.',
  ),
  SW203: entry(
    'SW203',
    'thread leaves before a barrier that others reach',
    'barrier-divergence',
    'warning',
    'A thread returns, or leaves a loop, before a barrier at which other threads of its block wait.',
  ),
  SW204: entry(
    'SW204',
    'threads meet at different barriers',
    'barrier-divergence',
    'error',
    'Threads of one block wait at two different barrier statements at the same time.',
  ),
  SW211: entry(
    'SW211',
    'mask disagrees with the lanes that arrive',
    'warp-sync',
    'error',
    'The mask of `__syncwarp`, a shuffle or a vote names lanes that do not arrive, or omits lanes that do.',
  ),
  SW212: entry(
    'SW212',
    'group synchronized by only some of its members',
    'warp-sync',
    'error',
    'A tile, coalesced group or grid is synchronized on a path that only some of its members take.',
  ),
  SW213: entry(
    'SW213',
    'named barrier out of balance',
    'deadlock',
    'error',
    'The number of threads that arrive at a named barrier is not the number it waits for.',
  ),
  SW301: entry(
    'SW301',
    'redundant barrier',
    'redundant-barrier',
    'info',
    'The kernel is proved race-free without this barrier.',
  ),
  SW302: entry(
    'SW302',
    'fence or atomic scope wider than needed',
    'redundant-barrier',
    'info',
    'A narrower scope orders the same accesses.',
  ),
  SW401: entry(
    'SW401',
    'lost atomicity',
    'atomicity',
    'error',
    'A value is tested and then used, but another thread can change it in between.',
  ),
  SW402: entry(
    'SW402',
    'result depends on the schedule',
    'atomicity',
    'warning',
    'Two legal orders of the atomics end in different memory.',
  ),
  SW403: entry(
    'SW403',
    'assertion fails',
    'assertion',
    'error',
    'An `assert` of the kernel fails under some input or schedule.',
  ),
  SW404: entry(
    'SW404',
    'flag without a fence',
    'memory-order',
    'error',
    'A flag is set or read without a fence, so the data that it announces may not be visible.',
  ),
  SW405: entry(
    'SW405',
    'scope too narrow',
    'memory-order',
    'error',
    'An atomic or fence of block scope is used between blocks.',
  ),
  SW406: entry(
    'SW406',
    'broken spin lock',
    'deadlock',
    'error',
    'A lock lacks a fence or an atomic release, or its holder waits for lanes that wait for the lock.',
  ),
  SW407: entry(
    'SW407',
    'hand-written grid barrier without guarantee',
    'memory-order',
    'error',
    'Blocks wait for each other although nothing guarantees that they run at the same time.',
  ),
  SW501: entry(
    'SW501',
    'asynchronous copy read too early',
    'async-copy',
    'error',
    'Data of an asynchronous copy is used before the wait, or before the barrier that makes it visible to other threads.',
  ),
  SW502: entry(
    'SW502',
    'pipeline stage overwritten too early',
    'async-copy',
    'error',
    'A stage of a pipeline is filled again before its consumers have released it.',
  ),
  SW503: entry(
    'SW503',
    'barrier object misused',
    'async-copy',
    'error',
    'A barrier object is used before it is initialized, is initialized twice, or has a wrong count or phase.',
  ),
  SW506: entry(
    'SW506',
    'shared memory of another block used before its start or after its end',
    'data-race',
    'error',
    'A block reaches into the shared memory of another block of its cluster, which may not have begun, or may have ended.',
  ),
  SW601: entry(
    'SW601',
    'launch contradicts the kernel',
    'assertion',
    'warning',
    'The launch contradicts an assumption of the kernel, such as a block size equal to its tile.',
  ),
} as const satisfies Readonly<Record<string, CodeEntry>>;

/** All finding codes, in order. */
export const findingCodes: readonly CodeEntry[] = Object.values(entries);
/** Findings that are explained, but not looked for yet. */
export const plannedCodes: ReadonlySet<string> = new Set<keyof typeof entries>(['SW213', 'SW302', 'SW601']);
/**
 * Codes that are given no longer: reasons say in words, without a code, what these limits said. They stay listed and
 * are never given another meaning.
 */
export const retiredCodes: readonly Readonly<{ code: string; title: string; replacedBy: string | null }>[] = [
  { code: 'SL102', title: 'depends on an unknown value', replacedBy: null },
  { code: 'SL103', title: 'the solver could not decide', replacedBy: null },
  { code: 'SL106', title: 'example refuted by the machine', replacedBy: null },
  { code: 'SL107', title: 'the machine cannot execute the kernel', replacedBy: null },
  { code: 'SL108', title: 'launch unknown', replacedBy: null },
  { code: 'SL110', title: 'source incomplete', replacedBy: 'SI106' },
];

export function codeEntry(code: string): CodeEntry | null {
  return findingCodes.find((known) => known.code === code) ?? null;
}

// ── Findings: one function per code ──────────────────────────────────────────────────────────────────────────

export const sharedRace = (race: RaceFacts): Described => described(entries.SW101, raceSentence(race));

/** `loopLine`: the loop whose turns differ; null for a buffer that is reused without a loop. */
export const loopCarriedRace = (race: RaceFacts, loopLine: number | null): Described =>
  described(
    entries.SW102,
    `${raceSentence(race)}${loopLine === null ? '' : fill(messages.inAnotherIteration, { loopLine })}`,
  );

export const globalRace = (race: RaceFacts): Described => described(entries.SW103, raceSentence(race));

export const interBlockRace = (race: RaceFacts): Described =>
  described(entries.SW104, fill(messages.nothingOrdersBlocks, { race: raceSentence(race) }));

/** Of the two, the one that reads reaches into another block; the other is the start, or the end, of that block. */
export const usedBeforeStart = (race: RaceFacts): Described =>
  described(entries.SW506, fill(messages.usedBeforeStart, { line: readingIn(race).line }));
export const usedBeyondEnd = (race: RaceFacts): Described =>
  described(entries.SW506, fill(messages.usedBeyondEnd, { line: readingIn(race).line }));
const readingIn = ({ first, second }: RaceFacts): AccessFacts => (first.mode === 'read' ? first : second);

export const selfRace = (race: RaceFacts): Described => described(entries.SW105, raceSentence(race));

export const atomicPlainRace = (race: RaceFacts): Described => described(entries.SW106, raceSentence(race));

export const sameValueRace = (race: RaceFacts): Described =>
  described(
    entries.SW107,
    fill(messages.equalWrites, {
      first: nameOf(race.first.who, race),
      second: nameOf(race.second.who, race, 'another thread'),
      element: race.element,
      lines: linesOf(race),
    }),
  );

/**
 * `copy` is what an asynchronous copy does that its thread has issued, `other` what somebody does who need not come
 * after it; `isBoth`: another copy.
 */
export type CopyFacts = Readonly<{ element: string; copy: AccessFacts; other: AccessFacts; isBoth: boolean }>;

export const copyTooLate = (race: CopyFacts): Described =>
  described(entries.SW501, fill(messages.copyTooLate, copyWords(race)));

/** The same where what the copy does need not come after the other access. */
export const stageOverwritten = (race: CopyFacts): Described =>
  described(entries.SW502, fill(messages.stageOverwritten, copyWords(race)));

function copyWords({ element, copy, other, isBoth }: CopyFacts): Readonly<Record<string, string | number>> {
  const verbs = { read: 'reads', write: 'writes', atomic: 'updates' };
  const cell = `\`${element}\``;
  const doing = `${nameOf(other.who, { element, first: copy, second: other }, 'another thread')} ${verbs[other.mode]}`;
  return {
    issuer: nameOf(copy.who, { element, first: other, second: copy }, 'a thread'),
    line: copy.line,
    does: verbs[copy.mode],
    cell,
    other: isBoth ? messages.otherCopy : doing,
    line2: other.line,
  };
}

/**
 * A barrier object (`name`) of which a thread waits on a line for a phase that has got so many arrivals of those it
 * takes, and lacks bytes.
 */
export const waitsInVain = ({
  who,
  line,
  name,
  arrived,
  count,
  bytes,
}: Readonly<{
  who: NonNullable<Who>;
  line: number;
  name: string;
  arrived: number;
  count: number;
  bytes: number;
}>): Described =>
  described(
    entries.SW503,
    fill(bytes === 0 || arrived < count ? messages.objectLacksArrivals : messages.objectLacksBytes, {
      thread: threadName(who),
      line,
      name,
      arrived,
      count,
      bytes: Math.abs(bytes),
    }),
  );

export const uninitializedObject = ({
  who,
  line,
  name,
}: Readonly<{ who: NonNullable<Who>; line: number; name: string }>): Described =>
  described(entries.SW503, fill(messages.objectUninitialized, { thread: threadName(who), line, name }));

/** Two atomics of which one reaches its own block only. */
export const narrowAtomics = ({ element, first, second }: RaceFacts): Described =>
  described(
    entries.SW405,
    fill(messages.narrowAtomics, {
      first: nameOf(first.who, { element, first, second }),
      second: nameOf(second.who, { element, first, second }, 'another thread'),
      element,
      lines: linesOf({ element, first, second }),
    }),
  );

/**
 * How data is handed over: by a flag, a counter of arrivals, or a lock (`name`), which is set or released on one line
 * and read or taken on another.
 */
export type HandoverFacts = Readonly<{
  by: 'flag' | 'arrivals' | 'lock';
  name: string;
  givenLine: number;
  takenLine: number;
  lacks: 'fence-before' | 'fence-after' | 'atomic-release' | 'wide-fence';
}>;

/** `what`: the race, or that one is possible. */
const handoverEntry = ({ by, lacks }: Pick<HandoverFacts, 'by' | 'lacks'>): CodeEntry =>
  lacks === 'wide-fence'
    ? entries.SW405
    : by === 'lock'
      ? entries.SW406
      : by === 'flag'
        ? entries.SW404
        : entries.SW407;

/** The code of a hand-over that lacks something. */
export const handoverCode = (facts: Pick<HandoverFacts, 'by' | 'lacks'>): string => handoverEntry(facts).code;

export function brokenHandover(what: string, { by, name, givenLine, takenLine, lacks }: HandoverFacts): Described {
  const [given, taken] =
    by === 'lock' ? ['released', 'taken'] : by === 'flag' ? ['set', 'read'] : ['increased', 'read'];
  const noun = by === 'arrivals' ? 'counter' : by;
  const known = handoverEntry({ by, lacks });
  const missing = {
    'fence-before': fill(messages.noFenceBefore, { noun, name, given, givenLine }),
    'fence-after': fill(messages.noFenceAfter, { noun, name, taken, takenLine }),
    'atomic-release': fill(messages.plainRelease, { name, takenLine, givenLine }),
    'wide-fence': fill(messages.narrowFence, { noun, name, givenLine, takenLine }),
  }[lacks];
  return described(known, `${what}: ${missing}`);
}

export const raceWords = (race: RaceFacts): string => raceSentence(race);

export const lockstepRace = (race: RaceFacts): Described =>
  described(entries.SW111, fill(messages.lockstep, { race: raceSentence(race) }));

export const barrierUnderBranch = (facts: DivergenceFacts): Described =>
  described(
    entries.SW201,
    fill(messages.otherPath, { waiting: waitsAt(facts), other: nameOther(facts), place: at(facts.otherLine) }),
  );

export const barrierInUnevenLoop = (facts: DivergenceFacts, loopLine: number | null): Described =>
  described(
    entries.SW202,
    fill(messages.otherIterations, {
      waiting: waitsAt(facts),
      other: nameOther(facts),
      place: loopLine === null ? '' : fill(messages.onLine, { loopLine }),
    }),
  );

/** Since Volta a barrier waits only for threads that have not exited; before, it could hang. */
export const earlyExit = (facts: DivergenceFacts, warpModel: WarpModel): Described => ({
  ...described(
    entries.SW203,
    fill(messages.alreadyLeft, { waiting: waitsAt(facts), other: nameOther(facts), place: at(facts.otherLine) }),
  ),
  severity: warpModel === 'lockstep' ? 'error' : 'warning',
});

export const differentBarriers = (facts: DivergenceFacts): Described =>
  described(
    entries.SW204,
    fill(messages.otherBarrier, { waiting: waitsAt(facts), other: nameOther(facts), place: at(facts.otherLine) }),
  );

/**
 * `isGroup`: of cooperative groups; else one that is given a mask. `gone`: the other went around it and ended.
 * `left-out`: it came, but its own mask does not name it.
 */
export type PartingFacts = Readonly<{
  isGroup: boolean;
  how: 'elsewhere' | 'gone' | 'left-out';
  what: string;
  line: number;
  waiting: NonNullable<Who>;
  other: NonNullable<Who>;
  otherLine: number | null;
}>;

export const lanesMissed = (facts: PartingFacts): Described => described(entries.SW211, partingSentence(facts));
export const membersMissed = (facts: PartingFacts): Described => described(entries.SW212, partingSentence(facts));

/**
 * `isRaceFree`: the kernel is, without it too; else no two accesses collide that did not before. `saving`: in barriers
 * executed.
 */
export const redundantBarrier = (line: number, isRaceFree = true, saving: string | null = null): Described =>
  described(
    entries.SW301,
    fill(messages.redundantBarrier, {
      line,
      proof: isRaceFree ? messages.redundantInRaceFree : messages.redundantAmongRaces,
      saving: saving === null ? '' : fill(messages.saving, { saving }),
    }),
  );

/** Who saw a value, who changed it, and where the first acted all the same. */
export type StaleFacts = Readonly<{
  element: string;
  seen: NonNullable<Who>;
  seenLine: number;
  changed: NonNullable<Who>;
  changedLine: number;
  actLine: number;
}>;

export const lostAtomicity = ({ element, seen, seenLine, changed, changedLine, actLine }: StaleFacts): Described =>
  described(
    entries.SW401,
    fill(messages.lostAtomicity, {
      reader: threadName(seen),
      element,
      seenLine,
      actLine,
      writer: threadName(changed),
      changedLine,
    }),
  );

/** Who waits where, for what, and where another block changes it; null: it is not known where. */
export type WaitFacts = Readonly<{ who: NonNullable<Who>; line: number; element: string; changedLine: number }>;

export const waitForOthers = ({ who, line, element, changedLine }: WaitFacts): Described => ({
  ...described(entries.SW407, fill(messages.blocksWait, { waiting: threadName(who), line, element, changedLine })),
  severity: 'warning',
});

/** `other`: a lane of the warp whose turn never comes. */
export const waitInLockstep = ({
  who,
  line,
  element,
  other,
}: Omit<WaitFacts, 'changedLine'> &
  Readonly<{ other: Readonly<{ who: NonNullable<Who>; line: number }> }>): Described =>
  described(
    entries.SW406,
    fill(messages.lanesWait, {
      waiting: threadName(who),
      element,
      line,
      other: threadName(other.who),
      line2: other.line,
    }),
  );

export const failingAssertion = (who: NonNullable<Who>, at: number): Described =>
  described(entries.SW403, fill(messages.assertionOrder, { at, thread: threadName(who) }));

/** Which thread comes first may be meant to decide. */
export const orderDependence = (element: string): Described => ({
  ...described(entries.SW402, fill(messages.scheduleDependent, { element })),
  severity: 'info',
});

export const threadName = ({ block, thread }: NonNullable<Who>): string =>
  fill(messages.threadOfBlock, { thread: thread.join(','), block: block.join(',') });

// ── Limits: what we could not do, for `reasons` of a kernel ──────────────────────────────────────────────────

export type Limit = Readonly<{ code: string; text: string }>;

/** `what`: the construct and its line, in words. */
export const unsupportedConstruct = (what: string): Limit => ({ code: 'SL101', text: what });
export const budgetReached = (which: string, limit: string, option: string | null): Limit => ({
  code: 'SL104',
  text: fill(messages.budget, { which, limit, option: option === null ? '' : fill(messages.budgetOption, { option }) }),
});
export const timeLimitReached = (seconds: number): Limit => ({
  code: 'SL105',
  text: fill(messages.timeLimit, { seconds }),
});
export const totalTimeReached = (seconds: number): Limit => ({
  code: 'SL105',
  text: fill(messages.totalTimeLimit, { seconds }),
});
export const stoppedEarly = (stage: string): Limit => ({ code: 'SL109', text: fill(messages.stopped, { stage }) });
/** `signal`: what asked for it, in words. */
export const interruptedBy = (signal: string): Limit => ({
  code: 'SL112',
  text: fill(messages.interrupted, { signal }),
});
export const faultInAnalysis = (what: string): Limit => ({ code: 'SL111', text: fill(messages.bug, { what }) });

/** The line that stands in `reasons`. */
export const reasonText = (limit: Limit): string => `${limit.text} [${limit.code}]`;

/** Whether a reason says that the time was over. */
export const isTimeReason = (reason: string): boolean => reason.endsWith('[SL105]');

/** Whether a reason says that the run was stopped before the kernel was decided. */
export const isInterruption = (reason: string): boolean => reason.endsWith('[SL112]');

/** Whether a reason says that a bug of ours stopped the analysis. */
export const isFaultReason = (reason: string): boolean => reason.endsWith('[SL111]');

export const limitCodes: readonly Readonly<{ code: string; title: string }>[] = [
  { code: 'SL101', title: 'construct that is not modelled' },
  { code: 'SL104', title: 'budget reached' },
  { code: 'SL105', title: 'time limit reached' },
  { code: 'SL109', title: 'stopped as requested' },
  { code: 'SL111', title: 'bug in Syncwright' },
  { code: 'SL112', title: 'interrupted' },
];

// ── Problems of the input ────────────────────────────────────────────────────────────────────────────────────

const problem =
  (code: string, text: (file: string) => string) =>
  (file: string, where: number | null = null): InputProblem => ({ file, line: where, code, text: text(file) });

export const fileMissing = problem('SI101', () => messages.noSuchFile);
export const includeFolderMissing = problem('SI101', () => messages.noSuchDirectory);
export const noCudaInDirectory = problem('SI102', () => messages.noSource);
export const fileBinary = problem('SI103', () => messages.notText);
export const fileNotUtf8 = problem('SI104', () => messages.notUtf8);
export const fileTooLarge = (file: string, size: number, limit: number): InputProblem => ({
  file,
  line: null,
  code: 'SI105',
  text: fill(messages.tooLarge, { size, limit }),
});
export const fileCutOff = (file: string, where: number | null, what: string): InputProblem => ({
  file,
  line: where,
  code: 'SI106',
  text: what,
});
/**
 * A function, comment or `#if` that the file does not close, or a brace that closes nothing: what is around it was not
 * read as it was meant.
 */
export const textUnclosed = (file: string, where: number | null, what: string): InputProblem => ({
  file,
  line: where,
  code: 'SI121',
  text: what,
});
export const includeMissing = (file: string, where: number | null, name: string): InputProblem => ({
  file,
  line: where,
  code: 'SI107',
  text: fill(messages.missingInclude, { name }),
});
/** `because`: the reason of the limit, with its code. */
export const readingTimedOut = (file: string, because: string): InputProblem => ({
  file,
  line: null,
  code: 'SI116',
  text: fill(messages.cutOff, { because }),
});
export const fileUnreadable = (file: string, because: string): InputProblem => ({
  file,
  line: null,
  code: 'SI108',
  text: fill(messages.unreadable, { because }),
});
export const linkLeadsOutside = problem('SI109', () => messages.outsideLink);
export const includeTooDeep = (file: string, where: number | null, limit: number): InputProblem => ({
  file,
  line: where,
  code: 'SI110',
  text: fill(messages.deepIncludes, { limit }),
});
/** `names`: of the kernels that there are, the likeliest first. */
export const kernelMissing = (file: string, name: string, names: readonly string[]): InputProblem => {
  const [shown, more] = [names.slice(0, 12).join(', '), names.length > 12 ? ` and ${names.length - 12} more` : ''];
  return {
    file,
    line: null,
    code: 'SI111',
    text: fill(messages.noSuchKernel, {
      name,
      known: names.length === 0 ? 'there is none' : `there ${names.length === 1 ? 'is' : 'are'} only ${shown}${more}`,
    }),
  };
};
export const notCuda = problem('SI112', () => messages.noKernel);
export const expansionBudget = (file: string, where: number | null, what: string): InputProblem => ({
  file,
  line: where,
  code: 'SI113',
  text: what,
});
export const passedOver = (file: string, where: number | null, what: string): InputProblem => ({
  file,
  line: where,
  code: 'SI115',
  text: what,
});
/** `names`: of the parameters that there are, the likeliest first. */
export const parameterMissing = (name: string, names: readonly string[]): InputProblem => {
  const [shown, more] = [names.slice(0, 12).join(', '), names.length > 12 ? ` and ${names.length - 12} more` : ''];
  return {
    file: '--param',
    line: null,
    code: 'SI117',
    text: fill(messages.noSuchParameter, {
      name,
      known: names.length === 0 ? 'there is none' : `there ${names.length === 1 ? 'is' : 'are'} only ${shown}${more}`,
    }),
  };
};
export const assumptionUnreadable = (text: string, because: string): InputProblem => ({
  file: '--assume',
  line: null,
  code: 'SI114',
  text: fill(messages.badAssumption, { text, because }),
});
/** `what`: how it differs from a suppression that is understood. */
export const suppressionUnreadable = (file: string, where: number | null, what: string): InputProblem => ({
  file,
  line: where,
  code: 'SI118',
  text: what,
});
/** `codes`: of what the comment would suppress. */
export const commentUnused = (file: string, where: number | null, codes: readonly string[]): InputProblem => ({
  file,
  line: where,
  code: 'SI119',
  text: fill(messages.uselessComment, { codes: codes.join(' or ') }),
});
/** `code`: of a finding that is there, and elsewhere. */
export const commentInsufficient = (file: string, where: number | null, code: string): InputProblem => ({
  file,
  line: where,
  code: 'SI119',
  text: fill(messages.insufficientComment, { code }),
});
/** `id`: of what the entry of the configuration would suppress. */
export const entryUnused = (file: string, where: number | null, id: string): InputProblem => ({
  file,
  line: where,
  code: 'SI119',
  text: fill(messages.uselessEntry, { id }),
});

/**
 * Whether it says that an included file, or a folder of them, was not found: kernels may not be understood for that.
 */
export const isIncludeProblem = (code: string): boolean => code === 'SI107';

/** `what`: why, in words. */
export const buildFileUnusable = (file: string, where: number | null, what: string): InputProblem => ({
  file,
  line: where,
  code: 'SI120',
  text: what,
});

/** `read`: how many of the sources that include the header are read with it. */
export const includersLeftOut = (file: string, read: number, others: number): InputProblem => ({
  file,
  line: null,
  code: 'SI122',
  text: fill(messages.includersLeftOut, { read, others }),
});

/**
 * With these a file is read all the same: as Latin-1, without an included file, without a kernel, with a suppression
 * that says nothing, without what a build file says, with some of its includers only.
 */
const readAllTheSame: ReadonlySet<string> = new Set(['SI104', 'SI107', 'SI112', 'SI118', 'SI119', 'SI120', 'SI122']);
/**
 * After these nothing of a file was read, or not its rest: kernels may stand in it of which the report says nothing.
 */
const notRead: ReadonlySet<string> = new Set(['SI101', 'SI103', 'SI105', 'SI108', 'SI109', 'SI110', 'SI113', 'SI116']);
export const isNotRead = ({ code }: InputProblem): boolean => notRead.has(code);

/** The text of the file is not C++ as it was read. */
export const isUnparsed = ({ code }: InputProblem): boolean =>
  code === fileCutOff('', null, '').code || code === textUnclosed('', null, '').code;

/** Whether a kernel that the report does not have is not in the file, for all that this problem says. */
export const isReadAllTheSame = ({ code }: InputProblem): boolean => readAllTheSame.has(code);

export const inputCodes: readonly Readonly<{ code: string; title: string }>[] = [
  { code: 'SI101', title: 'missing file' },
  { code: 'SI102', title: 'directory without CUDA' },
  { code: 'SI103', title: 'binary file' },
  { code: 'SI104', title: 'not UTF-8' },
  { code: 'SI105', title: 'file too large' },
  { code: 'SI106', title: 'text that cannot be parsed' },
  { code: 'SI107', title: 'included file missing' },
  { code: 'SI108', title: 'file cannot be read' },
  { code: 'SI109', title: 'symbolic link leads outside' },
  { code: 'SI110', title: 'includes nested too deeply' },
  { code: 'SI111', title: 'no such kernel' },
  { code: 'SI112', title: 'no kernel in the file' },
  { code: 'SI113', title: 'preprocessor budget reached' },
  { code: 'SI114', title: 'assumption not usable' },
  { code: 'SI115', title: 'directive ignored' },
  { code: 'SI116', title: 'time limit reached while reading' },
  { code: 'SI117', title: 'no such parameter' },
  { code: 'SI118', title: 'suppression not valid' },
  { code: 'SI119', title: 'suppression without effect' },
  { code: 'SI120', title: 'build file not usable' },
  { code: 'SI121', title: 'unbalanced brace, or comment or #if not closed' },
  { code: 'SI122', title: 'header with many includers' },
];

/** The title of any code, `null` when there is none. */
export function titleOf(code: string): string | null {
  return (
    [...findingCodes, ...limitCodes, ...inputCodes, ...retiredCodes].find((known) => known.code === code)?.title ?? null
  );
}

// ── Words ────────────────────────────────────────────────────────────────────────────────────────────────────

const described = (known: CodeEntry, message: string): Described => ({
  code: known.code,
  kind: known.kind,
  severity: known.severity,
  message,
});

/** What can go wrong between the two, in the order that surprises. */
function raceSentence(race: RaceFacts): string {
  const { first, second, element } = race;
  const a = nameOf(first.who, race);
  const b = nameOf(second.who, race, 'another thread');
  const cell = `\`${element}\``;
  const [lineA, lineB] =
    first.line === second.line ? ['', linesOf(race)] : [` (line ${first.line})`, ` (line ${second.line})`];
  if (first.mode === 'atomic')
    return `${a} updates ${cell} atomically${lineA} while ${b} ${plainly(second.mode)}${lineB}`;
  if (second.mode === 'atomic')
    return `${b} updates ${cell} atomically${lineB} while ${a} ${plainly(first.mode)}${lineA}`;
  if (first.mode === 'read' && second.mode === 'write') return fill(messages.overwritten, { b, cell, lineB, a, lineA });
  if (first.mode === 'write' && second.mode === 'read') return fill(messages.readEarly, { b, cell, lineB, a, lineA });
  if (first.line === second.line) return fill(messages.bothWrite, { a, b, cell, lineB });
  return fill(messages.bothWriteLines, { a, b, cell, line: first.line, line2: second.line });
}

function plainly(mode: AccessFacts['mode']): string {
  switch (mode) {
    case 'read':
      return messages.readsPlainly;
    case 'write':
      return messages.writesPlainly;
    case 'atomic':
      return messages.atomicToo;
    default:
      return assertNever(mode);
  }
}

const linesOf = (race: RaceFacts): string =>
  race.first.line === race.second.line
    ? ` (line ${race.first.line})`
    : ` (lines ${race.first.line} and ${race.second.line})`;

function nameOf(who: Who, race: RaceFacts, unnamed = 'one thread'): string {
  if (who === null) return unnamed;
  const blocksDiffer =
    race.first.who !== null &&
    race.second.who !== null &&
    printDim(race.first.who.block) !== printDim(race.second.who.block);
  return `thread ${printDim(who.thread)}${blocksDiffer ? ` of block ${printDim(who.block)}` : ''}`;
}

function partingSentence({ isGroup, how, what, line, waiting, other, otherLine }: PartingFacts): string {
  const isFar = printDim(waiting.block) !== printDim(other.block);
  const named = ({ block, thread }: NonNullable<Who>): string =>
    `thread ${printDim(thread)}${isFar ? ` of block ${printDim(block)}` : ''}`;
  const [a, b] = [named(waiting), named(other)];
  if (how === 'left-out') return fill(messages.maskWithoutItself, { a, what, line, b });
  const comes = fill(messages.arrives, {
    a,
    what,
    line,
    whose: isGroup ? messages.groupMember : messages.maskMember,
    b,
  });
  if (how === 'elsewhere') return fill(messages.waitsElsewhere, { comes, place: at(otherLine) });
  return otherLine === null
    ? fill(messages.bypasses, { comes })
    : fill(messages.leftBefore, { comes, place: at(otherLine) });
}

const waitsAt = (facts: DivergenceFacts): string =>
  fill(messages.waits, {
    waiting: facts.waiting === null ? 'one thread' : `thread ${printDim(facts.waiting.thread)}`,
    barrierLine: facts.barrierLine,
  });
const nameOther = (facts: DivergenceFacts): string =>
  facts.other === null ? messages.otherThread : `thread ${printDim(facts.other.thread)}`;
const at = (where: number | null): string => (where === null ? '' : ` (line ${where})`);
const printDim = (dim: Dim3): string => `(${dim.join(',')})`;
