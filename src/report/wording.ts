/** How verdicts, launches, values and accesses are put into words: the same in every format. */
import type { LaunchConfig, WarpModel } from '../launch/launch.ts';
import type { ConcreteRun } from '../launch/run.ts';
import type {
  Finding,
  Fix,
  KernelAnswer,
  Report,
  Suppression,
  Verdict,
  Witness,
  WitnessAccess,
} from '../verdict/finding.ts';
import { baseName } from '../base/kernel-name.ts';
import { fill } from '../base/message.ts';
import { shownVerdicts } from '../verdict/finding.ts';
import { assertNever } from '../base/invariant.ts';
import { coordinatesOf, sameDim } from '../launch/dimensions.ts';

/** Looks up the text of a source file; null when there is none. Passed in: reports read no file. */
export type SourceLookup = (file: string) => string | null;

export const printDim = (dim: readonly (number | null)[]): string =>
  `(${dim.map((axis) => (axis === null ? '?' : `${axis}`)).join(',')})`;

/** `<<<(2,1,1), (64,1,1)>>>`; an axis that is not known is `?`. */
export const printShape = (launch: Pick<LaunchConfig, 'grid' | 'block'>): string =>
  `<<<${printDim(launch.grid)}, ${printDim(launch.block)}>>>`;

export const printScalars = (scalars: ReadonlyMap<string, bigint | number>): string =>
  [...scalars].map(([name, value]) => `${name} = ${value}`).join(', ');

export function warpModelWords(model: WarpModel): string {
  return model === 'its' ? 'independent thread scheduling' : 'lockstep warps';
}

export function verdictWords(verdict: Verdict): string {
  switch (verdict) {
    case 'racy':
      return 'racy';
    case 'conditional':
      return 'conditional';
    case 'drf':
      return 'drf (race-free)';
    case 'unknown':
      return 'unknown';
    case 'unsupported':
      return 'unsupported';
    default:
      return assertNever(verdict);
  }
}

/** `, block (7,0,0)`: where both threads are, when the grid has more than one block. */
export function commonBlockWords(witness: Witness): string {
  const several = witness.run.grid.some((axis) => axis > 1);
  return several && !inDifferentBlocks(witness) ? `, block ${printDim(witness.accesses[0].block)}` : '';
}

/** `writes scratch[0]`, `waits at this barrier`, `exits here`. */
export function doingWords(access: WitnessAccess, element: string | null): string {
  const what = element ?? access.expression.replace(/\s+/g, ' ');
  const value = access.value === null ? '' : ` = ${access.value}`;
  switch (access.mode) {
    case 'read':
      return `reads ${what}${value}`;
    case 'write':
      return `writes ${what}${value}`;
    case 'atomic':
      return `updates ${what} atomically`;
    case 'barrier':
      return 'waits at this barrier';
    case 'exited':
      return isExit(access.expression) ? messages.exitsHere : messages.otherPathHere;
    default:
      return assertNever(access.mode);
  }
}

/** Else it is the branch or loop at which the thread goes elsewhere. */
const isExit = (expression: string): boolean => /^return\s*;?$/.test(expression.trim());

/** `thread (1,0,0)`, with its block where the two threads are in different ones. */
export function threadWords(access: WitnessAccess, witness: Witness): string {
  return `thread ${printDim(access.thread)}${inDifferentBlocks(witness) ? ` of block ${printDim(access.block)}` : ''}`;
}

export const inDifferentBlocks = (witness: Witness): boolean =>
  !sameDim(witness.accesses[0].block, witness.accesses[1].block);

export const iterationWords = (access: Pick<WitnessAccess, 'loops'>): readonly string[] =>
  access.loops.map(({ line, turn }) => fill(messages.iteration, { turn, line }));

/**
 * What the order of the two accesses changes, as a sentence without a full stop; null: it was not run in both orders.
 */
