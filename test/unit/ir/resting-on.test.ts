/** What a proof of a racy kernel says of the patched one stops where statements rest on what the racing arrays hold. */
import { expect, test } from 'vitest';
import { eachStmt, placeOf } from '../../../src/ir/walk.ts';
import { lowerOne } from '../lower/lowered.ts';
import { restingOn } from '../../../src/ir/resting-on.ts';

/** `array` of each access that rests on what `s` holds, or null where all may. */
async function resting(
  body: string,
): Promise<Readonly<{ reached: readonly string[]; writing: readonly string[] }> | null> {
  const kernel = await lowerOne(
    `__global__ void k(int *in, int *out, int n) { __shared__ int s[64]; __shared__ int u[64]; int t = threadIdx.x;\n${body}\n}`,
  );
  const raced = [...kernel.arrays.values()].filter(({ name }) => name === 's').map(({ id }) => id);
  const found = restingOn(kernel, new Set(raced));
  if (found === null) return null;
  const names = { reached: new Set<string>(), writing: new Set<string>() };
  eachStmt(kernel.body, (stmt) => {
    const place = placeOf(stmt);
    const name = place === null ? undefined : kernel.arrays.get(place.array)?.name;
    if (name === undefined) return;
    if (found.reached.has(stmt.id)) names.reached.add(name);
    if (found.writing.has(stmt.id)) names.writing.add(name);
  });
  return { reached: [...names.reached].sort(), writing: [...names.writing].sort() };
}

test('an index that is read there', async () => {
  expect(await resting('s[t] = t; int x = s[t]; out[x] = in[t];')).toEqual({ reached: ['out'], writing: ['out'] });
});

test('a value that is read there, through another array', async () => {
  expect(await resting('u[t] = s[t]; out[t] = u[t] + in[t];')).toEqual({ reached: [], writing: ['out', 'u'] });
});

test('a condition that is read there, and what is assigned under it', async () => {
  expect(await resting('int x = 0; if (s[t] > 0) x = 1; out[x] = 1;')).toEqual({ reached: ['out'], writing: ['out'] });
});

test('what comes before, or reads something else, does not', async () => {
  expect(await resting('out[t] = in[t]; s[t] = in[n + t];')).toEqual({ reached: [], writing: [] });
});

test.each([
  ['a barrier', 'if (s[0] > 0) __syncthreads(); out[t] = 1;'],
  ['a fence', 'while (s[0] > 0) __threadfence(); out[t] = 1;'],
  ['leaving', 'if (s[t] > 0) return; out[t] = 1;'],
])('all statements do where %s rests on it', async (_what, body) => {
  expect(await resting(body)).toBeNull();
});
