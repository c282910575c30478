/** What code scanning has of an earlier run: the results of the file that was uploaded last. */
import type { Client, Repo } from './octokit.ts';
import type { GithubProblem } from './problem.ts';
import type { Result } from '../base/result.ts';
import { attempt } from '../base/attempt.ts';
import { fieldOf, listOf, wordOf } from './fields.ts';
import { ok } from '../base/result.ts';

/**
 * As far as an alert is known by it: tool, rule, file and fingerprint; and what it shows. Not believed: whoever may
 * upload can have written it.
 */
export type ScannedResult = Readonly<{
  code: string;
  level: string;
  message: string;
  kernel: string;
  file: string;
  line: number;
  fingerprint: string;
}>;

/**
 * `ref`: as uploads name it, `refs/pull/12/merge` or `refs/heads/main`. Empty where nothing of the tool was uploaded
 * for it.
 */
export async function lastScanned(
  client: Client,
  repo: Repo,
  ref: string,
  tool: string,
): Promise<Result<readonly ScannedResult[], GithubProblem>> {
  const list = await client.rest((api) =>
    api.codeScanning.listRecentAnalyses({ ...repo, ref, tool_name: tool, per_page: 1 }),
  );
  if (!list.ok) return list;
  const [last] = list.value;
  if (last === undefined) return ok([]);
  const file = await client.rest<unknown>((api) =>
    api.codeScanning.getAnalysis({ ...repo, analysis_id: last.id, headers: { accept: 'application/sarif+json' } }),
  );
  return file.ok ? ok(resultsIn(file.value)) : file;
}

/** Of a SARIF file, however its type made the library read it. */
function resultsIn(answer: unknown): readonly ScannedResult[] {
  const text = answer instanceof ArrayBuffer ? Buffer.from(answer).toString('utf8') : answer;
  const log: unknown = typeof text === 'string' ? attempt((): unknown => JSON.parse(text)) : text;
  return listOf(log, 'runs')
    .flatMap((run) => listOf(run, 'results'))
    .flatMap((result) => {
      const [place] = listOf(result, 'locations');
      const [kernel] = listOf(place, 'logicalLocations');
      const file =
        attempt(() => decodeURIComponent(wordOf(place, 'physicalLocation', 'artifactLocation', 'uri'))) ?? '';
      const line: unknown = fieldOf(place, 'physicalLocation', 'region', 'startLine');
      const one = {
        code: wordOf(result, 'ruleId'),
        level: wordOf(result, 'level'),
        message: wordOf(result, 'message', 'text'),
        kernel: wordOf(kernel, 'name'),
        file,
        fingerprint: wordOf(result, 'partialFingerprints', 'primaryLocationLineHash'),
      };
      return typeof line === 'number' &&
        Number.isSafeInteger(line) &&
        line > 0 &&
        Object.values(one).every((word) => word !== '')
        ? [{ ...one, line }]
        : [];
    });
}
