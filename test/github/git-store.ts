/**
 * A real bare repository behind the loopback GitHub: refs, commits, trees, diffs and merge bases are git's own. Starting git
 * is what costs, so blobs are written and branches read without it, and what it said of commits is kept: they never change.
 */
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';

export type Author = Readonly<{ name: string; email: string }>;
export type StoredCommit = Readonly<{ sha: string; tree: string; parents: readonly string[]; author: Author; committer: Author; message: string }>;
export type DiffFile = Readonly<{ status: 'added' | 'removed' | 'modified' | 'renamed'; path: string; previous: string | null; blob: string; patch: string; additions: number; deletions: number }>;
export type NewFile = Readonly<{ path: string; text: string; mode?: string }>;

const date = '2026-11-01T12:00:00Z';
const blobContent = (text: string): Buffer => Buffer.concat([Buffer.from(`blob ${Buffer.byteLength(text)}\0`), Buffer.from(text)]);
const blobId = (content: Buffer): string => createHash('sha1').update(content).digest('hex');
const isFullId = (revision: string): boolean => /^[0-9a-f]{40}$/.test(revision);

/** What commits are to each other follows from their ids, whichever repository is asked. */
const known = { isAncestor: new Map<string, boolean>(), commit: new Map<string, StoredCommit>(), mergeBase: new Map<string, string | null>(), between: new Map<string, readonly string[]>(), diff: new Map<string, readonly DiffFile[]>() } as const;

/** Asks once, where all commits are named in full. */
function once<Value>(answers: Map<string, Value>, commits: readonly string[], ask: () => Value): Value {
  const key = commits.join(' ');
  const answer = answers.has(key) ? answers.get(key) : undefined;
  if (answer !== undefined) return answer;
  const asked = ask();
  if (commits.every(isFullId)) answers.set(key, asked);
  return asked;
}

export class GitStore {
  readonly folder: string;
  /** Commits that were seen to be here. */
  private readonly present = new Set<string>();

  constructor(folder: string) {
    this.folder = folder;
    if (existsSync(folder)) return;
    execFileSync('git', ['init', '-q', '--bare', '--template=', '-b', 'main', folder]);
    // GitHub serves partial clones.
    appendFileSync(join(folder, 'config'), '[uploadpack]\n\tallowFilter = true\n\tallowAnySHA1InWant = true\n');
  }

