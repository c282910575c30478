/** Runs within facts: sizes are changed until what is known of the launch holds, and left alone where it does. */
import { describe, expect, test } from 'vitest';
import type { Expr } from '../../../src/base/expr.ts';
import type { Individual } from '../../../src/search/individual.ts';
import type { Param } from '../../../src/ir/ir.ts';
import { binary, cast, int, variable } from '../../../src/base/expr-build.ts';
import { fc } from '../../seeded.ts';
import { i32, i64, u32 } from '../../../src/base/ctype.ts';
import { varId } from '../../../src/base/brand.ts';
import { withinFacts } from '../../../src/pipeline/within-facts.ts';

const n = variable(varId('n'), i32);
const params: readonly Param[] = [
  { kind: 'scalar', name: 'n', id: varId('n'), type: i32 },
  { kind: 'scalar', name: 'm', id: varId('m'), type: i32 },
];
const fact = (condition: Expr): Readonly<{ condition: Expr; text: string }> => ({ condition, text: '' });
const blocks = fact(
  binary(
    '==',
    cast(i64, { kind: 'builtin', name: 'gridDim.x' }),
    cast(i64, binary('/', binary('+', n, int(255, i32)), int(256, i32))),
  ),
);
const even = fact(binary('==', binary('%', n, int(2, i32)), int(0, i32)));
const individual = (size: number, grid: number): Individual => ({
  block: [256, 1, 1],
  grid: [grid, 1, 1],
  scalars: new Map([
    ['n', size],
    ['m', 7],
  ]),
  contents: new Map(),
});
const isKept = ({ grid, scalars }: Individual): boolean =>
  grid[0] === Math.floor(((scalars.get('n') ?? 0) + 255) / 256) && (scalars.get('n') ?? 1) % 2 === 0;

describe('an individual within facts', () => {
  test('keeps them, where the grid is open or the size is', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5000 }),
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        (size, grid, isOpen) => {
          const found = withinFacts([blocks, even], params, {
            block: [256, 1, 1],
            grid: [isOpen ? null : grid, 1, 1],
            scalars: new Map(),
          })(individual(size, grid));
          expect(found).not.toBeNull();
          if (found === null) return;
          expect(isKept(found)).toBe(true);
          if (!isOpen) expect(found.grid[0]).toBe(grid);
          expect(found.scalars.get('m')).toBe(7);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('is the same one where they hold', () => {
    const one = individual(512, 2);
    expect(withinFacts([blocks, even], params, { block: [256, 1, 1], grid: [2, 1, 1], scalars: new Map() })(one)).toBe(
      one,
    );
  });

  test('is none where the launch states what breaks them', () => {
    const impossible = fact(binary('<', { kind: 'builtin', name: 'gridDim.x' }, int(1, u32)));
    expect(
      withinFacts([impossible], params, { block: [256, 1, 1], grid: [null, 1, 1], scalars: new Map() })(
        individual(4, 1),
      ),
    ).toBeNull();
    const stated = withinFacts([blocks, even], params, {
      block: [256, 1, 1],
      grid: [2, 1, 1],
      scalars: new Map([['n', 4n]]),
    });
    expect(stated(individual(512, 2))).toBeNull();
  });
});
