/**
 * Races of builds that nobody reads unless asked: a pull request that guards a barrier by a macro or an architecture.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { World } from './world.ts';
import { here } from './here.ts';
import { shift } from './kernels.ts';

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

const barrier = '__syncthreads();';
const correct = shift({ barrier: true });
const guarded = (condition: string): string =>
  correct.replace(/^.*__syncthreads\(\);/m, (line) => `#${condition}\n${line}\n#endif`);

test.each([
  ['ifndef FAST', 'when `FAST` is defined', '#define FAST\n'],
  ['if __CUDA_ARCH__ >= 700', 'when built for compute capability 6.0', ''],
])('a barrier that is put under #%s is missed in the other build, which is named', async (condition, words, offer) => {
  expect(correct).toContain(barrier);
  const lead = offer === '' ? '' : `// For speed:\n// ${offer}`;
  world.commit('main', { 'src/shift.cu': `${lead}${correct}` });
  const run = await world.run(world.openPull({ 'src/shift.cu': `${lead}${guarded(condition)}` }));
  expect([run.status, run.outputs.get('racy'), run.writes.map((one) => one.id)]).toEqual([
    1,
    '1',
    ['pulls/create-review'],
  ]);
  const said = [...world.state.comments, ...world.state.reviews].map(({ body }) => body).join('\n');
  expect(said).toMatch(/^\*\*Data race: .*__syncthreads\(\)/m);
  expect(said.replaceAll('\n', ' ')).toContain(words);
  expect(said).toContain('```suggestion');
});

test('under a macro that nothing asks for: a regression is an error, without a suggestion that all builds would pay for', async () => {
  world.commit('main', { 'src/shift.cu': correct });
  const run = await world.run(world.openPull({ 'src/shift.cu': guarded('ifndef FAST') }));
  expect([run.status, run.outputs.get('racy'), run.outputs.get('new-findings')]).toEqual([1, '0', '1']);
  const [comment] = world.state.comments;
  expect(comment?.body).toMatch(
    /^With 256 threads, when `FAST` is defined \(nothing in sight asks for that\), thread .*, unlike at the merge base, where the kernel is race-free: /m,
  );
  expect(comment?.body).toContain('correct only if it is meant to be built when `FAST` is defined');
  expect(comment?.body).not.toMatch(/suggestion|`FAST` is undefined|\\`/);
  expect(run.summary).toContain('race-free in the build that was read, not when `FAST` is defined');
});

test('one that the merge base has, or a new kernel, is a warning', async () => {
  world.commit('main', { 'src/shift.cu': guarded('ifndef FAST') });
  const pull = world.openPull({
    'src/shift.cu': guarded('ifndef FAST').replace('data[t];', 'data[t] + 0.0f;'),
    'src/new.cu': guarded('ifndef FAST').replaceAll('shift', 'fresh'),
  });
  const run = await world.run(pull);
  expect([run.status, run.outputs.get('racy'), run.outputs.get('new-findings'), run.writes]).toEqual([0, '0', '1', []]);
});

test('a barrier in both arms is no finding', async () => {
  world.commit('main', { 'src/shift.cu': correct });
  const both = correct.replace(/^.*__syncthreads\(\);/m, (line) => `#ifdef FAST\n${line}\n#else\n${line}\n#endif`);
  const run = await world.run(world.openPull({ 'src/shift.cu': both }));
  expect([run.status, run.writes, run.outputs.get('drf')]).toEqual([0, [], '1']);
});

test('a barrier in `#if` for newer architectures: the patch stands outside of it, and with it the kernel is race-free in every build', async () => {
  const summed = (sync: string): string => `__global__ void sum(float *data) {
  __shared__ float part[32];
  int t = threadIdx.x;
  part[t] = data[t];
${sync}  data[t] = part[31 - t];
}

void launch(float *data) {
  sum<<<1, 32>>>(data);
}
`;
  world.commit('main', { 'src/sum.cu': summed('  __syncwarp();\n') });
  const pull = world.openPull({ 'src/sum.cu': summed('#if __CUDA_ARCH__ >= 700\n  __syncwarp();\n#endif\n') });
  expect((await world.run(pull)).status).toBe(1);
  const [comment] = world.state.comments;
  const [, suggestion = ''] = /```suggestion\n([^]*?)\n?```/.exec(comment?.body ?? '') ?? [];
  const lines = summed('#if __CUDA_ARCH__ >= 700\n  __syncwarp();\n#endif\n').split('\n');
  const start = comment?.startLine ?? comment?.line ?? 0;
  lines.splice(start - 1, (comment?.line ?? 0) - start + 1, ...suggestion.split('\n'));
  const patched = lines.join('\n');
  expect(patched).not.toMatch(/__syncwarp\(\);\n.*\n#endif/);
  world.commit('change', { 'src/sum.cu': patched });
  const mended = await world.run(pull);
  expect([mended.status, mended.outputs.get('drf'), comment?.resolved]).toEqual([0, '1', true]);
});

test('a kernel that is put, racy, under a macro: an error in the build that has it, also where nothing asks for that', async () => {
  world.commit('main', { 'src/shift.cu': correct });
  const pull = world.openPull({ 'src/shift.cu': `#ifdef FAST\n${shift({ barrier: false })}#endif\n` });
  const run = await world.run(pull);
  expect(
    [run.status, run.outputs.get('racy'), run.outputs.get('decided'), run.outputs.get('new-findings')],
    run.log,
  ).toEqual([1, '1', '1', '1']);
  const body = world.state.comments.map((comment) => comment.body).join('');
  expect(body).toContain('when `FAST` is defined');
  expect((await world.run(pull)).writes).toEqual([]);
  world.commit('change', { 'src/shift.cu': `#ifdef FAST\n${shift({ barrier: true })}#endif\n` });
  const mended = await world.run(pull);
  expect([mended.status, mended.outputs.get('drf'), world.state.comments[0]?.resolved]).toEqual([0, '1', true]);
});

test('a new kernel under a macro is counted, and read in the build that a text speaks of', async () => {
  world.commit('main', { 'a.txt': 'a' });
  const guarded = `#ifdef FAST\n${shift({ barrier: false })}#endif\n`;
  const quiet = await world.run(world.openPull({ 'src/shift.cu': guarded }));
  expect([quiet.status, quiet.outputs.get('racy'), quiet.outputs.get('new-findings'), quiet.writes]).toEqual([
    0,
    '1',
    '1',
    [],
  ]);
  const loud = await world.run(world.openPull({ 'src/shift.cu': `// make CXXFLAGS=-DFAST\n${guarded}` }, 'loud'));
  expect([loud.status, loud.outputs.get('racy'), loud.writes.map((one) => one.id)]).toEqual([
    1,
    '1',
    ['pulls/create-review'],
  ]);
});
