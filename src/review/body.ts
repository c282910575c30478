/**
 * The words of a review: comments, body, job summary, plain text for a dry run. Everything that comes from the pull
 * request goes through report/markdown-escape.ts. Hidden markers stand first, so that no cut can lose them.
 */
import type { Dialect } from '../platform/platform.ts';
import type { Finding } from '../verdict/finding.ts';
import type { MarkdownContext } from '../report/markdown.ts';
import type { PlannedItem, ReviewPlan } from './plan.ts';
import { code, cutMarkdown, inline, suggestion as suggestionBlock } from '../report/markdown-escape.ts';
import { briefMarkdown, findingMarkdown, fixMarkdown, renderMarkdown } from '../report/markdown.ts';
import { baseName } from '../base/kernel-name.ts';
import { groupBy } from '../base/group.ts';
import { isLoud, rememberedIn } from './plan.ts';
import { isOffered } from './fix-sets.ts';
import { marker, mostCharacters } from '../platform/markers.ts';
import { placeWords } from '../report/finding-places.ts';
import { plural } from '../report/wording.ts';
import type { View } from './view.ts';
import { tallyWords } from './unread.ts';
import { usualView, viewMarker } from './view.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export type ReviewWords = Readonly<{
  /** The text of a file of the head. */
  source: MarkdownContext['source'];
  /** The address of a line of the head; null: no links. */
  address: MarkdownContext['address'];
  /** How fixes that do not fit a suggestion reach the author. */
  fixesBy: 'follow-up' | 'diff';
  /** Of the place where it is written. */
  dialect: Dialect;
  /** What the run looks at; not given: everything, in the usual way. */
  view?: View;
  /** The name of the check of such a run; not given: the usual one. */
  checkName?: string;
}>;

export type RenderedComment = Readonly<{
  fingerprints: readonly string[];
  path: string;
  startLine: number | null;
  line: number;
  body: string;
}>;
/** One a file: all that is to be said of it. */
type RenderedFileComment = Readonly<{ fingerprints: readonly string[]; path: string; body: string }>;
export type RenderedReview = Readonly<{
  head: string;
  body: string;
  comments: readonly RenderedComment[];
  fileComments: readonly RenderedFileComment[];
}>;

/** The review to post; null when there is nothing to say loudly. */
export function renderReview(plan: ReviewPlan, words: ReviewWords): RenderedReview | null {
  const loud = plan.items.filter(isLoud);
  if (loud.length === 0) return null;
  const comments = [...groupBy(loud, inlineKey)].flatMap(([, items]) => lineComment(items, words));
  const fileComments = [...new Set(loud.flatMap((item) => (item.place.kind === 'file' ? [item.place.path] : [])))].map(
    (path) => {
      const items = loud.filter((item) => item.place.kind === 'file' && item.place.path === path);
      return { fingerprints: fingerprints(items), path, body: commentBody(items, words) };
    },
  );
  return { head: plan.head, body: reviewBody(plan, words), comments, fileComments };
}

/** Findings that rest on the same changed lines are told in one comment. */
const inlineKey = (item: PlannedItem): unknown =>
  item.place.kind === 'inline' && item.place.ofCauses !== undefined
    ? `${item.place.lines.start}+${item.place.lines.count} ${item.place.path}`
    : item;

function lineComment(items: readonly [PlannedItem, ...PlannedItem[]], words: ReviewWords): readonly RenderedComment[] {
  const [{ place }] = items;
  if (place.kind !== 'inline') return [];
  const {
    path,
    lines: { start, count },
  } = place;
  return [
    {
      fingerprints: fingerprints(items),
      path,
      startLine: count > 1 ? start : null,
      line: start + count - 1,
      body: commentBody(items, words),
    },
  ];
}

