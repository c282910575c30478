/**
 * What earlier runs said of a pull request, held against what the head has now. Read from our own texts, nowhere else.
 *
 * One text answers to one finding: of two kernels that read alike in two files each has its comment, and when one of
 * them is mended it is that one's comment that is settled. The comment in the finding's own file comes first; where the
 * file was renamed, any comment of that fingerprint does.
 */
import type { Conversation } from '../platform/conversation.ts';
import type { Finding } from '../verdict/finding.ts';
import { markersIn, plainKey } from '../platform/markers.ts';
import type { View } from './view.ts';
import { repositoryPath } from './positions.ts';
import { viewIn } from './view.ts';

/** One finding that a text of ours is about: its fingerprint and its kernel, as markers write them. */
export type Entry = Readonly<{ key: string; kernel: string | null }>;
/**
 * `entries`: what the text itself says; `all`: of a review, what its comments say too. `gone`: fingerprints that it
 * calls gone.
 */
export type Saying = Readonly<{
  id: string;
  path: string | null;
  /** Of a review: the commit that it is about. */ head: string | null;
  entries: readonly Entry[];
  all: readonly Entry[];
  gone: readonly string[];
  view: View;
}>;

export type Said = Readonly<{
  /** Ids of comments and reviews that say what an earlier one says: of two runs at once. */
  copies: ReadonlySet<string>;
  /** Comments that are said again at a new place, by their ids: the address of the new one. */
  moved: ReadonlyMap<string, string>;
  /** By the id of the comment or review. */
  sayings: ReadonlyMap<string, Saying>;
  /** Findings of the head that were said loudly. */
  known: ReadonlySet<Finding>;
  /** The finding of the head that an entry of a saying is about. */
  standing: (entry: Entry) => Finding | null;
  /** Fingerprints that stand folded in the body of a review. */
  folded: ReadonlySet<string>;
}>;

type Slot = Readonly<{ saying: string; path: string | null; entry: Entry }>;

/** `placed`: the file at which a finding is said, which need not be its own. */
export function whatWasSaid(
  conversation: Conversation,
  findings: readonly Finding[],
  placed: (finding: Finding) => string | null = () => null,
): Said {
  const reviews = conversation.reviews.map((review) => sayingOf(review.id, null, review.body));
  const threads = conversation.threads.map((thread) => sayingOf(thread.comment.id, thread.path, thread.comment.body));
  const moved = movedIn(conversation);
  const copies = copiesIn(
    conversation,
    [...threads, ...reviews].filter(({ id }) => !moved.has(id)),
  );
  const isFirst = ({ id }: Saying): boolean => !copies.has(id) && !moved.has(id);
  const slotsOf = (saying: Saying): readonly Slot[] =>
    saying.entries.map((entry) => ({ saying: saying.id, path: saying.path, entry }));
  const slots = [...threads, ...reviews].filter(isFirst).flatMap(slotsOf);
  const before = threads.filter(({ id }) => moved.has(id)).flatMap(slotsOf);
  const matched = matching(findings, placed, [...slots, ...remembered(reviews.filter(isFirst), [...slots, ...before])]);
  const standing = new Map([...matched].map(([finding, slot]) => [slot.entry, finding]));
  return {
    copies,
    moved,
    sayings: new Map([...reviews, ...threads].map((saying) => [saying.id, saying])),
    known: new Set(matched.keys()),
    standing: (entry) => standing.get(entry) ?? null,
    folded: new Set(conversation.reviews.flatMap((review) => markersIn(review.body, 'folded'))),
  };
}

/** What is moved is named by the comment that says it again, and by its review, in case that one is deleted. */
function movedIn({ reviews, threads }: Conversation): ReadonlyMap<string, string> {
  const texts = [...reviews, ...threads.map(({ comment }) => comment)];
  const urls = new Map(
    texts.flatMap(({ body, url }) => markersIn(body, 'moved').map((order) => [order, url] as const)),
  );
  return new Map(
    threads.flatMap(({ comment }) => {
      const url = urls.get(`${comment.order}`);
      return url === undefined ? [] : [[comment.id, url] as const];
    }),
  );
}

/**
 * Two findings of one kernel never read alike, so a text with the same markers at the same file is the same said again.
 */
function copiesIn({ reviews, threads }: Conversation, sayings: readonly Saying[]): ReadonlySet<string> {
  const orders = new Map([...reviews, ...threads.map(({ comment }) => comment)].map(({ id, order }) => [id, order]));
  const seen = new Set<string>();
  return new Set(
    [...sayings]
      .sort((a, b) => (orders.get(a.id) ?? 0) - (orders.get(b.id) ?? 0))
      .flatMap(({ id, path, head, all }) => {
        const key = JSON.stringify([path, head, all]);
        if (all.length > 0 && seen.has(key)) return [id];
        seen.add(key);
        return [];
      }),
  );
}

function sayingOf(id: string, path: string | null, body: string): Saying {
  const kernels = markersIn(body, 'kernels');
  const keys = path === null ? markersIn(body, 'findings') : markersIn(body, 'finding');
  const all = keys.map((key, k): Entry => ({ key, kernel: kernels[k] ?? null }));
  const here = markersIn(body, 'here').map((key): Entry => ({
    key,
    kernel: all.find((one) => one.key === key)?.kernel ?? null,
  }));
  const [, ...gone] = markersIn(body, 'settled');
  return {
    id,
    path,
    head: markersIn(body, 'review')[0] ?? null,
    all,
    entries: path === null ? here : all,
    gone,
    view: viewIn(body),
  };
}

/** A comment that somebody deleted is still remembered by its review, and not written again. */
function remembered(reviews: readonly Saying[], slots: readonly Slot[]): readonly Slot[] {
  const left = new Map<string, number>();
  for (const { entry } of slots) left.set(entry.key, (left.get(entry.key) ?? 0) + 1);
  return reviews.flatMap(({ id, all }) =>
    all.flatMap((entry): readonly Slot[] => {
      const there = left.get(entry.key) ?? 0;
      if (there === 0) return [{ saying: id, path: null, entry: { ...entry } }];
      left.set(entry.key, there - 1);
      return [];
    }),
  );
}

function matching(
  findings: readonly Finding[],
  placed: (finding: Finding) => string | null,
  slots: readonly Slot[],
): ReadonlyMap<Finding, Slot> {
  const free = new Map<string, Slot[]>();
  for (const slot of slots) free.set(slot.entry.key, [...(free.get(slot.entry.key) ?? []), slot]);
  const matched = new Map<Finding, Slot>();
  const take = (finding: Finding, fits: (slot: Slot) => boolean): void => {
    const all = free.get(plainKey(finding.fingerprint)) ?? [];
    const at = matched.has(finding) ? -1 : all.findIndex(fits);
    const [slot] = at < 0 ? [] : all.splice(at, 1);
    if (slot !== undefined) matched.set(finding, slot);
  };
  for (const finding of findings) {
    const paths = new Set(
      [finding.span, ...finding.pairs.flatMap(({ first, second }) => [first, second])].map((span) =>
        repositoryPath(span.file),
      ),
    );
    take(finding, ({ path }) => path !== null && paths.has(path));
  }
  for (const finding of findings) take(finding, ({ path }) => path !== null && path === placed(finding));
  for (const finding of findings) take(finding, () => true);
  return matched;
}
