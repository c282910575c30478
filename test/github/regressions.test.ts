/** Regressions are loud: what the merge base did not have is an error, whatever is known of the launch. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { World } from './world.ts';
import { here } from './here.ts';

// A machine with other work on it is slow; nothing here measures time.
vi.setConfig({ testTimeout: 300_000 });

let world: World;
beforeEach(async () => {
  world = await World.open(undefined, undefined, here);
});
afterEach(async () => {
  const { violations } = world.github;
  await world.close();
  expect(violations).toEqual([]);
});

const turned = (
  barrier: string,
  lead = '',
): string => `${lead}template <typename T> __global__ void turned(T *d, int n) {
  __shared__ T s[256];
  int t = threadIdx.x;
  s[t] = d[t];
  ${barrier}
  d[t] = s[n - t - 1];
}
`;
const histogram = (add: string): string => `__global__ void histogram(const int *data, int *bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) ${add};
}
`;

test('a barrier removed in a header without a launch, and an atomic made plain', async () => {
  world.commit('main', {
    'turned.cuh': turned('__syncthreads();'),
    'histogram.cu': histogram('atomicAdd(&bins[data[i]], 1)'),
  });
  const run = await world.run(
    world.openPull({ 'turned.cuh': turned(''), 'histogram.cu': histogram('bins[data[i]] += 1') }),
  );
  expect([run.status, run.outputs.get('racy')]).toEqual([1, '2']);
  expect([...new Set(world.state.comments.map((comment) => comment.path))].sort()).toEqual([
    'histogram.cu',
    'turned.cuh',
  ]);
  expect(JSON.stringify(world.state.comments)).toContain(', unlike at the merge base');
});

const reversed = (barrier: string): string => `template <typename T> __global__ void reversed(T *d) {
  __shared__ T s[1024];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = d[i];
  ${barrier}
  d[i] = s[1023 - t];
}
`;

test.each([
  ['race-free', reversed, /unlike at the merge base, where the kernel is race-free/],
  ['racy otherwise', turned, /unlike at the merge base(?!, where)/],
])(
  'of a kernel that was %s at the merge base, the race is told inline, at the line that wants the barrier',
  async (_before, kernel, words) => {
    world.commit('main', { 'kernel.cuh': kernel('__syncthreads();') });
    const run = await world.run(world.openPull({ 'kernel.cuh': kernel('') }));
    expect([run.status, run.outputs.get('new-findings')], run.log).toEqual([1, '1']);
    expect(world.state.comments).toMatchObject([{ path: 'kernel.cuh', subject: 'line', line: 4 }]);
    expect(world.state.comments[0]?.body).toMatch(words);
  },
);

test('of a kernel that was not decided at the merge base, nobody knows whether the race is new: it stays a warning', async () => {
  const open = turned('__syncthreads();')
    .replace('  d[t] =', '  elsewhere(s);\n  d[t] =')
    .replace('template', 'template <typename T> __device__ void elsewhere(T *cells);\ntemplate');
  world.commit('main', { 'kernel.cuh': open });
  const run = await world.run(world.openPull({ 'kernel.cuh': turned('') }));
  expect([run.status, run.outputs.get('racy'), run.writes]).toEqual([0, '1', []]);
});

test('a warning that the merge base has, with its statement edited, stays a warning', async () => {
  world.commit('main', { 'turned.cuh': turned('') });
  const run = await world.run(world.openPull({ 'turned.cuh': turned('').replace('s[n - t - 1]', 's[n - 1 - t]') }));
  expect([run.status, run.writes]).toEqual([0, []]);
});

test('so does one in a new kernel', async () => {
  world.commit('main', { 'a.txt': 'a' });
  const run = await world.run(world.openPull({ 'histogram.cu': histogram('bins[data[i]] += 1') }));
  expect([run.status, run.outputs.get('racy'), run.writes]).toEqual([0, '1', []]);
});

const twice = (barrier: string): string => `__global__ void twice(int *d, int *e, int n) {
  __shared__ int s[64], u[64];
  int t = threadIdx.x;
  s[t] = d[t];
  d[t] = s[n - t - 1];
  u[t] = e[t];
  ${barrier}
  e[t] = u[n - t - 1];
}
void run(int *d, int *e) { twice<<<1, 64>>>(d, e, 64); }
`;

test('a race on another array is new', async () => {
  world.commit('main', { 'twice.cu': twice('__syncthreads();') });
  const run = await world.run(world.openPull({ 'twice.cu': twice('') }));
  expect([run.status, run.outputs.get('racy'), run.outputs.get('new-findings')], run.log).toEqual([1, '1', '1']);
});

const pair = (own: string, other: string): string => `__global__ void pair(int *d) {
  __shared__ int s[64], u[64];
  int t = threadIdx.x;
  s[t] = d[t];
${own}  d[t] = s[63 - t];
${other}}
void run(int *d) { pair<<<1, 64>>>(d); }
`;

test('one that the barrier of an old one would mend too is told by itself: its pair in the first sentence, at its line', async () => {
  world.commit('main', { 'pair.cu': pair('', '') });
  const head = pair('  u[t] = t;\n', '  d[t] += u[63 - t];\n');
  const run = await world.run(world.openPull({ 'pair.cu': head }));
  expect([run.status, run.outputs.get('racy'), run.outputs.get('new-findings')], run.log).toEqual([1, '1', '1']);
  expect(run.summary).toContain('1 new, 1 also on the target branch');
  expect(world.state.comments.map(({ path, line, body }) => [path, line, /^\*\*(.*)\*\*$/m.exec(body)?.[1]])).toEqual([
    ['pair.cu', 5, 'Data race: there is no `__syncthreads()` between `u[t]` (line 5) and `u[63 - t]` (line 7).'],
  ]);
  // no report of `check` has it under its own name
  expect(world.state.comments[0]?.body).not.toContain('syncwright replay');
});
