/** Runs the steps of a check, each with its time and its output where it fails, and counts them. */
import { spawn } from 'node:child_process';
import { root } from './source-tree.ts';

export type Outcome = Readonly<{ passed: number; failed: number; skipped: number; output: string }>;
export type Step = Readonly<{ name: string; run: () => Promise<Outcome> }>;

export const passed = (output = ''): Outcome => ({ passed: 1, failed: 0, skipped: 0, output });
export const failed = (output: string): Outcome => ({ passed: 0, failed: 1, skipped: 0, output });
export const skipped = (why: string): Outcome => ({ passed: 0, failed: 0, skipped: 1, output: why });

export type Ended = Readonly<{ status: number | null; stdout: string; stderr: string }>;

/** Runs a program without standard input, never throws; status null when it could not be started or was killed. */
export function execute(
  program: string,
  words: readonly string[],
  options: Readonly<{ cwd?: string; timeoutMs?: number }> = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(program, words, {
      cwd: options.cwd ?? root,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(options.timeoutMs === undefined ? {} : { timeout: options.timeoutMs }),
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', (problem) => resolve({ status: null, stdout, stderr: `${stderr}${problem.message}\n` }));
    child.on('close', (status) => resolve({ status, stdout, stderr }));
  });
}

/** A step that is one program, and passes when that ends with 0. */
export function program(name: string, command: string, words: readonly string[]): Step {
  return {
    name,
    run: async () => {
      const { status, stdout, stderr } = await execute(command, words);
      return status === 0 ? passed() : failed(`${stdout}${stderr}`);
    },
  };
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

type Finished = Readonly<{ step: Step; outcome: Outcome; ms: number }>;

async function finished(step: Step): Promise<Finished> {
  const start = performance.now();
  const outcome = await step
    .run()
    .catch((problem: unknown) =>
      failed(problem instanceof Error ? (problem.stack ?? problem.message) : String(problem)),
    );
  return { step, outcome, ms: performance.now() - start };
}

/**
 * Runs all steps, whatever becomes of each; those of a set side by side, since a step by itself leaves cores idle. The
 * last line printed is `N passed, N failed`.
 */
export async function runSteps(sets: readonly (readonly Step[])[]): Promise<boolean> {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const set of sets) {
    for (const { step, outcome, ms } of await Promise.all(set.map(finished))) {
      total.passed += outcome.passed;
      total.failed += outcome.failed;
      total.skipped += outcome.skipped;
      const word = outcome.failed > 0 ? 'FAILED' : outcome.passed > 0 ? 'ok' : 'skipped';
      console.log(`${word.padEnd(8)}${step.name.padEnd(28)}${seconds(ms)}`);
      if (outcome.output !== '') console.log(outcome.output.trimEnd().replace(/^/gm, '    '));
    }
  }
  console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
  return total.failed === 0;
}
