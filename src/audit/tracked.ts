/**
 * What the tracking issue of an audit lists, and what became of what it listed before: new, still there, gone, or in
 * kernels that were not decided this time. Needs: the judged report, and the issue's text as we wrote it. Pure.
 */
import { posix } from 'node:path';
import type { CommentSet } from '../config/schema.ts';
import type { Group } from '../report/ranked.ts';
import type { Report } from '../verdict/finding.ts';
import { baseName } from '../base/kernel-name.ts';
import { byInstance, ranked } from '../report/ranked.ts';
import { findingsOf } from '../report/wording.ts';
import { hashOf, markersIn, mostCharacters } from '../platform/markers.ts';
import { inCommentSet } from '../config/comment-set.ts';
import { isDecided } from '../verdict/decided.ts';
import { messages } from './wording.ts';
import { isReadAllTheSame } from '../verdict/catalogue.ts';

/** As markers write a finding and its kernel. */
type Entry = Readonly<{ key: string; kernel: string }>;
export type Tracked = Group & Entry;

/** What counts and is not known already, the worst first; instances of one template are told once. */
export function trackedIn(report: Report, set: CommentSet): readonly Tracked[] {
  const counted = findingsOf(report).filter(
    (finding) => finding.suppressed === undefined && finding.inBaseline !== true && inCommentSet(finding, set),
  );
  const groups = byInstance(ranked(counted)).map((group): Tracked => {
    const { fingerprint, span, kernel } = group.finding;
    return {
      ...group,
      key: hashOf(JSON.stringify([fingerprint, posix.normalize(span.file)])).slice(0, 12),
      kernel: kernelMark(span.file, kernel),
    };
  });
  return [...new Map(groups.map((one) => [one.key, one])).values()];
}

/** A kernel without its template arguments and lines; it begins with the mark of its file. */
const kernelMark = (file: string, kernel: string): string =>
  `${fileMark(file)}${hashOf(`${posix.normalize(file)}\n${baseName(kernel)}`).slice(0, 8)}`;
const fileMark = (file: string): string => hashOf(posix.normalize(file)).slice(0, fileMarkLength);
const fileMarkLength = 6;

/** More would not fit beside the text: 28 characters each. */
const mostRemembered = 1200;

export type Remembered = Readonly<{
  entries: readonly Entry[];
  /**
   * Their lines in the text, without the box of a task, by key; the headings of owners above them; and the keys of the
   * boxes that are ticked.
   */
  lines: ReadonlyMap<string, string>;
  owners: ReadonlyMap<string, string>;
  ticked: ReadonlySet<string>;
}>;
export const nothingRemembered: Remembered = { entries: [], lines: new Map(), owners: new Map(), ticked: new Set() };

/** Of a text of ours. */
export function rememberedIn(body: string): Remembered {
  const kernels = markersIn(body, 'kernels');
  const [lines, owners, ticked] = [new Map<string, string>(), new Map<string, string>(), new Set<string>()];
  let owner = '';
  for (const line of body.slice(0, mostCharacters).split(/\r?\n/)) {
    owner = line.startsWith('### ') ? '' : (/^#### (.{1,500})$/.exec(line)?.[1] ?? owner);
    const [, box, words = '', key = ''] =
      /^- (?:\[([ xX])\] )?(.{1,2000}) <!-- syncwright:at ([0-9a-f]{12}) -->$/.exec(line) ?? [];
    if (key === '') continue;
    lines.set(key, words.replace(messages.tickedButFound, ''));
    if (owner !== '') owners.set(key, owner);
    if (box !== undefined && box !== ' ') ticked.add(key);
  }
  return {
    entries: markersIn(body, 'tracked').map((key, k) => ({ key, kernel: kernels[k] ?? '' })),
    lines,
    owners,
    ticked,
  };
}

export type Comparison = Readonly<{
  fresh: readonly Tracked[];
  still: readonly Tracked[];
  /** Not seen, in kernels that were not decided. */
  undecided: readonly Entry[];
  gone: readonly Entry[];
}>;

/**
 * What is not seen any more is gone only where its kernel was decided, or is no more: where its file was read, or is
 * not there.
 */
export function compared(now: readonly Tracked[], before: Remembered, report: Report): Comparison {
  const known = new Set(before.entries.map(({ key }) => key));
  // of more than are remembered, nobody can say whether they are new
  const isKnown = ({ key }: Tracked): boolean => known.has(key) || known.size >= mostRemembered;
  const present = new Set(now.map(({ key }) => key));
  const verdicts = new Map<string, boolean>();
  for (const kernel of report.kernels) {
    const mark = kernelMark(kernel.span.file, kernel.name);
    verdicts.set(mark, (verdicts.get(mark) ?? true) && isDecided(kernel));
  }
  const unread = new Set(
    report.problems.filter((problem) => !isReadAllTheSame(problem)).map(({ file }) => fileMark(file)),
  );
  const isGone = ({ kernel }: Entry): boolean => verdicts.get(kernel) ?? !unread.has(kernel.slice(0, fileMarkLength));
  const unseen = before.entries.filter(({ key }) => !present.has(key));
  return {
    fresh: now.filter((one) => !isKnown(one)),
    still: now.filter(isKnown),
    undecided: unseen.filter((one) => !isGone(one)),
    gone: unseen.filter(isGone),
  };
}

/** What the next run is told. */
export const toRemember = ({ fresh, still, undecided }: Comparison): readonly Entry[] =>
  [...undecided, ...still, ...fresh].slice(0, mostRemembered);
