/**
 * Writes an analysis file: needs what a review was planned from, gives text that fits docs/analysis.schema.json and its
 * bounds. What does not fit is left out, the least telling first, and counted in `cut`: nothing is dropped in silence.
 */
import type { AnalysisFile, WrittenFinding, WrittenValue } from './analysis-file.ts';
import type { ConcreteRun } from '../launch/run.ts';
import type { Finding, Fix, Suppression, Witness, WitnessAccess } from '../verdict/finding.ts';
import type { ReviewInput } from './plan.ts';
import type { Span } from '../base/span.ts';
import { isFillWord } from '../launch/run.ts';
import { analysisLimits as most, analysisVersion } from './analysis-file.ts';
import { checkPath } from './paths.ts';
import { cutTo, withoutHalves } from '../base/cut.ts';
import { plural } from '../report/wording.ts';
import { repositoryPath } from './positions.ts';
import { measureJson } from './json-measure.ts';
import { valueJson } from '../report/json.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

type WriteContext = Readonly<{ tool: string; /** The pull request of the event; null: none. */ pull: number | null }>;

/** The text ends with a newline. */
export function renderAnalysis(input: ReviewInput, context: WriteContext): string {
  for (const level of levels) {
    const text = `${JSON.stringify(analysisOf(input, context, level))}\n`;
    const size = measureJson(text);
    if (Buffer.byteLength(text, 'utf8') <= most.bytes && size.values <= most.values) return text;
  }
  return `${JSON.stringify(analysisOf({ ...input, changes: [], report: { ...input.report, kernels: [], problems: [] }, compared: { fresh: [], old: [], fixed: [] }, notes: [] }, context, emptyLevel, [messages.wholeAnalysis]))}\n`;
}

/** How much is kept; later ones hold less. */
type Level = Readonly<{
  sources: 'all' | 'patched' | 'none';
  withFiles: boolean;
  alternatives: number;
  findings: number;
}>;
const emptyLevel: Level = { sources: 'none', withFiles: false, alternatives: 0, findings: 0 };
const levels: readonly Level[] = [
  { sources: 'all', withFiles: true, alternatives: 5, findings: most.findings },
  { sources: 'patched', withFiles: true, alternatives: 0, findings: most.findings },
  { sources: 'patched', withFiles: false, alternatives: 0, findings: most.findings },
  { sources: 'none', withFiles: false, alternatives: 0, findings: most.findings },
  ...[100, 20, 3, 0].map((findings): Level => ({ ...emptyLevel, findings })),
];

/** Counts what is left out, by name. */
type Cuts = Map<string, number>;

function leftOut(cuts: Cuts, what: string, n = 1): void {
  if (n > 0) cuts.set(what, (cuts.get(what) ?? 0) + n);
}

function firstOf<T>(cuts: Cuts, list: readonly T[], limit: number, what: string): readonly T[] {
  leftOut(cuts, what, list.length - limit);
  return list.slice(0, limit);
}

function short(cuts: Cuts, text: string, limit: number): string {
  if (text.length <= limit) return withoutHalves(text);
  leftOut(cuts, 'whole text');
  return `${withoutHalves(cutTo(text, limit - 1))}…`;
}

