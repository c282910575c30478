/** Which conditions on arguments are tried, and in which order; which are left out because they would hide a bug. */
import { describe, expect, it } from 'vitest';
import type { Expr } from '../../../src/base/expr.ts';
import type { IntType } from '../../../src/base/ctype.ts';
import type { IntervalAccess } from '../../../src/protocol/protocol.ts';
import type { OpenParameter, Subject } from '../../../src/obligation/conditions.ts';
import { access, bx, k, splitOf, tx } from './split-of.ts';
import { binary, variable } from '../../../src/base/expr-build.ts';
import { candidateConditions, candidatePairs } from '../../../src/obligation/conditions.ts';
import { i32, u32, u64 } from '../../../src/base/ctype.ts';
import { varId } from '../../../src/base/brand.ts';

const parameter = (name: string, type: IntType = u32): OpenParameter => ({ name, id: varId(name), type });
const of = ({ id, type }: OpenParameter): Expr => variable(id, type);
const [stride, cols, rows] = [parameter('stride'), parameter('cols'), parameter('rows')];
const plus = (a: Expr, b: Expr): Expr => binary('+', a, b);
const times = (a: Expr, b: Expr): Expr => binary('*', a, b);
/** `if (threadIdx.x < cols) out[blockIdx.x * stride + threadIdx.x]` */
const row = (line = 1): IntervalAccess =>
  access(line, plus(times(bx, of(stride)), tx), { array: 'g', when: [binary('<', tx, of(cols))] });

type Options = Partial<Pick<Subject, 'isOneWrite' | 'parameters' | 'launch'>>;
function candidates(accesses: readonly IntervalAccess[], options: Options = {}): readonly (readonly string[])[] {
  return candidateConditions({
    whole: splitOf([]),
    accesses,
    isOneWrite: false,
    parameters: [stride, cols],
    launch: { block: [64, 1, 1], grid: [4, 1, 1] },
    ...options,
  });
}

describe('candidates', () => {
  it('come weaker kinds first: not 0, then other parameters, multiples of them, products of them, wholes of tiles, and dimensions and constants in ascending order', () => {
    const accesses = [
      access(1, plus(times(bx, of(stride)), times(tx, k(3))), {
        array: 'g',
        when: [binary('<', tx, of(cols)), binary('<', bx, of(rows))],
      }),
    ];
    expect(candidates(accesses, { parameters: [stride, cols, rows] })).toEqual([
      ['stride != 0'],
      ['stride >= cols', 'stride >= rows'],
      // room for a row of threads that are 3 apart
      ['stride >= 3 * cols'],
      ['stride >= 3 * rows'],
      ['stride >= cols * rows'],
      ['stride % 3 == 0'],
      ['stride >= 3', 'stride >= gridDim.x', 'stride >= blockDim.x'],
      // a grid is mostly rounded up
      ['stride >= blockDim.x * gridDim.x'],
    ]);
  });
  it('name extents that are not known before those that are, products last, and leave out those that are 1', () => {
    expect(candidates([row()], { launch: { block: [null, 1, 1], grid: [4, 1, 1] } }).slice(-2)).toEqual([
      ['stride >= blockDim.x', 'stride >= gridDim.x'],
      ['stride >= blockDim.x * gridDim.x'],
    ]);
    expect(candidates([row()], { launch: { block: [64, 1, 1], grid: [1, 1, 1] } }).at(-1)).toEqual([
      'stride >= blockDim.x',
    ]);
  });
  it('see through the names that facts give to parts of an address', () => {
    const base = variable(varId('base'), u32);
    const accesses = [access(1, plus(base, tx), { array: 'g', when: [binary('==', base, times(bx, of(stride)))] })];
    expect(candidates(accesses, { parameters: [stride] })[0]).toEqual(['stride != 0']);
  });
  it('compare a signed parameter with an unsigned one where neither turns negative', () => {
    const signed = parameter('stride', i32);
    const accesses = [access(1, plus(times(bx, of(signed)), tx), { array: 'g', when: [binary('<', tx, of(cols))] })];
    expect(candidates(accesses, { parameters: [signed, cols] })[1]).toEqual(['stride >= 0']);
    expect(candidates(accesses, { parameters: [signed, cols] })[2]).toEqual(['stride >= 0 && stride >= cols']);
    const long = parameter('cols', u64);
    const wide = [access(1, plus(times(bx, of(signed)), tx), { array: 'g', when: [binary('<', tx, of(long))] })];
    expect(candidates(wide, { parameters: [signed, long] })[2]).toEqual(['stride >= 0 && stride >= cols']);
  });
});

describe('left out', () => {
  it('are parameters that only say how much work there is', () => {
    expect(candidates([access(1, tx, { array: 'g', when: [binary('<', tx, of(cols))] })])).toEqual([]);
  });
  it('are divisors: out[i % bins] lacks an atomic', () => {
    expect(candidates([access(1, binary('%', tx, of(stride)), { array: 'g' })])).toEqual([]);
  });
  it('are upper bounds, divisibility and equality, unless one statement stores twice', () => {
    const all = (isOneWrite: boolean): readonly string[] =>
      candidates([row(1), row(2)], { isOneWrite })
        .flat()
        .filter((text) => /<=|%|==/.test(text));
    expect(all(false)).toEqual([]);
    expect(all(true)).toEqual(
      expect.arrayContaining(['stride <= cols', 'stride + 1 <= cols', 'stride % cols == 0', 'stride == cols']),
    );
  });
  it('are constants below 2, which sizes of nothing are', () => {
    const accesses = [access(1, plus(times(bx, of(stride)), plus(tx, k(1))), { array: 'g' })];
    expect(candidates(accesses, { launch: { block: [1, 1, 1], grid: [1, 1, 1] } })).toEqual([
      ['stride != 0'],
      ['stride >= 64'],
    ]);
  });
});

describe('pairs', () => {
  it('are bounds of two parameters, by others and their products', () => {
    expect(
      candidatePairs([
        ['stride != 0', 'batch != 0'],
        ['stride >= cols', 'batch >= stride * rows'],
        ['stride >= 64', 'batch >= blockDim.x', 'stride <= cols'],
      ]),
    ).toEqual([
      ['stride != 0', 'batch != 0'],
      ['stride != 0', 'batch >= stride * rows'],
      ['batch != 0', 'stride >= cols'],
      ['stride >= cols', 'batch >= stride * rows'],
    ]);
  });
});