  git(args: readonly string[], input?: string, env: Readonly<Record<string, string>> = {}): string {
    return execFileSync('git', ['-C', this.folder, '-c', 'core.quotePath=false', ...args], {
      encoding: 'utf8', ...(input === undefined ? {} : { input }), stdio: ['pipe', 'pipe', 'pipe'], maxBuffer: 1 << 28,
      env: { PATH: process.env['PATH'] ?? '', GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', ...env },
    });
  }

  /** Null when there is no such thing. */
  commitAt(revision: string): string | null {
    const loose = this.looseRef(revision);
    if (loose !== null || this.present.has(revision)) return loose ?? revision;
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
    const text = name.startsWith('refs/') && statSync(path, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(path, 'utf8').trim() : '';
    return isFullId(text) ? text : null;
  }

  branchAt(name: string): string | null {
    return this.commitAt(`refs/heads/${name}`);
  }

  setRef(name: string, commit: string): void {
    this.git(['update-ref', name, commit]);
  }

  isAncestor(older: string, newer: string): boolean {
    return once(known.isAncestor, [older, newer], () => this.succeeds(['merge-base', '--is-ancestor', older, newer]));
  }

  private succeeds(args: readonly string[]): boolean {
    try {
      this.git(args);
      return true;
    } catch {
      return false;
    }
  }

  /** A tree like `base` (null: empty) with files set; a text of null removes. */
  makeTree(base: string | null, files: readonly Readonly<{ path: string; text: string | null; mode?: string }>[]): string {
    const folder = mkdtempSync(join(tmpdir(), 'index-'));
    const env = { GIT_INDEX_FILE: join(folder, 'index') };
    try {
      this.git(base === null ? ['read-tree', '--empty'] : ['read-tree', base], undefined, env);
      const entries = files.map(({ path, text, mode }) => (text === null ? `0 ${'0'.repeat(40)}\t${path}\0` : `${mode ?? '100644'} ${this.makeBlob(text)}\t${path}\0`));
      this.git(['update-index', '-z', '--index-info'], entries.join(''), env);
      return this.git(['write-tree'], undefined, env).trim();
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  /** Gives the blob's id. */
  private makeBlob(text: string): string {
    const content = blobContent(text);
    const id = blobId(content);
    const path = join(this.folder, 'objects', id.slice(0, 2), id.slice(2));
    if (existsSync(path)) return id;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, deflateSync(content, { level: 1 }));
    return id;
  }

  makeCommit(tree: string, parents: readonly string[], message: string, author: Author): string {
    const env = { GIT_AUTHOR_NAME: author.name, GIT_AUTHOR_EMAIL: author.email, GIT_COMMITTER_NAME: author.name, GIT_COMMITTER_EMAIL: author.email, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
    return this.git(['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent]), '-F', '-'], message, env).trim();
  }

  commit(sha: string): StoredCommit {
    return once(known.commit, [sha], () => this.readCommit(sha));
  }

  private readCommit(sha: string): StoredCommit {
    const [tree = '', parents = '', name = '', email = '', committer = '', address = '', ...message] = this.git(['show', '-s', '--format=%T%n%P%n%an%n%ae%n%cn%n%ce%n%B', sha]).split('\n');
    return { sha, tree, parents: parents === '' ? [] : parents.split(' '), author: { name, email }, committer: { name: committer, email: address }, message: message.join('\n').trimEnd() };
  }

  mergeBase(a: string, b: string): string | null {
    return once(known.mergeBase, [a, b], () => {
      try {
        return this.git(['merge-base', a, b]).trim();
      } catch {
        return null;
      }
    });
  }

  /** Commits of `to` that `from` has not, oldest first. */
  commitsBetween(from: string, to: string): readonly string[] {
    return once(known.between, [from, to], () => this.git(['rev-list', '--reverse', `${from}..${to}`]).split('\n').filter((line) => line !== ''));
  }

  /** The diff that a pull request shows: merge base to head. */
  diff(base: string, head: string): readonly DiffFile[] {
    return once(known.diff, [base, head], () => this.readDiff(base, head));
  }

  private readDiff(base: string, head: string): readonly DiffFile[] {
    const fields = this.git(['diff-tree', '-r', '-M', '-z', base, head]).split('\0').filter((part) => part !== '');
    const patches = this.git(['diff-tree', '-r', '-M', '-p', '-U3', base, head]).split(/^(?=diff --git )/m).filter((part) => part.startsWith('diff --git '));
    const files: DiffFile[] = [];
    for (let k = 0; k < fields.length; k += 1) {
      const [, , before = '', blob = '', letter = ''] = (fields[k] ?? '').split(' ');
      const previous = fields[k += 1] ?? '';
      const path = letter.startsWith('R') ? fields[k += 1] ?? '' : previous;
      const patch = patches[files.length] ?? '';
      const start = patch.indexOf('\n@@');
      const lines = start < 0 ? [''] : patch.slice(start + 1).split('\n');
      files.push({
        status: letter === 'A' ? 'added' : letter === 'D' ? 'removed' : letter.startsWith('R') ? 'renamed' : 'modified',
        path, previous: letter.startsWith('R') ? previous : null, blob: letter === 'D' ? before : blob, patch: lines.join('\n').replace(/\n$/, ''),
        additions: lines.filter((line) => line.startsWith('+')).length, deletions: lines.filter((line) => line.startsWith('-')).length,
      });
    }
    if (patches.length !== files.length) throw new Error(`git shows ${patches.length} patches of ${files.length} files`);
    return files;
  }

  /** Null when there is no such file. */
  file(revision: string, path: string): Readonly<{ blob: string; text: string }> | null {
    try {
      const text = this.git(['cat-file', 'blob', `${revision}:${path}`]);
      return { blob: blobId(blobContent(text)), text };
    } catch {
      return null;
    }
  }
}