function commentBody(items: readonly PlannedItem[], words: ReviewWords): string {
  const text = [
    marker('finding', ...fingerprints(items)),
    marker('kernels', ...kernelsOf(items)),
    ...movedMarker(items),
    ...viewMarker(words.view ?? usualView),
    itemsMarkdown(items, words),
  ].join('\n');
  return cutMarkdown(text, mostCharacters, fill(messages.restInSummary, words.dialect));
}

/** Of one comment; the others at its lines are listed, but those whose patch can be applied there. */
const mostInFull = 3;

/** Without markers; not all of them where a comment could not hold them. `where`: in a thread of their own, or not. */
export function itemsMarkdown(
  items: readonly PlannedItem[],
  words: ReviewWords,
  where: 'thread' | 'body' = 'thread',
): string {
  const texts: string[] = [];
  const isOne = fingerprints(items).length === 1;
  const isInFull = (item: PlannedItem, k: number): boolean => k < mostInFull || item.suggestion !== null;
  const inFull = items.filter(isInFull);
  for (let [k, length] = [0, 0]; k < inFull.length && length <= mostCharacters; k += 1) {
    texts.push(...inFull.slice(k, k + 1).map((item) => itemMarkdown(item, words, where, isOne)));
    length += texts.at(-1)?.length ?? 0;
  }
  const others = items.filter((item, k) => !isInFull(item, k));
  return [
    texts.join('\n\n---\n\n'),
    ...foldedSection(fill(messages.othersHere, { findings: plural(others.length, 'further finding') }), others, words),
  ].join('\n\n');
}

/** `isOne`: nothing else is said there, so that a reply in the thread needs no id. */
function itemMarkdown(item: PlannedItem, words: ReviewWords, where: 'thread' | 'body', isOne: boolean): string {
  const { finding, suggestion, patchIn, assumptions } = item;
  const { dialect } = words;
  const fence =
    suggestion === null || item.place.kind !== 'inline'
      ? null
      : dialect.suggestionFence(suggestion.replacement, suggestion.lines.count);
  const block =
    suggestion === null || fence === null ? null : suggestionBlock(`${suggestion.replacement.join('\n')}\n`, fence);
  const reply = !dialect.hasCommands ? 'none' : where === 'thread' && isOne ? 'thread' : 'anywhere';
  const patchAt = patchIn === null ? null : `at ${placeWords(words.address)(patchIn.span.file, patchIn.span.line)}`;
  const elsewhere =
    isOffered(finding) && block === null && patchIn === null && words.fixesBy === 'follow-up'
      ? [messages.fixElsewhere]
      : [];
  return [
    findingMarkdown(
      finding,
      { source: words.source, address: words.address, patch: 'diff' },
      {
        assumptions,
        block,
        patchAt,
        reply,
        ...(where === 'thread' && item.place.kind === 'inline' && item.place.ofCauses !== undefined
          ? { ofCauses: item.place.ofCauses }
          : {}),
      },
    ),
    ...instancesLine(item),
    ...elsewhere,
    ...earlierLine(item),
  ].join('\n\n');
}

/** For lists: what happens and where. The job summary has the rest. */
const briefItem = (item: PlannedItem, words: ReviewWords): string =>
  [
    briefMarkdown(item.finding, { source: words.source, address: words.address, patch: 'none' }),
    ...instancesLine(item),
  ].join('\n\n');

/** The first in full, as many as fit; of the others what happens and where. */
function inFullWhileTheyFit(items: readonly PlannedItem[], words: ReviewWords, room: number): readonly string[] {
  const briefs = items.map((item) => briefItem(item, words));
  let left = room - briefs.reduce((sum, text) => sum + text.length + 4, 0);
  return items.map((item, k) => {
    const brief = briefs[k] ?? '';
    if (left <= 0) return brief;
    const full = itemMarkdown(item, words, 'body', false);
    if (full.length - brief.length > left) return brief;
    left -= full.length - brief.length;
    return full;
  });
}

