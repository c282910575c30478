/**
 * The tracking issue of an audit in words. Foreign text goes through report/markdown-escape.ts; hidden markers stand
 * first, so that no cut can lose them. Lines of earlier findings are taken from the issue's own text, as we wrote it.
 */
import type { Comparison, Remembered, Tracked } from './tracked.ts';
import type { OwnersOf } from './owners.ts';
import type { MarkdownContext } from '../report/markdown.ts';
import type { Report } from '../verdict/finding.ts';
import { groupBy } from '../base/group.ts';
import { posix } from 'node:path';
import { capital, plural, proofWords, summaryWords } from '../report/wording.ts';
import { code, cutMarkdown, html, inline, sentence } from '../report/markdown-escape.ts';
import { findingMarkdown } from '../report/markdown.ts';
import { hashOf, marker, mostCharacters } from '../platform/markers.ts';
import { placeWords } from '../report/finding-places.ts';
import { shortened } from '../base/quote.ts';
import { titleOf } from '../verdict/catalogue.ts';
import { toRemember } from './tracked.ts';
import { visible } from '../report/visible.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export type IssueFacts = Readonly<{
  branch: string;
  commit: string;
  /** Judged: what is suppressed, or in the baseline, says so. */
  report: Report;
  source: MarkdownContext['source'];
  address: MarkdownContext['address'];
  /** Null: no file says who owns what. */
  owners?: OwnersOf | null;
}>;

export type IssueText = Readonly<{
  body: string;
  /** What it stands for: of two texts with the same, the second need not be written. */
  hash: string;
  isClean: boolean;
}>;

