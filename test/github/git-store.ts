/** A real bare repository behind the loopback GitHub: refs, commits, trees, diffs and merge bases are git's own. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Author = Readonly<{ name: string; email: string }>;
export type StoredCommit = Readonly<{ sha: string; tree: string; parents: readonly string[]; author: Author; committer: Author; message: string }>;
export type DiffFile = Readonly<{ status: 'added' | 'removed' | 'modified' | 'renamed'; path: string; previous: string | null; blob: string; patch: string; additions: number; deletions: number }>;
export type NewFile = Readonly<{ path: string; text: string; mode?: string }>;

const date = '2026-11-01T12:00:00Z';

export class GitStore {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
    execFileSync('git', ['init', '-q', '--bare', '-b', 'main', folder]);
  }

  git(args: readonly string[], input?: string, env: Readonly<Record<string, string>> = {}): string {
    return execFileSync('git', ['-C', this.folder, '-c', 'core.quotePath=false', ...args], {
      encoding: 'utf8', ...(input === undefined ? {} : { input }), stdio: ['pipe', 'pipe', 'pipe'], maxBuffer: 1 << 28,
      env: { PATH: process.env['PATH'] ?? '', GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', ...env },
    });
  }

  /** Null when there is no such thing. */
  commitAt(revision: string): string | null {
    try {
      return this.git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]).trim();
    } catch {
      return null;
    }
  }

  branchAt(name: string): string | null {
    return this.commitAt(`refs/heads/${name}`);
  }

  setRef(name: string, commit: string): void {
    this.git(['update-ref', name, commit]);
  }

  isAncestor(older: string, newer: string): boolean {
    try {
      this.git(['merge-base', '--is-ancestor', older, newer]);
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
      for (const file of files) {
        const blob = file.text === null ? '0'.repeat(40) : this.git(['hash-object', '-w', '--stdin'], file.text).trim();
        this.git(['update-index', '-z', '--index-info'], `${file.text === null ? '0' : file.mode ?? '100644'} ${blob}\t${file.path}\0`, env);
      }
      return this.git(['write-tree'], undefined, env).trim();
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  makeCommit(tree: string, parents: readonly string[], message: string, author: Author): string {
    const env = { GIT_AUTHOR_NAME: author.name, GIT_AUTHOR_EMAIL: author.email, GIT_COMMITTER_NAME: author.name, GIT_COMMITTER_EMAIL: author.email, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
    return this.git(['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent]), '-F', '-'], message, env).trim();
  }

  commit(sha: string): StoredCommit {
    const [tree = '', parents = '', name = '', email = '', committer = '', address = '', ...message] = this.git(['show', '-s', '--format=%T%n%P%n%an%n%ae%n%cn%n%ce%n%B', sha]).split('\n');
    return { sha, tree, parents: parents === '' ? [] : parents.split(' '), author: { name, email }, committer: { name: committer, email: address }, message: message.join('\n').trimEnd() };
  }

  mergeBase(a: string, b: string): string | null {
    try {
      return this.git(['merge-base', a, b]).trim();
    } catch {
      return null;
    }
  }

  /** Commits of `to` that `from` has not, oldest first. */
  commitsBetween(from: string, to: string): readonly string[] {
    return this.git(['rev-list', '--reverse', `${from}..${to}`]).split('\n').filter((line) => line !== '');
  }

  /** The diff that a pull request shows: merge base to head. */
  diff(base: string, head: string): readonly DiffFile[] {
    const fields = this.git(['diff-tree', '-r', '-M', '-z', base, head]).split('\0').filter((part) => part !== '');
    const files: DiffFile[] = [];
    for (let k = 0; k < fields.length; k += 1) {
      const [, , before = '', blob = '', letter = ''] = (fields[k] ?? '').split(' ');
      const previous = fields[k += 1] ?? '';
      const path = letter.startsWith('R') ? fields[k += 1] ?? '' : previous;
      const lines = this.patch(before, blob).split('\n');
      files.push({
        status: letter === 'A' ? 'added' : letter === 'D' ? 'removed' : letter.startsWith('R') ? 'renamed' : 'modified',
        path, previous: letter.startsWith('R') ? previous : null, blob: letter === 'D' ? before : blob, patch: lines.join('\n').replace(/\n$/, ''),
        additions: lines.filter((line) => line.startsWith('+')).length, deletions: lines.filter((line) => line.startsWith('-')).length,
      });
    }
    return files;
  }

  private patch(before: string, after: string): string {
    const empty = this.git(['hash-object', '-w', '--stdin'], '').trim();
    const real = (blob: string): string => /^0+$/.test(blob) ? empty : blob;
    const diff = this.git(['diff', '-U3', real(before), real(after)]);
    const start = diff.indexOf('\n@@');
    return start < 0 ? '' : diff.slice(start + 1);
  }

  /** Null when there is no such file. */
  file(revision: string, path: string): Readonly<{ blob: string; text: string }> | null {
    try {
      const blob = this.git(['rev-parse', '--verify', '--quiet', `${revision}:${path}`]).trim();
      return { blob, text: this.git(['cat-file', 'blob', blob]) };
    } catch {
      return null;
    }
  }
}
