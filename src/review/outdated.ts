/**
 * Comments of ours at lines that are changed since. GitHub folds them and takes no suggestion of theirs, so what still
 * holds is said again where it is now, and the old comment is named in the new one (`moved`): by that the next run
 * knows both. A thread that a person resolved or hid is left alone, and so is what no line of the diff shows now. Pure.
 */
import type { Conversation, OwnThread } from '../platform/conversation.ts';
import type { Earlier, PlannedItem, ReviewPlan } from './plan.ts';
import type { Finding } from '../verdict/finding.ts';
import type { Said } from './said.ts';
import { isLoud } from './plan.ts';

type Outdated = Readonly<{
  plan: ReviewPlan;
  /** What was said, without what is to be said again. */ known: ReadonlySet<Finding>;
}>;

export function outdatedIn(conversation: Conversation, said: Said, plan: ReviewPlan): Outdated {
  const again = new Map<PlannedItem, Earlier[]>();
  for (const thread of conversation.threads) {
    const items = isOpen(thread, said) ? itemsOf(thread, said, plan) : [];
    if (!items.every((item) => item.place.kind === 'inline')) continue;
    for (const item of items)
      again.set(item, [...(again.get(item) ?? []), { order: thread.comment.order, url: thread.comment.url }]);
  }
  const saidAgain = new Set([...again.keys()].flatMap((item) => [item.finding, ...item.also]));
  return {
    plan: { ...plan, items: plan.items.map((item) => ({ ...item, earlier: again.get(item) ?? [] })) },
    known: new Set([...said.known].filter((finding) => !saidAgain.has(finding))),
  };
}

/** A thread that we settled ourselves is open again with its finding. */
function isOpen({ isOutdated, isResolved, comment }: OwnThread, { sayings, moved, copies }: Said): boolean {
  const saying = sayings.get(comment.id);
  if (!isOutdated || saying === undefined || moved.has(comment.id) || copies.has(comment.id)) return false;
  const isSettled = saying.entries.length > 0 && saying.gone.length === saying.entries.length;
  return isSettled || (!isResolved && !comment.isMinimized);
}

function itemsOf({ comment }: OwnThread, { sayings, standing }: Said, plan: ReviewPlan): readonly PlannedItem[] {
  const findings = (sayings.get(comment.id)?.entries ?? []).map(standing);
  return plan.items.filter(
    (item) => isLoud(item) && [item.finding, ...item.also].some((finding) => findings.includes(finding)),
  );
}
