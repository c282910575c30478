/** Which inputs of a model could be those of a program. */
import { describe, expect, it } from 'vitest';
import { access, k, n, splitOf, tx } from '../obligation/split-of.ts';
import { binary, cast } from '../../../src/base/expr-build.ts';
import type { Expr } from '../../../src/base/expr.ts';
import type { Model } from '../../../src/solve/solve.ts';
import { farFetched } from '../../../src/witness/realistic.ts';
import { i32, u32 } from '../../../src/base/ctype.ts';
import { invariant } from '../../../src/base/invariant.ts';
import { obligationsOf } from '../../../src/obligation/obligations.ts';

/** Of `s[index]` written by threads 0 and `second`, with this `n`. */
function said(index: Expr, second: bigint, value: bigint): string | null {
  const [obligation] = obligationsOf(splitOf([[access(1, index)]]), { level: 'block', warpModel: 'its' });
  invariant(obligation !== undefined, 'one write');
  const values = new Map(
    [...obligation.formula.variables.values()].map(
      ({ id, of, copy }) =>
        [id, String(of) === 'n' ? value : String(of) === 'threadIdx.x' && copy === 'second' ? second : 0n] as const,
    ),
  );
  const model: Model = { values, functions: new Map() };
  return farFetched(obligation, model);
}

const times = (a: Expr, b: Expr): Expr => binary('*', a, b);

describe('inputs', () => {
  it('of everyday size are fine', () => {
    expect(said(times(cast(i32, tx), n), 1n, 0n)).toBeNull();
    expect(said(times(tx, cast(u32, n)), 1n, 256n)).toBeNull();
  });
  it('that make signed arithmetic overflow have no meaning', () => {
    expect(said(times(cast(i32, tx), n), 4n, 2n ** 30n)).toContain('overflow of signed integers');
  });
  it('whose product wraps around are larger than any array', () => {
    expect(said(times(tx, cast(u32, n)), 4n, 2n ** 30n)).toContain('no array has');
    expect(said(times(cast(u32, n), k(4)), 1n, 2n ** 30n)).toContain('no array has');
  });
  it('may be scrambled by a large factor, and may be negative', () => {
    expect(said(times(cast(u32, n), k(2654435761)), 1n, 77n)).toBeNull();
    expect(said(times(tx, cast(u32, n)), 4n, -3n)).toBeNull();
  });
});
