/**
 * The event of mode `publish`: an unprivileged run of the analysis has ended. Its workflow file may come from a fork,
 * so of the run only what GitHub itself says is used: which file it ran, for which event, from which repository, branch
 * and commit.
 */
import type { Repository } from './payload.ts';
import type { Result } from '../base/result.ts';
import type { RunEvent } from './runner.ts';
import { at, isCommit, repositoryOf, text } from './payload.ts';
import { fail, ok } from '../base/result.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export type AnalysedRun = Readonly<{
  repository: Repository;
  headRepository: Repository;
  branch: string;
  head: string;
}>;
type ReadRun = Readonly<{ kind: 'run'; run: AnalysedRun }> | Readonly<{ kind: 'ignored'; why: string }>;

/** Runs with these conclusions can have left an analysis; the gate fails a run. */
const usable: readonly string[] = ['success', 'failure'];

/** `workflow`: the one file whose runs count, `.github/workflows/NAME.yml`. Problems and reasons are one line. */
export function readWorkflowRun({ name, payload }: RunEvent, workflow: string): Result<ReadRun, string> {
  if (name !== 'workflow_run') return fail(fill(messages.publishEvent, { event: JSON.stringify(name) }));
  const repository = repositoryOf(text(payload, 'repository', 'full_name'));
  if (repository === null) return fail(fill(messages.noRepositoryInEvent, { event: name }));
  const run = at(payload, 'workflow_run');
  const [head, branch] = [text(run, 'head_sha'), text(run, 'head_branch')];
  if (!isCommit(head)) return fail(fill(messages.noRunCommit, { event: name }));
  if (text(run, 'repository', 'full_name') !== text(payload, 'repository', 'full_name'))
    return fail(fill(messages.otherRepositoryRun, { event: name }));
  const why = reasonToIgnore(run, workflow);
  if (why !== null) return ok({ kind: 'ignored', why });
  const headRepository = repositoryOf(text(run, 'head_repository', 'full_name'));
  if (headRepository === null || branch === null || branch === '')
    return ok({ kind: 'ignored', why: messages.runBranchGone });
  return ok({ kind: 'run', run: { repository, headRepository, branch, head } });
}

function reasonToIgnore(run: unknown, workflow: string): string | null {
  // GitHub writes the ref after the path where a workflow is shared: `.github/workflows/a.yml@refs/heads/main`.
  const path = (text(run, 'path') ?? '').replace(/@.*$/s, '');
  const [event, conclusion] = [text(run, 'event') ?? '', text(run, 'conclusion') ?? ''];
  if (path !== workflow) return fill(messages.otherWorkflow, { path: JSON.stringify(path), workflow });
  if (event !== 'pull_request') return fill(messages.otherTrigger, { event: JSON.stringify(event) });
  return usable.includes(conclusion) ? null : fill(messages.runEnded, { conclusion: JSON.stringify(conclusion) });
}
