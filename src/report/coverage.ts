/**
 * What the front end reads of a codebase, for `coverage`: counts first, then each reason with its places. Needs: the
 * coverage.
 * Gives: text for a terminal, Markdown with the commonest reasons, or JSON.
 * Smallest example: `312 kernels in 40 files: 290 exact (92.9 %), 20 approximated, 2 unsupported`.
 */
import type { CountedReason, Coverage, KernelCoverage, Lowering } from '../verdict/coverage.ts';
import type { Json } from './json.ts';
import type { Paint } from './text.ts';
import { code, inline } from './markdown-escape.ts';
import { countReasons } from '../verdict/coverage.ts';
import { plural } from './wording.ts';
import { problemText } from './text.ts';
import { visible } from './visible.ts';
import { messages } from './wording.ts';

/** Places and names shown for a reason where not all are asked for. */
const shownPlaces = 3;
const shownNames = 8;

/** `verbose`: every place of a reason, every kernel that is exact, and every launch. */
type CoverageContext = Readonly<{ paint: Paint; verbose: boolean }>;

export function coverageText(coverage: Coverage, context: CoverageContext): string {
  const { paint } = context;
  const parts = (['unsupported', 'approximated'] as const).flatMap((lowering) => {
    const reasons = countReasons(coverage.kernels, lowering);
    return reasons.length === 0
      ? []
      : [paint.bold(titles[lowering]), ...reasons.flatMap((reason) => reasonLines(reason, context)), ''];
  });
  const kernels = context.verbose
    ? [paint.bold('kernels'), ...coverage.kernels.flatMap((kernel) => kernelLines(kernel, paint)), '']
    : [];
  const problems = coverage.problems.map((problem) => `${paint.yellow('problem')} ${problemText(problem)}`);
  return (
    [
      ...parts,
      ...kernels,
      ...problems,
      ...(problems.length > 0 ? [''] : []),
      ...(context.verbose ? [paint.dim(timeLine(coverage))] : []),
      ...summaryLines(coverage),
    ].join('\n') + '\n'
  );
}

const titles: Readonly<Record<Lowering, string>> = {
  exact: 'exact',
  approximated: messages.coverageApproximated,
  unsupported: messages.coverageUnsupported,
};

function summaryLines(coverage: Coverage): readonly string[] {
  const { kernels, files } = coverage;
  const count = (lowering: Lowering): number => kernels.filter((kernel) => kernel.lowering === lowering).length;
  const launched = kernels.filter((kernel) => kernel.block !== 'elsewhere');
  const known = launched.filter((kernel) => kernel.block === 'known').length;
  return [
    `${plural(kernels.length, 'kernel')} in ${plural(files, 'file')}: ${count('exact')} exact${share(count('exact'), kernels.length)}, ${count('approximated')} approximated${share(count('approximated'), kernels.length)}, ${count('unsupported')} unsupported${share(count('unsupported'), kernels.length)}`,
    `${launched.length} of them are launched where they are read, ${known} with a known block${share(known, launched.length)}`,
  ];
}

const share = (part: number, whole: number): string => (whole === 0 ? '' : ` (${((100 * part) / whole).toFixed(1)} %)`);

function reasonLines(reason: CountedReason, { paint, verbose }: CoverageContext): readonly string[] {
  const shown = verbose ? reason.places : reason.places.slice(0, shownPlaces);
  const names = (verbose ? reason.names : reason.names.slice(0, shownNames)).map(
    ({ name, kernels }) => `${visible(name)} ${kernels}`,
  );
  const hidden = reason.names.length - names.length;
  const places = shown.map(({ kernel, span }) => `${visible(span.file)}:${span.line} ${visible(kernel)}`);
  const left = reason.places.length - shown.length;
  return [
    `${String(reason.kernels).padStart(6)}  ${visible(reason.words)}`,
    ...(reason.names.length > 1 ? [`        names: ${names.join(', ')}${hidden > 0 ? `, ${hidden} more` : ''}`] : []),
    ...places.map((place) => `        ${paint.dim(place)}`),
    ...(left > 0 ? [`        ${paint.dim(`and ${left} more (--verbose shows all)`)}`] : []),
  ];
}

function kernelLines(kernel: KernelCoverage, paint: Paint): readonly string[] {
  const instances = kernel.instances.length > 1 ? ` (${kernel.instances.length} instances)` : '';
  return [
    `  ${visible(kernel.name)}${instances} ${paint.dim(`${visible(kernel.span.file)}:${kernel.span.line}`)}  ${kernel.lowering}`,
    ...kernel.approximations.map(({ text, span }) => `      ${visible(`${span.file}:${span.line}: ${text}`)}`),
    ...kernel.launches.map((launch) => `      ${paint.dim(`launch ${visible(launch)}`)}`),
  ];
}

/** `22.6 MB after preprocessing: preprocess 1.7 s, parse 6.3 s, launch 3.7 s, lower 9.4 s`. */
function timeLine({ characters, stageMs }: Coverage): string {
  const stages = (['preprocess', 'parse', 'launch', 'lower'] as const).map(
    (stage) => `${stage} ${(stageMs[stage] / 1000).toFixed(1)} s`,
  );
  return `${(characters / 1e6).toFixed(1)} MB after preprocessing: ${stages.join(', ')}`;
}

/** Counts and the ten commonest reasons. */
export function coverageMarkdown(coverage: Coverage): string {
  const table = (['unsupported', 'approximated'] as const).flatMap((lowering) => {
    const rows = countReasons(coverage.kernels, lowering)
      .slice(0, 10)
      .map(
        ({ words, kernels, names }) =>
          `| ${kernels} | ${inline(words)} | ${names
            .slice(0, shownNames)
            .map(({ name, kernels: of }) => `${code(name)} ${of}`)
            .join(', ')} |`,
      );
    return rows.length === 0 ? [] : ['', `| ${lowering} | reason | names |`, '| ---: | --- | --- |', ...rows];
  });
  return `${[...summaryLines(coverage).map((line) => `${line}.`), ...table].join('\n')}\n`;
}

export function coverageJson(coverage: Coverage): string {
  const kernels = coverage.kernels.map((kernel): Json => ({
    name: kernel.name,
    file: kernel.span.file,
    line: kernel.span.line,
    instances: kernel.instances,
    lowering: kernel.lowering,
    block: kernel.block,
    launches: kernel.launches,
    approximations: kernel.approximations.map(({ text, span }): Json => ({ file: span.file, line: span.line, text })),
  }));
  const problems = coverage.problems.map(({ file, line, code: name, text }): Json => ({
    file,
    line,
    code: name,
    text,
  }));
  return `${JSON.stringify({ version: 1, files: coverage.files, characters: coverage.characters, stageMs: coverage.stageMs, kernels, problems } satisfies Json, null, 1)}\n`;
}
