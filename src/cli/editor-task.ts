/**
 * One analysis for the editor, in a process of its own: the configuration, the texts as the editor has them, and of
 * what was known before all that still holds.
 */
import { allFixes } from '../verdict/edit.ts';
import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Engine, ReadKernel, ReportPart } from '../engine.ts';
import type { KernelAnswer, Report } from '../verdict/finding.ts';
import type { Basis, EditorAnswer, EditorEvent, EditorTask } from '../lsp/analysis.ts';
import type { TextSource } from '../cache/trace.ts';
import { fileBinary, fileTooLarge } from '../verdict/catalogue.ts';
import { scopeFilter } from '../config/globs.ts';
import { inReportSet } from '../config/report-set.ts';
import { digestOf } from '../cache/digest.ts';
import { plainJson } from '../base/plain-json.ts';
import { tracing } from '../cache/trace.ts';
import { independentGroups } from '../pipeline/units.ts';
import { together } from '../pipeline/together.ts';
import { engineOptions, settled } from './analysis-options.ts';
import type { AnalysisFlags } from './analysis-options.ts';
import { UsageError } from './io.ts';
import { baselineFor, builtAs, judged, policyFor } from './policy.ts';
import type { Policy } from './policy.ts';
import { pathFrom } from './repository.ts';
import { defaultMaxBytes, textsOf } from './source-files.ts';
import { keptFrom, unchanged } from './editor-reuse.ts';
import type { Candidates, Kept } from '../lsp/kept.ts';
import { kernelsBySpan } from '../lsp/kept.ts';
import { kernelKey, partsOf } from '../lsp/analysis.ts';

/** `openEngine`: one that lives as long as the process; `cancel` lets it run out of time. */
export type EditorEngine = Readonly<{ engine: Engine; until: (isCancelled: () => boolean) => void; history: History }>;

/**
 * What the last analyses of all documents found: an edit that is undone, or a barrier that is put back, is answered by
 * what was found then.
 */
export type History = Readonly<{
  keep: (basis: Basis) => void;
  find: (isIt: (basis: Basis) => boolean) => Basis | null;
}>;

const mostKept = 48;

export function createHistory(): History {
  let kept: readonly Basis[] = [];
  return {
    keep: (basis) => {
      kept = [basis, ...kept.filter((one) => one !== basis)].slice(0, mostKept);
    },
    find: (isIt) => kept.find(isIt) ?? null,
  };
}

const noLimit = 1_000_000;

export async function analyzeForEditor(
  { engine, until, history }: EditorEngine,
  task: EditorTask,
  tell: (event: EditorEvent) => void,
): Promise<EditorAnswer> {
  until(() => existsSync(task.cancelled));
  try {
    process.chdir(task.folder);
    const file = relative('', task.file);
    const policy = policyFor([file], undefined);
    const flags = settled(
      flagsFor(task.timeoutSeconds),
      { getOptionValueSource: () => undefined },
      policy.config,
      builtAs(policy),
    );
    const { scope } = flags;
    if (scope !== undefined && !scopeFilter(scope)(pathFrom(scope.root, file))) return { kind: 'excluded' };
    return await analyzed(
      engine,
      task,
      { policy, flags, baseline: baselineFor(policy, undefined), file, history },
      tell,
    );
  } catch (error) {
    if (error instanceof UsageError) return { kind: 'refused', text: error.message };
    throw error;
  }
}

const flagsFor = (timeout: number): AnalysisFlags => ({
  param: new Map(),
  fill: new Map(),
  assume: [],
  define: new Map(),
  include: [],
  warp: 'its',
  level: 'grid',
  failOn: 'error',
  maxBytes: defaultMaxBytes,
  timeout,
});

type Settled = Readonly<{
  policy: Policy;
  flags: AnalysisFlags;
  baseline: ReturnType<typeof baselineFor>;
  file: string;
  history: History;
}>;

