/**
 * What a user does with `fix`: the diff that it prints is applied by git, the result is checked again, and `fix` asked
 * once more.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Engine, EngineOptions } from '../src/engine.ts';
import type { Verdict } from '../src/verdict/finding.ts';
import { provesKernel } from '../src/verdict/finding.ts';
import { runCli } from '../src/cli/run-cli.ts';

/**
 * `words`: what `fix` says beside its diff; `text`: the source with the diff applied; `verdicts`: of the kernels then;
 * `again`: what `fix` prints of it; `isProved`: whether the patches offered at first are.
 */
export type RoundTrip = Readonly<{
  diff: string;
  words: string;
  text: string;
  verdicts: readonly Verdict[];
  again: string;
  isProved: boolean;
}>;

/**
 * `flags`: of `fix`. `files`: the source, and what it includes, by their paths in a folder; the first is fixed. The
 * options are those of the analysis, whatever `fix` is told.
 */
export async function roundTrip(
  engine: Engine,
  files: ReadonlyMap<string, string>,
  options: EngineOptions,
  flags: readonly string[] = [],
): Promise<RoundTrip> {
  const folder = mkdtempSync(join(tmpdir(), 'syncwright-fix-'));
  try {
    for (const [name, text] of files) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const [path = ''] = [...files.keys()].map((name) => join(folder, name));
    const analyze: Engine['analyze'] = (request) =>
      engine.analyze({ ...request, options: { ...options, repair: request.options.repair } });
    const over: Engine = { ...engine, analyze, close: async () => undefined };
    const fixes = (
      await over.analyze({ files: [path], read: readIfThere, options: { ...options, repair: true } })
    ).kernels
      .flatMap(({ findings }) => findings)
      .flatMap(({ fix }) => fix ?? []);
    const { out: diff, err: words } = await printedBy(['fix', ...flags, path], over);
    if (diff !== '')
      execFileSync('git', ['apply', `-p${path.split('/').length - 1}`, '-'], {
        cwd: folder,
        input: diff,
        stdio: ['pipe', 'pipe', 'pipe'],
      });
    const report = await over.analyze({ files: [path], read: readIfThere, options: { ...options, repair: false } });
    return {
      diff,
      words,
      text: readFileSync(path, 'utf8'),
      verdicts: report.kernels.map(({ verdict }) => verdict),
      again: (await printedBy(['fix', ...flags, path], over)).out,
      isProved: fixes.every(provesKernel),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

async function printedBy(words: readonly string[], engine: Engine): Promise<Readonly<{ out: string; err: string }>> {
  let [out, err] = ['', ''];
  await runCli(words, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    outIsTerminal: false,
    errIsTerminal: false,
    color: false,
    width: 100,
    keys: null,
    openEngine: async () => engine,
    openWorker: null,
    openSideWorker: null,
  });
  return { out, err };
}