function analysisOf(
  input: ReviewInput,
  context: WriteContext,
  level: Level,
  said: readonly string[] = [],
): AnalysisFile {
  const cuts: Cuts = new Map();
  const words = (text: string): string => short(cuts, text, most.text);
  const states = new Map([
    ...input.compared.fresh.map((finding) => [finding, 'new'] as const),
    ...input.compared.old.map((finding) => [finding, 'old'] as const),
  ]);
  const files = level.withFiles ? input.changes : [];
  leftOut(cuts, 'changed file', input.changes.length - files.length);
  const kernels = firstOf(cuts, input.report.kernels, most.kernels, 'kernel').map((kernel) => ({
    name: short(cuts, kernel.name, most.name),
    span: spanOf(kernel.span),
    verdict: kernel.verdict,
    reasons: firstOf(cuts, kernel.reasons, most.lines, 'reason').map(words),
    assumptions: firstOf(cuts, kernel.assumptions, most.lines, 'assumption').map(words),
    timeMs: Math.max(0, Math.round(kernel.timeMs)),
    findings: firstOf(cuts, kernel.findings, level.findings, 'finding').map((finding) => ({
      state: states.get(finding) ?? ('silent' as const),
      finding: findingOf(finding, level, cuts),
    })),
  }));
  const analysis = {
    kind: 'syncwright-analysis' as const,
    version: analysisVersion,
    tool: context.tool,
    pull: context.pull,
    base: input.base,
    mergeBase: input.mergeBase,
    head: input.head,
    files: firstOf(cuts, files, most.files, 'changed file').map((file) => ({
      status: file.status,
      basePath: file.basePath,
      headPath: file.headPath,
      hunks:
        file.hunks === null
          ? null
          : firstOf(cuts, file.hunks, most.hunks, 'hunk').map((hunk) => ({
              base: hunk.base,
              head: hunk.head,
              blocks: firstOf(cuts, hunk.blocks, most.hunks, 'hunk block'),
            })),
    })),
    kernels,
    removed: firstOf(cuts, input.compared.fixed, level.findings, 'removed finding').map((finding) =>
      findingOf(finding, { ...level, alternatives: 0 }, cuts),
    ),
    problems: firstOf(cuts, input.report.problems, most.lines, 'input problem').map((problem) => ({
      file: words(problem.file),
      line: problem.line,
      text: words(problem.text),
      code: problem.code,
    })),
    sources: sourcesOf(input, level, cuts),
    notes: firstOf(cuts, input.notes, most.lines, 'note').map(words),
    asides: firstOf(cuts, input.asides ?? [], most.lines, 'aside').map(words),
  };
  return {
    ...analysis,
    cut: [...said, ...[...cuts].map(([what, n]) => fill(messages.didNotFit, { what: plural(n, what) }))],
  };
}

function findingOf(finding: Finding, level: Level, cuts: Cuts): WrittenFinding {
  const words = (text: string): string => short(cuts, text, most.text);
  const name = (text: string): string => short(cuts, text, most.name);
  const fix = finding.fix === null ? null : fixOf(finding.fix, cuts);
  return {
    id: finding.id,
    code: finding.code,
    kind: finding.kind,
    status: finding.status,
    severity: finding.severity,
    message: words(finding.message),
    condition: finding.condition === null ? null : words(finding.condition),
    kernel: name(finding.kernel),
    span: spanOf(finding.span),
    array: finding.array === null ? null : name(finding.array),
    related: firstOf(cuts, finding.related, most.places, 'related place').map(({ span, note, isStep }) => ({
      span: spanOf(span),
      note: words(note),
      isStep: isStep === true,
    })),
    pairs: firstOf(cuts, finding.pairs, most.places, 'place pair').map(({ first, second, array }) => ({
      first: spanOf(first),
      second: spanOf(second),
      array: array === null ? null : name(array),
    })),
    witness: finding.witness === null ? null : witnessOf(finding.witness, cuts),
    also: firstOf(cuts, finding.also ?? [], most.places, 'finding of the same bug').map(
      ({ code, status, message, fingerprint }) => ({ code, status, message: words(message), fingerprint }),
    ),
    fix,
    alternatives: firstOf(cuts, finding.alternatives, level.alternatives, 'further patch').flatMap(
      (one) => fixOf(one, cuts) ?? [],
    ),
    advice: finding.advice === null ? null : words(finding.advice),
    suppressed: finding.suppressed === undefined ? null : suppressionOf(finding.suppressed, cuts),
    inBaseline: finding.inBaseline ?? null,
    fingerprint: finding.fingerprint,
  };
}

function suppressionOf({ by, reason, author, file, line }: Suppression, cuts: Cuts): Suppression {
  return {
    by,
    reason: short(cuts, reason, most.text),
    author: author === null ? null : short(cuts, author, most.name),
    file: pathOf(file),
    line,
  };
}

function fixOf(fix: Fix, cuts: Cuts): Fix | null {
  const size = fix.edits.reduce((sum, edit) => sum + edit.text.length + edit.end - edit.start, 0);
  if (fix.edits.length > most.edits || size > most.editCharacters) {
    leftOut(cuts, 'patch');
    return null;
  }
  return {
    title: short(cuts, fix.title, most.text),
    strategy: short(cuts, fix.strategy, most.name),
    proof: fix.proof,
    cost: short(cuts, fix.cost, most.text),
    ...(fix.condition === undefined ? {} : { condition: short(cuts, fix.condition, most.text) }),
    ...(fix.presumes === undefined ? {} : { presumes: short(cuts, fix.presumes, most.text) }),
    edits: fix.edits.map((edit) => ({ file: pathOf(edit.file), start: edit.start, end: edit.end, text: edit.text })),
  };
}