async function analyzed(
  engine: Engine,
  task: EditorTask,
  given: Settled,
  tell: (event: EditorEvent) => void,
): Promise<EditorAnswer> {
  const { flags, file, history } = given;
  const source = tracing(sourceOf(task, file, flags));
  const problems = tooMuch(task.file, file, task.texts.get(task.file) ?? '', flags.maxBytes);
  const candidates = [...new Set([file, ...task.open.map((path) => relative('', path))])];
  const files =
    problems.length > 0
      ? [file]
      : (independentGroups(candidates, source.read, flags.include).find((group) => group.includes(file)) ?? [file]);
  tell({ kind: 'files', files: files.map((path) => resolve(path)) });
  const shown = (found: Report): Report => shownReport(found, files, source, given);
  const finish = (
    found: Report,
    asked: readonly string[],
    before: Basis | null,
    questions: Basis['questions'],
  ): EditorAnswer => {
    const report = shown(found);
    const basis = { ...basisOf(found, { options, source, task, before }), questions };
    if (!isCancelled()) history.keep(basis);
    return {
      kind: 'done',
      files: files.map((path) => resolve(path)),
      report,
      basis,
      asked,
      texts: textsToEdit(report, source),
    };
  };
  const isCancelled = (): boolean => existsSync(task.cancelled);
  const options = digestOf(plainJson([engineOptions(flags), files]));
  if (problems.length > 0) return finish({ version: 1, kernels: [], problems }, [], null, new Map());
  const own = digestOf(source.read(file) ?? '');
  const then = history.find(
    (basis) => basis.options === options && basis.seen.get(file) === own && unchanged(basis, source),
  );
  if (then !== null) return finish(then.report, [], then, then.questions);
  const before = task.before?.options === options ? task.before : null;
  if (before !== null && unchanged(before, source)) return finish(before.report, [], before, before.questions);
  const kept =
    before === null || flags.stated !== undefined
      ? null
      : keptFrom(before, source, (path) => task.texts.get(resolve(path)) ?? null);
  if (kept?.kind === 'kept' && kept.ask.length === 0)
    return finish({ ...kept.report, problems: kept.problems }, [], before, kept.questions);
  const partNow = partsOf();
  const run = (part: Kept | Candidates | null): Promise<Found | null> =>
    runEngine({ engine, files, source, flags, kept: part }, (found, pending) => tell(partNow(shown(found), pending)));
  const { report, held, questions } = (kept === null ? null : await run(kept)) ?? (await run(null)) ?? nothingFound;
  const isHeld = new Set(held.map(kernelKey));
  return finish(
    report,
    report.kernels.filter((answer) => !isHeld.has(kernelKey(answer))).map(({ name }) => name),
    before,
    questions,
  );
}

type Run = Readonly<{
  engine: Engine;
  files: readonly string[];
  source: TextSource;
  flags: AnalysisFlags;
  kept: Kept | Candidates | null;
}>;
/** The report on all kernels, of which those that are held were not asked for. */
type Found = Readonly<{ report: Report; held: readonly KernelAnswer[]; questions: Basis['questions'] }>;
const nothingFound: Found = { report: { version: 1, kernels: [], problems: [] }, held: [], questions: new Map() };

/** Null: what is kept does not fit what is there now. */
async function runEngine(
  { engine, files, source, flags, kept }: Run,
  onPart: (found: Report, pending: readonly Pick<KernelAnswer, 'name' | 'span'>[]) => void,
): Promise<Found | null> {
  const seen = new Set<string>();
  const known = kept?.kind === 'kept' ? kept : null;
  const answers = new Map((known?.withoutPatches ?? []).map((answer) => [kernelKey(answer), answer] as const));
  /** What runs have shown of kernels that are still being decided. */
  const shown = new Map<string, KernelAnswer>();
  const questions = new Map<string, string>(known?.questions ?? []);
  let held: readonly KernelAnswer[] = known?.report.kernels ?? [];
  let toCome: readonly Pick<KernelAnswer, 'name' | 'span'>[] = known?.ask ?? [];
  let problems = known?.problems ?? [];
  const merged = (some: Report): Report =>
    held.length === 0 ? some : together([{ ...some, kernels: kernelsBySpan([...some.kernels, ...held]) }], files);
  const tellOf = (): void => {
    const early = [...shown].flatMap(([key, answer]) => (answers.has(key) ? [] : [answer]));
    onPart(
      merged({ version: 1, kernels: [...answers.values(), ...early], problems }),
      toCome.filter((one) => !answers.has(kernelKey(one))),
    );
  };
  const hear = (part: ReportPart): void => {
    if (part.kind === 'read') [toCome, problems] = [part.kernels, part.problems];
    else (part.kind === 'shown' ? shown : answers).set(kernelKey(part.answer), part.answer);
    tellOf();
  };
  if (answers.size > 0) tellOf();
  const found = await engine.analyze({
    files,
    read: source.read,
    locate: source.locate,
    options: engineOptions(flags),
    totalSeconds: noLimit,
    onPart: hear,
    letSend: () =>
      new Promise((resolve) => {
        setImmediate(resolve);
      }),
    chosen: (kernels) => {
      for (const kernel of kernels) {
        const question = kernel.question();
        if (question !== null) questions.set(kernelKey(kernel), digestOf(question));
      }
      const asked = new Set(kernels.keys());
      if (kept?.kind !== 'candidates') return asked;
      held = heldOf(kernels, kept.answers, questions);
      const isHeld = new Set(held.map(kernelKey));
      for (const answer of heldOf(kernels, kept.verdicts, questions)) answers.set(kernelKey(answer), answer);
      return new Set(
        [...asked].filter((k) => {
          const kernel = kernels[k];
          return kernel === undefined || !isHeld.has(kernelKey(kernel));
        }),
      );
    },
    ...(kept === null
      ? {}
      : { isFirst: kept.isEdited, earlier: (kernel) => kept.earlier.get(kernelKey(kernel)) ?? [] }),
    ...(known === null
      ? {}
      : {
          touches: (uses) =>
            uses.some(({ what, span }) => {
              if (what !== 'kernel') return false;
              seen.add(`${span.file}:${span.start}-${span.end}`);
              return known.isAsked(span);
            }),
        }),
  });
  return known === null || known.fits(seen, found) ? { report: merged(found), held, questions } : null;
}

