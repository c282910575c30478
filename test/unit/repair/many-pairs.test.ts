/** Thousands of racing pairs are shared among strategies, and tried, within counts that do not grow with them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assetPaths } from '../../../src/assets.ts';
import type { EngineOptions } from '../../../src/engine.ts';
import type { Fault } from '../../../src/repair/fault.ts';
import type { RepairInput } from '../../../src/repair/repair.ts';
import type { Parser } from '../../../src/parse/tree-sitter.ts';
import { candidatesFor, repair } from '../../../src/repair/repair.ts';
import { createParser } from '../../../src/parse/tree-sitter.ts';
import { eachStmt } from '../../../src/ir/walk.ts';
import { invariant } from '../../../src/base/invariant.ts';
import { readUnit } from '../../../src/pipeline/unit.ts';

let parser: Parser | null = null;
beforeAll(async () => {
  parser = await createParser(assetPaths());
});
afterAll(() => parser?.close());

const options: EngineOptions = {
  kernel: null,
  block: [64, 1, 1],
  grid: [1, 1, 1],
  params: new Map(),
  assumes: [],
  defines: new Map(),
  includeDirs: [],
  warpModel: 'its',
  level: 'block',
  timeoutSeconds: null,
  repair: true,
};

/** Every store of shared memory races with every access of it. */
function hostile(statements: readonly string[], tries: string[]): RepairInput {
  const text = [
    '__global__ void k(int *out, int x) {',
    '  __shared__ int s[256];',
    '  int t = threadIdx.x;',
    ...statements,
    '  out[t] = x;',
    '}',
    '',
  ].join('\n');
  const asked = { read: (path: string): string | null => (path === 'a.cu' ? text : null), options };
  const unit = parser === null ? null : readUnit('a.cu', asked, parser, () => undefined);
  const kernel = unit?.ok === true ? unit.value.unit.kernels[0] : undefined;
  const tree = parser?.parse(text);
  invariant(kernel !== undefined && tree !== undefined, 'the kernel is read');
  const source = { file: 'a.cu', text, tree };
  const faults: Fault[] = [];
  eachStmt(kernel.body, (first) => {
    if (first.kind !== 'store' || kernel.arrays.get(first.place.array)?.space !== 'shared') return;
    eachStmt(kernel.body, (second) => {
      if ((second.kind !== 'store' && second.kind !== 'load') || second.place.array !== first.place.array) return;
      const [a, b] = first.id < second.id ? [first, second] : [second, first];
      faults.push({
        kind: 'race',
        code: 'SW101',
        first: a.id,
        second: b.id,
        array: first.place.array,
        carriedBy: null,
        isOneTurn: false,
        scope: 'block',
        handover: null,
      });
    });
  });
  const recheck: RepairInput['recheck'] = (edits) => {
    tries.push(JSON.stringify(edits));
    return Promise.resolve({ proof: null, isOpen: false, isLikely: false, breaks: null });
  };
  return {
    kernel,
    instances: [kernel],
    faults,
    sourceOf: (file) => (file === 'a.cu' ? source : null),
    compiledFile: 'a.cu',
    isNamedElsewhere: () => false,
    isCooperative: false,
    block: null,
    launches: null,
    maxTries: 32,
    recheck,
  };
}

const repeated = (count: number, line: (k: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, k) => line(k));

test.each([
  [
    'in a loop',
    (n: number) => ['  for (int i = 0; i < 4; i++) {', ...repeated(n, (k) => `    s[(t + ${k}) % 256] += x;`), '  }'],
  ],
  ['in one list', (n: number) => repeated(n, (k) => `  s[(t + ${k}) % 256] += x;`)],
  ['in branches', (n: number) => repeated(n, (k) => `  if (t < ${k}) s[(t + ${k}) % 256] = x;`)],
  ['of a warp', (n: number) => ['  if (t < 32) {', ...repeated(n, (k) => `    s[t] += s[t + ${k}];`), '  }']],
])('pairs %s', async (_, statements) => {
  const tries: string[] = [];
  const [few, many] = [hostile(statements(4), []), hostile(statements(30), tries)];
  expect(many.faults.length).toBeGreaterThan(40 * few.faults.length);
  expect(candidatesFor(many).length).toBeLessThan(4_000);
  expect((await repair(many)).fixes).toEqual([]);
  expect(tries.length).toBeLessThanOrEqual(32);
  expect(new Set(tries).size).toBe(tries.length);
});

test('what races in one turn is not kept apart by a barrier between turns', () => {
  const input = hostile(
    [
      '  for (int i = 0; i < 4; i++) {',
      '    s[t] = x;',
      '    if (t < x) x += s[t + 1];',
      '    x++;',
      '    x--;',
      '  }',
    ],
    [],
  );
  const pair = input.faults
    .filter(({ kind }) => kind === 'race')
    .filter((fault) => fault.kind === 'race' && fault.first !== fault.second);
  const lines = (isOneTurn: boolean): readonly number[] =>
    candidatesFor({ ...input, faults: pair.map((fault) => (fault.kind === 'race' ? { ...fault, isOneTurn } : fault)) })
      .filter(({ edits }) => edits.length === 1)
      .flatMap(({ edits }) =>
        edits.map(({ start }) => input.sourceOf('a.cu')?.text.slice(0, start).split('\n').length ?? 0),
      );
  expect([...new Set(lines(true))]).toEqual([5]);
  expect([...new Set(lines(false))].length).toBeGreaterThan(2);
});
