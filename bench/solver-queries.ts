/**
 * Queries per second of the solver on typical formulas: `npx tsx`-free, run with `node bench/solver-queries.ts` (Node
 * 24).
 */
import { binary, cast, int, variable } from '../src/base/expr-build.ts';
import { i32, i64, u32 } from '../src/base/ctype.ts';
import type { Expr } from '../src/base/expr.ts';
import type { FormulaVariable } from '../src/obligation/obligation.ts';
import type { IntType } from '../src/base/ctype.ts';
import { createSolver } from '../src/solve/z3.ts';
import { varId } from '../src/base/brand.ts';

const u = (n: string): Expr => variable(varId(n), u32);
const s = (n: string): Expr => variable(varId(n), i32);
const b = binary;
const k = (n: number, type: IntType = u32): Expr => int(n, type);
const same = (x: Expr, y: Expr): Expr => b('==', cast(i64, x), cast(i64, y));
const types: Readonly<Record<string, IntType>> = { n: i32, w: i32, h: i32, j1: i32, j2: i32, s: i32, pitch: i32 };
const names = ['t1', 't2', 'y1', 'y2', 'b1', 'b2', 'c1', 'c2', 'bd', 'gd', 'n', 'w', 'h', 'j1', 'j2', 's', 'pitch'];
const variables = new Map(
  names.map((name): readonly [FormulaVariable['id'], FormulaVariable] => [
    varId(name),
    { id: varId(name), type: types[name] ?? u32, of: varId(name), copy: 'launch' },
  ]),
);
const thread = (limit: Expr): Expr[] => [b('<', u('t1'), limit), b('<', u('t2'), limit)];
const bd = [b('<=', k(1), u('bd')), b('<=', u('bd'), k(1024))];
const blocks = [
  b('<', u('b1'), u('gd')),
  b('<', u('b2'), u('gd')),
  b('<=', u('gd'), k(2147483647)),
  b('<=', k(1), u('gd')),
];
const apart = (x: string, y: string): Expr => b('!=', u(x), u(y));
const gid = (bi: string, ti: string, size: Expr): Expr => cast(i32, b('+', b('*', u(bi), size), u(ti)));
const i = (e: Expr): Expr => cast(i32, e);

