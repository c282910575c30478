/** A patch is told by one run where it leaves the race, and never where it removes it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assetPaths } from '../../../src/assets.ts';
import type { EngineOptions } from '../../../src/engine.ts';
import type { Fault } from '../../../src/repair/fault.ts';
import type { Kernel } from '../../../src/ir/ir.ts';
import type { Parser } from '../../../src/parse/tree-sitter.ts';
import { createParser } from '../../../src/parse/tree-sitter.ts';
import { configurationsFor } from '../../../src/launch/configurations.ts';
import { eachStmt } from '../../../src/ir/walk.ts';
import { invariant } from '../../../src/base/invariant.ts';
import { isStillShown } from '../../../src/pipeline/still-shown.ts';
import { readUnit } from '../../../src/pipeline/unit.ts';
import { runOf } from '../../../bench/enumerate.ts';

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

function kernelOf(statements: string): Kernel {
  const text = `__global__ void k(int *out) { __shared__ int s[64]; int t = threadIdx.x; ${statements} }`;
  const unit =
    parser === null
      ? null
      : readUnit('a.cu', { read: (path) => (path === 'a.cu' ? text : null), options }, parser, () => undefined);
  const kernel = unit?.ok === true ? unit.value.unit.kernels[0] : undefined;
  invariant(kernel !== undefined, 'the kernel is read');
  return kernel;
}

test.each([
  ['no barrier between', 's[t] = t; out[t] = s[63 - t]; __syncthreads();', true],
  ['a barrier that half of the threads miss', 's[t] = t; if (t < 32) __syncthreads(); out[t] = s[63 - t];', true],
  ['a barrier between', 's[t] = t; __syncthreads(); out[t] = s[63 - t];', false],
  ['a fence, which runs do not see', 's[t] = t; __threadfence(); out[t] = s[63 - t];', false],
])('%s', (_, patched, expected) => {
  const [was, now] = [kernelOf('s[t] = t; out[t] = s[63 - t];'), kernelOf(patched)];
  const faults: Fault[] = [];
  eachStmt(was.body, (stmt) => {
    if (stmt.kind === 'load')
      faults.push({
        kind: 'race',
        code: 'SW101',
        first: stmt.id,
        second: stmt.id,
        array: stmt.place.array,
        carriedBy: null,
        isOneTurn: true,
        scope: 'block',
        handover: null,
      });
  });
  const [config] = configurationsFor(was, [], options);
  invariant(config !== undefined && faults.length === 1, 'one load of shared memory');
  expect(isStillShown([runOf(was, config, 4, 'its')], faults, was, now)).toBe(expected);
});
