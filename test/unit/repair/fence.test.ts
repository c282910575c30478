/** Where fences go in the text of hand-overs, and where there is no place for them. */
import { expect, test } from 'vitest';
import { firstPatches, lines } from './first-patch.ts';

const patched = firstPatches();
const kernel = (...body: readonly string[]): string =>
  lines('\n', '__global__ void pass(int *data, int *flag, int *out) {', ...body.map((line) => `  ${line}`), '}');

test('statements that are all of a branch get braces', async () => {
  expect(
    await patched(
      kernel(
        'if (threadIdx.x == 0) data[0] = 42;',
        'if (threadIdx.x == 0)',
        '  atomicExch(flag, 1);',
        'if (threadIdx.x == 32) {',
        '  while (atomicAdd(flag, 0) == 0);',
        '  out[0] = data[0];',
        '}',
      ),
    ),
  ).toBe(
    kernel(
      'if (threadIdx.x == 0) data[0] = 42;',
      'if (threadIdx.x == 0)',
      '  { __threadfence_block(); atomicExch(flag, 1); }',
      'if (threadIdx.x == 32) {',
      '  while (atomicAdd(flag, 0) == 0);',
      '  __threadfence_block();',
      '  out[0] = data[0];',
      '}',
    ),
  );
});

test('the comment behind the wait stays with it', async () => {
  expect(
    await patched(
      kernel(
        'if (threadIdx.x == 0) {',
        '  data[0] = 42;',
        '  atomicExch(flag, 1);',
        '} else if (threadIdx.x == 32) {',
        '  while (atomicAdd(flag, 0) == 0) { }  // wait',
        '  out[0] = data[0];',
        '}',
      ),
    ),
  ).toBe(
    kernel(
      'if (threadIdx.x == 0) {',
      '  data[0] = 42;',
      '  __threadfence_block();',
      '  atomicExch(flag, 1);',
      '} else if (threadIdx.x == 32) {',
      '  while (atomicAdd(flag, 0) == 0) { }  // wait',
      '  __threadfence_block();',
      '  out[0] = data[0];',
      '}',
    ),
  );
});

test('a lock is given back by an atomic, with its own cell', async () => {
  expect(
    await patched(
      kernel(
        'bool done = false;',
        'while (!done) {',
        '  if (atomicCAS(&flag[0], 0, 1) == 0) {',
        '    *data += 1;',
        '    flag[0] = 0;',
        '    done = true;',
        '  }',
        '}',
      ),
    ),
  ).toBe(
    kernel(
      'bool done = false;',
      'while (!done) {',
      '  if (atomicCAS(&flag[0], 0, 1) == 0) {',
      '    __threadfence_block();',
      '    *data += 1;',
      '    __threadfence_block();',
      '    atomicExch(&flag[0], 0);',
      '    done = true;',
      '  }',
      '}',
    ),
  );
});

test('a fence stands before the use of a macro, and not inside one', async () => {
  const giving = (told: string, ...fence: readonly string[]): string =>
    kernel(
      'if (threadIdx.x == 0) {',
      '  data[0] = 42;',
      ...fence,
      `  ${told}`,
      '} else if (threadIdx.x == 32) {',
      '  while (atomicAdd(flag, 0) == 0) { }',
      ...fence,
      '  out[0] = data[0];',
      '}',
    );
  expect(await patched(`#define TELL atomicExch(flag, 1)\n${giving('TELL;')}`)).toBe(
    `#define TELL atomicExch(flag, 1)\n${giving('TELL;', '  __threadfence_block();')}`,
  );
  expect(await patched(`#define TELL data[1] = 1; atomicExch(flag, 1);\n${giving('TELL')}`)).toBe(null);
});

test('a lock that is volatile is not given back by an atomic', async () => {
  expect(
    await patched(
      kernel(
        'if (threadIdx.x % 32 != 0) return;',
        'volatile int *cell = flag;',
        'while (atomicCAS(flag, 0, 1) != 0) { }',
        '*data += 1;',
        '*cell = 0;',
      ),
    ),
  ).toBe(null);
});
