/** `syncwright replay REPORT.json ID`: runs a recorded witness again on the machine, from the source as it is now. */
import { gatherSources, readText } from './source-files.ts';
import type { Engine } from '../engine.ts';
import { parseReport } from '../report/json-read.ts';
import type { RecordedFinding, RecordedReport } from '../report/json-read.ts';
import { visible } from '../report/visible.ts';
import { plural, printDim, printScalars, printShape, scheduleWords, warpModelWords } from '../report/wording.ts';
import { assertNever } from '../base/invariant.ts';
import type { ConcreteRun } from '../launch/run.ts';
import { stepTexts } from '../report/story-steps.ts';
import { conclusionOf, timelineOfStory } from '../report/timeline-story.ts';
import { timelineSvg } from '../report/timeline-svg.ts';
import type { Picture } from '../report/timeline-svg.ts';
import { timelineText } from '../report/timeline-text.ts';
import type { SourceLookup } from '../report/wording.ts';
import type { RunStory } from '../verdict/run-story.ts';
import { deliver } from './render.ts';
import { stepThrough } from './stepper.ts';
import { status, UsageError } from './io.ts';
import type { Sources } from './source-files.ts';
import type { CliIo } from './io.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** What the machine saw; the command line knows the engine only. */
type MachineReport = Extract<Awaited<ReturnType<Engine['replay']>>, Readonly<{ ok: true }>>['value'];

export type ReplayFlags = Readonly<{
  step?: boolean;
  svg?: string;
  param: ReadonlyMap<string, bigint | number>;
  define: ReadonlyMap<string, string>;
  include: readonly string[];
  compileCommands?: string;
  maxBytes: number;
}>;

/** A report can be long; it is read whatever the limit for sources. */
const maxReportBytes = 512 * 1024 * 1024;

export async function replay(path: string, id: string, flags: ReplayFlags, io: CliIo): Promise<number> {
  const recorded = recordedIn(path);
  const finding = recorded.findings.find((known) => known.id === id || known.fingerprint === id);
  if (finding === undefined)
    throw new UsageError(
      fill(messages.noFinding, {
        path,
        id,
        known: recorded.findings.length === 0 ? '; it has none at all' : `; it has ${idsOf(recorded)}`,
      }),
    );
  if (finding.run === null) throw new UsageError(fill(messages.noWitness, { id }));
  const sources = gatherSources([finding.kernelFile], {
    maxBytes: flags.maxBytes,
    include: [...recorded.includeDirs, ...flags.include],
    ...commandsOf(recorded, flags),
  });
  const [problem] = sources.problems;
  if (sources.files.length === 0 && problem !== undefined)
    throw new UsageError(fill(messages.notTheSource, { kernelFile: finding.kernelFile, text: problem.text }));
  const engine = await io.openEngine();
  try {
    return await replayed(engine, finding, { recorded, flags, sources, io });
  } finally {
    await engine.close();
  }
}

function recordedIn(path: string): RecordedReport {
  const text = readText(path, maxReportBytes);
  if (!text.ok) throw new UsageError(`${path}: ${text.problem.text}`);
  const recorded = parseReport(text.value);
  if (!recorded.ok) throw new UsageError(`${path}: ${recorded.problem}`);
  return recorded.value;
}

function commandsOf(recorded: RecordedReport, flags: ReplayFlags): Readonly<{ compileCommands?: string }> {
  const path = flags.compileCommands ?? recorded.compileCommands;
  return path === null ? {} : { compileCommands: path };
}

type Given = Readonly<{ recorded: RecordedReport; flags: ReplayFlags; sources: Sources; io: CliIo }>;

