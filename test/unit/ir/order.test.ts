/**
 * What is said to be ordered [T15, T17] against the machine [D28]: of random hand-overs, no pair that some run shows to
 * race is one of them.
 */
import { describe, expect, it } from 'vitest';
import { compileKernel } from '../../../src/machine/compile.ts';
import { lowerOne } from '../lower/lowered.ts';
import { orderOf } from '../../../src/ir/order/order.ts';
import { runCompiled } from '../../../src/machine/run.ts';
import type { Schedule } from '../../../src/launch/run.ts';
import fc from 'fast-check';

const threads = 34;
const blocks = 2;
const fences = ['', '__threadfence_block();', '__threadfence();'];
const who = [
  '',
  'if (threadIdx.x == 0)',
  'if (threadIdx.x == 33)',
  'if (blockIdx.x == 0)',
  'if (blockIdx.x == 0 && threadIdx.x == 0)',
  'if (blockIdx.x == 1)',
];
const cells = ['data[0]', 'data[blockIdx.x]', 'data[blockIdx.x * 34 + threadIdx.x]'];
const signals = [
  'atomicAdd(flag, 1)',
  'atomicExch(flag, 1)',
  'atomicInc((unsigned *)flag, 1)',
  'atomicAdd_block(flag, 1)',
];
const counts = ['0', '1', '2', 'gridDim.x - 1', 'gridDim.x'];
const tests = ['==', '>=', '!='];
const barriers = ['', '__syncthreads();'];

/** One side tells, the other one sees: by the answer of its own signal, or by a look. */
const programs = fc
  .record({
    writer: fc.constantFrom(...who),
    cell: fc.constantFrom(...cells),
    before: fc.constantFrom(...fences),
    meet: fc.constantFrom(...barriers),
    inside: fc.constantFrom(...fences),
    teller: fc.constantFrom(...who),
    signal: fc.constantFrom(...signals),
    count: fc.constantFrom(...counts),
    compare: fc.constantFrom(...tests),
    look: fc.boolean(),
    after: fc.constantFrom(...fences),
    told: fc.constantFrom(...barriers),
    last: fc.constantFrom(...fences),
    isShared: fc.boolean(),
    read: fc.constantFrom(...cells),
  })
  .map(
    ({
      writer,
      cell,
      before,
      meet,
      inside,
      teller,
      signal,
      count,
      compare,
      look,
      after,
      told,
      last,
      isShared,
      read,
    }) => `
__global__ void k(int *data, int *flag, int *out) {
  __shared__ int shared;
  int mine = 0;
  if (threadIdx.x == 0) shared = 0;
  __syncthreads();
  ${writer} { ${cell} = 1; ${before} }
  ${meet}
  ${teller} { ${inside} int old = ${signal}; ${look ? 'old = 0; int seen = atomicAdd(flag, 0);' : ''} mine = ${look ? 'seen' : 'old'} ${compare} ${count}; ${after} ${isShared ? 'shared = mine;' : ''} }
  ${told}
  if (${isShared ? 'shared' : 'mine'}) { ${last} out[threadIdx.x] = ${read}; }
}`,
  );

/** Critical sections, with parts that may be missing. */
const locks = fc
  .record({
    take: fc.constantFrom(
      'while (atomicCAS(flag, 0, 1) != 0) { }',
      'while (atomicExch(flag, 1) != 0) { }',
      'int n = 0; while (atomicCAS(flag, 0, 1) != 0 && n < 3) n++;',
      'while (atomicCAS(flag + blockIdx.x, 0, 1) != 0) { }',
    ),
    first: fc.constantFrom(...fences),
    second: fc.constantFrom(...fences),
    give: fc.constantFrom('atomicExch(flag, 0);', '*flag = 0;', 'atomicExch(flag + blockIdx.x, 0);'),
    early: fc.boolean(),
  })
  .map(
    ({ take, first, second, give, early }) => `
__global__ void k(int *data, int *flag, int *out) {
  if (threadIdx.x % 33 == 0) { ${take} ${first} ${early ? `${second} ${give} data[0] += 1;` : `data[0] += 1; ${second} ${give}`} }
}`,
  );

