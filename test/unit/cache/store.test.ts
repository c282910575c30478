import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '../../../src/cache/store.ts';
import { digestOf } from '../../../src/cache/digest.ts';
import { openStore } from '../../../src/cache/store.ts';
import { sealed } from '../../../src/cache/seal.ts';

const root = mkdtempSync(join(tmpdir(), 'syncwright-store-'));
const folder = join(root, 'cache');
const open = (mostBytes = 1_000_000): Store => openStore(folder, { mostBytes, maker: 'test', now: () => Date.now() });
const [a, b, c] = [digestOf('a'), digestOf('b'), digestOf('c')];
const pathOf = (key: string): string => join(folder, key.slice(0, 2), `${key.slice(2)}.json`);

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

describe('a store', () => {
  test('gives what was put, in another process too', () => {
    open().put(a, '{"n":1}');
    const store = open();
    expect([store.get(a), store.get(b), store.notes()]).toEqual(['{"n":1}', null, []]);
    expect(readdirSync(folder)).toEqual([a.slice(0, 2)]);
  });

  test.each([
    ['cut off', (text: string) => text.slice(0, -5)],
    ['changed', (text: string) => text.replace('1', '2')],
    ['emptied', () => ''],
  ])('drops an entry that was %s, and says so', (_, damage) => {
    const store = open();
    store.put(a, '{"n":1}');
    writeFileSync(pathOf(a), damage(readFileSync(pathOf(a), 'utf8')));
    expect([store.get(a), store.get(a)]).toEqual([null, null]);
    expect(store.notes()).toEqual([`cache: ${pathOf(a)} is damaged, and is dropped`]);
  });

  test.each([
    [
      'a pipe',
      () => {
        spawnSync('mkfifo', [pathOf(a)]);
      },
      'is not a regular file, and is dropped',
    ],
    [
      'a link',
      () => {
        writeFileSync(join(root, 'other'), sealed('{"n":1}'));
        symlinkSync(join(root, 'other'), pathOf(a));
      },
      'is not a regular file, and is dropped',
    ],
    [
      'a folder',
      () => {
        mkdirSync(join(pathOf(a), 'full'), { recursive: true });
      },
      'is not a regular file, and is passed over',
    ],
    [
      'a huge file',
      () => {
        writeFileSync(pathOf(a), '');
        truncateSync(pathOf(a), 2 ** 33);
      },
      'is too large, and is dropped',
    ],
  ])('believes no entry that is %s, and does not wait for it', (_, make, words) => {
    mkdirSync(dirname(pathOf(a)), { recursive: true });
    make();
    const store = open();
    expect([store.get(a), store.notes()]).toEqual([null, [`cache: ${pathOf(a)} ${words}`]]);
    store.put(a, '{"n":2}');
    expect(store.get(a)).toBe(words.endsWith('dropped') ? '{"n":2}' : null);
    expect(existsSync(join(root, 'other')) && readFileSync(join(root, 'other'), 'utf8')).toBe(
      existsSync(join(root, 'other')) && sealed('{"n":1}'),
    );
  });

  test('passes over what it cannot drop', () => {
    mkdirSync(pathOf(a), { recursive: true });
    const store = open();
    store.drop(a, 'is of no use');
    expect(store.notes()).toEqual([`cache: ${pathOf(a)} is of no use, and is passed over`]);
  });

  test('loses what was not used for longest when there is too much', () => {
    const store = open(400);
    for (const [k, key] of [a, b, c].entries()) {
      store.put(key, `{"text":"${'x'.repeat(60)}"}`);
      utimesSync(pathOf(key), 1_700_000_000 + k, 1_700_000_000 + k);
    }
    expect(store.get(a)).not.toBeNull();
    expect(statSync(pathOf(a)).mtimeMs).toBeGreaterThan(Date.now() - 60_000);
    store.trim();
    expect([store.get(a), store.get(b), store.get(c)].map((one) => one !== null)).toEqual([true, false, true]);
  });

  test('takes no entry for that of another key', () => {
    const store = open();
    store.put(a, '{"n":1}');
    store.put(b, '{"n":2}');
    copyFileSync(pathOf(a), pathOf(b));
    expect([store.get(a), store.get(b)]).toEqual(['{"n":1}', null]);
    expect(store.notes()).toHaveLength(1);
    expect(existsSync(pathOf(b))).toBe(false);
  });

  test.runIf(existsSync('/proc'))('in a folder that takes none below it is none, and does not wait for it', () => {
    const store = openStore('/proc/syncwright/cache', { mostBytes: 1000, maker: '1-1', now: Date.now });
    store.put(a, '{"n":1}');
    expect(store.notes()[0]).toMatch(/^cache: nothing more is kept in .*: E/);
  });

  test('that cannot be written is none, and says so once', () => {
    writeFileSync(folder, 'no folder');
    const store = open();
    store.put(a, '{"n":1}');
    store.put(b, '{"n":1}');
    expect(store.get(a)).toBeNull();
    expect(store.notes()).toHaveLength(1);
    expect(store.notes()[0]).toMatch(/^cache: nothing more is kept in .*: E/);
    rmSync(folder);
  });

  test('deletes nothing that is not its own, however full', () => {
    const store = open(1);
    store.put(a, '{"n":1}');
    const others = ['package.json', 'old.tmp', join(a.slice(0, 2), 'notes.json')].map((name) => join(folder, name));
    const left = join(folder, '12-345-1.tmp');
    for (const path of [...others, left]) {
      writeFileSync(path, 'precious');
      utimesSync(path, 1_700_000_000, 1_700_000_000);
    }
    store.trim();
    expect([...others, pathOf(a), left].map((path) => existsSync(path))).toEqual([true, true, true, false, false]);
  });

  test('is never seen half written', async () => {
    const text = `{"text":"${'x'.repeat(100_000)}"}`;
    const [writer, other] = [
      open(),
      openStore(folder, { mostBytes: 1_000_000, maker: 'other', now: () => Date.now() }),
    ];
    for (let k = 0; k < 50; k++) {
      writer.put(a, text);
      other.put(a, text);
      expect(open().get(a)).toBe(text);
    }
    expect([writer.notes(), other.notes()]).toEqual([[], []]);
  });
});
