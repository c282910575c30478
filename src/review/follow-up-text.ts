/** The words of a follow-up pull request: witness, proof, cost, and how to see it on one's own machine. */
import type { FixSet } from './fix-sets.ts';
import type { FollowUpTexts } from './follow-up.ts';
import type { ReviewWords } from './body.ts';
import { githubDialect } from '../github/platform.ts';
import { code, cutMarkdown, sentence } from '../report/markdown-escape.ts';
import { findingMarkdown, fixMarkdown } from '../report/markdown.ts';
import { mostCharacters } from '../platform/markers.ts';
import { cutTo } from '../base/cut.ts';
import { visible } from '../report/visible.ts';
import { capital } from '../report/wording.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export function followUpTexts(set: FixSet, words: ReviewWords, label: string): FollowUpTexts {
  const [first] = set.findings;
  const kernels = [...new Set(set.findings.map((finding) => finding.kernel))];
  const title = plainLine(`Fix ${first?.code ?? 'a race'} in ${kernels.slice(0, 3).join(', ')}: ${set.fix.title}`);
  const context = { source: words.source, address: words.address, patch: 'none' as const };
  const body = [
    fill(messages.followUpIntro, { title: sentence(capital(set.fix.title)), place: code(label) }),
    fixMarkdown(set.fix, { ...context, patch: 'diff' }),
    messages.withoutFix,
    ...set.findings.map((finding) => findingMarkdown({ ...finding, fix: null }, context)),
    messages.reproduceHeading,
    fill(messages.reproduceHow, { command: code(`syncwright check ${set.files.map((file) => file.path).join(' ')}`) }),
    messages.followUpNote,
  ].join('\n\n');
  return { title, body: cutMarkdown(body, mostCharacters - 200, fill(messages.restInSummary, githubDialect)) };
}

/** A title or commit line: one line without mentions and issue numbers. */
export const plainLine = (text: string): string => cutTo(visible(text.replace(/[\r\n]+/g, ' ')).replace(/[@#`]/g, ''), 120);