/** Sections under one lock or two, one after the other or one in the other, with fences in the list or deeper. */
const section = fc.record({
  cell: fc.constantFrom('0', 'low', 'high', 'blockIdx.x'),
  first: fc.constantFrom(...fences),
  second: fc.constantFrom(...fences),
  give: fc.constantFrom('atomicExch', 'atomicExch', 'atomicExch_block', 'atomicAdd'),
  waits: fc.boolean(),
  isDeep: fc.boolean(),
});
const sectionOf = (
  {
    cell,
    first,
    second,
    give,
    waits,
    isDeep,
  }: Readonly<{ cell: string; first: string; second: string; give: string; waits: boolean; isDeep: boolean }>,
  inner: string,
): string => {
  const [outer, deep] = isDeep ? ['', [first, second]] : [[first, second], ''];
  const body = `${outer[0] ?? ''} if (low < 8) { ${deep[0] ?? ''} ${inner} ${deep[1] ?? ''} } ${outer[1] ?? ''} ${give}(flag + ${cell}, ${give === 'atomicAdd' ? '-1' : '0'});`;
  return waits
    ? `while (atomicCAS(flag + ${cell}, 0, 1) != 0) { } ${body}`
    : `if (atomicCAS(flag + ${cell}, 0, 1) == 0) { ${body} }`;
};
const lockPairs = fc
  .record({
    one: section,
    other: section,
    isNested: fc.boolean(),
    renames: fc.constantFrom('', '', 'low = high;'),
    inner: fc.constantFrom('data[0] += 1;', 'data[low] += 1;', 'data[high] += 1; data[low] += 1;'),
  })
  .map(
    ({ one, other, isNested, renames, inner }) => `
__global__ void k(int *data, int *flag, int *out) {
  int low = threadIdx.x == 0 ? 0 : 1, high = blockIdx.x == 0 ? 1 : 2;
  if (threadIdx.x % 33 == 0) { ${isNested ? sectionOf(one, `${renames} ${sectionOf(other, inner)}`) : `${sectionOf(one, inner)} ${renames} ${sectionOf(other, inner)}`} }
}`,
  );

/**
 * Threads that take turns at a cell, again and again: by numbers, rounds, phases or tickets; some of them with a part
 * that is wrong.
 */
const protocols = [
  ['!= 2 * r', 'atomicExch(flag, 2 * r + 1);', '!= 2 * r + 1', 'atomicAdd(flag, 1);'],
  ['!= 0', 'atomicExch(flag, 1);', '!= 1', 'atomicExch(flag, 0);'],
  ['== 1', 'atomicExch(flag, 1);', '== 0', 'atomicExch(flag, 0);'],
  ['!= mine', 'atomicAdd(flag, 1);', '!= mine', 'atomicExch(flag, mine + 1);'],
  ['!= (int)blockIdx.x', 'atomicExch(flag, 1);', '!= (int)blockIdx.x', 'atomicExch(flag, 0);'],
  ['!= phase', 'atomicExch(flag, 1);', '!= phase + 2', 'atomicExch(flag, 0);'],
] as const;
const mostly = <Value>(value: Value, ...others: readonly Value[]): fc.Arbitrary<Value> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant(value) },
    { weight: others.length, arbitrary: fc.constantFrom(value, ...others) },
  );
const party = fc.record({
  odd: mostly(null, '!= 0', '!= 1', '> 0', '!= 2 * r', '!= mine'),
  acquire: mostly('__threadfence();', '__threadfence_block();', ''),
  release: mostly('__threadfence();', '__threadfence_block();', ''),
  changed: mostly(null, 'atomicAdd(flag, 1);', 'atomicExch(flag, 0);', 'atomicExch_block(flag, 1);'),
  isEarly: mostly(false, true),
  twice: mostly(false, true),
});
type Party = Readonly<{
  odd: string | null;
  acquire: string;
  release: string;
  changed: string | null;
  isEarly: boolean;
  twice: boolean;
}>;
const turnOf = (first: string, last: string, { odd, acquire, release, changed, isEarly, twice }: Party): string => {
  const give = changed ?? last;
  return `while (atomicAdd(flag, 0) ${odd ?? first}) { } ${acquire} ${isEarly ? `${release} ${give} data[0] += 1;` : `data[0] += 1; ${release} ${give}`} ${twice ? give : ''} phase = 1 - phase;`;
};
const turns = fc
  .record({
    protocol: fc.constantFrom(...protocols),
    one: party,
    other: party,
    who: fc.constantFrom('blockIdx.x == 0', 'threadIdx.x == 0', 'threadIdx.x == 0 && blockIdx.x == 0'),
    both: mostly(false, true),
    rounds: fc.constantFrom('1', '2', 'n'),
  })
  .map(
    ({ protocol: [wait, give, later, back], one, other, who, both, rounds }) => `
__global__ void k(int *data, int *flag, int *out, int n) {
  int phase = threadIdx.x == 0 ? 0 : 1;
  if (${both ? 'threadIdx.x % 33 == 0' : 'threadIdx.x == 0'}) for (int r = 0; r < ${rounds}; r++) {
    int mine = atomicAdd(out, 1);
    if (${who}) { ${turnOf(wait, give, one)} } else { ${turnOf(later, back, other)} }
  }
}`,
  );

