/** Which values that are not modelled nobody reads. */
import { describe, expect, it } from 'vitest';
import { binary, builtin, cast, int } from '../../../src/base/expr-build.ts';
import { i32 } from '../../../src/base/ctype.ts';
import { assign, branch, call, jump, kernel, unknownValue, v, whileLoop } from '../../../src/ir/build.ts';
import type { Stmt } from '../../../src/ir/ir.ts';
import { overwrittenValues } from '../../../src/ir/overwritten.ts';

const tid = cast(i32, builtin('threadIdx.x'));
const x = unknownValue('x');
const read = assign('y', v('x'));
const few = binary('<', v('y'), int(3));
const start = assign('y', int(0));
const count = (...body: readonly Stmt[]): number => overwrittenValues(kernel({ body: [start, ...body] }).body).size;

describe('overwritten', () => {
  it('is what no path reads first', () => {
    expect(count(x)).toBe(1);
    expect(count(x, assign('x', tid), read)).toBe(1);
    expect(count(x, branch(few, [assign('x', tid)], [assign('x', int(1))]), read)).toBe(1);
    expect(count(x, branch(few, [jump('exit')], [assign('x', int(1))]), read)).toBe(1);
    expect(count(x, call('f', [branch(few, [assign('x', tid), jump('return')]), assign('x', int(2))]), read)).toBe(1);
    expect(count(whileLoop(few, [x, assign('x', tid), read]))).toBe(1);
    expect(count(x, whileLoop(few, [assign('x', tid)], { testFirst: false }), read)).toBe(1);
  });
  it('is not what some path reads', () => {
    expect(count(x, read)).toBe(0);
    expect(count(x, assign('x', binary('+', v('x'), tid)))).toBe(0);
    expect(count(x, branch(few, [assign('x', tid)]), read)).toBe(0);
    expect(count(x, whileLoop(few, [assign('x', tid)]), read)).toBe(0);
    expect(count(x, whileLoop(few, [branch(few, [jump('break')]), assign('x', tid)], { testFirst: false }), read)).toBe(
      0,
    );
    expect(count(x, call('f', [branch(few, [jump('return')]), assign('x', tid)]), read)).toBe(0);
    expect(count(x, whileLoop(few, [branch(binary('==', v('x'), tid), [start])]))).toBe(0);
  });
  it('is not what the next turn of a loop reads', () => {
    expect(count(assign('x', tid), whileLoop(few, [read, unknownValue('x')]))).toBe(0);
    expect(
      count(
        assign('x', tid),
        whileLoop(few, [assign('x', tid), read, branch(few, [jump('continue')]), unknownValue('x')], {
          step: [assign('z', v('x'))],
        }),
      ),
    ).toBe(0);
    expect(count(assign('x', tid), whileLoop(few, [assign('x', tid), read, unknownValue('x')]))).toBe(1);
  });
});
