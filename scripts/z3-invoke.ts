/**
 * Why: Z3's WebAssembly is built with exceptions that go through JavaScript. Every call that may throw is an import
 * `invoke_…` of the glue, which calls back through the table in a `try`; two crossings and a dozen lines of JavaScript
 * a call are a third of what Z3 takes. Here those imports become functions of a small module of our own, which calls
 * through the table in WebAssembly's own `try`. Nothing is between the calls then but WebAssembly.
 *
 * Needs: z3-built.wasm and its glue, as z3-solver brings them. Gives: both, changed, so that
 * 1. the side module has one function for each import `invoke_…`, and owns what it shares with Z3: the table, the
 *    stack pointer, the tag of C++ exceptions;
 * 2. Z3 imports table and stack pointer, which it defined before. They stay number 0 of their kind, so no function
 *    changes;
 * 3. the glue instantiates the side module before Z3, on each of its threads, and throws C++ exceptions with the tag.
 *
 * What is no C++ exception (the end of a thread, a fault of the glue) passes through: the stack pointer is set back and
 * it is thrown on, as before.
 */
import type { FunctionType, Section } from './wasm-bytes.ts';
import {
  externKind,
  functionType,
  importsOf,
  moduleOf,
  named,
  readerOf,
  sectionId,
  sectionsOf,
  sized,
  skipLimits,
  typesOf,
  unsigned,
  vector,
} from './wasm-bytes.ts';

const i32 = 0x7f;
const funcref = 0x70;
const mutable = 0x01;
const noResult = 0x40;
/** Instructions, and constants of each type that are zero: 0, 0n, 0.0f, 0.0. */
const op = {
  end: 0x0b,
  try: 0x06,
  catch: 0x07,
  catchAll: 0x19,
  rethrow: 0x09,
  call: 0x10,
  callIndirect: 0x11,
  localGet: 0x20,
  localSet: 0x21,
  globalGet: 0x23,
  globalSet: 0x24,
  i32Const: 0x41,
} as const;
const zeros: ReadonlyMap<number, readonly number[]> = new Map([
  [0x7f, [0x41, 0]],
  [0x7e, [0x42, 0]],
  [0x7d, [0x43, 0, 0, 0, 0]],
  [0x7c, [0x44, 0, 0, 0, 0, 0, 0, 0, 0]],
]);

/** Names under which the modules and the glue know what they share. */
const shared = {
  table: '__indirect_function_table',
  stackPointer: '__stack_pointer',
  tag: 'cpp_exception',
  setThrew: 'setThrew',
} as const;

export type Invoke = Readonly<{ name: string; type: FunctionType }>;
/** Z3's table and stack pointer as it defines them: limits of the one, first value of the other. */
export type Defined = Readonly<{ limits: readonly number[]; start: readonly number[] }>;

export type Patched = Readonly<{ wasm: Uint8Array; glue: string }>;

export function withNativeInvokes(wasm: Uint8Array, glue: string): Patched {
  const sections = sectionsOf(wasm);
  const imports = importsOf(only(sections, sectionId.import));
  const types = typesOf(only(sections, sectionId.type));
  const invokes = imports
    .filter(({ name }) => name.startsWith('invoke_'))
    .map(({ name, type }): Invoke => ({ name, type: known(types[type], `the type of ${name}`) }));
  const defined: Defined = {
    limits: limitsOf(only(sections, sectionId.table)),
    start: startOf(only(sections, sectionId.global)),
  };
  return {
    wasm: moduleOf(sections.flatMap((section) => importing(section, defined))),
    glue: glueWith(glue, Buffer.from(sideModule(invokes, defined)).toString('base64')),
  };
}

function known<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`z3-built.wasm: ${what} is missing`);
  return value;
}

const only = (sections: readonly Section[], id: number): Uint8Array =>
  known(sections.find((section) => section.id === id)?.body, `section ${id}`);

/** The one table of functions. */
function limitsOf(body: Uint8Array): readonly number[] {
  const reader = readerOf(body);
  if (reader.number() !== 1 || reader.byte() !== funcref)
    throw new Error('z3-built.wasm: one table of functions is expected');
  const from = reader.at();
  skipLimits(reader);
  if (!reader.isAtEnd()) throw new Error('z3-built.wasm: the table section has more than one table');
  return [...body.subarray(from)];
}

/** The stack pointer is the first global: `(mut i32)` with a constant. */
function startOf(body: Uint8Array): readonly number[] {
  const reader = readerOf(body);
  reader.number();
  if (reader.byte() !== i32 || reader.byte() !== mutable)
    throw new Error('z3-built.wasm: the first global is not the stack pointer');
  const from = reader.at();
  if (reader.byte() !== op.i32Const) throw new Error('z3-built.wasm: the stack pointer does not start at a constant');
  reader.number();
  if (reader.byte() !== op.end) throw new Error('z3-built.wasm: the stack pointer does not start at a constant');
  return [...body.subarray(from, reader.at())];
}

/**
 * The section of a Z3 that imports table and stack pointer. The names of its functions, a seventh of the file, are left
 * out.
 */
