/**
 * The library: `import { analyze } from 'syncwright'`. Files in, the JSON report out. It runs in this process, reads
 * nothing from the disk but the WebAssembly files beside it, and leaves nothing running.
 */
import { assetPaths } from './assets.ts';
import { noConfig } from './config/config.ts';
import { allowancesIn } from './config/inline.ts';
import { suppressed } from './config/suppress.ts';
import type { AnalyzeOptions, SourceFile, SourceReader } from './lib/api.ts';
import type { ReadOptions } from './lib/options.ts';
import { readOptions } from './lib/options.ts';
import type { GivenSources } from './lib/sources.ts';
import { readSources } from './lib/sources.ts';
import { jsonOf } from './report/json.ts';
import type { Report } from './report/json-report.ts';
import { commentUnused, notCuda } from './verdict/catalogue.ts';
import type { InputProblem } from './verdict/finding.ts';
import { version as ours } from './base/version.ts';

/** The version of the package. */
export const version: string = ours;

/** The parser's library keeps one module per process: analyses come one after the other. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Analyses CUDA sources and resolves to the report that `syncwright check --format json` prints. Rejects with a
 * TypeError where an argument is not as described; what is wrong with a source is among the report's `problems`. Calls
 * that overlap run one after the other.
 */
export async function analyze(
  sources: readonly SourceFile[] | SourceReader,
  options: AnalyzeOptions = {},
): Promise<Report> {
  const given = readSources(sources);
  const read = readOptions(options);
  const report = last.then(() => analyzed(given, read));
  last = report.catch(() => undefined);
  return await report;
}

async function analyzed(sources: GivenSources, { engine: options, ...more }: ReadOptions): Promise<Report> {
  const { createEngine } = await import('./pipeline.ts');
  const engine = await createEngine(assetPaths(), () => performance.now());
  try {
    const { files, read, locate } = sources;
    const found = await engine.analyze({ files, read, options, ...(locate === undefined ? {} : { locate }), ...more });
    const { report, problems } = suppressed(found, {
      rules: noConfig.ignore,
      rulesFile: '',
      files,
      pathOf: (path) => path,
      isWhole: options.kernel === null,
      allowances: (file) => allowancesIn(file, read(file) ?? ''),
    });
    // A file that was not named outright may hold no kernel; and what suppresses nothing in one kernel may be for
    // another.
    const isMeant = ({ code }: InputProblem): boolean =>
      (sources.named || code !== notCuda('').code) &&
      (options.kernel === null || code !== commentUnused('', 1, []).code);
    const all = [...report.problems, ...problems].filter(isMeant);
    return jsonOf(
      { ...report, problems: all },
      {
        tool: `syncwright ${ours}`,
        defines: options.defines,
        includeDirs: options.includeDirs,
        params: options.params,
        assumes: options.assumes,
      },
    );
  } finally {
    await engine.close();
  }
}
