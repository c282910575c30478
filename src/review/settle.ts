/**
 * What becomes of our earlier comments when their findings are gone from the head, or back (GITHUB.md, decision 7).
 * Pure.
 *
 * A comment is settled where its kernel was decided and the finding is not there any more: the thread is resolved where
 * we may, else our comment hidden unless somebody answered it, and in any case it says in which commit that was. The
 * edit comes last and carries the marker by which the next run knows that all is done; so a run that broke off is taken
 * up where it was, and what a person does to a settled thread afterwards stays. A finding that comes back opens its
 * thread again.
 */
import type { Conversation, OwnReview, OwnThread, ThreadWrite } from '../platform/conversation.ts';
import type { Dialect } from '../platform/platform.ts';
import type { Entry, Said, Saying } from './said.ts';
import type { Finding } from '../verdict/finding.ts';
import type { PlannedItem, ReviewPlan } from './plan.ts';
import type { ReviewWords } from './body.ts';
import type { View } from './view.ts';
import { cutMarkdown } from '../report/markdown-escape.ts';
import { isLoud } from './plan.ts';
import { marker, mostCharacters, plainKey, withoutMarkers } from '../platform/markers.ts';
import { fill } from '../base/message.ts';
import { isDecided } from '../verdict/decided.ts';
import { messages } from './wording.ts';
import { usualView } from './view.ts';

export type SettleStep = Readonly<{
  what: 'thread' | 'review';
  /** `copied`: what an earlier one says is not said twice. `moved`: it is said again at a new place. */
  change: 'settled' | 'reopened' | 'partly' | 'copied' | 'moved';
  /** Of each group the first that is not refused. */
  before: readonly (readonly ThreadWrite[])[];
  /** Done last. */
  edit: ThreadWrite;
}>;

/**
 * `proved`: its kernel is race-free; `others`: its kernel has other findings; `silenced`: it is there, and suppressed;
 * `away`: the pull request does not touch its kernel now; `open`: not decided.
 */
type Fate = 'proved' | 'others' | 'silenced' | 'away' | 'open';

/** `render`: findings as the text of a comment, without a suggestion, whose lines may have moved. */
export function planSettling(
  plan: ReviewPlan,
  conversation: Conversation,
  said: Said,
  render: (items: readonly PlannedItem[]) => string,
  { dialect, view = usualView }: Pick<ReviewWords, 'dialect' | 'view'>,
): readonly SettleStep[] {
  const context: Context = {
    plan,
    said,
    loud: new Set(plan.items.filter(isLoud).flatMap((item) => [item.finding, ...item.also])),
    fates: new Map(),
    render,
    dialect,
    view,
  };
  return [
    ...conversation.threads.flatMap((thread) => threadStep(thread, context)),
    ...conversation.reviews.flatMap((review) => reviewStep(review, context)),
  ];
}

type Context = Readonly<{
  plan: ReviewPlan;
  said: Said;
  loud: ReadonlySet<Finding>;
  fates: Map<string, Fate>;
  render: (items: readonly PlannedItem[]) => string;
  dialect: Dialect;
  view: View;
}>;

function threadStep(thread: OwnThread, context: Context): readonly SettleStep[] {
  const saying = context.said.sayings.get(thread.comment.id);
  if (saying === undefined || saying.entries.length === 0) return [];
  if (context.said.copies.has(saying.id))
    return copyStep(
      'thread',
      thread.comment,
      thread.canResolve && !thread.isResolved ? [[{ kind: 'resolve', thread: thread.id }]] : [],
    );
  const moved = context.said.moved.get(saying.id);
  if (moved !== undefined) return movedStep(thread, moved, context.dialect);
  const gone = goneOf(saying, saying.entries, context.said.standing, context);
  if (sameKeys(gone, saying.gone)) return [];
  const [wasAll, isAll] = [saying.gone.length === saying.entries.length, gone.length === saying.entries.length];
  const { id, isMinimized, canMinimize } = thread.comment;
  const close: readonly ThreadWrite[] = thread.isResolved
    ? []
    : [
        ...(thread.canResolve ? [{ kind: 'resolve', thread: thread.id } as const] : []),
        ...(canMinimize && !isMinimized && !thread.hasReply ? [{ kind: 'minimize', subject: id } as const] : []),
      ];
  const open: readonly (readonly ThreadWrite[])[] = [
    thread.isResolved && thread.canUnresolve ? [{ kind: 'unresolve', thread: thread.id }] : [],
    isMinimized && canMinimize ? [{ kind: 'unminimize', subject: id }] : [],
  ];
  const body = editedBody(
    thread.comment.body,
    statusWords(saying, saying.entries, gone, context),
    gone,
    isAll,
    wasAll && !isAll ? renewed(saying, context) : null,
    context,
  );
  return [
    {
      what: 'thread',
      change: isAll ? 'settled' : wasAll ? 'reopened' : 'partly',
      before: isAll ? [close] : wasAll ? open : [],
      edit: { kind: 'edit-comment', id, body },
    },
  ];
}

