/**
 * Why: a folder test/cases/TOPIC/CASE/ is a test. Its truth is written by hand, in case.json and as marks in the
 * kernel, and read here; nothing here ever writes it.
 *
 * Marks: `// race: 7` (this line races with line 7; several numbers: `// race: 7, 9`) and `// divergence` (the barrier
 * on this line is not reached by all).
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EngineOptions } from '../src/engine.ts';
import type { LocateSource } from '../src/preprocess/preprocess.ts';
import { isTailOf } from '../src/base/tail.ts';
import { type Verdict, verdicts } from '../src/verdict/finding.ts';

export type LinePair = `${number}-${number}`;
export type Truth = Readonly<{
  verdict: Verdict;
  /** Of `conditional`, it names the condition. */
  because: string;
  /** Pairs of lines that race, the smaller first. */
  races: ReadonlySet<LinePair>;
  /** Lines of the barriers that diverge. */
  divergences: ReadonlySet<number>;
  /** Codes of errors and warnings; null: the case does not say. */
  codes: readonly string[] | null;
}>;
export type Case = Readonly<{
  topic: string;
  /** Without `known-wrong.`. */
  name: string;
  folder: string;
  /** We get it wrong, and know it. */
  knownWrong: boolean;
  source: string;
  truth: Truth;
  options: EngineOptions;
  /** Name of the corrected case of a racy or conditional one, in the same topic. */
  twin: string;
}>;

const casesFolder = fileURLToPath(new URL('./cases', import.meta.url));
const prefix = 'known-wrong.';

export function pairOf(a: number, b: number): LinePair {
  return a <= b ? `${a}-${b}` : `${b}-${a}`;
}

export function marksIn(source: string): Pick<Truth, 'races' | 'divergences'> {
  const races = new Set<LinePair>();
  const divergences = new Set<number>();
  for (const [at, text] of source.split('\n').entries()) {
    for (const number of /\/\/\s*race:\s*([\d, ]+)/.exec(text)?.[1]?.split(',') ?? [])
      races.add(pairOf(at + 1, Number(number)));
    if (/\/\/\s*divergence\b/.test(text)) divergences.add(at + 1);
  }
  return { races, divergences };
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads one hand-written JSON object; what is misspelt must not be passed over. */
function reader(fields: Fields, where: string, known: readonly string[]) {
  const stranger = Object.keys(fields).find((key) => !known.includes(key));
  if (stranger !== undefined) throw new Error(`${where}: "${stranger}" is none of ${known.join(', ')}`);
  const wrong = (key: string, wanted: string): never => {
    throw new Error(`${where}: "${key}" must be ${wanted}, is ${JSON.stringify(fields[key])}`);
  };
  return {
    text: (key: string): string => {
      const value = fields[key];
      return typeof value === 'string' && value !== '' ? value : wrong(key, 'a text');
    },
    choice: <Choice extends string>(key: string, choices: readonly Choice[], otherwise?: Choice): Choice =>
      choices.find((choice) => choice === fields[key]) ??
      (fields[key] === undefined && otherwise !== undefined ? otherwise : wrong(key, `one of ${choices.join(', ')}`)),
    texts: (key: string): readonly string[] | null => {
      const value = fields[key];
      if (value === undefined) return null;
      return Array.isArray(value)
        ? value.map((one: unknown) => (typeof one === 'string' ? one : wrong(key, 'a list of texts')))
        : wrong(key, 'a list of texts');
    },
    object: (key: string): Fields => {
      const value = fields[key] ?? {};
      return isFields(value) ? value : wrong(key, 'an object');
    },
    /** `[64]`, `[16, 16]`; null stands for an axis that may be anything. */
    dimensions: (key: string): EngineOptions['block'] => {
      const value = fields[key];
      if (value === undefined) return null;
      if (!Array.isArray(value) || value.length < 1 || value.length > 3) return wrong(key, 'one to three numbers');
      const axis = (at: number): number | null => {
        const n: unknown = at < value.length ? value[at] : 1;
        return n === null || (typeof n === 'number' && Number.isInteger(n) && n > 0)
          ? n
          : wrong(key, 'positive integers or null');
      };
      return [axis(0), axis(1), axis(2)];
    },
  };
}

function numberIn(value: unknown, where: string): bigint | number {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value;
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return BigInt(value);
  throw new Error(`${where}: a parameter is a number, or an integer as text`);
}

function readCase(topic: string, entry: string): Case {
  const folder = join(casesFolder, topic, entry);
  const where = `test/cases/${topic}/${entry}/case.json`;
  const source = readFileSync(join(folder, 'kernel.cu'), 'utf8');
  const json: unknown = JSON.parse(readFileSync(join(folder, 'case.json'), 'utf8'));
  if (!isFields(json)) throw new Error(`${where}: not an object`);
  const fields = reader(json, where, ['launch', 'truth', 'because', 'options', 'codes', 'twin']);
  const launch = reader(fields.object('launch'), where, ['block', 'grid']);
  const options = reader(fields.object('options'), where, ['params', 'fill', 'assume', 'define', 'level', 'warp']);
  const name = entry.startsWith(prefix) ? entry.slice(prefix.length) : entry;
  return {
    topic,
    name,
    folder,
    source,
    knownWrong: entry !== name,
    truth: {
      verdict: fields.choice('truth', verdicts),
      because: fields.text('because'),
      codes: fields.texts('codes'),
      ...marksIn(source),
    },
    options: {
      kernel: null,
      block: launch.dimensions('block'),
      grid: launch.dimensions('grid'),
      params: new Map(Object.entries(options.object('params')).map(([key, value]) => [key, numberIn(value, where)])),
      fills: new Map(Object.entries(options.object('fill')).map(([key, value]) => [key, numberIn(value, where)])),
      assumes: options.texts('assume') ?? [],
      defines: new Map(Object.entries(options.object('define')).map(([key, value]) => [key, String(value)])),
      includeDirs: [],
      warpModel: options.choice('warp', ['its', 'lockstep'], 'its'),
      level: options.choice('level', ['block', 'grid'], 'grid'),
      timeoutSeconds: null,
      repair: true,
    },
    twin: 'twin' in json ? fields.text('twin') : `${name}-fixed`,
  };
}

/** All cases, by topic and name. */
export function allCases(): readonly Case[] {
  if (!existsSync(casesFolder)) return [];
  const folders = (path: string): readonly string[] =>
    readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .sort();
  return folders(casesFolder).flatMap((topic) =>
    folders(join(casesFolder, topic)).map((entry) => readCase(topic, entry)),
  );
}

/** The text of a file in the folder of the case. */
export function readIn(one: Case): (path: string) => string | null {
  return (path) => {
    const found = join(one.folder, path);
    return existsSync(found) ? readFileSync(found, 'utf8') : null;
  };
}

/** The repository is the folder of the case. */
export const locateIn =
  ({ folder }: Case): LocateSource =>
  (tail) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((item) => item.isFile())
      .map((item) => relative(folder, join(item.parentPath, item.name)).replaceAll('\\', '/'))
      .filter((path) => isTailOf(tail, path));
