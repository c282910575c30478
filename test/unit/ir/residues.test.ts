/** Which values variables of loops may have, and whether threads wait for different ones. */
import { describe, expect, it } from 'vitest';
import { areApart, residuesOf } from '../../../src/ir/order/residues.ts';
import { definitionsOf } from '../../../src/ir/order/values.ts';
import { eachStmt } from '../../../src/ir/walk.ts';
import { lowerOne } from '../lower/lowered.ts';
import type { Residues } from '../../../src/ir/order/residues.ts';

/** Of what is stored to `out`, where `n` is not known. */
async function storedIn(body: string): Promise<string> {
  const kernel = await lowerOne(`__global__ void k(int *out, int n) { ${body} }`);
  const parameters = new Set(kernel.params.flatMap((param) => (param.kind === 'scalar' ? [param.id] : [])));
  const found: Residues[] = [];
  eachStmt(kernel.body, (stmt) => {
    const known = { builtins: new Map([['blockIdx.x', 3n]] as const), variables: new Map() };
    if (stmt.kind === 'store')
      found.push(
        residuesOf(stmt.value, { known, definitions: definitionsOf(kernel), isGiven: (id) => parameters.has(id) }),
      );
  });
  return found.map((one) => (one.few === null ? `${one.rest} mod ${one.modulus}` : [...one.few].join())).join('; ');
}

describe('values of variables', () => {
  it.each([
    ['for (int i = 0; i < n; i++) out[0] = 2 * i + 1;', '1 mod 2'],
    ['for (int i = 0; i < n; i += 6) out[0] = i + (int)blockIdx.x;', '3 mod 6'],
    ['int phase = 0; for (int i = 0; i < n; i++) { out[0] = phase; phase = 1 - phase; }', '0,1'],
    ['unsigned i = 0; while (i < n) { out[0] = 6 * i; i++; }', '0 mod 2'],
    ['n += 2; out[0] = n;', '0 mod 1'],
    ['for (int i = 0; i < n; i++) out[0] = i % 4;', '0,1,2,3,-1,-2,-3'],
    ['for (int i = 0; i < n; i++) out[0] = (4 * i + 3) & 1;', '1'],
    ['int a = 0, b = 1; for (int i = 0; i < n; i++) { int c = a; a = b + 4; b = c + 4; out[0] = a; }', '0 mod 1'],
  ])('%s', async (body, expected) => expect(await storedIn(body)).toBe(expected));
});

describe('threads that wait', () => {
  const few = (...values: readonly bigint[]): Residues => ({ few: new Set(values) });
  const rest = (value: bigint, modulus: bigint): Residues => ({ few: null, modulus, rest: value });
  it.each([
    [[few(0n, 2n), few(1n, 3n)], true],
    [[few(0n, 2n), few(2n)], false],
    [[rest(0n, 2n), rest(1n, 4n)], true],
    [[rest(0n, 3n), rest(1n, 3n)], false],
    [[rest(1n, 8n), few(4n)], true],
    [[few(-1n), few(0xffff_ffffn)], false],
  ])('%#', (held, expected) =>
    expect(
      areApart(
        held.map((holds, k) => ({ of: `${k}`, holds })),
        32,
      ),
    ).toBe(expected),
  );

  it('all but one value', () => {
    expect(
      areApart(
        [
          { of: 'a', allBut: 0n },
          { of: 'b', holds: few(0n) },
        ],
        32,
      ),
    ).toBe(true);
    expect(
      areApart(
        [
          { of: 'a', allBut: 0n },
          { of: 'b', holds: few(1n) },
        ],
        32,
      ),
    ).toBe(false);
    expect(
      areApart(
        [
          { of: 'a', allBut: 0n },
          { of: 'b', allBut: 1n },
        ],
        32,
      ),
    ).toBe(false);
  });
});