function importing({ id, body }: Section, { limits, start }: Defined): readonly Section[] {
  switch (id) {
    case sectionId.custom:
      return readerOf(body).name() === 'name' ? [] : [{ id, body }];
    case sectionId.import:
      return [
        {
          id,
          body: withMore(body, [
            [...named('env'), ...named(shared.table), externKind.table, funcref, ...limits],
            [...named('env'), ...named(shared.stackPointer), externKind.global, i32, mutable],
          ]),
        },
      ];
    case sectionId.table:
      return [];
    case sectionId.global:
      return [{ id, body: withoutFirst(body, 2 + start.length) }];
    default:
      return [{ id, body }];
  }
}

/** A vector with more items at its end. */
function withMore(body: Uint8Array, items: readonly (readonly number[])[]): Uint8Array {
  const reader = readerOf(body);
  const count = reader.number();
  return Buffer.concat([
    Buffer.from(unsigned(count + items.length)),
    body.subarray(reader.at()),
    Buffer.from(items.flat()),
  ]);
}

/** A vector without its first item, of that length. */
function withoutFirst(body: Uint8Array, length: number): Uint8Array {
  const reader = readerOf(body);
  const count = reader.number();
  return Buffer.concat([Buffer.from(unsigned(count - 1)), body.subarray(reader.at() + length)]);
}

/**
 * Types: 0 that of the tag, 1 that of setThrew, then of each invoke its own and that of what it calls. Function 0 is
 * setThrew.
 */
export function sideModule(invokes: readonly Invoke[], { limits, start }: Defined): Uint8Array {
  const own = (k: number): number => 2 + 2 * k;
  const bodies = invokes.map(({ type }, k) => bodyOf(type, own(k) + 1));
  const sections: readonly Readonly<{ id: number; items: readonly (readonly number[])[] }>[] = [
    {
      id: sectionId.type,
      items: [
        { params: [], results: [] },
        { params: [i32, i32], results: [] },
        ...invokes.flatMap(({ type }) => [type, { ...type, params: type.params.slice(1) }]),
      ].map(functionType),
    },
    { id: sectionId.import, items: [[...named('env'), ...named(shared.setThrew), externKind.function, 1]] },
    { id: sectionId.function, items: invokes.map((_, k) => unsigned(own(k))) },
    { id: sectionId.table, items: [[funcref, ...limits]] },
    { id: sectionId.tag, items: [[0, 0]] },
    { id: sectionId.global, items: [[i32, mutable, ...start]] },
    {
      id: sectionId.export,
      items: [
        [...named(shared.table), externKind.table, 0],
        [...named(shared.stackPointer), externKind.global, 0],
        [...named(shared.tag), externKind.tag, 0],
        ...invokes.map(({ name }, k) => [...named(name), externKind.function, ...unsigned(k + 1)]),
      ],
    },
    { id: sectionId.code, items: bodies },
  ];
  return moduleOf(sections.map(({ id, items }) => ({ id, body: Uint8Array.from(vector(items)) })));
}

/**
 * Calls the function whose number in the table comes first with the other arguments; a C++ exception leaves a flag and
 * a zero.
 */
function bodyOf({ params, results }: FunctionType, callee: number): readonly number[] {
  const saved = params.length;
  const [result] = results;
  const restore = [op.localGet, ...unsigned(saved), op.globalSet, 0];
  return sized([
    ...vector([[1, i32]]),
    op.globalGet,
    0,
    op.localSet,
    ...unsigned(saved),
    op.try,
    result ?? noResult,
    ...params.slice(1).flatMap((_, k) => [op.localGet, ...unsigned(k + 1)]),
    op.localGet,
    0,
    op.callIndirect,
    ...unsigned(callee),
    0,
    op.catch,
    0,
    ...restore,
    op.i32Const,
    1,
    op.i32Const,
    0,
    op.call,
    0,
    ...(result === undefined ? [] : known(zeros.get(result), `a zero of type ${result}`)),
    op.catchAll,
    ...restore,
    op.rethrow,
    0,
    op.end,
    op.end,
  ]);
}

/** One text of the glue, what stands there instead, and how often it must be there. */
type Change = Readonly<{ from: string; to: string; times: number }>;

const changes = (side: string): readonly Change[] => [
  {
    from: '  assignWasmImports();\n',
    to: `  assignWasmImports();
  var side = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from('${side}', 'base64')), { env: { ${shared.setThrew}: (threw, value) => _setThrew(threw, value) } }).exports;
  cppTag = side.${shared.tag};
  Object.assign(wasmImports, side);
`,
    times: 1,
  },
  { from: 'var exceptionLast = 0;\n', to: 'var exceptionLast = 0;\n  var cppTag;\n', times: 1 },
  { from: 'throw exceptionLast;', to: 'throw new WebAssembly.Exception(cppTag, []);', times: 3 },
];

function glueWith(glue: string, side: string): string {
  return changes(side).reduce(replaced, glue);
}

/** Throws where the text is not there as often as it must be. */
export function replaced(text: string, { from, to, times }: Change): string {
  const parts = text.split(from);
  if (parts.length - 1 !== times)
    throw new Error(
      `z3-built.js: what is replaced in its copy is there ${parts.length - 1} times, not ${times}: ${from}`,
    );
  return parts.join(to);
}
