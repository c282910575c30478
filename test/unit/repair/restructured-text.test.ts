/**
 * What the text is after branches, loops and exits are taken apart at barriers: layout, line ends and comments stay as
 * the file has them.
 */
import { expect, test } from 'vitest';
import { firstPatches, lines } from './first-patch.ts';

const patched = firstPatches();
const kernel = (...body: readonly string[]): string =>
  lines(
    '\n',
    '__global__ void mirror(float *data, int n) {',
    '  __shared__ float s[64];',
    '  int t = threadIdx.x;',
    ...body,
    '}',
  );

test('tabs, line ends of Windows and braces on lines of their own stay', async () => {
  const text = lines(
    '\r\n',
    '__global__ void mirror(float *data, int n)',
    '{',
    '\t__shared__ float s[64];',
    '\tif (threadIdx.x < n)',
    '\t{',
    '\t\ts[threadIdx.x] = data[threadIdx.x]; // keep',
    '\t\t__syncthreads();',
    '\t\tdata[threadIdx.x] = s[63 - threadIdx.x];',
    '\t}',
    '}',
  );
  expect(await patched(text)).toBe(
    lines(
      '\r\n',
      '__global__ void mirror(float *data, int n)',
      '{',
      '\t__shared__ float s[64];',
      '\tconst bool active = threadIdx.x < n;',
      '\tif (active)',
      '\t{',
      '\t\ts[threadIdx.x] = data[threadIdx.x]; // keep',
      '\t}',
      '\t__syncthreads();',
      '\tif (active)',
      '\t{',
      '\t\tdata[threadIdx.x] = s[63 - threadIdx.x];',
      '\t}',
      '}',
    ),
  );
});

test('a name that the file has is not given again', async () => {
  const text = `#define active 1\n${kernel('  if (t >= n) return;', '  s[t] = data[t];', '  __syncthreads();', '  data[t] = s[63 - t];')}`;
  expect(await patched(text)).toBe(
    `#define active 1\n${kernel('  const bool active2 = t < n;', '  if (active2) {', '    s[t] = data[t];', '  }', '  __syncthreads();', '  if (active2) {', '    data[t] = s[63 - t];', '  }')}`,
  );
});

test('a condition of floats is not turned round', async () => {
  const text = kernel(
    '  const float x = t;',
    '  if (x >= 5.0f) return;',
    '  s[t] = data[t];',
    '  __syncthreads();',
    '  data[t] = s[63 - t];',
  );
  expect(await patched(text)).toContain('const bool active = !(x >= 5.0f);');
});

test('what is behind an exit in the same statement is guarded by itself', async () => {
  const text = kernel(
    '  for (int k = 0; k < n; ++k) {',
    '    if (data[64 * k + t] > 1.0f) return;',
    '    s[t] = k;',
    '    __syncthreads();',
    '    __threadfence_block();',
    '    data[t] = s[t];',
    '  }',
  );
  expect(await patched(text)).toBe(
    kernel(
      '  bool active = true;',
      '  for (int k = 0; k < n; ++k) {',
      '    if (active) {',
      '      if (data[64 * k + t] > 1.0f) active = false;',
      '    }',
      '    if (active) {',
      '      s[t] = k;',
      '    }',
      '    __syncthreads();',
      '    if (active) {',
      '      __threadfence_block();',
      '      data[t] = s[t];',
      '    }',
      '  }',
    ),
  );
});

test('nothing is proposed for a switch, a directive in the branch, or a reference that is needed behind the barrier', async () => {
  expect(
    await patched(
      kernel('  switch (t & 1) {', '    case 0: s[t] = 1.0f; __syncthreads(); data[t] = s[62 - t];', '  }'),
    ),
  ).toBe(null);
  expect(
    await patched(
      kernel(
        '  if (t < n) {',
        '    s[t] = data[t];',
        '#ifdef NEVER',
        '    s[t] = 0;',
        '#endif',
        '    __syncthreads();',
        '    data[t] = s[63 - t];',
        '  }',
      ),
    ),
  ).toBe(null);
  expect(
    await patched(
      kernel(
        '  if (t < n) {',
        '    float &own = data[t];',
        '    s[t] = own;',
        '    __syncthreads();',
        '    own = s[63 - t];',
        '  }',
      ),
    ),
  ).toBe(null);
});

test.each([
  [
    'an array made of what stays behind the guard',
    'const float own = data[t]; float both[2] = {1.0f, own};',
    'both[1]',
  ],
  ['a deduced type of what stays behind the guard', 'const float own = data[t]; auto twice = own * 2.0f;', 'twice'],
  ['an object that is made of memory', 'Held held(data[t]);', 'held.value'],
])('%s does not move out of it', async (_, declaration, used) => {
  const type = 'struct Held { float value; __device__ Held(float x) : value(x) {} };\n';
  expect(
    await patched(
      type +
        kernel(
          '  if (t >= n) return;',
          `  ${declaration}`,
          '  s[t] = 1.0f;',
          '  __syncthreads();',
          `  data[t] = s[63 - t] + ${used};`,
        ),
    ),
  ).toBe(null);
});

const stepped = (before: string, condition: string, ...turn: readonly string[]): string =>
  kernel(
    '  if (t >= n) return;',
    '  s[t] = data[t];',
    '  __syncthreads();',
    `  ${before}`,
    `  while (${condition}) {`,
    '    s[t] += left;',
    '    __syncthreads();',
    ...turn.map((line) => `    ${line}`),
    '  }',
    '  data[t] = s[t ^ 1];',
  );

