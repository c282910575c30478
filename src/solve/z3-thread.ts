/**
 * The thread that Z3 runs on (z3-wasm.ts starts it). Questions come as messages and are answered one by one, by a plain
 * call: Z3's own way, a thread for each question and a message to the main thread for its answer, costs a sixth more,
 * and lets the layout of its memory depend on chance, on which the order of Z3's search depends.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { setFlagsFromString } from 'node:v8';
import { versions } from 'node:process';

/**
 * What a thread is started with: the glue of Emscripten, beside which Z3 lies, and Z3 compiled where another thread has
 * done it.
 */
export type ThreadStart = Readonly<{ glue: string; module: object | null }>;
/** `opens`: it is the first one of a dialogue, and gets a context of its own. */
export type Question = Readonly<{ text: string; opens: boolean }>;
export type FromThread =
  | Readonly<{ kind: 'ready'; module: object }>
  | Readonly<{ kind: 'answer'; text: string }>
  | Readonly<{ kind: 'fault'; because: string }>;

type Instance = Readonly<{ exports: object }>;
/** The part of Emscripten's module that is used here. */
type Emscripten = Readonly<{
  HEAPU8: Uint8Array;
  UTF8ToString: (address: number) => string;
  _malloc: (size: number) => number;
  _free: (address: number) => void;
  _set_noop_error_handler: (context: number) => void;
  _Z3_global_param_set: (name: number, value: number) => void;
  _Z3_mk_config: () => number;
  _Z3_del_config: (config: number) => void;
  _Z3_mk_context: (config: number) => number;
  _Z3_del_context: (context: number) => void;
  _Z3_eval_smtlib2_string: (context: number, text: number) => number;
}>;
type Glue = (
  options: Readonly<{
    thisProgram: string;
    print: () => void;
    printErr: () => void;
    instantiateWasm: (imports: object, receive: (instance: Instance, module: object) => void) => object;
  }>,
) => Promise<Emscripten>;
/** Node has it; the types of Node only in part. */
type WasmApi = Readonly<{
  compile: (bytes: Uint8Array) => Promise<object>;
  Instance: new (module: object, imports: object) => Instance;
}>;

/** MiB of Z3's memory at which a formula is given up as `unknown`: running out of the 2 GiB would end the thread. */
const highWatermark = 512;

/** Versions of V8 whose flag for it is known to work: those of Node 20 and of Node 24. */
const knownVersions: ReadonlySet<string> = new Set(['11', '13']);

/**
 * V8 compiles a function when it is called first, but validates all 39,000 before: half of what it takes to start. Now
 * it does both on the first call. The flag stays set, since it is looked at then, too.
 */
function validateLazily(): void {
  if (knownVersions.has(versions.v8.replace(/\..*/s, ''))) setFlagsFromString('--wasm-lazy-validation');
}

async function serve(port: NonNullable<typeof parentPort>): Promise<void> {
  const send = (message: FromThread): void => port.postMessage(message);
  const { glue, module: compiled } = workerData as ThreadStart;
  validateLazily();
  const { compile, Instance } = WebAssembly as unknown as WasmApi;
  const module = compiled ?? (await compile(readFileSync(join(dirname(glue), 'z3-built.wasm'))));
  const open = createRequire(import.meta.url)(glue) as Glue;
  // the layout of memory, and with it the order of Z3's search, is the same for every Node and place: names of program
  // and language are in its environment
  Reflect.deleteProperty(globalThis, 'navigator');
  const z3 = await open({
    thisProgram: 'z3',
    // what it prints is nothing for the user
    print: () => undefined,
    printErr: () => undefined,
    instantiateWasm: (imports, receive) => {
      const instance = new Instance(module, imports);
      receive(instance, module);
      return instance.exports;
    },
  });
  withText(z3, 'memory_high_watermark_mb', (name) =>
    withText(z3, `${highWatermark}`, (value) => z3._Z3_global_param_set(name, value)),
  );
  let context = 0;
  port.on('message', ({ text, opens }: Question) => {
    try {
      if (opens) context = fresh(z3, context);
      send({
        kind: 'answer',
        text: withText(z3, text, (address) => z3.UTF8ToString(z3._Z3_eval_smtlib2_string(context, address))),
      });
    } catch (problem) {
      send({ kind: 'fault', because: String(problem) });
    }
  });
  send({ kind: 'ready', module });
}

/** A context in the place of the last one. */
function fresh(z3: Emscripten, last: number): number {
  if (last !== 0) z3._Z3_del_context(last);
  const config = z3._Z3_mk_config();
  const context = z3._Z3_mk_context(config);
  z3._Z3_del_config(config);
  z3._set_noop_error_handler(context);
  return context;
}

/** The text lies in Z3's memory as long as `use` runs. */
function withText<Value>(z3: Emscripten, text: string, use: (address: number) => Value): Value {
  const bytes = new TextEncoder().encode(`${text}\0`);
  const address = z3._malloc(bytes.length);
  z3.HEAPU8.set(bytes, address);
  const value = use(address);
  z3._free(address);
  return value;
}

if (parentPort !== null) await serve(parentPort);