async function replayed(
  engine: Engine,
  finding: RecordedFinding,
  { recorded, flags, sources, io }: Given,
): Promise<number> {
  const { run } = finding;
  if (run === null) throw new UsageError(fill(messages.noWitnessToRun, { id: finding.id }));
  const result = await engine.replay({
    file: finding.kernelFile,
    kernel: finding.kernel,
    read: sources.read,
    locate: sources.locate,
    run,
    sought: finding.sought,
    options: {
      kernel: null,
      block: null,
      grid: null,
      assumes: recorded.assumes,
      stated: recorded.stated,
      level: 'grid',
      timeoutSeconds: null,
      repair: false,
      warpModel: run.warpModel,
      params: new Map([...recorded.params, ...flags.param]),
      defines: new Map([...recorded.defines, ...flags.define]),
      includeDirs: [...recorded.includeDirs, ...flags.include],
      ...commandsOf(recorded, flags),
    },
  });
  if (!result.ok) throw new UsageError(`${finding.kernelFile}: ${result.problem}`);
  const { value: machine } = result;
  const picture = machine.story === null ? null : pictureOf(finding, machine, machine.story, sources.read);
  if (flags.svg !== undefined && picture !== null) deliver(timelineSvg(picture), flags.svg, io);
  io.out(`${openingLines(finding).join('\n')}\n`);
  if (flags.step === true && machine.story !== null)
    await stepThrough(
      stepTexts(machine.story, sources.read, io.width).map(({ text, isHit }) => ({ text, isMarked: isHit })),
      io,
    );
  io.out(
    `${[...seenLines(finding, machine), ...(picture === null || flags.step === true ? [] : ['', ...timelineText(picture.timeline, io.width), '', picture.conclusion, '']), ...endingLines(machine), ...(flags.svg === undefined ? [] : [fill(messages.drawn, { svg: flags.svg })])].join('\n')}\n`,
  );
  return isSeen(finding, result.value) ? status.findings : status.nothing;
}

/** Whether the run shows what it was recorded for. */
function isSeen({ code }: RecordedFinding, machine: MachineReport): boolean {
  if (machine.broken !== null) return false;
  if (code === 'SW403') return machine.faults.some(({ kind }) => kind === 'assertion');
  if (code === 'SW401') return machine.isSerializable === false;
  if (code === 'SW211' || code === 'SW212') return machine.partings.length > 0;
  return machine.races.length + machine.divergences.length > 0 || machine.outcome.kind === 'endless';
}

function openingLines(finding: RecordedFinding): readonly string[] {
  const { run } = finding;
  return [
    `${finding.id} ${finding.code} in ${visible(finding.kernel)} (${visible(finding.file)}:${finding.line}): ${visible(finding.message)}`,
    ...(run === null ? [] : [launchWords(run)]),
  ];
}

const launchWords = (run: ConcreteRun): string =>
  `launch ${printShape(run)}${run.scalars.size === 0 ? '' : ` with ${printScalars(run.scalars)}`}; ${warpModelWords(run.warpModel)}; schedule: ${scheduleWords(run)}`;

function pictureOf(
  finding: RecordedFinding,
  { outcome }: MachineReport,
  story: RunStory,
  source: SourceLookup,
): Picture {
  return {
    title: `${finding.code} in ${finding.kernel}, ${finding.file}:${finding.line}`,
    message: finding.message,
    facts: finding.run === null ? [] : [launchWords(finding.run)],
    timeline: timelineOfStory(story, source),
    how: story.kind,
    cell: story.cell?.text ?? null,
    conclusion:
      outcome.kind === 'endless' && story.kind === 'nothing'
        ? fill(messages.waitsForever, {
            thread: printDim(outcome.who.thread),
            block: printDim(outcome.who.block),
            line: outcome.span.line,
          })
        : conclusionOf(story),
    patch: finding.patch,
    notes: finding.notes.filter(({ note }) => /^\d+\. /.test(note)).map(({ note, line }) => `${note} (line ${line})`),
  };
}

