/**
 * A review plan from an analysis file that nobody vouches for. Needs: the file as read, and the pull request as GitHub
 * knows it. Gives: a plan in which what can be asked of GitHub is GitHub's: the head, the lines that take comments, and
 * the texts that patches change. A text of the file counts only where its git blob is the one that GitHub lists.
 */
import type { Analysis } from './analysis-read.ts';
import type { ChangedFile } from './changes.ts';
import type { Client, Repo } from '../github/octokit.ts';
import type { Finding, Fix } from '../verdict/finding.ts';
import type { GithubProblem } from '../github/problem.ts';
import type { PullFile } from '../github/pulls.ts';
import type { Result } from '../base/result.ts';
import type { ReviewInput, ReviewSettings } from './plan.ts';
import { blobOf, fileText } from '../github/contents.ts';
import { listPullFiles } from '../github/pulls.ts';
import { mapFindings } from './analysis-read.ts';
import { ok } from '../base/result.ts';
import { parseHunks } from './changes.ts';

type KnownPull = Repo & Readonly<{ number: number; base: string; head: string }>;

/** Texts that are asked of GitHub one by one. */
const mostTexts = 10;

export async function inputFromAnalysis(client: Client, pull: KnownPull, analysis: Analysis, settings: ReviewSettings): Promise<Result<ReviewInput, GithubProblem>> {
  const says = analysis.compared.fresh.length > 0 || analysis.compared.old.length > 0;
  const files = says ? await listPullFiles(client, pull) : ok([]);
  if (!files.ok) return files;
  const sources = await sourcesFor(client, pull, analysis, files.value);
  if (!sources.ok) return sources;
  const fitting = mapFindings(analysis, (finding) => withFittingPatches(finding, sources.value));
  return ok({
    base: pull.base, mergeBase: analysis.mergeBase, head: pull.head, changes: files.value.map(changeOf), report: fitting.report, compared: fitting.compared,
    read: (path) => sources.value.get(path) ?? null, isExactText: (path) => sources.value.has(path), notes: analysis.notes, asides: analysis.asides, settings,
  });
}

/** Where GitHub shows no lines, none take a comment. */
function changeOf(file: PullFile): ChangedFile {
  return { status: 'modified', basePath: file.path, headPath: file.path, hunks: file.patch === null ? [] : parseHunks(`${file.patch}\n`) ?? [] };
}

async function sourcesFor(client: Client, pull: KnownPull, analysis: Analysis, files: readonly PullFile[]): Promise<Result<ReadonlyMap<string, string>, GithubProblem>> {
  const blobs = new Map(files.map((file) => [file.path, file.blob]));
  const sources = new Map([...analysis.sources].filter(([path, text]) => blobs.get(path) === blobOf(text)));
  const patched = new Set([...analysis.compared.fresh, ...analysis.compared.old].flatMap((finding) => patchesOf(finding).flatMap((fix) => fix.edits.map((edit) => edit.file))));
  for (const path of [...patched].filter((one) => !sources.has(one)).slice(0, mostTexts)) {
    const text = await fileText(client, { owner: pull.owner, repo: pull.repo }, path, pull.head);
    if (!text.ok && (text.problem.kind === 'unavailable' || text.problem.kind === 'rate-limited')) return text;
    if (text.ok && text.value !== null && !text.value.includes('\uFFFD')) sources.set(path, text.value);
  }
  return ok(sources);
}

const patchesOf = (finding: Finding): readonly Fix[] => [...(finding.fix === null ? [] : [finding.fix]), ...finding.alternatives];

/** A patch of lines that the file does not have is no patch. */
function withFittingPatches(finding: Finding, sources: ReadonlyMap<string, string>): Finding {
  const fits = (fix: Fix): boolean => fix.edits.every((edit) => edit.end <= (sources.get(edit.file)?.length ?? Number.POSITIVE_INFINITY));
  return { ...finding, fix: finding.fix !== null && fits(finding.fix) ? finding.fix : null, alternatives: finding.alternatives.filter(fits) };
}
