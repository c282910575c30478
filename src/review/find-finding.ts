/** The finding that a person names in a command: by its id of this run, its code, or the beginning of its fingerprint. */
import type { PlannedItem, ReviewPlan } from './plan.ts';
import type { Result } from '../base/result.ts';
import { fail, ok } from '../base/result.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

const fewestDigits = 4;

/** The problem is one sentence; it holds of the id only letters and digits. */
export function findFinding(plan: ReviewPlan, id: string): Result<PlannedItem, string> {
  const found = plan.items.filter((item) => [item.finding, ...item.also].some((finding) => isNamed(finding, id)));
  const [first, ...more] = found;
  if (first === undefined) return fail(fill(messages.noFinding, { id, known: plan.items.length === 0 ? messages.noneAtAll : `; there ${plan.items.length === 1 ? 'is' : 'are'} ${listOf(plan)}` }));
  return more.length === 0 ? ok(first) : fail(fill(messages.ambiguousId, { id, count: found.length, ids: listOf({ ...plan, items: found }) }));
}

/** Whether an id as people write it means the finding. */
export function isNamed(finding: PlannedItem['finding'], id: string): boolean {
  if (/^F\d+$/i.test(id)) return finding.id === id.toUpperCase();
  if (/^SW\d+$/i.test(id)) return finding.code === id.toUpperCase();
  return id.length >= fewestDigits && finding.fingerprint.startsWith(id.toLowerCase());
}

const most = 20;
function listOf(plan: Pick<ReviewPlan, 'items'>): string {
  const shown = plan.items.slice(0, most).map(({ finding }) => `\`${finding.fingerprint}\` (${finding.code} in \`${finding.kernel}\`)`);
  return `${shown.join(', ')}${plan.items.length > most ? `, and ${plan.items.length - most} more` : ''}`;
}
