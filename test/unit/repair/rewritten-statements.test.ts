/**
 * What strategies that rewrite a statement make of the text: line ends, indentation and comments are kept; values that
 * would change are left alone.
 */
import { describe, expect, it } from 'vitest';
import type { RaceFault } from '../../../src/repair/fault.ts';
import type { Strategy } from '../../../src/repair/repair.ts';
import { applyEdits } from '../../../src/verdict/edit.ts';
import { atomic } from '../../../src/repair/strategies/atomic.ts';
import { eachStmt } from '../../../src/ir/walk.ts';
import { lowerOne, theParser } from '../lower/lowered.ts';
import { splitStatement } from '../../../src/repair/strategies/split-statement.ts';

/** The text with the first proposal for the race of the last store with the last load; null where there is none. */
async function rewritten(strategy: Strategy, body: string, params = 'int *a'): Promise<string | null> {
  const text = `__global__ void k(${params}, const double *d) {\r\n\t${body}\r\n}\r\n`;
  const kernel = await lowerOne(text);
  const source = { file: 't.cu', text, tree: (await theParser()).parse(text) };
  const faults: RaceFault[] = [];
  let load: RaceFault['first'] | null = null;
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind === 'load' && stmt.place.array !== 'd') load = stmt.id;
    if (stmt.kind === 'store' && load !== null)
      faults.push({
        kind: 'race',
        code: 'SW105',
        first: load,
        second: stmt.id,
        array: stmt.place.array,
        carriedBy: null,
        isOneTurn: false,
        scope: 'block',
        handover: null,
      });
  });
  const input = {
    kernel,
    instances: [kernel],
    faults: [],
    sourceOf: () => source,
    compiledFile: 't.cu',
    isNamedElsewhere: () => false,
    isCooperative: false,
    block: null,
    launches: null,
    recheck: () => Promise.resolve({ proof: null, isOpen: false, isLikely: false, breaks: null }),
    maxTries: 0,
  };
  const [fault] = faults;
  const found =
    fault === undefined || !strategy.handles(fault, input) ? undefined : strategy.propose([fault], input)[0];
  return found === undefined
    ? null
    : (applyEdits(text, found.edits)
        .split('{\r\n\t')[1]
        ?.replace(/\r\n\}\r\n$/, '') ?? null);
}

describe('split-statement', () => {
  it.each([
    [
      'a[threadIdx.x] = a[threadIdx.x + 1]; // next',
      'int other = a[threadIdx.x + 1];\r\n\t__syncthreads();\r\n\ta[threadIdx.x] = other; // next',
    ],
    [
      'if (threadIdx.x < 9) a[threadIdx.x] -= a[0] * 2;',
      'auto value = threadIdx.x < 9 ? a[0] * 2 : 0;\r\n\t__syncthreads();\r\n\tif (threadIdx.x < 9) a[threadIdx.x] -= value;',
    ],
  ])('takes %s apart', async (body, expected) => expect(await rewritten(splitStatement, body)).toBe(expected));
});

describe('atomic', () => {
  it.each([
    ['a[0]++;  // one more', 'atomicAdd(&a[0], 1);  // one more'],
    ['*a = *a - (int)threadIdx.x;', 'atomicSub(a, (int)threadIdx.x);'],
    ['a[1] = 7 < a[1] ? 7 : a[1];', 'atomicMin(&a[1], 7);'],
    ['if (a[2] < 7)\r\n\t\ta[2] = 7;', 'atomicMax(&a[2], 7);'],
    ['a[0] = a[0] | 4;', 'atomicOr(&a[0], 4);'],
    ['a[0] += a[1];', 'atomicAdd(&a[0], a[1]);'],
    ['a[0] = a[threadIdx.x] * 2 + a[0];', 'atomicAdd(&a[0], a[threadIdx.x] * 2);'],
  ])('does %s', async (body, expected) => expect(await rewritten(atomic, body)).toBe(expected));

  it.each([
    ['a[0] += d[0];', 'int *a'],
    ['a[0] += d[0];', 'float *a'],
    ['a[0] = 5 - a[0];', 'int *a'],
    ['a[0] = a[0] > 7 ? 7 : 8;', 'int *a'],
    ['a[0] += 1;', 'volatile int *a'],
    ['if (a[0] < d[0]) a[0] = d[0];', 'int *a'],
    ['a[0] += a[0];', 'int *a'],
  ])('leaves %s alone, with %s', async (body, params) => expect(await rewritten(atomic, body, params)).toBeNull());
});
