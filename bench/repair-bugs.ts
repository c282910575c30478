/**
 * Table: bugs of synchronization put into race-free kernels, one each, and what repair makes of those that are racy
 * then. Of each kind as many as asked, drawn by a seed. Unlike the racy cases, of which most are near misses of
 * analyses (a wrong index, a wrong launch), the text says here what was meant.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchParts } from './repair-aucs.ts';
import type { Case } from '../test/case-folder.ts';
import type { Read, Standing } from './repaired.ts';
import { allCases } from '../test/case-folder.ts';
import { codesOf, isPresumed, repaired, standingOf, worst } from './repaired.ts';
import { mutantsOf } from './barrier-mutants.ts';
import { readUnit } from '../src/pipeline/unit.ts';

/** `line`: of the source, where the bug is. */
type Bug = Readonly<{ of: Case; line: number; text: string }>;
type Drawn = Readonly<{ standing: Standing | 'presumed'; words: string }>;

const timeoutSeconds = 20;
const updates: Readonly<Record<string, string>> = { Add: '+=', Sub: '-=', Or: '|=', And: '&=', Xor: '^=', Exch: '=' };

/** What is searched in the text, and what stands there with the bug. */
const kinds: readonly Readonly<{
  kind: string;
  pattern: RegExp;
  bug: (found: string, ...parts: readonly string[]) => string;
}>[] = [
  { kind: '`__syncwarp` deleted', pattern: /__syncwarp\s*\([^)]*\)\s*;/g, bug: () => ';' },
  { kind: '`sync()` of a group deleted', pattern: /(?:\b\w+\.sync\(\)|\bcg::sync\(\w+\))\s*;/g, bug: () => ';' },
  { kind: 'fence deleted', pattern: /__threadfence(?:_block|_system)?\s*\(\s*\)\s*;/g, bug: () => ';' },
  { kind: 'fence narrowed to the block', pattern: /__threadfence\s*\(\s*\)/g, bug: () => '__threadfence_block()' },
  { kind: 'scope narrowed to the block', pattern: /thread_scope_(?:device|system)/g, bug: () => 'thread_scope_block' },
  {
    kind: 'order weakened',
    pattern: /(?<=memory_order(?:_|::))(?:release|acquire|acq_rel|seq_cst)/g,
    bug: () => 'relaxed',
  },
  { kind: 'mask narrowed to half a warp', pattern: /0x[fF]{8}u?\b/g, bug: () => '0x0000ffffu' },
  {
    kind: 'atomic made plain',
    pattern:
      /(?<=(?:^|[{;)])[ \t\n]*)atomic(Add|Sub|Max|Min|Or|And|Xor|Exch)\s*\(\s*(&?[\w\].+*%[ ]+)\s*,\s*([^;]+)\)\s*;/gm,
    bug: (_, op = '', place = '', value = '') => plainUpdate(op, place.trim(), value.trim()),
  },
];

function plainUpdate(op: string, place: string, value: string): string {
  const cell = place.startsWith('&') ? place.slice(1) : /^\w+$/.test(place) ? `*${place}` : `*(${place})`;
  if (op === 'Max' || op === 'Min') return `if (${cell} ${op === 'Max' ? '<' : '>'} ${value}) ${cell} = ${value};`;
  return `${cell} ${updates[op] ?? '='} ${value};`;
}

export async function bugsTable(parts: BenchParts): Promise<void> {
  const found = bugsIn(parts);
  const all: Drawn[] = [];
  parts.say(
    '## Bugs of synchronization',
    '',
    '`npx node bench/repair.ts --table bugs`',
    '',
    '| bug | drawn | proved | if so meant | repaired, not proved | in part | none |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
  );
  for (const [kind, bugs] of found) {
    if (!kind.includes(parts.only)) continue;
    const drawn = await drawnOf(bugs, parts);
    all.push(...drawn);
    parts.say(
      row(kind, drawn),
      ...(parts.list ? drawn.filter(({ standing }) => standing !== 'proved').map(({ words }) => `- ${words}`) : []),
    );
  }
  parts.say(row('**all**', all), '');
}

function row(kind: string, drawn: readonly Drawn[]): string {
  const count = (standing: Drawn['standing']): number => drawn.filter((one) => one.standing === standing).length;
  return `| ${[kind, drawn.length, ...(['proved', 'presumed', 'shown', 'in part', 'none'] as const).map(count)].join(' | ')} |`;
}

/** Of each kind, in the order of the cases. */
function bugsIn({ parser }: BenchParts): ReadonlyMap<string, readonly Bug[]> {
  const found = new Map<string, Bug[]>();
  const add = (kind: string, bug: Bug): void => {
    found.set(kind, [...(found.get(kind) ?? []), bug]);
  };
  for (const of of allCases().filter(({ knownWrong, truth }) => !knownWrong && truth.verdict === 'drf')) {
    const { source } = of;
    for (const { kind, pattern, bug } of kinds) {
      for (const match of source.matchAll(pattern)) {
        const before = source.slice(0, match.index);
        const [whole, ...groups] = match;
        if (!/\/\/[^\n]*$/.test(before))
          add(kind, {
            of,
            line: before.split('\n').length,
            text: before + bug(whole, ...groups) + source.slice(match.index + whole.length),
          });
      }
    }
    const from = readUnit('kernel.cu', { read: readIn(of, source), options: of.options }, parser, () => undefined);
    for (const kernel of from.ok ? from.value.unit.kernels.filter(({ unsupported }) => unsupported === null) : []) {
      for (const { mutation, line, text } of mutantsOf(kernel, source)) {
        const isOfOne =
          mutation !== 'guard deleted' ||
          /(?:threadIdx\.x|\bt|tid|rank\(\)|lane) == 0/.test(source.split('\n')[line - 1] ?? '');
        if (isOfOne)
          add(mutation === 'guard deleted' ? 'test for one thread deleted' : `\`__syncthreads\` ${mutation}`, {
            of,
            line,
            text,
          });
      }
    }
  }
  return found;
}

const readIn =
  ({ folder }: Case, text: string): Read =>
  (path) =>
    path === 'kernel.cu' ? text : existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : null;

async function drawnOf(bugs: readonly Bug[], { engine, count, seed }: BenchParts): Promise<readonly Drawn[]> {
  const drawn: Drawn[] = [];
  for (const { of, line, text } of shuffled(bugs, seed)) {
    if (drawn.length === count) break;
    const subject = {
      name: of.name,
      file: 'kernel.cu',
      read: readIn(of, text),
      options: { ...of.options, timeoutSeconds },
    };
    const plain = await engine.analyze({
      files: [subject.file],
      read: subject.read,
      options: { ...subject.options, repair: false },
    });
    if (worst(plain) !== 'racy' || codesOf(plain).length === 0) continue;
    const one = await repaired(engine, subject);
    const standing = standingOf(one) !== 'proved' && isPresumed(one) ? 'presumed' : standingOf(one);
    drawn.push({
      standing,
      words: `${of.topic}/${of.name}, line ${line}: ${codesOf(one.before).join(' ')}; ${[...one.fixes, ...one.presumed].map(({ title }) => title).join('; ')}`,
    });
  }
  return drawn;
}

/** In an order that the seed gives (mulberry32). */
function shuffled<Item>(items: readonly Item[], seed: number): readonly Item[] {
  let state = seed >>> 0;
  const random = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 15), state | 1);
    const again = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61));
    return ((again ^ (again >>> 14)) >>> 0) / 2 ** 32;
  };
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