/** Hidden as a duplicate, and never called fixed: the first one tells what becomes of the finding. */
const copyStep = (
  what: SettleStep['what'],
  { id, isMinimized, canMinimize }: OwnReview,
  before: SettleStep['before'],
): readonly SettleStep[] =>
  isMinimized || !canMinimize
    ? []
    : [{ what, change: 'copied', before, edit: { kind: 'minimize', subject: id, as: 'DUPLICATE' } }];

/** Hidden as outdated, with a link to the new one; what people discuss there stays open. */
function movedStep(
  { id, isResolved, canResolve, hasReply, comment }: OwnThread,
  url: string,
  dialect: Dialect,
): readonly SettleStep[] {
  if (comment.isMinimized || !comment.canMinimize) return [];
  const { head, rest } = withoutMarkers(comment.body);
  const link = fill(messages.saidAgainAt, { url });
  const edit: readonly ThreadWrite[] = rest.startsWith(link)
    ? []
    : [
        {
          kind: 'edit-comment',
          id: comment.id,
          body: cutMarkdown([head, link, rest].join('\n\n'), mostCharacters, fill(messages.restInSummary, dialect)),
        },
      ];
  const close: readonly ThreadWrite[] = canResolve && !isResolved && !hasReply ? [{ kind: 'resolve', thread: id }] : [];
  return [
    {
      what: 'thread',
      change: 'moved',
      before: [edit, close],
      edit: { kind: 'minimize', subject: comment.id, as: 'OUTDATED' },
    },
  ];
}

/**
 * A review says itself what stands in its body; once all that it and its comments say is gone, all of it is told so.
 */
function reviewStep(review: OwnReview, context: Context): readonly SettleStep[] {
  const saying = context.said.sayings.get(review.id);
  if (saying === undefined || saying.all.length === 0) return [];
  if (context.said.copies.has(saying.id)) return copyStep('review', review, []);
  const findings = context.plan.items.flatMap((item) => [item.finding, ...item.also]);
  // What its comments say answers to their findings, not to these; here the fingerprint is enough.
  const everything = goneOf(
    saying,
    saying.all,
    ({ key }) => findings.find((finding) => plainKey(finding.fingerprint) === key) ?? null,
    context,
  );
  const isAll = everything.length === saying.all.length;
  const gone = isAll ? everything : goneOf(saying, saying.entries, context.said.standing, context);
  if (sameKeys(gone, saying.gone)) return [];
  const wasAll = saying.gone.length === saying.all.length;
  // What has threads is hidden with them.
  const isAlone = saying.entries.length === saying.all.length;
  const hide: readonly ThreadWrite[] =
    isAlone && review.canMinimize && !review.isMinimized ? [{ kind: 'minimize', subject: review.id }] : [];
  const show: readonly ThreadWrite[] =
    review.canMinimize && review.isMinimized ? [{ kind: 'unminimize', subject: review.id }] : [];
  const body = editedBody(
    review.body,
    statusWords(saying, isAll ? saying.all : saying.entries, gone, context),
    gone,
    isAll,
    null,
    context,
  );
  return [
    {
      what: 'review',
      change: isAll ? 'settled' : wasAll ? 'reopened' : 'partly',
      before: isAll ? [hide] : wasAll ? [show] : [],
      edit: { kind: 'edit-review', id: review.id, body },
    },
  ];
}

/** What is not decided, or is back without being worth a comment, stays as it was called. */
function goneOf(
  saying: Saying,
  entries: readonly Entry[],
  standing: Said['standing'],
  context: Context,
): readonly string[] {
  return entries
    .filter((entry) => {
      const finding = standing(entry);
      const wasGone = saying.gone.includes(entry.key);
      if (finding !== null) return wasGone && !context.loud.has(finding);
      return fateOf(entry, saying.view, context) === 'open' ? wasGone : true;
    })
    .map(({ key }) => key);
}

