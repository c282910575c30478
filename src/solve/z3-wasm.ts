/**
 * Z3's WebAssembly build, as something that runs SMT-LIB text. The only user of z3-solver. It starts when the first
 * text comes (0.15 to 0.4 s), or in the background after `warmUp`.
 *
 * Every formula gets a Z3 context of its own: 2 ms more than reuse, but what was asked before then cannot change an
 * answer, nor can memory pile up or an error outlive its formula.
 *
 * Running out of the wasm's 2 GiB would end the whole process, so Z3 is told to give up on a formula long before.
 */
import { init, killThreads } from 'z3-solver';

/** A context of Z3, with what was declared in it so far. */
export type Z3Dialogue = Readonly<{ ask: (text: string) => Promise<string> }>;
export type Z3 = Readonly<{
  /** Opens a fresh context for `use`; dialogues run one at a time, in the order they were asked for. */
  dialogue: <Value>(use: (z3: Z3Dialogue) => Promise<Value>) => Promise<Value>;
  warmUp: () => Promise<void>;
  close: () => Promise<void>;
}>;

type Api = Awaited<ReturnType<typeof init>>;

/** MiB of Z3's memory at which a formula is given up as `unknown`. */
const highWatermark = 512;

export function createZ3(): Z3 {
  let api: Promise<Api> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const started = (): Promise<Api> => (api ??= start());
  return {
    dialogue: (use) => {
      const turn = last.then(() => runDialogue(started, use));
      last = turn.catch(async () => {
        // the wasm may be damaged: the next dialogue starts a new one
        const broken = api;
        api = null;
        if (broken !== null) await ended(broken);
      });
      return turn;
    },
    warmUp: async () => {
      await started();
    },
    close: async () => {
      await last;
      if (api !== null) await ended(api);
      api = null;
    },
  };
}

async function start(): Promise<Api> {
  // what Emscripten prints about its threads is nothing for the user
  const api = await init({ printErr: () => undefined });
  api.Z3.global_param_set('memory_high_watermark_mb', `${highWatermark}`);
  return api;
}

async function runDialogue<Value>(started: () => Promise<Api>, use: (z3: Z3Dialogue) => Promise<Value>): Promise<Value> {
  const api = await started();
  const { Z3 } = api;
  const em = api.em as Emscripten;
  const config = Z3.mk_config();
  const context = Z3.mk_context(config);
  Z3.del_config(config);
  try {
    return await use({ ask: (text) => evaluated(em, context, text) });
  } finally {
    Z3.del_context(context);
  }
}

/** The part of Emscripten's module that is used here; z3-solver leaves it untyped. */
type Emscripten = Readonly<{
  HEAPU8: Uint8Array;
  _malloc: (size: number) => number;
  _free: (address: number) => void;
  _async_Z3_eval_smtlib2_string: (context: unknown, text: number) => void;
  async_call: (start: (context: unknown, text: number) => void, context: unknown, text: number) => Promise<string>;
  /** Threads that wait for work; those that have ended their work come back to it. */
  PThread: Readonly<{ unusedWorkers: readonly unknown[] }>;
}>;

/**
 * z3-solver's own `eval_smtlib2_string` puts the text on the main thread's stack and releases it while Z3's thread is
 * still reading: under load Z3 then reads something else. Here the text lies on the heap until Z3 has answered.
 */
async function evaluated(em: Emscripten, context: unknown, text: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${text}\0`);
  const address = em._malloc(bytes.length);
  em.HEAPU8.set(bytes, address);
  try {
    const answer = await em.async_call(em._async_Z3_eval_smtlib2_string, context, address);
    await threadIsBack(em);
    return answer;
  } finally {
    em._free(address);
  }
}

/** Most rounds of the event loop that a thread is waited for. */
const mostRounds = 100;

/**
 * Z3 answers a little before its thread is free again. Who asks at once gets another thread, which costs 0.15 s of processor time to
 * start. So the thread is waited for; where it does not come back soon, another one does.
 */
async function threadIsBack({ PThread }: Emscripten): Promise<void> {
  for (let round = 0; round < mostRounds && PThread.unusedWorkers.length === 0; round++) await new Promise((resolve) => { setImmediate(resolve); });
}

async function ended(api: Promise<Api>): Promise<void> {
  try {
    await killThreads((await api).em);
  } catch {
    // threads that do not end within five seconds end with the process
  }
}
