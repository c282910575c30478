import { describe, expect, it } from 'vitest';
import { lowerText } from './lowered.ts';

const kernel =
  'template <typename Op, typename... Args> __global__ void each(int n, Args... args) { const int i = blockIdx.x * 256 + threadIdx.x; if (i < n) Op::apply(i, args...); }';
const launch = 'each<Op, Args...><<<(n + 255) / 256, 256>>>(n, args...);';
const ops =
  'struct scale { static __device__ void apply(int i, float *out, float by) { out[i] *= by; } };\nstruct sum { static __device__ void apply(int i, float *out, const int *in, int n) { out[i] += in[i] * n; } };';
const member = `template <typename... Args> static void launch(int n, Args... args) { ${launch} }`;
const expected = ['each<scale, float*, float>', 'each<sum, float*, int*, int>'];

const programs = {
  'a qualified call': `template <typename Op> struct runner { ${member} };\nvoid all(int n, float *out, int *in) { runner<scale>::launch(n, out, 2.0f); runner<sum>::launch(n, out, in, n); }`,
  'an alias': `template <typename Op> struct runner { ${member} };\nusing scaling = runner<scale>; using summing = runner<sum>;\nvoid all(int n, float *out, int *in) { scaling::launch(n, out, 2.0f); summing::launch(n, out, in, n); }`,
  'a class derived from it': `template <typename Op> struct runner { ${member} };\nstruct scaling : runner<scale> {}; struct summing : runner<sum> {};\nvoid all(int n, float *out, int *in) { scaling::launch(n, out, 2.0f); summing::launch(n, out, in, n); }`,
  'an object, and a pointer to one': `template <typename Op> struct runner { template <typename... Args> void launch(int n, Args... args) { ${launch} } };\nvoid all(int n, float *out, int *in, runner<sum> *two) { runner<scale> one; one.launch(n, out, 2.0f); two->launch(n, out, in, n); }`,
  'a call in the class itself': `template <typename Op> struct runner { ${member}\ntemplate <typename... Args> static void twice(int n, Args... args) { launch(n, args...); launch(n, args...); } };\nvoid all(int n, float *out, int *in) { runner<scale>::twice(n, out, 2.0f); runner<sum>::twice(n, out, in, n); }`,
  'one specialization of two whose tags are not declared':
    `template <typename Op, typename Where> struct runner;\ntemplate <typename Op> struct runner<Op, host> { template <typename... Args> static void launch(int n, Args... args) { for (int i = 0; i < n; i++) Op::apply(i, args...); } };\n` +
    `template <typename Op> struct runner<Op, device> { ${member} };\nstruct other { static void apply(int, char *) {} };\n` +
    'void all(int n, float *out, int *in, char *text) { runner<scale, device>::launch(n, out, 2.0f); runner<sum, device>::launch(n, out, in, n); runner<other, host>::launch(n, text); }',
  'a tag that a template leaves open':
    `template <typename Op, typename Where> struct runner;\ntemplate <typename Op> struct runner<Op, device> { ${member} };\n` +
    'template <typename where> void all(int n, float *out, int *in) { runner<scale, where>::launch(n, out, 2.0f); runner<sum, where>::launch(n, out, in, n); }',
} as const;

describe('a member template of a class template', () => {
  it.each(Object.entries(programs))(
    'has the arguments of its class and its own from one call: %s',
    async (_, program) => {
      const kernels = await lowerText(`${ops}\n${kernel}\n${program}`);
      expect(kernels.map(({ name }) => name)).toEqual(expected);
    },
  );
});
