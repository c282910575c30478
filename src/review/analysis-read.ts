/**
 * Reads an analysis file that somebody else may have made: whoever opens a pull request runs what writes it. Needs: the
 * file's text. Gives: the same findings that were written, or one line why the file is refused. Depth and number of
 * values are bounded before anything is built; then form (docs/analysis.schema.json), paths, and the order of places
 * are checked. What a text says is not believed: who renders it escapes it, and asks GitHub for head, lines and
 * sources.
 */
import type { AnalysisFile, WrittenFinding, WrittenValue } from './analysis-file.ts';
import type { Compared } from './compare.ts';
import type { Finding, Fix, KernelAnswer, Report, Witness } from '../verdict/finding.ts';
import type { InitialArray } from '../launch/run.ts';
import type { Result } from '../base/result.ts';
import type { Span } from '../base/span.ts';
import { isFillWord } from '../launch/run.ts';
import { allFixes } from '../verdict/edit.ts';
import { analysisLimits as most, analysisVersion } from './analysis-file.ts';
import { analysisSchema } from './analysis-schema.ts';
import { checkPath } from './paths.ts';
import { fail, ok } from '../base/result.ts';
import { hasHalves } from '../base/cut.ts';
import { measureJson } from './json-measure.ts';
import { numberIn } from '../report/json-read.ts';
import { schemaGuard } from '../schema/guard.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export type Analysis = Readonly<{
  /** The pull request that the file says it is of. */
  pull: number | null;
  base: string;
  mergeBase: string;
  head: string;
  report: Report;
  compared: Compared;
  /** As the file has them, by path. */
  sources: ReadonlyMap<string, string>;
  notes: readonly string[];
  asides: readonly string[];
}>;

const guard = schemaGuard<AnalysisFile>(analysisSchema);

/** The problem is one line without the file's name. */
export function readAnalysis(text: string): Result<Analysis, string> {
  const size = measureJson(text);
  if (size.depth > most.depth) return fail(fill(messages.deepJson, { depth: most.depth }));
  if (size.values > most.values) return fail(fill(messages.manyValues, { values: most.values }));
  const json = parsed(text);
  if (!json.ok) return json;
  const version = versionOf(json.value);
  if (version !== null && version !== analysisVersion)
    return fail(fill(messages.otherVersion, { version, analysisVersion }));
  const file = guard(json.value);
  if (!file.ok) return fail(fill(messages.notAsDescribed, { problem: file.problem }));
  const problem = placeProblem(file.value);
  return problem === null ? ok(analysisIn(file.value)) : fail(problem);
}

function parsed(text: string): Result<unknown, string> {
  try {
    const halves: string[] = [];
    const value: unknown = JSON.parse(text, (_key, inner: unknown) => {
      if (typeof inner === 'string' && hasHalves(inner)) halves.push(inner);
      return inner;
    });
    return halves.length === 0 ? ok(value) : fail(messages.loneSurrogate);
  } catch {
    return fail(messages.notJson);
  }
}

function versionOf(json: unknown): number | null {
  if (typeof json !== 'object' || json === null || !Object.hasOwn(json, 'version')) return null;
  const version: unknown = Reflect.get(json, 'version');
  return typeof version === 'number' ? version : null;
}

/** A path or a place that cannot be; null: none. */
function placeProblem(file: AnalysisFile): string | null {
  const findings = [...file.kernels.flatMap((kernel) => kernel.findings.map((one) => one.finding)), ...file.removed];
  const spans = [...file.kernels.map((kernel) => kernel.span), ...findings.flatMap(spansIn)];
  const fixes = findings.flatMap(allFixes);
  const paths = new Set([
    ...spans.map((span) => span.file),
    ...fixes.flatMap((fix) => fix.edits.map((edit) => edit.file)),
    ...file.sources.map((source) => source.path),
    ...findings.flatMap((finding) => finding.suppressed?.file ?? []),
    ...file.files.flatMap((one) => [one.basePath, one.headPath]).flatMap((path) => path ?? []),
  ]);
  for (const path of paths) {
    const checked = checkPath(path);
    if (!checked.ok) return fill(messages.badPath, { problem: checked.problem });
  }
  if (spans.some((span) => span.end < span.start || span.endLine < span.line)) return messages.badPlace;
  if (!fixes.every(isOrderly)) return messages.badEdits;
  const texts = file.sources.reduce((sum, source) => sum + source.text.length, 0);
  return texts > most.allSourceCharacters
    ? fill(messages.longSources, { allSourceCharacters: most.allSourceCharacters })
    : null;
}

