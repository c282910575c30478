/**
 * Audits that are killed at random moments and continued. What they come to must be what an undisturbed one comes to,
 * byte by byte.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '../src/base/random.ts';

/** `program`: of the command line, for Node. `kills`: how many in all. `seed`: of their moments. */
export type KillPlan = Readonly<{ program: string; kills: number; seed: number; files: number }>;

/**
 * `audits`: that came to their end. `midway`: kills after which something was done, and something was left.
 * `differing`: what was not as it should be.
 */
export type Killed = Readonly<{ audits: number; kills: number; midway: number; differing: readonly string[] }>;

export async function killedAudits({ program, kills, seed, files }: KillPlan): Promise<Killed> {
  const root = mkdtempSync(join(tmpdir(), 'syncwright-killed-'));
  try {
    const code = join(root, 'code');
    mkdirSync(code);
    for (let k = 0; k < files; k++) writeFileSync(join(code, `${k}.cu`), sourceOf(k));
    const undisturbed = join(root, 'undisturbed.jsonl');
    const audit = (out: string): readonly string[] => [
      program,
      'audit',
      code,
      '--no-cache',
      '--no-config',
      '--jobs',
      '2',
      '--out',
      out,
    ];
    const started = performance.now();
    run(audit(undisturbed));
    const wholeMs = performance.now() - started;
    const expected = merged(program, undisturbed, root);
    const random = createRandom(seed);
    const differing: string[] = [];
    let [audits, done, midway] = [0, 0, 0];
    while (done < kills) {
      const out = join(root, `${++audits}.jsonl`);
      // one that is killed again and again comes to its end at last, since what is done stays done
      while (done < kills && (await killedAt(audit(out), random.below(Math.ceil(1.1 * wholeMs))))) {
        done += 1;
        const lines = linesIn(out);
        if (lines > 1 && lines < files + 2) midway += 1;
      }
      run(audit(out));
      if (merged(program, out, root) !== expected) differing.push(`audit ${audits}, after ${done} kills`);
    }
    return { audits, kills: done, midway, differing };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** A race and a proof each. */
const sourceOf = (k: number): string => `__global__ void shift_${k}(int *out) {
  __shared__ int s[${32 + k}];
  s[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = s[${31 + k} - threadIdx.x];
}
__global__ void fill_${k}(int *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = ${k}; }
void launch_${k}(int *out) { shift_${k}<<<1, ${32 + k}>>>(out); fill_${k}<<<4, 64>>>(out); }
`;

/** A file that nobody has begun has none. */
function linesIn(path: string): number {
  try {
    return readFileSync(path, 'utf8').split('\n').length - 1;
  } catch {
    return 0;
  }
}

function run(words: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  if (status !== 1) throw new Error(`${words.join(' ')} ended with ${status ?? 'a signal'}: ${stderr}`);
}

function merged(program: string, audit: string, root: string): string {
  const [out, report] = [join(root, 'merged.jsonl'), join(root, 'merged.json')];
  run([program, 'merge', audit, '--no-config', '--reproducible', '--out', out, '--format', 'json', '--report', report]);
  return readFileSync(out, 'utf8') + readFileSync(report, 'utf8');
}

/** With all its processes. False: it came to its end before. */
function killedAt(words: readonly string[], ms: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, { stdio: 'ignore', detached: true });
    const timer = setTimeout(() => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, ms);
    child.on('error', reject);
    child.on('exit', (_, signal) => {
      clearTimeout(timer);
      resolve(signal === 'SIGKILL');
    });
  });
}