/** Instances of one template are decided together. */
function heldOf(
  kernels: readonly ReadKernel[],
  answers: Candidates['answers'],
  questions: Basis['questions'],
): readonly KernelAnswer[] {
  const placeOf = ({ span }: Pick<KernelAnswer, 'span'>): string => `${span.file}:${span.start}`;
  const holds = (kernel: ReadKernel): boolean => {
    const question = questions.get(kernelKey(kernel));
    return question !== undefined && answers.get(kernelKey(kernel))?.question === question;
  };
  const isAsked = new Set(kernels.filter((kernel) => !holds(kernel)).map(placeOf));
  return kernels.flatMap((kernel) => {
    const known = answers.get(kernelKey(kernel));
    return known === undefined || isAsked.has(placeOf(kernel)) ? [] : [known.answer];
  });
}

/** As the editor has it, else as the disk has it. */
function sourceOf(task: EditorTask, file: string, flags: AnalysisFlags): TextSource {
  const disk = textsOf([file], flags);
  return { locate: disk.locate, read: (path) => task.texts.get(resolve(path)) ?? disk.read(path) };
}

function tooMuch(path: string, file: string, text: string, most: number): Report['problems'] {
  const size = Buffer.byteLength(text);
  if (size > most) return [fileTooLarge(file, size, most)];
  return text.includes('\0') ? [fileBinary(path)] : [];
}

/** With what comments, the configuration and the baseline say of its findings. */
function shownReport(
  found: Report,
  files: readonly string[],
  source: TextSource,
  { policy, baseline }: Settled,
): Report {
  // what suppresses nothing in these files may be for the others
  const { report } = judged(found, { files, read: source.read }, policy, { baseline, isWhole: false });
  return inReportSet(report, policy.config.report ?? 'all').report;
}

type Made = Readonly<{ options: string; source: ReturnType<typeof tracing>; task: EditorTask; before: Basis | null }>;

/** An analysis of some kernels reads less: what the others rested on, they still rest on. */
function basisOf(report: Report, { options, source, task, before }: Made): Omit<Basis, 'questions'> {
  const { texts, names } = source.trace();
  const paths = [...new Set([...texts, ...(before?.seen.keys() ?? [])])];
  const looked = [...new Set([...names, ...(before?.looked ?? [])])].sort();
  const digest = (path: string): string | null => {
    const text = source.read(path);
    return text === null ? null : digestOf(text);
  };
  return {
    options,
    looked,
    names: digestOf(JSON.stringify(looked.map((tail) => [...source.locate(tail)].sort()))),
    seen: new Map(paths.map((path) => [path, digest(path)])),
    texts: new Map(
      paths.flatMap((path) => {
        const text = task.texts.get(resolve(path));
        return text === undefined ? [] : [[path, text] as const];
      }),
    ),
    report,
  };
}

function textsToEdit(report: Report, { read }: TextSource): ReadonlyMap<string, string> {
  const files = new Set(
    report.kernels.flatMap(({ findings }) =>
      findings.flatMap(allFixes).flatMap(({ edits }) => edits.map((edit) => edit.file)),
    ),
  );
  return new Map(
    [...files].flatMap((file) => {
      const text = read(file);
      return text === null ? [] : [[file, text] as const];
    }),
  );
}
