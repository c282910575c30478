/**
 * The finding that a person names in a command: by its id of this run, its code, or the beginning of its fingerprint.
 */
import type { PlannedItem, ReviewPlan } from './plan.ts';
import type { Result } from '../base/result.ts';
import type { Suppression } from '../verdict/finding.ts';
import { fail, ok } from '../base/result.ts';
import { fill } from '../base/message.ts';
import { findingsOf } from '../report/wording.ts';
import { messages } from './wording.ts';

const fewestDigits = 4;

/** The problem is one sentence, with code in backticks; of the id it holds only letters and digits. */
export function findFinding(plan: ReviewPlan, id: string): Result<PlannedItem, string> {
  const found = plan.items.filter((item) => [item.finding, ...item.also].some((finding) => isNamed(finding, id)));
  const [first, ...more] = found;
  const silenced =
    first === undefined
      ? findingsOf(plan.report).find((finding) => isNamed(finding, id) && finding.suppressed !== undefined)
      : undefined;
  if (silenced?.suppressed !== undefined)
    return fail(fill(messages.ignoredAlready, { id, by: suppressionWords(silenced.suppressed) }));
  if (first === undefined)
    return fail(
      fill(messages.noFinding, {
        id,
        known:
          plan.items.length === 0
            ? messages.noneAtAll
            : `; there ${plan.items.length === 1 ? 'is' : 'are'} ${listOf(plan)}`,
      }),
    );
  return more.length === 0
    ? ok(first)
    : fail(fill(messages.ambiguousId, { id, count: found.length, ids: listOf({ ...plan, items: found }) }));
}

const suppressionWords = ({ by, reason, author }: Suppression): string =>
  fill(
    messages[by === 'reply' ? 'ignoredByCommand' : by === 'comment' ? 'ignoredByComment' : 'ignoredByConfiguration'],
    { author: author ?? '', reason },
  );

/** Whether an id as people write it means the finding. */
export function isNamed(finding: PlannedItem['finding'], id: string): boolean {
  if (/^F\d+$/i.test(id)) return finding.id === id.toUpperCase();
  if (/^SW\d+$/i.test(id)) return finding.code === id.toUpperCase();
  return id.length >= fewestDigits && finding.fingerprint.startsWith(id.toLowerCase());
}

const most = 20;
function listOf(plan: Pick<ReviewPlan, 'items'>): string {
  const shown = plan.items
    .slice(0, most)
    .map(({ finding }) => `\`${finding.fingerprint}\` (${finding.code} in \`${finding.kernel}\`)`);
  return `${shown.join(', ')}${plan.items.length > most ? `, and ${plan.items.length - most} more` : ''}`;
}
