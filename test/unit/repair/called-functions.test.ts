/**
 * A device function gets a flag from the callers that call it under a condition: what its text and theirs are then, and
 * where nothing is proposed.
 */
import { expect, test } from 'vitest';
import { firstPatches, lines, reports } from './first-patch.ts';

const patched = firstPatches();
const reported = reports();

const put = (parameters: string, ...before: readonly string[]): string =>
  lines('\n', ...before, `__device__ void put(${parameters}) {`, '  s[t] = 1;', '  __syncthreads();', '}');
const kernel = (...body: readonly string[]): string =>
  lines(
    '\n',
    '__global__ void mirror(float *out, int n) {',
    '  __shared__ float s[64];',
    '  __shared__ float rows[2][64];',
    '  int t = threadIdx.x;',
    ...body.map((line) => `  ${line}`),
    '}',
  );
const under = (...body: readonly string[]): string =>
  kernel('if (t < n) {', ...body.map((line) => `  ${line}`), '  out[t] = s[63 - t];', '}');

test('comments, line ends of Windows and braces on lines of their own stay', async () => {
  const text = lines(
    '\r\n',
    '__device__ void put(',
    '\tfloat *s, // of the block',
    '\tint t) // own',
    '{',
    '\ts[t] = 1; // keep',
    '\t__syncthreads(); // all',
    '}',
    '__global__ void mirror(float *out, int n)',
    '{',
    '\t__shared__ float s[64];',
    '\tif (threadIdx.x < n)',
    '\t{',
    '\t\tput(s, // here',
    '\t\t\tthreadIdx.x); // once',
    '\t\tout[threadIdx.x] = s[63 - threadIdx.x];',
    '\t}',
    '}',
  );
  expect(await patched(text)).toBe(
    lines(
      '\r\n',
      '__device__ void put(',
      '\tfloat *s, // of the block',
      '\tint t, bool active = true) // own',
      '{',
      '\tif (active) {',
      '\t\ts[t] = 1; // keep',
      '\t}',
      '\t__syncthreads(); // all',
      '}',
      '__global__ void mirror(float *out, int n)',
      '{',
      '\t__shared__ float s[64];',
      '\tconst bool active = threadIdx.x < n;',
      '\tput(s, // here',
      '\t\tthreadIdx.x, active); // once',
      '\tif (active)',
      '\t{',
      '\t\tout[threadIdx.x] = s[63 - threadIdx.x];',
      '\t}',
      '}',
    ),
  );
});

test('what others call as before stays theirs, and is proved with them', async () => {
  const other = lines(
    '\n',
    '__global__ void all(float *out) {',
    '  __shared__ float s[64];',
    '  put(s, threadIdx.x);',
    '  out[threadIdx.x] = s[63 - threadIdx.x];',
    '}',
  );
  const text = put('float *s, int t') + under('put(s, t);') + other;
  expect(await patched(text)).toBe(
    lines(
      '\n',
      '__device__ void put(float *s, int t, bool active = true) {',
      '  if (active) {',
      '    s[t] = 1;',
      '  }',
      '  __syncthreads();',
      '}',
    ) +
      kernel('const bool active = t < n;', 'put(s, t, active);', 'if (active) {', '  out[t] = s[63 - t];', '}') +
      other,
  );
});

test('what a caller declares for the call is there for all threads', async () => {
  expect(await patched(put('float *s, int t') + under('const int own = t ^ 1; // here', 'put(s, own);'))).toContain(
    lines(
      '\n',
      '  const bool active = t < n;',
      '  const int own = t ^ 1; // here',
      '  put(s, own, active);',
      '  if (active) {',
    ),
  );
});

test.each([
  ['no arguments', '', '', 'bool active = true', 'active'],
  ['void for them', 'void', '', 'bool active = true', 'active'],
  ['a default', 'int value = 2', '', 'int value = 2, bool active = true', null],
  ['a default that is not taken', 'int value = 2', '3', 'int value = 2, bool active = true', '3, active'],
])('a function with %s gets a flag', async (_, parameters, given, declared, handed) => {
  const device = (all: string): readonly string[] => ['__shared__ int s[64];', `__device__ void fill(${all}) {`];
  const text =
    lines('\n', ...device(parameters), '  s[threadIdx.x] = 1;', '  __syncthreads();', '}') +
    kernel('if (t < n) {', `  fill(${given});`, '  out[t] = ::s[63 - t];', '}');
  const after =
    lines('\n', ...device(declared), '  if (active) {', '    s[threadIdx.x] = 1;', '  }', '  __syncthreads();', '}') +
    kernel('const bool active = t < n;', `fill(${handed ?? ''});`, 'if (active) {', '  out[t] = ::s[63 - t];', '}');
  expect(await patched(text)).toBe(handed === null ? null : after);
});

