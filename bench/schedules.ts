/**
 * Schedules of kernels with atomics: the five programs of Chiang et al. (NFM 2013, Figure 6) in our own words, each
 * with its bug and without, under 2 and 3 blocks of one thread, asked for failing assertions and for outcomes. Held
 * against the paper's schedules with its optimised selection (PRIOR-ART.md), and two seconds.
 *
 * Run: npx node bench/schedules.ts
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileKernel } from '../src/machine/compile.ts';
import { scheduleLimits } from '../src/pipeline/schedules.ts';
import { type AtomicityAnswer, checkAtomicity } from '../src/search/schedules/atomicity.ts';
import { lowerOne } from '../test/unit/lower/lowered.ts';
import { printTable, root, type Row } from './table.ts';

/**
 * `paper`: schedules for assertions (buggy 2 and 3 blocks, correct 2 and 3) and outcomes; null: the paper missed it or
 * raised a false alarm.
 */
type Program = Readonly<{
  name: string;
  folder: string;
  fills: ReadonlyMap<string, bigint>;
  paper: Readonly<Record<'assertions' | 'outcomes', readonly (number | null)[]>>;
}>;

const programs: readonly Program[] = [
  {
    name: 'nbody',
    folder: 'leaf-read-again-before-the-swap',
    fills: new Map(),
    paper: { assertions: [64, 126, 106, 336], outcomes: [17, 28, 106, 336] },
  },
  {
    name: 'tsp',
    folder: 'best-tested-outside-of-the-lock',
    fills: new Map([['best', 1000n]]),
    paper: { assertions: [4, 4, 27, 60], outcomes: [4, 4, 27, 60] },
  },
  {
    name: 'aMin',
    folder: 'minimum-of-doubles',
    fills: new Map([['result', 100n]]),
    paper: { assertions: [25, 107, 53, 431], outcomes: [4, 6, 53, 431] },
  },
  {
    name: 'aMinUpdate',
    folder: 'minimum-and-its-place',
    fills: new Map([
      ['least', 1000n],
      ['where', 1000n],
      ['both', -1n],
    ]),
    paper: { assertions: [10, 4, 27, 294], outcomes: [10, 4, 27, 294] },
  },
  {
    name: 'bintree',
    folder: 'search-tree',
    fills: new Map([['next', 3n]]),
    paper: { assertions: [null, null, 61, 405], outcomes: [null, null, null, null] },
  },
];

async function cell(
  program: Program,
  isBuggy: boolean,
  blocks: number,
  asked: 'assertions' | 'outcomes',
): Promise<Readonly<{ answer: AtomicityAnswer; ms: number }>> {
  const path = join(
    root,
    'test/cases/search-schedules-atomicity',
    `${program.folder}${isBuggy ? '-unguarded' : ''}`,
    'kernel.cu',
  );
  const text = readFileSync(path, 'utf8').replace(
    '#include <cassert>',
    asked === 'outcomes' ? '#define assert(condition) ((void)0)' : '',
  );
  const compiled = compileKernel(await lowerOne(text));
  const arrays = new Map(
    [...program.fills].map(([name, fill]) => [name, { elements: null, fill, values: new Map<number, bigint>() }]),
  );
  const start = performance.now();
  const answer = checkAtomicity(
    compiled,
    {
      block: [1, 1, 1],
      grid: [blocks, 1, 1],
      blocks: Array.from({ length: blocks }, (_, k) => k),
      scalars: new Map([['target', 3n]]),
      arrays,
      schedule: { kind: 'canonical' },
      warpModel: 'its',
    },
    { ...scheduleLimits, schedules: 5000, steps: 1e9, accesses: 1e9 },
    { assertions: asked === 'assertions', outcomes: asked === 'outcomes' },
  );
  return { answer, ms: performance.now() - start };
}

const rows: Row[] = [];
for (const program of programs) {
  for (const asked of ['assertions', 'outcomes'] as const) {
    for (const [k, [isBuggy, blocks]] of (
      [
        [true, 2],
        [true, 3],
        [false, 2],
        [false, 3],
      ] as const
    ).entries()) {
      const { answer, ms } = await cell(program, isBuggy, blocks, asked);
      const faults = answer.findings.filter(({ kind }) => kind !== 'depends-on-order');
      // The lost node of the tree needs three threads (the paper's Figure 8).
      const isRight = faults.length > 0 === (isBuggy && !(program.name === 'bintree' && blocks === 2));
      const paper = program.paper[asked][k] ?? null;
      rows.push({
        what: `${program.name}, ${isBuggy ? 'buggy' : 'correct'}, ${blocks} blocks, ${asked}`,
        measured: `${faults[0]?.kind ?? (answer.isWhole ? 'nothing' : 'limit reached')}: ${isRight ? 'right' : '**wrong**'}; ${answer.schedules} schedules${answer.serial > 0 ? ` and ${answer.serial} serial orders` : ''}, ${ms.toFixed(0)} ms`,
        limit: `${paper === null ? 'paper: wrong' : `at most ${paper} schedules`}, 2 s`,
        holds: isRight && ms <= 2000 && answer.schedules <= (paper ?? Number.POSITIVE_INFINITY),
      });
    }
  }
}
console.log(
  printTable({
    title: 'Schedules of kernels with atomics, at most 2 delays',
    command: 'npx node bench/schedules.ts',
    rows,
  }),
);
