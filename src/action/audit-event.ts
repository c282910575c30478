/** The events of an audit: what brings no text of a stranger, and names a commit to look at. */
import type { Repository } from './payload.ts';
import type { Result } from '../base/result.ts';
import type { Checkout } from './event.ts';
import type { RunEvent } from './runner.ts';
import { fail, ok } from '../base/result.ts';
import { isCommit, repositoryOf, text } from './payload.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** `branch`: null where the ref is none, such as a tag; nothing is then written at GitHub. */
export type AuditTarget = Readonly<{ repository: Repository; head: string; branch: string | null }>;

const events = ['push', 'schedule', 'workflow_dispatch'];

/** The problem is one line for the user. */
export function readAuditEvent({ name, payload }: RunEvent, checkout: Checkout): Result<AuditTarget, string> {
  if (!events.includes(name))
    return fail(fill(messages.auditEvents, { events: events.join(', '), event: JSON.stringify(name) }));
  const repository = repositoryOf(text(payload, 'repository', 'full_name') ?? checkout.repository ?? null);
  if (repository === null) return fail(fill(messages.noRepositoryInEvent, { event: name }));
  if (!isCommit(checkout.commit))
    return fail(fill(messages.notInActions, { variable: 'GITHUB_SHA', command: 'audit' }));
  const ref = checkout.ref === '' ? (text(payload, 'ref') ?? '') : checkout.ref;
  return ok({ repository, head: checkout.commit, branch: /^refs\/heads\/(.+)$/.exec(ref)?.[1] ?? null });
}
