/**
 * A real bare repository behind the loopback GitHub: diffs and merge bases are git's own. Starting git is what costs,
 * so objects and branches are written and read without it, and what it said of commits is kept: they never change.
 */
import { createHash } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type Author = Readonly<{ name: string; email: string }>;
export type StoredCommit = Readonly<{
  sha: string;
  tree: string;
  parents: readonly string[];
  author: Author;
  committer: Author;
  message: string;
}>;
export type DiffFile = Readonly<{
  status: 'added' | 'removed' | 'modified' | 'renamed';
  path: string;
  previous: string | null;
  blob: string;
  patch: string;
  additions: number;
  deletions: number;
}>;
export type NewFile = Readonly<{ path: string; text: string; mode?: string }>;

const date = '2026-11-01T12:00:00Z';
const contentOf = (kind: 'blob' | 'tree' | 'commit', body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${kind} ${body.length}\0`), body]);
const idOf = (content: Buffer): string => createHash('sha1').update(content).digest('hex');
const blobId = (text: string): string => idOf(contentOf('blob', Buffer.from(text)));
const isFullId = (revision: string): boolean => /^[0-9a-f]{40}$/.test(revision);

/** What commits are to each other follows from their ids, whichever repository is asked. */
const known = {
  isAncestor: new Map<string, boolean>(),
  commit: new Map<string, StoredCommit>(),
  mergeBase: new Map<string, string | null>(),
  between: new Map<string, readonly string[]>(),
  diff: new Map<string, readonly DiffFile[]>(),
} as const;

/** Asks once, where all commits are named in full. */
function once<Value>(answers: Map<string, Value>, commits: readonly string[], ask: () => Value): Value {
  const key = commits.join(' ');
  const answer = answers.has(key) ? answers.get(key) : undefined;
  if (answer !== undefined) return answer;
  const asked = ask();
  if (commits.every(isFullId)) answers.set(key, asked);
  return asked;
}

/** Git refuses to lay out some names; which ones, it may say itself. */
const isPlain = (
  file: Readonly<{ path: string; bytes: Buffer | null }>,
): file is Readonly<{ path: string; bytes: Buffer }> =>
  file.bytes !== null && /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$|^\.syncwright\.yml$/.test(file.path);

type Entry = Readonly<{ mode: string; blob: string }>;

export class GitStore {
  readonly folder: string;
  /** Commits that were seen to be here. */
  private readonly present = new Set<string>();
  /** Files of trees and commits that were made or read here. */
  private readonly entries = new Map<string, ReadonlyMap<string, Entry>>();

  constructor(folder: string) {
    this.folder = folder;
    if (existsSync(folder)) return;
    // what `git init --bare --template= -b main` leaves; GitHub serves partial clones
    for (const part of ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags'])
      mkdirSync(join(folder, part), { recursive: true });
    writeFileSync(join(folder, 'HEAD'), 'ref: refs/heads/main\n');
    writeFileSync(
      join(folder, 'config'),
      '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n[uploadpack]\n\tallowFilter = true\n\tallowAnySHA1InWant = true\n',
    );
  }

  git(args: readonly string[], input?: string, env: Readonly<Record<string, string>> = {}): string {
    return execFileSync('git', ['-C', this.folder, '-c', 'core.quotePath=false', ...args], {
      encoding: 'utf8',
      ...(input === undefined ? {} : { input }),
      stdio: ['pipe', 'pipe', 'pipe'],
      maxBuffer: 1 << 28,
      env: { PATH: process.env['PATH'] ?? '', GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', ...env },
    });
  }

  /** Null when there is no such thing. */
  commitAt(revision: string): string | null {
    const loose = this.looseRef(revision);
    if (loose !== null || this.present.has(revision)) return loose ?? revision;
    // nothing is packed here
    if (revision.startsWith('refs/')) return null;
    try {
      const commit = this.git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]).trim();
      this.present.add(commit);
      return commit;
    } catch {
      return null;
    }
  }

  /** The file in which git keeps a branch that it has not packed. */
  private looseRef(name: string): string | null {
    const path = join(this.folder, name);
    const text =
      name.startsWith('refs/') && statSync(path, { throwIfNoEntry: false })?.isFile() === true
        ? readFileSync(path, 'utf8').trim()
        : '';
    return isFullId(text) ? text : null;
  }

  /** Branches that git has not packed: here, all that there are. */
  branches(): readonly Readonly<{ name: string; commit: string }>[] {
    const heads = join(this.folder, 'refs/heads');
    return readdirSync(heads, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
      const commit = this.looseRef(`refs/heads/${name}`);
      return commit === null ? [] : [{ name, commit }];
    });
  }

  branchAt(name: string): string | null {
    return this.commitAt(`refs/heads/${name}`);
  }

  setRef(name: string, commit: string): void {
    if (this.commitAt(commit) === null) throw new Error(`${name}: there is no commit ${commit}`);
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${commit}\n`);
  }

  isAncestor(older: string, newer: string): boolean {
    return once(known.isAncestor, [older, newer], () => {
      const [seen, queue] = [new Set<string>(), [newer]];
      for (let commit = queue.pop(); commit !== undefined; commit = queue.pop()) {
        if (commit === older) return true;
        if (!seen.has(commit)) queue.push(...this.commit(commit).parents);
        seen.add(commit);
      }
      return false;
    });
  }

  /** A tree like that of the commit `base` (null: empty) with files set; a text of null removes. */
  makeTree(
    base: string | null,
    files: readonly Readonly<{ path: string; text: string | null; mode?: string }>[],
  ): string {
    const all = new Map(base === null ? [] : this.entriesOf(base));
    for (const { path, text, mode } of files) {
      if (text === null) all.delete(path);
      else all.set(path, { mode: mode ?? '100644', blob: this.makeObject('blob', Buffer.from(text)) });
    }
    const tree = this.makeFolder([...all].map(([path, entry]) => [path.split('/'), entry]));
    this.entries.set(tree, all);
    return tree;
  }

  private entriesOf(tree: string): ReadonlyMap<string, Entry> {
    const known = this.entries.get(tree);
    if (known !== undefined) return known;
    const lines = this.git(['ls-tree', '-r', '-z', tree])
      .split('\0')
      .filter((line) => line !== '');
    const read = new Map(
      lines.map((line) => {
        const [, mode = '', blob = '', path = ''] = /^(\d+) \w+ (\w+)\t([^]*)$/.exec(line) ?? [];
        return [path, { mode, blob }] as const;
      }),
    );
    this.entries.set(tree, read);
    return read;
  }

  /** Git sorts names as bytes, folders as if a slash followed. */
  private makeFolder(files: readonly (readonly [readonly string[], Entry])[]): string {
    const below = new Map<string, (readonly [readonly string[], Entry])[]>();
    const items: Readonly<{ name: string; sorted: string; mode: string; id: string }>[] = [];
    for (const [[name = '', ...rest], entry] of files) {
      if (rest.length === 0) items.push({ name, sorted: name, mode: entry.mode, id: entry.blob });
      else below.set(name, [...(below.get(name) ?? []), [rest, entry]]);
    }
    for (const [name, inside] of below)
      items.push({ name, sorted: `${name}/`, mode: '40000', id: this.makeFolder(inside) });
    items.sort((a, b) => Buffer.compare(Buffer.from(a.sorted), Buffer.from(b.sorted)));
    return this.makeObject(
      'tree',
      Buffer.concat(items.flatMap(({ name, mode, id }) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')])),
    );
  }

  /** Gives its id. */
  private makeObject(kind: 'blob' | 'tree' | 'commit', body: Buffer): string {
    const content = contentOf(kind, body);
    const id = idOf(content);
    const path = join(this.folder, 'objects', id.slice(0, 2), id.slice(2));
    if (existsSync(path)) return id;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, deflateSync(content, { level: 1 }));
    return id;
  }

  makeCommit(tree: string, parents: readonly string[], message: string, { name, email }: Author): string {
    const by = `${name} <${email}> ${Date.parse(date) / 1000} +0000`;
    const text = [
      `tree ${tree}`,
      ...parents.map((parent) => `parent ${parent}`),
      `author ${by}`,
      `committer ${by}`,
      '',
      message.endsWith('\n') ? message : `${message}\n`,
    ].join('\n');
    const commit = this.makeObject('commit', Buffer.from(text));
    const entries = this.entries.get(tree);
    if (entries !== undefined) this.entries.set(commit, entries);
    this.present.add(commit);
    return commit;
  }

  commit(sha: string): StoredCommit {
    return once(known.commit, [sha], () => this.readCommit(sha));
  }

  private readCommit(sha: string): StoredCommit {
    const text = this.loose(sha)?.toString('utf8') ?? this.git(['cat-file', 'commit', sha]);
    const end = text.indexOf('\n\n');
    const of = (name: string): readonly string[] =>
      [...text.slice(0, end).matchAll(new RegExp(`^${name} (.*)$`, 'gm'))].map(([, value = '']) => value);
    const who = (name: string): Author => {
      const [, own = '', email = ''] = /^(.*?) ?<(.*?)>/.exec(of(name)[0] ?? '') ?? [];
      return { name: own, email };
    };
    return {
      sha,
      tree: of('tree')[0] ?? '',
      parents: of('parent'),
      author: who('author'),
      committer: who('committer'),
      message: text.slice(end + 2).trimEnd(),
    };
  }

  /** What an object holds that is not packed, as all that was written here; null: it is not such a one. */
  private loose(id: string): Buffer | null {
    const path = join(this.folder, 'objects', id.slice(0, 2), id.slice(2));
    if (!isFullId(id) || !existsSync(path)) return null;
    const content = inflateSync(readFileSync(path));
    return content.subarray(content.indexOf(0) + 1);
  }

  /** The files of a commit made here; null: it was made by git, or has what no plain file is. */
  plainFiles(commit: string): readonly Readonly<{ path: string; bytes: Buffer }>[] | null {
    const files = [...(this.entries.get(commit) ?? [])].map(([path, { mode, blob }]) => ({
      path,
      bytes: mode === '100644' ? this.loose(blob) : null,
    }));
    return this.entries.has(commit) && files.every(isPlain) ? files : null;
  }

  mergeBase(a: string, b: string): string | null {
    return once(known.mergeBase, [a, b], () => {
      if (isFullId(a) && isFullId(b) && this.isAncestor(a, b)) return a;
      try {
        return this.git(['merge-base', a, b]).trim();
      } catch {
        return null;
      }
    });
  }

  /** Commits of `to` that `from` has not, oldest first. */
  commitsBetween(from: string, to: string): readonly string[] {
    return once(known.between, [from, to], () =>
      this.git(['rev-list', '--reverse', `${from}..${to}`])
        .split('\n')
        .filter((line) => line !== ''),
    );
  }

  /** The diff that a pull request shows: merge base to head. */
  diff(base: string, head: string): readonly DiffFile[] {
    return once(known.diff, [base, head], () => this.readDiff(base, head));
  }

  private readDiff(base: string, head: string): readonly DiffFile[] {
    const fields = this.git(['diff-tree', '-r', '-M', '-z', base, head])
      .split('\0')
      .filter((part) => part !== '');
    const patches = this.git(['diff-tree', '-r', '-M', '-p', '-U3', base, head])
      .split(/^(?=diff --git )/m)
      .filter((part) => part.startsWith('diff --git '));
    const files: DiffFile[] = [];
    for (let k = 0; k < fields.length; k += 1) {
      const [, , before = '', blob = '', letter = ''] = (fields[k] ?? '').split(' ');
      const previous = fields[(k += 1)] ?? '';
      const path = letter.startsWith('R') ? (fields[(k += 1)] ?? '') : previous;
      const patch = patches[files.length] ?? '';
      const start = patch.indexOf('\n@@');
      const lines = start < 0 ? [''] : patch.slice(start + 1).split('\n');
      files.push({
        status: letter === 'A' ? 'added' : letter === 'D' ? 'removed' : letter.startsWith('R') ? 'renamed' : 'modified',
        path,
        previous: letter.startsWith('R') ? previous : null,
        blob: letter === 'D' ? before : blob,
        patch: lines.join('\n').replace(/\n$/, ''),
        additions: lines.filter((line) => line.startsWith('+')).length,
        deletions: lines.filter((line) => line.startsWith('-')).length,
      });
    }
    if (patches.length !== files.length)
      throw new Error(`git shows ${patches.length} patches of ${files.length} files`);
    return files;
  }

  /** Null when there is no such file. */
  file(revision: string, path: string): Readonly<{ blob: string; text: string }> | null {
    const entries = this.entries.get(revision);
    const own = entries?.get(path);
    if (entries !== undefined)
      return own === undefined ? null : { blob: own.blob, text: this.loose(own.blob)?.toString('utf8') ?? '' };
    try {
      const text = this.git(['cat-file', 'blob', `${revision}:${path}`]);
      return { blob: blobId(text), text };
    } catch {
      return null;
    }
  }
}