const queries: Readonly<Record<string, readonly Expr[]>> = {
  'tid vs tid': [...thread(k(256)), apart('t1', 't2'), same(u('t1'), u('t2'))],
  'tid vs tid + 1 (sat)': [...thread(k(256)), apart('t1', 't2'), same(u('t1'), b('+', u('t2'), k(1)))],
  'reduction: t < s, s[t] vs s[t2 + s]': [
    ...thread(k(256)),
    apart('t1', 't2'),
    b('<=', k(1, i32), s('s')),
    b('<=', s('s'), k(128, i32)),
    b('<', i(u('t1')), s('s')),
    b('<', i(u('t2')), s('s')),
    same(i(u('t1')), b('+', i(u('t2')), s('s'))),
  ],
  'two blocks, 256 threads, i < n': [
    ...thread(k(256)),
    ...blocks,
    apart('b1', 'b2'),
    b('<', gid('b1', 't1', k(256)), s('n')),
    b('<', gid('b2', 't2', k(256)), s('n')),
    same(gid('b1', 't1', k(256)), gid('b2', 't2', k(256))),
  ],
  'two blocks, 256 threads, i < n, grid <= 65535': [
    ...thread(k(256)),
    ...blocks,
    b('<=', u('gd'), k(65535)),
    apart('b1', 'b2'),
    b('<', gid('b1', 't1', k(256)), s('n')),
    b('<', gid('b2', 't2', k(256)), s('n')),
    same(gid('b1', 't1', k(256)), gid('b2', 't2', k(256))),
  ],
  'two blocks, blockDim symbolic, grid <= 65535': [
    ...bd,
    ...thread(u('bd')),
    ...blocks,
    b('<=', u('gd'), k(65535)),
    apart('b1', 'b2'),
    same(gid('b1', 't1', u('bd')), gid('b2', 't2', u('bd'))),
  ],
  'two blocks, blockDim symbolic, gridDim*blockDim < 2^31': [
    ...bd,
    ...thread(u('bd')),
    ...blocks,
    b('<=', b('*', cast(i64, u('gd')), cast(i64, u('bd'))), k(2147483647, i64)),
    apart('b1', 'b2'),
    same(gid('b1', 't1', u('bd')), gid('b2', 't2', u('bd'))),
  ],
  'row*w + col, col < w': [
    ...thread(k(16)),
    b('<', u('y1'), k(16)),
    b('<', u('y2'), k(16)),
    b('<', i(u('t1')), s('w')),
    b('<', i(u('t2')), s('w')),
    b('||', apart('t1', 't2'), apart('y1', 'y2')),
    same(b('+', b('*', i(u('y1')), s('w')), i(u('t1'))), b('+', b('*', i(u('y2')), s('w')), i(u('t2')))),
  ],
  'row*pitch + col, pitch free (sat)': [
    ...thread(k(16)),
    b('<', u('y1'), k(16)),
    b('<', u('y2'), k(16)),
    b('<', i(u('t1')), s('w')),
    b('<', i(u('t2')), s('w')),
    b('||', apart('t1', 't2'), apart('y1', 'y2')),
    same(b('+', b('*', i(u('y1')), s('pitch')), i(u('t1'))), b('+', b('*', i(u('y2')), s('pitch')), i(u('t2')))),
  ],
  'tid ^ 1 partner (bit-vectors)': [
    ...thread(k(256)),
    apart('t1', 't2'),
    same(b('^', u('t1'), u('gd')), b('^', u('t2'), u('gd'))),
  ].map((e) => e),
  'tid ^ 5 literal': [...thread(k(256)), apart('t1', 't2'), same(b('^', u('t1'), k(5)), b('^', u('t2'), k(5)))],
  'tid / 32 and tid % 32': [
    ...thread(k(256)),
    apart('t1', 't2'),
    same(
      b('+', b('*', b('/', u('t1'), k(32)), k(33)), b('%', u('t1'), k(32))),
      b('+', b('*', b('/', u('t2'), k(32)), k(33)), b('%', u('t2'), k(32))),
    ),
  ],
  'strided loop j = t + 256*k': [
    ...thread(k(256)),
    apart('t1', 't2'),
    b('<=', k(0, i32), s('j1')),
    b('<=', k(0, i32), s('j2')),
    same(b('+', i(u('t1')), b('*', s('j1'), k(256, i32))), b('+', i(u('t2')), b('*', s('j2'), k(256, i32)))),
  ],
  'transpose 2d blocks': [
    b('<', u('t1'), k(16)),
    b('<', u('t2'), k(16)),
    b('<', u('y1'), k(16)),
    b('<', u('y2'), k(16)),
    b('<', u('b1'), k(4096)),
    b('<', u('b2'), k(4096)),
    b('<', u('c1'), k(4096)),
    b('<', u('c2'), k(4096)),
    b('||', apart('b1', 'b2'), apart('c1', 'c2')),
    ...['1', '2'].flatMap((x) => [
      b('<', gid(`b${x}`, `t${x}`, k(16)), s('w')),
      b('<', gid(`c${x}`, `y${x}`, k(16)), s('h')),
    ]),
    same(
      b('+', b('*', gid('b1', 't1', k(16)), s('h')), gid('c1', 'y1', k(16))),
      b('+', b('*', gid('b2', 't2', k(16)), s('h')), gid('c2', 'y2', k(16))),
    ),
  ],
};

const solver = await createSolver();
await solver.warmUp();
const repeat = Number(process.argv[2] ?? 5);
for (const [title, constraints] of Object.entries(queries)) {
  const used = new Set(
    constraints.flatMap(
      (c) => JSON.stringify(c, (_, v: unknown) => (typeof v === 'bigint' ? `${v}` : v)).match(/"id":"\w+"/g) ?? [],
    ),
  );
  const declared = new Map([...variables].filter(([id]) => used.has(`"id":"${id}"`)));
  const start = performance.now();
  let text = '';
  for (let n = 0; n < repeat; n++) {
    const answer = await solver.decide({ variables: declared, constraints }, { rlimit: 20_000_000 });
    text = answer.kind === 'unknown' ? `unknown: ${answer.because}` : `${answer.kind} by ${answer.by}`;
  }
  console.log(`${((performance.now() - start) / repeat).toFixed(2).padStart(9)} ms  ${text.padEnd(22)} ${title}`);
}
console.log(
  [...solver.counts()].map(([how, n]) => `${how} ${n}`).join(', '),
  `${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`,
);
await solver.close();