function spansIn(finding: WrittenFinding): readonly Span[] {
  return [
    finding.span,
    ...finding.related.map((one) => one.span),
    ...finding.pairs.flatMap(({ first, second }) => [first, second]),
    ...(finding.witness?.accesses ?? []).map((access) => access.span),
  ];
}

function isOrderly(fix: Fix): boolean {
  const size = fix.edits.reduce((sum, edit) => sum + edit.text.length + Math.max(0, edit.end - edit.start), 0);
  const sorted = [...fix.edits].sort((a, b) =>
    a.file < b.file ? -1 : a.file > b.file ? 1 : a.start - b.start || a.end - b.end,
  );
  return (
    size <= most.editCharacters &&
    sorted.every((edit, k) => {
      const next = sorted[k + 1];
      return edit.start <= edit.end && (next === undefined || next.file !== edit.file || edit.end <= next.start);
    })
  );
}

function analysisIn(file: AnalysisFile): Analysis {
  const fresh: Finding[] = [];
  const old: Finding[] = [];
  const kernels = file.kernels.map((kernel): KernelAnswer => ({
    name: kernel.name,
    span: kernel.span,
    verdict: kernel.verdict,
    reasons: kernel.reasons,
    assumptions: kernel.assumptions,
    launches: [],
    uses: [],
    timeMs: kernel.timeMs,
    findings: kernel.findings.map((one) => {
      const finding = findingIn(one.finding);
      if (one.state !== 'silent') (one.state === 'new' ? fresh : old).push(finding);
      return finding;
    }),
  }));
  return {
    pull: file.pull,
    base: file.base,
    mergeBase: file.mergeBase,
    head: file.head,
    report: { version: 1, kernels, problems: file.problems },
    compared: { fresh, old, fixed: file.removed.map(findingIn) },
    sources: new Map(file.sources.map((source) => [source.path, source.text])),
    notes: [...file.notes, ...file.cut],
    asides: file.asides,
  };
}

function findingIn(written: WrittenFinding): Finding {
  const { suppressed, inBaseline, also, ...rest } = written;
  return {
    ...rest,
    witness: written.witness === null ? null : witnessIn(written.witness),
    ...(also.length === 0 ? {} : { also }),
    ...(suppressed === null ? {} : { suppressed }),
    ...(inBaseline === null ? {} : { inBaseline }),
  };
}

function witnessIn(written: NonNullable<WrittenFinding['witness']>): Witness {
  const scalars = new Map(written.scalars.map(([name, value]) => [name, valueIn(value)]));
  return {
    launch: {
      origin: written.origin,
      span: null,
      ...written.launch,
      scalars: new Map(),
      aliases: [],
      overlaps: [],
      sharedBytes: null,
      cooperative: false,
      facts: [],
    },
    run: {
      block: written.block,
      grid: written.grid,
      blocks: written.blocks,
      scalars,
      schedule: written.schedule,
      warpModel: written.warpModel,
      arrays: new Map(
        written.arrays.map((array): readonly [string, InitialArray] => [
          array.name,
          {
            elements: array.elements,
            fill: isFillWord(array.fill) ? array.fill : valueIn(array.fill),
            values: new Map(array.values.map(([index, value]) => [index, valueIn(value)])),
          },
        ]),
      ),
    },
    accesses: written.accesses,
    address: written.address,
    interval: written.interval,
    warpModel: written.warpModel,
    ...(written.outcome === null ? {} : { outcome: written.outcome }),
  };
}

/** The schema lets nothing through that is no number. */
const valueIn = (value: WrittenValue): bigint | number => numberIn(value) ?? Number.NaN;