function seenLines(finding: RecordedFinding, machine: MachineReport): readonly string[] {
  const isSought = soughtIn(finding);
  const sought = finding.sought?.element ?? machine.story?.cell?.text ?? null;
  const races = [...machine.races]
    .sort((a, b) => Number(isSought(b)) - Number(isSought(a)))
    .slice(0, 5)
    .map((race) => {
      const place =
        isSought(race) && sought !== null ? visible(sought) : `${visible(race.array)}, byte ${race.address}`;
      return [race.first, race.second]
        .map(
          (access) =>
            `  thread ${printDim(access.who.thread)} of block ${printDim(access.who.block)}, line ${access.span.line}: ${access.mode} ${place}${access.value === null ? '' : `, value ${access.value}`}`,
        )
        .join('\n');
    });
  const divergences = machine.divergences
    .slice(0, 5)
    .map(
      ({ span, waiting, other, otherAt }) =>
        `  thread ${printDim(waiting.thread)} waits at the barrier on line ${span.line}, thread ${printDim(other.thread)} ${whereWords(otherAt)}`,
    );
  const partings = machine.partings
    .slice(0, 5)
    .map(
      ({ span, waiting, other, otherAt, how }) =>
        `  thread ${printDim(waiting.thread)} comes to line ${span.line}, thread ${printDim(other.thread)} ${how === 'left-out' ? messages.namesOther : whereWords(otherAt)}`,
    );
  const failed = machine.faults
    .filter(({ kind }) => kind === 'assertion')
    .map(
      ({ who, span }) =>
        `  the assertion on line ${span.line} fails for thread ${printDim(who.thread)} of block ${printDim(who.block)}`,
    );
  const parts = [
    machine.races.length > 0 ? plural(machine.races.length, 'racing pair') : '',
    machine.divergences.length > 0 ? plural(machine.divergences.length, 'divergence') : '',
    machine.partings.length > 0 ? plural(machine.partings.length, 'incomplete synchronization') : '',
    failed.length > 0 ? messages.aFailingAssertion : '',
    machine.isSerializable === false ? messages.notSequential : '',
    machine.outcome.kind === 'endless' ? messages.endlessWait : '',
  ];
  if (machine.broken !== null) return [fill(messages.doesNotCount, { because: machine.broken })];
  return [
    isSeen(finding, machine)
      ? fill(messages.seenAgain, { what: parts.filter((part) => part !== '').join(', ') })
      : messages.notSeenAgain,
    ...races,
    ...divergences,
    ...partings,
    ...failed,
  ];
}

/** Whether a race is the one that the finding tells: its two threads, at its cell. */
function soughtIn({ sought }: RecordedFinding): (race: MachineReport['races'][number]) => boolean {
  const threads = (pair: readonly Readonly<{ block: readonly number[]; thread: readonly number[] }>[]): string =>
    pair
      .map(({ block, thread }) => JSON.stringify([block, thread]))
      .sort()
      .join();
  return ({ address, first, second }) =>
    sought !== null && address === sought.byte && threads([first.who, second.who]) === threads(sought.threads);
}

const endingLines = (machine: MachineReport): readonly string[] => [
  ...(machine.inventedValues ? [messages.chosenValues] : []),
  `the machine ${outcomeWords(machine)} after ${plural(machine.steps, 'step')}`,
];

function whereWords(at: MachineReport['divergences'][number]['otherAt']): string {
  switch (at.kind) {
    case 'exited':
      return at.span === null ? messages.hasExited : fill(messages.hasExitedOn, { line: at.span.line });
    case 'barrier':
      return fill(messages.waitsAt, { line: at.span.line });
    case 'other-turn':
      return fill(messages.otherIteration, { line: at.span.line });
    default:
      return assertNever(at);
  }
}

function outcomeWords(machine: MachineReport): string {
  const { outcome } = machine;
  switch (outcome.kind) {
    case 'completed':
      return messages.ranToEnd;
    case 'deadlock':
      return messages.deadlock;
    case 'endless':
      return fill(messages.neverEnds, { line: outcome.span.line });
    case 'aborted':
      return fill(messages.assertionFails, { line: outcome.span.line });
    case 'budget':
      return fill(messages.reachedBudget, { which: outcome.which });
    case 'data':
      return fill(messages.dataDependent, { line: outcome.span.line });
    case 'unmodelled':
      return fill(messages.stoppedAt, { line: outcome.span.line, why: visible(outcome.because) });
    default:
      return assertNever(outcome);
  }
}

function idsOf(recorded: RecordedReport): string {
  const ids = recorded.findings.map((finding) => finding.id);
  return ids.length <= 6 ? ids.join(', ') : `${ids.slice(0, 5).join(', ')}, … ${ids.at(-1) ?? ''}`;
}
