/** Which quotients by magic numbers are read as quotients. */
import { describe, expect, it } from 'vitest';
import { lowerOne } from '../lower/lowered.ts';

async function divisionsIn(body: string): Promise<readonly string[]> {
  const { divisions = [] } = await lowerOne(
    `__global__ void k(int *out, unsigned n, unsigned m, unsigned s, unsigned d, unsigned e) { ${body} }`,
  );
  return divisions.map(({ multiplier, shift, divisor }) => `${multiplier} ${shift} ${divisor}`);
}

describe('a quotient by magic numbers', () => {
  it('is read by the number that its remainder names', async () => {
    expect(
      await divisionsIn('unsigned q = (__umulhi(n, m) + n) >> s; unsigned r = n - q * d; out[q * d + r] = 1;'),
    ).toEqual(['m s d']);
    expect(await divisionsIn('unsigned h = __umulhi(m, n), q = (n + h) >> s; out[n - d * q] = 1;')).toEqual(['m s d']);
  });
  it('is left where it decides nothing', async () => {
    expect(
      await divisionsIn('unsigned q = (__umulhi(n, m) + n) >> s; unsigned r = n - q * d; out[threadIdx.x] = q + r;'),
    ).toEqual([]);
  });
  it.each([
    ['of another number', 'unsigned q = (__umulhi(n, m) + threadIdx.x) >> s; out[n - q * d] = 1;'],
    [
      'of a number that changed in between',
      'unsigned x = n, h = __umulhi(x, m); x++; unsigned q = (h + x) >> s; out[x - q * d] = 1;',
    ],
    [
      'in one of two branches',
      'unsigned x = n, h = 0; if (threadIdx.x > 3) h = __umulhi(x, m); unsigned q = (h + x) >> s; out[x - q * d] = 1;',
    ],
    [
      'of the number before a loop',
      'unsigned x = n, h = __umulhi(x, m); for (int i = 0; i < 3; i++) { unsigned q = (h + x) >> s; out[x - q * d] = 1; x++; }',
    ],
    ['by numbers that the kernel changes', 'm += 1; unsigned q = (__umulhi(n, m) + n) >> s; out[n - q * d] = 1;'],
    ['with two divisors', 'unsigned q = (__umulhi(n, m) + n) >> s; out[n - q * d] = 1; out[n - q * e] = 1;'],
    ['without a divisor', 'unsigned q = (__umulhi(n, m) + n) >> s; out[q] = 1;'],
    ['whose remainder is that of another number', 'unsigned q = (__umulhi(n, m) + n) >> s; out[e - q * d] = 1;'],
  ])('is none %s', async (_, body) => {
    expect(await divisionsIn(body)).toEqual([]);
  });
});
