/**
 * How long the stages in front of the kernels take, summed over all files. For reports alone: nothing is decided by it.
 */

type FrontStage = 'preprocess' | 'parse' | 'launch' | 'lower';
/** Runs a step and counts its time to a stage. */
export type Timed = <Made>(stage: FrontStage, run: () => Made) => Made;

export const untimed: Timed = (_, run) => run();

/** `clock` and the result are in milliseconds. */
export function stopwatch(
  clock: () => number,
): Readonly<{ timed: Timed; stageMs: Readonly<Record<FrontStage, number>> }> {
  const stageMs = { preprocess: 0, parse: 0, launch: 0, lower: 0 };
  const timed: Timed = (stage, run) => {
    const start = clock();
    try {
      return run();
    } finally {
      stageMs[stage] += clock() - start;
    }
  };
  return { timed, stageMs };
}
