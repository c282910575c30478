/**
 * The Z3 of dist/ against that of z3-solver: both get the same questions in the same order, on this thread, and must
 * say the same to the letter, resource units included. And the side module by itself, on what is no question of Z3:
 * exceptions that are not of C++, and the stack pointer after them.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bitVectorScript } from '../../../src/solve/smt/bit-vectors.ts';
import { integerScript } from '../../../src/solve/smt/integers.ts';
import { normalForm } from '../../../src/solve/normal/normal-form.ts';
import { settled } from '../../../src/solve/arithmetic/settle.ts';
import { replaced, sideModule, withNativeInvokes } from '../../../scripts/z3-invoke.ts';
import type { FunctionType } from '../../../scripts/wasm-bytes.ts';
import {
  externKind,
  functionType,
  moduleOf,
  named,
  sectionId,
  sectionsOf,
  vector,
} from '../../../scripts/wasm-bytes.ts';
import { formulas } from '../solve/random-formula.ts';
import { fc, seed } from '../../seeded.ts';

const require = createRequire(import.meta.url);
const original = require.resolve('z3-solver/build/z3-built.js');
const wasm = original.replace(/\.js$/, '.wasm');

/** Values that the types of Node do not have. */
declare global {
  // oxlint-disable-next-line typescript/no-namespace -- added to that of Node's types
  namespace WebAssembly {
    const Module: new (bytes: Uint8Array) => object;
    const Instance: new (
      module: object,
      imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
    ) => Readonly<{ exports: Readonly<Record<string, unknown>> }>;
    const Global: new () => { value: unknown };
    const Table: new () => Readonly<{ set: (k: number, value: unknown) => void }>;
    const Tag: new (type: Readonly<{ parameters: readonly string[] }>) => object;
    const Exception: new (tag: unknown, payload: readonly unknown[]) => Error;
    const RuntimeError: new () => Error;
  }
}

/** What is used here of Emscripten's module. */
type Z3 = Readonly<{
  HEAPU8: Uint8Array;
  _malloc: (size: number) => number;
  _free: (address: number) => void;
  UTF8ToString: (address: number) => string;
  _set_noop_error_handler: (context: number) => void;
  _Z3_mk_config: () => number;
  _Z3_del_config: (config: number) => void;
  _Z3_mk_context: (config: number) => number;
  _Z3_del_context: (context: number) => void;
  _Z3_eval_smtlib2_string: (context: number, text: number) => number;
}>;

const isZ3 = (value: unknown): value is Z3 =>
  typeof value === 'object' && value !== null && '_Z3_eval_smtlib2_string' in value && 'HEAPU8' in value;

async function opened(glue: string): Promise<Z3> {
  const open: unknown = require(glue);
  const z3: unknown =
    typeof open === 'function' ? await Reflect.apply(open, null, [{ printErr: () => undefined }]) : null;
  if (!isZ3(z3)) throw new Error(`${glue} is not Z3`);
  return z3;
}

/** The answers of one fresh context to some texts. */
function answers(z3: Z3, texts: readonly string[]): readonly string[] {
  const config = z3._Z3_mk_config();
  const context = z3._Z3_mk_context(config);
  z3._set_noop_error_handler(context);
  z3._Z3_del_config(config);
  const found = texts.map((text) => {
    const bytes = Buffer.from(`${text}\0`);
    const address = z3._malloc(bytes.length);
    z3.HEAPU8.set(bytes, address);
    const answer = z3.UTF8ToString(z3._Z3_eval_smtlib2_string(context, address));
    z3._free(address);
    return answer;
  });
  z3._Z3_del_context(context);
  return found;
}

