/**
 * Changes of files, as chokidar sees them. Folders are watched, not files: then a file that is deleted and made again,
 * or replaced by a rename, is seen like any other.
 */
import { realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { watch } from 'chokidar';
import { attempt } from '../base/attempt.ts';

/** `paths`: as on the command line; folders with all below. `files`: what else counts, each in its folder. */
export type Watched = Readonly<{ paths: readonly string[]; files: readonly string[] }>;
/** `changed`: something may be another than it was. `failed`: the system does not let it be watched. */
export type Hearing = Readonly<{ changed: () => void; failed: (because: string) => void }>;
/** `add`: files that count from now on. */
export type Watch = Readonly<{ add: (files: readonly string[]) => void; close: () => Promise<void> }>;
export type OpenWatch = (watched: Watched, hearing: Hearing) => Promise<Watch>;

/**
 * What one action of an editor does to files comes together; but what is written all the time does not keep a change
 * waiting.
 */
const waits = { settledMs: 120, mostMs: 1000 } as const;
const skipped = /(?:^|[\\/])(?:\.git|node_modules)(?:[\\/]|$)/;
/** What may be included, or be a source of its own, whoever reads it so far. */
const sourceName = /\.(?:cuh?|h|hpp|hh|hxx|inl|inc)$/i;

export const watchFiles: OpenWatch = async ({ paths, files }, { changed, failed }) => {
  const isFolder = (path: string): boolean => attempt(() => statSync(path).isDirectory()) ?? false;
  const notify = gathered(changed);
  const wanted = new Set<string>();
  const deep = watch(paths.filter(isFolder), {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (path) => skipped.test(path),
  });
  const flat = watch([], { ignoreInitial: true, depth: 0, ignored: (path) => skipped.test(path) });
  for (const one of [deep, flat]) {
    one.on('all', (event, path) => {
      if (event.endsWith('Dir') || sourceName.test(path) || wanted.has(resolve(path))) notify.soon();
    });
    one.on('error', (error) => failed(error instanceof Error ? error.message : String(error)));
  }
  const folders = new Set<string>();
  const add = (more: readonly string[]): void => {
    const all = more.flatMap((file) => [resolve(file), attempt(() => realpathSync(file)) ?? resolve(file)]);
    for (const file of all) wanted.add(file);
    const fresh = [...new Set(all.map((file) => dirname(file)))].filter(
      (folder) => !folders.has(folder) && isFolder(folder),
    );
    for (const folder of fresh) folders.add(folder);
    if (fresh.length === 0) return;
    flat.add(fresh);
    // what changed before it was watched
    notify.soon();
  };
  const whenReady = Promise.all(
    [deep, flat].map(
      (one) =>
        new Promise<void>((ready) => {
          one.once('ready', ready);
        }),
    ),
  );
  add([...paths.filter((path) => !isFolder(path)), ...files]);
  await Promise.race([
    whenReady,
    new Promise<void>((ready) => {
      setTimeout(ready, waits.mostMs).unref();
    }),
  ]);
  return {
    add,
    close: async () => {
      notify.end();
      await Promise.all([deep.close(), flat.close()]);
    },
  };
};

function gathered(call: () => void): Readonly<{ soon: () => void; end: () => void }> {
  let timer: NodeJS.Timeout | undefined;
  let first: number | null = null;
  const fire = (): void => {
    first = null;
    call();
  };
  return {
    soon: () => {
      first ??= performance.now();
      clearTimeout(timer);
      timer = setTimeout(fire, Math.max(0, Math.min(waits.settledMs, first + waits.mostMs - performance.now())));
    },
    end: () => clearTimeout(timer),
  };
}