export function outcomeWords(witness: Witness): string | null {
  const { outcome } = witness;
  if (outcome === undefined) return null;
  const reader = witness.accesses.find(({ mode }) => mode === 'read');
  const [a = '', b = '', c = ''] = outcome.values;
  switch (outcome.kind) {
    case 'read':
      return fill(messages.readsEither, {
        thread: reader === undefined ? 'one thread' : threadWords(reader, witness),
        a,
        b,
      });
    case 'result':
      return fill(messages.endsEither, { element: outcome.element, a, b });
    case 'lost-update':
      return fill(b === c ? messages.lostEqual : messages.lostUpdate, { a, b, c });
    case 'elsewhere':
      return fill(messages.endsElsewhere, { element: outcome.element });
    case 'nothing':
      return messages.changesNothing;
    default:
      return assertNever(outcome.kind);
  }
}

/**
 * Contents of arrays that matter to the run: what an array is filled with, if not with 0, and the listed elements, at
 * most `limit` of them.
 */
export function arrayWords(run: ConcreteRun, limit: number): readonly string[] {
  const filled = [...run.arrays].flatMap(([name, { fill: rest, values }]) =>
    rest === 0n || rest === 0 || rest === 'uninitialized'
      ? []
      : [
          rest === 'distinct'
            ? fill(values.size === 0 ? messages.distinctElements : messages.otherDistinct, { name })
            : `${values.size === 0 ? 'all' : 'all other'} elements of ${name} = ${rest}`,
        ],
  );
  const words = [
    ...[...run.arrays].flatMap(([name, { values }]) =>
      [...values].map(([index, value]) => `${name}[${index}] = ${value}`),
    ),
    ...filled,
  ];
  return words.length <= limit ? words : [...words.slice(0, limit), `and ${words.length - limit} more`];
}

/** In which order threads ran; they are named by their coordinates, as in the findings. */
export function scheduleWords({ schedule, grid, block }: Pick<ConcreteRun, 'schedule' | 'grid' | 'block'>): string {
  const isAlone = grid.every((axis) => axis === 1);
  const who = (one: Readonly<{ block: number; thread: number }>): string =>
    `thread ${printDim(coordinatesOf(one.thread, block))}${isAlone ? '' : ` of block ${printDim(coordinatesOf(one.block, grid))}`}`;
  switch (schedule.kind) {
    case 'canonical':
      return 'threads in ascending order, each to its next barrier';
    case 'preferred':
      return `ascending, but first ${schedule.order.map(who).join(', then ')}`;
    case 'random':
      return `random, seed ${schedule.seed}`;
    case 'delayed':
      return `ascending, with ${schedule.delays.map((one) => `${who(one)} held back before its step ${one.step}`).join(', ')}`;
    default:
      return assertNever(schedule);
  }
}

/** Related places that the witness and the pairs do not show already, and steps of a story. */
export function furtherPlaces(finding: Finding): Finding['related'] {
  const shown = [
    ...(finding.witness === null ? [finding.span] : finding.witness.accesses.map((access) => access.span)),
    ...finding.pairs.flatMap(({ first, second }) => [first, second]),
  ];
  return finding.related.filter(
    ({ span, isStep }) =>
      isStep === true ||
      !shown.some((other) => other.file === span.file && other.start === span.start && other.end === span.end),
  );
}

/** `suppressed by the comment on a.cu:3: guarded by the host`. */
export function suppressionWords({ by, reason, author, file, line }: Suppression): string {
  const place = `${file}${line === null ? '' : `:${line}`}`;
  return `suppressed by ${by === 'configuration' ? place : `the ${by === 'comment' ? 'comment on' : 'command'} ${place}`}${author === null ? '' : ` (${author})`}: ${reason}`;
}

/** Right only if something is meant, where it presumes that. */
export const proofWords = ({ proof, condition, presumes }: Fix): string =>
  `${fill(wordsOfProofs[proof], { condition: condition ?? '' })}${presumes === undefined ? '' : `; correct only if ${presumes}`}`;

/** Of a finding without a patch, one that is right if something is meant. */
export const presumedOf = ({ fix, alternatives }: Finding): Fix | null =>
  fix === null ? (alternatives.find(({ presumes }) => presumes !== undefined) ?? null) : null;

