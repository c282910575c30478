/** A check run of our own on the head commit, with annotations in pages of 50 (GitHub's limit for one request). */
import type { Check, CheckAnnotation } from '../platform/check.ts';
import type { Client, Repo } from './octokit.ts';
import type { GithubProblem } from './problem.ts';
import type { Result } from '../base/result.ts';
import { ok } from '../base/result.ts';
import { cutTo } from '../base/cut.ts';
import { getPull } from './pulls.ts';
import { isSameLogin, ownLogin } from './reviews.ts';
import { persist } from '../platform/persist.ts';

const perRequest = 50;
const mostSummary = 65_535;
/** GitHub takes 64 KB; a character has up to three bytes. */
const mostMessage = 20_000;

/**
 * `unchanged`: the same check run is there already; `updated`: one that was cut off is finished. An update appends its
 * annotations, so other results on the same commit are a new run, which GitHub then shows instead.
 */
export async function reportCheck(
  client: Client,
  repo: Repo,
  check: Check,
): Promise<Result<'created' | 'updated' | 'unchanged', GithubProblem>> {
  const existing = await ownRuns(client, repo, check);
  if (!existing.ok) return existing;
  const runs = existing.value;
  if (runs.some((run) => run.name === check.externalId)) return ok('unchanged');
  const partly = runs.find((run) => run.name.startsWith(`${check.externalId}:part-`));
  const pages = pagesOf(check.annotations);
  let id = partly?.id ?? null;
  const first = partly === undefined ? 0 : Number(partly.name.slice(partly.name.lastIndexOf('-') + 1)) + 1;
  for (const [k, page] of pages.entries()) {
    if (k < first) continue;
    // Only the last page makes the run complete; the others say how far it came.
    const written = await write(
      client,
      repo,
      { ...check, externalId: k === pages.length - 1 ? check.externalId : `${check.externalId}:part-${k}` },
      id,
      page,
    );
    if (!written.ok) return written;
    id = written.value;
  }
  return ok(partly === undefined ? 'created' : 'updated');
}

/** A check of one pull request: others may have its commit as their head. */
export const ofPull = (check: Check, number: number): Check => ({
  ...check,
  externalId: check.externalId.replace(/^syncwright:/, `syncwright:${number}:`),
});

/**
 * Another open pull request with the same head, whose check fails there; null: none. A check run belongs to the commit,
 * so one that passes here would let that one pass.
 */
export async function failingAt(
  client: Client,
  repo: Repo,
  { head, name }: Pick<Check, 'head' | 'name'>,
  number: number,
): Promise<Result<number | null, GithubProblem>> {
  const list = await client.rest((api) =>
    api.checks.listForRef({ ...repo, ref: head, check_name: name, per_page: 100 }),
  );
  if (!list.ok) return list;
  const numberOf = (run: Readonly<{ external_id: string | null }>): number =>
    Number(/^syncwright:(\d{1,9}):/.exec(run.external_id ?? '')?.[1] ?? number);
  const failing = list.value.check_runs.filter((run) => run.conclusion === 'failure' && numberOf(run) !== number);
  if (failing.length === 0) return ok(null);
  const login = await ownLogin(client);
  if (!login.ok) return login;
  for (const other of new Set(failing.filter((run) => isSameLogin(run.app?.slug ?? '', login.value)).map(numberOf))) {
    const pull = await getPull(client, repo, other);
    if (!pull.ok && pull.problem.kind !== 'missing') return pull;
    if (pull.ok && pull.value.state === 'open' && pull.value.head.sha === head) return ok(other);
  }
  return ok(null);
}

async function write(
  client: Client,
  repo: Repo,
  check: Check,
  id: number | null,
  page: readonly CheckAnnotation[],
): Promise<Result<number, GithubProblem>> {
  const body = {
    ...repo,
    name: check.name,
    external_id: check.externalId,
    status: 'completed' as const,
    conclusion: check.conclusion,
    output: {
      title: cutTo(check.title, 255),
      summary: cutTo(check.summary, mostSummary),
      annotations: page.map((one) => ({
        path: one.path,
        start_line: one.startLine,
        end_line: one.endLine,
        annotation_level: one.level,
        title: cutTo(one.title, 255),
        message: cutTo(one.message, mostMessage),
      })),
    },
  };
  const send = async (): Promise<Result<number, GithubProblem>> => {
    const answer = await client.rest((api) =>
      id === null
        ? api.checks.create({ ...body, head_sha: check.head })
        : api.checks.update({ ...body, check_run_id: id }),
    );
    return answer.ok ? ok(answer.value.id) : answer;
  };
  return persist(client, send, async () => {
    const runs = await ownRuns(client, repo, check);
    return runs.ok ? ok(runs.value.find((run) => run.name === check.externalId)?.id ?? null) : runs;
  });
}

type OwnRun = Readonly<{ id: number; /** Its external id. */ name: string }>;

/**
 * The check runs on the commit that have this name and this or, in parts, the same result. Another app can write both:
 * it counts what the app of our own login wrote, which is asked for only where there is one to tell.
 */
async function ownRuns(
  client: Client,
  repo: Repo,
  { head, name, externalId }: Check,
): Promise<Result<readonly OwnRun[], GithubProblem>> {
  const list = await client.rest((api) =>
    api.checks.listForRef({ ...repo, ref: head, check_name: name, per_page: 100 }),
  );
  if (!list.ok) return list;
  const result = externalId.replace(/:part-\d+$/, '');
  const alike = list.value.check_runs.filter(
    (run) => run.external_id === result || (run.external_id ?? '').startsWith(`${result}:part-`),
  );
  if (alike.length === 0) return ok([]);
  const login = await ownLogin(client);
  return login.ok
    ? ok(
        alike
          .filter((run) => isSameLogin(run.app?.slug ?? '', login.value))
          .map((run) => ({ id: run.id, name: run.external_id ?? '' })),
      )
    : login;
}

function pagesOf(annotations: readonly CheckAnnotation[]): readonly (readonly CheckAnnotation[])[] {
  return Array.from({ length: Math.max(1, Math.ceil(annotations.length / perRequest)) }, (_, k) =>
    annotations.slice(k * perRequest, (k + 1) * perRequest),
  );
}