describe('Z3 with native invokes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'syncwright-z3-'));
  const glue = join(folder, 'z3-built.cjs');
  beforeAll(() => {
    const patched = withNativeInvokes(readFileSync(wasm), readFileSync(original, 'utf8'));
    writeFileSync(glue, patched.glue);
    writeFileSync(join(folder, 'z3-built.wasm'), patched.wasm);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('answers to the letter as before', async () => {
    const [plain, native] = [await opened(original), await opened(glue)];
    const asked = (text: string): readonly string[] => [
      text,
      '(get-info :reason-unknown)',
      '(get-model)',
      '(get-info :rlimit)',
    ];
    const random = fc.sample(formulas(2), { numRuns: 120, seed }).flatMap((formula) => {
      const check = '(check-sat-using smt)';
      return [
        `(set-option :rlimit 5000)\n${integerScript(settled(normalForm(formula))).text}\n${check}`,
        `(set-option :rlimit 5000)\n${bitVectorScript(formula, []).text}\n${check}`,
      ];
    });
    // C++ exceptions, from the parser, the type checker, tactics, a context that is used up, and the memory limit
    const thrown = [
      '(assert',
      '(assert (+ 1 true))',
      '(pop)',
      '(check-sat-using nonsense)',
      '(get-value (x))',
      '(set-option :rlimit 1)\n(declare-const x Int)\n(assert (= (* x x x) 7))\n(check-sat)\n(check-sat)',
      '(set-option :memory_max_size -1)',
      '(declare-const x (_ BitVec 0))',
      '(simplify (div 1 0) :foo true)',
      '(error)',
      ')',
    ];
    const questions = [...random, ...thrown, ...random.slice(0, 20)].map(asked);
    expect(questions.length).toBeGreaterThan(200);
    const [before, after] = [
      questions.map((texts) => answers(plain, texts)),
      questions.map((texts) => answers(native, texts)),
    ];
    expect(after).toEqual(before);
    const all = before.flat();
    for (const kind of [/^sat$/m, /^unsat$/m, /^unknown$/m, /error/, /:rlimit \d+/])
      expect(
        all.some((text) => kind.test(text)),
        `${kind}`,
      ).toBe(true);
  });
});

describe('the side module', () => {
  const [i32, i64] = [0x7f, 0x7e];
  const invokes = [
    { name: 'invoke_v', type: { params: [i32], results: [] } },
    { name: 'invoke_ii', type: { params: [i32, i32], results: [i32] } },
    { name: 'invoke_ji', type: { params: [i32, i32], results: [i64] } },
  ];
  const flags: number[][] = [];
  const setThrew = (...flag: readonly number[]): void => void flags.push([...flag]);
  const { exports: side } = new WebAssembly.Instance(
    new WebAssembly.Module(sideModule(invokes, { limits: [0, 4], start: [0x41, 10, 0x0b] })),
    { env: { setThrew } },
  );
  const { __stack_pointer: stack, __indirect_function_table: table, cpp_exception: tag } = side;

  /** A function of the table that moves the stack pointer down and does this. */
  const through = (
    k: number,
    { params, results }: FunctionType,
    run: (...args: readonly unknown[]) => unknown,
  ): void => {
    if (!(table instanceof WebAssembly.Table) || !(stack instanceof WebAssembly.Global))
      throw new Error('the side module owns no table or no stack pointer');
    const body = (...args: readonly unknown[]): unknown => {
      stack.value = 4;
      return run(...args);
    };
    const sections = [
      { id: sectionId.type, items: [functionType({ params, results })] },
      { id: sectionId.import, items: [[...named('env'), ...named('f'), externKind.function, 0]] },
      { id: sectionId.export, items: [[...named('f'), externKind.function, 0]] },
    ];
    const module = moduleOf(sections.map(({ id, items }) => ({ id, body: Uint8Array.from(vector(items)) })));
    table.set(k, new WebAssembly.Instance(new WebAssembly.Module(module), { env: { f: body } }).exports['f']);
  };
  const outcome = (
    name: string,
    ...args: readonly unknown[]
  ): Readonly<{ returned?: unknown; thrown?: unknown; stack: unknown; flags: readonly (readonly number[])[] }> => {
    if (!(stack instanceof WebAssembly.Global)) throw new Error('the side module owns no stack pointer');
    stack.value = 10;
    flags.length = 0;
    const native = side[name];
    if (typeof native !== 'function') throw new Error(`the side module has no ${name}`);
    try {
      const returned: unknown = Reflect.apply(native, null, args);
      return { returned, stack: stack.value, flags: [...flags] };
    } catch (thrown) {
      return { thrown, stack: stack.value, flags: [...flags] };
    }
  };

  test('calls through the table, and leaves the stack pointer to what it calls', () => {
    through(1, { params: [], results: [] }, () => undefined);
    through(2, { params: [i32], results: [i32] }, (value) => Number(value) * 2);
    through(3, { params: [i32], results: [i64] }, (value) => BigInt(Number(value)) << 40n);
    expect(outcome('invoke_v', 1)).toEqual({ returned: undefined, stack: 4, flags: [] });
    expect(outcome('invoke_ii', 2, 21)).toEqual({ returned: 42, stack: 4, flags: [] });
    expect(outcome('invoke_ji', 3, 1)).toEqual({ returned: 1n << 40n, stack: 4, flags: [] });
  });

  test('a C++ exception sets the flag, returns zero and sets the stack pointer back', () => {
    const raise = (): never => {
      throw new WebAssembly.Exception(tag, []);
    };
    through(1, { params: [], results: [] }, raise);
    through(2, { params: [i32], results: [i32] }, raise);
    through(3, { params: [i32], results: [i64] }, raise);
    expect(outcome('invoke_v', 1)).toEqual({ returned: undefined, stack: 10, flags: [[1, 0]] });
    expect(outcome('invoke_ii', 2, 21)).toEqual({ returned: 0, stack: 10, flags: [[1, 0]] });
    expect(outcome('invoke_ji', 3, 1)).toEqual({ returned: 0n, stack: 10, flags: [[1, 0]] });
  });

  test.each([
    ['the end of a thread', 'unwind'],
    ['a fault', new Error('abort')],
    ['an exception of another tag', new WebAssembly.Exception(new WebAssembly.Tag({ parameters: [] }), [])],
  ])('%s passes through', (_, thrown) => {
    through(1, { params: [], results: [] }, () => {
      // oxlint-disable-next-line typescript/only-throw-error -- so does Emscripten
      throw thrown;
    });
    expect(outcome('invoke_v', 1)).toEqual({ thrown, stack: 10, flags: [] });
  });

  test('a trap passes through: a call of nothing, and one of another type', () => {
    through(1, { params: [], results: [] }, () => undefined);
    expect(outcome('invoke_v', 0).thrown).toBeInstanceOf(WebAssembly.RuntimeError);
    expect(outcome('invoke_ii', 1, 0).thrown).toBeInstanceOf(WebAssembly.RuntimeError);
  });
});

test('a glue that is not as expected fails the build', () => {
  const change = { from: 'assert(x);', to: '', times: 1 };
  expect(replaced('a; assert(x); b;', change)).toBe('a;  b;');
  expect(() => replaced('a; b;', change)).toThrow('0 times, not 1: assert(x);');
  expect(() => replaced('assert(x);assert(x);', change)).toThrow('2 times, not 1');
  const glue = readFileSync(original, 'utf8');
  expect(() =>
    withNativeInvokes(readFileSync(wasm), glue.replace('throw exceptionLast;', 'throw exceptionLast ;')),
  ).toThrow('2 times, not 3');
});

test('a module without what is exchanged fails the build', () => {
  const without = (id: number): Uint8Array =>
    moduleOf(sectionsOf(readFileSync(wasm)).filter((section) => section.id !== id));
  for (const id of [sectionId.table, sectionId.global, sectionId.import])
    expect(() => withNativeInvokes(without(id), '')).toThrow(`section ${id} is missing`);
});
