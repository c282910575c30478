/**
 * How many confirmed races of the case folders are shown by threads of different warps: of those in blocks of several warps. Where the two are of one warp, the
 * kernel is analysed again, and what the solver says of two warps is counted (src/pipeline/between-warps.ts): `unsat` means that there is no such pair.
 *
 * Run: node bench/warps.ts
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assetPaths } from '../src/assets.ts';
import { createEngine } from '../src/pipeline.ts';
import { type Case, allCases } from '../test/case-folder.ts';

type Dims = readonly number[];

const lanes = 32;
const numbers = (text: string): Dims => text.split(',').map(Number);
const warpOf = ([x = 0, y = 0, z = 0]: Dims, [width = 1, height = 1]: Dims): number => Math.floor((x + width * (y + height * z)) / lanes);

/** The stories of the confirmed races in the golden, as text. */
function racesOf({ folder }: Case): readonly string[] {
  const path = join(folder, 'report.txt');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return text.split(/^(?=F\d+ \w+ )/m).slice(1).filter((one) => /^F\d+ [^\n]*(?:race|conflict)[^\n]*, confirmed\)/.test(one));
}

/** `null`: the block is one warp, or what is shown is no pair of threads. */
function isOfOneWarp(race: string): boolean | null {
  const block = /<<<\([\d,]+\), \(([\d,]+)\)/.exec(race)?.[1];
  const threads = [...race.matchAll(/thread \((\d+,\d+,\d+)\)/g)].map(([, place = '']) => numbers(place));
  const [first, second] = threads;
  if (block === undefined || first === undefined || second === undefined || numbers(block).reduce((a, b) => a * b) <= lanes) return null;
  return !race.includes('of block') && warpOf(first, numbers(block)) === warpOf(second, numbers(block));
}

const engine = await createEngine(assetPaths(), () => 0);
const told = allCases().flatMap((one) => racesOf(one).flatMap((race) => isOfOneWarp(race) ?? []).map((same) => ({ one, same })));
const same = told.filter((race) => race.same);
const answers = new Map<string, number>();
const possible: string[] = [];
for (const one of new Set(same.map((race) => race.one))) {
  const lines: string[] = [];
  const read = (path: string): string | null => (existsSync(join(one.folder, path)) ? readFileSync(join(one.folder, path), 'utf8') : null);
  await engine.analyze({ files: ['kernel.cu'], read, options: one.options, dump: { stage: 'solve', write: (_, text) => lines.push(text) } });
  const kinds = [...lines.join('\n').matchAll(/between warps: (\w+)/g)].map(([, kind = '']) => kind);
  const worst = ['sat', 'unknown', 'unsat'].find((kind) => kinds.includes(kind)) ?? 'not asked';
  answers.set(worst, (answers.get(worst) ?? 0) + same.filter((race) => race.one === one).length);
  if (worst !== 'unsat') possible.push(`${one.topic}/${one.name}: ${worst}`);
}
await engine.close();
const none = answers.get('unsat') ?? 0;
const different = told.length - same.length;
console.log(`${told.length} races in blocks of several warps, ${different} by threads of different warps; of the other ${same.length}, ${none} have no such pair`);
console.log(`of those that may have one, ${((100 * different) / (told.length - none)).toFixed(1)} %`);
console.log(possible.join('\n'));