test.each([
  ['left > 0', 'left /= 2;'],
  ['left > 1', 'left = (left + 1) / 2;'],
  ['left > 4', 'left = (left + 3) >> 1;'],
  ['left >= 1', 'left--;'],
  ['left > 0', 'const int half = left >> 1;', 'left = half;'],
])('all threads count the turns of while (%s) { … %s }', async (condition, ...turn) => {
  expect(await patched(stepped('int left = 32;', condition, ...turn))).toContain(
    `\n  while (${condition}) {\n    if (active) {\n      s[t] += left;\n    }\n    __syncthreads();\n${turn.map((line) => `    ${line}\n`).join('')}  }\n`,
  );
});

test.each([
  ['left > 0', 'left = (left + 1) / 2;'],
  ['left != 0', 'left -= 2;'],
  ['left > 0', 'left = half;'],
  ['left > 0', 'left -= n;'],
  ['left > 0', 'if (t < 8) left /= 2;'],
])('no thread is kept in a loop that may not end for it: while (%s) { … %s }', async (condition, ...turn) => {
  expect((await patched(stepped('int left = 32, half = 16;', condition, ...turn))) ?? '').not.toContain(
    `while (${condition})`,
  );
});

const voting = (...body: readonly string[]): string =>
  kernel('  if (t < n) {', '    s[t] = data[t];', ...body.map((line) => `    ${line}`), '  }');
const behindGuard = (...body: readonly string[]): string =>
  kernel(
    '  const bool active = t < n;',
    '  if (active) {',
    '    s[t] = data[t];',
    '  }',
    ...body.map((line) => `  ${line}`),
  );

test.each([
  [
    'a value of its own',
    ['const int some = __syncthreads_or(s[t] > 1.0f); // here', 'data[t] = some;'],
    ['const int some = __syncthreads_or(active && s[t] > 1.0f); // here', 'if (active) {', '  data[t] = some;', '}'],
  ],
  [
    'all',
    ['int same = __syncthreads_and(s[t] > 1.0f || n > 3);', 'data[t] = same;'],
    ['int same = __syncthreads_and(!active || s[t] > 1.0f || n > 3);', 'if (active) {', '  data[t] = same;', '}'],
  ],
  [
    'a condition',
    ['if (__syncthreads_count(s[t] > 1.0f || n > 3) >= 2) data[t] = 0;'],
    [
      'const int count = __syncthreads_count(active && (s[t] > 1.0f || n > 3));',
      'if (active) {',
      '  if (count >= 2) data[t] = 0;',
      '}',
    ],
  ],
  [
    'nothing else',
    ['__syncthreads_or(n > 3);', 'data[t] = s[0];'],
    ['__syncthreads_or(active && n > 3);', 'if (active) {', '  data[t] = s[0];', '}'],
  ],
])('threads that take no part vote so that it changes nothing: %s', async (_, before, after) => {
  expect(await patched(voting(...before))).toBe(behindGuard(...after));
});

test('a vote on whether to leave is one for those who take part', async () => {
  expect(
    await patched(
      kernel(
        '  if (t >= n) return;',
        '  if (!__syncthreads_or(data[t] < 0)) return;',
        '  s[t] = 0;',
        '  __syncthreads();',
        '  data[t] = s[0];',
      ),
    ),
  ).toBe(
    kernel(
      '  const bool active = t < n;',
      '  const int any = __syncthreads_or(active && data[t] < 0);',
      '  const bool inner = active && any;',
      '  if (inner) {',
      '    s[t] = 0;',
      '  }',
      '  __syncthreads();',
      '  if (inner) {',
      '    data[t] = s[0];',
      '  }',
    ),
  );
});

test.each([
  [
    'in both arms',
    ['if (t < n) data[t] = __syncthreads_or(data[t] > 1);', 'else data[t] = __syncthreads_or(data[t] > 2);'],
  ],
  ['behind something else', ['if (t < n) data[t] = data[63 - t] + __syncthreads_or(data[t] > 1);']],
  ['that not all who come evaluate', ['if (t < n && __syncthreads_or(data[t] > 1)) data[t] = 0;']],
])('nothing is proposed for a vote %s', async (_, body) => {
  expect(await patched(kernel(...body.map((line) => `  ${line}`)))).toBe(null);
});

test('a pointer moves with the array that it leads to, and lines between declarations stay', async () => {
  const body = ['__shared__ float both[128];', '', 'float *low = both;', 'float* high = both + 64;'];
  expect(
    await patched(
      kernel(
        '  if (t < n) {',
        ...body.map((line) => (line === '' ? '' : `    ${line}`)),
        '    low[t] = data[t];',
        '    __syncthreads();',
        '    high[t] = low[63 - t];',
        '    data[t] = high[t];',
        '  }',
      ),
    ),
  ).toContain(
    lines(
      '\n',
      '  const bool active = t < n;',
      ...body.map((line) => (line === '' ? '' : `  ${line}`)),
      '  if (active) {',
      '    low[t] = data[t];',
      '  }',
    ),
  );
});

test('what only helps to compute what is needed behind the barrier stays behind the guard', async () => {
  expect(
    await patched(
      kernel(
        '  if (t < n) {',
        '    const float own = data[t];',
        '    float twice = own * 2.0f;',
        '    s[t] = twice;',
        '    __syncthreads();',
        '    data[t] = s[63 - t] + twice;',
        '  }',
      ),
    ),
  ).toContain(
    lines('\n', '  float twice;', '  if (active) {', '    const float own = data[t];', '    twice = own * 2.0f;'),
  );
});
