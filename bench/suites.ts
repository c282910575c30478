/**
 * Kernels of the evaluation's suites: a manifest (facts only) says which file of which repository at which commit,
 * which kernel and launch; the text is read from a bare clone in the mirror. Nothing of it is kept.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import type { EngineOptions } from '../src/engine.ts';

/** `readAt`: the same file, or one beside it, at another commit; `excluded`: why the suite does not score it, or ''. */
export type SuiteCase = Readonly<{
  name: string;
  file: string;
  expected: string;
  tags: readonly string[];
  excluded: string;
  read: (path: string) => string | null;
  readAt: (commit: string) => (path: string) => string | null;
  options: EngineOptions;
}>;

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const fieldsIn = (value: unknown): Fields => (isFields(value) ? value : {});
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** `blank`: the options of what a case does not say. Those without a kernel are left out. */
export function suiteCases(manifest: string, mirror: string, blank: EngineOptions): readonly SuiteCase[] {
  const json = fieldsIn(JSON.parse(readFileSync(manifest, 'utf8')));
  const texts = new Map<string, string | null>();
  return listIn(json['cases'])
    .map(fieldsIn)
    .filter((one) => one['kernel'] !== undefined)
    .map((one) => {
      const repository = join(mirror, textIn(one['mirror'] ?? json['mirror']), 'repo');
      const readAt =
        (commit: string) =>
        (path: string): string | null => {
          const key = `${commit}:${normalize(path)}`;
          const known = texts.get(`${repository} ${key}`);
          const text = known === undefined ? shown(repository, key) : known;
          texts.set(`${repository} ${key}`, text);
          return text;
        };
      return {
        name: textIn(one['id']),
        file: textIn(one['path']),
        expected: textIn(one['expected']),
        excluded: textIn(one['exclude']),
        tags: listIn(one['tags']).map(textIn),
        read: readAt(textIn(one['commit'] ?? json['commit'])),
        readAt,
        options: optionsOf(one, blank),
      };
    });
}

function optionsOf(one: Fields, blank: EngineOptions): EngineOptions {
  const dimensions = (name: string): EngineOptions['block'] => {
    const [x, y, z] = listIn(one[name]).map(Number);
    return x === undefined ? null : [x, y ?? 1, z ?? 1];
  };
  return {
    ...blank,
    kernel: textIn(one['kernel']),
    block: dimensions('block'),
    grid: dimensions('grid'),
    params: new Map(Object.entries(fieldsIn(one['params'])).map(([name, value]) => [name, BigInt(Number(value))])),
    defines: new Map(Object.entries(fieldsIn(one['defines'])).map(([name, value]) => [name, String(value)])),
    assumes: listIn(one['assume']).map(textIn),
    includeDirs: listIn(one['include_dirs']).map(textIn),
  };
}

function shown(repository: string, object: string): string | null {
  try {
    return execFileSync('git', ['--git-dir', repository, 'show', object], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return null;
  }
}