test.each([
  ['a place in an array', 'put(&s[t & 32], t & 31);'],
  ['a row of an array', 'put(rows[0], t);', 'rows[0]'],
  ['a pointer with an offset', 'put(s + 0 * n, t);'],
])('%s is handed on by all threads', async (_, call, read = 's') => {
  expect(
    await patched(put('float *s, int t') + kernel('if (t < n) {', `  ${call}`, `  out[t] = ${read}[63 - t];`, '}')),
  ).toContain(call.replace(');', ', active);'));
});

test.each([
  [
    'a pointer is read from memory',
    put('float *s, int t') +
      kernel(
        '__shared__ float *places[64];',
        'places[t] = s;',
        'if (t < n) {',
        '  put(places[t], t);',
        '  out[t] = s[63 - t];',
        '}',
      ),
  ],
  [
    'a reference leads to memory',
    put('float *s, float &t').replace('s[t] = 1', 's[int(t)] = 1') + under('put(s, out[t]);'),
  ],
  [
    'a template may deduce another type',
    lines('\n', 'template<typename T> __device__ void put(float *s, T t) {', '  s[t] = 1;', '  __syncthreads();', '}') +
      kernel('__shared__ char own[64];', 'if (t < n) {', '  put(s, own[t]);', '  out[t] = s[63 - t];', '}'),
  ],
  [
    'an object is copied that reads memory',
    lines(
      '\n',
      'struct Own { float *at; int t; __device__ Own(float *a, int b) : at(a), t(b) {} __device__ Own(const Own &own) : at(own.at), t(own.t) { at[t] = 2; } };',
    ) +
      put('float *s, Own own').replace('s[t] = 1', 's[own.t] = 1') +
      kernel('Own own(out, t);', 'if (t < n) {', '  put(s, own);', '  out[t] = s[63 - t];', '}'),
  ],
  [
    'a value is given back early',
    lines(
      '\n',
      '__device__ float put(float *s, int t) {',
      '  if (t > 60) return 3;',
      '  s[t] = 1;',
      '  __syncthreads();',
      '  return s[63 - t];',
      '}',
    ) + kernel('if (t < n) out[t] = put(s, t);'),
  ],
  [
    'a reference is given back',
    lines(
      '\n',
      '__device__ float &put(float *s, int t) {',
      '  s[t] = 1;',
      '  __syncthreads();',
      '  return s[63 - t];',
      '}',
    ) + kernel('if (t < n) put(s, t) = 3;'),
  ],
  [
    'the function is declared before',
    lines('\n', '__device__ void put(float *s, int t);') + put('float *s, int t') + under('put(s, t);'),
  ],
  [
    'the name has two meanings',
    lines('\n', '__device__ void put(double *s, int t) { s[t] = 0; }') + put('float *s, int t') + under('put(s, t);'),
  ],
  [
    'its address is taken',
    put('float *s, int t') +
      lines('\n', 'typedef void (*Put)(float *, int);', '__device__ Put chosen = put;') +
      under('put(s, t);'),
  ],
  [
    'a macro calls it',
    put('float *s, int t') + lines('\n', '#define PUT(s) put(s, threadIdx.x)') + under('put(s, t);'),
  ],
  [
    'it is a method',
    lines('\n', 'struct Store {') +
      put('float *s, int t') +
      lines('\n', '};') +
      under('Store store;', 'store.put(s, t);'),
  ],
  [
    'it needs any number of arguments',
    lines(
      '\n',
      'template<typename... Rest> __device__ void put(float *s, int t, Rest... rest) {',
      '  s[t] = 1;',
      '  __syncthreads();',
      '}',
    ) + under('put(s, t);'),
  ],
  [
    'it is a specialization',
    lines('\n', 'template<typename T> __device__ void put(T *s, int t) { s[t] = 0; }', 'template<>') +
      put('float *s, int t') +
      under('put(s, t);'),
  ],
])('nothing is proposed where %s', async (_, text) => {
  expect(await patched(text)).toBe(null);
});

