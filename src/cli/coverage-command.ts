/**
 * `syncwright coverage`: how many kernels are lowered exactly, with approximations or not at all, and why. Solves
 * nothing.
 */
import type { Coverage } from '../verdict/coverage.ts';
import { coverageJson, coverageMarkdown, coverageText } from '../report/coverage.ts';
import { engineOptions } from './analysis-options.ts';
import type { AnalysisFlags } from './analysis-options.ts';
import { problemLine } from '../report/text.ts';
import { status } from './io.ts';
import type { CliIo } from './io.ts';
import type { coverageFormats } from './option-values.ts';
import { progressOn } from './progress.ts';
import { deliver, paintOf } from './render.ts';
import { gatherSources } from './source-files.ts';
import { assertNever } from '../base/invariant.ts';

export type CoverageFlags = Pick<
  AnalysisFlags,
  'kernel' | 'param' | 'define' | 'include' | 'compileCommands' | 'maxBytes' | 'verbose'
> &
  Readonly<{ format: (typeof coverageFormats)[number]; out?: string }>;

export async function coverage(paths: readonly string[], flags: CoverageFlags, io: CliIo): Promise<number> {
  const sources = gatherSources(paths, flags);
  for (const problem of sources.files.length === 0 ? sources.problems : []) io.err(problemLine(problem));
  if (sources.files.length === 0) return status.usage;
  const engine = await io.openEngine();
  const progress = progressOn(io);
  try {
    const options = engineOptions({
      ...flags,
      fill: new Map(),
      assume: [],
      warp: 'its',
      level: 'grid',
      failOn: 'never',
    });
    const found = engine.coverage({
      files: sources.files,
      read: sources.read,
      locate: sources.locate,
      options,
      onFile: ({ file, done, total }) =>
        progress.show({ kind: 'kernel', name: file, file, verdict: 'read', done, total }),
    });
    progress.clear();
    const whole: Coverage = {
      ...found,
      problems: [
        ...sources.problems,
        ...found.problems.filter(({ file, code }) => code !== 'SI112' || sources.named.has(file)),
      ],
    };
    deliver(inFormat(whole, flags, io), flags.out, io);
    return status.nothing;
  } finally {
    progress.clear();
    await engine.close();
  }
}

function inFormat(found: Coverage, flags: CoverageFlags, io: CliIo): string {
  switch (flags.format) {
    case 'text':
      return coverageText(found, {
        paint: paintOf(io.color && flags.out === undefined),
        verbose: flags.verbose === true,
      });
    case 'markdown':
      return coverageMarkdown(found);
    case 'json':
      return coverageJson(found);
    default:
      return assertNever(flags.format);
  }
}