function witnessOf(witness: Witness, cuts: Cuts): WrittenFinding['witness'] {
  const { run } = witness;
  const name = (text: string): string => short(cuts, text, most.name);
  const [first, second] = witness.accesses;
  return {
    origin: short(cuts, witness.launch.origin, most.text),
    launch: { block: witness.launch.block, grid: witness.launch.grid },
    block: run.block,
    grid: run.grid,
    blocks: firstOf(cuts, run.blocks, most.places, 'run block'),
    scalars: firstOf(cuts, [...run.scalars], most.scalars, 'argument').map(
      ([key, value]) => [name(key), written(value)] as const,
    ),
    arrays: firstOf(cuts, [...run.arrays], most.arrays, 'array').map(([key, array]) => ({
      name: name(key),
      elements: array.elements,
      fill: isFillWord(array.fill) ? array.fill : written(array.fill),
      values: firstOf(cuts, [...array.values], most.arrayValues, 'array element').map(
        ([index, value]) => [index, written(value)] as const,
      ),
    })),
    schedule: scheduleOf(run.schedule, cuts),
    accesses: [accessOf(first, cuts), accessOf(second, cuts)],
    address:
      witness.address === null
        ? null
        : { byte: witness.address.byte, text: short(cuts, witness.address.text, most.text) },
    interval: witness.interval,
    warpModel: witness.warpModel,
    outcome:
      witness.outcome === undefined
        ? null
        : {
            kind: witness.outcome.kind,
            element: short(cuts, witness.outcome.element, most.text),
            values: witness.outcome.values,
          },
  };
}

function written(value: bigint | number): WrittenValue {
  const json = valueJson(value);
  return typeof json === 'number' || typeof json === 'string' ? json : 'nan';
}

function scheduleOf(schedule: ConcreteRun['schedule'], cuts: Cuts): ConcreteRun['schedule'] {
  switch (schedule.kind) {
    case 'canonical':
      return { kind: schedule.kind };
    case 'random':
      return { kind: schedule.kind, seed: schedule.seed };
    case 'preferred':
      return {
        kind: schedule.kind,
        order: firstOf(cuts, schedule.order, most.threads, 'schedule step').map(({ block, thread }) => ({
          block,
          thread,
        })),
      };
    case 'delayed':
      return {
        kind: schedule.kind,
        delays: firstOf(cuts, schedule.delays, most.threads, 'schedule step').map(({ block, thread, step }) => ({
          block,
          thread,
          step,
        })),
      };
  }
}

function accessOf(access: WitnessAccess, cuts: Cuts): WitnessAccess {
  return {
    block: access.block,
    thread: access.thread,
    span: spanOf(access.span),
    expression: short(cuts, access.expression, most.text),
    mode: access.mode,
    value: access.value === null ? null : short(cuts, access.value, most.text),
    loops: firstOf(cuts, access.loops, 50, 'loop').map(({ line, turn }) => ({ line, turn })),
  };
}

function spanOf(span: Span): Span {
  const atLeastOne = (n: number): number => Math.max(1, n);
  return {
    file: pathOf(span.file),
    start: Math.max(0, span.start),
    end: Math.max(0, span.end),
    line: atLeastOne(span.line),
    column: atLeastOne(span.column),
    endLine: atLeastOne(span.endLine),
    endColumn: atLeastOne(span.endColumn),
  };
}

function pathOf(file: string): string {
  const path = repositoryPath(file);
  return checkPath(path).ok ? path : '(outside the repository)';
}

/** Texts that patches change come first. */
function sourcesOf(input: ReviewInput, level: Level, cuts: Cuts): AnalysisFile['sources'] {
  const findings = [...input.compared.fresh, ...input.compared.old];
  const patched = findings.flatMap((finding) => (finding.fix?.edits ?? []).map((edit) => pathOf(edit.file)));
  const named = findings.flatMap((finding) =>
    [finding.span, ...(finding.witness?.accesses ?? []).map((access) => access.span)].map((span) => pathOf(span.file)),
  );
  const wanted = [...new Set([...patched, ...named])];
  const taken = level.sources === 'none' ? [] : level.sources === 'patched' ? [...new Set(patched)] : wanted;
  leftOut(cuts, 'source text', wanted.length - taken.length);
  let left: number = most.allSourceCharacters;
  return firstOf(cuts, taken, most.sources, 'source text').flatMap((path) => {
    const text = input.read(path);
    if (text === null || !input.isExactText(path)) return [];
    if (text.length > Math.min(left, most.sourceCharacters)) {
      leftOut(cuts, 'source text');
      return [];
    }
    left -= text.length;
    return [{ path, text }];
  });
}
