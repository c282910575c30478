import { describe, expect, it } from 'vitest';
import { f32, i32 } from '../../../src/base/ctype.ts';
import { binary, builtin, cast, float, int } from '../../../src/base/expr-build.ts';
import { array, assign, at, barrier, branch, forLoop, jump, kernel, load, store, v } from '../../../src/ir/build.ts';
import { checkKernel } from '../../../src/ir/check.ts';
import { printKernel } from '../../../src/ir/print.ts';

const tid = cast(i32, builtin('threadIdx.x'));
const s = array('s', { space: 'shared', element: f32, extents: [4, 17] });

describe('build, print and check', () => {
  it('numbers statements, prints one a line and finds nothing wrong', () => {
    const k = kernel({
      params: [{ name: 'n', type: i32 }],
      arrays: [s],
      body: [
        store(at(s, int(1), tid), float(0, f32)),
        barrier(),
        ...forLoop('i', int(0), v('n'), int(1), [load('x', at(s, int(0), v('i')))]),
      ],
    });
    expect(checkKernel(k)).toEqual([]);
    expect(printKernel(k)).toContain('   1 @2     store s[1 /68][(i32)threadIdx.x /4] : f32 = 0:f32');
    expect(printKernel(k)).toContain('x = load s[0 /68][i /4] : f32');
    expect([...k.scalars.keys()]).toEqual(['n', 'i', 'x']);
  });

  it('names the statement of each violation', () => {
    const k = kernel({
      body: [
        store(at(s, int(0), int(0)), float(0, f32)),
        jump('break'),
        branch(binary('<', tid, builtin('threadIdx.x')), [assign('y', v('z'))]),
      ],
    });
    const problems = checkKernel(k).join('\n');
    expect(problems).toContain('statement 1 (line 2): K1: array s is not declared');
    expect(problems).toContain('statement 2 (line 3): K3: break outside a loop');
    expect(problems).toContain('statement 3 (line 4): E1: operands i32 and u32');
    expect(problems).toContain('statement 4 (line 5): K4: z is read before any assignment');
  });
});
