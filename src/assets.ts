/**
 * Why: the parser and its grammar are WebAssembly files, which a bundle cannot hold. In a release they lie beside the
 * bundle; in the checkout they are taken from their packages. The command line, the action and the tests ask here.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import type { EngineAssets } from './pipeline.ts';
import { version } from './base/version.ts';

export function assetPaths(): EngineAssets {
  const resolve = createRequire(import.meta.url).resolve;
  const find = (name: string, dependency: string): string => {
    const beside = fileURLToPath(new URL(name, import.meta.url));
    return existsSync(beside) ? beside : resolve(`${dependency}/${name}`);
  };
  return {
    parserWasm: find('web-tree-sitter.wasm', 'web-tree-sitter'),
    cudaWasm: find('tree-sitter-cuda.wasm', 'tree-sitter-cuda'),
    loadGrammar,
  };
}

/** The program of a worker of the command line (cli/workers.ts). */
export function workerPath(): string {
  const beside = fileURLToPath(new URL('worker.js', import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL('cli/worker.ts', import.meta.url));
}

/**
 * Version and build of the engine: 16 hexadecimal digits of all that an answer depends on, beside its input. In a
 * release those are the bundle of a worker and the WebAssembly files; in the checkout the sources, and the versions of
 * packages.
 */
export function engineId(): string {
  const here = fileURLToPath(new URL('.', import.meta.url));
  const isRelease = existsSync(join(here, 'worker.js'));
  const files = isRelease
    ? ['worker.js', 'z3-thread.js', 'z3-built.cjs', 'z3-built.wasm', 'web-tree-sitter.wasm', 'tree-sitter-cuda.wasm']
    : [
        ...readdirSync(here, { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.ts'))
          .sort(),
        '../package-lock.json',
      ];
  const digest = createHash('sha256');
  for (const name of files) digest.update(`${name}\n`).update(readFileSync(join(here, name)));
  return `${version}+${digest.digest('hex').slice(0, 16)}`;
}

/** V8's own `--wasm-tiering-budget` by its major version, as `node --v8-options` says: of Node 20 and of Node 24. */
const standardBudgets: ReadonlyMap<string, number> = new Map([
  ['11', 1_800_000],
  ['13', 13_000_000],
]);

/**
 * The grammar's lexer is one huge function. To optimize it takes V8 0.1 to 0.4 s of processor time and up to 200 MB,
 * which only long runs win back: what is loaded here gets there after a billion bytes executed. Where the standard is
 * not known, nothing is set.
 */
async function loadGrammar<Made>(load: () => Promise<Made>): Promise<Made> {
  const standard = standardBudgets.get(process.versions.v8.replace(/\..*/s, ''));
  if (standard === undefined) return load();
  setFlagsFromString('--wasm-tiering-budget=1000000000');
  try {
    return await load();
  } finally {
    setFlagsFromString(`--wasm-tiering-budget=${standard}`);
  }
}
