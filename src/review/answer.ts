/**
 * The answers to commands, as Markdown. One comment each; its first line is a marker with the id of the command's
 * comment, so that a second run finds it. Foreign text is escaped as everywhere.
 */
import type { Dialect } from '../platform/platform.ts';
import type { FixSet } from './fix-sets.ts';
import type { MarkdownContext } from '../report/markdown.ts';
import type { PlannedItem, ReviewPlan } from './plan.ts';
import type { ProposalOutcome } from '../platform/proposal.ts';
import type { ReviewWords } from './body.ts';
import { code, cutMarkdown, fenced, inline, sentence } from '../report/markdown-escape.ts';
import { explanationOf } from '../report/explanation.ts';
import { fixMarkdown } from '../report/markdown.ts';
import { marker, markersIn, mostCharacters } from '../platform/markers.ts';
import { itemsMarkdown } from './body.ts';
import { capital, plural } from '../report/wording.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';
import { withoutTrailing } from '../base/trailing.ts';

/**
 * `isDone`: what was asked for was done. `ignored`: fingerprints that do not count at the pull request once it is
 * written.
 */
export type Reply = Readonly<{ text: string; isDone: boolean; ignored?: readonly string[] }>;

const refusal = (text: string): Reply => ({ text, isDone: false });
const success = (text: string): Reply => ({ text, isDone: true });

/** `head`: the commit that the answer is about; null: about none. */
export function answerBody(comment: number, head: string | null, reply: Reply, dialect: Dialect): string {
  const about = head === null ? [] : [`<sub>About ${head.slice(0, 12)}.</sub>`];
  const markers = [
    marker('answer', `${comment}`, ...(head === null ? [] : [head])),
    ...(reply.ignored === undefined ? [] : [marker('ignored', ...reply.ignored)]),
  ];
  return cutMarkdown(
    [markers.join('\n'), reply.text, ...about].join('\n\n'),
    mostCharacters,
    fill(messages.restInSummary, dialect),
  );
}

/** The id of the comment that a text of ours answers; null: none. */
export const answeredBy = (body: string): string | null =>
  markersIn(body.split(/\r?\n/, 1)[0] ?? '', 'answer')[0] ?? null;
export const answers = (body: string, comment: number): boolean => answeredBy(body) === `${comment}`;

const commands: readonly (readonly [string, string])[] = [
  ['/syncwright fix', messages.fixPurpose],
  ['/syncwright fix ID', messages.sameForOne],
  ['/syncwright explain ID', messages.explainPurpose],
  ['/syncwright recheck', messages.recheckPurpose],
  ['/syncwright ignore ID REASON', messages.ignorePurpose],
  ['/syncwright help', 'this'],
];

export function helpReply(because: string | null): Reply {
  const table = [
    '| command | purpose |',
    '|---|---|',
    ...commands.map(([command, does]) => `| ${code(command, 'table')} | ${does} |`),
  ].join('\n');
  const names = messages.commandHelp;
  return because === null
    ? success(`${table}\n\n${names}`)
    : refusal(`${sentence(fill(messages.notUnderstood, { because }))}.\n\n${table}\n\n${names}`);
}

export const closedReply: Reply = refusal(messages.closedPull);
export const movedReply: Reply = refusal(messages.pullMoved);
export const notFoundReply = (problem: string): Reply => refusal(`${sentence(capital(problem))}.`);
export const failureReply = (problem: string): Reply => refusal(fill(messages.couldNot, { why: inline(problem) }));

export function recheckReply(plan: ReviewPlan): Reply {
  const count = (state: PlannedItem['state']): number => plan.items.filter((item) => item.state === state).length;
  const kernels = plan.report.kernels
    .slice(0, 50)
    .map((kernel) => `| ${code(kernel.name, 'table')} | ${kernel.verdict} |`);
  const table = kernels.length === 0 ? [] : [['| kernel | verdict |', '|---|---|', ...kernels].join('\n')];
  return success(
    [
      fill(messages.checked, {
        kernels: plural(plan.report.kernels.length, 'touched kernel'),
        added: count('new'),
        old: plural(count('old'), 'old finding'),
        count: plan.fixed.length,
      }),
      ...table,
    ].join('\n\n'),
  );
}

export function explainReply(item: PlannedItem, words: ReviewWords): Reply {
  const page = explanationOf(item.finding.code);
  const folded =
    page === null
      ? []
      : [`<details><summary>What ${item.finding.code} means</summary>\n\n${page.trim()}\n\n</details>`];
  return success(
    [
      itemsMarkdown([{ ...item, place: { kind: 'body' }, suggestion: null, patchIn: null }], words, 'body'),
      ...folded,
    ].join('\n\n'),
  );
}