export const issueTitle = (branch: string): string =>
  fill(messages.issueTitle, { branch: visible(branch).replace(/[@#`]/g, '').slice(0, 120) });

/** Of each section, listed. */
const mostLines = 150;

export function issueText(
  facts: IssueFacts,
  { fresh, still, undecided, gone, all }: Comparison & Readonly<{ all: readonly Tracked[] }>,
  before: Remembered,
  audit: string,
): IssueText {
  const isClean = all.length + undecided.length === 0;
  const lines = new Map(all.map((one) => [one.key, lineOf(one, facts)]));
  const ownersOf = new Map(all.map((one) => [one.key, ownerWords(facts, one)]));
  /**
   * By owner, in the order in which they come. A box that a person ticked stays ticked only where the finding was not
   * seen again.
   */
  const of = (some: readonly Readonly<{ key: string }>[], state: 'found' | 'undecided' | 'gone'): readonly string[] => {
    const tasks = some.slice(0, mostLines).map(({ key }) => {
      const isTicked = state === 'gone' || (state === 'undecided' && before.ticked.has(key));
      const again = state === 'found' && before.ticked.has(key) ? messages.tickedButFound : '';
      return {
        owner:
          ownersOf.get(key) ??
          (facts.owners === undefined || facts.owners === null ? '' : (before.owners.get(key) ?? messages.noOwner)),
        line: `- [${isTicked ? 'x' : ' '}] ${lines.get(key) ?? before.lines.get(key) ?? fill(messages.earlierFinding, { key })}${again} ${marker('at', key)}`,
      };
    });
    const more = some.length > mostLines ? [`- and ${some.length - mostLines} more`] : [];
    return [...groupBy(tasks, ({ owner }) => owner)]
      .map(([owner, own]) => `${owner === '' ? '' : `#### ${owner}\n\n`}${own.map(({ line }) => line).join('\n')}`)
      .concat(more);
  };
  // Links name the commit; a commit that changes nothing else is no reason to write.
  const said = JSON.stringify([
    summaryWords(facts.report),
    all.map(({ key }) => [lines.get(key)?.replaceAll(facts.commit, ''), ownersOf.get(key)]),
    undecided.map(({ key }) => key),
  ]);
  const hash = isClean ? cleanHash : hashOf(said).slice(0, 32);
  const remembered = toRemember({ fresh, still, undecided, gone });
  const head = [
    marker('audit', audit),
    marker('body', hash),
    marker('tracked', ...remembered.map(({ key }) => key)),
    marker('kernels', ...remembered.map(({ kernel }) => kernel)),
    ...(isClean ? [marker('closed', facts.commit)] : []),
  ].join('\n');
  const lists = [
    `**Syncwright** audited ${code(facts.branch)} at ${code(facts.commit.slice(0, 12))}: ${summaryWords(facts.report)}. ${leftWords(all.length, undecided.length)}`,
    ...section(`New (${fresh.length})`, of(fresh, 'found')),
    ...section(fill(messages.stillThere, { count: still.length }), of(still, 'found')),
    ...section(fill(messages.notDecided, { count: undecided.length }), of(undecided, 'undecided')),
    ...section(`Fixed (${gone.length})`, of(gone, 'gone')),
  ];
  const foot = messages.issueNote;
  const room = mostCharacters - [head, ...lists, foot].join('\n\n').length - 1000;
  const body = [head, ...lists, ...details([...fresh, ...still], facts, room), foot].join('\n\n');
  return { body: cutMarkdown(body, mostCharacters - 100, messages.rest), hash, isClean };
}

/** Of every text that says that nothing is left. */
const cleanHash = 'clean';

function leftWords(tracked: number, undecided: number): string {
  if (tracked + undecided === 0) return messages.nothingLeft;
  return `${capital(plural(tracked, 'bug'))} ${tracked === 1 ? 'is' : 'are'} there${undecided === 0 ? '' : fill(messages.undecidedBefore, { undecided, are: undecided === 1 ? 'is' : 'are' })}.`;
}

const section = (title: string, groups: readonly string[]): readonly string[] =>
  groups.length === 0 ? [] : [`### ${title}\n\n${groups.join('\n\n')}`];

/**
 * In spans of code, where GitHub notifies nobody: the issue is written again with every audit that finds something
 * else.
 */
function ownerWords({ owners = null }: IssueFacts, { finding }: Tracked): string {
  if (owners === null) return '';
  const own = owners(posix.normalize(finding.span.file)).slice(0, mostOwners);
  return own.length === 0 ? messages.noOwner : own.map((owner) => code(shortened(owner, 80))).join(' ');
}
const mostOwners = 5;

/** One line, without the mark of a list. */
function lineOf({ finding, also }: Tracked, { address }: IssueFacts): string {
  const instances = [...new Set(also.map(({ kernel }) => kernel))].filter((name) => name !== finding.kernel).length;
  const degree = [
    ...(finding.severity === 'error' ? [] : [finding.severity]),
    ...(finding.status === 'confirmed' ? [] : ['possible']),
  ];
  const kind = `${finding.code} ${html(titleOf(finding.code) ?? finding.kind)}${degree.length === 0 ? '' : ` (${degree.join(', ')})`}`;
  const fix =
    finding.fix === null
      ? ''
      : ` Patch: ${sentence(shortened(finding.fix.title, 120))} (${inline(proofWords(finding.fix))}).`;
  const place = placeWords(address)(finding.span.file, finding.span.line);
  return `**${kind}** in ${code(shortened(finding.kernel, 120))}${instances === 0 ? '' : ` and ${plural(instances, 'other instance')}`} at ${place}: ${sentence(shortened(finding.message, 300))}.${fix}`.replace(
    /[\r\n]+/g,
    ' ',
  );
}

/** In full, folded, as many as fit. */
function details(all: readonly Tracked[], { report, source, address }: IssueFacts, room: number): readonly string[] {
  const assumptions = new Map(
    report.kernels.flatMap((kernel) => kernel.findings.map((finding) => [finding, kernel.assumptions] as const)),
  );
  const texts: string[] = [];
  let left = room;
  for (const { finding } of all) {
    if (left < leastRoom) break;
    const { file, line } = finding.span;
    const text = `<details><summary>${html(`${finding.code} in ${shortened(finding.kernel, 120)}, ${file}:${line}`)}</summary>\n\n${findingMarkdown(finding, { source, address, patch: 'diff' }, { assumptions: assumptions.get(finding) ?? [], block: null, patchAt: null })}\n\n</details>`;
    if (text.length + 2 > left) continue;
    left -= text.length + 2;
    texts.push(text);
  }
  const missing = all.length - texts.length;
  return texts.length === 0
    ? []
    : [
        '### The two threads',
        ...texts,
        ...(missing === 0
          ? []
          : [
              fill(messages.shownElsewhere, {
                findings: capital(plural(missing, 'further bug')),
                are: missing === 1 ? 'is' : 'are',
              }),
            ]),
      ];
}
const leastRoom = 1000;