function reviewBody(plan: ReviewPlan, words: ReviewWords): string {
  const loud = plan.items.filter(isLoud);
  const inBody = loud.filter((item) => item.place.kind === 'body');
  const folded = plan.items.filter((item) => item.place.kind === 'folded');
  const markers = [
    [
      marker('review', plan.head),
      marker('findings', ...fingerprints(loud)),
      marker('kernels', ...kernelsOf(loud)),
      marker('here', ...fingerprints(inBody)),
      marker('folded', ...fingerprints(folded).slice(0, mostFolded)),
      ...movedMarker(loud),
      ...viewMarker(words.view ?? usualView),
    ].join('\n'),
    ...headlines(
      loud.map((item) => item.finding),
      words,
    ),
    ...leftOutLine(
      plan.items.filter((item) => item.place.kind === 'left-out'),
      words,
    ),
  ];
  const below = [
    ...foldedSection(
      fill(messages.lesserOnes, {
        findings: plural(folded.filter((item) => item.state === 'new').length, 'further finding'),
      }),
      folded.filter((item) => item.state === 'new'),
      words,
    ),
    ...foldedSection(
      fill(messages.oldOnes, { findings: plural(folded.filter((item) => item.state === 'old').length, 'finding') }),
      folded.filter((item) => item.state === 'old'),
      words,
    ),
    ...fixedLine(plan.fixed, words),
    ...noteSection(plan.notes),
  ];
  const room = mostCharacters - [...markers, ...below].join('\n\n').length - 1000;
  const text = [...markers, ...inFullWhileTheyFit(inBody, words, room), ...below].join('\n\n');
  return cutMarkdown(text, mostCharacters, fill(messages.restOfReview, words.dialect));
}

const fingerprints = (items: readonly PlannedItem[]): readonly string[] =>
  items.flatMap(rememberedIn).map((finding) => finding.fingerprint);
const kernelsOf = (items: readonly PlannedItem[]): readonly string[] =>
  items.flatMap(rememberedIn).map((finding) => finding.kernel);

function instancesLine(item: PlannedItem): readonly string[] {
  const names = [...new Set(item.also.map((finding) => finding.kernel))].filter((name) => name !== item.finding.kernel);
  if (names.length === 0) return [];
  return [
    fill(messages.sameIn, {
      places: names
        .slice(0, 5)
        .map((name) => code(name))
        .join(', '),
      more: names.length > 5 ? fill(messages.moreInstances, { count: names.length - 5 }) : '',
    }),
  ];
}

const movedMarker = (items: readonly PlannedItem[]): readonly string[] => {
  const orders = [...new Set(items.flatMap(({ earlier = [] }) => earlier.map(({ order }) => `${order}`)))];
  return orders.length === 0 ? [] : [marker('moved', ...orders)];
};

/** What people answered stays where it is. */
const earlierLine = ({ earlier: [first] = [] }: PlannedItem): readonly string[] =>
  first === undefined ? [] : [fill(messages.saidBefore, { url: first.url })];

/** What counts, and what the pull request says does not. */
function headlines(findings: readonly Finding[], words: ReviewWords): readonly string[] {
  const counted = findings.filter((finding) => finding.suppressed === undefined);
  const silenced = findings.filter((finding) => finding.suppressed !== undefined);
  return [
    ...(counted.length === 0 ? [] : [headline(counted)]),
    ...(silenced.length === 0
      ? []
      : [
          fill(messages.suppressesHere, {
            request: words.dialect.request,
            findings: plural(silenced.length, 'finding'),
            list: silenced
              .slice(0, 10)
              .map((finding) => `${inline(finding.code)} in ${code(finding.kernel)}`)
              .join(', '),
            more: silenced.length > 10 ? ', …' : '',
          }),
        ]),
  ];
}