test.each([
  ['is read from memory', 'put(s, out[t] > 0);', 'put(s, active ? out[t] > 0 : 0, active);'],
  ['counts', 'put(s, t++);', 'put(s, active ? t++ : 0, active);'],
  ['may divide by zero', 'put(s, /* of the row */ t / n);', 'put(s, /* of the row */ active ? t / n : 0, active);'],
])('an argument that %s is for those of the flag', async (_, call, after) => {
  const text =
    lines('\n', '__device__ void put(float *s, int k) {', '  s[threadIdx.x] = k;', '  __syncthreads();', '}') +
    under(call);
  expect(await patched(text)).toContain(after);
});

const total = (type: string, back: string): string =>
  lines(
    '\n',
    `${type} total(float v, float *s) {`,
    '  s[threadIdx.x] = v;',
    '  __syncthreads();',
    `  return ${back};`,
    '}',
  );

test.each([
  ['a number', '__device__ float', 's[63 - threadIdx.x]', 'active ? s[63 - threadIdx.x] : 0'],
  ['one of two', '__device__ float', 's[0] > 0 ? s[63] : 1', 'active ? (s[0] > 0 ? s[63] : 1) : 0'],
  [
    'of a type of the template',
    'template<typename T> __device__ T',
    's[63 - threadIdx.x]',
    'active ? s[63 - threadIdx.x] : T()',
  ],
  ['that is known without reading', '__device__ float', '2 * v', '2 * v'],
])('what is given back is 0 for threads that take no part: %s', async (_, type, back, after) => {
  const name = type.startsWith('template') ? 'total<float>' : 'total';
  const made = await patched(
    total(type, back) +
      kernel(
        'if (t < n) {',
        `  out[t] = s[t ^ 1] + 0 * t;`,
        `  const float sum = ${name}(out[t], s); // all`,
        '  out[t] += sum * s[62];',
        '}',
      ),
  );
  expect(made).toContain(`  return ${after};\n`);
  expect(made).toContain(`  const float sum = ${name}(active ? out[t] : 0, s, active); // all\n`);
});

test('a value is stored by those of the flag', async () => {
  const text =
    total('__device__ float', 's[63 - threadIdx.x]') +
    kernel('if (t < n) {', '  out[t] += total(out[t], s); // kept', '}');
  expect(await patched(text)).toContain(
    lines(
      '\n',
      '  const float result = total(active ? out[t] : 0, s, active);',
      '  if (active) {',
      '    out[t] += result; // kept',
      '  }',
    ),
  );
});

test('nothing is proposed where a header names the function', async () => {
  const text = `#include "put.h"\n${put('float *s, int t')}${under('put(s, t);')}`;
  const read =
    (header: string) =>
    (path: string): string | null =>
      path === 'a.cu' ? text : path === 'put.h' ? header : null;
  const fixes = async (header: string): Promise<number> =>
    (await reported(read(header))).kernels.flatMap(({ findings }) => findings).filter(({ fix }) => fix !== null).length;
  expect([
    await fixes('int other();\n'),
    await fixes('inline float output(float x);\n'),
    await fixes('struct Put { int put; };\n'),
  ]).toEqual([1, 1, 0]);
});

test('a variable of the caller is not counted by threads that take no part', async () => {
  const text =
    lines(
      '\n',
      '__device__ void halves(float *s, int &left, int t) {',
      '  while (left > 1) {',
      '    left /= 2;',
      '    s[t] += left;',
      '    __syncthreads();',
      '    s[t] += s[t ^ 1];',
      '    __syncthreads();',
      '  }',
      '}',
    ) +
    kernel(
      'int left = 32;',
      's[t] = t;',
      '__syncthreads();',
      'if (n > t) {',
      '  halves(s, left, t);',
      '}',
      'out[t] = left;',
    );
  expect((await patched(text)) ?? '').not.toMatch(/^ {4}left \/= 2;/m);
});