/** The patches themselves, where there is no branch to bring them to. */
export function patchReply(sets: readonly FixSet[], words: ReviewWords): Reply {
  const context: MarkdownContext = { source: words.source, address: words.address, patch: 'diff' };
  const head = messages.otherRepository;
  return success([head, ...sets.map((set) => fixMarkdown(set.fix, context))].join('\n\n'));
}

export function noPatchReply(item: PlannedItem | null, words: ReviewWords): Reply {
  if (item === null) return refusal(messages.noProvedPatch);
  const { finding } = item;
  if (finding.fix !== null)
    return refusal(
      fill(messages.notProved, {
        patch: fixMarkdown(finding.fix, { source: words.source, address: words.address, patch: 'diff' }),
      }),
    );
  return refusal(fill(messages.noPatch, { why: finding.advice === null ? '' : `: ${sentence(finding.advice)}` }));
}

export function proposalsReply(outcomes: readonly ProposalOutcome[]): Reply {
  const isDone = outcomes.some((outcome) => outcome.kind !== 'refused' && outcome.kind !== 'left-alone');
  return { text: outcomes.map((outcome) => `- ${proposalWords(outcome)}`).join('\n'), isDone };
}

/** Addresses are ours: the server, the repository and a branch, encoded. */
function proposalWords(outcome: ProposalOutcome): string {
  switch (outcome.kind) {
    case 'opened':
      return `Opened ${outcome.url}`;
    case 'reopened':
      return fill(messages.openedAgain, { url: outcome.url });
    case 'updated':
      return `Updated ${outcome.url}`;
    case 'unchanged':
      return fill(messages.existsAlready, { url: outcome.url });
    case 'closed':
      return fill(messages.closedObsolete, { url: outcome.url });
    case 'closed-by-person':
      return fill(messages.closedByPerson, { url: outcome.url });
    case 'left-alone':
      return fill(messages.foreignCommits, { branch: code(outcome.branch), url: outcome.url });
    case 'waiting':
      return fill(messages.waitsFor, { list: code(outcome.branch) });
    case 'branch-only':
      return fill(messages.mayNotOpen, { url: outcome.url });
    case 'refused':
      return fill(messages.ruleRefuses, {
        branch: code(outcome.branch),
        why: inline(outcome.because),
        url: outcome.url,
      });
  }
}

/** A job that failed because of the finding. `url`: ours, of numbers. */
export type FailedCheck = Readonly<{ name: string; url: string; isStarted: boolean }>;

/**
 * `keys`: the fingerprints that are meant. `failed`: the checks that fail although nothing counts any more; null: not
 * known.
 * `beyond`: how it is ignored elsewhere too.
 */
export function ignoredReply(
  author: string,
  reason: string,
  keys: readonly string[],
  failed: readonly FailedCheck[] | null,
  beyond: string,
): Reply {
  const here = fill(messages.ignoredHere, { who: code(author), reason: inline(reason) });
  const links = (checks: readonly FailedCheck[]): string =>
    checks.map(({ name, url }) => `[${code(name)}](${url})`).join(', ');
  const [started, waiting] = [
    (failed ?? []).filter(({ isStarted }) => isStarted),
    (failed ?? []).filter(({ isStarted }) => !isStarted),
  ];
  const checks = [
    started.length > 0 ? fill(messages.checkIsRunAgain, { checks: links(started) }) : '',
    waiting.length > 0 ? fill(messages.runCheckAgain, { checks: links(waiting) }) : '',
    failed === null ? messages.checkRunsAgain : '',
  ].filter((part) => part !== '');
  return {
    text: [[here, ...checks].join('\n\n'), messages.ignoredUndo, beyond].join('\n\n'),
    isDone: true,
    ignored: keys,
  };
}

/** The comment to put into the source, where nobody but the author of the fork can write. */
export function allowWords(item: PlannedItem, reason: string, words: ReviewWords): string {
  const { finding } = item;
  const { file, line } = finding.span;
  const lines = (words.source(file) ?? '').split('\n');
  const at = lines[line - 1] ?? '';
  const indent = /^[ \t]*/.exec(at)?.[0] ?? '';
  const diff = [
    `--- a/${file}`,
    `+++ b/${file}`,
    `@@ -${line},1 +${line},2 @@`,
    `+${indent}${allowComment(finding.code, reason)}`,
    ` ${at.replace(/\r$/, '')}`,
  ].join('\n');
  return fill(messages.ignoreElsewhere, { text: fenced(diff, 'diff') });
}

/** A backslash at its end would take the next line into the comment. */
const allowComment = (findingCode: string, reason: string): string =>
  `// syncwright: allow(${findingCode}) ${withoutTrailing(reason.replace(/\?\?\/$/, ''), /[\\\s]/)}`;