const wordsOfProofs: Readonly<Record<Fix['proof'], string>> = {
  drf: 'proved: the patched kernel is race-free',
  conditional: 'proved under a condition: the patched kernel is {condition}',
  machine: 'not proved: the patched kernel no longer has the finding, and no run of the machine shows a new one',
  unneeded: 'proved: the patch introduces no new finding or open question; the existing ones remain',
};

/** Kernels grouped by file, files in the order of the report. */
export function byFile(report: Report): ReadonlyMap<string, readonly KernelAnswer[]> {
  const groups = new Map<string, KernelAnswer[]>();
  for (const kernel of report.kernels) {
    const group = groups.get(kernel.span.file);
    if (group === undefined) groups.set(kernel.span.file, [kernel]);
    else group.push(kernel);
  }
  return groups;
}

export const isUndecided = ({ verdict }: KernelAnswer): boolean => verdict === 'unknown' || verdict === 'unsupported';

export const findingsOf = (report: Report): readonly Finding[] => report.kernels.flatMap((kernel) => kernel.findings);

/** `3 kernels: 1 racy, 2 race-free`. */
export function summaryWords(report: Report): string {
  if (report.kernels.length === 0) return 'no kernel was analysed';
  const counts = shownVerdicts
    .map((verdict) => ({ verdict, n: report.kernels.filter((kernel) => kernel.verdict === verdict).length }))
    .filter(({ n }) => n > 0)
    .map(({ verdict, n }) => `${n} ${verdictWords(verdict)}`);
  return `${plural(report.kernels.length, 'kernel')}: ${counts.join(', ')}`;
}

/** How the configuration states a condition of one kernel, on one line of YAML. */
export const configuredAs = (kernel: string, condition: string): string =>
  `kernels: [{ name: ${JSON.stringify(baseName(kernel))}, assume: [${JSON.stringify(condition)}] }]`;

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

export const plural = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

