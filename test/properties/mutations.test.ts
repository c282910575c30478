/**
 * No source, however broken, makes the front end throw or run without end: from the text to kernels, launches and their
 * configurations. `SEED=… RUNS=10000 TEXTS=FOLDER npx vitest run test/properties/mutations.test.ts` goes further, on
 * the CUDA sources below a folder instead of our own cases.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EngineOptions } from '../../src/engine.ts';
import type { Parser } from '../../src/parse/tree-sitter.ts';
import { allCases } from '../case-folder.ts';
import { assetPaths } from '../../src/assets.ts';
import { checkKernel } from '../../src/ir/check.ts';
import { configurationsFor } from '../../src/launch/configurations.ts';
import { createParser } from '../../src/parse/tree-sitter.ts';
import { mutated, randomFrom } from './mutations.ts';
import { readUnit } from '../../src/pipeline/unit.ts';
import { seed } from '../seeded.ts';

const runs = Number(process.env['RUNS'] ?? 200);
const folder = process.env['TEXTS'];
/** Generous: machines that run tests are shared. A run without end is what must not be. */
const mostMilliseconds = Number(process.env['MOST_MS'] ?? 20_000);

const options: EngineOptions = {
  kernel: null,
  block: null,
  grid: null,
  params: new Map(),
  assumes: [],
  defines: new Map(),
  includeDirs: [],
  warpModel: 'its',
  level: 'grid',
  timeoutSeconds: null,
  repair: false,
};
let parser: Parser;
beforeAll(async () => {
  parser = await createParser(assetPaths());
});
afterAll(() => {
  parser.close();
});

function textsBelow(path: string): readonly string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile() && /\.cuh?$/.test(item.name))
    .map((item) => readFileSync(join(item.parentPath, item.name), 'latin1'))
    .filter((text) => text.length < 60_000);
}

/** What went wrong with one source, or ''. */
function trouble(text: string): string {
  const start = performance.now();
  try {
    const from = readUnit(
      'kernel.cu',
      { read: (path) => (path === 'kernel.cu' ? text : null), options },
      parser,
      () => undefined,
    );
    if (from.ok) {
      for (const kernel of from.value.unit.kernels) {
        if (kernel.unsupported === null) expect(checkKernel(kernel)).toEqual([]);
        configurationsFor(kernel, from.value.launches, options);
      }
    }
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  const ms = performance.now() - start;
  return ms > mostMilliseconds ? `took ${Math.round(ms)} ms` : '';
}

test(`no broken source stops the front end (seed ${seed}, ${runs} sources)`, () => {
  const texts = folder === undefined ? allCases().map(({ source }) => source) : textsBelow(folder);
  let slowest = 0;
  for (let run = 0; run < runs; run++) {
    const text = mutated(texts, randomFrom(seed + run));
    const start = performance.now();
    expect(trouble(text), `SEED=${seed + run} RUNS=1${folder === undefined ? '' : ` TEXTS=${folder}`}`).toBe('');
    slowest = Math.max(slowest, performance.now() - start);
  }
  console.log(
    `mutations: seed ${seed}, ${runs} sources of ${texts.length} texts, the slowest ${Math.round(slowest)} ms, ${Math.round(process.memoryUsage().rss / 2 ** 20)} MiB`,
  );
}, 3_600_000);
