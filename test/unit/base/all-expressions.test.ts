/**
 * No expression of the sources takes a time that grows faster than the text that it reads: each expression of src/,
 * literal or built by `new RegExp`, is given texts that repeat its own pieces, and two of them together. Where it is
 * slow, a text of twice the length must not take much more than twice as long.
 */
import { expect, test, vi } from 'vitest';
import { expressionsIn } from '../../expressions.ts';
import { filesBelow, textOf } from '../../../scripts/source-tree.ts';

vi.setConfig({ testTimeout: 300_000 });

/** Of these the texts are short, or not foreign. */
const bounded: Readonly<Record<string, string>> = {
  '/^([0-9a-f]+) (\\d+)$/gm': 'what git prints of blobs',
  '/^-+|-+$/g': 'the name of a branch, of which git takes 250 bytes',
  '/[uUlL]+$/': 'an integer literal, known to be one: its suffix stands at its end',
  '/[A-Za-z_][\\w:]*(?=\\s*(?:<[^;]*>)?\\s*[,)])/': '200 characters',
  '/(.)\\/+$/': 'what the reader of a report types',
  '/ & .* == 0$/': 'a condition that we printed',
  '/"(?:[^"\\\\]|\\\\[^])*"/g': 'expressions that are known to be closed',
  '/[<[]([^>\\]]*)[>\\]]/': 'our own options',
};

type Read = Readonly<{ place: string; text: string }>;

const read = filesBelow('src', (path) => path.endsWith('.ts') && !path.endsWith('page-assets.ts')).map((path) =>
  expressionsIn(path, textOf(path)),
);
const expressions: readonly Read[] = read.flatMap(({ found }) =>
  found.map(({ place, source, flags }) => ({ place, text: `/${source}/${flags}` })),
);

function expressionOf(text: string): RegExp {
  const end = text.lastIndexOf('/');
  return new RegExp(text.slice(1, end), text.slice(end + 1).replace('g', ''));
}

/** Characters and words that stand in it, and one of each kind that it may mean. */
function piecesOf(text: string): readonly string[] {
  const body = text.slice(1, text.lastIndexOf('/'));
  const own = [...body.matchAll(/\\([^a-zA-Z0-9])|([A-Za-z_]\w*|[-<>=:;,@#%&~"'`!/ ])/g)].map(
    ([, escaped, plain]) => escaped ?? plain ?? '',
  );
  return [...new Set([' ', 'a', '0', ...own])].slice(0, 9);
}

function textsOf(text: string, length: number): readonly string[] {
  const pieces = piecesOf(text);
  const word = pieces.find((piece) => piece.length > 1) ?? '"';
  return [
    ...pieces,
    ...pieces.flatMap((first) => pieces.filter((second) => second !== first).map((second) => first + second)),
  ].flatMap((part) => ['', word].map((lead) => `${lead}${part.repeat(Math.ceil(length / part.length))}\u0001`));
}

function timeOf(expression: RegExp, text: string): number {
  const begin = performance.now();
  expression.test(text);
  return performance.now() - begin;
}

const length = 20_000;
const slowMs = 8;

/** Whether it is slow on a text, and on one of four times its length so much slower that this is no chance. */
function isSuperlinear(text: string): boolean {
  const expression = expressionOf(text);
  return textsOf(text, length).some((short, k) => {
    if (timeOf(expression, short) < slowMs) return false;
    const best = Math.min(...[1, 2, 3].map(() => timeOf(expression, short)));
    const long = textsOf(text, 4 * length)[k] ?? '';
    return best >= slowMs / 2 && Math.min(timeOf(expression, long), timeOf(expression, long)) > 9 * best;
  });
}

test('each is linear, or reads what is bounded', () => {
  const known = new Set(expressions.map(({ text }) => text));
  expect(known.size).toBeGreaterThan(800);
  const slow = [...known].filter((text) => bounded[text] === undefined && isSuperlinear(text));
  expect(slow.map((text) => `${expressions.find((one) => one.text === text)?.place ?? ''} ${text}`)).toEqual([]);
});

test('what is called bounded is there', () => {
  const known = new Set(expressions.map(({ text }) => text));
  expect(Object.keys(bounded).filter((text) => !known.has(text))).toEqual([]);
});

test('the check finds those that are quadratic', () => {
  for (const text of ['/include\\s*["<]([^">]+)[">]/', '/"(?:\\\\.|[^"\\\\])*"/'])
    expect(isSuperlinear(text), text).toBe(true);
  for (const text of ['/^\\s+/', '/a[^b]/', '/"(?:\\\\[^]|[^"\\\\])*"?/'])
    expect(isSuperlinear(text), text).toBe(false);
});

test('the text of each is told, also where it is built', () => {
  expect(read.flatMap(({ unreadable }) => unreadable)).toEqual([]);
  const made =
    'const tail = String.raw`\\s*;`;\nconst f = (name, all, given) => [new RegExp(`\\\\b${name}${tail}`, "g"), RegExp(String.raw`^(?:${all.join(\'|\')})$`), /a/i];';
  expect(expressionsIn('x.ts', made)).toEqual({
    found: [
      { place: 'x.ts:2', source: '\\bname\\s*;', flags: 'g' },
      { place: 'x.ts:2', source: '^(?:name|other)$', flags: '' },
      { place: 'x.ts:2', source: 'a', flags: 'i' },
    ],
    unreadable: [],
  });
  expect(expressionsIn('x.ts', 'const f = (given) => new RegExp(given);').unreadable).toEqual(['x.ts:1']);
});