/** Printed to docs/messages.md. `{name}` is a slot. */
export const messages = {
  coverageApproximated:
    'approximated: what is not modelled is an unknown value, or an unknown step on the arrays that it can reach',
  coverageUnsupported: 'unsupported: these kernels are not analysed',
  retiredCode: 'Retired: this code is no longer reported.{more}',
  limitCode:
    'A limit of Syncwright: it explains what could not be decided, not that something is wrong with the kernel. See docs/limits.md for what helps.',
  inputCode: 'A problem of the input: the rest was analysed.',
  dataRace: 'data race',
  divergence: 'barrier divergence',
  possibleKind: 'possible {kind}',
  causeInBuild: '{cause}, when {when}',
  distinctElements: '{name}[k] = (k ^ 5) + 1',
  otherDistinct: 'otherwise {name}[k] = (k ^ 5) + 1',
  sameEdit: '**One bug with:**',
  readsEither: '{thread} reads {a} or {b}, depending on which access comes first',
  endsEither: '`{element}` ends as {a} or {b}, depending on which access comes last',
  lostUpdate: 'both threads read {a}, then one stores {b} and the other {c}: one of the two updates is lost',
  lostEqual: 'both threads read {a} and then store {b}: one of the two updates is lost',
  endsElsewhere: '`{element}` ends with another value, depending on which access comes first',
  changesNothing: 'in this run, both orders of the two accesses have the same result',
  withThreads: 'With {threads}',
  withBlocks: 'With {blocks} blocks of {threads}',
  notAllMeet: 'not all threads of the block reach the barrier on line {line}',
  underBranch: 'the barrier on line {line} is in a branch that only some threads take',
  inUnevenLoop: 'the barrier on line {line} is in a loop that threads leave after different numbers of iterations',
  afterExit: 'some threads exit before the barrier on line {line}',
  twoBarriers: 'threads that should meet at the barrier on line {line} wait at another one',
  racesOnArray: 'nothing orders two accesses to `{array}` ({lines})',
  equalValues: 'several threads write `{a}` (line {line}), all of them the same value',
  atomicAndPlain: '`{atomic}` is updated atomically, and `{plain}` accesses the same cell without an atomic',
  sameByTwoBlocks: 'two blocks execute `{a}` (line {line}) on one cell, and nothing orders them',
  noOrderOfBlocks: 'nothing orders `{a}` (line {line}) of one block and `{b}` (line {line2}) of another',
  sameByTwoThreads: 'two threads execute `{a}` (line {line}) on one cell, and nothing orders them',
  betweenIterations: '`{a}` (line {line}) and `{b}` (line {line2}) need a {barrier} between iterations',
  noneBetween: 'there is no {barrier} between `{a}` (line {line}) and `{b}` (line {line2})',
  checkedDrf: 'Checked: with this change the kernel is race-free.',
  checkedConditional: 'Checked: with this change the kernel is {condition}.',
  checkedMachine: 'Not proved: with this change the finding is gone, and no run of the machine shows a new one.',
  checkedUnneeded: 'Checked: this change introduces no new finding.',
  costLine: ' Cost: {text}.',
  presumedToo: ' Correct only if {text}.',
  replyInThread: 'wrong? reply `/syncwright ignore REASON`',
  replyAnywhere: 'wrong? comment `/syncwright ignore {id} REASON`',
  smallLine: '<sub>{parts}</sub>',
  happensElsewhere: '**It happens elsewhere:** at {places} in {kernel}, which rests on what is changed here{more}.',
  otherCauses: ' (and at {places} of the diff)',
  theDiff: 'The patch',
  runAgain: '- **Run it again:** {commands}',
  restsOn: '**Assumptions:**',
  sameCause: '**The same cause also races at:**',
  moreDetails: 'Time line, inputs, assumptions, how to reproduce',
  moreDetailsWithPatch: 'Time line, inputs, assumptions, why this patch, how to reproduce',
  conditionalPatch: '- **A patch under a condition:** {patch} ({proof}); `syncwright fix --presume` writes it',
  whyThisPatch:
    'it inserts barriers at the cheapest places that separate all racing accesses, and only those that the proof needs.',
  whyPatch: '- **Why this patch:** {why}',
  storySteps: '**Step by step:**',
  syncwarpNotEnough:
    '`__syncwarp()` would not be enough: the two threads are in different warps ({first} and {second}).',
  inBaseline: 'in the baseline',
  notTogether: 'A barrier is for all threads of the block, and these two do not reach it together.',
  noOrder: 'Both access {cell}, and nothing determines which of them comes first.',
  alsoRaces: '{id}: also races',
  patchIs: 'Patch: {title}.',
  patchOfFinding: '{id}: inserted by the patch',
  beforeFirstBarrier: 'before the first barrier',
  sameInterval: 'in the same interval',
  notTogetherHere: 'The two do not reach the barrier together.',
  divergeHere: 'they diverge here',
  collideHere: 'they collide here',
  racyMeans: 'A data race or barrier divergence was confirmed: replayed on the machine.',
  conditionalMeans:
    'Proved under a condition on the arguments, which no host code states or contradicts. The condition is given.',
  raceFreeMeans:
    'Proved: no data race and no barrier divergence, for every launch and input that the assumptions allow.',
  unknownMeans: 'Neither proved nor confirmed. The reasons are given.',
  unsupportedMeans: 'It uses a construct that is not modelled. Its line is given.',
  notJson: 'not a JSON file: {text}',
  notAReport: 'not a report of Syncwright: {message}',
  noPatch: '**No patch:** {why}.',
  inBaselineToo: ', in the baseline',
  notCounted: 'Not counted: {why}.',
  provedContents: 'It cannot happen where {condition} holds, which is proved.',
  stateContents: 'To state it, use {option}, or {configured} in `.syncwright.yml`.',
  provedCondition:
    'It cannot happen where {condition} holds: {assertion} in the kernel states this, and proves the kernel free of it.',
  conditionLead: '**Race-free if {condition}.** This is proved, and no host code states or contradicts it.',
  conditionElse: 'Without the condition: {cause}. {effect}.',
  conditionState: 'To state it, use {option}, {assertion} in the kernel, or {configured} in `.syncwright.yml`.',
  sameFix: 'The patch {patchAt} fixes this as well.',
  moreFindings: '{count} more findings are not shown here; they are in the JSON report.',
  impossibleWhere: 'It cannot happen where {condition} holds. ',
  noPatchBecause: ' No patch: {advice}.',
  theSameCause: 'the same cause',
  keptResults: '{results} results of an earlier run are kept: their kernels were not decided in this one',
  furtherFindings: '{more} further findings are omitted',
  step: '── step {number} of {count} · {thread} ',
  iteration: 'iteration {turn} of the loop on line {line}',
  cellByte: '{text} (byte {byte} of the array)',
  sameMemory: 'the memory where they {deed}',
  storyDiverge: 'the two diverge here',
  contested: 'the memory that the order affects',
  storyCollide: 'they collide here{why}',
  inConfiguration: '(.syncwright.yml)',
  conditionToState: 'This is proved. If every launch satisfies it, state it in one of these ways:',
  contentsProved: 'It is proved that it cannot happen where {condition} holds. State this by:',
  conditionProved: 'It is proved that it cannot happen where {condition} holds. State this in one of two ways:',
  sameCauseAt: '  the same cause: {places}{more}',
  presumeLine: 'option {title} ({proof}): fix --presume',
  optionOfOther: 'option the patch of {shownAt} fixes this as well: {title}',
  patchOfOther: 'fix    the patch of {shownAt} fixes this as well: {title}',
  explainHint: 'explain a code: syncwright explain {code}',
  replayHint:
    'replay a finding: write a report with --format json --out report.json, then syncwright replay report.json {id}',
  fixHint: 'apply the patches: syncwright fix --write{text} {more}',
  notKept: '{count} not kept',
  kernelStart: 'start of the kernel',
  barrierBroken: 'not all threads meet at the barrier',
  kernelEnd: 'end of the kernel',
  blocksUnordered: 'no order between blocks',
  inTheirOrder: 'in the order in which it happened',
  notSequential: 'memory that no sequential order produces',
  assertionFails: 'the assertion on line {line} fails',
  waitsAtBarrier: 'waits at the barrier',
  waitsAtGrid: 'waits at the barrier of the grid',
  waitsForLanes: 'waits for lanes of its warp',
  reachesPartial: 'reaches a barrier of part of the block',
  exchanges: 'exchanges values with its warp',
  hasExchanged: 'has the values of its warp',
  continues: 'continues after the barrier',
  exitsHere: 'exits here',
  otherPathHere: 'takes another path here',
  hasExited: 'has exited the kernel',
  exits: 'exits the kernel',
  delayed: 'is delayed here',
  eitherFirst: 'Both access {cell} and {why}: either may come first.',
  otherIterations: ' They are in different iterations of their loop.',
  partialRendezvous:
    'A warp or group operation is for all threads that its mask names, or all members of the group, and these two do not reach it together.{where}',
  blockRendezvous:
    'A barrier is for all threads of the block, and these two do not reach it together.{where} At that moment {waiting} of the block {verb} at a barrier and {exited} {have} exited the kernel.',
  thisOrderFails: 'In this order the assertion on line {line} fails; in another it holds.',
  thisOrderShows: 'This order of the threads shows it.',
  staleValue: 'A thread acts on a value from {text} that has changed since the thread read it.',
  noCollision: 'They do not collide in this run.',
  isDelayed: 'is delayed',
  theSubject: 'what the finding is about',
  otherTime: 'the same memory at another time',
  loopIteration: '(loop on line {line}, iteration {turn})',
  beforeTheBarrier: 'on the way to the barrier',
  noBarrierBetween: 'no barrier in between',
  nextBarrier: 'next barrier, or the end',
  interfere: 'interfere',
  headCheckedOut: 'PATH, with the head checked out',
  sameArguments: 'with the same arguments',
  someMemory: 'the same memory',
  nothingOrders: 'nothing orders blocks',
  noBarrier: 'no barrier separates them',
} as const;