function fateOf(entry: Entry, view: View, context: Context): Fate {
  const isThere = context.plan.report.kernels.some(({ findings }) =>
    findings.some((finding) => plainKey(finding.fingerprint) === entry.key && finding.suppressed !== undefined),
  );
  return isThere ? 'silenced' : fateOfKernel(entry, view, context);
}

/** `of`: the run that said it. Of what only that one looks at, nothing is known here. */
function fateOfKernel({ kernel }: Entry, of: View, { plan, fates, view }: Context): Fate {
  if (kernel === null) return 'open';
  const key = `${of.paths} ${of.model} ${kernel}`;
  const known = fates.get(key);
  if (known !== undefined) return known;
  const verdicts = plan.report.kernels.filter((one) => plainKey(one.name) === kernel).map((one) => one.verdict);
  const fate =
    verdicts.length === 0
      ? plan.isComplete && of.paths === view.paths
        ? 'away'
        : 'open'
      : of.model !== view.model
        ? 'open'
        : verdicts.every((verdict) => verdict === 'drf')
          ? 'proved'
          : verdicts.every((verdict) => isDecided({ verdict }))
            ? 'others'
            : 'open';
  fates.set(key, fate);
  return fate;
}

const sameKeys = (a: readonly string[], b: readonly string[]): boolean =>
  [...a].sort().join(' ') === [...b].sort().join(' ');

function statusWords({ view }: Saying, entries: readonly Entry[], gone: readonly string[], context: Context): string {
  const commit = context.plan.head.slice(0, 7);
  if (gone.length === 0) return fill(messages.foundAgain, { commit });
  if (gone.length < entries.length)
    return fill(messages.settledCount, { count: gone.length, count2: entries.length, commit });
  const fates = new Set(entries.map((entry) => fateOf(entry, view, context)));
  const kernels = new Set(entries.map(({ kernel }) => kernel)).size;
  if (fates.has('silenced')) return fill(messages.suppressedAsOf, { commit });
  if (fates.has('away'))
    return fill(messages.goneIn, {
      request: context.dialect.request,
      commit,
      kernels: kernels === 1 ? 'this kernel' : 'these kernels',
      they: kernels === 1 ? 'it is' : 'they are',
    });
  // its statements may only have been rewritten, and race as before
  if (fates.has('others'))
    return fill(messages.goneOthers, { commit, has: kernels === 1 ? 'the kernel has' : 'the kernels have' });
  return fill(messages.fixedProved, { commit, kernels: kernels === 1 ? 'the kernel is' : 'the kernels are' });
}

const foldedStart = messages.whatWasFound;
const foldedEnd = '\n\n</details>';

function editedBody(
  body: string,
  status: string,
  gone: readonly string[],
  isFolded: boolean,
  fresh: string | null,
  { plan, dialect }: Context,
): string {
  const { head, rest } = withoutMarkers(body);
  const markers = head.split(/\r?\n/).filter((line) => !line.startsWith('<!-- syncwright:settled '));
  const isEdited = markers.length < head.split(/\r?\n/).length;
  const old = fresh ?? unfolded(isEdited ? rest.replace(/^[^\n]*\n+/, '') : rest);
  const said = isFolded ? `${foldedStart}${old}${foldedEnd}` : old;
  return cutMarkdown(
    [[...markers, marker('settled', plan.head, ...gone)].join('\n'), status, said].join('\n\n'),
    mostCharacters,
    fill(messages.restInSummary, dialect),
  );
}

const unfolded = (text: string): string =>
  text.startsWith(foldedStart) ? text.slice(foldedStart.length).replace(/\n\n<\/details>$/, '') : text;

/** The text of a comment made anew from what the head has; null where not all of it is back. */
function renewed(saying: Saying, context: Context): string | null {
  const findings = saying.entries.map((entry) => context.said.standing(entry));
  if (!findings.every((finding) => finding !== null && context.loud.has(finding))) return null;
  const items = context.plan.items.filter((item) =>
    [item.finding, ...item.also].some((finding) => findings.includes(finding)),
  );
  return items.length === 0
    ? null
    : context.render(items.map((item) => ({ ...item, place: { kind: 'body' }, suggestion: null })));
}
