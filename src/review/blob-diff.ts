/**
 * The lines in which pairs of files differ: one git for all of them, not one for each. Needs blobs that the clone has.
 * The files stand under numbers in two trees made for this, so no path and no attribute of the repository takes part;
 * the trees lie in a folder of their own, and the clone stays as it is.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Git, GitProblem } from './git.ts';
import type { Hunk } from './changes.ts';
import type { Result } from '../base/result.ts';
import { askGit } from './git.ts';
import { fail, ok } from '../base/result.ts';
import { parseFileHunks } from './changes.ts';
import { messages } from './wording.ts';

/** Null: the file is not there on that side. */
export type BlobPair = Readonly<{ base: string | null; head: string | null }>;

/** Bytes by blob; a blob that the clone lacks is not in it. */
export async function blobSizes(
  git: Git,
  pairs: readonly BlobPair[],
): Promise<Result<ReadonlyMap<string, number>, GitProblem>> {
  const blobs = [...new Set(pairs.flatMap(({ base, head }) => [base, head]).filter((blob) => blob !== null))];
  if (blobs.length === 0) return ok(new Map());
  const answer = await askGit(git, ['cat-file', '--batch-check=%(objectname) %(objectsize)'], [0], {
    input: blobs.map((blob) => `${blob}\n`).join(''),
  });
  if (!answer.ok) return answer;
  return ok(
    new Map(
      [...answer.value.out.toString('utf8').matchAll(/^([0-9a-f]+) (\d+)$/gm)].map(([, blob = '', size]) => [
        blob,
        Number(size),
      ]),
    ),
  );
}

/** In the order of the pairs. */
export async function blobHunks(
  git: Git,
  pairs: readonly BlobPair[],
): Promise<Result<readonly (readonly Hunk[])[], GitProblem>> {
  if (pairs.every(({ base, head }) => base === head)) return ok(pairs.map(() => []));
  const objects = await askGit(git, ['rev-parse', '--path-format=absolute', '--git-path', 'objects']);
  if (!objects.ok) return objects;
  const folder = mkdtempSync(join(tmpdir(), 'syncwright-trees-'));
  // Quoted as C does, because a list of folders stands there.
  const env = {
    GIT_OBJECT_DIRECTORY: folder,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: `"${objects.value.out
      .toString('utf8')
      .replace(/\r?\n$/, '')
      .replace(/[\\"]/g, '\\$&')}"`,
  };
  try {
    const listOf = (side: keyof BlobPair): string =>
      pairs
        .map((pair, k) =>
          pair.base === pair.head || pair[side] === null ? '' : `100644 blob ${pair[side]}\t${nameOf(k)}\n`,
        )
        .join('');
    // an empty line ends a tree
    const made = await askGit(git, ['mktree', '--batch'], [0], {
      env,
      input: `${listOf('base')}\n${listOf('head')}\n`,
    });
    if (!made.ok) return made;
    const trees = made.value.out.toString('utf8').trim().split('\n');
    const diff = await askGit(
      git,
      [
        'diff-tree',
        '-r',
        '-p',
        '--no-renames',
        '--no-ext-diff',
        '--no-textconv',
        '--no-color',
        '--text',
        '-U3',
        '--diff-algorithm=myers',
        '--indent-heuristic',
        '--src-prefix=a/',
        '--dst-prefix=b/',
        ...trees,
      ],
      [0],
      { env },
    );
    if (!diff.ok) return diff;
    const hunks = parseFileHunks(diff.value.out.toString('utf8'));
    return hunks === null
      ? fail({ kind: 'git-failed', text: messages.badDiffTree })
      : ok(pairs.map((_, k) => hunks.get(nameOf(k)) ?? []));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const nameOf = (k: number): string => String(k).padStart(7, '0');
