import { expect, test } from 'vitest';
import type { CliIo } from '../../../src/cli/io.ts';
import { keysIn } from '../../../src/cli/keys.ts';
import { stepThrough } from '../../../src/cli/stepper.ts';

const pages = [1, 2, 3, 4].map((n) => ({ text: `page ${n}`, isMarked: n === 3 }));

async function shownWith(keys: readonly string[] | null): Promise<string> {
  let out = '';
  const io: CliIo = {
    out: (text) => {
      out += text;
    },
    err: () => undefined,
    outIsTerminal: keys !== null,
    errIsTerminal: false,
    color: false,
    width: 80,
    keys:
      keys === null
        ? null
        : async function* () {
            yield* keys;
          },
    openEngine: () => Promise.reject(new Error('not asked for')),
    openWorker: null,
    openSideWorker: null,
  };
  await stepThrough(pages, io);
  return out;
}
const pagesIn = (text: string): readonly string[] => text.match(/page \d/g) ?? [];

test('without a terminal all pages come at once', async () => {
  expect(await shownWith(null)).toBe('page 1\n\npage 2\n\npage 3\n\npage 4\n');
});

test.each([
  [
    'Enter and the arrow go on, b and the other arrow back',
    ['\r', '\u001b[C', 'b', '\u001b[D', 'q'],
    ['page 1', 'page 2', 'page 3', 'page 2', 'page 1'],
  ],
  ['nothing is before the first', ['b', 'b', 'q'], ['page 1', 'page 1', 'page 1']],
  ['c leads to the collision, and stays where none follows', ['c', 'c', 'q'], ['page 1', 'page 3', 'page 3']],
  ['behind the last it ends', ['\r', '\r', '\r', '\r', 'b'], ['page 1', 'page 2', 'page 3', 'page 4']],
  ['Ctrl-C ends it', ['\u0003', '\r'], ['page 1']],
  ['other keys do nothing', ['x', 'ü', 'q'], ['page 1']],
  ['it ends when the keys do', ['\r'], ['page 1', 'page 2']],
])('%s', async (_, keys, pagesShown) => {
  expect(pagesIn(await shownWith(keys))).toEqual(pagesShown);
});

test('what is read at once may be several keys', () => {
  expect(keysIn('\u001b[Cn\u001bOD\u001bq\r')).toEqual(['\u001b[C', 'n', '\u001bOD', '\u001b', 'q', '\r']);
});
