/** The events of an audit: what brings no text of a stranger, and names a commit to look at. */
import type { Repository } from './payload.ts';
import type { Result } from '../base/result.ts';
import type { Checkout } from './event.ts';
import type { RunEvent } from './runner.ts';
import { fail, ok } from '../base/result.ts';
import { isCommit, repositoryOf, text } from './payload.ts';

/** `branch`: null where the ref is none, such as a tag; nothing is then written at GitHub. */
export type AuditTarget = Readonly<{ repository: Repository; head: string; branch: string | null }>;

const events = ['push', 'schedule', 'workflow_dispatch'];

/** The problem is one line for the user. */
export function readAuditEvent({ name, payload }: RunEvent, checkout: Checkout): Result<AuditTarget, string> {
  if (!events.includes(name)) return fail(`audits are for the events ${events.join(', ')}, not for ${JSON.stringify(name)}: of a pull request \`mode: review\` looks at what it touches`);
  const repository = repositoryOf(text(payload, 'repository', 'full_name'));
  if (repository === null) return fail(`the ${name} event does not name its repository`);
  if (!isCommit(checkout.commit)) return fail('GITHUB_SHA is not set: this program is started by GitHub Actions; locally use `syncwright audit`');
  const ref = checkout.ref === '' ? text(payload, 'ref') ?? '' : checkout.ref;
  return ok({ repository, head: checkout.commit, branch: /^refs\/heads\/(.+)$/.exec(ref)?.[1] ?? null });
}
