/**
 * Texts by key in a folder, which any number of processes may use at once: each entry is a file that is written beside
 * its place and then renamed, so nobody sees half of one. One that is damaged all the same is dropped. What was not
 * used for longest goes when there is too much. Nothing here is needed: where the folder cannot be written, there is no
 * cache, and that is said once.
 */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { attempt } from '../base/attempt.ts';
import { fail, ok } from '../base/result.ts';
import type { Result } from '../base/result.ts';
import { sealed, unsealed } from './seal.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export type Store = Readonly<{
  /** JSON as it was put; null: none. */
  get: (key: string) => string | null;
  /** `body`: JSON of an object with at least one field. */
  put: (key: string, body: string) => void;
  /** The entry is of no use. */
  drop: (key: string, because: string) => void;
  /** Brings the size below the bound, where something was put. */
  trim: () => void;
  /** What went wrong so far, a line each. */
  notes: () => readonly string[];
}>;

/** What an entry's last use may be behind: writing that down costs more than reading the entry. */
const noteUseAfterMs = 3_600_000;
/** Files of writers that never came to renaming them. */
const leftOverAfterMs = 86_400_000;
/** Of the bound, what stays when it is reached. */
const keptShare = 0.9;

/**
 * `maker`: what tells this process from others, for the names of files before they are renamed. `now`: gives
 * milliseconds since 1970.
 */
export function openStore(
  folder: string,
  { mostBytes, maker, now }: Readonly<{ mostBytes: number; maker: string; now: () => number }>,
): Store {
  const notes: string[] = [];
  let [written, isOff] = [0, false];
  const pathOf = (key: string): string => join(folder, key.slice(0, 2), `${key.slice(2)}.json`);
  const drop: Store['drop'] = (key, because) => {
    const isGone =
      attempt(() => {
        rmSync(pathOf(key), { force: true });
        return true;
      }) ?? false;
    notes.push(
      fill(messages.entryIgnored, { entry: pathOf(key), because, consequence: isGone ? 'dropped' : 'passed over' }),
    );
  };
  return {
    get: (key) => {
      const path = pathOf(key);
      const text = attempt(() => entryAt(path));
      if (text === null) return null;
      if (!text.ok) {
        drop(key, text.problem);
        return null;
      }
      const entry = unsealed(text.value.trimEnd());
      const start = headOf(key);
      if (!entry.ok || !entry.value.startsWith(start)) {
        drop(key, entry.ok ? messages.otherKey : 'is damaged');
        return null;
      }
      attempt(() => {
        if (now() - statSync(path).mtimeMs > noteUseAfterMs) utimesSync(path, now() / 1000, now() / 1000);
      });
      return `{${entry.value.slice(start.length)}`;
    },
    put: (key, body) => {
      if (isOff || body.length > mostEntryBytes) return;
      const temporary = join(folder, `${maker}-${++written}.tmp`);
      try {
        makeFolder(join(folder, key.slice(0, 2)));
        writeFileSync(temporary, `${sealed(`${headOf(key)}${body.slice(1)}`)}\n`, { flag: 'wx' });
        renameSync(temporary, pathOf(key));
      } catch (error) {
        isOff = true;
        attempt(() => rmSync(temporary, { force: true }));
        notes.push(
          fill(messages.stopped, { folder, why: error instanceof Error ? (error.message.split('\n')[0] ?? '') : '' }),
        );
      }
    },
    drop,
    trim: () => {
      if (written > 0) trim(folder, mostBytes, now());
    },
    notes: () => notes,
  };
}

/** An entry names its key: the file of another one in its place would answer for what it knows nothing of. */
const headOf = (key: string): string => `{"key":"${key}",`;

/** Node's own recursive way never returns where a folder above is there and takes none below it, as `/proc` does. */
function makeFolder(path: string): void {
  if (attempt(() => statSync(path).isDirectory()) === true) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  try {
    mkdirSync(path);
  } catch (error) {
    // another process may have been faster
    if (attempt(() => statSync(path).isDirectory()) !== true) throw error;
  }
}

/** More than any answer needs; who can write to the folder must not cost us our memory. */
const mostEntryBytes = 256 * 1024 * 1024;

/** A pipe would wait for its other end, and a link leads elsewhere. Throws what the file system throws. */
function entryAt(path: string): Result<string, string> {
  const found = lstatSync(path);
  if (!found.isFile()) return fail(messages.notRegular);
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const { size } = fstatSync(file);
    return size > mostEntryBytes ? fail(messages.tooLarge) : ok(readFileSync(file, 'utf8'));
  } finally {
    closeSync(file);
  }
}

/**
 * Below the folder: an entry, or one that is being written. The folder may hold other things, which are not ours to
 * delete.
 */
const ownName = /^(?:[0-9a-f]{2}[\\/][0-9a-f]{30}\.json|\d+-\d+-\d+\.tmp)$/;

function trim(folder: string, mostBytes: number, now: number): void {
  const files = (attempt(() => readdirSync(folder, { recursive: true, encoding: 'utf8' })) ?? []).flatMap((name) => {
    const path = join(folder, name);
    const found = ownName.test(name) ? attempt(() => lstatSync(path)) : null;
    return found === null || !found.isFile()
      ? []
      : [{ path, bytes: found.size, used: found.mtimeMs, isLeftOver: name.endsWith('.tmp') }];
  });
  for (const { path } of files.filter(({ isLeftOver, used }) => isLeftOver && now - used > leftOverAfterMs))
    attempt(() => rmSync(path, { force: true }));
  const entries = files.filter(({ isLeftOver }) => !isLeftOver).sort((a, b) => a.used - b.used);
  let bytes = entries.reduce((sum, one) => sum + one.bytes, 0);
  if (bytes <= mostBytes) return;
  for (const entry of entries) {
    if (bytes <= keptShare * mostBytes) return;
    attempt(() => rmSync(entry.path, { force: true }));
    bytes -= entry.bytes;
  }
}
