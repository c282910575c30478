/**
 * Regular expressions of src/ over hostile text: each one, literal or built by `new RegExp`, is run on long texts made
 * of what it begins with, of the characters that it names and of what files are full of (blanks, brackets, commas),
 * with something at the end that it does not match. Four times the text must not take many times four times as long. A
 * few literals only ever see short texts; they are listed, with what bounds these.
 */
import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expressionsIn } from '../expressions.ts';
import { root } from '../../scripts/source-tree.ts';

type Literal = Readonly<{ place: string; pattern: RegExp; source: string }>;

/** Literals by file and source: what bounds the texts that they see. */
const bounded: ReadonlyMap<string, string> = new Map([
  ['src/cli/completion/model.ts [<[]([^>\\]]*)[>\\]]', 'descriptions of our own options'],
  [
    'src/lower/memory/strings.ts "(?:[^"\\\\]|\\\\[^])*"',
    'texts that are such literals to their end, which is tested before',
  ],
  ['src/page/list.ts (.)\\/+$', 'paths of files'],
  [
    'src/parse/commas.ts "(?:\\\\.|[^"\\\\])*"|\'(?:\\\\.|[^\'\\\\])*\'|[()[\\]{},]',
    'lists of at most 4000 characters',
  ],
  ['src/pipeline/kernel-names.ts [A-Za-z_][\\w:]*(?=\\s*(?:<[^;]*>)?\\s*[,)])', 'stretches of 200 characters'],
]);

const literalsIn = (file: string): readonly Literal[] =>
  expressionsIn(file).found.map(({ place, source, flags }) => ({ place, source, pattern: new RegExp(source, flags) }));

const common = [
  ' ',
  '\n',
  '\t',
  'a',
  '_',
  '0',
  '(',
  '<',
  '[',
  '{',
  ',',
  ';',
  '*',
  '/',
  '"',
  "'",
  '.',
  ':',
  '=',
  '&',
  '>',
  '`',
  '#',
  '// a\n',
  '/* ',
  'a ',
  'a::',
  'a, ',
  '\\',
  '-',
  '"\\',
  '\n\n ',
];

/** What the literal may begin with: its letters and signs up to the first that repeats or chooses. */
function beginning(source: string): string {
  const plain = source
    .replace(/^\^?(?:\\b|\(\?<?[=!:][^)]*\))*/, '')
    .replace(/\\s[+*]/g, ' ')
    .replace(/\\([^\w\s])/g, '$1')
    .replace(/\\b/g, '');
  return /^[\w ()[\]<{:;,=#."'/*-]*/.exec(plain)?.[0].slice(0, 30) ?? '';
}

const words = (source: string): readonly string[] =>
  [...new Set(source.replace(/\\[a-z]/g, ' ').match(/[A-Za-z_]{3,}/g) ?? [])].slice(0, 6);

const [short, long] = [6_000, 24_000];

function took({ pattern }: Literal, before: string, pump: string, length: number): number {
  const text = `${before}${pump.repeat(Math.ceil(length / pump.length))}\u0001`;
  const own = new RegExp(pattern.source, pattern.flags);
  // not the clock: other work on the machine would count
  const start = process.cpuUsage();
  if (own.flags.includes('g')) text.replace(own, '');
  else own.exec(text);
  return process.cpuUsage(start).user / 1000;
}

function slowOn(literal: Literal): string | null {
  const start = beginning(literal.source);
  const befores = [...new Set(['', start, ...words(literal.source)])];
  const pumps = [
    ...new Set([
      ...common,
      ...(start === '' ? [] : [start, `${start} `]),
      ...words(literal.source).map((word) => `${word} `),
    ]),
  ];
  for (const before of befores) {
    for (const pump of pumps) {
      const first = took(literal, before, pump, short);
      if (first < 4) continue;
      const least = (length: number): number => Math.min(...[1, 2, 3].map(() => took(literal, before, pump, length)));
      const [few, many] = [least(short), least(long)];
      // at 100 KB, if it goes on like that: a second, and as much again for a slow machine
      if (many * (many / few) > 2000)
        return `${JSON.stringify(before)} ${JSON.stringify(pump)}: ${few.toFixed(1)} ms, ${many.toFixed(1)} ms`;
    }
  }
  return null;
}

test('regular expressions are linear, or as good as', { timeout: 600_000 }, () => {
  const literals = globSync('src/**/*.ts', { cwd: root }).sort().flatMap(literalsIn);
  expect(literals.length).toBeGreaterThan(1000);
  const slow = literals
    .filter(({ place, source }) => !bounded.has(`${place.replace(/:\d+$/, '')} ${source}`))
    .flatMap((literal) => {
      const how = slowOn(literal);
      return how === null ? [] : [`${literal.place} /${literal.source}/ on ${how}`];
    });
  expect(slow).toEqual([]);
});
