/**
 * Z3's WebAssembly build, as something that runs SMT-LIB text, on a thread of its own (z3-thread.ts). It starts when
 * the first text comes (0.15 to 0.4 s), or in the background after `warmUp`.
 *
 * Every formula gets a Z3 context of its own: 2 ms more than reuse, but what was asked before then cannot change an
 * answer, nor can memory pile up or an error outlive its formula.
 *
 * The option `:timeout` is kept here: Z3 would start a thread for it, and some of its steps never look at the clock.
 * What takes longer is answered `unknown`, with the reason `timeout`, and its thread is ended.
 */
import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { FromThread, Question, ThreadStart } from './z3-thread.ts';

/** A context of Z3, with what was declared in it so far. */
export type Z3Dialogue = Readonly<{ ask: (text: string) => Promise<string> }>;
export type Z3 = Readonly<{
  /** Opens a fresh context for `use`; dialogues run one at a time, in the order they were asked for. */
  dialogue: <Value>(use: (z3: Z3Dialogue) => Promise<Value>) => Promise<Value>;
  warmUp: () => Promise<void>;
  close: () => Promise<void>;
}>;

/** A thread that is ready. `ask` is called when the last question is answered; null: not within the time. */
type Thread = Readonly<{
  module: object;
  ask: (question: Question, milliseconds: number | null) => Promise<string | null>;
  end: () => Promise<void>;
}>;

export function createZ3(): Z3 {
  let thread: Promise<Thread> | null = null;
  let module: object | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const started = async (): Promise<Thread> => {
    const ready = await (thread ??= startThread(module));
    module = ready.module;
    return ready;
  };
  const ended = async (): Promise<void> => {
    const ending = thread;
    thread = null;
    await (await ending?.catch(() => null))?.end();
  };
  return {
    dialogue: (use) => {
      const turn = last.then(() => runDialogue(started, ended, use));
      // the wasm may be damaged: the next dialogue starts a new one
      last = turn.catch(ended);
      return turn;
    },
    warmUp: async () => {
      await started();
    },
    close: async () => {
      await last;
      await ended();
    },
  };
}

const timeoutOption = /^\(set-option :timeout (\d+)\)$/gm;

async function runDialogue<Value>(
  started: () => Promise<Thread>,
  ended: () => Promise<void>,
  use: (z3: Z3Dialogue) => Promise<Value>,
): Promise<Value> {
  const thread = await started();
  let state: 'new' | 'open' | 'timed out' = 'new';
  let milliseconds: number | null = null;
  const ask = async (text: string): Promise<string> => {
    if (state === 'timed out') return '(:reason-unknown "timeout")';
    for (const [, limit] of text.matchAll(timeoutOption)) milliseconds = Number(limit);
    const opens = state === 'new';
    state = 'open';
    const answer = await thread.ask({ text: text.replaceAll(timeoutOption, ''), opens }, milliseconds);
    if (answer !== null) return answer;
    state = 'timed out';
    await ended();
    return 'unknown';
  };
  return use({ ask });
}

/**
 * In a release the program of the thread and Z3 lie beside the bundle; in the checkout they are a source and a package.
 */
function places(): Readonly<{ program: URL; glue: string }> {
  const beside = new URL('z3-thread.js', import.meta.url);
  if (existsSync(beside)) return { program: beside, glue: fileURLToPath(new URL('z3-built.cjs', import.meta.url)) };
  return {
    program: new URL('z3-thread.ts', import.meta.url),
    glue: createRequire(import.meta.url).resolve('z3-solver/build/z3-built.js'),
  };
}

async function startThread(module: object | null): Promise<Thread> {
  const { program, glue } = places();
  const workerData: ThreadStart = { glue, module };
  const worker = new Worker(program, { workerData });
  let receive: (message: FromThread) => void = () => undefined;
  let fault: FromThread | null = null;
  const failed = (because: string): void => receive((fault ??= { kind: 'fault', because }));
  worker.on('message', (message: FromThread) => receive(message));
  worker.on('error', (problem) => failed(String(problem)));
  worker.on('exit', () => failed('its thread ended'));
  /** The next message. It keeps the process alive, which the thread by itself does not. */
  const next = (milliseconds: number | null): Promise<FromThread | null> =>
    new Promise((resolve) => {
      const timer = milliseconds === null ? undefined : setTimeout(() => receiveOnce(null), milliseconds);
      const receiveOnce = (message: FromThread | null): void => {
        clearTimeout(timer);
        worker.unref();
        receive = () => undefined;
        resolve(message);
      };
      worker.ref();
      if (fault !== null) return receiveOnce(fault);
      receive = receiveOnce;
    });
  const first = await next(null);
  if (first?.kind !== 'ready')
    throw new Error(`Z3 does not start: ${first?.kind === 'fault' ? first.because : 'it says something else'}`);
  return {
    module: first.module,
    ask: async (question, milliseconds) => {
      const answer = next(milliseconds);
      worker.postMessage(question);
      const message = await answer;
      if (message === null) return null;
      if (message.kind === 'answer') return message.text;
      throw new Error(`Z3 failed: ${message.kind === 'fault' ? message.because : message.kind}`);
    },
    end: async () => void (await worker.terminate()),
  };
}