function headline(findings: readonly Finding[]): string {
  const kernels = [...new Set(findings.map((finding) => baseName(finding.kernel)))];
  const named = kernels
    .slice(0, 5)
    .map((kernel) => code(kernel))
    .join(', ');
  return fill(messages.found, {
    bugs: plural(findings.length, 'new synchronization bug'),
    named,
    more: kernels.length > 5 ? fill(messages.moreKernels, { count: kernels.length - 5 }) : '',
  });
}

function leftOutLine(items: readonly PlannedItem[], words: ReviewWords): readonly string[] {
  return items.length === 0
    ? []
    : [
        fill(messages.notShown, {
          elsewhere: words.dialect.elsewhere,
          findings: plural(items.length, 'further new finding'),
          are: items.length === 1 ? 'is' : 'are',
          them: items.length === 1 ? 'it' : 'them',
        }),
      ];
}

/** Of each kind, listed; and remembered as folded. */
const foldedShown = 100;
const mostFolded = 400;

/** Characters that patches of folded findings may take together. */
const foldedPatches = 12_000;

/** What happens and where, and the patch of what is confirmed while there is room. */
function foldedItems(items: readonly PlannedItem[], words: ReviewWords): readonly string[] {
  let left = foldedPatches;
  return items.slice(0, foldedShown).map((item) => {
    const { fix, status } = item.finding;
    const patch =
      fix === null || status !== 'confirmed' || item.state === 'old'
        ? ''
        : fixMarkdown(fix, { source: words.source, address: words.address, patch: 'diff' });
    if (patch === '' || patch.length > left) return briefItem(item, words);
    left -= patch.length;
    return `${briefItem(item, words)}\n\n${patch}`;
  });
}

function foldedSection(title: string, items: readonly PlannedItem[], words: ReviewWords): readonly string[] {
  if (items.length === 0) return [];
  return [
    `<details><summary>${title}</summary>\n\n${foldedItems(items, words).join('\n\n---\n\n')}${items.length > foldedShown ? `\n\nand ${items.length - foldedShown} more` : ''}\n\n</details>`,
  ];
}

function fixedLine(fixed: readonly Finding[], words: ReviewWords): readonly string[] {
  if (fixed.length === 0) return [];
  return [
    fill(messages.removes, {
      request: words.dialect.request,
      findings: plural(fixed.length, 'finding'),
      names: fixed
        .slice(0, 10)
        .map((finding) => `${inline(finding.code)} in ${code(finding.kernel)}`)
        .join(', '),
    }),
  ];
}

const notesShown = 20;

function noteSection(notes: readonly string[]): readonly string[] {
  if (notes.length === 0) return [];
  const shown = notes
    .slice(0, notesShown)
    .map((note) => `- ${inline(note)}`)
    .join('\n');
  return [
    fill(messages.notesOnLeftOut, {
      notes: plural(notes.length, 'note'),
      list: `${shown}${notes.length > notesShown ? `\n- and ${notes.length - notesShown} more` : ''}`,
    }),
  ];
}

/** The job summary: everything, also when the review is silent. */
export function summaryMarkdown(plan: ReviewPlan, words: ReviewWords): string {
  const count = (state: PlannedItem['state']): number => plan.items.filter((item) => item.state === state).length;
  const states = plan.items.map(
    (item) =>
      `- ${item.state}: ${inline(item.finding.code)} in ${code(item.finding.kernel)}, ${code(`${item.finding.span.file}:${item.finding.span.line}`)}, ${item.finding.status}`,
  );
  return (
    [
      renderMarkdown(plan.report, { source: words.source, address: words.address, patch: 'diff' }).trimEnd(),
      fill(messages.thisPull, {
        added: count('new'),
        old: count('old'),
        removed: plan.fixed.length,
        failing: plural(plan.failing.length, 'finding'),
      }),
      `${inline(tallyWords(plan.tally))}.`,
      ...(states.length === 0 ? [] : [states.join('\n')]),
      ...fixedLine(plan.fixed, words),
      ...noteSection(plan.notes),
    ].join('\n\n') + '\n'
  );
}
