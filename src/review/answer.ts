/**
 * The answers to commands, as Markdown. One comment each; its first line is a marker with the id of the command's comment,
 * so that a second run finds it. Foreign text is escaped as everywhere.
 */
import type { FixSet } from './fix-sets.ts';
import type { MarkdownContext } from '../report/markdown.ts';
import type { PlannedItem, ReviewPlan } from './plan.ts';
import type { ProposalOutcome } from './proposal.ts';
import type { ReviewWords } from './body.ts';
import { code, cutMarkdown, fenced, inline, sentence } from '../report/markdown-escape.ts';
import { explanationOf } from '../report/explanation.ts';
import { fixMarkdown } from '../report/markdown.ts';
import { marker, markersIn, mostCharacters } from '../github/markers.ts';
import { itemsMarkdown } from './body.ts';
import { capital, plural } from '../report/wording.ts';

/** `isDone`: what was asked for was done. */
export type Reply = Readonly<{ text: string; isDone: boolean }>;

const refusal = (text: string): Reply => ({ text, isDone: false });
const success = (text: string): Reply => ({ text, isDone: true });

/** `head`: the commit that the answer is about; null: about none. */
export function answerBody(comment: number, head: string | null, reply: Reply): string {
  const about = head === null ? [] : [`<sub>About ${head.slice(0, 12)}.</sub>`];
  return cutMarkdown([marker('answer', `${comment}`, ...(head === null ? [] : [head])), reply.text, ...about].join('\n\n'), mostCharacters, 'The rest is in the job summary.');
}

/** Whether a text of ours answers the comment. */
export const answers = (body: string, comment: number): boolean => markersIn(body.split(/\r?\n/, 1)[0] ?? '', 'answer')[0] === `${comment}`;

const commands: readonly (readonly [string, string])[] = [
  ['/syncwright fix', 'opens follow-up pull requests with the proved patches (for a fork: shows them)'],
  ['/syncwright fix ID', 'the same for one finding'],
  ['/syncwright explain ID', 'what the finding means, with its two threads'],
  ['/syncwright recheck', 'reviews the pull request as it is now'],
  ['/syncwright ignore ID REASON', 'opens a pull request that adds the finding to `.syncwright.yml`, with the reason and your name'],
  ['/syncwright help', 'this'],
];

export function helpReply(because: string | null): Reply {
  const table = ['| command | what it does |', '|---|---|', ...commands.map(([command, does]) => `| ${code(command, 'table')} | ${does} |`)].join('\n');
  const names = 'A command is the first line of a comment by somebody who may write to this repository. `ID` is the id in a comment of a review (at least four of its digits), or a code such as `SW101` where only one finding has it.';
  return because === null ? success(`${table}\n\n${names}`) : refusal(`${sentence(`Not understood: ${because}`)}.\n\n${table}\n\n${names}`);
}

export const closedReply: Reply = refusal('This pull request is closed: nothing was done.');
export const movedReply: Reply = refusal('The pull request moved while this was worked on: nothing was done. Give the command again.');
export const notFoundReply = (problem: string): Reply => refusal(`${sentence(capital(problem))}.`);
export const failureReply = (problem: string): Reply => refusal(`This could not be done: ${inline(problem)}`);

export function recheckReply(plan: ReviewPlan): Reply {
  const count = (state: PlannedItem['state']): number => plan.items.filter((item) => item.state === state).length;
  const kernels = plan.report.kernels.slice(0, 50).map((kernel) => `| ${code(kernel.name, 'table')} | ${kernel.verdict} |`);
  const table = kernels.length === 0 ? [] : [['| kernel | verdict |', '|---|---|', ...kernels].join('\n')];
  return success([`Checked ${plural(plan.report.kernels.length, 'touched kernel')}: ${count('new')} new and ${plural(count('old'), 'old finding')}, ${plan.fixed.length} removed.`, ...table].join('\n\n'));
}

export function explainReply(item: PlannedItem, words: ReviewWords): Reply {
  const page = explanationOf(item.finding.code);
  const folded = page === null ? [] : [`<details><summary>What ${item.finding.code} means</summary>\n\n${page.trim()}\n\n</details>`];
  return success([itemsMarkdown([{ ...item, place: { kind: 'body' }, suggestion: null, patchIn: null }], words), ...folded].join('\n\n'));
}

/** The patches themselves, where there is no branch to bring them to. */
export function patchReply(sets: readonly FixSet[], words: ReviewWords): Reply {
  const context: MarkdownContext = { source: words.source, address: words.address, patch: 'diff' };
  const head = 'The branch of this pull request lies in another repository, so the patch is shown here: apply it with `git apply`.';
  return success([head, ...sets.map((set) => fixMarkdown(set.fix, context))].join('\n\n'));
}

export function noPatchReply(item: PlannedItem | null, words: ReviewWords): Reply {
  if (item === null) return refusal('There is no proved patch to offer.');
  const { finding } = item;
  if (finding.fix !== null) return refusal(`The patch of this finding is not proved, so no pull request is opened for it.\n\n${fixMarkdown(finding.fix, { source: words.source, address: words.address, patch: 'diff' })}`);
  return refusal(`There is no patch for this finding${finding.advice === null ? '' : `: ${sentence(finding.advice)}`}.`);
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
      return `Opened again: ${outcome.url}`;
    case 'updated':
      return `Updated ${outcome.url}`;
    case 'unchanged':
      return `It is there already: ${outcome.url}`;
    case 'closed':
      return `Closed, because it is obsolete: ${outcome.url}`;
    case 'closed-by-person':
      return `It was closed by a person, and stays so: ${outcome.url}`;
    case 'left-alone':
      return `Somebody else has written to its branch ${code(outcome.branch)}, so it is left alone: ${outcome.url}`;
    case 'waiting':
      return `One more waits until these are merged or closed (${code(outcome.branch)})`;
    case 'branch-only':
      return `This repository does not let actions open pull requests; the branch is there, open it by hand: ${outcome.url}`;
    case 'refused':
      return `A rule of this repository refuses branch ${code(outcome.branch)} (${inline(outcome.because)}); by hand: ${outcome.url}`;
  }
}

/** The comment to put into the source, where nobody but the author of the fork can write. */
export function allowReply(item: PlannedItem, reason: string, words: ReviewWords): Reply {
  const { finding } = item;
  const { file, line } = finding.span;
  const lines = (words.source(file) ?? '').split('\n');
  const at = lines[line - 1] ?? '';
  const indent = /^[ \t]*/.exec(at)?.[0] ?? '';
  const diff = [`--- a/${file}`, `+++ b/${file}`, `@@ -${line},1 +${line},2 @@`, `+${indent}${allowComment(finding.code, reason)}`, ` ${at.replace(/\r$/, '')}`].join('\n');
  return success(`The branch of this pull request lies in another repository, and what is ignored here is decided by the branch it goes into. This comment in the source says the same:\n\n${fenced(diff, 'diff')}`);
}

/** A backslash at its end would take the next line into the comment. */
const allowComment = (findingCode: string, reason: string): string => `// syncwright: allow(${findingCode}) ${reason.replace(/\?\?\/$/, '').replace(/[\\\s]+$/, '')}`;
