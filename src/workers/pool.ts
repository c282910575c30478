/**
 * Processes of this program that work beside this one (docs/decisions/0008-processes-as-workers.md): an own heap, an
 * own Z3, and the end of one is not the end of all. What they are asked and what they answer is data.
 */
import workerpool from 'workerpool';

/** What a process can be asked, by name: all of it data. */
type Tasks = Readonly<Record<string, Readonly<{ asked: unknown; answer: unknown; event: unknown }>>>;

/** A process that does one task after the other. */
export type WorkerProcess<Known extends Tasks> = Readonly<{
  /** Fails where the process ends; it is of no use then, and is not to be closed: workerpool would wait for its end. */
  ask: <Name extends keyof Known & string>(
    task: Name,
    asked: Known[Name]['asked'],
    onEvent: (event: Known[Name]['event']) => void,
  ) => Promise<Known[Name]['answer']>;
  close: () => Promise<void>;
}>;

/** Of this process's environment what programs need to start: no secret that a workflow has put there. */
const passedOn = [
  'PATH',
  'Path',
  'HOME',
  'SystemRoot',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'TMPDIR',
  'NODE_V8_COVERAGE',
  'NODE_COMPILE_CACHE',
  // an editor that is built on Electron would start itself
  'ELECTRON_RUN_AS_NODE',
];
const environment = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    passedOn.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

/**
 * The threads of V8 that help to collect garbage wait for each other busily: alone on two cores a process spends a
 * third more on processors with them and is a fifth slower, and beside others it has no core for them.
 */
const ownCollector = '--single-threaded-gc';

/**
 * Starts with its first task. `script`: a program that calls {@link serve} with such tasks. `nodeOptions`: of its Node.
 */
export function startProcess<Known extends Tasks>(
  script: string,
  nodeOptions: readonly string[] = [],
): WorkerProcess<Known> {
  const pool = workerpool.pool(script, {
    workerType: 'process',
    maxWorkers: 1,
    forkOpts: { serialization: 'advanced', env: environment(), execArgv: [ownCollector, ...nodeOptions] },
  });
  return {
    ask: async (task, asked, onEvent) =>
      pool.exec<(asked: unknown) => Known[typeof task]['answer']>(task, [asked], { on: onEvent }),
    close: async () => {
      await pool.terminate(true);
    },
  };
}

/** Makes this process one that does these tasks. `tell` sends an event to who asked. */
export function serve(tasks: Readonly<Record<string, (asked: never) => unknown>>): void {
  // what is still to be told has nobody to hear it
  process.on('error', () => process.exit(1));
  workerpool.worker({ ...tasks });
}

export function tell(event: unknown): void {
  workerpool.workerEmit(event);
}
