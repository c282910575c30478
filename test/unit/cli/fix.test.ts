/**
 * `fix` on cases as they are, and with the indentation and line ends that other people have. `npm run check:patched`
 * does so for all cases.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../../src/engine.ts';
import { allCases } from '../../case-folder.ts';
import { assetPaths } from '../../../src/assets.ts';
import { createEngine } from '../../../src/pipeline.ts';
import { roundTrip } from '../../round-trip.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine(assetPaths(), () => performance.now());
});
afterAll(async () => engine.close());

const chosen = [
  'split/neighbour-read',
  'split/two-arrays-one-barrier',
  'split/global-within-block',
  'loops-loop/tile-reused',
];
const cases = allCases().filter(
  ({ topic, name, truth }) => truth.verdict === 'racy' && chosen.includes(`${topic}/${name}`),
);

describe('the diff that fix prints', () => {
  test.each(cases.map((one) => [`${one.topic}/${one.name}`, one] as const))(
    'repairs %s',
    async (_, { source, options }) => {
      const { diff, verdicts, again } = await roundTrip(engine, new Map([['kernel.cu', source]]), options);
      expect(diff).not.toBe('');
      expect([verdicts, again]).toEqual([['drf'], '']);
    },
  );

  const launch = {
    ...(cases[0]?.options ??
      (() => {
        throw new Error('there are cases');
      })()),
    block: [64, 1, 1],
    grid: [1, 1, 1],
    params: new Map(),
    assumes: [],
    defines: new Map(),
  } as const;

  test('names a suppressed finding that a patch for another one of its kernel fixes as well', async () => {
    const text =
      '__global__ void k(int *out) {\n  __shared__ int s[64];\n  int t = threadIdx.x;\n  out[64] += t; // syncwright: allow(SW105) any of them will do\n  s[t] = t;\n  out[t] = s[63 - t];\n}\n';
    const { words, verdicts } = await roundTrip(engine, new Map([['kernel.cu', text]]), launch);
    expect(verdicts).toEqual(['drf']);
    expect(words).toMatch(
      /^ {2}this patch also fixes SW105 at \S+kernel\.cu:4, suppressed by the comment on \S+kernel\.cu:4: any of them will do$/m,
    );
    const alone = await roundTrip(
      engine,
      new Map([['kernel.cu', text.replace('  s[t] = t;\n', '  s[t] = t;\n  __syncthreads();\n')]]),
      launch,
    );
    expect([alone.diff, alone.words.includes('also fixes')]).toEqual(['', false]);
  });

  const source =
    'int before;\n__global__ void turn(int *out) {\n\t__shared__ int s[64];\n\tint t = threadIdx.x; // own\n\ts[t] = t; // put\n\t/* taken */ out[t] = s[63 - t];\n}\n';
  test.each([
    ['tabs', source],
    ['CRLF line ends', source.replaceAll('\n', '\r\n')],
    ['a byte-order mark', `\ufeff${source}`],
    ['no line end at the end', source.trimEnd()],
  ])('keeps %s', async (_, text) => {
    const { text: patched, verdicts, again } = await roundTrip(engine, new Map([['kernel.cu', text]]), launch);
    expect([verdicts, again]).toEqual([['drf'], '']);
    const eol = text.includes('\r\n') ? '\r\n' : '\n';
    expect(patched).toBe(text.replace('// put', `// put${eol}\t__syncthreads();`));
  });
});
