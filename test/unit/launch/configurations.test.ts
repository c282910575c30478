import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Kernel, Param } from '../../../src/ir/ir.ts';
import type { Parser } from '../../../src/parse/tree-sitter.ts';
import type { LaunchOptions } from '../../../src/launch/configurations.ts';
import { arrayId, bytes, varId } from '../../../src/base/brand.ts';
import { f32, i32, u8 } from '../../../src/base/ctype.ts';
import { printExpr } from '../../../src/base/expr-print.ts';
import { configurationsFor } from '../../../src/launch/configurations.ts';
import { printConfig } from '../../../src/launch/print.ts';
import { launchesIn, startParser } from './given.ts';

let parser: Parser;
beforeAll(async () => {
  parser = await startParser();
});
afterAll(() => {
  parser.close();
});

const span = { file: 'main.cu', start: 0, end: 1, line: 1, column: 1, endLine: 1, endColumn: 2 };
const array = (name: string): Param => ({
  kind: 'array',
  name,
  id: arrayId(`param:${name}`),
  elementBytes: bytes(4),
  isConst: false,
  isRestrict: false,
});
const params: readonly Param[] = [
  array('a'),
  array('b'),
  { kind: 'scalar', name: 'n', id: varId('n'), type: i32 },
  { kind: 'scalar', name: 'x', id: varId('x'), type: f32 },
  { kind: 'scalar', name: 'c', id: varId('c'), type: u8 },
];
const kernel = (name: string, maxThreads: number | null = null): Kernel => ({
  name,
  span,
  params,
  formals: params.map((param) => param.name),
  scalars: new Map(),
  arrays: new Map(),
  body: [],
  maxThreads,
  assumptions: [],
  sources: new Map(),
  uses: [],
  notes: [],
  unsupported: null,
});
const none: LaunchOptions = { block: null, grid: null, params: new Map() };
const texts = (of: Kernel, host: string, options: LaunchOptions = none): readonly string[] =>
  configurationsFor(of, launchesIn(parser, `void run(float* p, float* q, int n) {\n${host}\n}`), options).map(
    printConfig,
  );

describe('configurations', () => {
  it('matches arguments with formal parameters, of which a struct is one', () => {
    const size = ['w', 'h'].map((name): Param => ({
      kind: 'scalar',
      name: `s.${name}`,
      id: varId(`s.${name}`),
      type: i32,
    }));
    const withStruct: Kernel = {
      ...kernel('k'),
      params: [...size, ...params],
      formals: ['s', ...params.map((param) => param.name)],
    };
    expect(texts(withStruct, 'k<<<1, 64>>>(size, p, q, 7);')).toEqual([expect.stringMatching(/ n=7$/)]);
  });

  it('opens everything where there is no launch', () => {
    expect(texts(kernel('k'), 'other<<<1, 1>>>(p);')).toEqual([
      'no launch found: grid (*, *, *) block (*, *, *) shared *',
    ]);
  });

  it('gives arguments their parameters, converted, and says which pointers are the same', () => {
    expect(texts(kernel('k'), 'k<<<1, 32>>>(p, q, 7, 1, 300);')).toEqual([
      'main.cu:2: grid (1, 1, 1) block (32, 1, 1) n=7 x=1 c=44',
    ]);
    expect(texts(kernel('k'), 'k<<<1, 32>>>(p, p, n);')).toEqual([
      'main.cu:2: grid (1, 1, 1) block (32, 1, 1) [a = b]',
    ]);
  });

  it('keeps different launches apart and merges equal ones', () => {
    expect(texts(kernel('k'), 'k<<<1, 32>>>(p, q);\nk<<<1, 64>>>(p, q);\nk<<<1, 32>>>(q, p);')).toEqual([
      'main.cu:2, main.cu:4: grid (1, 1, 1) block (32, 1, 1)',
      'main.cu:3: grid (1, 1, 1) block (64, 1, 1)',
    ]);
  });

  it('tells template instances apart by numbers that are written', () => {
    const host = 'k<16><<<1, 16>>>(p);\nk<32><<<1, 32>>>(p);\nk<N><<<1, 64>>>(p);\nk<<<1, 128>>>(p);';
    expect(texts(kernel('k<16>'), host)).toEqual([
      'main.cu:2: grid (1, 1, 1) block (16, 1, 1)',
      'main.cu:4: grid (1, 1, 1) block (64, 1, 1)',
      'main.cu:5: grid (1, 1, 1) block (128, 1, 1)',
    ]);
  });

  it('tells template instances apart by the functions of the file that they are given', () => {
    const file = `void f(float* p) {}
void g(float* p) {}
template <int n, void (*use)(float*)> void launch(float* p) { k<use><<<1, n>>>(p); }
void run(float* p) { launch<16, f>(p); launch<32, g>(p); }`;
    const blocks = (name: string): readonly string[] =>
      configurationsFor(kernel(name), launchesIn(parser, file), none).map(({ block }) => block.join());
    expect(blocks('k<f>')).toEqual(['16,1,1']);
    expect(blocks('k<g>')).toEqual(['32,1,1']);
    // the instance of a function that is not seen, and one that is left open, may be either
    for (const name of ['k<h>', 'k<use>']) expect(blocks(name)).toEqual(['16,1,1', '32,1,1']);
  });

  it('does not take launches with too many arguments', () => {
    expect(texts(kernel('k'), 'k<<<1, 16>>>(p, q, 1, 2, 3, 4);')).toEqual([
      'no launch found: grid (*, *, *) block (*, *, *) shared *',
    ]);
  });

  it('lets options override', () => {
    const options: LaunchOptions = {
      block: [64, 1, 1],
      grid: null,
      params: new Map([
        ['n', 5n],
        ['unknown', 1n],
      ]),
    };
    expect(texts(kernel('k'), 'k<<<2, 16>>>(p, q, 9);\nk<<<2, 32>>>(p, q, 8);', options)).toEqual([
      'main.cu:2 with --block, --param n, main.cu:3 with --block, --param n: grid (2, 1, 1) block (64, 1, 1) n=5',
    ]);
    expect(texts(kernel('k'), '', options)).toEqual([
      '--block, --param n: grid (*, *, *) block (64, 1, 1) shared * n=5',
    ]);
  });

  it('takes __launch_bounds__ as a limit where the block is open', () => {
    const [config] = configurationsFor(kernel('k', 256), [], none);
    expect(config?.facts.map((fact) => [fact.text, printExpr(fact.condition)])).toEqual([
      ['__launch_bounds__(256)', 'blockDim.x * blockDim.y * blockDim.z <= 256:u32'],
    ]);
    expect(texts(kernel('k', 256), 'k<<<n, 64>>>(p);')).toEqual(['main.cu:2: grid (*, 1, 1) block (64, 1, 1)']);
  });
});
