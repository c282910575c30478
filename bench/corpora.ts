/**
 * Public code that nobody here wrote, to measure on: read from bare clones in ../.mirror (`OWNER+NAME/repo`, as the
 * evaluation tool has them), or in the folder named on the command line. Its text is written to a temporary folder and
 * kept nowhere.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './table.ts';

/**
 * `blockShare`: of the kernels launched in a file that was read, how many must have a known block; `seconds`: for
 * deciding all of it;
 * `depth`: how deep the folders lie that are a program each.
 */
export type Corpus = Readonly<{
  name: string;
  repository: string;
  wanted: (path: string) => boolean;
  blockShare: number | null;
  seconds: number | null;
  depth: number;
}>;

const isSource = (path: string): boolean =>
  /\.(?:cuh?|h|hpp|hxx|hh|c|cc|cpp|inl|inc)$/.test(path) || /(?:^|\/)(?:Makefile|CMakeLists\.txt)$/.test(path);
export const corpora: readonly Corpus[] = [
  {
    name: 'HeCBench, the `-cuda` folders',
    repository: 'zjin-lcf+HeCBench',
    wanted: (path) => /-cuda\/|\/include\//.test(path) && isSource(path),
    blockShare: 0.8,
    seconds: null,
    depth: 2,
  },
  {
    name: 'cuda-samples',
    repository: 'NVIDIA+cuda-samples',
    wanted: isSource,
    blockShare: null,
    seconds: 300,
    depth: 3,
  },
];

/** The texts of HEAD, without what the clone leaves out. */
function extract(repository: string, wanted: (path: string) => boolean, folder: string): string {
  const git = (words: readonly string[], input?: string): Buffer =>
    execFileSync('git', ['--git-dir', repository, ...words], {
      maxBuffer: 2 ** 31 - 1,
      ...(input === undefined ? {} : { input }),
    });
  const blobs = git(['ls-tree', '-r', 'HEAD'])
    .toString()
    .split('\n')
    .flatMap((line) => {
      const [, id, path] = /^100\d{3} blob (\w+)\t([^"].*)$/.exec(line) ?? [];
      return id === undefined || path === undefined || !wanted(path) ? [] : [{ id, path }];
    });
  const answer = git(['cat-file', '--batch'], blobs.map(({ id }) => `${id}\n`).join(''));
  let at = 0;
  for (const { path } of blobs) {
    const end = answer.indexOf(10, at);
    const size = Number(/ blob (\d+)$/.exec(answer.subarray(at, end).toString())?.[1] ?? Number.NaN);
    at = end + 1;
    if (Number.isNaN(size)) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), answer.subarray(at, at + size));
    at += size + 1;
  }
  return git(['rev-parse', '--short=12', 'HEAD']).toString().trim();
}

/** Where the clones are. */
export const mirror = (): string => process.argv[2] ?? join(root, '../.mirror');

/** `sources`: the texts of `commit`; `folder`: for files of the measurement's own. Both are gone afterwards. */
export type Extracted = Readonly<{ folder: string; sources: string; commit: string }>;

/** What is measured on a corpus; a word where its repository is not in the mirror. */
export async function withCorpus(
  corpus: Corpus,
  clones: string,
  measure: (extracted: Extracted) => Promise<string>,
): Promise<string> {
  const repository = join(clones, corpus.repository, 'repo');
  if (!existsSync(repository)) return `## ${corpus.name}\n\nskipped: ${corpus.repository} is not in the mirror\n`;
  const folder = mkdtempSync(join(tmpdir(), 'syncwright-bench-'));
  try {
    const sources = join(folder, 'corpus');
    return await measure({ folder, sources, commit: extract(repository, corpus.wanted, sources) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
