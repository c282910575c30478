/**
 * Two runs at once, interleaved at every write: one run goes on until it is about to write, and waits; then an order
 * says whose write is next. Everything between two writes of a run happens at once, so that an order gives one course
 * of events.
 *
 * Of two runs with two writes each: AABB, ABAB, ABBA; those that begin with B are the same with the names exchanged.
 */
import type { Status } from '../../src/action/step.ts';
import { Stage, otherToken } from './stage.ts';
import { token } from './world.ts';

type Name = 'A' | 'B';
/** A run of the action with this token. */
export type Runs = (stage: Stage, token: string) => Promise<Status>;
/** `choices`: where both waited, whose write came first. */
export type Course = Readonly<{ stage: Stage; choices: string; statuses: readonly Status[] }>;

/** Where a run is: before a write, or at its end. */
class Runner {
  private readonly promise: Promise<Status>;
  private arrive: () => void = () => undefined;
  private go: (() => void) | null = null;
  private stop: Promise<void>;
  status: Status | null = null;

  constructor(start: () => Promise<Status>) {
    this.stop = this.next();
    this.promise = start();
    void this.promise.then(
      (status) => {
        this.status = status;
        this.arrive();
      },
      () => this.arrive(),
    );
  }

  private next(): Promise<void> {
    return new Promise((resolve) => {
      this.arrive = resolve;
    });
  }

  get waits(): boolean {
    return this.go !== null;
  }

  /** Called before its writes. */
  hold = (): Promise<void> =>
    new Promise((resolve) => {
      this.go = resolve;
      this.arrive();
    });

  stopped = (): Promise<void> => this.stop;

  /** Lets it write, and goes on to where it stops next. */
  async step(): Promise<void> {
    const { go } = this;
    this.go = null;
    this.stop = this.next();
    go?.();
    await this.stop;
  }

  end = (): Promise<Status> => this.promise;
}

/** `prepare` makes what both find. Follows `prefix`, then lets the first that waits go first. */
async function course(prepare: (stage: Stage) => Promise<Runs>, prefix: string): Promise<Course> {
  const stage = await Stage.open();
  const runs = await prepare(stage);
  const runners = new Map<string, Runner>();
  stage.world.github.gate.beforeWrite = async (own) => runners.get(own)?.hold();
  const pair: Readonly<Record<Name, Runner>> = { A: begin(token), B: begin(otherToken) };
  function begin(own: string): Runner {
    const runner = new Runner(() => runs(stage, own));
    runners.set(own, runner);
    return runner;
  }
  await Promise.all([pair.A.stopped(), pair.B.stopped()]);
  let choices = '';
  while (pair.A.waits || pair.B.waits) {
    const isBoth = pair.A.waits && pair.B.waits;
    const chosen: Name = isBoth ? (prefix[choices.length] === 'B' ? 'B' : 'A') : pair.A.waits ? 'A' : 'B';
    if (isBoth) choices += chosen;
    await pair[chosen].step();
  }
  stage.world.github.gate.beforeWrite = null;
  return { stage, choices, statuses: [await pair.A.end(), await pair.B.end()] };
}

/**
 * All courses, but for those with the names exchanged. `look` is given each, then its stage is closed. Gives what was
 * chosen.
 */
export async function allCourses(
  prepare: (stage: Stage) => Promise<Runs>,
  look: (course: Course) => Promise<void>,
): Promise<readonly string[]> {
  const seen: string[] = [];
  const open = [''];
  for (let prefix = open.pop(); prefix !== undefined; prefix = open.pop()) {
    const one = await course(prepare, prefix);
    try {
      await look(one);
    } finally {
      await one.stage.world.close();
    }
    seen.push(one.choices);
    for (let k = Math.max(prefix.length, 1); k < one.choices.length; k += 1) open.push(`${one.choices.slice(0, k)}B`);
  }
  return seen;
}
