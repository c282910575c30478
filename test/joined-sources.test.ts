/** Sources of explicit instantiations that are read as one are answered as each of them alone, in all builds. */
import { expect, test } from 'vitest';
import { analyze } from '../src/lib.ts';

const header = `template <int N> __global__ void k(int *a) {
  __shared__ int s[64];
  s[threadIdx.x] = a[threadIdx.x];
#ifndef FAST
  __syncthreads();
#endif
  a[threadIdx.x] = s[63 - threadIdx.x] + N;
}
template <int N> void run(int *a) { k<N><<<1, 64>>>(a); }
// #define FAST
#define RUN(N) template void run<N>(int *a)
`;
const sources = Array.from({ length: 9 }, (_, k) => ({ path: `m${k}.cu`, text: `#include "k.cuh"\nRUN(${k + 1});\n` }));
const answered = async (some: typeof sources): Promise<readonly string[]> => {
  const { kernels, findings } = await analyze([...some, { path: 'k.cuh', text: header }], { fixes: false });
  return kernels.map(({ name, verdict, reasons }) =>
    [
      name,
      verdict,
      ...reasons,
      ...findings.filter((one) => one.kernel === name).map((one) => `${one.code} ${one.severity}`),
    ].join('; '),
  );
};

test('nine sources, read as one, are answered as each of them', async () => {
  const joined = await answered(sources);
  const apart: string[] = [];
  for (const one of sources) apart.push(...(await answered([one])));
  expect(joined).toEqual(apart);
  expect(joined).toHaveLength(9);
  expect(joined[8]).toContain('racy');
});