/** A thread that waits, and gives the turn on, for its block. */
const blockTurns = fc
  .record({
    wait: fc.constantFrom(
      'while (atomicAdd(flag, 0) != blockIdx.x) { }',
      'while (atomicAdd(flag, 0) != r * 2 + blockIdx.x) { }',
      'while (atomicCAS(flag, 0, 1) != 0) { }',
      'while (atomicAdd(flag, 0) < blockIdx.x) { }',
    ),
    give: fc.constantFrom('atomicAdd(flag, 1);', 'atomicExch(flag, 0);', 'atomicExch(flag, 1 - blockIdx.x);'),
    giver: fc.constantFrom('0', '0', '33'),
    told: fc.constantFrom('__syncthreads();', '__syncthreads();', ''),
    done: fc.constantFrom('__syncthreads();', '__syncthreads();', ''),
    first: fc.constantFrom('__threadfence();', ''),
    last: fc.constantFrom('__threadfence();', ''),
    early: fc.constantFrom('', '', 'atomicExch(flag, blockIdx.x + 1);'),
    late: fc.constantFrom('', '', 'atomicExch(flag, 2);'),
    around: fc.constantFrom(
      'for (int r = 0; r < 2; r++)',
      'for (int r = 0; r < 2 + (int)blockIdx.x; r++)',
      'int r = 0; if (blockIdx.x < 2)',
    ),
  })
  .map(
    ({ wait, give, giver, told, done, first, last, around, early, late }) => `
__global__ void k(int *data, int *flag, int *out) {
  ${around} {
    if (threadIdx.x == 0) { ${wait} ${first} ${early} }
    ${told}
    data[threadIdx.x] += 1;
    ${done}
    if (threadIdx.x == ${giver}) { ${last} ${late} ${give} }
  }
}`,
  );

const schedules: readonly Schedule[] = [
  { kind: 'canonical' },
  { kind: 'preferred', order: [{ block: 1, thread: 0 }] },
  { kind: 'random', seed: 1 },
  { kind: 'random', seed: 2 },
];

/** Pairs that are said to be ordered and race in some run. */
async function contradictions(text: string): Promise<Readonly<{ wrong: readonly string[]; ordered: boolean }>> {
  const kernel = await lowerOne(text);
  const order = orderOf(kernel, {
    block: [threads, 1, 1],
    grid: [blocks, 1, 1],
    scalars: new Map(),
    isAliased: () => false,
  });
  const compiled = compileKernel(kernel);
  const wrong = schedules.flatMap((schedule) => {
    const run = {
      block: [threads, 1, 1],
      grid: [blocks, 1, 1],
      blocks: [0, 1],
      scalars: new Map([['n', 3n]]),
      arrays: new Map(),
      schedule,
      warpModel: 'its',
    } as const;
    return runCompiled(compiled, run, { maxSteps: 20_000, maxBytes: 1 << 24 }).races.flatMap(
      ({ first, second, scope }) => {
        const ordered = order.between({ first: first.stmt, second: second.stmt, isBetweenBlocks: scope === 'grid' });
        return ordered === null ? [] : [`${first.stmt}-${second.stmt} ${scope} ${schedule.kind}`];
      },
    );
  });
  return { wrong, ordered: order.handed.size > 0 };
}

describe('no run shows a race of what is ordered', () => {
  it.each([
    ['signals', programs],
    ['locks', locks],
    ['pairs of locks', lockPairs],
    ['turns', turns],
    ['turns of blocks', blockTurns],
  ] as const)(
    '%s',
    async (_, texts) => {
      let ordered = 0;
      await fc.assert(
        fc.asyncProperty(texts, async (text) => {
          const found = await contradictions(text);
          if (found.ordered) ordered++;
          expect(found.wrong, text).toEqual([]);
        }),
        { numRuns: texts === programs ? 200 : 40, seed: 7 },
      );
      expect(ordered).toBeGreaterThan(0);
    },
    120_000,
  );
});
